"""Every experiment of the laboratory: trials agree with algebra, with the known numbers, and the words with both."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

import core
from core.simulation import LABORATORY
from core.simulation.experiments.real_learners import DATASET
from core.simulation.experiments.shared import share, share_with_error
from core.simulation.outcomes import Estimate
from core.written import number

MODELS = [
    entry
    for entry in LABORATORY.values()
    if DATASET not in entry.controls and "learners" not in entry.grid({})
]
"""Those that train no learners, so that thousands of trials take no time."""

EXTREMES = [
    (entry.key, {control.name: value})
    for entry in MODELS
    for control in entry.controls
    if control.shown
    for value in (control.options or (control.low, control.high))
]


def size(key, name, trials=4000, **settings):
    """A simulated share, and what algebra says of it."""
    row = core.simulate(key, trials=trials, seed=1, **settings).rows[0]
    return row[name], row.exact.get(name)


def agrees(found, exact):
    return abs(found.value - exact) <= 4 * np.sqrt(exact * (1 - exact) / found.trials) + 5e-4


@pytest.mark.parametrize("key", [entry.key for entry in MODELS])
def test_trials_agree_with_algebra(key):
    found = core.simulate(key, trials=1000, seed=2)
    for row in found.rows:
        for name, exact in row.exact.items():
            estimate = row[name]
            se = np.sqrt(exact * (1 - exact) / 1000) if name not in found.entry.besides else estimate.se
            assert abs(estimate.value - exact) < 4.5 * se + 1e-9, (row.settings, name)


@pytest.mark.parametrize(("key", "settings"), EXTREMES, ids=str)
def test_the_ends_of_every_control_can_be_told(key, settings):
    for trials in (1, 60):
        found = core.simulate(key, trials=trials, **settings)
        assert "nan" not in found.words
        assert found.frame["estimate"].notna().all()
        for row in found.rows:
            assert set(row.outcomes.measured) <= set(found.entry.measured)
            lines = found.entry.theory(row.settings).values()
            assert all(np.isfinite(y).all() and len(x) == len(y) for x, y in lines)


def test_the_error_rate_is_binomial():
    found, exact = size("sampling", "within", n=40, p=0.3)
    binomial = stats.binom(40, 0.3)
    low, high = (0.3 + sign * 1.959964 * np.sqrt(0.21 / 40) for sign in (-1, 1))
    inside = [e for e in range(41) if low <= e / 40 <= high]
    assert exact == pytest.approx(sum(binomial.pmf(inside)))
    assert agrees(found, exact)
    rates, shares = LABORATORY["sampling"].theory({"n": 40, "p": 0.3})["binomial"]
    assert shares == pytest.approx(binomial.pmf(np.rint(rates * 40)))
    grid, normal = LABORATORY["sampling"].theory({"n": 1, "p": 0.3})["normal"]
    curve = stats.norm(0.3, np.sqrt(0.21))  # over as wide a step as lies between two rates
    assert len(grid) > 100
    assert (grid[0], grid[-1]) == (-0.5, 1.5)
    assert normal == pytest.approx(curve.cdf(grid + 0.5) - curve.cdf(grid - 0.5))
    assert "1 instance, errs with probability p = 99" in core.simulate("sampling", n=1, p=0.99).words
    assert "is below 5" in core.simulate("sampling", n=10, p=0.1).words
    assert "is at least 5" in core.simulate("sampling", n=100, p=0.5).words


@pytest.mark.parametrize(("n", "p"), [(10, 0.1), (40, 0.1), (30, 0.5)])
def test_exact_coverage_by_enumeration(n, p):
    ours = {"normal": None, "wilson": "wilson", "exact": "exact"}
    row = core.simulate("coverage", n=n, p=p, trials=1).rows[0]
    for key, method in ours.items():
        total = 0.0
        for e in range(n + 1):
            if method is None:
                half = 1.959964 * np.sqrt(e / n * (1 - e / n) / n)
                low, high = e / n - half, e / n + half
            else:
                low, high = stats.binomtest(e, n).proportion_ci(0.95, method)
            total += stats.binom.pmf(e, n, p) * (low <= p <= high)
        assert row.exact[key] == pytest.approx(total)


def test_coverage_over_the_rate():
    lines = LABORATORY["coverage"].theory({"n": 25, "level": 0.95})
    assert lines["exact"][1].min() >= 0.95
    assert lines["normal"][1][0] < 0.2
    assert all((y >= 0).all() and (y <= 1 + 1e-12).all() for _, y in lines.values())


def test_power_of_the_t_tests_is_noncentral():
    for test, effect, rho in (("paired_t", 0.8, 0.0), ("paired_t", 0.5, 0.3), ("corrected_t", 0.7, 0.1)):
        found, exact = size("p_values", "rejects", test=test, effect=effect, rho=rho)
        sd = np.sqrt((1 + 9 * rho) / 10)
        factor = 1 / 10 + (1 / 9 if test == "corrected_t" else 0)
        edge = stats.t.isf(0.025, 9) * np.sqrt(factor * (1 - rho)) / sd
        power = stats.nct.sf(edge, 9, effect / sd) + stats.nct.cdf(-edge, 9, effect / sd)
        assert exact == pytest.approx(power, rel=1e-6)
        assert agrees(found, exact)
    _, shares = LABORATORY["p_values"].theory(
        {"k": 10, "test": "paired_t", "effect": 0.0, "rho": 0.0, "alpha": 0.05}
    )["theory"]
    assert shares == pytest.approx(np.full(20, 0.05))


def test_a_difference_that_is_always_found_is_not_found_by_luck():
    said = core.simulate("p_values", trials=1025, effect=3.0).words
    assert "luck to that extent" not in said
    assert "(1,025 of 1,025)" in said


@pytest.mark.parametrize(
    ("rho", "test", "words"),
    [
        (0.0, "paired_t", "as many are"),
        (0.01, "paired_t", "a little more are"),
        (0.09, "corrected_t", "a little fewer are"),
        (0.3, "paired_t", ": more are"),
        (0.0, "corrected_t", ": fewer are"),
    ],
)
def test_how_many_false_alarms_are_expected_agrees_with_the_share_beside_it(rho, test, words):
    found = core.simulate("p_values", trials=25, effect=0.0, rho=rho, test=test)
    factor = 0.1 + (1 / 9 if test == "corrected_t" else 0)
    t = stats.t.isf(0.025, 9) * np.sqrt(factor / (0.1 + rho / (1 - rho)))
    assert f"theory says {share(2 * stats.t.sf(t, 9))}." in found.words
    assert f"{words} to be expected" in found.words


def test_where_there_is_no_difference_false_alarms_are_not_said_to_be_there_before_one_is_seen():
    said = core.simulate("p_values", trials=25, effect=0.0, alpha=0.001).words
    assert "(0 of 25)" in said
    assert "so whatever is found is a false alarm: as many are to be expected as α says." in said


def test_what_the_degrees_of_freedom_and_the_correlation_change_is_told_in_numbers():
    found = core.simulate("degrees_of_freedom", trials=20, alpha=0.001)
    sizes = [row.exact["5x2_f"] for row in found.rows]
    assert (
        f"another correlation ρ2 changes it by up to {100 * (max(sizes) - min(sizes)):.2f} points."
        in found.words
    )


def test_p_values_and_intervals_of_a_trial_agree():
    seen = core.simulate("p_values", trials=500, test="corrected_t", rho=0.1).rows[0].outcomes.seen
    outside = (seen["low"] > 0) | (seen["high"] < 0)
    assert np.array_equal(outside, seen["p_value"] <= 0.05)


@pytest.mark.parametrize(
    ("design", "rho", "test", "known"),
    [
        ("5x2", 0.0, "5x2_t", 0.028),
        ("5x2", 0.0, "5x2_f", 0.0175),
        ("5x2", 0.0, "balanced_5x2_f", 0.0163),
        ("5x2", 0.0, "blocked_3x2_t", 0.0001),
        ("blocked_3x2", 0.0, "blocked_3x2_t", 0.0023),
        ("blocked_3x2", 0.4, "blocked_3x2_t", 0.05),
        ("k_fold", 0.0, "corrected_t", 0.0094),
        ("k_fold", 0.1, "corrected_t", 0.05),
        ("k_fold", 0.0, "paired_t", 0.05),
        ("k_fold", 0.1, "wilcoxon", 0.15),
        ("repeated_k_fold", 0.1, "wilcoxon", 0.56),
        ("5x2", 0.232, "5x2_f", 0.05),
        ("5x2", 0.245, "balanced_5x2_f", 0.05),
    ],
)
def test_the_sizes_that_are_printed(design, rho, test, known):
    found, exact = size("test_sizes", test, design=design, rho=rho)
    if exact is not None:
        assert exact == pytest.approx(known, abs=0.0006)
    assert found.value == pytest.approx(known, abs=0.01 + 4 * np.sqrt(known * (1 - known) / found.trials))


@pytest.mark.parametrize(
    ("rho1", "rho2", "f10", "f7"),
    [(0, 0, 0.0175, 0.0163), (0.25, 0.25, 0.054, 0.051), (0.4, 0.49, 0.103, 0.099)],
)
def test_sizes_over_the_correlations_as_printed(rho1, rho2, f10, f7):
    row = core.simulate("degrees_of_freedom", rho1=rho1, rho2=rho2, trials=4000, seed=3).rows[0]
    assert row.exact["5x2_f"] == pytest.approx(f10, abs=6e-4)
    assert row.exact["balanced_5x2_f"] == pytest.approx(f7, abs=6e-4)
    assert row.exact["exact_5x2_f"] == pytest.approx(0.05)
    assert all(agrees(row[name], row.exact[name]) for name in row.exact)


def test_one_of_the_ten_rejects_in_a_fifth_of_the_experiments():
    found, _ = size("ten_statistics", "any", trials=8000)
    assert found.value == pytest.approx(0.19, abs=0.018)
    for effect, rho in ((0.0, 0.0), (0.0, 0.3), (1.5, 0.2)):
        found, exact = size("ten_statistics", "first", effect=effect, rho=rho, trials=8000)
        assert agrees(found, exact)


def test_means_of_skewed_values():
    found, exact = size("limits", "mean_z", parent="exponential", n=5)
    reach = 1.959964 * np.sqrt(5)
    assert exact == pytest.approx(stats.gamma(5).cdf(5 + reach) - stats.gamma(5).cdf(max(5 - reach, 0)))
    assert agrees(found, exact)
    found, exact = size("limits", "mean_z", parent="rare", n=40)
    reach = 1.959964 * np.sqrt(40 * 0.05 * 0.95)
    inside = [e for e in range(41) if 2 - reach <= e <= 2 + reach]
    assert exact == pytest.approx(stats.binom.pmf(inside, 40, 0.05).sum())
    assert agrees(found, exact)


def test_cutting_again_narrows_and_deceives():
    frame = core.simulate("repeated_cuts", trials=2000, seed=4).frame
    by = {name: part["exact"].to_numpy() for name, part in frame.groupby("measured", sort=False)}
    assert (np.diff(by["cuts"]) < 0).all()
    assert (np.diff(by["width_cuts"]) < 0).all()
    assert by["fresh"] == pytest.approx(0.95)
    assert by["corrected"] == pytest.approx(0.95)
    c4 = np.sqrt(2 / 9) * stats.chi(9).mean() / np.sqrt(2)
    one = core.simulate("repeated_cuts", cuts=10, validation=0.3, trials=1).rows[0]
    limit = 2 * stats.norm.isf(0.025) * np.sqrt(0.3)
    most = core.simulate("repeated_cuts", cuts=500, trials=20)
    assert limit < most.rows[0].exact["width_corrected"] < 1.01 * limit
    few, many = (core.simulate("repeated_cuts", cuts=cuts, trials=1).rows[0].exact for cuts in (2, 20))
    assert few["width_corrected"] > 6 * many["width_corrected"]  # what is averaged out is worth cutting for
    assert "tells nothing new" not in most.words
    assert f"and never below {limit:.2f}; the plain one shrinks without limit" in most.words
    assert one.exact["width_fresh"] == pytest.approx(2 * stats.t.isf(0.025, 9) * c4 / np.sqrt(10))


def test_a_share_or_an_error_that_is_not_zero_does_not_read_as_zero():
    assert [share(value) for value in (0, 0.00022768, 0.00096, 0.001, 0.0434, 0.05, 1)] == [
        f"{text}\u00a0%" for text in ("0", "0.023", "0.096", "0.1", "4.3", "5", "100")
    ]
    few, many = (Estimate(0.001, se, 0, 0.01, 4500) for se in (0.0013, 0.00047))
    assert share_with_error(few) == "0.1 ± 0.1\u00a0%"
    assert share_with_error(many) == "0.10 ± 0.05\u00a0%"


@pytest.mark.parametrize("trials", [1, 7, 5000])
def test_skewness_is_that_of_the_sample_and_is_not_read_from_few_trials(trials):
    found = core.simulate("limits", trials=trials, parent="exponential", n=5)
    means = found.rows[0].outcomes.seen["standardised"]
    expected = stats.skew(means) if trials > 1 else 0.0
    assert f"(skewness {number(float(expected), 2)})" in found.words
    assert ("leaning" in found.words) is (trials == 5000)


def test_the_least_and_the_most_coverage_have_the_same_decimals():
    said = core.simulate("coverage", trials=60).words.replace("\u00a0", " ")
    assert (
        "runs from 91.4 % to 97.0 %: Normal interval (Wald) has the least, Exact interval (Clopper–Pearson) and "
        "Jeffreys interval have the most." in said
    )
    after = {  # numbers of errors after which an interval holds p
        method: [
            low <= 0.1 <= high for low, high in (proportion_confint(k, 40, 0.05, method) for k in range(41))
        ]
        for method in ("beta", "jeffreys", "agresti_coull")
    }
    assert after["beta"] == after["jeffreys"] != after["agresti_coull"]
    one = core.simulate("coverage", trials=60, n=1).words.replace("\u00a0", " ")
    assert "exactly 0 %" in one
    assert "it runs from 0 % to 100 %:" in one


@pytest.mark.parametrize("p", [0.1, 0.105])
def test_that_coverage_jumps_is_said_where_it_is_said_how_far_it_runs(p):
    *_, last = core.simulate("coverage", trials=60, p=p).words.split(". ")
    assert last.startswith(
        f"Coverage jumps with p, since errors come in whole numbers; at p = {100 * p:g}\u00a0% it runs from 9"
    )


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (
            {"trials": 20},
            "at least one of the ten in 20.0 ± 8.9 %, but never all ten together. The 5×2 F",
        ),
        ({"trials": 2, "seed": 1}, "at least one of the ten in 0 % (0 of 2). The 5×2 F"),
        ({"trials": 20, "effect": 3.0}, "at least one of the ten in 100 % (20 of 20). The 5×2 F"),
    ],
)
def test_that_the_ten_never_reject_together_is_said_once(settings, said):
    words = core.simulate("ten_statistics", **settings).words.replace("\u00a0", " ")
    assert said in words
    assert words.count("decides the verdict in") == 1


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        ("test_sizes", "Paired t test 13.9 ± 1.1 %, too liberal; Corrected"),
        ("limits", "holds the true mean in 88.2 ± 1.0 % of the trials: less often than it promises."),
        ("ten_statistics", "decides the verdict in 16.9 ± 1.2 % of the experiments."),
        (
            "degrees_of_freedom",
            "the 5×2 F has f = 3.42 degrees of freedom. Counting 7 instead of 10 changes the share of rejections by",
        ),
    ],
)
def test_words_begin_with_the_answer_to_the_question(key, answer):
    # in a lecture the first sentences, of 240 letters at most, are written large
    assert answer in core.simulate(key, trials=1000).words.replace("\u00a0", " ")[:240]


@pytest.mark.parametrize("test", ["paired_t", "corrected_t"])
def test_p_values_are_judged_at_another_level_as_if_they_had_been_drawn_at_it(test):
    given = {"trials": 300, "seed": 4, "test": test, "effect": 0.5, "rho": 0.1}
    judged = core.simulate("p_values", alpha=0.05, **given).judged(0.13)
    drawn = core.simulate("p_values", alpha=0.13, **given)
    assert judged.words == drawn.words
    pd.testing.assert_frame_equal(judged.frame, drawn.frame)
    for end in ("low", "high"):
        assert judged.rows[0].outcomes.seen[end] == pytest.approx(drawn.rows[0].outcomes.seen[end])
    twice = core.simulate("p_values", alpha=[0.05, 0.13], **given)
    pd.testing.assert_frame_equal(twice.frame[1:].reset_index(drop=True), drawn.frame)
    with pytest.raises(core.InputError, match="Coverage of intervals: draws its trials anew"):
        core.simulate("coverage", trials=5).judged(0.1)
