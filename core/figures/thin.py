"""Fewer points for the same picture: corners go that nobody could see."""

from math import asin, atan2, hypot, pi
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

MOST_POINTS = 1000
MANY_POINTS = 10_000
"""Beyond which a line is first reduced to the extremes of narrow columns."""

HALF_A_PIXEL = 0.5 / 1920
"""Of a plot 1920 pixels wide and high, as a share of the axis; no screen of that width is as high."""


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

    Reference: Zhao & Saalfeld 1997 (sleeve fitting).
    """
    points = np.column_stack([_scaled(x), _scaled(y)])
    if len(points) < 3:
        return np.arange(len(points))
    corners = _without_straight(points)
    if len(corners) > MANY_POINTS and _runs_one_way(points[corners, 0]):
        corners = corners[_extremes(points[corners], tolerance / 4)]
        tolerance *= 3 / 4
    kept = _straightened(points[corners], tolerance)
    if len(kept) > most:
        kept = _widened(points[corners], most, tolerance)
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


def _straightened(points: Array, tolerance: float) -> Array:
    """Corners of a line that passes all others at no more than `tolerance`: from each as far as one line may go."""
    x, y = points.T.tolist()
    kept = [0]
    while kept[-1] < len(x) - 1:
        kept.append(_reach(x, y, kept[-1], tolerance))
    return np.array(kept)


def _reach(x: list[float], y: list[float], start: int, tolerance: float) -> int:
    """Farthest corner to which a line from `start` may lead; the cone of its directions narrows at every corner."""
    reached, farthest, low, high, ahead = start + 1, 0.0, 0.0, 0.0, (1.0, 0.0)
    for stop in range(start + 1, len(x)):
        right, up = x[stop] - x[start], y[stop] - y[start]
        distance = hypot(right, up)
        free = farthest <= tolerance  # whatever lies between is near the start itself
        if free and distance > tolerance:
            low, high, ahead = -pi, pi, (right, up)
        turn = atan2(up * ahead[0] - right * ahead[1], right * ahead[0] + up * ahead[1])
        if free or (low <= turn <= high and distance >= farthest):
            reached = stop
        if distance > tolerance:
            margin = asin(tolerance / distance)
            low, high = max(low, turn - margin), min(high, turn + margin)
            if low > high:
                break
        farthest = max(farthest, distance)
    return reached


def _widened(points: Array, most: int, tolerance: float) -> Array:
    """The same with the narrowest tolerance that needs at most so many corners, to one part in a hundred."""
    narrow, wide = tolerance, 2 * tolerance
    while len(kept := _straightened(points, wide)) > most:
        narrow, wide = wide, 2 * wide
    while wide > 1.01 * narrow:
        middle = (narrow + wide) / 2
        tried = _straightened(points, middle)
        if len(tried) > most:
            narrow = middle
        else:
            wide, kept = middle, tried
    return kept
