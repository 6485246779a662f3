"""What a workspace keeps: bounded by bytes, told what to delete, and deleted with nothing that others need."""

import sqlite3
from contextlib import closing

import pytest

import core
from core.errors import InputError
from core.experiment import STUDY, make_plan, study_of_job, submit_experiment, submit_study
from core.jobs import Kind, do_job, holdings, kinds, open_store, schema

KILO = 1000

MINE, OTHERS = "a" * 32, "b" * 32


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("FOLDWISE_PROCESSES", "1")
    monkeypatch.setattr(holdings, "MOST_OF_WORKSPACE", 100 * KILO)
    store = open_store(str(tmp_path))
    yield store
    store.close()


def key(number):
    return f"{number:064x}"


def bring(store, number, size, workspace=MINE):
    store.put_dataset(key(number), bytes(size * KILO))
    store.hold(workspace, key(number), "data set", f"table {number}")


def run(store, number, size, *, workspace=MINE, data=0):
    store.put_outcomes({key(number): bytes(size * KILO)})
    job = store.add_job(
        workspace=workspace, kind="k", title=f"run {number}", spec="", fingerprint=key(data), total=1,
        addresses=[key(number)],
    )  # fmt: skip
    store.finish_job(job.id, "done")
    return job


def test_what_was_brought_used_and_found_counts_once(store):
    bring(store, 0, 10)
    bring(store, 1, 20)
    run(store, 2, 30, data=0)
    run(store, 2, 30, data=1)
    bring(store, 0, 10, OTHERS)
    assert store.bytes_of(MINE) == 60 * KILO
    assert store.bytes_of(OTHERS) == 10 * KILO
    assert [(item.title, item.bytes) for item in store.brought(MINE)] == [
        ("table 0", 10 * KILO), ("table 1", 20 * KILO)
    ]  # fmt: skip
    bring(store, 0, 10)
    assert [item.title for item in store.brought(MINE)] == ["table 1", "table 0"]


def test_beyond_the_quota_is_refused_with_the_largest_to_delete(store):
    bring(store, 0, 10)
    job = run(store, 1, 80)
    store.check_room(MINE, 10 * KILO)
    with pytest.raises(InputError) as refused:
        store.check_room(MINE, 11 * KILO)
    assert str(refused.value) == (
        "workspace: 90\u00a0kB are kept here, and a workspace may keep 100\u00a0kB. Delete runs on Experiment, "
        "or what you brought under “Kept in this workspace” on Data. The largest is 'run 1' with 90\u00a0kB."
    )
    store.check_room(OTHERS, 100 * KILO)
    store.put_outcomes({key(3): bytes(20 * KILO)})
    run(store, 3, 20)
    with pytest.raises(InputError, match="are kept here"):
        run(store, 4, 1)
    store.delete_job(job.id, outcomes=True)
    run(store, 4, 1)


def test_a_run_that_fills_the_workspace_fails_in_a_sentence_and_keeps_what_it_has(store, monkeypatch):
    monkeypatch.setattr(kinds, "CHECK_EVERY", 0.0)

    def fill(store, job, *, scheduler, progress):
        for done in range(20):
            store.put_outcomes({key(done): bytes(10 * KILO)})
            progress(done + 1, 20)

    monkeypatch.setitem(kinds.KINDS, "filling", Kind("filling", "units", "Kept.", fill))
    job = store.add_job(
        workspace=MINE, kind="filling", title="t", spec="", fingerprint="", total=20,
        addresses=[key(number) for number in range(20)],
    )  # fmt: skip
    with pytest.raises(InputError, match="are kept here"):
        do_job(store, job.id)
    assert (store.job(job.id).state, store.job(job.id).error[:10]) == ("failed", "workspace:")
    assert len(store.known(map(key, range(20)))) == 11


def test_what_is_deleted_stays_where_another_workspace_or_a_run_needs_it(store):
    for workspace in (MINE, OTHERS):
        bring(store, 0, 1, workspace)
    bring(store, 1, 1)
    bring(store, 2, 1)
    job = run(store, 9, 1, data=1)
    for number in range(3):
        store.let_go(MINE, key(number))
    assert not store.brought(MINE)
    assert [store.dataset(key(number)) is not None for number in range(3)] == [True, True, False]
    store.let_go(OTHERS, key(0))
    store.delete_job(job.id)
    assert [store.dataset(key(number)) is not None for number in range(3)] == [False] * 3


def test_imported_results_are_let_go_too(store):
    store.keep("", "results", "r", b"content")
    store.hold(MINE, core.records.digest("", "results", "r"), "results", "mine.csv")
    assert [(item.kind, item.bytes) for item in store.brought(MINE)] == [("results", 7)]
    store.let_go(MINE, store.brought(MINE)[0].address)
    assert store.kept("", "results", "r") is None


