"""Draws of three probabilities as points in a triangle: either learner better, or the two equivalent."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import Drawing, draw
from core.figures.canvas.palette import Style, shades, style_at
from core.figures.canvas.text import embedded_pair
from core.figures.canvas.thin import evenly_thinned
from core.inference.declaration.posterior import percents
from core.records import Array

MOST_POINTS = 1500
HEIGHT = np.sqrt(3) / 2
CORNERS = np.array([[0.0, 0.0], [0.5, HEIGHT], [1.0, 0.0]])
"""Of the learner that is better on the left, of equivalence, of the other."""


def simplex_figure(
    draws: Array, names: tuple[str, str], *, styles: Mapping[str, Style] | None = None, dark: bool = False
) -> Drawing:
    """Draw the posterior of the three regions.

    Parameters
    ----------
    draws : array, draws × 3
        Probabilities of the left, the middle and the right region.
    names : (left, right)
        The learner that is better in the left, and in the right region.
    styles : mapping of name to Style, optional
    dark : bool

    Reference: Benavoli et al. 2017, section 4.2.
    """
    known = styles or {}
    colors = [
        known.get(names[0], style_at(0)).color,
        shades(dark).muted,
        known.get(names[1], style_at(1)).color,
    ]
    kept = np.asarray(draws)[evenly_thinned(np.arange(len(draws)), MOST_POINTS)]
    most = kept.argmax(axis=1)
    traces = [_border(dark), *(_points(kept[most == region], colors[region]) for region in range(3))]
    fixed = {"visible": False, "fixedrange": True}
    layout = {
        "xaxis": fixed | {"range": [-0.22, 1.22]},
        "yaxis": fixed | {"range": [-0.22, HEIGHT + 0.12], "scaleanchor": "x"},
        "height": 360,
        "annotations": _corners(names),
        "showlegend": False,
    }
    frame = pd.DataFrame(kept, columns=["left", "equivalent", "right"])
    shares = np.bincount(np.asarray(draws)[:, [1, 0, 2]].argmax(axis=1), minlength=3) / len(draws)
    equivalent, first, second = percents(shares)
    alt = (
        f"Triangle of the posterior's draws: {names[0]} practically better most probable in {first} of them, "
        f"equivalence in {equivalent}, {names[1]} practically better in {second}."
    )
    return draw(traces, layout, frame, alt, dark)


def _border(dark: bool) -> dict[str, Any]:
    """The sides, and the lines on which two regions are equally probable."""
    centre = CORNERS.mean(axis=0)
    inner = [
        point for i in range(3) for point in (centre, (CORNERS[i] + CORNERS[(i + 1) % 3]) / 2, [None, None])
    ]
    path = [*CORNERS, CORNERS[0], [None, None], *inner]
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [point[0] for point in path],
        "y": [point[1] for point in path],
        "line": {"color": shades(dark).muted, "width": 1.2},
        "hoverinfo": "skip",
    }


def _points(draws: Array, color: str) -> dict[str, Any]:
    places = draws @ CORNERS
    return {
        "type": "scatter",
        "mode": "markers",
        "x": places[:, 0],
        "y": places[:, 1],
        "customdata": draws,
        "marker": {"color": color, "size": 4, "opacity": 0.45},
        "hovertemplate": "left %{customdata[0]:.0%} · equivalent %{customdata[1]:.0%} · right %{customdata[2]:.0%}"
        "<extra></extra>",
    }


def _corners(names: tuple[str, str]) -> list[dict[str, Any]]:
    """Who is better there, in the colour of the text: those of some learners can hardly be read on a dark page.

    Names stand in a line of their own, so that two long ones have room beside one another.
    """
    first, second = embedded_pair(*names, 20)
    texts = (f"{first}<br>better", "practically equal", f"{second}<br>better")
    places = ((-0.2, -0.02, "left"), (0.5, HEIGHT + 0.12, "center"), (1.2, -0.02, "right"))
    return [
        {
            "text": text,
            "x": x,
            "y": y,
            "xanchor": anchor,
            "yanchor": "top",
            "align": anchor,
            "showarrow": False,
        }
        for text, (x, y, anchor) in zip(texts, places, strict=True)
    ]
