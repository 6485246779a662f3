"""How the scores of the folds are spread: a box and all the points, one row per learner."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from core.designs import units_of
from core.figures.canvas.drawing import Drawing, draw
from core.figures.canvas.marks import jitter, legend_square, points
from core.figures.canvas.palette import SYMBOLS, Style, Styles, shades
from core.figures.canvas.scale import Scale, scale_of
from core.figures.canvas.text import full
from core.figures.folds.columns import (
    LEAST_ROW,
    Column,
    columns_of,
    extremes,
    fold_hover,
    medians,
    rows_layout,
)
from core.figures.folds.grid import Grid, fold_grid
from core.figures.folds.pooled import pooled_bars
from core.measures import one_instance_each
from core.records import Array, FoldScores
from core.written import counted

FEWEST_FOR_A_BOX = 5
ROW_OF_TWO = 57
"""Pixels of a row at least with a second box below the first, half as many again as of others."""


def box_plot(
    scores: FoldScores,
    styles: Styles | None = None,
    *,
    training: FoldScores | None = None,
    means: Mapping[str, float] | None = None,
    room: Sequence[float] = (),
    dark: bool = False,
) -> Drawing:
    """Draw a box per learner with all its folds as points.

    Boxes go from the first to the third quartile, whiskers to the farthest point within 1.5 times that
    length; under five folds there are points only. Where every fold holds one instance, the pooled rate is
    drawn instead.

    Parameters
    ----------
    scores : FoldScores
    styles : mapping of names to Style, optional
        From `style_of` of *all* learners of the experiment; made from `scores` when not given.
    training : FoldScores, optional
        Scores of the same learners and folds on the training sets, drawn in grey below each learner.
    means : mapping of names to float, optional
        Marked by a diamond.
    room : sequence of float
        Values that the axis has to hold besides.
    dark : bool
        Whether the page is dark.
    """
    if one_instance_each(scores):
        return pooled_bars(scores, styles, dark=dark)
    scale, grid, where = scale_of(scores), fold_grid(scores), fold_hover(scores)
    columns = columns_of(grid, styles)
    greys = columns_of(_aligned(training, grid), styles) if training is not None else []
    shift = -0.14 if greys else 0.0
    traces = _training_traces(greys, f"on the training set {scale.hover('x')}<br>{where}", dark)
    for column in columns:
        traces += _boxes([column], shift, 0.5, column.style)
        traces += [_fold_points(column, shift, column.style, f"{scale.hover('x')}<br>{where}", dark)]
    traces.append(_mean_marks(columns, shift, means or {}, scale, dark))
    held = [room, *(c.known for c in [*columns, *greys])]
    layout = rows_layout(columns, scale, held, dark, least=ROW_OF_TWO if greys else LEAST_ROW)
    layout["yaxis"]["tickvals"] = [column.position + shift for column in columns]  # beside the coloured boxes
    layout["boxmode"] = "overlay"
    frame = grid.long(score=grid.values)
    if greys:
        frame["training_score"] = greys[0].grid.values.T.ravel()
    told = scale.columns("score", "training_score")
    return draw(traces, layout, frame, _box_alt(columns, greys, scale, units_of(scores)), dark, told=told)


def _aligned(training: FoldScores, grid: Grid) -> Grid:
    return replace(grid, values=fold_grid(training).like(grid))


def _training_traces(columns: Sequence[Column], hover: str, dark: bool) -> list[dict[str, Any]]:
    grey = Style(shades(dark).muted, "solid", "circle", shades(dark).faint)
    dots = [_fold_points(column, 0.3, grey, hover, dark) for column in columns if len(column.known)]
    named = [legend_square("on the training set", grey.color, dark)] if dots else []
    return [*_boxes(columns, 0.3, 0.18, grey), *dots, *named]


def _boxes(columns: Sequence[Column], shift: float, width: float, style: Style) -> list[dict[str, Any]]:
    """The boxes of the columns with enough folds as one trace in one colour; none for none."""
    rows = [column for column in columns if len(column.known) >= FEWEST_FOR_A_BOX]
    if not rows:
        return []
    five = np.array([box_numbers(column.known) for column in rows]).T
    trace = {
        "type": "box",
        "orientation": "h",
        "y": [column.position + shift for column in rows],
        **dict(zip(("lowerfence", "q1", "median", "q3", "upperfence"), five, strict=True)),
        "width": width,
        "fillcolor": style.fill,
        "line": {"color": style.color, "width": 1.6},
        "hoverinfo": "skip",
        "showlegend": False,
    }
    return [trace]


def box_numbers(values: Array) -> tuple[float, float, float, float, float]:
    """Lower whisker, first quartile, median, third quartile and upper whisker of at least one number.

    Reference: Tukey 1977, Exploratory Data Analysis, section 2C; quartiles interpolate linearly.
    """
    q1, median, q3 = np.quantile(values, [0.25, 0.5, 0.75])
    reach = 1.5 * (q3 - q1)
    inside = values[(values >= q1 - reach) & (values <= q3 + reach)]
    return min(inside.min(), q1), q1, median, q3, max(inside.max(), q3)


def _fold_points(column: Column, shift: float, style: Style, hover: str, dark: bool) -> dict[str, Any]:
    """The points on a box; many of them are small and pale, so that the box is seen, a single one is large.

    Parameters
    ----------
    column : Column
    shift : float
        From the middle of the row.
    style : Style
    hover : str
    dark : bool
    """
    drawn = column.drawn
    size, opacity = (6, 0.75) if len(drawn) <= 30 else (5, 0.5) if len(drawn) <= 150 else (4, 0.35)
    if len(drawn) == 1:  # it is all there is to see of a learner
        size, opacity = 10, 1.0
    if style.symbol != SYMBOLS[0]:  # it alone tells this learner from another of the same colour
        size, opacity = size + 3, 1.0
    if dark:  # what shines through would make them dim
        opacity = 1.0
    return points(
        column.values[drawn],
        column.position + shift + jitter(len(column.values), 0.3)[drawn],
        column.name,
        style,
        hover=hover,
        details=column.grid.details[drawn],
        texts=column.grid.texts(drawn),
        size=size,
        opacity=opacity,
    )


def _mean_marks(
    columns: Sequence[Column], shift: float, means: Mapping[str, float], scale: Scale, dark: bool
) -> dict[str, Any]:
    marked = [column for column in columns if column.name in means]
    strong = shades(dark).strong
    trace = points(
        [means[column.name] for column in marked],
        [column.position + shift for column in marked],
        "mean",
        Style(strong, "solid", "diamond", strong),
        hover=f"%{{customdata[0]}}<br>{scale.hover('x')}",
        details=[[full(column.name)] for column in marked],
        size=10,
        opacity=1,
    )
    trace["marker"]["line"] = {"color": shades(not dark).strong, "width": 1}
    return trace | {"showlegend": bool(marked)}


def _box_alt(columns: Sequence[Column], greys: Sequence[Column], scale: Scale, noun: str) -> str:
    folds = counted(max((len(column.values) for column in columns), default=0), noun)
    parts = [
        f"Box plot of {scale.name} for {counted(len(columns), 'learners')} over {folds}: "
        f"{extremes(scale, medians(columns), 'median')}."
    ]
    failed = [column.name for column in columns if not len(column.known) and column.name in column.grid.tried]
    if failed:
        parts.append(f"Without scores: {', '.join(failed)}.")
    if greys:
        parts.append(f"In grey, on the training sets: {extremes(scale, medians(greys), 'median')}.")
    return " ".join(parts)
