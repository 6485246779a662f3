from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.simulation import LABORATORY, LaboratoryEntry
from pages.ui import frame
from pages.ui.display import charts, elements, live
from pages.ui.display.text import plain
from pages.ui.laboratory import counting, kept, quiz, trials, yours
from pages.ui.session import links, state

frame.ensure()

COLUMNS = 3
QUIZ = "quiz"


def index() -> None:
    """All experiments: the question of each, and a small picture."""
    st.caption(
        "What is a verdict worth? Here the tests and intervals of this app are put to the proof: thousands of trials "
        "in which the truth is known, beside what algebra says."
    )
    counting.others(None)
    with st.container(border=True):
        quiz_card()
    places = cards([entry for entry in LABORATORY.values() if not entry.trains])
    st.header("Learners at work", divider="gray")
    training = [entry for entry in LABORATORY.values() if entry.trains]
    begun = any(kept.at_first(entry.key).trials for entry in training)
    so_far = (
        "Here stands what was counted so far." if begun else "Nothing was counted yet: open one to begin."
    )
    st.caption(f"These train learners for every trial, from the moment when one is opened. {so_far}")
    places |= cards(training)
    for key, place in places.items():
        small = kept.small_picture(key, dark=elements.is_dark())
        if small is not None:
            with place:
                charts.still(small, f"small_{key}")
    live.show({})  # nothing of an experiment that was open before


def cards(entries: Sequence[LaboratoryEntry]) -> dict[str, DeltaGenerator]:
    """Experiments in rows; the places for their pictures."""
    places = {}
    for start in range(0, len(entries), COLUMNS):
        for column, entry in zip(st.columns(COLUMNS), entries[start : start + COLUMNS], strict=False):
            with column.container(border=True, height="stretch"):
                places[entry.key] = card(entry)
    return places


def quiz_card() -> None:
    """The quiz, beside the experiments."""
    st.button(
        f"**{quiz.TITLE}**",
        key="open_quiz",
        type="tertiary",
        icon=":material/quiz:",
        on_click=state.open_experiment,
        args=(QUIZ,),
    )
    st.caption(quiz.QUESTION)


def headed(title: str) -> None:
    """The title, and the way back to all experiments."""
    with st.container(horizontal=True, vertical_alignment="center", key="lab_head"):
        st.title(plain(title), width="content")  # at the right end, Streamlit says that it runs
        st.button(
            "All experiments",
            icon=":material/apps:",
            key="lab_index",
            type="tertiary",
            on_click=state.open_experiment,
            args=(None,),
        )


def card(entry: LaboratoryEntry) -> DeltaGenerator:
    """One experiment, and the place for its picture; where that comes later there is room for it, so nothing moves."""
    st.button(
        f"**{plain(entry.title)}**",
        key=f"open_{entry.key}",
        type="tertiary",
        icon=":material/play_circle:",
        on_click=yours.open_experiment,
        args=(entry,),
    )
    st.caption(plain(entry.question))
    return (st if entry.trains else st.container(key=f"place_{entry.key}")).empty()


chosen = st.query_params.get(state.LAB, "")
state.arrive_at_experiment(chosen if chosen in LABORATORY else "")
if chosen == QUIZ:
    headed(quiz.TITLE)
    quiz.show()
elif chosen in LABORATORY:
    headed(LABORATORY[chosen].title)
    trials.show(LABORATORY[chosen])
else:
    st.title("Laboratory")
    if chosen:
        links.not_found(state.EXPERIMENT, chosen, "all experiments are shown")
    index()
