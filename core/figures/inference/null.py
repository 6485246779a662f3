"""The statistic on its null distribution: where it may fall by luck, and where it fell."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import Drawing, draw, value_axis
from core.figures.canvas.palette import COLORS, shades, translucent
from core.figures.canvas.text import number
from core.figures.canvas.thin import evenly_thinned
from core.records import Array

MOST_CURVE_POINTS = 1000


def null_distribution(
    x: Array,
    density: Array,
    statistic: float | None,
    *,
    critical_values: Sequence[float],
    regions: Sequence[tuple[float, float]],
    title: str,
    discrete: bool = False,
    dark: bool = False,
) -> Drawing:
    """Draw the null distribution, the rejection region and the statistic.

    Parameters
    ----------
    x, density : arrays of equal length
        Values of the statistic in ascending order and their density, or probability when `discrete`.
    statistic : float or None
        None when undefined; one beyond the curve becomes an arrow at the edge.
    critical_values : sequence of float
    regions : sequence of (low, high)
        Closed intervals of values that reject; one that reaches the end of the curve goes on to infinity.
    title : str
        Name of the statistic and its distribution, for the axis: our own text.
    discrete : bool
    dark : bool
    """
    values, heights = np.asarray(x, dtype=float), np.asarray(density, dtype=float)
    kept = evenly_thinned(np.flatnonzero(np.isfinite(heights)), MOST_CURVE_POINTS)
    values, heights = values[kept], heights[kept]
    regions = _opened(regions, values)
    rejected = inside(values, regions)
    if not len(values):
        traces = []
    elif discrete:
        traces = [_probabilities(values, heights, rejected, dark)]
    else:
        traces = [*_regions(values, heights, regions), _curve(values, heights)]
    low, high = _span(values, statistic)
    layout = {
        "xaxis": value_axis(title, dark) | {"range": [low, high]},
        "yaxis": value_axis("Probability" if discrete else "Density", dark)
        | {"range": [0, 1.18 * _top(heights)], "nticks": 4, "fixedrange": True},
        "height": 300,
        "margin": {"l": 8, "r": 24, "t": 34, "b": 8},
        "annotations": [
            *_critical_notes(critical_values, (values, heights), statistic, dark),
            *_statistic_note(statistic, low, high, dark),
        ],
        "shapes": _statistic_line(statistic, low, high, dark),
        "bargap": 0.35,
    }
    frame = pd.DataFrame(
        {"value": values, "probability" if discrete else "density": heights, "rejects": rejected}
    )
    return draw(traces, layout, frame, _null_alt(statistic, critical_values, regions, title), dark)


def _opened(regions: Sequence[tuple[float, float]], values: Array) -> list[tuple[float, float]]:
    """Regions that reach an end of the drawn curve go on beyond it."""
    first, last = (values[0], values[-1]) if len(values) else (0.0, 0.0)
    return [(-math.inf if low <= first else low, math.inf if high >= last else high) for low, high in regions]


def inside(values: Array, regions: Sequence[tuple[float, float]]) -> Array:
    """Whether each value lies in one of the closed regions."""
    found = np.zeros(len(values), dtype=bool)
    for low, high in regions:
        found |= (values >= low) & (values <= high)
    return found


def _top(heights: Array) -> float:
    """Height of the plot: the curve's, unless it has a pole (χ² with one degree of freedom at 0)."""
    if not len(heights):
        return 1.0
    highest = float(heights.max())
    return min(highest, 3 * float(np.quantile(heights, 0.985))) or highest or 1.0


def _span(values: Array, statistic: float | None) -> tuple[float, float]:
    """Range of the axis: the curve, stretched to a statistic at most half the curve's width away."""
    low, high = (float(values[0]), float(values[-1])) if len(values) else (0.0, 1.0)
    width = (high - low) or 1.0
    margin = max(0.03 * width, 0.5 * width / max(len(values) - 1, 1))
    if statistic is not None and math.isfinite(statistic):
        if high < statistic <= high + width / 2:
            high = statistic
        if low - width / 2 <= statistic < low:
            low = statistic
    return low - margin, high + margin


def _curve(values: Array, heights: Array) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": values,
        "y": heights,
        "line": {"color": COLORS[0], "width": 2},
        "name": "null distribution",
        "hovertemplate": "%{x:.4~g}<br>density %{y:.4~g}<extra></extra>",
        "showlegend": False,
    }


def _regions(values: Array, heights: Array, regions: Sequence[tuple[float, float]]) -> list[dict[str, Any]]:
    return [trace for low, high in regions if (trace := _region(values, heights, low, high)) is not None]


