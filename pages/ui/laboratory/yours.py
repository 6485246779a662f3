"""What the session has loaded, run and compared, as settings of the experiments that train learners."""

from contextlib import suppress
from typing import Any

import streamlit as st

from core.errors import InputError
from core.experiment import Plan
from core.records import LearnerSpec
from core.simulation import LABORATORY, LaboratoryEntry, Simulation
from core.simulation.experiments.your_data import false_alarms, is_counted
from pages.ui.display.text import plain
from pages.ui.laboratory import kept
from pages.ui.session import cache, state
from pages.ui.verdicts import pair

YOURS = {
    "dataset": "The data of this session",
    "learners": "The two learners compared",
    "design": "The design of the experiment",
}
"""Controls that take what the session holds, with the words for it."""

OVER_FOLDS_ONLY = (
    "How often a test would cry wolf on data in groups is counted for tests over folds only: instances of a group "
    "depend on one another."
)
COUNTED = ("error", "accuracy")
"""Measures of which the laboratory's verdicts speak."""

SMALLEST, LARGEST = 20, 500
"""Samples that are proposed are half of the data, so that they are drawn without replacement, within these bounds."""


def settings(entry: LaboratoryEntry) -> dict[str, Any]:
    """What the session holds for the controls of an experiment, as far as the experiment takes it."""
    taking = [control for control in entry.controls if control.name in YOURS]
    held = _held() if taking else {}
    found = {}
    for control in taking:
        with suppress(InputError):
            if control.name in held:
                found[control.name] = control.check(held[control.name])
    return found


def remember(entry: LaboratoryEntry, values: dict[str, Any], found: Simulation) -> None:
    """Keep what was counted on the visitor's own data and learners for the verdict on them."""
    own = settings(entry)
    if own.keys() == YOURS.keys() and all(
        values[name] is own[name] or values[name] == own[name] for name in own
    ):
        kept.remember_equals(values, found)


def lead(test: str, measure: str) -> None:
    """What a verdict of this test is worth on such data, as far as it was counted, and the way to where it is."""
    entry = LABORATORY["your_data"]
    own = settings(entry) if measure in COUNTED else {}
    if own.keys() != YOURS.keys():
        return
    if not is_counted(test, own["dataset"], own["design"]):
        if own["dataset"].groups is not None:
            st.caption(f":material/experiment: {OVER_FOLDS_ONLY}")
        return
    half = len(own["dataset"]) // 20 * 10
    asked = {**YOURS, "n": str(min(max(half, SMALLEST), LARGEST))}
    counted = kept.equals(own)
    said = None if counted is None else false_alarms(counted.rows[0], test)
    if said is not None:
        st.caption(f":material/experiment: {plain(said)}")
    st.page_link(
        "pages/lab.py",
        label="How often would this test cry wolf on data like yours?" if said is None else "Count on",
        icon=":material/experiment:",
        query_params={state.LAB: entry.key} | {f"{entry.key}_{name}": value for name, value in asked.items()},
    )


def _held() -> dict[str, Any]:
    job = cache.current_job()
    if job is None:
        dataset = cache.dataset()
        return {} if dataset is None else {"dataset": dataset}
    plan = cache.plan(job)
    held: dict[str, Any] = {"dataset": plan.dataset, "design": plan.spec.design}
    # A search inside each training set is more than the laboratory can repeat at every trial.
    return held if plan.spec.tuning else {**held, "learners": _compared(plan)}


def _compared(plan: Plan) -> tuple[LearnerSpec, ...]:
    """The two that the visitor compares, or the first two."""
    pair.recall()
    by_name = {spec.name: spec for spec in plan.spec.learners}
    asked = [st.session_state.get(key) or st.query_params.get(key) for key in (state.FIRST, state.SECOND)]
    chosen = tuple(by_name[name] for name in asked if name in by_name)
    return chosen if len(chosen) == 2 else plan.spec.learners[:2]
