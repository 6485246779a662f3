"""How long training and prediction take, side by side, one row per learner."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from core.figures.canvas.drawing import Drawing, draw, name_axis, rows_height, value_axis
from core.figures.canvas.marks import jitter, points
from core.figures.canvas.palette import Styles
from core.figures.canvas.scale import Scale, values_range
from core.figures.canvas.text import LOGARITHMIC
from core.figures.folds.columns import Column, columns_of, extremes, fold_hover, medians
from core.figures.folds.grid import fold_grid
from core.records import Array, FoldScores

LOGARITHMIC_FROM = 30.0
"""Ratio of the longest to the shortest time from which the axis is logarithmic."""

LABELLED_DECADES = 2.5
"""Decades of which each has a label; of more, labels would be turned on a phone, where two axes stand side by side."""


def times_figure(
    training_time: FoldScores,
    prediction_time: FoldScores,
    styles: Styles | None = None,
    *,
    dark: bool = False,
) -> Drawing:
    """Draw the time of every training and of every prediction, in seconds or milliseconds per fold.

    Where some times are many times as long as others the axis is logarithmic and says so, with the unit at each tick.

    Parameters
    ----------
    training_time, prediction_time : FoldScores
        Of the same learners and folds, in seconds.
    styles, dark
        As for `box_plot`.

    Returns
    -------
    Drawing
        Its numbers are in seconds.
    """
    grid = fold_grid(training_time)
    second = replace(grid, values=fold_grid(prediction_time).like(grid))
    traces: list[dict[str, Any]] = []
    layout: dict[str, Any] = {}
    alts = []
    for title, times, axis in (("Fit", grid, "x"), ("Predict", second, "x2")):
        factor, unit = (1000.0, "ms") if _is_short(times.values) else (1.0, "s")
        scale = Scale(f"{title} ({unit})", unit=unit, name=f"{title.lower()} time")
        columns = columns_of(replace(times, values=factor * times.values), styles)
        traces += [_times_trace(column, scale, axis, fold_hover(training_time)) for column in columns]
        layout[axis.replace("x", "xaxis")] = _time_axis(columns, scale, dark)
        alts.append(f"{title} time per fold: {extremes(scale, medians(columns), 'median')}.")
    layout["xaxis"]["domain"], layout["xaxis2"]["domain"] = [0.0, 0.47], [0.53, 1.0]
    layout["yaxis"] = name_axis(list(grid.labels.values()))
    layout["height"] = rows_height(len(grid.learners), 32)
    frame = grid.long(training_seconds=grid.values, prediction_seconds=second.values)
    return draw(traces, layout, frame, " ".join(alts), dark)


def _is_short(seconds: Array) -> bool:
    """Whether all times are below a second."""
    return bool(np.max(seconds, where=np.isfinite(seconds), initial=0.0) < 1.0)


def _times_trace(column: Column, scale: Scale, axis: str, where: str) -> dict[str, Any]:
    drawn = column.drawn
    trace = points(
        column.values[drawn],
        column.position + jitter(len(column.values), 0.36)[drawn],
        column.name,
        column.style,
        hover=f"{scale.hover('x')}<br>{where}",
        details=column.grid.details[drawn],
        texts=column.grid.texts(drawn),
    )
    return trace | {"xaxis": axis}


def _time_axis(columns: Sequence[Column], scale: Scale, dark: bool) -> dict[str, Any]:
    known = np.concatenate([np.empty(0), *(column.known for column in columns)])
    axis = value_axis(scale.title, dark) | {**scale.formats, "nticks": 4}
    positive = known[known > 0]
    if len(positive) == len(known) and len(known) and known.max() / known.min() >= LOGARITHMIC_FROM:
        low, high = np.log10([known.min(), known.max()])
        margin = 0.06 * (high - low)
        ends = float(low - margin), float(high + margin)
        ticks = _ticks(*ends, step=math.ceil((high - low) / LABELLED_DECADES))
        texts = [f"{tick:,.10g}{scale.suffix}" for tick in ticks]
        return (
            value_axis(f"{scale.title}{LOGARITHMIC}", dark)
            | scale.formats
            | {
                "type": "log",
                "range": list(ends),
                "tickvals": ticks,
                "ticktext": texts,
            }
            | {"minor": {"dtick": 1, "showgrid": True, "gridcolor": axis["gridcolor"]}}
        )
    low, high = values_range(scale, known, [0.0])
    return axis | {"range": [0.0 if low < 0 <= known.min(initial=0.0) else low, high]}


def _ticks(low: float, high: float, step: int) -> list[float]:
    """Powers of ten, every `step` of them, between two decimal logarithms; threes too where one would stand alone."""
    powers = [10.0**power for power in range(math.ceil(low), math.floor(high) + 1) if power % step == 0]
    if len(powers) > 1:
        return powers
    near = range(math.floor(low), math.ceil(high) + 1)
    both = (lead * 10.0**power for power in near for lead in (1, 3))
    return [tick for tick in both if low <= math.log10(tick) <= high]