def _region(values: Array, heights: Array, low: float, high: float) -> dict[str, Any] | None:
    """Shaded area below the curve, from exactly `low` to exactly `high`."""
    start, end = max(low, float(values[0])), min(high, float(values[-1]))
    if start >= end:
        return None
    between = (values > start) & (values < end)
    x = np.concatenate([[start], values[between], [end]])
    y = np.interp(x, values, heights)
    return {
        "type": "scatter",
        "mode": "lines",
        "x": x,
        "y": y,
        "fill": "tozeroy",
        "fillcolor": translucent(COLORS[1], 0.45),
        "line": {"color": COLORS[1], "width": 0},
        "name": "rejection region",
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _probabilities(values: Array, heights: Array, rejected: Array, dark: bool) -> dict[str, Any]:
    colors = np.where(rejected, COLORS[1], shades(dark).muted)
    gaps = np.diff(values)
    return {
        "type": "bar",
        "x": values,
        "y": heights,
        "width": 0.7 * float(gaps.min()) if len(gaps) else 0.7,
        "marker": {"color": colors.tolist(), "line": {"width": 0}},
        "name": "null distribution",
        "hovertemplate": "%{x:.4~g}<br>probability %{y:.4~g}<extra></extra>",
        "showlegend": False,
    }


def _critical_notes(
    critical_values: Sequence[float], curve: tuple[Array, Array], statistic: float | None, dark: bool
) -> list[dict[str, Any]]:
    """Each critical value at the end of a line from its place on the curve, higher than all beside it."""
    values, heights = curve
    low, high = _span(values, statistic)
    peak, room = float(values[np.argmax(heights)]) if len(values) else low, 0.16 * (high - low)
    notes = []
    for value in critical_values:
        if low <= value <= high:
            left = _goes_left(value, value < peak, statistic, room)
            below = inside(values, [(value - room, value) if left else (value, value + room)])
            height = float(np.interp(value, values, heights))
            beside = max(height, float(heights[below].max(initial=0.0)))
            top = min(beside, 0.95 * _top(heights)) + 0.09 * _top(heights)
            notes.append(_critical_note(value, height, top, left, dark))
    return notes


def _goes_left(value: float, outwards: bool, statistic: float | None, room: float) -> bool:
    """Whether a critical value is written to its left: away from the peak, unless the statistic crosses it there."""
    gap = math.inf if statistic is None else value - statistic if outwards else statistic - value
    return not outwards if room / 10 <= gap < room else outwards


def _critical_note(value: float, height: float, top: float, left: bool, dark: bool) -> dict[str, Any]:
    return {
        "text": f"critical {number(value)}\u2002" if left else f"\u2002critical {number(value)}",
        "x": value,
        "y": height,
        "axref": "x",
        "ax": value,
        "ayref": "y",
        "ay": top,
        "xanchor": "right" if left else "left",
        "showarrow": True,
        "arrowhead": 0,
        "arrowwidth": 1,
        "arrowcolor": COLORS[1],
        "font": {"color": shades(dark).text, "size": 12},
    }


def _statistic_line(statistic: float | None, low: float, high: float, dark: bool) -> list[dict[str, Any]]:
    if statistic is None or not low <= statistic <= high:
        return []
    line = {"color": shades(dark).strong, "width": 2.5}
    return [
        {"type": "line", "x0": statistic, "x1": statistic, "y0": 0, "y1": 1, "yref": "paper", "line": line}
    ]


def _statistic_note(statistic: float | None, low: float, high: float, dark: bool) -> list[dict[str, Any]]:
    """The number above its line; at the edge with an arrow when it lies beyond; in words when undefined."""
    common = {"yref": "paper", "showarrow": False, "font": {"color": shades(dark).strong, "size": 13}}
    if statistic is None or math.isnan(statistic):
        return [
            common
            | {
                "text": "statistic undefined",
                "xref": "paper",
                "x": 1,
                "xanchor": "right",
                "y": 1.02,
                "yanchor": "bottom",
            }
        ]
    written = f"<b>statistic {number(statistic)}</b>"
    if low <= statistic <= high:
        share = (statistic - low) / (high - low)
        anchor = "left" if share < 0.15 else "right" if share > 0.85 else "center"
        return [common | {"text": written, "x": statistic, "xanchor": anchor, "y": 1.02, "yanchor": "bottom"}]
    right = statistic > high
    text, x, anchor = (f"{written} ⟶", 1, "right") if right else (f"⟵ {written}", 0, "left")
    return [
        common | {"text": text, "xref": "paper", "x": x, "xanchor": anchor, "y": 0.5, "yanchor": "middle"}
    ]


def _null_alt(
    statistic: float | None,
    critical_values: Sequence[float],
    regions: Sequence[tuple[float, float]],
    title: str,
) -> str:
    where = "undefined" if statistic is None else number(statistic)
    critical = ", ".join(number(value) for value in critical_values) or "none"
    if statistic is None or math.isnan(statistic):
        falls = ""
    else:
        falls = (
            ", inside the rejection region"
            if inside(np.array([statistic]), regions)[0]
            else ", outside the rejection region"
        )
    return f"Null distribution of {title}. Statistic {where}{falls}; critical values {critical}."
