"""A p-value against the correlation of the folds that a test supposes."""

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import Drawing, draw, guide, value_axis
from core.figures.canvas.palette import COLORS, shades
from core.figures.canvas.text import number
from core.records import Array

SMALLEST_SHOWN = 1e-6


def correlation_curve(
    rho: Array,
    p_values: Array,
    alpha: float,
    supposed: tuple[float, float],
    *,
    turn: float | None = None,
    dark: bool = False,
) -> Drawing:
    """Draw p over the correlation supposed, with the level and the correlation in force.

    Parameters
    ----------
    rho, p_values : arrays of equal length
        Correlations in ascending order, and p at each; those below 10⁻⁶ are drawn there.
    alpha : float
        Level of significance.
    supposed : (ρ, p)
        The correlation in force, and p there.
    turn : float, optional
        Correlation up to which the test rejects.
    dark : bool
    """
    at, p = np.asarray(rho, dtype=float), np.asarray(p_values, dtype=float)
    curve = {
        "type": "scatter",
        "mode": "lines",
        "x": at,
        "y": np.maximum(p, SMALLEST_SHOWN),
        "customdata": p,
        "line": {"color": COLORS[0], "width": 2.5},
        "hovertemplate": "ρ = %{x:.3f}<br>p = %{customdata:.3~g}<extra></extra>",
        "showlegend": False,
    }
    mark = {
        "type": "scatter",
        "mode": "markers",
        "x": [supposed[0]],
        "y": [max(supposed[1], SMALLEST_SHOWN)],
        "customdata": [supposed[1]],
        "marker": {
            "color": COLORS[1],
            "size": 12,
            "symbol": "circle" if supposed[1] <= alpha else "circle-open",
        },
        "name": "supposed: ρ = n_validation/n",
        "hovertemplate": "supposed: ρ = %{x:.3f}<br>p = %{customdata:.3~g}<extra></extra>",
        "showlegend": True,
    }
    known = np.maximum(np.append(p, alpha), SMALLEST_SHOWN)
    layout = {
        "xaxis": value_axis("Correlation ρ of two folds, supposed", dark) | {"range": [0.0, float(at[-1])]},
        "yaxis": value_axis("p-value", dark)
        | {"type": "log", "dtick": 1, "range": [np.floor(np.log10(known.min()) - 0.1), 0.1]},
        "height": 320,
        "shapes": [
            guide("y", alpha, COLORS[1], "dash"),
            *([] if turn is None else [guide("x", turn, shades(dark).muted, "dash")]),
        ],
    }
    frame = pd.DataFrame({"rho": at, "p_value": p, "rejects": p <= alpha})
    where = "never at most" if turn is None else f"up to ρ = {number(turn, 3)} at most"
    alt = (
        f"p against the correlation supposed: {number(float(p[0]), 3)} for independent folds, {number(supposed[1], 3)} "
        f"at ρ = {number(supposed[0], 3)}; {where} {number(alpha)}."
    )
    return draw([curve, mark], layout, frame, alt, dark)
