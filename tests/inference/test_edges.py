"""Where there is nothing to judge: no difference, no variance, no disagreement; and scores that differ by rounding."""

import json

import numpy as np
import pytest

from core.errors import InputError, NotApplicable
from core.inference import TESTS, run_test

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
            assert "no verdict is possible" in verdict.sentence()
    assert "no verdict" not in run_test("mcnemar_exact", e01=6, e10=0).sentence()
    assert "no verdict" in run_test("sign", "greater", e01=4, e10=0).sentence()
    assert "no verdict" not in run_test("sign", "greater", e01=5, e10=0).sentence()
    assert "no verdict" in run_test("wilcoxon", a=[1.0, 2, 3, 4, 5], b=[0.0] * 5).sentence()


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
