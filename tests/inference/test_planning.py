"""Sample sizes, power, adjusted p-values."""

from bisect import bisect_right
from itertools import combinations, pairwise
from time import process_time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from core.data import read_dataset
from core.designs import DESIGNS, make_design
from core.errors import InputError, NotApplicable
from core.experiment import run_experiment
from core.inference import (
    ADJUSTMENTS,
    TESTS,
    applicable_tests,
    holm,
    hommel,
    likely_disagreements,
    planned_test,
    power,
    sample_size,
    smallest_difference,
)
from core.inference.advice.applicable import advice_on_design
from core.inference.distributions.exact_5x2 import Exact5x2F
from core.inference.planning import disagreement as disagreement_module
from core.inference.planning.disagreement import difference_power
from core.inference.planning.halves import blocked_t_power, f_power, level_correlation, rejection_rate
from core.inference.planning.power import curve_sizes, effect_times, first_reached, power_over, unjudged_share
from core.inference.planning.proportions import most_summed
from core.inference.planning.same_rate import SameRate
from core.records import DesignFacts


def salzberg(share):
    """Rates of "only I wrong" and "only II wrong": ten classes, II set right with this probability."""
    right = share + (1 - share) * 0.1
    return 0.9 * right, 0.1 * (1 - right)


def test_mitchell_exercise_5_4():
    assert sample_size("interval", width=0.1, p=(0.2, 0.6), level=0.95) == 385
    assert sample_size("interval", width=0.1, p=0.2) == 246
    assert sample_size("interval", width=0.1, p=(0.7, 0.9)) == 323


@pytest.mark.parametrize(
    ("share", "n", "expected"),
    [
        (0, 50, 0.022), (0, 500, 0.040), (0, 1000, 0.043), (0.03, 300, 0.234), (0.03, 500, 0.344),
        (0.03, 1000, 0.576), (0.05, 300, 0.467), (0.05, 500, 0.668), (0.05, 1000, 0.914),
    ],
)  # fmt: skip
def test_exact_power_in_salzbergs_simulation(share, n, expected):
    assert power("sign", n, salzberg(share), alternative="greater") == pytest.approx(expected, abs=5.1e-4)


def test_majority_of_rejections_in_salzbergs_simulation():
    assert sample_size("sign", effect=salzberg(0.05), power=0.5, alternative="greater") == 330
    assert sample_size("sign", effect=salzberg(0.03), power=0.5, alternative="greater") == 818


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_binomial_power_by_enumeration(alternative):
    x = np.arange(41)
    p = TESTS["binomial"].evaluate(alternative, errors=x, n=40, p0=0.3).p_value
    expected = stats.binom.pmf(x[p <= 0.05], 40, 0.45).sum()
    assert power("binomial", 40, 0.45, alternative=alternative, p0=0.3) == pytest.approx(expected, rel=1e-10)


def test_mcnemar_power_by_enumeration():
    n, p01, p10 = 30, 0.3, 0.1
    total = 0.0
    for e01 in range(n + 1):
        e10 = np.arange(n - e01 + 1)
        p = TESTS["mcnemar_exact"].evaluate(e01=np.full(e10.shape, e01), e10=e10).p_value
        mass = stats.multinomial.pmf(
            np.column_stack([np.full(e10.shape, e01), e10, n - e01 - e10]), n, [p01, p10, 0.6]
        )
        total += mass[p <= 0.05].sum()
    assert power("mcnemar_exact", n, (p01, p10)) == pytest.approx(total, rel=1e-9)
    assert power("mcnemar_exact", n, (0.0, 0.0)) == 0


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
@pytest.mark.parametrize("rates", [(0.3, 0.2), (0.02, 0.01), (0.0, 0.05), (1.0, 0.9), (0.0, 1.0), (0.5, 0.5)])
@pytest.mark.parametrize("n", [2, 5, 41])
def test_power_of_two_proportions_by_enumeration(n, rates, alternative):
    x, y = np.indices((n + 1, n + 1))
    p = TESTS["two_proportions"].evaluate(alternative, errors_1=x, n_1=n, errors_2=y, n_2=n).p_value
    mass = stats.binom.pmf(x, n, rates[0]) * stats.binom.pmf(y, n, rates[1])
    for alpha in (0.05, 0.3):
        found = power("two_proportions", n, rates, alpha, alternative)
        assert found == pytest.approx(mass[p <= alpha].sum(), abs=1e-12)


