"""The verdict in brief says what the whole verdict says: the same side of α, the same numbers, no winner by luck."""

import math
import re
from dataclasses import replace
from statistics import NormalDist

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

import core
from core.errors import InputError
from core.figures import difference_scale
from core.inference import TESTS, Evidence, interval, run_test
from core.inference.comparing.learner_question import LearnerQuestion
from core.inference.distributions.discrete import Finite
from core.inference.interpretation.brief import TWO_METHODS, brief, briefs, report, too_little
from core.inference.interpretation.effect_sizes import (
    difference_interval,
    intervals_beside,
    intervals_of_other_methods,
    left_out,
    of_other_estimates,
    over_instances_and_folds,
)
from core.inference.verdicts import wording
from core.measures import score
from core.names import in_a_headline
from core.records import DesignFacts, FoldPredictions, Predictions
from core.written import level_text

ALPHAS = (0.001, 0.01, 0.049, 0.05, 0.1, 0.2)
SIDES = ("two-sided", "less", "greater")
JUDGING = [entry for entry in TESTS.values() if entry.question != "bayesian"]
UNSIGNED = [entry.key for entry in JUDGING if not entry.signed]
CASES = [
    pytest.param(entry.key, side, number, id=f"{entry.key} {side} {number}")
    for entry in JUDGING
    for side in (SIDES if entry.signed else SIDES[:1])
    for number in range(len(entry.examples))
]
FOLDS = {
    "paired_t": {},
    "corrected_t": {"n_train": 90, "n_validation": 10},
    "wilcoxon": {},
    "permutation": {},
    "welch_t": {},
    "wilcoxon_over_datasets": {},
    "sign_over_datasets": {},
    "paired_loss_t": {},
}
OUTLIER = [-1 - 0.01 * place for place in range(14)] + [100.0]
"""Fourteen small losses and one large win: the mean is on the other side than ranks and signs."""


def example(key, side="two-sided", number=0, lower_is_better=True):
    verdict = run_test(key, side, **TESTS[key].examples[number].inputs)
    return verdict.named("tree", "knn", "score", lower_is_better=lower_is_better)


def numbers_in(text):
    return [float(found.replace("−", "-")) for found in re.findall(r"[+−]?\d+(?:\.\d+)?", text)]


# --- one of several pairs


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("adjusted", [0.03, 0.05, 0.3])
def test_what_holds_only_before_adjusting_says_so_and_nothing_else_does(alpha, adjusted):
    for key in ("corrected_t", "equivalence"):
        verdict = example(key)
        alone, among = brief(verdict, alpha), brief(verdict, alpha, adjusted)
        if key == "corrected_t" and alone.rejects and adjusted > alpha:
            assert among.answer == f"{alone.answer} for this pair alone"
            assert among.mark not in (alone.mark, "○")
            for words in (verdict.sentence(alpha, adjusted), report(verdict, alpha, adjusted)):
                assert "more than luck would explain for this pair alone (" in words
        else:
            assert among.texts == alone.texts
            assert verdict.sentence(alpha, adjusted) == verdict.sentence(alpha)
            assert report(verdict, alpha, adjusted) == report(verdict, alpha)
        assert among.texts[2:] == alone.texts[2:]


# --- the ends of narrow intervals


def test_the_ends_of_a_narrow_interval_are_told_apart_and_lie_on_the_side_of_p0_that_the_test_says():
    verdict = run_test("binomial", errors=123_456, n=10**9, p0=0.0001).named("A", "", "error rate")
    found = brief(verdict, 0.05)
    low, high = numbers_in(found.interval)[1:3]
    exact = binomtest(123_456, 10**9).proportion_ci(0.95)
    assert (low, high) == pytest.approx((100 * exact.low, 100 * exact.high), abs=6e-6)
    assert 0.01 < low < high
    assert "above p0 = 99.99\u00a0%" in brief(run_test("binomial", errors=5, n=5, p0=0.9999), 0.05).effect
    near = run_test("binomial", errors=100_010_000, n=10**9, p0=0.1)
    assert "is 10.0010" in brief(near, 0.05).effect
    assert "above p0 = 10.0000" in brief(near, 0.05).effect


def test_the_interval_of_a_rate_ends_where_rates_do():
    for side, words in (
        ("two-sided", "0.00 to 78.53"),
        ("less", "up to 46.57"),
        ("greater", "0.00\u00a0% or more"),
    ):
        verdict = run_test("one_sample_t", side, scores=[0.1, 0.2], p0=0.1).named(
            "A", "error rate", rate=True
        )
        assert words in brief(verdict, 0.05).interval
    assert "[0.00, 78.53]" in report(
        run_test("one_sample_t", scores=[0.1, 0.2], p0=0.1).named("A", rate=True)
    )


def test_the_interval_of_a_test_of_errors_names_them_where_another_measure_is_looked_at():
    verdict = run_test("mcnemar_exact", e01=4, e10=14, n=100).named(
        "A", "B", "accuracy", lower_is_better=False
    )
    assert brief(verdict).interval.startswith("95\u00a0% interval of the difference in error rate A − B: ")


