"""Fewer points for the same picture: corners go that nobody could see."""

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

MOST_POINTS = 1000
HALF_A_PIXEL = 0.5 / 1920
"""Of a plot as wide as a large screen, as a share of the axis."""


def kept_corners(x: Any, y: Any, *, most: int = MOST_POINTS, tolerance: float = HALF_A_PIXEL) -> Array:
    """Choose the corners of a line that have to be drawn.

    Parameters
    ----------
    x, y : arrays of length n
        Finite, n at least 1.
    most : int
        Points to keep at the most.
    tolerance : float
        Distance that a corner may have from the line drawn instead, as a share of the axes' spans. Where `most`
        points cannot do that, it is widened as little as needed.

    Returns
    -------
    int array
        Positions of the kept corners, the first and the last among them.

    Reference: Douglas & Peucker 1973, all stretches of a level at once.
    """
    points = np.column_stack([_scaled(x), _scaled(y)])
    if len(points) < 3:
        return np.arange(len(points))
    start = _without_straight(points)
    kept = start
    allowed = tolerance
    while len(kept := start[_simplified(points[start], allowed)]) > most:
        allowed *= 1.25
    return kept


def _scaled(values: Any) -> Array:
    given = np.asarray(values, dtype=float)
    span = np.ptp(given)
    return (given - given.min()) / span if span > 0 else np.zeros(len(given))


def _without_straight(points: Array) -> Array:
    """Corners only: points on a horizontal or vertical run between two others go."""
    step = np.diff(points, axis=0)
    same = ((step[1:] == 0) & (step[:-1] == 0)).any(axis=1)
    turn = np.ones(len(points), dtype=bool)
    turn[1:-1] = ~same | (np.sum(step[1:] * step[:-1], axis=1) < 0)
    return np.flatnonzero(turn)


def _simplified(points: Array, tolerance: float) -> Array:
    """Split every stretch at its farthest corner until none is farther than `tolerance`."""
    kept = np.array([0, len(points) - 1])
    inner = np.arange(1, len(points) - 1)  # corners of stretches that may still have to be split
    while len(inner):
        stretch = np.searchsorted(kept, inner, side="left") - 1
        far = _distances(points[inner], points[kept[stretch]], points[kept[stretch + 1]])
        starts = np.flatnonzero(np.r_[True, np.diff(stretch) > 0])
        peak = np.maximum.reduceat(far, starts)
        sizes = np.diff(np.r_[starts, len(inner)])
        open_ = np.repeat(peak > tolerance, sizes)
        first = np.flatnonzero(open_ & (far == np.repeat(peak, sizes)))
        # of several farthest corners of a stretch the first is enough
        first = first[np.r_[True, np.diff(stretch[first]) > 0]] if len(first) else first
        added = inner[first]
        if not len(added):
            break
        kept = np.sort(np.r_[kept, added])
        inner = np.setdiff1d(inner[open_], added, assume_unique=True)
    return kept


def _distances(points: Array, start: Array, stop: Array) -> Array:
    """Distance of each point from the line between its two ends."""
    along, given = stop - start, points - start
    squared = np.maximum(np.sum(along**2, axis=1), 1e-300)
    share = np.clip(np.sum(given * along, axis=1) / squared, 0, 1)
    return np.asarray(np.sqrt(np.sum((given - share[:, None] * along) ** 2, axis=1)))
