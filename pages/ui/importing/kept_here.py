"""What the workspace keeps in the store, how much of its room that takes, and how to delete it."""

import streamlit as st

from core.jobs import MOST_OF_WORKSPACE, Brought
from core.written import size_text
from pages.ui.display.text import plain
from pages.ui.session import cache, state

_WIDTHS = (6, 2, 2, 2)
_MOST_SHOWN = 20


def show() -> None:
    """List what was brought, the largest first; nothing where nothing was."""
    store, workspace = cache.store(), state.workspace()
    brought = sorted(store.brought(workspace), key=lambda item: -item.bytes)
    if not brought:
        return
    size = store.bytes_of(workspace)
    title = f"Kept in this workspace: {size_text(size)} of {size_text(MOST_OF_WORKSPACE)}"
    with st.expander(title, icon=":material/inventory_2:", key="kept_here", on_change="rerun") as opened:
        if opened.open:
            for item in brought[:_MOST_SHOWN]:
                _line(item)
            st.caption(
                "The rest is what your runs use and have found; delete runs on Experiment. Data that a run uses stay "
                "as long as the run does."
            )


def _line(item: Brought) -> None:
    title, kind, size, action = st.columns(_WIDTHS, vertical_alignment="center")
    title.markdown(plain(item.title))
    kind.caption(item.kind)
    size.caption(size_text(item.bytes))
    action.button(
        "Delete",
        key=f"let_go_{item.address}",
        icon=":material/delete:",
        on_click=cache.let_go,
        args=(item,),
    )
