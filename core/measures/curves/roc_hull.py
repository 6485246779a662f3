"""ROC curves → their convex hull, and where two of them cross (Provost & Fawcett 2001)."""

import numpy as np

from core.records import Array


def convex_hull(fpr: Array, tpr: Array) -> Array:
    """Corners on the upper convex hull: the only ones that are cheapest under some losses.

    Parameters
    ----------
    fpr, tpr : arrays of length m
        Both from 0 to 1, not decreasing.

    Returns
    -------
    int array
        Positions of the hull's corners; straight stretches keep their ends only.

    Reference: Provost & Fawcett 2001, section 3.
    """
    turn = np.ones(len(fpr), dtype=bool)  # only the upper left end of a step can be on the hull
    turn[1:-1] = (np.diff(tpr)[:-1] > 0) & (np.diff(fpr)[1:] > 0)
    kept: list[int] = []
    x, y = fpr.tolist(), tpr.tolist()
    for corner in np.flatnonzero(turn).tolist():
        while len(kept) > 1:
            a, b = kept[-2], kept[-1]
            if (x[b] - x[a]) * (y[corner] - y[a]) < (y[b] - y[a]) * (x[corner] - x[a]) - 1e-15:
                break
            kept.pop()
        kept.append(corner)
    return np.array(kept)


def crossings(fpr_a: Array, tpr_a: Array, fpr_b: Array, tpr_b: Array) -> Array:
    """Points where two ROC curves cross.

    Parameters
    ----------
    fpr_a, tpr_a, fpr_b, tpr_b : arrays
        Corners of the two curves, from left to right.

    Returns
    -------
    array of shape c × 2
        fpr and tpr of each crossing, from left to right; where the curves run together, the middle of that stretch.

    Along fpr + tpr both curves are functions, also where they rise vertically.
    """
    along = np.unique(np.r_[fpr_a + tpr_a, fpr_b + tpr_b])
    height = np.interp(along, fpr_a + tpr_a, tpr_a - fpr_a)
    gap = height - np.interp(along, fpr_b + tpr_b, tpr_b - fpr_b)
    apart = np.flatnonzero(np.abs(gap) > 1e-12)
    change = np.flatnonzero(gap[apart[:-1]] * gap[apart[1:]] < 0)
    left, right = apart[change], apart[change + 1]
    next_to = right == left + 1
    share = np.where(next_to, gap[left] / (gap[left] - gap[right]), 0.5)
    start = np.where(next_to, along[left], along[np.minimum(left + 1, len(along) - 1)])
    stop = np.where(next_to, along[right], along[right - 1])
    where = start + share * (stop - start)
    level = np.interp(where, along, height)
    return np.column_stack([(where - level) / 2, (where + level) / 2])
