"""One of each is added in one module, and found everywhere: registry, advice, foreign tables, Methods, Two learners."""

import importlib.util
from contextlib import ExitStack

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

import core
from core.data import LAYOUTS, inspect_fold_scores
from core.experiment import do_experiment, make_plan, submit_experiment
from core.inference import applicable_tests
from core.jobs import Launcher
from pages.ui.display.text import plain
from pages.ui.session import cache
from tests.registries import declared

WORKSPACE = "0123456789abcdef" * 2
REGISTRIES = {
    "TEST": core.TESTS,
    "DESIGN": core.DESIGNS,
    "MEASURE": core.MEASURES,
    "LEARNER": core.LEARNERS,
    "LAYOUT": LAYOUTS,
}
MODULE = '''
"""What somebody adds."""

import numpy as np

from core.data.fold_scores.layout import ScoreLayout, Tidy
from core.designs.entry import DesignEntry
from core.inference.declaration.arithmetic import t_bounds, t_null
from core.inference.declaration.entry import Example, TestEntry
from core.inference.declaration.paired_folds import PAIRED, PARAMETER, moments
from core.inference.declaration.suitability import LIBERAL, Rule
from core.inference.hypothesis_tests.fold_t_tests import t_of_mean
from core.learners.entry import LearnerEntry
from core.measures.catalogue.entry import MeasureEntry


def cautious_t(alternative, inputs):
    return t_of_mean(alternative, moments(inputs["a"], inputs["b"]), 1.0)


TEST = TestEntry(
    key="cautious_t",
    title="Cautious t test",
    summary="The mean difference against the scatter of a single fold.",
    question="two_learners",
    target="L",
    parameter=PARAMETER,
    symbol=r"\\mu_d",
    formula=r"t = \\bar d / S",
    steps=(r"t = «estimate» / «sd» = «statistic»",),
    null_words="t with K − 1 degrees of freedom",
    needs=PAIRED,
    examples=(Example({"a": (3.0, 1.0), "b": (0.0, 0.0)}, {"statistic": "1.414"}, "by hand: 2/√2"),),
    function=cautious_t,
    null=t_null,
    bounds=t_bounds,
    interval_title="mean difference ± t·S",
    folds={"one_pass": Rule("valid", "One pass, and it is very careful."), "repeated": LIBERAL},
)


def thirds(cases):
    for fold in range(3):
        validated = np.arange(cases.n) % 3 == fold
        yield np.flatnonzero(~validated), np.flatnonzero(validated)


DESIGN = DesignEntry(
    key="thirds",
    title="Thirds",
    wording="every third instance",
    summary="Every third instance is validated, the others are trained on.",
    pairs=thirds,
    folds=3,
    partitions=True,
)


def worst_recall(fold):
    return float((np.diag(fold.confusion) / fold.confusion.sum(axis=1)).min())


MEASURE = MeasureEntry(
    key="worst_recall",
    title="worst recall",
    summary="Recall of the class that is found least often.",
    tasks=("classification",),
    function=worst_recall,
    lower_is_better=False,
    rate=True,
)
LEARNER = LearnerEntry(
    key="nearest_mean",
    title="Nearest mean",
    summary="The class whose mean is nearest.",
    task="classification",
    estimator="sklearn.neighbors.NearestCentroid",
)


def fits(table, roles):
    return list(table.frame.columns) == ["who", "round", "marks"]


def tidy(table, asked):
    frame = table.frame.astype("str").set_axis(["learner", "fold", "score"], axis="columns")
    return Tidy(frame, {"learner": "who", "fold": "round", "score": "marks"}, measure="accuracy")


LAYOUT = ScoreLayout(key="marks", title="Marks of rounds", summary="who, round, marks", fits=fits, tidy=tidy)
'''


@pytest.fixture
def added(tmp_path, monkeypatch):
    """The module, its entries registered as a catalogue would."""
    monkeypatch.setattr(Launcher, "warm", lambda self: None)
    monkeypatch.setattr(Launcher, "dispatch", lambda self: None)
    st.cache_resource.clear()
    (tmp_path / "added.py").write_text(MODULE)
    spec = importlib.util.spec_from_file_location("added", tmp_path / "added.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with ExitStack() as stack:
        for name, registry in REGISTRIES.items():
            stack.enter_context(declared(registry, getattr(module, name)))
        yield module
    cache.store().close()
    st.cache_resource.clear()


@pytest.fixture
def plan(added):
    learners = ["nearest_mean", "naive_bayes"]
    return make_plan(core.load_sample("iris"), learners, core.make_design("thirds"), "worst_recall")


def visit(page, **address):
    app = AppTest.from_file("../app.py", default_timeout=300)
    app.session_state["workspace"] = WORKSPACE
    for name, value in address.items():
        app.query_params[name] = value
    app.run()
    app.switch_page(f"pages/{page}.py").run()
    assert not app.exception, [item.message for item in app.exception]
    return app


def test_what_was_added_runs_and_is_advised_where_it_fits(added, plan):
    run = core.run_experiment(plan.dataset, ["nearest_mean", "naive_bayes"], plan.design, "worst_recall")
    assert (run.facts.key, run.facts.folds, run.facts.every_instance_once) == ("thirds", 3, True)
    assert run.fold_scores.measure_title == "worst recall"
    advice = applicable_tests(run)
    assert advice.advised == "corrected_t"
    assert dict(advice.valid)["cautious_t"] == "One pass, and it is very careful."
    verdict = core.compare(run, *run.learners, "cautious_t")
    a, b = (run.fold_scores.matrix(name) for name in run.learners)
    assert verdict.statistic == pytest.approx((a - b).mean() / (a - b).std(ddof=1))
    halves = core.read_fold_scores(b"learner,replicate,fold,score\n" + b"".join(
        f"{who},{r},{f},0.{r}{f}{place}\n".encode()
        for place, who in enumerate("ab") for r in range(1, 6) for f in (1, 2)
    ), design="5x2")  # fmt: skip
    assert dict(applicable_tests(halves).refused)["cautious_t"]


def test_tables_of_other_tools_are_read_with_what_was_added(added):
    rows = "".join(f"{who},{fold},0.{fold}{place}\n" for place, who in enumerate("ab") for fold in (1, 2, 3))
    scores = core.read_fold_scores(f"model,fold,worst recall\n{rows}".encode(), design="thirds")
    assert (scores.measure, scores.lower_is_better, scores.facts.key) == ("worst_recall", False, "thirds")
    assert "cautious_t" in dict(applicable_tests(scores).valid)
    marks = inspect_fold_scores(f"who,round,marks\n{rows}".encode())
    assert marks.layout.startswith("Marks of rounds")
    assert core.read_fold_scores(f"who,round,marks\n{rows}".encode()).measure == "accuracy"


@pytest.mark.parametrize("kind", ["test", "design", "measure", "learner"])
def test_methods_shows_what_was_added(added, kind):
    entry = getattr(added, kind.upper())
    app = visit("methods", method=f"{kind}s.{entry.key}")
    assert app.header[0].value == entry.title
    assert any(plain(entry.summary) in item.value for item in app.markdown)


def test_two_learners_judges_with_what_was_added(added, plan):
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    app = visit("two-learners", run=job.id)
    tests = next(table.value for table in app.dataframe if "verdict" in table.value.columns)
    assert "Cautious t test" in tests["test"].tolist()
    chosen = next(box for box in app.selectbox if box.label == "Test").set_value("cautious_t").run()
    assert not chosen.exception
    assert any(plain("One pass, and it is very careful.") in item.value for item in chosen.caption)
