"""The page Measures: every part, with classes, many classes and numbers; one threshold drives every picture."""

import json
import re
from base64 import b64decode
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import streamlit as st
from sklearn.metrics import confusion_matrix
from streamlit.proto.Block_pb2 import Block

import core
from core.experiment import do_experiment, imported_results, make_plan, submit_experiment
from core.inference import Evidence, all_pairs
from core.measures import Costs, one_against_rest, score, threshold_table
from core.records import digest
from core.tables.table import Table
from core.written import MISSING
from pages.ui.display.paper import as_text
from pages.ui.display.text import plain
from pages.ui.importing import predictions as door_predictions
from pages.ui.measures import (
    at_threshold,
    confusion,
    curve_lines,
    matrices_at_threshold,
    threshold_state,
    thresholds,
)
from pages.ui.session import cache, state, stored_results
from tests.pages.hero import as_read, hero
from tests.pages.opening import opened

WORKSPACE = "0123456789abcdef" * 2
PAGE = "pages/measures.py"
CURVES = "Thresholds and curves"
NUMBERS = "all numbers"
PICTURES = [
    "ROC",
    "Precision–recall",
    "Sensitivity–specificity",
    "Expected cost",
    "Cost curve",
    "Gain",
    "Lift",
    "Calibration",
]


@pytest.fixture(autouse=True)
def fresh_server():
    st.cache_resource.clear()
    yield
    cache.launcher().close()
    cache.store().close()
    st.cache_resource.clear()


def job_of(sample, learners, design="hold_out", **options):
    plan = make_plan(core.load_sample(sample), list(learners), core.make_design(design, **options))
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    return job


def visit(job, part=None, **address):
    known = {"w": WORKSPACE, "run": job.id, "data": job.fingerprint, **address}
    return well(opened("measures", **(known if part is None else {**known, "measures_part": part})))


def well(app):
    assert not app.exception, [item.message for item in app.exception]
    return app


def table(app, column):
    """The first table on the page with this column."""
    return next(item.value for item in app.dataframe if column in item.value.columns)


def numbers(sent):
    """An array as Plotly sends it."""
    return np.frombuffer(b64decode(sent["bdata"]), sent["dtype"])


def marks(app):
    """Positions of the marked points, picture by picture."""

    found = []
    for chart in app.get("plotly_chart"):
        traces = json.loads(chart.proto.spec)["data"]
        found.append([(t["x"], t["y"]) for t in traces if t.get("mode") == "markers" and t.get("meta")])
    return found


def test_one_threshold_moves_every_picture_and_the_table():
    job = job_of("breast_cancer", ["naive_bayes", "lda"], stratified=True)
    app = visit(job, CURVES, curve_pictures=PICTURES, curve_details=NUMBERS)
    assert len(app.get("plotly_chart")) == len(PICTURES)
    before, counts = marks(app), table(app, "expected cost")
    app.slider(key=state.THETA).set_value(0.05).run()
    after, moved = marks(well(app)), table(app, "expected cost")
    for name, one, two in zip(PICTURES[:-1], before, after, strict=False):
        assert one != two, name
    assert '"name":"θ = 0.05"' in app.get("plotly_chart")[-1].proto.spec.replace("\\u03b8", "θ")
    assert (moved["tp"] + moved["fp"] > counts["tp"] + counts["fp"]).all()


def test_pictures_follow_one_another_in_the_order_in_which_they_were_chosen():
    """So does a phone show them, which puts the columns of a row below one another."""
    job = job_of("breast_cancer", ["naive_bayes", "lda"], stratified=True)
    chosen = ["ROC", "Gain", "Lift", "Sensitivity–specificity"]
    app = visit(job, CURVES, curve_pictures=chosen)
    titles = [item.value.strip("*") for item in app.markdown]
    assert [title for title in titles if title in chosen] == chosen


def test_what_each_of_several_pictures_shows_is_said_below_it():
    job = job_of("breast_cancer", ["naive_bayes", "lda"], stratified=True)

    def said(part, view):
        return [item.value for item in part.caption if thresholds.WORDS[view][:24] in item.value]

    app = visit(job, CURVES, curve_pictures=["ROC", "Gain"])
    for view in ("ROC", "Gain"):
        (beside,) = (
            column for column in app.columns if f"**{view}**" in [one.value for one in column.markdown]
        )
        assert said(beside, view) == said(app, view) != []
    app.pills(key="curve_pictures").set_value(["ROC"]).run()
    (alone,) = said(app, "ROC")
    assert alone.startswith("**ROC.** ")


def test_a_picture_of_many_learners_that_stands_alone_has_all_of_the_width():
    def layouts(app):
        return [json.loads(chart.proto.spec)["layout"] for chart in well(app).get("plotly_chart")]

    many = ["naive_bayes", "lda", "qda", "knn", "tree", "baseline"]
    app = visit(job_of("iris", many, stratified=True), CURVES)
    (alone,) = layouts(app)
    assert alone["legend"]["x"] == 1
    assert alone["margin"]["b"] < 100
    assert alone["margin"]["r"] > 150
    app.session_state["column_width"] = 350  # as the browser tells it
    (below,) = layouts(app.run())
    assert below["legend"]["y"] < 0
    app.session_state["column_width"] = 1000
    app.pills(key="curve_pictures").set_value(["ROC", "Live matrix"]).run()
    assert layouts(app) == [alone]  # fourteen matrices in half of the width would leave the other half empty
    app.pills(key="curve_pictures").set_value(["ROC", "Gain"]).run()
    assert [layout["legend"]["y"] for layout in layouts(app)] == [below["legend"]["y"]] * 2


def test_beside_curves_the_other_choices_stand_behind_a_button_that_names_them():
    def buttons():
        return as_read(*(item.proto.popover.label.replace("\\", "") for item in well(app).get("popover")))

    app = visit(job_of("iris", ["naive_bayes", "lda"], stratified=True), CURVES, alpha=0.01)
    assert "virginica (hardest to tell) against the rest, 2 learners, α = .01" in buttons()
    app.slider(key=state.ALPHA).set_value(0.1).run()
    app.multiselect(key="shown_learners").set_value(["LDA"]).run()
    app.selectbox(key=state.POSITIVE).set_value("setosa").run()
    assert "setosa against the rest, 1 learner, α = .1" in buttons()
    app.segmented_control(key="measures_part").set_value("AUC").run()
    assert app.multiselect(key="shown_learners").value == ["LDA"]
    assert not any("against the rest" in label for label in buttons())
    other = job_of("iris", ["lda", "tree"], stratified=True)
    app.session_state["run_id"] = app.query_params["run"] = other.id
    shown = well(app.run()).multiselect(key="shown_learners").value
    assert shown == ["LDA", "Decision tree"]  # nobody hid the tree


def test_of_several_classes_the_one_that_is_hardest_to_tell_is_looked_at_first():
    job = job_of("iris", ["lda"], design="k_fold", k=10, stratified=True)
    app = visit(job, CURVES)
    (label,) = [text for item in app.get("popover") if "against" in (text := item.proto.popover.label)]
    assert label.replace("\\", "").startswith("versicolor (hardest to tell) against the rest")
    picker = app.selectbox(key=state.POSITIVE)
    assert picker.value == "versicolor"
    assert picker.options == ["setosa", "versicolor", "virginica"]  # they stand in the address
    assert picker.help.endswith(plain("versicolor is the hardest to tell."))
    for asked in ("versicolor", "setosa"):
        app = visit(job, CURVES, positive=asked)
        assert app.selectbox(key=state.POSITIVE).value == asked
        assert not [item.value for item in app.warning if "is not possible here" in item.value]


@pytest.mark.parametrize(
    ("sample", "button", "corner"),
    [
        ("iris", "setosa against the rest, 1 learner, α = .05", "setosa against the rest"),
        ("breast_cancer", "Positive class: malignant, 1 learner, α = .05", ""),
    ],
)
def test_rates_of_one_of_several_classes_are_called_so(sample, button, corner):
    app = visit(job_of(sample, ["lda"], stratified=True), CURVES)
    assert plain(button) in [item.proto.popover.label for item in well(app).get("popover")]
    (beside,) = [item.proto.body for item in app.get("html") if "At this threshold" in item.proto.body]
    assert re.search("<th[^>]*>([^<]*)</th>", beside)[1] == corner
    app.pills(key="curve_details").set_value([NUMBERS]).run()
    said = any("Counts and rates are those of" in item.value for item in well(app).caption)
    assert said == bool(corner)


