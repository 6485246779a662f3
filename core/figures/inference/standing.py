"""Learners at their mean ranks or mean scores, the best on top, with a bar beside those that are not told apart."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import Drawing, band, draw, name_axis, value_axis
from core.figures.canvas.palette import (
    DARK_BACKGROUND,
    LIGHT_BACKGROUND,
    Style,
    shades,
    style_at,
)
from core.figures.canvas.scale import Scale, values_range
from core.figures.canvas.text import full, number, sentence_list, wrapped
from core.inference.verdicts.grouping import Grouping, Groups

LINE, ROW, AROUND = 18, 19, 110
"""Pixels of a line of a name, of a row at least, and of axis and yardstick."""
LANE, MOST_LANES_SHARE = 0.035, 0.35


@dataclass(frozen=True)
class Yardstick:
    """A length on the axis beyond which one step tells two learners apart: the critical difference, and its name."""

    length: float
    title: str


def standing_diagram(
    grouping: Grouping,
    scale: Scale,
    *,
    yardstick: Yardstick | None = None,
    styles: Mapping[str, Style] | None = None,
    dark: bool = False,
) -> Drawing:
    """Draw learners in rows at what orders them, with bars beside the groups that are not told apart.

    Against a control, what its critical difference cannot tell from it is shaded.

    Parameters
    ----------
    grouping : Grouping
    scale : Scale
        Of what orders the learners; its title names the axis.
    yardstick : Yardstick, optional
        Drawn above the learners.
    styles : mapping of name to Style, optional
        By position when not given.
    dark : bool
    """
    names, values = grouping.learners, np.asarray(grouping.places, dtype=float)
    lanes = packed(grouping.groups, names)
    span = _span(scale, values, yardstick, against=grouping.control is not None)
    width = min(MOST_LANES_SHARE, LANE * max((lane for *_, lane in lanes), default=-1) + 2 * LANE)
    labels = [wrapped(name) for name in names]
    top = -2.0 if yardstick is not None else -0.6
    rows = max(ROW, LINE * max(label.count("<br>") + 1 for label in labels))
    layout = {
        "xaxis": value_axis(scale.title, dark)
        | {
            "tickformat": scale.ticks,
            "range": span,
            "domain": [0, 1 - width],
            "side": "top",
            "fixedrange": True,
        },
        "xaxis2": {"domain": [1 - width + 0.01, 1], "range": [-0.5, _lanes(lanes) - 0.5], "visible": False}
        | {"fixedrange": True},
        "yaxis": name_axis(labels) | {"range": [len(names) - 0.4, top], "tickfont": {"size": 12}},
        "height": AROUND + rows * len(names),
        "shapes": _control_shapes(grouping, yardstick, dark),
        "annotations": [],
        "showlegend": False,
    }
    used = styles or {name: style_at(0) for name in names}
    traces = [_stems(values, span, dark), _dots(names, values, used, scale)]
    traces += [_bar(start, end, lane, names, dark) for start, end, lane in lanes]
    if yardstick is not None and grouping.control is None:
        traces.append(_measure(yardstick, span, dark))
        layout["annotations"] = [_measure_name(yardstick, span, dark)]
    return draw(traces, layout, _frame(grouping), _alt(grouping, scale, yardstick), dark)


def packed(groups: Groups, names: Sequence[str]) -> list[tuple[int, int, int]]:
    """First row, last row and lane of every group's bar; bars of one lane leave a row between them."""
    place = {name: row for row, name in enumerate(names)}
    ends: list[int] = []
    found = []
    for group in groups:
        rows = sorted(place[name] for name in group)
        lane = next((lane for lane, end in enumerate(ends) if end < rows[0]), len(ends))
        ends[lane : lane + 1] = [rows[-1]]
        found.append((rows[0], rows[-1], lane))
    return found


def _lanes(lanes: Sequence[tuple[int, int, int]]) -> int:
    return max((lane for *_, lane in lanes), default=0) + 1


def _span(scale: Scale, values: Any, yardstick: Yardstick | None, *, against: bool) -> list[float]:
    """Both ends of the axis, the best at the left."""
    reach = (
        [] if yardstick is None else [values[0] + (-1 if values[0] > values[-1] else 1) * yardstick.length]
    )
    low, high = values_range(scale, values, [] if against else reach)
    return [high, low] if values[0] > values[-1] else [low, high]


