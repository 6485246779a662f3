"""Which test is advised on which evidence, and how evidence becomes inputs."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

import core
from core.designs import DESIGNS
from core.errors import InputError, NotApplicable
from core.experiment import told_failures
from core.inference import (
    TESTS,
    Evidence,
    all_pairs,
    applicable_tests,
    believe,
    compare,
    compare_all,
    run_test,
)
from core.inference import test_inputs as inputs_of
from core.inference.advice.applicable import (
    advice_on_design,
    advice_on_pairs,
    advised_for_two,
    refused_by_scores,
)
from core.inference.advice.fold_kinds import NO_FOLDS, folds_of, folds_of_design
from core.inference.advice.inputs_from_results import gathered
from core.inference.declaration.posterior import percents
from core.inference.declaration.suitability import Rule
from core.inference.evidence.evidence import evidence_of, facts_of_scores
from core.inference.evidence.instances import Instances
from core.inference.interpretation.disagreement import read
from core.inference.interpretation.summary import fewer_scores, lacking_scores, summarise
from core.measures import one_instance_each, score
from core.records import (
    FOLD_SCORE_COLUMNS,
    Counts,
    DesignFacts,
    Failure,
    FoldPredictions,
    FoldScores,
    Predictions,
)
from core.tables.many_learners import mean_pairs_table

FACTS = {
    "hold_out": DesignFacts("hold_out", 1, 1, 200, 100, False, True),
    "disjoint_halves": DesignFacts("disjoint_halves", 1, 10, 40, 40, False, False),
    "k_fold": DesignFacts("k_fold", 1, 10, 90, 10, True, True),
    "leave_one_out": DesignFacts("leave_one_out", 1, 40, 39, 1, True, True),
    "repeated_k_fold": DesignFacts("repeated_k_fold", 3, 10, 90, 10),
    "random_resampling": DesignFacts("random_resampling", 1, 15, 200, 100),
    "5x2": DesignFacts("5x2", 5, 2, 50, 50),
    "blocked_3x2": DesignFacts("blocked_3x2", 3, 2, 50, 50),
    "balanced_5x2": DesignFacts("balanced_5x2", 5, 2, 50, 50),
    "balanced_mx2": DesignFacts("balanced_mx2", 7, 2, 50, 50),
    "bootstrap": DesignFacts("bootstrap", 1, 20, 100, 100),
    "predefined": DesignFacts("predefined", 1, 6, 50, 10, True, True, True),
}


def fold_scores(facts, learners="AB", measure="error", *, sizes=True, rows="folds", seed=0):
    rng = np.random.default_rng(seed)
    pairs = [(r, f) for r in range(1, facts.replicates + 1) for f in range(1, facts.folds + 1)]
    table = [
        (
            f"d{f}" if rows == "data sets" else "d",
            learner,
            r,
            1 if rows == "data sets" else f,
            facts.n_train if sizes else np.nan,
            facts.n_validation if sizes else np.nan,
            rng.normal(0.2 + 0.03 * place, 0.02),
        )
        for place, learner in enumerate(learners)
        for r, f in pairs
    ]
    frame = pd.DataFrame(table, columns=FOLD_SCORE_COLUMNS)
    lower = measure in {"error", "mse"}
    return FoldScores(
        frame,
        measure,
        measure,
        lower,
        facts=None if rows == "data sets" else facts,
        rows=rows,
        learner_order=tuple(learners),
    )


def predictions(facts, accuracies=(0.8, 0.75, 0.7), n=100, task="classification", repeats=1, learners="AB"):
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, n) if task == "classification" else rng.normal(size=n)
    outcomes = []
    for learner, accuracy in zip(learners, accuracies, strict=False):
        for replicate in range(1, repeats + 1):
            for fold, part in enumerate(np.array_split(np.arange(n), facts.folds), start=1):
                if task == "classification":
                    said = np.where(rng.random(len(part)) < accuracy, truth[part], 1 - truth[part])
                else:
                    said = truth[part] + rng.normal(0, 1 / accuracy, len(part))
                scores = rng.random(len(part)) + accuracy * truth[part]
                outcomes.append(
                    FoldPredictions(learner, replicate, fold, part, said, scores, "decision", n - len(part))
                )
    classes = ("no", "yes") if task == "classification" else ()
    positive = "yes" if task == "classification" else None
    return Predictions("d", task, truth, classes, tuple(learners), tuple(outcomes), positive, facts=facts)


@pytest.mark.parametrize(
    ("design", "advised"),
    [
        ("disjoint_halves", "paired_t"),
        ("k_fold", "corrected_t"),
        ("repeated_k_fold", "corrected_t"),
        ("random_resampling", "corrected_t"),
        ("5x2", "5x2_f"),
        ("blocked_3x2", "blocked_3x2_t"),
        ("balanced_5x2", "balanced_5x2_f"),
        ("balanced_mx2", "blocked_3x2_t"),
        ("predefined", "corrected_t"),
        ("hold_out", None),
        ("leave_one_out", None),
        ("bootstrap", None),
    ],
)
def test_every_design_has_its_advised_test(design, advised):
    scores = fold_scores(FACTS[design])
    advice = applicable_tests(scores)
    assert advice.advised == advised
    assert advice.because
    listed = [key for key, _ in (*advice.valid, *advice.caution, *advice.refused)]
    assert len(listed) == len(set(listed))
    assert set(listed) <= set(TESTS)
    assert all(reason for _, reason in (*advice.valid, *advice.caution, *advice.refused))
    if advised is None:
        with pytest.raises(NotApplicable):
            compare(scores, "A", "B")
        return
    assert advised in dict(advice.valid)
    assert advice.applicable[0] == advised
    verdict = compare(scores, "A", "B")
    assert verdict.key == advised
    assert "3×2" not in verdict.title, "a name that fits one number of replicates alone"
    assert verdict.estimate < 0 or advised == "5x2_t"
    assert "A makes" in verdict.sentence()


def test_every_applicable_test_runs_and_every_refused_one_says_why():
    options = {"rope": 0.02, "rho1": 0.1, "rho2": 0.2}
    for facts in FACTS.values():
        scores = fold_scores(facts)
        advice = applicable_tests(scores)
        for key in advice.applicable:
            needs = {need.name for need in TESTS[key].needs}
            given = {name: value for name, value in options.items() if name in needs}
            if key == "bayesian_t":
                assert believe(scores, "A", "B", rope=0.005).p_first > 0.5
            else:
                assert 0 <= compare(scores, "A", "B", key, **given).p_value <= 1
        for key, reason in advice.refused:
            if key != "bayesian_t":
                with pytest.raises(NotApplicable) as refusal:
                    compare(scores, "A", "B", key)
                assert refusal.value.what == reason


def test_rules_of_the_table():
    k_fold = applicable_tests(fold_scores(FACTS["k_fold"]))
    assert {"paired_t", "wilcoxon", "permutation"} <= set(dict(k_fold.caution))
    assert {"5x2_t", "5x2_f", "blocked_3x2_t"} <= set(dict(k_fold.refused))
    assert "bayesian_t" in dict(k_fold.valid)
    halves = applicable_tests(fold_scores(FACTS["disjoint_halves"]))
    assert "corrected_t" in dict(halves.refused)
    repeated = applicable_tests(fold_scores(FACTS["repeated_k_fold"]))
    assert "wilcoxon" in dict(repeated.refused)
    assert "resampled_t" in dict(repeated.caution)
    assert "paired_t" in dict(repeated.refused), "one calculation would count as two tests"
    unknown = applicable_tests(fold_scores(DesignFacts(None, 1, 10), sizes=False))
    assert "paired_t" in dict(unknown.caution)
    assert "resampled_t" in dict(unknown.refused)
    five = applicable_tests(fold_scores(FACTS["5x2"]))
    assert {"5x2_t", "corrected_t"} <= set(dict(five.caution))
    assert {"balanced_5x2_f", "blocked_3x2_t"} <= set(dict(five.refused))
    balanced = applicable_tests(fold_scores(FACTS["balanced_5x2"]))
    assert "exact_5x2_f" in dict(balanced.caution)
    with pytest.raises(InputError, match="friedman"):
        k_fold.reason("friedman")
    assert k_fold.reason("5x2_t") == dict(k_fold.refused)["5x2_t"]


def test_balanced_m_by_two_with_five_replicates_is_balanced_5x2():
    facts = DesignFacts("balanced_mx2", 5, 2, 50, 50)
    assert applicable_tests(fold_scores(facts)).advised == "balanced_5x2_f"


def test_rows_that_are_data_sets():
    scores = fold_scores(FACTS["k_fold"], rows="data sets")
    advice = applicable_tests(scores)
    assert advice.advised == "wilcoxon_over_datasets"
    assert "paired_t" in dict(advice.caution)
    assert "corrected_t" in dict(advice.refused)
    assert "on data sets like these" in compare(scores, "A", "B").sentence()
    many = applicable_tests(fold_scores(FACTS["k_fold"], "ABCD", rows="data sets"))
    assert many.advised == "iman_davenport"
    assert compare_all(fold_scores(FACTS["k_fold"], "ABCD", rows="data sets")).terms["rows"] == 10


def test_folds_of_several_data_sets_are_averaged_over_each():
    parts = [fold_scores(FACTS["k_fold"], seed=seed).frame.assign(dataset=f"d{seed}") for seed in range(7)]
    scores = FoldScores(pd.concat(parts, ignore_index=True), "error", "error", True, facts=FACTS["k_fold"])
    advice = applicable_tests(scores)
    assert advice.advised == "wilcoxon_over_datasets"
    assert "Rows" not in advice.because and "The data sets are independent" in advice.because
    inputs = inputs_of("wilcoxon_over_datasets", scores, "A", "B")
    means = scores.frame[scores.frame["learner"] == "A"].groupby("dataset")["score"].mean()
    assert inputs["a"].ravel() == pytest.approx(means.to_numpy())


def test_unknown_design_asks_for_it():
    unknown = DesignFacts(None, 1, 10)
    advice = applicable_tests(fold_scores(unknown, sizes=False))
    assert advice.advised is None
    assert "say which design" in advice.because
    assert "paired_t" in dict(advice.caution)
    scores = fold_scores(unknown, sizes=False)
    verdict = compare(scores, "A", "B", "corrected_t", n_train=90, n_validation=10)
    assert verdict.terms["ratio"] == pytest.approx(1 / 9)
    with_sizes = DesignFacts(None, 1, 10, 90, 10)
    assert applicable_tests(fold_scores(with_sizes)).advised == "corrected_t"


def test_sizes_given_by_hand_count_for_what_is_advised():
    scores = replace(fold_scores(FACTS["k_fold"], sizes=False), facts=None)
    assert applicable_tests(scores).advised is None
    assert applicable_tests(scores, n_train=90).advised is None
    advice = applicable_tests(scores, n_train=90, n_validation=10)
    assert advice.advised == "corrected_t"
    verdict = compare(scores, "A", "B", n_train=90, n_validation=10)
    assert verdict.key == "corrected_t"
    named = compare(scores, "A", "B", "corrected_t", n_train=90, n_validation=10)
    assert verdict.p_value == named.p_value
    unaware = compare(scores, "A", "B", advice=applicable_tests(scores), n_train=90, n_validation=10)
    assert unaware.p_value == named.p_value
    three = replace(fold_scores(FACTS["k_fold"], "ABC", sizes=False), facts=None)
    assert applicable_tests(three, n_train=90, n_validation=10).advised == "corrected_anova"
    assert compare_all(three, n_train=90, n_validation=10).key == "corrected_anova"
    one = applicable_tests(scores, "A", p0=0.2, n_train=90, n_validation=10)
    assert one.advised == "corrected_one_sample_t"


def test_sizes_given_by_hand_do_no_harm_where_the_advised_test_takes_none():
    halves = fold_scores(FACTS["disjoint_halves"])
    verdict = compare(halves, "A", "B", n_train=40, n_validation=40)
    assert verdict.p_value == compare(halves, "A", "B").p_value
    with pytest.raises(InputError, match="n_train"):
        compare(halves, "A", "B", "paired_t", n_train=40, n_validation=40)


def test_k_fold_without_sizes_supposes_its_ratio():
    scores = fold_scores(DesignFacts("k_fold", 1, 10), sizes=False)
    verdict = compare(scores, "A", "B")
    assert verdict.terms["ratio"] == pytest.approx(1 / 9)
    assert verdict.notes[0] == (
        "The sizes of the sets are not known; with 10 folds a validation set is taken to be 1/9 as large as its "
        "training set."
    )
    assert verdict.notes[0] in verdict.paragraph()


def test_many_learners_over_folds():
    scores = fold_scores(FACTS["k_fold"], "ABCD")
    advice = applicable_tests(scores)
    assert advice.advised == "corrected_anova"
    assert {"repeated_anova", "friedman", "anova"} <= set(dict(advice.caution))
    verdict = compare_all(scores)
    assert verdict.key == "corrected_anova"
    assert verdict.terms["learners"] == 4
    assert compare_all(scores, ["A", "B"], "repeated_anova").terms["learners"] == 2
    assert applicable_tests(fold_scores(FACTS["disjoint_halves"], "ABC")).advised == "repeated_anova"
    assert applicable_tests(fold_scores(FACTS["hold_out"], "ABC")).advised is None
    with pytest.raises(InputError, match="two learners"):
        compare_all(scores, ["A"])


def test_hold_out_predictions():
    close = predictions(FACTS["hold_out"], (0.95, 0.94))
    assert applicable_tests(close).advised == "mcnemar_exact"
    assert "mcnemar" in dict(applicable_tests(close).caution)
    apart = predictions(FACTS["hold_out"])
    advice = applicable_tests(apart)
    assert advice.advised == "mcnemar"
    assert {"sign", "delong", "mcnemar_exact"} <= set(dict(advice.valid))
    assert {"two_proportions", "paired_loss_t"} <= set(dict(advice.caution))
    assert "corrected_t" in dict(advice.refused)
    wrong = {name: apart.of(name)[0].predicted != apart.truth for name in "AB"}
    verdict = compare(apart, "A", "B")
    assert verdict.inputs["e01"] == np.sum(wrong["A"] & ~wrong["B"])
    assert verdict.inputs["e10"] == np.sum(wrong["B"] & ~wrong["A"])
    assert verdict.inputs["n"] == 100
    assert "classifiers as trained" in verdict.sentence()
    auc = compare(apart, "A", "B", "delong")
    a, b = (apart.of(name)[0].scores for name in "AB")
    assert auc.p_value == run_test("delong", y=apart.truth, scores_a=a, scores_b=b).p_value
    assert inputs_of("two_proportions", apart, "A", "B")["errors_1"] == wrong["A"].sum()
    one = inputs_of("binomial", apart, "A", p0=0.3)
    assert one == {"errors": wrong["A"].sum(), "n": 100, "p0": 0.3}


def test_hold_out_with_auc_as_the_measure_advises_delong():
    evidence = Evidence(
        fold_scores=fold_scores(FACTS["hold_out"], measure="auc"), predictions=predictions(FACTS["hold_out"])
    )
    assert applicable_tests(evidence).advised == "delong"


def test_hold_out_regression_advises_the_paired_loss_t():
    evidence = predictions(FACTS["hold_out"], task="regression")
    advice = applicable_tests(evidence)
    assert advice.advised == "paired_loss_t"
    assert "mcnemar" in dict(advice.refused)
    verdict = compare(evidence, "A", "B")
    losses = [(evidence.of(name)[0].predicted - evidence.truth) ** 2 for name in "AB"]
    assert verdict.p_value == pytest.approx(stats.ttest_rel(*losses).pvalue)


@pytest.mark.parametrize("measure", ["rmse", "r2"])
def test_a_measure_that_moves_with_the_squared_errors_is_not_called_their_mean(measure):
    found = predictions(FACTS["hold_out"], task="regression")
    evidence = Evidence(fold_scores=score(found, measure), predictions=found)
    advice = applicable_tests(evidence)
    assert advice.advised == "paired_loss_t"
    assert advice.because.startswith("The measure moves with the mean of the squared errors")
    verdicts = [compare(evidence, "A", "B", key) for key in advice.applicable]
    reading = read(verdicts, 0.05, evidence.facts, measure, advice)
    assert len(verdicts) == len(reading.rejecting) + len(reading.keeping)
    assert reading.aside == ""


def test_pooled_predictions():
    one_pass = predictions(FACTS["k_fold"])
    advice = applicable_tests(one_pass, "A", "B")
    assert advice.advised == "corrected_t"
    assert "twice" in dict(advice.caution)["mcnemar"] or "disagreements" in dict(advice.caution)["mcnemar"]
    loo = applicable_tests(predictions(FACTS["leave_one_out"], n=40))
    assert loo.advised in {"mcnemar", "mcnemar_exact"}
    assert loo.advised in dict(loo.caution)
    repeated = applicable_tests(predictions(FACTS["repeated_k_fold"], repeats=3))
    assert "more than once" in dict(repeated.refused)["mcnemar"]
    grouped = applicable_tests(predictions(FACTS["predefined"]))
    assert "groups" in dict(grouped.refused)["mcnemar"]
    assert compare(one_pass, "A", "B").key == "corrected_t"


def test_of_one_score_of_instances_in_groups_the_groups_are_the_reason():
    evidence = predictions(replace(FACTS["hold_out"], grouped=True))
    for asked in ({"p0": 0.3}, {"second": "B"}):
        advice = applicable_tests(evidence, "A", **asked)
        assert not advice.applicable
        assert advice.because == (
            "No test is advised. Instances come in groups, so they are not independent."
        )
    samples = predictions(replace(FACTS["bootstrap"], grouped=True))
    assert "Bootstrap" in applicable_tests(samples, "A", p0=0.3).because


def test_predictions_without_a_design_are_read_as_they_are():
    single = predictions(FACTS["hold_out"])
    unnamed = Predictions(
        single.dataset, single.task, single.truth, single.classes, single.learners, single.outcomes, "yes"
    )
    assert applicable_tests(unnamed).advised == "mcnemar"


def test_counts():
    table = Counts(e01=12, e10=3, learners=("A", "B"))
    advice = applicable_tests(table)
    assert advice.advised == "mcnemar_exact"
    assert "fewer than 25: the χ² approximation is poor, so the exact test is used" in advice.because
    assert compare(table, "A", "B").p_value == pytest.approx(stats.binomtest(3, 15).pvalue)
    whole = Counts(e00=60, e01=25, e10=10, e11=5, learners=("A", "B"))
    assert compare(whole, "A", "B").statistic == pytest.approx(5.6)
    assert inputs_of("two_proportions", whole, "A", "B") == {
        "errors_1": 30,
        "n_1": 100,
        "errors_2": 15,
        "n_2": 100,
    }
    samples = Counts(errors=(30, 20), n=(100, 100), learners=("A", "B"))
    advice = applicable_tests(samples)
    assert advice.advised == "two_proportions"
    assert compare(samples, "A", "B", alternative="greater").p_value == pytest.approx(0.0501, abs=5e-5)
    one = Counts(errors=(12,), n=(40,))
    assert applicable_tests(one, p0=0.25).advised == "binomial"
    assert applicable_tests(one).advised == "binomial"


def test_one_learner_over_folds():
    advice = applicable_tests(fold_scores(FACTS["k_fold"]), "A", p0=0.2)
    assert advice.advised == "corrected_one_sample_t"
    assert "rejects too often" in dict(advice.caution)["one_sample_t"]
    assert "binomial" in dict(advice.refused)
    assert "8\u00a0% of" in dict(advice.caution)["one_sample_t"]
    ten = replace(FACTS["repeated_k_fold"], replicates=10)
    assert "55\u00a0% of" in dict(applicable_tests(fold_scores(ten), "A", p0=0.2).caution)["one_sample_t"]
    for other in (FACTS["5x2"], FACTS["repeated_k_fold"], replace(FACTS["k_fold"], folds=5)):
        told = dict(applicable_tests(fold_scores(other), "A", p0=0.2).caution)["one_sample_t"]
        assert told.endswith("rejects too often.")  # no size is known of this design
    halves = applicable_tests(fold_scores(FACTS["disjoint_halves"]), "A", p0=0.2)
    assert halves.advised == "one_sample_t"
    assert "one_sample_t" in dict(halves.valid)
    assert "corrected_one_sample_t" in dict(halves.refused)
    inputs = inputs_of("one_sample_t", fold_scores(FACTS["k_fold"]), "A", p0=0.2)
    assert run_test("one_sample_t", **inputs).df == 9


def test_evidence_of_an_experiment():
    evidence = Evidence(fold_scores=fold_scores(FACTS["k_fold"]), predictions=predictions(FACTS["k_fold"]))
    advice = applicable_tests(evidence)
    assert advice.advised == "corrected_t"
    assert "mcnemar" in dict(advice.caution)
    with pytest.raises(InputError, match="evidence"):
        applicable_tests([1, 2, 3])


def test_a_failed_learner_is_not_judged():
    scores = fold_scores(FACTS["k_fold"], "ABC")
    failed = FoldScores(
        scores.frame,
        "error",
        "error",
        True,
        facts=scores.facts,
        failures=(Failure("B", 1, 4, "singular matrix"),),
    )
    with pytest.raises(NotApplicable, match=r"^B failed on fold 4: singular matrix"):
        compare(failed, "A", "B")
    other = Failure("B", 1, 7, "a single instance in this training set")
    twice = replace(
        failed, failures=(*failed.failures, replace(other, fold=5, reason="singular matrix"), other)
    )
    with pytest.raises(
        NotApplicable,
        match=r"^B failed on 3 of 10 folds: singular matrix\. On fold 7 it was another reason: a single",
    ):
        compare(twice, "A", "B")
    assert compare(failed, "A", "C").p_value <= 1
    with pytest.raises(NotApplicable, match=r"^B failed on fold 4: singular"):
        compare_all(failed)
    table = all_pairs(failed)
    assert [pair.verdict is None for pair in table.pairs] == [True, False, True]
    assert "singular" in table.pairs[0].reason


def test_other_hyperparameters_are_advised_where_they_may_help():
    scores = fold_scores(FACTS["k_fold"], "AB")
    for reason, advised in (("singular matrix", True), ("it takes two. Choose another learner.", False)):
        failed = replace(scores, failures=(Failure("B", 1, 4, reason),))
        with pytest.raises(NotApplicable) as refusal:
            compare(failed, "A", "B")
        assert ("hyperparameters" in str(refusal.value)) is advised
        assert "othing is imputed" in str(refusal.value)


@pytest.mark.parametrize(
    ("design", "unit"), [("k_fold", "fold"), ("random_resampling", "cut"), ("bootstrap", "sample")]
)
def test_what_is_not_dropped_is_called_by_its_design(design, unit):
    failed = [Failure("B", 1, 1, "singular matrix")]
    facts = DesignFacts(design, 1, 10, 90.0, 10.0)
    scores = replace(fold_scores(FACTS["k_fold"], "AB"), facts=facts, failures=tuple(failed))
    with pytest.raises(NotApplicable, match=f"no {unit} is dropped"):
        compare(scores, "A", "B")
    (told,) = told_failures(failed, facts)
    assert told.endswith(f"no {unit} is dropped, nothing is imputed.")


def test_learners_that_failed_alike_are_told_of_at_once():
    facts = FACTS["k_fold"]
    failed = [Failure(name, 1, fold, "it could not be trained") for name in "AB" for fold in range(1, 11)]
    failed += [Failure("C", 1, 1, "it could not be trained")]
    assert told_failures(failed, facts) == [
        "A and B failed on every fold, each for the same reason. It could not be trained. "
        "Tests with them are refused: no fold is dropped, nothing is imputed.",
        "C failed on fold 1. It could not be trained. Its other scores are shown. "
        "Tests with it are refused: no fold is dropped, nothing is imputed.",
    ]


def test_gaps_duplicates_and_undefined_scores_are_refused():
    scores = fold_scores(FACTS["k_fold"])

    def changed(frame):
        return FoldScores(frame, "error", "error", True, facts=scores.facts)

    with pytest.raises(InputError, match=r"B has no score on fold 4"):
        compare(changed(scores.frame.drop(index=13)), "A", "B")
    with pytest.raises(InputError, match=r"A has more than one score on fold 1"):
        compare(changed(pd.concat([scores.frame, scores.frame.iloc[:1]])), "A", "B")
    undefined = scores.frame.copy()
    undefined.loc[3, "score"] = np.nan
    with pytest.raises(
        InputError,
        match=r"A is undefined on fold 4\. Choose another measure, or larger validation sets \(drop_undef",
    ):
        compare(changed(undefined), "A", "B")
    untimed = replace(changed(undefined), measure="training_time")
    with pytest.raises(InputError, match=r"Choose another measure, or add what is missing \(drop_undef"):
        compare(untimed, "A", "B")
    nowhere = scores.frame.assign(score=scores.frame["score"].mask(scores.frame["learner"] == "A"))
    with pytest.raises(
        InputError, match=r"^The error rate of A is undefined on all 10 folds\. Choose another measure\.$"
    ):
        compare(changed(nowhere), "A", "B")
    verdict = compare(changed(undefined), "A", "B", drop_undefined=True)
    assert verdict.df == 8
    assert "undefined there: fold 4" in verdict.paragraph()


@pytest.mark.parametrize(
    ("gaps", "said"),
    [
        ({"A": ["d2"]}, "A has no score on d2. Add the missing scores, or leave this data set out for all"),
        (
            {"A": ["d2"], "B": ["d1", "d2"]},
            "A has no score on d2 and B has no score on d1 and d2. Add the missing scores, or leave these data sets",
        ),
        ({"A": ["d0", "d1", "d2"]}, "A has no score on d0, d1 and d2. Add the missing scores."),
    ],
)
def test_scores_of_data_sets_that_are_missing_are_not_laid_to_the_measure(gaps, said):
    rows = [
        (
            f"d{row}",
            learner,
            1,
            1,
            np.nan,
            np.nan,
            np.nan if f"d{row}" in gaps.get(learner, ()) else 0.1 * row,
        )
        for learner in "AB"
        for row in range(3)
    ]
    frame = pd.DataFrame(rows, columns=fold_scores(FACTS["k_fold"]).frame.columns)
    with pytest.raises(InputError) as refused:
        compare(FoldScores(frame, "error", "error rate", True, rows="data sets"), "A", "B")
    assert str(refused.value).startswith(said)
    assert "measure" not in str(refused.value)


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        (
            ".1,.2\n.2,\n.2,.4\n.1,.3",
            "B has no score on fold 2. Add it to the file and bring it again (drop_und",
        ),
        (
            ".1,.2\n.2,\n,.4\n.1,.3",
            "A has no score on fold 3 and B has no score on fold 2. Add them to the file and bring it again (drop_",
        ),
        (
            ",.2\n.2,",
            "A has no score on fold 1 and B has no score on fold 2. Add them to the file and bring it again.",
        ),
    ],
)
def test_a_score_that_a_file_lacks_is_missing_and_not_undefined(cells, said):
    content = f"A,B\n{cells}".encode()
    scores = core.read_fold_scores(content, rows="folds", measure="error", design="disjoint_halves")
    with pytest.raises(InputError) as refused:
        compare(scores, "A", "B")
    assert str(refused.value).startswith(said)
    assert "undefined" not in str(refused.value).replace("drop_undefined", "")


def test_folds_that_are_left_out_say_whether_a_score_is_missing_or_undefined():
    content = b"A,B\n.1,.2\n.2,\n.2,.4\n.1,.3"
    scores = core.read_fold_scores(content, rows="folds", measure="error", design="disjoint_halves")
    verdict = compare(scores, "A", "B", drop_undefined=True)
    assert "because a score is missing there: fold 2" in verdict.paragraph()


def test_rows_in_any_order_are_aligned_by_fold():
    scores = fold_scores(FACTS["5x2"])
    shuffled = FoldScores(
        scores.frame.sample(frac=1, random_state=0), "error", "error", True, facts=scores.facts
    )
    for key in ("5x2_f", "5x2_t"):
        assert compare(shuffled, "A", "B", key).statistic == pytest.approx(
            compare(scores, "A", "B", key).statistic
        )


def test_unknown_learners_are_named():
    scores = fold_scores(FACTS["k_fold"])
    for first, second in (("A", "Z"), ("Z", "A"), ("A", "A")):
        with pytest.raises(InputError):
            compare(scores, first, second)


@pytest.mark.parametrize("lower", [True, False])
def test_pairs_are_grouped_at_many_levels_as_at_each(lower):
    scores = core.run_experiment(
        core.load_sample("iris"), ("naive_bayes", "lda", "tree", "baseline"), "k_fold"
    )
    scores = scores.scores("error" if lower else "accuracy")
    pairs, alphas = all_pairs(scores), [0.001, 0.05, 0.2, 0.9]
    means = scores.frame.groupby("learner")["score"].mean()
    for alpha, found in zip(alphas, pairs.groupings(scores, alphas), strict=True):
        assert found.better.tolist() == pairs.grouping(scores, alpha).better.tolist()
        for pair in pairs.pairs:
            ahead = np.sign(means[pair.second] - means[pair.first]) * (1 if lower else -1)
            assert (pair.second in found.of(pair.first, int(ahead))) == (
                ahead == 0 or pair.p_adjusted <= alpha
            )


def test_pairs_that_could_not_be_judged_count_for_the_family_and_are_told():
    scores = fold_scores(FACTS["k_fold"], "ABC")
    frame = scores.frame.assign(score=scores.frame["score"].where(scores.frame["learner"] != "C"))
    table = all_pairs(replace(scores, frame=frame))
    raw = core.compare(scores, "A", "B").p_value
    assert table.pairs[0].p_adjusted == pytest.approx(min(1, 3 * raw))
    assert "One of 3 pairs (2 of them could not be judged; the adjustment counts all 3" in table.sentence_of(
        "A", "B"
    )
    assert mean_pairs_table(table, scores, 0.05).frame["record"].tolist()[1:] == ["–", "–"]
    assert table.basis == "3 pairs by the corrected resampled t test, p by Holm for all 3"
    nobody = all_pairs(replace(scores, frame=frame.assign(score=float("nan"))))
    assert (nobody.any_judged, nobody.unjudged) == (False, "none of them could be judged")
    apart = np.tile(scores.matrix("A").ravel() + 0.1, 3)  # from A by the same on every fold: no spread
    same = scores.frame.assign(score=scores.frame["score"].where(scores.frame["learner"] != "C", apart))
    found = all_pairs(replace(scores, frame=same)).grouping(scores)
    assert (found.pairs_compared, found.pairs_unjudged) == (2, 1)
    assert "C" not in found.of("A", 0)


@pytest.mark.parametrize("lower", [True, False])
def test_a_learner_that_lacks_scores_comes_last_however_good_its_mean(lower):
    scores = replace(fold_scores(FACTS["k_fold"], "ABC"), lower_is_better=lower)
    best = -9.0 if lower else 9.0
    of_a = scores.frame["learner"] == "A"
    score = scores.frame["score"].mask(of_a, best).mask(of_a & (scores.frame["fold"] > 2))
    lacking = replace(scores, frame=scores.frame.assign(score=score))
    found = all_pairs(lacking).grouping(lacking)
    assert found.learners[-1] == "A"
    assert set(found.learners[:2]) == {"B", "C"}
    said = "A (2 of 10) has scores of fewer folds than others and comes last: its mean does not compare."
    assert lacking_scores(summarise(lacking), lacking) == said
    assert lacking_scores(summarise(scores), scores) == ""
    none = replace(scores, frame=scores.frame.assign(score=scores.frame["score"].mask(of_a)))
    assert lacking_scores(summarise(none), none) == "A (0 of 10) has no scores and comes last."
    assert fewer_scores(summarise(lacking), lacking) == {"A": "2 of 10 folds"}
    assert fewer_scores(summarise(scores), scores) == {}


def test_all_pairs():
    scores = fold_scores(FACTS["k_fold"], "ABC")
    table = all_pairs(scores)
    assert table.family == 3
    raw = [pair.p_value for pair in table.pairs]
    assert sorted(pair.p_adjusted for pair in table.pairs)[0] == pytest.approx(3 * min(raw))
    difference = table.matrix("difference")
    assert difference.loc["A", "B"] == -difference.loc["B", "A"] < 0
    assert np.isnan(table.matrix().loc["A", "A"])
    assert list(table.frame["first"]) == ["A", "A", "B"]
    with pytest.raises(InputError, match="value"):
        table.matrix("odds")
    with pytest.raises(InputError, match="two learners"):
        all_pairs(scores, ["A"])


@pytest.mark.parametrize(
    ("probabilities", "written"),
    [
        ((1 / 3, 1 / 3, 1 / 3), ["33.4", "33.3", "33.3"]),
        ((0.1236, 0.1236, 0.7528), ["12.4", "12.3", "75.3"]),
        ((0.0005, 0.4504, 0.5491), ["< 0.1", "45.0", "54.9"]),
        ((0.0002, 0.0003, 0.9995), ["< 0.1", "< 0.1", "> 99.9"]),
        ((0.99635, 0.00031, 0.00333), ["99.6", "< 0.1", "0.3"]),
        ((0.0, 0.25, 0.75), ["< 0.1", "25.0", "75.0"]),
    ],
)
def test_probabilities_of_all_that_can_be_add_up_to_the_whole(probabilities, written):
    assert [text.removesuffix("\u00a0%") for text in percents(probabilities)] == written


def test_believe_takes_the_direction_of_the_measure():
    lower = believe(fold_scores(FACTS["k_fold"]), "A", "B")
    assert lower.rope == 0.01
    assert lower.p_first == lower.p_left > 0.5
    assert "A is practically better with probability" in lower.sentence()
    assert "they differ by no more than 1 percentage point." in lower.sentence()
    higher = believe(fold_scores(FACTS["k_fold"], measure="accuracy"), "A", "B")
    assert higher.p_first == higher.p_right < 0.5
    with pytest.raises(InputError, match="rope"):
        believe(fold_scores(FACTS["k_fold"], measure="mse"), "A", "B")
    with pytest.raises(NotApplicable):
        believe(fold_scores(FACTS["bootstrap"]), "A", "B")
    json.dumps(lower.to_dict(), allow_nan=False)


def test_a_test_of_another_quantity_than_the_measure_says_so():
    run = core.run_experiment(core.load_sample("breast_cancer"), ["lda", "naive_bayes"], "hold_out", "auc")
    advice = core.applicable_tests(run)
    assert advice.advised == "delong"
    assert "judges counted errors, not the" in dict(advice.caution)["mcnemar_exact"]
    advice = core.applicable_tests(run.measured_by("error"))
    assert "judges the AUC" in dict(advice.caution)["delong"]
    assert "mcnemar_exact" in dict(advice.valid)


FOLD_TESTS = [key for key, entry in TESTS.items() if entry.folds]


@pytest.mark.parametrize("key", TESTS)
def test_every_test_is_offered_somewhere(key):
    """On folds of some kind, or on instances; so no test is declared that no page shows."""
    entry = TESTS[key]
    if not entry.folds:
        counted = {"one": Counts(errors=(12,), n=(40,)), "two": predictions(FACTS["hold_out"])}
        evidence = counted.get(entry.takes) or predictions(FACTS["hold_out"], learners="ABC")
        advice = applicable_tests(evidence, **({"p0": 0.2} if entry.takes == "one" else {}))
        assert key not in dict(advice.refused)
        return
    kinds = [rule for rule in entry.folds.values() if not isinstance(rule, Rule) or rule.status != "refused"]
    assert kinds, f"{key} is refused on folds of every kind"


@pytest.mark.parametrize("design", DESIGNS)
def test_every_design_has_its_rules_and_words(design):
    facts = FACTS[design]
    advice = advice_on_design(facts)
    assert [key for key, _, _ in advice.listed] and advice.because
    assert {key for key, _, _ in advice.listed} == {key for key in FOLD_TESTS if TESTS[key].takes == "two"}
    assert all(reason[0].isupper() and reason.endswith(".") for _, _, reason in advice.listed)


@pytest.mark.parametrize("design", DESIGNS)
@pytest.mark.parametrize("takes", ["one", "two", "several"])
def test_a_question_lists_each_of_its_tests_once_and_no_other_runs(design, takes):
    scores = fold_scores(FACTS[design], "ABC" if takes == "several" else "AB")
    advice = applicable_tests(scores, **{"one": {"p0": 0.2}, "two": {}, "several": {}}[takes])
    listed = [key for key, _, _ in advice.listed]
    assert sorted(listed) == sorted(key for key, entry in TESTS.items() if entry.takes == takes)
    if takes == "one":
        return
    judge = (
        (lambda key: compare(scores, "A", "B", key))
        if takes == "two"
        else (lambda key: compare_all(scores, test=key))
    )
    for key in TESTS:
        if key not in listed or key in dict(advice.refused):
            with pytest.raises(NotApplicable):
                judge(key)


@given(
    key=st.sampled_from([None, *DESIGNS]),
    replicates=st.integers(1, 6),
    folds=st.integers(1, 6),
    sizes=st.sampled_from(["in the rows", "in the facts", "unknown"]),
    several=st.booleans(),
)
def test_what_is_advised_runs_whatever_is_known(key, replicates, folds, sizes, several):
    means = (90.0, 10.0) if sizes == "in the facts" else (None, None)
    known = DesignFacts(None, replicates, folds, *means)
    if key is not None:
        assume(DESIGNS[key].fits(replicates, folds))
        known = DESIGNS[key].facts(replicates, folds, *means)
    filled = DesignFacts(key, replicates, folds, 90, 10)
    scores = fold_scores(filled, "ABC" if several else "AB", sizes=sizes == "in the rows")
    scores = replace(scores, facts=known)
    advice = applicable_tests(scores)
    assert advice.because
    if advice.advised is None:
        with pytest.raises(NotApplicable):
            compare_all(scores) if several else compare(scores, "A", "B")
        return
    verdict = compare_all(scores) if several else compare(scores, "A", "B")
    assert verdict.key == advice.advised
    assert verdict.p_value is not None or verdict.undefined


def test_advice_is_taken_as_it_was_given():
    scores = fold_scores(FACTS["k_fold"])
    advice = applicable_tests(scores, "A", "B")
    for key in advice.applicable:
        options = {"rope": 0.02} if TESTS[key].shows_equivalence else {}
        anew = compare(scores, "A", "B", key, **options)
        assert compare(scores, "A", "B", key, advice=advice, **options).to_dict() == anew.to_dict()
    swapped = compare(scores, "B", "A", advice=advice)
    assert swapped.estimate == -compare(scores, "A", "B").estimate


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        (("k_fold", {"k": 2}), "disjoint"),
        (("5x2", {"r": 1}), "disjoint"),
        (("balanced_mx2", {"m": 1}), "disjoint"),
        (("repeated_k_fold", {"k": 2, "r": 5}), "halves"),
        (("random_resampling", {"r": 1}), "single_pair"),
        (("random_resampling", {}), "repeated"),
        (("k_fold", {"k": 120}), "single_instances"),
        (("leave_one_out", {}), "single_instances"),
        (("balanced_mx2", {"m": 3}), "balanced_halves"),
    ],
)
def test_folds_are_told_by_the_facts_and_not_by_the_name(options, kind):
    key, given_options = options
    y = pd.Series(np.arange(120) % 2)
    data = core.Dataset("d", pd.DataFrame({"x": y}), y, "classification")
    facts = core.make_design(key, **given_options).facts(data)
    assert folds_of_design(facts) == kind
    if kind == "disjoint":
        assert core.DESIGNS[key].facts(facts.replicates, facts.folds).training_sets_overlap is False


def test_leave_one_group_out_is_a_pass_over_groups():
    y = pd.Series(np.arange(120) % 2)
    groups = pd.Series(np.repeat(np.arange(6), 20))
    facts = core.make_design("leave_one_out").facts(
        core.Dataset("d", pd.DataFrame({"x": y}), y, "classification", groups=groups)
    )
    assert folds_of_design(facts) == "one_pass"
    assert advice_on_design(facts).advised == "corrected_t"


def test_another_number_of_replicates_is_told_with_its_own_numbers():
    advice = advice_on_design(DesignFacts("5x2", 3, 2, 50, 50))
    words = " ".join(reason for _, _, reason in advice.listed)
    assert "With 3 replicates" in words
    assert "ten" not in advice.because and "five" not in advice.because


def test_of_several_data_sets_sizes_are_asked_for_where_they_can_be_given():
    rows = pd.DataFrame(
        [(d, who, k, 0.1 * d + 0.01 * k) for d in range(6) for who in "AB" for k in (1, 2, 3)],
        columns=["dataset", "learner", "fold", "score"],
    )

    def status(frame):
        scores = core.read_fold_scores(frame, measure="error", rows="data sets")
        found = {key: (status, why) for key, status, why in applicable_tests(scores).listed}
        return found["bayesian_hierarchical"]

    assert status(rows) == (
        "refused",
        "The sizes of training and validation sets are unknown: bring them in columns n_train and n_validation of the "
        "file.",
    )
    assert status(rows.assign(n_train=90, n_validation=10))[0] == "valid"


def test_only_the_sizes_that_nobody_says_are_asked_for():
    errors = [(who, k, (k + ord(who)) % 5 + 2, 40) for who in "AB" for k in range(1, 6)]
    scores = core.read_fold_scores(pd.DataFrame(errors, columns=["learner", "fold", "errors", "n"]))
    refused = dict(applicable_tests(scores).refused)
    assert refused["corrected_t"] == (
        "The sizes of training sets are unknown: say which design the folds come from."
    )
    with pytest.raises(NotApplicable, match="the sizes of training sets are unknown") as caught:
        core.test_inputs("corrected_t", scores, "A", "B")
    assert (caught.value.where, caught.value.hint) == (
        "n_train",
        "Pass n_train=, or say which design the folds come from.",
    )
    d = np.array([(k + ord("A")) % 5 - (k + ord("B")) % 5 for k in range(1, 6)]) / 40
    t = d.mean() / np.sqrt(d.var(ddof=1) * (1 / 5 + 40 / 160))
    assert core.compare(scores, "A", "B", "corrected_t", n_train=160).statistic == pytest.approx(t)


@pytest.mark.parametrize(
    ("design", "remedy"),
    [
        (None, "say which design the folds come from"),
        (
            "random_resampling",
            "say them on Data, beside the design, or bring them in columns n_train and n_validation of the file",
        ),
        (
            "predefined",
            "bring them in columns n_train and n_validation of the file, or bring the predictions",
        ),
    ],
)
def test_a_design_that_was_said_is_not_asked_for_where_sizes_are_missing(design, remedy):
    rows = [(who, k, (k + ord(who)) % 5 / 10) for who in "AB" for k in range(1, 6)]
    frame = pd.DataFrame(rows, columns=["learner", "fold", "error"])
    scores = core.read_fold_scores(frame, measure="error", design=design)
    said = f"No test is advised. The sizes of training and validation sets are unknown: {remedy}."
    assert applicable_tests(scores, "A", "B").because == said
    with pytest.raises(NotApplicable) as caught:
        core.test_inputs("corrected_t", scores, "A", "B")
    assert ("say which design" in caught.value.hint) is (design is None)
    known = core.read_fold_scores(frame, measure="error", design=design, n_train=80, n_validation=20)
    assert applicable_tests(known, "A", "B").advised == "corrected_t"


def test_a_test_of_another_quantity_is_never_advised():
    """McNemar's test is named as one of errors where F1 is looked at; time has no test on instances at all."""
    evidence = Evidence(fold_scores(FACTS["hold_out"], measure="f1"), predictions(FACTS["hold_out"]))
    advice = applicable_tests(evidence)
    assert advice.advised == "permutation_over_instances"
    assert "counted errors, not the chosen measure, f1" in dict(advice.caution)["mcnemar"]
    timed = Evidence(fold_scores(FACTS["hold_out"], measure="training_time"), predictions(FACTS["hold_out"]))
    assert applicable_tests(timed).advised is None
    with pytest.raises(NotApplicable, match="another quantity"):
        compare(timed, "A", "B")
    for measure in ("f1", "accuracy"):
        judged = Evidence(fold_scores(FACTS["hold_out"], measure=measure), predictions(FACTS["hold_out"]))
        one = applicable_tests(judged, "A", p0=0.8)
        assert {"binomial", "normal_approximation"} <= set(dict(one.refused))
        assert "counted errors" in dict(one.refused)["binomial"]
    three = Evidence(
        fold_scores(FACTS["hold_out"], "ABC", measure="auc"), predictions(FACTS["hold_out"], learners="ABC")
    )
    several = applicable_tests(three)
    assert several.advised is None
    assert "counted errors" in dict(several.caution)["cochran_q"]