def asked_for(app):
    """Whether the class and the learners are asked for."""
    keys = {item.key for item in (*app.selectbox, *app.multiselect)}
    return state.POSITIVE in keys, "shown_learners" in keys


def test_a_part_asks_for_nothing_that_changes_nothing_in_it():
    app = visit(job_of("iris", ["naive_bayes", "lda"], stratified=True), "Confusion matrix")
    assert asked_for(well(app)) == (False, True)
    assert any("classes are separated perfectly" in item.value for item in app.caption)
    boxes = " ".join(box.proto.id for box in app.get("flex_container"))
    assert all(f"wraps_{name}" in boxes for name in ("average_table", "class_areas"))
    assert "rates_in_words" in boxes  # breaks its lines at every width: formulas are in sight
    app.segmented_control(key="measures_part").set_value("Losses").run()
    assert asked_for(well(app)) == (False, False)


def test_losses_are_of_all_learners_and_say_so_where_some_are_hidden():
    job = job_of("iris", ["naive_bayes", "lda", "tree"], stratified=True)
    said = ":material/info: Here are all 3 learners, also those that are hidden in the other views"
    app = visit(job, "Losses", shown_learners=["LDA", "Naive Bayes"])
    assert any(item.value.startswith(said) for item in well(app).caption)
    assert len(table(app, "mean cost")) == 3
    assert not any(item.value.startswith(said) for item in visit(job, "Losses").caption)


@pytest.mark.parametrize(("design", "leads"), [("k_fold", True), ("leave_one_out", False)])
def test_one_learner_is_named_where_it_has_an_interval_over_folds(design, leads):
    app = visit(job_of("iris", ["naive_bayes", "lda"], design), "Confusion matrix")
    (about,) = [item.value for item in app.caption if "They are about" in item.value]
    assert ("the interval of the learner stands on One learner" in about) == leads


def test_the_most_confused_classes_are_told_in_full():
    """Cut at their ends, two kinds of windows were one."""
    truth = ["building_windows_float", "building_windows_non_float", "vehicle_windows_float"] * 10
    table = pd.DataFrame({"x": np.arange(30) % 7, "z": np.arange(30) % 4, "type": truth})
    dataset = core.read_dataset(table, "type")
    plan = make_plan(dataset, ["tree", "lda"], core.make_design("hold_out"))
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    cache.keep_dataset(dataset)
    do_experiment(cache.store(), job.id, 1, plan)
    app = visit(job, "Confusion matrix")
    boxes = [box.proto.id for box in app.get("flex_container")]
    assert any(box.endswith("whole_most_confused") for box in boxes)


def test_the_rates_of_a_matrix_are_those_of_the_positive_class_that_is_chosen():
    job = job_of("breast_cancer", ["naive_bayes", "lda"], stratified=True)
    app = visit(job, "Confusion matrix")
    assert asked_for(well(app)) == (True, True)
    assert not [item for item in app.caption if "that the folds trained" in item.value]
    given = cache.experiment(job).predictions
    judged = given.truth[given.of("LDA")[0].positions]  # one training and one validation set
    sizes = dict(zip(given.classes, np.bincount(judged), strict=True))

    def said():
        rates = table(app, "rate").set_index("rate")["counts"]
        (positive,) = (item.value for item in app.caption if item.value.startswith("Positive class"))
        return positive.split("\\.")[0].removeprefix("Positive class\\: "), rates[
            "tp-rate, recall, sensitivity, hit rate"
        ]

    first = said()
    chosen = app.selectbox(key=state.POSITIVE)
    (other,) = {"benign", "malignant"} - {first[0]}
    well(chosen.set_value(other).run())
    for label, counts in (first, said()):
        assert counts.endswith(f"/ {sizes[label]}"), (label, counts)


def test_at_costs_of_one_and_the_prior_of_the_data_the_expected_cost_is_the_error():
    app = visit(
        job_of("breast_cancer", ["naive_bayes", "lda"], stratified=True), CURVES, curve_details=NUMBERS
    )
    shown = table(app, "expected cost")
    assert shown["expected cost"].tolist() == shown["error rate"].tolist()
    prior = next(item for item in app.slider if item.key == "prior")
    prior.set_value(0.1).run()
    assert table(well(app), "expected cost")["expected cost"].tolist() != shown["error rate"].tolist()


def test_costs_prior_and_the_cheapest_threshold():
    job = job_of("breast_cancer", ["naive_bayes", "lda"], stratified=True)
    app = visit(job, CURVES, curve_details=NUMBERS)
    app.number_input(key=state.COST_FN).set_value(20.0).run()
    prior = next(item for item in app.slider if item.key == "prior")
    prior.set_value(0.1).run()
    app.button(key="cheapest_1").click().run()
    shown = table(well(app), "expected cost").set_index("learner")
    predictions = one_against_rest(cache.experiment(job).predictions)
    item = predictions.of("LDA")[0]
    known = threshold_table(predictions.truth[item.positions] == 1, item.scores)
    cheapest = Costs(1, 20).expected(known, 0.1).min()
    assert shown.loc["LDA", "lowest cost"] == pytest.approx(cheapest)
    assert shown.loc["LDA", "expected cost"] == pytest.approx(cheapest)
    app.number_input(key=state.COST_FP).set_value(-1.0).run()
    assert "mistake has to cost more" in well(app).error[0].value


def test_the_table_says_where_on_the_slider_each_learner_is_cheapest():
    job = job_of("breast_cancer", ["naive_bayes", "linear_svm"], stratified=True)
    app = visit(job, CURVES, curve_details=NUMBERS)
    for by, column in (("score", "cheapest θ"), ("share", "cheapest share")):
        app.segmented_control(key=state.CUT_BY).set_value(by).run()
        for name in ("Naive Bayes", "Linear SVM"):
            told = table(well(app), column).set_index("learner").loc[name]
            if (by, name) == (
                "score",
                "Naive Bayes",
            ):  # its scores are nearer to 0 and 1 than the slider comes
                assert np.isnan(told[column])
                continue
            assert told[column] in threshold_state.positions()
            app.slider(key=state.THETA).set_value(told[column]).run()
            here = table(well(app), column).set_index("learner").loc[name]
            assert here["expected cost"] == told["lowest cost"], (name, by)


@pytest.mark.parametrize("part", ["Confusion matrix", CURVES])
def test_beside_intervals_over_several_folds_it_is_said_whom_they_are_about(part):
    told = "They are about the average of the models that the folds trained"
    for design, is_said in (("k_fold", True), ("hold_out", False)):
        job = job_of("breast_cancer", ["lda"], design=design, **({"k": 3} if is_said else {}))
        app = visit(job, part, curve_details="rates of one learner")
        assert any(told in item.value for item in well(app).caption) is is_said


def test_nobody_is_sent_from_the_half_where_it_is_as_cheap_as_any_threshold():
    scores = [("yes", 0.8), ("yes", 0.6), ("no", 0.6), ("no", 0.45)]
    rows = "".join(f"{k},{truth},{score}\n" for k, (truth, score) in enumerate(5 * scores))
    found = core.read_predictions(f"id,truth,tree_prob_yes\n{rows}".encode(), design="hold_out")
    (name,), current = found.learners, threshold_state.study(found, "yes")
    decision = threshold_state.Decision(0.5, threshold_state.SCORE, Costs(), 0.5)
    for as_cheap in (0.5, 0.7):
        assert current.is_lowest(name, replace(decision, value=as_cheap))
    assert threshold_state.cheapest_position(current, name, decision) == 0.5


def test_decision_values_are_named_and_can_be_cut_by_share():
    job = job_of("breast_cancer", ["naive_bayes", "linear_svm"], stratified=True)
    app = visit(job, CURVES, curve_pictures=["ROC", "Calibration"], curve_details=NUMBERS)
    assert any("decision function" in item.value for item in app.caption)
    app.segmented_control(key=state.CUT_BY).set_value("share").run()
    app.slider(key=state.THETA).set_value(0.3).run()
    shown = table(well(app), "expected cost")
    size = shown[["tp", "fn", "fp", "tn"]].sum(axis=1)
    assert ((shown["tp"] + shown["fp"]) / size <= 0.3).all()
    assert ((shown["tp"] + shown["fp"]).iloc[1] / size.iloc[1]) > 0.28