def test_power_of_two_proportions_on_large_samples_by_all_of_their_outcomes():
    n, p, q = 20_000, 0.002, 0.004
    x, y = np.arange(200), np.arange(300)[:, None]
    with np.errstate(invalid="ignore"):
        z = (x - y) / np.sqrt(x * (1 - x / n) + y * (1 - y / n))
    rejected = np.abs(z) >= stats.norm.isf(0.0005)
    expected = np.sum(stats.binom.pmf(x, n, p) * stats.binom.pmf(y, n, q) * rejected)
    assert power("two_proportions", n, (p, q), 0.001) == pytest.approx(expected, abs=1e-12)


def test_powers_of_two_close_rates_are_worked_out_together():
    sizes = np.arange(2, 1_002)
    begin = process_time()
    together = power_over("two_proportions", sizes, (0.02, 0.025))
    middle = process_time()
    one_by_one = [power("two_proportions", n, (0.02, 0.025)) for n in sizes]
    assert middle - begin < (process_time() - middle) / 3
    assert together == pytest.approx(one_by_one, abs=1e-12)


def test_outcomes_that_two_proportions_cannot_judge_are_the_reason_why_power_is_missed():
    n, rates = 7, (0.8, 0.3)
    x, y = np.indices((n + 1, n + 1))
    mass = stats.binom.pmf(x, n, rates[0]) * stats.binom.pmf(y, n, rates[1])
    p = TESTS["two_proportions"].evaluate(errors_1=x, n_1=n, errors_2=y, n_2=n)
    assert unjudged_share(n, rates) == pytest.approx(mass[~p.defined & (x != y)].sum(), rel=1e-12)
    assert unjudged_share(n, rates, "greater") == pytest.approx(mass[n, 0], rel=1e-12)
    assert unjudged_share(n, rates, "less") == pytest.approx(mass[0, n], rel=1e-12)
    with pytest.raises(NotApplicable, match="has no variance: this test cannot judge\\. Take Fisher's"):
        sample_size("two_proportions", effect=(0.0, 1.0))
    with pytest.raises(NotApplicable, match="points the other way"):
        sample_size("two_proportions", effect=(0.0, 1.0), alternative="greater")


@pytest.mark.parametrize("rates", [(0.3, 0.31), (0.3, 0.33), (0.05, 0.06), (0.5, 0.54), (0.97, 0.96)])
def test_the_normal_limit_of_two_proportions_takes_over_where_it_is_as_good(rates):
    sizes = most_summed(rates) + np.array([0, 1])
    last, first = power_over("two_proportions", sizes, rates)
    assert first == pytest.approx(last, abs=1e-3)


@pytest.mark.parametrize(("rates", "target"), [((0.02, 0.01), 0.8), ((0.0, 0.1), 0.5), ((0.3, 0.2), 0.5)])
def test_power_of_two_proportions_stays_above_the_target_from_the_size_on(rates, target):
    n = sample_size("two_proportions", effect=rates, power=target)
    reached = power_over("two_proportions", np.arange(n - 1, 3 * n), rates)
    assert reached[0] < target <= reached[1:].min()


def test_t_power_agrees_with_statsmodels():
    from statsmodels.stats.power import TTestPower

    for alternative, theirs in (("two-sided", "two-sided"), ("greater", "larger"), ("less", "smaller")):
        expected = TTestPower().power(0.5, 20, 0.05, alternative=theirs)
        assert power("paired_t", 20, 0.5, alternative=alternative) == pytest.approx(expected, rel=1e-8)
    assert sample_size("paired_t", effect=0.5) == 34  # 33.4 by the same tables
    assert power("corrected_t", 10, 0.9, ratio=1 / 9) < power("paired_t", 10, 0.9)