@pytest.mark.parametrize("key", ["k_fold", "random_resampling", "5x2", "leave_one_out", "hold_out"])
def test_a_test_listed_with_caution_says_so_in_its_own_sentence(key):
    evidence = (
        predictions(FACTS[key], n=40 if key == "leave_one_out" else 100)
        if key[-3:] == "out"
        else fold_scores(FACTS[key])
    )
    advice = applicable_tests(evidence, "A", "B")
    seen = set()
    for test in advice.applicable:
        options = {"rope": 0.05} if TESTS[test].shows_equivalence else {}
        options |= {"rho1": 0.1, "rho2": 0.2} if test == "exact_5x2_f" else {}
        sentence = compare(evidence, "A", "B", test, **options).sentence()
        reason = dict(advice.caution).get(test, "")
        assert ("Caution: " in sentence) == bool(reason)
        assert len(sentence.partition("Caution: ")[2]) <= 92
        seen.add(bool(reason))
    assert seen == {True, False} or key == "leave_one_out"
    if key == "k_fold":
        assert (
            "Caution: training sets overlap, so it rejects too often."
            in compare(evidence, "A", "B", "paired_t").sentence()
        )
        assert "Caution" not in compare(evidence, "A", "B").sentence()
        several = compare_all(fold_scores(FACTS[key], "ABC"), test="friedman").sentence()
        assert "Caution: training sets overlap and blocking does not cure it" in several


