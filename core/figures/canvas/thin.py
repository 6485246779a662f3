"""Fewer points for the same picture: corners go that nobody could see."""

from math import sqrt
from typing import Any

import numpy as np

from core.records import Array

MOST_POINTS = 1000
MANY_POINTS = 10_000
"""Beyond which a line is first reduced to the extremes of narrow columns."""

HALF_A_PIXEL = 0.5 / 1920
"""Of a plot 1920 pixels wide and high, as a share of the axis."""


def kept_corners(x: Any, y: Any, *, most: int = MOST_POINTS, tolerance: float = HALF_A_PIXEL) -> Array:
    """Choose the corners of a line that have to be drawn.

    Parameters
    ----------
    x, y : arrays of length n
        Finite, n at least 1.
    most : int
        Points to keep at the most.
    tolerance : float
        Distance that a corner may have from the line drawn instead, as a share of the axes' spans.

    Returns
    -------
    int array
        Positions of the kept corners, the first and the last among them.

    Notes
    -----
    Where `most` points cannot do that, the tolerance is widened as little as needed. Some lines leave no choice: on a
    staircase that turns at every instance, no straight line passes three corners in a row at half a pixel as soon as
    steps are longer than √2 pixels, so that 2000 to 2700 instances need a point at nearly every corner.
    ROC, gain and sensitivity curves come near to that only if scores hardly rank (AUC up to 0.8 or so) and there are
    2000 to 12 000 instances, more if a class is rare; they stay within 0.9 pixels, which is half a pixel of a plot 1070
    high. The teeth of precision–recall and lift curves stay within 2.5. Points beside the corners would save about a
    quarter of them and show rates that belong to no threshold, so all points are corners.

    Reference: Zhao & Saalfeld 1997 (sleeve fitting).
    """
    across, up = _scaled(x), _scaled(y)
    corners = _without_straight(across, up)
    points = np.column_stack([across[corners], up[corners]])
    kept = _simplified(points, tolerance)
    return corners[kept if len(kept) <= most else _widened(points, most, tolerance)]


def _scaled(values: Any) -> Array:
    given = np.asarray(values, dtype=float)
    span = np.ptp(given)
    return (given - given.min()) / span if span > 0 else np.zeros(len(given))


def _simplified(points: Array, tolerance: float) -> Array:
    """Corners of a line that passes all others at no more than `tolerance`."""
    if len(points) <= MANY_POINTS or not _runs_one_way(points[:, 0]):
        return _straightened(points, tolerance)
    corners = _extremes(points, tolerance / 4)
    kept: Array = corners[_straightened(points[corners], tolerance * 3 / 4)]
    return kept


def _without_straight(x: Array, y: Array) -> Array:
    """Corners only: repeated points go, and those on a horizontal or vertical run between two others."""
    right, up = np.diff(x), np.diff(y)
    moves = np.flatnonzero((right != 0) | (up != 0))
    if not len(moves):
        return np.unique([0, len(x) - 1])
    right, up = right[moves], up[moves]
    straight = (right[1:] == 0) & (right[:-1] == 0) & (up[1:] * up[:-1] > 0)
    straight |= (up[1:] == 0) & (up[:-1] == 0) & (right[1:] * right[:-1] > 0)
    return np.concatenate([[0], moves[1:][~straight], [len(x) - 1]])


def _runs_one_way(x: Array) -> bool:
    step = np.diff(x)
    return bool((step >= 0).all() or (step <= 0).all())


def _extremes(points: Array, width: float) -> Array:
    """First, lowest, highest and last point of every column: what goes lies between them, in the same column."""
    x, y = np.ascontiguousarray(points.T)
    column = (x * (1 / width)).astype(np.int32)
    starts = np.r_[0, np.flatnonzero(column[1:] != column[:-1]) + 1]
    found = [starts, np.r_[starts[1:], len(x)] - 1]
    for extreme in (np.minimum, np.maximum):
        of_column = np.repeat(extreme.reduceat(y, starts), found[1] - starts + 1)
        there = np.flatnonzero(y == of_column)
        found.append(there[np.searchsorted(there, starts)])
    return np.unique(np.concatenate(found))


def _straightened(points: Array, tolerance: float) -> Array:
    """Corners of a line that passes all others at no more than `tolerance`: from each as far as one line may go."""
    x, y = points.T.tolist()
    kept = [0]
    while kept[-1] < len(x) - 1:
        kept.append(_reach(x, y, kept[-1], tolerance))
    return np.array(kept)


def _reach(x: list[float], y: list[float], start: int, tolerance: float) -> int:
    """Farthest corner to which a line from `start` may lead; the cone of its directions narrows at every corner."""
    reached, farthest, x0, y0 = start + 1, 0.0, x[start], y[start]
    low_x = low_y = high_x = high_y = 0.0
    for stop in range(start + 1, len(x)):
        right, up = x[stop] - x0, y[stop] - y0
        distance = sqrt(right * right + up * up)
        if farthest <= tolerance:  # whatever lies between is near the start itself
            reached = stop
            if distance <= tolerance:
                continue
        elif distance > tolerance and right * (low_x + high_x) + up * (low_y + high_y) <= 0:
            break  # it lies behind
        elif distance >= farthest and low_x * up >= low_y * right and right * high_y >= up * high_x:
            reached = stop
        if distance > tolerance:
            sine = tolerance / distance
            cosine = sqrt(1 - sine * sine)
            left_x, left_y = right * cosine - up * sine, up * cosine + right * sine
            right_x, right_y = right * cosine + up * sine, up * cosine - right * sine
            if farthest <= tolerance or low_x * right_y > low_y * right_x:
                low_x, low_y = right_x, right_y
            if farthest <= tolerance or left_x * high_y > left_y * high_x:
                high_x, high_y = left_x, left_y
            if low_x * high_y < low_y * high_x:
                break
            farthest = max(farthest, distance)
    return reached


def _widened(points: Array, most: int, tolerance: float) -> Array:
    """The same with the narrowest tolerance that needs at most so many corners, to one part in a hundred."""
    narrow, wide = tolerance, 1.5 * tolerance
    while len(kept := _simplified(points, wide)) > most:
        narrow, wide = wide, 1.5 * wide
    while wide > 1.01 * narrow:
        middle = (narrow + wide) / 2
        tried = _simplified(points, middle)
        if len(tried) > most:
            narrow = middle
        else:
            wide, kept = middle, tried
    return kept


def evenly_thinned(positions: Array, most: int) -> Array:
    """At most `most` of the positions, evenly chosen, with both ends."""
    if len(positions) <= most:
        return positions
    chosen: Array = positions[np.linspace(0, len(positions) - 1, most).round().astype(int)]
    return chosen
