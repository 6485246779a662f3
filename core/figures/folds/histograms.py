"""How the scores of the folds are distributed: one small histogram per learner over common bins."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from core.designs import units_of
from core.figures.canvas.bins import Bins, bins_of, common_edges
from core.figures.canvas.drawing import Drawing, draw, rows_height
from core.figures.canvas.marks import small_bars
from core.figures.canvas.palette import Styles
from core.figures.canvas.scale import scale_of
from core.figures.canvas.text import small
from core.figures.folds.columns import Column, columns_of, rows_layout
from core.figures.folds.grid import fold_grid
from core.figures.folds.pooled import pooled_bars
from core.measures import one_instance_each
from core.records import FoldScores
from core.written import counted


def histograms(scores: FoldScores, styles: Styles | None = None, *, dark: bool = False) -> Drawing:
    """Draw one small histogram per learner over common bins.

    Where every fold holds one instance, the pooled rate is drawn instead.
    """
    if one_instance_each(scores):
        return pooled_bars(scores, styles, dark=dark)
    scale, columns = scale_of(scores), columns_of(fold_grid(scores), styles)
    edges = common_edges([column.known for column in columns])
    counts = [np.histogram(column.known, edges)[0] for column in columns]
    tallest = max((int(count.max()) for count in counts), default=0)
    texts = [f"{scale.text(low)} to {scale.text(high)}" for low, high in pairwise(edges.tolist())]
    bins, noun = replace(bins_of(edges), texts=texts), units_of(scores)
    traces = [_histogram(c, count, bins, tallest, noun) for c, count in zip(columns, counts, strict=True)]
    layout = rows_layout(columns, scale, [edges], dark) | {"barmode": "overlay", "bargap": 0}
    layout["xaxis"]["title"]["text"] += small(f"tallest bar: {counted(tallest, noun)}")
    layout["height"] = rows_height(len(columns), 56)
    frame = pd.DataFrame(
        {
            "learner": np.repeat([column.name for column in columns], len(edges) - 1),
            "from": np.tile(edges[:-1], len(columns)),
            "to": np.tile(edges[1:], len(columns)),
            "count": np.concatenate(counts) if counts else np.empty(0, dtype=int),
        }
    )
    alt = (
        f"Histograms of {scale.name} for {counted(len(columns), 'learners')} in {len(edges) - 1} common bins "
        f"from {scale.text(edges[0])} to {scale.text(edges[-1])}; "
        f"the tallest bar holds {counted(tallest, noun)}."
    )
    return draw(traces, layout, frame, alt, dark, told=scale.columns("from", "to"))


def _histogram(column: Column, counts: Any, bins: Bins, tallest: int, noun: str) -> dict[str, Any]:
    return small_bars(
        column.position,
        column.name,
        column.style,
        bins=bins,
        heights=counts / max(tallest, 1),
        details=[[counted(int(count), noun), text] for count, text in zip(counts, bins.texts, strict=True)],
        hover="%{customdata[1]}<br>%{customdata[0]}",
    )
