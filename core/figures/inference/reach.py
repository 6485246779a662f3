"""What designs can show: the difference of two error rates that they need, before anything is trained."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import Drawing, draw, value_axis
from core.figures.canvas.palette import COLORS, shades
from core.figures.canvas.text import embedded, sentence_list
from core.records import Array
from core.written import in_percent, in_points

LONGEST_TITLE = 44
"""Characters of the name of a design with its options: cut in its middle it would be no word any more."""


def reach_curves(
    disagreement: Array, needed: Mapping[str, Array], *, power: float, dark: bool = False
) -> Drawing:
    """Draw the difference that each design is likely to show over how often two learners disagree.

    Parameters
    ----------
    disagreement : array
        Shares of the instances that exactly one of two learners gets wrong, ascending.
    needed : mapping of a design's title to an array of the same length
        Differences of the two error rates; NaN where even the largest possible one is not shown. The first is the
        design that is looked at.
    power : float
        How likely "likely" is.
    dark : bool
    """
    shares = np.asarray(disagreement, dtype=float)
    traces = [_impossible(shares, dark)]
    for place, (title, least) in enumerate(needed.items()):
        traces.append(_curve(shares, np.asarray(least, dtype=float), title, earlier=place > 0, dark=dark))
    tallest = max((np.nanmax(least) for least in needed.values() if np.isfinite(least).any()), default=1.0)
    from_zero = {"rangemode": "tozero", "fixedrange": True}
    layout = {
        "xaxis": value_axis("Instances on which exactly one of the two errs", dark)
        | from_zero
        | {"tickformat": ".0%"},
        "yaxis": value_axis("Difference needed (percentage points)", dark)
        | from_zero
        | {"range": [0, 100 * min(1.3 * float(tallest), float(shares[-1]))]},
        "height": 320,
    }
    frame = pd.DataFrame({"disagreement": shares, **needed})
    return draw(traces, layout, frame, _alt(shares, needed, power), dark)


def _impossible(shares: Array, dark: bool) -> dict[str, Any]:
    """Two rates cannot differ by more than the share of instances on which the learners disagree."""
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [0.0, shares[-1], 0.0],
        "y": [0.0, 100 * shares[-1], 100 * shares[-1]],
        "fill": "toself",
        "fillcolor": shades(dark).faint,
        "line": {"width": 0},
        "hoverinfo": "skip",
        "name": "impossible",
    }


def _curve(shares: Array, least: Array, title: str, *, earlier: bool, dark: bool) -> dict[str, Any]:
    line = (
        {"color": shades(dark).muted, "width": 2, "dash": "dash"}
        if earlier
        else {"color": COLORS[0], "width": 3}
    )
    return {
        "type": "scatter",
        "mode": "lines",
        "x": shares,
        "y": 100 * least,
        "line": line,
        "name": embedded(title, LONGEST_TITLE),
        "hovertemplate": "disagree on %{x:.1~%}: %{y:.1f} points<extra>%{fullData.name}</extra>",
    }


def _alt(shares: Array, needed: Mapping[str, Array], power: float) -> str:
    said = []
    for title, least in needed.items():
        known = np.flatnonzero(np.isfinite(least))
        if not len(known):
            said.append(f"{title}: no difference is shown")
            continue
        ends = [known[0], known[-1]]
        points = " and ".join(f"{in_points(least[k], 1)} at {in_percent(shares[k], '.2g')}" for k in ends)
        said.append(f"{title}: {points}")
    return (
        f"Difference needed for power {in_percent(power, '.0f')} against disagreement. {sentence_list(said)}."
    )
