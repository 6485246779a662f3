"""Where there is nothing to judge: no difference, no variance, no disagreement; and scores that differ by rounding."""

import json
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError, NotApplicable
from core.inference import TESTS, run_test
from core.inference.comparing.posthoc import tukey_hsd
from core.inference.interpretation.effect_sizes import effects

SIZES = {"n_train": 90, "n_validation": 10}
OPTIONS = {
    "corrected_t": SIZES,
    "exact_5x2_f": {"rho1": 0.1, "rho2": 0.2},
}
PAIRED = [
    "paired_t",
    "resampled_t",
    "welch_t",
    "corrected_t",
    "5x2_t",
    "5x2_f",
    "balanced_5x2_f",
    "exact_5x2_f",
    "blocked_3x2_t",
    "wilcoxon",
    "permutation",
]
WITH_VARIANCE = [key for key in PAIRED if key not in {"wilcoxon", "permutation"}]


def paired(key, a, b, alternative="two-sided"):
    return run_test(key, alternative, a=a, b=b, **OPTIONS.get(key, {}))


@pytest.mark.parametrize("key", PAIRED)
def test_learners_that_never_differ_have_p_1(key):
    scores = np.full((5, 2), 0.3) if key == "welch_t" else np.linspace(0.1, 0.4, 10).reshape(5, 2)
    for alternative in ("two-sided", "less", "greater") if TESTS[key].signed else ("two-sided",):
        verdict = paired(key, scores, scores, alternative)
        assert verdict.p_value == 1
        assert verdict.undefined is None
        assert not verdict.rejects(0.05)
        assert "never differ" in verdict.sentence()
        assert "p = 1" in verdict.sentence()


@pytest.mark.parametrize("key", WITH_VARIANCE)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_constant_difference_cannot_be_judged(key, sign):
    base = np.full((5, 2), 0.3) if key == "welch_t" else np.arange(10).reshape(5, 2) / 16
    verdict = paired(key, base + sign * 0.125, base)
    assert verdict.p_value is None
    assert verdict.pvalue is None
    assert verdict.statistic == (sign * np.inf if TESTS[key].signed else np.inf)
    assert not verdict.rejects(0.5)
    assert "cannot judge" in verdict.undefined
    assert "0.125" in verdict.undefined
    assert verdict.undefined in verdict.sentence()
    assert json.loads(json.dumps(verdict.to_dict(), allow_nan=False))["p_value"] is None
    assert verdict.confidence_interval().caution
    assert "undefined" in verdict.numbers()


@pytest.mark.parametrize("key", [key for key in WITH_VARIANCE if key != "welch_t"])
def test_differences_apart_by_rounding_only_count_as_constant(key):
    base = np.arange(10).reshape(5, 2) / 10 + 0.013
    shifted = base + 0.1  # 0.1 has no exact form: the differences scatter by one unit in the last place
    assert len(np.unique(shifted - base)) > 1
    assert paired(key, shifted, base).p_value is None
    assert paired(key, base * 3 / 3, base).p_value == 1


@pytest.mark.parametrize("key", ["5x2_t", "5x2_f", "balanced_5x2_f"])
def test_zero_variance_within_replicates_only(key):
    d = np.repeat([[0.1], [0.2], [0.3], [0.0], [-0.1]], 2, axis=1)
    verdict = paired(key, d, np.zeros((5, 2)))
    assert verdict.p_value is None
    assert "In every replicate" in verdict.undefined


def test_a_zero_numerator_over_a_zero_variance_has_no_statistic():
    d = np.repeat([[0.0], [0.2], [0.3], [0.0], [-0.1]], 2, axis=1)
    verdict = paired("5x2_t", d, np.zeros((5, 2)))
    assert verdict.statistic is None
    assert verdict.p_value is None
    assert verdict.undefined


def test_equivalence_without_variance_is_not_judged():
    assert run_test("equivalence", a=[0.2] * 5, b=[0.1] * 5, rope=0.01, **SIZES).p_value is None
    assert run_test("equivalence", a=[0.2] * 5, b=[0.2] * 5, rope=0.01, **SIZES).p_value is None


