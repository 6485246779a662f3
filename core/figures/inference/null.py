"""The statistic on its null distribution: where it may fall by luck, where it fell, how much lies beyond."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import Drawing, draw, value_axis
from core.figures.canvas.palette import shades, translucent
from core.figures.canvas.text import embedded, in_lines
from core.figures.canvas.thin import evenly_thinned
from core.inference import Verdict
from core.records import Array
from core.written import number, p_text

MOST_CURVE_POINTS = 1000
MOST_COUNTS_NAMED = 13
LEAST_SEEN = 0.02
"""Of the height of a null distribution, what is lower hides in the line of its axis: two pixels of a hundred."""
CRITICAL = "critical value"
BELOW_ZERO = 8
"""Pixels between the axis and its labels: a wide first one passes below the zero of the other axis."""


def null_distribution(
    x: Array,
    density: Array,
    statistic: float | None,
    *,
    critical_values: Sequence[float],
    extreme: Sequence[tuple[float, float]],
    halved: Sequence[float] = (),
    p_value: float | None = None,
    title: str,
    first: str = "",
    word: str = "statistic",
    write: Callable[[float], str] = number,
    discrete: bool = False,
    dark: bool = False,
) -> Drawing:
    """Draw the null distribution, the statistic, the p-value as an area, and the critical values as lines.

    Parameters
    ----------
    x, density : arrays of equal length
        Values of the statistic in ascending order and their density, or probability when `discrete`.
    statistic : float or None
        None when undefined; one beyond the curve becomes an arrow at the edge.
    critical_values : sequence of float
    extreme : sequence of (low, high)
        Closed intervals of the values that are as extreme as the statistic, whose probability is p; one that
        reaches the end of the curve goes on to infinity.
    halved : sequence of float
        Of these extreme values p counts half of the probability only, where `discrete`.
    p_value : float or None
        For the text.
    title : str
        Name of the statistic and its distribution, for the axis: our own text, with «first» for a learner's name.
    first : str
        That name.
    word : str
        What the statistic is called above its line.
    write : callable
        Writes its number there.
    discrete : bool
    dark : bool
    """
    values, heights = np.asarray(x, dtype=float), np.asarray(density, dtype=float)
    kept = evenly_thinned(np.flatnonzero(np.isfinite(heights)), MOST_CURVE_POINTS)
    values, heights = values[kept], heights[kept]
    regions = _opened(extreme, values)
    as_extreme = inside(values, regions)
    if not len(values):
        traces = []
    elif discrete:
        counted = np.where(np.isin(values, halved), 0.5, 1.0) * as_extreme
        traces = _probabilities(values, heights, counted, dark)
    else:
        traces = [*_regions(values, heights, regions, dark), _curve(values, heights, dark)]
    low, high = _span(values, statistic)
    told = "undefined" if statistic is None or math.isnan(statistic) else write(statistic)
    traces += [_critical_line(value, _top(heights), dark) for value in critical_values]
    layout = {
        "xaxis": value_axis(
            in_lines(title.replace("«first»", embedded(first))), dark, float(np.abs(values).max(initial=0.0))
        )
        | {"range": [low, high], "hoverformat": "," if discrete else ",.4~r"}
        | {"ticklabelstandoff": BELOW_ZERO}
        | _every_count(values),
        "yaxis": value_axis("Probability" if discrete else "Density", dark)
        | {"exponentformat": "power"}
        | {"range": [0, 1.18 * _top(heights)], "nticks": 4, "fixedrange": True},
        "height": 260,
        "margin": {"l": 8, "r": 24, "t": 34, "b": 8},
        "annotations": _statistic_note(statistic, f"{word} {told}", low, high, dark),
        "shapes": _statistic_line(statistic, low, high, dark),
        "bargap": 0.35,
        "barmode": "overlay",
    }
    frame = pd.DataFrame(
        {"value": values, "probability" if discrete else "density": heights, "as_extreme": as_extreme}
    )
    alt = _null_alt(f"{word} {told}", p_value, title.replace("«first»", first))
    return draw(traces, layout, frame, alt, dark)


def shows_p(drawing: Drawing) -> bool:
    """Whether what is shaded of a null distribution is high enough above its axis to be seen."""
    frame = drawing.frame
    heights = frame["probability" if "probability" in frame else "density"]
    return bool(heights[frame["as_extreme"]].max() >= LEAST_SEEN * heights.max())


def null_of(verdict: Verdict, alpha: float, *, dark: bool = False) -> Drawing:
    """Draw the null distribution of a verdict, the values as extreme as its statistic shaded.

    Parameters
    ----------
    verdict : Verdict
    alpha : float
        Significance level of the critical values.
    dark : bool
    """
    null = verdict.null
    x, density = null.curve()
    unit = " (percentage points)" if verdict.axis_factor != 1 else ""
    return null_distribution(
        verdict.axis_factor * x,
        density if null.discrete else density / verdict.axis_factor,
        None if verdict.drawn is None else verdict.axis_factor * verdict.drawn,
        critical_values=verdict.on_axis(verdict.critical_values(alpha)),
        extreme=[(low, high) for low, high in map(verdict.on_axis, verdict.as_extreme())],
        halved=verdict.half_counted,
        p_value=verdict.p_value,
        title=_title(verdict.entry.counts or verdict.letter, null.title) + unit,
        first=verdict.naming.first,
        word="observed" if verdict.entry.counts else verdict.letter if verdict.entry.is_p else "statistic",
        write=verdict.written if verdict.entry.is_p else number,
        discrete=null.discrete,
        dark=dark,
    )


def _title(name: str, title: str) -> str:
    """Name of the statistic, or what is counted, and of its distribution."""
    return title if title.startswith(f"{name} ") else f"{name}: {title}"


def _every_count(values: Array) -> dict[str, Any]:
    """A tick at each of a few counts: between them there is nothing."""
    few = 0 < len(values) <= MOST_COUNTS_NAMED and bool(np.all(values == np.round(values)))
    return {"dtick": 1} if few else {}


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


def _curve(values: Array, heights: Array, dark: bool) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": values,
        "y": heights,
        "line": {"color": shades(dark).muted, "width": 2},
        "name": "null distribution",
        "customdata": list(map(number, heights.tolist())),
        "hovertemplate": "%{x}<br>density %{customdata}<extra></extra>",
        "showlegend": False,
    }


def _regions(
    values: Array, heights: Array, regions: Sequence[tuple[float, float]], dark: bool
) -> list[dict[str, Any]]:
    found = [_region(values, heights, low, high, dark) for low, high in regions]
    return [trace for trace in found if trace is not None]


def _region(values: Array, heights: Array, low: float, high: float, dark: bool) -> dict[str, Any] | None:
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
        "fillcolor": translucent(shades(dark).strong, 0.45),
        "line": {"color": shades(dark).strong, "width": 0},
        "name": "p-value",
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _probabilities(values: Array, heights: Array, counted: Array, dark: bool) -> list[dict[str, Any]]:
    """A bar for every value, shaded as far as p counts its probability."""
    colors = np.where(counted == 1, shades(dark).strong, shades(dark).muted)
    gaps = np.diff(values)
    bars = {
        "type": "bar",
        "x": values,
        "y": heights,
        "width": 0.7 * float(gaps.min()) if len(gaps) else 0.7,
        "marker": {"color": colors.tolist(), "line": {"width": 0}},
        "name": "null distribution",
        "customdata": list(map(number, heights.tolist())),
        "hovertemplate": "%{x}<br>probability %{customdata}<extra></extra>",
        "showlegend": False,
    }
    half = counted == 0.5
    if not half.any():
        return [bars]
    marker = {"color": shades(dark).strong, "line": {"width": 0}}
    shaded = {"x": values[half], "y": heights[half] / 2, "marker": marker}
    words = {
        "name": "p-value",
        "hovertemplate": "%{x}<br>half of its probability counted<extra></extra>",
    }
    return [bars, bars | shaded | words]


def _critical_line(value: float, top: float, dark: bool) -> dict[str, Any]:
    """A line of two points, so that it can be moved with the significance level."""
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [value, value],
        "y": [0.0, 1.05 * top],
        "line": {"color": shades(dark).strong, "width": 1.5, "dash": "dash"},
        "meta": number(value),
        "name": CRITICAL,
        "hovertemplate": "critical %{meta}<extra></extra>",
        "showlegend": False,
    }


def critical_moves(drawn: Drawing, critical_values: Sequence[float]) -> list[dict[str, Any]] | None:
    """Where the critical values of a picture have to be moved, as `moves` gives it; None if one came or went."""
    places = [place for place, trace in enumerate(drawn.traces) if trace["name"] == CRITICAL]
    if len(places) != len(critical_values):
        return None
    return [
        {"trace": place, "x": [value, value], "y": drawn.traces[place]["y"], "name": CRITICAL}
        | {"meta": number(value)}
        for place, value in zip(places, critical_values, strict=True)
    ]


def _statistic_line(statistic: float | None, low: float, high: float, dark: bool) -> list[dict[str, Any]]:
    if statistic is None or not low <= statistic <= high:
        return []
    line = {"color": shades(dark).strong, "width": 2.5}
    return [
        {"type": "line", "x0": statistic, "x1": statistic, "y0": 0, "y1": 1, "yref": "paper", "line": line}
    ]


def _statistic_note(
    statistic: float | None, told: str, low: float, high: float, dark: bool
) -> list[dict[str, Any]]:
    """The number above its line; at the edge with an arrow when it lies beyond; in words when undefined."""
    common = {"yref": "paper", "showarrow": False, "font": {"color": shades(dark).strong, "size": 13}}
    if statistic is None or math.isnan(statistic):
        return [
            common
            | {
                "text": told,
                "xref": "paper",
                "x": 1,
                "xanchor": "right",
                "y": 1.02,
                "yanchor": "bottom",
            }
        ]
    written = f"<b>{told}</b>"
    if low <= statistic <= high:
        share = (statistic - low) / (high - low)
        anchor = "left" if share < 0.15 else "right" if share > 0.85 else "center"
        return [common | {"text": written, "x": statistic, "xanchor": anchor, "y": 1.02, "yanchor": "bottom"}]
    right = statistic > high
    text, x, anchor = (f"{written} ⟶", 1, "right") if right else (f"⟵ {written}", 0, "left")
    return [
        common | {"text": text, "xref": "paper", "x": x, "xanchor": anchor, "y": 1.02, "yanchor": "bottom"}
    ]


def _null_alt(told: str, p_value: float | None, title: str) -> str:
    shaded = "" if p_value is None else f"; values as extreme have probability {p_text(p_value)}"
    return f"Null distribution of {title}. {told[:1].upper()}{told[1:]}{shaded}."
