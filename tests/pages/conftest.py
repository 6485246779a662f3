"""Fixtures for the tests of pages, which run without a browser."""

import functools
import gc
import sys
import threading
import traceback
from dataclasses import replace

import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime import context
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.testing.v1 import app_test, local_script_runner

from core.experiment import cost
from core.experiment.work import ExperimentWork
from core.jobs.schedulers import PROCESSES
from core.simulation import simulate
from pages.ui.experiment import starting
from pages.ui.laboratory import kept, trials
from pages.ui.results import sample
from pages.ui.session import cache
from pages.ui.verdicts import hero


@pytest.fixture(autouse=True)
def _nobody_else_uses_the_machine(monkeypatch):
    """Forecasts say so, and tests run beside whatever."""
    monkeypatch.setattr(starting, "crowding", lambda at_once: 1.0)


@pytest.fixture(autouse=True, scope="session")
def _packages_are_searched_once():
    """For every test anew, Streamlit would look for components in all that is installed: a quarter of a second."""
    found = manifest_scanner.scan_component_manifests()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", lambda: found)
        yield


@pytest.fixture(autouse=True, scope="session")
def _no_browser_is_asked_for_cookies():
    """There is none; for every run anew, Streamlit's stand-in for a server would build seven classes to say so."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(context, "_get_client_context", lambda: None)
        yield


@pytest.fixture(autouse=True, scope="session")
def _scripts_are_compiled_once():
    """For every run anew, Streamlit would compile the script of the app and that of the page."""
    compiled = ScriptCache()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app_test, "ScriptCache", lambda: compiled)
        patch.setattr(local_script_runner, "ScriptCache", lambda: compiled)
        yield


@pytest.fixture
def fresh_server():
    """Nothing that another test left in memory, and a store that is closed in the end."""
    st.cache_resource.clear()
    yield
    cache.store().close()
    st.cache_resource.clear()


@pytest.fixture(autouse=True)
def _jobs_are_done_in_this_process(monkeypatch):
    """For few fits, each test would start processes that import the house anew and know nothing of what is trained."""
    monkeypatch.setenv(PROCESSES, "1")


@pytest.fixture(autouse=True)
def _busy_machines_are_waited_for(monkeypatch):
    """Runs that are forecast to be short are done in the page, and trials come, however long they then take."""
    monkeypatch.setattr(starting, "PATIENCE", 1000.0)
    monkeypatch.setattr(trials, "PATIENCE", 1000.0)


@pytest.fixture(autouse=True)
def _few_positions_are_foreseen(monkeypatch):
    """For every page anew, half a second would go to the positions of a slider that nobody drags."""
    monkeypatch.setattr(hero, "PATIENCE", 0.0)


@pytest.fixture(autouse=True, scope="session")
def _first_trials_are_drawn_once():
    """For every test anew, the laboratory would train learners for its small pictures and for a first look."""
    drawn = {}

    def simulated(key, *, trials, seed, **settings):
        asked = key, trials, seed, repr(sorted(settings.items()))  # 4 is not 4.0
        if not all(isinstance(value, str | int | float | None) for value in settings.values()):
            return simulate(key, trials=trials, seed=seed, **settings)
        if asked not in drawn:
            drawn[asked] = simulate(key, trials=trials, seed=seed, **settings)
        return drawn[asked]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kept, "simulate", simulated)
        patch.setattr(kept, "GLANCE", 0.0)
        yield


@pytest.fixture(autouse=True, scope="session")
def _samples_are_run_once():
    """For every test anew, what pages show while nothing was brought would be run, scored and judged."""
    with pytest.MonkeyPatch.context() as patch:
        for kept_by_streamlit in (
            sample.results,
            sample.over_datasets,
            cache._committed_example,
            cache._run_example,
        ):
            about = kept_by_streamlit._info
            patch.setattr(about, "func", functools.cache(about.func))
        yield


@pytest.fixture(autouse=True, scope="session")
def prepared():
    """After every test, its server would look through all that is in memory, and set it aside: once is enough.

    What it does then is given to the test that asks for it.
    """
    prepare = cache._prepare
    gc.collect()
    gc.freeze()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cache, "_prepare", lambda: None)
        yield prepare


@pytest.fixture(autouse=True, scope="session")
def _learners_are_trained_once():
    """For every test anew, the same learners would be trained on the same folds; every store still begins empty."""
    run, trained = ExperimentWork.run, {}

    def once(work, unit):
        if not unit.address:
            return run(work, unit)
        if unit.address not in trained:
            trained[unit.address] = run(work, unit)
        split = work.splits[unit.arguments.split]
        name = work.entrants[unit.arguments.learner].spec.name
        return replace(trained[unit.address], learner=name, replicate=split.replicate, fold=split.fold)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ExperimentWork, "run", once)
        yield


@pytest.fixture(autouse=True, scope="session")
def _learners_are_timed_once():
    """For every test anew, small fits of the same learners on the same data would be timed."""
    measure, measured = cost._measured, {}

    def once(plan, entrant, pair):
        how = (
            cost._timed,
            plan.dataset.fingerprint,
            entrant.spec.digest(),
            len(pair.train),
            len(pair.validation),
        )
        if how not in measured:
            measured[how] = measure(plan, entrant, pair)
        return measured[how]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cost, "_measured", once)
        yield


@pytest.fixture(autouse=True, scope="session")
def _runs_are_waited_for_without_asking():
    """Streamlit asks a thousand times a second whether a run is over, and of one that hangs not what it does."""
    over = local_script_runner.require_widgets_deltas

    def awaited(runner, timeout):
        script = runner._script_thread
        script.join(timeout)
        stacks = _what_threads_do() if script.is_alive() else ()
        try:
            over(runner, 1.0)
        except RuntimeError as error:
            raise RuntimeError("\n".join([str(error), *stacks])) from error

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local_script_runner, "require_widgets_deltas", awaited)
        yield


def _what_threads_do():
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    for ident, frame in sys._current_frames().items():
        yield f"{names.get(ident)}:\n{''.join(traceback.format_stack(frame)[-12:])}"
