"""Intervals against Mitchell's exercises, statsmodels, and what they must satisfy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import core
from core.errors import InputError, UnknownName
from core.inference import INTERVALS, interval, run_test
from core.inference.distributions.placements import placements
from core.inference.interpretation.areas import class_area
from core.inference.intervals.catalogue import intervals
from core.inference.intervals.steps import displayed
from core.measures import ScoredInstances

RATES = ("normal", "wilson", "exact", "agresti_coull", "jeffreys")
RNG = np.random.default_rng(11)


def inputs_for(key):
    names = {need.name for need in INTERVALS[key].needs}
    values = {
        "errors": 12, "n": 40, "errors_1": 30, "n_1": 100, "errors_2": 20, "n_2": 100, "e01": 12, "e10": 7,
        "scores": [0.1, 0.2, 0.15, 0.3], "sigma": 0.1, "a": [0.1, 0.2, 0.15], "b": [0.2, 0.22, 0.3],
        "n_train": 90, "n_validation": 10,
    }  # fmt: skip
    given_ = {name: values[name] for name in names if name in values}
    if "y" in names:
        given_ |= {"y": [0, 0, 1, 1, 0, 1], "scores": [0.1, 0.4, 0.35, 0.8, 0.5, 0.9]}
    return given_


def test_mitchells_numbers():
    example = interval("normal", errors=12, n=40)
    assert f"{(example.low + example.high) / 2:.2f} ± {example.width / 2:.2f}" == "0.30 ± 0.14"
    assert f"{np.sqrt(0.3 * 0.7 / 1000):.4f}" == "0.0145"  # 5.1
    assert interval("normal", errors=300, n=1000, level=0.6826894921).width / 2 == pytest.approx(
        0.0145, abs=5e-5
    )
    second = interval("normal", errors=17, n=100)  # 5.2
    assert second.width / 2 == pytest.approx(0.0736, abs=5e-5)
    third = interval("normal", errors=10, n=65, level=0.9)  # 5.3
    assert (third.low + third.high) / 2 == pytest.approx(0.1538, abs=5e-5)
    assert third.width / 2 == pytest.approx(0.0736, abs=5e-5)
    assert interval("normal", errors=10, n=65, level=0.95, sides="upper").high == pytest.approx(
        0.2275, abs=5e-5
    )
    assert interval("normal", errors=10, n=65, level=0.9, sides="upper").high == pytest.approx(
        0.2112, abs=5e-5
    )
    samples = interval("difference", errors_1=30, n_1=100, errors_2=20, n_2=100, level=0.6826894921)
    assert f"{samples.width / 2:.3f}" == "0.061"  # 5.5.1


@pytest.mark.parametrize(
    ("key", "theirs"),
    [
        ("normal", "normal"),
        ("wilson", "wilson"),
        ("exact", "beta"),
        ("agresti_coull", "agresti_coull"),
        ("jeffreys", "jeffreys"),
    ],
)
def test_rates_agree_with_statsmodels(key, theirs):
    from statsmodels.stats.proportion import proportion_confint

    for errors, n in ((1, 5), (12, 40), (39, 40), (200, 1000), (7, 9)):
        for level in (0.8, 0.95, 0.999):
            low, high = proportion_confint(errors, n, 1 - level, method=theirs)
            ours = interval(key, level, errors=errors, n=n)
            if theirs in {"normal", "agresti_coull"}:  # theirs are clipped, ours are not
                assert max(ours.low, 0) == pytest.approx(low, rel=1e-10, abs=1e-14)
                assert min(ours.high, 1) == pytest.approx(high, rel=1e-10)
            else:
                assert (ours.low, ours.high) == pytest.approx((low, high), rel=1e-10)


@pytest.mark.parametrize("sides", ["two", "lower", "upper"])
@pytest.mark.parametrize("key", INTERVALS)
def test_many_levels_at_once_are_those_one_by_one(key, sides):
    levels = np.array([0.5, 0.8, 0.95, 0.999])
    entry, given_ = INTERVALS[key], inputs_for(key)
    lows, highs = entry.evaluate(levels, sides, **given_)
    for level, low, high in zip(levels, *np.broadcast_arrays(lows, highs), strict=True):
        assert (low, high) == pytest.approx(
            tuple(map(float, entry.evaluate(level, sides, **given_))), rel=1e-12
        )
    for level, found in zip(levels, intervals(key, levels, sides, **given_), strict=True):
        alone = interval(key, level, sides, **given_)
        assert (found.low, found.high) == pytest.approx((alone.low, alone.high), rel=1e-12)
        assert (found.level, found.method, found.caution) == (level, alone.method, alone.caution)


@pytest.mark.parametrize("levels", [[0.5, 1.0], [0.0, 0.95], [0.9, np.nan]])
def test_one_level_that_is_none_among_many_is_refused(levels):
    with pytest.raises(InputError, match="strictly between 0 and 1"):
        INTERVALS["wilson"].evaluate(np.array(levels), errors=3, n=10)


def test_ends_at_no_error_and_nothing_but_errors():
    for key in ("exact", "jeffreys", "wilson"):
        assert interval(key, errors=0, n=10).low == 0
        assert interval(key, errors=10, n=10).high == 1
    assert interval("exact", errors=0, n=10).high == pytest.approx(1 - 0.025**0.1, rel=1e-12)
    wald = interval("normal", errors=0, n=10)
    assert wald.width == 0
    assert "no width" in wald.caution
    assert interval("agresti_coull", errors=0, n=10).low < 0  # as computed, not clipped
    assert interval("normal", errors=2, n=10).caution
    assert not interval("normal", errors=12, n=40).caution


def test_exact_interval_of_a_thousand_million():
    errors, n = 300_000_000, 10**9
    ours = interval("exact", errors=errors, n=n)
    wilson = interval("wilson", errors=errors, n=n)
    assert ours.low == pytest.approx(wilson.low, rel=1e-8)
    assert stats.beta.cdf(ours.low, errors, n - errors + 1) == pytest.approx(0.025, rel=1e-6)


@given(st.integers(1, 80), st.data())
def test_rates_are_symmetric_and_nested(n, data):
    errors = data.draw(st.integers(0, n))
    for key in RATES:
        ours, mirrored = interval(key, errors=errors, n=n), interval(key, errors=n - errors, n=n)
        assert ours.low == pytest.approx(1 - mirrored.high, abs=1e-10)
        if key == "agresti_coull":  # its centre moves with the level: not nested for very small n
            continue
        wider = interval(key, 0.99, errors=errors, n=n)
        assert wider.low <= ours.low + 1e-12
        assert wider.high >= ours.high - 1e-12
        assert ours.low - 1e-12 <= errors / n <= ours.high + 1e-12


@pytest.mark.parametrize("key", list(INTERVALS))
def test_one_sided_bounds_are_ends_of_a_wider_two_sided_interval(key):
    given_ = inputs_for(key)
    two = interval(key, 0.9, **given_)
    lower = interval(key, 0.95, "lower", **given_)
    upper = interval(key, 0.95, "upper", **given_)
    assert lower.low == pytest.approx(two.low, abs=1e-12)
    assert upper.high == pytest.approx(two.high, abs=1e-12)
    assert lower.high == INTERVALS[key].open_ends[1]
    assert upper.low == INTERVALS[key].open_ends[0]
    assert two.method == INTERVALS[key].title


@pytest.mark.parametrize("key", list(INTERVALS))
def test_wrong_inputs_are_refused_by_name(key):
    given_ = inputs_for(key)
    for name in given_:
        with pytest.raises(InputError) as refusal:
            interval(key, **{other: value for other, value in given_.items() if other != name})
        assert refusal.value.where == name
    with pytest.raises(InputError, match="nonsense"):
        interval(key, nonsense=1, **given_)
    with pytest.raises(InputError, match="level"):
        interval(key, 95, **given_)
    with pytest.raises(InputError, match="sides"):
        interval(key, 0.95, "both", **given_)


def test_contradicting_counts_are_refused():
    with pytest.raises(InputError, match="errors"):
        interval("wilson", errors=5, n=4)
    with pytest.raises(InputError, match="n: "):
        interval("wilson", errors=0, n=0)
    with pytest.raises(InputError, match="e01"):
        interval("tango", e01=5, e10=5, n=9)
    with pytest.raises(UnknownName, match="wilson"):
        interval("wilsn", errors=1, n=2)


def test_means_agree_with_scipy():
    scores = RNG.normal(0.3, 0.05, 10)
    expected = stats.t.interval(0.95, 9, scores.mean(), stats.sem(scores))
    ours = interval("mean_t", scores=scores)
    assert (ours.low, ours.high) == pytest.approx(expected, rel=1e-10)
    z = interval("mean_z", scores=scores, sigma=0.05)
    assert (z.low, z.high) == pytest.approx(
        stats.norm.interval(0.95, scores.mean(), 0.05 / np.sqrt(10)), rel=1e-10
    )
    assert interval("mean_t", scores=[0.25] * 4).caution


def test_difference_intervals_are_those_of_the_tests():
    a, b = RNG.normal(0.3, 0.05, 10), RNG.normal(0.28, 0.05, 10)
    for key, test, options in (
        ("mean_difference_t", "paired_t", {}),
        ("corrected_difference_t", "corrected_t", {"n_train": 90, "n_validation": 10}),
    ):
        one = interval(key, 0.9, a=a, b=b, **options)
        two = run_test(test, a=a, b=b, **options).confidence_interval(0.9)
        assert (one.low, one.high) == pytest.approx((two.low, two.high), rel=1e-12)


def test_an_interval_of_equal_scores_has_no_width_whatever_rounding_does_to_their_sum():
    for key, options in (("mean_t", {}), ("corrected_mean_t", {"n_train": 90, "n_validation": 10})):
        found = interval(key, scores=[0.1] * 3, **options)
        assert (found.low, found.high) == (0.1, 0.1)
        assert "no width" in found.caution


def test_paired_difference_is_tighter_than_the_independent_one():
    paired = interval("paired_difference", e01=20, e10=10, n=100)
    apart = interval("difference", errors_1=30, n_1=100, errors_2=20, n_2=100)
    assert paired.width < apart.width
    d, n = 10, 100
    margin = stats.norm.isf(0.025) * np.sqrt(30 - d * d / n) / n
    assert (paired.low, paired.high) == pytest.approx((0.1 - margin, 0.1 + margin), rel=1e-12)
    assert "Tango" in interval("paired_difference", e01=2, e10=1, n=100).caution
    assert "Newcombe" in interval("difference", errors_1=1, n_1=10, errors_2=0, n_2=7).caution
    assert "Newcombe" in interval("difference", errors_1=30, n_1=100, errors_2=97, n_2=100).caution
    assert not interval("difference", errors_1=30, n_1=100, errors_2=20, n_2=100).caution
    assert "no width" in interval("difference", errors_1=0, n_1=10, errors_2=0, n_2=7).caution


def test_tango_as_published_and_by_likelihood():
    ours = interval("tango", e01=12, e10=2, n=50)
    assert (round(ours.low, 4), round(ours.high, 4)) == (0.0611, 0.3447)  # Tango 1999, data of Newcombe 1998

    def score(delta, e01, e10, n):  # the rate of "only second wrong" that is most likely given the difference
        grid = np.linspace(max(0, -delta), (1 - delta) / 2, 400_001)[1:-1]
        log = e01 * np.log(grid + delta) + e10 * np.log(grid) + (n - e01 - e10) * np.log(1 - 2 * grid - delta)
        q = grid[np.argmax(log)]
        return (e01 - e10 - n * delta) / np.sqrt(n * (2 * q + delta * (1 - delta)))

    z = stats.norm.isf(0.025)
    assert score(ours.low, 12, 2, 50) == pytest.approx(z, abs=1e-4)
    assert score(ours.high, 12, 2, 50) == pytest.approx(-z, abs=1e-4)
    turned = interval("tango", e01=2, e10=12, n=50)
    assert (turned.low, turned.high) == pytest.approx((-ours.high, -ours.low), abs=1e-12)
    none = interval("tango", e01=0, e10=0, n=50)
    assert none.low == pytest.approx(-none.high)
    assert 0 < none.high < 0.1


def test_auc_intervals():
    y = np.repeat([0, 1], 30)
    scores = y + RNG.normal(0, 1, 60)
    found = {
        key: interval(key, y=y, scores=scores) for key in ("auc_delong", "auc_hanley_mcneil", "auc_bootstrap")
    }
    for one in found.values():
        assert one.low < one.high
        assert one.width == pytest.approx(found["auc_delong"].width, rel=0.25)
    again = interval("auc_bootstrap", y=y, scores=scores)
    assert (again.low, again.high) == (found["auc_bootstrap"].low, found["auc_bootstrap"].high)
    assert interval("auc_bootstrap", y=y, scores=scores, seed=1).low != again.low


def test_hanley_mcneil_by_its_formula():
    y, scores = [0, 0, 0, 1, 1, 1], [1, 2, 4, 3, 5, 6]  # 8 of 9 pairs ordered rightly
    auc = 8 / 9
    q1, q2 = auc / (2 - auc), 2 * auc**2 / (1 + auc)
    se = np.sqrt((auc * (1 - auc) + 2 * (q1 - auc**2) + 2 * (q2 - auc**2)) / 9)
    ours = interval("auc_hanley_mcneil", y=y, scores=scores)
    assert (ours.low, ours.high) == pytest.approx(stats.norm.interval(0.95, auc, se), rel=1e-10)


def test_perfect_separation_gives_a_bound_from_disjoint_pairs():
    one = interval("auc_delong", y=[0, 0, 0, 1, 1], scores=[1, 2, 3, 4, 5])
    assert (one.low, one.high) == (1, 1)
    assert "at least 0.158" in one.caution  # .025^(1/2)
    assert "at most" in interval("auc_delong", y=[0, 0, 1, 1], scores=[3, 4, 1, 2]).caution


def test_auc_bootstrap_keeps_both_classes():
    ours = interval("auc_bootstrap", y=[0, 0, 1, 1], scores=[1, 3, 2, 4])
    assert 0 <= ours.low < 0.75 < ours.high <= 1


def test_one_auc_has_the_variance_of_its_placements():
    y = RNG.random(80) < 0.4
    many = np.round(y + RNG.normal(size=(5, 80)), 1)
    found = placements(y, many)
    margin = stats.norm.isf(0.025) * np.sqrt(found.covariance(found))
    low, high = INTERVALS["auc_delong"].evaluate(0.95, y=y * 1.0, scores=many)
    assert low == pytest.approx(found.auc - margin, rel=1e-12)
    assert high == pytest.approx(found.auc + margin, rel=1e-12)
    one = interval("auc_delong", y=y * 1.0, scores=many[2])
    assert (one.low, one.high) == (low[2], high[2])


def test_intervals_of_many_experiments_at_once_cover_as_they_should():
    rng = np.random.default_rng(0)
    errors = rng.binomial(50, 0.1, 20_000)
    covered = {}
    for key in RATES:
        low, high = INTERVALS[key].evaluate(0.95, errors=errors, n=50)
        covered[key] = np.mean((low <= 0.1) & (high >= 0.1))
    assert covered["normal"] == pytest.approx(0.8789, abs=0.008)  # the well-known failure of Wald's interval
    assert covered["exact"] >= 0.95
    assert covered["wilson"] == pytest.approx(0.97, abs=0.01)
    scores = rng.normal(0, 1, (20_000, 1, 5))
    low, high = INTERVALS["mean_t"].evaluate(0.95, scores=scores)
    assert np.mean((low <= 0) & (high >= 0)) == pytest.approx(0.95, abs=0.005)


@pytest.mark.parametrize("key", ["auc_delong", "auc_hanley_mcneil", "auc_bootstrap"])
@pytest.mark.parametrize("n", [8, 60])
def test_of_scores_only_the_order_counts_whatever_their_size(key, n):
    y = np.tile([0, 1], n // 2)
    ranks = RNG.permutation(n) + 3.0 * y
    huge = 1.7e308 * np.linspace(-1, 1, n + 4)[ranks.astype(int)]
    tiny = 5e-324 * ranks
    known = interval(key, y=y, scores=ranks)
    for scores in (huge, tiny):
        assert core.roc(y, scores).auc == pytest.approx(core.roc(y, ranks).auc)
        found = interval(key, y=y, scores=scores)
        assert (found.low, found.high) == pytest.approx((known.low, known.high), rel=1e-12)
        one, two = (core.run_test("delong", y=y, scores_a=a, scores_b=ranks[::-1]) for a in (scores, ranks))
        assert one.p_value == pytest.approx(two.p_value, rel=1e-9)


def test_an_area_is_shown_within_0_and_1():
    y, scores = np.repeat([0, 1], [4, 4]), np.array([1, 2, 3, 6, 4, 5, 7, 8])
    computed = interval("auc_delong", y=y, scores=scores)
    assert computed.high > 1
    assert displayed(computed, "auc_delong").high == 1
    area, shown = class_area(ScoredInstances(np.arange(8), y == 1, scores.astype(float)))
    assert area == 0.875
    assert (shown.low, shown.high) == (computed.low, 1)


def test_walds_interval_is_doubted_wherever_it_covers_too_little():
    covered = [
        sum(stats.binom.pmf(e, 40, p) for e in range(41) if interval("normal", errors=e, n=40).contains(p))
        for p in (0.03, 0.05)
    ]
    assert max(covered) < 0.9
    assert "n·p̂(1 − p̂) is below 5" in interval("normal", errors=1, n=40).caution
    assert not interval("normal", errors=12, n=40).caution
