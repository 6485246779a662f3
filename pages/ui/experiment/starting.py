"""Before a run: what it will take, and what is refused; then it is done here and now, or handed to a worker."""

import time
from collections.abc import Callable, Hashable
from contextlib import suppress

import streamlit as st

from core.errors import InputError
from core.experiment import LIMIT_UNITS, Plan, check_tuning, do_experiment, estimate_cost, submit_experiment
from core.jobs import MOST_RUN_SECONDS, MOST_UNIT_SECONDS, Job, crowding, processors, scheduler_of_jobs
from core.written import counted, duration, roughly
from pages.ui.display.text import plain
from pages.ui.experiment import progress
from pages.ui.session import cache, state

IN_PAGE_SECONDS, PATIENCE = 1.0, 5.0
"""Forecasts of runs that are done in the page, and how much longer than that they may take there."""
SOON = 2.0
"""Seconds below which nobody plans by a forecast."""
UNSURE = 2.0
"""How far off a forecast may be before what it forbids is refused."""


def show_cost(plan: Plan) -> float:
    """What the run will take; more than the limit is refused before it starts."""
    check_tuning(plan)
    known: dict[Hashable, float] = cache.kept("trials", plan.dataset.fingerprint, dict)
    with st.spinner("Timing small fits of each learner …"):
        cost = estimate_cost(plan, known)
    if cost.units > LIMIT_UNITS:
        raise InputError(
            f"this run needs {cost.units:,} fits, and at most {LIMIT_UNITS:,} are allowed.",
            "experiment",
            "Choose fewer learners, folds or repeats.",
        )
    if cost.longest > UNSURE * MOST_UNIT_SECONDS or cost.seconds > UNSURE * MOST_RUN_SECONDS * processors():
        raise InputError(
            f"this run would take {roughly(cost.seconds)} of processor time, one fit of {cost.slowest} "
            f"{roughly(cost.longest)}; a run may take {duration(MOST_RUN_SECONDS)} at a time, one fit "
            f"{duration(MOST_UNIT_SECONDS)}.",
            "experiment",
            f"Leave out {cost.slowest}, draw a sample of the rows, or choose fewer folds or repeats.",
        )
    slowest = f"; slowest: {cost.slowest}" * (len(plan.entrants) > 1)
    inside = f", {cost.fits:,} with those that tuning makes inside of them" * (cost.fits > cost.units)
    st.caption(
        plain(f"{counted(cost.units, 'fits')}{inside}, {waiting(cost.seconds, cost.units)}{slowest}."),
        help=f"What takes longer than {duration(MOST_RUN_SECONDS)}, or {duration(MOST_UNIT_SECONDS)} for one fit, is "
        "ended; what is finished is kept.",
    )
    return cost.seconds


def waiting(seconds: float, fits: int) -> str:
    """How long one waits for so many fits, which are made on several processors at once; longer where others use them.

    Parameters
    ----------
    seconds : float
        Of one processor for all of them.
    fits : int
    """
    where = scheduler_of_jobs()
    if where.cluster:  # which decides itself how many at once
        return f"{roughly(seconds)} of processor time"
    at_once, least = where.at_once(seconds, fits), where.waiting(seconds, fits)
    crowded = crowding(at_once)
    if least * crowded < SOON:
        return f"under {duration(SOON)}"
    alone, shared = (roughly(least * times) for times in (1.0, crowded))
    told = alone if shared == alone else f"{alone} to {shared.removeprefix('roughly ')}"
    on = f" on {at_once} processors" * (at_once > 1)
    return f"{told}{on}" if shared == alone else f"{told}{on}, as others use the machine too"


def show_taken(job: Job) -> float:
    """What a run that is done has taken, in place of a forecast; where it cannot be read its card says why."""
    with suppress(InputError):
        experiment = cache.experiment(job)
        fits = counted(len(experiment.predictions.outcomes), "fits")
        took, besides = (job.finished or 0.0) - (job.started or 0.0), ""
        if took > experiment.seconds + 1 and not cache.store().reused(job):
            besides = f" By the clock the run took {duration(took)}, the start of its processes included."
        st.caption(
            f"{fits}, which took {duration(experiment.seconds)} in all; several may have run at a time.{besides}"
        )
    return 0.0


class TakesLonger(Exception):
    """A run that was forecast to be short and is not: a worker goes on with it, so that it can be cancelled."""


def impatient() -> Callable[[int, int], None]:
    """Progress that is made for so long only."""
    begin = time.monotonic()

    def look(done: int, total: int) -> None:
        if done < total and time.monotonic() - begin > PATIENCE * IN_PAGE_SECONDS:
            raise TakesLonger

    return look


def start(plan: Plan, seconds: float) -> None:
    """Submit the run; a short one is done here and now."""
    store = cache.store()
    if cache.dataset() is None:  # the sample
        cache.keep_dataset(plan.dataset)
    job = submit_experiment(store, plan, state.workspace())
    state.set_run_id(job.id)
    state.forget_measure(plan.dataset.task)
    if seconds * (1 - job.done / job.total) < IN_PAGE_SECONDS:
        try:
            with st.spinner("Training …"):
                do_experiment(store, job.id, 1, plan, progress=impatient())
        except TakesLonger:
            progress.resume(store.job(job.id) or job)
    else:
        cache.launcher().dispatch()
    st.rerun()
