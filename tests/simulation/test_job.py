"""Trials as jobs: the same as when they are asked for directly, kept while they come, carried on, refused in words."""

import numpy as np
import pytest

import core
from core.jobs import KINDS, do_job, resume
from core.simulation import TRIALS, asks, planned, stored, submit_trials, trials_job, trials_of_job
from core.simulation.run import extended

WORKSPACE = "0123456789abcdef" * 2
SHALLOW = core.learner("tree", "shallow", max_depth=2)
ASKED = {
    "your_data": {
        "dataset": core.load_sample("wine"),
        "learners": (SHALLOW, core.learner("lda")),
        "design": core.make_design("5x2", stratified=True),
        "n": 60,
        "effect": 0.02,
    },
    "pooling": {"dataset": "iris", "learners": "tree", "n": 40},
    "gaussian_classes": {"case": 2, "learners": ("rt", "ls"), "partition": "poor"},
    "bootstrap_bias": {"n": [20, 30]},
    "salzberg": {"n": [50, 100], "r": 0.05},
}


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("FOLDWISE_PROCESSES", "1")
    opened = core.open_store(f"sqlite:///{tmp_path}/f.db")
    yield opened
    opened.close()


@pytest.mark.parametrize("key", ASKED)
def test_a_job_draws_the_trials_that_are_drawn_without_it(store, key):
    begin = planned(key, seed=3, **ASKED[key])
    job = submit_trials(store, begin, 2, WORKSPACE)
    settings = len(list(begin.entry.settings(begin.grid)))
    assert (job.kind, job.done, job.total) == (TRIALS.name, 0, settings * -(-2 // begin.entry.block))
    assert job.title == f"{begin.entry.title}, 2 trials"
    assert trials_of_job(store, job).rows == ()
    do_job(store, job.id)
    done = store.job(job.id)
    assert (done.state, done.done) == ("done", done.total)
    found, alone = trials_of_job(store, done), core.simulate(key, trials=2, seed=3, **ASKED[key])
    assert found.frame.equals(alone.frame)
    for ours, theirs in zip(found.rows, alone.rows, strict=True):
        for name, values in theirs.outcomes.measured.items():
            assert np.array_equal(ours.outcomes.measured[name], values)
    assert found.words == alone.words


def test_what_came_before_it_was_ended_is_kept_and_carried_on(store):
    begin = planned("gaussian_classes", **ASKED["gaussian_classes"])
    job = submit_trials(store, begin, 8, WORKSPACE)
    assert submit_trials(store, begin, 8, WORKSPACE).id == job.id

    class Ended(Exception):
        pass

    def end(done, _):
        if done == 3:
            raise Ended

    with pytest.raises(Ended):
        extended(begin, 8, store=store, progress=end)
    assert store.claim_job(job.id, 1, 0.0)
    store.finish_job(job.id, "cancelled")
    so_far = trials_of_job(store, job)
    assert so_far.trials == 3
    assert so_far.frame.equals(core.simulate("gaussian_classes", trials=3, **ASKED["gaussian_classes"]).frame)
    assert trials_job(store, so_far, 8, WORKSPACE).state == "cancelled"
    again = submit_trials(store, so_far, 8, WORKSPACE)
    assert (again.done, again.total) == (3, 8)
    do_job(store, again.id)
    whole = core.simulate("gaussian_classes", trials=8, **ASKED["gaussian_classes"])
    assert stored(so_far, 8, store).frame.equals(whole.frame)
    assert submit_trials(store, so_far, 10, WORKSPACE).done == 8


@pytest.mark.parametrize(("key", "trials", "kept"), [("gaussian_classes", 3, 3), ("salzberg", 2500, 2000)])
def test_trials_that_are_there_are_not_drawn_again(store, key, trials, kept):
    so_far = core.simulate(key, trials=trials, seed=1, **ASKED[key])
    assert so_far.entry.block in (1, 1000)
    job = submit_trials(store, so_far, 3000, WORKSPACE)
    assert job.done == kept // so_far.entry.block * len(so_far.rows)
    again = stored(planned(key, seed=1, **ASKED[key]), trials, store)
    assert again.frame.equals(so_far.first(kept).frame)


def test_settings_have_about_as_many_trials_at_any_time(store):
    begin, seen = planned("bootstrap_bias", n=[20, 30]), []

    def look(done, _):
        seen.append((done, stored(begin, 3, store).trials))

    extended(begin, 3, store=store, progress=look)
    assert all(trials <= done // 2 for done, trials in seen)
    assert stored(begin, 3, store).trials == 3


def test_only_whole_rows_without_a_gap_are_read(store, monkeypatch):
    begin = planned("gaussian_classes", **ASKED["gaussian_classes"])
    three = extended(begin, 3)
    assert stored(three, 9, store) is three
    extended(three, 6, store=store)
    assert stored(begin, 9, store).trials == 0
    assert stored(three, 9, store).trials == 6
    assert stored(three, 5, store).trials == 5
    monkeypatch.setattr("core.simulation.run.LOOK", 2)
    assert stored(begin, 9, store).trials == 0
    assert stored(three, 9, store).trials == 6
    extended(begin, 6, store=store)
    for trials in (4, 5, 6, 9):
        assert stored(begin, trials, store).frame.equals(extended(begin, min(trials, 6)).frame)


def test_a_stopped_job_is_resumed(store):
    job = submit_trials(store, planned("your_data", **ASKED["your_data"]), 2, WORKSPACE)
    store.claim_job(job.id, 1, 0.0)
    store.finish_job(job.id, "stopped")
    renewed = resume(store, store.job(job.id), WORKSPACE)
    do_job(store, renewed.id)
    assert trials_of_job(store, renewed).trials == 2


def test_what_cannot_be_drawn_is_refused(store, tmp_path):
    begin = planned("your_data", **ASKED["your_data"])
    with pytest.raises(core.InputError, match="must be from 1 to 100000"):
        submit_trials(store, begin, 200_000, WORKSPACE)
    job = submit_trials(store, begin, 2, WORKSPACE)
    other = core.open_store(f"sqlite:///{tmp_path}/other.db")
    with pytest.raises(core.InputError, match="no longer kept"):
        trials_of_job(other, job)
    other.close()


def test_a_refusal_is_what_the_job_ends_with(store):
    job = submit_trials(store, planned("your_data", learners="lda", n=40), 2, WORKSPACE)
    with pytest.raises(core.NotApplicable):
        do_job(store, job.id)
    assert "LDA learns the same from every start" in store.job(job.id).error


def test_another_workspace_has_its_own_job_of_the_same_trials(store):
    begin = planned("gaussian_classes", **ASKED["gaussian_classes"])
    job = submit_trials(store, begin, 2, WORKSPACE)
    other = submit_trials(store, begin, 2, WORKSPACE[::-1])
    assert other.id != job.id
    assert trials_job(store, begin, 2, WORKSPACE).id == job.id
    assert trials_job(store, begin, 3, WORKSPACE) is None


def test_jobs_are_found_by_some_of_their_settings(store):
    begin = planned("your_data", **ASKED["your_data"])
    job = submit_trials(store, begin, 2, WORKSPACE)
    held = {name: begin.grid[name][0] for name in ("dataset", "learners", "design")}
    assert asks(job, "your_data", **held)
    assert asks(job, "your_data", effect=0.02, **held)
    assert not asks(job, "your_data", effect=0.0, **held)
    assert not asks(job, "your_data", **{**held, "learners": held["learners"][::-1]})
    assert not asks(job, "pooling", **held)
    assert not asks(submit_trials(store, planned("pooling", **ASKED["pooling"]), 1, WORKSPACE), "your_data")


def test_workers_know_the_kind():
    import core.worker  # noqa: F401

    assert KINDS[TRIALS.name] is TRIALS


def test_trials_that_can_be_judged_at_any_level_are_one_job(store):
    begin, other = (planned("pooling", alpha=alpha, **ASKED["pooling"]) for alpha in (0.05, 0.2))
    job = submit_trials(store, begin, 2, WORKSPACE)
    assert submit_trials(store, other, 2, WORKSPACE).id == job.id
