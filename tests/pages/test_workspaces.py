"""More workspaces at once than any cache of the server has room for: each finds what it brought, and nobody else's."""

import random

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from core.jobs import Launcher
from pages.ui.session import cache
from tests.pages.opening import PATIENCE

VISITORS, ROOM = 32, 20
"""Workspaces at once, and how many of them the server's memory has room for: fewer than in truth, to take less time."""


def brings():
    """One visitor accepts data, brings results and says what mistakes cost."""
    import numpy as np
    import pandas as pd
    import streamlit as st

    from core.data import read_dataset, read_fold_scores
    from core.experiment import imported_results
    from pages.ui.session import cache, state

    state.begin()
    number = int(st.query_params["number"])
    rng = np.random.default_rng(number)
    table = pd.DataFrame({"x": rng.normal(size=12), "label": ["a", "b"] * 6})
    data = read_dataset(table.to_csv(index=False).encode(), "label")
    scores = pd.DataFrame({"fold": range(1, 6), "one": rng.random(5), "two": rng.random(5)})
    results = imported_results(
        read_fold_scores(scores.to_csv(index=False).encode(), measure="error"), str(number)
    )
    cache.keep_dataset(data)
    cache.keep_results(results)
    cache.keep_losses(("a", "b"), [[0, number], [1, 0]])
    st.session_state["brought"] = data.fingerprint, results.id, number


def finds():
    """The same visitor comes back to the address in another tab."""
    import streamlit as st

    from pages.ui.session import cache, state

    state.begin()
    data, results, losses = cache.dataset(), cache.results(), cache.losses(("a", "b"))
    st.session_state["found"] = data and data.fingerprint, results and results.id, losses and losses[0][1]


def renames():
    """The visitor runs an experiment, and brings the same content once more under another name."""
    from dataclasses import replace

    import streamlit as st

    import core
    from core.experiment import make_plan, submit_experiment
    from pages.ui.session import cache, state

    state.begin()
    data = replace(core.load_sample("iris"), name=st.query_params["first"])
    cache.keep_dataset(data)
    job = submit_experiment(cache.store(), make_plan(cache.dataset(), ["naive_bayes"], 3), state.workspace())
    cache.keep_dataset(replace(data, name="iris_b"))
    st.session_state["names"] = [
        job.title.partition(":")[0], cache.experiment(job).title.partition(":")[0], cache.dataset().name
    ]  # fmt: skip


@pytest.fixture(autouse=True)
def fresh_server(monkeypatch):
    st.cache_resource.clear()
    monkeypatch.setattr(cache, "SHELF_SIZE", ROOM)
    monkeypatch.setattr(Launcher, "warm", lambda self: None)
    yield
    cache.store().close()
    st.cache_resource.clear()


def ran(script, workspace, **address):
    app = AppTest.from_function(script, default_timeout=PATIENCE)
    app.session_state["workspace"] = f"{workspace:032x}"  # as the browser's cookie says
    for name, value in address.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception, [item.message for item in app.exception]
    return app


def test_every_workspace_keeps_its_own():
    brought = {}
    for number in range(VISITORS):
        app = ran(brings, workspace=number + 1, number=str(number))
        data, results, _ = app.session_state["brought"]
        brought[number] = app.session_state["brought"]
        assert data in app.query_params["data"]
        assert results in app.query_params["results"]
    order = list(brought)
    random.Random(1).shuffle(order)
    for number in order:
        data, results, _ = brought[number]
        app = ran(finds, workspace=number + 1, data=data, results=results)
        assert app.session_state["found"] == brought[number]
    assert len({data for data, _, _ in brought.values()}) == VISITORS


def test_a_link_shows_results_and_neither_the_data_nor_the_settings_of_who_sent_it():
    data, results, _ = ran(brings, workspace=1, number="1").session_state["brought"]
    guest = ran(finds, workspace=2, data=data, results=results)
    assert guest.session_state["found"] == (None, results, None)
    assert ran(finds, workspace=2).session_state["found"] == (None, None, None)


def test_the_same_data_bear_one_name_which_is_that_of_who_brought_them():
    for workspace, name in enumerate(("mine", "yours"), 1):
        assert ran(renames, workspace=workspace, first=name).session_state["names"] == [name] * 3
