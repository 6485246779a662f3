"""Tests against independent values: SciPy, statsmodels, exact enumeration, published numbers."""

from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, special, stats

from core.errors import InputError
from core.inference import TESTS, degrees_of_freedom, run_test
from core.inference import test_inputs as inputs_of
from core.inference.delong import midranks, placements
from core.inference.discrete import Binomial, log_mass, lower_tail, upper_tail
from core.inference.exact_5x2 import Exact5x2F
from core.inference.null import ChiSquared, FisherF, Normal, StudentT
from core.inference.ranking import COUNTED, tie_sizes, tied_ranks
from core.records import FOLD_SCORE_COLUMNS, DesignFacts, FoldScores

RNG = np.random.default_rng(7)
ALTERNATIVES = ("two-sided", "less", "greater")


# --- distributions ---------------------------------------------------------------------------------------------


def test_binomial_tails_are_exact_for_small_n():
    for n, p in ((1, 0.5), (7, 0.3), (40, 0.05), (60, 0.5)):
        share = Fraction(p)
        for x in range(-1, n + 2):
            exact = sum(comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(max(x, 0), n + 1))
            assert upper_tail(x, n, p) == pytest.approx(float(exact), rel=1e-12)
            assert lower_tail(x, n, p) == pytest.approx(
                float(1 - exact + (comb(n, x) * share**x * (1 - share) ** (n - x) if 0 <= x <= n else 0)),
                rel=1e-12,
            )


def test_binomial_tails_reach_1e_minus_300_exactly():
    exact = Fraction(
        comb(1000, 999) + 1, 2**1000
    )  # P(X ≥ 999) of 1000 coins: 1.9e-298... and its one-coin end
    assert upper_tail(999, 1000, 0.5) == pytest.approx(float(exact), rel=1e-12)
    assert upper_tail(1000, 1000, 0.5) == pytest.approx(float(Fraction(1, 2**1000)), rel=1e-12)


def test_binomial_of_a_thousand_million_is_accurate():
    n = 10**9
    x = n // 2 + 47_434  # three standard deviations
    k = np.arange(x, x + 200_000, dtype=float)
    by_mass = np.exp(log_mass(k, n, 0.5)).sum()
    assert upper_tail(x, n, 0.5) == pytest.approx(by_mass, rel=1e-9)
    assert upper_tail(x, n, 0.5) == pytest.approx(stats.norm.sf((x - 0.5 - n / 2) / np.sqrt(n / 4)), rel=1e-4)
    p = run_test("mcnemar_exact", e01=500_047_434, e10=499_952_566).p_value
    assert p == pytest.approx(2 * by_mass, rel=1e-9)


@pytest.mark.parametrize(("n", "p"), [(12, 0.3), (40, 0.5), (77, 0.111), (5, 0.9)])
@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_binomial_test_agrees_with_scipy(n, p, alternative):
    for errors in range(n + 1):
        theirs = stats.binomtest(errors, n, p, alternative=alternative).pvalue
        assert run_test("binomial", alternative, errors=errors, n=n, p0=p).p_value == pytest.approx(
            theirs, rel=1e-10
        )


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("alpha", [0.001, 0.05, 0.3])
def test_critical_values_of_counts_are_the_smallest_that_reject(alternative, alpha):
    for n, p in ((3, 0.5), (5, 0.5), (6, 0.5), (20, 0.1), (50, 0.37)):
        null = Binomial(n, p)
        rejected = [x for x in range(n + 1) if null.p_value(x, alternative) <= alpha]
        low = [x for x in rejected if x < n * p]
        high = [x for x in rejected if x > n * p]
        expected = ([max(low)] if low else []) + ([min(high)] if high else [])
        assert list(null.critical_values(alpha, alternative)) == expected


@given(st.floats(-40, 40), st.floats(1, 200))
def test_t_distribution_agrees_with_scipy(x, df):
    assert StudentT(df).sf(x) == pytest.approx(stats.t.sf(x, df), rel=1e-10)
    assert StudentT(df).pdf(x) == pytest.approx(stats.t.pdf(x, df), rel=1e-9)


@pytest.mark.parametrize(
    "null", [Normal(), StudentT(5), StudentT(9), FisherF(10, 5), FisherF(3.333, 5), ChiSquared(1)]
)
def test_quantiles_invert_tails(null):
    q = np.array([1e-200, 1e-20, 1e-3, 0.05, 0.3, 0.6, 0.99])
    assert null.sf(null.isf(q)) == pytest.approx(q, rel=1e-10)
    assert null.cdf(null.ppf(q[3:])) == pytest.approx(q[3:], rel=1e-10)
    x = np.linspace(0.3, 4, 5)
    steps = (null.cdf(x + 1e-5) - null.cdf(x - 1e-5)) / 2e-5
    assert null.pdf(x) == pytest.approx(steps, rel=1e-5)


def test_tails_of_1e_minus_300_are_accurate():
    assert StudentT(5).sf(1e59) == pytest.approx(special.betainc(2.5, 0.5, 5e-118) / 2, rel=1e-10)
    assert ChiSquared(1).sf(1370.0) == pytest.approx(special.erfc(np.sqrt(685.0)), rel=1e-10)
    assert run_test("mcnemar", e01=1400, e10=0, correction=False).p_value == pytest.approx(
        special.erfc(np.sqrt(700)), rel=1e-10
    )
    assert run_test("normal_approximation", "greater", errors=850, n=1000, p0=0.3).p_value == pytest.approx(
        special.erfc(0.55 / np.sqrt(0.21 / 1000) / np.sqrt(2)) / 2, rel=1e-10
    )


