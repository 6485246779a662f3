"""The marks that several figures share, as plain dicts for Plotly; SVG only, no WebGL."""

from typing import Any

from core.figures.bins import Bins
from core.figures.palette import Style, shades
from core.figures.text import full, label


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


def small_bars(
    place: float, name: str, style: Style, *, bins: Bins, heights: Any, details: Any, hover: str
) -> dict[str, Any]:
    """The bars of one row in a stack of small histograms; `heights` are shares of the tallest bar.

    The axis of the rows runs downwards, so that the bars grow towards smaller numbers.
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
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [None],
        "y": [None],
        "name": name,
        "marker": {
            "symbol": "square",
            "size": 12,
            "color": color,
            "line": {"color": shades(dark).muted, "width": 0.5},
        },
        "hoverinfo": "skip",
        "showlegend": True,
    }
