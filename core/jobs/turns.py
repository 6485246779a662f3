"""Who is next: workspaces take turns, and a long job gives way between two units of its work while others wait."""

import time
from collections import Counter
from collections.abc import Callable, Sequence

from core.jobs.job import Job
from core.jobs.kinds import KINDS
from core.jobs.processes import is_alive
from core.jobs.schedulers import Scheduler, scheduler_of_jobs
from core.jobs.store import Store

TURN_SECONDS = 20.0
"""How long a job is worked on before it gives way: ten times what the processes of another one need to start."""
LOOK_EVERY = 1.0
"""Seconds between two looks at whether somebody waits, once that time is over."""
ROUNDS = 2
"""Units that each process may still have before it when a job gives way: one is done, one lies ready."""


def queue(store: Store, also: Job | None = None) -> list[Job]:
    """Waiting jobs in the order in which they will be begun.

    Workspaces take turns, the one whose jobs were worked on longest ago first; among its own jobs the oldest is first,
    and what stands back comes last, the newest first.

    Parameters
    ----------
    store : Store
    also : Job, optional
        One that is put among them as if it waited.
    """
    waiting = [job for job in store.open_jobs() if job.state == "queued" and (not also or job.id != also.id)]
    worked, places = store.last_worked(), Counter[str]()
    turns = []
    for job in sorted([*waiting, *([also] if also else [])], key=_among_own):
        turns.append((places[job.workspace], worked.get(job.workspace, 0.0), job.created, job))
        places[job.workspace] += 1
    return [job for *_, job in sorted(turns, key=lambda turn: turn[:3])]


def _among_own(job: Job) -> tuple[bool, float]:
    """Place of a job among those of its workspace."""
    back = job.kind in KINDS and KINDS[job.kind].stands_back
    return back, -job.created if back else job.created


def next_job(store: Store) -> Job | None:
    """The waiting job whose turn it is, or None while another one runs: a small machine does one at a time."""
    if any(is_alive(job) for job in store.open_jobs() if job.state == "running"):
        return None
    return next(iter(queue(store)), None)


def turn_of(store: Store, job_id: str) -> Callable[[], bool]:
    """Begin the turn of a job with its first unit.

    Returns
    -------
    What tells after each unit whether the turn is over: it lasts as long as nobody waits, as what is left is done in
    the time of another turn, and `TURN_SECONDS` at least.
    """
    look_at: float | None = None

    def is_over() -> bool:
        nonlocal look_at
        now = time.monotonic()
        if look_at is None:
            look_at = now + TURN_SECONDS
        if now < look_at:
            return False
        look_at = now + LOOK_EVERY
        job = store.job(job_id)
        if job is None:
            return False
        left = job.seconds_left(time.time(), store.reused(job))
        return (left is None or left > TURN_SECONDS) and queue(store, job)[0].id != job_id

    return is_over


def newcomer(workspace: str, kind: str) -> Job:
    """A job as it would be if it were queued now, to ask what would be before it."""
    return Job("", workspace, kind, "", "", "", "queued", done=0, total=0, created=time.time())


def jobs_before(store: Store, job: Job) -> list[Job]:
    """Jobs that will have to end, or to give way, before a waiting one begins: the one that runs first."""
    running = [other for other in store.open_jobs() if other.state == "running" and other.id != job.id]
    order = queue(store, job)
    return running + order[: [other.id for other in order].index(job.id)]


def longest_wait(store: Store, job: Job, before: Sequence[Job]) -> float | None:
    """Seconds until a waiting job begins at most; None where nobody can tell.

    Parameters
    ----------
    store : Store
    job : Job
    before : sequence of Job
        As `jobs_before` gives them.

    Raises
    ------
    InputError
        As `scheduler_of_jobs`.
    """
    now, where = time.time(), scheduler_of_jobs()
    each = [_longest(other, job, store.reused(other), now, where) for other in before]
    told = [seconds for seconds in each if seconds is not None]
    return sum(told) if len(told) == len(each) else None


def _longest(other: Job, job: Job, reused: int, now: float, where: Scheduler) -> float | None:
    """Seconds that a job will be worked on before another one begins."""
    left, pace = other.seconds_left(now, reused), other.pace(reused)
    gives_way = other.workspace != job.workspace or _among_own(job) < _among_own(other)
    is_slow_to_begin = pace is None and now - (other.started or now) > TURN_SECONDS
    if not gives_way or is_slow_to_begin or where.cluster:  # which decides itself how many units lie ready
        return left
    turn = TURN_SECONDS + ROUNDS * where.processes * (pace or 0.0)
    return turn if left is None or left > turn + TURN_SECONDS else left  # as a turn is over or not