def test_the_normal_approximation_is_doubted_where_few_errors_are_expected():
    few = applicable_tests(Counts(errors=(1,), n=(40,), learners=("A",)), "A", p0=0.01)
    assert "below 5" in dict(few.caution)["normal_approximation"]
    many = applicable_tests(Counts(errors=(1,), n=(40,), learners=("A",)), "A", p0=0.3)
    assert "normal_approximation" in dict(many.valid)


def test_three_pairs_show_no_equivalence():
    three = fold_scores(DesignFacts("k_fold", 1, 3, 200, 100))
    advice = applicable_tests(three)
    for key in ("equivalence", "bayesian_t"):
        assert "Fewer than 10 pairs" in dict(advice.caution)[key]
        assert key in dict(applicable_tests(fold_scores(FACTS["k_fold"])).valid)
    halves = applicable_tests(fold_scores(DesignFacts("disjoint_halves", 1, 3, 40, 40, False, False)))
    assert "Fewer than 10 pairs" in dict(halves.caution)["paired_equivalence"]
    assert "paired_equivalence" in dict(applicable_tests(fold_scores(FACTS["disjoint_halves"])).valid)
    a = [0.1, 0.2, 0.15]
    near = [0.1, 0.2, 0.1500001]
    for found in (
        run_test("equivalence", a=a, b=near, n_train=200, n_validation=100, rope=0.05),
        run_test("paired_equivalence", a=a, b=near, rope=0.05),
    ):
        assert any(check.holds is False and "say little" in check.sentence for check in found.checks)
    belief = run_test("bayesian_t", a=a, b=near, n_train=200, n_validation=100, rope=0.05).sentence()
    assert "> 99.9\u00a0%" in belief
    assert "100.0\u00a0%" not in belief
    assert "Fewer than 10 pairs say little: here 3." in belief


