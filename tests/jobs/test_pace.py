"""How fast the units of a job follow each other, without the time that their processes took to begin."""

import sqlite3
import time
from contextlib import closing

import pytest

from core.jobs import Scheduler, Unit, open_store, run_units
from core.jobs.kinds import attempt
from core.jobs.pace import Pace
from core.jobs.sessions import own_identity

FIELDS = {"workspace": "w", "kind": "test", "title": "Units", "spec": "{}", "fingerprint": ""}


def told(pace, first, times):
    return [pace.seconds(first + place, now) for place, now in enumerate(times)]


def test_the_pace_is_told_after_five_units_that_followed_the_first():
    assert told(Pace(), 0, [0, 30, 31, 32, 33, 34, 35, 37]) == [
        *[None] * 6,
        1,
        pytest.approx(7 / 6),
    ]


def test_units_that_come_together_at_first_are_not_counted():
    pace = Pace()
    pace.restart(at_once=4)
    seconds = told(pace, 0, [0, 10, 10, 10, 10, 20, 20, 20, 20, 30, 30, 30, 30])
    assert seconds[:9] == [None] * 9
    assert seconds[-1] == pytest.approx(10 / 4)


def test_units_that_were_kept_take_no_time():
    assert told(Pace(), 500, [0, 30, 31, 32, 33, 34, 35])[-1] == 1


def test_once_others_work_the_pace_is_theirs():
    pace = Pace()
    told(pace, 0, [0, 1, 2, 3, 4, 5, 6, 7])
    pace.restart(at_once=1)
    assert told(pace, 8, [100, 100.5, 101, 101.5, 102, 102.5, 103]) == [*[None] * 6, 0.5]


class Sleeps:
    def run(self, unit):
        time.sleep(unit.arguments)
        return unit.seed


def test_processes_say_that_they_have_begun_once_and_only_where_they_had_to_start(monkeypatch):
    monkeypatch.setattr("core.jobs.schedulers._STARTED", set())
    monkeypatch.setattr("core.jobs.schedulers.START_SECONDS", 0.01)
    begun = []
    scheduler = Scheduler(2, begun=begun.append)
    units = [Unit(0.01, seed) for seed in range(12)]
    assert run_units(Sleeps(), units, scheduler=scheduler) == list(range(12))
    assert begun == [2]
    run_units(Sleeps(), units, scheduler=scheduler)
    assert begun == [2]
    run_units(Sleeps(), units, scheduler=Scheduler(begun=begun.append))
    assert begun == [2]


def test_time_left_is_told_by_the_pace_without_the_start_of_processes(tmp_path):
    with closing(open_store(str(tmp_path))) as store:
        job = store.add_job(**FIELDS, total=20)
        seen = []

        def work(job, progress):
            for done in range(20):
                time.sleep(1 if not done else 0.05)
                progress(done + 1, 20)
                seen.append(store.job(job.id))

        attempt(store, job.id, work)
    by_start = (seen[15].heartbeat - seen[15].started) / seen[15].done
    assert 0.05 <= seen[15].pace() < by_start


def test_a_store_of_version_4_is_brought_up_with_its_runs(tmp_path):
    with closing(open_store(str(tmp_path))) as store:
        job = store.add_job(**FIELDS, total=10)
    with closing(sqlite3.connect(tmp_path / "foldwise.db")) as connection:
        connection.execute("ALTER TABLE jobs DROP COLUMN unit_seconds")
        connection.execute("PRAGMA user_version = 4")
        connection.commit()
    with closing(open_store(str(tmp_path))) as store:
        assert store.claim_job(job.id, *own_identity())
        store.update_job(job.id, done=5, unit_seconds=2.0)
        again = store.job(job.id)
        assert again.seconds_left(again.heartbeat) == pytest.approx(10)