def test_one_learner_edge_cases():
    same = run_test("one_sample_t", scores=[0.2] * 5, p0=0.2)
    assert same.p_value == 1
    assert "equals p0" in same.sentence()
    other = run_test("one_sample_t", scores=[0.2] * 5, p0=0.25)
    assert other.p_value is None
    assert other.statistic == -np.inf
    assert run_test("one_sample_t", scores=[0.5, 1.5, 2.5], p0=-3).p_value < 0.05  # any finite p0
    for p0 in (0, 1, -0.1, 1.2):
        with pytest.raises(InputError, match="p0"):
            run_test("binomial", errors=3, n=10, p0=p0)
    assert run_test("binomial", errors=0, n=10, p0=0.3).p_value == pytest.approx(
        0.7**10 + 0.3**6 * 0, abs=0.02
    )
    with pytest.raises(InputError, match="errors"):
        run_test("binomial", errors=11, n=10, p0=0.3)


@pytest.mark.parametrize("key", ["mcnemar", "mcnemar_exact", "mcnemar_midp", "sign"])
def test_no_disagreement_has_p_1(key):
    for alternative in ("two-sided", "less", "greater"):
        verdict = run_test(key, alternative, e01=0, e10=0, n=50)
        assert verdict.p_value == 1
        assert verdict.statistic == 0
        assert verdict.estimate == 0
        assert "never differ" in verdict.sentence()
    interval = run_test(key, e01=0, e10=0).confidence_interval()
    assert (interval.low, interval.high) == (0, 1)


def test_too_few_disagreements_are_said_to_allow_no_verdict():
    for e01 in range(6):
        verdict = run_test("mcnemar_exact", e01=e01, e10=0)
        assert verdict.critical_values(0.05) == ()
        if e01:
            assert "there is too little evidence for a verdict" in verdict.sentence()
            assert "luck" not in verdict.sentence() and "not refute" not in verdict.sentence()
    assert "too little" not in run_test("mcnemar_exact", e01=6, e10=0).sentence()
    assert "too little" in run_test("sign", "greater", e01=4, e10=0).sentence()
    one_sided = run_test("sign", "greater", e01=5, e10=0)  # p = 1/32
    assert one_sided.rejects(0.05) and "too little" not in one_sided.sentence()
    assert one_sided.checks[0].holds is True
    few = run_test("sign", "greater", e01=4, e10=0).checks[0]
    assert (few.holds, few.sentence) == (
        False,
        "Here: 4; fewer than 5 cannot reach p ≤ .05 one-sided.",
    )
    assert "too little evidence" in run_test("wilcoxon", a=[1.0, 2, 3, 4, 5], b=[0.0] * 5).sentence()


@pytest.mark.parametrize("claim", ["two-sided", "greater"])
@pytest.mark.parametrize("key", ["mcnemar_exact", "mcnemar_midp", "sign"])
def test_how_many_signs_are_enough_follows_the_level(key, claim):
    for e01 in range(1, 14):
        verdict = run_test(key, claim, e01=e01, e10=0)
        for alpha in (0.001, 0.01, 0.05, 0.1, 0.2):
            (check,) = (one for one in verdict.checks_at(alpha) if one.code == "decidable")
            assert check.holds == verdict.rejects(alpha) == verdict.decidable(alpha)
            assert (check in verdict.unmet_at(alpha)) == (not check.holds)
            assert f"Not met: {check.title}" not in verdict.paragraph(alpha) or not check.holds
    eight = run_test("mcnemar_exact", e01=8, e10=0)
    with pytest.raises(InputError, match="alpha"):
        eight.checks_at(0.0)
    (check,) = (one for one in eight.unmet_at(0.001) if one.code == "decidable")
    assert check.not_met == (
        "Not met: 11 disagreements or more, 10 for a one-sided claim. Here: 8; fewer than 11 cannot reach p ≤ .001 "
        "two-sided."
    )