def test_of_regressors_nothing_is_said_about_classifiers():
    evidence = predictions(FACTS["hold_out"], task="regression")
    assert "these models as trained" in compare(evidence, "A", "B").sentence()
    pooled = predictions(FACTS["leave_one_out"], n=40, task="regression")
    verdict = compare(pooled, "A", "B", "paired_loss_t")
    assert "lassifier" not in verdict.paragraph()


def test_a_measure_keeps_its_proper_name_in_a_sentence():
    scores = replace(fold_scores(FACTS["k_fold"], measure="mcc"), measure_title="Matthews correlation")
    assert "Matthews correlation" in compare(scores, "A", "B").sentence()


@pytest.mark.parametrize("splits", [2, 4, 8])
def test_growing_training_sets_have_no_test_on_folds(splits):
    from sklearn.model_selection import TimeSeriesSplit

    run = core.run_experiment(
        core.load_sample("breast_cancer"), ["naive_bayes", "tree"], TimeSeriesSplit(splits)
    )
    found = applicable_tests(run, *run.learners)
    by_fold = [key for key, entry in TESTS.items() if entry.folds and entry.takes == "two"]
    assert {key for key, _ in found.refused} >= set(by_fold)
    assert "differ much in size" in found.reason("corrected_t")
    assert found.advised in ("mcnemar", "mcnemar_exact")
    assert found.advised in dict(found.caution)
    assert 0 <= compare(run, *run.learners).p_value <= 1
    with pytest.raises(NotApplicable, match="differ much in size"):
        compare(run, *run.learners, "corrected_t")
    assert applicable_tests(run, run.learners[0], p0=0.1).advised != "corrected_one_sample_t"


