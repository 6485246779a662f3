"""The area under one learner's curve: pooled with its intervals, and the areas of its folds."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.errors import InputError
from core.inference.interpretation.summary import LearnerSummary, with_width
from core.inference.intervals.catalogue import interval
from core.inference.intervals.steps import displayed
from core.measures import ScoredClass, ScoredInstances, area_with_variance, bootstrap_areas, roc_of
from core.records import Array, DesignFacts, Interval

REPLICATES = 1000
INTERVALS = ("DeLong", "Hanley–McNeil", "bootstrap")
"""Intervals of a pooled area, in their order."""
GUESSING = 0.5
FEWEST_FOLDS = 5
"""Folds that are all below ½ by luck less often than once in twenty."""


@dataclass(frozen=True, eq=False)
class LearnerArea:
    """One learner's area.

    Attributes
    ----------
    learner : str
    pooled : float
        Of all predictions in one curve.
    intervals : mapping of one of `INTERVALS` to Interval
        Of the pooled area; empty where there are none.
    folds : LearnerSummary
        Of the areas of the folds.
    undefined : int
        Folds that lack a class, so that they have no area.
    """

    learner: str
    pooled: float
    intervals: dict[str, Interval]
    folds: LearnerSummary
    undefined: int

    @property
    def several_folds(self) -> bool:
        """Whether there is more than one fold, with an area or without."""
        return self.folds.scored + self.undefined > 1

    @property
    def low_by_pooling(self) -> bool:
        """Whether it lies below ½ although every fold has ½, as where a score is constant within each."""
        orders_nothing = self.folds.lowest == self.folds.highest == GUESSING
        return self.several_folds and orders_nothing and self.pooled < GUESSING

    @property
    def worse_than_guessing(self) -> bool:
        """Whether it orders worse than guessing beyond what luck explains.

        The interval of the mean over folds lies below ½, or DeLong's of a single curve: scores that are constant within
        each fold order nothing, but pooled they may lie anywhere. Where folds have no interval, or one without width,
        all are below ½.
        """
        found = with_width(self.folds.best_interval if self.several_folds else self.intervals.get("DeLong"))
        if found is not None:
            return found.high < GUESSING
        return self.folds.scored >= FEWEST_FOLDS and self.folds.highest < GUESSING


def why_not_pooled(facts: DesignFacts | None) -> str:
    """Why no interval may be computed from pooled predictions, as half a sentence; empty where one may."""
    if facts is not None and facts.grouped:
        return "instances come in groups, so they are not independent"
    if (facts is None or not facts.every_instance_once) and (facts is None or facts.pairs > 1):
        return "instances were predicted more than once, so pooled predictions are not independent"
    return ""


def learner_area(
    scored: ScoredClass,
    folds: LearnerSummary,
    level: float = 0.95,
    resample: Callable[[], Array] | None = None,
) -> LearnerArea:
    """Judge the area of one learner.

    Parameters
    ----------
    scored : ScoredClass
    folds : LearnerSummary
        Of the learner's areas over the folds, which names the learner.
    level : float
    resample : callable, optional
        Gives its `bootstrap_areas`, where they are kept; asked only where an interval may be computed.
    """
    name, found = folds.learner, dict[str, Interval]()
    if not why_not_pooled(scored.predictions.facts):
        try:
            found = _intervals(scored, name, level, resample)
        except InputError:
            found = {}
    pooled, undefined = roc_of(scored.table(name)).auc, scored.undefined(name, "folds")
    return LearnerArea(name, pooled, found, folds, len(undefined))


def _intervals(
    scored: ScoredClass, learner: str, level: float, resample: Callable[[], Array] | None
) -> dict[str, Interval]:
    """DeLong, Hanley–McNeil and percentile bootstrap; refused where a class has fewer than two instances."""
    given = scored.instances(learner)
    truth = given.truth.astype(float)
    known = [
        displayed(interval(key, level, y=truth, scores=given.scores), key)
        for key in ("auc_delong", "auc_hanley_mcneil")
    ]
    areas = bootstrap_areas(scored.table(learner), REPLICATES) if resample is None else resample()
    low, high = np.quantile(areas, [(1 - level) / 2, (1 + level) / 2])
    title = f"Percentile bootstrap, {len(areas)} samples within each class"
    return dict(zip(INTERVALS, [*known, Interval(float(low), float(high), level, title)], strict=True))


def class_area(scored: ScoredInstances, level: float = 0.95) -> tuple[float, Interval | None]:
    """Area of one class against the rest, and DeLong's interval where the variance is known."""
    area, variance = area_with_variance(scored.truth, scored.scores)
    if not np.isfinite(variance):
        return float(area), None
    found = interval("auc_delong", level, y=scored.truth, scores=scored.scores)
    return float(area), displayed(found, "auc_delong")
