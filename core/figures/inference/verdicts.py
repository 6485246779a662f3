"""How firm a verdict is: over significance levels, seeds or designs; and how normal the differences look."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import Drawing, draw, guide, name_axis, value_axis
from core.figures.canvas.marks import legend_square
from core.figures.canvas.palette import shades
from core.figures.canvas.scale import Scale
from core.figures.canvas.text import full, in_lines, label, sentence_list, wrapped
from core.figures.canvas.thin import evenly_thinned
from core.records import Array
from core.written import counted

VERDICTS = ("does not reject", "rejects", "undefined")


def verdict_strip(
    rows: Sequence[tuple[str, Sequence[bool | None]]],
    positions: Sequence[float],
    title: str,
    *,
    marked: float | None = None,
    dark: bool = False,
) -> Drawing:
    """Draw, per test, where it rejects and where it does not.

    Parameters
    ----------
    rows : sequence of (title of the test, verdicts)
        One verdict per position: True rejects, False does not, None is undefined.
    positions : sequence of float
        Ascending: levels of significance, seeds, numbers of folds.
    title : str
        What the positions are; our own text.
    marked : float, optional
        The position in force.
    dark : bool
    """
    at = np.asarray(positions, dtype=float)
    edges = _edges(at)
    traces: list[dict[str, Any]] = [
        _segments(place, name, [_code(v) for v in verdicts], at, dark)
        for place, (name, verdicts) in enumerate(rows)
    ]
    layout = {
        "xaxis": value_axis(in_lines(title), dark) | {"range": [edges[0], edges[-1]]},
        "yaxis": name_axis([wrapped(name) for name, _ in rows]),
        "height": 96 + 34 * max(len(rows), 1),
        "barmode": "overlay",
        "shapes": [] if marked is None else _mark(marked, dark),
    }
    frame = pd.DataFrame(
        {
            "test": np.repeat([name for name, _ in rows], len(at)),
            "position": np.tile(at, len(rows)),
            "verdict": [VERDICTS[_code(v)] for _, verdicts in rows for v in verdicts],
        }
    )
    return draw([*traces, *_strip_legend(frame, dark)], layout, frame, _strip_alt(rows, title), dark)


def _mark(at: float, dark: bool) -> list[dict[str, Any]]:
    """A dashed line on a light ground of its own: bars that reject have the colour of its dashes."""
    ground, line = shades(dark).middle, shades(dark).strong
    both = guide("x", at, ground, width=6), guide("x", at, line, "dash", 2)
    return [one | {"layer": "above"} for one in both]


def _code(verdict: bool | None) -> int:
    return 2 if verdict is None else int(verdict)


def _edges(at: Array) -> Array:
    """Borders half-way between the positions."""
    if len(at) < 2:
        return np.array([at[0] - 0.5, at[0] + 0.5]) if len(at) else np.array([0.0, 1.0])
    middle = (at[:-1] + at[1:]) / 2
    return np.concatenate([[at[0]], middle, [at[-1]]])


def verdict_colors(dark: bool) -> tuple[str, str, str]:
    """Colours of `VERDICTS`."""
    return shades(dark).faint, shades(dark).strong, "rgba(0,0,0,0)"


def _segments(place: int, name: str, codes: list[int], at: Array, dark: bool) -> dict[str, Any]:
    """Bars over the runs of equal verdicts."""
    edges = _edges(at)
    starts = np.flatnonzero(np.diff(codes, prepend=-1)) if len(codes) else np.empty(0, dtype=int)
    stops = np.append(starts[1:], len(codes))[: len(starts)]
    colors = verdict_colors(dark)
    ranges = [f"{at[i]:.4g} to {at[j - 1]:.4g}" for i, j in zip(starts, stops, strict=True)]
    return {
        "type": "bar",
        "orientation": "h",
        "base": edges[starts],
        "x": edges[stops] - edges[starts],
        "y": [place] * len(starts),
        "width": 0.66,
        "meta": full(name),
        "name": label(name),
        "customdata": [[VERDICTS[codes[i]], text] for i, text in zip(starts, ranges, strict=True)],
        "marker": {
            "color": [colors[codes[i]] for i in starts],
            "line": {"color": shades(dark).muted, "width": 0.5},
        },
        "hovertemplate": "<b>%{meta}</b><br>%{customdata[0]} from %{customdata[1]}<extra></extra>",
        "showlegend": False,
    }


def _strip_legend(frame: pd.DataFrame, dark: bool) -> list[dict[str, Any]]:
    found = set(frame["verdict"])
    colors = dict(zip(VERDICTS, verdict_colors(dark), strict=True))
    return [legend_square(name, colors[name], dark) for name in VERDICTS if name in found]


def _strip_alt(rows: Sequence[tuple[str, Sequence[bool | None]]], title: str) -> str:
    parts = [
        f"{name} rejects at {sum(v is not None and bool(v) for v in verdicts)} of {len(verdicts)}"
        for name, verdicts in rows
    ]
    return f"Verdicts over {title}. {sentence_list(parts, 10)}."


def qq_plot(
    theoretical: Array, ordered: Array, line: tuple[float, float], scale: Scale, *, dark: bool = False
) -> Drawing:
    """Draw ordered values against the quantiles that they would have if they were normal.

    Parameters
    ----------
    theoretical, ordered : arrays of equal length
        Quantiles of the standard normal distribution and the values in ascending order.
    line : (slope, intercept)
        Of the line on which normal values lie.
    scale : Scale
        How the values are written; its title names the axis.
    dark : bool
    """
    x, y = np.asarray(theoretical, dtype=float), np.asarray(ordered, dtype=float)
    kept = evenly_thinned(np.arange(len(x)), 1000)
    ends = np.array([x[0], x[-1]]) if len(x) else np.empty(0)
    slope, intercept = line
    traces: list[dict[str, Any]] = [
        {
            "type": "scatter",
            "mode": "lines",
            "x": ends,
            "y": scale.drawn(slope * ends + intercept),
            "line": {"color": shades(dark).muted, "width": 1.5, "dash": "dash"},
            "name": "normal",
            "hoverinfo": "skip",
            "showlegend": False,
        },
        {
            "type": "scatter",
            "mode": "markers",
            "x": x[kept],
            "y": scale.drawn(y[kept]),
            "marker": {"color": shades(dark).strong, "size": 7, "opacity": 0.85},
            "name": "values",
            "hovertemplate": f"normal quantile %{{x}}<br>value {scale.hover('y')}<extra></extra>",
            "cliponaxis": False,
            "showlegend": False,
        },
    ]
    layout = {
        "xaxis": value_axis("Quantile of the standard normal distribution", dark) | {"hoverformat": ".3f"},
        "yaxis": value_axis(in_lines(scale.title), dark) | scale.formats,
        "height": 340,
    }
    frame = pd.DataFrame({"theoretical": x, "ordered": y})
    largest = float(np.nanmax(np.abs(y - slope * x - intercept))) if len(x) else 0.0
    off = scale.text(largest).removeprefix("+")
    alt = f"Normal Q-Q plot of {counted(len(x), 'values')}: the farthest lies {off} off the line."
    return draw(traces, layout, frame, alt, dark, told=scale.columns("ordered"))
