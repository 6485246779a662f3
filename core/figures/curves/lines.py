"""Lines over a plane with their bands and marked points: the common ground of ROC, cost and other curves."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import unescape
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import HEIGHT, Drawing, draw, value_axis
from core.figures.canvas.palette import Style, shades, translucent
from core.figures.canvas.text import distinct_labels, full, label, number, sentence_list, shown
from core.figures.canvas.thin import MOST_POINTS, kept_corners

LEGEND_ROW = 21
ROW_LETTERS, BREAK = 42, "<br>"
"""Letters of an entry that a picture on half of a page, or on a telephone, has room for, and what begins a new row."""
LETTER, SAMPLE = 6.7, 46
"""Pixels of a letter of a legend beside the curves, and of the line before it."""
AXIS = 56
"""Pixels of the axis below the curves."""
TICKS = 6
"""On each axis of a square at most, so that both have the same."""
MOST_LINES = 120
"""Lines drawn at most; of more, every so many."""


@dataclass(frozen=True, eq=False)
class Line:
    """One curve.

    Attributes
    ----------
    name : str
        Of the learner, or whatever the curve belongs to.
    x, y : arrays of length n
        Points that are not finite are left out.
    style : Style
    part : str
        What it is of that learner: pooled, fold 3, vertical average …; empty for the only one.
    details : array of length n or None
        A number for the hover text of each point, usually the threshold.
    note : str
        Stands behind the name in the legend, for example ``AUC 0.91``.
    faint : bool
        Drawn thin.
    listed : bool
        Whether it has an entry in the legend.
    dash : str
        Plotly's name of a dash; that of the style when empty.
    """

    name: str
    x: Any
    y: Any
    style: Style
    part: str = ""
    details: Any = None
    note: str = ""
    faint: bool = False
    dash: str = ""
    listed: bool = True


@dataclass(frozen=True, eq=False)
class Region:
    """A band: between two lines over the same x, or inside a closed outline (`x_high` given).

    Attributes
    ----------
    name, part : str
        `part` names what kind of band it is and stands in the legend.
    x, low, high : arrays of length n
    x_high : array of length n or None
        The x of the upper line, where it differs.
    """

    name: str
    x: Any
    low: Any
    high: Any
    style: Style
    part: str
    x_high: Any = None


@dataclass(frozen=True)
class Mark:
    """A point that is marked, and what its hover text says.

    Attributes
    ----------
    listed : bool
        Whether it stands among the numbers of the picture; not if it is moved while these stay.
    """

    name: str
    x: float
    y: float
    style: Style
    text: str = ""
    listed: bool = True


@dataclass(frozen=True)
class Plane:
    """The two axes.

    Attributes
    ----------
    x, y : str
        Titles, with units.
    x_range, y_range : (float, float) or None
    detail : str
        What the details of lines are called in hover texts.
    square : bool
        Whether one unit is as long across as upwards.
    name : str
        What the picture is called in its text for screen readers.
    """

    x: str
    y: str
    name: str
    x_range: tuple[float, float] | None = (0.0, 1.0)
    y_range: tuple[float, float] | None = (0.0, 1.0)
    detail: str = "θ"
    square: bool = False


def curve_plot(
    lines: Sequence[Line],
    plane: Plane,
    *,
    regions: Sequence[Region] = (),
    marks: Sequence[Mark] = (),
    guides: Sequence[Line] = (),
    dark: bool = False,
) -> Drawing:
    """Draw curves, thinned to what can be seen.

    Parameters
    ----------
    lines : sequence of Line
        Each is drawn with at most 1000 points, its ends among them, and no corner moves by more than half a
        pixel on a plot 1920 pixels wide as long as 1000 points can do that; `kept_corners` says when they cannot.
    plane : Plane
    regions, marks : sequences
        Bands below the lines, marked points above them.
    guides : sequence of Line
        Reference lines: diagonal, iso-cost lines; not in the numbers.
    dark : bool
    """
    every = max(1, -(-len(lines) // MOST_LINES))
    drawn = [line if len(line.x) <= MOST_POINTS else thinned(line) for line in lines[::every]]
    traces = [_region_trace(region) for region in regions]
    traces += [_guide_trace(guide, dark) for guide in guides]
    names = list(dict.fromkeys(line.name for line in drawn))
    labels = dict(zip(names, distinct_labels(names), strict=True))
    traces += [_line_trace(line, plane, labels[line.name]) for line in drawn if len(line.x)]
    traces += [_mark_trace(mark, dark) for mark in marks if np.isfinite(mark.x) and np.isfinite(mark.y)]
    below = LEGEND_ROW * sum(len(trace["name"].split(BREAK)) for trace in traces if trace["showlegend"])
    layout: dict[str, Any] = {
        "xaxis": _axis(plane.x, plane.x_range, dark),
        "yaxis": _axis(plane.y, plane.y_range, dark),
        "height": HEIGHT + below,
        "legend": _legend_below(),
        # fixed margins: fitting them to the labels would draw everything twice at every move of a slider
        "margin": {"l": 62, "r": 16, "t": 12, "b": AXIS + below},
    }
    if plane.square:
        layout["yaxis"] |= {"scaleanchor": "x", "scaleratio": 1, "constrain": "domain"}
        layout["xaxis"] |= {"constrain": "domain", "nticks": TICKS}
        layout["yaxis"] |= {"nticks": TICKS}
    return draw(traces, layout, lambda: _frame(drawn, regions, marks), _alt(plane, drawn, marks), dark)


def legend_beside(drawing: Drawing) -> Drawing:
    """The same curves with their legend at the right rather than below: for a page that has the room."""
    names = [trace["name"] for trace in drawing.traces if trace.get("showlegend", True)]
    entries = [unescape(row) for name in names for row in name.split(BREAK)]
    legend = {
        "x": 1,
        "xanchor": "left",
        "y": 1,
        "yanchor": "top",
        "itemsizing": "constant",
        "font": {"size": 13},
        "tracegroupgap": 0,
    }
    margin = {"r": round(SAMPLE + LETTER * max(map(len, entries), default=0)), "b": AXIS}
    axis = drawing.layout["xaxis"] | {"constraintoward": "left"}
    layout = {"legend": legend, "margin": drawing.layout["margin"] | margin, "xaxis": axis, "height": HEIGHT}
    return replace(drawing, layout=drawing.layout | layout)


def thinned(line: Line) -> Line:
    """The same line with the points that can be seen; points that are not finite go."""
    x, y = np.asarray(line.x, dtype=float), np.asarray(line.y, dtype=float)
    seen = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
    kept = seen[kept_corners(x[seen], y[seen])] if len(seen) else seen
    details = None if line.details is None else np.asarray(line.details)[kept]
    return replace(line, x=x[kept], y=y[kept], details=details)


def _axis(title: str, span: tuple[float, float] | None, dark: bool) -> dict[str, Any]:
    axis = value_axis(title, dark) | {"automargin": False, "hoverformat": ",.4~g"}
    if span is None:
        return axis
    margin = 0.02 * (span[1] - span[0])
    return axis | {"range": [span[0] - margin, span[1] + margin]}


def _legend_below() -> dict[str, Any]:
    """One entry per line below the plot: names of learners are long and columns narrow."""
    return {
        "orientation": "h",
        "x": 0,
        "xanchor": "left",
        "y": -0.16,
        "yanchor": "top",
        "itemsizing": "constant",
        "traceorder": "normal",
    }


def _line_trace(line: Line, plane: Plane, name: str) -> dict[str, Any]:
    details = line.details is not None
    head = "<b>%{meta[0]}</b>" + ("<br>%{meta[1]}" if line.part else "")
    body = f"<br>{plane.x} %{{x}}<br>{plane.y} %{{y}}"
    dash = line.dash or line.style.dash
    return {
        "type": "scatter",
        "mode": "lines",
        "x": line.x,
        "y": line.y,
        "customdata": [number(value) for value in np.asarray(line.details)] if details else None,
        "meta": [full(line.name), full(line.part)],
        "name": _with_note(name, line.note),
        "line": {"color": line.style.color, "width": 0.8 if line.faint else 2.2, "dash": dash},
        "opacity": 0.45 if line.faint else 1.0,
        "hovertemplate": head
        + body
        + (f"<br>{plane.detail} %{{customdata}}" if details else "")
        + "<extra></extra>",
        "legendgroup": shown(line.name),
        "showlegend": line.listed,
        "cliponaxis": False,
    }


def _with_note(name: str, note: str) -> str:
    """An entry of the legend, in two rows where one would be cut off at the edge of a narrow picture."""
    told = label(note, 60)
    between = " · " if len(unescape(f"{name} · {told}")) <= ROW_LETTERS else BREAK
    return f"{name}{between}{told}" if note else name


def _region_trace(region: Region) -> dict[str, Any]:
    upper = region.x if region.x_high is None else region.x_high
    return {
        "type": "scatter",
        "mode": "lines",
        "x": np.r_[np.asarray(region.x, dtype=float), np.asarray(upper, dtype=float)[::-1]],
        "y": np.r_[np.asarray(region.low, dtype=float), np.asarray(region.high, dtype=float)[::-1]],
        "fill": "toself",
        "fillcolor": translucent(region.style.color, 0.14),
        "line": {"width": 0},
        "name": label(region.part, 80),
        "legendgroup": shown(region.name),
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _guide_trace(guide: Line, dark: bool) -> dict[str, Any]:
    color = guide.style.color if guide.part == "own colour" else shades(dark).muted
    return {
        "type": "scatter",
        "mode": "lines",
        "x": guide.x,
        "y": guide.y,
        "name": label(guide.name, 60),
        "line": {"color": color, "width": 1.1, "dash": guide.dash or "dot"},
        "hoverinfo": "name",
        "showlegend": guide.listed and guide.dash == "dashdot",
    }


def _mark_trace(mark: Mark, dark: bool) -> dict[str, Any]:
    edge = shades(dark).strong
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [mark.x],
        "y": [mark.y],
        "meta": [full(mark.name), mark.text],
        "name": label(mark.name),
        "marker": {
            "color": mark.style.color,
            "symbol": mark.style.symbol,
            "size": 12,
            "line": {"color": edge, "width": 1.5},
        },
        "hovertemplate": "<b>%{meta[0]}</b><br>%{meta[1]}<extra></extra>",
        "legendgroup": shown(mark.name),
        "showlegend": False,
        "cliponaxis": False,
    }


def _frame(lines: Sequence[Line], regions: Sequence[Region], marks: Sequence[Mark]) -> pd.DataFrame:
    """Everything drawn in one tidy table, put together column by column."""
    parts = [(line.name, line.part or "curve", line.x, line.y, line.details) for line in lines]
    for region in regions:
        upper = region.x if region.x_high is None else region.x_high
        parts.append((region.name, f"{region.part}, low", region.x, region.low, None))
        parts.append((region.name, f"{region.part}, high", upper, region.high, None))
    parts += [(mark.name, "marked", [mark.x], [mark.y], None) for mark in marks if mark.listed]
    sizes = [len(x) for _, _, x, _, _ in parts]
    joined = {
        column: np.concatenate([np.zeros(0), *(np.asarray(part[place], dtype=float) for part in parts)])
        for column, place in (("x", 2), ("y", 3))
    }
    details = [
        np.full(size, np.nan) if part[4] is None else np.asarray(part[4], dtype=float)
        for part, size in zip(parts, sizes, strict=True)
    ]
    return pd.DataFrame(
        {
            "name": np.repeat(np.array([part[0] for part in parts], dtype=object), sizes),
            "part": np.repeat(np.array([part[1] for part in parts], dtype=object), sizes),
            **joined,
            "detail": np.concatenate([np.zeros(0), *details]),
        }
    )


def _alt(plane: Plane, lines: Sequence[Line], marks: Sequence[Mark]) -> str:
    """The curves in words; marks may be moved later, so that no places are named."""
    named = [f"{line.name} {line.note}".strip() for line in lines if line.listed]
    text = f"{plane.name}: {plane.y} over {plane.x}. {sentence_list(named)}."
    marked = list(dict.fromkeys(mark.name for mark in marks))
    return f"{text} A point is marked for {sentence_list(marked)}." if marks else text