def test_a_size_is_looked_for_up_to_the_largest():
    from scipy.stats import norm

    p, q = 0.2, 0.1983
    z = norm.ppf(0.95) + norm.ppf(0.8)
    by_hand = z**2 * (p * (1 - p) + q * (1 - q)) / (p - q) ** 2
    assert 2**19 < by_hand < 1_000_000
    assert sample_size("two_proportions", effect=(p, q), alternative="greater") == np.ceil(by_hand)
    for alternative, why in {
        "two-sided": "is too small",
        "greater": "is too small",
        "less": "points the other way",
    }.items():
        with pytest.raises(NotApplicable, match=f"The effect {why}\\."):
            sample_size("two_proportions", effect=(0.2, 0.1999), alternative=alternative)


def test_power_of_the_corrected_t_has_a_ceiling():
    with pytest.raises(NotApplicable, match="more repeats cannot buy this") as refusal:
        sample_size("corrected_t", effect=0.5, ratio=1 / 9)
    assert str(refusal.value).startswith(
        "Corrected resampled t test: no n up to 1,000,000 reaches power 80\u00a0%."
    )
    enough = sample_size("corrected_t", effect=1.5, ratio=1 / 9)
    assert (
        power("corrected_t", enough, 1.5, ratio=1 / 9)
        >= 0.8
        > power("corrected_t", enough - 1, 1.5, ratio=1 / 9)
    )


def test_power_stays_above_the_target_from_the_size_on():
    n = sample_size("binomial", effect=0.4, p0=0.3, alternative="greater")
    assert all(power("binomial", m, 0.4, p0=0.3, alternative="greater") >= 0.8 for m in range(n, n + 60))
    assert power("binomial", n - 1, 0.4, p0=0.3, alternative="greater") < 0.8


def test_planning_names_what_is_wrong():
    for arguments, where in (
        ({"kind": "interval"}, "width"),
        ({"kind": "interval", "width": 2}, "width"),
        ({"kind": "interval", "width": 0.1, "p": (0.6, 0.2)}, "p"),
        ({"kind": "paired_t"}, "effect"),
        ({"kind": "binomial", "effect": 0.4}, "p0"),
        ({"kind": "corrected_t", "effect": 0.4}, "ratio"),
        ({"kind": "two_proportions", "effect": 0.4}, "effect"),
        ({"kind": "magic", "effect": 0.4}, "kind"),
        ({"kind": "paired_t", "effect": 0.4, "power": 2}, "power"),
        ({"kind": "paired_t", "effect": 0.4, "alternative": "up"}, "alternative"),
    ):
        with pytest.raises(InputError) as refusal:
            sample_size(**arguments)
        assert refusal.value.where == where
    with pytest.raises(NotApplicable):
        sample_size("paired_t", effect=-0.5, alternative="greater")


def test_a_curve_holds_every_size_so_that_the_saw_ends_where_the_size_given_stands():
    sizes = curve_sizes(340)
    assert np.array_equal(sizes, np.arange(2, 341))
    curve = power_over("binomial", sizes, 0.2, p0=0.3)
    expected = {}
    for n in range(140, 176):  # the two-sided test of R and SciPy, whose p falls from the middle to both ends

        def p_value(k, n=n):
            return stats.binomtest(k, n, 0.3).pvalue

        few, many = range(int(0.3 * n)), range(n, int(0.3 * n), -1)
        x = [*few[: bisect_right(few, 0.05, key=p_value)], *many[: bisect_right(many, 0.05, key=p_value)]]
        expected[n] = stats.binom.pmf(x, n, 0.2).sum()
    assert curve[138:174] == pytest.approx(list(expected.values()), rel=1e-9)
    assert first_reached(sizes, curve, 0.8) == min(n for n in expected if expected[n] >= 0.8) == 147
    assert sample_size("binomial", effect=0.2, p0=0.3) == max(n for n in expected if expected[n] < 0.8) + 1


