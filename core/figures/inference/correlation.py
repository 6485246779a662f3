"""A p-value against the correlation of the folds that a test supposes."""

from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import Drawing, draw, guide, value_axis
from core.figures.canvas.palette import shades
from core.figures.canvas.text import number
from core.figures.inference.dots import SMALLEST_SHOWN, hover_p, own_mark, p_axis
from core.records import Array


def correlation_curve(
    rho: Array,
    p_values: Array,
    alpha: float,
    supposed: tuple[float, float],
    *,
    turn: float | None = None,
    dark: bool = False,
) -> Drawing:
    """Draw p over the correlation supposed, with the level and the correlation that the test takes.

    Parameters
    ----------
    rho, p_values : arrays of equal length
        Correlations in ascending order, and p at each; those below 10⁻⁶ are drawn there.
    alpha : float
        Level of significance.
    supposed : (ρ, p)
        The correlation that the test takes, and p there.
    turn : float, optional
        Correlation up to which the test rejects.
    dark : bool
    """
    at, p = np.asarray(rho, dtype=float), np.asarray(p_values, dtype=float)
    layout = {
        "xaxis": value_axis("Correlation ρ of two scores, supposed", dark) | {"range": [0.0, float(at[-1])]},
        "yaxis": value_axis("p-value", dark) | p_axis([*p, alpha]),
        "height": 320,
        "shapes": [
            guide("y", alpha, shades(dark).strong, "dash"),
            *([] if turn is None else [guide("x", turn, shades(dark).muted, "dash")]),
        ],
    }
    frame = pd.DataFrame({"rho": at, "p_value": p, "rejects": p <= alpha})
    where = "never at most" if turn is None else f"up to ρ = {number(turn, 3)} at most"
    alt = (
        f"p against the correlation supposed: {number(float(p[0]), 3)} for independent scores, "
        f"{number(supposed[1], 3)} at ρ = {number(supposed[0], 3)}; {where} {number(alpha)}."
    )
    return draw(
        [
            _curve(at, p, dark),
            own_mark(*supposed, alpha, "supposed by the test", "supposed: ρ = %{x:.3f}", dark=dark),
        ],
        layout,
        frame,
        alt,
        dark,
    )


def _curve(at: Array, p: Array, dark: bool) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": at,
        "y": np.maximum(p, SMALLEST_SHOWN),
        "customdata": list(map(hover_p, p.tolist())),
        "line": {"color": shades(dark).strong, "width": 2.5},
        "hovertemplate": "ρ = %{x:.3f}<br>p = %{customdata}<extra></extra>",
        "showlegend": False,
    }
