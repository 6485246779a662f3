"""One bar per learner: the rate over all instances, where every fold validates a single one."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import Drawing, draw
from core.figures.canvas.marks import interval_marks
from core.figures.canvas.palette import Styles
from core.figures.canvas.scale import Scale, scale_of
from core.figures.canvas.text import full, label, small
from core.figures.folds.columns import Column, columns_of, extremes, rows_layout
from core.figures.folds.grid import fold_grid
from core.measures import of_single_instances
from core.records import Array, FoldScores, Interval

_COUNTED = ("error", "accuracy")
"""Measures that are shares of the instances."""


def pooled_bars(
    scores: FoldScores,
    styles: Styles | None = None,
    *,
    intervals: Mapping[str, Interval] | None = None,
    dark: bool = False,
) -> Drawing:
    """Draw the score over all instances together, with interval estimates where they are given.

    Leave-one-out gives one score per instance: 0 or 1 for an error, without a spread that a box could show. Scores that
    are of all instances together already are drawn as they are.

    Parameters
    ----------
    scores, styles, dark
        As in `box_plot`.
    intervals : mapping of names to Interval, optional
    """
    given = intervals or {}
    scale, columns = scale_of(scores), columns_of(fold_grid(scores), styles)
    frame = _pooled_frame(columns, given, scores.measure)
    together = dict(zip(frame["learner"], frame["pooled"], strict=True))
    ends = [end for interval in given.values() for end in (interval.low, interval.high)]
    layout = rows_layout(columns, scale, [[0.0], frame["pooled"], ends], dark)
    layout["xaxis"]["title"]["text"] += small("over all instances together")
    traces = [
        _bar(column, together[column.name], scale, counted=scores.measure in _COUNTED)
        for column in columns
        if len(column.known)
    ]
    rows = [(c.position, c.name, given[c.name], c.style) for c in columns if c.name in given]
    traces += interval_marks(rows, scale, layout["xaxis"]["range"])
    alt = f"Bars of {scale.name} over all instances together: {extremes(scale, together, 'at')}."
    return draw(traces, layout, frame, alt, dark, told=scale.columns("pooled", "low", "high"))


def _pooled_frame(columns: list[Column], intervals: Mapping[str, Interval], measure: str) -> pd.DataFrame:
    rows = []
    for column in columns:
        known, sizes, interval = column.known, _sizes(column), intervals.get(column.name)
        rows.append(
            {
                "learner": column.name,
                "instances": int(sizes.sum()),
                "sum": known @ sizes,
                "pooled": of_single_instances(measure, known) if len(known) else np.nan,
                "low": interval.low if interval else np.nan,
                "high": interval.high if interval else np.nan,
                "level": interval.level if interval else np.nan,
            }
        )
    return pd.DataFrame(rows)


def _sizes(column: Column) -> Array:
    """Instances of every score that there is; where nobody says it, one."""
    sizes = column.grid.details[np.isfinite(column.values), 2]
    return np.where(np.isfinite(sizes), sizes, 1.0)


def _bar(column: Column, together: float, scale: Scale, *, counted: bool) -> dict[str, Any]:
    n = int(_sizes(column).sum())
    of = f"{n * together:.0f} of {n} instances" if counted else f"over {n} instances"
    return {
        "type": "bar",
        "orientation": "h",
        "x": [together],
        "y": [column.position],
        "width": 0.6,
        "meta": full(column.name),
        "name": label(column.name),
        "marker": {"color": column.style.fill, "line": {"color": column.style.color, "width": 1.6}},
        "hovertemplate": f"<b>%{{meta}}</b><br>{scale.hover('x')}<br>{of}<extra></extra>",
        "showlegend": False,
    }
