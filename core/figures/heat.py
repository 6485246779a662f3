"""Tables as colours: scores by fold, and differences of all pairs of learners."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from core.figures.drawing import LABEL_ANGLES, Drawing, draw, name_axis
from core.figures.folds import thinned
from core.figures.grid import FloatArray, Grid, fold_grid
from core.figures.palette import SEQUENTIAL, diverging
from core.figures.rows import rows_height
from core.figures.scale import Scale, scale_of
from core.figures.text import counted, full, label, number, small
from core.records import FoldScores

MOST_COLUMNS = 200
MOST_WITH_GAPS = 60
MOST_WITH_NUMBERS = 12
MOST_WITH_P_VALUES = 6


def heatmap(z: Any, hover: Any, template: str, tickformat: str) -> dict[str, Any]:
    """A heat map over rows 0, 1, … and columns 0, 1, …; `hover` is its customdata."""
    return {
        "type": "heatmap",
        "z": z,
        "customdata": hover,
        "hovertemplate": template + "<extra></extra>",
        "hoverongaps": False,
        "colorscale": SEQUENTIAL,
        "xgap": 1,
        "ygap": 1,
        "colorbar": {
            "tickformat": tickformat,
            "thickness": 12,
            "outlinewidth": 0,
        },
    }


def columns_axis(labels: Sequence[str], title: str, most: int = 25) -> dict[str, Any]:
    """Axis of many columns 0, 1, …: every so many labels, so that they do not touch."""
    every = max(1, -(-len(labels) // most))
    return {
        "title": {"text": title, "standoff": 10},
        "tickmode": "array",
        "tickvals": list(range(0, len(labels), every)),
        "ticktext": list(labels[::every]),
        "range": [-0.5, max(len(labels), 1) - 0.5],
        "autotickangles": LABEL_ANGLES,
        "automargin": True,
        "showgrid": False,
        "zeroline": False,
        "ticks": "",
    }


def heat_table(scores: FoldScores, *, dark: bool = False) -> Drawing:
    """Draw the scores as colours, learners × folds; where there is none the page shows through."""
    scale, grid = scale_of(scores), fold_grid(scores)
    drawn = thinned(np.arange(len(grid.values)), MOST_COLUMNS)
    values = grid.values[drawn].T
    names = [full(name) for name in scores.learners]
    hover = _crossed(names, _places(scores, grid, drawn))
    template = f"<b>%{{customdata[0]}}</b><br>%{{customdata[1]}}<br>{scale.hover('z')}"
    trace = heatmap(values, hover, template, scale.ticks)
    if len(drawn) <= MOST_WITH_NUMBERS:
        trace["texttemplate"] = "%{z:.1%}" if scale.percent else "%{z:.3~g}"
    if len(drawn) > MOST_WITH_GAPS:
        trace["xgap"] = 0
    title = "Fold" if scores.rows == "folds" else "Data set"
    if len(drawn) < len(grid.values):
        title += f" ({len(drawn)} of {len(grid.values):,} shown, evenly chosen)"
    layout = {
        "xaxis": columns_axis(_ticks(scores, grid, drawn), title + small(f"colour: {scale.title}")),
        "yaxis": name_axis([label(name) for name in scores.learners]),
        "height": rows_height(len(names), 30),
    }
    columns = dict(zip(scores.learners, grid.values.T, strict=True))
    alt = (
        f"Heat map of {scale.name}, {len(names)} learners by {counted(len(grid.values), scores.rows)}, "
        f"{np.isnan(grid.values).sum()} of {grid.values.size} cells empty."
    )
    return draw([trace], layout, grid.frame(columns, drawn), alt, dark)


def _crossed(rows: Sequence[str], columns: Sequence[str]) -> np.ndarray[Any, np.dtype[np.str_]]:
    """Array of shape rows × columns × 2 with both names of every cell."""
    pair = np.broadcast_arrays(np.array(rows, dtype=np.str_)[:, None], np.array(columns, dtype=np.str_))
    return np.stack(pair, axis=-1)


def _several(scores: FoldScores) -> bool:
    return scores.rows == "data sets" or len(scores.datasets) > 1


def _places(scores: FoldScores, grid: Grid, drawn: Any) -> list[str]:
    """Names of the folds in full, escaped."""
    folds = [f"replicate {r:.0f}, fold {f:.0f}" for r, f, _ in grid.details[drawn]]
    if not _several(scores):
        return folds
    datasets = grid.shown_datasets[drawn]
    if scores.rows == "data sets":
        return list(datasets)
    return [f"{dataset}, {fold}" for dataset, fold in zip(datasets, folds, strict=True)]


def _ticks(scores: FoldScores, grid: Grid, drawn: Any) -> list[str]:
    """Short names of the folds: data set, replicate.fold or fold."""
    if _several(scores):
        return [label(name, 16) for name in grid.datasets[drawn]]
    repeated = len(grid.details) and grid.details[:, 0].max() > 1
    return [f"{r:.0f}.{f:.0f}" if repeated else f"{f:.0f}" for r, f, _ in grid.details[drawn]]


def pairs_matrix(
    names: Sequence[str],
    differences: FloatArray,
    p_values: FloatArray,
    scale: Scale,
    *,
    alpha: float | None = None,
    dark: bool = False,
) -> Drawing:
    """Draw the differences row − column of all pairs of learners, with their p-values.

    Parameters
    ----------
    names : sequence of str, length L
    differences, p_values : arrays of shape L × L
        NaN on the diagonal and wherever there is no verdict.
    scale : Scale
        Of the differences.
    alpha : float, optional
        Pairs with p ≤ alpha are marked by an asterisk.
    dark : bool
    """
    d, p = np.asarray(differences, dtype=float), np.asarray(p_values, dtype=float)
    marked = p <= alpha if alpha is not None else np.zeros(p.shape, dtype=bool)
    texts = [[[scale.text(d[i, j]), p_text(p[i, j])] for j in range(len(d))] for i in range(len(d))]
    whole = [full(name) for name in names]
    hover = np.concatenate([_crossed(whole, whole), np.array(texts, dtype=np.str_)], axis=-1)
    template = "%{customdata[0]}<br>− %{customdata[1]}<br><b>%{customdata[2]}</b><br>p %{customdata[3]}"
    trace = heatmap(d, hover, template, scale.ticks)
    reach = float(np.nanmax(np.abs(d))) if np.isfinite(d).any() else 1.0
    trace |= {"colorscale": diverging(dark), "zmin": -(reach or 1.0), "zmax": reach or 1.0}
    if len(names) <= MOST_WITH_NUMBERS:
        trace |= {"text": _pair_texts(d, p, marked, scale), "texttemplate": "%{text}"}
    labels = [label(name, 24) for name in names]
    layout = {
        "xaxis": columns_axis(labels, small(f"colour: {scale.title}"))
        | {"side": "bottom", "fixedrange": True},
        "yaxis": name_axis(labels),
        "height": rows_height(len(names), 46, 130),
    }
    frame = _pairs_frame(names, d, p)
    return draw([trace], layout, frame, _pairs_alt(frame, scale, alpha), dark)


def p_text(p_value: float) -> str:
    """A p-value for people; never 0."""
    if not np.isfinite(p_value):
        return "undefined"
    return "< 0.001" if p_value < 0.001 else f"{p_value:.3f}"


def _pair_texts(d: FloatArray, p: FloatArray, marked: Any, scale: Scale) -> list[list[str]]:
    """Difference, asterisk and, where there is room, the p-value of each cell."""
    roomy = len(d) <= MOST_WITH_P_VALUES
    short = [[f"{v:+.1%}".replace("-", "−") if scale.percent else number(v, 2) for v in row] for row in d]
    return [
        [
            short[i][j] + " *" * bool(marked[i, j]) + (f"<br>p {p_text(p[i, j])}" if roomy else "")
            if np.isfinite(d[i, j])
            else ""
            for j in range(len(d))
        ]
        for i in range(len(d))
    ]


def _pairs_frame(names: Sequence[str], d: FloatArray, p: FloatArray) -> pd.DataFrame:
    rows, columns = np.triu_indices(len(names), 1)
    return pd.DataFrame(
        {
            "first": [names[int(i)] for i in rows],
            "second": [names[int(j)] for j in columns],
            "difference": d[rows, columns],
            "p_value": p[rows, columns],
        }
    )


def _pairs_alt(frame: pd.DataFrame, scale: Scale, alpha: float | None) -> str:
    head = f"Matrix of the {scale.name or 'differences'} of {len(frame)} pairs of learners."
    if alpha is None:
        return head
    significant = frame[frame["p_value"] <= alpha]
    head_rows = significant.head(6)
    named = [
        f"{first} and {second} (p {p_text(p)})"
        for first, second, p in zip(
            head_rows["first"], head_rows["second"], head_rows["p_value"].tolist(), strict=True
        )
    ]
    rest = f"; the first: {', '.join(named)}" if named else ""
    return f"{head} {len(significant)} have a p-value of at most {alpha:g}{rest}."
