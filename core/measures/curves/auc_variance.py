"""An area under the ROC curve and its variance from one sort of each class.

Reference: DeLong, DeLong & Clarke-Pearson 1988, eqs. 4–8; Sun & Xu 2014.
"""

from collections.abc import Hashable
from typing import Any, NamedTuple

import numpy as np

from core.errors import NotApplicable
from core.measures.curves.area import negatives_below
from core.measures.curves.thresholds import ranked_input
from core.records import Array


class AreaWithVariance(NamedTuple):
    """An area under the ROC curve and the variance of its estimate (NaN with fewer than two of a class)."""

    auc: float
    variance: float


def area_with_variance(y: Any, scores: Any, positive: Hashable | None = None) -> AreaWithVariance:
    """Area under the ROC curve with DeLong's variance, in O(n log n) and without ranking all scores together.

    Parameters as in `roc`.

    The placement of a positive is the share of the negatives below it, ties counted half. The sorted positives
    are looked up among the sorted negatives once; the placements of the negatives are those numbers, counted.

    Raises
    ------
    InputError
        As `roc`; `NotApplicable` if one class does not occur.

    Examples
    --------
    >>> area_with_variance([1, 1, 0, 0], [0.9, 0.6, 0.6, 0.1])
    AreaWithVariance(auc=0.875, variance=0.03125)
    """
    truth, given = ranked_input(y, scores, positive)
    # positions first: picking by a random mask costs more than sorting what it picks
    high, low = given.take(np.flatnonzero(truth)), given.take(np.flatnonzero(~truth))
    if not len(high) or not len(low):
        raise NotApplicable("one class does not occur, so the area is undefined.", "y")
    high.sort()
    low.sort()
    below, up_to = negatives_below(high, low)
    if up_to is below:
        return _area(below, len(high), len(low))
    return _tied_area(below, up_to, len(high), len(low))


def _area(below: Array, p: int, n: int) -> AreaWithVariance:
    not_above = np.bincount(below, minlength=n + 1)[:n]
    np.cumsum(not_above, out=not_above)
    return _variance(_moments(below), _moments(np.subtract(p, not_above, out=not_above)), p, n)


def _tied_area(below: Array, up_to: Array, p: int, n: int) -> AreaWithVariance:
    """With ties: counts are doubled, so that half a tie stays a whole number."""
    not_above = np.bincount(below, minlength=n + 1) + np.bincount(up_to, minlength=n + 1)
    return _variance(_moments(below + up_to), _moments(2 * p - np.cumsum(not_above)[:n]), 2 * p, 2 * n)


def _moments(counts: Array) -> tuple[float, float, int]:
    """Mean, sum of squared distances from it, and number of some counts."""
    mean = float(counts.mean())
    apart = counts - mean
    np.square(apart, out=apart)  # not a dot product: BLAS would spin up threads for it
    return mean, float(apart.sum()), len(counts)


def _variance(
    of_positives: tuple[float, float, int], of_negatives: tuple[float, float, int], p: int, n: int
) -> AreaWithVariance:
    """Placements are counts over `n` for positives and over `p` for negatives."""
    auc = of_positives[0] / n
    terms = []
    for (_, squares, size), unit in ((of_positives, n), (of_negatives, p)):
        terms.append(squares / unit**2 / (size - 1) / size if size > 1 else float("nan"))
    return AreaWithVariance(auc, sum(terms))
