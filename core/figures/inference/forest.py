"""Interval estimates as horizontal bars, open and empty ones included."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import Drawing, draw, name_axis, note, row_name, value_axis
from core.figures.canvas.marks import empty, interval_marks, missing_marks, points, reference_shapes
from core.figures.canvas.palette import COLORS, DARK_BACKGROUND, LIGHT_BACKGROUND, Style, shades, style_at
from core.figures.canvas.scale import NO_WIDTH, Scale, only_rounding, values_range
from core.figures.canvas.text import LONG_LINE, NARROW_LINE, in_lines, sentence_list, wrapped
from core.names import told_apart
from core.records import Interval
from core.written import in_percent

WIDEST = 22
"""Characters of a line of a label beside its interval."""
STAR = "★ "
"""Stands before the name of what is advised."""
AROUND, ROW, LINE, GAP = 100, 34, 17, 12
"""Pixels beside the rows, of a row, of a line of its label, and between two labels: letters are larger where it is
projected."""
LARGER_LINE = 23
"""Pixels of a line of a label there, above an interval."""
CLEAR_OF_ARROWS = 14
"""Pixels between a label, or the end of the picture, and the edge, into which the arrow of an open interval reaches."""
HALF_A_TICK = 20
"""Pixels that "100%" takes beyond the end of the axis; with less it would not be drawn."""
MOST_TICKS = 6
"""Of rates, whose numbers are short: by itself a narrow axis has two."""
HIGHEST_MARK = 16
"""Pixels of an end of an interval."""

LACK = (
    "Dotted ends show how much wider an interval around the mean would be if its test allowed for the overlap of "
    "training sets."
)
"""What is said below a picture in which something is dotted."""

CLEAR_OF_ESTIMATE = 12
"""Pixels between an estimate and the words that stand in place of its interval."""
ROOM_OF_ARROWS = 0.1
"""Of all that is drawn, beside it where an interval is open."""


@dataclass(frozen=True)
class ForestRow:
    """One row of a forest.

    Attributes
    ----------
    label : str
    interval : Interval or None
        None when undefined.
    estimate : float, optional
    style : Style, optional
    whole : Interval, optional
        What the interval would be if it allowed for what it forgets; the part that is missing is dotted.
    """

    label: str
    interval: Interval | None
    estimate: float | None = None
    style: Style | None = None
    whole: Interval | None = None


def worth_style(status: str, *, dark: bool = False) -> Style:
    """How the interval of a test is drawn that is "advised" (dark), "valid" (blue), or another (grey)."""
    color = {"advised": shades(dark).strong, "valid": COLORS[0]}.get(status, shades(dark).muted)
    return Style(color, "solid", "circle", color)


def worths_told(worths: Collection[str]) -> str:
    """What the colours of `worth_style` say of intervals that are "advised", "valid" or "caution": those given only."""
    said = ["★ marks the interval of the advised test"] * ("advised" in worths)
    said += ["blue intervals suit this design"] * ("valid" in worths)
    said += ["grey intervals are to be taken with caution"] * ("caution" in worths)
    words = "; ".join(said)
    return f"{words[:1].upper()}{words[1:]}."


def interval_forest(
    rows: Sequence[ForestRow],
    scale: Scale,
    *,
    zero: bool = True,
    rope: tuple[float, float] | None = None,
    room: Sequence[float] = (),
    wide: bool = False,
    dark: bool = False,
) -> Drawing:
    """Draw intervals below one another, with the zero line and the region of practical equivalence.

    Parameters
    ----------
    rows : sequence of ForestRow
        From top to bottom.
    scale : Scale
        How the values are written; its title names the axis.
    zero : bool
        Whether "no difference" is a value of interest.
    rope : (low, high), optional
        Bounds within which a difference does not matter.
    room : sequence of float
        Further values that the axis has to hold: ends that the intervals may take while they are moved.
    wide : bool
        Whether the picture is as wide as the page. In others names stand above their intervals: beside them they took
        two thirds of the width, and intervals that differ looked alike.
    """
    known = [found for row in rows for found in (row.interval, row.whole) if found is not None]
    ends = [end for found in known for end in (found.low, found.high)]
    estimates = [np.nan if row.estimate is None else row.estimate for row in rows]
    apart = _beyond_open_ends(ends, [*estimates, *room])
    span = values_range(scale, ends, estimates, [0.0] if zero else [], rope or [], room, apart)
    styles = [row.style or style_at(0) for row in rows]
    names = told_apart([row.label for row in rows], 3 * WIDEST)
    labels = [wrapped(name, WIDEST if wide else NARROW_LINE) for name in names]
    marks = [
        (place, row.label, row.interval, style)
        for place, (row, style) in enumerate(zip(rows, styles, strict=True))
        if row.interval is not None
    ]
    traces = [
        trace
        for i, row in enumerate(rows)
        if row.interval is not None and row.whole is not None
        for trace in missing_marks(i, row.label, (row.interval, row.whole), styles[i], scale)
    ]
    traces += interval_marks(marks, scale, span)
    traces += [_estimate_trace(i, row, styles[i], scale, dark) for i, row in enumerate(rows)]
    absent = [
        _beside_estimate(text, place, scale.drawn(row.estimate), span, dark)
        for place, row in enumerate(rows)
        if (text := _absence(row, scale))
    ]
    layout = {
        "xaxis": value_axis(in_lines(scale.title, LONG_LINE if wide else NARROW_LINE), dark)
        | {**scale.formats, "range": span}
        | ({"nticks": MOST_TICKS} if scale.percent else {}),
        "shapes": reference_shapes(zero, rope, scale, dark),
        "annotations": absent,
    } | (_named_beside(labels) if wide else _named_above(labels, absent, dark))
    told = scale.columns("estimate", "low", "high")
    return draw(traces, layout, _forest_frame(rows), _forest_alt(rows, scale, rope), dark, told=told)


def _named_beside(labels: Sequence[str]) -> dict[str, Any]:
    """The rows of a layout whose names stand on their left."""
    return {
        "yaxis": name_axis(labels) | {"ticklabelstandoff": CLEAR_OF_ARROWS},
        "height": AROUND + max(ROW, LINE * _most_lines(labels) + GAP) * max(len(labels), 2),
    }


def _named_above(labels: Sequence[str], notes: Sequence[dict[str, Any]], dark: bool) -> dict[str, Any]:
    """The rows of a layout whose names stand above their intervals, behind its other notes."""
    above = HIGHEST_MARK / 2 + LARGER_LINE * _most_lines(labels)
    row = above + HIGHEST_MARK / 2 + GAP
    rows = max(len(labels), 2)
    return {
        "yaxis": {
            "range": [rows - 1 + HIGHEST_MARK / row, -above / row],
            "visible": False,
            "fixedrange": True,
        },
        "height": AROUND + row * (rows - 1) + above + HIGHEST_MARK,
        "margin": {"l": CLEAR_OF_ARROWS, "r": HALF_A_TICK, "t": 16, "b": 8},
        "annotations": [
            *notes,
            *(row_name(name, place, HIGHEST_MARK, dark) for place, name in enumerate(labels)),
        ],
    }


def _most_lines(labels: Sequence[str]) -> int:
    return max((label.count("<br>") + 1 for label in labels), default=1)


def _beyond_open_ends(ends: Sequence[float], others: Sequence[float]) -> list[float]:
    """How far the axis goes where intervals are open, so that their arrows lie on no estimate."""
    finite = [value for value in (*ends, *others) if math.isfinite(value)]
    if not finite:
        return []
    low, high = min(finite), max(finite)
    reach = ROOM_OF_ARROWS * (high - low)
    return [low - reach] * (-math.inf in ends) + [high + reach] * (math.inf in ends)


def _absence(row: ForestRow, scale: Scale) -> str:
    if row.interval is None or math.isnan(row.interval.low) or math.isnan(row.interval.high):
        known = row.estimate is not None and math.isfinite(row.estimate)
        return "no interval" if known else "undefined"
    if empty(row.interval):
        return "empty"
    low, high = scale.reachable(*row.interval)
    return NO_WIDTH if only_rounding(low, high) else ""


def _beside_estimate(
    text: str, place: int, estimate: float | None, span: Sequence[float], dark: bool
) -> dict[str, Any]:
    """What is said in place of an interval, or of its width: in its row, on the side that has more room.

    Beside the axis it would take the other intervals a third of their room on a phone.
    """
    middle = (span[0] + span[1]) / 2
    found = note(text, middle, place) | {"bgcolor": DARK_BACKGROUND if dark else LIGHT_BACKGROUND}
    if estimate is None or not math.isfinite(estimate):
        return found
    right = estimate <= middle or only_rounding(estimate, middle)
    shift = CLEAR_OF_ESTIMATE if right else -CLEAR_OF_ESTIMATE
    return found | {"x": estimate, "xanchor": "left" if right else "right", "xshift": shift}


def _estimate_trace(position: int, row: ForestRow, style: Style, scale: Scale, dark: bool) -> dict[str, Any]:
    known = row.estimate is not None and math.isfinite(row.estimate)
    x, y = ([scale.drawn(row.estimate)], [position]) if known else ([], [])
    hover = f"estimate {scale.hover('x')}"
    trace = points(x, y, row.label, style, hover=hover, size=11, opacity=1)
    trace["marker"]["line"] = {"color": shades(not dark).strong, "width": 1.5}
    return trace


def _forest_frame(rows: Sequence[ForestRow]) -> pd.DataFrame:
    intervals = [row.interval for row in rows]
    return pd.DataFrame(
        {
            "label": [row.label for row in rows],
            "estimate": [np.nan if row.estimate is None else row.estimate for row in rows],
            "low": [np.nan if interval is None else interval.low for interval in intervals],
            "high": [np.nan if interval is None else interval.high for interval in intervals],
            "level": [np.nan if interval is None else interval.level for interval in intervals],
            "method": ["" if interval is None else interval.method for interval in intervals],
        }
    )


def _forest_alt(rows: Sequence[ForestRow], scale: Scale, rope: tuple[float, float] | None) -> str:
    parts = []
    for row in rows:
        absence = _absence(row, scale)
        if row.interval is None or absence:
            parts.append(f"{row.label}: {absence}")
        else:
            between = scale.between(row.interval.low, row.interval.high, " to ")
            short = "" if row.whole is None else ", too short"
            parts.append(f"{row.label}: {between} at level {in_percent(row.interval.level, '.6g')}{short}")
    within = f" Practically equivalent from {scale.between(*rope, ' to ')}." if rope else ""
    return f"Intervals of {scale.name or 'the values'}. {sentence_list(parts)}.{within}"
