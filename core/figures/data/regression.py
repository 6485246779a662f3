"""Predicted numbers against the true ones, and the residuals.

Reference: I2ML 19.7 B (regression); Draper & Smith 1998, ch. 2 (residual plots).
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import HEIGHT, Drawing, draw, value_axis
from core.figures.canvas.marks import points
from core.figures.canvas.palette import Styles, shades
from core.figures.canvas.text import label, number, sentence_list
from core.figures.canvas.thin import MOST_POINTS
from core.records import Array
from core.written import counted

Pairs = Mapping[str, tuple[Array, Array]]


def predicted_figure(
    pairs: Pairs, styles: Styles, response: str = "response", *, dark: bool = False
) -> Drawing:
    """Draw predictions over true responses; on the diagonal a prediction is right.

    Parameters
    ----------
    pairs : mapping of learner to (truth, predicted)
        Arrays of equal length, one value per prediction.
    styles : mapping of learner to Style
    response : str
        Name of the response, with its unit.
    """
    everything = [values for pair in pairs.values() for values in pair]
    low, high = _span(everything)
    diagonal = _guide([low, high], [low, high], "right prediction", dark)
    return _scatter(
        {name: (truth, predicted) for name, (truth, predicted) in pairs.items()},
        styles,
        diagonal,
        (f"true {label(response, 40)}", f"predicted {label(response, 40)}"),
        "Predicted over true responses",
        dark=dark,
    )


def residual_figure(
    pairs: Pairs, styles: Styles, response: str = "response", *, dark: bool = False
) -> Drawing:
    """Draw residuals, true less predicted, over predictions.

    Parameters
    ----------
    pairs, styles, response, dark
        As in `predicted_figure`.
    """
    low, high = _span([predicted for _, predicted in pairs.values()])
    zero = _guide([low, high], [0, 0], "no error", dark)
    return _scatter(
        {name: (predicted, truth - predicted) for name, (truth, predicted) in pairs.items()},
        styles,
        zero,
        (f"predicted {label(response, 40)}", "residual: true − predicted"),
        "Residuals over predictions",
        dark=dark,
    )


def _span(values: list[Array]) -> tuple[float, float]:
    joined = np.concatenate([np.asarray(item, dtype=float) for item in values]) if values else np.zeros(0)
    return (float(joined.min()), float(joined.max())) if len(joined) else (0.0, 1.0)


def _guide(x: list[float], y: list[float], name: str, dark: bool) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": x,
        "y": y,
        "name": name,
        "line": {"color": shades(dark).muted, "width": 1.2, "dash": "dash"},
        "hoverinfo": "skip",
    }


def _scatter(
    pairs: Pairs, styles: Styles, guide: dict[str, Any], titles: tuple[str, str], name: str, *, dark: bool
) -> Drawing:
    traces, parts, said, cut = [guide], [], [], ""
    opacity = 1.0 if dark else 0.55  # on black, what shines through makes points dim instead of light
    hover = f"{titles[0]} %{{x:.4~g}}<br>{titles[1]} %{{y:.4~g}}"
    for learner, (x, y) in pairs.items():
        kept = np.unique(np.linspace(0, len(x) - 1, min(len(x), MOST_POINTS)).astype(int))
        if len(kept) < len(x):
            cut = f" ({MOST_POINTS:,} of {len(x):,} shown, evenly chosen)"
        trace = points(x[kept], y[kept], learner, styles[learner], hover=hover, size=5, opacity=opacity)
        traces.append(trace | {"showlegend": True})
        parts.append(pd.DataFrame({"learner": learner, titles[0]: x[kept], titles[1]: y[kept]}))
        said.append(
            f"{learner}: {counted(len(x), 'points')}, y from {number(float(y.min()))} to {number(float(y.max()))}"
        )
    largest = np.abs([_span([pair[axis] for pair in pairs.values()]) for axis in (0, 1)]).max(axis=1)
    layout = {
        "xaxis": value_axis(titles[0] + cut.replace(" (", "<br>(", 1), dark, largest[0]),
        "yaxis": value_axis(titles[1], dark, largest[1]),
        "height": HEIGHT,
    }
    frame = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()
    return draw(traces, layout, frame, f"{name}{cut}. {sentence_list(said)}.", dark)
