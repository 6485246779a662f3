"""Several intervals of one quantity below one another, each drawn by what it is worth."""

from collections.abc import Sequence

from core.figures.canvas.drawing import Drawing
from core.figures.canvas.overlays import with_reference
from core.figures.canvas.scale import Scale
from core.figures.inference.forest import ForestRow, interval_forest, worth_style
from core.inference import Advice
from core.inference.intervals.entry import Sides
from core.inference.intervals.estimate import Estimate
from core.records import Interval

ENDS: dict[Sides, str] = {"two": "two-sided", "lower": "lower bound", "upper": "upper bound"}
"""Which ends an interval has, in words."""
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
    reference: float | None = None,
    reference_name: str = "p0",
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
    reference : float, optional
    reference_name : str
        What the picture calls it.
    room : sequence of float
        Further values that the axis has to hold.
    dark : bool
    """
    rows = [
        _row(item, interval, advice, dark=dark) for item, interval in zip(estimates, intervals, strict=True)
    ]
    held = [*room, *([] if reference is None else [reference])]
    drawing = interval_forest(rows, scale, zero=zero, room=held, dark=dark)
    return drawing if reference is None else with_reference(drawing, reference, reference_name, dark=dark)


def _row(item: Estimate, interval: Interval | None, advice: Advice, *, dark: bool) -> ForestRow:
    status = next((status for key, status, _ in advice.listed if key == item.test), None)
    if status == "advised" and not item.of_the_test:
        status = "caution" if item.test in dict(advice.caution) else "valid"
    name = f"{'★ ' * (status == 'advised')}{_SHORT.get(item.key, item.key)}"
    return ForestRow(name, interval, item.at, worth_style(status or "valid", dark=dark))
