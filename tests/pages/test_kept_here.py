"""What a workspace keeps is listed on Data and deleted there; results of many rows are kept like others."""

import time

import numpy as np
import pandas as pd
import pytest
import streamlit as st

import core
from core.data import dataset_to_parquet, read_predictions
from core.errors import InputError
from core.experiment import (
    cost,
    do_experiment,
    imported_results,
    make_plan,
    read_notebook,
    submit_experiment,
    write_remark,
)
from core.jobs import Launcher, holdings
from pages.ui.display.text import plain
from pages.ui.importing import fold_scores, predictions
from pages.ui.session import cache, stored_results
from tests.pages.opening import opened
from tests.pages.test_import import answer, pasted, use, visit, well, words
from tests.pages.test_in_use import waits

WORKSPACE = "0123456789abcdef" * 2


@pytest.fixture(autouse=True)
def fresh_server(monkeypatch):
    st.cache_resource.clear()
    monkeypatch.setattr(Launcher, "warm", lambda self: None)
    yield
    cache.store().close()
    st.cache_resource.clear()


def load_sample(app):
    well(app.segmented_control(key="dataset_way").set_value("Sample data").run())
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
    assert [item.value for item in app.toast] == [plain("iris is deleted. Nothing is in use now.")]
    assert app.toast[0].proto.duration >= 10
    assert cache.NO_DATA not in words(app)
    assert "data" not in app.query_params
    assert not [item for item in app.expander if item.label.startswith("Kept in this workspace")]


def test_data_are_deleted_for_good_with_the_runs_on_them_so_that_no_link_shows_them_any_more():
    app = visit("data")
    well(load_sample(app))
    fingerprint, workspace = app.session_state["dataset_key"], app.session_state["workspace"]
    store, plan = (
        cache.store(),
        make_plan(core.load_sample("iris"), ["lda", "tree"], core.make_design("k_fold", k=2)),
    )
    waiting = submit_experiment(store, plan, workspace)
    app.session_state["kept_here"] = True
    well(app.run())
    assert plain("A run on iris is under way: cancel it first.") in [item.value for item in app.caption]
    assert f"let_go_{fingerprint}" not in {button.key for button in app.button}
    do_experiment(store, waiting.id, 1, plan)
    deleted = submit_experiment(store, plan, workspace)
    do_experiment(store, deleted.id, 1, plan)
    write_remark(store, workspace, deleted.id, deleted=time.time())
    write_remark(store, workspace, waiting.id, name="of my patients")
    app = well(opened("data", {"kept_here": True}, w=workspace, data=fingerprint))
    button = app.button(key=f"let_go_{fingerprint}")
    assert button.label == "Delete for good with 1 run"
    assert any("Nothing brings iris and 1 run on it back" in item.value for item in app.caption)
    well(button.click().run())
    assert not store.jobs(workspace)
    assert not read_notebook(store, workspace).remarks
    assert store.dataset(fingerprint) is None
    assert not store.known({unit.address for unit in plan.units(addressed=True)})
    link = opened("two-learners", w=workspace, run=waiting.id)
    assert "nothing of it is kept on this server" in words(link)


def kept_things(app):
    """What is listed as kept, by title: its address."""
    app.session_state["kept_here"] = True
    well(app.run())
    return {item.title: item.address for item in cache.store().brought(WORKSPACE)}


def key_of(app, name):
    """What the address says of it, as a text."""
    found = app.query_params.get(name, "")
    return found[0] if isinstance(found, list) else found


def bring(door, text, kind):
    app = pasted(door, text)
    if kind == "scores":
        answer(app, "measure", "error")
    else:
        answer(app, "design", "hold_out")
    return app, use(app, kind)


BRINGINGS = {
    "scores": (fold_scores, "fold,A,B\n1,0.1,0.2\n2,0.2,0.3\n3,0.1,0.3\n"),
    "predictions": (predictions, "y_true,tree,svm\na,a,b\nb,b,b\na,b,a\nb,b,b\n"),
}


