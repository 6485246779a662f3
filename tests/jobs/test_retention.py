"""A store of bounded size, and a digest with whatever it keeps."""

import sqlite3
from contextlib import closing

import pytest

from core.jobs import open_store, schema

KILO = 1000


@pytest.fixture
def store(tmp_path):
    store = open_store(str(tmp_path))
    yield store
    store.close()


def outcome(number):
    return f"{number:064x}"


def run(store, number, *, state="done", uses=None):
    """A run of ten kilobytes, or of what others made."""
    address = outcome(number)
    store.put_outcomes({address: bytes(10 * KILO)})
    store.put_dataset(f"{number:064d}", bytes(KILO))
    job = store.add_job(
        workspace="w", kind="k", title="t", spec=str(number), fingerprint=f"{number:064d}", total=1,
        addresses=uses or [address],
    )  # fmt: skip
    if state != "queued":
        store.finish_job(job.id, state)
        store.update_job(job.id, finished=float(number))
    return job


def test_the_oldest_runs_go_with_their_outcomes_and_data(store):
    jobs = [run(store, number) for number in range(10)]
    assert store.forget_oldest(200 * KILO) == 0
    assert store.forget_oldest(60 * KILO) == 6
    assert [job.id for job in store.jobs("w")][::-1] == [job.id for job in jobs[6:]]
    assert store.known(map(outcome, range(10))) == set(map(outcome, range(6, 10)))
    assert store.dataset(f"{5:064d}") is None
    assert store.dataset(f"{6:064d}") == bytes(KILO)
    assert store.forget_oldest(60 * KILO) == 0


def test_what_waits_or_runs_stays_with_all_that_it_needs(store):
    running, done = run(store, 0, state="queued"), run(store, 1)
    store.claim_job(running.id, 1, 1.0)
    waiting = run(store, 2, state="queued", uses=[outcome(1), outcome(2)])
    store.forget_oldest(0)
    assert {job.id for job in store.jobs("w")} == {running.id, waiting.id}
    assert store.job(done.id) is None
    assert store.known(map(outcome, range(3))) == set(map(outcome, range(3)))
    assert store.dataset(running.fingerprint)
    assert store.dataset(waiting.fingerprint)


def test_what_nobody_uses_goes_and_what_there_is_but_one_of_stays(store):
    store.put_outcomes({outcome(7): bytes(50 * KILO)})
    store.put_dataset("d" * 64, bytes(50 * KILO))
    store.keep("w", "results", "large", bytes(100 * KILO))
    store.keep("w", "examination", "small", b"opened once")
    assert store.forget_oldest(10 * KILO) == 3
    assert not store.known([outcome(7)])
    assert store.dataset("d" * 64) is None
    assert store.kept("w", "results", "large") is None
    assert store.kept("w", "examination", "small") == b"opened once"


def test_what_is_beside_data_goes_with_them_and_small_files_that_wait_go_too(store):
    files = [("answers", b"{}"), ("a.csv", b"a,b")]
    store.put_dataset("d" * 64, bytes(50 * KILO))
    store.keep("w", "examination", "small", b"opened once")
    store.keep_beside("w", "d" * 64, files)
    assert store.forget_oldest(20 * KILO) == 1
    assert (store.beside("w", "d" * 64), store.bytes_of("w")) == ([], 0)
    store.keep_beside("w", "door", files)
    assert store.forget_oldest(0) == 2
    assert (store.beside("w", "door"), store.bytes_of("w")) == ([], 0)
    assert store.kept("w", "examination", "small") == b"opened once"


def rows_beside(store):
    with store._engine.connect() as connection:
        return connection.execute(schema.BESIDE.select()).all()


def test_where_one_part_of_what_waits_goes_the_others_go(store):
    shared, other = ("a.csv", bytes(50 * KILO)), ("b.csv", b"waits")
    store.keep_beside("w", "door", [shared, ("answers", b"{}")])
    store.put_dataset("d" * 64, b"data")
    store.keep_beside("w", "d" * 64, [("answers", b"{ }"), shared])
    store.keep_beside("v", "door", [other])
    assert store.forget_oldest(20 * KILO) == 1
    assert (store.bytes_of("w"), store.dataset("d" * 64)) == (0, b"data")
    assert [(row.workspace, row.name) for row in rows_beside(store)] == [("v", "b.csv")]


@pytest.mark.parametrize("table", ["datasets", "kept"])
def test_what_belongs_to_or_with_what_is_damaged_goes_with_it(tmp_path, table):
    with closing(open_store(str(tmp_path))) as store:
        store.put_dataset("d" * 64, b"data")
        store.keep_beside("w", "d" * 64, [("answers", b"{}"), ("a.csv", b"a,b")])
        with closing(sqlite3.connect(tmp_path / "foldwise.db")) as connection:
            connection.execute(f"UPDATE {table} SET content = x'65617461' WHERE content <> x'7b7d'")
            connection.commit()
        store.dataset("d" * 64)
        assert (store.beside("w", "d" * 64), rows_beside(store), store.bytes_of("w")) == ([], [], 0)


@pytest.mark.parametrize("table", ["datasets", "kept"])
def test_a_flipped_bit_is_noticed_and_what_is_brought_again_takes_its_place(tmp_path, table):
    with closing(open_store(str(tmp_path))) as store:
        store.put_dataset("d" * 64, b"data")
        store.keep("w", "results", "r", b"data")
        with closing(sqlite3.connect(tmp_path / "foldwise.db")) as connection:
            connection.execute(f"UPDATE {table} SET content = x'65617461'")
            connection.commit()
        looks = {"datasets": lambda: store.dataset("d" * 64), "kept": lambda: store.kept("w", "results", "r")}
        assert looks.pop(table)() is None
        assert [look() for look in looks.values()] == [b"data"]
        store.put_dataset("d" * 64, b"data")
        store.keep("w", "results", "r", b"data")
        assert (store.dataset("d" * 64), store.kept("w", "results", "r")) == (b"data", b"data")


def test_a_store_of_version_1_is_brought_up_with_all_that_it_keeps(tmp_path):
    with closing(open_store(str(tmp_path))) as store:
        store.put_dataset("d" * 64, b"data")
        store.keep("w", "results", "r", b"more")
    with closing(sqlite3.connect(tmp_path / "foldwise.db")) as connection:
        for table in ("datasets", "kept"):
            connection.execute(f"ALTER TABLE {table} DROP COLUMN digest")
        connection.execute("PRAGMA user_version = 1")
        connection.commit()
    with closing(open_store(str(tmp_path))) as store:
        assert (store.dataset("d" * 64), store.kept("w", "results", "r")) == (b"data", b"more")
    with closing(sqlite3.connect(tmp_path / "foldwise.db")) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)
