"""Units, their runner and the store, with work that knows nothing of learners."""

import os
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from core.errors import InputError
from core.jobs import (
    Launcher,
    Scheduler,
    Unit,
    cancel,
    is_alive,
    jobs_before,
    next_job,
    open_store,
    own_identity,
    queue,
    reap,
    run_units,
    schedulers,
)
from tests.jobs.processes import workers
from tests.jobs.squares import Places, Squares

FIELDS = {"workspace": "w", "kind": "experiment", "title": "a run", "spec": "{}", "fingerprint": "f" * 64}


def units(n=20):
    return [Unit(i, seed=100 + i, address=f"{i:064x}") for i in range(n)]


@pytest.fixture
def store(tmp_path):
    store = open_store(str(tmp_path))
    yield store
    store.close()


def test_outcomes_come_in_the_order_of_the_units_whatever_the_number_of_processes(monkeypatch):
    monkeypatch.setattr(schedulers, "START_SECONDS", 0.0)
    alone = run_units(Squares(), units())
    assert alone == run_units(Squares(), units(), scheduler=Scheduler(2))
    backwards = run_units(Squares(), units()[::-1])
    assert alone == backwards[::-1]


def test_what_is_done_before_other_processes_were_there_is_done_here(monkeypatch):
    monkeypatch.setattr(schedulers, "_STARTED", set())
    two = Scheduler(2)
    monkeypatch.setattr(schedulers.psutil, "getloadavg", lambda: (0.0, 0.0, 0.0))
    assert set(run_units(Places(), units(), scheduler=two)) == {os.getpid()}
    monkeypatch.setattr(schedulers, "START_SECONDS", 0.01)
    places = run_units(Places(pause=0.01), units(), scheduler=two)
    assert places[:2] == [os.getpid()] * 2
    assert os.getpid() not in places[-10:]
    assert two.start_seconds == 0.0, "they stay"


def test_one_waits_for_other_processes_only_where_there_is_work_for_them(monkeypatch):
    monkeypatch.setattr(schedulers, "_STARTED", set())
    four, start = Scheduler(4), schedulers.START_SECONDS
    assert (four.at_once(2 * start, 900), four.waiting(2 * start, 900)) == (1, 2 * start)
    assert (four.at_once(300.0, 30), four.waiting(300.0, 30)) == (4, 2 * start + (300.0 - start) / 4)
    assert four.waiting(300.0, 1) == 300.0


def test_kept_outcomes_are_taken_from_the_store_and_equal_to_the_last_bit(store):
    first = run_units(Squares(), units(10), store=store)
    counted = []
    again = run_units(
        Squares(scale=99.0), units(12), store=store, progress=lambda done, _: counted.append(done)
    )
    assert again[:10] == first
    assert again[10:] == run_units(Squares(scale=99.0), units(12)[10:])
    assert counted == [10, 11, 12]


def test_units_without_an_address_are_never_kept(store):
    bare = [replace(unit, address="") for unit in units(3)]
    run_units(Squares(), bare, store=store)
    assert store.known([unit.address for unit in units(3)]) == set()


def test_an_interruption_keeps_what_was_finished(store):
    def interrupt(done, total):
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_units(Squares(), units(), store=store, progress=interrupt)
    assert len(store.known(unit.address for unit in units())) == 4
    assert run_units(Squares(), units(), store=store) == run_units(Squares(), units())


def test_outcomes_are_written_while_the_work_goes_on(store):
    seen = []
    run_units(
        Squares(pause=0.15),
        units(6),
        store=store,
        progress=lambda done, total: seen.append(len(store.known(unit.address for unit in units(6)))),
    )
    assert seen[-1] >= 2
    assert len(store.known(unit.address for unit in units(6))) == 6


def test_many_addresses_at_once(store):
    contents = {f"{i:064x}": bytes([i % 256]) for i in range(1203)}
    store.put_outcomes(contents)
    store.put_outcomes({f"{0:064x}": b"something else"})
    assert store.outcomes(contents) == contents


def test_jobs_are_listed_newest_first_and_only_in_their_workspace(store):
    first = store.add_job(**FIELDS, total=3)
    second = store.add_job(**FIELDS, total=5)
    store.add_job(**{**FIELDS, "workspace": "other"}, total=1)
    assert [job.id for job in store.jobs("w")] == [second.id, first.id]
    assert store.job(first.id) == first
    assert store.job("0" * 32) is None