@pytest.mark.parametrize("times", [0.5, 1.5])
def test_an_effect_may_be_so_many_times_as_large(times):
    assert effect_times("binomial", 0.2, times, p0=0.3) - 0.3 == pytest.approx(-0.1 * times)
    assert effect_times("corrected_t", 0.8, times) == pytest.approx(0.8 * times)
    first, second = effect_times("mcnemar_exact", (0.1, 0.05), times)
    assert first - second == pytest.approx(0.05 * times)
    assert first + second == pytest.approx(0.15)  # as many instances on which they disagree
    assert effect_times("sign", (0.1, 0.01), 1.5) is None
    assert effect_times("binomial", 0.1, 1.5, p0=0.3) == pytest.approx(0)
    assert effect_times("binomial", 0.05, 1.5, p0=0.3) is None


def test_a_long_curve_leaves_nothing_out_around_the_size_given():
    sizes = curve_sizes(100_000, 50_000)
    assert len(sizes) < 1000
    assert (sizes[0], sizes[-1]) == (2, 100_000)
    assert np.isin(np.arange(49_900, 50_101), sizes).all()
    assert first_reached(sizes, sizes / 100_000, 0.6) is None  # one before it may have been left out
    assert first_reached(sizes, sizes / 100_000, 1.1) is None


def test_adjustments_agree_with_statsmodels():
    from statsmodels.stats.multitest import multipletests

    p = np.random.default_rng(0).random(12) ** 3
    theirs = {"hochberg": "simes-hochberg", "benjamini_hochberg": "fdr_bh", "benjamini_yekutieli": "fdr_by"}
    for key, entry in ADJUSTMENTS.items():
        expected = multipletests(p, method=theirs.get(key, key))[1]
        assert entry.function(p) == pytest.approx(expected, rel=1e-12)


@given(st.lists(st.floats(0, 1), max_size=7))
def test_hommel_is_closed_testing_by_simes(p):
    """Every set of hypotheses judged by Simes; a hypothesis is as significant as the least of its sets."""
    expected = [
        max(
            min(len(subset) * value / rank for rank, value in enumerate(sorted(subset), 1))
            for size in range(len(p))
            for others in combinations(p[:place] + p[place + 1 :], size)
            for subset in [(p[place], *others)]
        )
        for place in range(len(p))
    ]
    assert hommel(p) == pytest.approx(expected, rel=1e-12)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30), st.randoms())
def test_adjustments_keep_their_order_of_strength_and_that_of_the_hypotheses(p, random):
    found = {key: entry.function(p) for key, entry in ADJUSTMENTS.items()}
    strongest_first = ("benjamini_hochberg", "hommel", "hochberg", "holm", "bonferroni")
    for strong, weak in pairwise(strongest_first):
        assert np.all(found[strong] <= found[weak] + 1e-12)
    assert np.all(found["benjamini_hochberg"] <= found["benjamini_yekutieli"] + 1e-12)
    order = random.sample(range(len(p)), len(p))
    for key, entry in ADJUSTMENTS.items():
        assert np.all(found[key] >= np.array(p) - 1e-15)
        assert entry.function([p[i] for i in order]) == pytest.approx(found[key][order], rel=1e-12)


def test_an_adjustment_says_which_rate_it_bounds():
    assert "family-wise error rate" in ADJUSTMENTS["hommel"].term(6)
    assert "all 6 comparisons" in ADJUSTMENTS["holm"].sentence(6)
    assert "false discovery rate" in ADJUSTMENTS["benjamini_yekutieli"].term(6)
    for entry in ADJUSTMENTS.values():  # plain words are read, the term is looked up
        assert "rate" not in entry.sentence(6)
        assert entry.sentence(6, named=True).endswith(f" ({entry.controls.name}).")
        assert not entry.term(1)


def test_a_missing_p_value_keeps_its_place_in_the_family():
    assert holm([0.01, None, 0.02]) == pytest.approx([0.03, np.nan, 0.04], nan_ok=True)
    for entry in ADJUSTMENTS.values():
        found = entry.function([0.01, float("nan"), 0.02])
        assert np.isnan(found[1])
        assert found[[0, 2]] == pytest.approx(entry.function([0.01, 1.0, 0.02])[[0, 2]])
        assert entry.function([]).shape == (0,)
    with pytest.raises(InputError, match="p_values"):
        holm([0.1, 1.5])


