"""Differences of all pairs of learners as colours, with their p-values."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import Drawing, draw, name_axis, rows_height
from core.figures.canvas.heatmap import MOST_WITH_NUMBERS, columns_axis, crossed, heatmap
from core.figures.canvas.palette import diverging, shades
from core.figures.canvas.scale import Scale
from core.figures.canvas.text import distinct_labels, full, number
from core.records import Array
from core.written import counted, probability

MOST_WITH_P_VALUES = 6
FAINTEST, FULL_BELOW = 0.35, 1e-3
"""Colour of a pair with p = α, as a share of the fullest, which belongs to p of this share of α."""
KEY = "blue: the row is better, orange: worse<br>deeper: smaller p<br>grey: luck could explain it"
NOT_JUDGED = "<br>white: not judged"
IN_POINTS = "<br>numbers: percentage points"
STARS = "<br>*: p ≤ α"


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

    Blue means that the row is better and orange that it is worse, whatever the measure; the smaller p, the fuller the
    colour. What luck could explain is grey.

    Parameters
    ----------
    names : sequence of str, length L
    differences, p_values : arrays of shape L × L
        NaN on the diagonal and wherever there is no verdict.
    scale : Scale
        Of the differences.
    alpha : float
        Pairs with p ≤ alpha are coloured, and marked by an asterisk.
    lower_is_better : bool
    dark : bool
    """
    d, p = np.asarray(differences, dtype=float), np.asarray(p_values, dtype=float)
    marked = p <= alpha
    texts = [[[scale.text(d[i, j]), probability(p[i, j])] for j in range(len(d))] for i in range(len(d))]
    whole = [full(name) for name in names]
    hover = np.concatenate([crossed(whole, whole), np.array(texts, dtype=np.str_)], axis=-1)
    template = "%{customdata[0]}<br>− %{customdata[1]}<br><b>%{customdata[2]}</b><br>p %{customdata[3]}"
    trace = heatmap(_fullness(d, p, alpha, lower_is_better), hover, template, "")
    trace |= {"colorscale": diverging(dark), "zmin": -1.0, "zmax": 1.0, "showscale": False}
    if len(names) <= MOST_WITH_NUMBERS:
        trace |= {"text": _pair_texts(d, p, marked, scale), "texttemplate": "%{text}"}
        if not dark:  # Plotly's own choice between grey and white cannot be read on full colours
            trace |= {"textfont": {"color": shades(dark).strong}}
    labels = distinct_labels(names, 24)
    key = KEY + NOT_JUDGED * bool(np.triu(np.isnan(p), 1).any())
    if len(names) <= MOST_WITH_NUMBERS:
        key += IN_POINTS * scale.percent + STARS
    layout = {
        "xaxis": columns_axis(labels, key) | {"side": "bottom", "fixedrange": True},
        "yaxis": name_axis(labels),
        "height": rows_height(len(names), 46 if len(names) <= MOST_WITH_NUMBERS else 24, 150),
    }
    frame = _pairs_frame(names, d, p)
    return draw([trace], layout, frame, _pairs_alt(frame, scale, alpha), dark)


def _fullness(d: Array, p: Array, alpha: float, lower_is_better: bool) -> Array:
    """−1 … 1: below 0 where the row is better; nearer to 0 the larger p; 0 where luck could explain the difference."""
    with np.errstate(divide="ignore", invalid="ignore"):
        depth = np.clip(np.log(p / alpha) / np.log(FULL_BELOW), 0, 1)
    strength = np.where(p <= alpha, FAINTEST + (1 - FAINTEST) * depth, 0.0)
    sign = np.sign(d) if lower_is_better else -np.sign(d)
    return np.where(np.isfinite(d) & np.isfinite(p), sign * strength, np.nan)


def _pair_texts(d: Array, p: Array, marked: Any, scale: Scale) -> list[list[str]]:
    """Difference, asterisk and, where there is room, the p-value of each cell."""
    roomy = len(d) <= MOST_WITH_P_VALUES
    short = [[_points(v) if scale.percent else number(v, 2) for v in row] for row in d.tolist()]
    return [
        [
            short[i][j] + " *" * bool(marked[i, j]) + (f"<br>p {probability(p[i, j])}" if roomy else "")
            if np.isfinite(d[i, j])
            else ""
            for j in range(len(d))
        ]
        for i in range(len(d))
    ]


def _points(value: float) -> str:
    """A difference of rates in percentage points; none is written without a sign."""
    rounded = round(100 * value, 1)
    return f"{rounded:+.1f}".replace("-", "−") if rounded else "0.0"


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
    head = f"Matrix of the {scale.name or 'differences'} of {counted(len(frame), 'pairs')} of learners."
    significant = frame[frame["p_value"] <= alpha]
    head_rows = significant.head(6)
    named = [
        f"{first} and {second} (p {probability(p)})"
        for first, second, p in zip(
            head_rows["first"], head_rows["second"], head_rows["p_value"].tolist(), strict=True
        )
    ]
    rest = f"; the first: {', '.join(named)}" if named else ""
    return f"{head} {len(significant)} have a p-value of at most {alpha:g}{rest}."
