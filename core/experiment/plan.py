"""What was asked for → units of work, each with its seed and its address."""

from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

import numpy as np
import pandas as pd

from core.data import read_dataset
from core.designs import Design, from_splitter, make_design
from core.errors import DesignError, InputError, NotApplicable, short
from core.experiment.entrants import Learners, entrants_of
from core.experiment.work import Entrant, ExperimentWork, UnitKey
from core.jobs import Unit
from core.measures import MEASURES, frozen_losses, loss_matrix, measure_named
from core.records import (
    Dataset,
    DesignFacts,
    DesignSpec,
    ExperimentSpec,
    Split,
    Tuning,
    digest,
    options_of,
)

UNIT_VERSION = 1
"""Raised when the same specification begins to mean another computation."""

COPIES_TOGETHER = "copies of an instance stay together in tuning"
"""Stands in the addresses of what it concerns: outcomes of before, when copies were torn apart, are others."""

MOST_POSITIONS = 50_000_000
"""Pairs times instances at most: their positions take eight bytes each."""


@dataclass(frozen=True)
class Plan:
    """An experiment made ready to run.

    Attributes
    ----------
    dataset : Dataset
    spec : ExperimentSpec
    design : Design
    entrants : tuple of Entrant
    splits : tuple of Split
        Pairs of the design.
    apparent : tuple of Split
        For the bootstrap, the one pair that trains and judges on all instances; empty otherwise.
    """

    dataset: Dataset
    spec: ExperimentSpec
    design: Design
    entrants: tuple[Entrant, ...]
    splits: tuple[Split, ...]
    apparent: tuple[Split, ...]

    @cached_property
    def facts(self) -> DesignFacts:
        """What inference needs to know of the design."""
        return self.design.facts(self.dataset, self.splits)

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What deserves attention in the pairs."""
        return self.design.notes(self.dataset, self.splits)

    @cached_property
    def work(self) -> ExperimentWork:
        """What the units share."""
        return ExperimentWork.of(self.dataset, self.splits + self.apparent, self.entrants, self.spec.tuning)

    def units(self, *, addressed: bool) -> list[Unit]:
        """Units split by split, so that all learners finish the same folds; with or without addresses."""
        splits = self.splits + self.apparent
        digests = [entrant.spec.digest(self.spec.tuning) for entrant in self.entrants]
        return [
            self._unit(UnitKey(i, j), digests[i], splits[j], pair)
            for j in range(len(splits))
            for i, pair in enumerate(self._pair_digests(splits[j]) if addressed else [""] * len(digests))
        ]

    def _is_kept(self, position: int) -> bool:
        return self.entrants[position].estimator is None

    def _unit(self, key: UnitKey, learner_digest: str, split: Split, pair: str) -> Unit:
        entropy = [self.spec.seed, int(learner_digest[:16], 16), split.replicate, split.fold]
        seed = int(np.random.SeedSequence(entropy).generate_state(1)[0])
        if not pair:
            return Unit(key, seed)
        address = digest(self.dataset.learnt_from, learner_digest, pair, seed, computed_by(), UNIT_VERSION)
        return Unit(key, seed, address)

    def _pair_digests(self, split: Split) -> list[str]:
        """What the pair is to each learner, empty for one whose outcomes are not kept."""
        together = [self.work.tunes_on_copies(entrant, split) for entrant in self.entrants]
        found = {
            is_so: digest(split.train, split.validation, *[COPIES_TOGETHER] * is_so) for is_so in {*together}
        }
        return [found[is_so] if self._is_kept(i) else "" for i, is_so in enumerate(together)]


def make_plan(
    dataset: Any,
    learners: Learners,
    design: Any,
    measure: Any = None,
    *,
    seed: int = 0,
    tuning: Tuning | None = None,
    losses: Any = None,
    groups: Any = None,
) -> Plan:
    """Check what was asked for and lay out the units.

    Parameters
    ----------
    dataset : Dataset, or what `core.read_dataset` reads
        Such as scikit-learn's (X, y).
    learners : keys, LearnerSpecs or scikit-learn estimators
        One, a list of them, a list of (name, estimator), or a mapping by name.
    design : key of a design, Design, or what scikit-learn takes as ``cv``
        A number of folds, stratified for classes; a splitter; a list of (training, validation) positions.
    measure : str or scorer, optional
        Key of a measure, or what scikit-learn calls it; without it the error rate, or the mean squared error for
        regression.
    seed : int
        Everything random inside the learners comes from it.
    tuning : Tuning, optional
    losses : K × K array-like, optional
        For the measure "cost", as in `core.measures.score`.
    groups : array-like, optional
        The group of each instance, where the data set does not hold it.

    Raises
    ------
    InputError
        If something is unknown, or does not fit the task.
    DesignError
        If the design cannot be applied to these data.
    """
    _check_seed(seed)
    dataset = dataset_of(dataset, groups)
    usual = "error" if dataset.task == "classification" else "mse"
    chosen_measure = _checked_measure(usual if measure is None else measure, dataset.task)
    costed = "cost" if dataset.classes else chosen_measure  # classes can be looked at by their costs later
    matrix = loss_matrix(losses, len(dataset.classes), costed)
    if tuning is not None and not isinstance(tuning, Tuning):
        raise InputError(f"must be a core.Tuning, not {short(tuning)}.", "tuning")
    entrants = entrants_of(learners, dataset.task, tuned=tuning is not None)
    plan_design = _design(design, dataset.task)
    _check_size(plan_design, dataset)
    splits = plan_design.splits(dataset)
    spec = ExperimentSpec(
        fingerprint=dataset.fingerprint,
        learners=tuple(entrant.spec for entrant in entrants),
        design=_design_spec(plan_design, design),
        measure=chosen_measure,
        seed=seed,
        tuning=tuning,
        losses=frozen_losses(matrix),
    )
    everything = np.arange(len(dataset))
    apparent = (Split(everything, everything, 0, 0),) if plan_design.key == "bootstrap" else ()
    return Plan(dataset, spec, plan_design, entrants, splits, apparent)


def plan_of(spec: ExperimentSpec, dataset: Dataset) -> Plan:
    """Lay out a specification again, for the data set that it was made for.

    Raises
    ------
    InputError
        If the data set is another one.
    """
    if dataset.fingerprint != spec.fingerprint:
        raise InputError(
            f"the specification was made for other data (fingerprint {spec.fingerprint[:12]}…, "
            f"these have {dataset.fingerprint[:12]}…).",
            dataset.name,
            "Load the data it was made for, with the same target, roles and set-aside test set.",
        )
    design = make_design(spec.design.key, **dict(spec.design.options))
    return make_plan(
        dataset,
        spec.learners,
        design,
        spec.measure,
        seed=spec.seed,
        tuning=spec.tuning,
        losses=spec.losses,
    )


def _check_size(design: Design, dataset: Dataset) -> None:
    if design.key in (None, "predefined"):
        return
    pairs = design.get_n_splits(dataset.X, dataset.truth, dataset.groups)
    if pairs * len(dataset) > MOST_POSITIONS:
        raise DesignError(
            f"{pairs:,} pairs of {len(dataset):,} instances are more than can be held at once.",
            design.title,
            "Choose 5-fold or 10-fold cross-validation: with so many instances they lose nothing."
            if pairs <= len(dataset)
            else f"Ask for fewer pairs: at most {MOST_POSITIONS // len(dataset):,} of so many instances can be held.",
        )


def _check_seed(seed: Any) -> None:
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise InputError(f"must be a whole number from 0 on, not {short(seed)}.", "seed")


def dataset_of(given: Any, groups: Any = None) -> Dataset:
    """The data set that is meant: one, or what `core.read_dataset` reads, such as scikit-learn's (X, y).

    Raises
    ------
    InputError
        If it is no table, or there is not one group for each instance.
    """
    dataset = given if isinstance(given, Dataset) else read_dataset(given)
    if groups is None:
        return dataset
    try:
        labels = pd.Series(groups).reset_index(drop=True)
    except (ValueError, TypeError):
        labels = pd.Series(dtype="str")
    if len(labels) != len(dataset) or labels.isna().any() or not labels.map(np.isscalar).all():
        raise InputError(
            f"must hold one label for each of the {len(dataset)} instances, not {short(groups)}.", "groups"
        )
    return replace(dataset, groups=labels, fingerprint="")


def _checked_measure(measure: Any, task: str) -> str:
    entry = measure_named(measure)
    if task not in entry.tasks:
        fitting = [key for key, other in MEASURES.items() if task in other.tasks]
        raise NotApplicable(
            f"{entry.title} is not a measure for {task}.", "measure", f"Choose one of {', '.join(fitting)}."
        )
    return entry.key


def _design(design: Any, task: str) -> Design:
    if isinstance(design, str):
        return make_design(design)
    if _is_count(design):
        return make_design("k_fold", k=int(design), stratified=task == "classification")
    return from_splitter(design)


def _is_count(design: Any) -> bool:
    return isinstance(design, int | np.integer) and not isinstance(design, bool)


def _design_spec(design: Design, asked: Any) -> DesignSpec:
    if isinstance(asked, str | Design) or _is_count(asked):
        return design.spec
    return DesignSpec("splitter", options_of({"splitter": design.title}))


@cache
def computed_by() -> tuple[str, ...]:
    """What decides the last digits besides a plan: versions, and the kernels of linear algebra on this processor."""
    import scipy.linalg  # brings its own kernels, which have to be there to be named
    import sklearn
    from threadpoolctl import threadpool_info

    libraries = [library for library in threadpool_info() if library["user_api"] == "blas"]
    kernels = {str(library.get("architecture") or library["internal_api"]) for library in libraries}
    return sklearn.__version__, np.__version__, scipy.__version__, *sorted(kernels)
