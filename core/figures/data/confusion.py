"""The confusion matrix as colours, and precision and recall as two circles."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from math import acos, pi, sqrt
from typing import Any, Literal

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import Drawing, draw, name_axis
from core.figures.canvas.heatmap import WITH_NUMBER, columns_axis, least_width, lettered
from core.figures.canvas.palette import COLORS, diverging, translucent
from core.figures.canvas.text import distinct_labels, full, sentence_list
from core.records import Array
from core.written import counted

Shown = Literal["counts", "row share", "column share"]

MOST_WITH_NUMBERS = 14
WITH_COUNT = 32
"""Pixels of a cell whose count is to be read."""
LEAST_DEEP = 0.25
"""How deep the colour of a cell is at least that holds anybody."""


def confusion_figure(
    labels: Sequence[Hashable],
    counts: Array,
    shown: Shown = "counts",
    *,
    dark: bool = False,
) -> Drawing:
    """Draw a confusion matrix: rows are the true classes, columns the assigned ones.

    Parameters
    ----------
    labels : sequence of K labels
    counts : K × K int array
    shown : "counts", "row share" or "column share"
        What the colours and the numbers say; colours of counts are relative to the row, so that rare classes are
        seen too, and what is not none is told from it however rare it is.
    dark : bool

    Cells are made clickable by `clickable_cells`; the frame has one row per cell.
    """
    k, names = len(labels), distinct_labels(labels, 20)
    rows, columns = _shares(counts, 1), _shares(counts, 0)
    share = columns if shown == "column share" else rows
    deep = np.where(share > 0, LEAST_DEEP + (1 - LEAST_DEEP) * share, 0.0)
    heat = {
        "type": "heatmap",
        "z": np.where(np.eye(k, dtype=bool), deep, -deep),
        "zmin": -1,
        "zmax": 1,
        "colorscale": _scale(dark),
        "showscale": False,
        "customdata": _hover(labels, counts, rows, columns),
        "hovertemplate": "%{customdata[0]}<br>assigned to %{customdata[1]}<br><b>%{customdata[2]}</b>"
        "<br>%{customdata[3]} of the true class<br>%{customdata[4]} of the assigned class<extra></extra>",
        "xgap": 2,
        "ygap": 2,
    }
    if k <= MOST_WITH_NUMBERS:
        heat = lettered(heat, _texts(counts, share, shown), 14)
    layout = {
        "xaxis": columns_axis(names, "assigned class") | {"fixedrange": True, "side": "bottom"},
        "yaxis": name_axis(names) | {"title": {"text": "true class", "standoff": 8}},
        "height": 120 + round(max(34, min(76, 460 / k))) * min(k, 16),
    }
    frame = _frame(labels, counts, rows, columns)
    made = counted(int(counts.sum()), "predictions")
    alt = f"Confusion matrix of {made}, {int(np.trace(counts)):,} right. {_worst(frame)}"
    drawing = draw([heat], layout, frame, alt, dark)
    if k > MOST_WITH_NUMBERS:
        return drawing
    return replace(
        drawing, least_width=least_width(names, k * (WITH_COUNT if shown == "counts" else WITH_NUMBER))
    )


def _shares(counts: Array, axis: int) -> Array:
    with np.errstate(invalid="ignore"):
        return np.asarray(counts / counts.sum(axis=axis, keepdims=True))


def _scale(dark: bool) -> list[tuple[float, str]]:
    """Wrong as what is worse, right as what is better, the page's own grey for nothing."""
    return [(1 - place, color) for place, color in reversed(diverging(dark))]


def _texts(counts: Array, share: Array, shown: Shown) -> list[list[str]]:
    if shown == "counts":
        return [[f"{count:,}" for count in row] for row in counts.tolist()]
    return [["–" if np.isnan(value) else f"{value:.1%}" for value in row] for row in share.tolist()]


def _hover(labels: Sequence[Hashable], counts: Array, rows: Array, columns: Array) -> list[list[list[str]]]:
    """Names of both classes, count and both shares of every cell."""
    names = [full(name) for name in labels]
    return [
        [
            [names[i], names[j], f"{counts[i, j]:,}", f"{rows[i, j]:.1%}", f"{columns[i, j]:.1%}"]
            for j in range(len(names))
        ]
        for i in range(len(names))
    ]


def _frame(labels: Sequence[Hashable], counts: Array, rows: Array, columns: Array) -> pd.DataFrame:
    k = len(labels)
    names = np.array(labels, dtype=object)
    return pd.DataFrame(
        {
            "truth": np.repeat(names, k),
            "assigned": np.tile(names, k),
            "count": counts.ravel(),
            "share_of_truth": rows.ravel(),
            "share_of_assigned": columns.ravel(),
        }
    )


