"""Equivalence of two error rates on one sample: against constrained likelihood, intervals, enumeration."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, stats

from core.errors import InputError
from core.inference import TESTS, applicable_tests, compare, interval, run_test
from core.records import Counts

KEY = "rates_equivalence"


def score_by_likelihood(e01, e10, n, delta):
    """The score statistic with the other rate found by maximising the trinomial likelihood under Δ."""

    def misfit(q):
        cells = np.array([q + delta, q, 1 - 2 * q - delta])
        return -np.sum(np.array([e01, e10, n - e01 - e10]) * np.log(np.maximum(cells, 1e-300)))

    low, high = max(0.0, -delta), (1 - delta) / 2
    q = optimize.minimize_scalar(misfit, bounds=(low, high), method="bounded", options={"xatol": 1e-12}).x
    return (e01 - e10 - n * delta) / np.sqrt(n * (2 * q + delta * (1 - delta)))


@pytest.mark.parametrize(("e01", "e10", "n"), [(12, 4, 100), (3, 9, 60), (20, 20, 150), (1, 6, 40)])
@pytest.mark.parametrize("rope", [0.02, 0.1, 0.25])
def test_the_statistics_are_scores_at_both_margins(e01, e10, n, rope):
    verdict = run_test(KEY, e01=e01, e10=e10, n=n, rope=rope)
    low, high = (score_by_likelihood(e01, e10, n, delta) for delta in (-rope, rope))
    assert (verdict.terms["z_low"], verdict.terms["z_high"]) == pytest.approx((low, high), rel=1e-5)
    assert verdict.p_value == pytest.approx(max(stats.norm.sf(low), stats.norm.cdf(high)), rel=1e-4)


@given(
    st.integers(0, 30), st.integers(0, 30), st.integers(60, 200), st.floats(0.01, 0.4), st.floats(0.01, 0.4)
)
def test_equivalent_is_tangos_interval_inside_the_region(e01, e10, n, rope, alpha):
    verdict = run_test(KEY, e01=e01, e10=e10, n=n, rope=rope)
    tango = interval("tango", 1 - 2 * alpha, e01=e01, e10=e10, n=n)
    own = verdict.confidence_interval(1 - 2 * alpha)
    assert (own.low, own.high) == (tango.low, tango.high)
    if abs(verdict.p_value - alpha) > 1e-9:
        assert verdict.rejects(alpha) == (-rope < tango.low and tango.high < rope)
    swapped = run_test(KEY, e01=e10, e10=e01, n=n, rope=rope)
    assert swapped.p_value == pytest.approx(verdict.p_value, rel=1e-9, abs=1e-300)
    assert swapped.terms["p_low"] == pytest.approx(verdict.terms["p_high"], rel=1e-9, abs=1e-300)


def test_learners_that_never_differ_are_equivalent_where_there_are_enough_instances():
    assert not run_test(KEY, e01=0, e10=0, n=20, rope=0.05).rejects()
    verdict = run_test(KEY, e01=0, e10=0, n=100, rope=0.05)
    assert verdict.p_value == pytest.approx(stats.norm.sf(np.sqrt(100 * 0.05 / 0.95)), rel=1e-12)
    assert "equivalent in practice" in verdict.sentence()


def test_its_size_at_the_margin_is_near_its_level():
    n, rope = 300, 0.15
    rates = [0.1 + rope, 0.1, 0.65]
    e01, e10 = np.meshgrid(np.arange(n + 1), np.arange(n + 1), indexing="ij")
    possible = e01 + e10 <= n
    e01, e10 = e01[possible], e10[possible]
    p = TESTS[KEY].evaluate(e01=e01, e10=e10, n=n, rope=rope).p_value
    mass = stats.multinomial.pmf(np.column_stack([e01, e10, n - e01 - e10]), n, rates)
    assert mass[p <= 0.05].sum() == pytest.approx(0.05, abs=0.01)


def test_the_region_lies_within_the_rates():
    for rope in (0.0, 1.0):
        with pytest.raises(InputError, match="rope"):
            run_test(KEY, e01=3, e10=2, n=50, rope=rope)


def test_it_is_offered_on_counts_of_one_sample_and_never_advised():
    counts = Counts(e01=12, e10=4, e00=80, e11=4, learners=("A", "B"))
    advice = applicable_tests(counts)
    assert KEY in dict(advice.valid)
    assert advice.advised != KEY
    assert compare(counts, "A", "B", KEY, rope=0.2).rejects()
    apart = Counts(errors=(3, 9), n=(20, 22), learners=("A", "B"))
    assert KEY in dict(applicable_tests(apart).refused)
