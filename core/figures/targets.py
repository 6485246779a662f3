"""What is laid over a finished picture: cells that can be clicked, a value to hold it against."""

from typing import Any

import numpy as np

from core.figures.drawing import Drawing, guide
from core.figures.palette import shades
from core.figures.text import number


def with_reference(drawing: Drawing, at: float, name: str, *, dark: bool = False) -> Drawing:
    """Draw a dashed line at a value of the x axis, named above the plot; `name` is our own text."""
    from plotly.graph_objects import Figure

    content = drawing.figure.to_plotly_json()
    layout = content["layout"]
    low, high = layout["xaxis"].get("range", (at, at))
    margin = 0.04 * (high - low)
    layout["xaxis"]["range"] = [min(low, at - margin), max(high, at + margin)]
    layout["shapes"] = [*layout.get("shapes", ()), guide("x", at, shades(dark).strong, "dash")]
    text = {"text": name, "x": at, "y": 1, "yref": "paper", "yanchor": "bottom", "showarrow": False}
    layout["annotations"] = [*layout.get("annotations", ()), text]
    layout["margin"] = layout.get("margin", {}) | {"t": 30}
    return Drawing(Figure(content, _validate=False), drawing.frame, f"{drawing.alt} {name} at {number(at)}.")


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
        The same picture; a click on a cell selects the point with x = column and y = row.
    """
    from plotly.graph_objects import Figure

    heat = drawing.figure.data[0]
    rows, columns = np.nonzero(np.isfinite(np.asarray(heat.z, dtype=float)))
    points: dict[str, Any] = {
        "type": "scatter",
        "mode": "markers",
        "x": columns,
        "y": rows,
        "customdata": [list(heat.customdata[i][j]) for i, j in zip(rows, columns, strict=True)],
        "hovertemplate": heat.hovertemplate,
        "marker": {"symbol": "square", "size": 34, "opacity": 0, "color": shades(dark).muted},
        "showlegend": False,
    }
    layout = drawing.figure.layout.to_plotly_json()
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
    layout["clickmode"] = "event+select"
    figure = Figure({"data": [heat.to_plotly_json(), points], "layout": layout}, _validate=False)
    return Drawing(figure, drawing.frame, drawing.alt)
