"""The processes that do jobs: who works on what, who is next, and how a job is ended with all its processes."""

import os
import signal
from collections import Counter
from contextlib import suppress

from core.jobs.job import Job
from core.jobs.sessions import end_session, is_running
from core.jobs.store import Store


def is_alive(job: Job) -> bool:
    """Whether the process that claimed the job still runs; a reused pid does not count."""
    return job.pid is not None and job.pid_created is not None and is_running(job.pid, job.pid_created)


def reap(store: Store) -> None:
    """Mark jobs whose process is gone as stopped, so that they can be resumed, and end what it left running."""
    for job in store.open_jobs():
        is_gone = job.state == "running" and not is_alive(job)
        if is_gone and store.finish_job(job.id, "stopped") and job.pid and job.pid_created:
            end_session(job.pid, job.pid_created)


def queue(store: Store) -> list[Job]:
    """Waiting jobs in the order in which they will be begun.

    Workspaces take turns, the one whose last job began longest ago first; among its own jobs the oldest is first.
    """
    waiting = [job for job in store.open_jobs() if job.state == "queued"]
    begun, places = store.last_starts(), Counter[str]()
    turns = []
    for job in waiting:
        turns.append((places[job.workspace], begun.get(job.workspace, 0.0), job))
        places[job.workspace] += 1
    return [job for *_, job in sorted(turns, key=lambda turn: turn[:2])]


def next_job(store: Store) -> Job | None:
    """The waiting job whose turn it is, or None while another one runs: a small machine does one at a time."""
    if any(is_alive(job) for job in store.open_jobs() if job.state == "running"):
        return None
    return next(iter(queue(store)), None)


def jobs_ahead(store: Store, job: Job) -> int:
    """How many jobs will have to end before a waiting one begins."""
    running = sum(other.state == "running" for other in store.open_jobs())
    before = [other.id for other in queue(store)]
    return running + (before.index(job.id) if job.id in before else 0)


def cancel(store: Store, job: Job) -> bool:
    """End a job and its processes at once; finished units stay. False when it was over already."""
    current = store.job(job.id)
    if current is None or not store.finish_job(job.id, "cancelled"):
        return False
    if current.state == "running" and is_alive(current) and current.pid != os.getpid():
        with suppress(ProcessLookupError):
            os.killpg(current.pid or 0, signal.SIGTERM)
    return True
