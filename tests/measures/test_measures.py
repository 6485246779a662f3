"""Measures against scikit-learn, printed tables and hand computation."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics
from sklearn.dummy import DummyClassifier, DummyRegressor

import core
from core.data import fold_scores_to_csv, read_fold_scores
from core.errors import InputError, NotApplicable, UnknownName
from core.experiment import plan_of
from core.figures import difference_scale, scale_of
from core.inference import Evidence
from core.measures import MEASURES, fewest_shared, guessing, score, title_of, told_in_percent
from core.records import (
    FOLD_SCORE_COLUMNS,
    DesignFacts,
    ExperimentSpec,
    Failure,
    FoldPredictions,
    Predictions,
)

ROOT = Path(__file__).parents[2]

# Fawcett 2006, figure 3: twenty instances by falling score
FAWCETT = "ppnpppnnpnpnpnnnpnpn"
FAWCETT_SCORES = [0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505]
FAWCETT_SCORES += [0.4, 0.39, 0.38, 0.37, 0.36, 0.35, 0.34, 0.33, 0.3, 0.1]


def test_one_place_decides_which_measures_are_told_in_per_cent():
    told = {key for key in MEASURES if told_in_percent(key)}
    plain = {"auc", "auc_hand_till", "f1", "mcc", "log_loss", "brier", "mse", "r2"}
    assert {"error", "accuracy", "balanced_accuracy", "precision", "recall", "specificity"} <= told
    assert not told & plain
    assert all(MEASURES[key].rate for key in told)
    experiment = core.run_experiment(core.load_sample("breast_cancer"), ("lda", "naive_bayes"), "k_fold")
    for measure in ("accuracy", "balanced_accuracy", "recall", "f1", "auc", "log_loss"):
        scores = experiment.scores(measure)
        verdict = core.compare(scores, "LDA", "Naive Bayes")
        in_points = "percentage points" in verdict.sentence(0.05)
        percent = {
            scale_of(scores).percent,
            difference_scale(scores, "LDA", "Naive Bayes").percent,
            in_points,
        }
        assert percent == {told_in_percent(measure)}


def one_fold(truth, predicted, scores=None, kind="probability", classes=("no", "yes"), **more):
    """Predictions of one learner on one validation set."""
    truth = np.asarray(truth)
    outcome = FoldPredictions(
        "A",
        1,
        1,
        np.arange(len(truth)),
        np.asarray(predicted),
        scores=None if scores is None else np.asarray(scores, dtype=float),
        score_kind=None if scores is None else kind,
        n_train=40,
        **more,
    )
    task = "classification" if classes else "regression"
    positive = "yes" if classes == ("no", "yes") else None
    return Predictions("data", task, truth, classes, ("A",), (outcome,), positive=positive)


def value(predictions, measure, **options):
    return float(score(predictions, measure, **options).frame["score"].iloc[0])


def random_case(k, n=60, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, k, n)
    table = rng.dirichlet(np.ones(k), n)
    table[np.arange(n), truth] += 0.3
    table /= table.sum(axis=1, keepdims=True)
    return truth, table.argmax(axis=1), table


class TestTwoClasses:
    def test_table_by_hand(self):
        # tp 30, fn 10, fp 5, tn 55 (the letters of I2ML Table 19.1)
        truth = np.r_[np.ones(40, int), np.zeros(60, int)]
        predicted = np.r_[np.ones(30, int), np.zeros(10, int), np.ones(5, int), np.zeros(55, int)]
        p = one_fold(truth, predicted)
        assert value(p, "error") == 0.15
        assert value(p, "accuracy") == 0.85
        assert value(p, "recall") == 0.75
        assert value(p, "precision") == pytest.approx(30 / 35)
        assert value(p, "specificity") == pytest.approx(55 / 60)
        assert value(p, "f1") == pytest.approx(60 / 75)
        assert value(p, "balanced_accuracy") == pytest.approx((0.75 + 55 / 60) / 2)
        assert value(p, "mcc") == pytest.approx((30 * 55 - 5 * 10) / np.sqrt(35 * 40 * 60 * 65))
        assert value(p, "cost") == 0.15
        assert value(p, "cost", losses=[[0, 1], [10, 0]]) == pytest.approx((5 + 100) / 100)
        assert value(p, "cost", losses=[[-1, 1], [10, -2]]) == pytest.approx((-55 + 5 + 100 - 60) / 100)

    def test_roles_swap_with_the_positive_class(self):
        truth, predicted, table = random_case(2)
        p = one_fold(truth, predicted, table)
        assert value(p, "recall", positive="no") == value(p, "specificity")
        assert value(p, "precision", positive="no") == metrics.precision_score(truth, predicted, pos_label=0)
        assert value(p, "auc", positive="no") == pytest.approx(value(p, "auc"))

    @pytest.mark.parametrize("seed", range(3))
    def test_match_scikit_learn(self, seed):
        truth, predicted, table = random_case(2, seed=seed)
        p = one_fold(truth, predicted, table)
        assert value(p, "precision") == pytest.approx(metrics.precision_score(truth, predicted))
        assert value(p, "recall") == pytest.approx(metrics.recall_score(truth, predicted))
        assert value(p, "f1") == pytest.approx(metrics.f1_score(truth, predicted))
        assert value(p, "mcc") == pytest.approx(metrics.matthews_corrcoef(truth, predicted))
        assert value(p, "balanced_accuracy") == pytest.approx(
            metrics.balanced_accuracy_score(truth, predicted)
        )
        assert value(p, "auc") == pytest.approx(metrics.roc_auc_score(truth, table[:, 1]))
        assert value(p, "auc_hand_till") == pytest.approx(metrics.roc_auc_score(truth, table[:, 1]))
        assert value(p, "log_loss") == pytest.approx(metrics.log_loss(truth, table))
        assert value(p, "brier") == pytest.approx(metrics.brier_score_loss(truth, table[:, 1]))

    def test_fawcett(self):
        truth = [int(letter == "p") for letter in FAWCETT]
        p = one_fold(truth, [int(s > 0.5) for s in FAWCETT_SCORES], FAWCETT_SCORES)
        assert value(p, "auc") == pytest.approx(0.68)  # 68 of 100 pairs in order, counted by hand
        assert value(p, "accuracy") == 0.6

    def test_auc_counts_ties_half(self):
        assert value(one_fold([1, 1, 0, 0], [1, 1, 0, 0], [0.9, 0.6, 0.6, 0.1]), "auc") == 0.875
        assert value(one_fold([1, 0], [1, 1], [0.5, 0.5]), "auc") == 0.5

    def test_a_single_column_of_scores_speaks_for_the_second_class(self):
        truth, predicted, table = random_case(2)
        full = one_fold(truth, predicted, table)
        for column in (table[:, 1], table[:, [1]]):
            short = one_fold(truth, predicted, column)
            for measure in ("auc", "log_loss", "brier"):
                assert value(short, measure) == pytest.approx(value(full, measure))
                if measure == "auc":
                    assert value(short, measure, positive="no") == pytest.approx(value(full, measure))
        decisions = one_fold(truth, predicted, np.log(table[:, 1] / table[:, 0]), "decision")
        assert value(decisions, "auc") == pytest.approx(value(full, "auc"))
        assert value(decisions, "auc", positive="no") == pytest.approx(value(full, "auc"))

    def test_probability_zero_costs_much_but_not_infinitely(self):
        assert value(one_fold([1], [0], [[1, 0]]), "log_loss") == pytest.approx(52 * np.log(2))


class TestManyClasses:
    CLASSES = ("a", "b", "c")

    @pytest.mark.parametrize("seed", range(3))
    def test_match_scikit_learn(self, seed):
        truth, predicted, table = random_case(3, seed=seed)
        p = one_fold(truth, predicted, table, classes=self.CLASSES)
        macro = {"average": "macro"}
        assert value(p, "precision") == pytest.approx(metrics.precision_score(truth, predicted, **macro))
        assert value(p, "recall") == pytest.approx(metrics.recall_score(truth, predicted, **macro))
        assert value(p, "f1") == pytest.approx(metrics.f1_score(truth, predicted, **macro))
        assert value(p, "mcc") == pytest.approx(metrics.matthews_corrcoef(truth, predicted))
        assert value(p, "balanced_accuracy") == pytest.approx(
            metrics.balanced_accuracy_score(truth, predicted)
        )
        assert value(p, "auc") == pytest.approx(metrics.roc_auc_score(truth, table, multi_class="ovr"))
        assert value(p, "auc_hand_till") == pytest.approx(
            metrics.roc_auc_score(truth, table, multi_class="ovo")
        )
        assert value(p, "log_loss") == pytest.approx(metrics.log_loss(truth, table))
        assert value(p, "brier") == pytest.approx(metrics.brier_score_loss(truth, table))

    def test_specificity_is_the_mean_of_one_against_rest(self):
        truth, predicted, table = random_case(3)
        p = one_fold(truth, predicted, table, classes=self.CLASSES)
        each = [value(p, "specificity", positive=c) for c in self.CLASSES]
        by_hand = [metrics.recall_score(truth != k, predicted != k) for k in range(3)]
        assert each == pytest.approx(by_hand)
        assert value(p, "specificity") == pytest.approx(np.mean(each))

    def test_titles_say_what_is_averaged(self):
        truth, predicted, table = random_case(3)
        p = one_fold(truth, predicted, table, classes=self.CLASSES)
        assert score(p, "recall").measure_title == "macro recall (mean over 3 classes)"
        assert title_of(score(p, "recall")) == "macro recall"  # in sentences, too
        assert title_of(score(p, "auc", positive="b")) == "AUC (b against the rest)"
        assert score(p, "recall", positive="b").measure_title == "recall (b against the rest)"
        assert score(p, "error").measure_title == "error rate"
        truth, predicted, table = random_case(2)
        assert score(one_fold(truth, predicted, table), "auc").measure_title == "AUC"

    def test_of_two_classes_the_title_names_the_one_that_is_judged_where_the_other_would_score_otherwise(
        self,
    ):
        cancer = core.load_sample("breast_cancer")
        found = core.run_experiment(cancer, ["naive_bayes"], core.make_design("hold_out")).predictions
        assert score(found, "precision").measure_title == "precision of class malignant"
        assert score(found, "f1", positive="benign").measure_title == "F1 of class benign"
        assert score(found, "auc").measure_title == "AUC"
        assert score(found, "mcc").measure_title == "Matthews correlation"
        assert title_of(score(found, "recall")) == "recall of class malignant"
        assert title_of(replace(score(found, "auc"), measure_title="area")) == "AUC"

    @pytest.mark.parametrize(("sample", "positive"), [("wine", "cultivar_2"), ("breast_cancer", "benign")])
    def test_a_class_that_was_named_stays_the_judged_one_of_all_instances_together_and_of_guessing(
        self, sample, positive
    ):
        run = core.run_experiment(core.load_sample(sample), ["naive_bayes"], "k_fold").predictions
        known, found = run.classes.index(positive), score(run, "precision", positive=positive)
        said = np.concatenate([item.predicted for item in run.outcomes])
        truth = run.truth[np.concatenate([item.positions for item in run.outcomes])]
        pooled = Evidence(found, run).pooled
        assert (found.positive, pooled.positive) == (positive, positive)
        assert pooled.frame["score"].item() == pytest.approx(
            metrics.precision_score(truth == known, said == known)
        )
        shares = [np.mean(run.truth[item.positions] == known) for item in run.outcomes]
        assert guessing(run, found).score == pytest.approx(np.mean(shares))
        rows = min(np.sum(item.predicted == known) for item in run.outcomes)
        assert fewest_shared(run, found, run.learners) == rows
        assert score(run, "error").positive is None

    def test_label_permutation(self):
        truth, predicted, table = random_case(3)
        order = np.array([2, 0, 1])
        new = np.argsort(order)
        p = one_fold(truth, predicted, table, classes=self.CLASSES)
        q = one_fold(new[truth], new[predicted], table[:, order], classes=tuple("cab"))
        for key, entry in MEASURES.items():
            if "classification" in entry.tasks and entry.needs in {"labels", "scores", "probabilities"}:
                assert value(p, key) == pytest.approx(value(q, key)), key


class TestRegression:
    def test_match_scikit_learn(self):
        rng = np.random.default_rng(0)
        y, said = rng.normal(size=30), rng.normal(size=30)
        p = one_fold(y, said, classes=())
        assert value(p, "mse") == pytest.approx(metrics.mean_squared_error(y, said))
        assert value(p, "rmse") == pytest.approx(metrics.root_mean_squared_error(y, said))
        assert value(p, "mae") == pytest.approx(metrics.mean_absolute_error(y, said))
        assert value(p, "r2") == pytest.approx(metrics.r2_score(y, said))

    def test_by_hand(self):
        p = one_fold([1.0, 2.0, 3.0], [1.0, 2.0, 6.0], classes=())
        assert [value(p, m) for m in ("mse", "rmse", "mae", "r2")] == pytest.approx([3, 3**0.5, 1, 1 - 9 / 2])


class TestUndefined:
    @pytest.mark.parametrize(
        ("measure", "truth", "predicted", "reason"),
        [
            ("recall", [0, 0], [0, 1], "no instance of class yes"),
            ("precision", [0, 1], [0, 0], "nothing was assigned to class yes"),
            ("specificity", [1, 1], [0, 1], "every instance in the fold is of class yes"),
            ("f1", [0, 0], [0, 0], "class yes neither occurs"),
            ("balanced_accuracy", [1, 1], [1, 1], "no instance of class no"),
            ("mcc", [1, 0], [1, 1], "only one was assigned"),
            ("mcc", [1, 1], [0, 1], "only one class occurs"),
            ("auc", [1, 1], [1, 1], "every instance in the fold is of class yes"),
            ("auc", [0, 0], [0, 1], "no instance in the fold is of class yes"),
            ("auc_hand_till", [0, 0], [0, 1], "no instance of class yes"),
        ],
    )
    def test_is_nan_with_a_reason(self, measure, truth, predicted, reason):
        table = score(one_fold(truth, predicted, np.eye(2)[predicted]), measure)
        assert np.isnan(table.frame["score"]).all()
        (note,) = table.notes
        assert note.startswith(f"A: {title_of(table)} is undefined in fold 1: ")
        assert reason in note

    def test_r2_of_equal_responses(self):
        table = score(one_fold([2.0, 2.0], [1.0, 2.0], classes=()), "r2")
        assert np.isnan(table.frame["score"]).all()
        assert "equal" in table.notes[0]

    def test_missing_scores(self):
        table = score(one_fold([0, 1], [0, 1], [0.1, np.nan]), "log_loss")
        assert "some scores are missing" in table.notes[0]

    def test_a_third_class_may_be_absent_from_a_fold(self):
        p = one_fold([0, 1], [0, 1], np.eye(3)[:2], classes=("a", "b", "c"))
        assert value(p, "error") == 0
        note = score(p, "auc").notes[0]
        assert "class c" in note and note.startswith("A: macro AUC is undefined in fold 1")

    def test_many_folds_share_one_note(self):
        base = one_fold([0] * 30, [0] * 30)
        outcomes = tuple(
            replace(base.outcomes[0], fold=i + 1, positions=np.array([i]), predicted=np.array([0]))
            for i in range(30)
        )
        (note,) = score(replace(base, outcomes=outcomes), "recall").notes
        assert "fold 10 and 20 more" in note


class TestScoreTable:
    def several(self):
        truth = np.array([0, 1, 0, 1, 1, 0])
        outcomes = [
            FoldPredictions(name, r, f, np.arange(3) + 3 * (f - 1), np.array([0, 1, 0]), n_train=3)
            for name in ("B", "A")
            for f in (2, 1)
            for r in (2, 1)
        ]
        facts = DesignFacts("repeated_k_fold", 2, 2, 3, 3)
        failures = (Failure("C", 1, 1, "no"),)
        return Predictions(
            "d",
            "classification",
            truth,
            ("x", "y"),
            ("A", "B", "C"),
            tuple(outcomes),
            "y",
            None,
            facts,
            failures,
            ("said",),
        )

    def test_rows(self):
        table = score(self.several())
        frame = table.frame
        assert tuple(frame.columns) == FOLD_SCORE_COLUMNS
        assert frame["learner"].tolist() == ["A"] * 4 + ["B"] * 4
        assert frame["replicate"].tolist() == [1, 1, 2, 2] * 2
        assert frame["fold"].tolist() == [1, 2] * 4
        assert frame["n_train"].tolist() == [3] * 8
        assert frame["n_validation"].tolist() == [3] * 8
        assert frame["score"].tolist() == pytest.approx([0, 1 / 3] * 4)
        assert set(frame["dataset"]) == {"d"}

    def test_carries_what_is_known(self):
        predictions = self.several()
        table = score(predictions, "accuracy")
        assert table.measure == "accuracy"
        assert table.measure_title == "accuracy"
        assert table.lower_is_better is False
        assert table.unit == ""
        assert table.facts == predictions.facts
        assert table.failures == predictions.failures
        assert table.notes == ("said",)
        assert table.learner_order == table.learners == ("A", "B", "C")
        assert table.matrix("A").shape == (2, 2)
        assert len(table.of("C")) == 0

    def test_unknown_training_sizes(self):
        base = one_fold([0, 1], [0, 1])
        p = replace(base, outcomes=(replace(base.outcomes[0], n_train=None),))
        assert score(p).frame["n_train"].isna().all()

    def test_no_predictions_at_all(self):
        p = replace(one_fold([0, 1], [0, 1]), outcomes=())
        assert tuple(score(p).frame.columns) == FOLD_SCORE_COLUMNS
        assert len(score(p).frame) == 0

    def test_effort(self):
        p = one_fold(
            [0, 1],
            [0, 1],
            training_seconds=0.5,
            prediction_seconds=0.1,
            model_bytes=2000,
            training_score=0.25,
        )
        assert value(p, "training_time") == 0.5
        assert value(p, "prediction_time") == 0.1
        assert value(p, "model_size") == 2000
        assert value(p, "training_error") == 0.25
        assert score(p, "training_time").unit == "s"
        assert score(p, "model_size").unit == "bytes"
        assert score(p, "training_time").notes == ()
        again = replace(p, outcomes=(replace(p.outcomes[0], reused=True),))
        assert score(again, "training_time").notes == ("1 of 1 times were measured in an earlier run.",)
        assert score(again, "error").notes == ()

    def test_leave_one_out_is_fast_and_zero_or_one(self):
        n = 2000
        truth = np.arange(n) % 2
        outcomes = tuple(FoldPredictions("A", 1, i + 1, np.array([i]), np.array([0])) for i in range(n))
        p = Predictions("d", "classification", truth, ("x", "y"), ("A",), outcomes)
        assert score(p).frame["score"].tolist() == truth.tolist()


class TestRefusals:
    def test_unknown_measure(self):
        with pytest.raises(UnknownName, match="accuracy"):
            score(one_fold([0], [0]), "acuracy")

    def test_wrong_task(self):
        with pytest.raises(NotApplicable, match="mean squared error is a measure for regression") as refusal:
            score(one_fold([0], [0]), "mse")
        assert "balanced_accuracy" in str(refusal.value)
        with pytest.raises(NotApplicable, match="classification"):
            score(one_fold([0.0], [0.0], classes=()), "error")

    @pytest.mark.parametrize("key", ["auc", "auc_hand_till", "log_loss", "brier"])
    def test_missing_scores(self, key):
        with pytest.raises(NotApplicable, match="which A did not give"):
            score(one_fold([0, 1], [0, 1]), key)

    def test_decision_values_are_no_probabilities(self):
        p = one_fold([0, 1], [0, 1], [-1, 1], "decision")
        assert value(p, "auc") == 1
        with pytest.raises(NotApplicable, match="probabilities"):
            score(p, "log_loss")

    def test_scores_of_one_class_among_three(self):
        p = one_fold([0, 1, 2], [0, 1, 2], [0.1, 0.5, 0.9], classes=("a", "b", "c"))
        with pytest.raises(NotApplicable, match="scores"):
            score(p, "auc")

    @pytest.mark.parametrize("key", ["training_time", "prediction_time", "model_size", "training_error"])
    def test_effort_that_nobody_recorded(self, key):
        with pytest.raises(NotApplicable, match="recorded"):
            score(one_fold([0, 1], [0, 1]), key)

    def test_positive_class(self):
        p = replace(one_fold([0, 1], [0, 1], [0, 1]), positive=None)
        for key in ("recall", "precision", "specificity", "f1", "auc"):
            with pytest.raises(InputError, match=r"positive class.*no and yes"):
                score(p, key)
            assert value(p, key, positive="yes") == 1
        assert value(p, "error") == 0
        with pytest.raises(InputError, match="no class 'maybe'"):
            score(p, "error", positive="maybe")

    def test_losses(self):
        p = one_fold([0, 1], [0, 1])
        with pytest.raises(InputError, match="takes no losses"):
            score(p, "error", losses=np.zeros((2, 2)))
        for losses in ([[0, 1]], np.zeros((3, 3)), [[0, np.nan], [1, 0]]):
            with pytest.raises(InputError, match="2 × 2"):
                score(p, "cost", losses=losses)


class TestRegistry:
    def test_has_the_promised_keys(self):
        promised = (
            "error accuracy balanced_accuracy auc auc_hand_till log_loss brier f1 precision recall specificity mcc "
            "cost mse rmse mae r2 training_error training_mse training_time prediction_time model_size"
        )
        assert set(MEASURES) == set(promised.split())

    @pytest.mark.parametrize("key", MEASURES)
    def test_entry_is_complete(self, key):
        entry = MEASURES[key]
        assert entry.title and entry.summary.endswith(".") and entry.reference and entry.tasks

    @pytest.mark.parametrize("key", MEASURES)
    def test_perfect_predictions_are_best(self, key):
        entry = MEASURES[key]
        extras = {"training_seconds": 0.0, "prediction_seconds": 0.0, "model_bytes": 0, "training_score": 0.0}
        if "classification" in entry.tasks:
            p = one_fold([0, 1, 0, 1], [0, 1, 0, 1], np.eye(2)[[0, 1, 0, 1]], **extras)
        else:
            p = one_fold([0.0, 1, 0, 1], [0.0, 1, 0, 1], classes=(), **extras)
        assert value(p, key) == pytest.approx(0 if entry.lower_is_better else 1)

    @given(st.data())
    def test_properties(self, data):
        n = data.draw(st.integers(1, 25))
        codes = st.lists(st.integers(0, 2), min_size=n, max_size=n)
        truth, predicted = np.array(data.draw(codes)), np.array(data.draw(codes))
        table = np.eye(3)[predicted] * 0.7 + 0.1
        p = one_fold(truth, predicted, table, classes=("a", "b", "c"))
        order = np.array(data.draw(st.permutations(range(n))))
        q = one_fold(truth[order], predicted[order], table[order], classes=("a", "b", "c"))
        assert value(p, "accuracy") == pytest.approx(1 - value(p, "error"))
        for key, entry in MEASURES.items():
            if "classification" in entry.tasks and entry.needs in {"labels", "scores", "probabilities"}:
                v = value(p, key)
                assert v == pytest.approx(value(q, key), nan_ok=True)
                if entry.rate and not np.isnan(v):
                    assert 0 <= v <= 1

    def test_reading_it_loads_no_heavy_library(self):
        program = "import sys, core.measures; print({'sklearn', 'scipy'} & set(sys.modules))"
        answer = subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
        )
        assert answer.stdout.strip() == "set()"


def test_a_loss_matrix_stays_with_the_experiment_and_its_scores():
    iris, losses = core.load_sample("iris"), [[0, 1, 2], [5, 0, 1], [9, 0.5, 0]]
    kept = tuple(tuple(map(float, row)) for row in losses)
    run = core.run_experiment(iris, ["naive_bayes", "tree"], "k_fold", "cost", losses=losses)
    assert run.spec.losses == run.evidence.losses == run.fold_scores.losses == kept
    matrix, item = np.array(losses), run.predictions.outcomes[0]
    by_hand = matrix[run.predictions.truth[item.positions], item.predicted].mean()
    assert run.fold_scores.frame["score"].iloc[0] == pytest.approx(by_hand)
    spec = ExperimentSpec.from_json(run.spec.to_json())
    assert spec == run.spec
    assert plan_of(spec, iris).spec == spec
    looked_at = run.measured_by("error")
    assert looked_at.evidence.losses is None
    assert looked_at.fold_scores.losses is None
    assert looked_at.measured_by("cost").fold_scores == run.fold_scores
    assert read_fold_scores(fold_scores_to_csv(run.fold_scores)).losses == kept


def test_every_mistake_costing_one_is_no_matrix():
    iris = core.load_sample("iris")
    run = core.run_experiment(iris, ["naive_bayes"], "hold_out", "cost", losses=1 - np.eye(3))
    assert run.spec.losses is None
    assert run.fold_scores == core.run_experiment(iris, ["naive_bayes"], "hold_out", "cost").fold_scores
    with pytest.raises(InputError, match="3 × 3"):
        core.run_experiment(iris, ["naive_bayes"], "hold_out", "cost", losses=np.eye(2))
    with pytest.raises(InputError, match="takes no losses"):
        core.run_experiment(core.load_sample("diabetes"), ["ols"], "hold_out", losses=np.eye(2))


@pytest.mark.parametrize("design", ["hold_out", "k_fold", "bootstrap"])
def test_guessing_is_what_scikit_learns_dummies_come_to_fold_by_fold(design):
    for sample, learner, dummy, wanted in (
        (
            "breast_cancer",
            "naive_bayes",
            DummyClassifier(strategy="most_frequent"),
            {
                "error": metrics.zero_one_loss,
                "accuracy": metrics.accuracy_score,
                "balanced_accuracy": metrics.balanced_accuracy_score,
            },
        ),
        (
            "diabetes",
            "ols",
            DummyRegressor(),
            {
                "mse": metrics.mean_squared_error,
                "rmse": metrics.root_mean_squared_error,
                "mae": metrics.mean_absolute_error,
                "r2": metrics.r2_score,
            },
        ),
    ):
        found = core.run_experiment(core.load_sample(sample), [core.learner(learner)], design).predictions
        truth = found.truth
        said = dummy.fit(np.zeros((len(truth), 1)), truth).predict(np.zeros((len(truth), 1)))
        for key, measured in wanted.items():
            folds = [measured(truth[item.positions], said[item.positions]) for item in found.outcomes]
            assert guessing(found, score(found, key)).score == pytest.approx(np.mean(folds)), key


def test_the_class_that_is_always_said_is_the_best_one_by_the_measure():
    found = core.run_experiment(core.load_sample("breast_cancer"), ["naive_bayes"], "k_fold").predictions
    truth, classes, rare = found.truth, found.classes, found.classes.index(found.positive)
    guess = guessing(found, score(found, "f1"))
    folds = [
        metrics.f1_score(truth[item.positions], np.full(len(item.positions), rare), pos_label=rare)
        for item in found.outcomes
    ]
    assert guess == (repr(str(classes[rare])), pytest.approx(np.mean(folds)))
    dear = np.zeros((2, 2))
    dear[rare, 1 - rare] = 9  # to overlook a positive: saying it always costs nothing, or 1 where it is wrong
    dear[1 - rare, rare] = 1
    guess = guessing(found, score(found, "cost", losses=dear))
    share = [np.mean(truth[item.positions] != rare) for item in found.outcomes]
    assert guess == (repr(str(classes[rare])), pytest.approx(np.mean(share)))


def test_guessing_is_not_known_where_a_constant_is_perfect_or_has_no_score():
    found = core.run_experiment(core.load_sample("iris"), ["naive_bayes"], "hold_out").predictions
    for key in ("training_time", "auc", "mcc"):
        assert guessing(found, score(found, key)) is None
    assert guessing(None, score(found, "error")) is None
    two = core.run_experiment(core.load_sample("breast_cancer"), ["naive_bayes"], "hold_out").predictions
    for key in ("recall", "specificity"):
        assert guessing(two, score(two, key)) is None
