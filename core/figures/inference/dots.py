"""One number per run or per choice, against a threshold: numerators, seeds."""

from collections.abc import Iterable, Sequence
from math import floor, log10
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import LABEL_ANGLES, MOST_LABELS, Drawing, draw, guide, value_axis
from core.figures.canvas.marks import jitter
from core.figures.canvas.moves import MOST_POINTS, MOVED_NOTE
from core.figures.canvas.palette import shades
from core.figures.canvas.text import full, label, number
from core.records import Array
from core.written import level_text, p_text, probability

SMALLEST_SHOWN = 1e-6
MOST_LARGE = 25
REJECTS, REJECTS_NOT = "rejects", "does not reject"


def threshold_dots(
    labels: Sequence[str],
    values: Sequence[float | None],
    rejects: Sequence[bool | None],
    thresholds: Sequence[float],
    title: str,
    *,
    marked: int | None = None,
    across: str = "",
    logarithmic: bool = False,
    dark: bool = False,
) -> Drawing:
    """Draw one dot per label, filled where it rejects, and the thresholds as lines.

    Of many labels only every second, third … is written; hovering tells all.

    Parameters
    ----------
    labels : sequence of n str
    values : sequence of n float or None
        None where undefined.
    rejects : sequence of n bool or None
    thresholds : sequence of float
        Critical values, or the level of significance.
    title : str
        What the values are; our own text.
    marked : int, optional
        Position of the one in force.
    across : str
        What the labels are; our own text.
    logarithmic : bool
        For p-values; those below 10⁻⁶ are drawn there.
    dark : bool
    """
    numbers = np.array([np.nan if value is None else value for value in values], dtype=float)
    heights = np.maximum(numbers, SMALLEST_SHOWN) if logarithmic else numbers
    axis = value_axis(title, dark) | (p_axis([*numbers, *thresholds]) if logarithmic else {})
    every = -(-len(labels) // MOST_LABELS)
    layout = {
        "xaxis": {
            "title": {"text": across, "standoff": 10, "font": {"size": 13}},
            "tickmode": "array",
            "tickvals": list(range(0, len(labels), every)),
            "ticktext": [label(text) for text in labels[::every]],
            "range": [-0.6, len(labels) - 0.4],
            "autotickangles": LABEL_ANGLES,
            "automargin": True,
            "showgrid": False,
            "zeroline": False,
            "fixedrange": True,
        },
        "yaxis": axis,
        "height": 320,
        "shapes": [guide("y", at, shades(dark).strong, "dash") for at in thresholds]
        + ([] if logarithmic else [guide("y", 0.0, shades(dark).muted)]),
    }
    hover = [[full(text), number(float(value))] for text, value in zip(labels, numbers, strict=True)]
    traces = []
    for wanted in (True, False):
        at = [i for i, found in enumerate(rejects) if found is wanted]
        if at:
            size = 10 if len(labels) <= MOST_LARGE else 7
            markers = _markers(at, wanted, marked, size, dark)
            traces.append(_dots(at, heights[at], [hover[i] for i in at], wanted) | {"marker": markers})
    words = [{True: "rejects", False: "does not reject", None: "undefined"}[found] for found in rejects]
    frame = pd.DataFrame({"label": list(labels), "value": numbers, "verdict": words})
    count = sum(found is True for found in rejects)
    known = numbers[np.isfinite(numbers)]
    spread = f", from {number(known.min(), 3)} to {number(known.max(), 3)}" if len(known) else ""
    alt = f"{title} of {len(numbers)}{spread}; {count} of them reject."
    return draw(traces, layout, frame, alt, dark)


def p_axis(p_values: Iterable[float]) -> dict[str, Any]:
    """A logarithmic axis from the smallest of these p-values to 1; what lies below its end is said to be there."""
    known = [float(value) for value in p_values if np.isfinite(value)]
    least = min(known, default=0.01)
    low = log10(max(least, SMALLEST_SHOWN)) - 0.1
    powers = range(floor(low) if least > SMALLEST_SHOWN else round(log10(SMALLEST_SHOWN)), 1)
    texts = [f"{10.0**power:.{-power}f}".removeprefix("0") for power in powers]
    if least < SMALLEST_SHOWN:
        texts[0] = f"≤ {texts[0]}"
    return {
        "type": "log",
        "range": [min(low, powers[0]) - 0.2, 0.1],
        "tickvals": [10.0**power for power in powers],
        "ticktext": texts,
    }


def hover_p(p_value: float) -> str:
    """A p-value under the mouse: as in print, but with the digits of one that is too small to be drawn."""
    return number(p_value, 3).removeprefix("0")


def own_mark(at: float, p_value: float, alpha: float, name: str, hover: str, *, dark: bool) -> dict[str, Any]:
    """The p-value in force on a curve of others, filled where it rejects.

    Parameters
    ----------
    at, p_value : float
        Where it stands; p below 10⁻⁶ is drawn there.
    alpha : float
        Level of significance.
    name, hover : str
        What it is called in the legend and under the mouse; our own text.
    dark : bool
    """
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [at],
        "y": [max(p_value, SMALLEST_SHOWN)],
        "customdata": [hover_p(p_value)],
        "marker": {
            "color": shades(dark).strong,
            "size": 12,
            "symbol": "circle" if p_value <= alpha else "circle-open",
        },
        "name": name,
        "hovertemplate": f"{hover}<br>p = %{{customdata}}<extra></extra>",
        "showlegend": True,
    }