@pytest.mark.parametrize("text", ["", "../../etc/passwd", "A" * 32, "0" * 31, "0" * 32 + "\n"])
def test_ids_from_addresses_are_checked(store, text):
    with pytest.raises(InputError, match="id of a run"):
        store.job(text)


def test_a_job_is_claimed_once_and_closed_once(store):
    job = store.add_job(**FIELDS, total=1)
    assert store.claim_job(job.id, *own_identity())
    assert not store.claim_job(job.id, *own_identity())
    assert store.job(job.id).state == "running"
    assert store.finish_job(job.id, "done")
    assert not store.finish_job(job.id, "cancelled")
    assert store.job(job.id).state == "done"


def test_one_job_runs_and_the_others_wait_in_order(store):
    first, second = store.add_job(**FIELDS, total=1), store.add_job(**FIELDS, total=1)
    assert next_job(store).id == first.id
    store.claim_job(first.id, *own_identity())
    assert next_job(store) is None
    store.finish_job(first.id, "done")
    assert next_job(store).id == second.id


def test_workspaces_take_turns(store):
    mine = [store.add_job(**FIELDS, total=1) for _ in range(3)]
    other = store.add_job(**{**FIELDS, "workspace": "other"}, total=1)
    third = [store.add_job(**{**FIELDS, "workspace": "third"}, total=1) for _ in range(2)]
    expected = [mine[0], other, third[0], mine[1], third[1], mine[2]]
    assert [job.id for job in queue(store)] == [job.id for job in expected]
    assert [len(jobs_before(store, job)) for job in expected] == [0, 1, 2, 3, 4, 5]
    store.claim_job(mine[0].id, *own_identity())
    assert jobs_before(store, other) == [store.job(mine[0].id)]
    store.finish_job(mine[0].id, "done")
    expected = [other, third[0], mine[1], third[1], mine[2]]  # who has just had a turn comes last
    assert [job.id for job in queue(store)] == [job.id for job in expected]
    assert next_job(store).id == other.id


def test_a_job_whose_process_is_gone_is_stopped_even_if_its_pid_was_reused(store):
    job = store.add_job(**FIELDS, total=1)
    pid, created = own_identity()
    store.claim_job(job.id, pid, created - 1000)
    assert not is_alive(store.job(job.id))
    reap(store)
    assert store.job(job.id).state == "stopped"


def test_cancel_ends_the_whole_process_group(store):
    program = "import subprocess, sys, time; subprocess.Popen(['sleep', '60']); time.sleep(60)"
    process = subprocess.Popen([sys.executable, "-c", program], start_new_session=True)
    import psutil

    job = store.add_job(**FIELDS, total=1)
    store.claim_job(job.id, process.pid, psutil.Process(process.pid).create_time())
    assert is_alive(store.job(job.id))
    assert cancel(store, job)
    assert process.wait(timeout=5) != 0
    assert store.job(job.id).state == "cancelled"
    assert not cancel(store, job)


def test_cancelling_a_waiting_job_ends_no_process(store):
    job = store.add_job(**FIELDS, total=1)
    assert cancel(store, job)
    assert store.job(job.id).state == "cancelled"


def test_time_left_follows_the_pace_so_far(store):
    job = store.add_job(**FIELDS, total=10)
    store.claim_job(job.id, *own_identity())
    running = store.job(job.id)
    assert running.seconds_left(time.time()) is None
    store.update_job(job.id, done=6, heartbeat=running.started + 9)
    running = store.job(job.id)
    assert running.seconds_left(running.started + 9) == pytest.approx(6)
    assert running.seconds_left(running.started + 9, reused=1) == pytest.approx(7.2)
    assert running.seconds_left(running.started + 9, reused=5) is None
    assert running.seconds_left(running.started + 11) == pytest.approx(4)
    assert running.seconds_left(running.started + 600) == pytest.approx(
        1.5
    )  # one unit, however long none came


