"""What a link asks for and cannot get is said once, on every page; the rest of it is taken."""

import ast
import re
from pathlib import Path

import pytest
import streamlit as st

from pages.ui.session import cache
from tests.pages.opening import opened
from tests.pages.test_smoke import WORKSPACE, finished_job

ROOT = Path(__file__).parents[2]
UNKNOWN = "Nowhere"
POSSIBLE = re.compile(r" \(possible: [^)]*\)")
FREE = {"text_area", "text_input", "toggle"}
"""Widgets for which nothing is unknown, or that are on or off."""


@pytest.fixture(autouse=True)
def fresh_server():
    st.cache_resource.clear()
    yield
    cache.launcher().close()
    cache.store().close()
    st.cache_resource.clear()


def refused(app) -> list[str]:
    assert not app.exception, [item.message for item in app.exception]
    said = [item.value.replace("\\", "").replace("\u2060", "") for item in app.warning]
    return [POSSIBLE.sub("", text) for text in said if text.startswith("Not all of this link")]


def sentence(title: str, instead: str, given: str = UNKNOWN) -> list[str]:
    return [f"Not all of this link could be used. {title}: “{given}” is not possible here, {instead}."]


@pytest.mark.parametrize(
    ("page", "name", "title", "instead"),
    [
        ("start", "example_data", "Data", "“Breast cancer” was taken"),
        ("start", "shuffles", "Shuffles (at most 100)", "the first cut is shown"),
        ("data", "door", "Tab", "“Data set” was taken"),
        ("calculators", "calc", "Calculator", "“Errors of n” was taken"),
        ("calculators", "calc_claim", "Claim to support (H1)", "“rate ≠ p0” was taken"),
        ("lab", "lab", "Experiment", "all experiments are shown"),
        ("methods", "method", "Entry", "“Corrected resampled t test” is shown"),
        ("methods", "kind", "Kind", "“Tests” was taken"),
        ("measures", "measures_part", "View", "“Thresholds and curves” was taken"),
        ("measures", "curve_band", "Band", "“none” was taken"),
        ("many-datasets", "data", "Data", "nothing was taken"),
    ],
)
def test_an_unknown_choice_of_a_link_is_named(page, name, title, instead):
    assert refused(opened(page, w=WORKSPACE, **{name: UNKNOWN})) == sentence(title, instead)


def test_what_is_known_is_taken_without_a_word():
    app = opened("calculators", calc="2×2 table", table_tab="Assumptions", calc_claim="A < B")
    assert refused(app) == []
    app = opened("calculators", calc="2x2 table")  # as it is typed
    assert refused(app) == [] and app.segmented_control(key="calc").value == "table"
    app = opened("measures", w=WORKSPACE, curve_pictures=["ROC", "Lift"], theta="0.3")
    assert refused(app) == []


@pytest.mark.parametrize("calculator", ["Fold scores", "Sample size and power"])
def test_a_claim_of_another_calculator_is_named_and_strikes_nowhere(calculator):
    app = opened("calculators", calc=calculator, calc_claim="A < B")
    assert refused(app) == sentence("Claim of another calculator", "nothing was taken", "A < B")
    assert "calc_claim" not in app.query_params
    app.segmented_control(key="calc").set_value("samples").run()
    assert refused(app) == [] and app.segmented_control(key="calc_claim").value == "two-sided"


def test_one_column_of_fold_scores_takes_its_claim_from_the_address():
    asked = {"f_scores": "0.12\n0.10\n0.15\n0.09", "calc_claim": "mean < p0"}
    app = opened("calculators", calc="Fold scores", **asked)
    app.run()
    assert refused(app) == [] and app.segmented_control(key="calc_claim").value == "less"
    assert app.query_params["calc_claim"] == "mean < p0"


def possible(app) -> str:
    (said,) = (item.value.replace("\u2060", "").replace("\\", "") for item in app.warning)
    return POSSIBLE.search(said)[0]


def test_what_is_possible_is_named():
    names = "“Errors of n”, “2×2 table”, “Two samples”, “Fold scores” or “Sample size and power”"
    assert possible(opened("calculators", calc="errors")) == f" (possible: {names})"
    planning = opened("calculators", calc="Sample size and power", p_kind="mcnemar")
    assert possible(planning).endswith(" and 9 more)")


def test_it_is_said_until_something_else_is_chosen():
    app = opened("calculators", calc=UNKNOWN)
    app.run()
    assert refused(app) == sentence("Calculator", "“Errors of n” was taken")
    app.segmented_control(key="calc").set_value("samples").run()
    assert refused(app) == []
    app = opened("methods", method=UNKNOWN)
    app.button(key="method_tests_mcnemar").click().run()
    assert refused(app) == []


def test_a_link_to_a_run_that_is_not_kept_says_so():
    app = opened("two-learners", w=WORKSPACE, run="a" * 32)
    told = sentence("Experiment", "nothing of it is kept on this server", "a" * 32)
    assert refused(app) == told
    app.run()
    assert refused(app) == told


def test_learners_of_another_run_are_named():
    job = finished_job()
    app = opened("two-learners", w=WORKSPACE, run=job.id, data=job.fingerprint, first=UNKNOWN)
    assert refused(app) == sentence("Learner A", "“Naive Bayes” was taken")


def test_every_widget_of_the_address_says_what_it_cannot_take():
    bound, titled = [], 0
    for path in (ROOT / "pages").rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call):
                name = getattr(call.func, "attr", "")
                titled += name == "titled"
                if any(keyword.arg == "bind" for keyword in call.keywords) and name not in FREE:
                    bound.append(f"{path.name}:{call.lineno}")
    assert len(bound) <= titled, bound
