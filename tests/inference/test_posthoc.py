"""Which learners differ: adjustments for all pairs, Tukey, Dunnett, against published tables, SciPy and enumeration."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from core.errors import InputError, NotApplicable
from core.inference import (
    PAIR_ADJUSTMENTS,
    RANK_ADJUSTMENTS,
    bergmann_hommel,
    dunnett,
    holm,
    run_test,
    shaffer,
    tukey_hsd,
)
from core.inference.comparing.adjust_all_pairs import nemenyi, true_hypotheses
from core.inference.distributions.studentized import dunnett_tail, range_quantile, range_tail

GARCIA = {"C4.5": 2.100, "1-NN": 3.250, "NB": 2.200, "Kernel": 4.333, "CN2": 3.117}
"""Mean ranks of five learners over 30 data sets (García & Herrera 2008, Table 1)."""


def garcia() -> np.ndarray:
    error = np.sqrt(5 * 6 / (6 * 30))
    return np.array([2 * stats.norm.sf(abs(a - b) / error) for a, b in combinations(GARCIA.values(), 2)])


def test_quantiles_of_demsars_table_5():
    printed = {2: "1.960", 3: "2.343", 4: "2.569", 5: "2.728", 10: "3.164"}
    for learners, text in printed.items():
        found = range_quantile(0.05, learners) / np.sqrt(2)
        assert f"{found:.3f}" in {text, f"{float(text) + 0.001:.3f}"}
    assert f"{range_quantile(0.1, 4) / np.sqrt(2):.3f}" == "2.291"


@pytest.mark.parametrize("learners", [2, 3, 10, 50])
def test_the_studentized_range_agrees_with_scipy(learners):
    q = np.array([0.0, 0.5, 1, 2, 3.6, 5, 8])
    assert range_tail(q, learners) == pytest.approx(
        stats.studentized_range.sf(q, learners, np.inf), abs=1e-12
    )
    assert range_tail(q, learners, 20) == pytest.approx(stats.studentized_range.sf(q, learners, 20))


def test_the_range_of_two_is_a_normal_difference_down_to_the_smallest_tails():
    q = np.array([1.0, 10, 30, 50])
    assert range_tail(q, 2) == pytest.approx(2 * stats.norm.sf(q / np.sqrt(2)), rel=1e-9)
    assert np.isnan(range_tail(np.array([np.nan, 1.0]), 3)).tolist() == [True, False]


@pytest.mark.parametrize(
    ("others", "df", "printed"),
    [(2, 10, 2.57), (3, 20, 2.54), (9, 60, 2.77), (1, 10, 2.228), (5, np.inf, 2.51)],
)
def test_dunnetts_table(others, df, printed):
    """Two-sided, α = .05 (Dunnett 1964)."""
    assert dunnett_tail(np.array(printed), others, df) == pytest.approx(0.05, abs=0.001)


def test_dunnetts_tail_of_one_is_students():
    t = np.array([0.0, 0.5, 2, 30])
    for df in (1, 3, 40, 1000):
        assert dunnett_tail(t, 1, df) == pytest.approx(2 * stats.t.sf(t, df), rel=1e-8)


def test_dunnetts_tail_is_that_of_the_multivariate_t():
    shape = np.full((3, 3), 0.5) + 0.5 * np.eye(3)
    theirs = stats.multivariate_t.cdf(
        np.full(3, 2.1), shape=shape, df=12, lower_limit=np.full(3, -2.1), random_state=0, maxpts=10**6
    )
    assert dunnett_tail(np.array(2.1), 3, 12) == pytest.approx(1 - theirs, abs=2e-6)


def test_shaffer_counts_what_can_hold_together():
    assert sorted(true_hypotheses(5)) == [0, 1, 2, 3, 4, 6, 10]
    p = np.array([0.001, 0.012, 0.02, 0.3, 0.01, 0.6])
    adjusted = shaffer(p)
    ordered = np.sort(p)
    expected = np.maximum.accumulate(np.minimum(1, ordered * [6, 3, 3, 3, 2, 1]))
    assert np.sort(adjusted) == pytest.approx(expected)
    assert np.all(adjusted <= holm(p) + 1e-12)
    with pytest.raises(InputError, match="4 p-values"):
        shaffer(p[:4])


def test_the_example_of_garcia_and_herrera():
    """Their Table 5: adjusted p-values of the third to the eighth pair."""
    p = garcia()
    order = np.argsort(p)[2:8]
    assert shaffer(p)[order] == pytest.approx([0.0174, 0.0291, 0.0479, 0.0479, 0.0509, 0.0741], abs=1e-4)
    found = bergmann_hommel(p)[order]
    assert found == pytest.approx([0.0116, 0.0291, 0.0319, 0.0303, 0.0382, 0.0382], abs=1e-4)
    assert np.all(bergmann_hommel(p) <= shaffer(p) + 1e-12)


def by_closed_testing(p: np.ndarray, learners: int) -> list[float]:
    """The largest |I|·min p over every set of equalities that nothing else follows from, found by brute force."""
    pairs = list(combinations(range(learners), 2))
    sets = set()
    for labels in product(range(learners), repeat=learners):
        held = frozenset(n for n, (i, j) in enumerate(pairs) if labels[i] == labels[j])
        sets.add(held)
    return [
        min(1.0, max(len(held) * min(p[n] for n in held) for held in sets if place in held))
        for place in range(len(pairs))
    ]


@given(st.integers(3, 5), st.randoms(use_true_random=False))
def test_bergmann_hommel_by_brute_force_and_never_weaker_than_shaffer(learners, random):
    p = np.array([random.random() ** 3 for _ in combinations(range(learners), 2)])
    assert bergmann_hommel(p) == pytest.approx(by_closed_testing(p, learners))
    assert np.all(bergmann_hommel(p) <= shaffer(p) + 1e-12)
    assert np.all(p <= bergmann_hommel(p) + 1e-12)


def test_nemenyi_is_the_studentized_range():
    p = garcia()
    z = stats.norm.isf(p / 2)
    assert nemenyi(p) == pytest.approx(stats.studentized_range.sf(np.sqrt(2) * z, 5, np.inf), abs=1e-12)


@pytest.mark.parametrize("key", RANK_ADJUSTMENTS)
def test_one_that_could_not_be_judged_stays_so_and_counts(key):
    p = [0.01, None, 0.2]
    adjusted = RANK_ADJUSTMENTS[key].function(p)
    assert np.isnan(adjusted).tolist() == [False, True, False]
    assert adjusted[0] >= 0.01
    with pytest.raises(InputError, match="between 0 and 1"):
        RANK_ADJUSTMENTS[key].function([0.1, 2.0, 0.1])


def test_too_many_ways_to_be_equal_are_refused_in_words():
    with pytest.raises(InputError, match="10 of them are too many"):
        bergmann_hommel(np.full(45, 0.1))
    assert not PAIR_ADJUSTMENTS["bergmann_hommel"].fits(10)
    assert not PAIR_ADJUSTMENTS["shaffer"].fits(3, all_pairs=False)
    assert len(bergmann_hommel(np.full(36, 0.1))) == 36


def test_tukey_agrees_with_scipy():
    table = np.random.default_rng(0).normal((0.2, 0.25, 0.3), 0.05, (10, 3))
    theirs = stats.tukey_hsd(*table.T)
    ours = tukey_hsd(run_test("anova", scores=table), "ABC")
    assert ours["p_value"].to_numpy() == pytest.approx(theirs.pvalue[[0, 0, 1], [1, 2, 2]], rel=1e-6)
    blocks = tukey_hsd(run_test("repeated_anova", scores=table), "ABC")
    assert blocks["difference"].to_numpy() == pytest.approx(ours["difference"].to_numpy())
    with pytest.raises(NotApplicable):
        tukey_hsd(run_test("friedman", scores=table), "ABC")
    with pytest.raises(InputError, match="2 names for 3"):
        tukey_hsd(run_test("anova", scores=table), "AB")


def test_after_the_corrected_anova_two_learners_get_the_p_of_the_corrected_t():
    a, b = np.random.default_rng(1).normal((0.2, 0.23), 0.03, (10, 2)).T
    sizes = {"n_train": 90, "n_validation": 10}
    t = run_test("corrected_t", a=a, b=b, **sizes)
    anova = run_test("corrected_anova", scores=np.column_stack([a, b]), **sizes)
    assert tukey_hsd(anova, "AB")["p_value"][0] == pytest.approx(t.p_value, rel=1e-6)
    assert dunnett(anova, "AB", "B")["p_value"][0] == pytest.approx(t.p_value, rel=1e-6)
    assert dunnett(anova, "AB", "B")["t"][0] == pytest.approx(t.statistic)


def test_dunnett_agrees_with_scipy():
    table = np.random.default_rng(0).normal((0.2, 0.25, 0.3), 0.05, (10, 3))
    theirs = stats.dunnett(table[:, 1], table[:, 2], control=table[:, 0], random_state=0)
    ours = dunnett(run_test("anova", scores=table), "ABC", "A")
    assert ours["t"].to_numpy() == pytest.approx(theirs.statistic)
    assert ours["p_value"].to_numpy() == pytest.approx(theirs.pvalue, abs=1e-4)
    assert list(ours["learner"]) == ["B", "C"]
    with pytest.raises(InputError, match="no learner 'Z'"):
        dunnett(run_test("anova", scores=table), "ABC", "Z")
    with pytest.raises(NotApplicable, match="Dunnett's test follows"):
        dunnett(run_test("friedman", scores=table), "ABC", "A")
