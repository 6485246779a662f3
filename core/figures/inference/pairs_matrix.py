"""Differences of all pairs of learners as colours, with their p-values."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import TRANSPARENT, Drawing, draw, name_axis, rows_height
from core.figures.canvas.heatmap import (
    MOST_WITH_NUMBERS,
    columns_axis,
    crossed,
    heatmap,
    least_width,
    width_of,
)
from core.figures.canvas.palette import diverging, shades
from core.figures.canvas.scale import Scale
from core.figures.canvas.text import distinct_labels, full
from core.records import Array
from core.written import counted, hundredfold, level_text, places_alike, probability, to_places

MOST_WITH_P_VALUES = 6
FAINTEST, FULL_BELOW = 0.35, 1e-3
"""Colour of a pair with p = α, as a share of the fullest, which belongs to p of this share of α."""
WITH_NUMBERS, BARE = 53, 28
"""Pixels of a cell at least: so many that its numbers can be read, and twelve and a name have room on a small screen,
or that a finger finds it."""
WIDEST = 640
"""Pixels of all cells of a row that a screen has room for; of very many learners they may be smaller."""
GAP = "\u00a0\u00a0"
"""Around the name of a column: Plotly turns names that would touch one another, and stand as one."""
LINE = 18
"""Pixels of a line of the key."""
AROUND, BELOW, SLANT = 120, 30, 0.62
"""Pixels of the names below the cells at least, between both, and what of its length the longest takes aslant."""
REACH, STROKES = 0.46, (-0.5, 0.0, 0.5)
"""Of a cell with side 1: how far strokes go from its middle, and where those of hatching are on its diagonal."""
FADED = 1.5
"""Below numbers the fullest colour is as pale as if it were that of p so much larger on the scale of colours."""
COLOURED, DEEPER, GREY = "teal: row better, gold: worse", "deeper: smaller p", "grey: luck could explain it"
NOT_JUDGED = "hatched: not judged"
IN_POINTS = "numbers: percentage points"
STARS = "*: p ≤ α"
NAMES_AND_DIFFERENCE = "%{customdata[0]}<br>− %{customdata[1]}<br><b>%{customdata[2]}</b>"
"""Of the label of a cell."""


def pairs_matrix(
    names: Sequence[str],
    differences: Array,
    p_values: Array,
    scale: Scale,
    *,
    alpha: float,
    lower_is_better: bool,
    dark: bool = False,
) -> Drawing:
    """Draw the differences row − column of all pairs of learners, with their p-values.

    Teal means that the row is better and gold that it is worse, whatever the measure; the smaller p, the fuller the
    colour. What luck could explain is grey, what is not judged is hatched.

    Parameters
    ----------
    names : sequence of str, length L
    differences, p_values : arrays of shape L × L
        NaN on the diagonal and wherever they are not known.
    scale : Scale
        Of the differences.
    alpha : float
        Pairs with p ≤ alpha are coloured, and marked by an asterisk.
    lower_is_better : bool
    dark : bool
    """
    d, p = np.asarray(differences, dtype=float), np.asarray(p_values, dtype=float)
    marked = p <= alpha
    told = scale.alike(d.ravel().tolist())
    texts = [[[told(d[i, j]), probability(p[i, j], alpha)] for j in range(len(d))] for i in range(len(d))]
    whole = [full(name) for name in names]
    hover = np.concatenate([crossed(whole, whole), np.array(texts, dtype=np.str_)], axis=-1)
    template = f"{NAMES_AND_DIFFERENCE}<br>p %{{customdata[3]}}"
    fullness = _fullness(d, p, alpha, lower_is_better)
    trace = heatmap(fullness, hover, template, "")
    written = len(names) <= MOST_WITH_NUMBERS
    end = FADED if written else 1.0
    trace |= {"colorscale": diverging(dark), "zmin": -end, "zmax": end, "showscale": False}
    if written:
        trace |= {"text": _pair_texts(d, p, alpha, scale), "texttemplate": "%{text}"}
        trace |= {"textfont": {"color": shades(dark).strong, "size": 12}}
    labels = distinct_labels(names)
    unjudged = np.isnan(fullness) & ~np.eye(len(d), dtype=bool)
    key = _key(fullness) + [NOT_JUDGED] * bool(unjudged.any())
    key += [IN_POINTS] * (written and scale.percent) + [STARS] * (written and bool(marked.any()))
    top, cell = LINE * (len(key) + 1), WITH_NUMBERS if written else BARE
    layout = {
        "title": _above("<br>".join(key)),
        "margin": {"l": 8, "r": _beside(labels, cell), "t": top, "b": 8},
        "xaxis": columns_axis([f"{GAP}{one}{GAP}" for one in labels], "")
        | {"side": "bottom", "fixedrange": True},
        "yaxis": name_axis(labels),
        "height": rows_height(len(names), 46 if written else BARE, top + _below(labels)),
    }
    frame = _pairs_frame(names, d, p)
    traces = [trace, *_without_colour(unjudged, trace, dark)]
    drawing = draw(
        traces, layout, frame, _pairs_alt(frame, scale, alpha), dark, told=scale.columns("difference")
    )
    cells = cell * len(names)
    return replace(drawing, least_width=least_width(labels, cells if written else min(cells, WIDEST)))


def _key(fullness: Array) -> list[str]:
    """What the colours mean, of those that occur."""
    depths = np.unique(np.abs(fullness[np.isfinite(fullness)]))
    coloured = int(np.count_nonzero(depths))
    return [COLOURED] * (coloured > 0) + [DEEPER] * (coloured > 1) + [GREY] * (coloured < len(depths))


def _without_colour(unjudged: Array, judged: dict[str, Any], dark: bool) -> list[dict[str, Any]]:
    """What tells cells without a colour from the page: hatching over pairs that are not judged, with their names on
    hover, and one stroke down the diagonal, where nothing is compared."""
    corners = [(-REACH, len(unjudged) - 1 + REACH)] * 2
    for row, column in np.argwhere(unjudged).tolist():
        for at in STROKES:
            low, high = max(-REACH, at - REACH), min(REACH, at + REACH)
            corners += [(column + low, column + high), (row + high, row + low)]
    strokes = {
        "type": "scatter",
        "mode": "lines",
        "x": [value for ends in corners[::2] for value in (*ends, None)],
        "y": [value for ends in corners[1::2] for value in (*ends, None)],
        "line": {"color": shades(dark).muted, "width": 1},
        "opacity": 0.7,
        "hoverinfo": "skip",
        "showlegend": False,
    }
    if not unjudged.any():
        return [strokes]
    names = judged | {
        "z": np.where(unjudged, 0.0, np.nan),
        "colorscale": [(0.0, TRANSPARENT), (1.0, TRANSPARENT)],
        "hovertemplate": f"{NAMES_AND_DIFFERENCE}<br>not judged<extra></extra>",
    }
    return [{key: value for key, value in names.items() if not key.startswith("text")}, strokes]


def _beside(labels: Sequence[str], cell: int) -> int:
    """Margin for half of the last name, which would be hidden if it ended outside of the picture."""
    return max(16, round((width_of(labels[-1]) - cell) / 2))


def _below(labels: Sequence[str]) -> int:
    """Pixels of the names below the cells, aslant where they are long: they take no height from the cells."""
    return max(AROUND, round(BELOW + SLANT * max(width_of(f"{GAP}{one}{GAP}") for one in labels)))


def _above(key: str) -> dict[str, Any]:
    """The key from the left edge on, in sight although the matrix may have to be scrolled sideways on a phone."""
    place = {"x": 0, "xref": "container", "xanchor": "left", "y": 1, "yref": "container", "yanchor": "top"}
    return place | {"text": key, "font": {"size": 13}, "pad": {"l": 8, "t": 14}}


def _fullness(d: Array, p: Array, alpha: float, lower_is_better: bool) -> Array:
    """−1 … 1: below 0 where the row is better; nearer to 0 the larger p; 0 where luck could explain the difference."""
    with np.errstate(divide="ignore", invalid="ignore"):
        depth = np.clip(np.log(p / alpha) / np.log(FULL_BELOW), 0, 1)
    strength = np.where(p <= alpha, FAINTEST + (1 - FAINTEST) * depth, 0.0)
    sign = np.sign(d) if lower_is_better else -np.sign(d)
    return np.where(np.isfinite(d) & np.isfinite(p), sign * strength, np.nan)


def _pair_texts(d: Array, p: Array, alpha: float, scale: Scale) -> list[list[str]]:
    """Difference, asterisk and, where there is room, the p-value of each cell."""
    roomy, marked = len(d) <= MOST_WITH_P_VALUES, p <= alpha
    alike = partial(to_places, places=places_alike(d.ravel().tolist()), signed=True, alike=True)
    short = [
        [hundredfold(v, 1, signed=True) if scale.percent else alike(v) for v in row] for row in d.tolist()
    ]
    return [
        [
            short[i][j]
            + " *" * bool(marked[i, j])
            + (f"<br>p {probability(p[i, j], alpha)}" if roomy and np.isfinite(p[i, j]) else "")
            if np.isfinite(d[i, j])
            else ""
            for j in range(len(d))
        ]
        for i in range(len(d))
    ]


def _pairs_frame(names: Sequence[str], d: Array, p: Array) -> pd.DataFrame:
    rows, columns = np.triu_indices(len(names), 1)
    return pd.DataFrame(
        {
            "first": [names[int(i)] for i in rows],
            "second": [names[int(j)] for j in columns],
            "difference": d[rows, columns],
            "p_value": p[rows, columns],
        }
    )


def _pairs_alt(frame: pd.DataFrame, scale: Scale, alpha: float) -> str:
    known = int(frame["difference"].notna().sum())
    head = f"Matrix of the {scale.name or 'differences'} of {counted(known, 'pairs')} of learners."
    significant = frame[frame["p_value"] <= alpha]
    head_rows = significant.head(6)
    named = [
        f"{first} and {second} (p {probability(p, alpha)})"
        for first, second, p in zip(
            head_rows["first"], head_rows["second"], head_rows["p_value"].tolist(), strict=True
        )
    ]
    rest = f"; the first: {', '.join(named)}" if named else ""
    verb = "has" if len(significant) == 1 else "have"
    return f"{head} {len(significant)} {verb} a p-value of at most {level_text(alpha)}{rest}."
