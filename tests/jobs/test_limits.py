"""A run that takes too long is ended with its processes, its units kept; a step of the clock ends nothing."""

import subprocess
import sys
import threading
import time

import pytest

from core.jobs import KINDS, cancel, limits, open_store, resume
from core.jobs.limits import limited
from tests.jobs.squares import ROOT, SQUARES, queue

WORKER = """
import sys
from core.jobs import limits, opened, register, work
from tests.jobs.squares import SQUARES
limits.limited.__wrapped__.__defaults__ = (float(sys.argv[3]), float(sys.argv[4]))
register(SQUARES)
with opened(sys.argv[1]) as store:
    work(store, sys.argv[2])
"""


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setitem(KINDS, SQUARES.name, SQUARES)
    monkeypatch.setenv("FOLDWISE_PROCESSES", "1")
    store = open_store(str(tmp_path))
    yield store
    store.close()


def worked(store, job, run, unit):
    """How the worker ended that did a job within these limits."""
    command = [sys.executable, "-c", WORKER, store.url, job.id, str(run), str(unit)]
    return subprocess.run(command, cwd=ROOT, start_new_session=True, timeout=120, check=False).returncode


@pytest.mark.parametrize(
    ("n", "pause", "limits_", "words"),
    [
        (1000, 0.2, (1.0, 60.0), "24 hours, the most that a run may take"),
        (3, 60.0, (60.0, 1.0), "nothing was finished in 1 h"),
    ],
)
def test_what_takes_too_long_is_stopped_with_its_reason(store, n, pause, limits_, words):
    job = queue(store, n, pause)
    assert worked(store, job, *limits_) == -15
    ended = store.job(job.id)
    assert ended.state == "stopped"
    assert words in ended.error
    assert resume(store, ended, "w").state == "queued"


def test_within_the_limits_nothing_is_ended(store):
    job = queue(store, 5, 0.1)
    assert worked(store, job, 60, 30) == 0
    assert store.job(job.id).state == "done"


def test_a_step_of_the_clock_ends_nothing(monkeypatch):
    ended = []
    with limited(ended.append, run=30, unit=10) as move:
        monkeypatch.setattr(time, "time", lambda: 4e9)
        move()
        time.sleep(0.2)
    assert not ended


def test_units_that_move_on_are_not_ended_and_the_reason_is_the_nearer_limit():
    ended, over = [], threading.Event()

    def end(reason):
        ended.append(reason)
        over.set()

    with limited(end, run=60, unit=1.0) as move:
        for _ in range(6):
            time.sleep(0.25)
            move()
        assert not ended
        assert over.wait(30)
    assert ended == [limits._UNIT]


def test_former_turns_of_a_run_count():
    ended, over = [], threading.Event()
    with limited(lambda reason: (ended.append(reason), over.set()), run=60, unit=30, before=59.9):
        assert over.wait(10)
    assert ended == [limits._RUN]


def test_nothing_is_watched_any_more_after_the_end():
    with limited(lambda reason: None):
        pass
    time.sleep(0.1)
    assert "limits" not in [thread.name for thread in threading.enumerate()]


def test_who_cancelled_first_has_the_word(store):
    job = queue(store)
    assert cancel(store, job)
    assert not store.finish_job(job.id, "stopped", "too long")
    assert store.job(job.id).state == "cancelled"
