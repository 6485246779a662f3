"""Every resampling design runs from the Experiment page, and Fold errors shows what comes of it."""

import json
import math
import sys
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
import streamlit as st

import core
from core.data import dataset_to_parquet
from core.experiment import cost
from core.inference.interpretation.summary import summarise
from core.jobs import Launcher
from core.written import spoken
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.experiment import starting
from pages.ui.results import scores_view
from pages.ui.session import cache
from tests.pages.hero import heroes
from tests.pages.opening import opened

WORKSPACE = "0123456789abcdef" * 2
DATASET = core.load_sample("iris")
FEW = {"k": 4, "r": 3, "b": 10, "m": 3}
WITHOUT_TEST = "No test is offered"


@pytest.fixture(autouse=True)
def fresh_server(monkeypatch):
    st.cache_resource.clear()
    monkeypatch.setattr(Launcher, "warm", lambda self: None)
    monkeypatch.setattr(cost, "_timed", lambda work: 0.001)  # so that the run is done in the page
    monkeypatch.setattr(starting, "PATIENCE", math.inf)  # however busy this machine is
    yield
    cache.store().close()
    st.cache_resource.clear()


def specification(key):
    """Two quick learners and a design of few pairs."""
    names = {option.name for option in core.DESIGNS[key].options}
    design = core.make_design(key, **{name: few for name, few in FEW.items() if name in names})
    learners = (core.learner("naive_bayes"), core.learner("knn", name="one neighbour", n_neighbors=1))
    return core.ExperimentSpec(DATASET.fingerprint, learners, design.spec, "error", 3)


def experiment_page():
    cache.store().put_dataset(DATASET.fingerprint, dataset_to_parquet(DATASET))
    cache.store().hold(WORKSPACE, DATASET.fingerprint, cache.DATA, DATASET.name)
    return opened("experiment", w=WORKSPACE, data=DATASET.fingerprint)


def load(app, spec):
    app.file_uploader(key="spec_file").upload("experiment.json", spec.to_json().encode()).run()
    assert not app.exception, [item.message for item in app.exception]
    return app


def words(app):
    return " ".join(item.value for kind in (app.caption, app.info, app.error, app.warning) for item in kind)


@pytest.mark.parametrize("key", [key for key in core.DESIGNS if key != "predefined"])
def test_every_design_leads_to_a_picture_and_a_verdict_or_the_reason_for_none(key):
    spec = specification(key)
    app = load(experiment_page(), spec)
    assert app.selectbox(key="design").value == key
    assert "What this design can show" in words(app)
    assert ("but no verdict" in words(app)) is (key == "bootstrap")
    assert app.get("plotly_chart")
    app.button(key="run").click().run()
    job = cache.store().job(app.query_params["run"])
    assert (job.state, core.ExperimentSpec.from_json(job.spec)) == ("done", spec)
    app.switch_page("pages/fold-errors.py").run()
    assert not app.exception, [item.message for item in app.exception]
    assert not app.error, [item.value for item in app.error]
    assert app.get("plotly_chart")
    assert heroes(app) or WITHOUT_TEST in words(app)
    assert ("Pooled takes all predictions" in words(app)) is (key not in ("hold_out", "leave_one_out"))


def curves(app):
    """Names and lines of the designs on the picture of what they can show."""
    (chart,) = app.get("plotly_chart")
    traces = json.loads(chart.proto.spec)["data"][1:]
    return [(trace["name"].strip("\u2068\u2069"), trace["line"]) for trace in traces]


def test_what_a_design_can_show_is_drawn_beside_the_one_before():
    app = experiment_page()
    app.segmented_control(key="design_view").set_value("Power").run()
    assert [name for name, _ in curves(app)] == ["10-fold cross-validation, stratified"]
    app.selectbox(key="design").select("5x2").run()
    (now, line), (before, dashed) = curves(app)
    assert ("5×2" in now, before) == (True, "10-fold cross-validation, stratified")
    assert dashed["dash"] == "dash" and "dash" not in line
    app.selectbox(key="design").select("bootstrap").run()
    assert app.segmented_control(key="design_view").value == "Picture"


def test_classes_are_told_per_unit_of_the_design_and_go_on_being_shown():
    app = experiment_page()
    app.segmented_control(key="design_view").set_value("Classes per").run()
    for design, unit in (("k_fold", "fold"), ("random_resampling", "cut"), ("bootstrap", "sample")):
        app.selectbox(key="design").select(design).run()
        view = app.segmented_control(key="design_view")
        assert view.value == "Classes per"
        assert f"Classes per {unit}" in view.options


def test_predefined_folds_are_offered_where_a_column_says_them(monkeypatch):
    title = core.DESIGNS["predefined"].title
    assert title not in experiment_page().selectbox(key="design").options
    folds = replace(DATASET, folds=pd.Series(np.arange(len(DATASET)) % 3), fingerprint="")
    monkeypatch.setattr(sys.modules[__name__], "DATASET", folds)
    app = experiment_page()
    app.selectbox(key="design").select("predefined").run()
    assert not app.exception and not app.error
    assert "run" in [button.key for button in app.button]


def test_a_specification_replaces_all_that_was_set_before():
    spec = specification("k_fold")
    app = load(experiment_page(), spec)
    other = replace(spec, learners=spec.learners[::-1], measure="accuracy", tuning=core.Tuning(3, 4))
    load(app, other).run()
    app.button(key="run").click().run()
    job = cache.store().job(app.query_params["run"])
    assert core.ExperimentSpec.from_json(job.spec) == other


def test_a_file_that_is_no_specification_changes_nothing():
    app = load(experiment_page(), specification("k_fold"))
    app.file_uploader(key="spec_file").upload("experiment.json", b'{"foldwise": "experiment"}').run()
    assert not app.exception
    assert len(app.error) == 1
    assert app.selectbox(key="design").value == "k_fold"


def test_a_specification_of_other_data_says_so_until_it_is_taken_away():
    app = load(experiment_page(), specification("k_fold"))
    assert "made for" not in words(app)
    app = load(app, replace(specification("k_fold"), fingerprint="0" * 64))
    assert plain(f"made for data that are not kept here; it is used on {spoken(DATASET.name)}") in words(app)
    other = core.load_sample("breast_cancer")
    cache.store().put_dataset(other.fingerprint, dataset_to_parquet(other))
    cache.store().hold(WORKSPACE, other.fingerprint, cache.DATA, other.name)
    app = load(app, replace(specification("k_fold"), fingerprint=other.fingerprint))
    assert plain(f"made for breast cancer; it is used on {spoken(DATASET.name)}") in words(app)


def test_opening_a_run_puts_its_settings_into_the_pickers():
    app = load(experiment_page(), specification("balanced_5x2"))
    app.button(key="run").click().run()
    load(app, specification("hold_out"))
    assert app.selectbox(key="design").value == "hold_out"
    next(item for item in app.button if (item.key or "").startswith("open_")).click().run()
    assert app.selectbox(key="design").value == "balanced_5x2"
    assert "Lines divide the replicates" in words(app)


def test_intervals_of_rates_are_drawn_as_far_as_rates_go(monkeypatch):
    monkeypatch.setattr(elements, "is_dark", lambda: False)
    run = core.run_experiment(DATASET, ["lda", "baseline"], core.make_design("k_fold", k=10))
    drawn = scores_view.picture(run.fold_scores, "Range and intervals").frame
    assert drawn["low"].min() == 0
    assert min(item.best_interval.low for item in summarise(run.fold_scores)) < 0