@pytest.mark.parametrize("dfn", [1.0, 2.0, 4.0, 7.0, 10.0])
@pytest.mark.parametrize("dfd", [1.0, 5.0, 7.3, 36.0])
def test_f_tails_are_incomplete_beta_functions_down_to_1e_minus_300(dfn, dfd):
    x = np.concatenate([[0.0], np.geomspace(1e-3, 1e60, 60), [np.inf]])
    tail = special.betainc(dfd / 2, dfn / 2, dfd / (dfd + dfn * x))
    kept = tail > 1e-300
    assert FisherF(dfn, dfd).sf(x)[kept] == pytest.approx(tail[kept], rel=1e-12, abs=0)
    assert FisherF(dfn, dfd).sf(np.inf) == 0


@pytest.mark.parametrize("df", [*range(1, 13), 30, 5000, 20_000])
def test_chi_squared_tails_are_incomplete_gamma_functions_down_to_1e_minus_300(df):
    x = np.concatenate([[0.0, 1e-9], np.geomspace(1e-3, 1300, 60), df * np.array([0.9, 1.0, 1.1]), [np.inf]])
    tail = special.gammaincc(df / 2, x / 2)
    assert ChiSquared(float(df)).sf(x) == pytest.approx(tail, rel=1e-11, abs=1e-305)


@pytest.mark.parametrize("largest", [3, 40, 10**9])
@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_many_counts_at_once_give_the_p_values_of_each(largest, alternative):
    rng = np.random.default_rng(9)
    e01, e10 = rng.integers(0, largest, (2, 60, 2))
    errors, n = np.minimum(e01, e10), e01 + e10 + 1
    for key in ("mcnemar_exact", "mcnemar_midp", "sign"):
        together = TESTS[key].evaluate(alternative, e01=e01, e10=e10).p_value
        alone = [
            run_test(key, alternative, e01=x, e10=y).p_value for x, y in zip(e01.flat, e10.flat, strict=True)
        ]
        assert together.ravel() == pytest.approx(alone, rel=1e-14, abs=0)
    for p0 in (0.3, np.where(errors % 2, 0.2, 0.6)):
        together = TESTS["binomial"].evaluate(alternative, errors=errors, n=n, p0=p0).p_value
        each = zip(errors.flat, n.flat, np.broadcast_to(p0, n.shape).flat, strict=True)
        alone = [run_test("binomial", alternative, errors=x, n=m, p0=p).p_value for x, m, p in each]
        assert together.ravel() == pytest.approx(alone, rel=1e-14, abs=0)


def test_critical_values_as_printed():
    printed = {
        ("t", 9, 0.05): "1.83",
        ("t", 29, 0.05): "1.70",
        ("t", 9, 0.025): "2.26",
        ("t", 29, 0.025): "2.05",
        ("t", 5, 0.025): "2.57",
        ("t", 20, 0.005): "2.85",
    }
    for (_, df, tail), text in printed.items():
        assert f"{StudentT(df).isf(tail):.2f}" == text
    # the printed 4.74 and 3.84, and Wang's 4.88
    assert f"{FisherF(10, 5).isf(0.05):.2f}" == "4.74"
    assert f"{FisherF(7, 5).isf(0.05):.2f}" == "4.88"
    assert f"{ChiSquared(1).isf(0.05):.2f}" == "3.84"


# --- counts ----------------------------------------------------------------------------------------------------


@given(st.integers(0, 60), st.integers(0, 60), st.booleans())
@settings(max_examples=60, deadline=None)
def test_mcnemar_agrees_with_statsmodels(e01, e10, correction):
    from statsmodels.stats.contingency_tables import mcnemar

    if e01 == e10:  # statsmodels corrects (0 − 1)² there; nothing is to be corrected
        assert run_test("mcnemar", e01=e01, e10=e10).p_value == 1
        assert run_test("mcnemar_exact", e01=e01, e10=e10).p_value == 1
        assert run_test("mcnemar_midp", e01=e01, e10=e10).p_value == 1
        return
    table = [[10, e01], [e10, 20]]
    theirs = mcnemar(table, exact=False, correction=correction)
    ours = run_test("mcnemar", e01=e01, e10=e10, correction=correction)
    assert ours.statistic == pytest.approx(theirs.statistic, rel=1e-12)
    assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-10)
    exact = mcnemar(table, exact=True)
    assert run_test("mcnemar_exact", e01=e01, e10=e10).p_value == pytest.approx(exact.pvalue, rel=1e-10)
    assert run_test("sign", e01=e01, e10=e10).p_value == pytest.approx(exact.pvalue, rel=1e-10)
    middle = exact.pvalue - stats.binom.pmf(min(e01, e10), e01 + e10, 0.5)
    assert run_test("mcnemar_midp", e01=e01, e10=e10).p_value == pytest.approx(middle, rel=1e-9)


def test_one_sided_mcnemar_is_the_signed_root():
    more = run_test("mcnemar", "greater", e01=25, e10=10)
    assert more.statistic == pytest.approx(np.sqrt(5.6))
    assert more.p_value == pytest.approx(stats.norm.sf(np.sqrt(5.6)))
    fewer = run_test("mcnemar", "less", e01=25, e10=10)
    assert fewer.p_value == pytest.approx(stats.norm.cdf(np.sqrt(5.6)))


def test_mid_p_one_sided_takes_half_of_the_outcome():
    exact = stats.binom.sf(7, 10, 0.5) + stats.binom.pmf(8, 10, 0.5) / 2 - stats.binom.pmf(8, 10, 0.5)
    p = run_test("mcnemar_midp", "greater", e01=8, e10=2).p_value
    assert p == pytest.approx(stats.binom.sf(7, 10, 0.5) - stats.binom.pmf(8, 10, 0.5) / 2)
    assert p == pytest.approx(exact)
    assert run_test("mcnemar_midp", "greater", e01=0, e10=3).p_value == pytest.approx(1 - 0.125 / 2)


