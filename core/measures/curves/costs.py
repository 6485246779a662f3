"""What decisions cost: expected cost at every threshold, the cheapest one, iso-cost lines, cost curves.

Reference: I2ML 19.7; Elkan 2001; Provost & Fawcett 2001; Drummond & Holte 2006.
"""

from dataclasses import dataclass
from math import isfinite
from typing import NamedTuple

import numpy as np

from core.errors import InputError
from core.measures.curves.roc_hull import convex_hull
from core.measures.curves.thresholds import ThresholdTable
from core.records import Array, Losses


@dataclass(frozen=True)
class Costs:
    """Costs of the four outcomes per instance; a benefit is a negative cost.

    Attributes
    ----------
    fp, fn : float
        Cost of a false alarm and of a miss.
    tp, tn : float
        Cost of the right decisions, usually 0.

    Raises
    ------
    InputError
        If a mistake does not cost more than the right decision on the same instance.
    """

    fp: float = 1.0
    fn: float = 1.0
    tp: float = 0.0
    tn: float = 0.0

    def __post_init__(self) -> None:
        for name in ("fp", "fn", "tp", "tn"):
            if not isfinite(getattr(self, name)):
                raise InputError(f"must be a finite number, not {getattr(self, name)!r}.", name)
        for wrong, right in (("fp", "tn"), ("fn", "tp")):
            if getattr(self, wrong) <= getattr(self, right):
                raise InputError(
                    f"must be greater than the cost of {right}, {getattr(self, right):g}, "
                    f"not {getattr(self, wrong):g}.",
                    wrong,
                    "A mistake has to cost more than the right decision; otherwise nothing is to be decided.",
                )

    def matrix(self, *, positive_first: bool) -> Losses:
        """The same as losses, by the true class from row to row, by the assigned one from column to column."""
        rows = ((self.tn, self.fp), (self.fn, self.tp))
        return tuple(row[::-1] for row in rows[::-1]) if positive_first else rows

    def expected(self, table: ThresholdTable, prior: float | None = None) -> Array:
        """Expected cost per instance at every corner.

        Parameters
        ----------
        table : ThresholdTable
            With both classes.
        prior : float, optional
            Share of the positive class where the decisions will be made; that of the table when not given.
        """
        return self.of_rates(table.tpr, table.fpr, table.prior if prior is None else prior)

    def of_rates(self, tpr: Array, fpr: Array, prior: float) -> Array:
        """Expected cost per instance of these rates, at this share of the positive class."""
        share = checked_prior(prior)
        of_positives = self.fn + (self.tp - self.fn) * tpr
        of_negatives = self.tn + (self.fp - self.tn) * fpr
        return np.asarray(share * of_positives + (1 - share) * of_negatives)

    def at_corner(self, table: ThresholdTable, corner: int, prior: float) -> float:
        """Expected cost per instance of one corner; at the prior of the table from its counts, without rounding."""
        if prior != table.prior:
            return float(self.of_rates(table.tpr[corner], table.fpr[corner], prior))
        tp, fn, fp, tn = table.counts(corner)
        return (self.tp * tp + self.fn * fn + self.fp * fp + self.tn * tn) / table.size

    def best_corner(self, table: ThresholdTable, prior: float | None = None) -> int:
        """Corner with the smallest expected cost; of several, the one that calls the fewest positive."""
        expected = self.expected(table, prior)
        return int(np.argmax(expected <= expected.min() * (1 + 1e-12) + 1e-15))

    def slope(self, prior: float) -> float:
        """Slope of the iso-cost lines in the ROC plane: (n/p)·(c_fp − c_tn)/(c_fn − c_tp).

        Reference: Provost & Fawcett 2001, section 3.2.
        """
        share = checked_prior(prior)
        return (1 - share) / share * (self.fp - self.tn) / (self.fn - self.tp)

    def bayes_threshold(self, base: float | None = None, prior: float | None = None) -> float:
        """Cheapest θ if the scores were calibrated probabilities.

        Parameters
        ----------
        base, prior : float, optional
            Share of the positive class for which the scores are calibrated, and where decisions will be made;
            without both they are taken as equal.

        Reference: Elkan 2001, eqs. 2 and 10.
        """
        odds = (self.fp - self.tn) / (self.fn - self.tp)
        if base is not None and prior is not None:
            odds *= (1 - checked_prior(prior)) / prior * checked_prior(base) / (1 - base)
        return odds / (1 + odds)

    def weight(self, prior: float) -> float:
        """PC(+) of a cost curve: the part of the expected cost that positives carry.

        Reference: Drummond & Holte 2006, eq. 8.
        """
        return 1 / (1 + self.slope(prior))


def checked_prior(prior: float) -> float:
    """Return a share of the positive class, or refuse it.

    Raises
    ------
    InputError
        If it does not lie strictly between 0 and 1.
    """
    if not 0 < prior < 1:
        raise InputError(f"must lie strictly between 0 and 1, not {prior!r}.", "prior")
    return float(prior)


class CostCurve(NamedTuple):
    """Normalised expected cost of the best threshold over the weight of the positives, piecewise linear."""

    weight: Array
    cost: Array


def cost_curve(table: ThresholdTable) -> CostCurve:
    """Lower envelope of the lines (1 − tpr)·w + fpr·(1 − w) of all corners, w from 0 to 1.

    Reference: Drummond & Holte 2006, section 3.
    """
    corners = convex_hull(table.fpr, table.tpr)
    fpr, tpr = table.fpr[corners], table.tpr[corners]
    across, up = np.diff(fpr), np.diff(tpr)
    weight = np.unique(np.r_[0.0, across / (across + up), 1.0])
    return CostCurve(weight, normalised_cost(fpr, tpr, weight).min(axis=0))


def normalised_cost(fpr: Array, tpr: Array, weight: Array) -> Array:
    """Cost lines of some corners at some weights: corners × weights."""
    return np.asarray(np.outer(1 - tpr, weight) + np.outer(fpr, 1 - weight))


class Preference(NamedTuple):
    """A stretch of weights of the positives on which one of two learners costs less."""

    low: float
    high: float
    better: int


def preferences(first: ThresholdTable, second: ThresholdTable) -> tuple[Preference, ...]:
    """Under which losses each of two scores is cheaper, each at its own best threshold.

    Returns
    -------
    tuple of Preference
        Stretches of the weight w = PC(+) in order; `better` is 0 for the first, 1 for the second, and −1 where
        both cost the same. The slope of the iso-cost lines is (1 − w)/w.

    Reference: Drummond & Holte 2006, section 4.
    """
    one, two = cost_curve(first), cost_curve(second)
    weight = np.unique(np.r_[one.weight, two.weight])
    gap = np.interp(weight, one.weight, one.cost) - np.interp(weight, two.weight, two.cost)
    gap[np.abs(gap) < 1e-12] = 0.0
    turns = np.flatnonzero(gap[:-1] * gap[1:] < 0)
    share = gap[turns] / (gap[turns] - gap[turns + 1])
    ends = np.unique(np.r_[weight, weight[turns] + share * np.diff(weight)[turns]])
    middles = np.interp((ends[1:] + ends[:-1]) / 2, weight, gap)
    signs = np.sign(np.where(np.abs(middles) < 1e-12, 0.0, middles))
    starts = np.r_[0, np.flatnonzero(np.diff(signs)) + 1]
    stops = np.r_[starts[1:], len(signs)]
    who = {-1.0: 0, 1.0: 1, 0.0: -1}
    return tuple(
        Preference(float(ends[a]), float(ends[b]), who[float(signs[a])])
        for a, b in zip(starts, stops, strict=True)
    )
