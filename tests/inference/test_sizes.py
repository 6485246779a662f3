"""Sizes at α = .05 under the null hypothesis, thousands of experiments in one call, against the known ones."""

import numpy as np
import pytest

from core.inference import TESTS

TRIALS = 20_000


def correlated(rng, within, between, m=5):
    """Unit normals, m × 2, with these correlations within and between replicates."""
    covariance = np.full((2 * m, 2 * m), between)
    for i in range(m):
        covariance[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = within
    np.fill_diagonal(covariance, 1.0)
    values, vectors = np.linalg.eigh(covariance)
    return (rng.normal(size=(TRIALS, 2 * m)) @ (vectors * np.sqrt(np.maximum(values, 0))).T).reshape(-1, m, 2)


def size(key, a, **options):
    result = TESTS[key].evaluate(a=a, b=np.zeros_like(a), **options)
    assert result.defined.all()
    return np.mean(result.p_value <= 0.05)


def near(expected):
    return pytest.approx(expected, abs=4 * np.sqrt(expected * (1 - expected) / TRIALS) + 5e-4)


@pytest.mark.parametrize(
    ("key", "m", "expected"),
    [
        ("5x2_t", 5, 0.028),
        ("5x2_f", 5, 0.0175),
        ("balanced_5x2_f", 5, 0.0163),
        ("blocked_3x2_t", 3, 0.0023),
        ("blocked_3x2_t", 5, 0.0001),
    ],
)
def test_m_by_two_tests_on_independent_normals(key, m, expected):
    assert size(key, np.random.default_rng(1).normal(size=(TRIALS, m, 2))) == near(expected)


def test_fold_tests_on_independent_normals():
    a = np.random.default_rng(2).normal(size=(TRIALS, 1, 10))
    assert size("paired_t", a) == near(0.05)
    assert size("corrected_t", a, n_train=9, n_validation=1.0001) == near(0.0094)
    assert size("wilcoxon", a) <= 0.05 + 0.006
    assert size("permutation", a[:4000]) <= 0.05 + 0.014


def test_one_sample_t_on_independent_normals():
    scores = np.random.default_rng(3).normal(0.3, 0.1, size=(TRIALS, 1, 10))
    for alternative in ("two-sided", "less", "greater"):
        result = TESTS["one_sample_t"].evaluate(alternative, scores=scores, p0=0.3)
        assert np.mean(result.p_value <= 0.05) == near(0.05)


def test_corrected_t_is_right_for_the_correlation_it_supposes():
    rng = np.random.default_rng(4)
    rho = 0.1  # n_validation / n for ten folds
    a = np.sqrt(rho) * rng.normal(size=(TRIALS, 1, 1)) + np.sqrt(1 - rho) * rng.normal(size=(TRIALS, 1, 10))
    assert size("corrected_t", a, n_train=90, n_validation=10) == near(0.05)
    assert size("paired_t", a) > 0.1
    one = TESTS["corrected_one_sample_t"].evaluate(scores=a, p0=0.0, n_train=90, n_validation=10)
    assert np.mean(one.p_value <= 0.05) == near(0.05)
    scores = np.stack(
        [np.roll(a[:, 0], shift, axis=0) for shift in range(4)], axis=-1
    )  # four unrelated learners
    corrected = TESTS["corrected_anova"].evaluate(scores=scores, n_train=90, n_validation=10)
    assert np.mean(corrected.p_value <= 0.05) == pytest.approx(0.05, abs=0.008)
    block = TESTS["repeated_anova"].evaluate(scores=scores)
    assert np.mean(block.p_value <= 0.05) == pytest.approx(0.26, abs=0.02)
    assert size("wilcoxon", a) == pytest.approx(0.15, abs=0.02)


def test_tests_made_for_correlated_halves():
    rng = np.random.default_rng(5)
    assert size("blocked_3x2_t", correlated(rng, 0.4, 0.4, m=3)) == pytest.approx(0.05, abs=0.008)
    assert size("5x2_f", correlated(rng, 0.232, 0.232)) == near(0.05)
    assert size("balanced_5x2_f", correlated(rng, 0.245, 0.245)) == near(0.05)
    for rho1, rho2 in ((0.0, 0.0), (0.2, 0.3), (0.4, 0.49)):
        rejected = size("balanced_5x2_f", correlated(rng, rho1, rho2), rho1=rho1, rho2=rho2)
        assert 0.0175 - 0.005 <= rejected <= 0.037 + 0.006
    assert size("exact_5x2_f", correlated(rng, 0.2, 0.3)[:8000], rho1=0.2, rho2=0.3) == pytest.approx(
        0.05, abs=0.01
    )


def test_discrete_tests_never_exceed_alpha():
    rng = np.random.default_rng(6)
    e01, e10 = rng.multinomial(100, [0.1, 0.1, 0.8], TRIALS).T[:2]
    for alternative in ("two-sided", "less", "greater"):
        for key in ("mcnemar_exact", "sign"):
            p = TESTS[key].evaluate(alternative, e01=e01, e10=e10).p_value
            assert np.mean(p <= 0.05) <= 0.05
        p = TESTS["mcnemar_midp"].evaluate(alternative, e01=e01, e10=e10).p_value
        assert 0.035 <= np.mean(p <= 0.05) <= 0.06
    errors = rng.binomial(40, 0.3, TRIALS)
    for alternative in ("two-sided", "less", "greater"):
        p = TESTS["binomial"].evaluate(alternative, errors=errors, n=40, p0=0.3).p_value
        assert np.mean(p <= 0.05) <= 0.05 + 0.003


def test_p_values_of_continuous_tests_are_uniform_under_their_own_model():
    a = np.random.default_rng(7).normal(size=(TRIALS, 1, 10))
    p = TESTS["paired_t"].evaluate("greater", a=a, b=np.zeros_like(a)).p_value
    share, _ = np.histogram(p, bins=10, range=(0, 1))
    assert share / TRIALS == pytest.approx(np.full(10, 0.1), abs=0.01)


def test_one_of_the_ten_numerators_rejects_in_a_fifth_of_null_cases():
    a = np.random.default_rng(8).normal(size=(TRIALS, 5, 2))
    numerators = TESTS["5x2_t"].evaluate(a=a, b=np.zeros_like(a)).terms["numerators"]
    some = (np.abs(numerators) >= 2.5706).any(axis=(-2, -1))
    assert some.mean() == pytest.approx(0.19, abs=0.012)


def test_delong_holds_its_level():
    rng = np.random.default_rng(9)
    y = np.repeat([0, 1], 40)
    shared = rng.normal(size=(3000, 80)) + y
    a, b = (shared + rng.normal(0, 0.7, (3000, 80)) for _ in range(2))
    p = TESTS["delong"].evaluate(y=y, scores_a=a, scores_b=b).p_value
    assert np.mean(p <= 0.05) == pytest.approx(0.05, abs=0.016)