def simulated_power(facts, difference, disagreement, rng, runs=4000):
    """Share of rejections where every instance gives −1, 0 or +1 and all folds are independent."""
    rates = [(disagreement - difference) / 2, 1 - disagreement, (disagreement + difference) / 2]
    outcomes = rng.choice([-1, 0, 1], p=rates, size=(runs, facts.pairs, int(facts.n_validation)))
    return np.mean(stats.ttest_1samp(outcomes.mean(axis=2), 0, axis=1).pvalue <= 0.05)


def test_smallest_difference_of_independent_halves_is_found_as_often_as_said():
    facts = DesignFacts("disjoint_halves", 1, 10, 50, 50, training_sets_overlap=False)
    least = smallest_difference(facts, 0.2)
    found = simulated_power(facts, least, 0.2, np.random.default_rng(0))
    assert found == pytest.approx(0.8, abs=0.04)  # a little above: the variance is below its bound


@pytest.mark.parametrize(
    ("guessing", "shares"),
    [(0.5, (0.1, 0.2, 0.4)), (0.2, (0.1, 0.2, 0.4)), (0.0233, (0.01165, 0.0233, 0.0466))],
)
def test_sensible_learners_disagree_on_no_more_than_twice_the_errors_of_guessing(guessing, shares):
    assert likely_disagreements(guessing) == pytest.approx(shares)


def test_smallest_difference_of_overlapping_folds_is_that_of_the_corrected_t_test():
    facts = DesignFacts("repeated_k_fold", 10, 10, 270, 30)
    least = smallest_difference(facts, 0.1, alpha=0.01, target=0.9)
    effect = least / np.sqrt(0.1 / 30)
    assert power("corrected_t", 100, effect, 0.01, ratio=1 / 9) == pytest.approx(0.9, abs=1e-4)
    plain = DesignFacts("k_fold", 1, 10, 270, 30)
    assert smallest_difference(plain, 0.2) > smallest_difference(facts, 0.2)  # repeats help a little


@pytest.mark.parametrize(
    "facts",
    [DesignFacts("leave_one_out", 1, 300, 299, 1, True, True), DesignFacts("hold_out", 1, 1, 600, 300)],
)
def test_smallest_difference_of_pooled_instances_is_that_of_mcnemars_test(facts):
    least = smallest_difference(facts, 0.1)
    rates = ((0.1 + least) / 2, (0.1 - least) / 2)
    assert power("mcnemar_exact", 300, rates) == pytest.approx(0.8, abs=1e-4)


@pytest.mark.parametrize("n", [2_000, 10_000, 40_000, 100_000, 1_000_000])
def test_what_many_instances_can_show_is_found_at_once(n):
    smallest_difference(DesignFacts("hold_out", 1, 1, 20, 10), 0.5)  # imports
    facts = [DesignFacts("hold_out", 1, 1, n, n), DesignFacts("leave_one_out", 1, n, n - 1, 1, True, True)]
    begin = process_time()
    found = {smallest_difference(each, share) for each in facts for share in (0.1, 0.2, 0.4)}
    assert process_time() - begin < 6 * 0.05
    assert len(found) == 3  # pooled instances are instances


@pytest.mark.parametrize("n", [1, 2, 37, 1_000, 200_000])
@pytest.mark.parametrize("disagreement", [1e-6, 0.01, 0.2, 0.5, 1 - 1e-9, 1.0])
def test_likely_numbers_of_disagreements_are_binomial(n, disagreement):
    m, weights = disagreement_module.likely_counts(n, disagreement)
    expected = stats.binom.pmf(m, n, disagreement)
    assert weights == pytest.approx(expected, rel=1e-9, abs=1e-30)
    assert expected.sum() == pytest.approx(1, rel=1e-9)


