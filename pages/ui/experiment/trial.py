"""A few cells first: a run of the corners and the centre of what is crossed, and what it says of the whole."""

import streamlit as st

from core.errors import NotApplicable
from core.experiment import Plan, seconds_left, trial_plan
from core.jobs import Job
from core.written import counted
from pages.ui.experiment import starting
from pages.ui.session import cache


def offer(plan: Plan, seconds: float, shown: Job | None) -> None:
    """The button that runs a few cells first; none where all are few, or these are shown.

    Parameters
    ----------
    plan : Plan
        The whole.
    seconds : float
        Forecast of it.
    shown : Job or None
        The run that the page shows.
    """
    few = _few(plan)
    if few is None or (shown is not None and shown.spec == few.spec.to_json()):
        return
    count, share = len(few.entrants), len(few.entrants) / len(plan.entrants)
    if st.button(
        f"Try {count} of {len(plan.entrants)} learners first",
        key="try_few",
        icon=":material/experiment:",
        help="Every factor at its first, last or middle level, with this design, as a run of its own. What it trains "
        "is not trained again for the whole.",
    ):
        starting.start(few, seconds * share)


def report(plan: Plan, shown: Job) -> None:
    """How long the rest would take, below the run of a few cells."""
    few = _few(plan)
    if few is None or shown.state != "done" or shown.spec != few.spec.to_json():
        return
    rest = len(plan.entrants) - len(few.entrants)
    seconds = seconds_left(cache.experiment(shown), plan)
    took = starting.waiting(seconds, rest * len(plan.splits))
    st.caption(
        f"{counted(len(few.entrants), 'learners')} of {len(plan.entrants)} were tried. By what their fits really "
        f"took, rather than by the forecast above, the other {rest} take {took}: press "
        "Run for all; what was trained is not trained again."
    )


def _few(plan: Plan) -> Plan | None:
    try:
        return cache.kept("trial plan", plan.spec.to_json(), lambda: trial_plan(plan))
    except NotApplicable:
        return None
