"""Tests on folds against independent values: SciPy, loops, quadrature, published tables."""

import numpy as np
import pandas as pd
import pytest
from scipy import integrate, special, stats

import core
from core.errors import InputError, NotApplicable
from core.inference import TESTS, degrees_of_freedom, run_test
from core.inference import test_inputs as inputs_of
from core.inference.advice.fold_kinds import fold_rule
from core.inference.declaration.assumptions import CONSTANT_RATIO, LARGE_VALIDATION_SETS
from core.inference.distributions.continuous import FisherF
from core.inference.distributions.exact_5x2 import Exact5x2F
from core.records import FOLD_SCORE_COLUMNS, DesignFacts, FoldScores

RNG = np.random.default_rng(7)
ALTERNATIVES = ("two-sided", "less", "greater")


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
def test_corrected_one_sample_t_is_the_corrected_t_against_a_constant(alternative):
    scores = RNG.normal(0.3, 0.05, (10, 5))  # 10×5-fold over 103 instances
    sizes = {"n_train": np.tile([82, 82, 82, 83, 83], (10, 1)), "n_validation": [[21, 21, 21, 20, 20]] * 10}
    theirs = run_test("corrected_t", alternative, a=scores, b=np.full((10, 5), 0.28), **sizes)
    ours = run_test("corrected_one_sample_t", alternative, scores=scores, p0=0.28, **sizes)
    assert ours.terms["ratio"] == pytest.approx(103 / 412, rel=1e-12)
    assert (ours.statistic, ours.p_value) == pytest.approx((theirs.statistic, theirs.p_value), rel=1e-10)
    expected = (scores.mean() - 0.28) / np.sqrt((1 / 50 + 103 / 412) * scores.var(ddof=1))
    assert ours.statistic == pytest.approx(expected, rel=1e-12)
    own = run_test("corrected_one_sample_t", scores=scores, p0=0.28, **sizes).confidence_interval(0.9)
    stated = core.interval("corrected_mean_t", 0.9, scores=scores, **sizes)
    assert (own.low, own.high) == pytest.approx((stated.low, stated.high), rel=1e-12)
    assert stated.width > core.interval("mean_t", 0.9, scores=scores).width


def test_one_learner_over_repeated_folds_is_judged_with_the_sizes_of_its_folds():
    facts = DesignFacts("repeated_k_fold", 3, 5, 80, 20)
    scores = RNG.normal(0.3, 0.05, (3, 5))
    rows = [("d", "A", r + 1, f + 1, 80, 20, scores[r, f]) for r in range(3) for f in range(5)]
    frame = pd.DataFrame(rows, columns=FOLD_SCORE_COLUMNS)
    expected = (scores.mean() - 0.28) / np.sqrt((1 / 15 + 0.25) * scores.var(ddof=1))
    unsized = frame.assign(n_train=np.nan, n_validation=np.nan)
    for table, known in ((frame, facts), (unsized, facts), (unsized, DesignFacts("repeated_k_fold", 3, 5))):
        evidence = FoldScores(table, "error", "error", True, facts=known, learner_order=("A",))
        assert core.applicable_tests(evidence, "A", p0=0.28).advised == "corrected_one_sample_t"
        verdict = run_test(
            "corrected_one_sample_t", **inputs_of("corrected_one_sample_t", evidence, "A", p0=0.28)
        )
        assert verdict.statistic == pytest.approx(expected, rel=1e-12)
    nothing_known = FoldScores(unsized, "error", "error", True, learner_order=("A",))
    advice = core.applicable_tests(nothing_known, "A", p0=0.28)
    assert advice.advised is None
    assert "say which design" in advice.because


def test_corrected_one_sample_t_refuses_sizes_that_do_not_fit():
    for sizes in ({"n_train": 90}, {"n_validation": 10}, {"n_train": [90] * 3, "n_validation": 10}):
        with pytest.raises(InputError):
            run_test("corrected_one_sample_t", scores=[0.1, 0.2, 0.3, 0.2], p0=0.2, **sizes)
    with pytest.raises(NotApplicable, match="single loss"):
        run_test("corrected_one_sample_t", scores=[0, 1, 0, 0], p0=0.2, n_train=3, n_validation=1)


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
    assert (
        verdict.entry.h1()
        == "The absolute value of the expected difference is less than ρ, the largest that does not matter."
    )


def test_equivalence_on_disjoint_halves_is_two_one_sample_t_tests():
    d = RNG.normal(0.01, 0.02, 10)
    for rope in (0.005, 0.02, 0.05):
        verdict = run_test("paired_equivalence", a=d, b=np.zeros(10), rope=rope)
        sides = (
            stats.ttest_1samp(d, -rope, alternative="greater"),
            stats.ttest_1samp(d, rope, alternative="less"),
        )
        assert (verdict.terms["p_low"], verdict.terms["p_high"]) == pytest.approx(
            [side.pvalue for side in sides], rel=1e-10
        )
        assert verdict.p_value == pytest.approx(max(side.pvalue for side in sides), rel=1e-10)
        interval = verdict.confidence_interval(0.9)
        assert verdict.rejects(0.05) == (-rope <= interval.low and interval.high <= rope)
    halves = DesignFacts("disjoint_halves", 1, 10, 50, 50, training_sets_overlap=False)
    assert fold_rule(TESTS["paired_equivalence"], "disjoint", halves).status == "valid"
    assert fold_rule(TESTS["equivalence"], "disjoint", halves).status == "refused"


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


@pytest.mark.parametrize("rho", [(0.1, 0.1), (0.3, 0.4), (0.0, 0.49), (0.5, 0.5), (0.0, 0.499)])
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
    for rho1, rho2 in ((0.1, 0.2), (0.4, 0.49), (0.0, 0.3), (0.46, 0.37)):
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
    "rho",
    [
        *[(0.0, 1e-12), (0.0, 0.0188), (0.0, 0.0189), (0.1, 0.2), (0.4, 0.49), (0.0, 0.49)],
        *[(0.46, 0.37), (0.3, -0.01), (0.2, -0.1), (-0.4, -0.05)],
    ],
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


def test_a_ratio_of_sizes_is_said_of_every_pair_only_where_it_is_that_of_every_pair():
    of_wine = {"n_validation": [18] * 8 + [17] * 2, "n_train": [160] * 8 + [161] * 2}
    said = CONSTANT_RATIO.check(of_wine, None).sentence
    assert said == "The ratio of validation to training size is 0.111 on average and varies by 7\u00a0% only."
    alike = CONSTANT_RATIO.check({"n_validation": [10], "n_train": [90]}, None).sentence
    assert alike.endswith("is 0.111 for every pair.")


def test_a_mean_size_of_validation_sets_is_said_to_be_one():
    facts = DesignFacts("k_fold", 1, 10, 160.2, 17.8)
    assert LARGE_VALIDATION_SETS.check({}, facts).sentence.startswith(
        "A validation set holds on average 17.8 instances"
    )
    assert LARGE_VALIDATION_SETS.check({"n_validation": 17}, facts).sentence.startswith(
        "A validation set holds 17 inst"
    )
    assert LARGE_VALIDATION_SETS.check({"n_validation": [18, 17, 18]}, facts).sentence.startswith(
        "The smallest validation set holds 17 inst"
    )
