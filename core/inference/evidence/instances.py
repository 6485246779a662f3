"""Predictions for the same instances, one each → counts, losses and scores that tests by instance take."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from core.errors import InputError, NotApplicable
from core.measures import (
    MEAN_LOSSES,
    MEASURES,
    Contingency,
    Fold,
    LossKind,
    MeasureEntry,
    Undefined,
    contingency,
    instance_losses,
)
from core.records import Array, FoldPredictions, Losses, Predictions, Task

_COUNTED = ("error", "cost")
SQUARED = ("rmse", "r2")
"""Measures that are no means of losses, but move with the mean of the squared errors of the same instances."""
LOSSES = {
    **{measure: kind for measure, kind in MEAN_LOSSES.items() if measure not in _COUNTED},
    "rmse": "squared",
    "r2": "squared",
}
"""Loss of an instance that belongs to a measure; errors otherwise."""


def loss_kind(measure: str, task: Task, matrix: Losses | None) -> LossKind:
    """Which loss of an instance belongs to a measure.

    Parameters
    ----------
    measure : str
        Its key; empty where nobody said.
    task : str
        Of the predictions.
    matrix : losses or None
        What the measure "cost" makes of every mistake; without it each costs 1.
    """
    if measure == "cost" and matrix is not None:
        return "cost"
    return LOSSES.get(measure, "error" if task == "classification" else "squared")


@dataclass(frozen=True, eq=False)
class Instances:
    """Predictions in which every instance has at most one prediction of each learner.

    Attributes
    ----------
    predictions : Predictions
    by_group : bool
        Whether whatever judges them takes groups whole.

    Raises
    ------
    NotApplicable
        If instances come in groups that are not heeded, or not known.
    """

    predictions: Predictions
    by_group: bool = False

    def __post_init__(self) -> None:
        facts = self.predictions.facts
        if (
            facts is not None
            and facts.grouped
            and not (self.by_group and self.predictions.groups is not None)
        ):
            raise NotApplicable(
                "the instances come in groups, so they are not independent.",
                "instances",
                "Use a test on folds.",
            )

    def contingency(self, first: str, second: str) -> Contingency:
        """Count the instances that both, one or neither of two learners got wrong."""
        return contingency(self.predictions, first, second)

    def errors(self, learner: str) -> tuple[int, int]:
        """Errors and instances of one learner."""
        _, losses = self._losses(learner, "error")
        return int(losses.sum()), len(losses)

    def losses(
        self, first: str, second: str, measure: str, matrix: Losses | None = None
    ) -> tuple[Array, Array]:
        """Losses of two learners on the same instances, of the kind that belongs to the measure.

        `matrix` says what the measure "cost" makes of every mistake; without it each costs 1.

        Parameters
        ----------
        first, second : str
            Names of the learners.
        measure : str
            Key of the measure.
        matrix : losses, optional
            What the measure "cost" makes of every mistake; without it each costs 1.
        """
        kind = loss_kind(measure, self.predictions.task, matrix)
        costs = matrix if kind == "cost" else None
        (at, a), (other, b) = (self._losses(learner, kind, costs) for learner in (first, second))
        same_instances(at, other, first, second)
        return a, b

    def correct(self, learners: list[str]) -> Array:
        """1 where a learner is right: instances × learners."""
        columns = [self._losses(learner, "error") for learner in learners]
        for name, (at, _) in zip(learners[1:], columns[1:], strict=True):
            same_instances(columns[0][0], at, learners[0], name)
        return 1 - np.column_stack([losses for _, losses in columns])

    def scored(self, first: str, second: str) -> tuple[Array, Array, Array]:
        """Truth (1 for the positive class) and the scores of two learners for it, on the same instances.

        Raises
        ------
        InputError
            If the two were not judged on the same instances, or some were predicted twice.
        NotApplicable
            If there are not two classes, or a learner gave labels only.
        """
        (at, a), (other, b) = self._scores(first), self._scores(second)
        same_instances(at, other, first, second)
        return (self.predictions.truth[at] == self._positive).astype(float), a, b

    def pair(self, first: str, second: str, measure: str, matrix: Losses | None = None) -> dict[str, Any]:
        """Truth and what two learners said of the same instances, as far as a measure reads it.

        Parameters
        ----------
        first, second : str
            Names of the learners.
        measure : str
            Key of the measure.
        matrix : losses, optional
            Of the measure "cost".

        Raises
        ------
        InputError
            If the two were not judged on the same instances.
        NotApplicable
            If the measure is none of predictions, or some instances were predicted twice.
        """
        entry = MEASURES.get(measure)
        if entry is None or not entry.of_predictions:
            raise NotApplicable("the measure is not one of predictions.", "measure")
        (at, a), (other, b) = self._said(first, entry), self._said(second, entry)
        same_instances(at, other, first, second)
        held = self.predictions
        found = {"y": held.truth[at], "a": a, "b": b, "measure": measure}
        if held.classes:
            found["classes"] = len(held.classes)
            found["positive"] = None if len(held.classes) > 2 else self._positive
        groups = None if held.groups is None else np.unique(held.groups[at], return_inverse=True)[1]
        clustered = groups is not None and held.facts is not None and held.facts.grouped
        return found | {"losses": matrix, "groups": groups if clustered else None}

    def _said(self, learner: str, entry: MeasureEntry) -> tuple[Array, Array]:
        """Positions, and what the measure reads of this learner, one row per instance."""
        parts = self.predictions.of(learner)
        rows = [self._read(part, entry) for part in parts]
        positions = np.concatenate([part.positions for part in parts])
        order = np.argsort(positions, kind="stable")
        refuse_repeats(positions[order], learner)
        return positions[order], np.concatenate(rows)[order]

    def _read(self, part: FoldPredictions, entry: MeasureEntry) -> Array:
        if entry.needs == "labels":
            return part.predicted[:, None]
        if part.scores is None or (entry.needs == "probabilities" and part.score_kind != "probability"):
            raise NotApplicable(f"{part.learner} gave no {entry.needs}.", part.learner)
        try:
            return Fold(part, part.positions, tuple(map(str, self.predictions.classes))).scores
        except Undefined as reason:
            raise NotApplicable(f"{entry.title} is undefined: {reason}.", part.learner) from reason

    def _losses(self, learner: str, kind: Any, matrix: Losses | None = None) -> tuple[Array, Array]:
        pooled = instance_losses(self.predictions, learner, kind, losses=matrix)
        refuse_repeats(pooled.positions, learner)
        return pooled.positions, pooled.losses

    def _scores(self, learner: str) -> tuple[Array, Array]:
        if len(self.predictions.classes) != 2:
            raise NotApplicable("Two AUCs are compared where there are two classes.")
        parts = self.predictions.of(learner)
        scores = np.concatenate([self._positive_scores(part) for part in parts]) if parts else np.zeros(0)
        positions = np.concatenate([part.positions for part in parts]) if parts else np.zeros(0, dtype=int)
        order = np.argsort(positions, kind="stable")
        refuse_repeats(positions[order], learner)
        return positions[order], scores[order]

    def _positive_scores(self, part: FoldPredictions) -> Array:
        if part.scores is None:
            raise NotApplicable(f"{part.learner} gave labels only, no scores.", part.learner)
        if part.scores.ndim == 2 and part.scores.shape[1] == 2:
            return np.asarray(part.scores[:, self._positive], dtype=float)
        second = part.scores.ravel()
        return np.asarray(second if self._positive == 1 else -second, dtype=float)

    @property
    def _positive(self) -> int:
        if self.predictions.positive is None:
            return 1
        return self.predictions.classes.index(self.predictions.positive)


def refuse_repeats(positions: Array, learner: str) -> None:
    """Check that predictions may be pooled.

    Raises
    ------
    NotApplicable
        If an instance was predicted more than once.
    """
    if np.any(np.diff(positions) == 0):
        raise NotApplicable(
            "instances were predicted more than once (repeats, bootstrap); pooled, they are not independent.",
            learner,
            "Use a test on folds, such as the corrected t test.",
        )


def same_instances(one: Array, two: Array, first: str, second: str) -> None:
    """Check that two learners can be paired by instance.

    Parameters
    ----------
    one, two : arrays
        Sorted positions of the instances that they predicted.
    first, second : str
        Names of the learners.

    Raises
    ------
    InputError
        Unless both predicted the same instances.
    """
    if not np.array_equal(one, two):
        missing = len(np.setxor1d(one, two))
        raise InputError(
            f"the instances of {first} and {second} are not the same: {missing} have one prediction only.",
            "instances",
            "Let both learners predict the same validation sets.",
        )
