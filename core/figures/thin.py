"""Fewer points for the same picture: corners go that nobody could see."""

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

MOST_POINTS = 1000
MANY_POINTS = 5_000
"""Beyond which a line is first reduced to the extremes of narrow columns."""

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
    corners = _without_straight(points)
    if len(corners) > MANY_POINTS and _runs_one_way(points[corners, 0]):
        corners = corners[_extremes(points[corners], tolerance / 4)]
        tolerance *= 3 / 4
    kept, weight = _simplified(points[corners], tolerance)
    if len(kept) > most:
        kept = np.sort(kept[np.argsort(-weight, kind="stable")[:most]])
    return corners[kept]


def _scaled(values: Any) -> Array:
    given = np.asarray(values, dtype=float)
    span = np.ptp(given)
    return (given - given.min()) / span if span > 0 else np.zeros(len(given))


def _without_straight(points: Array) -> Array:
    """Corners only: repeated points go, and those on a horizontal or vertical run between two others."""
    moved = np.r_[True, (np.diff(points, axis=0) != 0).any(axis=1)]
    distinct = np.flatnonzero(moved)
    distinct[-1] = len(points) - 1 if len(distinct) > 1 else distinct[-1]
    step = np.diff(points[distinct], axis=0)
    same = ((step[1:] == 0) & (step[:-1] == 0)).any(axis=1)
    turn = np.ones(len(distinct), dtype=bool)
    turn[1:-1] = ~same | (np.sum(step[1:] * step[:-1], axis=1) < 0)
    kept = distinct[turn]
    return kept if kept[-1] == len(points) - 1 else np.r_[kept, len(points) - 1]


def _runs_one_way(x: Array) -> bool:
    step = np.diff(x)
    return bool((step >= 0).all() or (step <= 0).all())


def _extremes(points: Array, width: float) -> Array:
    """First, lowest, highest and last point of every column: what goes lies between them, in the same column."""
    column = np.floor(points[:, 0] / width).astype(np.int64)
    starts = np.flatnonzero(np.r_[True, np.diff(column) != 0])
    ends = np.r_[starts[1:], len(column)]
    by_height = np.lexsort((points[:, 1], np.repeat(np.arange(len(starts)), ends - starts)))
    return np.unique(np.r_[starts, ends - 1, by_height[starts], by_height[ends - 1]])


def _simplified(points: Array, tolerance: float) -> tuple[Array, Array]:
    """Split every stretch at its farthest corner until none is farther than `tolerance`.

    Returns the kept corners, and for each the widest tolerance at which it would still be kept.
    """
    kept, weight = np.array([0, len(points) - 1]), np.array([np.inf, np.inf])
    inner = np.arange(1, len(points) - 1)  # corners of stretches that may still have to be split
    while len(inner):
        stretch = np.searchsorted(kept, inner, side="left") - 1
        far = _distances(points[inner], points[kept[stretch]], points[kept[stretch + 1]])
        starts = np.flatnonzero(np.r_[True, np.diff(stretch) > 0])
        sizes = np.diff(np.r_[starts, len(inner)])
        peak = np.maximum.reduceat(far, starts)
        far_enough = np.repeat(peak > tolerance, sizes)
        first = np.flatnonzero(far_enough & (far == np.repeat(peak, sizes)))
        if not len(first):
            break
        first = first[np.r_[True, np.diff(stretch[first]) > 0]]  # one of several farthest is enough
        ends = np.minimum(weight[stretch[first]], weight[stretch[first] + 1])
        order = np.argsort(np.r_[kept, inner[first]], kind="stable")
        weight = np.r_[weight, np.minimum(far[first], ends)][order]
        kept = np.r_[kept, inner[first]][order]
        far_enough[first] = False
        inner = inner[far_enough]
    return kept, weight


def _distances(points: Array, start: Array, stop: Array) -> Array:
    """Distance of each point from the line between its two ends."""
    along, given = stop - start, points - start
    squared = np.maximum(np.sum(along**2, axis=1), 1e-300)
    share = np.clip(np.sum(given * along, axis=1) / squared, 0, 1)
    return np.asarray(np.sqrt(np.sum((given - share[:, None] * along) ** 2, axis=1)))
