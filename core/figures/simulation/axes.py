"""Axes and lines that the laboratory's pictures share."""

from collections.abc import Mapping
from typing import Any

from core.figures.canvas.drawing import guide, value_axis
from core.figures.canvas.palette import COLORS, shades
from core.figures.canvas.text import shown

LEVEL_COLOR = COLORS[1]


def share_axis(title: str, dark: bool) -> dict[str, Any]:
    """An axis of shares."""
    return value_axis(title, dark) | {"tickformat": ".3~%", "fixedrange": True}


def level_lines(axis: str, levels: Mapping[str, float]) -> list[dict[str, Any]]:
    """Lines that estimates are held against."""
    return [guide(axis, value, LEVEL_COLOR, "dash", 2) for value in levels.values()]


def level_notes(axis: str, levels: Mapping[str, float], dark: bool) -> list[dict[str, Any]]:
    """The names of these lines at the edge of the plot."""
    common = {"showarrow": False, "font": {"color": shades(dark).strong, "size": 13}}
    if axis == "x":
        place = {"yref": "paper", "y": 1, "yanchor": "bottom"}
    else:
        place = {"xref": "paper", "x": 1, "xanchor": "right", "yanchor": "bottom"}
    return [
        common | place | {"text": f"{shown(words)} = {value:g}", axis: value}
        for words, value in levels.items()
    ]


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
