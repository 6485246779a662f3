"""Permutation and bootstrap over instances: any measure of two learners on the same instances, or whole groups."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn import metrics

import core
from core.errors import InputError, NotApplicable
from core.inference import TESTS, Evidence, applicable_tests, compare, run_test
from core.inference.distributions.discrete import Skewed
from core.measures import MEASURES, score
from core.records import DesignFacts, FoldPredictions, Predictions
from core.written import decimals_of

KEYS = ("permutation_over_instances", "bootstrap_over_instances")
HOLD_OUT = DesignFacts("hold_out", 1, 1, 200, 100, False, True)
JUDGING = [key for key, entry in MEASURES.items() if entry.needs not in ("times", "training")]


def two_of(n=60, seed=0, shares=(0.85, 0.7)):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    return y, *(np.where(rng.random(n) < share, y, 1 - y) for share in shares)


def f1_of(y, said):
    """2 tp/(2 tp + fp + fn), as printed; scikit-learn's takes milliseconds."""
    tp = np.sum((said == 1) & (y == 1))
    return 2 * tp / (np.sum(said == 1) + np.sum(y == 1))


def predictions(task="classification", classes=2, n=80, seed=1, groups=None, facts=HOLD_OUT, scored=True):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, n) if task == "classification" else rng.normal(5, 1, n)
    outcomes = []
    for place, learner in enumerate("AB"):
        for fold, part in enumerate(np.array_split(np.arange(n), facts.folds), start=1):
            if task == "classification":
                table = (
                    rng.dirichlet(np.ones(classes), len(part))
                    + (0.3 + 0.3 * place) * np.eye(classes)[truth[part]]
                )
                table /= table.sum(axis=1, keepdims=True)
                said, scores = table.argmax(axis=1), table
            else:
                said, scores = truth[part] + rng.normal(0, 1 + place, len(part)), None
            kind = "probability" if scores is not None and scored else None
            scores = scores if scored else None
            outcomes.append(FoldPredictions(learner, 1, fold, part, said, scores, kind, n - len(part)))
    labels = tuple(f"c{k}" for k in range(classes)) if task == "classification" else ()
    return Predictions(
        "d",
        task,
        truth,
        labels,
        ("A", "B"),
        tuple(outcomes),
        labels[1] if classes == 2 and labels else None,
        facts=facts if groups is None else replace(facts, grouped=True),
        groups=groups,
    )


def evidence(found, measure):
    return Evidence(score(found, measure), found)


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_permutation_of_f1_is_that_of_scipy(alternative):
    """scipy.stats.permutation_test over all 2¹² exchanges; its exact tails are doubled for two sides, as here."""
    y, a, b = two_of(12, 5)
    exact = stats.permutation_test(
        (a, b),
        lambda one, two: f1_of(y, one) - f1_of(y, two),
        permutation_type="samples",
        n_resamples=np.inf,
        alternative=alternative,
        vectorized=False,
    )
    verdict = run_test("permutation_over_instances", alternative, y=y, a=a, b=b, measure="f1")
    assert verdict.estimate == pytest.approx(exact.statistic)
    assert verdict.p_value == pytest.approx(exact.pvalue, abs=1e-12)
    drawn = run_test("permutation_over_instances", alternative, y=y, a=a, b=b, measure="f1", resamples=10_000)
    assert drawn.p_value == pytest.approx(exact.pvalue, abs=0.02)


@pytest.mark.parametrize(("lost", "p", "exchanges"), [(2, 0.5, "4"), (7, 2 / 2**7, "128")])
def test_of_few_disagreements_all_exchanges_are_looked_at(lost, p, exchanges):
    """All disagreements one way: p is 2/2^D, whatever the seed, as by McNemar's exact test."""
    y = np.repeat([0, 1], 20)
    b = y.copy()
    b[[0, 1, 2, 3, 20, 21, 22][:lost]] ^= 1
    found = run_test("permutation_over_instances", y=y, a=y, b=b, measure="error")
    assert found.p_value == pytest.approx(p, abs=1e-15)
    assert found.p_value == pytest.approx(run_test("mcnemar_exact", e01=0, e10=lost).p_value, abs=1e-12)
    assert f"over all {exchanges} exchanges" in found.sentence().lower()
    assert "seed" not in found.sentence()


