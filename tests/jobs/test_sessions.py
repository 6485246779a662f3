"""What a worker that was killed leaves: nothing, neither processes nor files in shared memory."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
import pytest

from core.jobs import KINDS, open_store, own_identity, reap
from core.jobs.sessions import end_session, is_running
from tests.jobs.squares import ROOT, SQUARES, WORKER, queue

SHARED = Path("/dev/shm")


def session_of(leader):
    """Processes of a session that are at work."""
    found = []
    for process in psutil.process_iter():
        try:
            if os.getsid(process.pid) == leader and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process.pid)
        except (psutil.Error, ProcessLookupError):
            continue
    return found


def files_of(leader):
    patterns = (
        f"joblib_memmapping_folder_{leader}_*",
        f"sem.loky-{leader}-*",
    )  # other names may hold its digits
    return [path.name for pattern in patterns for path in SHARED.glob(pattern)] if SHARED.is_dir() else []


@pytest.mark.parametrize("everything", [False, True], ids=["worker", "session"])
def test_a_killed_worker_leaves_neither_processes_nor_files(tmp_path, monkeypatch, everything):
    monkeypatch.setitem(KINDS, SQUARES.name, SQUARES)
    environment = {**os.environ, "FOLDWISE_PROCESSES": "2"}
    store = open_store(str(tmp_path))
    job = queue(store, 2000, pause=0.02)
    command = [sys.executable, "-c", WORKER, store.url, job.id]
    worker = subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True)
    deadline = time.monotonic() + 60
    while len(session_of(worker.pid)) <= 2 and time.monotonic() < deadline:  # it begins without others
        time.sleep(0.05)
    assert len(session_of(worker.pid)) > 2, "it works with processes of its own"
    assert bool(files_of(worker.pid)) is SHARED.is_dir()
    if everything:  # as the kernel does when memory runs out: those that would clear up are gone, too
        os.killpg(worker.pid, signal.SIGKILL)
    worker.kill()
    worker.wait(timeout=10)
    reap(store)
    assert store.job(job.id).state == "stopped"
    assert session_of(worker.pid) == []
    assert files_of(worker.pid) == []
    store.close()


def test_a_session_whose_number_was_given_away_is_left_alone():
    program = "import time; time.sleep(60)"
    other = subprocess.Popen([sys.executable, "-c", program], start_new_session=True)
    created = psutil.Process(other.pid).create_time()
    semaphore = Path(tempfile.gettempdir()) / f"sem.loky-{other.pid}-test"
    semaphore.touch()
    try:
        end_session(other.pid, created - 1000)
        assert semaphore.exists(), "the other process works with it"
        assert is_running(other.pid, created)
        assert not is_running(other.pid, created - 1000)
        end_session(other.pid, created)
        other.wait(timeout=5)
        assert not is_running(other.pid, created)
        assert not semaphore.exists()
    finally:
        other.kill()
        semaphore.unlink(missing_ok=True)


def test_a_process_does_not_end_itself():
    pid, created = own_identity()
    end_session(os.getsid(pid), created + 1000)
    assert is_running(pid, created)
