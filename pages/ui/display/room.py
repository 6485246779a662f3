"""How much room the page has: pictures are drawn on the server, and what stands beside them on a screen does below on a
telephone."""

from pathlib import Path

import streamlit as st

from pages.ui.session import state

LEAST = 640
"""Pixels of the column that leave a picture room beside its legend."""
WIDE = 1250
"""Pixels of it that leave names of `core.tables.table.ROOMY` characters room beside the numbers of a summary."""
_COMPONENT = st.components.v2.component(
    "foldwise_room", js=Path(__file__).with_suffix(".js").read_text("utf-8")
)


def is_narrow(where: str = "beside") -> bool:
    """Whether nothing has room beside a picture; call once where it decides, since the page runs again to follow it."""
    return not has(LEAST, where)


def is_wide(key: str) -> bool:
    """Whether long names have room in a table beside many numbers; `key` is the table's."""
    return has(WIDE, key)


def has(least: int, where: str) -> bool:
    """Whether the column of the page has so many pixels; call once where it decides, as with `is_narrow`."""
    width = state.column_width()
    _COMPONENT(key=f"room_{where}", data={"width": width, "least": least}, height=1)
    return width >= least
