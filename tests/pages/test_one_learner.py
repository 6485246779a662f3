"""One learner against p0: tests, intervals of every method, what moves them."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
import streamlit as st
from scipy import stats
from streamlit.testing.v1 import AppTest

import core
from core.data import dataset_to_parquet
from core.experiment import (
    do_experiment,
    examine,
    imported_results,
    make_plan,
    seen_words,
    submit_experiment,
    submit_study,
)
from core.figures import LACK
from core.inference import TESTS
from core.jobs import Launcher, do_job
from core.report.examination import kept_elsewhere
from core.written import number, p_text
from pages.ui.display.text import plain
from pages.ui.session import cache, state, stored_results
from tests.pages.hero import critical, hero, heroes, printed
from tests.pages.opening import PATIENCE, opened

WORKSPACE = "0123456789abcdef" * 2


@pytest.fixture(autouse=True)
def fresh_server(monkeypatch):
    st.cache_resource.clear()
    monkeypatch.setattr(Launcher, "warm", lambda self: None)
    yield
    cache.store().close()
    st.cache_resource.clear()


def finished_job(learners=("naive_bayes", "tree"), design="k_fold", sample="iris"):
    plan = make_plan(core.load_sample(sample), list(learners), design)
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    return job


def visit(job=None, tab=None, **address):
    run = {} if job is None else {"run": job.id}
    app = opened("one-learner", {} if tab is None else {"one_tab": tab}, **{"w": WORKSPACE, **run, **address})
    assert not app.exception, [item.message for item in app.exception]
    return app


def table(app, column):
    return next(item.value for item in app.dataframe if column in item.value.columns)


def said(app):
    callouts = [item.value for kind in (app.info, app.success, app.warning) for item in kind]
    return " ".join([*callouts, *(found.words for found in heroes(app))])


def beside_others(app, key):
    """Whether a box stands in a column."""
    return any(box.key == key for column in app.columns for box in column.selectbox)


@pytest.mark.parametrize(
    ("names", "beside"), [(("Tree", "Trees"), True), (("a" * 30 + "1", "a" * 30 + "2"), False)]
)
def test_learners_whose_names_differ_at_the_end_are_chosen_in_a_row_of_their_own(names, beside):
    app = visit(finished_job([core.learner("tree", name) for name in names]))
    assert beside_others(app, state.ONE) is beside
    assert app.selectbox(key=state.ONE).options == list(names)


@pytest.mark.parametrize(
    ("design", "worth"), [("leave_one_out", "advised, with caution"), ("hold_out", "advised")]
)
def test_the_menu_of_tests_says_what_the_verdict_says_of_the_advised_one(design, worth):
    app = visit(finished_job(design=design))
    box = app.selectbox(key="one_test")
    title = TESTS[box.value].title
    assert hero(app).foot == f"{title}, {worth}"
    assert box.format_func(box.value) == f"{title} ({worth})"


def test_the_preset_claim_is_better_than_guessing_and_the_tests_are_those_of_core():
    job = finished_job()
    app = visit(job)
    assert app.segmented_control(key=state.ONE_CLAIM).value == "better"
    wanted = app.number_input(key="p0_percent_error")
    assert (wanted.value, wanted.label) == (
        66.67,
        "p0, error rate (%)",
    )
    experiment = cache.experiment(job)
    shown = table(app, "verdict").set_index("test")["p_value"]
    for key in ("binomial", "normal_approximation", "corrected_one_sample_t", "one_sample_t"):
        given = core.test_inputs(key, experiment, "Naive Bayes", p0=2 / 3)
        assert shown[core.TESTS[key].title] == pytest.approx(core.run_test(key, "less", **given).p_value)


@pytest.mark.parametrize(
    ("design", "advised"),
    [("k_fold", "corrected_one_sample_t"), ("disjoint_halves", "one_sample_t"), ("hold_out", "binomial")],
)
def test_the_advised_test_is_what_is_shown_and_nothing_withdraws_it(design, advised):
    app = visit(finished_job(design=design, sample="breast_cancer"))
    box = next(item for item in app.selectbox if item.label == "Test")
    assert box.value == advised
    shown = table(app, "verdict").set_index("test")
    assert shown.loc[core.TESTS[advised].title, "status"] == "★ advised"
    assert shown["status"].tolist().count("★ advised") == 1
    words = said(app) + " ".join(item.value for item in app.caption)
    assert "Trust this one" not in words
    if design == "k_fold":
        assert shown.loc[core.TESTS["one_sample_t"].title, "status"] == "⚠ caution"


@pytest.mark.parametrize(("p0", "disagree"), [("9", True), ("5", False)])
def test_where_tests_disagree_it_is_said_whose_verdict_counts(p0, disagree):
    app = visit(finished_job(), p0_percent_error=p0)
    (read,) = [item.value for item in app.markdown if "applicable tests" in item.value]
    whose = plain(
        "The verdict that counts is that of the advised one, named before looking: Corrected one-sample t test."
    )
    assert read.endswith(f"** {whose}") is disagree


def test_the_design_of_a_run_is_known_to_the_assumptions():
    app = visit(finished_job(design="k_fold"), tab="Assumptions")
    told = " ".join(item.value for item in app.markdown)
    assert "Overlapping training sets" in told
    assert "is not known" not in told


def test_the_claim_follows_the_direction_of_the_measure():
    app = visit(finished_job())
    app.selectbox(key="shown_measure_classification").set_value("accuracy").run()
    assert not app.exception
    assert set(table(app, "verdict")["alternative"]) == {"greater"}
    assert app.number_input(key="p0_percent_accuracy").value == 33.33


def test_every_interval_stands_in_one_table_with_its_formula():
    job = finished_job()
    app = visit(job, tab="All intervals")
    shown = table(app, "condition").set_index("interval")
    assert (shown["low"] <= 0).all()  # as the verdict: the claim is that the rate is below p0
    app.segmented_control(key="one_sides_less").set_value("two").run()
    shown = table(app, "condition").set_index("interval")
    scores = cache.experiment(job).fold_scores.of("Naive Bayes")["score"].to_numpy()
    wilson = core.interval("wilson", errors=round(scores.sum() * 15), n=150)
    assert shown.loc["Wilson score interval", "low"] == pytest.approx(wilson.low)
    mean = core.interval("mean_t", scores=scores)
    assert shown.loc["t interval of a mean", "high"] == pytest.approx(mean.high)
    corrected = core.interval("corrected_mean_t", scores=scores, n_train=135, n_validation=15)
    assert shown.loc["Corrected t interval of a mean", "low"] == pytest.approx(corrected.low)
    assert len(shown) == 7
    assert len(app.latex) >= 2 * len(shown)


def test_p0_and_alpha_move_the_verdict():
    app = visit(finished_job(sample="breast_cancer"))
    assert (hero(app).mark, hero(app).answer) == ("●", "Better than p0: more than luck")
    app.number_input(key="p0_percent_error").set_value(2.0).run()
    assert not app.exception
    assert (hero(app).mark, hero(app).answer) == ("○", "Not shown: what was seen points the other way")
    app.slider(key=state.ALPHA).set_value(0.001).run()
    assert critical(app).endswith(" at α = .001")
    assert "> α = .001" in hero(app).numbers


def test_guessing_the_commonest_class_is_one_click_away():
    app = visit(finished_job())
    assert app.button(key="use_guessing").disabled  # it is what stands there
    app.number_input(key="p0_percent_error").set_value(2.0).run()
    assert not app.button(key="use_guessing").disabled
    app.button(key="use_guessing").click().run()
    assert not app.exception
    assert app.number_input(key="p0_percent_error").value == 66.67


@pytest.mark.parametrize(("measure", "typed"), [("kappa", 93.0), ("mse", -1.0)])
def test_a_reference_that_the_measure_cannot_reach_is_refused(measure, typed):
    rows = "".join(f"{fold},0.{8 + fold % 2},0.7{fold}\n" for fold in range(1, 6))
    found = core.read_fold_scores(f"fold,lda,tree\n{rows}".encode(), measure=measure, design="k_fold")
    results = imported_results(found, "brought")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    app = opened("one-learner", w=WORKSPACE, results=results.id)
    app.number_input(key=f"p0_{measure}").set_value(typed).run()
    assert not app.exception and not heroes(app)
    (refused,) = [item.value for item in app.error if "must be a number" in item.value]
    assert ("to 1" in refused) == (measure == "kappa")


@pytest.mark.parametrize(("design", "dotted"), [("k_fold", 1), ("hold_out", 0)])
def test_the_interval_that_ignores_the_overlap_is_dotted_up_to_where_it_should_reach(design, dotted):
    app = visit(finished_job(design=design))
    (forest,) = [
        json.loads(item.proto.spec) for item in app.get("plotly_chart") if "one_forest" in item.proto.id
    ]
    lines = [trace for trace in forest["data"] if trace.get("line", {}).get("dash") == "dot"]
    assert len(lines) == dotted
    assert [LACK in item.value for item in app.caption].count(True) == dotted


def test_a_known_sigma_adds_the_z_test():
    job = finished_job()
    app = visit(job)
    title = core.TESTS["one_sample_z"].title
    assert title not in set(table(app, "verdict")["test"])
    app.number_input(key="sigma_points").set_value(5.0).run()
    assert not app.exception
    shown = table(app, "verdict").set_index("test")["p_value"]
    scores = cache.experiment(job).fold_scores.of("Naive Bayes")["score"].to_numpy()
    expected = core.run_test("one_sample_z", "less", scores=scores, p0=0.6667, sigma=0.05).p_value
    assert shown[title] == pytest.approx(expected)


def test_measures_that_are_no_error_rate_have_no_counting_tests():
    job = finished_job(sample="diabetes", learners=("ols", "tree_regressor"))
    app = visit(job)
    proposed = app.number_input(key="p0_mse").value
    assert proposed == pytest.approx(np.var(core.load_sample("diabetes").truth), rel=1e-3)
    wanted = app.number_input(key="p0_mse").set_value(3000.0).run().number_input(key="p0_mse")
    assert not app.exception
    assert wanted.label == "Reference mean squared error"
    claim = app.segmented_control(key=state.ONE_CLAIM)
    assert claim.options[0] == "better: below" and "as seen from the reference. H0" in claim.help
    assert "p0" not in hero(app).words
    assert ("reference 3,000" in hero(app).effect) or ("reference 3000" in hero(app).effect)
    judged = [core.TESTS[key].title for key in ("corrected_one_sample_t", "one_sample_t")]
    assert list(table(app, "verdict")["test"]) == judged
    assert f"**{core.TESTS['binomial'].title}" in next(
        item.value for item in app.markdown if item.value.startswith("- ✕ refused")
    )


@pytest.mark.parametrize(
    "told", ["worse: p > p0", "worse: rate > p0", "worse: > p0", "worse: above the reference"]
)
def test_a_link_keeps_its_claim_whatever_it_calls_the_rate(told):
    app = visit(finished_job(), one_claim=told)
    assert app.segmented_control(key=state.ONE_CLAIM).value == "worse"
    assert app.query_params["one_claim"] == "worse: > p0", "a reload keeps it, too"
    same = visit(finished_job(), one_claim="better: p < p0")
    assert same.segmented_control(key=state.ONE_CLAIM).value == "better"
    assert visit(finished_job(), one_claim="worst").segmented_control(key=state.ONE_CLAIM).value == "better"


def test_where_nothing_is_known_of_guessing_the_value_is_asked_for():
    app = visit(finished_job())
    app.selectbox(key="shown_measure_classification").set_value("log_loss").run()
    assert any("Type the reference" in item.value for item in app.info)
    assert not heroes(app)
    app.number_input(key="p0_log_loss").set_value(0.6).run()
    assert not app.exception
    assert heroes(app)


def test_an_area_is_told_and_asked_for_as_a_plain_number():
    app = visit(finished_job(("tree", "lda"), sample="breast_cancer"))
    app.selectbox(key="shown_measure_classification").set_value("auc").run()
    wanted = app.number_input(key="p0_auc")
    assert wanted.placeholder == "type a value"
    wanted.set_value(0.8).run()
    assert "the reference 0.8" in hero(app).effect
    assert "%" not in hero(app).effect + hero(app).interval.partition(":")[2]


def test_of_folds_without_scatter_no_interval_is_drawn_and_no_test_is_named_that_there_is_not():
    rows = "".join(f"A,{fold},0,90,10\n" for fold in range(1, 11))
    scores = core.read_fold_scores(
        f"learner,fold,score,n_train,n_validation\n{rows}".encode(), measure="error", design="k_fold"
    )
    results = imported_results(scores, "brought")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    app = visit(results=results.id, p0_percent_error="10")
    assert "this test cannot judge" in said(app)
    assert "binomial" not in said(app)
    assert not any("Intervals of" in item.value for item in app.markdown)


@pytest.mark.parametrize("address", [{}, {"p0_percent_recall": "50"}])
def test_where_the_measure_is_undefined_on_some_folds_that_is_why_there_is_no_verdict(address):
    rows = "".join(f"{i},{int(i > 49)},{int(i % 7 == 0)},{i // 10}\n" for i in range(60))
    found = core.read_predictions(f"id,truth,tree,fold\n{rows}".encode())
    results = imported_results(found, "brought", "recall")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    app = visit(results=results.id, **address)
    undefined = "The recall of class 1 of tree is undefined on fold 1, fold 2, fold 3, fold 4 and fold 5."
    assert f"{undefined} Choose another measure, or larger validation sets. " in hero(app).words
    assert not app.info
    assert not any("undefined" in item.value or "drop" in item.value for item in app.caption)


def test_where_no_test_is_advised_there_is_no_verdict_and_every_test_can_be_read():
    rows = "".join(f"A,{fold},{0.1 + 0.01 * fold}\n" for fold in range(1, 11))
    scores = core.read_fold_scores(f"learner,fold,score\n{rows}".encode(), measure="error", rows="folds")
    results = imported_results(scores, "brought")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    app = visit(results=results.id, p0_percent_error="50")
    assert hero(app).answer == "No verdict"
    assert hero(app).effect.startswith("No test is advised.")
    assert any(item.label == "All tests, of which none is advised" for item in app.expander)
    assert any("applicable test" in item.value for item in app.markdown)


def test_where_no_test_judges_the_measure_it_is_said_what_can_be_had():
    found = core.read_predictions("tests/foreign/proc/aSAH.csv", design="hold_out")
    results = imported_results(found, "brought", "auc")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    app = visit(results=results.id)
    assert plain("A hold-out gives one score of each learner") in said(app)
    assert "By the error rate there is a test" not in said(app), (
        "labels were made here: by them it means little"
    )
    assert plain("For two learners there is a test: DeLong's test of two AUCs") in said(app)
    assert "loss" not in said(app)
    (link,) = [item.proto for item in app.get("page_link") if "AUC" in item.proto.label]
    assert (link.page, link.query_string) == ("measures", "measures_part=AUC")
    app.selectbox(key=state.measure_key("classification")).set_value("error").run()
    assert "Binomial test" in hero(app).foot
    several = opened("many-learners", w=WORKSPACE, results=results.id)
    told = " ".join(item.value for item in several.caption)
    assert "By another measure there may be one" in told
    assert not any("leaves open" in item.proto.label for item in several.get("page_link"))


def test_by_labels_of_their_own_there_is_a_test_where_none_judges_the_auc():
    app = visit(finished_job(("naive_bayes", "lda"), "hold_out"))
    app.selectbox(key=state.measure_key("classification")).set_value("auc").run()
    assert "By the error rate there is a test" in said(app)


@pytest.mark.parametrize(("design", "told"), [("hold_out", True), ("k_fold", False)])
def test_losses_of_a_hold_out_judge_two_learners_and_it_is_said_what_to_do_for_one(design, told):
    app = visit(finished_job(("ols", "mean"), design, "diabetes"))
    assert (plain("For two learners there is a test: Paired t test on losses") in said(app)) is told
    assert ("compare it with a learner that always says the same" in said(app)) is told


@pytest.mark.parametrize(
    ("design", "single"), [("hold_out", True), (core.make_design("bootstrap", b=5), False)]
)
def test_a_single_score_that_no_test_judges_is_told(design, single):
    job = finished_job(("ols", "mean"), design, "diabetes")
    scores = cache.experiment(job).measured_by("mse").fold_scores
    app = visit(job)
    told = [item.value for item in app.markdown if "ean squared error of" in item.value]
    value = plain(number(scores.of(scores.learners[0])["score"].iloc[0]))
    assert told == [f"Mean squared error of {plain(scores.learners[0])}{plain(':')} **{value}**"] * single


def test_root_mean_squared_error_is_held_against_that_of_guessing_on_the_same_folds():
    job = finished_job(("ols",), core.make_design("k_fold", k=100), "diabetes")
    found = cache.experiment(job).predictions
    off = [np.sqrt(np.mean((found.truth[i.positions] - found.truth.mean()) ** 2)) for i in found.outcomes]
    app = visit(job)
    app.selectbox(key="shown_measure_regression").set_value("rmse").run()
    (guess,) = (item for item in app.button if item.key == "use_guessing")
    assert guess.label == f"Use guessing: {np.mean(off):.2f}"


def test_a_reference_of_thousands_is_told_alike_in_its_field_on_its_button_and_in_the_verdict():
    data = core.load_sample("diabetes")
    large = replace(data, y=10 * data.y, fingerprint="")
    plan = make_plan(large, ["ols"], core.make_design("k_fold", k=5))
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    app = visit(job)
    app.selectbox(key="shown_measure_regression").set_value("mse").run()
    field = app.number_input(key="p0_mse").value
    (guess,) = (item for item in app.button if item.key == "use_guessing")
    assert guess.label == f"Use guessing: {field:,.0f}"
    assert field == round(field) > 1e5
    assert f"reference {field:,.0f}" in " ".join(hero(app).texts)


def test_a_measure_of_another_page_stands_in_the_address_as_pages_call_it():
    job = finished_job(design=core.make_design("k_fold", stratified=True))
    kept = {"kept_values": {"shown_measure_classification": "balanced_accuracy"}}
    app = opened("one-learner", kept, w=WORKSPACE, run=job.id)
    assert app.selectbox(key="shown_measure_classification").value == "balanced_accuracy"
    assert app.query_params["shown_measure_classification"] == "balanced accuracy"  # what its link asks for


@pytest.mark.parametrize(("p0", "written"), [(9.0, "9"), (12.5, "12.5"), (0.001, "0.001")])
def test_p0_of_another_visit_stands_in_the_address_as_the_browser_writes_it(p0, written):
    app = opened("one-learner", {"kept_values": {"p0_percent_error": p0}}, w=WORKSPACE, run=finished_job().id)
    assert app.number_input(key="p0_percent_error").value == p0
    assert app.query_params["p0_percent_error"] == written


def test_balanced_accuracy_is_held_against_guessing_without_anything_typed():
    app = visit(finished_job(design=core.make_design("k_fold", stratified=True)))
    app.selectbox(key="shown_measure_classification").set_value("balanced_accuracy").run()
    assert hero(app).answer
    app.number_input(key="p0_percent_balanced_accuracy").set_value(50.0).run()
    (guess,) = (item for item in app.button if item.key == "use_guessing")
    assert guess.label == "Use guessing: 33.33\u00a0%"
    guess.click().run()
    assert "above p0 = 33.33 %" in hero(app).effect


def test_score_and_intervals_are_shown_while_no_p0_is_typed():
    job = finished_job(design=core.make_design("k_fold", stratified=True))
    scores = cache.experiment(job).measured_by("precision").fold_scores.of("Naive Bayes")["score"]
    app = visit(job)
    app.selectbox(key="shown_measure_classification").set_value("precision").run()
    assert not app.exception
    mean = plain(f"{100 * scores.mean():.2f}\u00a0%")
    assert f"Mean macro precision of Naive Bayes{plain(':')} **{mean}**" in [
        item.value for item in app.markdown
    ]
    assert not app.tabs
    assert [item.value for item in app.warning if "Not met" in item.value]  # which the intervals rest on, too
    assert any("one_forest" in item.proto.id for item in app.get("plotly_chart"))
    app.segmented_control(key="one_sides_two-sided").set_value("lower").run()
    assert any("Intervals of the macro precision, " in item.value for item in app.markdown)
    app.segmented_control(key="one_sides_two-sided").set_value("two").run()
    found = table(app, "interval").set_index("interval")
    low, high = stats.t.interval(0.95, len(scores) - 1, scores.mean(), stats.sem(scores))
    shown = found.filter(like="t interval", axis=0)
    assert [low, high] == pytest.approx(shown[["low", "high"]].iloc[-1].astype(float).tolist())


@pytest.mark.parametrize(("sample", "title"), [("iris", "macro precision"), ("breast_cancer", "precision")])
@pytest.mark.parametrize("asked", ["macro precision", "precision"])
def test_the_picker_calls_a_measure_as_sentences_do_and_takes_links_of_other_data(sample, title, asked):
    app = visit(finished_job(sample=sample), shown_measure_classification=asked)
    picker = app.selectbox(key="shown_measure_classification")
    assert not app.exception and picker.value == "precision"
    assert title in picker.options and app.query_params["shown_measure_classification"] == title


def test_the_formula_of_an_interval_says_that_it_is_cut_to_what_the_measure_can_reach():
    job = finished_job(("naive_bayes", "tree"), core.make_design("k_fold", k=2))
    app = visit(job)
    app.selectbox(key="shown_measure_classification").set_value("precision").run()
    assert float(table(app, "interval")["high"].max()) > 1
    last = [item.value for item in app.latex if "at level" in item.value]
    assert any(r"\text{, cut at } 1" in line for line in last)


@pytest.mark.parametrize("design", ["hold_out", "leave_one_out", "bootstrap", "5x2"])
def test_other_designs_have_their_tests_or_say_why_none(design):
    design = core.make_design(design, b=5) if design == "bootstrap" else design
    app = visit(finished_job(design=design))
    app.run()
    assert not app.exception
    assert said(app)


@pytest.mark.parametrize("tab", ["Formula", "Assumptions", "Text for a report"])
def test_every_tab_opens(tab):
    app = visit(finished_job(), tab=tab)
    assert app.code if tab == "Text for a report" else app.markdown
    if tab == "Formula":
        assert "p_0" in app.latex[0].value


def set_aside(data, design="k_fold", learners=("naive_bayes", "lda"), **options):
    """A run on what was not set aside, with that and the test set."""
    rest, test = data.set_aside(0.2)
    store = cache.store()
    for dataset in (rest, test):
        store.put_dataset(dataset.fingerprint, dataset_to_parquet(dataset))
    store.keep(WORKSPACE, "test set", rest.fingerprint, test.fingerprint.encode())
    return run_again(rest, design, learners, **options), rest, test


def run_again(rest, design="k_fold", learners=("naive_bayes", "lda"), **options):
    plan = make_plan(rest, list(learners), design, **options)
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    return job


def opens(app):
    app.toggle(key="examination_sure").set_value(True).run()
    return app.button(key="examine").click().run()


def captions(app):
    return " ".join(item.value for item in app.caption)


def test_the_rates_of_an_examination_have_as_many_decimals_as_their_interval():
    def check():
        from core.experiment import Examination
        from pages.ui.verdicts.final_examination import outcome

        asked = {"alpha": 0.05, "p0": 0.05, "alternative": "less"}
        outcome(Examination("LDA", 426, 143, errors=2, squared_errors=None, taken=0.0, **asked), 0.4)

    app = AppTest.from_function(check, default_timeout=PATIENCE).run()
    assert not app.exception
    shown = {item.label: item.value for item in app.metric}
    assert shown["Error rate"] == "1.40\u00a0%"
    assert shown["95\u00a0% interval (Clopper–Pearson)"] == "up to 4.34\u00a0%"
    assert [item.delta for item in app.metric if item.delta] == ["guessing: 40.00\u00a0%"]


def test_the_test_set_is_opened_once_and_every_page_says_so():
    job, rest, test = set_aside(core.load_sample("breast_cancer"))
    app = visit(job, data=rest.fingerprint)
    assert app.button(key="examine").disabled
    app.selectbox(key=state.ONE).set_value("LDA").run()
    app.toggle(key="examination_sure").set_value(True).run()
    app.button(key="examine").click().run()
    found = examine(rest, test, core.learner("lda"))
    shown = {item.label: item.value for item in app.metric}
    assert shown["Errors on the test set"] == f"{found.errors} of {len(test)}"
    limits = stats.binomtest(found.errors, len(test), alternative="less").proportion_ci(method="exact")
    assert shown["95\u00a0% interval (Clopper–Pearson)"] == f"up to {100 * limits.high:.2f}\u00a0%"
    assert "**On the test set**" in [item.value for item in app.markdown]
    assert plain(f"The error rate of LDA is {shown['Error rate']}\u00a0(") in said(app)

    guessed = int((test.y != rest.y.mode()[0]).sum())
    rate = next(item for item in app.metric if item.label == "Error rate")
    assert rate.delta == f"guessing: {100 * guessed / len(test):.2f}\u00a0%"

    again = visit(job, data=rest.fingerprint)
    assert "examine" not in [item.key for item in again.button]
    assert any("was opened on" in item.value and "for LDA" in item.value for item in again.sidebar.caption)
    report = opened("report", w=WORKSPACE, run=job.id, data=rest.fingerprint)
    assert any(f"{found.errors}, error rate" in one for one in printed(report))


def test_a_test_set_that_was_opened_stays_so_whatever_else_is_told_of_the_data(monkeypatch):
    whole = core.load_sample("breast_cancer")
    job, rest, _ = set_aside(whole)
    opens(visit(job, data=rest.fingerprint))
    monkeypatch.setattr(state, "workspace", lambda: WORKSPACE)
    turned = next(sign for sign in whole.classes if sign != whole.positive)
    fewer = whole.X.drop(columns=whole.X.columns[0])
    others = [replace(whole, positive=turned, fingerprint=""), replace(whole, X=fewer, fingerprint="")]
    for other in others:
        left, cut = other.set_aside(0.2)
        assert left.fingerprint != rest.fingerprint
        cache.keep_test_set(left, cut)
        found = cache.examination(left.fingerprint)
        assert found == cache.examination(rest.fingerprint) is not None
        assert bool(found.with_others(left)) == (len(left.X.columns) < len(rest.X.columns))
    store = cache.store()
    store.put_dataset(left.fingerprint, dataset_to_parquet(left))
    other = run_again(left)
    assert plain(found.with_others(left)) in [
        item.value for item in visit(other, data=left.fingerprint).warning
    ]
    left, cut = whole.set_aside(0.2, seed=1)
    cache.keep_test_set(left, cut)
    assert cache.examination(left.fingerprint) is None


def test_the_examination_stands_with_its_run_whatever_data_are_loaded_and_elsewhere_it_is_said_to_be_missing():
    whole = core.load_sample("breast_cancer")
    job, rest, _ = set_aside(whole)
    opens(visit(job, data=rest.fingerprint))
    other = core.load_sample("wine")
    cache.store().put_dataset(other.fingerprint, dataset_to_parquet(other))
    cache.store().hold(WORKSPACE, other.fingerprint, cache.DATA, other.name)
    app = visit(job, data=other.fingerprint)
    assert "Errors on the test set" in {item.label for item in app.metric}
    address = {"w": "f" * 32, "run": job.id, "data": rest.fingerprint}
    told = plain(kept_elsewhere())
    elsewhere = opened("one-learner", **address)
    assert told in captions(elsewhere) and "examine" not in {item.key for item in elsewhere.button}
    assert kept_elsewhere() in printed(opened("report", **address))


def test_what_other_runs_have_seen_of_a_test_set_is_told_before_it_is_opened_and_ever_after():
    whole = replace(core.load_sample("breast_cancer"), name="tumours")
    job, rest, test = set_aside(whole)
    assert "no run here has seen them" in captions(visit(job, data=rest.fingerprint))
    run_again(whole)
    told = plain(seen_words(len(test), len(test), ["tumours"]))
    assert told.startswith(
        f"All {len(test)} instances of the test set were in the data of other runs made here"
    )
    app = visit(job, data=rest.fingerprint)
    assert told in [item.value for item in app.warning]
    assert "no run here has seen them" not in captions(app)
    opens(app)
    for page in (app, visit(job, data=rest.fingerprint)):
        assert told in [item.value for item in page.warning]
    report = opened("report", w=WORKSPACE, run=job.id, data=rest.fingerprint)
    assert any("chose by these instances too" in one for one in printed(report))


@pytest.mark.parametrize(
    ("sample", "measure", "told", "label"),
    [
        (
            "diabetes",
            "mae",
            "The mean squared error and the mean absolute error will be told. An interval of level 95\u00a0% will "
            "follow for the mean squared error alone, and no test.",
            "Mean absolute error on the test set",
        ),
        (
            "iris",
            "balanced_accuracy",
            "The error rate and the balanced accuracy will be told. An interval of level 95\u00a0% will follow for the "
            "error rate alone, and no test.",
            "Balanced accuracy on the test set",
        ),
    ],
)
def test_the_measure_of_the_run_is_promised_and_told_beside_what_is_tested(sample, measure, told, label):
    data = core.load_sample(sample)
    learners = ("ols", "mean") if data.task == "regression" else ("naive_bayes", "lda")
    job, rest, test = set_aside(data, learners=learners)
    app = visit(job, data=rest.fingerprint)
    app.selectbox(key=f"shown_measure_{data.task}").set_value(measure).run()
    assert plain(told) in captions(app)
    opens(app)
    found = examine(rest, test, core.learner(learners[0]), measure=measure)
    value = f"{100 * found.score:.2f}\u00a0%" if data.task == "classification" else number(found.score)
    assert {item.label: item.value for item in app.metric}[label] == value


def test_a_mean_squared_error_has_as_many_decimals_as_its_interval():
    def check():
        from core.experiment import Examination
        from pages.ui.verdicts.final_examination import outcome

        squares = (52.0, 63.87, 70.0, 69.61)
        outcome(Examination("SVR", 112, 4, errors=None, squared_errors=squares, taken=0.0, alpha=0.05), None)

    app = AppTest.from_function(check, default_timeout=PATIENCE).run()
    assert [item.value for item in app.metric] == ["63.9", "50.5 … 77.2"]


def test_what_the_test_set_was_opened_with_stays_whatever_is_moved_afterwards():
    job, rest, test = set_aside(core.load_sample("breast_cancer"))
    address = {"p0_percent_error": "6", state.ONE_CLAIM: "better: < p0", state.ALPHA: "0.1"}
    app = visit(job, data=rest.fingerprint, **address)
    app.toggle(key="examination_sure").set_value(True).run()
    app.button(key="examine").click().run()
    fixed = plain("Fixed when it was opened: α = .1, p0 = 6\u00a0%, claim: rate < p0.")

    def examined(app):
        words = [
            item.value for kind in (app.info, app.success) for item in kind if "taken as fixed" in item.value
        ]
        return words[-1], [(item.label, item.value) for item in app.metric][-3:]

    before = examined(app)
    found = examine(rest, test, core.learner("naive_bayes"))
    p = stats.binomtest(found.errors, len(test), 0.06, alternative="less").pvalue
    assert plain(p_text(p, 0.1)) in before[0]
    moved = visit(
        job,
        data=rest.fingerprint,
        p0_percent_error="30",
        **{state.ALPHA: "0.2", state.ONE_CLAIM: "worse: > p0"},
    )
    for page in (app, moved):
        assert fixed in [item.value for item in page.caption]
        assert examined(page) == before


def test_the_examination_needs_no_test_on_folds_and_no_p0():
    job, rest, _ = set_aside(core.load_sample("iris"), core.make_design("bootstrap", b=5))
    app = visit(job, data=rest.fingerprint)
    assert "No test is advised" in said(app)
    app.toggle(key="examination_sure").set_value(True).run()
    app.button(key="examine").click().run()
    assert "Error rate" in {item.label for item in app.metric}
    job, rest, _ = set_aside(core.load_sample("breast_cancer"))
    app = visit(job, data=rest.fingerprint, shown_measure_classification="recall")
    assert "Type the value p0" in said(app)
    assert "examine" in {item.key for item in app.button}


def test_instances_in_groups_are_examined_without_a_promise_of_independence():
    iris = core.load_sample("iris")
    groups = pd.Series(np.arange(len(iris)) // 10, name="plant")
    job, rest, test = set_aside(replace(iris, groups=groups, fingerprint=""), "hold_out")
    app = visit(job, data=rest.fingerprint)
    promised = plain("neither an interval nor a test will follow")
    assert promised in captions(app) and "stay as set" not in captions(app)
    opens(app)
    shown = {item.label: item.value for item in app.metric}
    rate = next(item for item in app.metric if item.label == "Error rate")
    assert rate.delta.startswith("guessing: ")
    found = examine(rest, test, core.learner("naive_bayes"))
    assert shown["Errors on the test set"] == f"{found.errors} of {len(test)}"
    assert not [label for label in shown if "interval" in label]
    assert "come in 3 groups and are not independent" in " ".join(item.value for item in app.caption)


def test_the_result_of_a_tuned_learner_is_not_told_as_that_of_the_same_untuned():
    tuned, rest, _ = set_aside(
        core.load_sample("diabetes"),
        learners=("ols", "tree_regressor"),
        tuning=core.Tuning(budget=2, folds=2),
    )
    address = {"data": rest.fingerprint, state.ONE: "Regression tree"}
    app = visit(tuned, **address)
    assert plain("An interval of level 95\u00a0% will follow.") in captions(
        app
    ) and "stay as set" not in captions(app)
    opens(app)
    assert plain("the level of the interval, 95\u00a0%.") in captions(app)
    assert "tuned over 2 settings by 2 inner folds; chosen from " in captions(app).replace("\\", "")
    assert "Tuning chose" in captions(app)
    assert "not its result" not in said(app)
    untuned = run_again(rest, learners=("ols", "tree_regressor"))
    other = visit(untuned, **address)
    assert plain("Here it is Regression tree, not tuned: this is not its result.") in said(other)
    assert "not its result" in said(visit(tuned, data=rest.fingerprint, **{state.ONE: "Least squares"}))


def test_later_experiments_say_on_card_and_report_that_the_test_set_was_opened():
    job, rest, _ = set_aside(core.load_sample("breast_cancer"), "hold_out")
    opened_then = "The test set of these data was opened on"
    places = {"run": job.id, "data": rest.fingerprint, "w": WORKSPACE}

    def reported():
        return " ".join(printed(opened("report", **places)))

    def card():
        return " ".join(item.value for item in opened("experiment", **places).main.caption)

    assert plain(opened_then) not in card() and opened_then not in reported()
    opens(visit(job, data=rest.fingerprint))
    assert plain(opened_then) in card()
    assert opened_then in reported()


def test_the_card_of_a_run_on_several_data_sets_names_those_whose_test_set_was_opened():
    job, rest, _ = set_aside(core.load_sample("iris"), "hold_out")
    opens(visit(job, data=rest.fingerprint))
    plans = [make_plan(data, ["tree", "lda"], "hold_out") for data in (rest, core.load_sample("wine"))]
    do_job(cache.store(), submit_study(cache.store(), plans, WORKSPACE).id)
    (told,) = [
        item.value for item in opened("experiment", w=WORKSPACE).main.caption if "opened" in item.value
    ]
    assert plain("The test set of iris was opened on") in told


@pytest.mark.parametrize(
    ("sample", "learners"), [("iris", ("naive_bayes", "lda")), ("diabetes", ("ols", "mean"))]
)
def test_what_an_older_version_wrote_of_an_examination_is_told_without_what_it_left_open(sample, learners):
    data = core.load_sample(sample)
    measure = "mae" if data.task == "regression" else "balanced_accuracy"
    job, rest, test = set_aside(data, learners=learners, measure=measure)
    written = json.loads(examine(rest, test, core.learner(learners[0])).to_json())
    oldest = ("learner", "n_train", "n_test", "errors", "squared_errors", "taken")
    former = json.dumps({name: written[name] for name in oldest}).encode()
    cache.store().keep(WORKSPACE, "examination", rest.fingerprint, former)
    app = visit(job, data=rest.fingerprint)
    assert not app.exception
    assert plain("this may not be the result of") in said(app)
    shown = [item.label for item in app.metric if "on the test set" in item.label]
    assert shown == [
        "Errors on the test set" if data.task == "classification" else "Mean squared error on the test set"
    ]
    for page in ("experiment", "report"):
        assert not opened(page, w=WORKSPACE, run=job.id, data=rest.fingerprint).exception


def test_without_a_test_set_there_is_no_examination():
    assert "examine" not in [item.key for item in visit(finished_job()).button]


@pytest.mark.parametrize(
    ("key", "typed", "said"),
    [
        ("p0_percent_error", 0.0, "p0, error rate (%): must be a number from 0.0001 to 99.9999, not 0."),
        (
            "sigma_points",
            -3.0,
            "σ of one score (points), if known: must be a number from 0.0001 on, not −3.",
        ),
    ],
)
@pytest.mark.parametrize("page", ["one-learner", "report"])
def test_a_number_that_cannot_be_is_refused_in_words_and_answered_by_nothing(page, key, typed, said):
    job = finished_job()
    address = {"w": WORKSPACE, "run": job.id, "about": "One learner"}
    app = opened(page, **address)
    app.number_input(key=key).set_value(typed).run()
    linked = opened(page, **address, **{key: f"{typed:g}"})
    for asked in (app, linked):
        assert not asked.exception
        assert [item.value.replace("\\", "").replace("\u00a0", " ") for item in asked.error] == [said]
        assert not asked.get("plotly_chart") and not heroes(asked)
        assert asked.number_input(key=key).value == typed
        assert not any("this link" in item.value for item in asked.warning)


@pytest.mark.parametrize("p0", ["20", ""])
@pytest.mark.parametrize("design", [core.make_design("k_fold"), core.make_design("bootstrap", b=5)])
def test_that_a_learner_does_no_better_than_guessing_is_said_whatever_it_is_held_against(design, p0):
    app = visit(finished_job(("baseline", "knn"), design), learner="Baseline", p0=p0)
    told = [item.value for item in app.caption if "Baseline does no better" in item.value]
    assert len(told) == 1
    app.selectbox(key=state.ONE).set_value("k-NN").run()
    assert not any("does no better" in item.value for item in app.caption)


@pytest.mark.parametrize("p0", [{}, {"p0": "37.27"}])
def test_who_guesses_is_not_better_than_guessing_though_the_field_shows_it_rounded(p0):
    job = finished_job(("baseline", "tree"), sample="breast_cancer")
    guessed = cache.experiment(job).fold_scores.of("Baseline")["score"].mean()
    app = visit(job, **p0)
    assert app.number_input(key="p0_percent_error").value == 37.27  # 37.2682 %, as the mean of the folds
    shown = table(app, "verdict").set_index("test")
    given = {"errors": 212, "n": 569, "p0": guessed}
    wanted = core.run_test("binomial", "less", **given).p_value
    assert shown["p_value"][core.TESTS["binomial"].title] == pytest.approx(wanted)
