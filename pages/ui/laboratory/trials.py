"""One experiment on the screen: its question, its controls, trials as they arrive, and what they show."""

from typing import Any

import streamlit as st

from core.bibliography import works
from core.errors import InputError
from core.simulation import LaboratoryEntry, Simulation
from core.written import counted
from pages.ui.display import elements, live, page
from pages.ui.display.text import plain
from pages.ui.laboratory import controls, kept, yours
from pages.ui.session import state

BEAT = 0.7
"""Seconds between two beats."""

PATIENCE = 0.3
"""Seconds of trials at a time; what is left comes with the next beats."""

MORE, MOST = 1000, 10_000
FEW = 100
"""Trials below which a share is known too badly to conclude from it."""

LARGEST_SEED = 2**31

_SHOWN, _OPEN = "lab_shown", "lab_open"


def show(entry: LaboratoryEntry) -> None:
    """The experiment, with trials arriving while it runs or is behind what is wanted."""
    st.subheader(plain(entry.question))
    settings = controls.settings(entry)
    _begin(entry)
    _buttons(entry)
    with st.spinner("Trials are on their way …"):
        found = _drawn(entry, settings)
    if found is None:
        return
    beating = _moves(found)
    st.fragment(_results, run_every=BEAT if beating else None)(entry, settings, beating)


def _drawn(entry: LaboratoryEntry, settings: dict[str, Any]) -> Simulation | None:
    """The trials that there are by now; None where the data or the learners refuse, which is then said."""
    try:
        return kept.simulation(entry.key, settings, _seed(), _wanted(), PATIENCE)
    except InputError as error:
        _run(False)
        elements.refuse(error)
        return None


def _begin(entry: LaboratoryEntry) -> None:
    """Take from the address what this session lacks, or has of another experiment."""
    if st.session_state.get(_OPEN, entry.key) != entry.key:
        for name in (state.LAB_TRIALS, state.LAB_SEED, state.LAB_RUNS):
            st.session_state.pop(name, None)
    st.session_state[_OPEN] = entry.key
    if state.LAB_TRIALS not in st.session_state:
        st.session_state[state.LAB_TRIALS] = int(live.told(state.LAB_TRIALS, 1, MOST) or entry.first)
    if state.LAB_SEED not in st.session_state:
        st.session_state[state.LAB_SEED] = int(live.told(state.LAB_SEED, 0, LARGEST_SEED) or 0)


def _wanted() -> int:
    return int(st.session_state[state.LAB_TRIALS])


def _seed() -> int:
    return int(st.session_state[state.LAB_SEED])


def _runs() -> bool:
    return bool(st.session_state.get(state.LAB_RUNS))


def _moves(found: Simulation) -> bool:
    return _runs() or found.trials < _wanted()


def _add(trials: int) -> None:
    st.session_state[state.LAB_TRIALS] = min(_wanted() + trials, MOST)


def _run(wanted: bool) -> None:
    st.session_state[state.LAB_RUNS] = wanted


def _start_over(first: int, seed: int) -> None:
    _run(False)
    st.session_state[state.LAB_TRIALS], st.session_state[state.LAB_SEED] = first, seed


def _buttons(entry: LaboratoryEntry) -> None:
    full, runs = _wanted() >= MOST, _runs()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Pause" if runs else "Run",
            icon=":material/pause:" if runs else ":material/play_arrow:",
            type="primary",
            key="lab_run",
            on_click=_run,
            args=(not runs,),
            disabled=full,
        )
        st.button(
            "Step",
            icon=":material/skip_next:",
            key="lab_step",
            on_click=_add,
            args=(entry.beat,),
            disabled=full,
        )
        st.button(f"{MORE} more trials", key="lab_more", on_click=_add, args=(MORE,), disabled=full)
        st.button(
            "Start over", key="lab_over", on_click=_start_over, args=(entry.first, _seed()), type="tertiary"
        )
        st.button(
            "Other luck",
            icon=":material/casino:",
            key="lab_luck",
            on_click=_start_over,
            args=(entry.first, _seed() + 1),
            type="tertiary",
        )


def _results(entry: LaboratoryEntry, settings: dict[str, Any], beating: bool) -> None:
    """What there is so far; called again at each beat."""
    if _runs() and st.session_state.get(_SHOWN) == _wanted():
        _add(entry.beat)
    found = _drawn(entry, settings)
    if found is None:
        return
    st.session_state[_SHOWN] = found.trials
    yours.remember(entry, settings, found)
    if found.trials >= MOST:
        _run(False)
    first, *others = entry.pictures
    _words(found)
    elements.chart(found.drawing(elements.is_dark(), first), "lab_picture", entry.key)
    if not page.presents():
        for picture in others:
            elements.chart(
                found.drawing(elements.is_dark(), picture), f"lab_{picture}", f"{entry.key}_{picture}"
            )
        elements.numbers(found.frame, "lab_numbers", entry.key)
        _source(entry)
    live.show({state.LAB_TRIALS: str(_wanted()), state.LAB_SEED: str(_seed())})
    if beating and not _moves(found):
        st.rerun()


def _words(found: Simulation) -> None:
    with st.container(key="lab_words"):
        st.markdown(plain(found.words))
    each = " at each setting" if len(found.rows) > 1 else ""
    few = ", which are few: run more before you conclude" if found.trials < FEW else ""
    st.html(
        f"<p class='fw-small'>{counted(found.trials, 'trials')}{each}{few}; seed {found.seed}. Behind ± stands one "
        "standard error; bars hold the truth in 95 % of all runs. "
        "<button class='fw-link' data-copy-link>Copy link</button></p>"
    )


def _source(entry: LaboratoryEntry) -> None:
    st.caption(
        f"{plain(entry.summary)} Source: {plain(entry.citation)}.",
        help="  \n".join(plain(work.full) for work in works(entry.reference)),
    )