def test_permutation_of_errors_is_the_exact_mcnemar_test():
    y, a, b = two_of(200, 3)
    e01, e10 = int(np.sum((a != y) & (b == y))), int(np.sum((a == y) & (b != y)))
    for alternative in ("two-sided", "less", "greater"):
        expected = run_test("mcnemar_exact", alternative, e01=e01, e10=e10).p_value
        found = run_test(
            "permutation_over_instances", alternative, y=y, a=a, b=b, measure="error", resamples=50_000
        )
        assert found.p_value == pytest.approx(expected, abs=0.008)


def test_bootstrap_interval_is_that_of_scipy():
    rng = np.random.default_rng(0)
    y = rng.normal(size=120)
    a, b = y + rng.normal(0, 0.7, 120), y + rng.normal(0, 0.9, 120)
    expected = stats.bootstrap(
        (y, a, b),
        lambda y, a, b, axis: np.mean(np.abs(y - a) - np.abs(y - b), axis=axis),
        paired=True,
        vectorized=True,
        n_resamples=20_000,
        method="percentile",
        rng=1,
    ).confidence_interval
    found = run_test("bootstrap_over_instances", y=y, a=a, b=b, measure="mae").confidence_interval()
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=0.01)


@given(st.integers(0, 10**6), st.sampled_from(["f1", "mcc", "balanced_accuracy", "error"]))
def test_p_and_interval_of_both_agree_and_p_is_a_share_of_the_resamples(seed, measure):
    y, a, b = two_of(25, seed)
    for key in KEYS:
        for alternative in ("two-sided", "less", "greater"):
            verdict = run_test(key, alternative, y=y, a=a, b=b, measure=measure, resamples=400, seed=seed)
            if verdict.p_value is None:
                continue
            used = verdict.terms["resamples_used"] + (2 if key == KEYS[0] else 1)
            terms = verdict.terms
            assert terms["compared"] == used
            assert verdict.p_value == pytest.approx(min(1, terms["sides"] * terms["extreme"] / used))
            assert verdict.p_value == pytest.approx(verdict.null.p_value(verdict.estimate, alternative))
            least = 1 / used
            assert verdict.never_differ or verdict.p_value >= least - 1e-12
            assert verdict.p_value == 1 or verdict.p_value * used == pytest.approx(
                round(verdict.p_value * used)
            )
            for level in (0.8, 0.95):
                outside = not verdict.confidence_interval(level).contains(0.0)
                assert verdict.rejects(1 - level) == outside


def test_the_same_predictions_never_differ():
    y, a, _ = two_of()
    for key in KEYS:
        verdict = run_test(key, y=y, a=a, b=a, measure="mcc")
        assert verdict.p_value == 1
        assert verdict.never_differ
        assert "never differ" in verdict.sentence()


def test_a_difference_without_scatter_is_not_judged_by_the_bootstrap():
    y = np.repeat([0, 1], 20)
    found = run_test("bootstrap_over_instances", y=y, a=y, b=1 - y, measure="error")
    assert found.p_value is None
    assert "the same in every sample" in found.undefined
    assert run_test("permutation_over_instances", y=y, a=y, b=1 - y, measure="error").p_value < 0.001


def test_the_seed_is_named_and_makes_the_numbers():
    y, a, b = two_of()
    for key in KEYS:
        one, again, other = (
            run_test(key, y=y, a=a, b=b, measure="mcc", seed=seed, resamples=500) for seed in (4, 4, 5)
        )
        assert "500" in one.sentence()
        assert "seed 4" in one.sentence()
        assert np.array_equal(one.terms["differences"], again.terms["differences"])
        assert not np.array_equal(one.terms["differences"], other.terms["differences"])