def test_what_is_beside_things_counts_once_and_goes_with_the_last_of_them(store):
    bring(store, 0, 10)
    bring(store, 1, 20)
    file = ("a.csv", bytes(5 * KILO))
    store.keep_beside(MINE, key(0), [("answers", bytes(KILO)), file])
    store.keep_beside(MINE, key(1), [("answers", b"x" * KILO), file])
    store.keep_beside(OTHERS, key(1), [file])
    assert (store.bytes_of(MINE), store.bytes_of(OTHERS)) == (37 * KILO, 5 * KILO)
    assert [item.bytes for item in store.brought(MINE)] == [16 * KILO, 26 * KILO]
    store.let_go(MINE, key(0))
    assert (store.beside(MINE, key(0)), store.bytes_of(MINE)) == ([], 26 * KILO)
    assert store.beside(MINE, key(1)) == [("answers", b"x" * KILO), file]
    store.keep_beside(MINE, key(1), [("answers", b"y" * KILO), file])
    assert (store.beside(MINE, key(1))[0][1], store.bytes_of(MINE)) == (b"y" * KILO, 26 * KILO)
    store.let_go(MINE, key(1))
    assert (store.beside(MINE, key(1)), store.bytes_of(MINE)) == ([], 0)
    assert store.beside(OTHERS, key(1)) == [file]
    store.keep_beside(OTHERS, key(1), [])
    assert store.bytes_of(OTHERS) == 0


def test_what_has_no_room_beside_is_refused_and_forgetting_is_not(store):
    waits = [("a.csv", bytes(60 * KILO))]
    store.keep_beside(MINE, "door", waits)
    bring(store, 0, 10)
    with pytest.raises(InputError, match=r"10\s?kB are kept here"):
        store.keep_beside(MINE, "door", [("b.csv", bytes(91 * KILO))])
    assert store.beside(MINE, "door") == waits, "what has no room replaces nothing"
    bring(store, 1, 90)
    store.keep_beside(MINE, "door", [])
    assert store.bytes_of(MINE) == 100 * KILO


def test_what_is_kept_already_needs_no_room_beside_and_what_is_replaced_makes_some(store):
    file = ("a.csv", bytes(60 * KILO))
    store.keep_beside(MINE, "door", [("answers", b"{}"), file])
    store.keep_beside(MINE, "door", [("answers", b"{ }"), file])
    store.keep_beside(MINE, key(0), [("answers", b"{ }"), file, file])
    assert store.bytes_of(MINE) == 60 * KILO + 3
    store.keep_beside(MINE, "door", [("b.csv", b"b" * 39 * KILO)])
    with pytest.raises(InputError, match="are kept here"):
        store.keep_beside(MINE, "other", [("c.csv", b"c" * KILO)])
    store.keep_beside(MINE, "door", [("c.csv", b"c" * 39 * KILO)])
    assert store.bytes_of(MINE) == 99 * KILO + 3


def test_what_is_interrupted_leaves_nothing_beside(store, monkeypatch):
    def ends(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("core.jobs.store.insert_new", ends)
    with pytest.raises(KeyboardInterrupt):
        store.keep_beside(MINE, "door", [("answers", b"{}"), ("a.csv", b"a")])
    with store._engine.connect() as connection:
        assert not connection.execute(schema.BESIDE.select()).all()


def test_a_store_of_version_3_keeps_things_beside_others_too(store, tmp_path):
    store.keep("", "x", "y", b"")
    with closing(sqlite3.connect(tmp_path / "foldwise.db")) as connection:
        connection.execute("DROP TABLE beside")
        connection.execute("PRAGMA user_version = 3")
        connection.commit()
    with closing(open_store(str(tmp_path))) as again:
        again.keep_beside(MINE, "door", [("a.csv", b"a")])
        assert again.beside(MINE, "door") == [("a.csv", b"a")]


def test_data_of_a_deleted_run_stay_while_their_workspace_keeps_them(store):
    bring(store, 0, 1)
    store.delete_job(run(store, 1, 1).id, outcomes=True)
    assert store.dataset(key(0)) == bytes(KILO)
    assert not store.known([key(1)])


def study_beside_an_experiment(store):
    store.keep("", "x", "y", b"")
    design = core.make_design("k_fold", k=3)
    plans = [make_plan(core.load_sample(name), ["lda", "baseline"], design) for name in ("iris", "wine")]
    return submit_study(store, plans, MINE), submit_experiment(store, plans[0], MINE)


def test_deleting_a_run_leaves_the_data_that_a_study_needs(store):
    study, single = study_beside_an_experiment(store)
    do_job(store, study.id)
    do_job(store, single.id)
    store.delete_job(single.id, outcomes=True)
    assert study_of_job(store, store.job(study.id)).datasets == ("iris", "wine")
    fingerprints = [core.load_sample(name).fingerprint for name in ("iris", "wine")]
    store.delete_job(study.id, outcomes=True)
    assert [store.dataset(one) for one in fingerprints] == [None, None]
    assert store.bytes_of(MINE) == 0


def test_runs_of_a_store_of_version_2_get_a_use_for_their_data(store, tmp_path):
    study, single = study_beside_an_experiment(store)
    assert study.kind == STUDY.name
    with closing(sqlite3.connect(tmp_path / "foldwise.db")) as connection:
        connection.execute("DELETE FROM uses WHERE address IN (SELECT fingerprint FROM datasets)")
        connection.execute("DROP TABLE brought")
        connection.execute("PRAGMA user_version = 2")
        connection.commit()
    with closing(open_store(str(tmp_path))) as again:
        again.delete_job(single.id)
        assert again.dataset(single.fingerprint) is not None
        again.delete_job(study.id)
        assert again.dataset(single.fingerprint) is None
    with closing(sqlite3.connect(tmp_path / "foldwise.db")) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)