def test_a_bound_of_a_difference_of_rates_has_one_end():
    """As a bound of a rate, and of a difference over folds, has."""
    samples = {"errors_1": 30, "n_1": 100, "errors_2": 20, "n_2": 100}
    found = {
        side: brief(run_test("two_proportions", side, **samples)).interval for side in ("less", "greater")
    }
    assert found["less"].endswith(": up to +20.01 points.")
    assert found["greater"].endswith(": −0.01 points or more.")
    on_one = run_test("mcnemar_exact", "greater", e01=14, e10=4, n=100)
    assert brief(on_one).interval.endswith(": +3.26 percentage points or more.")


# --- the same as the verdict itself


@pytest.mark.parametrize(("key", "side", "number"), CASES)
def test_it_is_on_the_same_side_as_the_verdict(key, side, number):
    verdict = example(key, side, number)
    for alpha, found in zip(ALPHAS, briefs(verdict, ALPHAS), strict=True):
        assert found == brief(verdict, alpha)
        rejects = verdict.rejects(alpha)
        assert (found.rejects, found.mark) == (rejects, "●" if rejects else "○")
        sign = "≤" if rejects else ">"
        assert found.numbers.endswith(f" {sign} α = {level_text(alpha)}")
        assert found.numbers in verdict.sentence(alpha)
        assert found.effect[:-1] in verdict.sentence(alpha)
        assert ("more than luck" in found.answer.lower()) is (
            rejects and verdict.entry.speaks != "equivalence"
        )
        assert ("luck could explain" in found.answer) <= (not rejects)
        assert found.texts == (found.mark, found.answer, found.effect, found.interval, found.numbers)


@pytest.mark.parametrize(("key", "side", "number"), CASES)
def test_the_interval_has_the_numbers_of_the_interval(key, side, number):
    verdict = example(key, side, number)
    for alpha in (0.001, 0.05, 0.2):
        text, whose, _ = brief(verdict, alpha).interval.partition(" It belongs to the ")
        assert bool(whose) is bool(text and verdict.entry.estimate_title)
        share = 1 - (2 if verdict.entry.speaks == "equivalence" else 1) * alpha
        interval = difference_interval(verdict, share)
        lowest = 0.0 if interval is None else -1.0  # of a rate or share, and of a difference of two
        if interval is None and verdict.entry.bounds is not None:
            interval = verdict.confidence_interval(share)
        if interval is None:
            assert text == ""
            continue
        level, *ends = numbers_in(text.replace("tree", "").replace(" knn", ""))
        assert level == pytest.approx(100 * share)
        rates = wording.told_in_points(verdict.entry, verdict.naming)
        least, most = (lowest, 1.0) if rates else (-math.inf, math.inf)
        times = 100 if rates else 1
        opened = (
            interval.low == -math.inf or (side == "less" and interval.low == least),
            interval.high == math.inf or (side == "greater" and interval.high == most),
        )
        both = zip((interval.low, interval.high), opened, strict=True)
        assert ends == pytest.approx(
            [times * end for end, is_open in both if not is_open],
            rel=6e-3,
            abs=max(6e-3, 5e-3 * interval.width),
        )
        assert text.endswith("every value.") is all(opened)
        assert (" up to " in text, " or more" in text) == ((False, False) if all(opened) else opened)
        assert "∞" not in text


def test_the_empty_interval_is_left_out():
    values = {
        "a": [[0.9, 0.1], [0.1, 0.9], [0.1, 0.2], [0.5, 0.4], [0.2, 0.8]],
        "b": [[0.1, 0.9], [0.9, 0.1]] * 2,
    }
    values["b"] = [*values["b"], [0.4, 0.2]]
    verdict = run_test("5x2_f", **values)
    found = [alpha for alpha in ALPHAS if np.isnan(verdict.confidence_interval(1 - alpha).low)]
    for alpha in ALPHAS:
        assert (brief(verdict, alpha).interval == "") is (alpha in found)


@pytest.mark.parametrize("alpha", [0.0, 1.0, -0.1, 5.0])
@pytest.mark.parametrize("key", ["paired_t", "friedman", "mcnemar_exact"])
def test_a_level_that_is_none_is_refused(key, alpha):
    with pytest.raises(InputError):
        brief(example(key), alpha)


def test_no_verdict_says_why():
    verdict = run_test("paired_t", a=[0.2] * 5, b=[0.1] * 5)
    found = brief(verdict)
    assert (found.mark, found.answer, found.effect) == ("–", "No verdict", verdict.undefined)
    assert found.rejects is None
    assert found.interval == ""


def test_two_that_never_differ_have_no_winner():
    found = brief(run_test("paired_t", a=[0.2] * 5, b=[0.2] * 5))
    assert (found.mark, found.answer, found.interval) == ("○", "The two never differ", "")
    assert found.effect == "All 5 differences are zero."


def test_one_learner_whose_scores_all_equal_p0_is_not_told_as_two():
    found = run_test("one_sample_t", scores=[0.1] * 3, p0=0.1)
    told = brief(found)
    assert (told.answer, told.effect) == ("No fold differs from p0", "The score equals p0 on all 3 folds.")
    assert found.confidence_interval().caution == "No fold differs from p0, so the interval has no width."
    no_rate = replace(found, naming=replace(found.naming, measure="f1", measure_title="F1"))
    assert brief(no_rate).answer == "No fold differs from the reference"
    caution = "No fold differs from the reference, so the interval has no width."
    assert no_rate.confidence_interval().caution == caution


