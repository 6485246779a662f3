"""What is laid over a finished picture: cells that can be clicked, a value to hold it against."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from core.figures.canvas.drawing import Drawing, guide
from core.figures.canvas.marks import DASH
from core.figures.canvas.palette import shades
from core.figures.canvas.scale import Scale
from core.figures.canvas.text import SMALL, number

LARGER = 1.3
"""How much larger the texts of a picture are where it is projected."""
LARGEST_TITLE, LETTER = 20, 0.45
"""Pixels of the title of an axis where it is projected, at most, and how wide a letter is as a part of its height."""
ALONG_X, ALONG_Y = 400, 220
"""Pixels that such a title has in the narrowest picture and in the lowest."""
SMALL_MARK, LARGER_MARK = 10, 1.5
"""Marks of fewer pixels are larger, too, and how much."""
MENU = 36
"""Pixels above cells, so that the menu of the chart does not lie on them."""


def larger(drawing: Drawing) -> Drawing:
    """The same picture with larger texts and marks, and the room that texts take, to be read from the last row."""
    traces = [
        _marked(
            trace | {"textfont": _scaled(trace["textfont"], in_font=True)} if "textfont" in trace else trace
        )
        for trace in drawing.traces
    ]
    margin = drawing.layout["margin"]
    layout = _scaled(drawing.layout) | {"margin": margin | {"t": LARGER * margin["t"]}}
    title = layout.get("xaxis", {}).get("title", {})
    if SMALL in title.get("text", ""):  # all of its lines are as large as the first
        title["text"] = title["text"].replace(SMALL, "<span>")
    for name, axis in layout.items():
        if name[1:5] == "axis" and axis.get("title", {}).get("text"):
            axis["title"] |= {"font": axis["title"].get("font", {}) | {"size": _title_size(name, layout)}}
    legend = drawing.layout["legend"]
    if legend["y"] < 0:  # below the title of the axis, which is larger too
        more = (LARGER - 1) * margin["b"]
        layout["legend"] |= {"y": LARGER * legend["y"]}
        layout["margin"] |= {"b": margin["b"] + more}
        layout["height"] += more
    lettered_from = round(LARGER * drawing.lettered_from)
    if not drawing.least_width:
        return replace(drawing, traces=traces, layout=layout, lettered_from=lettered_from)
    # a table of colours: its cells hold larger numbers, and half of its last name stands beyond the last of them
    layout["margin"] |= {"r": LARGER * margin["r"]}
    layout["height"] *= LARGER
    return replace(drawing, traces=traces, layout=layout, least_width=round(LARGER * drawing.least_width))


def _title_size(axis: str, layout: dict[str, Any]) -> float:
    """As large as its longest line leaves room for, and no smaller than what stands beside the ticks."""
    lines = re.sub("<(?!br>)[^>]*>", "", layout[axis]["title"]["text"]).split("<br>")
    room = ALONG_X if axis.startswith("x") else ALONG_Y
    fits = room / LETTER / max(map(len, lines))
    return float(max(layout["template"]["layout"]["font"]["size"], min(LARGEST_TITLE, fits)))


def _marked(trace: dict[str, Any]) -> dict[str, Any]:
    """The same marks, larger if they are small."""
    size = trace.get("marker", {}).get("size")
    if trace.get("mode") != "markers" or not isinstance(size, int) or size >= SMALL_MARK:
        return trace
    return trace | {"marker": trace["marker"] | {"size": LARGER_MARK * size}}


def _scaled(layout: Any, *, in_font: bool = False) -> Any:
    if isinstance(layout, dict):
        return {
            key: LARGER * value
            if in_font and key == "size"
            else _scaled(value, in_font=key in ("font", "tickfont"))
            for key, value in layout.items()
        }
    return [_scaled(item) for item in layout] if isinstance(layout, list) else layout


def with_reference(drawing: Drawing, at: float, name: str, *, dark: bool = False) -> Drawing:
    """Draw a dashed line at a value of the x axis, named above the plot.

    Parameters
    ----------
    drawing : Drawing
    at : float
        Value on the x axis, which is widened to hold it.
    name : str
        Our own text, never one from a file.
    dark : bool
    """
    before = drawing.layout
    low, high = before["xaxis"].get("range", (at, at))
    margin = 0.04 * (high - low)
    low, high = min(low, at - margin), max(high, at + margin)
    # the name reaches into the picture, not beyond its edge
    side = "right" if at > (low + 3 * high) / 4 else "left" if at < (3 * low + high) / 4 else "center"
    text = {
        "text": name,
        "x": at,
        "xanchor": side,
        "y": 1,
        "yref": "paper",
        "yanchor": "bottom",
        "showarrow": False,
    }
    layout = before | {
        "xaxis": before["xaxis"] | {"range": [low, high]},
        "shapes": [*before.get("shapes", ()), guide("x", at, shades(dark).strong, "dash")],
        "annotations": [*before.get("annotations", ()), text],
        "margin": before.get("margin", {}) | {"t": 30},
    }
    return replace(drawing, layout=layout, alt=f"{drawing.alt} {name} at {number(at)}.")


def with_far_reference(drawing: Drawing, at: float, name: str, scale: Scale) -> Drawing:
    """Name a value that lies far beyond the x axis above the plot, at the edge behind which it is found.

    Parameters
    ----------
    drawing : Drawing
    at : float
    name : str
        Our own text with the value, never one from a file.
    scale : Scale
        As the picture was drawn with.
    """
    before = drawing.layout
    low, _ = before["xaxis"]["range"]
    left = scale.drawn(at) < low
    text = {
        "text": f"← {name}" if left else f"{name} →",
        "x": 0 if left else 1,
        "xref": "paper",
        "xanchor": "left" if left else "right",
        "y": 1,
        "yref": "paper",
        "yanchor": "bottom",
        "showarrow": False,
    }
    layout = before | {
        "annotations": [*before.get("annotations", ()), text],
        "margin": before.get("margin", {}) | {"t": 30},
    }
    return replace(drawing, layout=layout, alt=f"{drawing.alt} Far beyond the axis: {name}.")


def on_one_axis(drawings: Sequence[Drawing]) -> list[Drawing]:
    """The same pictures with one range along x, so that they can be compared, where they show the same quantity."""
    axes = [drawing.layout["xaxis"] for drawing in drawings]
    if len({str(axis["title"]) for axis in axes}) > 1:
        return list(drawings)
    lows, highs = zip(*(axis["range"] for axis in axes), strict=True)
    span = {"range": [min(lows), max(highs)]}
    return [
        replace(drawing, layout=drawing.layout | {"xaxis": axis | span})
        for drawing, axis in zip(drawings, axes, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """What a legend says of one trace.

    Attributes
    ----------
    name : str
        As the picture writes it, safe in HTML.
    color : str
    is_line : bool
        Whether it stands for a line, not for marks.
    """

    name: str
    color: str
    is_line: bool


def legend_of_all(drawings: Sequence[Drawing]) -> tuple[list[Drawing], list[LegendEntry]]:
    """The same pictures, which stand beside one another, without legends, and the one that serves all of them.

    Parameters
    ----------
    drawings : sequence of Drawing

    Returns
    -------
    (list of Drawing, list of LegendEntry)
        The entries are empty where no legend says what all of them say: each keeps its own, whose names stand in as few
        lines as they need.
    """
    if len(drawings) < 2:
        return list(drawings), []
    found = [[trace for trace in drawing.traces if trace.get("showlegend", True)] for drawing in drawings]
    names = [{trace.get("name") for trace in traces} for traces in found]
    if not all(names) or not all(one <= max(names, key=len) for one in names):
        return [_packed(drawing) for drawing in drawings], []
    bare = [replace(drawing, layout=drawing.layout | {"showlegend": False}) for drawing in drawings]
    return bare, [
        LegendEntry(trace["name"], trace["marker"]["color"], trace["marker"].get("symbol") == DASH)
        for trace in max(found, key=len)
    ]


def _packed(drawing: Drawing) -> Drawing:
    """The same picture whose legend takes few lines: without groups Plotly makes all entries as wide as the longest."""
    traces = [
        {**trace, "legendgroup": trace.get("legendgroup", trace.get("name"))} for trace in drawing.traces
    ]
    legend = drawing.layout["legend"] | {"traceorder": "grouped", "tracegroupgap": 4}
    return replace(drawing, traces=traces, layout=drawing.layout | {"legend": legend})


def clickable_cells(
    drawing: Drawing, chosen: tuple[int, int] | None = None, *, dark: bool = False
) -> Drawing:
    """Lay an invisible point over every filled cell of a heat map, and frame the chosen cell.

    Parameters
    ----------
    drawing : Drawing
        Whose first trace is a heat map over rows 0, 1, … and columns 0, 1, …
    chosen : (row, column), optional
    dark : bool

    Plotly reports clicks on points only, not on a heat map.

    Returns
    -------
    Drawing
        The same picture, its points the second trace; a click on a cell selects the point with x = column and y = row.
    """
    heat = drawing.traces[0]
    rows, columns = np.nonzero(np.isfinite(np.asarray(heat["z"], dtype=float)))
    points: dict[str, Any] = {
        "type": "scatter",
        "mode": "markers",
        "x": columns,
        "y": rows,
        "customdata": [list(heat["customdata"][i][j]) for i, j in zip(rows, columns, strict=True)],
        "hovertemplate": heat["hovertemplate"],
        "marker": {"symbol": "square", "size": 34, "opacity": 0, "color": shades(dark).muted},
        "showlegend": False,
    }
    layout, top = drawing.layout, drawing.layout["margin"]["t"]
    layout = layout | {
        "clickmode": "event+select",
        "margin": layout["margin"] | {"t": max(top, MENU)},
        "height": layout["height"] + max(MENU - top, 0),
    }
    if chosen is not None:
        row, column = chosen
        frame = {
            "type": "rect",
            "x0": column - 0.48,
            "x1": column + 0.48,
            "y0": row - 0.48,
            "y1": row + 0.48,
            "line": {"color": shades(dark).strong, "width": 3},
        }
        layout["shapes"] = [*layout.get("shapes", ()), frame]
    return replace(drawing, traces=[heat, points, *drawing.traces[1:]], layout=layout)
