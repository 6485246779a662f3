"""Factorial experiments: mean scores at the levels of one factor, of two together, and of two as colours."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import (
    LABEL_ANGLES,
    Drawing,
    draw,
    guide,
    name_axis,
    rows_height,
    value_axis,
)
from core.figures.canvas.heatmap import (
    MOST_WITH_NUMBERS,
    WITH_NUMBER,
    columns_axis,
    crossed,
    heatmap,
    least_width,
    lettered,
    short_texts,
)
from core.figures.canvas.palette import DASHES, SYMBOLS, Style, shades, style_at
from core.figures.canvas.scale import Scale, values_range
from core.figures.canvas.text import full, label, sentence_list, small
from core.inference import FactorialAnalysis
from core.records import Array

GAP = 0.04
"""Between the panels of the main effects, as a share of the width."""
BESIDE = 0.12
"""How far the marks of all lines lie apart at one level, where levels are 1 apart."""


def main_effects(analysis: FactorialAnalysis, scale: Scale, *, dark: bool = False) -> Drawing:
    """Draw the mean score at each level of each factor, one panel per factor, over everything else.

    Parameters
    ----------
    analysis : FactorialAnalysis
    scale : Scale
        Of the scores.
    dark : bool
    """
    names = analysis.names
    means = [analysis.mean_at(name) for name in names]
    traces, style = [], style_at(0)
    layout: dict[str, Any] = {"yaxis": value_axis(scale.title, dark) | scale.formats}
    for place, (name, values) in enumerate(zip(names, means, strict=True)):
        axis = f"x{place + 1 if place else ''}"
        levels = analysis.levels(name)
        traces.append(_line(levels, values, style, scale, name) | {"xaxis": axis, "showlegend": False})
        layout[axis.replace("x", "xaxis")] = _levels_axis(levels, name) | {
            "domain": _domain(place, len(names)),
            "autotickangles": [0, 90],  # slanted, the names of one panel would run into the title of the next
        }
    layout["yaxis"] |= {"range": values_range(scale, *means), "fixedrange": True}
    layout["shapes"] = [
        guide("y", float(analysis.means.mean()), shades(dark).muted, "dot") | {"xref": "paper"}
    ]
    frame = pd.concat(
        pd.DataFrame({"factor": name, "level": analysis.levels(name), "mean": values})
        for name, values in zip(names, means, strict=True)
    )
    said = [
        f"{name} from {scale.text(float(v.min()))} to {scale.text(float(v.max()))}"
        for name, v in zip(names, means, strict=True)
    ]
    alt = f"Main effects: mean {scale.name} at the levels of each factor. {sentence_list(said)}."
    return draw(traces, layout, frame.reset_index(drop=True), alt, dark, told=scale.columns("mean"))


def interaction_plot(
    analysis: FactorialAnalysis, along: str, lines: str, scale: Scale, *, dark: bool = False
) -> Drawing:
    """Draw the mean score along the levels of one factor, one line for each level of another.

    Lines that are not parallel show an interaction.

    Parameters
    ----------
    analysis : FactorialAnalysis
    along, lines : str
        Names of two factors.
    scale : Scale
        Of the scores.
    dark : bool
    """
    means = analysis.mean_at(lines, along)
    levels = analysis.levels(along)
    styles = [_told_apart(place) for place in range(len(means))]
    traces = [
        _line(levels, row, style, scale, f"{lines} = {level}")
        for level, row, style in zip(analysis.levels(lines), means, styles, strict=True)
    ]
    for place, trace in enumerate(traces):  # side by side, where lines lie upon one another
        trace["x"] = [at + BESIDE * (place - (len(traces) - 1) / 2) / len(traces) for at in trace["x"]]
    layout = {
        "xaxis": _levels_axis(levels, along),
        "yaxis": value_axis(scale.title, dark)
        | {"range": values_range(scale, means), **scale.formats, "fixedrange": True},
    }
    alt = (
        f"Interaction of {along} and {lines}: mean {scale.name} along {along}, one line for each of "
        f"{len(means)} levels of {lines}. {_best_said(analysis, along, lines, scale)}"
    )
    return draw(traces, layout, _frame(analysis, along, lines), alt, dark, told=scale.columns("mean"))


def factor_heatmap(
    analysis: FactorialAnalysis, columns: str, rows: str, scale: Scale, *, dark: bool = False
) -> Drawing:
    """Draw the mean scores at the levels of two factors as colours; the best is framed.

    Parameters
    ----------
    analysis : FactorialAnalysis
    columns, rows : str
        Names of two factors.
    scale : Scale
        Of the scores.
    dark : bool
    """
    means = analysis.mean_at(rows, columns)
    across, down = analysis.levels(columns), analysis.levels(rows)
    texts = np.array([[[scale.text(value)] for value in row] for row in means.tolist()], dtype=np.str_)
    hover = np.concatenate(
        [crossed([full(level) for level in down], [full(level) for level in across]), texts], axis=-1
    )
    template = (
        f"{full(rows)} %{{customdata[0]}}<br>{full(columns)} %{{customdata[1]}}<br><b>%{{customdata[2]}}</b>"
    )
    trace = heatmap(means, hover, template, scale.ticks)
    if means.size <= MOST_WITH_NUMBERS**2:
        trace = lettered(trace, short_texts(means, percent=scale.percent))
    names = [label(level, 16) for level in down]
    layout = {
        "xaxis": columns_axis(
            [label(level, 16) for level in across], label(columns) + small(f"colour: {scale.title}")
        )
        | {"fixedrange": True},
        "yaxis": name_axis(names) | {"title": {"text": label(rows), "standoff": 10}},
        "height": rows_height(len(down), 44, 130),
        "shapes": [_frame_around(place, analysis) for place in _best(analysis, means)],
    }
    alt = (
        f"Heat map of the mean {scale.name} at {len(down)} levels of {rows} and {len(across)} of {columns}. "
        f"{_best_said(analysis, columns, rows, scale)}"
    )
    drawing = draw([trace], layout, _frame(analysis, columns, rows), alt, dark, told=scale.columns("mean"))
    if "text" not in trace:
        return drawing
    cells = WITH_NUMBER * (len(across) + 1)  # with the scale of colours
    return replace(drawing, least_width=least_width(names, cells))


def _told_apart(place: int) -> Style:
    """The style of one of the lines of a picture, which is seen above and below another that it covers."""
    return replace(style_at(place), dash=DASHES[place % len(DASHES)], symbol=SYMBOLS[place % len(SYMBOLS)])


def _line(levels: Sequence[str], values: Array, style: Style, scale: Scale, name: str) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": list(range(len(levels))),
        "y": values,
        "name": label(name),
        "meta": full(name),
        "customdata": [full(level) for level in levels],
        "line": {"color": style.color, "dash": style.dash, "width": 2},
        "marker": {"color": style.color, "symbol": style.symbol, "size": 8},
        "hovertemplate": f"<b>%{{meta}}</b><br>at %{{customdata}}: {scale.hover('y')}<extra></extra>",
        "cliponaxis": False,
    }


def _levels_axis(levels: Sequence[str], title: str) -> dict[str, Any]:
    """Levels as names at 0, 1, …: a level is not a place on a scale."""
    return {
        "title": {"text": label(title), "standoff": 10},
        "tickmode": "array",
        "tickvals": list(range(len(levels))),
        "ticktext": [label(level, 16) for level in levels],
        "range": [-0.4, len(levels) - 0.6],
        "autotickangles": LABEL_ANGLES,
        "automargin": True,
        "showgrid": False,
        "zeroline": False,
        "fixedrange": True,
    }


def _domain(place: int, panels: int) -> list[float]:
    width = (1 - GAP * (panels - 1)) / panels
    start = place * (width + GAP)
    return [start, min(start + width, 1.0)]


def _best(analysis: FactorialAnalysis, means: Array) -> list[tuple[int, int]]:
    """Rows and columns of the best mean, which several may share."""
    best = means.min() if analysis.lower_is_better else means.max()
    return [(row, column) for row, column in np.argwhere(np.isclose(means, best, rtol=1e-9, atol=0)).tolist()]


def _best_said(analysis: FactorialAnalysis, one: str, other: str, scale: Scale) -> str:
    means = analysis.mean_at(other, one)
    places = _best(analysis, means)
    where = [
        f"{one} {analysis.levels(one)[column]}, {other} {analysis.levels(other)[row]}"
        for row, column in places
    ]
    return f"Best: {scale.text(float(means[places[0]]))} at {sentence_list(where)}."


def _frame_around(place: tuple[int, int], analysis: FactorialAnalysis) -> dict[str, Any]:
    """Inside a cell at the end of the scale of colours where the best is, which is dark for the lowest: white there,
    else black, since other colours are those of learners."""
    row, column = place
    return {
        "type": "rect",
        "x0": column - 0.46,
        "x1": column + 0.46,
        "y0": row - 0.44,
        "y1": row + 0.44,
        "line": {"color": "#fff" if analysis.lower_is_better else "#000", "width": 3},
    }


def _frame(analysis: FactorialAnalysis, along: str, other: str) -> pd.DataFrame:
    means = analysis.mean_at(along, other)
    levels = product(analysis.levels(along), analysis.levels(other))
    return pd.DataFrame(levels, columns=[along, other]).assign(mean=means.ravel())
