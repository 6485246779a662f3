"""How an interval shrinks as the number of instances grows and the rate stays."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import Drawing, draw, guide, value_axis
from core.figures.canvas.palette import COLORS, shades, translucent
from core.records import Interval
from core.written import PERCENT, decimals_of, ends, percent

BILLIONS = {f"{n}G": f"{n}B" for n in (1, 2, 5, 10, 20, 50, 100)}
"""Thousands and millions have the letters of units of measurement, but nobody calls a billion giga."""
MOST_PLACES = 10
"""Decimals of rates that differ by less than an interval is written to."""


def shrinking_interval(
    n: Sequence[int],
    intervals: Sequence[Interval],
    rate: float,
    *,
    marked: int = 0,
    curve: tuple[Any, Any, Any] | None = None,
    reference: float | None = None,
    dark: bool = False,
) -> Drawing:
    """Draw the ends of the interval of a rate over the number of instances, and one of the intervals.

    Parameters
    ----------
    n : sequence of int
        Numbers of instances, ascending.
    intervals : sequence of Interval
        Of the rate, one for each number.
    rate : float
    marked : int
        Place of the interval that is drawn; the only thing that moves with it.
    curve : (n, low, high), optional
        Arrays of numbers of instances, ascending, and the ends of the interval on them: closer to one another than
        `n`, between which straight lines have corners.
    reference : float, optional
        p0, which the intervals are held against; one that is far off is not shown.
    dark : bool
    """
    low, high = (np.array([getattr(one, end) for one in intervals]) for end in ("low", "high"))
    seen = _near(reference, intervals[0])
    values = [low.min(), high.max(), *seen]
    room = 0.08 * (max(values) - min(values))
    places = decimals_of(low[-1], high[-1], rates=True) or MOST_PLACES
    place = {"x": 1, "xref": "paper", "xanchor": "right", "yanchor": "bottom", "showarrow": False}
    layout = {
        "xaxis": value_axis("Number of instances", dark)
        | {"type": "log", "range": list(np.log10([0.93 * n[0], 1.07 * n[-1]])), "fixedrange": True}
        | {"dtick": "D2", "tickformat": "~s", "labelalias": BILLIONS},
        "yaxis": value_axis("Error rate", dark)
        | {"tickformat": f".{places}~%", "hoverformat": f".{places}%", "fixedrange": True}
        | {"range": [max(min(values) - room, 0.0), min(max(values) + room, 1.0)]},
        "height": 300,
        "shapes": [
            guide("y", rate, shades(dark).muted),
            *(guide("y", at, shades(dark).strong, "dash") for at in seen),
        ],
        "annotations": [place | {"text": "p0", "y": at} for at in seen],
    }
    frame = pd.DataFrame({"n": n, "low": low, "high": high, "width": high - low})
    first, last = (
        f"{' to '.join(ends(low[end], high[end], rates=True))}{PERCENT} on {n[end]:,}" for end in (0, -1)
    )
    alt = f"Interval of an error rate of {percent(rate)} over the number of instances: {first}, {last}."
    return draw(
        [_band(*(curve or (n, low, high))), _mark(n[marked], intervals[marked])], layout, frame, alt, dark
    )


def _near(reference: float | None, widest: Interval) -> list[float]:
    """The reference if the picture would not be squeezed by it."""
    if reference is None or max(widest.low - reference, reference - widest.high) > widest.width:
        return []
    return [reference]


def _band(n: Sequence[int], low: Any, high: Any) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": np.concatenate([n, n[::-1]]),
        "y": np.concatenate([low, high[::-1]]),
        "fill": "toself",
        "fillcolor": translucent(COLORS[0], 0.18),
        "line": {"color": COLORS[0], "width": 1},
        "hoveron": "points",
        "hovertemplate": "%{x:,} instances<br>%{y}<extra></extra>",
        "showlegend": False,
    }


def _mark(n: int, interval: Interval) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": [n, n],
        "y": [interval.low, interval.high],
        "line": {"color": COLORS[0], "width": 5},
        "marker": {"color": COLORS[0], "symbol": "line-ew-open", "size": 14, "line": {"width": 2}},
        "hovertemplate": "%{x:,} instances<br>%{y}<extra></extra>",
        "cliponaxis": False,
        "showlegend": False,
    }
