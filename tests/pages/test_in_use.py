"""What a door brought in stands in one line with the way on; the form opens again where others are wanted."""

import pytest
import streamlit as st

from core.jobs import Launcher
from pages.ui.importing import fold_scores
from pages.ui.session import cache
from tests.pages.test_import import answer, pasted, use, visit, well, words


@pytest.fixture(autouse=True)
def fresh_server(monkeypatch):
    st.cache_resource.clear()
    monkeypatch.setattr(Launcher, "warm", lambda self: None)
    yield
    cache.store().close()
    st.cache_resource.clear()


def test_accepted_data_close_the_form_and_lead_on_from_its_place():
    app = visit("data")
    well(app.segmented_control(key="way").set_value("Sample data").run())
    well(app.button(key="accept").click().run())
    assert not [control for control in app.segmented_control if control.key == "way"]
    assert "accept" not in {button.key for button in app.button}
    assert "Change" in {button.label for button in app.button}
    well(app.button(key="change_dataset").click().run())
    assert app.segmented_control(key="way").value == "Sample data"
    assert "In use: " in words(app)
    well(app.button(key="change_dataset").click().run())
    assert "accept" not in {button.key for button in app.button}
    well(app.button(key="go_dataset").click().run())
    assert "Experiment" in [item.value for item in app.title]


def test_results_in_use_can_be_changed_for_others():
    app = pasted(fold_scores, "fold,A,B\n1,0.1,0.2\n2,0.2,0.3\n3,0.1,0.3\n")
    answer(app, "measure", "error")
    use(app, "scores")
    well(app.button(key="change_fold_scores").click().run())
    assert "In use: " in words(app)
    assert "Keep these" in {button.label for button in app.button}
    well(app.button(key="change_fold_scores").click().run())
    well(app.button(key="go_fold_scores").click().run())
    assert "Two learners" in [item.value for item in app.title]