def test_mitchells_two_samples_of_a_hundred():
    verdict = run_test("two_proportions", "greater", errors_1=30, n_1=100, errors_2=20, n_2=100)
    assert verdict.statistic == pytest.approx(1.64399, abs=5e-6)
    assert not verdict.rejects(0.05)
    assert "p = .0501 > α = .05" in verdict.sentence()


# --- folds -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_t_tests_agree_with_scipy(alternative):
    a, b = RNG.normal(0.3, 0.05, 12), RNG.normal(0.27, 0.05, 12)
    for ours, theirs in (
        (run_test("paired_t", alternative, a=a, b=b), stats.ttest_rel(a, b, alternative=alternative)),
        (run_test("resampled_t", alternative, a=a, b=b), stats.ttest_rel(a, b, alternative=alternative)),
        (
            run_test("welch_t", alternative, a=a, b=b),
            stats.ttest_ind(a, b, equal_var=False, alternative=alternative),
        ),
        (
            run_test("one_sample_t", alternative, scores=a, p0=0.28),
            stats.ttest_1samp(a, 0.28, alternative=alternative),
        ),
        (run_test("paired_loss_t", alternative, a=a, b=b), stats.ttest_rel(a, b, alternative=alternative)),
    ):
        assert ours.statistic == pytest.approx(theirs.statistic, rel=1e-12)
        assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-10)
        assert ours.df == pytest.approx(theirs.df, rel=1e-12)
        interval = theirs.confidence_interval(0.9)
        mine = ours.confidence_interval(0.9)
        assert (mine.low, mine.high) == pytest.approx((interval.low, interval.high), rel=1e-9)


def test_corrected_t_by_hand_and_with_sizes_per_pair():
    a, b = RNG.normal(0.3, 0.05, (3, 10)), RNG.normal(0.27, 0.05, (3, 10))
    d = (a - b).ravel()
    expected = d.mean() / np.sqrt((1 / 30 + 1 / 9) * d.var(ddof=1))
    for n_train, n_validation in ((90, 10), (np.full((3, 10), 90), 10), (np.full(30, 90.0), np.full(30, 10))):
        verdict = run_test("corrected_t", a=a, b=b, n_train=n_train, n_validation=n_validation)
        assert verdict.statistic == pytest.approx(expected, rel=1e-12)
        assert verdict.df == 29
    sizes = np.where(np.arange(30) < 15, 8, 12)
    uneven = run_test("corrected_t", a=a, b=b, n_train=100 - sizes, n_validation=sizes)
    assert uneven.terms["ratio"] == pytest.approx(sizes.sum() / (100 - sizes).sum())
    ratio_check = next(check for check in uneven.checks if check.code == "ratio")
    assert ratio_check.holds is False
    assert run_test("corrected_t", a=a, b=b, n_train=1e12, n_validation=2).p_value == pytest.approx(
        stats.ttest_1samp(d, 0).pvalue, rel=1e-6
    )


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_corrected_form_of_the_one_sample_t_uses_the_sizes_of_the_sets(alternative):
    scores = RNG.normal(0.3, 0.05, (10, 5))  # 10×5-fold over 103 instances
    sizes = {"n_train": np.tile([82, 82, 82, 83, 83], (10, 1)), "n_validation": [[21, 21, 21, 20, 20]] * 10}
    zeros = np.full((10, 5), 0.28)
    theirs = run_test("corrected_t", alternative, a=scores, b=zeros, **sizes)
    ours = run_test("one_sample_t", alternative, scores=scores, p0=0.28, **sizes)
    assert ours.terms["ratio"] == pytest.approx(103 / 412, rel=1e-12)
    assert ours.terms["corrected_p"] == pytest.approx(theirs.p_value, rel=1e-10)
    assert ours.p_value == pytest.approx(
        stats.ttest_1samp(scores.ravel(), 0.28, alternative=alternative).pvalue
    )
    unknown = run_test("one_sample_t", alternative, scores=scores, p0=0.28)
    assert unknown.terms["ratio"] == 1 / 4  # of five folds, not of fifty pairs
    assert unknown.terms["corrected_p"] == pytest.approx(theirs.p_value, rel=1e-10)
    assert run_test("one_sample_t", scores=scores.ravel(), p0=0.28).terms["ratio"] == 1 / 49


def test_one_learner_over_repeated_folds_is_judged_with_the_sizes_of_its_folds():
    facts = DesignFacts("repeated_k_fold", 3, 5, 80, 20)
    scores = RNG.normal(0.3, 0.05, (3, 5))
    rows = [("d", "A", r + 1, f + 1, 80, 20, scores[r, f]) for r in range(3) for f in range(5)]
    frame = pd.DataFrame(rows, columns=FOLD_SCORE_COLUMNS)
    for table in (frame, frame.assign(n_train=np.nan, n_validation=np.nan)):
        evidence = FoldScores(table, "error", "error", True, facts=facts, learner_order=("A",))
        inputs = inputs_of("one_sample_t", evidence, "A", p0=0.28)
        terms = run_test("one_sample_t", **inputs).terms
        assert terms["ratio"] == pytest.approx(0.25)
        expected = (scores.mean() - 0.28) / np.sqrt((1 / 15 + 0.25) * scores.var(ddof=1))
        assert terms["corrected_statistic"] == pytest.approx(expected, rel=1e-12)
    unsized = FoldScores(table, "error", "error", True, learner_order=("A",))
    inputs = inputs_of("one_sample_t", unsized, "A", p0=0.28)
    assert run_test("one_sample_t", **inputs).terms["ratio"] == 0.25


