"""Salzberg's grid against the numbers of METHODS, enumeration, and the sampled trials."""

import numpy as np
import pytest
from scipy import stats

import core


def exact(n, r, how="each"):
    return core.simulate("salzberg", n=n, r=r, how=how, trials=1).frame["exact"].iloc[0]


@pytest.mark.parametrize(
    ("n", "r", "power"),
    [
        (50, 0.0, 0.022),
        (500, 0.0, 0.040),
        (1000, 0.0, 0.043),
        (300, 0.03, 0.234),
        (500, 0.03, 0.344),
        (1000, 0.03, 0.576),
        (300, 0.05, 0.467),
        (500, 0.05, 0.668),
        (1000, 0.05, 0.914),
    ],
)
def test_exact_power_as_known(n, r, power):
    assert exact(n, r) == pytest.approx(power, abs=5e-4)


@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.2])
def test_exact_power_is_that_of_the_planning_page(alpha):
    for n, r in ((1, 0.1), (7, 0.5), (120, 0.02), (2000, 0.01)):
        rates = 0.9 * r + 0.09 * (1 - r), 0.09 * (1 - r)
        found = core.simulate("salzberg", n=n, r=r, alpha=alpha, trials=1).frame["exact"][0]
        assert found == pytest.approx(core.power("sign", n, rates, alpha, "greater"), rel=1e-9, abs=1e-12)


def test_a_fixed_share_scatters_less():
    assert exact(300, 0.03, "share") == pytest.approx(0.222, abs=5e-4)
    assert exact(300, 0.0, "share") == pytest.approx(exact(300, 0.0))


def test_exact_power_of_a_fixed_share_by_enumeration():
    n, fixed, total = 20, 4, 0.0
    for wins in range(fixed + 1):
        for first in range(n - fixed + 1):
            for second in range(n - fixed - first + 1):
                p = stats.multinomial.pmf(
                    [first, second, n - fixed - first - second], n - fixed, [0.09, 0.09, 0.82]
                )
                s, f = wins + first, second
                rejects = s + f > 0 and stats.binomtest(s, s + f, alternative="greater").pvalue <= 0.05
                total += stats.binom.pmf(wins, fixed, 0.9) * p * rejects
    assert exact(n, 0.2, "share") == pytest.approx(total, rel=1e-9)


def test_trials_agree_with_the_exact_power():
    for how in ("each", "share"):
        frame = core.simulate("salzberg", how=how, trials=1000, seed=3).frame
        z = (frame["estimate"] - frame["exact"]) / np.sqrt(frame["exact"] * (1 - frame["exact"]) / 1000)
        assert np.abs(z).max() < 4.5
        assert np.mean(np.abs(z) > 1.96) < 0.15
        assert frame.loc[frame["r"] == 0, "exact"].max() < 0.05


def test_the_majorities_that_are_known():
    assert exact(329, 0.05) < 0.5 < exact(340, 0.05)
    assert exact(818, 0.03) > 0.5 > exact(780, 0.03)
    words = core.simulate("salzberg", trials=2000).words
    assert "No size up to 1,000 is enough for a majority with r = 0.01 and 0.02." in words
    assert "330 instances on for r = 0.05" in words
    assert len(words[: words.index("No size")]) < 290, (
        "it stands above the picture that the test is one-sided"
    )


def test_counted_shares_are_told_with_their_error():
    found = core.simulate("salzberg", trials=500, alpha=0.2)
    first = next(row for row in found.rows if row.settings["r"] == 0)["rejects"]
    assert (
        f"{100 * first.value:.1f} ± {100 * first.se:.1f}\u00a0% of the trials on 50 instances" in found.words
    )
    assert "\u00a0% on 1,000; exactly at most" in found.words


@pytest.mark.parametrize(("trials", "seed"), [(5, 0), (500, 0), (2000, 4)])
def test_where_most_reject_is_calculated_whatever_the_trials_say(trials, seed):
    words = core.simulate("salzberg", trials=trials, seed=seed, r=[0.03, 0.05, 0.07]).words
    assert words == (
        "By exact calculation, most trials reject from 818 instances on for r = 0.03, 330 instances on for r = 0.05 "
        "and 184 instances on for r = 0.07. The test is one-sided (H0: the second is no better); "
        "two-sided, more are needed."
    )


def test_two_sided_more_instances_are_needed_than_are_told():
    rates = 0.9 * 0.05 + 0.09 * 0.95, 0.09 * 0.95
    assert core.sample_size("sign", effect=rates, power=0.5, alternative="two-sided") > 330


def powers(r, most=400, alpha=0.05):
    """Exact power at each size up to the largest, by SciPy."""
    disagree = 0.9 * r + 2 * 0.09 * (1 - r)
    m = np.arange(most + 1)
    needed = stats.binom.isf(alpha, m, 0.5) + 1  # the fewest wins that are too many for a coin
    rejects = stats.binom.sf(needed - 1, m, (0.9 * r + 0.09 * (1 - r)) / disagree)
    return stats.binom.pmf(m, m[:, None], disagree) @ rejects


@pytest.mark.parametrize(("r", "size"), [(0.05, 330), (0.07, 184), (0.1, 102)])
def test_the_size_from_which_most_reject_is_the_smallest_one(r, size):
    assert np.flatnonzero(powers(r) <= 0.5).max() + 1 == size
    assert f"most trials reject from {size} instances on" in core.simulate("salzberg", trials=20, r=[r]).words


@pytest.mark.parametrize("r", [0.07, 0.1])
def test_the_size_of_a_fixed_share_is_the_smallest_one_too(r):
    found = core.simulate("salzberg", trials=1, r=[r], n=list(range(1, 401)), how="share")
    size = max(row.settings["n"] for row in found.rows if row.exact["rejects"] <= 0.5) + 1
    assert f"most trials reject from {size} instances on" in found.words
