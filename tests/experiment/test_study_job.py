"""A study as one job: the results of the single experiments, one count of units, resumed, refused in words."""

from dataclasses import replace

import pandas as pd
import pytest

import core
from core.data import dataset_to_parquet
from core.errors import InputError
from core.experiment import STUDY, make_plan, study_of_job, submit_study
from core.jobs import do_job, resume

WORKSPACE = "0123456789abcdef" * 2
LEARNERS = ("naive_bayes", "lda", "baseline")
FOLDS = core.make_design("k_fold", k=3)


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("FOLDWISE_PROCESSES", "1")
    opened = core.open_store(f"sqlite:///{tmp_path}/f.db")
    yield opened
    opened.close()


def plans(names=("iris", "wine"), learners=LEARNERS):
    return [make_plan(core.load_sample(name), list(learners), FOLDS, seed=4) for name in names]


def test_one_job_gives_what_the_single_experiments_give(store):
    job = submit_study(store, plans(), WORKSPACE)
    assert (job.kind, job.total, job.done) == (STUDY.name, 18, 0)
    assert job.title == "2 data sets: Naive Bayes, LDA and Baseline; 3-fold cross-validation"
    assert submit_study(store, plans(), WORKSPACE).id == job.id
    do_job(store, job.id)
    done = store.job(job.id)
    assert (done.state, done.done) == ("done", 18)
    study = study_of_job(store, done)
    alone = core.run_study([plan.dataset for plan in plans()], LEARNERS, FOLDS, seed=4)
    pd.testing.assert_frame_equal(study.fold_scores.frame, alone.fold_scores.frame)


def test_what_is_kept_is_not_done_again(store):
    first = plans(("iris",))[0]
    core.run_experiment(first.dataset, LEARNERS, FOLDS, seed=4, store=store)
    job = submit_study(store, plans(), WORKSPACE)
    assert job.done == 9
    with pytest.raises(InputError, match="not all of its units"):
        study_of_job(store, job)
    store.claim_job(job.id, 1, 0.0)
    store.finish_job(job.id, "stopped")
    renewed = resume(store, store.job(job.id), WORKSPACE)
    do_job(store, renewed.id)
    assert study_of_job(store, store.job(renewed.id)).datasets == ("iris", "wine")


def test_data_keep_the_name_that_the_workspace_gave_them(store):
    for dataset in (plan.dataset for plan in plans()):
        store.put_dataset(dataset.fingerprint, dataset_to_parquet(dataset))  # somebody else was first
    mine = [replace(plan.dataset, name=f"my {plan.dataset.name}") for plan in plans()]
    for dataset in mine:
        store.hold(WORKSPACE, dataset.fingerprint, "data set", dataset.name)
    job = submit_study(store, [make_plan(data, list(LEARNERS), FOLDS) for data in mine], WORKSPACE)
    do_job(store, job.id)
    assert study_of_job(store, store.job(job.id)).datasets == ("my iris", "my wine")


def test_data_that_are_gone_are_named_and_what_is_no_study_is_refused(store, tmp_path):
    job = submit_study(store, plans(), WORKSPACE)
    store.delete_job(job.id)
    other = core.open_store(f"sqlite:///{tmp_path}/other.db")
    with pytest.raises(InputError, match="no longer kept"):
        study_of_job(other, job)
    other.close()
    with pytest.raises(InputError, match="two data sets or more"):
        submit_study(store, plans(("iris",)), WORKSPACE)
    foreign = make_plan(core.load_sample("iris"), {"mine": core.make_learner("lda")}, FOLDS)
    with pytest.raises(InputError, match="learners of the catalogue"):
        submit_study(store, [foreign, plans(("wine",))[0]], WORKSPACE)


def test_tuning_that_cannot_succeed_on_a_further_data_set_is_refused_before_the_run(store):
    rows = "\n".join(f"{'fm'[i % 2]},{i},{'ab'[i % 3 == 0]}" for i in range(30))
    grouped = core.read_dataset(f"sex,dose,class\n{rows}".encode(), groups="sex")
    halves = core.make_design("k_fold", k=2)
    tuning = core.Tuning(budget=2, folds=2)
    both = [
        make_plan(data, ["knn"], halves, tuning=tuning)
        for data in (core.load_sample("iris"), replace(grouped, name="my patients"))
    ]
    with pytest.raises(InputError, match=r"^tuning: .* on my patients 2 of 2 folds have a single one\."):
        submit_study(store, both, WORKSPACE)
    assert not store.jobs(WORKSPACE)
    as_set = [replace(plan, spec=replace(plan.spec, tuning=None)) for plan in both]
    assert submit_study(store, as_set, WORKSPACE).state == "queued"