def test_one_size_alone_or_of_other_folds_is_refused():
    for sizes in ({"n_train": 90}, {"n_validation": 10}, {"n_train": [90] * 3, "n_validation": 10}):
        with pytest.raises(InputError):
            run_test("one_sample_t", scores=[0.1, 0.2, 0.3, 0.2], p0=0.2, **sizes)


def test_equivalence_is_the_larger_of_two_one_sided_tests():
    d = RNG.normal(0.01, 0.02, 10)
    for rope in (0.005, 0.02, 0.05):
        verdict = run_test("equivalence", a=d, b=np.zeros(10), n_train=90, n_validation=10, rope=rope)
        se = np.sqrt((0.1 + 1 / 9) * d.var(ddof=1))
        expected = max(stats.t.sf((d.mean() + rope) / se, 9), stats.t.cdf((d.mean() - rope) / se, 9))
        assert verdict.p_value == pytest.approx(expected, rel=1e-10)
        for alpha in (0.05, 0.2):
            interval = verdict.confidence_interval(1 - 2 * alpha)
            assert verdict.rejects(alpha) == (-rope <= interval.low and interval.high <= rope)


def five_by_two():
    """A table of differences written down by hand, and its statistics by loops."""
    d = np.array([[0.10, 0.02], [0.04, 0.06], [-0.01, 0.03], [0.07, 0.05], [0.02, 0.00]])
    s2 = [sum((x - sum(row) / 2) ** 2 for x in row) for row in d.tolist()]
    return d, s2


def test_five_by_two_statistics_by_loops():
    d, s2 = five_by_two()
    zero = np.zeros((5, 2))
    t = run_test("5x2_t", a=d, b=zero)
    assert t.statistic == pytest.approx(0.10 / np.sqrt(sum(s2) / 5))
    assert t.terms["numerators"] == pytest.approx(d / np.sqrt(sum(s2) / 5))
    assert t.terms["mean_difference"] == pytest.approx(d.mean())
    assert t.estimate == pytest.approx(0.10)
    f = run_test("5x2_f", a=d, b=zero)
    assert f.statistic == pytest.approx(sum(x * x for x in d.ravel()) / (2 * sum(s2)))
    assert f.p_value == pytest.approx(stats.f.sf(f.statistic, 10, 5), rel=1e-12)
    assert f.df == (10, 5)
    balanced = run_test("balanced_5x2_f", a=d, b=zero)
    assert balanced.statistic == f.statistic
    assert balanced.p_value == pytest.approx(stats.f.sf(f.statistic, 7, 5), rel=1e-12)
    with_rho = run_test("balanced_5x2_f", a=d, b=zero, rho1=0.2, rho2=0.3)
    assert with_rho.statistic == pytest.approx(0.8 * f.statistic)
    assert with_rho.p_value == pytest.approx(stats.f.sf(0.8 * f.statistic, 5.681818, 5), rel=1e-6)
    assert run_test("balanced_5x2_f", a=d, b=zero, rho1=0, rho2=0).p_value == pytest.approx(f.p_value)
    blocked = run_test("blocked_3x2_t", a=d[:3], b=zero[:3])
    block = d[:3].ravel()
    assert blocked.statistic == pytest.approx(block.mean() / np.sqrt(((block - block.mean()) ** 2).sum() / 6))
    assert blocked.df == 5


def test_f_interval_holds_the_differences_that_are_not_rejected():
    d, _ = five_by_two()
    for key, options in (
        ("5x2_f", {}),
        ("balanced_5x2_f", {"rho1": 0.2, "rho2": 0.3}),
        ("exact_5x2_f", {"rho1": 0.1, "rho2": 0.2}),
    ):
        interval = run_test(key, a=d, b=np.zeros((5, 2)), **options).confidence_interval(0.95)
        for end, inwards in ((interval.low, 1e-6), (interval.high, -1e-6)):
            assert not run_test(key, a=d, b=np.full((5, 2), end + inwards), **options).rejects(0.05)
            assert run_test(key, a=d, b=np.full((5, 2), end - inwards), **options).rejects(0.05)


def test_f_interval_may_be_empty():
    d = np.array([[1.0, 1], [2, 2], [3, 3.001], [-4, -4], [9, 9]])
    interval = run_test("5x2_f", a=d, b=np.zeros((5, 2))).confidence_interval(0.95)
    assert np.isnan(interval.low)
    assert "empty" in interval.caution
    assert "empty" in run_test("5x2_f", a=d, b=np.zeros((5, 2))).paragraph()


WANG_TABLE_2 = """
10.000 9.804 9.259 8.475 7.576 6.667 5.814 5.051 4.386 3.817 3.333
9.780 9.238 8.457 7.561 6.656 5.806 5.044 4.381 3.813 3.331
9.174 8.403 7.519 6.623 5.780 5.025 4.367 3.802 3.322
8.316 7.449 6.568 5.739 4.994 4.343 3.784 3.309
7.353 6.494 5.682 4.950 4.310 3.759 3.289
6.400 5.610 4.896 4.269 3.728 3.265
5.525 4.831 4.219 3.690 3.236
4.756 4.162 3.646 3.203
4.098 3.597 3.165
3.543 3.123
3.077
"""


def test_all_66_cells_of_wangs_table_2():
    rows = [line.split() for line in WANG_TABLE_2.split("\n") if line]
    cells = 0
    for i, row in enumerate(rows):
        for j, printed in enumerate(row):
            assert f"{degrees_of_freedom(0.05 * i, 0.05 * (i + j)):.3f}" == printed
            cells += 1
    assert cells == 66
    mean = integrate.quad(lambda rho: degrees_of_freedom(0, rho), 0, 0.5)[0] / 0.5
    assert mean == pytest.approx(5 * np.sqrt(2) * np.arctan(np.sqrt(2)), rel=1e-12)
    assert f"{mean:.2f}" == "6.76"


