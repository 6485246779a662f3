"""The area under the ROC curve: whole numbers of ordered pairs, divided once.

Whoever needs the AUC of some scores asks here. Three keep a form of their own: DeLong's variance and the placements of
many experiments at once take the area from the means that they need anyway, whose last digit may differ, and the
bootstrap counts pairs of resampled instances by weights.

Reference: Fawcett 2006, section 7; Hanley & McNeil 1982.
"""

import numpy as np

from core.records import Array


def area(positives: Array, negatives: Array) -> float:
    """P(score⁺ > score⁻) + ½ P(score⁺ = score⁻) over all pairs, the area under the ROC curve.

    Parameters
    ----------
    positives, negatives : arrays of scores
        Neither empty.

    Examples
    --------
    >>> area(np.array([0.9, 0.6]), np.array([0.6, 0.1]))
    0.875
    """
    below, up_to = negatives_below(np.sort(positives), np.sort(negatives))
    return _share(below.sum() + up_to.sum(), len(positives), len(negatives))


def area_of_corners(tp: Array, fp: Array) -> float:
    """The same from the counts at every corner of the curve: the area under straight lines that join them.

    Parameters
    ----------
    tp, fp : arrays of whole numbers
        Positives and negatives with scores as high as each threshold, from none to all.
    """
    return _share(np.sum(np.diff(fp) * (tp[1:] + tp[:-1])), tp[-1], fp[-1])


def weighted_areas(positive: Array, scores: Array, weights: Array) -> Array:
    """The same for any number of weightings of the instances at once; NaN where one side has no weight.

    Parameters
    ----------
    positive : bool array of length m
    scores : array of length m
    weights : array, … × m
        How often each instance counts.
    """
    mine, others = (np.flatnonzero(side) for side in (positive, ~positive))
    if not len(others):
        return np.full(weights.shape[:-1], np.nan)
    mine, others = (at[np.argsort(scores[at], kind="stable")] for at in (mine, others))
    below, up_to = negatives_below(scores[mine], scores[others])
    tp, fp = weights.take(mine, axis=-1), np.zeros((*weights.shape[:-1], len(others) + 1))
    np.cumsum(weights.take(others, axis=-1), axis=-1, out=fp[..., 1:])
    pairs = fp.take(below, axis=-1)
    pairs = 2 * pairs if up_to is below else pairs + fp.take(up_to, axis=-1)
    doubled = np.einsum("...i,...i->...", tp, pairs)
    with np.errstate(invalid="ignore"):
        return np.asarray(doubled / (2.0 * tp.sum(axis=-1) * fp[..., -1]))


def negatives_below(positives: Array, negatives: Array) -> tuple[Array, Array]:
    """For each positive, how many negatives are below it, and how many are not above it.

    Parameters
    ----------
    positives, negatives : ascending arrays of scores

    Returns
    -------
    below, up_to : int arrays
        The same object where no positive is equal to a negative.
    """
    below = np.searchsorted(negatives, positives)
    if not np.any(negatives.take(below, mode="clip") == positives):
        return below, below
    return below, np.searchsorted(negatives, positives, side="right")


def _share(doubled: int, positives: int, negatives: int) -> float:
    """Pairs that are ordered rightly, ties half, among all pairs; counted twice to stay whole."""
    return float(doubled / (2 * int(positives) * int(negatives)))
