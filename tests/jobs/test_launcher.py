"""The one dispatcher: jobs start though nobody watches, and one that cannot start is failed with its reason."""

import gc
import threading
import time

import pytest
import sqlalchemy as sa

from core import worker
from core.jobs import KINDS, Launcher, launcher, open_store, work
from tests.jobs.processes import until, workers
from tests.jobs.squares import SQUARES, queue


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setitem(KINDS, SQUARES.name, SQUARES)
    monkeypatch.setattr(launcher, "LOOK_EVERY", 0.05)
    store = open_store(str(tmp_path / "store"))
    yield store
    store.close()


@pytest.fixture
def dispatcher(store):
    started = Launcher(store, store.folder / "worker.log")
    yield started
    started.close()
    for process in started._busy:
        process.wait(timeout=30)


def set_writable(store, writable):
    """Let the database refuse what is written, as on a disk that is mounted for reading."""
    store._engine.dispose()
    pragma = f"PRAGMA query_only = {'OFF' if writable else 'ON'}"
    sa.event.listen(store._engine, "connect", lambda connection, _: connection.execute(pragma))


def test_a_job_is_done_though_nobody_watches(store, dispatcher):
    dispatcher.watch()
    job = queue(store, kind="dances")  # the worker knows no such kind
    until(lambda: not store.job(job.id).is_open)
    assert "cannot do jobs of the kind 'dances'" in store.job(job.id).error


def test_the_thread_ends_with_its_launcher(store, tmp_path):
    before = {thread.ident for thread in threading.enumerate()}
    Launcher(store, tmp_path / "worker.log").watch()
    gc.collect()
    until(lambda: {thread.ident for thread in threading.enumerate()} <= before, 10)


def test_a_job_that_cannot_start_is_failed_after_three_tries(store, dispatcher, tmp_path, monkeypatch):
    monkeypatch.setattr(launcher, "ROOT", tmp_path)  # no worker is found there
    job, tries = queue(store), []
    start = dispatcher._start
    monkeypatch.setattr(dispatcher, "_start", lambda: tries.append(1) or start())
    deadline = time.monotonic() + 60
    while store.job(job.id).is_open and time.monotonic() < deadline:
        dispatcher.dispatch()
        time.sleep(0.05)
    failed = store.job(job.id)
    assert failed.state == "failed"
    assert "could not be started, 3 times: its process ended with code 1" in failed.error
    assert "worker.log" in failed.error
    assert len(tries) == 3
    assert workers() == []


def test_a_worker_that_does_not_begin_is_ended(store, dispatcher, monkeypatch):
    monkeypatch.setattr(launcher, "HAND_OVER_SECONDS", 0.0)
    job = queue(store)
    monkeypatch.setattr(launcher, "MOST_TRIES", 1)
    dispatcher.dispatch()
    dispatcher.dispatch()
    assert store.job(job.id).state == "failed"
    assert "did not begin within 0 seconds" in store.job(job.id).error
    assert workers() == []


def test_while_a_job_is_being_handed_over_no_other_one_is(store, dispatcher):
    queue(store, pause=0.5)
    dispatcher.dispatch()
    assert len(workers()) == 1
    store.add_job(workspace="other", kind="squares", title="t", spec="{}", fingerprint="", total=1)
    for _ in range(3):
        dispatcher.dispatch()
    assert len(workers()) == 1
    until(lambda: not store.open_jobs())


def test_an_unwritable_store_starts_no_workers_and_is_named(store, dispatcher):
    job = queue(store)
    set_writable(store, False)
    for _ in range(5):
        dispatcher.dispatch()
    assert workers() == []
    assert "store: the database cannot be written. Let Foldwise write its folder" in dispatcher.trouble
    assert store.job(job.id).state == "queued"
    set_writable(store, True)
    dispatcher.dispatch()
    assert dispatcher.trouble == ""
    assert len(workers()) == 1
    until(lambda: not store.job(job.id).is_open)


def test_a_worker_that_cannot_claim_its_job_ends(store, capsys):
    job = queue(store)
    set_writable(store, False)
    work(store, job.id)
    assert capsys.readouterr().err.count("the database cannot be written") == 1


def test_of_two_servers_one_hands_out_jobs(store, dispatcher, tmp_path):
    other = Launcher(store, tmp_path / "other.log")
    queue(store)
    with dispatcher._alone() as mine:
        assert mine
        other.dispatch()
        assert workers() == []
    other.close()


def test_a_worker_lets_the_server_go_first_between_sessions_too(monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(worker.os, "nice", asked.append)
    monkeypatch.setattr(worker, "_GROUP", tmp_path / "autogroup")
    worker._step_back()  # a system without groups
    (tmp_path / "autogroup").touch()
    worker._step_back()
    assert asked == [worker.NICENESS] * 2
    assert (tmp_path / "autogroup").read_text() == str(worker.NICENESS)