def test_training_sets_that_differ_a_little_are_judged_by_the_corrected_t():
    run = core.run_experiment(
        core.load_sample("iris"), ["naive_bayes", "tree"], core.make_design("k_fold", k=7)
    )
    assert applicable_tests(run, *run.learners).advised == "corrected_t"


def test_reasons_for_scores_of_folds_begin_like_sentences():
    scores = core.read_fold_scores(b"fold,A,B\n1,.1,.2\n2,.3,.1\n3,.2,.4\n", measure="error")
    refused = applicable_tests(scores, "A", "B").refused
    assert refused
    assert all(reason[0].isupper() for _, reason in refused)


@pytest.mark.parametrize("absent", ["row", "score"])
def test_pairs_of_learners_on_different_folds_are_refused_and_no_others(absent):
    rows = [(name, fold, 0.1 * fold) for name in "ABCD" for fold in range(1, 5)]
    frame = pd.DataFrame(rows, columns=["learner", "fold", "error"])
    lacks = (frame["learner"] == "B") & (frame["fold"] == 3)
    frame = frame[~lacks] if absent == "row" else frame.assign(error=frame["error"].mask(lacks))
    scores = core.read_fold_scores(frame, measure="error", design="k_fold")
    refused = refused_by_scores(scores)
    assert [pair[:2] for pair in refused] == [("A", "B"), ("B", "C"), ("B", "D")]
    judged = {(pair.first, pair.second): pair.reason for pair in all_pairs(scores).pairs if pair.reason}
    assert {(first, second): reason for first, second, reason in refused} == judged
    assert advice_on_pairs(scores).advised == applicable_tests(scores, "A", "C").advised