@pytest.mark.parametrize("disagreement", [0.02, 0.1, 0.4, 0.9])
@pytest.mark.parametrize("alpha", [0.05, 0.001])
def test_the_normal_limit_of_mcnemars_power_takes_over_where_it_is_as_good(disagreement, alpha, monkeypatch):
    n = round(disagreement_module.MOST_SUMMED / disagreement) + 1
    facts = DesignFacts("hold_out", 1, 1, n, n)
    least = smallest_difference(facts, disagreement, alpha)
    rates = ((disagreement + least) / 2, (disagreement - least) / 2)
    assert power("mcnemar_exact", n, rates, alpha) == pytest.approx(0.8, abs=2e-3)
    limit = difference_power(n, disagreement, alpha)
    monkeypatch.setattr(disagreement_module, "MOST_SUMMED", n)
    exact = difference_power(n, disagreement, alpha)
    for difference in least * np.array([0, 0.5, 1, 1.5]):
        assert limit(difference) == pytest.approx(exact(difference), abs=2e-3)


def every_power(sizes, rates, alpha, alternative):
    """Power of McNemar's exact test at each size, summed over all numbers of disagreements by SciPy."""
    disagree = sum(rates)
    least = stats.binom.isf(1 - 1e-15, sizes[0], disagree)
    m = np.arange(least, stats.binom.isf(1e-15, sizes[-1], disagree) + 1)  # no others come about
    shares = {"greater": rates[0] / disagree, "less": rates[1] / disagree}
    sides = list(shares) if alternative == "two-sided" else [alternative]
    beyond = stats.binom.isf(alpha / len(sides), m, 0.5)
    given = sum(stats.binom.sf(beyond, m, shares[side]) for side in sides)
    return stats.binom.pmf(m, sizes[:, None], disagree) @ given


@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
@pytest.mark.parametrize("rates", [(0.1, 0.05), (0.6, 0.4), (0.5, 0.44), (0.2, 0.0), (0.004, 0.001)])
@pytest.mark.parametrize(("alpha", "target"), [(0.05, 0.8), (0.001, 0.95), (0.3, 0.5)])
def test_the_size_of_mcnemars_test_is_the_one_after_the_last_that_misses(rates, alternative, alpha, target):
    given = {"alpha": alpha, "alternative": alternative}
    found = sample_size("mcnemar_exact", effect=rates, power=target, **given)
    sizes = np.arange(max(2, found - 200), found + min(found, 200))  # of all, thousands took minutes
    power = every_power(sizes, rates, alpha, alternative)
    assert found == max(sizes[power < target], default=1) + 1
    assert power_over("mcnemar_exact", sizes, rates, **given) == pytest.approx(power, abs=1e-12)


@pytest.mark.parametrize("share", [0.0, 0.49, 0.5, 0.501, 1.0])
@pytest.mark.parametrize("tail", [0.025, 0.0005])
def test_disagreements_that_are_walked_through_are_rejected_as_often_as_one_by_one(share, tail):
    m = np.arange(50_000, 60_000)
    expected = stats.binom.sf(stats.binom.isf(tail, m, 0.5), m, share)
    assert disagreement_module._rejected(m, tail, share) == pytest.approx(expected, abs=1e-12)


def test_a_large_size_of_mcnemars_test_is_found_at_once():
    sample_size("mcnemar_exact", effect=(0.3, 0.1))  # imports
    rates, begin = (0.5, 0.496), process_time()
    n = sample_size("mcnemar_exact", effect=rates)
    power_over("mcnemar_exact", curve_sizes(2 * n, n), rates)
    assert process_time() - begin < 2
    assert n == 489_249  # by the power of every size around, each number of disagreements one by one


@pytest.mark.parametrize("n", [1, 7, 60])
@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_power_of_mcnemars_test_by_enumeration(n, alternative):
    rates, total = (0.25, 0.1), 0.0
    for b in range(n + 1):
        for c in range(n + 1 - b):
            p = stats.binomtest(b, b + c, alternative=alternative).pvalue if b + c else 1.0
            if p <= 0.05:
                total += stats.multinomial.pmf([b, c, n - b - c], n, [*rates, 1 - sum(rates)])
    assert power("mcnemar_exact", n, rates, alternative=alternative) == pytest.approx(total, rel=1e-9)
    if alternative == "two-sided":
        assert difference_power(n, 0.35, 0.05)(0.15) == pytest.approx(total, rel=1e-9)
        assert difference_power(n, 0.35, 0.05)(-0.15) == pytest.approx(total, rel=1e-9)