@pytest.mark.parametrize("key", ["wilcoxon", "permutation", "wilcoxon_over_datasets", "sign_over_datasets"])
def test_how_many_signs_are_enough_is_held_against_the_claim_and_so_few_reach_p(key):
    def judged(n, claim):
        verdict = run_test(key, claim, a=[1.0 + k for k in range(n)], b=[0.0] * n)
        (check,) = (one for one in verdict.checks if "5 for a one-sided claim" in one.title)
        return verdict.p_value, check

    for n, claim, holds in (
        (5, "greater", True),
        (4, "greater", False),
        (6, "two-sided", True),
        (5, "two-sided", False),
    ):
        p_value, check = judged(n, claim)
        assert check.holds is holds is bool(p_value <= 0.05)
    assert judged(5, "two-sided")[1].sentence == "Here: 5; fewer than 6 cannot reach p ≤ .05 two-sided."
    assert judged(4, "greater")[1].sentence == "Here: 4; fewer than 5 cannot reach p ≤ .05 one-sided."


def test_more_disagreements_than_instances_are_refused():
    with pytest.raises(InputError, match="e01"):
        run_test("mcnemar", e01=30, e10=30, n=50)


def test_two_proportions_without_variance():
    assert run_test("two_proportions", errors_1=0, n_1=50, errors_2=0, n_2=50).p_value == 1
    verdict = run_test("two_proportions", errors_1=1, n_1=1, errors_2=0, n_2=1)
    assert verdict.p_value is None
    assert verdict.statistic == np.inf
    with pytest.raises(InputError, match="errors_2"):
        run_test("two_proportions", errors_1=1, n_1=10, errors_2=11, n_2=10)


def test_delong_without_variance():
    y = [0, 0, 0, 1, 1, 1]
    perfect, reversed_ = [1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1]
    same = run_test("delong", y=y, scores_a=perfect, scores_b=[10, 20, 30, 40, 50, 60])
    assert same.p_value == 1
    assert "never differ" in same.sentence()
    apart = run_test("delong", y=y, scores_a=perfect, scores_b=reversed_)
    assert apart.p_value is None
    assert apart.estimate == 1
    with pytest.raises(InputError, match="two of each"):
        run_test("delong", y=[0, 0, 0, 1], scores_a=[1, 2, 3, 4], scores_b=[1, 2, 3, 4])
    with pytest.raises(InputError, match="0 and 1"):
        run_test("delong", y=[0, 2, 1, 1], scores_a=[1, 2, 3, 4], scores_b=[1, 2, 3, 4])


def test_losses_and_many_learners_without_variance():
    assert run_test("paired_loss_t", a=[1.0, 2, 3], b=[1.0, 2, 3]).p_value == 1
    assert run_test("paired_loss_t", a=[1.0, 2, 3], b=[0.0, 1, 2]).p_value is None
    for key in ("anova", "repeated_anova", "corrected_anova"):
        options = SIZES if key == "corrected_anova" else {}
        assert run_test(key, scores=np.full((4, 3), 0.2), **options).p_value == 1
        assert run_test(key, scores=np.tile([0.1, 0.2, 0.3], (4, 1)), **options).p_value is None
    for key in ("kruskal_wallis", "friedman", "iman_davenport"):
        assert run_test(key, scores=np.full((4, 3), 0.2)).p_value == 1
    assert run_test("cochran_q", correct=np.ones((10, 3))).p_value == 1
    with pytest.raises(InputError, match="right"):
        run_test("cochran_q", correct=np.full((10, 3), 2))


def test_posterior_without_variance():
    never = run_test("bayesian_t", a=[0.1, 0.2, 0.3], b=[0.1, 0.2, 0.3], **SIZES)
    assert (never.p_left, never.p_rope, never.p_right) == (0, 1, 0)
    constant = run_test("bayesian_t", a=[0.25, 0.5, 0.75], b=[0.125, 0.375, 0.625], **SIZES)
    assert constant.p_rope is None
    assert "0.125" in constant.sentence()
    json.dumps(constant.to_dict(), allow_nan=False)
    with pytest.raises(InputError, match="rope"):
        run_test("bayesian_t", a=[10.0, 20, 30], b=[11.0, 20, 35], **SIZES)


def test_corrected_t_is_refused_for_leave_one_out():
    with pytest.raises(InputError, match="leave-one-out"):
        run_test("corrected_t", a=[1.0, 0, 1], b=[0.0, 0, 1], n_train=99, n_validation=1)
    with pytest.raises(InputError, match="4 sizes for 3 pairs"):
        run_test("corrected_t", a=[1.0, 0, 1], b=[0.0, 0, 1], n_train=[9, 9, 9, 9], n_validation=5)


