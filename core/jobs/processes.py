"""The processes that do jobs: started ahead of time, one at work, ended as a group.

A worker is ``python -m core.worker``: it imports what it will need, waits for a job id on its standard
input, and lives on when the server that started it dies. While no job is there it ends with the server.
"""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil

from core.jobs.job import Job
from core.jobs.store import Store

ROOT = Path(__file__).parents[2]
HAND_OVER_SECONDS = 30.0
"""How long a worker that was given a job may take until it is seen at work."""
_LOG_BYTES = 1_000_000


def own_identity() -> tuple[int, float]:
    """Pid and start time of this process."""
    return os.getpid(), psutil.Process().create_time()


def is_alive(job: Job) -> bool:
    """Whether the process that claimed the job still runs; a reused pid does not count."""
    if job.pid is None or job.pid_created is None:
        return False
    try:
        process = psutil.Process(job.pid)
        return abs(process.create_time() - job.pid_created) < 1 and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def reap(store: Store) -> None:
    """Mark jobs whose process is gone as stopped, so that they can be resumed."""
    for job in store.open_jobs():
        if job.state == "running" and not is_alive(job):
            store.finish_job(job.id, "stopped")


def next_job(store: Store) -> Job | None:
    """The oldest waiting job, or None while another one runs: a small machine does one at a time."""
    waiting = []
    for job in store.open_jobs():
        if job.state == "running" and is_alive(job):
            return None
        if job.state == "queued":
            waiting.append(job)
    return waiting[0] if waiting else None


def cancel(store: Store, job: Job) -> bool:
    """End a job and its processes at once; finished units stay. False when it was over already."""
    current = store.job(job.id)
    if current is None or not store.finish_job(job.id, "cancelled"):
        return False
    if current.state == "running" and is_alive(current) and current.pid != os.getpid():
        with suppress(ProcessLookupError):
            os.killpg(current.pid or 0, signal.SIGTERM)
    return True


class Launcher:
    """Keeps one idle worker warm and hands waiting jobs to it; one per server.

    Parameters
    ----------
    store : Store
    log : Path
        File that takes what the workers print.
    """

    def __init__(self, store: Store, log: Path) -> None:
        self._store = store
        self._log = log
        self._idle: subprocess.Popen[str] | None = None
        self._busy: list[subprocess.Popen[str]] = []
        self._handed: tuple[str, float] | None = None

    def warm(self) -> None:
        """Start an idle worker unless there is one: importing takes it seconds, better now than later."""
        self._busy = [process for process in self._busy if process.poll() is None]
        if self._idle is None or self._idle.poll() is not None:
            self._idle = self._start()

    def dispatch(self) -> None:
        """Hand the oldest waiting job to the idle worker unless one runs or is about to."""
        reap(self._store)
        job = next_job(self._store)
        if job is None or self._is_handed(job):
            return
        self.warm()
        worker = self._idle
        if worker is None or worker.stdin is None:
            return
        with suppress(BrokenPipeError):
            worker.stdin.write(job.id + "\n")
            worker.stdin.close()
            self._handed = (job.id, time.monotonic())
        self._busy.append(worker)
        self._idle = None

    def close(self) -> None:
        """End the idle worker; workers with a job go on."""
        if self._idle is not None and self._idle.stdin is not None:
            self._idle.stdin.close()
            self._idle.terminate()  # it may still be importing, and has nothing to lose
            self._idle.wait(timeout=10)
        self._idle = None

    def _is_handed(self, job: Job) -> bool:
        if self._handed is None:
            return False
        job_id, at = self._handed
        at_work = any(process.poll() is None for process in self._busy)
        return at_work and job.id == job_id and time.monotonic() - at < HAND_OVER_SECONDS

    def _start(self) -> subprocess.Popen[str]:
        self._log.parent.mkdir(parents=True, exist_ok=True)
        fresh = not self._log.exists() or self._log.stat().st_size > _LOG_BYTES
        with self._log.open("w" if fresh else "a") as log:
            return subprocess.Popen(  # noqa: S603 - our own interpreter and module
                [sys.executable, "-m", "core.worker", self._store.url],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                text=True,
                start_new_session=True,
            )
