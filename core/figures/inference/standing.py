"""Learners at their mean ranks or mean scores, the best on top, with a bar beside those that are not told apart."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from core.errors import listing
from core.figures.canvas.drawing import Drawing, draw, name_axis, value_axis
from core.figures.canvas.moves import MOVED_NOTE, MOVING, NOTE_MOVING
from core.figures.canvas.palette import (
    DARK_BACKGROUND,
    LIGHT_BACKGROUND,
    Style,
    shades,
    style_at,
)
from core.figures.canvas.scale import Scale, values_range
from core.figures.canvas.text import full, number, sentence_list, small, wrapped
from core.inference.verdicts.grouping import Grouping, Groups
from core.written import counted

LINE, ROW, AROUND = 18, 19, 126
"""Pixels of a line of a name, of a row at least, and of axis and yardstick."""
LANE, MOST_LANES_SHARE = 0.035, 0.35
MOST_NAMED = 6
"""Learners of a group that a description names."""


@dataclass(frozen=True)
class Yardstick:
    """A length on the axis beyond which one step tells two learners apart: the critical difference, and its name.

    Attributes
    ----------
    length : float
    title : str
    longest : float
        What the axis has room for, where it can become longer.
    """

    length: float
    title: str
    longest: float = 0.0

    @property
    def reach(self) -> float:
        """What the axis has to hold."""
        return max(self.length, self.longest)


@dataclass(frozen=True)
class Lanes:
    """Where bars can stand.

    Attributes
    ----------
    starts : tuple of int
        Rows in which one can start.
    count : int
        How many stand beside each other at most.
    """

    starts: tuple[int, ...]
    count: int

    @classmethod
    def of(cls, groupings: Iterable[Grouping]) -> "Lanes":
        """Room for the bars of all of these groupings of the same learners."""
        bars = [bar for one in groupings for bar in packed(one.groups, one.learners)]
        count = max((lane + 1 for *_, lane in bars), default=0)
        return cls(tuple(sorted({start for start, *_ in bars})), count)

    def bars(self, grouping: Grouping, dark: bool) -> list[dict[str, Any]]:
        """One for each row in which a bar can start; out of sight where none does."""
        names = grouping.learners
        found = {start: (end, lane) for start, end, lane in packed(grouping.groups, names)}
        return [_bar(start, *found.get(start, (start, self.count)), names, dark) for start in self.starts]


def standing_diagram(
    grouping: Grouping,
    scale: Scale,
    *,
    yardstick: Yardstick | None = None,
    room: Lanes | None = None,
    styles: Mapping[str, Style] | None = None,
    lacking: Mapping[str, str] | None = None,
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
    room : Lanes, optional
        For the bars at other levels: their moving is all that it takes to become them, and the text leaves them out.
    styles : mapping of name to Style, optional
        By position when not given.
    lacking : mapping of name to str, optional
        Whose place is of fewer scores, and of how many (``"9 of 10 folds"``): said below the name; the mark is open.
    dark : bool
    """
    names, values = grouping.learners, np.asarray(grouping.places, dtype=float)
    lanes = Lanes.of([grouping]) if room is None else room
    span = _span(scale, values, yardstick, grouping)
    few = lacking or {}
    labels = [wrapped(name) + (small(f"({few[name]})") if name in few else "") for name in names]
    top = -2.0 if yardstick is not None else -0.6
    rows = max(ROW, LINE * max(label.count("<br>") + 1 for label in labels))
    layout = _axes(scale, span, lanes.count, dark, lower_is_better=grouping.lower_is_better) | {
        "yaxis": name_axis(labels) | {"range": [len(names) - 0.4, top], "tickfont": {"size": 12}},
        "height": AROUND + rows * len(names),
        "annotations": [],
        "showlegend": False,
    }
    used = styles or {name: style_at(0) for name in names}
    traces = [_rows(len(names), span, dark), _dots(names, values, used, scale, few)]
    traces += lanes.bars(grouping, dark)
    if yardstick is not None and grouping.control is not None:
        at = float(values[names.index(grouping.control)])
        traces.insert(0, _shade(at, yardstick.length, (len(names) - 0.4, top), dark))
    elif yardstick is not None:
        traces.append(_measure(yardstick, span, dark))
        layout["annotations"] = [_measure_name(yardstick, span, dark)]
    alt = _order_alt(grouping, scale, few) + ("" if room is not None else _groups_alt(grouping, yardstick))
    return draw(traces, layout, _frame(grouping), alt, dark, told=scale.columns("place"))


def _axes(
    scale: Scale, span: list[float], lanes: int, dark: bool, *, lower_is_better: bool
) -> dict[str, Any]:
    """The axis of what orders the learners, which says where the better ones are, and beside it that of the lanes."""
    width = min(MOST_LANES_SHARE, LANE * (lanes + 1))
    shown = {**scale.formats, "range": span, "domain": [0, 1 - width], "side": "top"}
    beside = {"domain": [1 - width + 0.01, 1], "range": [-0.5, max(lanes, 1) - 0.5], "visible": False}
    better = "← better" if lower_is_better else "better →"
    return {
        "xaxis": value_axis(scale.title + small(better), dark) | shown | {"fixedrange": True},
        "xaxis2": beside | {"fixedrange": True},
    }