@pytest.mark.parametrize("absent", ["row", "score"])
def test_where_the_design_is_not_known_either_a_pair_is_told_both_reasons_if_both_are_its_own(absent):
    rows = [(name, fold, 0.1 * fold) for name in "ABCD" for fold in range(1, 5)]
    frame = pd.DataFrame(rows, columns=["learner", "fold", "error"])
    lacks = (frame["learner"] == "B") & (frame["fold"] == 3)
    frame = frame[~lacks] if absent == "row" else frame.assign(error=frame["error"].mask(lacks))
    scores = core.read_fold_scores(frame, measure="error")
    design = (
        "No test is advised. The sizes of training and validation sets are unknown: say which design the folds come "
        "from."
    )
    gaps = {(first, second): reason for first, second, reason in refused_by_scores(scores)}
    for pair in all_pairs(scores).pairs:
        gap = gaps.get((pair.first, pair.second), "")
        assert pair.reason == f"{design} {f'That alone does not give one: {gap}' * bool(gap)}".rstrip()
        advice = applicable_tests(scores, pair.first, pair.second)
        assert (advice.because, advice.in_full) == (design, pair.reason)
    assert applicable_tests(scores).in_full.startswith(
        f"{design} That can give a verdict on 3 of 6 pairs, but none on all learners at once: B has no score"
    )
    if absent == "score":
        with pytest.raises(NotApplicable) as refusal:
            core.compare(scores, "A", "B", drop_undefined=True)
        assert refusal.value.what == design, "the fold is left out"
    two_of_them = core.read_fold_scores(frame[frame["learner"].isin(["A", "B"])], measure="error")
    assert applicable_tests(two_of_them).in_full == f"{design} That alone does not give one: {gaps['A', 'B']}"
    hopeless = core.read_fold_scores(frame, measure="error", design="bootstrap")
    assert applicable_tests(hopeless, "A", "B").besides == "", "no score that is added gives a test"