def test_resamples_where_the_measure_is_undefined_are_left_out_and_counted():
    y = np.repeat([0, 1], 10)
    a, b = np.zeros(20, dtype=int), np.zeros(20, dtype=int)
    a[[12, 15]] = 1
    b[3] = 1
    for key in KEYS:
        verdict = run_test(key, y=y, a=a, b=b, measure="precision")
        assert verdict.terms["left_out"] > 0
        looked_at = 2**3 if key == KEYS[0] else 10_000
        assert verdict.terms["resamples_used"] + verdict.terms["left_out"] == looked_at
        check = next(item for item in verdict.checks if item.code == "defined")
        assert check.holds is False
        assert "left out" in check.sentence
    nobody = run_test("permutation_over_instances", y=y, a=np.zeros(20), b=a, measure="precision")
    assert nobody.p_value is None
    assert "undefined" in nobody.sentence()


def test_small_p_has_a_floor():
    y = np.repeat([0, 1], 500)
    b = np.random.default_rng(0).integers(0, 2, 1000)
    verdict = run_test("permutation_over_instances", y=y, a=y, b=b, measure="f1")
    assert verdict.p_value == pytest.approx(2 / 10_002)


def test_skewed_null_takes_the_smaller_tail_twice():
    null = Skewed(np.array([-1.0, 0.0, 1.0, 5.0]), np.full(4, 0.25), "")
    assert null.p_value(5.0) == 0.5
    assert null.p_value(-1.0) == 0.5
    assert null.p_value(0.0) == 1
    assert null.p_value(-1.0, "less") == 0.25


@pytest.mark.parametrize("key", KEYS)
def test_wrong_inputs_are_named(key):
    y, a, b = two_of(20)
    good = {"y": y, "a": a, "b": b, "measure": "f1"}
    for bad, where in (
        ({"measure": "nonsense"}, "measure"),
        ({"measure": "training_time"}, "measure"),
        ({"a": a[:-1]}, "a"),
        ({"groups": np.arange(5)}, "groups"),
        ({"a": a + 0.5}, "a"),
        ({"classes": 2, "b": b + 1}, "b"),
        ({"positive": 2}, "positive"),
        ({"measure": "auc", "classes": 2, "a": np.ones((20, 3))}, "a"),
    ):
        with pytest.raises(InputError) as refusal:
            run_test(key, **(good | bad))
        assert refusal.value.where == where


def test_scores_probabilities_and_costs_are_taken():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 3, 60)
    tables = [rng.dirichlet(np.ones(3), 60) for _ in "ab"]
    for measure in ("log_loss", "brier", "auc", "auc_hand_till"):
        verdict = run_test(KEYS[0], y=y, a=tables[0], b=tables[1], measure=measure, resamples=200)
        assert 0 < verdict.p_value <= 1
    expected = [metrics.roc_auc_score(y, table, multi_class="ovr") for table in tables]
    areas = run_test(KEYS[1], y=y, a=tables[0], b=tables[1], measure="auc", resamples=50)
    assert (areas.terms["value_first"], areas.terms["value_second"]) == pytest.approx(expected)
    matrix = rng.random((3, 3))
    said = [table.argmax(axis=1) for table in tables]
    dear = run_test(KEYS[0], y=y, a=said[0], b=said[1], measure="cost", losses=matrix, resamples=50)
    assert dear.estimate == pytest.approx(matrix[y, said[0]].mean() - matrix[y, said[1]].mean())


