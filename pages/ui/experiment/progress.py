"""A running experiment on a page: progress, time left, cancel; and what to do when it ended early."""

import time
from collections.abc import Callable

import streamlit as st

from core.errors import InputError, listing
from core.jobs import TURN_SECONDS, Job, Kind, cancel, jobs_before, kind_of, longest_wait, newcomer
from core.jobs import resume as renew
from core.written import counted, duration, roughly
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.session import cache, state

TICK = 0.7
"""Seconds between two looks at a running job."""
PICTURES = 4 * TICK
"""Seconds between two pictures of what it has given so far: each takes as much work as dozens of looks, and that
work is lacking to the job."""

STUDY = "study"
"""Kind of the runs on several data sets; what registers it is heavy, and the first page needs none of it."""
_ENDED = {
    "cancelled": "This run was cancelled.",
    "stopped": "The process of this run ended unexpectedly.",
}


def watch(job: Job, draw: Callable[[Job], None] | None = None) -> None:
    """Show a job that is not done, and rerun the page when it begins or ends: other places name its state, too.

    Parameters
    ----------
    job : Job
    draw : callable, optional
        Shows what there is of the results; called again while folds come in.
    """
    if job.is_open:
        _ticker(job.id, state.job_told(job.id) or job.state)
        if draw is not None:
            _so_far(job.id, draw)
    elif job.state != "done":
        _ended(job)


@st.fragment(run_every=TICK)
def _ticker(job_id: str, state_shown: str) -> None:
    try:
        job = cache.store().job(job_id)
        if job is not None and job.is_open and job.state == state_shown:
            bar(job, there=(max(job.done, state.drawn(job.id)), job.total))
            return
    except InputError as error:  # no frame catches what a fragment raises
        elements.refuse(error)
        return
    st.rerun()


@st.fragment(run_every=PICTURES)
def _so_far(job_id: str, draw: Callable[[Job], None]) -> None:
    try:
        job = cache.store().job(job_id)
    except InputError:  # said by the progress
        return
    if job is not None:
        draw(job)


def bar(
    job: Job, cancelled: Callable[[Job], None] | None = None, there: tuple[int, int] | None = None
) -> None:
    """How far an open job is, and the button that cancels it.

    Parameters
    ----------
    job : Job
    cancelled : callable, optional
        Called when it has been cancelled.
    there : (int, int), optional
        What the page shows, and how much it waits for, where it shows what has come: a job writes its own count only
        now and then.
    """
    done, total = there or (job.done, job.total)
    share = min(done / total, 1.0) if total else 0.0
    words = f"{done:,} of {total:,} {_kind(job).units} done"
    if job.state == "queued":
        earlier = " by an earlier run" * (done > 0 and not job.gave_way)  # of the same fits
        words = f":gray[{_waiting(job)}] · {words}{earlier}"
    else:
        kept = cache.store().reused(job)
        left = job.seconds_left(time.time(), kept)
        if left is not None:
            words += f", {roughly(left)} left"
        elif done <= kept:
            words = f":gray[processes start and make the {'next' if kept else 'first'} {_kind(job).units}] · {words}"
    trouble = cache.launcher().trouble
    if trouble and job.state == "queued":
        st.error(plain(f"This run cannot be started. {trouble}"), icon=":material/error:")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(share, text=words)
        if is_own(job):
            st.button(
                "Cancel",
                key="cancel" if job.id == state.run_id() else f"cancel_{job.id}",
                icon=":material/stop:",
                on_click=_cancel,
                args=(job, cancelled),
            )


def _waiting(job: Job) -> str:
    before = jobs_before(cache.store(), job)
    if not before:
        return "waiting for a free processor"
    seconds = longest_wait(cache.store(), job, before)
    within = "" if seconds is None else f" within {roughly(seconds)}"
    if job.gave_way:
        whose = "yours" if before[0].workspace == job.workspace else "somebody else"
        return f"gives way to a run of {whose}; goes on by itself{within}"
    return f"waiting for {counted(len(before), 'runs')} before it{within and f'; begins{within}'}"