@pytest.mark.parametrize(
    ("key", "answer"),
    [("two_proportions", "Both rates are the same"), ("fisher_exact", "Too little evidence for a verdict")],
)
def test_two_samples_without_an_error_were_not_compared_on_the_same_instances(key, answer):
    verdict = run_test(key, errors_1=0, n_1=50, errors_2=0, n_2=50)
    assert brief(verdict).answer == answer
    assert ("so little evidence cannot speak for one" in verdict.sentence()) is (key == "fisher_exact")


@pytest.mark.parametrize(
    ("key", "inputs"),
    [
        ("boschloo", {"errors_1": 0, "n_1": 100, "errors_2": 0, "n_2": 100}),
        ("fisher_exact", {"errors_1": 0, "n_1": 100, "errors_2": 0, "n_2": 100}),
        ("mcnemar", {"e01": 0, "e10": 0, "n": 100}),
        ("mcnemar_exact", {"e01": 0, "e10": 0, "n": 100}),
    ],
)
def test_where_nothing_differs_the_interval_says_how_much_there_may_be(key, inputs):
    found = brief(run_test(key, **inputs).named("A", "B"))
    z2 = NormalDist().inv_cdf(0.975) ** 2
    end = 100 * z2 / (100 + z2)  # Newcombe's and Tango's, by hand: 3.70
    assert f"A − B: −{end:.2f} to +{end:.2f} percentage points." in found.interval
    # without a spread the interval is a point, which says too much
    assert brief(run_test("two_proportions", errors_1=0, n_1=100, errors_2=0, n_2=100)).interval == ""


def test_too_little_evidence_is_said():
    verdict = run_test("mcnemar_exact", e01=3, e10=0, n=20)
    assert not verdict.decidable(0.05)
    assert brief(verdict, 0.05).answer == "Too little evidence for a verdict"
    assert brief(run_test("mcnemar_exact", e01=5, e10=1, n=20)).answer == "Luck could explain it"


# --- who is better


def names_a_winner(answer):
    return bool(re.search("is better|than p0", answer))


@pytest.mark.parametrize(("key", "side", "number"), CASES)
def test_a_winner_is_named_only_where_h0_is_rejected(key, side, number):
    verdict = example(key, side, number)
    for found in briefs(verdict, ALPHAS):
        assert found.rejects or not names_a_winner(found.answer)


@pytest.mark.parametrize("key", UNSIGNED)
def test_a_statistic_without_a_sign_names_no_winner(key):
    for number in range(len(TESTS[key].examples)):
        for found in briefs(example(key, number=number), (0.05, 0.5, 0.99)):
            assert not names_a_winner(found.answer)


@pytest.mark.parametrize("key", [key for key in FOLDS if key != "paired_loss_t"])
def test_without_a_direction_of_the_measure_no_winner_is_named(key):
    verdict = run_test(key, a=[1.0, 1.1, 1.2, 1.4, 1.3, 1.25], b=[0.0] * 6, **FOLDS[key])
    assert verdict.rejects(0.05)
    assert brief(verdict).answer == "More than luck would explain"
    told = [brief(verdict.named("tree", "knn", lower_is_better=lower)).answer for lower in (True, False)]
    assert told == ["knn is better: more than luck", "tree is better: more than luck"]


@pytest.mark.parametrize(
    ("side", "lower", "errors", "answer"),
    [
        ("two-sided", True, 5, "Better than p0: more than luck"),
        ("two-sided", True, 35, "Worse than p0: more than luck"),
        ("less", True, 5, "Better than p0: more than luck"),
        ("greater", True, 35, "Worse than p0: more than luck"),
        ("less", True, 35, "Not shown: what was seen points the other way"),
        ("greater", False, 35, "Better than p0: more than luck"),
        ("less", False, 5, "Worse than p0: more than luck"),
    ],
)
def test_a_rate_is_better_or_worse_than_p0(side, lower, errors, answer):
    verdict = run_test("binomial", side, errors=errors, n=40, p0=0.5)
    assert brief(verdict.named("tree", lower_is_better=lower)).answer == answer


@pytest.mark.parametrize("key", ["wilcoxon", "wilcoxon_over_datasets", "sign_over_datasets"])
@pytest.mark.parametrize("factor", [1, -1])
def test_ranks_and_signs_against_the_mean_name_no_winner(key, factor):
    verdict = run_test(key, a=[factor * value for value in OUTLIER], b=[0.0] * 15)
    verdict = verdict.named("tree", "knn", lower_is_better=True)
    assert verdict.rejects(0.05)
    assert np.mean(OUTLIER) > 0 > np.median(OUTLIER)
    assert brief(verdict).answer == "More than luck would explain"


def test_the_numerator_of_the_5x2_t_test_against_the_mean_names_no_winner():
    a = np.array([[0.5, 0.51], [-0.3, -0.31], [-0.3, -0.31], [-0.3, -0.31], [-0.3, -0.31]])
    verdict = run_test("5x2_t", a=a, b=np.zeros((5, 2))).named("tree", "knn", lower_is_better=True)
    assert verdict.rejects(0.05)
    assert verdict.terms["mean_difference"] < 0 < verdict.estimate
    assert brief(verdict).answer == "More than luck would explain"
    agreeing = run_test("5x2_t", a=np.abs(a), b=np.zeros((5, 2))).named("tree", "knn", lower_is_better=True)
    assert brief(agreeing).answer == "knn is better: more than luck"


