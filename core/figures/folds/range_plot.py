"""From where to where the scores of the folds reach: mean, minimum and maximum, one row per learner."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from core.designs import units_of
from core.figures.canvas.drawing import Drawing, draw
from core.figures.canvas.marks import interval_marks
from core.figures.canvas.palette import Styles
from core.figures.canvas.scale import Scale, scale_of
from core.figures.canvas.text import full, label
from core.figures.folds.columns import Column, columns_of, extremes, rows_layout
from core.figures.folds.grid import fold_grid
from core.figures.folds.pooled import pooled_bars
from core.measures import one_instance_each
from core.records import FoldScores, Interval
from core.written import counted


def range_plot(
    scores: FoldScores,
    styles: Styles | None = None,
    *,
    intervals: Mapping[str, Interval] | None = None,
    dark: bool = False,
) -> Drawing:
    """Draw mean, minimum and maximum of each learner's folds, with interval estimates where they are given.

    Where every fold holds one instance, the pooled rate is drawn instead.

    Parameters
    ----------
    scores, styles, dark
        As in `box_plot`.
    intervals : mapping of names to Interval, optional

    Reference: I2ML, section 19.5 step F.
    """
    if one_instance_each(scores):
        return pooled_bars(scores, styles, intervals=intervals, dark=dark)
    given = intervals or {}
    scale, columns = scale_of(scores), columns_of(fold_grid(scores), styles)
    ends = [end for interval in given.values() for end in (interval.low, interval.high)]
    layout = rows_layout(columns, scale, [*(column.known for column in columns), ends], dark)
    rows = [(c.position, c.name, given[c.name], c.style) for c in columns if c.name in given]
    traces = interval_marks(rows, scale, layout["xaxis"]["range"])
    traces += [_range_trace(column, scale, units_of(scores)) for column in columns if len(column.known)]
    frame = range_frame(columns, given)
    means = dict(zip(frame["learner"], frame["mean"], strict=True))
    alt = f"Mean and range of {scale.name} for {counted(len(columns), 'learners')}: {extremes(scale, means, 'mean')}."
    told = scale.columns("mean", "minimum", "maximum", "low", "high")
    return draw(traces, layout, frame, alt, dark, told=told)


def range_frame(columns: Sequence[Column], intervals: Mapping[str, Interval]) -> pd.DataFrame:
    """Number of folds, mean, minimum, maximum and interval of each learner."""
    rows = []
    for column in columns:
        known, interval = column.known, intervals.get(column.name)
        some = len(known) > 0
        rows.append(
            {
                "learner": column.name,
                "folds": len(known),
                "mean": known.mean() if some else np.nan,
                "minimum": known.min() if some else np.nan,
                "maximum": known.max() if some else np.nan,
                "low": interval.low if interval else np.nan,
                "high": interval.high if interval else np.nan,
                "level": interval.level if interval else np.nan,
            }
        )
    return pd.DataFrame(rows)


def _range_trace(column: Column, scale: Scale, noun: str) -> dict[str, Any]:
    low, mean, high = float(column.known.min()), float(column.known.mean()), float(column.known.max())
    color, symbol = column.style.color, column.style.symbol
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": [low, mean, high],
        "y": [column.position] * 3,
        "text": ["minimum", "mean", "maximum"],
        "meta": full(column.name),
        "name": label(column.name),
        "line": {"color": color, "width": 1.4, "dash": column.style.dash},
        "marker": {"color": color, "symbol": ["line-ns-open", symbol, "line-ns-open"], "size": [12, 10, 12]},
        "hovertemplate": f"<b>%{{meta}}</b><br>%{{text}} {scale.hover('x')}<br>"
        f"{counted(len(column.known), noun)}"
        "<extra></extra>",
        "cliponaxis": False,
        "showlegend": False,
    }
