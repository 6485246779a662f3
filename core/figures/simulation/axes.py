"""Axes and lines that the laboratory's pictures share."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from core.figures.canvas.drawing import guide, value_axis
from core.figures.canvas.marks import legend_dash
from core.figures.canvas.palette import shades
from core.figures.canvas.text import shown
from core.written import in_percent, level_text


def share_axis(title: str, dark: bool) -> dict[str, Any]:
    """An axis of shares."""
    return value_axis(title, dark) | {"tickformat": ".3~%", "fixedrange": True}


def level_line(axis: str, value: float, dark: bool) -> dict[str, Any]:
    """A line that estimates are held against; the colours of the palette are those of what is measured."""
    return guide(axis, value, shades(dark).strong, "dash", 2)


def level_lines(axis: str, levels: Mapping[str, float], dark: bool) -> list[dict[str, Any]]:
    """All such lines of an experiment."""
    return [level_line(axis, value, dark) for value in levels.values()]


def level_notes(levels: Mapping[str, float], dark: bool) -> list[dict[str, Any]]:
    """The names of such lines that stand upright, above them."""
    common = {"showarrow": False, "font": {"color": shades(dark).strong, "size": 13}}
    place = {"yref": "paper", "y": 1, "yanchor": "bottom"}
    return [common | place | {"text": level_name(*level), "x": level[1]} for level in levels.items()]


def level_legend(levels: Mapping[str, float], dark: bool) -> list[dict[str, Any]]:
    """The names of such lines in the legend, where points are everywhere in the plot."""
    return [legend_dash(level_name(*level), shades(dark).strong) for level in levels.items()]


def level_name(words: str, value: float) -> str:
    """What such a line is called: ``α = .05``, ``level 95 %``."""
    return f"{shown(words)} = {level_text(value)}" if words == "α" else f"{shown(words)} {in_percent(value)}"


def rates_axis(rates: bool) -> dict[str, str]:
    """What an axis adds whose values are shares of one: they are told in per cent."""
    return {"tickformat": "~%"} if rates else {}


def error_bars(rows: pd.DataFrame, color: str, *, thickness: float, width: float) -> dict[str, Any]:
    """Error bars of estimates: what Plotly takes as `error_x` or `error_y`.

    Parameters
    ----------
    rows : DataFrame
        With the columns `estimate`, `low` and `high`.
    color : str
    thickness, width : float
        Of the bars and of their ends, in pixels.
    """
    return {
        "type": "data",
        "symmetric": False,
        "array": (rows["high"] - rows["estimate"]).to_numpy(),
        "arrayminus": (rows["estimate"] - rows["low"]).to_numpy(),
        "thickness": thickness,
        "width": width,
        "color": color,
    }


def fitted(
    low: float, high: float, *, least: float = 0.0, most: float = 1.0, room: float = 0.06
) -> list[float]:
    """Range around values with some room, inside of the bounds.

    Parameters
    ----------
    low, high : float
        Smallest and largest value.
    least, most : float
        What the values can be at all.
    room : float
        Share of the span to leave on each side.
    """
    margin = room * max(high - low, 0.01)
    return [max(least - margin / 2, low - margin), min(most + margin / 2, high + margin)]