@pytest.mark.parametrize("key", ["wilcoxon", "wilcoxon_over_datasets", "5x2_t"])
def test_an_interval_that_is_not_of_the_mean_says_to_which_estimate_it_belongs(key):
    d = np.array([0.2, -0.01, 0.02, 0.03, 0.025, 0.015, 0.03, 0.02, 0.01, 0.04])
    a = d.reshape(5, 2) if key == "5x2_t" else d
    verdict = run_test(key, a=a, b=np.zeros(a.shape)).named(
        "tree", "knn", "error rate", lower_is_better=True, rate=True
    )
    walsh = np.median([(x + y) / 2 for place, x in enumerate(d) for y in d[place:]])
    points = {"5x2_t": "+20.00"}.get(key, f"+{100 * walsh:.2f}")
    title = verdict.entry.estimate_title
    told = f"It belongs to the {title}, {points} points, not to the mean."
    assert brief(verdict).effect.endswith("3.80 percentage points lower on average.")
    assert brief(verdict).interval.endswith(told)
    assert told in report(verdict)


def test_an_estimate_that_is_written_as_the_mean_is_not_told_apart_from_it():
    d = np.array([0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07])
    verdict = run_test("wilcoxon", a=d, b=np.zeros(7)).named("tree", "knn", "error rate", rate=True)
    assert brief(verdict).interval.endswith("It belongs to the Hodges–Lehmann estimate, +4.00 points.")


def test_an_interval_that_holds_nothing_is_said_to_be_empty():
    d = np.array([[0.03, 0.05], [0.04, 0.04], [0.064, 0.064], [0.05, 0.05], [0.03, 0.03]])
    verdict = run_test("5x2_f", a=d, b=np.zeros((5, 2))).named("tree", "knn", "error rate", rate=True)
    for alpha, is_empty in ((0.001, False), (0.2, True)):
        rejected = [
            run_test("5x2_f", a=d, b=np.full((5, 2), d.mean() + shift)).rejects(alpha)
            for shift in np.linspace(-0.05, 0.05, 101)
        ]
        assert all(rejected) == is_empty
        said = brief(verdict, alpha).interval
        assert said.endswith(f"{wording.EMPTY}.") == is_empty
        assert said.startswith(f"{100 * (1 - alpha):g}\u00a0% interval of the difference tree − knn: ")
        assert (f"{wording.EMPTY}." in report(verdict, alpha)) == is_empty


def test_estimates_that_are_not_the_mean_have_a_name_and_only_they():
    for entry in JUDGING:
        for given_ in entry.examples:
            verdict = run_test(entry.key, given_.alternative, **given_.inputs)
            mean = verdict.terms.get("mean_difference", verdict.estimate)
            assert entry.estimate_title or mean == verdict.estimate


def test_equivalence_has_words_of_its_own():
    given_ = {
        "a": [0.1, 0.12, 0.11, 0.1, 0.13],
        "b": [0.1, 0.11, 0.12, 0.11, 0.12],
        "n_train": 90,
        "n_validation": 10,
    }
    close, far = (run_test("equivalence", **given_, rope=rope) for rope in (0.1, 0.001))
    assert brief(close).answer == "Equivalent in practice"
    assert brief(far).answer == "Equivalence is not shown"


SCORES = st.lists(st.integers(-50, 50).map(lambda value: value / 100), min_size=6, max_size=12)


@pytest.mark.parametrize("key", FOLDS)
@given(differences=SCORES, lower=st.booleans())
def test_swapping_the_learners_swaps_the_winner(key, differences, lower):
    a, b = np.array(differences), np.zeros(len(differences))
    one = run_test(key, a=a, b=b, **FOLDS[key]).named("tree", "knn", lower_is_better=lower)
    two = run_test(key, a=b, b=a, **FOLDS[key]).named("knn", "tree", lower_is_better=lower)
    for alpha in (0.01, 0.05, 0.2):
        forth, back = brief(one, alpha), brief(two, alpha)
        assert (forth.mark, forth.answer) == (back.mark, back.answer)
        assert forth.numbers.replace("−", "") == back.numbers.replace("−", "")
        if names_a_winner(forth.answer):
            winner = "tree" if (a.mean() < 0) == lower else "knn"
            assert forth.answer == f"{winner} is better: more than luck"
            assert forth.effect == back.effect


@given(
    e01=st.integers(0, 60), e10=st.integers(0, 60), key=st.sampled_from(["mcnemar", "mcnemar_exact", "sign"])
)
def test_swapping_the_disagreements_swaps_the_winner(e01, e10, key):
    one = run_test(key, e01=e01, e10=e10, n=200).named("tree", "knn")
    two = run_test(key, e01=e10, e10=e01, n=200).named("knn", "tree")
    assert brief(one).answer == brief(two).answer
    if names_a_winner(brief(one).answer):
        assert brief(one).answer.startswith("tree" if e01 < e10 else "knn")


# --- the values as extreme as the statistic


