"""Interval estimates as horizontal bars, open and empty ones included."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from core.figures.drawing import Drawing, band, draw, guide, name_axis, note, value_axis
from core.figures.folds import values_range
from core.figures.marks import points
from core.figures.palette import Style, shades, style_at
from core.figures.scale import Scale
from core.figures.text import full, label, number, sentence_list, shown
from core.records import Interval


@dataclass(frozen=True)
class ForestRow:
    """One row: what it is, its interval (None when undefined), its estimate and how it is drawn."""

    label: str
    interval: Interval | None
    estimate: float | None = None
    style: Style | None = None


def interval_marks(
    rows: Sequence[tuple[float, str, Interval, Style]], scale: Scale, span: Sequence[float]
) -> list[dict[str, Any]]:
    """One trace per (position, name, interval, style); infinite ends become arrows at the edge of `span`."""
    return [_interval_trace(row, scale, span) for row in rows if not empty(row[2])]


def empty(interval: Interval) -> bool:
    """Whether no value lies in the interval, or its ends are undefined."""
    return not interval.low <= interval.high


def _interval_trace(
    row: tuple[float, str, Interval, Style], scale: Scale, span: Sequence[float]
) -> dict[str, Any]:
    position, name, interval, style = row
    low, high = max(interval.low, span[0]), min(interval.high, span[1])
    left = "line-ns-open" if math.isfinite(interval.low) else "triangle-left"
    right = "line-ns-open" if math.isfinite(interval.high) else "triangle-right"
    about = [
        number(interval.level),
        scale.text(interval.low),
        scale.text(interval.high),
        shown(interval.method),
    ]
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": [low, high],
        "y": [position, position],
        "customdata": [about, about],
        "meta": full(name),
        "name": label(name),
        "line": {"color": style.color, "width": 5},
        "marker": {"color": style.color, "symbol": [left, right], "size": 14, "line": {"width": 2}},
        "opacity": 0.9,
        "hovertemplate": "<b>%{meta}</b><br>interval %{customdata[1]} to %{customdata[2]}<br>"
        "level %{customdata[0]}, %{customdata[3]}<extra></extra>",
        "cliponaxis": False,
        "showlegend": False,
    }


def interval_forest(
    rows: Sequence[ForestRow],
    scale: Scale,
    *,
    zero: bool = True,
    rope: tuple[float, float] | None = None,
    dark: bool = False,
) -> Drawing:
    """Draw intervals below one another, with the zero line and the region of practical equivalence.

    Parameters
    ----------
    rows : sequence of ForestRow
        From top to bottom.
    scale : Scale
        How the values are written; its title names the axis.
    zero : bool
        Whether "no difference" is a value of interest.
    rope : (low, high), optional
        Bounds within which a difference does not matter.
    """
    ends = [end for row in rows if row.interval for end in (row.interval.low, row.interval.high)]
    estimates = [np.nan if row.estimate is None else row.estimate for row in rows]
    span = values_range(scale, ends, estimates, [0.0] if zero else [], rope or [])
    styles = [row.style or style_at(0) for row in rows]
    marks = [
        (place, row.label, row.interval, style)
        for place, (row, style) in enumerate(zip(rows, styles, strict=True))
        if row.interval is not None
    ]
    traces = interval_marks(marks, scale, span)
    traces += [_estimate_trace(i, row, styles[i], scale, dark) for i, row in enumerate(rows)]
    layout = {
        "xaxis": value_axis(scale.title, dark) | {"tickformat": scale.ticks, "range": span},
        "yaxis": name_axis([label(row.label) for row in rows]),
        "height": 100 + 34 * max(len(rows), 2),
        "shapes": reference_shapes(zero, rope, dark),
        "annotations": [
            note(text, span[1], place) | {"xanchor": "right"}
            for place, row in enumerate(rows)
            if (text := _absence(row))
        ],
    }
    return draw(traces, layout, _forest_frame(rows), _forest_alt(rows, scale, rope), dark)


def reference_shapes(zero: bool, rope: tuple[float, float] | None, dark: bool) -> list[dict[str, Any]]:
    """The zero line and the band of practical equivalence along x."""
    shapes = [band("x", rope[0], rope[1], shades(dark).faint)] if rope else []
    return [*shapes, guide("x", 0.0, shades(dark).muted)] if zero else shapes


def _absence(row: ForestRow) -> str:
    if row.interval is None or math.isnan(row.interval.low) or math.isnan(row.interval.high):
        return "undefined"
    return "empty" if empty(row.interval) else ""


def _estimate_trace(position: int, row: ForestRow, style: Style, scale: Scale, dark: bool) -> dict[str, Any]:
    known = row.estimate is not None and math.isfinite(row.estimate)
    x, y = ([row.estimate], [position]) if known else ([], [])
    hover = f"estimate {scale.hover('x')}"
    trace = points(x, y, row.label, style, hover=hover, size=11, opacity=1)
    trace["marker"]["line"] = {"color": shades(not dark).strong, "width": 1.5}
    return trace


def _forest_frame(rows: Sequence[ForestRow]) -> pd.DataFrame:
    intervals = [row.interval for row in rows]
    return pd.DataFrame(
        {
            "label": [row.label for row in rows],
            "estimate": [np.nan if row.estimate is None else row.estimate for row in rows],
            "low": [np.nan if interval is None else interval.low for interval in intervals],
            "high": [np.nan if interval is None else interval.high for interval in intervals],
            "level": [np.nan if interval is None else interval.level for interval in intervals],
            "method": ["" if interval is None else interval.method for interval in intervals],
        }
    )


def _forest_alt(rows: Sequence[ForestRow], scale: Scale, rope: tuple[float, float] | None) -> str:
    parts = []
    for row in rows:
        if row.interval is None or empty(row.interval):
            parts.append(f"{row.label}: {_absence(row)}")
        else:
            low, high = scale.text(row.interval.low), scale.text(row.interval.high)
            parts.append(f"{row.label}: {low} to {high} at level {number(row.interval.level)}")
    within = f" Practically equivalent from {scale.text(rope[0])} to {scale.text(rope[1])}." if rope else ""
    return f"Intervals of {scale.name or 'the values'}. {sentence_list(parts)}.{within}"