@pytest.mark.parametrize("measure", ["error", "auc", "brier"])
@pytest.mark.parametrize("design", [key for key in DESIGNS if key != "predefined"])
def test_two_are_judged_by_the_test_that_is_advised_for_them(design, measure):
    data = core.load_sample("breast_cancer").take(np.arange(120))
    run = core.run_experiment(data, ["naive_bayes", "lda"], design, measure)
    gathering, advice = gathered(run.evidence, list(run.learners)), applicable_tests(run, *run.learners)
    if advice.advised is not None:
        assert advised_for_two(gathering) == advice.advised
    else:
        with pytest.raises(NotApplicable) as refusal:
            advised_for_two(gathering)
        assert refusal.value.what == advice.because


def test_what_is_judged_by_its_folds_is_not_gathered_by_instance(monkeypatch):
    run = core.run_experiment(core.load_sample("iris"), ["naive_bayes", "lda", "tree"], "k_fold")
    known = all_pairs(run).frame

    def refuse(*_, **__):
        raise AssertionError("thousands of pairs would each be gathered for tests that nobody asks for")

    for name in ("contingency", "losses", "errors", "pair", "scored"):
        monkeypatch.setattr(Instances, name, refuse)
    pd.testing.assert_frame_equal(all_pairs(run).frame, known)


