"""Fold scores as arrays per learner: what the pictures of fold scores have in common."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from core.designs import units_of
from core.errors import listing
from core.figures.canvas.drawing import name_axis, note, rows_height, value_axis
from core.figures.canvas.palette import Style, Styles, shades, style_of
from core.figures.canvas.scale import Scale, values_range
from core.figures.canvas.text import in_lines, small, wrapped
from core.figures.canvas.thin import evenly_thinned
from core.figures.folds.grid import Grid
from core.names import MOST_CHARACTERS, told_apart
from core.records import Array, FoldScores
from core.written import fold_name

MOST_POINTS = 1000
LEAST_ROW = 38
"""Pixels."""


@dataclass(frozen=True, eq=False)
class Column:
    """The scores of one learner and the row in which it is drawn.

    Attributes
    ----------
    name : str
    position : int
        Place of the learner among those shown, from 0.
    style : Style
    grid : Grid
    """

    name: str
    position: int
    style: Style
    grid: Grid

    @property
    def values(self) -> Array:
        """One score per fold; NaN where there is none."""
        return self.grid.of(self.name)

    @cached_property
    def known(self) -> Array:
        """The scores that there are."""
        return self.values[np.isfinite(self.values)]

    @property
    def lacks(self) -> str:
        """A further line of the label where scores are missing."""
        known, expected = len(self.known), self.grid.planned
        return small(f"{known} of {expected} {self.grid.noun}") if 0 < known < expected else ""

    @cached_property
    def drawn(self) -> Array:
        """Positions of the scores that are drawn: all, or `MOST_POINTS` of them, evenly chosen."""
        return evenly_thinned(np.flatnonzero(np.isfinite(self.values)), MOST_POINTS)


def columns_of(grid: Grid, styles: Styles | None = None) -> list[Column]:
    """One column per learner, in the learners' order; a learner without scores has an empty one."""
    used = styles or style_of(grid.learners)
    return [Column(name, i, used[name], grid) for i, name in enumerate(grid.learners)]


def fold_hover(scores: FoldScores) -> str:
    """Lines of a hover template that say which fold a point is; reads a grid's details and data sets."""
    lines = []
    frame = scores.frame
    if len(scores.datasets) > 1:
        lines.append("%{text}")
    if scores.rows == "folds":
        unit = units_of(scores).removesuffix("s")
        lines.append(fold_name("%{customdata[0]}", "%{customdata[1]}", repeated=scores.repeated, unit=unit))
    if frame["n_validation"].notna().any():
        lines.append("%{customdata[2]} validation instances")
    return "<br>".join(lines)


def medians(columns: Sequence[Column]) -> dict[str, float]:
    """Median of each learner that has scores: the line in its box."""
    return {column.name: float(np.median(column.known)) for column in columns if len(column.known)}


def extremes(scale: Scale, values: Mapping[str, float], what: str) -> str:
    """Sentence naming every learner's value, or the two ends when there are many."""
    known = {name: value for name, value in values.items() if np.isfinite(value)}
    if not known:
        return "no scores"
    if len(known) <= 6:
        return listing(f"{name} {what} {scale.text(value)}" for name, value in known.items())
    low, high = min(known, key=known.__getitem__), max(known, key=known.__getitem__)
    return f"lowest {what}: {low} ({scale.text(known[low])}); highest: {high} ({scale.text(known[high])})"


def rows_layout(
    columns: Sequence[Column], scale: Scale, values: Sequence[Any], dark: bool, *, least: int = LEAST_ROW
) -> dict[str, Any]:
    """Learners in rows, the measure along x; learners without a score keep their row and say so.

    Parameters
    ----------
    columns : sequence of Column
    scale : Scale
    values : sequence of arrays
        All that the axis has to hold.
    dark : bool
    least : int
        Pixels of a row at least.
    """
    span = values_range(scale, *values)
    axis = value_axis(in_lines(scale.title), dark) | {**scale.formats, "range": span}
    empty = [column for column in columns if not len(column.known)]
    names = told_apart([column.name for column in columns], 3 * MOST_CHARACTERS)
    ticks = [wrapped(name) + column.lacks for name, column in zip(names, columns, strict=True)]
    most_lines = 1 + max(tick.count("<br>") for tick in ticks)
    return {
        "xaxis": axis,
        "yaxis": name_axis(ticks),
        "height": rows_height(len(columns), max(least, 6 + 16 * most_lines)),
        "annotations": [_why_empty(column, float(np.mean(span)), dark) for column in empty],
    }


def _why_empty(column: Column, x: float, dark: bool) -> dict[str, Any]:
    """What stands in the row of a learner without scores: it failed, or its turn has not come."""
    if column.name in column.grid.tried:
        return note("failed: no scores", x, column.position)
    return note("waiting", x, column.position) | {"font": {"color": shades(dark).muted}}