def test_exact_null_of_the_f_statistic():
    independent = Exact5x2F(0.0, 0.0)
    x = np.array([0.5000001, 0.6, 1, 3.025, 10, 1e3, 1e5])
    assert independent.sf(x) == pytest.approx(FisherF(5, 5).sf(2 * x - 1), rel=1e-10)  # F = ½(1 + F_{5,5})
    assert independent.sf([0.5, 0.1, -3]) == pytest.approx([1, 1, 1])
    assert f"{independent.isf(0.05):.3f}" == "3.025"
    assert f"{Exact5x2F(0.5, 0.5).isf(0.05):.2f}" == "9.14"
    usual, calibrated = FisherF(10, 5).isf(0.05), FisherF(7, 5).isf(0.05)
    sizes = {(0, 0): (0.0175, 0.0163), (0.25, 0.25): (0.054, 0.051), (0.4, 0.49): (0.103, 0.099)}
    for rho, (ten, seven) in sizes.items():
        assert Exact5x2F(*rho).sf(usual) == pytest.approx(ten, abs=6e-4)
        assert Exact5x2F(*rho).sf(calibrated) == pytest.approx(seven, abs=6e-4)
    assumed = Exact5x2F(0.0, 0.0).isf(0.05)
    for rho, size in {(0.1, 0.1): 0.074, (0.25, 0.25): 0.127, (0.4, 0.49): 0.199}.items():
        assert Exact5x2F(*rho).sf(assumed) == pytest.approx(size, abs=6e-4)
    assert Exact5x2F(0.232, 0.232).sf(usual) == pytest.approx(0.05, abs=1e-4)
    assert Exact5x2F(0.245, 0.245).sf(calibrated) == pytest.approx(0.05, abs=1.5e-4)


@pytest.mark.parametrize("rho", [(0.1, 0.1), (0.3, 0.4), (0.0, 0.5), (0.5, 0.5), (0.0, 0.499)])
def test_exact_null_is_the_distribution_of_correlated_normals(rho):
    rng = np.random.default_rng(3)
    covariance = np.full((10, 10), rho[1])
    for i in range(5):
        covariance[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = rho[0]
    np.fill_diagonal(covariance, 1)
    values, vectors = np.linalg.eigh(covariance)
    d = rng.normal(size=(10_000, 10)) @ (vectors * np.sqrt(np.maximum(values, 0))).T
    a = d.reshape(-1, 5, 2)
    p = TESTS["exact_5x2_f"].evaluate(a=a, b=np.zeros_like(a), rho1=rho[0], rho2=rho[1]).p_value
    for alpha in (0.01, 0.05, 0.3):
        assert np.mean(p <= alpha) == pytest.approx(alpha, abs=4 * np.sqrt(alpha * (1 - alpha) / len(p)))


def test_exact_null_agrees_with_plain_quadrature():
    """P(λ1·A² + λ2·χ²_4 ≥ c·χ²_5) over a grid of the normal A and χ²_5, χ²_4 in closed form."""
    nodes, weights = np.polynomial.legendre.leggauss(160)
    for rho1, rho2 in ((0.1, 0.2), (0.4, 0.49), (0.0, 0.3)):
        lambda1, lambda2 = 0.5 * (1 + rho1) + 4 * rho2, 0.5 * (1 + rho1) - rho2
        w = 30 * (nodes + 1)[:, None]
        for f in (0.7, 2.0, 5.0):
            c = (2 * f - 1) * 0.5 * (1 - rho1)
            corner = np.sqrt(c * w / lambda1)
            a = corner * (nodes + 1) / 2
            rest = (c * w - lambda1 * a**2) / lambda2
            inner = (
                (np.exp(-(a**2) / 2 - rest / 2) * (1 + rest / 2))
                @ weights
                * corner[:, 0]
                / np.sqrt(2 * np.pi)
            )
            density = w[:, 0] ** 1.5 * np.exp(-w[:, 0] / 2) / (3 * np.sqrt(2 * np.pi))
            total = 30 * (weights * density) @ (inner + special.erfc(corner[:, 0] / np.sqrt(2)))
            assert Exact5x2F(rho1, rho2).sf(f) == pytest.approx(total, rel=1e-6)


@pytest.mark.parametrize(
    "rho", [(0.0, 1e-12), (0.0, 0.0188), (0.0, 0.0189), (0.1, 0.2), (0.4, 0.49), (0.0, 0.49)]
)
def test_exact_null_keeps_its_accuracy_in_the_far_tail(rho):
    null = Exact5x2F(*rho)
    lambda1, lambda2 = 0.5 * (1 + rho[0]) + 4 * rho[1], 0.5 * (1 + rho[0]) - rho[1]

    def integrand(angle, c):  # u = sin² of the angle; the tail of Beta(3, 2) there
        z = min(1.0, lambda2 / (lambda2 + c - (c + lambda1) * np.sin(angle) ** 2))
        return np.cos(angle) ** 4 * z**3 * (4 - 3 * z)

    for f in (0.6, 1.0, 4.0, 30.0):
        c = (2 * f - 1) * 0.5 * (1 - rho[0])
        end = np.arctan(np.sqrt(c / lambda1))
        inside = integrate.quad(integrand, 0, end, args=(c,), epsabs=0, epsrel=1e-11, limit=400)[0]
        beyond = special.betainc(2.5, 0.5, lambda1 / (c + lambda1))
        assert null.sf(f) == pytest.approx(beyond + 2 * inside / special.beta(0.5, 2.5), rel=1e-10)
    assert null.sf(1e110) / null.sf(1e50) == pytest.approx(1e-150, rel=1e-12, abs=0)  # falls like f^(−5/2)
    x = np.array([1e20, 1e60, 1e118])
    assert Exact5x2F(0.0, 0.0).sf(x) == pytest.approx(FisherF(5, 5).sf(2 * x), rel=1e-12, abs=0)


# --- ranks and permutations --------------------------------------------------------------------------------------


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("n", [6, 13, 50])
def test_wilcoxon_agrees_with_scipy_exact(alternative, n):
    d = np.random.default_rng(n).normal(0.3, 1, n)
    theirs = stats.wilcoxon(d, alternative=alternative, method="exact")
    ours = run_test("wilcoxon", alternative, a=d, b=np.zeros(n))
    assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-10)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_wilcoxon_beyond_fifty_is_normal_with_continuity(alternative):
    d = np.round(np.random.default_rng(5).normal(0.3, 1, 80), 1)
    theirs = stats.wilcoxon(d, alternative=alternative, method="asymptotic", correction=True)
    assert run_test("wilcoxon", alternative, a=d, b=np.zeros(80)).p_value == pytest.approx(
        theirs.pvalue, rel=1e-9
    )


