"""What a workspace keeps is listed on Data and deleted there; results of many rows are kept like others."""

import time

import numpy as np
import pandas as pd
import pytest
import streamlit as st

import core
from core.data import dataset_to_parquet, read_predictions
from core.errors import InputError
from core.experiment import imported_results
from core.jobs import Launcher, holdings
from pages.ui.session import cache, stored_results
from tests.pages.test_import import visit, well, words

WORKSPACE = "0123456789abcdef" * 2


@pytest.fixture(autouse=True)
def fresh_server(monkeypatch):
    st.cache_resource.clear()
    monkeypatch.setattr(Launcher, "warm", lambda self: None)
    yield
    cache.store().close()
    st.cache_resource.clear()


def load_sample(app):
    well(app.segmented_control(key="way").set_value("Sample data").run())
    return app.button(key="accept").click().run()


def test_data_are_listed_with_their_size_and_deleted():
    app = visit("data")
    well(load_sample(app))
    title = next(item.label for item in app.expander if item.label.startswith("Kept in this workspace"))
    assert title.endswith(" of 4\u00a0GB")
    app.session_state["kept_here"] = True
    well(app.run())
    fingerprint = cache.store().brought(app.session_state["workspace"])[0].address
    well(app.button(key=f"let_go_{fingerprint}").click().run())
    assert cache.store().dataset(fingerprint) is None
    assert cache.NO_DATA in words(app)
    assert not [item for item in app.expander if item.label.startswith("Kept in this workspace")]


def test_data_of_another_workspace_are_said_to_be_so_or_not_kept_on_every_page_alike():
    address = core.load_sample("iris").fingerprint
    cache.store().put_dataset(address, dataset_to_parquet(core.load_sample("iris")))
    cache.store().hold("f" * 32, address, cache.DATA, "iris")
    for page in ("data", "experiment"):
        said = "The data of this address are not kept here, or are somebody else's: load them again"
        assert said in words(visit(page, data=address)), page


def test_data_beyond_the_quota_are_refused_in_a_sentence(monkeypatch):
    monkeypatch.setattr(holdings, "MOST_OF_WORKSPACE", 1000)
    app = visit("data")
    well(load_sample(app))
    assert any("a workspace may keep" in item.value for item in app.error)
    assert "data" not in app.query_params


def many_rows(count):
    rng = np.random.default_rng(0)
    labels = {name: rng.choice(["a", "b"], count) for name in ("y_true", "tree", "svm")}
    table = pd.DataFrame({"id": np.arange(count), "fold": np.arange(count) % 10 + 1, **labels})
    return imported_results(read_predictions(table.to_csv(index=False).encode()), "many.csv")


def test_results_of_many_rows_are_kept_while_the_visitor_goes_on(monkeypatch):
    monkeypatch.setattr(stored_results, "_MOST_AT_ONCE", 1000)
    results = many_rows(2000)
    with cache.APART as apart:
        stored_results.keep(cache.store(), apart, WORKSPACE, results)
        for _ in range(600):
            if cache.store().brought(WORKSPACE):
                break
            time.sleep(0.1)
        item = cache.store().brought(WORKSPACE)[0]
        found = stored_results.kept(cache.store(), apart, results.id)
    assert (item.title, item.kind, item.address) == (
        "many.csv", "results", stored_results.address(results.id)
    )  # fmt: skip
    assert found.id == results.id
    assert found.predictions.fingerprint == results.predictions.fingerprint


def test_results_without_room_are_refused_before_they_are_written(monkeypatch):
    monkeypatch.setattr(holdings, "MOST_OF_WORKSPACE", 1000)
    scores = core.read_fold_scores(
        b"fold,a,b\n" + b"".join(b"%d,0.1,0.2\n" % i for i in range(1, 30)), measure="error"
    )
    with pytest.raises(InputError, match="a workspace may keep"):
        stored_results.keep(cache.store(), cache.APART, WORKSPACE, imported_results(scores, "t"))
    assert not cache.store().brought(WORKSPACE)
