"""Data sets of a suite of OpenML for a run on several: fetched by the number of the suite, and chosen at once."""

from collections.abc import Sequence

import streamlit as st

from core.data import MOST_OF_A_SUITE, OpenmlSuite, load_openml_suite
from core.errors import InputError, listing
from core.records import Task
from core.written import counted
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.session import cache

CHOSEN = "further_data"
_FETCHED, _SAID = "suite_fetched", "suite_said"
_TIME_LIMIT = 180


def picker(task: Task) -> None:
    """Let the visitor fetch the first data sets of a suite."""
    with st.form("suite", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        number = st.number_input(
            "Number of a suite of OpenML",
            1,
            10**9,
            99,
            key="suite_number",
            help=f"99 is OpenML-CC18. Its first {MOST_OF_A_SUITE} data sets that fit are fetched and kept.",
        )
        pressed = st.form_submit_button(
            "Fetch its data sets", icon=":material/cloud_download:", key="suite_fetch"
        )
    if pressed:
        try:
            _fetch(int(number), task)
        except InputError as error:
            elements.refuse(error)
            st.session_state.pop(_SAID, None)
    for line in st.session_state.get(_SAID, ()):
        st.caption(plain(line))


def choose(names: Sequence[str]) -> None:
    """Choose what was fetched, before the widget that shows the choice is drawn."""
    fetched = st.session_state.pop(_FETCHED, [])
    there = st.session_state.get(CHOSEN, [])
    if fetched:
        st.session_state[CHOSEN] = [name for name in names if name in fetched or name in there]


def _fetch(number: int, task: Task) -> None:
    with st.spinner("Asking OpenML …"), elements.said("Waiting for OpenML:", _TIME_LIMIT) as say:
        folder = cache.store().folder / "openml"
        found = load_openml_suite(number, folder, task=task, time_limit=_TIME_LIMIT, waiting=say)
    for data in found.datasets:
        cache.add_dataset(data)
    st.session_state[_FETCHED] = [data.name for data in found.datasets]
    st.session_state[_SAID] = _said(found)


def _said(found: OpenmlSuite) -> list[str]:
    """What was taken, and what was left out for which reason."""
    reasons = dict.fromkeys(reason for _, reason in found.left_out)
    numbers = {why: [str(one) for one, reason in found.left_out if reason == why] for why in reasons}
    lines = [f"{counted(len(found.datasets), 'data sets')} of {found.name} can be chosen below."]
    return lines + [f"Left out: {listing(which, most=8)}, {why}." for why, which in numbers.items()]
