"""A data set as the population: samples of it, and two learners that are made equally good on it, or not by so much.

Equal learners are made in both of the honest ways: the same learner started twice, and two different ones of which the
better is handicapped, a share of its right answers being spoiled (Dietterich 1998). The share follows from the expected
errors on the population, which are estimated on draws that no trial uses.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
import pandas as pd

from core.designs import Design, make_design
from core.errors import DesignError, NotApplicable
from core.experiment.work import Entrant, ExperimentWork, UnitKey
from core.inference.advice.advice import Advice
from core.inference.advice.applicable import advice_on_design
from core.jobs import Unit
from core.records import Array, Dataset, DesignFacts, DesignSpec, Failure, LearnerSpec, Split
from core.written import in_percent, in_points, spoken

CALIBRATIONS, MOST_CALIBRATIONS = 60, 240
"""Training sets by which the expected errors are estimated: so many at a time, until their difference is known well."""
CLOSE_ENOUGH = 0.01
"""Standard error of that difference from which on it is."""

MOST_DRAWS = 50
"""Samples that may be drawn before one is found on which the design can be laid out."""

_APART = 2**32
"""Stands in the seed of those draws and in that of no trial."""


@dataclass(frozen=True)
class Population:
    """A data set from which samples of one size are drawn; its groups, where it has some, are drawn whole.

    Attributes
    ----------
    dataset : Dataset
    n : int
        Instances of a sample; with groups the least number.
    """

    dataset: Dataset
    n: int

    @property
    def replaces(self) -> bool:
        """Whether samples are drawn with replacement: those of more than half of the data."""
        return 2 * self.n > len(self.dataset)

    @cached_property
    def groups(self) -> Array | None:
        """Number of the group of each instance; None where the instances stand alone."""
        groups = self.dataset.groups
        return None if groups is None else pd.factorize(groups)[0]

    def draw(self, rng: np.random.Generator, size: int) -> Array:
        """Positions of so many instances, in random order; of whole groups until there are as many."""
        if self.groups is None:
            return rng.choice(len(self.dataset), size, replace=self.replaces)
        sizes = np.bincount(self.groups)
        order = rng.integers(len(sizes), size=size) if self.replaces else rng.permutation(len(sizes))
        enough = np.searchsorted(sizes[order].cumsum(), size) + 1
        return np.concatenate([np.flatnonzero(self.groups == group) for group in order[:enough]])

    def unseen(self, drawn: Array) -> Array:
        """Positions of what else may be drawn; with replacement that is everything, but for the groups that were drawn.

        Raises
        ------
        NotApplicable
            If every group was drawn.
        """
        everything = np.arange(len(self.dataset))
        if self.groups is None:
            return everything if self.replaces else np.setdiff1d(everything, drawn)
        left = everything[~np.isin(self.groups, self.groups[drawn])]
        if not len(left):
            raise NotApplicable(
                "no group is left on which learners that were trained on such samples could be tried.",
                "n",
                "Choose smaller samples.",
            )
        return left

    @property
    def words(self) -> str:
        """How samples are drawn, as a sentence."""
        kind = "Samples" if self.groups is None else "Samples of whole groups, of at least"
        of = f"of {self.n} are drawn" if self.groups is None else f"{self.n} instances, are drawn"
        held = f"the {len(self.dataset)} instances of {spoken(self.dataset.name)}"
        within = "" if self.groups is None else f" in {self.groups.max() + 1} groups"
        drawn = f"{kind} {of} from {held}{within}"
        if not self.replaces:
            return f"{drawn} without replacement."
        again = (
            "what is trained on and what is validated may then be the same instance"
            if self.groups is None
            else "a group that is drawn twice counts twice, but is never on both sides"
        )
        return f"{drawn} with replacement, being more than half of them: {again}."


@dataclass(frozen=True)
class Contest:
    """Two learners that meet on samples of a population, the first to err more often by so much.

    Attributes
    ----------
    population : Population
    learners : pair of LearnerSpec
        The same one with two starts, or two different ones.
    design : DesignSpec
    effect : float
        Expected error of the first minus that of the second; 0 makes them equally good.
    """

    population: Population
    learners: tuple[LearnerSpec, LearnerSpec]
    design: DesignSpec
    effect: float = 0.0

    @property
    def same(self) -> bool:
        """Whether it is one learner with two starts."""
        first, second = (replace(spec, name="", start=0) for spec in self.learners)
        return first == second

    @property
    def laid_out(self) -> "Layout":
        """The design on such samples, and what makes the learners equal there."""
        return _layout(self)

    def mistakes(self, rng: np.random.Generator) -> list[Array]:
        """Draw a sample and run both learners over the design: by pair, where they err, learners × instances.

        Raises
        ------
        DesignError
            If the design cannot be laid out on samples of this size.
        NotApplicable
            If a learner fails, or the difference cannot be made.
        """
        rates = np.array(self.laid_out.handicaps)[:, None]
        found = mistakes(*_sampled(self, rng), self.learners, rng)
        return [wrong | (rng.random(wrong.shape) < rates) for wrong in found]

    def fold_errors(self, rng: np.random.Generator) -> Array:
        """Error rates of one trial, learners × replicates × folds; raises what `mistakes` does."""
        rates = np.array([wrong.mean(axis=1) for wrong in self.mistakes(rng)])
        return rates.T.reshape(2, -1, self.laid_out.facts.folds)


@dataclass(frozen=True)
class Layout:
    """What all trials of a contest have in common.

    Attributes
    ----------
    title : str
        Of the design.
    facts : DesignFacts
    errors : pair of float
        Expected errors of the learners on the population, before any handicap.
    handicaps : pair of float
        Shares of their right answers that are spoiled; one of them is 0.
    error : float
        Standard error of the difference of `errors`, by which the learners may miss what they are made to be.
    """

    title: str
    facts: DesignFacts
    errors: tuple[float, float]
    handicaps: tuple[float, float]
    error: float

    @cached_property
    def advice(self) -> Advice:
        """Which tests on folds the design calls for."""
        return advice_on_design(self.facts)


def handicaps(errors: tuple[float, float], effect: float) -> tuple[float, float]:
    """Shares of right answers to spoil so that the first learner errs more often by `effect`.

    Raises
    ------
    NotApplicable
        If there are not so many right answers.
    """
    gap = effect - (errors[0] - errors[1])
    place = 0 if gap > 0 else 1
    right = 1 - errors[place]
    if abs(gap) > right:
        raise NotApplicable(
            f"a difference of {in_points(effect, full=True)} cannot be made where the learners err in "
            f"{in_percent(errors[0], '.1f')} and {in_percent(errors[1], '.1f')}.",
            "effect",
            "Choose a smaller one.",
        )
    share = abs(gap) / right if right else 0.0
    return (share, 0.0) if place == 0 else (0.0, share)


@lru_cache(maxsize=32)
def _layout(contest: Contest) -> Layout:
    sample, splits = _sampled(contest, np.random.default_rng([_APART, 0]))
    design = _design(contest)
    facts = design.facts(sample, splits)
    *errors, error = _expected_errors(
        contest.population, contest.learners, round(facts.n_train or 0), contest.same
    )
    both = errors[0], errors[1]
    return Layout(design.title, facts, both, handicaps(both, contest.effect), error)


@lru_cache(maxsize=32)
def _expected_errors(
    population: Population, learners: tuple[LearnerSpec, LearnerSpec], n_train: int, same: bool
) -> tuple[float, float, float]:
    """Mean error rates of learners trained on draws of this size, on everything else; the error of their difference."""
    rng = np.random.default_rng([_APART, 1])
    rates = np.empty((0, 2))
    while True:
        rates = np.concatenate([rates, _calibration(population, learners, n_train, same, rng)])
        error = float((rates[:, 0] - rates[:, 1]).std(ddof=1)) / np.sqrt(len(rates))
        if same:
            return float(rates.mean()), float(rates.mean()), 0.0
        if error <= CLOSE_ENOUGH or len(rates) >= MOST_CALIBRATIONS:
            first, second = rates.mean(axis=0)
            return float(first), float(second), error


def _calibration(
    population: Population,
    learners: tuple[LearnerSpec, LearnerSpec],
    n_train: int,
    same: bool,
    rng: np.random.Generator,
) -> Array:
    """Error rates on some draws, draws × learners."""
    trained = [population.draw(rng, n_train) for _ in range(CALIBRATIONS)]
    splits = tuple(Split(train, population.unseen(train), 1, place) for place, train in enumerate(trained, 1))
    found = mistakes(population.dataset, splits, learners, rng)
    if same and all((first == second).all() for first, second in found):
        raise NotApplicable(
            f"{learners[0].name} learns the same from every start, so that nothing would tell the two apart.",
            "learners",
            "Choose a learner with a random start, or two different ones.",
        )
    return np.array([wrong.mean(axis=1) for wrong in found])


def _design(contest: Contest) -> Design:
    return make_design(contest.design.key, **dict(contest.design.options))


def _sampled(contest: Contest, rng: np.random.Generator) -> tuple[Dataset, tuple[Split, ...]]:
    """A sample and the pairs of the design on it; samples that lack a class in a training set are drawn again."""
    population, design = contest.population, _design(contest)
    for _ in range(MOST_DRAWS - 1):
        try:
            return _laid_out(population, design, rng)
        except DesignError:
            continue
    return _laid_out(population, design, rng)


def _laid_out(
    population: Population, design: Design, rng: np.random.Generator
) -> tuple[Dataset, tuple[Split, ...]]:
    sample = population.dataset.take(population.draw(rng, population.n))
    return sample, design.splits(sample)


def mistakes(
    dataset: Dataset, splits: tuple[Split, ...], learners: Sequence[LearnerSpec], rng: np.random.Generator
) -> list[Array]:
    """Where learners err, learners × validated instances for each pair.

    Parameters
    ----------
    dataset : Dataset
    splits : tuple of Split
    learners : sequence of LearnerSpec
    rng : Generator
        What is random inside of the learners comes from it.

    Raises
    ------
    NotApplicable
        If a learner fails.
    """
    work = ExperimentWork.of(dataset, splits, tuple(Entrant(spec) for spec in learners), None)
    seeds = rng.integers(2**31, size=len(splits)).tolist()
    truth = dataset.truth
    return [
        np.array(
            [
                _predicted(work, Unit(UnitKey(place, pair), seed)) != truth[splits[pair].validation]
                for place in range(len(learners))
            ]
        )
        for pair, seed in enumerate(seeds)
    ]


def _predicted(work: ExperimentWork, unit: Unit) -> Array:
    found = work.predicted(unit)
    if isinstance(found, Failure):
        raise NotApplicable(f"{found.learner} failed on a sample: {found.reason}", "learners")
    return found
