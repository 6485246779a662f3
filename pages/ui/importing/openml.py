"""Data sets of OpenML on the tab for data sets: a number or a name, and what came of it."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from core.data import OpenmlTable, Understanding, fetch_openml
from core.errors import InputError
from pages.ui.display import elements
from pages.ui.session import cache, data_forms

WAY = "From OpenML"
_TIME_LIMIT = 60
_LAST = data_forms.import_key("last", "openml")


def table() -> OpenmlTable | None:
    """The table that was fetched last; None while there is none."""
    with st.form("openml", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        which = st.text_input(
            "Number or name",
            key="openml_which",
            placeholder="61, or iris",
            help="As OpenML counts and calls its data sets; of several active versions of one name the oldest.",
        )
        pressed = st.form_submit_button("Fetch", icon=":material/cloud_download:", key="openml_fetch")
    if pressed:
        fetch((which or "").strip())
    last = st.session_state.get(_LAST)
    if last is None:
        st.caption("The server of Foldwise asks OpenML for it, and keeps it for the next time.")
        return None
    return cache.kept("openml", last, lambda: fetched(last))


def fetch(which: str) -> None:
    """Fetch a table; one that was fetched before stays where it fails."""
    try:
        with st.spinner("Asking OpenML …"):
            cache.kept("openml", which, lambda: fetched(which))
    except InputError as error:
        elements.refuse(error)
    else:
        st.session_state[_LAST] = which


def fetched(which: str) -> OpenmlTable:
    """From the folder beside the store, or from the server."""
    with elements.said("Waiting for OpenML:", _TIME_LIMIT) as say:
        return fetch_openml(which, cache.store().folder / "openml", time_limit=_TIME_LIMIT, waiting=say)


def with_targets(found: Understanding, targets: Sequence[str]) -> Understanding:
    """Propose the target that OpenML names, and leave out what it calls targets beside it."""
    if not targets:
        return found
    goal, *others = targets
    roles = dict(found.roles)
    if goal != roles["target"]:
        roles |= {"target": goal, "task": None, "positive": None}
    roles["drop"] = tuple(dict.fromkeys((*(name for name in roles["drop"] if name != goal), *others)))
    return replace(found, roles=roles)