def test_who_gives_no_probabilities_is_named_below_the_calibration_of_the_others():
    job = job_of("breast_cancer", ["naive_bayes", "linear_svm"], stratified=True)
    app = visit(job, CURVES, curve_pictures="Calibration")

    def said():
        words = " ".join(item.value for item in well(app).caption if item.value.startswith("**Calibration"))
        return "Linear SVM gives no probabilities and is not drawn" in words

    assert said()
    app.multiselect(key="shown_learners").set_value(["Naive Bayes"]).run()
    assert not said()
    app.multiselect(key="shown_learners").set_value(["Linear SVM"]).run()
    assert not said()


@pytest.mark.parametrize("band", ["bootstrap", "by threshold"])
def test_bands_and_extras(band):
    job = job_of("breast_cancer", ["naive_bayes", "lda"], stratified=True)
    extras = ["iso-cost line", "convex hull", "crossings"]
    app = visit(job, CURVES, curve_band=band, roc_extras=extras)
    assert any("Band" in item.value for item in app.caption)
    assert len(app.get("plotly_chart")) == 1


def test_every_curve_of_rates_ranks_and_costs_has_a_bootstrap_band():
    job = job_of("breast_cancer", ["naive_bayes", "lda"], stratified=True)
    app = visit(job, CURVES, curve_band="bootstrap", curve_pictures=PICTURES[:-1], curve_details=NUMBERS)
    assert sum("pointwise bootstrap band" in item.value for item in app.caption) == len(PICTURES) - 1
    numbers = [item.value for item in app.dataframe if "part" in item.value.columns]
    assert len(numbers) == len(PICTURES) - 1
    assert all(frame["part"].str.contains("bootstrap band, low").any() for frame in numbers)


def test_the_band_of_the_expected_cost_follows_costs_and_stays_with_the_threshold():
    job = job_of("breast_cancer", ["naive_bayes", "lda"], stratified=True)
    app = visit(job, CURVES, curve_band="bootstrap", curve_pictures=["Expected cost"], curve_details=NUMBERS)

    def band():
        frame = table(app, "part")
        return frame.loc[frame["part"].str.contains("band"), "y"].to_numpy()

    before = band()
    app.slider(key=state.THETA).set_value(0.05).run()
    assert np.array_equal(band(), before)
    app.number_input(key=state.COST_FN).set_value(20.0).run()
    assert band().max() > 5 * before.max()


@pytest.mark.parametrize("by", ["folds", "replicates", "average"])
def test_repeats_have_curves_but_no_bands_and_no_pooled_tests(by):
    job = job_of("breast_cancer", ["naive_bayes", "lda"], "5x2", stratified=True)
    app = visit(job, CURVES, curves_by=by, curve_band="bootstrap")
    assert any("No band" in item.value for item in app.caption)
    if by == "folds":
        app = visit(job, "AUC")
        assert any("No interval for the pooled area" in item.value for item in app.caption)
        assert table(well(app), "p_adjusted")["p_value"].notna().all()
        assert "auc_pairs_by" not in {item.key for item in app.segmented_control}
        (words,) = (item.value for item in app.caption if "not offered" in item.value)
        assert plain("on pooled scores is not offered: instances were predicted more than once") in words


@pytest.mark.parametrize(
    ("design", "options", "ways"),
    [
        ("hold_out", {}, []),
        ("k_fold", {"k": 3}, ["pooled", "folds", "average"]),
        ("5x2", {}, ["pooled", "folds", "replicates", "average"]),
    ],
)
def test_curves_are_told_apart_by_what_there_is_several_of(design, options, ways):
    app = visit(job_of("breast_cancer", ["lda"], design, stratified=True, **options), CURVES)
    controls = {item.key: item.options for item in app.segmented_control}
    assert controls.get("curves_by", []) == ways


def test_of_one_area_nobody_tells_the_mean():
    app = visit(job_of("breast_cancer", ["lda"], stratified=True), CURVES, curves_by="folds")
    words = app.get("plotly_chart")[0].proto.spec
    assert "AUC 0." in words and "mean AUC" not in words