def share(verdict):
    """Probability of the stretches that are as extreme as the statistic."""
    null, total = verdict.null, 0.0
    for low, high in verdict.as_extreme():
        if isinstance(null, Finite):
            drawn, mass = null.curve()
            total += float(mass[(drawn >= low) & (drawn <= high)].sum())
        elif null.discrete:
            drawn, _ = null.curve()
            ends = (-math.inf if low <= drawn[0] else low), (math.inf if high >= drawn[-1] else high)
            first, last = null.support
            counts = np.unique([*np.arange(first, last + 1), *drawn])
            total += sum(float(null.pdf(x)) for x in counts if ends[0] <= x <= ends[1])
        else:
            total += float(null.cdf(high)) if low == -math.inf else float(null.sf(low))
    return total


@pytest.mark.parametrize(("key", "side", "number"), CASES)
def test_the_values_as_extreme_have_probability_p(key, side, number):
    verdict = example(key, side, number)
    if key == "mcnemar_midp":  # which counts half of the observed outcome, or each of two
        halves = verdict.half_counted
        assert len(halves) == (2 if side == "two-sided" else 1)
        left_out = sum(float(verdict.null.pdf(value)) for value in halves) / 2
        assert share(verdict) == pytest.approx(verdict.p_value + left_out)
    elif key == "boschloo" and side == "two-sided":  # which counts the smaller tail twice
        assert share(verdict) == pytest.approx(verdict.p_value / 2)
    elif key == "bootstrap_over_instances" and side == "two-sided":  # the same, of samples drawn in bins
        assert share(verdict) == pytest.approx(verdict.p_value, abs=0.02)
    elif key.endswith("_over_instances"):  # thousands of outcomes are drawn in bins
        assert share(verdict) == pytest.approx(verdict.p_value, abs=0.01)
    else:
        assert share(verdict) == pytest.approx(verdict.p_value, rel=1e-6)


@pytest.mark.parametrize(("e01", "e10"), [(14, 4), (4, 14), (9, 9), (0, 7), (3, 2), (0, 0)])
def test_exact_mcnemar_is_drawn_at_the_count_of_one_learner_with_both_tails(e01, e10):
    for key in ("mcnemar_exact", "mcnemar_midp", "sign"):
        verdict = run_test(key, e01=e01, e10=e10)
        assert verdict.drawn == e01
        assert any(low <= e01 <= high for low, high in verdict.as_extreme())
        counts, mass = verdict.null.curve()
        assert counts + counts[::-1] == pytest.approx(np.full(len(counts), e01 + e10))
        shaded = sum(mass[(counts >= low) & (counts <= high)].sum() for low, high in verdict.as_extreme())
        if key != "mcnemar_midp":
            exact = 1.0 if e01 == e10 else binomtest(e01, e01 + e10).pvalue
            assert shaded == pytest.approx(exact)
            assert verdict.p_value == pytest.approx(exact)
        left_out = sum(mass[np.isin(counts, verdict.half_counted)]) / 2
        assert shaded - left_out == pytest.approx(verdict.p_value)
    assert "half of the observed" in run_test("mcnemar_midp", e01=e01, e10=e10).null.title


def test_a_one_sided_count_is_not_called_the_smaller_one():
    assert run_test("mcnemar_exact", e01=14, e10=4).numbers().startswith("smaller count = 4, ")
    assert run_test("mcnemar_exact", "greater", e01=14, e10=4).numbers().startswith("e₀₁ = 14, ")
    assert run_test("sign", "greater", e01=14, e10=4).numbers().startswith("s = 14, ")


LATIN = np.array([[1.0, 2.0, 3.0], [2.0, 3.0, 1.0], [3.0, 1.0, 2.0]])


@pytest.mark.parametrize(
    ("key", "inputs"),
    [
        ("friedman", {"scores": LATIN}),
        ("iman_davenport", {"scores": LATIN}),
        ("kruskal_wallis", {"scores": LATIN}),
        ("cochran_q", {"correct": np.ones((6, 4))}),
        ("anova", {"scores": np.zeros((6, 4))}),
        ("5x2_f", {"a": np.zeros((5, 2)), "b": np.zeros((5, 2))}),
        ("balanced_5x2_f", {"a": np.zeros((5, 2)), "b": np.zeros((5, 2))}),
        ("mcnemar", {"e01": 5, "e10": 5, "n": 20}),
        ("paired_t", {"a": [0.1] * 5, "b": [0.1] * 5}),
        ("wilcoxon", {"a": [0.1] * 5, "b": [0.1] * 5}),
        ("permutation", {"a": [1.0, 2, 3, -1], "b": [0.0, 1, 2, 2]}),
        ("mcnemar_exact", {"e01": 4, "e10": 4, "n": 20}),
    ],
)
def test_where_p_is_one_all_values_are_as_extreme(key, inputs):
    verdict = run_test(key, **inputs)
    assert verdict.p_value == pytest.approx(1.0)
    assert not np.isnan(verdict.as_extreme()).any()
    assert share(verdict) == pytest.approx(1.0)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("sign", [1, -1])
