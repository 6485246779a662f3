"""Confusion matrices, averages over classes, calibration, one class against the rest."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.calibration import calibration_curve
from sklearn.metrics import (
    balanced_accuracy_score,
    confusion_matrix,
    matthews_corrcoef,
    precision_recall_fscore_support,
    roc_auc_score,
)

import core
from core.errors import InputError, NotApplicable
from core.measures import (
    ScoredClass,
    average_table,
    calibration,
    calibration_error,
    called_by_share,
    class_table,
    confusion,
    hardest_class,
    learners_by_share,
    one_against_rest,
    two_class_rates,
)
from core.records import FoldPredictions, Predictions


def labels_of(n=300, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.choice(list("abcd"), n, p=[0.4, 0.3, 0.2, 0.1])
    return truth, np.where(rng.random(n) < 0.6, truth, rng.choice(list("abcd"), n))


class TestTwoClasses:
    def test_tables_19_1_and_19_2(self):
        rates = {rate.key: rate for rate in two_class_rates(tp=40, fn=10, fp=5, tn=45)}
        expected = {
            "error": 15 / 100,
            "accuracy": 85 / 100,
            "tp_rate": 40 / 50,
            "fp_rate": 5 / 50,
            "specificity": 45 / 50,
            "fn_rate": 10 / 50,
            "precision": 40 / 45,
            "negative_predictive_value": 45 / 55,
            "f1": 80 / 95,
            "balanced_accuracy": 0.85,
            "mcc": (40 * 45 - 5 * 10) / np.sqrt(50 * 50 * 45 * 55),
            "informedness": 0.7,
        }
        assert {key: rate.value for key, rate in rates.items()} == pytest.approx(expected)
        assert (rates["precision"].part, rates["precision"].whole) == (40, 45)
        assert rates["fp_rate"].value == pytest.approx(1 - rates["specificity"].value)

    @pytest.mark.parametrize(
        ("counts", "undefined"),
        [
            ((0, 5, 0, 5), {"precision": "nothing was called positive", "mcc": "only one was called"}),
            ((5, 0, 5, 0), {"negative_predictive_value": "nothing was called negative"}),
            (
                (0, 0, 2, 3),
                {"tp_rate": "no positive", "balanced_accuracy": "no positive", "fn_rate": "no positive"},
            ),
            (
                (4, 1, 0, 0),
                {"fp_rate": "no negative", "specificity": "no negative", "informedness": "no negative"},
            ),
            ((0, 0, 0, 3), {"f1": "no tp, fp or fn"}),
        ],
    )
    def test_undefined_ratios_say_why(self, counts, undefined):
        rates = {rate.key: rate for rate in two_class_rates(*counts)}
        for key, words in undefined.items():
            assert np.isnan(rates[key].value)
            assert words in rates[key].reason
        for rate in rates.values():
            assert np.isnan(rate.value) == bool(rate.reason)

    def test_confusion_of_zeros_and_ones(self):
        table = core.confusion([1, 1, 0, 0, 0], [1, 0, 0, 0, 1])
        assert (table.tp, table.fn, table.fp, table.tn) == (1, 1, 1, 2)
        assert table.positive == 1
        assert table.rates["error"].value == 0.4


class TestManyClasses:
    def test_scikit_learn(self):
        truth, given = labels_of()
        table = core.confusion(truth, given)
        assert table.labels == tuple("abcd")
        assert np.array_equal(table.counts, confusion_matrix(truth, given))
        assert np.allclose(table.row_shares, confusion_matrix(truth, given, normalize="true"))
        assert np.allclose(table.column_shares, confusion_matrix(truth, given, normalize="pred"))
        assert table.rates["mcc"].value == pytest.approx(matthews_corrcoef(truth, given))
        assert table.rates["balanced_accuracy"].value == pytest.approx(balanced_accuracy_score(truth, given))
        assert table.rates["error"].part == table.size - table.correct

    @pytest.mark.parametrize("average", ["macro", "weighted", "micro"])
    def test_averages(self, average):
        truth, given = labels_of()
        expected = precision_recall_fscore_support(truth, given, average=average)[:3]
        row = average_table(confusion(truth, given)).set_index("average").loc[average]
        assert row[["precision", "recall", "f1"]].tolist() == pytest.approx(expected)

    def test_every_class_against_the_rest(self):
        truth, given = labels_of()
        table = class_table(confusion(truth, given))
        precision, recall, f1, support = precision_recall_fscore_support(truth, given)
        assert np.allclose(table[["precision", "recall", "f1"]].to_numpy().T, [precision, recall, f1])
        assert table["instances"].tolist() == support.tolist()

    def test_a_class_that_never_occurs_is_undefined_not_zero(self):
        table = confusion(["a", "b"], ["a", "b"], labels=["a", "b", "c"])
        assert np.isnan(class_table(table).set_index("class").loc["c", "precision"])
        averages = average_table(table).set_index("average")
        assert np.isnan(averages.loc["macro", "precision"])
        assert averages.loc["weighted", "precision"] == 1
        assert averages.loc["micro", "precision"] == 1
        assert "class c" in table.rates["balanced_accuracy"].reason

    def test_most_confused_pairs(self):
        counts = [("a", "b")] * 3 + [("b", "a")] + [("c", "a")] * 2 + [("a", "a")] * 9
        table = confusion(*zip(*counts, strict=True))
        assert table.most_confused(2)[["truth", "assigned", "count"]].to_numpy().tolist() == [
            ["a", "b", 3],
            ["c", "a", 2],
        ]
        assert table.most_confused()["share"].tolist() == [0.25, 1.0, 1.0]
        assert table.frame["count"].sum() == table.size

    def test_one_class_of_many_can_be_positive(self):
        truth, given = labels_of()
        table = confusion(truth, given, positive="c")
        assert (table.tp, table.fp) == (
            np.sum((truth == "c") & (given == "c")),
            np.sum((truth != "c") & (given == "c")),
        )

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            ((["a"], ["a", "b"]), "one label per instance"),
            (([], []), "one label per instance"),
            ((["a"], ["b"], None, ["a"]), "not among the labels"),
            ((["a"], ["a"], None, ["a", "a"]), "every class once"),
            ((["a"], ["b"], "c"), "no class 'c'"),
        ],
    )
    def test_refusals(self, arguments, words):
        with pytest.raises(InputError, match=words):
            confusion(*arguments)

    def test_two_class_counts_need_a_positive_class(self):
        with pytest.raises(InputError, match="which class is positive"):
            confusion(["a"], ["b"]).tp  # noqa: B018


class TestCalibration:
    def test_scikit_learn(self):
        rng = np.random.default_rng(0)
        p = rng.random(500)
        y = rng.random(500) < p
        table = calibration(y, p)
        share, mean = calibration_curve(y, p, n_bins=10)
        assert np.allclose(table["share"], share)
        assert np.allclose(table["mean"], mean)
        assert table["instances"].sum() == 500
        assert calibration_error(table) < 0.1
        even = calibration(y, p, bins=5, cells="count")
        assert even["instances"].tolist() == [100] * 5

    def test_by_hand_with_the_ends(self):
        table = calibration([0, 1, 1, 1], [0.0, 0.5, 0.6, 1.0], bins=2)
        assert table[["instances", "positives"]].to_numpy().tolist() == [[1, 0], [3, 3]]
        assert calibration_error(table) == pytest.approx((0 + 3 * (1 - 0.7)) / 4)

    def test_equal_probabilities_stay_together(self):
        assert len(calibration([0, 1, 1, 0], [0.3] * 4, cells="count")) == 1

    @pytest.mark.parametrize("bins", range(2, 21))
    def test_a_probability_on_an_edge_begins_its_bin(self, bins):
        lowest = [place / bins for place in range(bins)]
        table = calibration([0, 1] * bins, np.repeat(lowest, 2), bins=bins)
        assert table["low"].tolist() == table["mean"].tolist() == lowest
        assert set(table["instances"]) == {2}

    @pytest.mark.parametrize(
        ("scores", "bins", "words"), [([1.5, 0], 5, "between 0 and 1"), ([0, 1], 1, "at least 2")]
    )
    def test_refusals(self, scores, bins, words):
        with pytest.raises(InputError, match=words):
            calibration([0, 1], scores, bins=bins)


@pytest.fixture(scope="module")
def three_classes():
    return core.run_experiment(
        core.load_sample("iris"), ["lda", "tree"], core.make_design("k_fold", k=5)
    ).predictions


def by_hand(kind="probability", scores=None, folds=2):
    """Six instances in two folds; the second fold has no positive instance."""
    scores = np.array([0.9, 0.2, 0.7, 0.4, 0.3, 0.1]) if scores is None else np.asarray(scores)
    parts = [
        FoldPredictions("one", 1, fold + 1, at, (scores[at] > 0.5).astype(int), scores[at], kind)
        for fold, at in enumerate(np.array_split(np.arange(6), folds))
    ]
    return Predictions(
        "made", "classification", np.array([1, 0, 1, 0, 0, 0]), ("no", "yes"), ("one",), tuple(parts), "yes"
    )


def test_labels_that_were_made_by_share_are_so_whichever_class_is_positive():
    scores, truth = np.array([3.0, 1.0, 2.0, 1.0, 1.0, 0.5]), np.array([1, 1, 1, 0, 0, 0])
    labels = called_by_share(scores, truth)
    assert labels.tolist() == [1, 0, 1, 0, 0, 0]  # of equal ones at the cut, none
    assert called_by_share(-scores, 1 - truth).tolist() == [0, 0, 0, 0, 0, 1]
    found = replace(by_hand("decision", scores, folds=1), truth=truth)
    for predicted, whose in ((labels, ("one",)), (1 - labels, ())):
        made = replace(found, outcomes=(replace(found.outcomes[0], predicted=predicted),))
        assert [learners_by_share(one_against_rest(made, label)) for label in made.classes] == [whose] * 2


class TestAgainstTheRest:
    def test_each_class_has_its_scores_and_decisions(self, three_classes):
        for code, label in enumerate(three_classes.classes):
            two = one_against_rest(three_classes, label)
            assert two.classes == ("rest", label)
            for whole, part in zip(three_classes.outcomes, two.outcomes, strict=True):
                assert np.array_equal(part.scores, whole.scores[:, code])
                assert np.array_equal(part.predicted == 1, whole.predicted == code)
            alone = core.score(three_classes, "auc", positive=label).frame["score"]
            assert np.allclose(alone, core.score(two, "auc").frame["score"])

    @pytest.mark.parametrize(("kind", "turned"), [("probability", 1 - 0.9), ("decision", -0.9)])
    def test_the_other_class_of_two_gets_the_complement(self, kind, turned):
        two = one_against_rest(by_hand(kind), "no")
        assert two.classes == ("yes", "no")
        assert two.outcomes[0].scores[0] == pytest.approx(turned)
        assert two.truth.tolist() == [0, 1, 0, 1, 1, 1]

    def test_refusals(self, three_classes):
        with pytest.raises(InputError, match="which class is positive"):
            one_against_rest(three_classes)
        with pytest.raises(InputError, match="no class 'rose'"):
            one_against_rest(three_classes, "rose")
        with pytest.raises(InputError, match="no classes"):
            one_against_rest(replace(three_classes, task="regression"), "setosa")


class TestHardestClass:
    def test_it_has_the_lowest_area_as_the_mean_of_the_learners(self, three_classes):
        areas = {}
        for code, label in enumerate(three_classes.classes):
            each = []
            for name in three_classes.learners:
                mine = three_classes.of(name)
                truth = np.concatenate([three_classes.truth[item.positions] for item in mine])
                scores = np.concatenate([item.scores[:, code] for item in mine])
                each.append(roc_auc_score(truth == code, scores))
            areas[label] = np.mean(each)
        assert hardest_class(three_classes) == min(areas, key=areas.get) != three_classes.opening_class

    def test_none_is_called_the_hardest_where_one_is_positive_or_nobody_gave_scores(self, three_classes):
        assert hardest_class(replace(three_classes, positive="setosa")) is None
        labels = tuple(replace(item, scores=None) for item in three_classes.outcomes)
        assert hardest_class(replace(three_classes, outcomes=labels)) is None
        assert hardest_class(by_hand()) is None

    def test_none_is_called_the_hardest_where_all_are_told_perfectly(self, three_classes):
        perfect = [
            replace(item, scores=np.eye(3)[three_classes.truth[item.positions]])
            for item in three_classes.outcomes
        ]
        assert hardest_class(replace(three_classes, outcomes=tuple(perfect))) is None


class TestScoredClass:
    def test_pooled_by_fold_and_average(self):
        scored = ScoredClass(one_against_rest(by_hand()))
        assert scored.table("one").positives == 2
        assert list(scored.tables("one", "folds")) == ["fold 1", "fold 2"]
        assert list(scored.curves("one", "folds")) == ["fold 1"]
        assert scored.undefined("one", "folds") == ("fold 2",)
        assert scored.average("one").auc == scored.curves("one", "folds")["fold 1"].auc
        assert list(scored.tables("one", "replicates")) == ["replicate 1"]
        assert scored.kind("one") == "probability"
        assert not scored.instances("one").repeated

    def test_one_instance_per_fold_has_no_average(self):
        scored = ScoredClass(one_against_rest(by_hand(folds=6)))
        with pytest.raises(NotApplicable, match="no fold holds both classes"):
            scored.average("one")

    def test_the_prior_is_that_of_all_that_was_to_be_predicted_whoever_failed(self):
        whole = by_hand()
        second = replace(whole.outcomes[1], learner="failed")
        for learners in (("failed", "one"), ("one", "failed")):
            both = replace(whole, learners=learners, outcomes=(second, *whole.outcomes))
            assert (both.lacking("one"), both.lacking("failed")) == (0, 3)
            scored = ScoredClass(one_against_rest(both))
            assert scored.prior == 2 / 6
            assert scored.table("failed").prior == 0
        repeated = [replace(item, replicate=2) for item in whole.outcomes]
        twice = replace(whole, outcomes=(*whole.outcomes, *repeated))
        assert ScoredClass(one_against_rest(twice)).prior == 2 / 6
        assert len(twice.validated) == 12
        assert len(replace(whole, outcomes=()).validated) == 0

    def test_learners_without_scores_are_named(self):
        whole = by_hand()
        bare = tuple(replace(item, scores=None, learner="bare") for item in whole.outcomes)
        both = replace(whole, learners=("one", "bare", "gone"), outcomes=(*whole.outcomes, *bare))
        scored = ScoredClass(one_against_rest(both))
        assert scored.learners == ("one",)
        assert scored.without_scores == {
            "bare": "it gave labels only, no scores",
            "gone": "it has no predictions",
        }

    def test_fold_areas_are_those_of_the_measure(self, three_classes):
        two = one_against_rest(three_classes, "virginica")
        areas = [curve.auc for curve in ScoredClass(two).curves("LDA", "folds").values()]
        assert np.allclose(areas, core.score(two, "auc").of("LDA")["score"])
        assert isinstance(ScoredClass(two).average("LDA").frame, pd.DataFrame)
