"""Power against a number of instances or folds, or against a difference: before the work is done."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import Drawing, band, draw, guide, legend, value_axis
from core.figures.canvas.palette import COLORS, shades
from core.figures.canvas.text import number
from core.figures.canvas.thin import MOST_POINTS, kept_corners
from core.records import Array
from core.written import in_percent

LABEL_WIDTH = 0.06
"""Room of a label beside its curve, in widths of the axis."""
UNDER_LABEL = 0.45
"""Power at the lower edge of a label that stands at one half, left of a rising curve."""


class OtherEffect(NamedTuple):
    """Another effect, for which power is drawn beside the one asked about.

    Attributes
    ----------
    label : str
        A few letters beside the curve; our own text.
    words : str
        What it is, for the legend and the numbers; our own text.
    power : array
        At the same places.
    """

    label: str
    words: str
    power: Array


def power_curve(
    at: Array,
    power: Array,
    title: str,
    *,
    target: float,
    reached: float | None = None,
    first: float | None = None,
    errors: Array | None = None,
    words: str = "",
    beside: Sequence[OtherEffect] = (),
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
        From where on power stays at the target.
    first : number, optional
        Where it is at the target for the first time; up to `reached` it then is so at some places only.
    errors : array of the same length, optional
        Standard errors of a simulated power.
    words : str
        What the effect is, for the legend, where others are `beside` it.
    beside : sequence of OtherEffect
    dark : bool
    """
    places, values = np.asarray(at), np.asarray(power, dtype=float)
    whole = np.issubdtype(places.dtype, np.integer)
    shapes = [guide("y", target, shades(dark).muted, "dash")]
    notes = []
    if reached is not None:
        if first is not None and first < reached:
            shapes.append(band("x", float(first), float(reached), shades(dark).faint))
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
    notes += [_label(places, other, dark) for other in beside]
    layout = {
        "xaxis": value_axis(title, dark),
        "yaxis": value_axis("Power", dark) | {"range": [0, 1.02], "tickformat": ".0%", "fixedrange": True},
        "height": 348 if beside else 300,
        "margin": {"l": 8, "r": 24, "t": 80 if beside else 34, "b": 8},
        "legend": legend() | {"xref": "container", "itemsizing": "trace"},
        "shapes": shapes,
        "annotations": notes,
    }
    frame = pd.DataFrame({"n" if whole else "effect": places, "power": values})
    if errors is not None:
        frame["standard_error"] = errors
    for other in beside:
        frame[f"power at {other.words}"] = other.power
    where = "" if reached is None else f"; {_reaching(target, reached, first, whole=whole)}"
    alt = (
        f"Power against {title}: from {in_percent(values[0], '.0f')} at {_place(places[0], whole=whole)} to "
        f"{in_percent(values[-1], '.0f')} at {_place(places[-1], whole=whole)}{where}."
    ) + "".join(f" {other.words}: {in_percent(other.power[-1], '.0f')} there." for other in beside)
    drawn = _corners(places, values, reached)
    asked = _curve(places[drawn], values[drawn], errors)
    asked |= {"name": words, "showlegend": bool(beside), "legendrank": 1}
    return draw([*(_thin(places, other) for other in beside), asked], layout, frame, alt, dark)


def _thin(places: Array, other: OtherEffect) -> dict[str, Any]:
    drawn = _corners(places, other.power, None)
    thin = {"line": {"color": COLORS[0], "width": 1}, "name": other.words, "showlegend": True}
    return _curve(places[drawn], other.power[drawn], None) | thin


def _label(places: Array, other: OtherEffect, dark: bool) -> dict[str, Any]:
    """What a thin curve is called: at its left where it rises through one half, between two ticks of the axis, if it
    has room there, else at its end."""
    risen = np.flatnonzero(other.power >= UNDER_LABEL)
    rises = len(risen) and LABEL_WIDTH <= (places[risen[0]] - places[0]) / (places[-1] - places[0]) <= 0.6
    at = (
        {"x": places[risen[0]], "y": 0.5, "xshift": -4}
        if rises
        else {"x": places[-1], "y": other.power[-1], "yshift": -14 if other.power[-1] > 0.2 else 14}
    )
    font = {"color": shades(dark).text, "size": 12}
    return {"text": other.label, "xanchor": "right", "showarrow": False, "font": font} | at


def _reaching(target: float, reached: float, first: float | None, *, whole: bool) -> str:
    """At what place the target is reached, and from where on it is kept."""
    place = _place(reached, whole=whole)
    if first is None or first == reached:
        return f"{number(target)} is reached at {place}"
    return f"{number(target)} is reached first at {_place(first, whole=whole)} and kept from {place} on"


def _corners(places: Array, values: Array, reached: float | None) -> Array:
    """Positions of what is drawn: all, or the corners of a long saw, the last below the target among them."""
    if len(places) <= MOST_POINTS:
        return np.arange(len(places))
    kept = kept_corners(places, values)
    if reached is None:
        return kept
    there = int(np.searchsorted(places, reached))
    return np.unique([*kept, max(there - 1, 0), min(there, len(places) - 1)])


def _place(at: float, *, whole: bool) -> str:
    return f"{int(at):,}" if whole else number(float(at), 3)


def _curve(at: Array, power: Array, errors: Array | None) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines" if errors is None else "lines+markers",
        "x": at,
        "y": power,
        "line": {"color": COLORS[0], "width": 2 if errors is None else 1},
        "marker": {"size": 8},
        "hovertemplate": "at %{x:,.4~r}<br>power %{y:.1%}<extra>%{fullData.name}</extra>",
        "showlegend": False,
        **({} if errors is None else {"error_y": {"array": 1.96 * errors, "thickness": 1.2, "width": 0}}),
    }