def test_statistics_far_out_have_ends_that_are_numbers(side, sign):
    spread = np.linspace(-1e-6, 1e-6, 6)
    verdict = run_test("paired_t", side, a=sign * (1.0 + spread), b=np.zeros(6))
    far = run_test("normal_approximation", side, errors=10_000 if sign > 0 else 0, n=10_000, p0=0.5)
    for found in (verdict, far):
        assert not np.isnan(found.as_extreme()).any()
        assert share(found) == pytest.approx(found.p_value, abs=1e-12)


def test_no_p_value_no_stretches():
    assert run_test("paired_t", a=[0.2] * 5, b=[0.1] * 5).as_extreme() == ()


@given(
    st.integers(0, 60),
    st.integers(0, 60),
    st.sampled_from([0.02, 0.05, 0.1]),
    st.sampled_from([0.01, 0.05, 0.2]),
)
def test_equivalence_is_told_exactly_where_its_interval_lies_within_the_region(e01, e10, rope, alpha):
    verdict = run_test("rates_equivalence", e01=e01, e10=e10, n=200, rope=rope)
    (interval,) = intervals_beside(verdict, [alpha])
    edge = min(rope - interval.high, interval.low + rope)
    if abs(edge) > 1e-9:
        assert (brief(verdict, alpha).answer == "Equivalent in practice") is (edge > 0)


def test_verdicts_of_equal_p_on_other_inputs_are_told_apart():
    few, many = (run_test("mcnemar_exact", e01=3, e10=16, n=n) for n in (50, 5000))
    assert (few.statistic, few.p_value) == (many.statistic, many.p_value)
    assert brief(few).interval != brief(many).interval
    turned = run_test("mcnemar_exact", e01=16, e10=3, n=50)
    named = few.named("tree", "knn")
    assert len({verdict.fingerprint for verdict in (few, many, turned, named)}) == 4
    assert few.fingerprint == run_test("mcnemar_exact", e01=3, e10=16, n=50).fingerprint


def test_an_interval_of_a_share_says_of_what():
    verdict = run_test("mcnemar_exact", e01=3, e10=16).named("tree", "knn")
    assert " interval of the share of the disagreements that tree gets wrong: " in brief(verdict).interval


def test_an_interval_of_another_method_never_withdraws_the_verdict_in_silence():
    """Tango's interval leaves 0 out where the exact test of 12 against 4 does not reject: p = .077."""
    verdict = run_test("mcnemar_exact", e01=12, e10=4, n=100)
    found = difference_interval(verdict)
    assert not verdict.rejects(0.05)
    assert not found.low <= 0 <= found.high
    assert brief(verdict, 0.05).interval.endswith(TWO_METHODS)
    assert TWO_METHODS not in brief(verdict, 0.2).interval


def test_where_nothing_could_reject_no_interval_of_another_method_leaves_zero_out():
    """Five to none: p is .0625 at least, Tango's interval leaves 0 out; Clopper–Pearson's of the share holds 1/2."""
    verdict = run_test("mcnemar_exact", e01=5, e10=0, n=60)
    assert interval("tango", e01=5, e10=0, n=60).low > 0
    found = brief(verdict, 0.05)
    assert found.answer == "Too little evidence for a verdict"
    low = 100 * binomtest(5, 5).proportion_ci().low
    assert low == pytest.approx(47.82, abs=0.005)
    assert found.interval.endswith(" gets wrong: 47.82 to 100.00\u00a0%.")
    assert left_out([verdict], 0.05).startswith(f"Without an interval: {verdict.title}.")
    assert "difference" in brief(verdict, 0.07).interval  # from .0625 on the test can reject, and does
    few = run_test("mcnemar_exact", e01=2, e10=1, n=60)  # Tango's holds 0: it withdraws nothing
    for shown, alpha in ((verdict, 0.07), (few, 0.05)):
        assert difference_interval(shown, 1 - alpha) is not None
        assert not left_out([shown], alpha)


def test_a_two_sided_binomial_test_says_where_its_interval_is_of_another_method():
    """16 of 40 against 1/4: Clopper–Pearson's 24.86 to 56.67 % holds p0 though p = .042; scipy has both."""
    verdict = run_test("binomial", errors=16, n=40, p0=0.25)
    exact = binomtest(16, 40, 0.25)
    assert verdict.p_value == pytest.approx(exact.pvalue)
    assert exact.proportion_ci().low < 0.25
    assert brief(verdict).interval.endswith(TWO_METHODS)
    said = intervals_of_other_methods([verdict], 0.05)
    assert said.endswith(" near the limit. Clopper–Pearson: beside Binomial test.")
    for agrees in (
        run_test("binomial", errors=18, n=40, p0=0.25),
        run_test("binomial", "greater", errors=16, n=40, p0=0.25),
    ):
        assert TWO_METHODS not in brief(agrees).interval
    assert not intervals_of_other_methods(
        [agrees, run_test("normal_approximation", errors=16, n=40, p0=0.25)], 0.05
    )