class TestGroups:
    def test_whole_groups_are_exchanged(self):
        """Two groups can be exchanged in four ways only, whatever they hold."""
        y, a, b = two_of(40, 2)
        groups = np.repeat([7, 3], 20)
        verdict = run_test(KEYS[0], y=y, a=a, b=b, measure="f1", groups=groups)
        assert len(np.unique(np.round(verdict.terms["differences"], 9))) <= 4
        assert verdict.terms["units"] == 2
        assert verdict.p_value >= 0.4

    def test_groups_of_one_are_the_instances(self):
        y, a, b = two_of(60, 4)
        alone = run_test(KEYS[0], y=y, a=a, b=b, measure="f1", resamples=20_000)
        grouped = run_test(KEYS[0], y=y, a=a, b=b, measure="f1", groups=np.arange(60), resamples=20_000)
        assert grouped.p_value == pytest.approx(alone.p_value, abs=0.015)

    def test_level_on_clusters(self):
        """Ten copies of every instance: only whole groups keep the level."""
        rng = np.random.default_rng(0)
        rejected = {True: 0, False: 0}
        groups = np.repeat(np.arange(30), 10)
        for _ in range(150):
            y, a, b = (np.repeat(part, 10) for part in two_of(30, int(rng.integers(1e9)), (0.75, 0.75)))
            for heeded in rejected:
                given_groups = {"groups": groups} if heeded else {}
                found = run_test(KEYS[0], y=y, a=a, b=b, measure="f1", resamples=400, **given_groups)
                rejected[heeded] += found.rejects(0.05)
        assert rejected[True] <= 0.09 * 150
        assert rejected[False] >= 0.3 * 150


class TestAdvice:
    @pytest.mark.parametrize("measure", JUDGING)
    def test_on_a_hold_out_something_is_advised_for_every_measure_and_runs(self, measure):
        task = MEASURES[measure].tasks[0]
        for classes in (2, 3) if task == "classification" else (2,):
            found = predictions(task, classes)
            judged = evidence(found, measure)
            advice = applicable_tests(judged)
            assert advice.advised is not None
            for alternative in ("two-sided", "greater"):
                assert 0 <= compare(judged, "A", "B", alternative=alternative).p_value <= 1
            assert set(KEYS) <= set(dict(advice.valid))
            for key in KEYS:
                verdict = compare(judged, "A", "B", key)
                scores = judged.scores.wide.iloc[0]
                assert verdict.estimate == pytest.approx(scores["A"] - scores["B"])
                assert MEASURES[measure].title.lower() in verdict.sentence().lower() or measure == "error"

    @pytest.mark.parametrize(
        ("measure", "advised"),
        [
            ("error", "mcnemar"),
            ("auc", "delong"),
            ("log_loss", "paired_loss_t"),
            ("brier", "paired_loss_t"),
            ("f1", KEYS[0]),
            ("mcc", KEYS[0]),
            ("balanced_accuracy", KEYS[0]),
        ],
    )
    def test_it_steps_back_where_a_test_of_the_measure_is_made(self, measure, advised):
        assert applicable_tests(evidence(predictions(), measure)).advised == advised

    @pytest.mark.parametrize(
        ("measure", "said"),
        [
            ("log_loss", "log loss is 0.1234 lower"),
            ("brier", "Brier score is 0.1234 lower"),
            ("error", "12.34 percentage points fewer errors"),
            ("accuracy", "12.34 percentage points fewer errors"),
        ],
    )
    def test_the_mean_loss_of_instances_bears_the_name_of_its_measure(self, measure, said):
        verdict = compare(evidence(predictions(), measure), "A", "B", "paired_loss_t")
        size = abs(verdict.estimate)
        found = verdict.confidence_interval(0.95)
        places = decimals_of(found.low, found.high, rates=False)
        told = said.replace("12.34", f"{100 * size:.2f}").replace("0.1234", f"{size:.{places}f}")
        assert told in verdict.sentence()
        assert "mean loss" not in verdict.paragraph()

    @pytest.mark.parametrize("measure", ["error", "f1", "auc", "log_loss", "mcc"])
    def test_on_a_grouped_hold_out_whole_groups_are_exchanged(self, measure):
        found = predictions(groups=np.repeat(np.arange(20), 4))
        judged = evidence(found, measure)
        advice = applicable_tests(judged)
        assert advice.advised == KEYS[0]
        assert "whole groups" in advice.because
        assert set(advice.applicable) == set(KEYS)
        assert "groups" in dict(advice.refused)["mcnemar"]
        for key in advice.applicable:
            verdict = compare(judged, "A", "B", key)
            assert verdict.terms["units"] == 20
            assert 0 <= verdict.p_value <= 1

    def test_groups_that_are_not_known_are_refused(self):
        found = predictions(groups=np.repeat(np.arange(20), 4))
        advice = applicable_tests(evidence(replace(found, groups=None), "f1"))
        assert advice.advised is None
        assert "groups" in dict(advice.refused)[KEYS[0]]
        with pytest.raises(NotApplicable):
            compare(replace(found, groups=None), "A", "B", KEYS[0])

    def test_pooled_folds_are_doubtful_and_repeats_refused(self):
        k_fold = DesignFacts("k_fold", 1, 4, 60, 20, True, True)
        advice = applicable_tests(evidence(predictions(facts=k_fold), "f1"))
        assert advice.advised == "corrected_t"
        assert set(KEYS) <= set(dict(advice.caution))
        single = DesignFacts("leave_one_out", 1, 80, 79, 1, True, True)
        loo = predictions(facts=single)
        assert applicable_tests(evidence(loo, "error")).advised in ("mcnemar", "mcnemar_exact")
        bags = replace(loo, facts=DesignFacts("bootstrap", 1, 80, 80, 1))
        assert set(KEYS) <= set(dict(applicable_tests(bags).refused))
        times = evidence(predictions(), "error").scores
        timed = Evidence(replace(times, measure="training_time", measure_title="time"), predictions())
        assert set(KEYS) <= set(dict(applicable_tests(timed).refused))

    def test_labels_alone_do_for_measures_of_labels(self):
        found = predictions(scored=False)
        assert applicable_tests(evidence(found, "f1")).advised == KEYS[0]
        assert applicable_tests(found).advised == "mcnemar"