def standing_moves(
    drawn: Drawing, grouping: Grouping, room: Lanes, yardstick: Yardstick | None = None
) -> list[dict[str, Any]]:
    """What has to be moved in a diagram with this room to make it one of another grouping, as `moves` gives it.

    Parameters
    ----------
    drawn : Drawing
        The picture as it was drawn.
    grouping : Grouping
        Of the same learners.
    room : Lanes
    yardstick : Yardstick, optional
        At the level of the grouping; there was one in the picture too.
    """
    first = next((place for place, trace in enumerate(drawn.traces) if trace.get("xaxis") == "x2"), 0)
    marks = dict(enumerate(room.bars(grouping, dark=False), first))
    found: list[dict[str, Any]] = []
    if yardstick is not None and grouping.control is not None:
        at = float(grouping.places[grouping.learners.index(grouping.control)])
        marks[0] = _shade(at, yardstick.length, drawn.layout["yaxis"]["range"], dark=False)
    elif yardstick is not None:
        span = drawn.layout["xaxis"]["range"]
        marks[len(drawn.traces) - 1] = _measure(yardstick, span, dark=False)
        note = _measure_name(yardstick, span, dark=False)
        found = [{"note": 0} | {key: note[key] for key in NOTE_MOVING}]
    return found + [
        {"trace": place} | {key: mark[key] for key in MOVING if key in mark}
        for place, mark in sorted(marks.items())
    ]


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


def _span(scale: Scale, values: Any, yardstick: Yardstick | None, grouping: Grouping) -> list[float]:
    """Both ends of the axis, which runs as numbers do."""
    reach = []
    if yardstick is not None and grouping.control is None:
        reach = [values.min() + yardstick.reach]
    return values_range(scale, values, reach)


def _shade(at: float, length: float, rows: Sequence[float], dark: bool) -> dict[str, Any]:
    """What the critical difference cannot tell from the control."""
    low, high = at - length, at + length
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [low, low, high, high],
        "y": [*rows, *reversed(rows)],
        "fill": "toself",
        "fillcolor": shades(dark).faint,
        "line": {"width": 0},
        "hoverinfo": "skip",
    }


def _rows(count: int, span: Sequence[float], dark: bool) -> dict[str, Any]:
    """Fine lines that lead the eye from a name to its dot.

    They cross the whole plot (Cleveland 1985): where the axis does not begin at zero, a line that ended at the dot
    would be read as a length.
    """
    x = [*span, None] * count
    y = [row for place in range(count) for row in (place, place, None)]
    line = {"color": shades(dark).faint, "width": 1}
    return {"type": "scatter", "mode": "lines", "x": x, "y": y, "line": line, "hoverinfo": "skip"}


def _dots(
    names: Sequence[str],
    values: Any,
    styles: Mapping[str, Style],
    scale: Scale,
    lacking: Mapping[str, str],
) -> dict[str, Any]:
    used = [styles[name] for name in names]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": values,
        "y": list(range(len(names))),
        "customdata": [full(_beside(name, lacking)) for name in names],
        "marker": {
            "color": [style.color for style in used],
            "symbol": [
                f"{style.symbol}-open" if name in lacking else style.symbol
                for name, style in zip(names, used, strict=True)
            ],
            "size": 10,
            "line": {"width": [2 if name in lacking else 0 for name in names]},
        },
        "hovertemplate": f"<b>%{{customdata}}</b><br>{scale.name} {scale.hover('x')}<extra></extra>",
        "cliponaxis": False,
    }


def _beside(name: str, lacking: Mapping[str, str]) -> str:
    """A name with what its learner lacks."""
    return f"{name} ({lacking[name]})" if name in lacking else name


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
    """The critical difference as a bar above the learners, from the left end of the axis."""
    start = span[0] + 0.01 * (span[1] - span[0])
    end = start + yardstick.length
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": [start, end],
        "y": [-0.9, -0.9],
        "line": {"color": shades(dark).strong, "width": 2},
        "marker": {"symbol": "line-ns-open", "size": 10, "color": shades(dark).strong},
        "hovertemplate": "%{meta}<extra></extra>",
        "meta": number(yardstick.length),
        "cliponaxis": False,
    }


def _measure_name(yardstick: Yardstick, span: Sequence[float], dark: bool) -> dict[str, Any]:
    """The name above the bar, on a ground of its own, for grid lines run behind it."""
    return {
        "name": MOVED_NOTE,
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


def _order_alt(grouping: Grouping, scale: Scale, lacking: Mapping[str, str]) -> str:
    order = [
        f"{_beside(name, lacking)} {scale.text(value)}"
        for name, value in zip(grouping.learners, np.asarray(grouping.places).tolist(), strict=True)
    ]
    return f"From best to worst {scale.name}: {sentence_list(order, 12)}."


def _groups_alt(grouping: Grouping, yardstick: Yardstick | None) -> str:
    groups, control = grouping.groups, grouping.control
    beside = "" if control is None else f" from {control}"
    alike = sentence_list([_members(tuple(name for name in group if name != control)) for group in groups])
    if alike:
        joined = f" Not told apart{beside}: {alike}."
    elif control is not None or 0 < grouping.pairs_compared == grouping.pairs_apart:
        joined = (
            f" All{' pairs that could be judged' * bool(grouping.pairs_unjudged)} are told apart{beside}."
        )
    elif not grouping.pairs_compared:
        joined = ""
    else:  # two that are not may have others between them who are told apart from both
        joined = f" {grouping.pairs_apart} of {counted(grouping.pairs_compared, 'pairs')} are told apart."
    if unjudged := grouping.pairs_unjudged:
        joined += f" {counted(unjudged, 'pairs')} {'is' if unjudged == 1 else 'are'} not judged."
    return f" {yardstick.title}.{joined}" if yardstick is not None else joined


def _members(group: Sequence[str]) -> str:
    """Neighbours by name; of many the first and the last, for the order is told before."""
    many = len(group) > MOST_NAMED
    return f"the {len(group)} from {group[0]} to {group[-1]}" if many else listing(group)
