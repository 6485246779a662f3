"""Many trials of learners that are really trained: drawn by a worker while the page shows what has come."""

from collections.abc import Iterator
from typing import Any

import streamlit as st

from core.errors import InputError
from core.jobs import Job
from core.simulation import TRIALS, LaboratoryEntry, Simulation, planned, submit_trials, trials_job
from core.written import counted
from pages.ui.display.text import plain
from pages.ui.experiment import progress
from pages.ui.laboratory import kept
from pages.ui.session import cache, state


def begin(entry: LaboratoryEntry, settings: dict[str, Any], seed: int, trials: int) -> None:
    """Queue what lacks of so many trials.

    Parameters
    ----------
    entry : LaboratoryEntry
    settings : dict
        Values of its controls.
    seed, trials : int
    """
    try:
        so_far = kept.so_far(entry.key, settings, seed)
        submit_trials(cache.store(), so_far, trials, state.workspace())
    except InputError as error:
        st.toast(plain(error), icon=":material/error:")
        return
    cache.launcher().dispatch()


def under_way(entry: LaboratoryEntry, settings: dict[str, Any], seed: int, trials: int) -> Job | None:
    """The open job that draws so many trials.

    Parameters
    ----------
    entry, settings, seed, trials
        As in `begin`.
    """
    if not entry.trains:
        return None
    job = _last(planned(entry.key, seed=seed, **settings), trials)
    return job if job is not None and job.is_open else None


def _last(simulation: Simulation, trials: int) -> Job | None:
    return trials_job(cache.store(), simulation, trials, state.workspace())


def show(found: Simulation, settings: dict[str, Any], trials: int) -> None:
    """How far the trials are that a worker draws; or what lacks, why, and the button that goes on.

    Parameters
    ----------
    found : Simulation
        What there is of them.
    settings : dict
        Values of the controls.
    trials : int
        How many are wanted.
    """
    job = _last(found, trials)
    if job is not None and job.is_open:
        progress.bar(job, _enough, (found.trials, trials))
    elif kept.is_job(found, trials):
        if job is not None and job.error:
            st.error(plain(job.error), icon=":material/error:")
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(
                "Go on",
                key="lab_go_on",
                icon=":material/play_arrow:",
                on_click=begin,
                args=(found.entry, settings, found.seed, trials),
            )
            st.caption(f"{found.trials:,} of {counted(trials, 'trials')} are there.")


def _enough(_job: Job) -> None:
    """What is shown by now is all that is wanted."""
    st.session_state[state.LAB_TRIALS] = st.session_state[state.LAB_SHOWN]


def others(shown: Job | None) -> None:
    """Trials of this workspace that are under way elsewhere: at other settings, or of another experiment."""
    if any(_elsewhere(shown)):
        st.fragment(_others, run_every=progress.TICK)(shown)


def _others(shown: Job | None) -> None:
    for job in _elsewhere(shown):
        st.caption(f"Under way: {plain(job.title)}")
        progress.bar(job)


def _elsewhere(shown: Job | None) -> Iterator[Job]:
    for job in cache.store().jobs(state.workspace()):
        if job.kind == TRIALS.name and job.is_open and (shown is None or job.id != shown.id):
            yield job