@pytest.mark.parametrize(
    ("total", "reused", "needed"),
    [(1, 0, 1), (6, 0, 3), (40, 0, 5), (100, 0, 5), (606, 0, 10), (606, 506, 511)],
)
def test_time_left_is_not_told_before_enough_is_done(store, total, reused, needed):
    job = store.add_job(**FIELDS, total=total, done=reused)
    store.claim_job(job.id, *own_identity())
    store.update_job(job.id, done=needed - 1)
    early = store.job(job.id)
    assert early.seconds_left(early.started + 8, reused) is None
    store.update_job(job.id, done=needed, heartbeat=early.started + 8)
    later = store.job(job.id)
    assert later.seconds_left(later.started + 8, reused) == pytest.approx(
        8 * max(total - needed, 1) / (needed - reused)
    )


def test_units_that_are_kept_count_from_the_beginning(store):
    assert store.reused(store.add_job(**FIELDS, total=10)) == 0
    job = store.add_job(**FIELDS, total=10, done=4)
    assert (job.done, store.job(job.id).done, store.reused(job)) == (4, 4, 4)


def test_an_open_job_of_the_same_work_is_found(store):
    job = store.add_job(**FIELDS, total=10)
    asked = (FIELDS["workspace"], FIELDS["kind"], FIELDS["spec"])
    assert store.open_job(*asked) == job
    assert store.open_job("other", *asked[1:]) is None
    assert store.open_job(*asked[:2], "[]") is None
    store.finish_job(job.id, "done")
    assert store.open_job(*asked) is None


def test_deleting_the_last_job_of_a_data_set_deletes_the_data(store):
    store.put_dataset("f" * 64, b"bytes")
    first, second = store.add_job(**FIELDS, total=1), store.add_job(**FIELDS, total=1)
    store.delete_job(first.id)
    assert store.dataset("f" * 64) == b"bytes"
    store.delete_job(second.id)
    assert store.dataset("f" * 64) is None
    store.delete_job(second.id)


def test_a_deleted_run_takes_the_outcomes_with_it_that_nobody_else_uses(store):
    contents = {f"{i:064x}": bytes([i % 256]) for i in range(1203)}
    places = list(contents)
    store.put_outcomes(contents)
    first = store.add_job(**FIELDS, total=1, addresses=[*places[:800], *places[:3]])
    second = store.add_job(**{**FIELDS, "workspace": "other"}, total=1, addresses=places[700:1000])
    store.delete_job(first.id, outcomes=True)
    assert store.known(places) == set(places[700:])
    renewed = store.add_job(**FIELDS, total=1)
    store.share_outcomes(second, renewed)
    store.delete_job(second.id, outcomes=True)
    assert store.known(places) == set(places[700:])
    store.delete_job(renewed.id)
    assert store.known(places) == set(places[700:])  # forgotten, not deleted
    last = store.add_job(**FIELDS, total=1, addresses=places[:2])
    store.delete_job(last.id, outcomes=True)
    assert store.known(places) == set(places[700:])


def test_a_run_that_was_deleted_has_a_use_for_nothing_that_comes_later(store):
    place = "a" * 64
    store.put_outcomes({place: b"found"})
    run = store.add_job(**FIELDS, total=1)
    further = store.add_job(**FIELDS, total=1, addresses=[place])
    store.delete_job(run.id, outcomes=True)
    store.share_outcomes(further, run)
    store.delete_job(further.id, outcomes=True)
    assert not store.known([place])


def test_what_a_workspace_keeps_is_its_own_and_stays_as_it_was_unless_changed(store):
    store.keep("w" * 32, "results", "key", b"first")
    store.keep("w" * 32, "results", "key", b"second")
    assert store.kept("w" * 32, "results", "key") == b"first"
    assert store.kept("v" * 32, "results", "key") is None
    assert store.kept("w" * 32, "examination", "key") is None
    store.change("w" * 32, "results", "key", b"third")
    store.change("v" * 32, "results", "key", b"its own")
    assert store.kept("w" * 32, "results", "key") == b"third"
    assert store.kept("v" * 32, "results", "key") == b"its own"


def test_an_idle_worker_ends_with_its_launcher(store, tmp_path):
    launcher = Launcher(store, tmp_path / "log" / "worker.log")
    launcher.warm()
    import psutil

    children = workers()
    assert len(children) == 1
    launcher.close()
    assert not psutil.pid_exists(children[0].pid)
    assert (tmp_path / "log" / "worker.log").exists()
