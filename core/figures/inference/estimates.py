"""Several intervals of one quantity below one another, each drawn by what it is worth."""

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite

from core.figures.canvas.drawing import Drawing
from core.figures.canvas.overlays import with_far_reference, with_reference
from core.figures.canvas.scale import Scale
from core.figures.inference.forest import STAR, ForestRow, interval_forest, worth_style, worths_told
from core.inference import Advice
from core.inference.intervals.entry import Sides
from core.inference.intervals.estimate import Estimate
from core.records import Interval
from core.written import in_percent, number

ENDS: dict[Sides, str] = {"two": "two-sided", "lower": "lower bound", "upper": "upper bound"}
"""Which ends an interval has, in words."""
FAR = 3
"""Spans of all intervals from which on what they are held against lies beyond the axis."""
_SHORT = {
    "normal": "Normal (Wald)",
    "wilson": "Wilson",
    "exact": "Clopper–Pearson",
    "agresti_coull": "Agresti–Coull",
    "jeffreys": "Jeffreys",
    "mean_t": "t of the mean",
    "mean_z": "z over folds",
    "corrected_mean_t": "Corrected t of the mean",
    "tango": "Paired: Tango",
    "paired_difference": "Paired: Wald",
    "difference": "Independent: Wald",
    "newcombe": "Independent: Newcombe",
}
"""Intervals in the margin of a picture."""


def estimates_forest(
    estimates: Sequence[Estimate],
    intervals: Sequence[Interval | None],
    advice: Advice,
    scale: Scale,
    *,
    zero: bool = True,
    rope: tuple[float, float] | None = None,
    reference: float | None = None,
    reference_name: str = "p0",
    whole: Sequence[Interval | None] = (),
    room: Sequence[float] = (),
    dark: bool = False,
) -> Drawing:
    """Draw the intervals of these estimates, with what the quantity is held against.

    Parameters
    ----------
    estimates : sequence of Estimate
    intervals : sequence of Interval or None
        One of each estimate.
    advice : Advice
        What the tests are worth that assume the same.
    scale : Scale
        How the estimated quantity is written.
    zero : bool
        Whether zero is a value of interest.
    rope : (low, high), optional
        Bounds within which a difference does not matter.
    reference : float, optional
    reference_name : str
        What the picture calls it.
    whole : sequence of Interval or None
        What each would be if it allowed for the overlap of training sets; none is too short if left out.
    room : sequence of float
        Further values that the axis has to hold.
    dark : bool
    """
    lacking = whole or [None] * len(intervals)
    rows = [
        replace(_row(item, interval, advice, dark=dark), whole=lack)
        for item, interval, lack in zip(estimates, intervals, lacking, strict=True)
    ]
    if reference is None:
        return interval_forest(rows, scale, zero=zero, rope=rope, room=room, dark=dark)
    if _is_far(reference, rows, room):
        told = in_percent(reference) if scale.percent else number(reference)
        drawing = interval_forest(rows, scale, zero=zero, rope=rope, room=room, dark=dark)
        return with_far_reference(drawing, reference, f"{reference_name} = {told}", scale)
    drawing = interval_forest(rows, scale, zero=zero, rope=rope, room=[*room, reference], dark=dark)
    return with_reference(drawing, reference, reference_name, dark=dark)


def _is_far(reference: float, rows: Sequence[ForestRow], room: Sequence[float]) -> bool:
    """Whether an axis that held the reference would leave the intervals too little room to be compared."""
    ends = [end for row in rows if row.interval is not None for end in (row.interval.low, row.interval.high)]
    seen = [
        end for end in (*ends, *room, *(row.estimate for row in rows)) if end is not None and isfinite(end)
    ]
    if not seen:
        return False
    low, high = min(seen), max(seen)
    return max(low - reference, reference - high) > FAR * (high - low) > 0


def colours_told(estimates: Sequence[Estimate], intervals: Sequence[Interval | None], advice: Advice) -> str:
    """What the colours of the intervals of `estimates_forest` say they are worth; of those that are drawn only.

    Parameters
    ----------
    estimates : sequence of Estimate
    intervals : sequence of Interval or None
        One of each estimate.
    advice : Advice
    """
    worths = {_worth(*both, advice) for both in zip(estimates, intervals, strict=True)}
    starred = any(_is_advised(item, advice) for item in estimates)
    return worths_told(worths | {"advised"} if starred else worths)


def _is_advised(item: Estimate, advice: Advice) -> bool:
    """Whether it is the interval of the advised test, which has its star even where it has no width."""
    return item.of_the_test and item.test == advice.advised


def _worth(item: Estimate, interval: Interval | None, advice: Advice) -> str:
    """What its test is worth, unless the interval itself gives cause for caution."""
    if interval is not None and interval.caution:
        return "caution"
    status = next((status for key, status, _ in advice.listed if key == item.test), "valid")
    if status == "advised" and not item.of_the_test:
        return "caution" if item.test in dict(advice.caution) else "valid"
    return "caution" if status == "refused" else status


def _row(item: Estimate, interval: Interval | None, advice: Advice, *, dark: bool) -> ForestRow:
    worth = _worth(item, interval, advice)
    name = f"{STAR * _is_advised(item, advice)}{_SHORT.get(item.key, item.key)}"
    return ForestRow(name, interval, item.at, worth_style(worth, dark=dark))
