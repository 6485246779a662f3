"""Simulated power: against noncentral distributions, the sizes that are known, and quadrature."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import integrate, optimize, stats

from core.errors import InputError, NotApplicable
from core.inference import power, sample_size
from core.inference.planning.simulation import (
    DRAWS,
    Simulation,
    correlated_normals,
    reaches,
    simulated_effect,
    simulated_size,
    size_limits,
)

TRIALS = 20_000


def near(found, expected):
    error = np.sqrt(expected * (1 - expected) / TRIALS)
    assert found.standard_error == pytest.approx(np.sqrt(found * (1 - found) / TRIALS))
    assert found == pytest.approx(expected, abs=4 * error + 1e-12)


@pytest.mark.parametrize(
    ("key", "n", "correlations", "expected"),
    [
        ("5x2_f", 10, 0.0, 0.0175),
        ("5x2_f", 10, 0.232, 0.05),
        ("5x2_f", 10, (0.4, 0.49), 0.103),
        ("balanced_5x2_f", 10, 0.0, 0.0163),
        ("balanced_5x2_f", 10, 0.245, 0.05),
        ("blocked_3x2_t", 6, 0.0, 0.0023),
        ("blocked_3x2_t", 6, 0.4, 0.05),
    ],
)
def test_without_an_effect_it_is_the_known_size(key, n, correlations, expected):
    found = power(key, n, 0.0, correlations=correlations, trials=TRIALS)
    assert found == pytest.approx(expected, abs=4 * np.sqrt(expected * (1 - expected) / TRIALS) + 1e-3)


def test_corrected_tests_hold_their_level_where_folds_correlate_as_they_suppose():
    near(power("corrected_t", 10, 0.0, ratio=1 / 9, trials=TRIALS), 0.05)
    near(power("corrected_anova", 10, (0.0, 0.0, 0.0), ratio=1 / 9, trials=TRIALS), 0.05)
    assert power("corrected_t", 10, 0.0, ratio=1 / 9, correlations=0.0, trials=TRIALS) == pytest.approx(
        0.0094, abs=0.003
    )


@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
def test_corrected_t_agrees_with_its_formula(alternative):
    """The formula takes the standard deviation within a run, which correlation makes smaller by √(1 − ρ)."""
    simulated = power("corrected_t", 10, 0.9, alternative=alternative, ratio=1 / 9, trials=TRIALS)
    exact = power("corrected_t", 10, 0.9 / np.sqrt(0.9), alternative=alternative, ratio=1 / 9)
    near(simulated, float(exact))
    assert exact.standard_error == 0


@pytest.mark.parametrize(("effect", "target"), [(1.5, 0.8), (1.2, 0.9), (0.9, 0.7)])
def test_a_simulated_size_lies_within_limits_that_hold_that_of_the_formula(effect, target):
    asked = Simulation(0, effect, ratio=1 / 9, trials=4000)
    found = simulated_size("corrected_t", "two-sided", 0.05, asked, target)
    low, high = size_limits("corrected_t", "two-sided", 0.05, replace(asked, n=found), target)
    exact = {"effect": effect / np.sqrt(0.9), "ratio": 1 / 9}
    assert low <= found <= high
    assert low <= sample_size("corrected_t", power=target, **exact) <= high
    error = np.sqrt(target * (1 - target) / 4000)
    for n, edge in ((low - 1, target - 2 * error), (high, target + 2 * error)):
        assert np.sign(power("corrected_t", n, **exact) - target) == np.sign(edge - target)


@pytest.mark.parametrize("key", ["corrected_t", "delong"])
def test_a_size_between_the_last_doubling_and_the_most_is_found(monkeypatch, key):
    asked = {
        "corrected_t": Simulation(0, 1.5, ratio=1 / 9, trials=400),
        "delong": Simulation(0, (0.9, 0.7), correlations=0.5, trials=400),
    }[key]
    wanted = simulated_size(key, "two-sided", 0.05, asked, 0.8)
    for most in ("MOST", "MOST_INSTANCES"):
        monkeypatch.setattr(f"core.inference.planning.simulation.{most}", wanted + 1)
    assert wanted / 2 < simulated_size(key, "two-sided", 0.05, asked, 0.8) <= wanted + 1
    for most in ("MOST", "MOST_INSTANCES"):
        monkeypatch.setattr(f"core.inference.planning.simulation.{most}", wanted // 2)
    with pytest.raises(NotApplicable, match=f"no n up to {wanted // 2} reaches"):
        simulated_size(key, "two-sided", 0.05, asked, 0.8)


@pytest.mark.parametrize("n", [40, 80, 120, 400])
def test_whether_a_power_is_reached_ends_with_the_trials_that_settle_it(monkeypatch, n):
    monkeypatch.setattr("core.inference.planning.simulation.CELLS", 20 * n)
    asked = Simulation(n, (0.9, 0.8), correlations=0.5, trials=400)
    drawn = []
    draw = DRAWS["delong"]
    monkeypatch.setitem(DRAWS, "delong", lambda *given: drawn.append(given[2]) or draw(*given))
    share = power("delong", n, (0.9, 0.8), correlations=0.5, trials=400)
    whole = len(drawn)
    for target in (share - 0.4, share, share + 1 / 400, share + 0.4):
        drawn.clear()
        assert reaches("delong", "two-sided", 0.05, asked, target) is bool(share >= target)
        assert len(drawn) < whole or abs(share - target) < 0.1


def test_where_power_never_comes_clear_of_what_is_wanted_a_size_has_no_upper_limit():
    exact = {"effect": 0.9 / np.sqrt(0.9), "ratio": 1 / 9}
    ceiling = float(power("corrected_t", 100_000, **exact))
    asked = Simulation(1000, 0.9, ratio=1 / 9, trials=4000)
    low, high = size_limits("corrected_t", "two-sided", 0.05, asked, ceiling)
    assert high is None
    assert low < 1000


@pytest.mark.parametrize("key", ["5x2_f", "balanced_5x2_f"])
def test_five_by_two_f_on_independent_folds_is_a_noncentral_f(key):
    """F = ½(1 + Σm²/Σh²), where the ratio has 5 and 5 degrees of freedom and noncentrality 10·δ²."""
    df1 = {"5x2_f": 10, "balanced_5x2_f": 7}[key]
    beyond = 2 * stats.f.isf(0.05, df1, 5) - 1
    near(power(key, 10, 1.2, correlations=0.0, trials=TRIALS), stats.ncf.sf(beyond, 5, 5, 10 * 1.2**2))


def test_blocked_t_on_independent_folds_is_a_noncentral_t():
    critical = stats.t.isf(0.025, 5) * np.sqrt(5)
    centre = 1.5 * np.sqrt(6)
    expected = stats.nct.sf(critical, 5, centre) + stats.nct.cdf(-critical, 5, centre)
    near(power("blocked_3x2_t", 6, 1.5, correlations=0.0, trials=TRIALS), expected)


def test_corrected_anova_is_a_noncentral_f():
    means, j, rho = np.array([0.0, 0.5, 1.0]), 10, 0.1
    centre = j * np.sum((means - means.mean()) ** 2) / (1 - rho) / (1 + j / 9)
    expected = stats.ncf.sf(stats.f.isf(0.05, 2, 18), 2, 18, centre)
    near(power("corrected_anova", j, tuple(means), ratio=1 / 9, trials=TRIALS), expected)


@pytest.mark.parametrize(("effect", "rope"), [(0.0, 1.0), (0.4, 1.2), (1.0, 1.0)])
def test_equivalence_agrees_with_quadrature_over_the_spread(effect, rope):
    k, critical = 10, stats.t.isf(0.05, 9)

    def accepted(s):
        inside = stats.norm.cdf((rope - effect) * np.sqrt(k) - critical * s) - stats.norm.cdf(
            -(rope + effect) * np.sqrt(k) + critical * s
        )
        return max(inside, 0.0) * stats.chi.pdf(s * 3, 9) * 3

    expected = integrate.quad(accepted, 0, 6, limit=200)[0]
    near(power("paired_equivalence", k, effect, rope=rope, trials=TRIALS), expected)
    scaled = power("paired_equivalence", k, effect / 100, sd=0.01, rope=rope / 100, trials=TRIALS)
    assert scaled == power("paired_equivalence", k, effect, rope=rope, trials=TRIALS)


def test_equivalence_at_its_margin_has_the_level_of_the_test():
    found = power("equivalence", 10, 2.0, ratio=1 / 9, rope=2.0, trials=TRIALS)
    near(found, 0.05)


def test_delong_finds_what_the_spread_of_the_difference_lets_it():
    size = power("delong", 120, (0.8, 0.8), correlations=0.5, trials=4000)
    assert size == pytest.approx(0.05, abs=0.02)
    rng, y = np.random.default_rng(1), np.arange(120) % 2
    shifts = np.sqrt(2) * stats.norm.ppf([0.75, 0.85])
    noise = rng.multivariate_normal([0, 0], [[1, 0.5], [0.5, 1]], (1500, 120)) + y[:, None] * shifts
    above = noise[:, y == 1, None] > noise[:, None, y == 0]
    difference = np.diff(above.mean(axis=(1, 2)), axis=1)
    z = 0.1 / difference.std()
    expected = stats.norm.sf(1.96 - z) + stats.norm.cdf(-1.96 - z)
    assert power("delong", 120, (0.75, 0.85), correlations=0.5, trials=4000) == pytest.approx(
        expected, abs=0.03
    )


def test_scores_correlate_as_asked_also_where_replicates_agree_less_than_folds():
    scores = correlated_normals(np.random.default_rng(0), (40_000, 5, 2), 0.46, -0.05).reshape(-1, 10)
    found = np.corrcoef(scores.T)
    expected = np.full((10, 10), -0.05)
    for i in range(0, 10, 2):
        expected[i : i + 2, i : i + 2] = 0.46
    np.fill_diagonal(expected, 1.0)
    assert found == pytest.approx(expected, abs=0.025)
    assert scores.var() == pytest.approx(1, abs=0.02)


def test_the_seed_decides_and_the_size_of_blocks_does_not(monkeypatch):
    asked = {"correlations": 0.1, "trials": 3000}
    one = power("5x2_f", 10, 1.0, seed=3, **asked)
    assert one == power("5x2_f", 10, 1.0, seed=3, **asked)
    assert one != power("5x2_f", 10, 1.0, seed=4, **asked)
    monkeypatch.setattr("core.inference.planning.simulation.CELLS", 5000)
    assert power("5x2_f", 10, 1.0, seed=3, **asked) == one


@pytest.mark.parametrize(
    ("key", "n", "effect", "options", "where"),
    [
        ("5x2_f", 10, 1.0, {}, "correlations"),
        ("5x2_f", 9, 1.0, {"correlations": 0.1}, "n"),
        ("5x2_f", 10, 1.0, {"correlations": (0.1, 0.6)}, "correlations"),
        ("corrected_anova", 10, 1.0, {"ratio": 0.1}, "effect"),
        ("corrected_anova", 10, (0.0, 1.0), {}, "ratio"),
        ("equivalence", 10, 0.0, {"ratio": 0.1}, "rope"),
        ("delong", 100, (0.5, 1.0), {"correlations": 0.5}, "effect"),
        ("blocked_3x2_t", 6, (0.1, 0.2), {"correlations": 0.5}, "effect"),
        ("corrected_t", 10, 1.0, {"ratio": 0.1, "sd": 0.0}, "sd"),
        ("corrected_t", 10, 1.0, {"ratio": 0.1, "trials": 0}, "trials"),
        ("binomial", 10, 0.4, {"p0": 0.3, "trials": 5}, "key"),
        ("wilcoxon", 10, 0.4, {}, "key"),
    ],
)
def test_what_is_missing_or_impossible_is_refused(key, n, effect, options, where):
    with pytest.raises(InputError) as refusal:
        power(key, n, effect, **options)
    assert refusal.value.where == where


def test_statistics_without_a_sign_have_no_one_sided_power():
    with pytest.raises(NotApplicable, match="no sign"):
        power("5x2_f", 10, 1.0, alternative="less", correlations=0.1)


def test_the_tests_that_are_advised_on_folds_have_a_power():
    assert set(DRAWS) >= {"corrected_t", "corrected_anova", "5x2_f", "balanced_5x2_f", "blocked_3x2_t"}


@pytest.mark.parametrize(
    ("key", "effect", "options"),
    [
        ("corrected_t", 1.5, {"ratio": 1 / 9, "correlations": 0.1}),
        ("corrected_anova", (0.0, 0.0, 1.5), {"ratio": 1 / 9}),
        ("equivalence", 0.0, {"ratio": 1 / 9, "rope": 1.5}),
        ("paired_equivalence", 0.2, {"rope": 1.0}),
        ("delong", (0.9, 0.75), {"correlations": 0.5}),
    ],
)
def test_the_simulated_size_is_where_power_reaches_the_target(key, effect, options):
    options |= {"trials": 1000}
    n = sample_size(key, effect=effect, **options)
    assert power(key, n, effect, **options) >= 0.8 > power(key, n - max(1, n // 100), effect, **options)


def test_the_simulated_size_is_that_of_the_formula():
    """The formula's standard deviation is that within a run, √(1 − ρ) of the simulated one."""
    exact = sample_size("corrected_t", effect=1.5 / np.sqrt(0.9), ratio=1 / 9)
    assert sample_size("corrected_t", effect=1.5, ratio=1 / 9, trials=TRIALS) == pytest.approx(exact, abs=1)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_the_smallest_effect_is_that_of_the_noncentral_t(alternative):
    critical = stats.t.isf(0.025 if alternative == "two-sided" else 0.05, 5) * np.sqrt(5)
    expected = optimize.brentq(lambda d: stats.nct.sf(critical, 5, d * np.sqrt(6)) - 0.8, 0.1, 10)
    asked = Simulation(6, 0.0, correlations=0.0, trials=TRIALS)
    found = simulated_effect("blocked_3x2_t", alternative, 0.05, asked, 0.8)
    assert found == pytest.approx(-expected if alternative == "less" else expected, rel=0.02)


def test_what_no_size_and_no_effect_reaches_is_said():
    with pytest.raises(NotApplicable, match="10 pairs of training and validation set"):
        sample_size("5x2_f", effect=1.0, correlations=0.2)
    with pytest.raises(NotApplicable, match="no n up to 1,000 reaches power 80\u00a0%"):
        sample_size("corrected_t", effect=0.1, ratio=0.5, correlations=0.3, trials=100)
    with pytest.raises(NotApplicable, match="no difference of up to 100"):
        simulated_effect("5x2_f", "two-sided", 1e-12, Simulation(10, 0.0, correlations=0.2, trials=50), 0.8)
    with pytest.raises(InputError) as refusal:
        sample_size("equivalence", effect=0.0, ratio=1 / 9)
    assert refusal.value.where == "rope"