@pytest.mark.parametrize(
    ("scores", "sizes", "design", "kind"),
    [
        ((0.1, 0.2, 0.3), None, "leave_one_out", "not_single_instances"),
        ((0.1, 0.2, 0.3), 1, None, "not_single_instances"),
        ((0.0, 1.0, 1.0), None, "leave_one_out", "single_instances"),
        ((0.1, 0.2, 0.3), None, "k_fold", "one_pass"),
        ((0.1, 0.2, 0.3), 7, "leave_one_out", "one_pass"),
    ],
)
def test_rates_of_folds_that_are_said_to_hold_one_instance_have_to_be_0_or_1(scores, sizes, design, kind):
    rows = [(who, k, score) for who in "AB" for k, score in enumerate(scores)]
    frame = pd.DataFrame(rows, columns=["learner", "fold", "score"])
    if sizes is not None:  # in the file, of which it is only told where they are not those of the design
        frame = frame.assign(n_train=2 * sizes, n_validation=sizes)
    found = core.read_fold_scores(frame, measure="error", design=design)
    assert folds_of(evidence_of(found)) == kind
    assert one_instance_each(found) is (kind == "single_instances")
    advice = applicable_tests(found, "A", "B")
    assert (advice.advised is None) is (kind in NO_FOLDS)
    assert kind not in NO_FOLDS or advice.because == f"No test is advised. {NO_FOLDS[kind]}"


def test_what_folds_of_an_unknown_design_show_is_looked_up_once_for_all_pairs(monkeypatch):
    asked = []
    counted = lambda scores: asked.append(scores) or facts_of_scores(scores)  # noqa: E731
    monkeypatch.setattr("core.inference.evidence.evidence.facts_of_scores", counted)
    rows = "".join(f"{fold},0.1{fold},0.2{fold},0.3{fold},0.4{fold}\n" for fold in range(1, 6))
    scores = core.read_fold_scores(f"fold,A,B,C,D\n{rows}".encode(), measure="error", rows="folds")
    assert all(pair.reason.startswith("No test is advised.") for pair in all_pairs(scores).pairs)
    assert len(asked) == 1
