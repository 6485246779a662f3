"""What was accepted is found again when the server's memory is full of what others loaded, or begins anew."""

import pytest
import streamlit as st

import core
from core.jobs import Launcher
from pages.ui.session import cache
from tests.pages.opening import opened

WORKSPACE = "0123456789abcdef" * 2


@pytest.fixture(autouse=True)
def fresh_server(monkeypatch):
    st.cache_resource.clear()
    monkeypatch.setattr(Launcher, "warm", lambda self: None)
    yield
    cache.store().close()
    st.cache_resource.clear()


def visit(page, **address):
    app = opened(page, **{"w": WORKSPACE, **address})
    assert not app.exception, [item.message for item in app.exception]
    return app


def accepted():
    """The address of a visitor who accepted a sample."""
    app = visit("data")
    app.segmented_control(key="dataset_way").set_value("Sample data").run()
    next(button for button in app.button if button.label == "Use these data").click().run()
    assert not app.exception
    return app.session_state["dataset_key"]


def test_accepted_data_outlive_what_thirty_others_load():
    address = accepted()
    for visitor in range(30):
        for record in range(4):
            cache.shelf().put((f"{visitor:032x}", "dataset", str(record)), object())
    app = visit("experiment", data=address)
    assert not any("Load a data set first" in item.value for item in app.info)
    assert any("**Data**" in item.value for item in app.sidebar.caption)


def test_accepted_data_outlive_the_server():
    address = accepted()
    cache.store().close()
    st.cache_resource.clear()
    app = visit("experiment", data=address)
    assert not any("Load a data set first" in item.value for item in app.info)
    assert core.load_sample(core.sample_names()[0]).fingerprint == address


def test_the_first_file_finds_a_process_that_waits_for_it(prepared):
    cache.APART.close()
    prepared()
    assert len(cache.APART._idle) == 1
