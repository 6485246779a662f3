"""The one dispatcher of a server: it starts workers ahead of time and hands each waiting job to one of them.

A worker is ``python -m core.worker``: it imports what it will need, waits for a job id on its standard
input, and lives on when the server that started it dies. While no job is there it ends with the server.
"""

import subprocess
import sys
import threading
import time
import weakref
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from core.errors import InputError
from core.jobs.database import private
from core.jobs.job import Job
from core.jobs.processes import reap
from core.jobs.sessions import end_session
from core.jobs.store import Store
from core.jobs.turns import next_job

ROOT = Path(__file__).parents[2]
HAND_OVER_SECONDS = 30.0
"""How long a worker that was given a job may take until it is seen at work."""
MOST_TRIES = 3
"""Workers that a job is handed to before it is failed."""
LOOK_EVERY = 2.0
"""Seconds between two looks at the queue, whether anybody watches or not."""
CLEAR_EVERY = 600.0
"""Seconds between two looks at the size of the store."""
_LOG_BYTES = 1_000_000
_LOCK = "dispatcher.lock"


@dataclass(frozen=True)
class _Handed:
    """A job that was given to a worker which has not begun it yet."""

    job: Job
    worker: subprocess.Popen[str]
    at: float

    def is_awaited(self) -> bool:
        """Whether the worker may still begin."""
        return self.worker.poll() is None and time.monotonic() - self.at < HAND_OVER_SECONDS

    def reason(self) -> str:
        """Why the worker did not begin."""
        code = self.worker.poll()
        if code is None:
            return f"its process did not begin within {HAND_OVER_SECONDS:g} seconds"
        return f"its process ended with code {code} before it began"


class Launcher:
    """Keeps one idle worker warm and hands waiting jobs to it; one per server, and one at work per store.

    Parameters
    ----------
    store : Store
    log : Path
        File that takes what the workers print.

    Attributes
    ----------
    trouble : str
        What keeps waiting jobs from being handed out, as sentences; empty while nothing does.
    """

    def __init__(self, store: Store, log: Path) -> None:
        self.trouble = ""
        self._store = store
        self._log = log
        self._idle: subprocess.Popen[str] | None = None
        self._busy: list[subprocess.Popen[str]] = []
        self._handed: _Handed | None = None
        self._tries: Counter[str] = Counter()
        self._clear_at = 0.0
        self._lock = threading.RLock()

    def watch(self) -> None:
        """Look at the queue again and again in a thread of its own, for as long as this launcher is used."""
        threading.Thread(target=_watch, args=(weakref.ref(self),), daemon=True, name="dispatcher").start()

    def warm(self) -> None:
        """Start an idle worker unless there is one: importing takes it seconds, better now than later."""
        with self._told():
            self._warm()

    def dispatch(self) -> None:
        """Hand the waiting job whose turn it is to the idle worker unless one runs or is about to."""
        with self._told(), self._alone() as mine:
            if mine:
                self._dispatch()
            self.trouble = ""

    def close(self) -> None:
        """End the idle worker; workers with a job go on."""
        with self._lock:
            if self._idle is not None and self._idle.stdin is not None:
                self._idle.stdin.close()
                self._idle.terminate()  # it may still be importing, and has nothing to lose
                self._idle.wait(timeout=10)
            self._idle = None

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What fails raises nothing, since nobody may be there: it is told by `trouble`, and tried again."""
        with self._lock:
            try:
                yield
            except InputError as error:
                self.trouble = str(error)
            except OSError as error:
                self.trouble = f"No process can be started ({error.strerror}). Free memory, then it goes on."

    @contextmanager
    def _alone(self) -> Iterator[bool]:
        """Whether no other server hands out jobs of this store at this moment."""
        import fcntl

        with private(self._store.folder / _LOCK).open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
            else:
                yield True

    def _dispatch(self) -> None:
        reap(self._store)
        if time.monotonic() >= self._clear_at:
            self._clear_at = time.monotonic() + CLEAR_EVERY
            self._store.forget_oldest()
        job = next_job(self._store)
        if job is None or self._is_awaited():
            return
        self._store.check_writable()  # else the worker would fail, and so would the next one
        if not self._has_given_up():
            self._hand(job, self._warm())

    def _warm(self) -> subprocess.Popen[str]:
        self._busy = [process for process in self._busy if process.poll() is None]
        if self._idle is None or self._idle.poll() is not None:
            self._idle = self._start()
        return self._idle

    def _is_awaited(self) -> bool:
        return self._handed is not None and self._handed.is_awaited() and self._waits(self._handed.job)

    def _waits(self, handed: Job) -> bool:
        """Whether a job waits as it did when it was handed out; one that was begun and gave way has moved on."""
        return self._store.job(handed.id) == handed

    def _has_given_up(self) -> bool:
        """Count the last try if it came to nothing; whether it was the last one of its job."""
        handed, self._handed = self._handed, None
        if handed is None or not self._waits(handed.job):
            return False
        reason = handed.reason()
        if handed.worker.poll() is None:
            _end(handed.worker)
        job_id = handed.job.id
        self._tries[job_id] += 1
        if self._tries[job_id] < MOST_TRIES:
            return False
        del self._tries[job_id]
        words = f"it could not be started, {MOST_TRIES} times: {reason}. {self._log.name} has more."
        return self._store.finish_job(job_id, "failed", words)

    def _hand(self, job: Job, worker: subprocess.Popen[str]) -> None:
        self._handed = _Handed(job, worker, time.monotonic())
        self._busy.append(worker)
        self._idle = None
        if worker.stdin is not None:
            with suppress(BrokenPipeError):  # it has ended: the next look sees that
                worker.stdin.write(job.id + "\n")
                worker.stdin.close()

    def _start(self) -> subprocess.Popen[str]:
        self._log.parent.mkdir(parents=True, exist_ok=True)
        fresh = not self._log.exists() or self._log.stat().st_size > _LOG_BYTES
        with private(self._log).open("w" if fresh else "a") as log:
            return subprocess.Popen(  # noqa: S603 - our own interpreter and module
                [sys.executable, "-m", "core.worker", self._store.url],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                text=True,
                start_new_session=True,
            )


def _end(worker: subprocess.Popen[str]) -> None:
    with suppress(psutil.Error):
        end_session(worker.pid, psutil.Process(worker.pid).create_time())


def _watch(launcher: "weakref.ref[Launcher]") -> None:
    while True:
        time.sleep(LOOK_EVERY)
        found = launcher()
        if found is None:
            return
        found.dispatch()
        del found
