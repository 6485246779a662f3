import streamlit as st

from core.simulation import LABORATORY, LaboratoryEntry
from pages.ui import frame
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.laboratory import kept, trials
from pages.ui.session import state

frame.ensure()

COLUMNS = 3


def index() -> None:
    """All experiments: the question of each, and a small picture."""
    st.caption(
        "What is a verdict worth? Here the tests and intervals of this app are put to the proof: thousands of trials "
        "in which the truth is known, beside what algebra says."
    )
    entries = list(LABORATORY.values())
    for start in range(0, len(entries), COLUMNS):
        for column, entry in zip(st.columns(COLUMNS), entries[start : start + COLUMNS], strict=False):
            with column.container(border=True, height="stretch"):
                card(entry)


def card(entry: LaboratoryEntry) -> None:
    """One experiment."""
    st.button(
        f"**{plain(entry.title)}**",
        key=f"open_{entry.key}",
        type="tertiary",
        icon=":material/play_circle:",
        on_click=state.open_experiment,
        args=(entry.key,),
    )
    st.caption(plain(entry.question))
    small = kept.small_picture(entry.key, dark=elements.is_dark())
    elements.still(small, f"small_{entry.key}")


chosen = st.query_params.get(state.LAB, "")
if chosen in LABORATORY:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.title(plain(LABORATORY[chosen].title))
        st.button(
            "All experiments",
            icon=":material/apps:",
            key="lab_index",
            type="tertiary",
            on_click=state.open_experiment,
            args=(None,),
        )
    trials.show(LABORATORY[chosen])
else:
    st.title("Laboratory")
    index()