def test_what_no_difference_can_show_is_said():
    assert smallest_difference(DesignFacts("k_fold", 1, 3, 8, 4), 0.05) is None
    assert smallest_difference(DesignFacts("bootstrap", 1, 50, 100, 100), 0.2) is None
    with pytest.raises(InputError, match="disagreement"):
        smallest_difference(DesignFacts("k_fold", 1, 10, 90, 10), 0)
    with pytest.raises(InputError, match="sizes"):
        smallest_difference(DesignFacts("k_fold", 1, 10), 0.1)


def correlated_folds(replicates, effect, rho, rng, runs=20_000):
    """Fold differences, m × 2, normal with unit variance and one correlation."""
    shared = rng.normal(size=(runs, 1, 1))
    return effect + np.sqrt(rho) * shared + np.sqrt(1 - rho) * rng.normal(size=(runs, replicates, 2))


@pytest.mark.parametrize(
    ("key", "m", "df"),
    [("5x2_f", 5, (10.0, 5.0)), ("5x2_f", 7, (14.0, 7.0)), ("balanced_5x2_f", 5, (7.0, 5.0))],
)
@pytest.mark.parametrize("effect", [0.0, 1.0, 2.5])
def test_power_of_the_f_tests_is_how_often_they_reject(key, m, df, effect):
    rho = level_correlation(m, df)
    d = correlated_folds(m, effect, rho, np.random.default_rng(m))
    found = np.mean(TESTS[key].evaluate(a=d, b=np.zeros_like(d)).p_value <= 0.05)
    assert f_power(m, effect, df) == pytest.approx(found, abs=0.012)
    if effect == 0:
        assert f_power(m, effect, df) == pytest.approx(0.05, abs=1e-4)


@pytest.mark.parametrize("rho", [0.0, 0.1, 0.3])
def test_rejections_without_a_difference_are_those_of_the_exact_null(rho):
    for critical in (1.2, 4.74):
        assert rejection_rate(5, 0.0, critical, rho) == pytest.approx(
            Exact5x2F(rho, rho).sf(critical), rel=5e-3
        )


@pytest.mark.parametrize("m", [3, 7])
@pytest.mark.parametrize("effect", [0.0, 1.5])
def test_power_of_the_blocked_t_is_how_often_it_rejects(m, effect):
    d = correlated_folds(m, effect, (m - 1) / (2 * m - 1), np.random.default_rng(m))
    found = np.mean(TESTS["blocked_3x2_t"].evaluate(a=d, b=np.zeros_like(d)).p_value <= 0.05)
    assert blocked_t_power(m, effect) == pytest.approx(found, abs=0.012)


@pytest.mark.parametrize(
    ("facts", "key"),
    [
        (DesignFacts("5x2", 5, 2, 500, 500), "5x2_f"),
        (DesignFacts("balanced_5x2", 5, 2, 500, 500), "balanced_5x2_f"),
        (DesignFacts("blocked_3x2", 3, 2, 500, 500), "blocked_3x2_t"),
        (DesignFacts("balanced_mx2", 7, 2, 500, 500), "blocked_3x2_t"),
        (DesignFacts("k_fold", 1, 10, 900, 100), "corrected_t"),
        (DesignFacts("disjoint_halves", 1, 10, 50, 50, training_sets_overlap=False), "paired_t"),
        (DesignFacts("hold_out", 1, 1, 600, 300), "mcnemar_exact"),
        (DesignFacts("bootstrap", 1, 50, 100, 100), None),
        (DesignFacts("hold_out", 1, 1, 600, 300, grouped=True), None),
        (DesignFacts("k_fold", 1, 10, 900, 100, grouped=True), None),
    ],
)
def test_what_a_design_can_show_is_what_its_advised_test_finds(facts, key):
    assert planned_test(facts) == key
    if key not in (None, "mcnemar_exact"):
        assert advice_on_design(facts).advised == key
    least = smallest_difference(facts, 0.2)
    assert (least is None) == (key is None)
    if key is not None and key.endswith(("_f", "3x2_t")):
        effect = least / np.sqrt(0.2 / 500)
        df = (7.0, 5.0) if key == "balanced_5x2_f" else (10.0, 5.0)
        reached = f_power(5, effect, df) if key.endswith("_f") else blocked_t_power(facts.replicates, effect)
        assert reached == pytest.approx(0.8, abs=1e-3)


