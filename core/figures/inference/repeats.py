"""P-values of one comparison over the number of folds and of repeats."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import Drawing, draw, guide, value_axis
from core.figures.canvas.palette import DASHES, SYMBOLS, shades
from core.figures.canvas.text import number
from core.figures.inference.dots import SMALLEST_SHOWN, hover_p, own_mark, p_axis
from core.records import Array


def repeats_curves(
    curves: Mapping[int, Sequence[float | None]], alpha: float, own: tuple[int, int], *, dark: bool = False
) -> Drawing:
    """Draw p over the repeats, a line for each number of folds, with the level; the run itself stands out.

    Parameters
    ----------
    curves : mapping of K to p-values
        P after the first repeat, the first two, and so on; None where undefined. Those below 10⁻⁶ are drawn there.
    alpha : float
        Level of significance.
    own : (K, repeats)
        The design of the run itself; its line has the colour of the text, the others are grey.
    dark : bool
    """
    numbers = {folds: np.array([np.nan if p is None else p for p in row]) for folds, row in curves.items()}
    most = max(map(len, numbers.values()))
    others = [folds for folds in numbers if folds != own[0]]
    greys = [_line(numbers[folds], folds, shades(dark).muted, place) for place, folds in enumerate(others, 1)]
    traces = [*greys, _line(numbers[own[0]], own[0], shades(dark).strong, 0)]
    p_own = float(numbers[own[0]][own[1] - 1])
    layout = {
        "xaxis": value_axis("Repeats r", dark) | {"range": [0.6, most + 0.4], "dtick": max(1, most // 10)},
        "yaxis": value_axis("p-value", dark) | p_axis([*np.concatenate(list(numbers.values())), alpha]),
        "height": 340,
        "shapes": [guide("y", alpha, shades(dark).strong, "dash")],
    }
    frame = pd.DataFrame(
        [(folds, r, p, p <= alpha) for folds, row in numbers.items() for r, p in enumerate(row, 1)],
        columns=["folds", "repeats", "p_value", "rejects"],
    )
    ends = "; ".join(
        f"K = {folds}: from {number(row[0], 3)} to {number(row[-1], 3)}" for folds, row in numbers.items()
    )
    alt = f"p over 1 to {most} repeats. {ends}. The run itself, K = {own[0]} and r = {own[1]}: {number(p_own, 3)}."
    return draw(
        [*traces, own_mark(own[1], p_own, alpha, "this run", "this run", dark=dark) | {"legendrank": 10**9}],
        layout,
        frame,
        alt,
        dark,
    )


def _line(p_values: Array, folds: int, color: str, place: int) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": np.arange(1, len(p_values) + 1),
        "y": np.maximum(p_values, SMALLEST_SHOWN),
        "customdata": list(map(hover_p, p_values.tolist())),
        "line": {
            "color": color,
            "width": 1.5 if place else 2.5,
            "dash": DASHES[place % len(DASHES)],
        },
        "marker": {"color": color, "size": 6, "symbol": SYMBOLS[place % len(SYMBOLS)]},
        "name": f"K = {folds}",
        "legendrank": folds,
        "hovertemplate": f"K = {folds}, r = %{{x}}<br>p = %{{customdata}}<extra></extra>",
        "showlegend": True,
    }
