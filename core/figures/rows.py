"""The frame of every figure with one row per learner: names on the left, the measure along x."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from core.figures.drawing import name_axis, note, value_axis
from core.figures.folds import Column, values_range
from core.figures.scale import Scale


def rows_height(rows: int, per_row: int = 38, around: int = 110) -> int:
    """Height in pixels of a figure with one row per learner."""
    return around + per_row * max(rows, 2)


def rows_layout(columns: Sequence[Column], scale: Scale, values: Sequence[Any], dark: bool) -> dict[str, Any]:
    """Learners in rows, the measure along x; learners without a score keep their row and say so."""
    span = values_range(scale, *values)
    axis = value_axis(scale.title, dark) | {"tickformat": scale.ticks, "range": span}
    failed = [column for column in columns if not len(column.known)]
    return {
        "xaxis": axis,
        "yaxis": name_axis([column.tick for column in columns]),
        "height": rows_height(len(columns)),
        "annotations": [
            note("failed: no scores", float(np.mean(span)), column.position) for column in failed
        ],
    }