@pytest.mark.parametrize("zeros", ["drop", "pratt", "split"])
def test_wilcoxon_with_ties_and_zeros_is_enumerated(zeros):
    d = np.array([0.0, 0.0, 0.0, 1, -1, 2, 2, 3, -2, 5, 4, 4])
    ranks = stats.rankdata(np.abs(d))
    split = 0.0
    if zeros == "drop":
        ranks = stats.rankdata(np.abs(d[d != 0]))
    elif zeros == "split":  # three zeros: one is dropped, two share the ranks 1.5 + 1.5
        ranks = stats.rankdata(np.abs(d[1:]))[2:]
        split = 1.5
    else:
        ranks = ranks[3:]
    signs = np.sign(d[d != 0])
    observed = ranks[signs > 0].sum()
    sums = [
        sum(r for r, up in zip(ranks, pattern, strict=True) if up)
        for pattern in product((0, 1), repeat=len(ranks))
    ]
    sums = np.array(sums)
    one_sided = np.mean(sums >= observed - 1e-9)
    verdict = run_test("wilcoxon", "greater", a=d, b=np.zeros(12), zeros=zeros)
    assert verdict.p_value == pytest.approx(one_sided, rel=1e-12)
    assert verdict.statistic == pytest.approx(observed + split)
    assert verdict.terms["zeros"] == 3


def test_wilcoxon_takes_rounding_for_ties():
    a = np.array([0.3, 0.7, 0.5, 0.9, 0.4, 0.6, 0.8])
    b = a - np.array([0.1, 0.1, 0.1, -0.1, 0.1, 0.1, 0.1])
    ranks = run_test("wilcoxon", a=a, b=b).terms["ranks"]
    assert ranks == pytest.approx(np.full(7, 4.0))


def test_hodges_lehmann_interval_is_the_inverted_test():
    d = np.random.default_rng(8).normal(0.3, 1, 9)
    verdict = run_test("wilcoxon", a=d, b=np.zeros(9))
    interval = verdict.confidence_interval(0.95)
    for end, inwards in ((interval.low, 1e-9), (interval.high, -1e-9)):
        assert run_test("wilcoxon", a=d, b=np.full(9, end + inwards)).p_value > 0.05
        assert run_test("wilcoxon", a=d, b=np.full(9, end - inwards)).p_value <= 0.05
    assert interval.low < verdict.estimate < interval.high


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_permutation_agrees_with_scipy(alternative):
    d = np.random.default_rng(2).normal(0.3, 1, 9)
    theirs = stats.permutation_test(
        (d,), np.mean, permutation_type="samples", n_resamples=np.inf, alternative=alternative
    )
    assert run_test("permutation", alternative, a=d, b=np.zeros(9)).p_value == pytest.approx(
        theirs.pvalue, rel=1e-10
    )


def test_permutation_of_many_pairs_is_seeded_and_near_the_t_test():
    d = np.random.default_rng(2).normal(0.3, 1, 40)
    first, second = (run_test("permutation", a=d, b=np.zeros(40)) for _ in range(2))
    assert first.p_value == second.p_value
    assert first.p_value == pytest.approx(stats.ttest_1samp(d, 0).pvalue, abs=0.01)
    assert first.p_value >= 1 / 100_001


# --- AUC -------------------------------------------------------------------------------------------------------


def delong_by_pairs(y, scores):
    """AUC and the structural components straight from the definition, over all pairs."""
    positive, negative = scores[y == 1], scores[y == 0]
    wins = (positive[:, None] > negative) + 0.5 * (positive[:, None] == negative)
    return wins.mean(), wins.mean(axis=1), wins.mean(axis=0)


@pytest.mark.parametrize("rounded", [False, True])
def test_delong_agrees_with_its_definition(rounded):
    rng = np.random.default_rng(4)
    y = rng.permutation(np.repeat([0, 1], [30, 17]))
    a, b = y + rng.normal(0, 1, 47), y + rng.normal(0, 1.5, 47)
    if rounded:
        a, b = np.round(a), np.round(b)
    (auc_a, pos_a, neg_a), (auc_b, pos_b, neg_b) = delong_by_pairs(y, a), delong_by_pairs(y, b)
    variance = np.var(pos_a - pos_b, ddof=1) / 17 + np.var(neg_a - neg_b, ddof=1) / 30
    verdict = run_test("delong", y=y, scores_a=a, scores_b=b)
    assert verdict.terms["auc_first"] == pytest.approx(auc_a, rel=1e-12)
    assert verdict.estimate == pytest.approx(auc_a - auc_b, rel=1e-10)
    assert verdict.statistic == pytest.approx((auc_a - auc_b) / np.sqrt(variance), rel=1e-10)
    assert verdict.p_value == pytest.approx(2 * stats.norm.sf(abs(verdict.statistic)), rel=1e-10)


