"""The Experiment page: one place for Run, its progress and what came of it; recent runs."""

import pytest
import streamlit as st

import core
from core.data import dataset_to_parquet
from core.experiment import cost, do_experiment, make_plan, submit_experiment
from core.jobs import Launcher
from pages.ui.session import cache
from tests.pages.opening import opened

DATASET = core.load_sample("iris")
WORKSPACE = "0123456789abcdef" * 2
SLOW, QUICK = 10.0, 0.0001


@pytest.fixture(autouse=True)
def fresh_server(monkeypatch):
    st.cache_resource.clear()
    monkeypatch.setattr(Launcher, "warm", lambda self: None)
    monkeypatch.setattr(Launcher, "dispatch", lambda self: None)  # runs stay queued
    monkeypatch.setattr(cost, "_timed", lambda work: QUICK)
    yield
    cache.store().close()
    st.cache_resource.clear()


def page(**address):
    cache.store().put_dataset(DATASET.fingerprint, dataset_to_parquet(DATASET))
    return well(opened("experiment", **{"w": WORKSPACE, "data": DATASET.fingerprint, **address}))


def well(app):
    assert not app.exception, [item.message for item in app.exception]
    return app


def keys(app):
    return {button.key for button in app.button}


def words(app):
    shown = (app.caption, app.info, app.error, app.warning, app.markdown)
    return " ".join(item.value for kind in shown for item in kind)


def test_a_run_turns_into_its_progress_and_cannot_be_queued_twice(monkeypatch):
    monkeypatch.setattr(cost, "_timed", lambda work: SLOW)
    app = page()
    well(app.button(key="run").click().run())
    assert "run" not in keys(app)
    assert "cancel" in keys(app)
    other = page()  # a second tab of the same workspace
    assert "run" not in keys(other)
    assert "cancel" in keys(other)
    (job,) = cache.store().jobs(WORKSPACE)
    assert job.id in other.query_params["run"]
    assert any("waiting" in item.value for item in app.sidebar.caption)
    well(app.button(key="cancel").click().run())
    assert "This run was cancelled" in words(app)
    assert {"resume", "run"} & keys(app) == {"resume"}


def test_a_finished_run_stays_with_its_picture_and_a_verdict():
    app = page()
    well(app.button(key="run").click().run())
    (job,) = cache.store().jobs(WORKSPACE)
    assert job.state == "done"
    found = cache.headline(job)
    assert found.answer
    assert found.answer in words(app).replace("\\", "")
    assert "so_far" in str([item.proto.id for item in app.get("plotly_chart")])
    assert "run" not in keys(app)
    app.number_input(key="seed").set_value(5).run()
    well(app)
    assert "run" in keys(app)
    well(app.button(key="see_verdict").click().run())
    assert "Two learners" in [item.value for item in app.title]
    assert [app.selectbox(key=key).value for key in ("first", "second")] == list(found.pair)


def test_what_is_known_from_earlier_runs_needs_no_waiting(monkeypatch):
    app = page()
    well(app.button(key="run").click().run())
    first = cache.store().jobs(WORKSPACE)[0]
    cache.store().delete_job(first.id)
    monkeypatch.setattr(cost, "_timed", lambda work: SLOW)
    cache.shelf().put((WORKSPACE, "trials", DATASET.fingerprint), {})
    again = page()
    well(again.button(key="run").click().run())
    (job,) = cache.store().jobs(WORKSPACE)
    assert (job.state, job.done) == ("done", job.total)


def test_recent_runs_say_data_design_learners_and_verdict():
    plan = make_plan(DATASET, ["naive_bayes", "tree"], core.make_design("5x2"))
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    app = page()
    shown = words(app).replace("\\", "")
    for part in (plan.dataset.name, plan.design.title, "Naive Bayes and Decision tree"):
        assert part in shown
    assert cache.headline(job).answer in shown
    assert {f"open_{job.id}", f"delete_{job.id}"} <= keys(app)


def test_instances_are_sorted_unless_the_file_order_is_asked_for():
    app = page()
    assert app.segmented_control(key="sorting").value == "sorted by fold"
    well(app.segmented_control(key="sorting").set_value("file order").run())
    app.segmented_control(key="design_view").set_value("Overlap of training sets").run()
    well(app)
    (alt,) = [item.proto.alt for item in app.get("plotly_chart") if "Matrix of shared" in item.proto.alt]
    assert "Each two training sets share" in alt
