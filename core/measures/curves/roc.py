"""Curves over all thresholds: ROC with its area, precision–recall.

Reference: I2ML 19.7 and Tables 19.1, 19.2; Fawcett 2006; Davis & Goadrich 2006.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from core.errors import InputError, NotApplicable
from core.measures.curves.area import area_of_corners
from core.measures.curves.thresholds import ThresholdTable, threshold_table
from core.records import Array


@dataclass(frozen=True, eq=False)
class RocCurve:
    """True-positive rate over false-positive rate, every corner of it.

    Attributes
    ----------
    table : ThresholdTable
        The counts behind the corners.
    """

    table: ThresholdTable

    @property
    def fpr(self) -> Array:
        """False-positive rates, from 0 to 1."""
        return self.table.fpr

    @property
    def tpr(self) -> Array:
        """True-positive rates, from 0 to 1."""
        return self.table.tpr

    @property
    def thresholds(self) -> Array:
        """Infinity, then the distinct scores downwards: a corner calls every score ≥ its threshold positive."""
        return self.table.thresholds

    @cached_property
    def auc(self) -> float:
        """P(score⁺ > score⁻) + ½ P(score⁺ = score⁻): the area under the corners joined by straight lines."""
        return area_of_corners(self.table.tp, self.table.fp)

    def partial_auc(self, max_fpr: float, *, standardised: bool = False) -> float:
        """Area left of a false-positive rate.

        Parameters
        ----------
        max_fpr : float
            In (0, 1].
        standardised : bool
            Map it to ½ for guessing and 1 for a perfect score (McClish 1989).

        Raises
        ------
        InputError
            If `max_fpr` is outside (0, 1].
        """
        if not 0 < max_fpr <= 1:
            raise InputError(f"must lie above 0 and not above 1, not {max_fpr!r}.", "max_fpr")
        stop = int(np.searchsorted(self.fpr, max_fpr, side="right"))
        fpr = np.r_[self.fpr[:stop], max_fpr]
        tpr = np.r_[
            self.tpr[:stop], np.interp(max_fpr, self.fpr[stop - 1 : stop + 1], self.tpr[stop - 1 : stop + 1])
        ]
        area = float(np.trapezoid(tpr, fpr))
        if not standardised:
            return area
        guessing = max_fpr**2 / 2
        return 0.5 * (1 + (area - guessing) / (max_fpr - guessing))

    @property
    def frame(self) -> pd.DataFrame:
        """One row per corner: fpr, tpr, threshold."""
        return pd.DataFrame({"fpr": self.fpr, "tpr": self.tpr, "threshold": self.thresholds})


@dataclass(frozen=True, eq=False)
class PrecisionRecallCurve:
    """Precision over recall, from the highest score downwards.

    Corner 0 of the table, where nothing is called positive, has no precision (0/0) and is not on the curve.

    Attributes
    ----------
    table : ThresholdTable
    """

    table: ThresholdTable

    @property
    def recall(self) -> Array:
        """tp/p, growing to 1."""
        return self.table.tpr[1:]

    @property
    def precision(self) -> Array:
        """tp/p′."""
        return self.table.precision[1:]

    @property
    def thresholds(self) -> Array:
        """The distinct scores downwards."""
        return self.table.thresholds[1:]

    @property
    def prior(self) -> float:
        """Share of the positive class: the precision of guessing."""
        return self.table.prior

    @cached_property
    def average_precision(self) -> float:
        """Σ (R_k − R_{k−1}) P_k: precision weighted by the steps of recall; no interpolation."""
        return float(np.sum(np.diff(self.table.tpr) * self.precision))

    @property
    def frame(self) -> pd.DataFrame:
        """One row per corner: recall, precision, threshold."""
        return pd.DataFrame(
            {"recall": self.recall, "precision": self.precision, "threshold": self.thresholds}
        )


def roc(y: Any, scores: Any, positive: Hashable | None = None) -> RocCurve:
    """Receiver operating characteristic of a score, all corners.

    Parameters
    ----------
    y : array-like of length N
        Classes; `positive` is needed unless they are boolean or 0 and 1.
    scores : array-like of length N
        Score of the positive class, the higher the more positive; never turned round.
    positive : label, optional

    Raises
    ------
    NotApplicable
        If one of the two classes does not occur.
    InputError
        If lengths differ, a score is not a number, or the positive class is unknown.

    Reference: I2ML 19.7; Fawcett 2006, algorithm 1.

    Examples
    --------
    >>> curve = roc([1, 1, 0, 0], [0.9, 0.6, 0.6, 0.1])
    >>> curve.fpr.tolist(), curve.tpr.tolist(), curve.auc
    ([0.0, 0.0, 0.5, 1.0], [0.0, 0.5, 1.0, 1.0], 0.875)
    """
    return roc_of(threshold_table(y, scores, positive))


def roc_of(table: ThresholdTable) -> RocCurve:
    """ROC curve of counted thresholds.

    Raises
    ------
    NotApplicable
        If a class is missing.
    """
    if not table.positives or not table.negatives:
        lacking = "positive" if not table.positives else "negative"
        raise NotApplicable(
            f"there is no {lacking} instance among {table.size}, so the ROC curve and its area are undefined.",
            "y",
            "Both classes must occur; stratified folds see to it.",
        )
    return RocCurve(table)


def precision_recall(y: Any, scores: Any, positive: Hashable | None = None) -> PrecisionRecallCurve:
    """Precision and recall of a score at all thresholds.

    Parameters and errors as in `roc`; only the positive class must occur.

    Reference: I2ML Table 19.2; Davis & Goadrich 2006.
    """
    return precision_recall_of(threshold_table(y, scores, positive))


def precision_recall_of(table: ThresholdTable) -> PrecisionRecallCurve:
    """Precision–recall curve of counted thresholds.

    Raises
    ------
    NotApplicable
        If there is no positive.
    """
    if not table.positives:
        raise NotApplicable(
            f"there is no positive instance among {table.size}, so recall is undefined.",
            "y",
            "The positive class must occur; stratified folds see to it.",
        )
    return PrecisionRecallCurve(table)


class LiftCurve(NamedTuple):
    """Lift over the share called positive, and the corner of the table that each point leads to."""

    called: Array
    lift: Array
    corners: Array


def lift_curve(table: ThresholdTable, points: int = 100) -> LiftCurve:
    """Lift at every corner, and between corners far apart.

    Instances of equal scores are called in any order: between two corners the tp-rate grows in a straight line, and the
    lift, its ratio to the share called, does not.

    Parameters
    ----------
    table : ThresholdTable
        With positives.
    points : int
        Shares, evenly spread, at which the curve has a point besides the corners.
    """
    share = np.union1d(table.called[1:], np.linspace(0, 1, points + 1)[1:])
    lift = np.interp(share, table.called, table.tpr) / share
    reached = np.searchsorted(table.called, share - 1e-12)
    return LiftCurve(np.r_[0.0, share], np.r_[lift[:1], lift], np.r_[reached[:1], reached])