def _dots(at: list[int], heights: Array, hover: list[list[str]], rejects: bool) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "x": at,
        "y": heights,
        "customdata": hover,
        "hovertemplate": "<b>%{customdata[0]}</b><br>%{customdata[1]}<extra></extra>",
        "name": REJECTS if rejects else REJECTS_NOT,
        "cliponaxis": False,
        "showlegend": True,
    }


def _markers(at: list[int], rejects: bool, marked: int | None, size: int, dark: bool) -> dict[str, Any]:
    color = shades(dark).strong if rejects else shades(dark).muted
    return {
        "color": color,
        "symbol": "circle" if rejects else "circle-open",
        "size": [15 if i == marked else size for i in at],
        "line": {"width": 2, "color": color},
    }


LOWEST_P = 1e-4
OUTSIDE = -1.0
"""Height at which a dot is not seen."""


def p_value_strip(
    p_values: Sequence[float | None], alpha: float, *, whose: str = "", room: int = 0, dark: bool = False
) -> Drawing:
    """Draw one dot per p-value along a logarithmic axis that stays as it is, the latest one large.

    Filled dots reject; what is below 10⁻⁴ is drawn there.

    Parameters
    ----------
    p_values : sequence of float or None
        Of the first cut, then of each shuffle in the order in which they came; None where undefined.
    alpha : float
    whose : str
        What sets their test apart from the advised one; our own text.
    room : int
        How many dots there will be, so that those to come can be moved into the picture that stands.
    dark : bool
    """
    aside = f", {whose}" if whose else ""
    known = np.array([np.nan if p is None else p for p in p_values], dtype=float)
    dots = _strip_dots(p_values, alpha, room)
    styles = ((REJECTS, 9, 0.6), (REJECTS_NOT, 9, 0.6), (REJECTS, 15, 1.0), (REJECTS_NOT, 15, 1.0))
    traces = [
        _level_line(alpha, dark),
        *(found | _strip_style(*style, dark) for found, style in zip(dots, styles, strict=True)),
    ]
    ticks = {LOWEST_P: "≤ .0001", 0.001: ".001", 0.01: ".01", 0.1: ".1", 1.0: "1"}
    axis = {
        "type": "log",
        "range": [np.log10(LOWEST_P) - 0.1, 0.05],
        "tickvals": list(ticks),
        "ticktext": list(ticks.values()),
        "fixedrange": True,
    }
    layout = {
        "xaxis": value_axis(f"p-value of each cut{aside}", dark) | axis,
        "yaxis": {"range": [0.0, 1.0], "visible": False, "fixedrange": True},
        "height": 150,
        "margin": {"l": 40, "r": 16, "t": 24, "b": 8},  # room for half of the first label
        "annotations": [
            _level_note(alpha)
            | {"name": MOVED_NOTE, "y": 1.0, "yref": "paper", "yanchor": "bottom", "showarrow": False}
        ],
    }
    words = {True: "more than luck", False: "luck could explain it", None: "undefined"}
    told = [words[None if p is None else p <= alpha] for p in p_values]
    cuts = [_cut(place) for place in range(len(p_values))]
    frame = pd.DataFrame({"cut": cuts, f"p{aside}": known, "verdict": told})
    alt = f"p-values of all cuts so far{aside}, one dot each; a dot that is filled is at most α."
    return draw(traces, layout, frame, alt, dark, told={f"p{aside}": p_text})


