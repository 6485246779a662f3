"""Scores of every learner for one class: its thresholds by fold, by replicate, and pooled; each computed once."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np

from core.errors import NotApplicable
from core.measures.curves.one_vs_rest import one_against_rest
from core.measures.curves.roc import RocCurve, roc_of
from core.measures.curves.thresholds import ThresholdTable, threshold_table
from core.measures.curves.vertical_averaging import VerticalAverage, vertical_average
from core.records import Array, FoldPredictions, Predictions, ScoreKind
from core.written import fold_name

Grouping = Literal["pooled", "replicates", "folds"]
_MOST_SORTED = 10_000_000
"""Scores that are sorted before anybody has chosen a class."""


@dataclass(frozen=True, eq=False)
class ScoredInstances:
    """All predictions of one learner, one after the other.

    Attributes
    ----------
    positions : int array of length m
        Of the instances in `Predictions.truth`; an instance of a repeated design occurs more than once.
    truth : bool array of length m
    scores : array of length m
    """

    positions: Array
    truth: Array
    scores: Array

    @cached_property
    def times(self) -> tuple[int, int]:
        """How often an instance occurs, of those that do: at least, and at most."""
        counted = np.unique(self.positions, return_counts=True)[1]
        return int(counted.min(initial=len(self.positions))), int(counted.max(initial=0))

    @property
    def repeated(self) -> bool:
        """Whether an instance occurs more than once."""
        return self.times[1] > 1


@dataclass(frozen=True, eq=False)
class ScoredClass:
    """Two-class predictions, asked for their curves.

    Attributes
    ----------
    predictions : Predictions
        Of two classes, the second one positive, as `one_against_rest` gives them.
    """

    predictions: Predictions
    _tables: dict[tuple[str, Grouping], dict[str, ThresholdTable]] = field(default_factory=dict, repr=False)

    @cached_property
    def learners(self) -> tuple[str, ...]:
        """Learners that gave scores, in their order."""
        return tuple(name for name in self.predictions.learners if name not in self.without_scores)

    @cached_property
    def without_scores(self) -> dict[str, str]:
        """Learners without a curve, and why."""
        reasons = {}
        for name in self.predictions.learners:
            mine = self.predictions.of(name)
            if not mine:
                reasons[name] = "it has no predictions"
            elif any(item.scores is None for item in mine):
                reasons[name] = "it gave labels only, no scores"
            elif any(np.isnan(item.scores).any() for item in mine if item.scores is not None):
                reasons[name] = "some of its scores are missing"
        return reasons

    @cached_property
    def prior(self) -> float:
        """Share of the positive class among all that was to be predicted, whoever failed on some of it."""
        positives = self.predictions.truth[self.predictions.validated] == 1
        return int(positives.sum()) / len(positives)

    def kind(self, learner: str) -> ScoreKind:
        """Whether a learner gave probabilities or decision values."""
        return self.predictions.of(learner)[0].score_kind or "decision"

    def labelled_otherwise(self, learner: str) -> tuple[int, int]:
        """Predictions whose label is not the one that a threshold of ½ gives, and how many of them score just that."""
        own = 0.5 if self.kind(learner) == "probability" else 0.0
        parts = self.predictions.of(learner)
        scores, labels = self._gathered(parts).scores, np.concatenate([item.predicted for item in parts])
        otherwise = (scores > own) != (labels == 1)
        return int(otherwise.sum()), int((otherwise & (scores == own)).sum())

    def instances(self, learner: str) -> ScoredInstances:
        """Every prediction of a learner."""
        return self._gathered(self.predictions.of(learner))

    def table(self, learner: str) -> ThresholdTable:
        """Thresholds over all predictions pooled, whatever fold they come from."""
        return self.tables(learner, "pooled")["all predictions pooled"]

    def tables(self, learner: str, by: Grouping) -> dict[str, ThresholdTable]:
        """Thresholds by fold, by replicate or pooled; keyed by what they are."""
        if (learner, by) not in self._tables:
            self._tables[learner, by] = self._split(learner, by)
        return self._tables[learner, by]

    def curves(self, learner: str, by: Grouping) -> dict[str, RocCurve]:
        """ROC curves by fold, by replicate or pooled; groups with one class only are left out."""
        found = self.tables(learner, by)
        return {name: roc_of(table) for name, table in found.items() if table.positives and table.negatives}

    def undefined(self, learner: str, by: Grouping) -> tuple[str, ...]:
        """Groups that lack a class, so that they have no curve and no area."""
        return tuple(set(self.tables(learner, by)) - set(self.curves(learner, by)))

    def average(self, learner: str) -> VerticalAverage:
        """Vertical average of the curves of the folds.

        Raises
        ------
        NotApplicable
            If no fold holds both classes.
        """
        curves = list(self.curves(learner, "folds").values())
        if not curves:
            raise NotApplicable(
                "no fold holds both classes, so no fold has a curve.",
                learner,
                "See the pooled curve instead.",
            )
        return vertical_average(curves)

    def _split(self, learner: str, by: Grouping) -> dict[str, ThresholdTable]:
        if by == "pooled":
            return {"all predictions pooled": self._table(self.predictions.of(learner))}
        groups: dict[str, list[FoldPredictions]] = {}
        for item in self.predictions.of(learner):
            name = fold_name(item.replicate, item.fold, repeated=self.predictions.repeated)
            groups.setdefault(f"replicate {item.replicate}" if by == "replicates" else name, []).append(item)
        return {name: self._table(tuple(items)) for name, items in groups.items()}

    def _gathered(self, items: tuple[FoldPredictions, ...]) -> ScoredInstances:
        positions = np.concatenate([item.positions for item in items])
        scores = np.concatenate([np.ravel(np.asarray(item.scores, dtype=float)) for item in items])
        return ScoredInstances(positions, self.predictions.truth[positions] == 1, scores)

    def _table(self, items: tuple[FoldPredictions, ...]) -> ThresholdTable:
        found = self._gathered(items)
        return threshold_table(found.truth, found.scores)


def hardest_class(predictions: Predictions) -> Hashable | None:
    """The class that is hardest to tell from the rest: the lowest pooled AUC, as the mean of the learners with scores.

    None where one is named as positive, there are no three, nobody gave scores, or all are told equally well; and where
    scores are too many to be sorted for each class.
    """
    classes = predictions.classes
    amount = len(predictions.validated) * len(predictions.learners) * len(classes)
    if len(classes) < 3 or predictions.positive in classes or amount > _MOST_SORTED:
        return None
    means = {}
    for label in sorted(classes, key=lambda label: label != predictions.opening_class):
        scored = ScoredClass(one_against_rest(predictions, label))
        areas = [curve.auc for name in scored.learners for curve in scored.curves(name, "pooled").values()]
        if areas:
            means[label] = sum(areas) / len(areas)
    return min(means, key=means.__getitem__) if len(set(means.values())) > 1 else None