@pytest.mark.parametrize(
    ("rho", "where"),
    [
        ({"rho1": 0.1}, "rho2"),
        ({"rho2": 0.1}, "rho1"),
        ({"rho1": 1.0, "rho2": 0.6}, "rho1"),
        ({"rho1": 0.1, "rho2": -1.0}, "rho2"),
    ],
)
def test_correlations_are_checked(rho, where):
    a = np.arange(10.0).reshape(5, 2)
    with pytest.raises(InputError) as refusal:
        run_test("balanced_5x2_f", a=a, b=a**2, **rho)
    assert refusal.value.where == where


@pytest.mark.parametrize(("rho1", "rho2"), [(0.1, 0.55), (0.0, 0.5), (0.1, -0.1375), (-0.9, 0.2)])
def test_correlations_that_no_folds_can_have_are_refused(rho1, rho2):
    a = np.arange(10.0).reshape(5, 2)
    with pytest.raises(InputError, match="rho2"):
        run_test("exact_5x2_f", a=a, b=a**2, rho1=rho1, rho2=rho2)


def test_measured_correlations_are_taken_with_a_caution():
    """1-NN learners measured ρ1 = .46 > ρ2 = .37, outside the range that Wang 2016 supposes."""
    a = np.arange(10.0).reshape(5, 2)
    measured = {"rho1": 0.46, "rho2": 0.37}
    assert 0 < run_test("exact_5x2_f", a=a, b=a**2, **measured).p_value < 1
    balanced = run_test("balanced_5x2_f", a=a, b=a**2, **measured)
    assert balanced.df == pytest.approx((10 / (1 + 0.46**2 + 8 * 0.37**2), 5))
    check = next(check for check in balanced.checks if check.code == "correlations")
    assert check.holds is False
    inside = run_test("balanced_5x2_f", a=a, b=a**2, rho1=0.2, rho2=0.3)
    assert next(check for check in inside.checks if check.code == "correlations").holds


def test_evaluate_marks_what_is_not_defined():
    a = np.zeros((3, 5, 2))
    a[1] = np.linspace(0, 1, 10).reshape(5, 2)
    a[2] = 0.25
    result = TESTS["paired_t"].evaluate(a=a, b=np.zeros((5, 2)))
    assert result.defined.tolist() == [True, True, False]
    assert result.p_value[0] == 1
    assert np.isnan(result.p_value[2])
    assert result.statistic[2] == np.inf


def test_paired_scores_need_the_same_folds():
    with pytest.raises(InputError, match="same folds"):
        run_test("paired_t", a=[0.1, 0.2, 0.3], b=[0.1, 0.2])
    assert run_test("welch_t", a=[0.1, 0.2, 0.3], b=[0.1, 0.25]).p_value > 0.05
    with pytest.raises(InputError, match="one of each per instance"):
        run_test("paired_loss_t", a=[0.1, 0.2, 0.3], b=[0.1, 0.2])


def test_tests_without_an_interval_say_so():
    verdict = run_test("friedman", scores=[[1.0, 2, 3], [1, 3, 2], [2, 1, 3]])
    with pytest.raises(NotApplicable, match="no interval"):
        verdict.confidence_interval()


def test_shapes_and_sizes_that_no_experiment_has():
    for key in ("anova", "friedman", "kruskal_wallis"):
        with pytest.raises(InputError, match="two learners"):
            run_test(key, scores=[[1.0], [2.0]])
    with pytest.raises(InputError, match="one number"):
        run_test("bayesian_t", a=[0.1, 0.2], b=[0.2, 0.1], rope=[], **SIZES)
    with pytest.raises(InputError, match="must not exceed"):
        run_test("mcnemar_exact", e01=1e300, e10=3)
    with pytest.raises(InputError, match="must not exceed"):
        run_test("paired_t", a=[1e308, -1e308], b=[0.0, 0.0])
    with pytest.raises(InputError, match="greater than 0"):
        run_test("corrected_t", a=[0.1, 0.2], b=[0.2, 0.1], n_train=1e-320, n_validation=10)
    with pytest.raises(InputError, match="finite"):
        run_test("paired_t", a=np.nan, b=[0.1, 0.2])


