"""The experiment as it came out: predictions once, every measure computed from them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from core.designs import DESIGNS, make_design, units_by, where_failed
from core.errors import listing
from core.inference.evidence.evidence import Evidence
from core.learners import LEARNERS, fits_of_search
from core.measures import MEASURES, frozen_losses, loss_matrix, measure_named, score
from core.records import (
    DesignFacts,
    DesignSpec,
    ExperimentSpec,
    Failure,
    FoldPredictions,
    FoldScores,
    Predictions,
    Split,
    Tuning,
    digest,
    why_failed,
)
from core.records.dataset import told_data
from core.records.notebook import cell
from core.written import counted, spoken

TRAINING_TWINS = {"error": "training_error", "mse": "training_mse"}
"""Measures that were also taken on the training sets."""


_MOST_NAMED, _LONGEST_LISTING = 3, 70
"""Learners that a title names, and how many characters that may take where there are more of them."""


@dataclass(frozen=True, eq=False, repr=False)
class Experiment:
    """Learners trained and judged over the pairs of a design.

    Attributes
    ----------
    spec : ExperimentSpec
        What was asked for.
    predictions : Predictions
        Of every learner on every validation set, with times and sizes.
    splits : tuple of Split
        The pairs of the design, replicate by replicate.
    apparent : mapping of learner name to FoldPredictions
        For the bootstrap: each learner trained once on all instances and judged on them; empty otherwise.
    """

    spec: ExperimentSpec
    predictions: Predictions
    splits: tuple[Split, ...]
    apparent: Mapping[str, FoldPredictions]

    def __repr__(self) -> str:
        failed = f", {len(self.failures)} failed" if self.failures else ""
        return f"Experiment({self.title}: {self.fold_scores.measure_title}{failed})"

    def _repr_html_(self) -> str:
        return cell(repr(self), self.fold_scores.wide, index=True)

    @property
    def title(self) -> str:
        """Data, learners and design, as pages name the run."""
        found = self.predictions
        data = told_data(found.dataset, found.classes, found.positive)
        return run_title(data, self.learners, run_design(self.spec, grouped=self.facts.grouped))

    @property
    def saved_about(self) -> tuple[str, ...]:
        """What names of saved files begin with."""
        return self.datasets

    @property
    def seconds(self) -> float:
        """How long training and predicting took, all fits together."""
        found = self.predictions.outcomes
        return sum((fold.training_seconds or 0.0) + (fold.prediction_seconds or 0.0) for fold in found)

    @cached_property
    def evidence(self) -> Evidence:
        """What of it is judged: the scores by the measure of the specification, and the predictions."""
        return Evidence(self.fold_scores, self.predictions, title=self.title, id=digest(self.spec.to_json()))

    @property
    def measures(self) -> tuple[str, ...]:
        """Keys of the measures by which these predictions can be looked at."""
        return tuple(key for key, entry in MEASURES.items() if self.predictions.task in entry.tasks)

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Units that failed, with the reasons."""
        return self.predictions.failures

    @property
    def facts(self) -> DesignFacts:
        """The design, as inference reads it."""
        facts = self.predictions.facts
        assert facts is not None  # noqa: S101 - a run always knows its design
        return facts

    @property
    def datasets(self) -> tuple[str, ...]:
        """Name of the data set."""
        return (self.predictions.dataset,)

    @property
    def trained(self) -> dict[str, ExperimentSpec]:
        """What was run on the data set."""
        return {self.predictions.dataset: self.spec}

    @property
    def learners(self) -> tuple[str, ...]:
        """Names of the learners in the order of the specification."""
        return self.predictions.learners

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader should know of this run."""
        return self.predictions.notes

    @cached_property
    def fold_scores(self) -> FoldScores:
        """Scores by the measure of the specification."""
        return self.scores(self.spec.measure)

    @property
    def finished(self) -> int:
        """Number of finished units, failed ones included."""
        return len(self.predictions.outcomes) + len(self.failures)

    @property
    def complete(self) -> bool:
        """Whether every learner was tried on every pair."""
        return self.finished == len(self.learners) * len(self.splits)

    def measured_by(self, measure: Any, losses: Any = None) -> "Experiment":
        """Look at the same outcomes by another measure, the costs of "cost" by this matrix of losses.

        Parameters
        ----------
        measure : str or scorer
        losses : K × K numbers, optional
            One row per true class; the matrix of the specification when not given.

        Raises
        ------
        InputError
            If the measure takes no losses, or these are not K × K finite numbers.
        """
        key = measure_named(measure).key
        kept = self.spec.losses
        if losses is not None:
            kept = frozen_losses(loss_matrix(losses, len(self.predictions.classes), key))
        return replace(self, spec=replace(self.spec, measure=key, losses=kept))

    def scores(self, measure: Any) -> FoldScores:
        """Scores by another measure of the same predictions; "cost" counts by the matrix of the specification."""
        entry = measure_named(measure)
        return score(self.predictions, entry, losses=self.spec.losses if entry.key == "cost" else None)


@dataclass(frozen=True)
class RunLine:
    """The parts of a run's title; and in words what tells it from others of that title.

    That is seeds and settings: the positive class where it is not the usual one, measure and tuning. `learners` names
    few of them, `names` are all.
    """

    data: str
    design: str
    learners: str
    names: tuple[str, ...] = ()
    seeds: str = ""
    settings: str = ""


def design_title(asked: DesignSpec, *, grouped: bool = False) -> str:
    """The title of a design, and that it keeps groups whole; its key where this version does not know it."""
    entry = DESIGNS.get(asked.key)
    if entry is None:
        return asked.key
    title = make_design(asked.key, **dict(asked.options)).title
    if not (grouped and entry.takes_groups):
        return title
    return entry.group_wording or f"{title}, groups kept whole"


def tuned_over(tuning: Tuning) -> str:
    """How every learner was tuned: ``tuned over 10 settings by 5 inner folds``."""
    return f"tuned over {counted(tuning.budget, 'settings')} by {tuning.folds} inner folds"


def run_design(spec: ExperimentSpec, *, grouped: bool) -> str:
    """The title of the design, with groups or without; and that every learner was tuned, where it was."""
    return f"{design_title(spec.design, grouped=grouped)}{', tuned' * (spec.tuning is not None)}"


def run_title(dataset: str, learners: Iterable[str], design: str) -> str:
    """Name a run by its data, its first learners and its design."""
    return f"{spoken(dataset)}: {few_of(tuple(learners))}; {design}"


def few_of(learners: Sequence[str]) -> str:
    """The first learners by name; of many long names, such as those of cells, the number and the first alone."""
    told = listing(learners, most=_MOST_NAMED)
    if len(learners) <= _MOST_NAMED or len(told) <= _LONGEST_LISTING:
        return told
    return f"{counted(len(learners), 'learners')}, {learners[0]} and {len(learners) - 1} more"


def search_in_times(trained: Mapping[str, ExperimentSpec]) -> str:
    """Say whose training times are those of the search for their settings, too; empty where nothing was tuned.

    Parameters
    ----------
    trained : mapping of data set to ExperimentSpec
        What was run, as results have it.
    """
    fits: dict[str, int] = {}
    for spec in list(trained.values())[:1]:  # of several data sets all are alike
        for learner in spec.learners:
            search = learner.tuned_by(spec.tuning)
            if learner.key in LEARNERS and search is not None:
                fits[learner.name] = fits_of_search(learner, search)
    searched = [name for name, times in fits.items() if times > 1]
    if not searched:
        return ""
    return (
        f"The training time of {few_of(searched)} holds the tuning: up to {max(fits.values()):,} fits on each "
        "training set."
    )


def one_and_the_same(trained: Mapping[str, ExperimentSpec], learners: Sequence[str] = ()) -> str:
    """Say which learners are one under several names, of the same settings and start; empty where none are.

    Parameters
    ----------
    trained : mapping of data set to ExperimentSpec
        What was run, as results have it.
    learners : sequence of str
        Those that are looked at; all of them where none is named.
    """
    found: dict[str, list[str]] = {}
    for spec in list(trained.values())[:1]:  # of several data sets all are alike
        for learner in spec.learners:
            if learner.key in LEARNERS and (not learners or learner.name in learners):
                found.setdefault(learner.digest(spec.tuning), []).append(learner.name)
    told = [
        f"{listing(names)} are one and the same learner under {counted(len(names), 'names')}, with the same settings "
        "and random numbers: there is nothing to compare."
        for names in found.values()
        if len(names) > 1
    ]
    return " ".join(told)


def told_failures(failures: Iterable[Failure], facts: DesignFacts | None) -> list[str]:
    """Say on how many of its folds a learner failed, and why on the first; of several at once where all is the same."""
    found: dict[str, list[Failure]] = {}
    for failure in failures:
        found.setdefault(failure.learner, []).append(failure)
    unit = units_by(facts).removesuffix("s")
    alike: dict[tuple[str, str, bool], list[str]] = {}
    for name, mine in found.items():
        has_others = facts is None or len(mine) < facts.pairs
        alike.setdefault((where_failed(mine, facts), why_failed(mine, unit), has_others), []).append(name)
    return [_failed(names, *said, unit) for said, names in alike.items()]


def _failed(names: Sequence[str], where: str, why: str, has_others: bool, unit: str) -> str:
    its, it, alike = ("Its", "it", "") if len(names) == 1 else ("Their", "them", ", each for the same reason")
    kept = f"{its} other scores are shown. " * has_others
    return (
        f"{listing(names)} failed{where}{alike}. {why[:1].upper()}{why[1:]} {kept}"
        f"Tests with {it} are refused: no {unit} is dropped, nothing is imputed."
    )