def test_auc_agrees_with_scikit_learn():
    from sklearn.metrics import roc_auc_score

    rng = np.random.default_rng(6)
    y = rng.integers(0, 2, 300)
    scores = np.round(y + rng.normal(0, 1, 300), 1)
    assert placements(y, scores).auc == pytest.approx(roc_auc_score(y, scores), rel=1e-12)


@given(st.lists(st.integers(0, 6), min_size=1, max_size=30))
def test_midranks_agree_with_scipy(values):
    assert midranks(np.array(values, dtype=float)) == pytest.approx(stats.rankdata(values))
    table = np.array([values, values[::-1]], dtype=float)
    assert midranks(table) == pytest.approx(stats.rankdata(table, axis=1))


# --- many learners -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 5, COUNTED, COUNTED + 1, 150])
def test_ranks_of_many_samples_agree_with_scipy(n):
    values = np.round(np.random.default_rng(n).normal(size=(4, 3, n)), 1)
    expected = stats.rankdata(values, axis=-1)
    for laid_out in (values, np.moveaxis(np.ascontiguousarray(np.moveaxis(values, -1, 0)), 0, -1)):
        ranks = tied_ranks(laid_out + 1e-15 * (laid_out > 0), np.full((4, 3), 1e-12))
        assert np.array_equal(ranks, expected)
    groups = [np.unique(row, return_counts=True)[1] for row in values.reshape(-1, n)]
    counts = np.reshape([(t**3 - t).sum() for t in groups], (4, 3))
    assert np.array_equal(tie_sizes(expected), counts)


def test_scores_equal_up_to_rounding_share_their_ranks():
    table = [[0.1 + 0.2, 0.3, 0.5], [0.3, 0.1 + 0.2, 0.4], [0.7, 0.1 + 0.6, 0.2], [0.6, 0.3 + 0.3, 0.9]]
    ranks = [[1.5, 1.5, 3], [1.5, 1.5, 3], [2.5, 2.5, 1], [1.5, 1.5, 3]]
    assert run_test("friedman", scores=table).terms["mean_ranks"] == pytest.approx(np.mean(ranks, axis=0))


@pytest.mark.parametrize("shape", [(1, 10), (10, 10), (10, 2), (100, 1)])
def test_a_constant_difference_is_seen_among_many_experiments_however_many_folds(shape):
    b = np.random.default_rng(3).uniform(0.1, 0.3, (50, *shape))
    a = b + 0.1
    a[1] = b[1]
    keys = ["paired_t", "blocked_3x2_t", "5x2_t"] if shape[1] == 2 else ["paired_t"]
    for key in keys:
        result = TESTS[key].evaluate(a=a, b=b)
        assert np.flatnonzero(result.defined).tolist() == [1]
        assert result.p_value[1] == 1
    constant = TESTS["one_sample_t"].evaluate(scores=np.full((3, *shape), 0.1), p0=[0.1, 0.2, 0.3])
    assert constant.defined.tolist() == [True, False, False]
    table = np.repeat(b.reshape(50, -1, 1), 3, axis=-1) + np.array([0.0, 0.1, 0.2])
    assert not TESTS["repeated_anova"].evaluate(scores=table).defined.any()


def test_analyses_of_variance_agree_with_scipy_and_statsmodels():
    import pandas as pd
    from statsmodels.stats.anova import AnovaRM

    scores = np.random.default_rng(9).normal((0.2, 0.25, 0.27, 0.2), 0.05, (10, 4))
    theirs = stats.f_oneway(*scores.T)
    ours = run_test("anova", scores=scores)
    assert (ours.statistic, ours.p_value) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-10)
    tidy = pd.DataFrame(scores).stack().rename_axis(["fold", "learner"]).rename("score").reset_index()
    block = AnovaRM(tidy, "score", "fold", within=["learner"]).fit().anova_table.iloc[0]
    repeated = run_test("repeated_anova", scores=scores)
    assert repeated.statistic == pytest.approx(block["F Value"], rel=1e-9)
    assert repeated.p_value == pytest.approx(block["Pr > F"], rel=1e-8)
    assert repeated.df == (3, 27)
    assert 1 / 3 <= repeated.terms["epsilon"] <= 1


def test_greenhouse_geisser_by_its_definition():
    scores = np.random.default_rng(9).normal(0.2, 0.05, (10, 4))
    covariance = np.cov(scores.T)
    centre = np.eye(4) - 0.25
    doubled = centre @ covariance @ centre
    expected = np.trace(doubled) ** 2 / (3 * (doubled**2).sum())
    assert run_test("repeated_anova", scores=scores).terms["epsilon"] == pytest.approx(expected, rel=1e-10)


def test_corrected_anova_of_two_is_the_square_of_the_corrected_t():
    scores = np.random.default_rng(9).normal((0.2, 0.24), 0.05, (10, 2))
    t = run_test("corrected_t", a=scores[:, 0], b=scores[:, 1], n_train=90, n_validation=10)
    f = run_test("corrected_anova", scores=scores, n_train=90, n_validation=10)
    assert f.statistic == pytest.approx(t.statistic**2, rel=1e-10)
    assert f.p_value == pytest.approx(t.p_value, rel=1e-10)


