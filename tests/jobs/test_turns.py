"""Who is next, and a long job that gives way while others wait: it keeps what it did, and goes on by itself."""

import json
import os
import time
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from core.jobs import (
    KINDS,
    TURN_SECONDS,
    GaveWay,
    Launcher,
    Scheduler,
    Unit,
    cancel,
    jobs_before,
    launcher,
    longest_wait,
    newcomer,
    next_job,
    open_store,
    own_identity,
    queue,
    run_units,
    schedulers,
    turn_of,
    turns,
    work,
    working,
)
from tests.jobs.squares import SQUARES, Squares

ASIDE = replace(SQUARES, name="aside", stands_back=True)


@pytest.fixture
def store(tmp_path, monkeypatch):
    for kind in (SQUARES, ASIDE):
        monkeypatch.setitem(KINDS, kind.name, kind)
    monkeypatch.setenv("FOLDWISE_PROCESSES", "1")
    store = open_store(str(tmp_path))
    yield store
    store.close()


@pytest.fixture
def short_turns(monkeypatch):
    monkeypatch.setattr(turns, "TURN_SECONDS", 0.1)
    monkeypatch.setattr(turns, "LOOK_EVERY", 0.0)


def add(store, workspace="w", n=5, pause=0.0, kind=SQUARES.name):
    spec = json.dumps({"n": n, "pause": pause})
    return store.add_job(workspace=workspace, kind=kind, title="t", spec=spec, fingerprint="", total=n)


@dataclass(frozen=True)
class Told(Squares):
    """Writes down each unit that is done, in which process."""

    file: str = ""

    def run(self, unit):
        with Path(self.file).open("a") as file:
            file.write(f"{unit.arguments} {os.getpid()}\n")
        return super().run(unit)


def units(n):
    return [Unit(i, seed=i, address=f"{i:064x}") for i in range(n)]


def test_a_long_job_gives_way_to_one_of_somebody_else_and_goes_on_by_itself(store, short_turns):
    long, short = add(store, n=20, pause=0.05), add(store, "other", n=2)
    assert next_job(store).id == long.id
    work(store, long.id)
    ended, before = store.job(long.id), store.job(short.id)
    assert (before.state, ended.state) == ("done", "done")
    assert before.finished < ended.finished
    assert ended.done == 20
    assert ended.finished - ended.started >= 20 * 0.05  # all of its turns
    undisturbed = run_units(Squares(), units(20))
    assert json.loads(store.kept("w", "squares", long.id)) == undisturbed


def test_two_long_jobs_take_turns_until_both_are_done(store, short_turns):
    begun = []
    claim = store.claim_job
    store.claim_job = lambda job_id, *process: begun.append(job_id) or claim(job_id, *process)
    first, second = add(store, n=30, pause=0.02), add(store, "other", n=60, pause=0.02)
    work(store, first.id)
    assert {job.state for job in (store.job(first.id), store.job(second.id))} == {"done"}
    assert begun[:4] == [first.id, second.id] * 2
    assert len(begun) < 15


def test_while_nobody_else_waits_a_job_is_done_in_one_turn(store, short_turns):
    begun = []
    claim = store.claim_job
    store.claim_job = lambda job_id, *process: begun.append(job_id) or claim(job_id, *process)
    mine = [add(store, n=15, pause=0.02), add(store, n=20)]
    work(store, mine[0].id)
    assert begun == [job.id for job in mine]  # one's own are done in their order


def test_no_unit_is_done_twice_and_the_processes_stay(store, tmp_path, monkeypatch):
    monkeypatch.setattr(schedulers, "START_SECONDS", 0.0)
    file = tmp_path / "told"
    told, looks = Told(file=str(file), pause=0.25), []
    two = Scheduler(2, is_over=lambda: looks.append(1) or len(looks) > 4)
    with pytest.raises(GaveWay):
        run_units(told, units(30), scheduler=two, store=store)
    kept = store.known(unit.address for unit in units(30))
    done = file.read_text().splitlines()
    assert len(done) == len(kept) < 15
    assert run_units(told, units(30), scheduler=Scheduler(2), store=store) == run_units(Squares(), units(30))
    places = [line.split() for line in file.read_text().splitlines()]
    assert sorted(int(number) for number, _ in places) == list(range(30))
    assert len({process for _, process in places}) == 3  # this one, and the same two both times


def test_a_turn_lasts_as_long_as_nobody_else_waits(store, short_turns):
    long = add(store)
    store.claim_job(long.id, *own_identity())
    is_over = turn_of(store, long.id)
    assert not is_over()
    time.sleep(0.11)
    assert not is_over()
    add(store)
    assert not is_over()
    add(store, "other")
    assert is_over()
    assert not turn_of(store, long.id)(), "not before its first unit"


def test_what_is_nearly_done_is_ended_before_others_have_their_turn(store, short_turns):
    long = add(store, n=100)
    store.claim_job(long.id, *own_identity())
    begun = store.job(long.id).started
    add(store, "other")
    is_over = turn_of(store, long.id)
    assert not is_over()
    time.sleep(0.11)
    store.update_job(
        long.id, done=99, started=begun - 5, heartbeat=time.time()
    )  # a twentieth of a second each
    assert not is_over()
    store.update_job(long.id, done=90, heartbeat=time.time())
    assert is_over()