def test_an_interval_of_another_estimate_than_the_mean_says_so_where_both_are_written_apart():
    d = np.array([1.0, 2.0, 3.0, 10.0])
    walsh = np.median([(d[i] + d[j]) / 2 for i in range(4) for j in range(i, 4)])
    said = of_other_estimates([run_test("wilcoxon", a=d, b=0 * d), run_test("paired_t", a=d, b=0 * d)], 0.5)
    assert (walsh, d.mean()) == (2.75, 4)
    assert said == (
        "The interval of Wilcoxon signed-rank test belongs to the Hodges–Lehmann estimate, +2.75, not to the mean "
        "difference, +4.00."
    )
    rates = run_test("wilcoxon", a=d / 1000, b=0 * d).named("A", "B", "error rate", rate=True)
    assert of_other_estimates([rates], 0.5).endswith(
        "+0.28 points, not to the mean difference, +0.40 points."
    )

    even = np.array([1.0, 2.0, 3.0, 4.0])
    assert not of_other_estimates([run_test("wilcoxon", a=even, b=0 * even)], 0.5)


def test_differences_over_all_instances_are_told_from_means_of_folds_of_other_sizes():
    """Folds of 30, 30 and 40 instances: of 15, 0 and 20 errors the mean is (1/2 + 0 + 1/2)/3, of all it is 35/100."""
    truth = np.zeros(100, int)
    a = np.repeat([1, 0, 1, 0], [15, 45, 20, 20])
    parts = np.split(np.arange(100), [30, 60])
    outcomes = [
        FoldPredictions(name, 1, number, part, said[part], n_train=100 - len(part))
        for name, said in (("A", a), ("B", 0 * a))
        for number, part in enumerate(parts, start=1)
    ]
    facts = DesignFacts("k_fold", 1, 3, n_train=66.7, n_validation=33.3, every_instance_once=True)
    found = Predictions("d", "classification", truth, ("no", "yes"), ("A", "B"), tuple(outcomes), facts=facts)
    evidence = Evidence(score(found), found)
    verdicts = [core.compare(evidence, "A", "B", test=key) for key in ("corrected_t", "mcnemar_exact")]
    assert over_instances_and_folds(verdicts, "error") == (
        "Tests by instance judge the difference over all instances together, +35 points; tests by fold the mean of the "
        "folds, +33.33 points, which counts each fold alike."
    )
    assert not over_instances_and_folds(verdicts[:1], "error")
    assert not over_instances_and_folds(verdicts[1:], "error")
    of_one = [
        LearnerQuestion("A", 0.05, p0=0.1).verdict(evidence, key)
        for key in ("corrected_one_sample_t", "binomial")
    ]
    assert over_instances_and_folds(of_one, "error").startswith(
        "Tests by instance judge the score over all instances together, 35\u00a0%; tests by fold the mean of "
    )
    alike = Evidence(score(found, "accuracy"), found)  # of which errors are no difference
    assert not over_instances_and_folds(
        [core.compare(alike, "A", "B", test=key) for key in ("corrected_t", "mcnemar")], "accuracy"
    )


def test_methods_of_intervals_are_told_by_their_names_without_brackets():
    paired, apart = {"e01": 3, "e10": 16, "n": 100}, {"errors_1": 2, "n_1": 20, "errors_2": 9, "n_2": 20}
    asked = {"mcnemar": paired, "mcnemar_exact": paired, "boschloo": apart}
    said = intervals_of_other_methods([run_test(key, **inputs) for key, inputs in asked.items()], 0.05)
    assert said.endswith(
        " Tango score: beside McNemar's test; and McNemar's test, exact. Newcombe: beside Boschloo's exact test."
    )


@pytest.mark.parametrize(
    ("key", "inputs"),
    [
        ("mcnemar", {"e01": 3, "e10": 16, "n": 100}),
        ("rates_equivalence", {"e01": 3, "e10": 16, "n": 100, "rope": 0.01}),
    ],
)
def test_the_interval_of_the_brief_is_in_the_text_for_a_report(key, inputs):
    verdict = run_test(key, **inputs).named("tree", "knn")
    known = "percentage point" in brief(verdict, 0.1).effect  # the unit is named in full once
    unit = "points" if known else "percentage points"
    _, ends = brief(verdict, 0.1).interval.partition(f" {unit}.")[0].split(": ")
    text = report(verdict, 0.1)
    assert f"is {ends} {unit}." in text
    assert difference_interval(verdict).method in text
    assert text.startswith(verdict.paragraph(0.1)[:60])


@given(wins=st.integers(0, 30), losses=st.integers(0, 30), more=st.integers(1, 300))
def test_it_is_said_wherever_the_two_disagree_and_nowhere_else(wins, losses, more):
    for key in ("mcnemar", "mcnemar_exact", "mcnemar_midp"):
        verdict = run_test(key, e01=wins, e10=losses, n=wins + losses + more)
        for alpha in ALPHAS:
            said, interval = brief(verdict, alpha).interval, difference_interval(verdict, 1 - alpha)
            if interval is None or not said:
                continue
            apart = (interval.low <= 0 <= interval.high) == verdict.rejects(alpha)
            assert said.endswith(TWO_METHODS) == apart


@pytest.mark.parametrize("alternative", ["less", "greater"])
@pytest.mark.parametrize("key", [key for key, entry in TESTS.items() if entry.signed and entry.examples])
def test_what_points_the_other_way_is_no_small_p(key, alternative):
    for example in TESTS[key].examples:
        verdict = run_test(key, alternative=alternative, **example.inputs)
        if verdict.p_value is not None and "the other way" in brief(verdict).answer:
            assert verdict.p_value > 0.5


