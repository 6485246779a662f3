"""What belongs to the whole page: its style, its history, the button that copies its address, the lecture view."""

from pathlib import Path

import streamlit as st

_HERE = Path(__file__).parent
_COMPONENT = st.components.v2.component("foldwise_page", js=(_HERE / "page.js").read_text("utf-8"))

PRESENT = "present"
"""Address parameter of the lecture view."""


def presents() -> bool:
    """Whether this is the lecture view."""
    return st.query_params.get(PRESENT) == "1" or bool(st.session_state.get(PRESENT))


def begin() -> None:
    """Call first on every page."""
    st.html(_HERE / "style.css")
    _COMPONENT(key="page", data={"present": presents()}, height=1)
