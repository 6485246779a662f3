"""Rank, AUC, many-learner and Bayesian tests against independent values: SciPy, statsmodels, enumeration."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from core.inference import TESTS, run_test
from core.inference.distributions.placements import midranks, placements
from core.inference.distributions.ranks import COUNTED, tie_sizes, tied_ranks
from core.written import probability

RNG = np.random.default_rng(7)
ALTERNATIVES = ("two-sided", "less", "greater")


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


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 6)), min_size=1, max_size=COUNTED))
def test_few_instances_of_one_truth_are_counted_to_what_ranks_give(instances):
    y, scores = np.array(instances).T
    counted, ranked = placements(y, scores), placements(y[None], scores[None])
    np.testing.assert_allclose(counted.values, ranked.values[0], rtol=1e-12)


def test_one_sort_gives_the_share_of_the_other_class_that_each_instance_beats():
    rng = np.random.default_rng(2)
    y, scores = np.arange(90) % 3 == 0, rng.normal(size=(4, 90))
    found = placements(y, scores).values
    above = scores[:, y, None] > scores[:, None, ~y]
    np.testing.assert_allclose(found[:, y], above.mean(axis=2), rtol=1e-12)
    np.testing.assert_allclose(found[:, ~y], above.mean(axis=1), rtol=1e-12)
    np.testing.assert_allclose(placements(np.broadcast_to(y, scores.shape), scores).values, found, rtol=1e-12)
    assert np.isnan(placements(np.ones(90), scores).values).all()


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
    exact = np.mean(np.array(values) >= verdict.statistic - 1e-9)
    assert verdict.terms["exact_p"] == pytest.approx(exact)
    assert verdict.checks[1].sentence.endswith(f"is poor. Exact p {probability(exact)}.")
    tied = run_test("friedman", scores=[[1.0, 1, 3], [1, 3, 2], [2, 1, 3]])
    assert tied.checks[1].sentence.endswith("the χ² approximation is poor.")


def test_perfect_order_has_its_exact_p_value():
    verdict = run_test("iman_davenport", scores=np.tile([1.0, 2, 3, 4], (5, 1)))
    assert verdict.statistic == np.inf
    assert verdict.p_value == pytest.approx((1 / 24) ** 4)
    few = run_test("iman_davenport", scores=np.tile([1.0, 2, 3], (4, 1)))
    assert "approximation is poor" not in few.paragraph()
    assert few.checks[1].holds
    other = run_test("iman_davenport", scores=[[1.0, 2, 3], [1, 3, 2], [2, 1, 3]])
    assert "Here: 3; the F approximation is poor." in other.paragraph()


def test_cochran_speaks_of_the_error_rates_that_it_measures():
    verdict = run_test("cochran_q", correct=[(1, 0, 1)] * 20 + [(0, 1, 1)] * 8)
    assert "classifiers' error rates" in TESTS["cochran_q"].h0()
    assert "accurac" not in verdict.paragraph(0.05)


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


@given(
    st.lists(st.integers(-4, 6), min_size=3, max_size=12),
    st.sampled_from(["drop", "pratt", "split"]),
    st.sampled_from(["two-sided", "less", "greater"]),
    st.sampled_from([0.02, 0.05, 0.2, 0.5, 0.9]),
)
def test_wilcoxons_interval_holds_0_exactly_when_the_test_does_not_reject_with_ties_too(
    d, zeros, side, alpha
):
    verdict = run_test("wilcoxon", side, a=d, b=np.zeros(len(d)), zeros=zeros)
    interval = verdict.confidence_interval(1 - alpha)
    assert interval.low <= interval.high
    assert verdict.rejects(alpha) == (not interval.low <= 0 <= interval.high)


def test_wilcoxons_interval_of_many_tied_differences_agrees_with_its_p():
    rng = np.random.default_rng(4)
    seen = set()
    for _ in range(300):
        d = rng.integers(-4, 6, rng.integers(26, 60))
        verdict = run_test("wilcoxon", a=d, b=np.zeros(len(d)))
        interval = verdict.confidence_interval(0.95)
        seen.add(verdict.rejects(0.05))
        assert verdict.rejects(0.05) == (not interval.low <= 0 <= interval.high)
    assert seen == {True, False}