@pytest.fixture(scope="module")
def clustered():
    rng = np.random.default_rng(0)
    patients = np.repeat([f"p{i:02}" for i in range(40)], 5)
    y = np.where(rng.random(200) < 0.5, "ill", "well")
    X = pd.DataFrame({"x": rng.normal(size=200) + (y == "ill"), "z": rng.normal(size=200)})
    data = core.Dataset(
        "d", X, pd.Series(y), "classification", positive="ill", groups=pd.Series(patients, name="patient")
    )
    return core.run_experiment(data, ["naive_bayes", "tree"], "hold_out", measure="f1")


class TestCarried:
    def test_an_experiment_knows_the_groups_of_its_instances(self, clustered):
        assert clustered.predictions.groups[7] == "p01"
        advice = core.applicable_tests(clustered)
        assert advice.advised == KEYS[0]
        verdict = core.compare(clustered, *clustered.learners)
        validated = clustered.predictions.outcomes[0].positions
        assert verdict.terms["units"] == len(set(clustered.predictions.groups[validated]))

    def test_the_exported_table_keeps_them(self, clustered):
        from core.data import predictions_to_csv, read_predictions

        content = predictions_to_csv(clustered.predictions)
        back = read_predictions(content)
        assert predictions_to_csv(back) == content
        again = Evidence(score(back, "f1"), back)
        assert applicable_tests(again).advised == KEYS[0]
        before = core.compare(clustered, *clustered.learners)
        assert compare(again, *clustered.learners).p_value == pytest.approx(before.p_value)


def test_speed_is_that_of_the_kinds_not_of_the_instances():
    """Ten thousand instances of two classes are eight kinds: a bound a hundred times what it takes."""
    from time import perf_counter

    y, a, b = two_of(10_000, 0)
    begin = perf_counter()
    for key in KEYS:
        run_test(key, y=y, a=a, b=b, measure="f1")
    assert perf_counter() - begin < 5


def test_entries_say_where_they_come_from():
    for key in KEYS:
        assert TESTS[key].takes == "two"
        assert TESTS[key].by_group
        assert not TESTS[key].continuous
