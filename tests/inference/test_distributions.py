"""Null distributions and tests of counts against independent values: exact fractions, SciPy, statsmodels."""

from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats

from core.inference import TESTS, power, run_test
from core.inference.distributions.continuous import ChiSquared, FisherF, Normal, StudentT
from core.inference.distributions.discrete import Binomial, Finite, first_true, lower_tail, mass, upper_tail
from core.inference.distributions.two_by_two import Boschloo, Hypergeometric
from core.written import number

RNG = np.random.default_rng(7)
ALTERNATIVES = ("two-sided", "less", "greater")


# --- distributions ---------------------------------------------------------------------------------------------


def test_one_degree_of_freedom_is_one():
    titles = [null(1).title for null in (StudentT, ChiSquared)] + [StudentT(2).title, FisherF(1, 1).title]
    assert titles == [
        "t with 1 degree of freedom",
        "χ² with 1 degree of freedom",
        "t with 2 degrees of freedom",
        "F with 1 and 1 degrees of freedom",
    ]


@pytest.mark.parametrize(
    ("null", "exact"),
    [
        *((StudentT(df), stats.t(df)) for df in (1, 1.5, 2, 3, 9, 99)),
        *((FisherF(*df), stats.f(*df)) for df in ((1, 1), (2, 1), (2, 2), (2, 4), (10, 5), (7, 5))),
    ],
)
def test_a_picture_of_a_null_distribution_shows_its_shape_and_the_usual_critical_values(null, exact):
    low, high = null.window()
    assert high > exact.isf(0.025 if null.signed else 0.05)
    assert low == (-high if null.signed else 0)
    if high < exact.isf(1e-3 if null.signed else 0.01) * (1 - 1e-9):  # of few degrees of freedom it is cut
        assert exact.sf(high) > 1e-3
    if null.signed:
        assert null.pdf(high / 16.01) > null.pdf(0) / 2, (
            "the middle of the curve is a sixteenth of the picture, or more"
        )


def test_a_picture_of_many_degrees_of_freedom_reaches_as_far_as_its_tail():
    assert StudentT(9).window()[1] == pytest.approx(stats.t(9).isf(1e-3))
    assert FisherF(10, 5).window()[1] == pytest.approx(stats.f(10, 5).isf(0.01))


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
    by_mass = mass(k, n, 0.5).sum()
    assert upper_tail(x, n, 0.5) == pytest.approx(by_mass, rel=1e-9)
    assert upper_tail(x, n, 0.5) == pytest.approx(stats.norm.sf((x - 0.5 - n / 2) / np.sqrt(n / 4)), rel=1e-4)
    p = run_test("mcnemar_exact", e01=500_047_434, e10=499_952_566).p_value
    assert p == pytest.approx(2 * by_mass, rel=1e-9)


def test_counts_of_a_thousand_million_are_written_in_full():
    verdict = run_test("binomial", errors=100_010_000, n=10**9, p0=0.1)
    assert number(-1e9) == "−1,000,000,000" and number(1.5e9 + 0.25) == "1,500,000,000"
    assert verdict.numbers().startswith("e = 100,010,000")
    assert list(map(verdict.written, verdict.critical_values(0.05))) == ["99,981,406", "100,018,595"]
    assert verdict.null.title == "binomial with 1,000,000,000 trials and probability 0.1"
    rare = run_test("binomial", errors=0, n=10**6, p0=3e-6)
    assert rare.null.title == "binomial with 1,000,000 trials and probability 3 × 10⁻⁶"
    single = run_test("paired_t", a=[0.1, 0.2], b=[0.2, 0.4])
    assert single.null.title == "t with 1 degree of freedom"


def test_a_two_sided_p_value_ends_at_zero_where_no_float_is_small_enough():
    p = Binomial(1e6, 0.5).p_value([481_300, 481_500, 200_000, 518_700, 800_000])
    assert (np.diff(p[:2]) > 0).all()
    assert 0 < p[0] < 1e-300
    assert p[0] == p[3]
    assert p[2] == p[4] == 0


