"""The marks that several figures share, as plain dicts for Plotly; SVG only, no WebGL."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from core.figures.canvas.bins import Bins
from core.figures.canvas.drawing import Drawing, band, guide
from core.figures.canvas.palette import Style, shades
from core.figures.canvas.scale import Scale
from core.figures.canvas.text import full, label, shown
from core.records import Array, Interval
from core.written import in_percent

MOST_TIED = 10
"""Equal values that jitter can still tell apart."""
MISSING_DASH = "dot"
"""Of what an interval lacks, and of no other line of such a picture."""
DASH = "line-ew-open"
"""Mark of the legend that stands for a line."""


def points(
    x: Any,
    y: Any,
    name: str,
    style: Style,
    *,
    hover: str,
    details: Any = None,
    texts: Any = None,
    size: int = 6,
    opacity: float = 0.75,
) -> dict[str, Any]:
    """Points of one learner or quantity.

    Parameters
    ----------
    x, y : sequences of equal length
    name : str
        As given: it reaches the hover text as `meta`, escaped.
    style : Style
    hover : str
        Template of the lines below the name; reads `details` as `customdata` and `texts` as `text`.
    details, texts : arrays, optional
    size, opacity
        Of the markers; size in pixels.
    """
    trace = {
        "type": "scatter",
        "mode": "markers",
        "x": x,
        "y": y,
        "meta": full(name),
        "name": label(name),
        "marker": {"color": style.color, "symbol": style.symbol, "size": size, "opacity": opacity},
        "hovertemplate": f"<b>%{{meta}}</b><br>{hover}<extra></extra>",
        "cliponaxis": False,
        "showlegend": False,
    }
    return trace | {"customdata": details, "text": texts}


def jitter(count: int, width: float) -> Array:
    """Offsets within ±width/2, evenly spread by the golden ratio and the same at every drawing."""
    places = np.arange(1, count + 1, dtype=np.float64)
    return np.asarray(((places * 0.6180339887498949) % 1.0 - 0.5) * width, dtype=np.float64)


def spread(values: Array, width: float) -> Array:
    """Offsets within ±width/2: by `jitter`, but where many values are equal, a column as high as there are of them.

    Jittered, a dozen equal values look like a hundred.

    Parameters
    ----------
    values : array of length n
    width : float
    """
    _, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    highest = counts.max(initial=0)
    if highest <= MOST_TIED:
        return jitter(len(values), width)
    order = np.argsort(which, kind="stable")
    first = np.cumsum(counts) - counts
    place = np.empty(len(values))
    place[order] = np.arange(len(values)) - first[which[order]]
    return np.asarray((place - (counts[which] - 1) / 2) * width / highest)


def small_bars(
    place: float, name: str, style: Style, *, bins: Bins, heights: Any, details: Any, hover: str
) -> dict[str, Any]:
    """The bars of one row in a stack of small histograms.

    The axis of the rows runs downwards, so that the bars grow towards smaller numbers.

    Parameters
    ----------
    place : float
        Position of the row.
    name, style
        Of the row.
    bins, heights
        One height per bin, as a share of the tallest bar.
    details, hover
        Numbers behind each bar, and the template that says them.
    """
    return {
        "type": "bar",
        "x": bins.centres,
        "width": bins.width,
        "base": place + 0.42,
        "y": -0.84 * heights,
        "customdata": details,
        "meta": full(name),
        "name": label(name),
        "marker": {"color": style.fill, "line": {"color": style.color, "width": 1}},
        "hovertemplate": f"<b>%{{meta}}</b><br>{hover}<extra></extra>",
        "showlegend": False,
    }


def legend_square(name: str, color: str, dark: bool) -> dict[str, Any]:
    """A coloured square in the legend for something that heat maps and bars show; `name` is our own text."""
    edge = {"color": shades(dark).muted, "width": 0.5}
    return _in_legend(name, {"symbol": "square", "size": 12, "color": color, "line": edge})


def legend_dash(name: str, color: str) -> dict[str, Any]:
    """One dash in the legend for a line across the plot; `name` is our own text.

    It is as wide as the marks of other entries, and below them: a line would reach the words of the one before.
    """
    line = {"color": color, "width": 3}
    return _in_legend(name, {"symbol": DASH, "size": 12, "color": color, "line": line})


def _in_legend(name: str, marker: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [None],
        "y": [None],
        "name": name,
        "marker": marker,
        "hoverinfo": "skip",
        "showlegend": True,
    }


def interval_marks(
    rows: Sequence[tuple[float, str, Interval, Style]], scale: Scale, span: Sequence[float]
) -> list[dict[str, Any]]:
    """One trace per (position, name, interval, style); ends beyond `span` become arrows at its edge."""
    return [_interval_trace(row, scale, span) for row in rows if not empty(row[2])]


def empty(interval: Interval) -> bool:
    """Whether no value lies in the interval, or its ends are undefined."""
    return not interval.low <= interval.high


def _interval_trace(
    row: tuple[float, str, Interval, Style], scale: Scale, span: Sequence[float]
) -> dict[str, Any]:
    position, name, interval, style = row
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": _ends(interval, scale, span),
        "y": [position, position],
        "meta": [full(name), *_about(interval, scale)],
        "name": label(name),
        "line": {"color": style.color, "width": 5},
        "marker": {
            "color": style.color,
            "symbol": _symbols(interval, scale, span),
            "size": 14,
            "line": {"width": 2},
        },
        "opacity": 0.9,
        "hovertemplate": "<b>%{meta[0]}</b><br>interval %{meta[2]} to %{meta[3]}<br>"
        "level %{meta[1]}, %{meta[4]}<extra></extra>",
        "cliponaxis": False,
        "showlegend": False,
    }


def _symbols(interval: Interval, scale: Scale, span: Sequence[float]) -> list[str]:
    low, high = scale.drawn(scale.reachable(*interval))
    left = "line-ns-open" if low >= span[0] else "triangle-left"
    right = "line-ns-open" if high <= span[1] else "triangle-right"
    return [left, right]


def _ends(interval: Interval, scale: Scale, span: Sequence[float]) -> list[float]:
    low, high = (float(scale.drawn(end)) for end in scale.reachable(*interval))
    return [max(low, span[0]), min(high, span[1])]


def _about(interval: Interval, scale: Scale) -> list[str]:
    return [in_percent(interval.level, ".6g"), *_from_to(interval, scale), shown(interval.method)]


def missing_marks(
    position: int, name: str, ends: tuple[Interval, Interval], style: Style, scale: Scale
) -> list[dict[str, Any]]:
    """From the ends of an interval that is too short to where they should be: a dotted line at each of them.

    Parameters
    ----------
    position : int
    name : str
    ends : (Interval, Interval)
        The interval, and what it would be if it allowed for what it forgets.
    style : Style
    scale : Scale
    """
    return [
        {
            "type": "scatter",
            "mode": "lines",
            "x": x,
            "y": [position, position],
            "name": label(f"{name}: missing"),
            "meta": [full(name), *_from_to(ends[1], scale)],
            "line": {"color": style.color, "width": 3, "dash": MISSING_DASH},
            "hovertemplate": "<b>%{meta[0]}</b><br>too short: it should reach from %{meta[1]} to %{meta[2]}"
            "<extra></extra>",
            "showlegend": False,
        }
        for x in _missing(*ends, scale)
    ]


def _missing(short: Interval, whole: Interval, scale: Scale) -> list[list[float]]:
    """Where something is missing; nothing is where both are open."""
    both = [tuple(short), tuple(whole)]
    drawn = [scale.drawn(scale.reachable(*found)) for found in both]
    ends = [
        [float(found[place]) for found in drawn]
        for place in (0, 1)
        if math.isfinite(both[0][place] + both[1][place])
    ]
    return [sorted(pair) for pair in ends]


def _from_to(interval: Interval, scale: Scale) -> list[str]:
    return [scale.text(end) for end in scale.reachable(*interval)]


def interval_moves(
    drawn: Drawing,
    intervals: Sequence[Interval | None],
    scale: Scale,
    whole: Sequence[Interval | None] = (),
) -> list[dict[str, Any]] | None:
    """Where the intervals of a picture have to be moved, in their order, as `moves` gives it.

    Parameters
    ----------
    drawn : Drawing
        The picture as it is drawn.
    intervals : sequence of Interval or None
        One for each row that may have one.
    scale : Scale
        As it was drawn with.
    whole : sequence of Interval or None
        For each row what `missing_marks` was given, where some intervals are too short.

    Returns
    -------
    list of dict or None
        None where an interval has come or gone, or an end of it has opened or closed.
    """
    places = [place for place, trace in enumerate(drawn.traces) if trace.get("mode") == "lines+markers"]
    found = [interval for interval in intervals if interval is not None and not empty(interval)]
    if len(places) != len(found):
        return None
    traces = [drawn.traces[place] for place in places]
    span = drawn.layout["xaxis"]["range"]
    if [trace["marker"]["symbol"] for trace in traces] != [_symbols(one, scale, span) for one in found]:
        return None
    lines = [place for place, trace in enumerate(drawn.traces) if _is_missing(trace)]
    pieces = [
        (x, _from_to(wanted, scale))
        for short, wanted in zip(intervals, whole, strict=False)
        if short is not None and wanted is not None
        for x in _missing(short, wanted, scale)
    ]
    if len(lines) != len(pieces):
        return None
    ends = [(_ends(interval, scale, span), _about(interval, scale)) for interval in found]
    return [
        {"trace": place, "x": x, "y": trace["y"], "name": trace["name"], "meta": [trace["meta"][0], *about]}
        for place, (x, about) in zip([*lines, *places], [*pieces, *ends], strict=True)
        for trace in [drawn.traces[place]]
    ]


def _is_missing(trace: dict[str, Any]) -> bool:
    return trace.get("mode") == "lines" and trace["line"].get("dash") == MISSING_DASH


def region_edge(dark: bool) -> dict[str, Any]:
    """The edge of the region of practical equivalence: a narrow one would be hidden by the zero line."""
    return {"color": shades(dark).muted, "width": 1, "dash": "dot"}


def reference_shapes(
    zero: bool, rope: tuple[float, float] | None, scale: Scale, dark: bool
) -> list[dict[str, Any]]:
    """The zero line and the band of practical equivalence along x.

    Parameters
    ----------
    zero : bool
        Whether there is a line at no difference.
    rope : (low, high), optional
    scale : Scale
    dark : bool
    """
    low, high = scale.drawn(rope or (0.0, 0.0))
    shapes = [band("x", low, high, shades(dark).faint) | {"line": region_edge(dark)}] if rope else []
    return [*shapes, guide("x", 0.0, shades(dark).muted)] if zero else shapes
