"""Job → its work done and its end recorded, by the kind that the room it belongs to has registered."""

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from core.errors import InputError, in_plain_words, listing, quoted
from core.jobs.job import Job
from core.jobs.limits import limited
from core.jobs.pace import Pace
from core.jobs.runner import GaveWay, Progress
from core.jobs.schedulers import Scheduler, scheduler_of_jobs
from core.jobs.sessions import own_identity
from core.jobs.store import Store

PROGRESS_EVERY = 0.2
"""Seconds between two reports of progress to the store."""
CHECK_EVERY = 20.0
"""Seconds between two looks at how much the workspace of a job keeps."""

T = TypeVar("T")


class Do(Protocol):
    """How a kind does a job: from the store, and what it makes goes into the store."""

    def __call__(self, store: Store, job: Job, *, scheduler: Scheduler, progress: Progress) -> object:
        """Do it; what it raises becomes the sentence of a failed job."""


@dataclass(frozen=True)
class Kind:
    """What a room declares so that its work can be done as jobs.

    Attributes
    ----------
    name : str
        As in `Job.kind`, for example "experiment".
    units : str
        What people call its units, for example "fits".
    keeps : str
        What is left of a job that ended early, as a sentence.
    do : callable
    prepare : callable, optional
        Imports what `do` needs; called by a worker while nobody waits.
    stands_back : bool
        Whether its jobs come after all others of their workspace, the newest of them first: what somebody asked for
        and then something else instead.
    """

    name: str
    units: str
    keeps: str
    do: Do
    prepare: Callable[[], object] = lambda: None
    stands_back: bool = False


KINDS: dict[str, Kind] = {}
"""The kinds of the rooms that were imported, by name."""


def register(kind: Kind) -> Kind:
    """Make a kind known; one of the same name is replaced."""
    KINDS[kind.name] = kind
    return kind


def kind_of(job: Job) -> Kind:
    """Find the kind of a job.

    Raises
    ------
    InputError
        If nobody registered it: the job was made by another version.
    """
    if job.kind not in KINDS:
        raise InputError(
            f"this version cannot do jobs of the kind {quoted(job.kind)}, only {listing(KINDS) or 'none'}.",
            job.title,
        )
    return KINDS[job.kind]


def do_job(store: Store, job_id: str, is_over: Callable[[], bool] = lambda: False) -> object:
    """Do a waiting job in a worker, with the processes that the environment allows, within the limits of time.

    See `attempt` for how it ends. When time is up, this process is ended with all that it started; where the
    workspace has no room for more outcomes, the job fails and keeps those that there are.

    Parameters
    ----------
    store : Store
    job_id : str
    is_over : callable, optional
        Whether the job is to give way, asked between two units.
    """

    def end(reason: str) -> None:
        if store.finish_job(job_id, "stopped", reason):
            os.killpg(os.getpgrp(), signal.SIGTERM)

    check_room, pace = _now_and_then(store.check_room), Pace()

    def work(job: Job, progress: Progress) -> object:
        worked = (job.heartbeat or 0.0) - (job.started or 0.0)
        scheduler = replace(scheduler_of_jobs(), is_over=is_over, begun=pace.restart)
        with limited(end, before=worked) as move:

            def report(done: int, total: int) -> None:
                move()
                check_room(job.workspace)
                progress(done, total)

            return kind_of(job).do(store, job, scheduler=scheduler, progress=report)

    return attempt(store, job_id, work, pace)


def attempt(
    store: Store, job_id: str, work: Callable[[Job, Progress], T], pace: Pace | None = None
) -> T | None:
    """Claim a waiting job for this process, do the work and record how it ended.

    Parameters
    ----------
    store : Store
    job_id : str
    work : callable
        Does the job and tells its progress. Interrupted it leaves the job as stopped, with an exception as failed;
        both go on to the caller. Where it gives way, the job waits again.
    pace : Pace, optional
        Of its units, where other processes may come to work on them.

    Returns
    -------
    What the work gives; None when somebody else was quicker, or it gave way.
    """
    if not store.claim_job(job_id, *own_identity()):
        return None
    job = store.job(job_id)
    if job is None:
        return None
    try:
        result = work(job, _reporter(store, job_id, pace or Pace()))
    except GaveWay:
        store.put_back(job_id)
        return None
    except Exception as error:
        store.finish_job(job_id, "failed", _sentence(error))
        raise
    except BaseException:
        store.finish_job(job_id, "stopped")
        raise
    store.finish_job(job_id, "done")
    return result


def data_of(store: Store, job: Job) -> bytes:
    """Read the data set that a job needs.

    Raises
    ------
    InputError
        If the store has it no longer.
    """
    content = store.dataset(job.fingerprint)
    if content is None:
        raise InputError(
            "the data of this run are no longer kept.", job.title, "Load them again and run it again."
        )
    return content


def resume(store: Store, job: Job, workspace: str) -> Job:
    """Queue a stopped, cancelled or failed job anew; its finished units are taken from the store.

    Raises
    ------
    InputError
        If nobody knows its kind, or its data are no longer kept.
    """
    kind_of(job)
    if job.fingerprint:
        data_of(store, job)
    renewed = store.add_job(
        workspace=workspace,
        kind=job.kind,
        title=job.title,
        spec=job.spec,
        fingerprint=job.fingerprint,
        total=job.total,
        done=job.done,
    )
    store.share_outcomes(job, renewed)
    return renewed


def _now_and_then(check: Callable[[str], object]) -> Callable[[str], object]:
    last = time.monotonic()

    def checked(workspace: str) -> None:
        nonlocal last
        if time.monotonic() - last >= CHECK_EVERY:
            check(workspace)
            last = time.monotonic()

    return checked


def _reporter(store: Store, job_id: str, pace: Pace) -> Progress:
    last = 0.0

    def report(done: int, total: int) -> None:
        nonlocal last
        now, seconds = time.time(), pace.seconds(done, time.monotonic())
        if done == total or now - last >= PROGRESS_EVERY:
            told = {} if seconds is None else {"unit_seconds": seconds}
            store.update_job(job_id, done=done, total=total, heartbeat=now, **told)
            last = now

    return report


def _sentence(error: Exception) -> str:
    unforeseen = "something went wrong that was not foreseen"
    return str(error) if isinstance(error, InputError) else in_plain_words(unforeseen, error)