def say_before() -> None:
    """What a run would have to wait for if it were started now, and how long; nothing where it would begin at once."""
    store, run = cache.store(), newcomer(state.workspace(), "experiment")
    before = jobs_before(store, run)
    if not before:
        return
    seconds = longest_wait(store, run, before)
    are = f"{counted(len(before), 'runs')} {'is' if len(before) == 1 else 'are'} before yours"
    begins = "" if seconds is None else f", which begins within {roughly(seconds)}"
    st.caption(
        f"{are}{begins}.",
        help=f"While people wait for each other, runs take turns: after {duration(TURN_SECONDS)} a run gives way to "
        "those of others, keeps what it did and goes on by itself. One person's runs are done in their order.",
    )


def _cancel(job: Job, cancelled: Callable[[Job], None] | None) -> None:
    if cancel(cache.store(), job) and cancelled is not None:
        cancelled(job)


def _ended(job: Job) -> None:
    if job.state == "failed":
        st.error(plain(f"This run could not be done: {job.error}"), icon=":material/error:")
    else:
        kind = _kind(job)
        kept = f"{kind.keeps} Reported done: {job.done:,} of {job.total:,} {kind.units}."
        done = kept if job.done else f"None of the {job.total:,} {kind.units} was done."
        st.warning(f"{job.error or _ENDED[job.state]} {done}", icon=":material/pause:")
    st.button("Resume", key="resume", icon=":material/play_arrow:", on_click=resume, args=(job,))


def resume(job: Job) -> None:
    """Queue what is left of a job, and show the new one in its place."""
    from core.experiment import carry_remark  # heavy, and the first page needs none

    try:
        _kind(job)
        renewed = renew(cache.store(), job, state.workspace())
    except InputError as error:
        st.toast(plain(error), icon=":material/error:")
        return
    if is_own(job):
        carry_remark(cache.store(), state.workspace(), job.id, renewed.id)
        cache.resumed_as(job, renewed)
        cache.store().delete_job(job.id)
    state.set_run_id(renewed.id)
    cache.launcher().dispatch()


def is_own(job: Job) -> bool:
    """Whether a run is one of this workspace; one that was sent is looked at, and nobody else ends or deletes it."""
    return job.workspace == state.workspace()


def _kind(job: Job) -> Kind:
    import core.experiment  # noqa: F401 - registers its kind of jobs; heavy, and the first page needs none

    return kind_of(job)


def on_several_data_sets() -> list[Job]:
    """The runs of this workspace on several data sets that are not over: no page has them as its experiment."""
    return [job for job in cache.store().jobs(state.workspace()) if job.is_open and job.kind == STUDY]


def heading(job: Job) -> str:
    """What a run is and how it stands, as markdown, the same wherever a run is named."""
    return f"**{plain(job.title)}** · {state_words(job)}"


def all_learners(job: Job, where: str) -> None:
    """The whole list of the learners of a run one press away, where its title names a few of them.

    Parameters
    ----------
    job : Job
    where : str
        A run stands on a card and among the recent ones, with a list in each place.
    """
    from core.experiment import run_line  # heavy, and the first page needs none

    line = run_line(job)
    if line.learners != listing(line.names):
        with st.popover(f"All {len(line.names)} learners", key=f"learners_{where}_{job.id}", type="tertiary"):
            st.markdown("\n".join(f"- {plain(name)}" for name in line.names))


def state_words(job: Job) -> str:
    """How a job stands, in a word or two; what moves while it goes on is shown by `watch` alone."""
    if job.state == "queued":
        return ":gray[waiting]"
    if job.state == "running":
        return "in progress"
    if job.state in _ENDED:
        return f"{job.state} at {job.done:,} of {job.total:,}"
    return str(job.state)
