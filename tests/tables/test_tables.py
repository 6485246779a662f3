"""Tables: their numbers against independent ones, how they are printed, what they say of themselves."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn import metrics

import core
from core.data import inspect
from core.experiment import imported_results
from core.figures import Scale, difference_scale, pooled_bars
from core.inference import Advice, all_pairs, applicable_tests, compare, interval, run_test
from core.inference.comparing.learner_question import LearnerQuestion
from core.inference.interpretation.areas import learner_area, why_not_pooled
from core.inference.interpretation.summary import mean_cost_intervals, summarise, without_width
from core.measures import (
    MEASURES,
    Preference,
    ScoredClass,
    confusion,
    one_against_rest,
    roc,
    score,
)
from core.records import FOLD_SCORE_COLUMNS, DesignFacts, FoldScores, Interval
from core.tables.areas import areas_table, class_areas_table, partial_areas_table
from core.tables.columns import columns_table, results_columns_table
from core.tables.confusion import averages_table, classes_table, most_confused_table, rates_table
from core.tables.many_learners import mean_pairs_table
from core.tables.preferences import preferences_table
from core.tables.scores import (
    about_pooled,
    all_measures_table,
    bootstrap_table,
    chosen_table,
    folds_table,
    mean_cost_table,
    regression_table,
    summary_table,
)
from core.tables.table import Column, Table
from core.tables.verdicts import (
    STATUS,
    grouped_reasons,
    intervals_table,
    numerators_table,
    pairs_table,
    reasons_of_pairs,
    reasons_table,
    refused_pairs,
    verdicts_table,
)
from core.written import MISSING, p_text, size_text, times_alike

LEARNERS = ("naive_bayes", "lda", "tree")
OF_ALL_CLASSES = {
    "error": lambda y, said, _: 1 - metrics.accuracy_score(y, said),
    "accuracy": lambda y, said, _: metrics.accuracy_score(y, said),
    "balanced_accuracy": lambda y, said, _: metrics.balanced_accuracy_score(y, said),
    "precision": lambda y, said, _: metrics.precision_score(y, said),
    "recall": lambda y, said, _: metrics.recall_score(y, said),
    "specificity": lambda y, said, _: metrics.recall_score(y, said, pos_label=0),
    "f1": lambda y, said, _: metrics.f1_score(y, said),
    "mcc": lambda y, said, _: metrics.matthews_corrcoef(y, said),
    "auc": lambda y, _, scores: metrics.roc_auc_score(y, scores[:, 1]),
    "auc_hand_till": lambda y, _, scores: np.mean(
        [metrics.roc_auc_score(y == k, scores[:, k]) for k in (0, 1)]
    ),
    "log_loss": lambda y, _, scores: metrics.log_loss(y, scores),
    "brier": lambda y, _, scores: metrics.brier_score_loss(y, scores[:, 1]),
}
"""Measures of two classes by scikit-learn, from classes, predicted classes and probabilities of all predictions."""
OF_ALL_NUMBERS = {
    "mse": metrics.mean_squared_error,
    "rmse": metrics.root_mean_squared_error,
    "mae": metrics.mean_absolute_error,
    "r2": metrics.r2_score,
}


def experiment_of(sample, learners=LEARNERS, design="k_fold", **options):
    dataset = core.load_sample(sample)
    return core.run_experiment(dataset, list(learners), core.make_design(design, **options))


def whole_of(predictions, learner):
    """Truth, what was said and scores of all folds of a learner, joined; of two classes 1 is the positive one."""
    items = predictions.of(learner)
    truth = np.concatenate([predictions.truth[item.positions] for item in items])
    said = np.concatenate([item.predicted for item in items])
    if predictions.task == "regression":
        return truth, said, None
    turned = predictions.classes.index(predictions.positive) == 0
    scores = np.concatenate([item.scores for item in items])
    return (1 - truth, 1 - said, scores[:, ::-1]) if turned else (truth, said, scores)


def weighted_mean(scores, learner):
    rows = scores.of(learner)
    return np.average(rows["score"], weights=rows["n_validation"])


@pytest.fixture(scope="module")
def single_instances():
    """A learner and one that guesses, each instance left out once."""
    rng = np.random.default_rng(0)
    y = np.arange(40) % 2
    data = core.read_dataset((rng.normal(size=(40, 12)) + 2.0 * np.outer(y, np.arange(12) == 0), y))
    return core.run_experiment(data, ["naive_bayes", "baseline"], core.make_design("leave_one_out"))


@pytest.fixture(scope="module")
def wine():
    return experiment_of("wine", k=5, stratified=True)


@pytest.fixture(scope="module")
def cancer():
    return experiment_of("breast_cancer", ("naive_bayes", "lda"), "hold_out", stratified=True)


@pytest.fixture(scope="module")
def cancer_class(cancer):
    return ScoredClass(one_against_rest(cancer.predictions, cancer.predictions.classes[1]))


def judged(found, advice):
    """Verdicts of every applicable test but that of equivalence, which needs a region."""
    keys = [key for key in advice.applicable if not core.TESTS[key].shows_equivalence]
    return {key: compare(found, *found.learners[:2], key) for key in keys}


def by(table, column="learner"):
    return table.frame.set_index(column)


class TestTable:
    def test_titles_and_forms_belong_to_columns_that_are_there(self, wine, cancer, cancer_class):
        matrix = confusion([0, 1, 1], [0, 0, 1], labels=[0, 1])
        advice = applicable_tests(wine, *wine.learners[:2])
        verdicts = judged(wine, advice)
        curves = {"lda": roc([0, 1, 0, 1], [0.1, 0.9, 0.3, 0.2])}
        found = [
            summary_table(wine),
            all_measures_table(wine.predictions, wine.learners),
            mean_cost_table(cancer.measured_by("cost").evidence),
            rates_table(matrix),
            partial_areas_table(curves, 0.2),
            pairs_table(all_pairs(wine)),
            reasons_table(advice, {}, {}),
            verdicts_table(verdicts, advice, 0.05, scale=Scale("x"), measure="error"),
        ]
        for table in found:
            assert table.alt.endswith(".")
            assert set(table.columns) | set(table.titles) <= set(table.frame.columns)
            assert table.frame.style.format({**table.forms}, na_rep="–").to_html()

    @pytest.mark.parametrize(
        ("size", "text"),
        [
            (0, "0 bytes"),
            (1, "1 byte"),
            (830, "830 bytes"),
            (1000, "1 kB"),
            (1234, "1.2 kB"),
            (10_200, "10 kB"),
            (152_345, "152 kB"),
            (704_650, "705 kB"),
            (50_000_000, "50 MB"),
            (999_700, "1 MB"),
            (4 * 10**9, "4 GB"),
            (5000 * 10**12, "5,000 TB"),
        ],
    )
    def test_sizes_are_written_in_short(self, size, text):
        assert size_text(size).replace("\u00a0", " ") == text

    def test_sizes_of_a_column_have_as_many_decimals(self, wine):
        write = summary_table(wine).forms["model_bytes"]
        texts = [write(size).replace("\u00a0", " ") for size in (830, 4960, 4500, 70_200, 2_000_000)]
        assert texts == ["830 bytes", "5.0 kB", "4.5 kB", "70.2 kB", "2.0 MB"]

    @pytest.mark.parametrize(
        ("seconds", "texts"),
        [
            ([1.384e-3, 250e-6], ["1.384 ms", "0.250 ms"]),
            ([1.07e-3, 17.2e-3], ["1.07 ms", "17.20 ms"]),
            ([0.252e-3, 3.72e-3, 0.64e-3], ["0.252 ms", "3.720 ms", "0.640 ms"]),
            (
                [2.4, 270e-6],
                ["2.4000 s", "0.0003 s"],
            ),  # digits that nobody needs are not written for its sake
            ([2.4, 25e-6], ["2.4000 s", "2.5 × 10⁻⁵ s"]),  # nor is any time 0 s
            ([4.457, 0.003, 61.2], ["4.457 s", "0.003 s", "61.200 s"]),
            ([30.0, 0.5, 0.0], ["30.000 s", "0.500 s", "0.000 s"]),
            ([0.0441, 0.00134, 1.13], ["0.0441 s", "0.0013 s", "1.1300 s"]),
            ([3e-6, 12e-6], ["3.00 µs", "12.00 µs"]),
            ([120.0, 345.0], ["120 s", "345 s"]),
            ([], []),
        ],
    )
    def test_times_of_a_column_are_told_in_one_unit_that_of_the_longest(self, seconds, texts):
        write = times_alike(seconds)
        assert [write(time).replace("\u00a0", " ") for time in seconds] == texts

    @pytest.mark.parametrize("seconds", [(float("nan"), 2.0), (2.0, float("nan"))])
    def test_a_time_that_is_not_known_has_no_say_in_the_unit(self, seconds):
        assert times_alike(seconds)(2.0) == "2.00\u00a0s"

    @pytest.mark.parametrize(
        ("p", "text"),
        [
            (None, "undefined"),
            (1e-9, "< .001"),
            (float("nan"), "undefined"),
            (0.01234, ".012"),
            (0.9994, ".999"),
            (0.99999, "> .999"),
            (1.0, "1"),
        ],
    )
    def test_p_values_are_written_as_in_print(self, p, text):
        assert p_text(p) == text


class TestScores:
    def test_folds_of_a_known_design_have_the_corrected_interval_though_their_sizes_are_unknown(self):
        lines = "".join(f"{fold},{0.1 + 0.01 * fold},{0.2 - 0.01 * (fold % 4)}\n" for fold in range(1, 11))
        scores = core.read_fold_scores(f"fold,A,B\n{lines}".encode(), design="k_fold", measure="error")
        known = core.interval("corrected_mean_t", scores=scores.wide["A"], n_train=0.9, n_validation=0.1)
        (found, _) = summarise(scores)
        assert (found.best_interval.low, found.best_interval.high) == pytest.approx((known.low, known.high))
        assert found.interval_kind == "corrected t"

    def test_who_has_the_same_score_in_every_fold_has_an_interval_without_width(self):
        equal = core.read_fold_scores(b"fold,A,B\n1,0.5,0.1\n2,0.5,0.2\n3,0.5,0.4\n")
        (same, other) = summarise(equal)
        assert same.best_interval.width == 0
        assert without_width([same, other]).startswith("A has one and the same score in every fold")
        assert without_width([same, same], "data set").startswith(
            "Each of A and A has one and the same score in every data set: "
        )
        assert without_width([other]) == ""

    def test_equal_scores_are_equal_though_their_mean_is_rounded(self):
        rows = "".join(f"{fold},{24 / 54!r},0.{fold}\n" for fold in range(1, 6))
        (same, _) = found = summarise(core.read_fold_scores(f"fold,A,B\n{rows}".encode()))
        assert same.sd > 0
        assert without_width(found).startswith("A has one and the same score in every fold")

    @pytest.mark.parametrize("grouped", [True, False])
    def test_groups_that_are_left_out_are_folds_with_an_interval_and_single_instances_are_none(self, grouped):
        y = np.arange(12.0) % 5
        groups = np.repeat([0, 1, 2], [3, 4, 5]) if grouped else None
        found = core.run_experiment((y[:, None], y**2), ["knn_regressor"], "leave_one_out", groups=groups)
        (item,) = summarise(found.fold_scores)
        if not grouped:
            assert item.best_interval is None
            return
        rows = found.fold_scores.frame
        ratio = rows["n_validation"].sum() / rows["n_train"].sum()
        margin = stats.t.isf(0.025, 2) * stats.tstd(rows["score"]) * np.sqrt(1 / 3 + ratio)
        assert item.interval_kind == "corrected t"
        assert item.best_interval.high - item.mean == pytest.approx(margin)

    def test_summary_of_an_experiment(self, wine):
        table = summary_table(wine)
        name = wine.learners[0]
        values = wine.fold_scores.wide[name].to_numpy()
        row = by(table).loc[name]
        assert (row["folds"], row["interval"]) == ("5 of 5", "corrected t")
        assert row["mean"] == pytest.approx(values.mean())
        assert row["sd"] == pytest.approx(stats.tstd(values))
        assert (table.titles["sd"], table.forms["sd"](0.0139)) == ("sd (points)", "1.390")
        # Nadeau & Bengio: variance of the mean (1/K + n2/n1)·s², here 1/5 + 1/4 up to rounding of the folds
        sizes = wine.fold_scores.of(name)
        ratio = (sizes["n_validation"] / sizes["n_train"]).mean()
        margin = stats.t.isf(0.025, 4) * values.std(ddof=1) * np.sqrt(1 / 5 + ratio)
        assert row["interval_high"] - row["mean"] == pytest.approx(margin, rel=1e-3)
        assert row["training"] == pytest.approx(
            np.mean([item.training_score for item in wine.predictions.of(name)])
        )
        assert table.titles["training"] == "Training error"
        assert row["model_bytes"] == np.median([item.model_bytes for item in wine.predictions.of(name)])
        assert table.titles["mean_interval"] == "95\u00a0% corrected t"
        low, high = (f"{100 * row[f'interval_{end}']:.3f}" for end in ("low", "high"))
        assert row["mean_interval"] == f"{low} … {high}\u00a0%".replace("-", "−")
        assert row["range"] == f"{100 * values.min():.3f} … {100 * values.max():.3f}\u00a0%"  # narrow
        assert not {"interval", "folds"} & set(table.titles)  # the same of all learners
        assert table.forms["mean"](0.0123) == "1.230\u00a0%"
        assert {"interval_low", "interval_high", "lowest", "highest"} <= set(table.saved)
        assert not {"mean_interval", "range"} & set(table.saved)

    def test_of_one_and_the_same_score_in_every_fold_the_interval_has_no_width_as_the_note_says(self):
        lines = "".join(f"{fold},0.1,0.{fold}\n" for fold in range(1, 6))
        scores = core.read_fold_scores(f"fold,A,B\n{lines}".encode(), design="k_fold", measure="error")
        frame = summary_table(imported_results(scores, "mine")).frame
        assert frame["mean_interval"][0] == "no width"
        assert " … " in frame["mean_interval"][1]
        assert frame["range"][0] == "10.00 … 10.00\u00a0%"

    def test_scores_of_no_rate_have_as_many_decimals_as_the_interval_in_their_row(self):
        lines = "".join(f"{fold},{1234 + 31 * fold},{0.5 + 0.001 * fold}\n" for fold in range(1, 6))
        scores = core.read_fold_scores(f"fold,A,B\n{lines}".encode(), design="k_fold", measure="mse")
        table = summary_table(imported_results(scores, "mine"))
        places = {name: cells for name, *cells in table.cells()}
        wide, narrow = (places[name] for name in "AB")
        mean, spread, interval = (
            list(table.titles).index(name) - 1 for name in ("mean", "sd", "mean_interval")
        )
        for cells, decimals in ((wide, 0), (narrow, 5)):
            numbers = [cells[mean], cells[spread], *cells[interval].split(" … ")]
            assert {len(text.partition(".")[2]) for text in numbers} == {decimals}

    def test_a_learner_that_failed_has_no_range_and_names_no_kind_of_interval(self):
        X, y = np.random.default_rng(0).normal(size=(22, 2)), ["a"] * 10 + ["b"] * 10 + ["c"] * 2
        table = summary_table(core.run_experiment((X, y), ["qda", "naive_bayes"], 4))
        assert table.titles["mean_interval"] == "95\u00a0% corrected t"
        assert "interval" not in table.titles
        assert table.frame["range"][0] == MISSING != table.frame["range"][1]

    def test_intervals_are_called_independent_only_in_rows_whose_interval_supposes_it(self):
        lines = "".join(f"{fold},{0.1 + 0.01 * fold},{0.5 - 0.01 * fold**1.5}\n" for fold in range(1, 6))
        scores = core.read_fold_scores(f"fold,A,B\n{lines}".encode(), measure="error", rows="folds")
        assert (
            summary_table(imported_results(scores, "mine"))
            .titles["mean_interval"]
            .endswith("t, if independent")
        )
        frame, of_a = scores.frame, scores.frame["learner"] == "A"
        sizes = {"n_train": frame["score"].where(of_a) * 0 + 90, "n_validation": 10}
        mixed = replace(scores, frame=frame.assign(**sizes), facts=DesignFacts(None, 1, 5))
        table = summary_table(imported_results(mixed, "mine"))
        assert table.titles["mean_interval"] == "95\u00a0% interval"
        assert table.frame["interval"].tolist() == ["corrected t", "t, if independent"]
        assert "interval" in table.titles

    @pytest.mark.parametrize("design", ["k_fold", "repeated_k_fold"])
    def test_pooled_is_the_measure_of_all_predictions_as_one_validation_set(self, design):
        found = experiment_of("breast_cancer", ("tree", "naive_bayes"), design, k=7)
        data, wholes = found.predictions, {name: whole_of(found.predictions, name) for name in found.learners}
        for key, of_all in OF_ALL_CLASSES.items():
            table = summary_table(found.measured_by(key))
            assert "pooled" in table.shown
            expected = [of_all(truth, said, scores) for truth, said, scores in wholes.values()]
            assert table.frame["pooled"].tolist() == pytest.approx(expected), key
            weighted = [weighted_mean(found.scores(key), name) for name in found.learners]
            assert np.allclose(weighted, expected, rtol=1e-12) == MEASURES[key].averages_over_instances, key
        costs = found.measured_by("cost", [[0, 1], [5, 0]])
        assert summary_table(costs).frame["pooled"].tolist() == pytest.approx(
            [np.mean(np.where(truth > said, 5, truth != said)) for truth, said, _ in wholes.values()]
        )
        assert {"cost", *OF_ALL_CLASSES} == {
            key for key in found.measures if MEASURES[key].of_predictions and data.task in MEASURES[key].tasks
        }

    def test_pooled_numbers_are_of_all_predictions_too(self):
        found = experiment_of("diabetes", ("ols", "tree_regressor"), k=7)
        wholes = [whole_of(found.predictions, name)[:2] for name in found.learners]
        for key, of_all in OF_ALL_NUMBERS.items():
            table = summary_table(found.measured_by(key))
            assert table.frame["pooled"].tolist() == pytest.approx([of_all(*whole) for whole in wholes]), key
        assert {*OF_ALL_NUMBERS} == {key for key in found.measures if MEASURES[key].of_predictions}

    def test_imported_predictions_are_pooled_as_those_of_a_run_are(self, wine):
        mine = imported_results(core.read_predictions(wine.predictions.frame), "mine")
        table = summary_table(mine)
        assert "pooled" in table.shown
        assert table.frame["pooled"].tolist() == pytest.approx(summary_table(wine).frame["pooled"].tolist())

    def test_what_is_recorded_in_training_is_not_pooled(self, wine):
        assert "pooled" in summary_table(wine).shown
        for key in ("training_error", "training_time", "model_size"):
            assert "pooled" not in summary_table(wine.measured_by(key)).shown

    def test_scores_of_single_instances_are_those_of_all_together_for_every_measure_that_they_have(
        self, single_instances
    ):
        told = set()
        for key in single_instances.measures:
            scores = single_instances.scores(key)
            if not MEASURES[key].of_predictions or scores.frame["score"].isna().all():
                continue
            together = single_instances.measured_by(key).evidence.together.frame["score"]
            assert pooled_bars(scores).frame["pooled"].tolist() == pytest.approx(together.tolist()), key
            told.add(key)
        assert told >= {"error", "accuracy", "precision", "recall", "specificity", "f1", "log_loss", "brier"}

    def test_what_pooled_means_is_said_with_its_measure(self, wine):
        assert about_pooled(wine.fold_scores) == (
            "Pooled takes all predictions of a learner as one validation set; the mean counts all folds alike."
        )
        assert "as one validation set, so their scores have to be on one scale;" in about_pooled(
            wine.scores("auc_hand_till")
        )

    def test_imported_results_have_the_same_summary_without_what_training_alone_knows(self, wine):
        mine = summary_table(imported_results(wine.fold_scores, "mine")).frame
        shared = ["learner", "mean", "sd", "interval_low", "interval_high", "interval", "lowest", "highest"]
        pd.testing.assert_frame_equal(mine[shared], summary_table(wine).frame[shared])
        assert mine["scores"].tolist() == [5, 5, 5]
        assert not {"pooled", "training", "model_bytes"} & set(mine)

    def test_regression_measures_are_those_of_scikit_learn(self):
        found = experiment_of("diabetes", ("ols", "mean"), "hold_out")
        table = regression_table(found.predictions, found.learners[:1])
        item = found.predictions.of(found.learners[0])[0]
        truth = found.predictions.truth[item.positions]
        means = by(table, "measure")["mean"]
        assert means.iloc[0] == pytest.approx(metrics.mean_squared_error(truth, item.predicted))
        assert means.iloc[3] == pytest.approx(metrics.r2_score(truth, item.predicted))
        assert table.frame["interval"].tolist() == ["none"] * 4
        assert "sd over folds" not in table.shown
        assert table.titles["mean"] == "score"
        assert "folds" not in table.alt

    def test_the_summary_of_a_hold_out_has_neither_a_spread_nor_a_range(self, cancer):
        assert list(summary_table(cancer).titles)[:3] == ["learner", "mean", "training"]
        assert summary_table(cancer).titles["mean"] == "Score"

    def test_the_summary_of_single_instances_has_none_either(self):
        single = summary_table(experiment_of("iris", ("lda",), "leave_one_out"))
        assert list(single.titles)[:3] == ["learner", "mean", "training"]
        assert single.titles["mean"] == "Score"

    def test_the_score_of_single_instances_is_that_of_all_of_them_together(self):
        rng = np.random.default_rng(0)
        x = rng.normal(size=(20, 1))
        found = core.run_experiment(
            (x, x[:, 0] + rng.normal(size=20)), ["ols"], core.make_design("leave_one_out"), "rmse"
        )
        item = found.predictions.of(found.learners[0])
        errors = [float(each.predicted[0]) - found.predictions.truth[each.positions[0]] for each in item]
        table = summary_table(found)
        assert table.frame["mean"][0] == pytest.approx(np.sqrt(np.mean(np.square(errors))))
        for scores in (found.fold_scores, found.evidence.together):
            bars = pooled_bars(scores)
            assert bars.frame["pooled"][0] == pytest.approx(table.frame["mean"][0])
            assert bars.frame["instances"][0] == 20
        of_one_learner = found.measured_by("r2")
        truth = found.predictions.truth
        r2 = 1 - np.sum(np.square(errors)) / np.sum((truth - truth.mean()) ** 2)
        assert summary_table(of_one_learner).frame["mean"][0] == pytest.approx(r2)

    def test_an_auc_of_single_instances_is_that_of_all_of_them_together(self, single_instances):
        found = single_instances.measured_by("auc")
        table, y = summary_table(found), found.predictions.truth
        scores = [item.scores[0, 1] for item in found.predictions.of(found.learners[0])]
        assert table.frame["mean"][0] == pytest.approx(metrics.roc_auc_score(y, scores))
        assert "training" not in table.titles  # of which there is no AUC
        assert "folds" not in table.titles  # which would say that none of them was scored
        assert pooled_bars(found.evidence.together).frame["pooled"].tolist() == table.frame["mean"].tolist()

    @pytest.mark.parametrize("measure", ["auc", "accuracy", "error"])
    def test_who_is_told_apart_is_who_is_better_over_all_instances_together(self, single_instances, measure):
        found = single_instances.measured_by(measure)
        pairs = all_pairs(found.evidence, test={"auc": "delong"}.get(measure, "mcnemar_midp"))
        grouping, judged = pairs.grouping(found.evidence.together, 0.2), pairs.judged(found.evidence).scores
        better = pairs.matrix("difference").to_numpy()[0, 1] < 0
        assert better == judged.lower_is_better  # of AUC alone higher is better: accuracy is judged by errors
        assert grouping.of("Naive Bayes", 1) == found.learners[1:]
        assert pairs.in_measure(found.evidence) == (" in error rate" if measure == "accuracy" else "")

    def test_mean_cost_on_a_hold_out_has_an_interval_over_instances(self, cancer):
        costs = cancer.measured_by("cost", [[0, 1], [5, 0]])
        row = by(mean_cost_table(costs.evidence)).iloc[0]
        item = cancer.predictions.of(cancer.learners[0])[0]
        truth = cancer.predictions.truth[item.positions]
        each = np.array([[0, 1], [5, 0]])[truth, item.predicted]
        low, high = stats.t.interval(0.95, len(each) - 1, each.mean(), stats.sem(each))
        assert (row["mean cost"], row["from"], row["to"]) == pytest.approx((each.mean(), low, high))
        assert row["interval"] == "t over instances"
        limits = mean_cost_intervals(costs.evidence)[cancer.learners[0]]
        assert (limits.low, limits.high) == (row["from"], row["to"])
        assert not {"sd over folds", "pooled"} & {*mean_cost_table(costs.evidence).shown}

    def test_of_one_and_the_same_mean_cost_in_every_fold_no_interval_is_shown(self):
        run = experiment_of("iris", ("baseline", "lda"), "k_fold", k=10, stratified=True)
        costs = run.measured_by("cost", 1 - np.eye(3))
        table = mean_cost_table(costs.evidence)
        same, other = (by(table).iloc[place] for place in (0, 1))
        assert np.isnan(same["from"]) and np.isnan(same["to"]) and same["interval"] == "no width"
        assert other["from"] < other["mean cost"] < other["to"] and other["interval"] == "corrected t"
        assert [*mean_cost_intervals(costs.evidence)] == ["LDA"]

    @pytest.mark.parametrize(
        "matrix", [[[0, 1, 1], [1, 0, 1], [1, 1, 0]], [[-2, 1, 1], [1, -2, 1], [1, 1, -2]]]
    )
    def test_the_interval_of_a_mean_cost_ends_at_the_least_loss(self, matrix):
        costs = experiment_of("iris", ("lda",), "k_fold", k=10).measured_by("cost", matrix)
        folds = costs.evidence.scores.of("LDA")["score"].to_numpy()
        margin = stats.t.ppf(0.975, 9) * np.sqrt((1 / 10 + 1 / 9) * folds.var(ddof=1))
        least = np.min(matrix)
        assert folds.mean() - margin < least, "an end that is to be cut"
        row = by(mean_cost_table(costs.evidence)).iloc[0]
        assert (row["from"], row["to"]) == pytest.approx((least, folds.mean() + margin))

    def test_mean_costs_have_decimals_alike(self):
        scores = core.read_fold_scores(
            b"fold,A,B,C\n1,0.1,0.16,0.9\n2,0.2,0.17,0.1\n3,0.3,0.16,0.4\n4,0.1,0.18,0.2\n", measure="cost"
        )
        table = mean_cost_table(imported_results(scores, "mine").evidence)
        widths = table.frame["to"] - table.frame["from"]
        assert widths.max() > 10 * widths.min()
        for name in ("mean cost", "sd over folds", "from", "to"):
            cells = [cells[list(table.titles).index(name)] for cells in table.cells()]
            assert {len(text.partition(".")[2]) for text in cells} == {4}, name

    def test_regression_measures_have_decimals_alike_measure_by_measure(self):
        found = experiment_of("diabetes", ("ols", "mean", "knn_regressor", "lasso"), "k_fold", k=10)
        table = regression_table(found.predictions, found.learners)
        places = {}
        for measure, _, *cells in table.cells():
            places.setdefault(measure, []).extend(len(text.partition(".")[2]) for text in cells[:4])
        assert {measure: len(set(found)) for measure, found in places.items()} == dict.fromkeys(places, 1)
        assert places["mean squared error"][0] < places["R²"][0]

    def test_bootstrap_estimates(self):
        found = core.bootstrap_estimates(experiment_of("iris", ("tree",), "bootstrap", b=10))
        table = bootstrap_table(found, rates=True)
        row = table.frame.iloc[0]
        assert row[".632"] == pytest.approx(0.368 * row["apparent"] + 0.632 * row["out of bag"])
        assert table.forms[".632+"](0.05) == "5.00\u00a0%"

    def test_bootstrap_estimates_of_a_measure_that_is_no_mean_of_losses(self):
        run = experiment_of("iris", ("tree",), "bootstrap", b=10).measured_by("f1")
        found = core.bootstrap_estimates(run)
        row = bootstrap_table(found, rates=True).frame.iloc[0]
        assert list(row.index) == ["learner", "out of bag", "from", "to", "samples"]
        assert row["from"] <= row["out of bag"] <= row["to"]
        assert row["samples"] == 10

    def test_what_tuning_chose(self):
        data = core.load_sample("iris")
        tuned = core.run_experiment(data, ["knn"], "hold_out", tuning=core.Tuning(3, 2))
        found = chosen_table(tuned)
        rows = found.saved
        assert dict(zip(rows["parameter"], rows["value"], strict=True)) == {
            name: str(value) for name, value in tuned.predictions.outcomes[0].chosen
        }
        titles = {setting.name: setting.title for setting in core.LEARNERS["knn"].hyperparameters}
        assert rows["setting"].tolist() == [titles[name] for name in rows["parameter"]]
        assert "parameter" not in found.shown

    def test_all_measures(self, cancer):
        found = all_measures_table(cancer.predictions, cancer.learners)
        assert found.titles["F1"] == "F1 of class malignant"
        table = by(found)
        item = cancer.predictions.of("LDA")[0]
        truth = cancer.predictions.truth[item.positions]
        expected = metrics.balanced_accuracy_score(truth, item.predicted)
        assert table.loc["LDA", "balanced accuracy"] == pytest.approx(expected)
        assert found.forms["balanced accuracy"](0.0123) == "1.23\u00a0%"
        assert found.forms["F1"](0.0123) == "0.0123"


class TestAreas:
    def test_pooled_area_with_its_intervals(self, cancer, cancer_class):
        folds = summarise(score(cancer_class.predictions, "auc"))
        areas = [learner_area(cancer_class, item, 0.9) for item in folds]
        table = areas_table(areas)
        given = cancer_class.instances("LDA")
        row = by(table).loc["LDA"]
        assert row["pooled"] == pytest.approx(metrics.roc_auc_score(given.truth, given.scores))
        for name, key in (("DeLong", "auc_delong"), ("bootstrap", "auc_bootstrap")):
            options = {"replicates": 1000} if key == "auc_bootstrap" else {}
            found = interval(key, 0.9, y=given.truth.astype(float), scores=given.scores, **options)
            assert (row[f"{name}, low"], row[f"{name}, high"]) == pytest.approx((found.low, found.high))
            assert row[name] == f"{found.low:.4f} … {min(found.high, 1):.4f}"
        assert "folds" not in table.frame
        assert "level 90\u00a0%" in areas_table(areas, 0.9).alt
        assert "DeLong, low" not in table.titles

    def test_how_many_folds_have_an_area_is_printed_only_where_some_have_none(self):
        found = experiment_of("breast_cancer", ("lda",), "k_fold", k=5)
        scored = ScoredClass(one_against_rest(found.predictions, found.predictions.classes[1]))
        (item,) = summarise(score(scored.predictions, "auc"))
        area = learner_area(scored, item)
        assert "folds" not in areas_table([area]).titles
        assert areas_table([area]).frame["folds"].tolist() == ["5 of 5"]
        assert "folds" in areas_table([area, replace(area, undefined=1)]).titles

    @pytest.mark.parametrize("design", ["k_fold", "leave_one_out"])
    def test_a_constant_score_in_each_fold_is_not_worse_than_guessing_wherever_its_pooled_area_lies(
        self, design
    ):
        options = {"k": 10} if design == "k_fold" else {}
        found = experiment_of("iris", ("baseline",), design, **options)
        scored = ScoredClass(one_against_rest(found.predictions, found.predictions.classes[1]))
        (item,) = summarise(score(scored.predictions, "auc"))
        area = learner_area(scored, item)
        assert area.pooled < 0.5
        assert not area.worse_than_guessing
        assert area.low_by_pooling == (design == "k_fold")  # of one instance no fold has an area
        assert not replace(area, pooled=0.5).low_by_pooling
        assert not replace(area, folds=replace(item, highest=0.6)).low_by_pooling

    def test_worse_than_guessing_is_what_an_interval_below_one_half_shows(self, cancer, cancer_class):
        folds = summarise(score(cancer_class.predictions, "auc"))
        for item in folds:
            one = learner_area(cancer_class, item)
            assert not one.worse_than_guessing
            for low, high, is_worse in ((0.3, 0.49, True), (0.3, 0.51, False)):
                below = Interval(low, high, 0.95, "DeLong")
                assert replace(one, intervals={"DeLong": below}).worse_than_guessing == is_worse
                several = replace(item, plain=below, corrected=None, scored=10)
                assert replace(one, folds=several).worse_than_guessing == is_worse
            for scored, highest, is_worse in ((10, 0.49, True), (10, 0.51, False), (4, 0.49, False)):
                several = replace(item, plain=None, corrected=None, scored=scored, highest=highest)
                assert replace(one, folds=several).worse_than_guessing == is_worse

    @pytest.mark.parametrize("width", [0.0, 1e-16])
    @pytest.mark.parametrize(("scored", "is_worse"), [(3, False), (5, True)])
    def test_an_interval_without_width_makes_no_few_folds_worse_than_guessing(
        self, cancer, cancer_class, width, scored, is_worse
    ):
        item = summarise(score(cancer_class.predictions, "auc"))[0]
        none = Interval(0.25, 0.25 + width, 0.95, "t")
        equal = replace(item, plain=none, corrected=none, scored=scored, lowest=0.25, highest=0.25)
        assert replace(learner_area(cancer_class, item), folds=equal).worse_than_guessing == is_worse

    def test_no_interval_where_instances_were_predicted_more_than_once(self):
        found = experiment_of("breast_cancer", ("lda",), "repeated_k_fold", k=2, r=2)
        scored = ScoredClass(one_against_rest(found.predictions, found.predictions.classes[1]))
        (item,) = summarise(score(scored.predictions, "auc"))
        assert learner_area(scored, item).intervals == {}
        table = areas_table([learner_area(scored, item)])
        assert table.frame["DeLong"].tolist() == ["–"]
        assert {"DeLong", "Hanley–McNeil", "bootstrap"}.isdisjoint(table.titles)
        assert table.titles["sd over folds"] == "Fold sd"  # as wide as its numbers: all columns fit a laptop
        assert "more than once" in why_not_pooled(found.facts)
        grouped = DesignFacts("k_fold", 1, 5, every_instance_once=True, grouped=True)
        assert "groups" in why_not_pooled(grouped)

    def test_partial_areas_are_those_of_scikit_learn(self, cancer_class):
        given = cancer_class.instances("LDA")
        table = partial_areas_table({"LDA": roc(given.truth, given.scores)}, 0.1)
        expected = metrics.roc_auc_score(given.truth, given.scores, max_fpr=0.1)
        assert table.frame["standardised"].iloc[0] == pytest.approx(expected)

    def test_each_class_against_the_rest(self, wine):
        classes = {
            str(label): ScoredClass(one_against_rest(wine.predictions, label)).instances("LDA")
            for label in wine.predictions.classes
        }
        table = class_areas_table(classes, 0.95)
        for name, row in by(table, "class").iterrows():
            given = classes[name]
            assert row["AUC"] == pytest.approx(metrics.roc_auc_score(given.truth, given.scores))
            if row["AUC"] == 1:  # of no width
                assert np.isnan([row["from"], row["to"]]).all()
            else:
                assert row["from"] <= row["AUC"] <= row["to"] <= 1
        assert (table.frame["AUC"] == 1).any()
        without = class_areas_table(classes, why_not="of groups")
        assert without.frame["from"].isna().all()
        assert list(without.titles) == ["class", "AUC", "instances"]

    def test_no_interval_without_width_where_the_classes_are_separated_perfectly(self):
        found = experiment_of("iris", ("lda",), "hold_out")
        scored = ScoredClass(one_against_rest(found.predictions, "setosa"))
        (item,) = summarise(score(scored.predictions, "auc"))
        table = areas_table([learner_area(scored, item)])
        row = by(table).loc["LDA"]
        assert (row["pooled"], row["DeLong"], row["Hanley–McNeil"], row["bootstrap"]) == (1, *3 * [MISSING])
        assert table.frame["DeLong, low"].isna().all()


class TestConfusion:
    def test_rates_with_wilsons_interval(self):
        matrix = confusion([1] * 40 + [0] * 60, [1] * 30 + [0] * 70, positive=1)
        row = by(rates_table(matrix, 0.95), "rate").loc["tp-rate, recall, sensitivity, hit rate"]
        expected = stats.binomtest(30, 40).proportion_ci(method="wilson")
        assert (row["value"], row["low"], row["high"]) == pytest.approx((0.75, expected.low, expected.high))
        assert row["counts"] == "30 / 40"
        assert row["rate in words"] == f"{100 * row['value']:.2f}\u00a0%"
        assert row["interval"] == f"{100 * row['low']:.2f} … {100 * row['high']:.2f}\u00a0%"
        plain = by(rates_table(matrix, 0.95), "rate").loc["Matthews correlation"]
        assert plain["rate in words"] == f"{plain['value']:.4f}"
        without = rates_table(matrix, why_not="of groups")
        assert without.frame["low"].isna().all()
        assert "interval" not in without.titles

    def test_rates_that_are_no_shares_have_four_decimals_each(self):
        matrix = confusion([1] * 8 + [0] * 8, [1] * 8 + [0] * 7 + [1], positive=1)
        words = by(rates_table(matrix), "rate")["rate in words"]
        plain = [text for text in words if not text.endswith("%")]
        assert len(plain) > 1
        assert {len(text.partition(".")[2]) for text in plain} == {4}

    def test_reasons_stand_there_only_where_a_rate_is_undefined(self):
        assert "why undefined" not in rates_table(confusion([0, 1], [0, 1], positive=1)).frame
        assert "why undefined" in rates_table(confusion([0, 0, 1], [0, 0, 0], positive=1)).frame

    def test_classes_averages_and_the_commonest_mistakes(self):
        truth, said = list("aaabbbccc"), list("aabbbacca")
        matrix = confusion(truth, said)
        macro = by(averages_table(matrix), "average").loc["macro"]
        assert macro["recall"] == pytest.approx(metrics.recall_score(truth, said, average="macro"))
        assert len(classes_table(matrix).frame) == 3
        assert [classes_table(matrix).columns[name].form for name in ("instances", "assigned")] == [
            "{:,}"
        ] * 2
        assert classes_table(matrix).titles["f1"] == averages_table(matrix).titles["f1"] == "F1"
        worst = most_confused_table(matrix, 1)
        assert worst.frame.iloc[0].to_dict() == {"count": 1, "share": 1 / 3, "truth": "a", "assigned": "b"}


def test_of_several_data_sets_these_are_won_not_their_folds():
    rng = np.random.default_rng(0)
    rows = [
        (data, name, 1, fold, 90, 10, rng.normal(mean, 0.01))
        for data in ("d1", "d2", "d3")
        for name, mean in (("A", 0.1), ("B", 0.2), ("C", 0.3))
        for fold in range(1, 11)
    ]
    scores = FoldScores(pd.DataFrame(rows, columns=list(FOLD_SCORE_COLUMNS)), "error", "error rate", True)
    table = mean_pairs_table(all_pairs(scores), scores, 0.05)
    assert table.frame["record"].tolist() == ["3/0/0", "3/0/0", "3/0/0"]


class TestVerdicts:
    def test_side_by_side(self, wine):
        pair = wine.learners[:2]
        advice = applicable_tests(wine, *pair)
        verdicts = judged(wine, advice)
        table = verdicts_table(
            verdicts, advice, 0.1, scale=Scale("x", percent=True, signed=True), measure="error"
        )
        a, b = (wine.fold_scores.wide[name].to_numpy() for name in pair)
        sizes = wine.fold_scores.of(pair[0])
        ratio = (sizes["n_validation"] / sizes["n_train"]).mean()
        t = (a - b).mean() / ((a - b).std(ddof=1) * np.sqrt(1 / 5 + ratio))
        row = by(table, "test").loc[core.TESTS["corrected_t"].title]
        assert row["value"] == pytest.approx(t, rel=1e-3)
        assert row["p_value"] == pytest.approx(2 * stats.t.sf(abs(t), 4), rel=5e-3)
        assert row["status"] == "★ advised"
        assert table.titles["verdict"] == "At α = .1"
        assert table.titles["interval"] == "90\u00a0% for A − B (points)"
        assert not table.frame["interval"].str.contains("points").any()
        assert list(table.titles) == ["test", "p", "verdict", "status", "statistic", "interval"]
        assert table.sides == "lrlllr"  # decimals stand below one another

    def test_the_mark_of_caution_stands_beside_that_of_the_advised_test(self, single_instances):
        pooled = single_instances
        advice = applicable_tests(pooled, *pooled.learners)
        assert advice.named(advice.advised).endswith("advised, with caution")
        table = verdicts_table(
            judged(pooled, advice), advice, 0.05, scale=Scale("x", percent=True), measure="error"
        )
        assert table.frame["status"][0] == "★⚠ advised"
        assert reasons_table(advice, {}, {}).frame["status"][0] == "★⚠ advised"

    def test_beside_equivalence_stands_the_interval_that_shows_it(self, wine):
        pair = wine.learners[:2]
        advice = applicable_tests(wine, *pair)
        verdicts = {"equivalence": compare(wine, *pair, "equivalence", rope=0.05)}
        row = verdicts_table(
            verdicts, advice, 0.1, scale=Scale("x", percent=True, signed=True), measure="error"
        ).frame.iloc[0]
        a, b = (wine.fold_scores.wide[name].to_numpy() for name in pair)
        sizes = wine.fold_scores.of(pair[0])
        error = (a - b).std(ddof=1) * np.sqrt(1 / 5 + (sizes["n_validation"] / sizes["n_train"]).mean())
        ends = (a - b).mean() + stats.t.ppf([0.1, 0.9], 4) * error
        assert [row["low"], row["high"]] == pytest.approx(ends, rel=5e-3)
        assert row["interval"].startswith("80\u00a0%: ")
        assert row["level"] == pytest.approx(0.8)

    def test_a_bound_of_a_difference_of_rates_has_one_end(self):
        points = Scale("x", percent=True, signed=True)
        advice = core.Advice("two_proportions", "", (("two_proportions", ""),), (), ())
        for side, written in (("less", "up to +20.01"), ("two-sided", "−1.92 … +21.92")):
            verdict = run_test("two_proportions", side, errors_1=30, n_1=100, errors_2=20, n_2=100)
            table = verdicts_table({"two_proportions": verdict}, advice, 0.05, scale=points, measure="error")
            assert table.frame.loc[0, "interval"] == written
            assert table.frame.loc[0, "low"] == pytest.approx(-1 if side == "less" else -0.0192, abs=5e-5)

    def test_what_cannot_judge_has_an_undefined_statistic(self):
        verdict = run_test("paired_t", a=np.zeros((1, 10)), b=np.ones((1, 10)))
        assert verdict.statistic == -np.inf
        advice = core.Advice("paired_t", "", (("paired_t", ""),), (), ())
        table = verdicts_table({"paired_t": verdict}, advice, 0.05, scale=Scale("x"), measure="error")
        row = table.frame.loc[0]
        assert row[["statistic", "p", "verdict"]].tolist() == ["t(9) undefined", "undefined", "cannot judge"]

    def test_a_bound_of_a_rate_has_one_end(self):
        advice = core.Advice("binomial", "", (("binomial", ""),), (), ())
        for side, written in (
            ("less", "up to 44.03"),
            ("greater", "from 18.31"),
            ("two-sided", "16.56 … 46.53"),
        ):
            verdict = run_test("binomial", side, errors=12, n=40, p0=0.25)
            table = verdicts_table(
                {"binomial": verdict}, advice, 0.05, scale=Scale("x", percent=True), measure="error"
            )
            assert table.frame.loc[0, "interval"] == f"{written}\u00a0%"

    def test_a_test_that_cannot_judge(self):
        verdict = replace(run_test("mcnemar", e01=0, e10=0), p_value=None, undefined="nothing to judge")
        advice = core.Advice("mcnemar", "", (("mcnemar", ""),), (), ())
        row = verdicts_table({"mcnemar": verdict}, advice, 0.05, scale=Scale("x"), measure="error").frame
        assert row.loc[0, ["p", "verdict", "interval"]].tolist() == ["undefined", "cannot judge", "–"]
        constant = run_test("paired_t", a=[0.1] * 4, b=[0.2] * 4)
        advice = core.Advice("paired_t", "", (("paired_t", ""),), (), ())
        row = verdicts_table({"paired_t": constant}, advice, 0.05, scale=Scale("x"), measure="error").frame
        assert row.loc[0, "interval"] == "–"
        assert row.loc[0, "status"] == "★ advised"
        advice = core.Advice("permutation", "", (("paired_t", "fits"), ("permutation", "")), (), ())
        row = verdicts_table({"paired_t": constant}, advice, 0.05, scale=Scale("x"), measure="error").frame
        assert row.loc[0, "status"] == "– unable"
        listed = reasons_table(advice, {}, {"paired_t": constant}).frame.set_index("test")
        assert listed.loc[constant.title].tolist() == ["– unable", constant.undefined]

    def test_errors_are_named_beside_another_measure(self):
        verdict = run_test("mcnemar", e01=14, e10=4, n=100)
        advice = core.Advice("mcnemar", "", (("mcnemar", ""),), (), ())
        asked = {"scale": Scale("x", signed=True)}
        t = run_test("paired_t", a=[3.0, 1.0, 2.0], b=[0.0, 0.5, 0.2]).named("A", "B", "AUC")
        other = verdicts_table(
            {"mcnemar": verdict, "paired_t": t}, advice, 0.05, measure="auc", **asked
        ).frame
        assert other.loc[0, "test"] == f"{verdict.title} (of errors)"
        assert other.loc[0, "interval"].endswith(" points")
        own = verdicts_table({"mcnemar": verdict}, advice, 0.05, measure="error", **asked).frame
        assert own.loc[0, "test"] == verdict.title

    def test_areas_are_named_beside_errors_since_their_sign_says_the_opposite(self):
        areas = run_test(
            "delong", y=[0, 0, 0, 1, 1, 1], scores_a=[1, 2, 4, 3, 5, 6], scores_b=[1, 5, 3, 2, 4, 6]
        )
        errors = run_test("mcnemar", e01=4, e10=14, n=100)
        assert areas.estimate > 0 > errors.estimate  # either says that the first is better
        advice = core.Advice("mcnemar", "", (("mcnemar", ""), ("delong", "")), (), ())
        verdicts, scale = {"mcnemar": errors, "delong": areas}, Scale("x", percent=True, signed=True)
        for measure, told in (("error", f"{areas.title} (larger wins)"), ("auc", areas.title)):
            rows = verdicts_table(verdicts, advice, 0.05, scale=scale, measure=measure).frame
            assert rows.loc[1, "test"] == told

    def test_reasons_of_advice_and_of_what_the_scores_refuse(self, wine):
        advice = applicable_tests(wine, *wine.learners[:2])
        table = reasons_table(advice, {"corrected_t": core.InputError("a score is missing")}, {})
        row = by(table, "test").loc[core.TESTS["corrected_t"].title]
        assert row.tolist() == ["✕ refused", "a score is missing"]
        assert (table.frame["status"] == "✕ refused").sum() == len(advice.refused) + 1
        groups = grouped_reasons(table)
        assert len({(status, reason) for status, reason, _ in groups}) == len(groups) < len(table.frame)
        assert sorted(test for _, _, tests in groups for test in tests) == sorted(table.frame["test"])

    def test_what_may_be_believed_is_among_the_reasons_with_where_it_stands(self, wine):
        advice = applicable_tests(wine, *wine.learners[:2])
        assert advice.believing == ("bayesian_t",)
        table = reasons_table(advice, {}, {})
        assert sorted(table.frame["test"]) == sorted(core.TESTS[key].title for key, _, _ in advice.listed)
        row = by(table, "test").loc[core.TESTS["bayesian_t"].title]
        assert row["status"] == STATUS["caution"]
        assert row["reason"].startswith(advice.reason("bayesian_t"))
        assert row["reason"].endswith("they stand on Two learners under “Does it matter?”.")

    def test_intervals_are_those_of_scipy(self):
        found = {key: interval(key, 0.95, errors=12, n=40) for key in ("wilson", "exact")}
        table = intervals_table(found, 0.95, Scale("Error", percent=True))
        rows = table.frame
        assert table.cells()[0][1:4] == ["18.07\u00a0%", "45.43\u00a0%", "27.36 points"]
        assert table.alt.startswith("Intervals. Wilson score interval: 18.07 to 45.43\u00a0%;")
        # no rate, to as many decimals as in the verdict and in the table of tests
        assert intervals_table(found, 0.95, Scale("F1")).cells()[0][1:4] == ["0.181", "0.454", "0.274"]
        assert "condition" in rows and "condition" not in table.titles  # a cell has no room for a sentence
        endless = {"corrected_mean_t": Interval(-np.inf, 0.1, 0.95, "t")}
        bound = intervals_table(endless, 0.95, Scale("Error", percent=True))
        assert list(bound.titles.values()) == ["Interval", "95\u00a0% bound"]  # no width either
        assert bound.cells()[0][1] == "up to 10.00\u00a0%"
        assert bound.alt.endswith("up to 10.00\u00a0%.")
        assert "bound" not in bound.saved and bound.saved["high"].tolist() == [0.1]
        assert intervals_table(endless, 0.95, Scale("x")).cells()[0][1] == "up to 0.1"
        for row, method in zip(rows.itertuples(), ("wilson", "exact"), strict=True):
            expected = stats.binomtest(12, 40).proportion_ci(method=method)
            assert (row.low, row.high) == pytest.approx((expected.low, expected.high))

    def test_pairs_with_holms_adjustment(self, wine):
        pairs = all_pairs(wine)
        frame = pairs_table(pairs, 0.1).frame
        own = pairs.pairs[0].verdict.confidence_interval(0.9)
        assert tuple(frame.loc[0, ["low", "high", "level"]]) == pytest.approx((own.low, own.high, 0.9))
        assert "reason" not in frame
        assert "estimate" not in frame
        assert frame["p_adjusted"].min() == pytest.approx(3 * frame["p_value"].min())

    def test_pairs_have_the_smallest_adjusted_p_first_and_those_without_p_last(self):
        table = b"fold,A,B,C\n1,0.5,0.47,0.4\n2,0.6,0.58,0.5\n3,0.7,0.69,0.6\n4,0.8,0.82,0.7\n"
        pairs = all_pairs(core.read_fold_scores(table, measure="auc"), test="paired_t")
        p = {f"{pair.first}{pair.second}": pair.p_value for pair in pairs.pairs}
        assert p["AC"] is None and p["BC"] < p["AB"]  # C is behind A by the same on every fold
        found = pairs_table(pairs)
        assert (found.frame["first"] + found.frame["second"]).tolist() == ["BC", "AB", "AC"]
        assert found.frame["p_value"].tolist()[:2] == [p["BC"], p["AB"]]
        assert found.alt.startswith("All pairs. B and C: ")

    def test_differences_of_pairs_are_signed_and_have_decimals_alike(self):
        table = b"fold,A,B,C\n1,0.5,0.47,0.44\n2,0.6,0.58,0.598\n3,0.7,0.666,0.7\n4,0.8,0.78,0.796\n"
        pairs = all_pairs(core.read_fold_scores(table, measure="auc"), test="paired_t")
        cells = pairs_table(pairs).cells()
        assert [row[2] for row in cells] == ["+0.026", "+0.016", "−0.010"]

    def test_why_pairs_are_not_judged_is_said_once_a_reason(self):
        table = b"fold,A,B,C,D\n1,0.125,0.25,0.375,0.5\n2,0.25,0.375,0.5,0.625\n3,0.5,0.625,0.75,0.125\n"
        pairs = all_pairs(core.read_fold_scores(table, measure="error rate"), test="paired_t")
        reasons = pairs.frame["reason"]
        found = refused_pairs(pairs)
        assert len(found) == reasons[reasons != ""].nunique() == 2
        assert found[0] == f"A − B and B − C: {reasons[0]}"
        assert "reason" not in pairs_table(pairs).titles
        assert "reason" in pairs_table(pairs).saved
        assert refused_pairs(pairs, most=1)[1:] == ["1 reason more stand in the CSV."]

    def test_many_pairs_that_are_not_judged_for_one_learner_are_named_by_it(self):
        lacking = [(f"learner {k}", "gap", "gap has no score on fold 3.") for k in range(19)]
        assert reasons_of_pairs(lacking, 190) == ["19 pairs with gap: gap has no score on fold 3."]
        assert reasons_of_pairs(lacking[:1], 190) == ["learner 0 − gap: gap has no score on fold 3."]

    def test_of_many_pairs_it_is_said_first_how_many_they_are_and_few_are_named(self):
        pairs = [(first, second, "why.") for first, second in combinations("abcdefgh", 2)]
        assert reasons_of_pairs(pairs, 28) == ["All 28 pairs: why."]
        assert reasons_of_pairs(pairs[:20], 28) == ["20 of 28 pairs: why."]
        assert reasons_of_pairs(pairs[5:13], 28) == ["8 of 28 pairs (a − g, a − h, b − c and 5 more): why."]
        assert reasons_of_pairs(pairs[6:8], 28) == ["a − h and b − c: why."]
        assert reasons_of_pairs(pairs[:1], 1) == ["a − b: why."]

    def test_pairs_hold_the_estimate_to_which_their_intervals_belong(self):
        scores = core.read_fold_scores("sample_data/imports/demsar2006.csv", measure="auc", rows="data sets")
        pairs = all_pairs(scores)
        frame = pairs_table(pairs).frame
        own = {(pair.first, pair.second): pair.verdict.estimate for pair in pairs.pairs}
        assert frame.set_index(["first", "second"])["estimate"].to_dict() == own
        assert (frame["estimate"] != frame["difference"]).any()

    def test_ten_numerators(self):
        a = np.array([[0.1, 0.2], [0.3, 0.1], [0.2, 0.2], [0.1, 0.4], [0.2, 0.3]])
        b = a[::-1] * 0.9
        table = numerators_table(run_test("5x2_t", a=a, b=b))
        d = a - b
        spread = np.sqrt(d.var(axis=1, ddof=1).mean())
        assert table.frame["statistic"].tolist() == pytest.approx((d / spread).ravel().tolist())


def test_columns_of_a_source():
    found = inspect(b"colour,class\n" + b"red,yes\nblue,no\n" * 5 + b",no\n")
    table = columns_table(found.columns)
    assert table.frame.set_index("column").loc["colour", ["kind", "missing", "distinct"]].tolist() == [
        "category",
        1,
        2,
    ]
    other = results_columns_table(found.columns)
    assert list(other.titles) == ["column", "taken for", "kind", "missing", "distinct", "examples"]


def test_losses_under_which_one_is_cheaper_end_in_words():
    """At a prior of 1/4 slope 3 of iso-cost lines is a false alarm that costs a miss: c01·(1 − π)/(c10·π)."""
    found = (Preference(0.0, 0.25, 1), Preference(0.25, 1.0, 0))
    table = preferences_table(found, ("A", "B"), 0.25)
    frame, titles = table.frame, list(table.frame.columns)
    assert frame["cheaper"].tolist() == ["A", "B"]
    assert frame[titles[0]].tolist() == pytest.approx([0, 1])
    assert [table.columns["to"].form(value) for value in frame["to"]] == ["1", "no limit"]
    assert table.alt.endswith("A from 0 to 1 misses; B from 1 to no limit misses.")


def test_two_names_in_a_row_leave_room_for_the_record_at_its_end():
    names = [40 * letter for letter in "ab"]
    frame = pd.DataFrame({"first": [names[0]], "second": [names[1]]} | {f"n{k}": [0.5] for k in range(5)})
    assert max(map(len, Table(frame, "").short_names.values())) <= 24  # of a page of 1280 pixels
    assert max(map(len, Table(frame.drop(columns="n4"), "").short_names.values())) > 24


def test_long_names_are_short_on_a_screen_and_whole_everywhere_else():
    names = [f"gradient boosting with a learning rate of {rate} and 31 leaves" for rate in (0.05, 0.1)]
    frame = pd.DataFrame({"first": [names[0]], "second": [names[1]], "p": [0.5]})
    table = Table(frame, "", {"p": Column(form=p_text)})
    assert sorted(table.short_names) == sorted(names)
    on_screen = {name: form(frame[name][0]) for name, form in table.forms_on_screen.items()}
    assert on_screen == {
        "first": "gradient…rate of 0.05 and…",
        "second": "gradient…rate of 0.1 and 31…",
        "p": ".500",
    }
    assert table.cells() == [[*names, ".500"]]
    assert all(28 < len(name) <= 40 for name in replace(table, roomy=True).short_names.values())
    few = Table(frame.replace(dict(zip(names, ("a tree", "another"), strict=True))), "", table.columns)
    assert few.forms_on_screen == few.forms
    alone = Table(pd.DataFrame({"learner": [*names, "tree, pruned to a depth of 7"], "p": 0.5}), "")
    assert alone.short_names.keys() == set(names)  # beside one number there is more room


def test_every_heading_begins_with_a_capital_or_is_a_symbol():
    frame = pd.DataFrame(
        {"learner": ["A"], "tp-rate": [0.5], "sd over folds": [0.1], "p": [0.2], "f1": [0.3]}
    )
    titled = Table(frame, "", {"f1": Column("F1"), "tp-rate": Column(form="{:.2f}")}).titles
    assert list(titled.values()) == ["Learner", "Tp-rate", "sd over folds", "p", "F1"]
    matrix = confusion(["a", "b", "b"], ["a", "b", "a"], positive="b")
    preference = preferences_table([Preference(0.0, 1.0, 0)], ("A", "B"), 0.5)
    found = [rates_table(matrix), classes_table(matrix), averages_table(matrix), preference]
    headings = [title for table in found for title in table.titles.values()]
    assert all(title[0].isupper() or title[0].isdigit() or title == "to" for title in headings), headings


def test_bounds_of_tests_beside_each_other_have_as_many_decimals():
    keys = ("binomial", "normal_approximation")
    verdicts = {key: run_test(key, "less", errors=44, n=24900, p0=0.05).named("A", rate=True) for key in keys}
    advice = Advice(keys[0], "", tuple((key, "") for key in keys), (), ())
    table = verdicts_table(verdicts, advice, 0.05, scale=Scale("x", percent=True), measure="error")
    bounds = table.frame["interval"].str.removeprefix("up to ").str.removesuffix("\u00a0%")
    exact = 100 * stats.beta.ppf(0.95, 45, 24856)
    assert float(bounds[0]) == pytest.approx(exact, abs=0.0005)
    assert bounds.str.partition(".")[2].str.len().nunique() == 1, bounds.tolist()


def test_an_interval_of_equal_differences_has_no_width_as_pictures_say():
    rows = "".join(f"{fold},0.3,0.2\n" for fold in range(1, 11))
    equal = core.read_fold_scores(f"fold,A,B\n{rows}".encode(), measure="error", design="k_fold")
    found = {"wilcoxon": compare(equal, "A", "B", "wilcoxon")}
    scale = difference_scale(equal, "A", "B")
    table = verdicts_table(found, applicable_tests(equal), 0.05, scale=scale, measure="error")
    assert table.frame["interval"].tolist() == ["no width"]


def test_a_test_that_lacks_what_nobody_said_is_not_counted_among_the_cautions():
    run = core.run_experiment(core.load_sample("vote"), ["tree", "naive_bayes"], "k_fold")
    question = LearnerQuestion("Decision tree", 0.05, "less", 0.25)
    advice = core.applicable_tests(run, "Decision tree", p0=0.25)
    verdicts, refused = question.verdicts(run.evidence, advice)
    stands = reasons_table(advice, refused, verdicts).frame.set_index("test")["status"]
    assert stands["One-sample z test, σ known"] == "– not made"
    assert (stands == "⚠ caution").sum() == len(verdicts) - 1


def test_of_one_data_set_and_replicate_no_column_of_every_fold_says_so(wine):
    table = folds_table(wine.fold_scores)
    names = ["Learner", "Fold", "Training instances", "Validation instances", "Error rate"]
    assert list(table.titles.values()) == names
    first = wine.fold_scores.frame.iloc[0]
    assert table.cells(1)[0][-1] == f"{100 * first['score']:.2f}\u00a0%"
    assert list(table.saved) == list(wine.fold_scores.frame)  # what is saved stays as it was
    alike = core.run_experiment(core.load_sample("iris"), ["tree", "naive_bayes"], "k_fold").fold_scores
    assert list(folds_table(alike).titles.values()) == ["Learner", "Fold", "Error rate"]
