"""Two error rates of two samples: exact tests and intervals against SciPy, statsmodels, enumeration, print."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import core
from core.errors import NotApplicable
from core.figures import null_of
from core.inference import TESTS, applicable_tests, compare, interval, run_test
from core.inference.comparing.learner_question import LearnerQuestion
from core.inference.distributions.discrete import Binomial
from core.inference.distributions.two_by_two import Hypergeometric
from core.inference.interpretation.brief import numbers_line
from core.inference.interpretation.disagreement import read
from core.records import Counts

ALTERNATIVES = ("two-sided", "less", "greater")
TABLES = [(3, 15, 9, 12), (0, 8, 4, 9), (7, 7, 0, 5), (2, 30, 11, 25), (1, 40, 2, 33), (18, 20, 10, 20)]


def given_counts(table):
    return dict(zip(("errors_1", "n_1", "errors_2", "n_2"), table, strict=True))


def columns(table):
    """As SciPy takes it: one column for each sample."""
    e1, n1, e2, n2 = table
    return [[e1, e2], [n1 - e1, n2 - e2]]


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("table", TABLES)
def test_fishers_test_agrees_with_scipy(table, alternative):
    ours = run_test("fisher_exact", alternative, **given_counts(table))
    assert ours.p_value == pytest.approx(stats.fisher_exact(columns(table), alternative).pvalue, rel=1e-9)
    assert ours.statistic == table[0]


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("table", TABLES)
def test_boschloos_test_agrees_with_scipy(table, alternative):
    ours = run_test("boschloo", alternative, **given_counts(table))
    theirs = stats.boschloo_exact(columns(table), alternative, n=64)
    assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-5)
    assert ours.p_value >= theirs.pvalue * (1 - 1e-9)  # ours finds the highest place at least as well
    if alternative != "two-sided":
        assert ours.statistic == pytest.approx(theirs.statistic, rel=1e-9)


@given(st.data())
def test_boschloo_is_never_weaker_than_fisher_and_mirrors(data):
    n_1, n_2 = (data.draw(st.integers(1, 25)) for _ in range(2))
    table = (data.draw(st.integers(0, n_1)), n_1, data.draw(st.integers(0, n_2)), n_2)
    swapped = (*table[2:], *table[:2])
    for alternative, other in (("less", "greater"), ("greater", "less"), ("two-sided", "two-sided")):
        fisher = run_test("fisher_exact", alternative, **given_counts(table))
        boschloo = run_test("boschloo", alternative, **given_counts(table))
        if alternative != "two-sided":
            assert boschloo.p_value <= fisher.p_value * (1 + 1e-9)
        for one in (fisher, boschloo):
            assert run_test(one.key, other, **given_counts(swapped)).p_value == pytest.approx(
                one.p_value, rel=1e-9
            )


@pytest.mark.parametrize(("sizes", "sides"), [((12, 10), ALTERNATIVES[1:]), ((11, 11), ALTERNATIVES)])
def test_boschloo_rejects_whenever_fisher_does_as_far_as_the_advice_says(sizes, sides):
    """One-sided always; two-sided on samples of one size, where both double the smaller tail."""
    tables = np.array(list(product(*(range(size + 1) for size in sizes)))).T
    given = {"errors_1": tables[0], "n_1": sizes[0], "errors_2": tables[1], "n_2": sizes[1]}
    for alternative in ALTERNATIVES:
        ours, fisher = (
            TESTS[key].evaluate(alternative, **given).p_value for key in ("boschloo", "fisher_exact")
        )
        assert np.all(ours <= fisher * (1 + 1e-9)) is np.bool_(alternative in sides)
    because = applicable_tests(Counts(errors=(1, 4), n=sizes)).because
    assert "this test rejects whenever Fisher's does" in because
    assert ("two-sided it usually does, but not always" in because) is ("two-sided" not in sides)


def test_what_two_sided_boschloo_misses_is_told_apart_from_its_steps():
    verdicts = [run_test(key, **given_counts((0, 40, 4, 35))) for key in ("fisher_exact", "boschloo")]
    assert [verdict.rejects(0.05) for verdict in verdicts] == [True, False]
    (why,) = read(verdicts, 0.05).reasons
    assert why.startswith(
        "Sides: two-sided, Boschloo's exact test doubles the smaller of its one-sided p-values"
    )


@pytest.mark.parametrize("key", ["fisher_exact", "boschloo"])
@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_exact_tests_never_exceed_their_level(key, alternative):
    n_1, n_2 = 11, 8
    outcomes = np.array(list(product(range(n_1 + 1), range(n_2 + 1)))).T
    p = TESTS[key].evaluate(alternative, errors_1=outcomes[0], n_1=n_1, errors_2=outcomes[1], n_2=n_2).p_value
    for rate in np.linspace(0.02, 0.98, 49):
        mass = stats.binom.pmf(outcomes[0], n_1, rate) * stats.binom.pmf(outcomes[1], n_2, rate)
        for alpha in (0.01, 0.05, 0.2):
            assert mass[p <= alpha].sum() <= alpha * (1 + 1e-9)


def test_counts_in_titles_and_reasons_have_their_thousands_parted():
    assert Hypergeometric(10**9 + 100, 25, 10**9).title.startswith(
        "hypergeometric: 1,000,000,000 drawn of 1,000,000,100"
    )
    counts = core.Counts(e01=1000, e10=1200, e00=5000, e11=5000)
    assert "2,200 instances" in core.applicable_tests(counts, *counts.learners).because


def test_the_hypergeometric_tails_are_those_of_scipy():
    rng = np.random.default_rng(0)
    for _ in range(50):
        total = int(rng.integers(2, 400))
        errors, n = (int(count) for count in rng.integers((0, 1), total))
        null, theirs = Hypergeometric(total, errors, n), stats.hypergeom(total, errors, n)
        x = np.arange(null.support[0] - 1, null.support[1] + 2)
        assert null.pdf(x) == pytest.approx(theirs.pmf(x), rel=1e-9, abs=1e-300)
        assert null.cdf(x) == pytest.approx(theirs.cdf(x), rel=1e-8, abs=1e-15)
        assert null.sf(x) == pytest.approx(theirs.sf(x - 1), rel=1e-8, abs=1e-15)


def test_huge_samples_are_judged_like_binomial_counts():
    """Of very many instances of which few are wrong, each error falls on either sample by chance."""
    half = Binomial(40, 0.5)
    for count in (8, 15, 20):
        ours = run_test("fisher_exact", "less", errors_1=count, n_1=10**9, errors_2=40 - count, n_2=10**9)
        assert ours.p_value == pytest.approx(half.cdf(count), rel=1e-5)
    many = run_test("fisher_exact", errors_1=300_000_000, n_1=10**9, errors_2=300_060_000, n_2=10**9)
    normal = run_test("two_proportions", errors_1=300_000_000, n_1=10**9, errors_2=300_060_000, n_2=10**9)
    assert many.p_value == pytest.approx(normal.p_value, rel=1e-3)
    assert len(many.critical_values()) == 2


@pytest.mark.parametrize("key", ["fisher_exact", "boschloo"])
def test_samples_without_errors_show_no_difference(key):
    for e1, e2 in ((0, 0), (9, 12)):
        verdict = run_test(key, errors_1=e1, n_1=9, errors_2=e2, n_2=12)
        assert verdict.p_value == 1
        assert f"Both rates are the same: {e1} of 9 and {e2} of 12." in verdict.sentence()
    one = run_test(key, errors_1=1, n_1=1, errors_2=0, n_2=1)
    assert one.p_value == pytest.approx(1 if key == "fisher_exact" else 0.5)
    assert one.critical_values() == ()
    assert "there is too little evidence for a verdict" in one.sentence()


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ((100, 100, 0, 100), "one-sided Fisher's p < .001; p of this test < .001; critical .032 at α = .05"),
        ((2, 10, 7, 20), "one-sided Fisher's p = .344; p of this test = .453; critical .045 at α = .05"),
    ],
)
def test_the_p_value_that_is_the_statistic_of_another_is_called_and_written_so(table, told):
    verdict = run_test("boschloo", **given_counts(table))
    sides = [stats.fisher_exact(columns(table), side).pvalue for side in ("less", "greater")]
    assert verdict.statistic == pytest.approx(min(sides))
    assert numbers_line(verdict, 0.05) == f"statistic: {told}"
    drawn, above = null_of(verdict, 0.05), told.partition(";")[0].replace("= ", "")
    assert f" {above[:1].upper()}{above[1:]}; values as extreme" in drawn.alt
    assert drawn.figure.layout.annotations[0].text == f"<b>{above}</b>"
    assert drawn.figure.layout.xaxis.title.text.startswith("one-sided Fisher's p of ")


def test_boschloo_refuses_more_outcomes_than_it_can_go_through():
    with pytest.raises(NotApplicable, match="400 instances in both together"):
        run_test("boschloo", errors_1=3, n_1=300, errors_2=9, n_2=101)


@pytest.mark.parametrize(
    ("errors", "n", "advised"),
    [
        ((30, 20), (100, 100), "two_proportions"),
        ((2, 7), (20, 22), "boschloo"),
        ((20, 15), (20, 22), "boschloo"),
        ((2, 7), (300, 500), "fisher_exact"),
        ((0, 0), (20, 20), "boschloo"),
        ((40, 70), (300, 500), "two_proportions"),
        ((3, 12), (40, 35), "boschloo"),  # 8 and 7 errors expected, but the variance of 3 of 40 says little
        ((0, 12), (100, 100), "boschloo"),
        ((3, 12), (1000, 900), "fisher_exact"),
    ],
)
def test_small_counts_of_two_samples_are_judged_exactly(errors, n, advised):
    counts = Counts(errors=errors, n=n, learners=("A", "B"))
    advice = applicable_tests(counts)
    assert advice.advised == advice.applicable[0] == advised
    assert ("two_proportions" in dict(advice.caution)) == (advised != "two_proportions")
    assert ("boschloo" in dict(advice.refused)) == (sum(n) > 400)
    for key in advice.applicable:
        assert compare(counts, "A", "B", key, advice=advice) is not None


def test_the_interval_of_the_advised_test_is_never_to_be_taken_with_caution():
    few, sizes = (0, 1, 3, 5, 6, 8, 15, 20), (20, 35, 40, 300)
    advised = set()
    for first, second in product(product(few, sizes), repeat=2):
        advice = applicable_tests(Counts(errors=(first[0], second[0]), n=(first[1], second[1])))
        advised.add(advice.advised)
        own = "difference" if advice.advised == "two_proportions" else "newcombe"
        assert not interval(own, **given_counts((*first, *second))).caution, (first, second)
    assert advised == {"two_proportions", "boschloo", "fisher_exact"}
    for errors, n, p0 in product(few, sizes, (0.01, 0.25, 0.6)):
        counts = Counts(errors=(errors,), n=(n,), learners=("A",))
        verdicts = {"binomial": run_test("binomial", errors=errors, n=n, p0=p0)}
        assert applicable_tests(counts, "A", p0=p0).advised == "binomial"
        (own,) = [one for one in LearnerQuestion("A", 0.05, p0=p0).estimates(verdicts) if one.of_the_test]
        assert not own.interval(0.95, "two").caution
    for e01, e10 in product(few, repeat=2):  # beside every test of pairs
        assert not interval("tango", e01=e01, e10=e10, n=50).caution


def test_counts_of_one_sample_speak_against_the_unpaired_tests():
    advice = applicable_tests(Counts(e01=12, e10=4, e00=80, e11=4, learners=("A", "B")))
    for key in ("two_proportions", "fisher_exact", "boschloo"):
        assert "measured on one" in dict(advice.caution)[key]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_newcombes_interval_agrees_with_statsmodels(table, level):
    from statsmodels.stats.proportion import confint_proportions_2indep

    ours = interval("newcombe", level, **given_counts(table))
    theirs = confint_proportions_2indep(*table, method="newcomb", alpha=1 - level)
    assert (ours.low, ours.high) == pytest.approx(theirs, rel=1e-9, abs=1e-12)


def test_newcombes_printed_example_and_its_open_ends():
    """Newcombe 1998, table II (a): 56/70 − 48/80 by method 10."""
    printed = interval("newcombe", errors_1=56, n_1=70, errors_2=48, n_2=80)
    assert (round(printed.low, 4), round(printed.high, 4)) == (0.0524, 0.3339)
    lower = interval("newcombe", 0.975, "lower", errors_1=56, n_1=70, errors_2=48, n_2=80)
    assert (lower.low, lower.high) == (pytest.approx(printed.low), 1.0)
    verdict = run_test("fisher_exact", "less", errors_1=56, n_1=70, errors_2=48, n_2=80)
    assert verdict.confidence_interval(0.975).high == pytest.approx(printed.high)
    assert verdict.confidence_interval(0.975).low == -1.0


@given(st.integers(1, 60), st.integers(1, 60), st.data())
def test_newcombes_interval_mirrors_and_stays_within_its_range(n_1, n_2, data):
    e_1, e_2 = data.draw(st.integers(0, n_1)), data.draw(st.integers(0, n_2))
    one = interval("newcombe", errors_1=e_1, n_1=n_1, errors_2=e_2, n_2=n_2)
    two = interval("newcombe", errors_1=e_2, n_1=n_2, errors_2=e_1, n_2=n_1)
    assert (two.low, two.high) == pytest.approx((-one.high, -one.low), abs=1e-12)
    assert -1 <= one.low < e_1 / n_1 - e_2 / n_2 + 1e-12
    assert one.high <= 1
