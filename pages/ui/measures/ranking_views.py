"""Pictures of how well scores rank and what they mean: gain, lift, calibration."""

from functools import partial

import pandas as pd

from core.errors import NotApplicable, listing
from core.figures import Drawing, Line, calibration_figure, gain_figure, lift_figure
from core.inference import INTERVALS
from core.measures import calibration, calibration_error, lift_curve
from pages.ui.display.elements import is_dark
from pages.ui.measures.curve_bands import bootstrap_regions
from pages.ui.measures.curve_lines import Place, Shown
from pages.ui.measures.threshold_state import SCORE, Decision, four_decimals

GAIN_PLACES: tuple[Place, ...] = (lambda _, cut: (cut.table.called[cut.corners], cut.table.tpr[cut.corners]),)
LIFT_PLACES: tuple[Place, ...] = (
    lambda _, cut: (cut.table.called[cut.corners], cut.table.lift[cut.corners]),
)


def gain_view(shown: Shown, decision: Decision) -> Drawing:
    """Cumulative gain."""

    def make(name: str) -> list[Line]:
        table = shown.study.scored.table(name)
        details = shown.shown_thresholds(table, name)
        return [Line(name, table.called, table.tpr, shown.styles[name], details=details)]

    marks = shown.marks(decision, GAIN_PLACES)
    return gain_figure(
        shown.lines("gain", make), regions=bootstrap_regions(shown, "gain"), marks=marks, dark=is_dark()
    )


def lift_view(shown: Shown, decision: Decision) -> Drawing:
    """Lift."""

    def make(name: str) -> list[Line]:
        table = shown.study.scored.table(name)
        curve = lift_curve(table)
        details = shown.shown_thresholds(table, name)[curve.corners]
        return [Line(name, curve.called, curve.lift, shown.styles[name], details=details)]

    marks = shown.marks(decision, LIFT_PLACES)
    return lift_figure(
        shown.lines("lift", make), regions=bootstrap_regions(shown, "lift"), marks=marks, dark=is_dark()
    )


def calibration_view(shown: Shown, decision: Decision) -> Drawing:
    """Reliability diagrams of the learners that give probabilities.

    Raises
    ------
    NotApplicable
        If none does.
    """
    learners = _of_kind(shown, "probability")
    if not learners:
        raise NotApplicable(
            "None of these learners gave probabilities; decision values cannot be compared with shares."
        )
    tables = {
        name: shown.study.once(("calibration", shown.level, name), partial(_bins, shown, name))
        for name in learners
    }
    notes = {
        name: f"calibration error {four_decimals(calibration_error(table))}" for name, table in tables.items()
    }
    theta = decision.value if decision.by == SCORE else None
    return calibration_figure(tables, shown.styles, theta, notes=notes, dark=is_dark())


def _of_kind(shown: Shown, kind: str) -> list[str]:
    return [name for name in shown.learners if shown.study.scored.kind(name) == kind]


def not_calibrated(shown: Shown) -> str:
    """Who is missed beside those that are drawn; where nobody is drawn, that is said instead of a picture."""
    left_out = _of_kind(shown, "decision")
    if not left_out or len(left_out) == len(shown.learners):
        return ""
    gives, is_drawn = ("gives", "is") if len(left_out) == 1 else ("give", "are")
    return f" {listing(left_out)} {gives} no probabilities and {is_drawn} not drawn."


def _bins(shown: Shown, name: str) -> pd.DataFrame:
    found = shown.study.scored.instances(name)
    table = calibration(found.truth, found.scores)
    if shown.study.no_pooling:
        return table
    low, high = INTERVALS["wilson"].evaluate(
        shown.level, errors=table["positives"].to_numpy(), n=table["instances"].to_numpy()
    )
    return table.assign(lower=low, upper=high)
