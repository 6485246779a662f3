"""No room is empty: where nothing was brought, a sample is shown and said to be one."""

import pytest
import streamlit as st

import core
from core.experiment import imported_results
from pages.ui.experiment import starting
from pages.ui.results import sample
from pages.ui.session import cache, stored_results
from tests.pages.opening import opened

WORKSPACE = "fedcba9876543210" * 2
ANALYSES = ("fold-errors", "measures", "one-learner", "two-learners", "many-learners", "many-datasets")


@pytest.fixture(autouse=True)
def fresh_server():
    st.cache_resource.clear()
    yield
    cache.launcher().close()
    cache.store().close()
    st.cache_resource.clear()


def announced(app):
    """What is said of the sample; empty where the page shows something else."""
    return "".join(item.value for item in app.markdown if "**A sample**" in item.value)


@pytest.mark.parametrize("page", ANALYSES)
def test_a_page_without_results_shows_those_of_a_sample(page):
    app = opened(page, w=WORKSPACE)
    assert not app.exception
    assert "Demšar" in announced(app) if page == "many-datasets" else "breast cancer" in announced(app)
    assert app.get("plotly_chart")
    assert "results" not in app.query_params  # it is nobody's results as long as nobody takes it
    assert not any("Imported" in item.value for item in app.sidebar.caption)


@pytest.fixture
def titles(monkeypatch):
    """Titles of the browser's tab, in the order in which it is given them."""
    given = []
    monkeypatch.setattr(st, "set_page_config", lambda page_title, **_rest: given.append(page_title))
    return given


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("two-learners", "Two learners · breast cancer · Foldwise"),
        ("experiment", "Experiment · breast cancer · Foldwise"),
        ("many-datasets", "Many data sets · 14 data sets · Foldwise"),
        ("methods", "Methods · Foldwise"),
    ],
)
def test_the_tab_of_the_browser_names_the_sample_where_it_is_shown(titles, page, title):
    opened(page, w=WORKSPACE)
    assert titles[-1] == title


def test_the_tab_of_the_browser_names_imported_results(titles):
    scores = core.read_fold_scores("sample_data/imports/lists_5x2.json", measure="error")
    results = imported_results(scores, "brought")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    opened("fold-errors", w=WORKSPACE, results=results.id)
    assert titles[-1] == "Fold errors · lists 5x2 · Foldwise"


@pytest.mark.parametrize(
    ("page", "address"),
    [("measures", {"measures_part": part}) for part in ("AUC", "Confusion matrix", "Losses")]
    + [(page, {}) for page in ("many-learners", "many-datasets")],
)
def test_every_download_says_what_it_holds(page, address):
    app = opened(page, w=WORKSPACE, **address)
    labels = [item.label for item in app.get("download_button")]
    assert labels
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("page", ["two-learners", "measures"])
def test_in_a_lecture_a_sample_is_named_and_nothing_is_offered_in_its_place(page):
    for present, offered in ((0, True), (1, False)):
        app = opened(page, w=WORKSPACE, present=present)
        assert not app.exception
        assert "breast cancer" in announced(app)
        assert ("use_sample" in [button.key for button in app.button]) is offered
        assert ("My data" in [link.proto.label for link in app.get("page_link")]) is offered


def test_the_sample_is_used_like_results_that_were_brought():
    app = opened("two-learners", w=WORKSPACE)
    charts = len(app.get("plotly_chart"))
    app.button(key="use_sample").click().run()
    assert not app.exception
    assert announced(app) == ""
    assert len(app.get("plotly_chart")) == charts
    key = app.session_state["results_key"]
    kept = sample.results()
    assert key == kept.id
    cache.shelf.clear()  # what the server remembers is gone, what it stores is not
    again = opened("measures", w=WORKSPACE, results=key)
    assert not again.exception
    assert announced(again) == ""
    assert any(kept.title.split(":")[0] in item.value for item in again.sidebar.caption)


def test_an_experiment_can_be_tried_on_the_sample(monkeypatch):
    monkeypatch.setattr(starting, "IN_PAGE_SECONDS", 60.0)
    app = opened("experiment", w=WORKSPACE)
    assert "breast cancer" in announced(app)
    assert app.get("plotly_chart")
    app.button(key="run").click().run()
    assert not app.exception
    assert announced(app) == ""
    assert app.session_state["dataset_key"] == sample.dataset().fingerprint
    assert cache.store().job(app.session_state["run_id"]).state == "done"


def captions(app):
    return " ".join(item.value for item in [*app.caption, *app.sidebar.caption])


def test_a_sample_that_is_used_is_neither_called_imported_nor_are_its_files_asked_for():
    app = opened("two-learners", w=WORKSPACE)
    app.button(key="use_sample").click().run()
    assert "A sample that comes with Foldwise" in captions(app)
    assert "**Sample**" in captions(app)
    app.switch_page("pages/data.py").run()
    app.button(key="change_predictions").click().run()
    assert not app.exception
    assert "In use: " in captions(app)
    assert "bring them again" not in captions(app)
    assert "Imported" not in captions(app)


@pytest.mark.parametrize("first", ["experiment", "data"])
def test_data_of_a_sample_are_changed_among_samples_where_a_test_set_is_set_aside(first):
    app = opened(first, w=WORKSPACE)
    app.switch_page("pages/experiment.py").run()
    app.button(key="use_sample").click().run()
    app.switch_page("pages/data.py").run()
    app.button(key="change_dataset").click().run()
    assert not app.exception
    assert app.segmented_control(key="dataset_way").value == "Sample data"
    assert app.selectbox(key="sample").value == sample.NAME
    assert "bring them again" not in captions(app)
    app.toggle(key="aside").set_value(True).run()
    app.button(key="accept").click().run()
    assert not app.exception
    assert "The test set that was left out" in " ".join(item.label for item in app.get("download_button"))
    left = app.session_state["dataset_key"]
    app = opened("data", w=WORKSPACE, data=left)  # by a reload
    app.button(key="change_dataset").click().run()
    assert not app.exception
    assert app.segmented_control(key="dataset_way").value == "Sample data"
    assert app.selectbox(key="sample").value == sample.NAME
    assert "bring them again" not in captions(app)


def test_the_same_test_set_of_the_same_data_is_not_left_out_once_more():
    app = opened("experiment", w=WORKSPACE)
    app.button(key="use_sample").click().run()
    app.switch_page("pages/data.py").run()
    app.button(key="change_dataset").click().run()
    app.toggle(key="aside").set_value(True).run()
    assert not app.button(key="accept").disabled
    app.button(key="accept").click().run()
    app.button(key="change_dataset").click().run()
    assert app.toggle(key="aside").value
    assert app.button(key="accept").disabled
    assert "These are the data in use, without this test set." in captions(app)
    app.number_input(key="aside_seed").set_value(1).run()
    assert not app.button(key="accept").disabled
    assert "These are the data in use" not in captions(app)