def test_long_names_are_short_in_the_answer_and_whole_in_the_effect():
    names = [
        f"gradient boosting with a learning rate of {rate} and 31 leaves at most" for rate in (0.05, 0.1)
    ]
    verdict = run_test("corrected_t", a=[0.1, 0.11, 0.12], b=[0.3, 0.32, 0.31], n_train=90, n_validation=10)
    named = verdict.named(*names, lower_is_better=True)
    found = brief(named)
    assert "of 0.05… is better" in found.answer
    assert all(name in found.effect and name not in found.answer + found.interval for name in names)
    assert all(name in report(named) for name in names)


def test_a_long_name_is_called_alike_in_every_verdict_on_some_of_the_learners():
    long = "gradient boosting of many shallow trees with early stopping, rate"
    names = [f"{long} {rate}" for rate in ("0.1", "0.2")] + ["HistogramGradientBoostingClassifier", "LDA"]
    rows = [
        (name, k, 0.1 * place + 0.01 * ((place + 1) * k**2 % 5))
        for place, name in enumerate(names)
        for k in range(5)
    ]
    scores = core.read_fold_scores(
        pd.DataFrame(rows, columns=["learner", "fold", "error"]).to_csv(index=False).encode(),
        rows="folds",
        measure="error",
    )
    called = dict(zip(names, in_a_headline(names), strict=True))
    for other in names[1:]:
        verdict = core.compare(scores, names[0], other, test="paired_t")
        found = brief(verdict)
        assert found.answer.startswith(f"{called[names[0]]} is better")
        assert f"{called[names[0]]} − {called[other]}:" in found.interval
        assert names[0] in found.effect and other in found.effect


# --- the estimate and its interval


def decimals_in(text):
    return {len(found) for found in re.findall(r"\d\.(\d+)", text)}


@pytest.mark.parametrize("alpha", [0.001, 0.05])
@pytest.mark.parametrize("scale", [1e-3, 1.0, 400.0])
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("key", ["paired_t", "corrected_t", "wilcoxon"])
def test_an_estimate_without_a_unit_has_as_many_decimals_as_its_interval(key, side, scale, alpha):
    inputs = {"a": [scale * value for value in (3.1, 1.2, 0.6, 4.07, 2.9, 5.3, 1.7, 3.33)], "b": [0.0] * 8}
    verdict = run_test(key, side, **inputs, **FOLDS[key]).named("tree", "knn", "AUC", lower_is_better=False)
    found = brief(verdict, alpha)
    effect, between = decimals_in(found.effect), decimals_in(found.interval.partition(": ")[2])
    assert "every value" in found.interval or effect == between, (found.effect, found.interval)
    assert verdict.sentence(alpha).startswith(found.effect.removesuffix("."))
    assert found.effect.removesuffix(".") in report(verdict, alpha)
    in_brackets = decimals_in(report(verdict, alpha).partition("[")[2].partition("]")[0])
    assert in_brackets <= effect


def test_what_does_not_matter_stays_as_it_was_typed():
    verdict = run_test(
        "equivalence", a=[0.31, 0.1, 0.26, 0.4], b=[0.0] * 4, rope=0.05, n_train=90, n_validation=10
    )
    assert "where up to 0.05 does not matter" in verdict.named("tree", "knn", "AUC").sentence()


@pytest.mark.parametrize("wrong", ["A", "B"])
def test_no_interval_of_a_difference_of_rates_leaves_what_is_possible(wrong):
    truth = ["xy"[row % 2] for row in range(40)]
    turned = truth[:1] + ["yx"[row % 2] for row in range(1, 40)]
    told = {"A": truth, "B": truth} | {wrong: turned}
    rows = zip(range(40), truth, told["A"], told["B"], strict=True)
    table = "id,truth,A,B\n" + "".join(f"{','.join(map(str, row))}\n" for row in rows)
    found = core.read_predictions(table.encode(), design="hold_out")
    verdict = core.compare(found, "A", "B", test="permutation_over_instances")
    assert max(map(abs, verdict.confidence_interval(0.95))) > 1
    end = "+100.00" if wrong == "A" else "−100.00"
    assert end in brief(verdict, 0.05).interval
    assert end.lstrip("+") in verdict.paragraph(0.05)
    scale = difference_scale(core.score(found, "error"), "A", "B")
    assert end in scale.between(*verdict.confidence_interval(0.95))


@pytest.mark.parametrize("count", [2, 3, 5, 6, 8])
@pytest.mark.parametrize("alpha", ALPHAS)
def test_the_advice_says_where_no_outcome_on_so_few_data_sets_could_reject(count, alpha):
    rows = "".join(f"d{k},{k / 10},{k / 10 + 0.01 * k}\n" for k in range(1, count + 1))
    scores = core.read_fold_scores(f"dataset,A,B\n{rows}".encode(), measure="error")
    advice = core.applicable_tests(scores)
    assert advice.advised == "wilcoxon_over_datasets"
    found = too_little(advice, alpha)
    assert bool(found) == (2 / 2**count > alpha)  # all signs are the same
    if found:
        assert brief(core.compare(scores, "A", "B"), alpha).answer in found
        assert wording.no_outcome(alpha) in core.compare(scores, "A", "B").sentence(alpha)
