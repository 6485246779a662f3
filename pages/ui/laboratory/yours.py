"""What the session has loaded, run and compared, as settings of the experiments that train learners."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import streamlit as st

from core.errors import InputError
from core.experiment import Plan
from core.records import LearnerSpec
from core.simulation import LABORATORY, Control, LaboratoryEntry, Simulation
from core.simulation.experiments.your_data import false_alarms, is_counted
from core.written import counted, spoken
from pages.ui.display.text import plain
from pages.ui.laboratory import kept
from pages.ui.session import cache, links, state
from pages.ui.verdicts import pair

YOURS = {
    "dataset": "The data of this session",
    "learners": "The two learners compared",
    "design": "The design of the experiment",
}
"""Controls that take what the session holds, with the words for it."""

STAYS = "what was loaded stays with the visitor who loaded it"
OWN = "your_data"
"""The experiment that opens with what the session holds."""
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


def open_experiment(entry: LaboratoryEntry) -> None:
    """Open an experiment, the one on data like the visitor's with what the session holds; call in a callback.

    It is put into the address, so that a link without it means the sample wherever it is opened.
    """
    state.open_experiment(entry.key)
    own = settings(entry) if entry.key == OWN else {}
    for name, value in _asked(own).items() if "dataset" in own else ():
        key = f"{entry.key}_{name}"
        st.session_state[key] = st.query_params[key] = value


def say(entry: LaboratoryEntry, chosen: Mapping[str, Any]) -> None:
    """Name the data of the session where samples of them are drawn, or say why they are not offered."""
    control = next((control for control in entry.controls if control.name == "dataset"), None)
    held = None if control is None else _held().get("dataset")
    if control is None or held is None:
        return
    name = spoken(held.name)
    try:
        own = control.check(held)
    except InputError as error:
        words = f"{YOURS['dataset']}, {name}, are not offered: {error.what}"
        st.caption(f":material/info: {plain(words)}")
        return
    if chosen["dataset"] is own:
        st.caption(plain(f"{YOURS['dataset']}: {name}, {counted(len(own), 'instances')}."))


def explain_link(control: Control, key: str) -> None:
    """Say why a link asks in vain for what only the session that it came from holds; call before its widget."""
    if st.query_params.get(key) == YOURS.get(control.name, "") and control.name not in _held():
        links.explain(key, STAYS)


def about_link(entry: LaboratoryEntry) -> str:
    """Whom the copied link shows other data, and which; empty where all of them see the same."""
    control = next((control for control in entry.controls if control.name == "dataset"), None)
    chosen = st.session_state.get(f"{entry.key}_dataset")
    if (
        control is None or chosen != YOURS["dataset"] or cache.current_job() is not None
    ):  # a run is in its address
        return ""
    return f"Others who open it see {control.options[control.default]}: {STAYS}."


def remember(entry: LaboratoryEntry, values: dict[str, Any], found: Simulation) -> None:
    """Keep what was counted on the visitor's own data and learners for the verdict on them."""
    own = settings(entry)
    if own.keys() == YOURS.keys() and all(
        values[name] is own[name] or values[name] == own[name] for name in own
    ):
        kept.remember_equals(values, found)


def lead(test: str, measure: str) -> None:
    """What a verdict of this test is worth on such data, as far as it was counted, and the way to where it is."""
    entry = LABORATORY[OWN]
    own = settings(entry) if measure in COUNTED else {}
    if own.keys() != YOURS.keys():
        return
    if not is_counted(test, own["dataset"], own["design"]):
        if own["dataset"].groups is not None:
            st.caption(f":material/experiment: {OVER_FOLDS_ONLY}")
        return
    found = kept.equals(own)
    said = None if found is None else false_alarms(found.rows[0], test)
    if said is not None:
        st.caption(f":material/experiment: {plain(said)}")
    st.page_link(
        "pages/lab.py",
        label="How often would this test cry wolf on data like yours?" if said is None else "Count on",
        icon=":material/experiment:",
        query_params={state.LAB: entry.key}
        | {f"{entry.key}_{name}": str(value) for name, value in _asked(own).items()},
    )


def _asked(own: Mapping[str, Any]) -> dict[str, Any]:
    """What the controls ask for, so that they take what the session holds, and samples of a fitting size."""
    half = len(own["dataset"]) // 20 * 10
    return {**{name: YOURS[name] for name in own}, "n": min(max(half, SMALLEST), LARGEST)}


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
