"""A kind of jobs that no room knows, from the queue to each of its ends; nothing of core is changed for it."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

import core.worker  # noqa: F401 - registers the kinds of all rooms
from core.errors import InputError
from core.jobs import (
    KINDS,
    Unit,
    cancel,
    kind_of,
    next_job,
    open_store,
    reap,
    register,
    resume,
    run_units,
    work,
)
from tests.jobs.squares import ROOT, SQUARES, WORKER, Squares, queue


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setitem(KINDS, SQUARES.name, SQUARES)
    monkeypatch.setenv("FOLDWISE_PROCESSES", "1")
    store = open_store(str(tmp_path))
    yield store
    store.close()


def started(store, job):
    """A worker of its own that has done some of the job."""
    process = subprocess.Popen(
        [sys.executable, "-c", WORKER, store.url, job.id], cwd=ROOT, start_new_session=True
    )
    deadline = time.monotonic() + 60
    while not store.job(job.id).done and time.monotonic() < deadline:
        time.sleep(0.05)
    assert store.job(job.id).state == "running"
    return process


def test_the_rooms_register_their_kinds(store):
    assert KINDS.keys() >= {"experiment", "squares"}
    job = queue(store)
    assert kind_of(job) is SQUARES
    assert register(SQUARES) is kind_of(job)


def test_the_worker_does_what_waits_whatever_its_kind(store):
    first, second = queue(store, 3), queue(store, 5)
    assert [job.state for job in store.jobs("w")] == ["queued", "queued"]
    work(store, first.id)
    for job, n in ((first, 3), (second, 5)):
        ended = store.job(job.id)
        assert (ended.state, ended.done, ended.total, ended.error) == ("done", n, n, "")
        assert len(json.loads(store.kept("w", "squares", job.id))) == n
    assert next_job(store) is None


def test_a_refusal_becomes_the_sentence_of_the_job_and_the_next_one_is_done(store, capsys):
    bad, good = queue(store, -1), queue(store, 2)
    work(store, bad.id)
    assert (store.job(bad.id).state, store.job(bad.id).error) == ("failed", "n: must be 0 or more.")
    assert store.job(good.id).state == "done"
    assert "must be 0 or more" in capsys.readouterr().err


def test_a_kind_that_nobody_knows_fails_with_a_sentence(store):
    job = queue(store, kind="dances")
    work(store, job.id)
    assert store.job(job.id).state == "failed"
    assert "cannot do jobs of the kind 'dances', only experiment" in store.job(job.id).error
    with pytest.raises(InputError, match="dances"):
        resume(store, job, "w")


def test_a_setting_that_cannot_be_used_fails_the_job_with_a_sentence(store, monkeypatch):
    job = queue(store)
    monkeypatch.setenv("FOLDWISE_PROCESSES", "many")
    work(store, job.id)
    assert store.job(job.id).error == "FOLDWISE_PROCESSES: must be a whole number from 1 on, not 'many'."


def test_a_cancelled_job_ends_its_worker(store):
    job = queue(store, 1000, pause=0.05)
    process = started(store, job)
    assert cancel(store, job)
    process.wait(timeout=10)
    assert store.job(job.id).state == "cancelled"


def test_a_killed_job_is_resumed_from_what_it_kept(store):
    job = queue(store, 40, pause=0.05)
    process = started(store, job)
    while not store.known(f"{i:064x}" for i in range(40)):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait(timeout=10)
    reap(store)
    assert store.job(job.id).state == "stopped"
    renewed = resume(store, store.job(job.id), "w")
    work(store, renewed.id)
    assert store.job(renewed.id).state == "done"
    undisturbed = run_units(Squares(), [Unit(i, seed=i) for i in range(40)])
    assert json.loads(store.kept("w", "squares", renewed.id)) == undisturbed


def test_what_needs_data_that_are_gone_is_not_queued(store):
    job = store.add_job(workspace="w", kind=SQUARES.name, title="t", spec="{}", fingerprint="f" * 64, total=1)
    with pytest.raises(InputError, match="no longer kept"):
        resume(store, job, "w")