@pytest.mark.parametrize("kind", BRINGINGS)
def test_what_was_brought_is_opened_again_where_it_is_listed(kind):
    door, text = BRINGINGS[kind]
    _, key = bring(door, text, kind)
    app = visit("data")  # on another day
    assert not key_of(app, "results")
    ((_, address),) = kept_things(app).items()
    well(app.button(key=f"open_{address}").click().run())
    assert key_of(app, "results") == key
    assert f"go_{door.DOOR}" in {button.key for button in app.button}, "its tab is open, with the way on"
    assert f"open_{address}" not in {button.key for button in app.button}
    assert "in use" in words(app)


def test_data_are_opened_again_and_test_sets_are_not():
    app = visit("data")
    well(load_sample(app))
    well(app.button(key="change_dataset").click().run())
    well(app.toggle(key="aside").set_value(True).run())
    well(app.button(key="accept").click().run())
    rest = key_of(app, "data")
    items = cache.store().brought(WORKSPACE)
    kept_things(app)
    (whole,) = [item.address for item in items if item.kind == cache.DATA and item.address != rest]
    (test,) = [item.address for item in items if item.kind == cache.TEST_SET]
    shown = {button.key for button in app.button}
    assert f"open_{whole}" in shown
    assert not {f"open_{test}", f"open_{rest}"} & shown
    well(app.button(key=f"open_{whole}").click().run())
    assert key_of(app, "data") == whole


def test_results_of_another_version_are_said_to_be_so(monkeypatch):
    bring(*BRINGINGS["scores"], "scores")
    app = visit("data")
    ((_, address),) = kept_things(app).items()
    monkeypatch.setattr(stored_results, "kept", lambda *_: None)
    well(app.button(key=f"open_{address}").click().run())
    assert "bring them again" in app.toast[0].value
    assert not key_of(app, "results")


@pytest.mark.parametrize("kind", BRINGINGS)
def test_results_that_step_back_for_a_run_are_opened_again(kind, monkeypatch):
    monkeypatch.setattr(cost, "_timed", lambda work: 0.0001)
    door, text = BRINGINGS[kind]
    app, key = bring(door, text, kind)
    app.session_state["door"] = "Data set"
    well(app.run())
    well(load_sample(app))
    well(app.switch_page("pages/experiment.py").run())
    well(app.button(key="run").click().run())
    run = key_of(app, "run")
    assert not key_of(app, "results")
    assert "stepped back for the experiment" in words(app)
    for again in (app, visit("data", run=run, door=door.TAB)):  # here, and after a reload
        assert "open_aside_sidebar" in {button.key for button in again.button}
    assert f"open_aside_{door.DOOR}" in {button.key for button in again.button}
    well(app.button(key="open_aside_sidebar").click().run())
    assert (key_of(app, "results"), key_of(app, "run")) == (key, run)
    assert "stepped back" not in words(app)
    well(app.switch_page("pages/one-learner.py").run())
    well(app.button(key="back_to_run").click().run())
    assert not key_of(app, "results")
    assert "open_aside_sidebar" in {button.key for button in app.button}
    assert "stepped back" not in words(visit("data", run=run, results=key)), "as Back leads there"
    for item in [item for item in cache.store().brought(WORKSPACE) if item.kind == stored_results.RESULTS]:
        kept_things(again)
        well(again.button(key=f"let_go_{item.address}").click().run())
    assert "stepped back" not in words(again)


@pytest.fixture
def run_of_iris(monkeypatch):
    """Makes runs that go on waiting, and gives their ids."""
    monkeypatch.setattr(Launcher, "dispatch", lambda self: None)

    def make(learner):
        made = make_plan(core.load_sample("iris"), [learner], core.make_design("hold_out"))
        return submit_experiment(cache.store(), made, WORKSPACE).id

    return make


def shown_runs(app):
    """How many of the runs that are listed are said to be shown."""
    well(app.switch_page("pages/experiment.py").run())
    return sum(item.value.endswith("(shown)") for item in app.markdown)


