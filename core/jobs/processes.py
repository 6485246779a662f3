"""The processes that do jobs: who works on what, and how a job is ended with all its processes."""

import os
import signal
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


def cancel(store: Store, job: Job) -> bool:
    """End a job and its processes at once; finished units stay. False when it was over already."""
    current = store.job(job.id)
    while current is not None and current.is_open:
        # Only the worker that is still at it is ended: one that is at another job by now sees to that itself.
        if store.finish_job(job.id, "cancelled", seen=current):
            if current.state == "running" and is_alive(current) and current.pid != os.getpid():
                with suppress(ProcessLookupError):
                    os.killpg(current.pid or 0, signal.SIGTERM)
            return True
        current = store.job(job.id)
    return False
