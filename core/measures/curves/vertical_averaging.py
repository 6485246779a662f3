"""Curves of several folds → one curve, by averaging vertically.

Reference: Fawcett 2006, algorithm 3; Provost, Fawcett & Kohavi 1998.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.errors import InputError
from core.measures.curves.roc import RocCurve
from core.records import Array


@dataclass(frozen=True, eq=False)
class VerticalAverage:
    """Mean true-positive rate of several ROC curves at every false-positive rate.

    Attributes
    ----------
    fpr : array of length m
        Every rate that occurs twice: before and after the curves rise there.
    tpr, sd : arrays of length m
        Mean and standard deviation over the curves; the deviation is a spread, not an interval. NaN for one curve.
    curves : int
    """

    fpr: Array
    tpr: Array
    sd: Array
    curves: int

    @property
    def auc(self) -> float:
        """Area under the averaged curve: the mean of the areas."""
        return float(np.trapezoid(self.tpr, self.fpr))

    @property
    def frame(self) -> pd.DataFrame:
        """One row per corner."""
        return pd.DataFrame({"fpr": self.fpr, "tpr": self.tpr, "sd": self.sd})


MOST_RATES = 2000


def vertical_average(curves: Sequence[RocCurve]) -> VerticalAverage:
    """Average ROC curves at equal false-positive rates.

    Raises
    ------
    InputError
        If there is no curve.
    """
    if not curves:
        raise InputError("there is no curve to average.", "curves")
    rates = np.unique(np.concatenate([curve.fpr for curve in curves]))
    if len(rates) > MOST_RATES:  # too many to matter: the grid is then finer than any screen
        rates = np.linspace(0, 1, MOST_RATES + 1)
    heights = np.array([_heights(curve, rates) for curve in curves])
    sd = heights.std(axis=0, ddof=1) if len(curves) > 1 else np.full(heights.shape[1], np.nan)
    return VerticalAverage(np.repeat(rates, 2), heights.mean(axis=0), sd, len(curves))


def _heights(curve: RocCurve, rates: Array) -> Array:
    """Heights just before and just after the curve's rise at each rate, alternating."""
    first = np.r_[True, np.diff(curve.fpr) > 0]
    last = np.r_[first[1:], True]
    before = np.interp(rates, curve.fpr[first], curve.tpr[first])
    after = np.interp(rates, curve.fpr[last], curve.tpr[last])
    at = np.isin(rates, curve.fpr)
    # between two of its corners a curve has one height: the line from the last to the first of the next
    line = np.interp(rates, *_opened(curve, first, last))
    return np.column_stack([np.where(at, before, line), np.where(at, after, line)]).ravel()


def _opened(curve: RocCurve, first: Array, last: Array) -> tuple[Array, Array]:
    """The curve with each vertical rise cut to its two ends, a hair apart, for interpolation between corners."""
    x, low, high = curve.fpr[first], curve.tpr[first], curve.tpr[last]
    fpr = np.column_stack([x, np.nextafter(x, 2.0)]).ravel()
    return fpr, np.column_stack([low, high]).ravel()
