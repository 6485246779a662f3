"""A quantity against the number of instances or folds: power before the work is done."""

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import Drawing, draw, guide, value_axis
from core.figures.canvas.palette import COLORS, shades
from core.figures.canvas.text import number
from core.records import Array


def power_curve(
    n: Array, power: Array, title: str, *, target: float, reached: int | None = None, dark: bool = False
) -> Drawing:
    """Draw power against size, with the target and the size that reaches it.

    Parameters
    ----------
    n, power : arrays of equal length
        Sizes in ascending order and the probability of rejecting at each.
    title : str
        What the sizes are; our own text.
    target : float
        Power asked for.
    reached : int, optional
        Smallest size from which power stays at the target.
    dark : bool
    """
    sizes, values = np.asarray(n), np.asarray(power, dtype=float)
    trace = {
        "type": "scatter",
        "mode": "lines",
        "x": sizes,
        "y": values,
        "line": {"color": COLORS[0], "width": 2.5},
        "hovertemplate": "n = %{x}<br>power %{y:.1%}<extra></extra>",
        "showlegend": False,
    }
    shapes = [guide("y", target, shades(dark).muted, "dash")]
    notes = []
    if reached is not None:
        shapes.append(guide("x", float(reached), COLORS[1], "dash", 2))
        notes.append(
            {
                "text": f"<b>{reached}</b>",
                "x": reached,
                "y": 1.02,
                "yref": "paper",
                "yanchor": "bottom",
                "showarrow": False,
                "font": {"color": shades(dark).strong, "size": 13},
            }
        )
    layout = {
        "xaxis": value_axis(title, dark),
        "yaxis": value_axis("Power", dark) | {"range": [0, 1.02], "tickformat": ".0%", "fixedrange": True},
        "height": 300,
        "margin": {"l": 8, "r": 24, "t": 34, "b": 8},
        "shapes": shapes,
        "annotations": notes,
    }
    frame = pd.DataFrame({"n": sizes, "power": values})
    where = f"; {number(target)} is reached at {reached}" if reached is not None else ""
    alt = f"Power against {title}: from {values[0]:.0%} at {sizes[0]} to {values[-1]:.0%} at {sizes[-1]}{where}."
    return draw([trace], layout, frame, alt, dark)