def test_each_run_keeps_the_results_that_stepped_back_for_it(run_of_iris):
    kept = {run_of_iris("lda"): "scores", run_of_iris("qda"): "predictions"}
    one, _ = kept
    keys = {kind: bring(*BRINGINGS[kind], kind)[1] for kind in BRINGINGS}
    app = visit("data")
    for run, kind in kept.items():
        well(app.switch_page("pages/data.py").run())
        kept_things(app)
        well(app.button(key=f"open_{stored_results.address(keys[kind])}").click().run())
        well(app.switch_page("pages/experiment.py").run())
        well(app.button(key=f"open_{run}").click().run())
        assert not key_of(app, "results")
    well(app.switch_page("pages/data.py").run())
    kept_things(app)
    well(app.button(key=f"let_go_{stored_results.address(keys['predictions'])}").click().run())
    assert "stepped back" not in words(app), "the results of the run that is shown are deleted"
    well(app.switch_page("pages/experiment.py").run())
    well(app.button(key=f"open_{one}").click().run())
    well(app.button(key="open_aside_sidebar").click().run())
    assert (key_of(app, "results"), key_of(app, "run")) == (keys["scores"], one)


def test_a_run_is_shown_unless_imported_results_are(run_of_iris):
    run, (app, _) = run_of_iris("lda"), bring(*BRINGINGS["scores"], "scores")
    assert shown_runs(app) == 0
    well(app.button(key=f"open_{run}").click().run())
    assert shown_runs(app) == 1
    well(app.button(key="open_aside_sidebar").click().run())
    assert shown_runs(app) == 0


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
        found = stored_results.kept(cache.store(), apart, stored_results.address(results.id))
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


@pytest.mark.parametrize("way", ["Pasted", "Your files"])
@pytest.mark.parametrize("reopened", [True, False])
def test_what_is_deleted_for_good_is_at_no_door_any_more(way, reopened):
    door, text = BRINGINGS["scores"]
    app = answer(waits(door, text, way), "measure", "error")
    key = use(app, "scores")
    address = stored_results.address(key)
    if reopened:  # in a session that has the link alone
        app = visit("data", results=key, door=door.TAB)
        well(app.button(key="change_fold_scores").click().run())
        assert "accept_scores" in {button.key for button in app.button}
        assert not cache.store().beside(WORKSPACE, door.DOOR), "it is no draft: it is in use"
        well(app.button(key="change_fold_scores").click().run())
    waits(door, text, way)  # in another tab
    assert cache.store().beside(WORKSPACE, door.DOOR)
    kept_things(app)
    well(app.button(key=f"let_go_{address}").click().run())
    assert cache.store().bytes_of(WORKSPACE) == 0
    assert "brought here" not in words(app) and not [box for box in app.text_area if box.value]
    again = visit("data", door=door.TAB)
    assert again.file_uploader(key="fold_scores_file") and cache.store().bytes_of(WORKSPACE) == 0


def test_what_else_waits_stays_where_something_is_deleted():
    _, key = bring(*BRINGINGS["scores"], "scores")
    waits(predictions, BRINGINGS["predictions"][1], "Pasted")
    app = visit("data")
    kept_things(app)
    well(app.button(key=f"let_go_{stored_results.address(key)}").click().run())
    again = visit("data", door=predictions.TAB)
    assert again.text_area(key="predictions_text").value == BRINGINGS["predictions"][1]


def test_pasted_data_that_another_door_read_are_at_neither_once_they_are_deleted():
    rows = (f"{i},{i % 7},{i % 5},{'ab'[i % 2]}\n" for i in range(60))
    app = pasted(fold_scores, "height,width,depth,species\n" + "".join(rows))
    well(app.button(key="elsewhere_fold_scores").click().run())
    well(app.button(key="accept").click().run())
    assert cache.store().beside(WORKSPACE, fold_scores.DOOR)
    (address,) = kept_things(app).values()
    well(app.button(key=f"let_go_{address}").click().run())
    assert cache.store().bytes_of(WORKSPACE) == 0
    app.query_params["door"] = fold_scores.TAB
    well(app.run())
    assert not [box for box in app.text_area if box.value] and cache.store().bytes_of(WORKSPACE) == 0


@pytest.mark.parametrize("kind", BRINGINGS)
def test_the_box_of_a_text_that_is_deleted_is_told_to_be_empty(kind):
    door, text = BRINGINGS[kind]
    app, key = bring(door, text, kind)
    well(app.button(key=f"change_{door.DOOR}").click().run())
    kept_things(app)
    well(app.button(key=f"let_go_{stored_results.address(key)}").click().run())
    box = app.text_area(key=f"{door.DOOR}_text").proto
    assert box.set_value and box.value == "", "what is only forgotten stays in a box of a browser"
