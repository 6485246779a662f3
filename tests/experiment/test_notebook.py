"""What a visitor writes about runs is kept, each workspace for itself; what was deleted goes for good."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
from core.experiment import (
    LONGEST_NOTE,
    LONGEST_RUN_NAME,
    Notebook,
    Remark,
    carry_remark,
    delete_runs,
    do_experiment,
    forget_deleted,
    is_deleted,
    make_plan,
    read_notebook,
    submit_experiment,
    write_remark,
)
from core.experiment.notebook import UNDO_FOR
from core.jobs import opened


@pytest.fixture
def store(tmp_path):
    with opened(str(tmp_path)) as found:
        yield found


def test_remarks_are_read_as_they_were_written_and_by_nobody_else(store):
    write_remark(store, "mine", "a", name="first try", note="δ = 0.3")
    write_remark(store, "mine", "b", deleted=True)
    write_remark(store, "mine", "a", deleted=True)
    assert read_notebook(store, "mine").remarks == {
        "a": Remark("first try", "δ = 0.3", deleted=True),
        "b": Remark(deleted=True),
    }
    assert read_notebook(store, "yours") == Notebook()
    write_remark(store, "mine", "b", deleted=False)
    assert "b" not in read_notebook(store, "mine").remarks  # nothing is written about it any more


def test_a_run_that_goes_on_keeps_its_name_and_is_not_put_away(store):
    write_remark(store, "mine", "old", name="slow one", note="n", deleted=True)
    carry_remark(store, "mine", "old", "new")
    assert read_notebook(store, "mine").of("new") == Remark("slow one", "n")
    carry_remark(store, "mine", "unheard of", "newer")
    assert read_notebook(store, "mine").of("newer") == Remark()


def done(store, learners, workspace="mine"):
    plan = make_plan(core.load_sample("iris"), learners, core.make_design("k_fold", k=2))
    job = submit_experiment(store, plan, workspace)
    do_experiment(store, job.id, 1, plan)
    return job, {unit.address for unit in plan.units(addressed=True)}


def test_what_was_deleted_goes_for_good_after_an_hour_or_at_once_with_what_nobody_else_uses(store):
    (old, of_old), (new, of_new), (kept, of_kept) = (
        done(store, learners) for learners in (["lda"], ["lda", "tree"], ["tree", "baseline"])
    )
    write_remark(store, "mine", kept.id, name="stays")
    write_remark(store, "mine", old.id, deleted=time.time() - UNDO_FOR)
    write_remark(store, "mine", new.id, deleted=time.time() - UNDO_FOR / 2)
    assert [is_deleted(store, job) for job in (old, new, kept)] == [True, True, False]
    delete_runs(store, "yours", {new.id})  # it is not theirs
    assert len(store.jobs("mine")) == 3
    forget_deleted(store, "mine")
    assert [job.id for job in store.jobs("mine")] == [kept.id, new.id]
    assert store.known(of_old) == of_old, "the other run that was deleted can still be brought back"
    delete_runs(store, "mine", {new.id})
    assert [job.id for job in store.jobs("mine")] == [kept.id]
    assert store.known(of_old | of_new | of_kept) == of_kept
    assert read_notebook(store, "mine").remarks == {kept.id: Remark("stays")}
    assert store.dataset(kept.fingerprint) is not None
    write_remark(store, "mine", kept.id, deleted=True)  # as earlier versions wrote it, without the moment
    forget_deleted(store, "mine")
    assert not store.jobs("mine")
    assert store.dataset(kept.fingerprint) is None


def test_which_jobs_use_a_data_set_is_known_for_each_workspace(store):
    (first, _), (second, _) = done(store, ["lda"]), done(store, ["tree"])
    theirs, _ = done(store, ["lda"], "yours")
    assert [job.id for job in store.jobs_that_use("mine", first.fingerprint)] == [second.id, first.id]
    assert [job.id for job in store.jobs_that_use("yours", first.fingerprint)] == [theirs.id]
    assert not store.jobs_that_use("mine", "0" * 64)


@given(st.text(max_size=3 * LONGEST_RUN_NAME), st.text(max_size=2 * LONGEST_NOTE))
def test_words_of_any_length_fit(name, note):
    found = Notebook().changed("a", name=name, note=note).of("a")
    assert len(found.name) <= LONGEST_RUN_NAME
    assert len(found.note) <= LONGEST_NOTE
    assert name.strip().startswith(found.name)
