"""Scores of two learners over the size of the training set."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import Drawing, draw, value_axis
from core.figures.canvas.palette import Style, Styles
from core.figures.canvas.scale import Scale, values_range
from core.figures.canvas.text import full, label, sentence_list
from core.inference import LearningCurves
from core.records import Array


def learning_figure(curves: LearningCurves, styles: Styles, scale: Scale, *, dark: bool = False) -> Drawing:
    """Draw a line of mean scores for each learner, with the band in which most of the cuts lie.

    Parameters
    ----------
    curves : LearningCurves
    styles : mapping of learner to Style
    scale : Scale
    dark : bool
    """
    sizes, rows = curves.sizes, list(zip(curves.learners, curves.means, curves.low, curves.high, strict=True))
    traces = [_band(sizes, np.concatenate([low, high[::-1]]), styles[name]) for name, _, low, high in rows]
    traces += [_line(sizes, means, name, styles[name], scale) for name, means, *_ in rows]
    layout = {
        "xaxis": value_axis("Instances in the training set", dark) | {"type": "log", "tickvals": list(sizes)},
        "yaxis": value_axis(scale.title, dark)
        | {**scale.formats, "range": values_range(scale, curves.low, curves.high)},
        "height": 360,
    }
    frame = pd.DataFrame(
        [cells for name, *lines in rows for cells in zip([name] * len(sizes), sizes, *lines, strict=True)],
        columns=["learner", "n_train", "mean", "low", "high"],
    )
    said = [
        f"{name}: {scale.text(means[0])} on {sizes[0]:,}, {scale.text(means[-1])} on {sizes[-1]:,}"
        for name, means, *_ in rows
    ]
    alt = f"Mean {scale.name} over training instances. {sentence_list(said)}."
    return draw(traces, layout, frame, alt, dark, told=scale.columns("mean", "low", "high"))


def _band(sizes: Sequence[int], ends: Array, style: Style) -> dict[str, Any]:
    known = np.isfinite(ends)
    return {
        "type": "scatter",
        "mode": "lines",
        "x": np.array([*sizes, *sizes[::-1]])[known],
        "y": ends[known],
        "fill": "toself",
        "fillcolor": style.fill,
        "line": {"width": 0},
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _line(sizes: Sequence[int], means: Array, name: str, style: Style, scale: Scale) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": list(sizes),
        "y": means,
        "name": label(name),
        "meta": full(name),
        "line": {"color": style.color, "dash": style.dash, "width": 2.5},
        "marker": {"color": style.color, "symbol": style.symbol, "size": 8},
        "hovertemplate": f"<b>%{{meta}}</b><br>%{{x:,}} training instances: {scale.hover('y')}<extra></extra>",
        "showlegend": True,
    }