WINNER = re.compile(r"\b(better|fewer|more errors|lower|higher|above|below|range)\b")
OFFSETS = st.sampled_from([0.0, 0.1, 1 / 3, 1e6 / 7, -1e-7])
"""Numbers whose sums round, so that equal means come out a little apart."""


@st.composite
def permuted(draw, size):
    """The same scores in two orders."""
    scores = draw(st.lists(st.floats(0, 1).map(lambda x: round(x, 7)), min_size=size, max_size=size))
    order = draw(st.permutations(range(size)))
    array = np.array(scores) / 3 + draw(OFFSETS)
    return array, array[list(order)]


def names_a_winner(verdict):
    return WINNER.search(verdict.sentence().replace("Neither makes more errors", "").partition(";")[0])


@pytest.mark.parametrize("key", [*PAIRED, "equivalence", "wilcoxon_over_datasets", "paired_loss_t"])
@given(data=st.data())
def test_no_sentence_names_a_winner_of_scores_that_are_equal_but_for_rounding(key, data):
    a, b = data.draw(permuted(10))
    if key != "paired_loss_t":
        a, b = a.reshape(5, 2), b.reshape(5, 2)
    sizes = SIZES if key in {"corrected_t", "equivalence"} else {}
    rope = {"rope": 0.1} if key == "equivalence" else {}
    verdict = run_test(key, a=a, b=b, **(sizes | OPTIONS.get(key, {}) | rope))
    if key == "wilcoxon" or key == "wilcoxon_over_datasets":
        assert verdict.terms["mean_difference"] == 0
    if key not in {"5x2_t", "wilcoxon", "wilcoxon_over_datasets"}:  # theirs are not the mean
        assert verdict.estimate == 0
    assert not names_a_winner(verdict)
    assert all("−0" not in effect.value for effect in effects(verdict))


@given(data=st.data())
def test_a_mean_that_is_p0_but_for_rounding_is_neither_above_nor_below(data):
    scores, again = data.draw(permuted(9))
    for key, more in (
        ("one_sample_t", {}),
        ("one_sample_z", {"sigma": 0.1}),
        ("corrected_one_sample_t", SIZES),
    ):
        assert not names_a_winner(run_test(key, scores=scores, p0=float(again.sum() / 9), **more))


@given(st.integers(1, 300), st.integers(1, 300), st.integers(1, 9))
def test_equal_counts_are_no_difference(errors, right, times):
    n = errors + right
    pair = {"errors_1": errors, "n_1": n, "errors_2": times * errors, "n_2": times * n}
    assert not names_a_winner(run_test("two_proportions", **pair))
    for key in ("binomial", "normal_approximation"):
        rate = float(np.mean(np.r_[np.ones(errors), np.zeros(right)]))
        assert not names_a_winner(run_test(key, errors=errors, n=n, p0=rate))
    for key in ("mcnemar", "mcnemar_exact", "mcnemar_midp", "sign"):
        assert not names_a_winner(run_test(key, e01=errors, e10=errors, n=2 * n))


@given(data=st.data())
def test_learners_with_the_same_scores_in_another_order_have_one_mean(data):
    scores, again = data.draw(permuted(6))
    table = np.column_stack([scores, again, scores[::-1]])
    for key, more in (("anova", {}), ("repeated_anova", {}), ("corrected_anova", SIZES)):
        verdict = run_test(key, scores=table, **more)
        assert verdict.estimate == 0
        assert not names_a_winner(verdict)
        if verdict.key != "corrected_anova" and verdict.terms["mean_square"]:
            assert (tukey_hsd(verdict, "ABC")["difference"] == 0).all()


def test_areas_that_are_equal_but_for_rounding_are_equal():
    rng = np.random.default_rng(3)
    y = np.repeat([0, 1], [23, 31])
    for _ in range(40):
        scores = rng.integers(0, 9, 54) / 7
        mixed = np.r_[rng.permutation(scores[:23]), rng.permutation(scores[23:])]
        verdict = run_test("delong", y=y, scores_a=scores, scores_b=mixed)
        assert verdict.estimate == 0
        assert not names_a_winner(verdict)