def test_what_stands_back_comes_after_the_other_jobs_of_its_workspace_the_newest_first(store, short_turns):
    old, new, run = add(store, kind="aside"), add(store, kind="aside"), add(store)
    assert queue(store) == [run, new, old]
    store.claim_job(old.id, *own_identity())
    is_over = turn_of(store, old.id)
    is_over()
    time.sleep(0.11)
    assert is_over()
    store.finish_job(run.id, "done")
    assert is_over(), "newer ones are what is asked for now"
    store.finish_job(new.id, "done")
    assert not is_over()


def test_who_gave_way_waits_behind_those_who_wait_and_before_its_own_later_ones(store):
    long, later, other = add(store), add(store), add(store, "other")
    store.claim_job(long.id, *own_identity())
    assert store.put_back(long.id)
    assert [job.id for job in queue(store)] == [other.id, long.id, later.id]
    assert store.job(long.id).gave_way
    assert not store.job(later.id).gave_way
    assert not store.put_back(long.id)


def test_the_time_of_others_does_not_count(store):
    job = add(store, n=100)
    store.claim_job(job.id, *own_identity())
    begun = store.job(job.id).started
    store.update_job(job.id, started=begun - 500, heartbeat=begun - 300, done=20)
    store.put_back(job.id)
    store.update_job(job.id, heartbeat=begun - 300)
    store.claim_job(job.id, *own_identity())
    again = store.job(job.id)
    assert again.heartbeat - again.started == pytest.approx(200)
    assert again.seconds_left(again.heartbeat) == pytest.approx(800)


def test_cancelling_what_gave_way_does_not_end_the_process_that_does_another_one(store, monkeypatch):
    killed = []
    monkeypatch.setattr(os, "killpg", lambda *process: killed.append(process))
    job = add(store)
    store.claim_job(job.id, 1, 0.0)
    as_seen = store.job(job.id)
    store.put_back(job.id)
    assert not store.finish_job(job.id, "cancelled", seen=as_seen)
    look = store.job
    monkeypatch.setattr(store, "job", lambda job_id: seen.pop() if seen else look(job_id))
    seen = [as_seen]
    assert cancel(store, job)
    assert look(job.id).state == "cancelled"
    assert killed == []


def test_who_did_a_cancelled_job_takes_no_other_one_since_it_is_about_to_be_ended(store, monkeypatch):
    mine, other = add(store), add(store, "other")

    def cancelled_meanwhile(store, job_id, _turn):
        store.claim_job(job_id, 1, 0.0)
        store.finish_job(job_id, "cancelled")

    monkeypatch.setattr(working, "do_job", cancelled_meanwhile)
    work(store, mine.id)
    assert store.job(other.id).state == "queued"


def test_a_job_that_was_begun_and_gave_way_is_no_failed_try(store, monkeypatch):
    monkeypatch.setattr(launcher, "HAND_OVER_SECONDS", 0.0)
    monkeypatch.setattr(launcher, "MOST_TRIES", 1)
    job, dispatcher, handed, ended = add(store), Launcher(store, store.folder / "worker.log"), [], []
    monkeypatch.setattr(launcher, "_end", ended.append)
    monkeypatch.setattr(dispatcher, "_warm", lambda: None)
    monkeypatch.setattr(dispatcher, "_hand", lambda job, _worker: handed.append(job.id))
    dispatcher._handed = launcher._Handed(job, SimpleNamespace(poll=lambda: None), 0.0)
    store.claim_job(job.id, *own_identity())
    store.put_back(job.id)
    dispatcher.dispatch()
    assert (handed, ended) == ([job.id], [])
    assert store.job(job.id).state == "queued"


def test_the_longest_wait_is_a_turn_of_each_of_the_others(store, monkeypatch):
    monkeypatch.setenv("FOLDWISE_PROCESSES", "2")

    def wait(workspace="me"):
        asker = newcomer(workspace, "aside")
        return longest_wait(store, asker, jobs_before(store, asker))

    assert wait() == 0.0
    running, mine = add(store, "other", n=1000), add(store, "third")
    store.claim_job(running.id, *own_identity())
    assert wait() == 2 * TURN_SECONDS
    begun = store.job(running.id).started
    store.update_job(running.id, done=100, heartbeat=begun + 200)
    assert wait() == pytest.approx(2 * TURN_SECONDS + 2 * 2 * 2)  # two units of 2 s are before each process
    monkeypatch.setenv("FOLDWISE_PROCESSES", "8")
    assert wait() == pytest.approx(2 * TURN_SECONDS + 2 * 8 * 2)
    monkeypatch.setenv("FOLDWISE_PROCESSES", "2")
    store.update_job(running.id, done=995, started=begun - 199, heartbeat=time.time())
    assert wait() == pytest.approx(TURN_SECONDS + 1, abs=0.5)  # it is nearly done
    store.update_job(running.id, done=0, started=begun - 600, heartbeat=begun - 600)
    assert wait() is None, "nobody knows how long its first unit takes"
    store.finish_job(running.id, "done")
    store.finish_job(mine.id, "done")
    own = add(store, "me", n=1000)
    store.claim_job(own.id, *own_identity())
    assert wait() is None
    store.update_job(own.id, done=100, started=begun - 200, heartbeat=time.time())
    assert wait() == pytest.approx(1800, rel=0.05)
    assert wait("other") < TURN_SECONDS + 10
    store.update_job(own.id, kind="aside")
    assert wait() == wait("other"), "it gives way to what was asked for later"