@pytest.mark.parametrize("decimals", [6, 1])
def test_rank_tests_agree_with_scipy(decimals):
    scores = np.round(np.random.default_rng(3).normal((0.2, 0.3, 0.5), 0.2, (9, 3)), decimals)
    friedman = stats.friedmanchisquare(*scores.T)
    ours = run_test("friedman", scores=scores)
    assert (ours.statistic, ours.p_value) == pytest.approx((friedman.statistic, friedman.pvalue), rel=1e-10)
    kruskal = stats.kruskal(*scores.T)
    ours = run_test("kruskal_wallis", scores=scores)
    assert (ours.statistic, ours.p_value) == pytest.approx((kruskal.statistic, kruskal.pvalue), rel=1e-10)
    chi2 = friedman.statistic
    f = run_test("iman_davenport", scores=scores)
    assert f.statistic == pytest.approx(8 * chi2 / (18 - chi2), rel=1e-10)
    assert f.p_value == pytest.approx(stats.f.sf(f.statistic, 2, 16), rel=1e-10)


def test_friedman_exact_by_enumeration():
    scores = np.array([[1.0, 2, 3], [1, 3, 2], [2, 1, 3]])
    orders = list(product([(1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1)], repeat=3))
    values = [12 / 36 * sum((s - 6) ** 2 for s in map(sum, zip(*rows, strict=True))) for rows in orders]
    verdict = run_test("friedman", scores=scores)
    assert verdict.terms["exact_p"] == pytest.approx(np.mean(np.array(values) >= verdict.statistic - 1e-9))


def test_perfect_order_has_its_exact_p_value():
    verdict = run_test("iman_davenport", scores=np.tile([1.0, 2, 3, 4], (5, 1)))
    assert verdict.statistic == np.inf
    assert verdict.p_value == pytest.approx((1 / 24) ** 4)


def test_cochran_agrees_with_statsmodels():
    from statsmodels.stats.contingency_tables import cochrans_q

    correct = (np.random.default_rng(1).random((80, 4)) < (0.6, 0.7, 0.8, 0.65)).astype(int)
    theirs = cochrans_q(correct)
    ours = run_test("cochran_q", correct=correct)
    assert (ours.statistic, ours.p_value) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-10)


def test_sign_test_splits_ties_evenly():
    a = np.array([1.0, 1, 1, 1, 1, 1, 1, 0, 0.5, 0.5, 0.5])
    b = np.array([0.0, 0, 0, 0, 0, 0, 0, 1, 0.5, 0.5, 0.5])
    split = run_test("sign_over_datasets", a=a, b=b)  # 7 wins, 1 loss, 3 ties: one dropped, one for each
    assert split.p_value == pytest.approx(stats.binomtest(8, 10).pvalue)
    dropped = run_test("sign_over_datasets", a=a, b=b, ties="drop")
    assert dropped.p_value == pytest.approx(stats.binomtest(7, 8).pvalue)


# --- Bayesian ----------------------------------------------------------------------------------------------------


def test_posterior_is_the_scaled_t():
    d = np.random.default_rng(1).normal(-0.02, 0.02, 10)
    posterior = run_test("bayesian_t", a=0.3 + d, b=np.full(10, 0.3), n_train=90, n_validation=10, rope=0.01)
    scale = np.sqrt((0.1 + 1 / 9) * d.var(ddof=1))
    frozen = stats.t(9, d.mean(), scale)
    assert posterior.p_left == pytest.approx(frozen.cdf(-0.01), rel=1e-9)
    assert posterior.p_right == pytest.approx(frozen.sf(0.01), rel=1e-9)
    assert posterior.p_left + posterior.p_rope + posterior.p_right == pytest.approx(1)
    interval = posterior.interval(0.9)
    assert (interval.low, interval.high) == pytest.approx(frozen.interval(0.9), rel=1e-9)
    assert posterior.with_rope(0.0).p_rope == pytest.approx(0, abs=1e-15)
    x, density = posterior.curve()
    assert density == pytest.approx(frozen.pdf(x), rel=1e-9)
    assert posterior.p_first == posterior.p_left  # lower is better unless said otherwise


def test_signed_rank_posterior():
    d = np.random.default_rng(1).normal(-0.03, 0.02, 12)
    posterior = run_test("bayesian_signed_rank", a=0.3 + d, b=np.full(12, 0.3), rope=0.005)
    assert posterior.p_left > 0.9
    assert posterior.p_left + posterior.p_rope + posterior.p_right == pytest.approx(1)
    assert posterior.draws.sum(axis=1) == pytest.approx(np.ones(len(posterior.draws)))
    # E[w_i w_j] of a Dirichlet: the mean of the draws in closed form
    alpha = np.r_[0.5, np.ones(12)]
    z = np.r_[0.0, d]
    total = alpha.sum()
    moments = (np.outer(alpha, alpha) + np.diag(alpha)) / (total * (total + 1))
    averages = (z[:, None] + z) / 2
    expected = [(moments * (averages < -0.005)).sum(), (moments * (averages > 0.005)).sum()]
    assert posterior.draws[:, [0, 2]].mean(axis=0) == pytest.approx(expected, abs=0.003)
    turned = run_test("bayesian_signed_rank", a=np.full(12, 0.3), b=0.3 + d, rope=0.005)
    assert turned.p_right == pytest.approx(posterior.p_left, abs=0.02)
    assert run_test("bayesian_signed_rank", a=d, b=d, rope=0.0).p_rope == 1
    assert posterior.interval().contains(d.mean())
    assert posterior.with_rope(0.5).p_rope == 1
    assert "data sets like these" in posterior.sentence()
    stacked = TESTS["bayesian_signed_rank"].evaluate(
        a=np.stack([d[None], -d[None]]), b=np.zeros((1, 12)), rope=0.005
    )
    assert stacked.terms["p_left"][0] == posterior.p_left