def _control_shapes(grouping: Grouping, yardstick: Yardstick | None, dark: bool) -> list[dict[str, Any]]:
    if grouping.control is None or yardstick is None:
        return []
    at = float(grouping.places[grouping.learners.index(grouping.control)])
    return [band("x", at - yardstick.length, at + yardstick.length, shades(dark).faint)]


def _stems(values: Any, span: Sequence[float], dark: bool) -> dict[str, Any]:
    """Fine lines that lead the eye from a name to its dot."""
    x = [end for value in values.tolist() for end in (span[0], value, None)]
    y = [row for place in range(len(values)) for row in (place, place, None)]
    line = {"color": shades(dark).faint, "width": 1}
    return {"type": "scatter", "mode": "lines", "x": x, "y": y, "line": line, "hoverinfo": "skip"}


def _dots(names: Sequence[str], values: Any, styles: Mapping[str, Style], scale: Scale) -> dict[str, Any]:
    used = [styles[name] for name in names]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": values,
        "y": list(range(len(names))),
        "customdata": [full(name) for name in names],
        "marker": {
            "color": [style.color for style in used],
            "symbol": [style.symbol for style in used],
            "size": 10,
        },
        "hovertemplate": f"<b>%{{customdata}}</b><br>{scale.name} {scale.hover('x')}<extra></extra>",
        "cliponaxis": False,
    }


def _bar(start: int, end: int, lane: int, names: Sequence[str], dark: bool) -> dict[str, Any]:
    said = f"{full(names[start])}<br>to {full(names[end])}"
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [lane, lane],
        "y": [start - 0.28, end + 0.28],
        "xaxis": "x2",
        "meta": said,
        "line": {"color": shades(dark).muted, "width": 5},
        "hovertemplate": "<b>not told apart</b><br>%{meta}<extra></extra>",
    }


def _measure(yardstick: Yardstick, span: Sequence[float], dark: bool) -> dict[str, Any]:
    """The critical difference as a bar above the learners, from the best end of the axis."""
    towards = 1 if span[1] > span[0] else -1
    start = span[0] + 0.01 * (span[1] - span[0])
    end = start + towards * yardstick.length
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": [start, end],
        "y": [-0.9, -0.9],
        "line": {"color": shades(dark).strong, "width": 2},
        "marker": {"symbol": "line-ns-open", "size": 10, "color": shades(dark).strong},
        "hovertemplate": f"{number(yardstick.length)}<extra></extra>",
        "cliponaxis": False,
    }


def _measure_name(yardstick: Yardstick, span: Sequence[float], dark: bool) -> dict[str, Any]:
    """The name above the bar, on a ground of its own, for grid lines run behind it."""
    return {
        "text": yardstick.title,
        "x": span[0] + 0.01 * (span[1] - span[0]),
        "xanchor": "left",
        "y": -1.5,
        "yanchor": "middle",
        "showarrow": False,
        "bgcolor": DARK_BACKGROUND if dark else LIGHT_BACKGROUND,
    }


def _frame(grouping: Grouping) -> pd.DataFrame:
    groups = grouping.groups
    member = [[n for n, group in enumerate(groups, 1) if name in group] for name in grouping.learners]
    return pd.DataFrame(
        {
            "learner": list(grouping.learners),
            "place": np.asarray(grouping.places, dtype=float),
            "groups": [" ".join(map(str, numbers)) for numbers in member],
        }
    )


def _alt(grouping: Grouping, scale: Scale, yardstick: Yardstick | None) -> str:
    order = [
        f"{name} {scale.text(value)}"
        for name, value in zip(grouping.learners, np.asarray(grouping.places).tolist(), strict=True)
    ]
    alike = [" and ".join((group[0], group[-1])) for group in grouping.groups]
    joined = f" Not told apart: from {sentence_list(alike)}." if alike else " All are told apart."
    length = f" {yardstick.title}." if yardstick is not None else ""
    return f"From best to worst {scale.name}: {sentence_list(order, 12)}.{length}{joined}"
