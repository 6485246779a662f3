"""The final examination: one learner, trained on the rest, judged once on what was set aside."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.metrics import balanced_accuracy_score, mean_absolute_error

import core
from core.errors import InputError, NotApplicable
from core.experiment import Examination, cut_of, errors_of_guessing, examine, seen_in


def test_errors_are_those_of_the_learner_trained_on_the_rest():
    rest, test = core.load_sample("breast_cancer").set_aside(0.25, seed=3)
    found = examine(rest, test, core.learner("lda"))
    model = core.make_learner("lda").fit(rest.X, rest.y)
    assert found.errors == np.sum(model.predict(test.X) != test.y)
    assert (found.n_train, found.n_test) == (len(rest), len(test))
    assert found.mean_squared_error is None


def test_squared_errors_of_a_regression():
    rest, test = core.load_sample("diabetes").set_aside(0.2)
    found = examine(rest, test, core.learner("ols"))
    model = core.make_learner("ols").fit(rest.X, rest.y)
    assert found.squared_errors == pytest.approx((model.predict(test.X) - test.y) ** 2)
    assert found.mean_squared_error == pytest.approx(np.mean(found.squared_errors))
    assert found.errors is None


def test_the_measure_of_the_run_is_told_of_the_test_set_beside_what_is_tested():
    rest, test = core.load_sample("diabetes").set_aside(0.2)
    found = examine(rest, test, core.learner("ols"), measure="mae")
    said = core.make_learner("ols").fit(rest.X, rest.y).predict(test.X)
    assert found.score == pytest.approx(mean_absolute_error(test.y, said))
    assert (found.measure, found.measure_title) == ("mae", "mean absolute error")
    rest, test = core.load_sample("breast_cancer").set_aside(0.2)
    found = examine(rest, test, core.learner("lda"), measure="balanced_accuracy")
    said = core.make_learner("lda").fit(rest.X, rest.y).predict(test.X)
    assert found.score == pytest.approx(balanced_accuracy_score(test.y, said))
    assert Examination.from_json(found.to_json()) == found


@pytest.mark.parametrize("measure", ["", "error", "training_time", "training_error"])
def test_nothing_is_told_besides_where_it_is_what_is_tested_or_no_value_of_a_test_set(measure):
    rest, test = core.load_sample("iris").set_aside(0.2)
    found = examine(rest, test, core.learner("lda"), measure=measure)
    assert (found.measure, found.score) == ("", None)


def test_a_measure_that_the_test_set_has_no_value_of_keeps_nobody_from_the_outcome():
    rest, test = core.load_sample("iris").set_aside(0.2)
    alone = test.take(np.flatnonzero(test.y == test.y.iloc[0]))
    found = examine(rest, alone, core.learner("lda"), measure="auc")
    assert found.errors is not None
    assert (found.measure, found.score) == ("auc", None)


def test_its_interval_and_verdict_are_those_of_what_is_tested():
    counted = Examination("LDA", 426, 143, errors=12, squared_errors=None, taken=0.0, alpha=0.1)
    exact = stats.binomtest(12, 143).proportion_ci(0.9, method="exact")
    assert (counted.interval.low, counted.interval.high) == pytest.approx((exact.low, exact.high))
    assert counted.verdict is None
    against = replace(counted, p0=0.12, alternative="less")
    assert against.verdict.p_value == pytest.approx(stats.binomtest(12, 143, 0.12, "less").pvalue)
    assert against.interval.low == -np.inf
    in_groups = replace(against, groups=9)
    assert (in_groups.verdict, in_groups.interval) == (None, None)
    squares = (1.0, 4.0, 2.0, 9.0)
    measured = Examination("OLS", 90, 4, errors=None, squared_errors=squares, taken=0.0, alpha=0.05)
    low, high = stats.t.interval(0.95, 3, np.mean(squares), stats.sem(squares))
    assert (measured.interval.low, measured.interval.high) == pytest.approx((low, high))


def test_it_is_written_down_and_read_again():
    rest, test = core.load_sample("diabetes").set_aside(0.1)
    found = examine(rest, test, core.learner("ridge"))
    assert Examination.from_json(found.to_json()) == found
    older = {
        key: value
        for key, value in json.loads(found.to_json()).items()
        if key
        not in (
            "alpha",
            "alternative",
            "p0",
            "spec",
            "tuning",
            "chosen",
            "run",
            "groups",
            "measure",
            "measure_title",
            "score",
        )
    }
    assert Examination.from_json(json.dumps(older)).alpha is None
    assert "for Ridge" in found.sentence()
    unknown = Examination.from_json(json.dumps(older))
    assert unknown.sentence().endswith("for Ridge.")
    assert "may not be the result of Ridge, not tuned" in unknown.not_of(core.learner("ridge"), None)


def test_what_was_examined_is_told_from_the_same_learner_otherwise_set_or_tuned():
    rest, test = core.load_sample("iris").set_aside(0.2)
    tuning = core.Tuning(budget=2, folds=3)
    found = replace(examine(rest, test, core.learner("knn"), tuning=tuning), run="10-fold of today")
    assert found.sentence().endswith(
        "for k-NN, tuned over 2 settings by 3 inner folds; chosen from 10-fold of today."
    )
    assert found.what_tuning_chose().startswith("Tuning chose k = ")
    assert found.not_of(core.learner("knn", "Neighbours"), tuning) == ""
    assert found.not_of(core.learner("knn"), None) == "Here it is k-NN, not tuned: this is not its result."
    assert "(k = 3)" in found.not_of(core.learner("knn", n_neighbors=3), tuning)
    assert Examination.from_json(found.to_json()) == found
    untuned = examine(rest, test, core.learner("knn"))
    assert untuned.what_tuning_chose() == ""
    assert "tuned over 2" in untuned.not_of(core.learner("knn"), tuning)


def test_guessing_says_the_commonest_class_of_the_rest():
    table = pd.DataFrame({"x": range(17), "y": [*"aaaaabbbb", *"abbbbbba"]})
    rest = core.read_dataset(table[:9], "y")
    test = core.read_dataset(table[9:], "y")
    assert errors_of_guessing(rest, test) == 6


def test_groups_stay_whole_inside_tuning():
    rng = np.random.default_rng(0)
    table = pd.DataFrame({"x": rng.normal(size=60), "who": np.repeat(range(12), 5), "y": list("ab") * 30})
    rest, test = core.read_dataset(table, "y", groups="who").set_aside(0.25)
    tuning = core.Tuning(budget=2, folds=3)
    assert examine(rest, test, core.learner("knn"), tuning=tuning).n_test == len(test)


def test_a_stranger_is_refused_and_a_failure_is_said():
    rest, _ = core.load_sample("iris").set_aside(0.2)
    with pytest.raises(InputError, match="not left out"):
        examine(rest, core.load_sample("wine"), core.learner("lda"))
    X = pd.DataFrame(np.ones((len(rest), 1)), columns=["same"])
    flat = core.Dataset("flat", X, rest.y, "classification")
    with pytest.raises(NotApplicable, match="LDA failed"):
        examine(flat, flat, core.learner("lda"))


def test_a_cut_is_the_same_whatever_columns_are_left_out_and_whichever_class_is_positive():
    whole = core.load_sample("breast_cancer")
    turned = replace(whole, positive=whole.classes[0], fingerprint="")
    fewer = replace(whole, X=whole.X.iloc[:, 3:], fingerprint="")
    cut = cut_of(*whole.set_aside(0.2))
    assert cut == cut_of(*turned.set_aside(0.2)) == cut_of(*fewer.set_aside(0.2))
    assert cut != cut_of(*whole.set_aside(0.2, seed=1))
    assert cut != cut_of(*whole.set_aside(0.3))


def numbered(sample):
    whole = core.load_sample(sample)
    return replace(whole, X=whole.X.assign(row=np.arange(len(whole))), fingerprint="")


def without_numbers(data):
    return replace(data, X=data.X.drop(columns="row"), fingerprint="")


@pytest.mark.parametrize("sample", ["breast_cancer", "vote", "diabetes", "penguins"])
@pytest.mark.parametrize("seed", range(3))
def test_never_more_of_a_test_set_is_counted_in_other_data_than_they_hold(sample, seed):
    whole = numbered(sample)
    rest, test = whole.set_aside(0.25)
    other, _ = whole.set_aside(0.25, seed)
    true = len(set(other.X["row"]) & set(test.X["row"]))
    assert seen_in(other, rest, test) == true
    by_values = seen_in(*map(without_numbers, (other, rest, test)))
    has_twins = without_numbers(whole).X.assign(y=whole.y).duplicated().any()
    assert by_values <= true if has_twins else by_values == true
    assert seen_in(*map(without_numbers, (whole, rest, test))) == len(test)


def test_what_other_data_hold_is_known_through_columns_that_are_left_out():
    whole = numbered("breast_cancer")
    rest, test = whole.set_aside(0.25)
    fewer, _ = replace(whole, X=whole.X.iloc[:, 5:], fingerprint="").set_aside(0.25, seed=1)
    assert 0 < seen_in(fewer, rest, test) == len(set(fewer.X["row"]) & set(test.X["row"]))


def test_data_of_another_table_hold_nothing_of_a_test_set():
    rest, test = core.load_sample("breast_cancer").set_aside(0.25)
    assert seen_in(core.load_sample("iris"), rest, test) == 0
    renamed = replace(rest, y=rest.y.rename("another"), fingerprint="")
    assert seen_in(renamed, rest, test) == 0