_ALL_FOLDS = [("k_fold", {"k": k}) for k in range(2, 13)]
_OTHERS = [(key, {}) for key in DESIGNS if key not in ("k_fold", "predefined", "disjoint_halves")]
_ONE_EACH = [("repeated_k_fold", {"k": 12, "r": 2}), ("random_resampling", {"r": 3, "validation": 1 / 12})]


@pytest.mark.parametrize(
    ("key", "options"), [*_ALL_FOLDS, *_OTHERS, *_ONE_EACH, ("disjoint_halves", {"k": 2, "stratified": True})]
)
def test_the_test_that_is_planned_is_the_one_that_is_advised_on_the_results(key, options):
    data = read_dataset((np.arange(24.0).reshape(12, 2), np.array(list("ab") * 6)))
    results = run_experiment(data, ["baseline", "naive_bayes"], make_design(key, **options))
    assert planned_test(results.facts) == applicable_tests(results).advised


@pytest.mark.parametrize(("errors", "n"), [(12, 40), (0, 40), (40, 40), (7, 41), (1, 10**9)])
def test_the_curve_of_the_same_rate_has_no_corners_and_runs_through_every_multiple(errors, n):
    asked = SameRate(errors, n, 0.25, 0.95)
    at, low, high = asked.curve
    assert (at[1:] / at[:-1]).max() < 1.05  # from 40 straight on to 80 is seen as a corner
    places = np.searchsorted(at, asked.sizes)
    assert at[places].tolist() == asked.sizes
    for end, name in ((low, "low"), (high, "high")):
        wanted = [getattr(one, name) for one in asked.intervals]
        np.testing.assert_allclose(end[places], wanted, rtol=1e-9, atol=1e-15)


@pytest.mark.parametrize(
    ("errors", "p0", "first"), [(12, 0.25, 8), (12, 0.5, 1), (10, 0.25, None), (0, 0.01, 10)]
)
def test_the_same_rate_turns_where_scipys_interval_no_longer_holds_p0(errors, p0, first):
    asked = SameRate(errors, 40, p0, 0.95)
    held = []
    for times, found in enumerate(asked.intervals, 1):
        wanted = stats.binomtest(errors * times, 40 * times).proportion_ci(0.95, method="exact")
        assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high), abs=1e-12)
        held.append(wanted.low <= p0 <= wanted.high)
    assert held == [first is None or times < first for times in range(1, 101)]
    told = {None: "Up to 4,000 instances the interval holds p0", 1: ""}.get(
        first, f"from {40 * (first or 0):,} instances on, {first} times as many"
    )
    assert told in asked.turning
    assert bool(asked.turning) is (first != 1)


def test_the_same_rate_as_that_of_one_instance_is_told_in_the_singular():
    asked = SameRate(0, 1, 0.25, 0.95)
    assert asked.sentence(13).count("of the width of the two-sided one on 1 instance.") == 1
    assert asked.turning.endswith("no longer hold p0 from 13 instances on, 13 times as many.")


@pytest.mark.parametrize(("errors", "n", "p0"), [(3, 10, 0.3), (7, 60, 7 / 60), (0, 9, 0.0)])
def test_a_rate_that_is_p0_is_not_said_to_be_near_it(errors, n, p0):
    assert SameRate(errors, n, p0, 0.95).turning.endswith("holds p0: the rate is p0.")