def _cut(place: int) -> str:
    return f"shuffle {place}" if place else "first cut"


def strip_moves(
    p_values: Sequence[float | None], alphas: Sequence[float], *, room: int = 0
) -> list[list[dict[str, Any]] | None]:
    """Tell what moves in the strip of some p-values for each of many levels, without drawing it for each.

    Parameters
    ----------
    p_values : sequence of float or None
        As in `p_value_strip`.
    alphas : sequence of float
    room : int
        As in `p_value_strip`.

    Returns
    -------
    list
        For each level what `moves` finds between the strip of any level and that of this one; None with more dots than
        are moved.
    """
    if max(len(p_values), room) > MOST_POINTS:
        return [None] * len(alphas)
    return [
        [
            {"note": 0} | _level_note(alpha),
            {"trace": 0} | _level_ends(alpha),
            *({"trace": place} | dots for place, dots in enumerate(_strip_dots(p_values, alpha, room), 1)),
        ]
        for alpha in alphas
    ]


def _level_note(alpha: float) -> dict[str, Any]:
    return {"text": f"α = {level_text(alpha)}", "x": float(np.log10(alpha))}


def _level_ends(alpha: float) -> dict[str, list[float]]:
    return {"x": [alpha, alpha], "y": [0.0, 1.0]}


def _level_line(alpha: float, dark: bool) -> dict[str, Any]:
    """The significance level; a trace, since it can be moved."""
    return _level_ends(alpha) | {
        "type": "scatter",
        "mode": "lines",
        "line": {"color": shades(dark).strong, "dash": "dash", "width": 2},
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _strip_dots(p_values: Sequence[float | None], alpha: float, room: int) -> list[dict[str, Any]]:
    """Where the dots are that reject and those that do not, and the latest in the same way.

    Those of the other verdict, and those to come, lie below the plot, so that a dot changes hands by being moved.
    """
    to_come = max(room - len(p_values), 0)
    known = np.array([np.nan if p is None else p for p in p_values] + to_come * [np.nan], dtype=float)
    x = [1.0 if p is None else max(p, LOWEST_P) for p in p_values] + to_come * [1.0]
    hover = [[_cut(place), probability(p)] for place, p in enumerate(p_values)] + to_come * [["", ""]]
    place = len(p_values) - 1
    latest, here = np.arange(len(known)) == place, slice(place, place + 1)
    spread = 0.5 + jitter(len(known), 0.8)
    found = []
    for at, which in ((slice(None), ~latest), (here, latest)):
        for name, shown in ((REJECTS, known <= alpha), (REJECTS_NOT, known > alpha)):
            heights = np.where(shown & which, spread, OUTSIDE)[at].tolist()
            found.append({"x": x[at], "y": heights, "customdata": hover[at], "name": name})
    return found


def _strip_style(name: str, size: int, opacity: float, dark: bool) -> dict[str, Any]:
    color = shades(dark).strong
    return {
        "type": "scatter",
        "mode": "markers",
        "hovertemplate": "%{customdata[0]}<br>p %{customdata[1]}<extra></extra>",
        "marker": {
            "color": color,
            "symbol": "circle" if name == REJECTS else "circle-open",
            "size": size,
            "opacity": opacity,
            "line": {"width": 1.5, "color": color},
        },
        "cliponaxis": False,
        "showlegend": False,
    }
