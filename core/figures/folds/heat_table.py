"""Scores by fold as colours."""

from dataclasses import replace
from typing import Any

import numpy as np

from core.designs import units_of
from core.figures.canvas.drawing import MOST_LABELS, Drawing, draw, guide, name_axis, rows_height
from core.figures.canvas.heatmap import (
    MOST_WITH_GAPS,
    MOST_WITH_NUMBERS,
    WITH_NUMBER,
    columns_axis,
    crossed,
    ends_of_runs,
    heatmap,
    least_width,
    lettered,
    short_texts,
)
from core.figures.canvas.palette import shades
from core.figures.canvas.scale import scale_of
from core.figures.canvas.text import full, label, small
from core.figures.canvas.thin import evenly_thinned
from core.figures.folds.grid import Grid, fold_grid
from core.records import FoldScores
from core.written import counted, fold_name

MOST_COLUMNS = 200
MOST_DIVIDED = 25


def heat_table(scores: FoldScores, *, dark: bool = False) -> Drawing:
    """Draw the scores as colours, learners × folds; where there is none the page shows through."""
    scale, grid = scale_of(scores), fold_grid(scores)
    drawn = evenly_thinned(np.arange(len(grid.values)), MOST_COLUMNS)
    values = grid.values[drawn].T
    names = [full(name) for name in scores.learners]
    hover = crossed(names, _places(scores, grid, drawn))
    template = f"<b>%{{customdata[0]}}</b><br>%{{customdata[1]}}<br>{scale.hover('z')}"
    trace = heatmap(values, hover, template, scale.ticks) | {"zhoverformat": scale.hover_format}
    if len(drawn) <= MOST_WITH_NUMBERS:
        trace = lettered(trace, short_texts(values, percent=scale.percent))
    if len(drawn) > MOST_WITH_GAPS:
        trace["xgap"] = 0
    title = units_of(scores).removesuffix("s").capitalize()
    if len(drawn) < len(grid.values):
        title += f" ({len(drawn)} of {len(grid.values):,} shown, evenly chosen)"
    ends = _ends_of_replicates(scores, grid, drawn)
    layout = {
        "xaxis": _columns(_ticks(scores, grid, drawn), ends, title, small(f"colour: {scale.title}")),
        "shapes": [
            guide("x", end - 0.5, shades(dark=True).strong, width=2) | {"layer": "above"}
            for end in (ends[:-1] if len(ends) <= MOST_DIVIDED else [])
        ],
        "yaxis": name_axis(list(grid.labels.values())),
        "height": rows_height(len(names), 30),
    }
    columns = dict(zip(scores.learners, grid.values.T, strict=True))
    alt = (
        f"Heat map of {scale.name}, {counted(len(names), 'learners')} by "
        f"{counted(len(grid.values), units_of(scores))}, "
        f"{np.isnan(grid.values).sum()} of {grid.values.size} cells empty."
    )
    drawing = draw([trace], layout, grid.frame(columns, drawn), alt, dark, told=scale.columns(*columns))
    if len(drawn) > MOST_WITH_NUMBERS:
        return drawing
    beside = WITH_NUMBER * (len(drawn) + 1)  # with the scale of colours
    return replace(drawing, least_width=least_width(list(grid.labels.values()), beside))


def _ends_of_replicates(scores: FoldScores, grid: Grid, drawn: Any) -> list[int]:
    """Number of columns up to the end of each replicate, where there are more folds than can be labelled."""
    if len(drawn) <= MOST_LABELS or not scores.repeated or scores.over_datasets:
        return []
    return ends_of_runs(grid.details[drawn][:, 0].astype(float))


def _columns(labels: list[str], ends: list[int], title: str, small_print: str) -> dict[str, Any]:
    """Axis of the folds; of many in replicates, the replicates are labelled."""
    if not ends:
        return columns_axis(labels, title + small_print, MOST_LABELS)
    starts = [0, *ends[:-1]]
    replicates = columns_axis(
        [labels[start].split(".")[0] for start in starts], f"{title}s by replicate{small_print}", MOST_LABELS
    )
    middles = [(start + end - 1) / 2 for start, end in zip(starts, ends, strict=True)]
    replicates["tickvals"] = [middles[place] for place in replicates["tickvals"]]
    return replicates | {"range": [-0.5, len(labels) - 0.5]}


def _places(scores: FoldScores, grid: Grid, drawn: Any) -> list[str]:
    """Names of the folds in full, escaped."""
    unit = units_of(scores).removesuffix("s")
    folds = [
        fold_name(int(r), int(f), repeated=scores.repeated, unit=unit) for r, f, _ in grid.details[drawn]
    ]
    if not scores.over_datasets:
        return folds
    datasets = grid.shown_datasets[drawn]
    if scores.rows == "data sets":
        return list(datasets)
    return [f"{dataset}, {fold}" for dataset, fold in zip(datasets, folds, strict=True)]


def _ticks(scores: FoldScores, grid: Grid, drawn: Any) -> list[str]:
    """Short names of the folds: data set, replicate.fold or fold."""
    if scores.over_datasets:
        return [label(name, 16) for name in grid.datasets[drawn]]
    return [f"{r:.0f}.{f:.0f}" if scores.repeated else f"{f:.0f}" for r, f, _ in grid.details[drawn]]
