"""Learners in the order to take them, at what they cost, with an arrow to everyone whom a costlier one beats."""

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import Drawing, draw, name_axis, rows_height, value_axis
from core.figures.canvas.palette import Styles, shades, style_of
from core.figures.canvas.scale import Scale
from core.figures.canvas.text import LOGARITHMIC, full, wrapped
from core.inference import Order


def order_graph(order: Order, scale: Scale, styles: Styles | None = None, dark: bool = False) -> Drawing:
    """Draw the graph of MultiTest.

    Parameters
    ----------
    order : Order
    scale : Scale
        Of the costs; short times are drawn in milliseconds.
    styles : mapping of name to Style, optional
    dark : bool

    Reference: Yıldız & Alpaydın 2006.
    """
    names = list(order.learners)
    used = styles or style_of(names)
    costs = [order.costs[name] for name in names]
    factor, unit = (1000.0, "ms") if scale.unit == "s" and max(costs) < 1 else (1.0, scale.unit)
    costs, scale = [factor * cost for cost in costs], replace(scale, unit=unit)
    logarithmic = min(costs) > 0 and max(costs) > 30 * min(costs)
    at = np.log10(costs).tolist() if logarithmic else costs
    place = {name: (at[row], row) for row, name in enumerate(names)}
    title = scale.title + LOGARITHMIC * logarithmic
    axis = value_axis(title, dark) | ({"type": "log", "dtick": 1} if logarithmic else {})
    layout = {
        "xaxis": axis | {**scale.formats, "ticksuffix": scale.suffix, "fixedrange": True},
        "yaxis": name_axis([f"{row + 1}. {wrapped(name)}" for row, name in enumerate(names)]),
        "height": rows_height(len(names), 34),
        "annotations": [_arrow(place[one], place[other], dark) for one, other in order.beats],
        "showlegend": False,
    }
    trace = {
        "type": "scatter",
        "mode": "markers",
        "x": costs,
        "y": list(range(len(names))),
        "customdata": [[full(name), scale.text(cost)] for name, cost in zip(names, costs, strict=True)],
        "marker": {
            "color": [used[name].color for name in names],
            "symbol": [used[name].symbol for name in names],
            "size": 12,
        },
        "hovertemplate": f"<b>%{{customdata[0]}}</b><br>{scale.name} %{{customdata[1]}}<extra></extra>",
        "cliponaxis": False,
    }
    frame = pd.DataFrame(
        {"place": range(1, len(names) + 1), "learner": names, "cost": [order.costs[name] for name in names]}
    )
    return draw([trace], layout, frame, f"Order of learners: {', '.join(names)}. {order.sentence}", dark)


def _arrow(start: tuple[float, float], end: tuple[float, float], dark: bool) -> dict[str, Any]:
    """From the costlier learner to the cheaper one that it beats."""
    return {
        "x": end[0],
        "y": end[1],
        "ax": start[0],
        "ay": start[1],
        "xref": "x",
        "yref": "y",
        "axref": "x",
        "ayref": "y",
        "text": "",
        "showarrow": True,
        "arrowhead": 2,
        "arrowwidth": 1.5,
        "arrowcolor": shades(dark).muted,
        "standoff": 8,
        "startstandoff": 8,
        "opacity": 0.7,
    }
