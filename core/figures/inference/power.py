"""Power against a number of instances or folds, or against a difference: before the work is done."""

from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import Drawing, draw, guide, value_axis
from core.figures.canvas.palette import COLORS, shades
from core.figures.canvas.text import number
from core.records import Array


def power_curve(
    at: Array,
    power: Array,
    title: str,
    *,
    target: float,
    reached: float | None = None,
    errors: Array | None = None,
    dark: bool = False,
) -> Drawing:
    """Draw power against a size or an effect, with the target and what reaches it.

    Parameters
    ----------
    at, power : arrays of equal length
        Sizes or effects in ascending order and the probability of rejecting at each.
    title : str
        What they are; our own text.
    target : float
        Power asked for.
    reached : number, optional
        Where power reaches the target.
    errors : array of the same length, optional
        Standard errors of a simulated power.
    dark : bool
    """
    places, values = np.asarray(at), np.asarray(power, dtype=float)
    whole = np.issubdtype(places.dtype, np.integer)
    shapes = [guide("y", target, shades(dark).muted, "dash")]
    notes = []
    if reached is not None:
        shapes.append(guide("x", float(reached), shades(dark).strong, "dash", 2))
        notes.append(
            {
                "text": f"<b>{_place(reached, whole=whole)}</b>",
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
    frame = pd.DataFrame({"n" if whole else "effect": places, "power": values})
    if errors is not None:
        frame["standard_error"] = errors
    where = f"; {number(target)} is reached at {_place(reached, whole=whole)}" if reached is not None else ""
    alt = (
        f"Power against {title}: from {values[0]:.0%} at {_place(places[0], whole=whole)} to {values[-1]:.0%} at "
        f"{_place(places[-1], whole=whole)}{where}."
    )
    return draw([_curve(places, values, errors)], layout, frame, alt, dark)


def _place(at: float, *, whole: bool) -> str:
    return f"{int(at):,}" if whole else number(float(at), 3)


def _curve(at: Array, power: Array, errors: Array | None) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines" if errors is None else "lines+markers",
        "x": at,
        "y": power,
        "line": {"color": COLORS[0], "width": 2.5},
        "hovertemplate": "at %{x:.4~r}<br>power %{y:.1%}<extra></extra>",
        "showlegend": False,
        **({} if errors is None else {"error_y": {"array": 1.96 * errors, "thickness": 1.2, "width": 0}}),
    }