def test_the_pooled_test_is_not_offered_for_instances_in_groups():
    data = core.load_sample("breast_cancer")
    groups = pd.Series(np.arange(len(data)) // 2, name="patient")
    grouped = replace(data, groups=groups, fingerprint="")
    plan = make_plan(grouped, ["naive_bayes", "lda"], core.make_design("k_fold"))
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    app = visit(job, "AUC")
    assert "auc_pairs_by" not in {item.key for item in app.segmented_control}
    assert table(app, "p_adjusted")["p_value"].notna().all()
    assert any("not offered" in item.value and "groups" in item.value for item in app.caption)


@pytest.mark.parametrize(
    ("sample", "learners", "part"),
    [
        ("breast_cancer", ["naive_bayes", "lda"], "AUC"),
        ("iris", ["naive_bayes", "lda"], "Confusion matrix"),
        ("breast_cancer", ["naive_bayes", "lda"], "Losses"),
        ("diabetes", ["ols", "mean"], None),
    ],
)
def test_of_a_bootstrap_nothing_consists_of_dashes_and_why_is_said_once(sample, learners, part):
    app = visit(job_of(sample, learners, "bootstrap", b=4), part)
    for item in app.dataframe:
        for name in item.proto.column_order or item.value:
            column = item.value[name]
            assert not column.replace({MISSING: None, "none": None}).isna().all(), name
    said = [item.value for kind in (app.caption, app.info) for item in kind]
    assert sum("No interval" in words or "without intervals" in words for words in said) <= 2
    assert not any("Means over the folds with" in words for words in said)
    assert any("independent" in words or "no test is offered" in words for words in said)
    assert not any("with their" in item.value for item in app.markdown)


def test_areas_pooled_and_averaged_with_every_interval():
    job = job_of("breast_cancer", ["naive_bayes", "lda", "tree"], "k_fold", k=5, stratified=True)
    app = visit(job, "AUC")
    shown = table(app, "mean of folds")
    assert {"pooled", "DeLong", "Hanley–McNeil", "bootstrap", "mean, corrected t"} <= set(shown.columns)
    assert shown["mean of folds"].to_numpy() == pytest.approx(
        cache.experiment(job).scores("auc").wide.mean().to_numpy()
    )
    pairs = table(app, "p_adjusted")
    assert len(pairs) == 3
    assert (pairs["p_adjusted"] >= pairs["p_value"]).all()
    assert any("caution" in item.value for item in app.caption)
    assert any("95\u00a0% intervals" in item.value for item in app.markdown)
    (by,) = (item for item in app.segmented_control if item.key == "auc_pairs_by")
    assert by.options[0] == "★ Corrected resampled t test on fold areas"
    boxes = " ".join(box.proto.id for box in app.get("flex_container"))
    assert all(f"wraps_{name}" in boxes for name in ("areas", "partial_areas"))  # in sight on narrow screens


def test_areas_of_a_hold_out_say_nothing_of_folds_and_adjust_nothing():
    app = visit(job_of("breast_cancer", ["naive_bayes", "lda"], "hold_out", stratified=True), "AUC")
    assert {"folds", "mean of folds"}.isdisjoint(table(app, "Hanley–McNeil").columns)
    said = " ".join(item.value for item in app.caption)
    assert "fold" not in said.lower()
    assert "pooled" not in said.lower()
    assert "Judged by: DeLong's test of two AUCs." in said
    assert "one comparison only, so p is not adjusted" in said


def test_many_classes():
    job = job_of("iris", ["naive_bayes", "tree"], "k_fold", k=5, stratified=True)
    app = visit(job, "Confusion matrix")
    assert table(app, "average")["average"].tolist() == ["macro", "weighted", "micro"]
    assert len(app.get("plotly_chart")) == 2
    areas_of_classes = next(item.value for item in app.dataframe if "AUC" in item.value.columns)
    assert len(areas_of_classes) == 3
    told = areas_of_classes.dropna()
    assert (told["from"] <= told["AUC"]).all()
    assert (areas_of_classes["AUC"] < 1).tolist() == areas_of_classes.index.isin(told.index).tolist()
    assert (told["AUC"] <= told["to"]).all()
    app.session_state["confusion_cell"] = (1, 2)
    app.run()
    found = next(item.value for item in well(app).dataframe if "score of virginica" in item.value.columns)
    predictions = cache.experiment(job).predictions
    behind = [
        np.sum((predictions.truth[item.positions] == 1) & (item.predicted == 2))
        for item in predictions.of("Naive Bayes")
    ]
    assert len(found) == sum(behind) > 0
    drawn = list(app.main)
    said = [item for item in app.caption if f"{len(found)} of class versicolor" in item.value]
    assert any(item.value.startswith("**Naive Bayes.** Teal") for item in app.caption)  # on paper, too
    assert drawn.index(said[0]) < drawn.index(
        app.get("plotly_chart")[0]
    )  # in sight, however large the matrix
    assert set(core.load_sample("iris").X.columns) <= set(found.columns)
    well(visit(job, CURVES))


def test_losses_are_a_response_variable():
    job = job_of("iris", ["naive_bayes", "tree"], "k_fold", k=5, stratified=True)
    app = visit(job, "Losses")
    shown = table(app, "mean cost")
    errors = cache.experiment(job).scores("error").wide.mean()
    assert shown["mean cost"].to_numpy() == pytest.approx(errors.to_numpy())
    assert table(app, "p_adjusted")["p_value"].notna().all()
    told = "**Every pair by its advised test, Corrected resampled t test**"
    assert told in [item.value for item in app.markdown]


def test_the_matrix_of_losses_is_one_for_every_page_and_survives_a_restart():
    job = job_of("breast_cancer", ["naive_bayes", "tree", "lda"], "k_fold", k=5, stratified=True)
    predictions = cache.experiment(job).predictions
    matrix = [[0.0, 1.0], [9.0, -1.0]]
    cache.store().change(
        WORKSPACE, "losses", digest(*map(str, predictions.classes)), json.dumps(matrix).encode()
    )
    expected = score(predictions, "cost", losses=matrix)
    means = expected.wide.mean()
    app = visit(job, "Losses")
    assert table(app, "mean cost")["mean cost"].to_numpy() == pytest.approx(means.to_numpy())
    assert all(item.proto.placeholder == "–" for item in app.dataframe)  # also of a cost that was deleted
    app = visit(job)
    app.switch_page("pages/two-learners.py").run()
    assert not any("What mistakes cost" in box.label for box in app.expander)
    app.selectbox(key="shown_measure_classification").set_value("cost").run()
    assert any("What mistakes cost" in box.label for box in well(app).expander)
    first, second = predictions.learners[:2]
    better, worse = sorted([first, second], key=means.get)
    said = re.fullmatch(
        f"{better} did better than {worse}: its mean cost is ([0-9.]+) lower.", hero(app).effect
    )
    assert said and len(said[1]) > 4
    assert float(said[1]) == pytest.approx(means[worse] - means[better], abs=0.5 * 10.0 ** (2 - len(said[1])))
    app.switch_page("pages/fold-errors.py").run()
    app.selectbox(key="shown_measure_classification").set_value("cost").run()
    summary = table(well(app), "interval_low")
    assert summary["mean"].to_numpy(dtype=float) == pytest.approx(means.to_numpy(), rel=1e-3)


@pytest.mark.parametrize("positive", ["malignant", "benign"])
def test_costs_beside_curves_are_taken_over_to_losses(positive):
    job = job_of("breast_cancer", ["naive_bayes", "tree"], "k_fold", k=5, stratified=True)
    predictions = cache.experiment(job).predictions
    app = visit(job, "Losses")  # where nothing was changed, what is taken over stands all the same
    assert any("*Take over to Losses* brings them here" in item.value for item in app.caption)
    app.segmented_control(key="measures_part").set_value(CURVES).run()
    app.selectbox(key=state.POSITIVE).set_value(positive).run()
    app.number_input(key=state.COST_FN).set_value(5.0).run()
    app.number_input(key=state.BENEFIT_TN).set_value(0.5).run()
    app.button(key="take_over_costs").click().run()
    assert well(app).segmented_control(key="measures_part").value == "Losses"
    cost = {(True, False): 5.0, (False, True): 1.0, (False, False): -0.5}  # of truth and prediction
    labels = predictions.classes
    matrix = [[cost.get((true == positive, said == positive), 0.0) for said in labels] for true in labels]
    means = score(predictions, "cost", losses=matrix).wide.mean()
    assert table(app, "mean cost")["mean cost"].to_numpy() == pytest.approx(means.to_numpy())


def test_losses_of_a_hold_out_are_judged_by_instance():
    job = job_of("breast_cancer", ["naive_bayes", "tree"], stratified=True)
    app = visit(job, "Losses")
    shown = table(app, "mean cost")
    assert shown["interval"].tolist() == ["t over instances"] * 2
    assert ((shown["from"] < shown["mean cost"]) & (shown["mean cost"] < shown["to"])).all()
    drawn = app.get("plotly_chart")[0].proto.spec
    assert all(str(low) in drawn for low in shown["from"])
    assert "McNemar" in table(app, "p_adjusted")["test"].iloc[0]
    predictions = cache.experiment(job).predictions
    matrix = np.array([[0.0, 1.0], [9.0, 0.0]])
    evidence = Evidence(score(predictions, "cost", losses=matrix), predictions)
    assert all_pairs(evidence).frame["test"].iloc[0] == "Paired t test on losses"


def test_numbers():
    job = job_of("diabetes", ["ols", "knn_regressor"], "k_fold", k=5)
    app = visit(job)
    assert len(app.get("plotly_chart")) == 2
    shown = table(app, "measure")
    assert len(shown) == 8
    assert (shown["from"] < shown["mean"]).all()
    well(app.run())


def imported(name, scores_for=None):
    """The page with the predictions of one of the examples."""
    app = opened("data", w=WORKSPACE, door=door_predictions.TAB)
    app.segmented_control(key=f"{door_predictions.DOOR}_way").set_value("An example").run()
    well(app.selectbox(key=f"{door_predictions.DOOR}_example").set_value(name).run())
    if name == "markers.csv":
        asked = next(item for item in app.radio if (item.key or "").startswith("import_design_"))
        well(asked.set_value("hold_out").run())
    if scores_for is not None:
        asked = next(item for item in app.selectbox if (item.key or "").startswith("import_scores_for_"))
        well(asked.set_value(scores_for).run())
    well(next(button for button in app.button if button.key == "accept_predictions").click().run())
    app.switch_page(PAGE).run()
    return well(app)


def test_imported_predictions_have_every_part():
    app = imported("markers.csv")
    for part in ("Thresholds and curves", "AUC", "Confusion matrix", "Losses"):
        app.segmented_control(key="measures_part").set_value(part).run()
        assert not well(app).error, part


def test_measurements_without_a_threshold_open_with_as_many_called_positive_as_are():
    app = imported("markers.csv")
    app.segmented_control(key="measures_part").set_value(CURVES).run()
    app.button_group(key="curve_details").set_value([NUMBERS]).run()
    shown = table(well(app), "expected cost")
    assert app.segmented_control(key=state.CUT_BY).value == "share"
    positives = (shown["tp"] + shown["fn"]).iloc[0]
    judged = core.read_predictions(Path(__file__).parents[2] / "sample_data" / "imports" / "markers.csv")
    own = [int((judged.of(name)[0].predicted == 1).sum()) for name in judged.learners]
    assert list(shown["tp"] + shown["fp"]) == own
    assert ((shown["tp"] + shown["fp"] - positives).abs() <= 1).all()
    assert any("As many of the highest" in item.value for item in app.caption)
    app.segmented_control(key=state.CUT_BY).set_value("score").run()
    app.slider(key=state.THETA).set_value(0.5).run()
    shown = table(well(app), "expected cost")
    assert (shown["fn"] == 0).all()


def test_another_class_opens_a_slider_anew_that_nobody_moved_and_its_matrix_says_the_same():
    app = imported("markers.csv")
    app.segmented_control(key="measures_part").set_value(CURVES).run()

    def chosen(label):
        well(app.selectbox(key=state.POSITIVE).set_value(label).run())
        return app.slider(key=state.THETA).value

    opened_at = {label: chosen(label) for label in ("benign", "malignant", "benign")}
    assert opened_at == {"benign": 0.628, "malignant": 0.373}  # 357 and 212 of 569
    app.button_group(key="curve_details").set_value([NUMBERS]).run()
    (error, _) = table(well(app), "error rate")["error rate"]
    app.slider(key=state.THETA).set_value(0.2).run()
    assert chosen("malignant") == 0.2  # it was moved
    app.segmented_control(key="measures_part").set_value("Confusion matrix").run()
    well(app.selectbox(key=state.POSITIVE).set_value("benign").run())
    assert table(app, "rate").set_index("rate")["value"]["Error"] == pytest.approx(error, abs=2 / 569)
    assert not any("labelled" in item.value for item in app.caption)  # by no threshold of ½


def test_where_scores_are_cut_by_share_rates_and_costs_are_drawn_over_it():
    app = imported("markers.csv")
    app.segmented_control(key="measures_part").set_value(CURVES).run()
    app.pills(key="curve_pictures").set_value(["Sensitivity–specificity", "Expected cost"]).run()
    app.button_group(key="curve_details").set_value([NUMBERS]).run()
    app.slider(key=state.THETA).set_value(0.25).run()
    well(app.run())
    rates, costs = (json.loads(chart.proto.spec) for chart in app.get("plotly_chart"))
    for spec in (rates, costs):
        assert "share called positive" in json.dumps(spec["layout"]["xaxis"]["title"])
        for x in [numbers(trace["x"]) for trace in spec["data"] if trace.get("mode") == "lines"]:
            assert (x.min(), x.max()) == (0, 1)
            assert np.mean((x > 0.1) & (x < 0.9)) > 0.5, "all of it lies at an end"
    shown = table(app, "lowest cost")
    stars, circles = marks(app)[1][:2], marks(app)[1][2:]
    assert [x for (x,), _ in stars] == list(shown["cheapest share"])
    assert [y for _, (y,) in stars] == pytest.approx(list(shown["lowest cost"]))
    assert [x for (x,), _ in circles] == [0.25, 0.25]
    assert [y for _, (y,) in circles] == pytest.approx(list(shown["expected cost"]))
    assert [y for _, (y,) in marks(app)[0][:2]] == pytest.approx(list(shown["tp-rate"]))
    assert {x for (x,), _ in marks(app)[0]} == {0.25}


def test_the_class_and_the_learners_that_are_shown_are_in_the_address():
    job = job_of("breast_cancer", ["naive_bayes", "lda"], stratified=True)
    app = visit(job, CURVES, positive="benign", shown_learners=["LDA"])
    button = [as_read(item.proto.popover.label.replace("\\", "")) for item in well(app).get("popover")]
    assert "Positive class: benign, 1 learner, α = .05" in str(button)
    assert app.selectbox(key=state.POSITIVE).value == "benign"
    assert app.multiselect(key="shown_learners").value == ["LDA"]
    others = [item.value for item in app.caption if "Chosen for this page" in item.value]
    assert others == [
        plain("Chosen for this page: others tell precision, recall, specificity and F1 of class malignant.")
    ]
    app.selectbox(key=state.POSITIVE).set_value("malignant").run()
    assert not any("Chosen for this page" in item.value for item in well(app).caption)
    app = visit(job, CURVES, positive="maligant")
    assert app.selectbox(key=state.POSITIVE).value == "malignant"
    assert "maligant" in " ".join(
        item.value for item in (*app.warning, *app.info, *app.caption, *app.markdown)
    )


def test_a_curve_below_the_diagonal_is_said_and_not_turned():
    assert not imported("markers.csv").warning
    said = [item.value for item in imported("markers.csv", "benign").warning]
    assert len(said) == 1
    assert "flipped" in said[0]


@pytest.mark.parametrize(
    ("design", "learners", "said"),
    [
        ("hold_out", 1, "This curve lies below the diagonal: it orders worse"),
        ("hold_out", 2, "These curves lie below the diagonal: they order worse"),
        ("k_fold", 1, "This pooled curve lies below the diagonal: it orders worse"),
    ],
)
def test_a_curve_below_the_diagonal_is_called_pooled_only_where_there_are_folds(design, learners, said):
    rng = np.random.default_rng(0)
    truth = np.tile([0, 1], 100)
    table = pd.DataFrame({"id": range(200), "truth": np.where(truth, "sick", "well")})
    if design == "k_fold":
        table["fold"] = np.repeat(range(10), 20)
    for position in range(learners):
        table[f"learner {position}"] = 1 / (1 + np.exp(2.0 * truth + rng.normal(size=200)))
    found = core.read_predictions(table.to_csv(index=False).encode(), positive="sick", design=design)
    results = imported_results(found, "brought")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    (told,) = [item.value for item in well(opened("measures", w=WORKSPACE, results=results.id)).warning]
    assert told.startswith(plain(said))


def test_a_constant_per_fold_that_lies_low_when_pooled_is_explained():
    app = visit(job_of("breast_cancer", ["lda", "baseline"], design="k_fold", k=3), "AUC")
    (told,) = [item.value for item in app.caption if "when pooled" in item.value]
    assert plain("Baseline is no worse than guessing: ½ in every fold.") in told


def test_the_camera_of_every_picture_saves_what_was_chosen():

    def formats(app):
        found = [json.loads(chart.proto.config)["toImageButtonOptions"] for chart in app.get("plotly_chart")]
        return {(options["format"], options["filename"]) for options in found}

    app = visit(job_of("breast_cancer", ["naive_bayes", "tree"]), CURVES)
    assert formats(app) == {("svg", "breast_cancer_hold_out_ROC")}
    app.button_group(key="curves_format").set_value("png").run()
    assert formats(well(app)) == {("png", "breast_cancer_hold_out_ROC")}
    app.switch_page("pages/fold-errors.py").run()
    assert {kind for kind, _ in formats(well(app))} == {"png"}


def test_the_numbers_of_a_picture_hold_nothing_that_the_threshold_moves():
    job = job_of("breast_cancer", ["naive_bayes", "lda"], stratified=True)
    app = visit(job, CURVES, curve_pictures=PICTURES[:-1], curve_details=NUMBERS)

    def tables():
        return [item.value for item in app.dataframe if "part" in item.value.columns]

    before = tables()
    app.slider(key=state.THETA).set_value(0.05).run()
    assert len(before) == len(PICTURES) - 1
    assert all(one.equals(two) for one, two in zip(before, tables(), strict=True))
    assert [set(frame["part"]) & {"marked"} for frame in before].count({"marked"}) == 1  # the cheapest ones


def test_matrices_are_those_of_the_labels_that_the_threshold_gives():
    job = job_of("breast_cancer", ["naive_bayes", "lda"], "k_fold", k=3)
    app = visit(job, CURVES, curve_pictures=["ROC", thresholds.MATRIX])
    app.slider(key=state.THETA).set_value(0.05).run()
    predictions = one_against_rest(cache.experiment(job).predictions)
    expected = []
    for name in predictions.learners:
        parts = predictions.of(name)
        truth = np.concatenate([predictions.truth[item.positions] for item in parts])
        called = np.concatenate([np.asarray(item.scores) > 0.05 for item in parts]).astype(int)
        table = confusion_matrix(truth, called)
        shares = table / table.sum(axis=1, keepdims=True)
        expected += [
            f"{n} ({100 * s:.1f}\u00a0%)" for n, s in zip(table.ravel(), shares.ravel(), strict=True)
        ]
    found = next(item.proto.body for item in app.get("html") if "fw-matrices" in item.proto.body)
    assert re.findall("<td[^>]*>(.*?)</td>", found) == expected


def test_every_matrix_has_its_classes_in_the_same_order():
    job = job_of("breast_cancer", ["lda"], stratified=True)
    predictions = cache.experiment(job).predictions
    for label in predictions.classes:
        chosen = threshold_state.study(predictions, label)
        shown = curve_lines.Shown(chosen, ["LDA"], {}, by=curve_lines.POOLED, band="", level=0.95, extras=[])
        at_half = at_threshold.rows(shown, threshold_state.Decision(0.5, threshold_state.SCORE, Costs(), 0.4))
        order = {"positive_first": chosen.positive_first}
        cells = matrices_at_threshold.cells(at_half, **order)
        large = confusion.confusion_of(predictions, "LDA")
        assert [int(cell.split()[0]) for cell in cells] == large.counts.ravel().tolist()
        html = matrices_at_threshold.as_html(chosen.scored.predictions.classes, at_half, **order)
        assert re.findall("scope='row'>(.*?)<", html) == list(predictions.classes)


@pytest.mark.parametrize("part", [CURVES, "Confusion matrix"])
@pytest.mark.parametrize("positive", ["benign", "malignant"])
def test_where_labels_are_not_those_of_a_half_it_is_said_where_either_is_counted(part, positive):
    even = core.LearnerSpec("knn", "Two neighbours", hyperparameters=(("n_neighbors", 2),))
    job = job_of("breast_cancer", [even, "lda"], stratified=True)
    (fold,) = cache.experiment(job).predictions.of("Two neighbours")
    ties = int((np.asarray(fold.scores)[:, 0] == 0.5).sum())
    assert ties, "scores of two neighbours are often ½"
    app = visit(job, part, positive=positive)
    said = [item.value for item in app.caption if "labelled" in item.value]
    if positive == "malignant":  # equal scores get the label that is first
        assert not said
    else:
        (words,) = said
        wanted = f"Two neighbours labelled {ties} predictions otherwise than θ = 0.5 does, all with"
        assert plain(wanted) in words
        assert "LDA" not in words


def test_the_cells_of_a_matrix_are_known_for_every_position_of_the_slider():
    study = threshold_state.study(cache.experiment(job_of("breast_cancer", ["lda"])).predictions, "malignant")
    shown = curve_lines.Shown(study, ["LDA"], {}, by=curve_lines.POOLED, band="", level=0.95, extras=[])
    decision = threshold_state.Decision(0.5, threshold_state.SCORE, Costs(), 0.4)
    values = np.array([0.0, 0.03, 0.5, 1.0])
    told = [partial(matrices_at_threshold.cells, positive_first=study.positive_first), at_threshold.cells]
    for found, tell in zip(at_threshold.cells_at(shown, decision, values, told), told, strict=True):
        each = [replace(decision, value=value) for value in values]
        assert found == [tell(at_threshold.rows(shown, one)) for one in each]
    # the browser leaves this one out of the address, whoever put the slider there
    assert thresholds.ahead(shown, [], decision, {}).message["usual"] == study.opening[1] == 0.5


def test_many_learners_stand_below_one_another():
    few = [{"learner": f"<b>{k}</b>", "tp": 1000 + k, "error rate": k / 10} for k in range(2)]
    many = [{"learner": str(k), "tp": k, "error rate": k / 10} for k in range(at_threshold.MOST_BESIDE + 1)]
    assert at_threshold.cells(few) == ["1,000", "1,001", "0.00\u00a0%", "10.00\u00a0%"]
    assert at_threshold.cells(many)[:4] == ["0", "0.00\u00a0%", "1", "10.00\u00a0%"]
    for found in (few, many):
        html = at_threshold.as_html(found)
        assert "<b>" not in html
        assert html.count("<td") == len(at_threshold.cells(found)) == 2 * len(found)
        assert ("min-width:7rem" in html) is (found is few)  # names of counts have two lines at most


def test_counts_at_a_threshold_are_written_out():
    counted = {"learner": "LDA", "tp": 1, "fn": 2, "fp": 3, "tn": 4, "cheapest θ": 0.5}
    html = at_threshold.as_html([counted])
    for words in (
        "true positives (tp)",
        "false negatives (fn)",
        "false positives (fp)",
        "true negatives (tn)",
    ):
        assert f">{words}</th>" in html
    assert ">cheapest θ</th>" in html


@pytest.mark.parametrize(
    ("measure", "rows", "said"),
    [
        ("error", "folds", "These are scores of folds. Curves, thresholds and confusion matrices need the"),
        (
            "rmse",
            "data sets",
            "These are scores of data sets. Predicted against true values, and residuals, need the",
        ),
        (
            "kappa",
            "data sets",
            "These are scores of data sets. Curves, confusion matrices and residuals need the",
        ),
    ],
)
def test_scores_alone_are_called_what_they_are_and_lack_what_predictions_would_show(measure, rows, said):
    scores = core.read_fold_scores(b"A,B\n0.1,0.2\n0.3,0.2\n0.2,0.1\n", measure=measure, rows=rows)
    results = imported_results(scores, "brought")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    app = well(opened("measures", w=WORKSPACE, results=results.id))
    assert said in app.info[0].value
    (link,) = app.get("page_link")
    assert "door=Predictions" in link.proto.query_string


@pytest.mark.parametrize(
    ("part", "said", "unsaid"),
    [
        ({"measures_part": "AUC"}, "so there is no AUC", "threshold"),
        ({"measures_part": "Thresholds and curves"}, "no threshold to move", "no AUC"),
        ({}, "By the labels that were predicted", "any threshold"),
    ],
)
def test_labels_alone_open_with_their_matrix_and_no_page_sends_to_a_threshold(part, said, unsaid):
    rows = "".join(f"{i},{'ab'[i % 2]},{'aabb'[i % 4]}\n" for i in range(40))
    results = imported_results(core.read_predictions(f"id,truth,tree\n{rows}".encode()), "brought")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    app = well(opened("measures", w=WORKSPACE, results=results.id, **part))
    words = " ".join(item.value for item in (*app.info, *app.caption))
    assert said in words
    assert unsaid not in words


@pytest.mark.parametrize(
    ("head", "row", "part", "said", "unsaid"),
    [
        ("tree", "{i},{i}.5,{i}.25", "", "One score of each", "Means over the folds"),
        (
            "tree_proba_b,bayes_proba_b",
            "{i},{c},.{i},.4{i}",
            "AUC",
            "Each fold had a classifier of its own",
            "Nobody said",
        ),
    ],
)
def test_cross_validation_whose_folds_are_not_known_has_no_means_over_them(head, row, part, said, unsaid):
    rows = [f"id,truth,{head}", *(row.format(i=i, c="ab"[i % 2]) for i in range(10, 40))]
    results = imported_results(core.read_predictions("\n".join(rows).encode(), design="k_fold"), "brought")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    app = well(opened("measures", w=WORKSPACE, results=results.id, measures_part=part))
    words = " ".join(item.value for item in app.caption)
    assert said in words
    assert unsaid not in words
    assert any(item.key == "alpha" for item in app.slider) is (part == "AUC")
    assert not any(item.key == "auc_pairs_by" for item in app.segmented_control)


@pytest.mark.parametrize(("design", "follows"), [("hold_out", False), ("k_fold", True)])
def test_a_regression_has_the_slider_of_the_level_where_an_interval_follows_it(design, follows):
    app = visit(job_of("diabetes", ["ols", "mean"], design), alpha="0.1")
    assert any(item.key == "alpha" for item in app.slider) is follows
    assert any("90\u00a0% intervals" in item.value.replace("\\", "") for item in app.caption) is follows


@pytest.mark.parametrize("design", ["hold_out", "k_fold"])
@pytest.mark.parametrize("part", ["AUC", "Losses"])
def test_pairs_are_judged_with_the_caution_of_two_learners(part, design):
    rows = "".join(f"{i},{'ab'[i % 2]},{i % 7},{i % 5}\n" for i in range(10, 40))
    found = core.read_predictions(f"id,truth,one_score,two_score\n{rows}".encode(), design=design)
    results = imported_results(found, "brought")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    app = well(opened("measures", w=WORKSPACE, results=results.id, measures_part=part))
    (judged,) = (item.value for kind in (app.caption, app.markdown) for item in kind if " test" in item.value)
    advice = core.applicable_tests(Evidence(score(found, {"AUC": "auc", "Losses": "cost"}[part]), found))
    assert f"{core.TESTS[advice.advised].title}{', with caution' * (design == 'k_fold')}" in judged.replace(
        "\\", ""
    )


@pytest.mark.parametrize("design", ["hold_out", "k_fold"])
def test_captions_speak_of_folds_and_pictures_only_where_there_are_any(design):
    rows = "".join(f"{i},{'ab'[i % 2]},{i % 7}\n" for i in range(10, 40))
    found = core.read_predictions(f"id,truth,tree_score\n{rows}".encode(), design=design)
    results = imported_results(found, "brought")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    app = well(opened("measures", w=WORKSPACE, results=results.id, curve_pictures=["ROC", "Calibration"]))
    captions = " ".join(item.value for item in app.caption)
    assert "One corner per threshold" in captions
    assert ("which the file does not tell apart" in captions) is (design == "k_fold")
    assert "vertical average" not in captions
    assert "On the diagonal" not in captions


def test_curves_open_in_plain_words_and_keep_those_of_the_books_behind_a_mark():
    job = job_of("breast_cancer", ["naive_bayes", "baseline"], design="k_fold", k=3)
    app = visit(job, CURVES)
    told = [item.value.replace("\\", "") for item in app.caption]
    (said,) = [text for text in told if " is ahead by " in text]
    assert said.startswith("Naive Bayes is ahead by the AUC of pooled predictions, 0.9")
    assert said.endswith(
        "whether by more than luck, tests of the areas of the folds say."
    )  # which is about the same class, as no other page is
    (link,) = [item.proto for item in app.get("page_link") if item.proto.label == "See AUC"]
    assert (link.page, link.query_string) == ("measures", "measures_part=AUC")
    assert any("The nearer to the upper left corner, the better" in text for text in told)
    assert not any("iso-cost" in text for text in told)
    assert any("iso" in item.proto.help for item in app.caption)
    alone = [item.value for item in visit(job_of("breast_cancer", ["lda"]), CURVES).caption]
    assert not any("ahead" in text for text in alone)


def test_the_prior_of_a_link_holds_until_another_class_is_the_positive_one():
    app = visit(job_of("breast_cancer", ["naive_bayes", "lda"], stratified=True), CURVES, prior="0.1")
    assert app.slider(key="prior").value == 0.1
    chosen = app.selectbox(key=state.POSITIVE)
    (other,) = {"benign", "malignant"} - {chosen.value}
    well(chosen.set_value(other).run())
    prior = app.slider(key="prior")
    assert prior.label.endswith(f"(here {prior.value:.3g})")


def test_a_threshold_that_was_moved_comes_back_on_the_same_data_and_opens_anew_on_others():
    job, other = (job_of(name, ["naive_bayes", "lda"], stratified=True) for name in ("breast_cancer", "vote"))
    app = visit(job, CURVES)
    started = app.slider(key=state.THETA).value
    well(app.slider(key=state.THETA).set_value(0.7).run())
    well(app.switch_page("pages/fold-errors.py").run())
    app.query_params.clear()  # as a browser leaves what stands in the address of another page
    well(app.switch_page("pages/measures.py").run())
    assert app.slider(key=state.THETA).value == 0.7
    well(app.switch_page("pages/experiment.py").run())
    app.session_state.run_id, app.session_state.dataset_key = other.id, other.fingerprint
    app.query_params.clear()
    well(app.switch_page("pages/measures.py").run())
    assert app.slider(key=state.THETA).value == started == 0.5


def test_whose_matrix_it_is_and_what_stands_in_its_cells_come_back_by_the_address():
    job = job_of("breast_cancer", ["naive_bayes", "lda"], stratified=True)
    app = visit(job, "Confusion matrix", matrix_learner="LDA", matrix_numbers="row share")
    assert app.selectbox(key="matrix_learner").value == "LDA"
    assert app.segmented_control(key="matrix_numbers").value == "row share"
    assert not app.warning
    app = visit(job, "Confusion matrix", matrix_learner="SVM")
    assert "“SVM” is not possible here" in app.warning[0].value


def test_whose_rates_they_are_comes_back_by_the_address():
    job = job_of("breast_cancer", ["naive_bayes", "lda"], stratified=True)
    app = visit(job, CURVES, curve_details="rates of one learner", rates_learner="LDA")
    assert app.selectbox(key="rates_learner").value == "LDA"


def test_of_which_two_the_losses_are_compared_comes_back_by_the_address_and_their_box_with_them():
    job = job_of("breast_cancer", ["naive_bayes", "lda", "tree"], stratified=True)
    assert "better_first" not in {item.key for item in visit(job, CURVES).selectbox}
    app = visit(job, CURVES, better_first="LDA", better_second="Decision tree")
    assert app.selectbox(key="better_first").value == "LDA"
    assert app.selectbox(key="better_second").value == "Decision tree"
    assert set(table(app, "cheaper").cheaper) == {"LDA"}
    well(app.selectbox(key="better_first").set_value("Decision tree").run())
    assert app.selectbox(key="better_second").value == "Naive Bayes"  # whom the one is, the other cannot be


@pytest.mark.parametrize("part", [CURVES, "AUC", "Confusion matrix"])
def test_a_learner_that_failed_on_a_fold_says_so_and_moves_no_prior(part):
    fits_one_fold = core.learner("knn", None, 0, n_neighbors=380)
    job = job_of("breast_cancer", [fits_one_fold, "lda"], design="k_fold", k=3)
    words = " ".join(item.value for item in visit(job, part).caption).replace("\\", "")
    said = "lacks 380 of 569 predictions: its numbers are over the other ones. It failed on 2 of 3 folds."
    assert f"NN {said}" in words
    assert "LDA lacks" not in words
    if part == CURVES:
        (prior,) = [item for item in visit(job, part).slider if item.key == "prior"]
        assert "(here 0.373)" in prior.label  # 212 of 569


def test_the_cheapest_threshold_is_the_same_in_the_picture_and_in_the_table():
    job = job_of("breast_cancer", ["naive_bayes", "lda"], stratified=True)
    app = visit(job, CURVES, curve_pictures=["Expected cost"], curve_details=NUMBERS)
    shown = table(app, "lowest cost").set_index("learner")
    (chart,) = app.get("plotly_chart")
    legend = " ".join(str(trace.get("name")) for trace in json.loads(chart.proto.spec)["data"])
    for name, row in shown.iterrows():
        where = "a θ off the slider" if np.isnan(row["cheapest θ"]) else f"θ = {row['cheapest θ']:.6g}"
        assert f"cheapest {row['lowest cost']:.4f} at {where}" in legend, name
    assert shown["cheapest θ"].isna().to_dict() == {"Naive Bayes": True, "LDA": False}


def test_learners_whose_curves_are_the_same_are_named():
    rows = "".join(f"{i},{'ab'[i % 2]},{i % 7},{i % 7},{(i * 3) % 7}\n" for i in range(10, 40))
    found = core.read_predictions(
        f"id,truth,one_score,two_score,three_score\n{rows}".encode(), design="hold_out"
    )
    results = imported_results(found, "brought")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    app = well(opened("measures", w=WORKSPACE, results=results.id, curve_pictures=["ROC"]))
    assert "one and two have the same curve" in " ".join(item.value for item in app.caption)


def test_a_heading_of_one_long_word_breaks_before_it_hides_the_numbers():
    name = 60 * "a"
    assert f"<td class='fw-l fw-name'>{name}</td>" in as_text(
        Table(pd.DataFrame({"class": [name], "auc": [0.5]}), "")
    )
    told = at_threshold.as_html([{"learner": name, "tp": 1}])
    assert re.search(rf"<th style='[^']*overflow-wrap:anywhere[^']*'>{name}</th>", told)
    assert ">mean_<wbr>radius</th>" in at_threshold.as_html([{"learner": "mean_radius", "tp": 1}])


def far_from_zero(size):
    """Decision values in the millions: no position of θ lies between those of one sign."""
    rng = np.random.default_rng(3)
    sick = rng.random(size) < 0.4
    scores = {
        name: 1e6 * (shift + rng.normal(size=size) + 2 * sick) for name, shift in (("one", -2), ("two", 0))
    }
    table = pd.DataFrame({"id": range(size), "truth": np.where(sick, "sick", "well")})
    for name, score_of in scores.items():
        table[name] = np.where(score_of > 0, "sick", "well")
        table[f"{name}_score_sick"] = score_of
    lowest = {
        name: min(np.mean((score_of > theta) != sick) for theta in [-np.inf, *score_of])
        for name, score_of in scores.items()
    }
    found = core.read_predictions(table.to_csv(index=False).encode(), positive="sick", design="hold_out")
    results = imported_results(found, "brought")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    return results, lowest


def test_where_decision_values_are_far_from_zero_the_cheapest_decision_can_be_set():
    results, lowest = far_from_zero(228)
    app = well(opened("measures", w=WORKSPACE, results=results.id, curve_details=NUMBERS))
    assert app.segmented_control(key=state.CUT_BY).value == "share"
    (told,) = [item.value for item in app.caption if "from 0 to 1 is no scale" in item.value]
    assert any(plain(f"“{item.label}”") in told for item in app.expander)  # where “Threshold by” is
    for position, (name, cost) in enumerate(lowest.items()):
        well(app.button(key=f"cheapest_{position}").click().run())
        row = table(app, "lowest cost").set_index("learner").loc[name]
        assert row["expected cost"] == row["lowest cost"] == pytest.approx(cost)


def test_a_cheapest_threshold_between_two_positions_of_the_slider_is_told():
    table_ = "id,truth,B,B_score_sick\n" + "".join(
        f"{place},{truth},{'sick' if score > 0.5 else 'well'},{score}\n"
        for place, (truth, score) in enumerate(
            [("sick", 0.9), ("sick", 0.5108), ("well", 0.5102), ("well", 0.2), ("sick", 0.7), ("well", 0.1)]
        )
    )
    found = core.read_predictions(table_.encode(), positive="sick", design="hold_out")
    results = imported_results(found, "brought")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    app = well(opened("measures", w=WORKSPACE, results=results.id, curve_details=NUMBERS, cut_by="score"))
    row = table(app, "lowest cost").iloc[0]
    assert row["lowest cost"] == 0
    assert 0.5102 <= row["cheapest θ"] < 0.5108


def test_how_often_an_instance_counts_in_a_repeated_design_is_said_beside_the_counts():
    for design, words in (("5x2", ", in which each instance counts 5 times"), ("k_fold", None)):
        app = visit(job_of("breast_cancer", ["lda", "naive_bayes"], design))
        told = " ".join(item.value for item in app.caption)
        assert "counts and error rate are those of these data" in told
        assert (", in which each instance counts" in told) == (words is not None)
        assert words is None or words in told


def test_a_cheapest_threshold_that_the_slider_lacks_is_set_by_share():
    results, _ = far_from_zero(228)
    address = {"results": results.id, "curve_pictures": ["Expected cost"], "curve_details": NUMBERS}
    for position, name in enumerate(("one", "two")):
        app = well(opened("measures", w=WORKSPACE, cut_by="score", **address))
        assert table(app, "lowest cost")["cheapest θ"].isna().all()
        assert sum(item.value == threshold_state.BY_SHARE_ONLY for item in app.caption) == 2
        below = [item.value for item in app.caption if "Cheapest threshold of" in item.value]
        where = plain("Set it under “Costs, benefits and prior” by “Cheapest θ of …”.")
        assert below == [
            f"**Cheapest threshold of one and two.** {plain(threshold_state.BY_SHARE_ONLY)} {where}"
        ]
        assert "off the slider" in app.get("plotly_chart")[0].proto.spec
        well(app.button(key=f"cheapest_{position}").click().run())
        assert app.segmented_control(key=state.CUT_BY).value == "share"
        assert app.slider(key=state.THETA).value in threshold_state.positions()
        row = table(app, "lowest cost").set_index("learner").loc[name]
        assert row["expected cost"] == row["lowest cost"]
        assert not any("Cheapest threshold of" in item.value for item in app.caption)


def test_where_calling_all_positive_is_cheapest_that_is_said_and_not_that_it_lies_between_two_positions():
    app = visit(
        job_of("breast_cancer", ["tree"], stratified=True),
        CURVES,
        curve_pictures="Expected cost",
        cost_fn="200",
    )
    (below,) = [item.value for item in app.caption if "Cheapest threshold of" in item.value]
    assert plain(threshold_state.ALL_POSITIVE) in below
    assert plain(threshold_state.BY_SHARE_ONLY) not in below
    well(app.button(key="cheapest_0").click().run())
    assert app.slider(key=state.THETA).value == 1


@pytest.mark.parametrize(("asked", "taken"), [("1e-304", 0.0), ("0.2468", 0.247), ("0.25", 0.25)])
def test_an_address_sets_the_slider_where_it_can_stand(asked, taken):
    app = visit(job_of("breast_cancer", ["naive_bayes", "lda"], stratified=True), CURVES, theta=asked)
    assert app.slider(key=state.THETA).value == taken


def test_what_is_said_of_the_scale_follows_the_choice_of_it():
    results, _ = far_from_zero(228)
    app = well(opened("measures", w=WORKSPACE, results=results.id))
    for by, said in (("score", thresholds.LOGISTIC), ("share", thresholds.NO_SCALE)):
        well(app.segmented_control(key=state.CUT_BY).set_value(by).run())
        whose = f":material/info: {plain('one, two')}: "
        words = [item.value for item in app.caption if item.value.startswith(whose)]
        assert words == [f"{whose}{plain(said)}"]


def test_of_more_instances_than_the_slider_has_positions_the_cost_that_is_told_is_reached():
    results, lowest = far_from_zero(3000)
    app = well(opened("measures", w=WORKSPACE, results=results.id, curve_details=NUMBERS))
    near = [item.value for item in app.caption if item.value.startswith("As near as the slider comes")]
    assert near
    for position, (name, cost) in enumerate(lowest.items()):
        well(app.button(key=f"cheapest_{position}").click().run())
        assert app.slider(key=state.THETA).value in threshold_state.positions()
        reached = table(app, "expected cost").set_index("learner").loc[name, "expected cost"]
        told = f"As near as the slider comes: {reached:.4f}, not {cost:.4f}."
        assert (told in near) == (reached > cost + 1e-12)


def test_the_choice_of_whose_threshold_is_cheapest_closes_its_list():
    app = visit(job_of("breast_cancer", ["naive_bayes", "lda"], stratified=True), CURVES)
    app.session_state[threshold_state.CHEAPEST_OPEN] = True
    well(app.button(key="cheapest_1").click().run())
    assert not app.session_state[threshold_state.CHEAPEST_OPEN]


def test_the_learner_and_the_numbers_of_a_matrix_stand_at_the_same_height():
    app = visit(job_of("breast_cancer", ["naive_bayes", "lda"], stratified=True), "Confusion matrix")
    beside = [
        column
        for column in app.columns
        if {item.key for item in (*column.selectbox, *column.segmented_control)}
        & {"matrix_learner", "matrix_numbers"}
    ]
    assert len(beside) == 2
    assert {column.proto.vertical_alignment for column in beside} == {Block.Column.VerticalAlignment.TOP}


@pytest.mark.parametrize(
    ("sample", "part", "kept"),
    [
        ("breast_cancer", "Losses", {state.POSITIVE: "benign", "shown_learners": ["LDA"]}),
        ("iris", "Confusion matrix", {state.POSITIVE: "setosa"}),
    ],
)
def test_the_address_keeps_what_a_part_does_not_ask_for(sample, part, kept):
    job = job_of(sample, ["naive_bayes", "lda"], stratified=True)
    label = kept[state.POSITIVE]
    app = visit(job, CURVES, positive=label, shown_learners=["LDA"])
    app.segmented_control(key="measures_part").set_value(part).run()
    assert well(app).session_state["live_address"][1] == kept
    again = visit(job, part, positive=label, shown_learners=["LDA"])  # as it is read on a reload
    assert again.session_state["live_address"][1] == kept
    usual = visit(job, part)
    assert usual.session_state["live_address"][1] == dict.fromkeys(kept)


@pytest.mark.parametrize("hidden", [True, False])
def test_every_pair_says_that_hidden_learners_are_among_them(hidden):
    job = job_of("breast_cancer", ["naive_bayes", "lda", "tree"], stratified=True)
    app = visit(job, "AUC", **({"shown_learners": ["LDA"]} if hidden else {}))
    assert any("also of those that are hidden above" in item.value for item in app.markdown) is hidden
