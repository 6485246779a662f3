"""A worker and all that it started: one session, known by the pid and the start of its leader, ended as a whole."""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil

_GRACE_SECONDS = 2.0
"""Time for the processes that clear up after the others; they go by themselves once those are gone."""
_SHARED = Path("/dev/shm")  # noqa: S108 - where the system keeps semaphores and shared memory
_LEFT_BEHIND = ("joblib_memmapping_folder_{pid}_*", "sem.loky-{pid}-*")
_SAME_START = 1.0
"""Seconds by which two readings of one start time may differ."""


def own_identity() -> tuple[int, float]:
    """Pid and start time of this process."""
    return os.getpid(), psutil.Process().create_time()


def is_running(pid: int, created: float) -> bool:
    """Whether the process that began then still runs; a reused pid does not count."""
    try:
        process = psutil.Process(pid)
        return _is_same(process, created) and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def end_session(leader: int, created: float) -> None:
    """End what is left of the session of a process that is gone, and remove what it left in shared memory.

    Parameters
    ----------
    leader : int
        Its pid, which is the number of the session too.
    created : float
        When it began; nothing older belongs to it, and nothing at all where its pid was given to another process.
    """
    if _was_given_away(leader, created):
        return
    members = list(_members(leader, created))
    for process in members:
        with suppress(psutil.Error):
            process.send_signal(signal.SIGTERM)
    for process in psutil.wait_procs(members, timeout=_GRACE_SECONDS if members else 0)[1]:
        with suppress(psutil.Error):
            process.kill()
    _clear_shared(leader)


def _members(leader: int, created: float) -> Iterator[psutil.Process]:
    for process in psutil.process_iter():
        with suppress(psutil.Error, ProcessLookupError, PermissionError):
            is_older = process.create_time() < created - _SAME_START
            if os.getsid(process.pid) == leader and not is_older and process.pid != os.getpid():
                yield process


def _was_given_away(pid: int, created: float) -> bool:
    try:
        return not _is_same(psutil.Process(pid), created)
    except psutil.NoSuchProcess:
        return False


def _is_same(process: psutil.Process, created: float) -> bool:
    return abs(process.create_time() - created) < _SAME_START


def _clear_shared(pid: int) -> None:
    for folder in {_SHARED, Path(tempfile.gettempdir())}:
        for pattern in _LEFT_BEHIND:
            for path in folder.glob(pattern.format(pid=pid)):
                if path.is_dir():
                    shutil.rmtree(path, ignore_errors=True)
                else:
                    path.unlink(missing_ok=True)
