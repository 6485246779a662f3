"""What belongs to the whole page: its style, its history, the button that copies its address, the lecture view."""

from pathlib import Path

import streamlit as st

from pages.ui.session import state

_HERE = Path(__file__).parent
_COMPONENT = st.components.v2.component("foldwise_page", js=(_HERE / "page.js").read_text("utf-8"))


def presents() -> bool:
    """Whether this is the lecture view: large type, no navigation, the verdict and what moves it."""
    return bool(st.session_state.get(state.PRESENT, st.query_params.get(state.PRESENT) == "1"))


def begin() -> None:
    """Call first on every page."""
    st.html(_HERE / "style.css")
    _COMPONENT(key="page", data={"present": presents()}, height=1)
    if presents():
        st.query_params[state.PRESENT] = "1"
        with st.container(key="leave_lecture"):
            st.button("Leave the lecture view", on_click=_present, args=(False,), type="tertiary")


def offer() -> None:
    """The button that begins the lecture view."""
    st.button("Present", on_click=_present, args=(True,), icon=":material/slideshow:", type="tertiary")


def _present(wanted: bool) -> None:
    st.session_state[state.PRESENT] = wanted
    if not wanted:
        st.query_params.pop(state.PRESENT, None)