@pytest.mark.parametrize("guess", [None, -7, 0, 4_999, 5_000, 5_001, 99_000, 1e9])
def test_a_guess_saves_steps_and_changes_no_answer(guess):
    limit, steps = np.array([5_000.0, 4_998, 5_002]), []

    def condition(x):
        steps.append(x)
        return x >= limit

    found = first_true(np.zeros(3), np.full(3, 50_000.0), condition, guess)
    assert found.tolist() == limit.tolist()
    assert len(steps) <= (5 if guess and abs(guess - 5_000) < 2 else 40)


@pytest.mark.parametrize("n", [100, 30_000, 50_001])
def test_sample_sizes_of_counts_look_beside_the_normal_limit(n, monkeypatch):
    looked = []
    monkeypatch.setattr(Binomial, "pdf", lambda self, x: looked.append(x) or mass(x, self.n, self.p))
    power("binomial", n, 0.11, p0=0.1)
    assert len(looked) < 60  # every count between was halved some 2·16·16 times
    assert power("binomial", n, 0.1, p0=0.1) < 0.05


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
    sizes = (1, 0.05), (1, 0.81), (3, 0.5), (5, 0.5), (6, 0.5), (20, 0.1), (50, 0.37)
    for (n, p), mid in product(sizes, (False, True)):
        null = Binomial(n, p, mid)
        rejected = [x for x in range(n + 1) if null.p_value(x, alternative) <= alpha]
        low = [x for x in rejected if x < n * p]
        high = [x for x in rejected if x > n * p]
        expected = ([max(low)] if low else []) + ([min(high)] if high else [])
        assert list(null.critical_values(alpha, alternative)) == expected


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_the_least_p_value_is_that_of_the_clearest_outcome(alternative):
    for n, p in ((1, 0.05), (5, 0.5), (20, 0.1)):
        every = [stats.binomtest(x, n, p, alternative).pvalue for x in range(n + 1)]
        assert Binomial(n, p).least_p_value(alternative) == pytest.approx(min(every), rel=1e-10)
    values, counts = np.unique(list(map(sum, product((-1, 1), repeat=6))), return_counts=True)
    clearest = stats.binomtest(6 * (alternative != "less"), 6, 0.5, alternative).pvalue
    assert Finite(values, counts / 2**6, "signs").least_p_value(alternative) == pytest.approx(clearest)
    sides = 2 if alternative == "two-sided" else 1  # none of four wrong beside all of four, at a rate of 1/2
    assert Boschloo(4, 4, first_less=True, observed=1.0).least_p_value(alternative) == pytest.approx(
        sides / 2**8
    )
    assert StudentT(3).least_p_value(alternative) == 0


def test_a_middle_at_the_end_of_many_counts_has_a_critical_value_on_one_side():
    null = Hypergeometric(10.0**9, 5000.0, 5000.0)
    assert null.middle == 0
    assert null.critical_values(0.05) == null.critical_values(0.05, "greater") == (1.0,)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("mid", [False, True])
def test_critical_values_of_many_levels_share_their_steps_and_stay_what_they_are(alternative, mid):
    levels = np.linspace(0.001, 0.2, 16)
    for n, p in ((5, 0.5), (60, 0.5), (400, 0.07)):
        shared = Binomial(n, p, mid)
        forth = [shared.critical_values(alpha, alternative) for alpha in levels]
        back = [shared.critical_values(alpha, alternative) for alpha in levels[::-1]]
        alone = [Binomial(n, p, mid).critical_values(alpha, alternative) for alpha in levels]
        assert forth == alone == back[::-1]
        other = [
            Binomial(n, p, mid).critical_values(alpha, side) for side in ALTERNATIVES for alpha in levels
        ]
        again = [shared.critical_values(alpha, side) for side in ALTERNATIVES for alpha in levels]
        assert again == other


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