def _worst(frame: pd.DataFrame) -> str:
    wrong = frame[(frame["truth"] != frame["assigned"]) & (frame["count"] > 0)]
    parts = [
        f"{row.truth} taken for {row.assigned}: {row.count_}"
        for row in wrong.rename(columns={"count": "count_"}).nlargest(3, "count_").itertuples()
    ]
    return f"Most confused: {sentence_list(parts)}." if parts else "Nothing was confused."


def two_circles(tp: int, fn: int, fp: int, *, dark: bool = False) -> Drawing:
    """Draw positives and instances called positive as two circles; areas are proportional to the counts.

    Precision is the overlap's part of the right circle, recall its part of the left one.

    Parameters
    ----------
    tp, fn, fp : int
        Positives called so and missed, and negatives called positive.
    dark : bool

    Reference: I2ML fig. 19.4.
    """
    truth, called = sqrt(max(tp + fn, 0) / pi), sqrt(max(tp + fp, 0) / pi)
    distance = _distance(truth, called, tp)
    reach = max(truth + called + distance, 1e-9)
    shapes = [
        _circle(0.0, truth, COLORS[0]),
        _circle(distance, called, COLORS[1]),
    ]
    left, right = min(-truth, distance - called), max(truth, distance + called)
    top, whole = max(truth, called), right - left
    gap = 0.04 * whole
    parts = [
        (f"{fn:,} fn", fn, -truth, min(truth, distance - called), (left - gap, 0.0, "middle left")),
        (
            f"{tp:,} tp",
            tp,
            max(-truth, distance - called),
            min(truth, distance + called),
            (0.5 * (max(-truth, distance - called) + min(truth, distance + called)), -top, "bottom center"),
        ),
        (
            f"{fp:,} fp",
            fp,
            max(truth, distance - called),
            distance + called,
            (right + gap, 0.0, "middle right"),
        ),
    ]
    named = [
        (text, *((0.5 * (low + high), 0.0, "middle center") if _holds(high - low, text, whole) else outside))
        for text, count, low, high, outside in parts
        if count
    ]
    beside = {where for *_, where in named}
    trace = {
        "type": "scatter",
        "mode": "text",
        "x": [x for _, x, _, _ in named],
        "y": [y for _, _, y, _ in named],
        "text": [text for text, *_ in named],
        "textposition": [where for *_, where in named],
        "cliponaxis": False,
        "hoverinfo": "skip",
        "showlegend": False,
    }
    hidden = {"visible": False, "fixedrange": True}
    layout = {
        "shapes": shapes,
        "xaxis": hidden
        | {
            "range": [
                left - (0.36 * whole if "middle left" in beside else 0.05 * reach),
                right + (0.36 * whole if "middle right" in beside else 0.05 * reach),
            ]
        },
        "yaxis": hidden
        | {"range": [(-1.35 if "bottom center" in beside else -1.05) * top, 1.35 * top], "scaleanchor": "x"},
        "annotations": [
            _caption("positives", -0.5 * truth, 1.15 * top, COLORS[0]),
            _caption("called positive", distance + 0.5 * called, 1.15 * top, COLORS[1]),
        ],
        "height": 230,
    }
    frame = pd.DataFrame({"count": ["tp", "fn", "fp"], "instances": [tp, fn, fp]})
    alt = f"Two circles: {tp + fn:,} positives and {tp + fp:,} called positive share {tp:,}."
    return draw([trace], layout, frame, alt, dark)


def _holds(width: float, text: str, whole: float) -> bool:
    """Whether a part of two circles that are so wide together is wide enough for its label."""
    return width > (0.08 + 0.035 * len(text)) * whole


def _circle(x: float, radius: float, color: str) -> dict[str, Any]:
    return {
        "type": "circle",
        "x0": x - radius,
        "x1": x + radius,
        "y0": -radius,
        "y1": radius,
        "line": {"color": color, "width": 2},
        "fillcolor": translucent(color, 0.15),
    }


def _caption(text: str, x: float, y: float, color: str) -> dict[str, Any]:
    return {"text": text, "x": x, "y": y, "showarrow": False, "font": {"color": color}}


def _distance(one: float, two: float, shared: float) -> float:
    """Distance of two circles whose overlap has this area, by bisection."""
    low, high = abs(one - two), one + two
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _overlap(one, two, middle) > shared else (low, middle)
    return (low + high) / 2


def _overlap(one: float, two: float, distance: float) -> float:
    if distance >= one + two or not one or not two:
        return 0.0
    if distance <= abs(one - two):
        return pi * min(one, two) ** 2
    a = acos(np.clip((distance**2 + one**2 - two**2) / (2 * distance * one), -1, 1))
    b = acos(np.clip((distance**2 + two**2 - one**2) / (2 * distance * two), -1, 1))
    kite = (-distance + one + two) * (distance + one - two) * (distance - one + two) * (distance + one + two)
    return one**2 * a + two**2 * b - 0.5 * sqrt(max(kite, 0.0))
