"""How much room the page has: pictures are drawn on the server, and what stands beside them on a screen does below on a
telephone."""

from pathlib import Path

import streamlit as st

from pages.ui.session import state

LEAST = 640
"""Pixels of the column that leave a picture room beside its legend."""
_COMPONENT = st.components.v2.component(
    "foldwise_room", js=Path(__file__).with_suffix(".js").read_text("utf-8")
)
KEY = "room"


def is_narrow() -> bool:
    """Whether nothing has room beside a picture; call once where it decides, since the page runs again to follow it."""
    known = state.narrow()
    _COMPONENT(
        key=KEY,
        data={"narrow": known, "least": LEAST},
        height=1,
        on_narrow_change=lambda: state.set_narrow(st.session_state[KEY]["narrow"]),
    )
    return known
