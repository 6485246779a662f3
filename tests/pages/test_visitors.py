"""A browser is given its workspace by the server; addresses show what they are meant to show, and nothing else."""

import pytest
import streamlit as st
from anyio.from_thread import start_blocking_portal

import core
from core.data import dataset_to_parquet
from core.experiment import do_experiment, imported_results, make_plan, submit_experiment
from core.jobs import Launcher
from pages.ui.session import cache, stored_results
from pages.ui.session.visitors import COOKIE, Visitors
from tests.pages.opening import opened

MINE, OTHERS = "0123456789abcdef" * 2, "fedcba9876543210" * 2


@pytest.fixture(autouse=True)
def fresh_server(monkeypatch):
    st.cache_resource.clear()
    monkeypatch.setattr(Launcher, "warm", lambda self: None)
    monkeypatch.setattr(Launcher, "dispatch", lambda self: None)
    yield
    cache.store().close()
    st.cache_resource.clear()


def answered(kind="text/html; charset=utf-8", scheme="http", **asked):
    """Headers of the answer to a request with these headers."""
    sent = []

    async def app(scope, receive, send):
        await send(
            {"type": "http.response.start", "status": 200, "headers": [(b"content-type", kind.encode())]}
        )

    async def send(message):
        sent.append(message)

    headers = [(name.replace("_", "-").encode(), value.encode()) for name, value in asked.items()]
    scope = {"type": "http", "scheme": scheme, "headers": headers}
    with start_blocking_portal() as portal:
        portal.call(Visitors(app), scope, None, send)
    return {name.decode(): value.decode() for name, value in sent[0]["headers"]}


def test_a_browser_without_a_token_is_given_one_that_scripts_cannot_read():
    first, second = answered()["set-cookie"], answered()["set-cookie"]
    assert first.startswith(f"{COOKIE}=")
    assert first != second
    assert "; HttpOnly; SameSite=Lax" in first
    assert "Secure" not in first
    assert answered(scheme="https")["set-cookie"].endswith("; Secure")
    assert answered(x_forwarded_proto="https")["set-cookie"].endswith("; Secure")
    assert "set-cookie" in answered(kind="", sec_fetch_dest="document"), "a page that did not change"


def test_a_browser_keeps_its_token_and_nothing_but_a_token_counts():
    assert "set-cookie" not in answered(cookie=f"a=b; {COOKIE}={MINE}")
    assert "set-cookie" in answered(cookie=f"{COOKIE}=../../etc")
    assert "set-cookie" in answered(cookie="=;;\x01")
    assert "set-cookie" not in answered(kind="text/javascript")


def test_pages_are_guarded():
    found = answered()
    assert "frame-ancestors 'self'" in found["content-security-policy"]
    assert found["x-content-type-options"] == "nosniff"


def test_a_link_that_names_a_workspace_opens_none_and_leaves_nothing_there():
    app = opened("experiment")
    app.query_params["w"] = OTHERS
    app.run()
    assert not app.exception
    assert "w" not in app.query_params
    assert app.session_state["workspace"] != OTHERS


def finished_run(workspace):
    plan = make_plan(core.load_sample("iris"), ["naive_bayes", "lda"], "k_fold")
    job = submit_experiment(cache.store(), plan, workspace)
    do_experiment(cache.store(), job.id, 1, plan)
    return job


def test_a_sent_link_shows_its_run_with_its_data_and_nothing_else_of_the_sender():
    job, other = (
        finished_run(OTHERS),
        submit_experiment(cache.store(), make_plan(core.load_sample("wine"), ["lda"], "k_fold"), OTHERS),
    )
    app = opened("two-learners", w=MINE, run=job.id, data=job.fingerprint)
    assert not app.exception
    assert any("iris" in item.value for item in app.sidebar.caption)
    app = opened("experiment", w=MINE, run=job.id, data=job.fingerprint)
    keys = {button.key for button in app.button}
    assert not keys & {f"open_{item.id}" for item in (job, other)}
    assert not keys & {f"delete_{item.id}" for item in (job, other)}


def test_nobody_cancels_or_deletes_what_was_sent():
    job = submit_experiment(cache.store(), make_plan(core.load_sample("iris"), ["lda"], "k_fold"), OTHERS)
    assert "cancel" not in {button.key for button in opened("experiment", w=MINE, run=job.id).button}
    assert "cancel" in {button.key for button in opened("experiment", w=OTHERS, run=job.id).button}
    cache.store().finish_job(job.id, "stopped")
    opened("experiment", w=MINE, run=job.id).button(key="resume").click().run()
    assert cache.store().job(job.id).state == "stopped"
    assert len(cache.store().jobs(MINE)) == 1


def test_a_fingerprint_alone_opens_no_data():
    data = core.load_sample("iris")
    cache.store().put_dataset(data.fingerprint, dataset_to_parquet(data))
    app = opened("data", w=MINE, data=data.fingerprint)
    assert not app.exception
    assert not any("iris" in item.value for item in app.sidebar.caption)
    cache.store().hold(MINE, data.fingerprint, cache.DATA, data.name)
    app = opened("data", w=MINE, data=data.fingerprint)
    assert any("iris" in item.value for item in app.sidebar.caption)


def test_imported_results_open_in_another_browser_by_their_link():
    scores = core.read_fold_scores(b"fold,tree,knn\n1,0.1,0.2\n2,0.2,0.25\n3,0.1,0.3\n", measure="error")
    results = imported_results(scores, "brought")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    app = opened("fold-errors", w=MINE, results=results.id)
    assert any("brought" in item.value for item in app.sidebar.caption)
