"""What verdicts are read for: firmness, effects, disagreement, formulas with numbers."""

import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import core
from core.errors import InputError, NotApplicable
from core.figures import Scale, null_of
from core.inference import TESTS, Advice, Evidence, believe, run_test
from core.inference.comparing.all_at_once import all_at_once
from core.inference.comparing.learner_question import LearnerQuestion
from core.inference.comparing.pair_question import PairQuestion
from core.inference.declaration.assumptions import far_apart
from core.inference.distributions.exact_5x2 import Exact5x2F
from core.inference.interpretation.assumed_correlation import over_correlation
from core.inference.interpretation.brief import brief, numbers_line
from core.inference.interpretation.disagreement import read
from core.inference.interpretation.effect_sizes import (
    allowing_for_overlap,
    difference_interval,
    effects,
    estimates_allowing_for_overlap,
    speaks_of,
)
from core.inference.interpretation.normality import normal_plot, order_medians, usual_correlation
from core.inference.interpretation.permuted_5x2 import exact_triangle, ten_numerators
from core.inference.interpretation.practical_difference import (
    equivalence_sentence,
    rope_curve,
    three_way,
    without_spread,
)
from core.inference.interpretation.stability import (
    ALPHAS,
    Stability,
    agree_at_every_level,
    alpha_sentence,
    over_alpha,
)
from core.inference.interpretation.summary import no_better_than_guessing
from core.inference.intervals.steps import PLACES, displayed, interval_steps
from core.inference.planning.power import power, power_over
from core.inference.planning.steps import interval_size_steps, power_steps
from core.inference.verdicts.verdict import SIDES
from core.records import DesignFacts, Interval
from core.written import p_text

DEMSAR = Path(__file__).parents[2] / "sample_data" / "imports" / "demsar2006.csv"
RNG = np.random.default_rng(3)
A = 0.1 + 0.03 * RNG.standard_normal(10)
B = 0.12 + 0.03 * RNG.standard_normal(10)
SIZES = {"n_train": 90, "n_validation": 10}


# --- firmness --------------------------------------------------------------------------------------------------


def test_the_verdict_over_alpha_turns_at_its_p_value():
    verdict = run_test("paired_t", a=A, b=B)
    expected = [alpha >= verdict.p_value for alpha in ALPHAS]
    assert list(over_alpha(verdict)) == expected
    undefined = run_test("paired_t", a=[0.2] * 5, b=[0.1] * 5)
    assert set(over_alpha(undefined)) == {None}
    assert "cannot judge" in alpha_sentence(undefined)


def test_tests_agree_at_every_level_where_each_says_one_thing_throughout():
    none, every, turns = (run_test("binomial", errors=errors, n=40, p0=0.5) for errors in (20, 1, 13))
    assert agree_at_every_level([none, none])
    assert agree_at_every_level([every])
    assert not agree_at_every_level([none, every])
    assert not agree_at_every_level([turns])


@pytest.mark.parametrize(
    ("p", "words"), [(0.5, "no level"), (0.0001, "every level from .001"), (0.03, "from .03")]
)
def test_the_level_from_which_on_it_rejects_is_said(p, words):
    n = 400
    errors = next(e for e in range(n) if run_test("binomial", "greater", errors=e, n=n, p0=0.5).p_value <= p)
    verdict = run_test("binomial", "greater", errors=errors if p < 0.5 else 190, n=n, p0=0.5)
    assert words.split(".03")[0] in alpha_sentence(verdict)


def test_a_verdict_that_flips_is_fragile():
    runs = Stability((0, 1, 2), (-0.1, -0.1, 0.02), (0.01, 0.2, 0.9))
    assert runs.is_fragile(0.05)
    assert not runs.is_fragile(0.001)
    assert "1 of 3" in runs.sentence(0.05)
    assert "fragile" in runs.sentence(0.05)
    assert "other sign" in runs.sentence(0.05)
    firm = Stability((0, 1), (-0.1, -0.1), (0.01, 0.02))
    assert "firm" in firm.sentence(0.05)
    assert "fragile" not in firm.sentence(0.05)


def test_runs_that_cannot_be_judged_are_not_counted():
    runs = Stability((0, 1, 2), (None, 0.1, 0.1), (None, 0.01, 0.02))
    assert runs.judged == 2
    assert not runs.is_fragile(0.05)
    assert "could not judge" in Stability((0,), (None,), (None,)).sentence(0.05)
    with pytest.raises(InputError):
        Stability((0, 1), (0.1,), (0.1,))


# --- 5×2 -------------------------------------------------------------------------------------------------------


def test_the_ten_numerators_have_the_p_values_of_t():
    a, b = A.reshape(5, 2), B.reshape(5, 2)
    verdict = run_test("5x2_t", a=a, b=b)
    frame = ten_numerators(verdict)
    d = a - b
    se = np.sqrt((((d[:, 0] - d[:, 1]) ** 2) / 2).sum() / 5)
    np.testing.assert_allclose(frame["statistic"], d.ravel() / se)
    np.testing.assert_allclose(frame["p_value"], 2 * stats.t(5).sf(np.abs(d.ravel() / se)))
    assert frame["statistic"][0] == pytest.approx(verdict.statistic)
    assert list(frame["replicate"][:4]) == [1, 1, 2, 2]


def test_the_triangle_is_the_exact_test_at_every_correlation():
    found = exact_triangle(6.0, points=6)
    assert np.isnan(found.p_values[3, 1])
    assert found.p_values[1, 4] == pytest.approx(float(Exact5x2F(0.1, 0.4).sf(6.0)))
    assert len(found.frame) == 21
    assert "Robust" in exact_triangle(9.2).sentence(0.05)
    assert "hangs on correlations" in exact_triangle(9.0).sentence(0.05)
    assert "no correlations" in exact_triangle(1.0).sentence(0.05)
    assert exact_triangle(np.inf).sentence(0.05).startswith("Robust")


# --- the correlation that the corrected t supposes ---------------------------------------------------------------


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_the_corrected_t_at_every_correlation_is_the_test_with_other_sizes(alternative):
    verdict = run_test("corrected_t", alternative, a=A, b=B, **SIZES)
    curve = over_correlation(verdict)
    assert curve.p_value == pytest.approx(verdict.p_value, rel=1e-12)
    assert curve.supposed == pytest.approx(SIZES["n_validation"] / (SIZES["n_train"] + SIZES["n_validation"]))
    assert curve.p_values[0] == pytest.approx(run_test("paired_t", alternative, a=A, b=B).p_value, rel=1e-12)
    for place in (20, 77, 180):
        rho = curve.rho[place]
        other = run_test("corrected_t", alternative, a=A, b=B, n_train=1 - rho, n_validation=rho)
        assert curve.p_values[place] == pytest.approx(other.p_value, rel=1e-12)


@pytest.mark.parametrize("alternative", ["two-sided", "less"])
def test_the_verdict_turns_where_p_is_alpha(alternative):
    d = np.array([-0.030, -0.024, -0.035, -0.028, -0.031, -0.022, -0.033, -0.027, -0.029, -0.026])
    verdict = run_test("corrected_t", alternative, a=d, b=np.zeros(10), **SIZES)
    curve = over_correlation(verdict)
    turn = curve.turning_point(0.001)
    there = run_test("corrected_t", alternative, a=d, b=np.zeros(10), n_train=1 - turn, n_validation=turn)
    assert there.p_value == pytest.approx(0.001, rel=1e-9)
    assert "which is less" in curve.sentence(0.001)
    noise = run_test("corrected_t", a=[0.1, -0.1, 0.2, -0.15], b=np.zeros(4), **SIZES)
    assert over_correlation(noise).turning_point(0.05) is None
    assert "Not even with independent scores" in over_correlation(noise).sentence(0.05)


def test_a_claim_against_the_difference_never_turns():
    verdict = run_test("corrected_t", "greater", a=[0.1, 0.11, 0.12, 0.1], b=[0.2, 0.22, 0.2, 0.21], **SIZES)
    assert over_correlation(verdict).turning_point(0.3) is None


# --- normal plots ----------------------------------------------------------------------------------------------


def test_the_normal_plot_is_that_of_scipy():
    plot = normal_plot(A)
    (theoretical, ordered), (slope, intercept, r) = stats.probplot(A)
    np.testing.assert_allclose(plot.theoretical, theoretical, atol=1e-12)
    np.testing.assert_array_equal(plot.ordered, ordered)
    assert (plot.slope, plot.intercept, plot.correlation) == pytest.approx((slope, intercept, r))


@pytest.mark.parametrize(("n", "printed"), [(10, 0.917), (20, 0.950), (50, 0.977)])
def test_usual_correlations_are_fillibens_five_per_cent_points(n, printed):
    assert usual_correlation(n) == pytest.approx(printed, abs=0.004)


def test_the_normal_plot_speaks_and_refuses_where_there_is_nothing_to_see():
    assert "nothing in this picture speaks against" in normal_plot(order_medians(40)).sentence
    assert "bend away" in normal_plot(np.exp(3 * order_medians(40))).sentence
    for values in ([1.0, 2.0], [0.5] * 8):
        with pytest.raises(NotApplicable, match=r"^a Q–Q plot needs three values or more"):
            normal_plot(values)


# --- effects and practical difference --------------------------------------------------------------------------


def test_effects_of_paired_scores():
    verdict = run_test("corrected_t", a=A, b=B, **SIZES)
    won, relative, standardised = effects(verdict)
    d = A - B
    assert won.value == f"{(d < 0).sum()} – 0 – {(d > 0).sum()}"
    assert float(standardised.value.replace("−", "-")) == pytest.approx(d.mean() / d.std(ddof=1), abs=5e-3)
    assert relative.value.endswith("%")
    assert won.title == f"Folds won, tied, lost by {verdict.naming.first}"
    assert relative.title == f"Difference relative to {verdict.naming.second}"
    assert len(effects(run_test("paired_t", a=[0.2] * 5, b=[0.1] * 5))) == 2


def test_effects_of_counts():
    names = [effect.title for effect in effects(run_test("mcnemar_exact", e01=12, e10=4, n=100))]
    assert names == ["Share of the disagreements", "Odds ratio", "Difference of the error rates"]
    assert effects(run_test("mcnemar_exact", e01=12, e10=0))[1].value == "∞"
    assert effects(run_test("mcnemar_exact", e01=0, e10=0))[0].value == "undefined"
    two = effects(run_test("two_proportions", errors_1=30, n_1=100, errors_2=20, n_2=100))
    assert [effect.value for effect in two] == ["10 points", "1.50"]
    assert effects(run_test("binomial", errors=1, n=9, p0=0.5)) == ()


def test_intervals_that_forget_the_overlap_lack_what_the_corrected_one_has():
    sizes = {"n_train": 90, "n_validation": 10}
    verdicts = {
        "corrected_t": run_test("corrected_t", a=A, b=B, **sizes),
        "paired_t": run_test("paired_t", a=A, b=B),
        "wilcoxon": run_test("wilcoxon", a=A, b=B),
        "mcnemar_exact": run_test("mcnemar_exact", e01=12, e10=4, n=100),
    }
    found = allowing_for_overlap(verdicts, "corrected_t", 0.95)
    assert found == {"paired_t": difference_interval(verdicts["corrected_t"])}
    short, whole = (difference_interval(verdicts[key]) for key in ("paired_t", "corrected_t"))
    k = len(A)  # both are t intervals with k − 1 degrees of freedom: their lengths are as the standard errors
    assert (whole.high - whole.low) / (short.high - short.low) == pytest.approx(math.sqrt(1 + k * 10 / 90))
    bounds = {
        "corrected_t": run_test("corrected_t", "less", a=A, b=B, **sizes),
        "paired_t": run_test("paired_t", "less", a=A, b=B),
    }
    assert allowing_for_overlap(bounds, "corrected_t", 0.95) == {
        "paired_t": difference_interval(bounds["corrected_t"])
    }
    assert allowing_for_overlap(verdicts, "paired_t", 0.95) == {}
    pooled = {
        "mcnemar": run_test("mcnemar", e01=30, e10=14, n=150),
        "two_proportions": run_test("two_proportions", errors_1=34, n_1=150, errors_2=18, n_2=150),
    }
    widest, short = (difference_interval(verdict) for verdict in pooled.values())
    assert widest.low < short.low and short.high < widest.high
    assert allowing_for_overlap(pooled, "mcnemar", 0.95) == {}  # neither allows for the training sets
    assert allowing_for_overlap(verdicts, None, 0.95) == {}


def test_an_interval_that_allows_for_the_overlap_lacks_nothing_of_another_that_does():
    d, none = 0.05 + 0.03 * np.random.default_rng(3).standard_normal(10), np.zeros(10)
    verdicts = {
        "5x2_f": run_test("5x2_f", a=d.reshape(5, 2), b=none.reshape(5, 2)),
        "corrected_t": run_test("corrected_t", a=d, b=none, n_train=50, n_validation=50),
        "paired_t": run_test("paired_t", a=d, b=none),
    }
    lengths = [found.high - found.low for found in map(difference_interval, verdicts.values())]
    assert lengths == sorted(lengths, reverse=True)
    assert allowing_for_overlap(verdicts, "5x2_f", 0.95).keys() == {"paired_t"}


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_intervals_of_one_learner_lack_what_that_of_its_corrected_test_has(alternative):
    run = core.run_experiment(core.load_sample("iris"), ["tree"], core.make_design("k_fold", k=10))
    (name,), evidence = run.learners, run.evidence
    question = LearnerQuestion(name, 0.05, alternative, p0=0.1, sigma=0.01)
    advice = core.applicable_tests(evidence, name, p0=0.1)
    estimates = question.estimates(question.verdicts(evidence, advice)[0])
    intervals = [item.interval(0.95, SIDES[alternative]) for item in estimates]
    lacking = estimates_allowing_for_overlap(estimates, intervals, advice, evidence.facts)
    known = {
        item.key: (short, whole) for item, short, whole in zip(estimates, intervals, lacking, strict=True)
    }
    assert {key for key, (_, whole) in known.items() if whole} == {"mean_t", "mean_z"}
    short, whole = known["mean_t"]
    end = "low" if alternative == "greater" else "high"
    mean = run.fold_scores.frame["score"].mean()
    lengths = [abs(getattr(one, end) - mean) for one in (short, whole)]
    assert lengths[1] / lengths[0] == pytest.approx(math.sqrt(1 + 10 * 15 / 135))  # Nadeau & Bengio
    assert whole == known["corrected_mean_t"][0]
    assert not any(estimates_allowing_for_overlap(estimates, intervals, advice, None))


def test_the_interval_of_the_difference_is_in_the_unit_of_the_scores():
    exact = run_test("mcnemar_exact", e01=12, e10=4, n=100)
    tango = core.interval("tango", e01=12, e10=4, n=100)
    assert difference_interval(exact) == replace(
        tango, method="difference of two error rates on one sample (Tango score)"
    )
    assert difference_interval(run_test("mcnemar_exact", e01=12, e10=4)) is None
    paired = run_test("paired_t", "greater", a=A, b=B)
    assert difference_interval(paired, 0.9) == paired.confidence_interval(0.9)
    assert difference_interval(run_test("binomial", errors=1, n=9, p0=0.5)) is None


def test_the_rope_curve_passes_through_the_posterior():
    scores = {"a": A, "b": B, **SIZES}
    posterior = run_test("bayesian_t", **scores, rope=0.01)
    frame = rope_curve(posterior, np.array([0.0, 0.01, 0.05]))
    assert frame["p_first"][1] == pytest.approx(posterior.p_first)
    assert frame["p_rope"][1] == pytest.approx(posterior.p_rope)
    assert frame["p_second"][1] == pytest.approx(posterior.p_second)
    np.testing.assert_allclose(frame[["p_first", "p_rope", "p_second"]].sum(axis=1), 1)
    assert frame["p_rope"].is_monotonic_increasing
    assert rope_curve(posterior)["p_rope"].iloc[-1] > 0.98


def test_the_rope_curve_turns_with_the_direction_of_the_measure():
    dataset = core.load_sample("iris")
    experiment = core.run_experiment(dataset, ["naive_bayes", "tree"], core.make_design("k_fold", k=5))
    error = rope_curve(believe(experiment, *experiment.learners), np.array([0.01]))
    accuracy = rope_curve(believe(experiment.measured_by("accuracy"), *experiment.learners), np.array([0.01]))
    np.testing.assert_allclose(error.to_numpy(), accuracy.to_numpy(), atol=1e-12)


def test_a_posterior_without_width_has_flat_curves():
    same = rope_curve(run_test("bayesian_t", a=A, b=A, **SIZES, rope=0.01))
    assert (same["p_rope"] == 1).all()
    shifted = run_test("bayesian_t", a=[0.5] * 5, b=[0.25] * 5, **SIZES, rope=0.01)
    assert rope_curve(shifted)["p_rope"].isna().all()


@pytest.mark.parametrize(
    ("low", "high", "answer"),
    [
        (0.02, 0.1, "different"),
        (-0.1, -0.02, "different"),
        (-0.005, 0.01, "equivalent"),
        (-0.005, 0.02, "undecided"),
        (0.01, 0.02, "undecided"),
        (-1, 1, "undecided"),
        (np.nan, np.nan, "undecided"),
    ],
)
def test_an_interval_against_the_region_has_three_answers(low, high, answer):
    assert three_way(Interval(low, high, 0.9, "t"), 0.01) == answer


def test_of_learners_that_never_differ_nothing_is_judged_and_no_test_is_advised():
    same = run_test("corrected_t", a=A, b=A, **SIZES)
    assert without_spread(same).startswith(
        "The two never differ: all 10 differences are zero. So there is no spread"
    )
    assert without_spread(run_test("corrected_t", a=A, b=B, **SIZES)) == ""
    assert (
        without_spread(run_test("mcnemar_exact", e01=0, e10=0, n=100)) == ""
    )  # Tango's interval has a width
    for shift in (0, 0.1):
        assert "McNemar" not in run_test("equivalence", a=A, b=A - shift, rope=0.01, **SIZES).sentence()


@pytest.mark.parametrize("shift", [-0.2, -0.03, -0.01, 0, 0.01, 0.03, 0.2])
@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.2])
def test_the_sentence_says_practically_different_exactly_where_the_interval_lies_beyond(shift, alpha):
    of_folds = run_test("equivalence", a=A + shift, b=B, rope=0.01, **SIZES)
    counts = {"e01": 20 + max(0, int(100 * shift)), "e10": 20 + max(0, int(-100 * shift))}
    for verdict in (of_folds, run_test("rates_equivalence", n=100, rope=0.01, **counts)):
        beyond = three_way(verdict.confidence_interval(1 - 2 * alpha), 0.01) == "different"
        said = verdict.sentence(alpha)
        assert ("they are practically different" in said) is beyond
        assert ("does not show that they differ" in said) is not (beyond or verdict.rejects(alpha))


def test_nobody_is_called_practically_different_of_whom_the_test_of_a_difference_has_no_verdict():
    counts = {"e01": 5, "e10": 0, "n": 20}
    equivalence = run_test("rates_equivalence", rope=0.01, **counts)
    few, mid = run_test("mcnemar_exact", **counts), run_test("mcnemar_midp", **counts)
    assert few.p_value == pytest.approx(2 / 2**5) and not few.decidable(0.05)
    assert mid.p_value == pytest.approx(1 / 2**5)
    withheld = equivalence_sentence(equivalence, few, 0.05)
    assert "practically different" not in withheld
    assert f"“{few.title}” does not reject at α = .05, so that no difference is claimed" in withheld
    assert f"{equivalence_sentence(equivalence, mid, 0.05)} {equivalence.about}" == equivalence.sentence(0.05)
    assert "practically different" in equivalence.sentence(0.05)
    alike = run_test("rates_equivalence", rope=0.1, e01=2, e10=2, n=500)
    assert f"{equivalence_sentence(alike, few, 0.05)} {alike.about}" == alike.sentence(0.05)


@pytest.mark.parametrize(("claim", "shift"), [("greater", -0.2), ("less", 0.2)])
def test_a_difference_the_other_way_than_was_claimed_is_not_put_down_to_luck(claim, shift):
    counts = {"e01": 0, "e10": 30} if shift < 0 else {"e01": 30, "e10": 0}
    for difference, equivalence in (
        (
            run_test("corrected_t", claim, a=B + shift, b=B + 0.01 * A, **SIZES),
            run_test("equivalence", a=B + shift, b=B + 0.01 * A, rope=0.01, **SIZES),
        ),
        (
            run_test("mcnemar_exact", claim, n=100, **counts),
            run_test("rates_equivalence", rope=0.01, n=100, **counts),
        ),
    ):
        assert difference.p_value > 0.5
        said = equivalence_sentence(equivalence, difference)
        assert (
            f"“{difference.title}” was asked for is not supported: what was seen points the other way."
            in said
        )
        assert "no difference is claimed" not in said


# --- disagreement ----------------------------------------------------------------------------------------------

OVERLAP = DesignFacts("k_fold", 1, 10)


def paired(keys, a=A, b=B):
    given = {"corrected_t": SIZES, "equivalence": {**SIZES, "rope": 0.01}}
    return [run_test(key, a=a, b=b, **given.get(key, {})) for key in keys]


def test_tests_that_agree_have_no_reasons():
    same = read(
        paired(["paired_t", "corrected_t", "equivalence"], A, A + 0.001 * RNG.standard_normal(10)), 0.01
    )
    assert same.reasons == ()
    assert same.sentence.startswith("Both applicable tests of a difference fail to reject")
    assert len(same.rejecting) + len(same.keeping) == 2


def test_what_the_tests_are_worth_stands_beside_their_count():
    small, doubtful = paired(["corrected_t", "paired_t"])
    valid = run_test("corrected_t", a=A, b=B, n_train=270, n_validation=30)
    advice = Advice("corrected_t", "", (("corrected_t", ""),), (("paired_t", "Training sets overlap."),), ())
    said = read([valid, doubtful, doubtful], 0.05, advice=advice).sentence
    assert said.endswith("at α = .05; 1 is suited to this design, 2 are to be taken with caution.")
    assert "caution" not in read([valid, valid], 0.05, advice=advice).sentence
    assert read([doubtful], 0.05, advice=advice).sentence.endswith("; it is to be taken with caution.")
    two = read([doubtful, doubtful], 0.05, advice=advice)
    assert two.sentence.endswith("; both are to be taken with caution.")
    unable = run_test("welch_t", a=np.ones(4), b=np.zeros(4))
    assert unable.undefined is not None
    partly = read([doubtful, doubtful, unable], 0.05, advice=advice)
    assert partly.sentence.endswith("; both that can judge are to be taken with caution; 1 cannot judge.")
    alone = read([doubtful, unable], 0.05, advice=advice)
    assert alone.sentence.endswith("; the one that can judge is to be taken with caution; 1 cannot judge.")
    said = read([small, doubtful], 0.05, advice=advice).sentence  # in sets of 10 no score is nearly normal
    assert "1 is suited to this design" in said
    assert said.endswith(
        ". Not met by these numbers: validation sets large enough for nearly normal scores (30 instances), assumed by "
        "Corrected resampled t test."
    )


def test_tests_that_assume_the_same_are_named_together_where_it_is_not_met():
    facts = core.DESIGNS["k_fold"].facts(1, 10, 90, 10)
    both = [one.named("A", "B", facts=facts) for one in paired(["corrected_t", "paired_t"])]
    advice = Advice("corrected_t", "", (("corrected_t", ""), ("paired_t", "")), (), ())
    assert read(both, 0.05, facts, advice=advice).sentence.endswith(
        ". Not met by these numbers: validation sets large enough for nearly normal scores (30 instances), assumed by "
        "Corrected resampled t test and Paired t test; independent training sets, assumed by Paired t test."
    )


@pytest.mark.parametrize(("key", "least"), [("mcnemar_exact", 6), ("sign", 6), ("mcnemar_midp", 5)])
def test_of_a_suited_test_that_can_find_nothing_just_that_is_said(key, least):
    advice = Advice(key, "", ((key, ""),), (), ())
    for few in range(least + 1):
        verdict = run_test(key, e01=few, e10=0)
        assert verdict.decidable(0.05) == (few >= least)
        assert [check.holds for check in verdict.checks if check.code == "decidable"] == [few >= least]
        assert (verdict.p_value <= 0.05) == (few == least)
        claimed = run_test(key, "greater", e01=few, e10=0)
        assert [check.holds for check in claimed.checks if check.code == "decidable"] == [few >= least - 1]
        assert (claimed.p_value <= 0.05) == (few >= least - 1)
    few = run_test(key, e01=least - 2, e10=0)
    said = f"On so few disagreements {few.title} can find nothing."
    assert read([few], 0.05, advice=advice).sentence.endswith(said)
    assert "nothing" not in read([few], 0.3, advice=advice).sentence  # there it could reject


def test_where_few_tests_reject_they_are_named_and_it_is_said_what_they_are_worth():
    valid, doubtful = (run_test("mcnemar", e01=e01, e10=9) for e01 in (8, 1))
    other = run_test("mcnemar_exact", e01=8, e10=9)
    advice = Advice("mcnemar_exact", "", (("mcnemar_exact", ""),), (("mcnemar", "few"),), ())
    of_all = read([other, doubtful, valid], 0.05, advice=advice).sentence
    assert of_all == (
        f"1 of 3 applicable tests rejects H0 at α = .05 ({doubtful.title}); the one that is suited to this design does "
        "not, 1 of the 2 that are to be taken with caution does."
    )
    turned = Advice("mcnemar", "", (("mcnemar", ""),), (("mcnemar_exact", "few"),), ())
    assert (
        "; 2 of the 3 that are suited to this design do, the one that is to be taken with caution does not."
        in (read([other, doubtful, doubtful, valid], 0.05, advice=turned).sentence)
    )
    assert (
        "; both that are suited to this design do, the one"
        in read([other, doubtful, doubtful], 0.05, advice=turned).sentence
    )
    firm = run_test("mcnemar_exact", e01=1, e10=19)
    assert (
        "; neither of the 2 that are suited to this design does"
        in read([firm, valid, valid], 0.05, advice=turned).sentence
    )


def test_tests_that_cannot_judge_are_counted():
    a, b = np.full(4, 0.1), np.full(4, 0.2)
    t, mcnemar = run_test("paired_t", a=a, b=b), run_test("mcnemar", e01=1, e10=9)
    assert read([t, run_test("mcnemar", e01=4, e10=5)], 0.05).sentence == (
        "1 of 2 applicable tests fails to reject H0 at α = .05; 1 cannot judge."
    )
    assert read([t, t, mcnemar], 0.05).sentence == (
        "1 of 3 applicable tests rejects H0 at α = .05; 2 cannot judge."
    )
    assert read([t], 0.05).sentence == "None of the applicable tests can judge these scores."


@pytest.mark.parametrize(
    ("key", "inputs", "told"),
    [
        ("paired_t", {"a": [0.1, 0.1], "b": [0.12, 0.12]}, "t(1) undefined, p undefined"),
        ("5x2_f", {"a": np.ones((5, 2)), "b": np.zeros((5, 2))}, "F(10, 5) undefined, p undefined"),
        ("one_sample_t", {"scores": [0.1] * 4, "p0": 0.2}, "t(3) undefined, p undefined"),
    ],
)
def test_a_statistic_without_variance_is_undefined_in_words_formula_and_picture(key, inputs, told):
    verdict = run_test(key, **inputs)
    assert np.isinf(verdict.statistic)  # as METHODS has it for scripts
    assert verdict.drawn is None
    assert verdict.numbers() == told
    assert numbers_line(verdict, 0.05).startswith(f"{told}; critical ")
    assert not any("infty" in line for line in verdict.formula_steps())
    assert any("undefined" in line for line in verdict.formula_steps())
    drawing = null_of(verdict, 0.05)
    assert not drawing.frame["as_extreme"].any()
    assert "Statistic undefined" in drawing.alt


@pytest.mark.parametrize(("folds", "all_of"), [(2, "both"), (3, "all 3")])
def test_differences_that_are_all_zero_are_counted_in_words(folds, all_of):
    same = [0.1 * fold for fold in range(folds)]
    assert brief(run_test("paired_t", a=same, b=same)).effect.lower() == f"{all_of} differences are zero."


def test_a_constant_difference_of_rates_is_told_in_points_and_takes_one_value():
    lines = "fold,A,B\n1,0.1,0.2\n2,0.1,0.2\n3,0.1,0.2\n4,0.1,0.2\n"
    scores = core.read_fold_scores(lines.encode(), measure="error", design="k_fold")
    found = core.compare(scores, "A", "B", "corrected_t")
    assert (found.undefined or "").startswith("On every fold they differ by exactly −10 percentage points;")
    assert brief(found).interval == "A makes 10 percentage points fewer errors than B."
    assert any(check.sentence.startswith("The differences take one value only") for check in found.checks)


@pytest.mark.parametrize(
    ("design", "rows", "unit"),
    [
        ("k_fold", "folds", "fold"),
        ("random_resampling", "folds", "cut"),
        (None, "data sets", "data set"),
        (None, "folds", "fold"),
    ],
)
def test_what_a_constant_difference_is_seen_on_is_called_as_the_design_has_it(design, rows, unit):
    place = "dataset" if rows == "data sets" else "fold"
    lines = f"{place},A,B\n" + "".join(f"{k},0.{k},0.{k + 1}\n" for k in (1, 2, 3, 4))
    scores = core.read_fold_scores(lines.encode(), measure="error", design=design, rows=rows)
    test = "resampled_t" if design == "random_resampling" else "paired_t"
    found = core.compare(scores, "A", "B", test).undefined or ""
    assert found.startswith(f"On every {unit} they differ by exactly −10 percentage points;")
    if design == "random_resampling":
        believed = core.believe(scores, "A", "B", n_train=90, n_validation=10, rope=0.01)
        assert (believed.undefined or "").startswith(
            "On every cut they differ by exactly −10 percentage points;"
        )


def test_a_score_that_is_the_same_on_all_folds_is_told_in_its_unit():
    constant = run_test("one_sample_t", scores=[0.1] * 4, p0=0.25)
    assert constant.undefined.startswith("Every fold has the score 0.100;")
    assert "the score 10\u00a0%;" in constant.named("A", rate=True).undefined
    assert "the score 0.100 s;" in constant.named("A", measure_title="training time", unit="s").undefined
    rates = run_test("two_proportions", errors_1=0, n_1=10, errors_2=10, n_2=10)
    assert rates.undefined.startswith("The rates are 0\u00a0% and 100\u00a0%;")


def test_a_statistic_that_is_a_difference_is_told_in_the_unit_of_the_measure():
    errors = run_test("permutation", a=[0.1, 0.2, 0.3, 0.2, 0.1, 0.3], b=[0.1, 0.1, 0.2, 0.1, 0.1, 0.1])
    assert errors.numbers() == "mean d = 0.08333, p = .125"
    told = errors.named("A", "B", "error rate", rate=True)
    assert told.numbers() == "mean d = 8.33 points, p = .125"
    assert (errors.axis_factor, told.axis_factor) == (1, 100)
    assert run_test("paired_t", **errors.inputs).named("A", "B", rate=True).axis_factor == 1


def test_dependence_explains_the_plain_t_test_only_where_training_sets_overlap():
    verdicts = paired(["paired_t", "corrected_t"])
    plain, corrected = (verdict.p_value for verdict in verdicts)
    alpha = (plain + corrected) / 2
    assert read(verdicts, alpha, OVERLAP).reasons[0].startswith("Dependence")
    disjoint = DesignFacts("disjoint_halves", 1, 10, training_sets_overlap=False)
    assert not any(reason.startswith("Dependence") for reason in read(verdicts, alpha, disjoint).reasons)


def test_over_data_sets_no_training_sets_overlap_and_the_sign_test_goes_by_signs_only():
    scores = core.read_fold_scores(DEMSAR, measure="auc", rows="data sets")
    keys = ("wilcoxon_over_datasets", "permutation", "paired_t", "sign_over_datasets")
    verdicts = [core.compare(scores, "C4.5", "C4.5+m", key) for key in keys]
    found = read(verdicts, 0.05, None, "auc")
    assert [verdict.key for verdict in found.keeping] == ["sign_over_datasets"]
    assert [reason.partition(":")[0] for reason in found.reasons] == ["Power", "Steps"]
    assert not re.search("folds?|overlap", " ".join(found.reasons))


# RMSE of targets in units of their own: one data set makes nearly all of the mean difference
RMSE = (
    "dataset,Linear,Forest\nset1,0.0121,0.0118\nset2,3.41,3.22\nset3,55.1,52.7\nset4,0.61,0.58\nset5,16537,12755\n"
    "set6,8.8,8.7\nset7,120.4,118.2\nset8,1.12,1.05\nset9,402,433\nset10,0.091,0.088\nset11,24.3,23.1\n"
)


def of_rmse(*keys):
    scores = core.read_fold_scores(RMSE.encode(), measure="rmse", rows="data sets")
    return [core.compare(scores, "Linear", "Forest", key) for key in keys]


def test_a_difference_that_rules_the_mean_is_named_and_no_steps_are_where_p_is_far_from_alpha():
    found = read(
        of_rmse("wilcoxon_over_datasets", "permutation", "paired_t", "sign_over_datasets"), 0.05, None, "rmse"
    )
    assert {verdict.key for verdict in found.rejecting} == {"wilcoxon_over_datasets", "sign_over_datasets"}
    (reason,) = found.reasons
    assert reason == (
        "One large difference makes 99\u00a0% of the sum of all 11 differences and so rules the mean: Paired t test "
        "and Sign-flip permutation test go by it. In Sign test over data sets and Wilcoxon signed-rank test over data "
        "sets it counts as one of 11."
    )
    alike = read(paired(["wilcoxon", "permutation"], A, A + 0.001 * RNG.standard_normal(10)), 0.9)
    assert not any(reason.startswith("One large") for reason in alike.reasons)


def test_scores_of_data_sets_without_a_common_unit_are_doubted_where_sizes_are_compared():
    def doubted(verdict):
        return ["hardly a common unit" in check.sentence for check in verdict.checks if check.holds is False]

    for verdict in of_rmse("wilcoxon_over_datasets", "permutation", "paired_t"):
        assert True in doubted(verdict), verdict.key
    (sign,) = of_rmse("sign_over_datasets")
    assert doubted(sign) == []
    rates = core.read_fold_scores(DEMSAR, measure="auc", rows="data sets")
    assert doubted(core.compare(rates, "C4.5", "C4.5+m")) == []
    small = {
        "a": 0.001 * np.arange(1, 12),
        "b": 0.0011 * np.arange(1, 12),
    }  # rates may differ as much as they like
    assert doubted(run_test("wilcoxon_over_datasets", **small)) == []
    assert [far_apart(np.array([[1.1, 1.2], [np.nan] * 2, [size, np.nan]])) for size in (9, 9000)] == [
        False,
        True,
    ]


def test_over_data_sets_effects_and_assumptions_speak_of_data_sets():
    scores = core.read_fold_scores(DEMSAR, measure="auc", rows="data sets")
    won, *_, standardised = effects(core.compare(scores, "C4.5", "C4.5+m"))
    assert (won.title, won.value) == ("Data sets won, tied, lost by C4.5", "2 – 2 – 10")
    assert "share data" not in won.meaning
    assert standardised.meaning.endswith("over data sets.")
    for key in ("wilcoxon_over_datasets", "permutation", "paired_t", "sign_over_datasets"):
        verdict = core.compare(scores, "C4.5", "C4.5+m", key)
        said = [check.title + check.sentence for check in verdict.checks]
        assert said[0].startswith("Independent data sets")
        assert verdict.checks[0].holds
        assert not re.search("training sets|validation|folds or", " ".join(said))


def test_that_rows_are_data_sets_is_known_once_somebody_has_said_it():
    ranks = core.compare_ranks(core.read_fold_scores(DEMSAR, measure="auc", rows="data sets"))
    for verdict in ranks.tests.values():
        (check,) = [one for one in verdict.checks if one.title == "Independent data sets"]
        assert check.holds
        assert check.sentence == "Each row is a data set of its own, not a fold of one."


def test_validation_sets_of_an_unnamed_design_are_judged_by_the_sizes_that_are_known():
    rows = "".join(f"{fold},{3 + fold % 3}/20,{4 + fold % 4}/20\n" for fold in range(1, 11))
    found = core.read_fold_scores(f"fold,A,B\n{rows}".encode())
    advice = core.applicable_tests(found, "A", "B")
    checks = {check.code: check for check in core.compare(found, "A", "B", "paired_t").checks}
    assert "sizes of training sets are unknown" in advice.because
    assert checks["independent_pairs"].holds is None
    assert checks["validation_size"].holds is False
    assert checks["validation_size"].sentence.startswith("A validation set holds 20 instances: under 30")


def test_predictions_of_unknown_folds_are_not_said_to_share_training_sets():
    rows = "".join(
        f"{i},{k},{i % 2},{(i * k) % 2},{i % 3 % 2}\n" for k in (1, 2, 3) for i in range(k, 12 + k)
    )
    found = core.read_predictions(f"id,fold,truth,tree,bayes\n{rows}".encode())
    independent = core.compare(found, "tree", "bayes", "paired_t").checks[0]
    assert (independent.title, independent.holds) == ("Independent training sets", None)


def size_of_sets(found):
    return next(check for check in found.checks if check.code == "validation_size")


@pytest.mark.parametrize(
    ("wrong", "sizes", "holds"),
    [
        ([0, 1, 2] * 3, [37, 38, 38] * 3, True),  # 1/38 and 2/38 apart
        ([0, 1, 1] * 3, [37, 38, 37] * 3, False),  # 1/38 and 1/37 are two values, each of one instance
        ([0, 1.5, 0.2] * 3, [37, 38, 38] * 3, True),  # a mean of scores, not a count
    ],
)
def test_folds_that_differ_by_single_instances_are_told_whatever_their_sizes(wrong, sizes, holds):
    b = np.array(wrong) / sizes
    found = run_test("corrected_t", a=np.zeros(9), b=b, n_train=200, n_validation=sizes)
    check = size_of_sets(found)
    assert check.holds is holds, check.sentence
    assert ("by more than one instance" in check.sentence) is not holds


@pytest.mark.parametrize(("places", "holds"), [(6, False), (4, False), (2, True)])
def test_shares_of_instances_are_known_to_the_decimals_that_they_have(places, holds):
    right = np.array([30, 31, 29, 33, 30, 28, 34, 30, 31, 32])
    other = right + np.array(
        [0, 1, 1, 1, -1, 0, 1, 1, 0, 1]
    )  # of 2 decimals an instance of 37 may be one of 2 or of 4 units
    a, b = (np.round(counts / 37, places) for counts in (right, other))
    check = size_of_sets(run_test("corrected_t", a=a, b=b, n_train=333, n_validation=37))
    assert check.holds is holds, check.sentence
    assert ("by more than one instance" in check.sentence) is not holds


def test_of_measured_values_with_six_decimals_nothing_is_counted():
    a = np.round(np.random.default_rng(0).normal(0.3, 0.01, 10), 6)
    check = size_of_sets(run_test("corrected_t", a=a, b=np.full(10, 0.3), n_train=333, n_validation=37))
    assert check.holds, check.sentence


def test_two_values_that_differ_by_their_last_decimal_are_one():
    scores = np.round(np.array([12, 13, 12, 13, 12, 13, 13, 12, 12, 12]) / 27, 6)
    scores[0] += 1e-6  # as 12/27 stands where it was taken from another sum
    facts = replace(OVERLAP, n_train=243.0, n_validation=27.0)
    found = run_test("one_sample_t", scores=scores, p0=0.3).named("A", facts=facts)
    assert "the scores take two values only" in size_of_sets(found).sentence


@pytest.mark.parametrize("as_accuracy", [False, True])
def test_one_error_here_and_there_is_coarse_in_sets_of_nearly_one_size_too(as_accuracy):
    errors, sizes = np.array([1, 0, 1, 0, 1, 0, 0, 0, 0, 0]), np.repeat([35, 34], [4, 6])
    scores = (sizes - errors if as_accuracy else errors) / sizes
    p0 = 0.9 if as_accuracy else 0.1
    tested = {"scores": scores, "p0": p0, "n_train": 344 - sizes, "n_validation": sizes}
    check = size_of_sets(run_test("corrected_one_sample_t", **tested))
    assert check.holds is False and "take two values only" in check.sentence
    more = scores + np.where(np.arange(10) == 5, (-2 if as_accuracy else 2) / sizes, 0)
    assert size_of_sets(run_test("corrected_one_sample_t", **{**tested, "scores": more})).holds


RARE = np.array([0, 0.5, 0, 0, 0.5, 0, 0, 0, 0.5, 0])
"""Differences in balanced accuracy where each fold holds one instance of a rare class, which one learner misses."""


@pytest.mark.parametrize("key", ["corrected_t", "paired_t", "welch_t"])
def test_few_values_are_not_normal_however_many_instances_a_fold_holds(key):
    sizes = {"n_train": 378, "n_validation": 42} if key == "corrected_t" else {}
    found = run_test(key, a=RARE + 0.5, b=np.full(10, 0.5), **sizes)
    held = "A validation set holds 42 instances, but the" if sizes else "The"
    assert size_of_sets(found).holds is False
    said = " ".join(check.sentence for check in found.checks)
    assert f"{held} differences take two values only: such coarse values are hardly normal." in said
    assert "to be nearly normal" not in said


@pytest.mark.parametrize(("size", "of_sizes"), [(20, True), (42, False), (None, False)])
def test_few_values_bear_a_title_of_their_own_unless_the_sets_are_small_too(size, of_sizes):
    facts = replace(OVERLAP, n_train=378.0, n_validation=size)
    few, several = (
        size_of_sets(run_test("one_sample_t", scores=scores, p0=0.3).named("A", facts=facts))
        for scores in (RARE, np.linspace(0, 0.5, 10))
    )
    assert few.holds is False
    assert several.title.startswith("Validation sets large enough")
    assert few.title == (several.title if of_sizes else "Enough different values to be nearly normal")


def test_few_scores_of_one_learner_are_not_normal_either():
    facts = replace(OVERLAP, n_train=378.0, n_validation=42.0)
    few, several = (
        size_of_sets(run_test("one_sample_t", scores=scores, p0=0.3).named("A", facts=facts))
        for scores in (RARE, np.linspace(0, 0.5, 10))
    )
    assert (few.holds, several.holds) == (False, True)
    assert "holds 42 instances, but the scores take two values only" in few.sentence


def test_pairing_target_numerator_and_steps_are_named():
    hard = np.linspace(0, 0.5, 10)
    unpaired = paired(["paired_t", "welch_t"], hard, hard + 0.02 + 0.002 * RNG.standard_normal(10))
    assert any(reason.startswith("Pairing") for reason in read(unpaired, 0.05, OVERLAP).reasons)
    counts = {"errors_1": 30, "n_1": 100, "errors_2": 18, "n_2": 100}
    samples = [run_test(key, **counts) for key in ("two_proportions", "fisher_exact")]
    alpha = sum(verdict.p_value for verdict in samples) / 2
    told = read([*samples, run_test("mcnemar", e01=14, e10=2)], alpha).reasons[0]
    assert told.startswith("Pairing: Fisher's exact test forgets that both")
    other = samples[0].title
    assert told.endswith(f"and power is lost. {other} forgets it, too, and rejects all the same.")
    table = {"errors_1": 3, "n_1": 3, "errors_2": 0, "n_2": 3}
    few = [run_test("boschloo", **table), run_test("mcnemar_exact", e01=3, e10=0)]
    alone = read(few, 0.05).reasons[0]
    assert "takes the learners for judged on independent samples, and only so rejects H0" in alone
    (steps,) = read(samples, alpha).reasons  # of two samples, nobody forgot pairs
    assert steps.startswith("Steps: the p-value of Fisher's exact test moves in steps")
    steps = [run_test(key, e01=12, e10=4, n=100) for key in ("mcnemar_exact", "mcnemar_midp")]
    assert any(reason.startswith("Steps") for reason in read(steps, 0.05).reasons)
    target = [steps[1], *paired(["paired_t"], A, A + 0.03 * RNG.standard_normal(10))]
    assert any(reason.startswith("Target") for reason in read(target, 0.05).reasons)
    several = [run_test("mcnemar_exact", e01=30, e10=4, n=100), *unpaired]
    assert [v.rejects(0.05) for v in several] == [True, True, False]
    forgets = read(several, 0.05, OVERLAP).reasons
    assert "Target" not in [reason.split(":")[0] for reason in forgets], "tests of either kind reject"
    a, b = np.zeros((5, 2)), np.full((5, 2), 0.1)
    b[:, 1] += 0.02
    b[0, 0] = 0.001
    halves = [run_test(key, a=a, b=b) for key in ("5x2_t", "5x2_f")]
    assert any(reason.startswith("Arbitrary numerator") for reason in read(halves, 0.05).reasons)


NEAR_P0 = [0.02, 0.01, 0.025, 0.012, 0.02, 0.015, 0.018, 0.022, 0.013, 0.018]


@pytest.mark.parametrize(
    ("folds", "sizes", "heads"),
    [
        ((1, 10), (90, 10), ["Dependence"]),
        ((5, 2), (50, 50), ["Dependence", "Power"]),  # on halves the corrected form is careful, too
    ],
)
def test_of_one_learner_the_plain_t_test_ignores_the_overlap_and_the_corrected_one_allows_for_it(
    folds, sizes, heads
):
    scores = {"scores": NEAR_P0, "p0": 0.0233}
    key = "k_fold" if folds[0] == 1 else "5x2"
    facts = DesignFacts(key, *folds, *sizes, every_instance_once=folds[0] == 1)
    verdicts = [
        run_test("one_sample_t", **scores),
        run_test("corrected_one_sample_t", **scores, n_train=sizes[0], n_validation=sizes[1]),
    ]
    plain, corrected = (verdict.p_value for verdict in verdicts)
    told = read(verdicts, (plain + corrected) / 2, facts).reasons
    assert [reason.partition(":")[0] for reason in told] == heads
    assert told[0].startswith(
        "Dependence: One-sample t test takes the folds for independent, but training sets"
    )
    assert told[0].endswith("Corrected one-sample t test allows for that.")
    disjoint = replace(facts, key="disjoint_halves", training_sets_overlap=False)
    (told,) = read(verdicts, (plain + corrected) / 2, disjoint).reasons
    assert told.startswith("Each reckons in its own way what luck can do")


def test_of_one_learner_no_reason_speaks_of_two():
    folds = run_test("one_sample_t", scores=NEAR_P0, p0=0.0233)
    counted = [run_test(key, errors=14, n=1000, p0=0.0233) for key in ("binomial", "normal_approximation")]
    for verdicts in ([folds, counted[0]], counted, [folds, *counted]):
        p_values = [verdict.p_value for verdict in verdicts]
        alpha = (min(p_values) + max(p_values)) / 2
        said = " ".join(read(verdicts, alpha, DesignFacts("k_fold", 1, 10)).reasons)
        assert said
        assert not re.search("learners|Two models|same difference", said)


def test_tests_that_take_folds_for_independent_do_not_disagree_for_that():
    verdicts = paired(["paired_t", "wilcoxon"], A, A + np.r_[[0.01] * 8, -0.02, 0.012])
    low, high = sorted(verdict.p_value for verdict in verdicts)
    told = read(verdicts, (low + high) / 2, OVERLAP)
    assert len(told.rejecting) == len(told.keeping) == 1
    assert not any(reason.startswith("Dependence") for reason in told.reasons)


def test_every_test_that_takes_overlapping_folds_for_independent_is_named():
    a, b = RNG.normal(0.2, 0.02, (2, 10))
    verdicts = paired(["paired_t", "welch_t", "corrected_t"], a, b + 0.02)
    alpha = (max(each.p_value for each in verdicts[:2]) + verdicts[2].p_value) / 2
    (told,) = read(verdicts, alpha, OVERLAP).reasons
    assert told.startswith(
        "Dependence: Paired t test and Welch's t test over folds take the folds for independent"
    )
    assert told.endswith("Corrected resampled t test allows for that.")


def test_of_an_unnamed_design_it_is_not_said_that_training_sets_overlap():
    a, b = RNG.normal(0.2, 0.02, (2, 10))
    verdicts = paired(["paired_t", "corrected_t"], a, b + 0.02)
    alpha = sum(each.p_value for each in verdicts) / 2
    (told,) = read(verdicts, alpha, replace(OVERLAP, key=None)).reasons
    assert "if training sets overlap, as in cross-validation," in told


def test_nothing_to_judge_is_said():
    unable = run_test("paired_t", a=[0.2] * 5, b=[0.1] * 5)
    assert "None of the applicable" in read([unable], 0.05).sentence
    assert difference_interval(unable) is None
    said = read([run_test("mcnemar", e01=12, e10=4, n=100), unable], 0.05, measure="precision").sentence
    assert said == (
        "None of the applicable tests can judge these scores; McNemar's test is about another measure."
    )
    assert (
        "another" not in read([run_test("mcnemar", e01=12, e10=4, n=100)], 0.05, measure="accuracy").sentence
    )


# --- formulas with numbers -------------------------------------------------------------------------------------

INPUTS = {
    **{key: {"errors": 12, "n": 40} for key in ("normal", "wilson", "exact", "agresti_coull", "jeffreys")},
    "difference": {"errors_1": 30, "n_1": 100, "errors_2": 20, "n_2": 100},
    "newcombe": {"errors_1": 30, "n_1": 100, "errors_2": 20, "n_2": 100},
    **{key: {"e01": 12, "e10": 4, "n": 100} for key in ("paired_difference", "tango")},
    "mean_t": {"scores": A},
    "corrected_mean_t": {"scores": A, **SIZES},
    "mean_z": {"scores": A, "sigma": 0.03},
    "mean_difference_t": {"a": A, "b": B},
    "corrected_difference_t": {"a": A, "b": B, **SIZES},
}
NUMBER = r"-?\d+(?:\.\d+)?"


@pytest.mark.parametrize("sides", ["two", "lower", "upper"])
@pytest.mark.parametrize("key", PLACES)
def test_the_last_line_of_an_interval_is_the_interval(key, sides):
    lines = interval_steps(key, 0.8, sides, **INPUTS[key])
    assert (lines[0] == core.INTERVALS[key].formula) is (sides == "two")
    assert lines[-1].endswith(r"80\,\%")
    formulas = " ".join(lines[:-1])
    assert sides == "two" or not any(both in formulas for both in (r"\pm", r"\alpha/2", r"\left|"))
    found = displayed(core.interval(key, 0.8, sides, **INPUTS[key]), key)
    shown = [float(text) for text in re.findall(NUMBER, lines[-1].split(r"\quad")[0])]
    finite = [end for end in (found.low, found.high) if np.isfinite(end)]
    assert shown == pytest.approx(finite, rel=2e-3, abs=1e-4)


@pytest.mark.parametrize("sides", ["two", "lower", "upper"])
@pytest.mark.parametrize(
    "key",
    [
        "normal",
        "agresti_coull",
        "difference",
        "paired_difference",
        "mean_t",
        "corrected_mean_t",
        "mean_z",
        "corrected_difference_t",
    ],
)
def test_estimate_and_margin_of_the_formula_give_the_interval(key, sides):
    text = interval_steps(key, 0.95, sides, **INPUTS[key])[-2]
    sign = {"two": r"\\pm", "lower": "-", "upper": r"\+"}[sides]
    centre, margin = map(float, re.findall(rf"({NUMBER}) {sign} ({NUMBER})$", text)[0])
    found = core.interval(key, 0.95, sides, **INPUTS[key])
    if sides != "upper":
        assert centre - margin == pytest.approx(found.low, abs=2e-4)
    if sides != "lower":
        assert centre + margin == pytest.approx(found.high, abs=2e-4)


@pytest.mark.parametrize(
    ("key", "sides", "formula", "numbers"),
    [
        (
            "exact",
            "lower",
            r"B^{-1}_{e,\,n-e+1}(\alpha),\; 1\right]",
            r"B^{-1}_{12,\,29}(\alpha),\; 1\right]",
        ),
        (
            "exact",
            "upper",
            r"\left[0,\; B^{-1}_{e+1,\,n-e}(1-\alpha)",
            r"\left[0,\; B^{-1}_{13,\,28}(1-\alpha)",
        ),
        ("newcombe", "lower", r",\; 1\right],\quad", r",\; 1\right]"),
        ("tango", "lower", r"}} \le z\right\}", r"}} \le 1.645\right\}"),
        ("tango", "upper", r"}} \ge -z\right\}", r"}} \ge -1.645\right\}"),
    ],
)
def test_a_bound_has_the_formula_of_its_one_end(key, sides, formula, numbers):
    lines = interval_steps(key, 0.95, sides, **INPUTS[key])
    assert formula in lines[0]
    assert numbers in lines[-2]


def test_the_two_ends_of_newcombes_interval_may_stand_in_two_lines():
    formula, _, numbers, _ = interval_steps("newcombe", **INPUTS["newcombe"])
    assert all(r",\; \allowbreak {" in line and r"\left" not in line for line in (formula, numbers))


def test_the_number_of_scores_has_one_letter_in_all_formulas_of_their_mean():
    means = [core.INTERVALS[key] for key in INPUTS if key.startswith(("mean_", "corrected_"))]
    tests = (
        "one_sample_t",
        "one_sample_z",
        "corrected_one_sample_t",
        "paired_t",
        "resampled_t",
        "corrected_t",
    )
    for entry in (*means, *(core.TESTS[key] for key in tests)):
        assert "J" in entry.formula
        assert not re.search(r"[Kk]", entry.formula)
    assert all(r"t_{\alpha/2,\,J-1}" in entry.formula for entry in means if entry.key != "mean_z")


@pytest.mark.parametrize(("sizes", "are_shares"), [((0.9, 0.1), True), ((90, 10), False), ((4, 2), False)])
def test_of_sizes_that_are_shares_an_interval_says_so(sizes, are_shares):
    train, validation = sizes
    lines = interval_steps("corrected_mean_t", scores=[0.1, 0.3, 0.2], n_train=train, n_validation=validation)
    assert (r"\text{sizes as shares of the instances}" in lines[1]) is are_shares


@pytest.mark.parametrize(
    ("key", "inputs"),
    [
        ("newcombe", {"errors_1": 25_000, "n_1": 100_000, "errors_2": 249_000, "n_2": 1_000_000}),
        ("corrected_mean_t", {"scores": A / 100, **SIZES}),
    ],
)
def test_a_small_number_is_squared_in_brackets(key, inputs):
    *_, numbers, _ = interval_steps(key, **inputs)
    assert r"\cdot 10^{-4})^2" in numbers
    assert "}^2" not in numbers  # two raised numbers in a row are no LaTeX


def test_halves_of_jeffreys_interval_are_written_whatever_the_counts():
    *_, numbers, _ = interval_steps("jeffreys", errors=1234, n=98_765)
    assert numbers.count(r"_{1234.5,\,97531.5}") == 2


def test_an_interval_of_many_instances_is_written_as_finely_as_it_is_narrow():
    *_, margin, last = interval_steps("normal", errors=2_501_000, n=10_000_000)
    assert margin.endswith(r"= 0.250100 \pm 2.684 \cdot 10^{-4}")
    assert last.startswith(r"\left[0.249832,\; 0.250368\right]")


def test_an_end_that_is_cut_is_said_to_be():
    *_, margin, last = interval_steps("normal", errors=1, n=10)
    assert margin.endswith(r"0.1000 \pm 0.1859")
    assert last == r"\left[0,\; 0.2859\right] \quad\text{at level } 95\,\%\text{, cut at } 0"


def test_an_end_that_the_measure_cannot_reach_is_cut_in_the_formula_as_in_tables():
    scores = [0.0, 0.9, 1.0]
    scale = Scale("precision", percent=True, rate=True)
    whole = interval_steps("mean_t", scores=scores)[-1]
    assert "cut" not in whole
    last = interval_steps("mean_t", reachable=scale.reachable, scores=scores)[-1]
    assert last.startswith(r"\left[0,\; 1\right]")
    assert last.endswith(r"\text{, cut at } 0\text{, cut at } 1")
    bound = interval_steps("mean_t", 0.95, "upper", reachable=scale.reachable, scores=scores)[-1]
    assert bound.startswith(r"\left(-\infty,\; 1\right]") and bound.endswith(r"\text{, cut at } 1")


def test_intervals_are_shown_inside_their_range():
    wald = core.interval("normal", errors=1, n=10)
    assert wald.low < 0
    assert displayed(wald, "normal").low == 0


def test_mitchells_exercise_with_its_numbers():
    assert interval_size_steps(0.1, (0.2, 0.6))[-1] == "n = 385"


@pytest.mark.parametrize("width", [0.1, 0.123456, 0.02, 0.3])
@pytest.mark.parametrize("high", [0.07, 0.4321, 0.6])
@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.987])
def test_the_size_for_a_width_is_that_of_the_numbers_printed(width, high, level):
    line = interval_size_steps(width, (0.01, high), level)[1]
    z, w, p, rest, bound = map(float, re.findall(r"\d+\.?\d*", re.sub(r"2 \\cdot|\^2", "", line)))
    digits = len(line.split("= ")[1].partition(".")[2])
    assert round((2 * z / w) ** 2 * p * rest, digits) == bound


@pytest.mark.parametrize(
    ("key", "effect", "options"),
    [
        ("binomial", 0.2, {"p0": 0.3}),
        ("two_proportions", (0.3, 0.2), {}),
        ("mcnemar_exact", (0.1, 0.05), {}),
        ("paired_t", 0.8, {}),
        ("corrected_t", 0.8, {"ratio": 1 / 9}),
    ],
)
def test_power_over_many_sizes_is_power_at_each(key, effect, options):
    sizes = np.array([10, 25, 60])
    many = power_over(key, sizes, effect, **options)
    assert many.tolist() == pytest.approx([power(key, int(n), effect, **options) for n in sizes])
    lines = power_steps(key, 60, effect, float(many[-1]), **options)
    assert lines[-1].startswith(r"1 - \beta " + (">" if many[-1] > 0.9999 else "="))


def test_a_verdict_knows_whether_it_judges_the_measure_looked_at():
    y, a, b = [0, 1] * 10, list(np.linspace(0, 1, 20)), list(RNG.random(20))
    delong = run_test("delong", y=y, scores_a=a, scores_b=b)
    counted = run_test("mcnemar_exact", e01=12, e10=4, n=100)
    folds = run_test("paired_t", a=A, b=B)
    assert [speaks_of(verdict, "auc") for verdict in (delong, counted, folds)] == [True, False, True]
    assert [speaks_of(verdict, "error") for verdict in (delong, counted, folds)] == [False, True, True]
    lost = run_test("paired_loss_t", a=[0, 0, 1, 0, 1, 0], b=[1, 0, 1, 1, 1, 1])
    wanted = ("error", "log_loss", "mse", "accuracy", "recall", "precision", "f1", "rmse", "r2", "auc")
    assert [speaks_of(lost, measure) for measure in wanted] == [True] * 3 + [False] * 7
    assert read([lost, folds], 0.05, measure="error").aside == ""
    assert read([lost, folds], 0.05, measure="recall").aside == f"; {lost.title} is about another measure"
    random, ranked = list(RNG.random(20)), [0.0] * 10 + [1.0] * 10
    differs = run_test("delong", y=[0] * 10 + [1] * 10, scores_a=random, scores_b=ranked)
    exact = run_test("mcnemar_exact", e01=6, e10=4, n=100)
    reasons = read([differs, exact], 0.05).reasons
    assert [reason.split(":")[0] for reason in reasons] == ["Measure"]
    of_auc = read([differs, run_test("paired_t", a=A, b=A[::-1])], 0.05, OVERLAP, "auc")
    assert (len(of_auc.rejecting), len(of_auc.keeping)) == (1, 1)
    assert [reason.split(":")[0] for reason in of_auc.reasons] == ["Target"]


def test_p_values_on_either_side_of_alpha_are_written_as_in_print():
    y = [1.0] * 20 + [0.0] * 20
    b = [1 - label if place in (0, 2, 4, 6) else label for place, label in enumerate(y)]
    given = {"y": y, "a": y, "b": b, "measure": "error"}
    verdicts = [run_test(key, **given) for key in ("permutation_over_instances", "bootstrap_over_instances")]
    low, high = sorted(p_text(verdict.p_value) for verdict in verdicts)
    (reason,) = read(verdicts, 0.05).reasons
    assert reason.endswith(f"here they run from {low} to {high}.")


CLASSES, NUMBERS = ("tree", "naive_bayes", "knn"), ("tree_regressor", "knn_regressor", "mean")


@pytest.mark.parametrize(
    ("measure", "learners", "guessed"),
    [
        ("error", CLASSES, "The error rate of always saying 'a' is 33.33\u00a0%: "),
        ("accuracy", CLASSES, "The accuracy of always saying 'a' is 66.67\u00a0%: "),
        ("mse", NUMBERS, "The mean squared error of always saying the mean is 1.169: "),  # np.var
        ("error", ("knn", "baseline"), "The error rate of always saying 'a' is 33.33\u00a0%: "),
    ],
)
def test_that_nobody_does_better_than_guessing_is_said_of_those_that_are_looked_at(
    measure, learners, guessed
):
    rng = np.random.default_rng(0)
    table = pd.DataFrame({name: rng.normal(size=90) for name in "xzy"})  # x and z tell nothing of y
    if learners[0] in CLASSES:
        table["y"] = list("aab") * 30
    evidence = core.run_experiment(core.read_dataset(table, "y"), learners, "k_fold", measure).evidence
    first, second, *others = evidence.learners
    assert no_better_than_guessing(evidence, [first]) == f"{guessed}{first} does no better."
    assert no_better_than_guessing(evidence, [second, first]).endswith(
        f": neither {second} nor {first} does better."
    )
    whole = "none of these learners does" if others else f"neither {first} nor {second} does"
    assert no_better_than_guessing(evidence) == f"{guessed}{whole} better."


def test_guessing_is_no_worse_than_the_learners_for_having_few_instances_in_a_fold():
    rng = np.random.default_rng(3)
    rows = pd.DataFrame({"id": range(120), "fold": np.arange(120) // 2, "truth": rng.normal(10, 3, 120)})
    rows["A"], rows["B"] = (10 + rng.normal(0, 1, 120) for _ in "AB")  # who know nothing of the truth
    predictions = core.read_predictions(rows)
    truth = rows["truth"].to_numpy().reshape(60, 2)
    by_fold = np.sqrt(((truth - truth.mean()) ** 2).mean(axis=1)).mean()
    evidence = Evidence(core.score(predictions, "rmse"), predictions)
    assert no_better_than_guessing(evidence).endswith(f" is {by_fold:.3f}: neither A nor B does better.")


def test_who_failed_on_a_fold_is_held_against_no_guess():
    rng = np.random.default_rng(0)
    table = pd.DataFrame({name: rng.normal(size=60) for name in "xz"})
    table["y"] = ["b"] * 4 + ["a"] * 56
    design = core.make_design("k_fold", k=3, stratified=True)
    run = core.run_experiment(core.read_dataset(table, "y"), ["qda", "naive_bayes", "knn"], design)
    assert {failure.learner for failure in run.failures} == {"QDA"}
    assert no_better_than_guessing(run.evidence, ["QDA"]) == ""
    assert no_better_than_guessing(run.evidence, ["QDA", "k-NN"]).endswith(": k-NN does no better.")


def test_where_one_does_better_than_guessing_or_guessing_is_not_known_nothing_is_said():
    run = core.run_experiment(core.load_sample("iris"), ["naive_bayes", "baseline"], "k_fold")
    assert no_better_than_guessing(run.evidence) == ""
    assert no_better_than_guessing(run.evidence, ["Baseline"]).endswith(": Baseline does no better.")
    assert no_better_than_guessing(run.measured_by("auc").evidence, ["Baseline"]) == ""
    assert no_better_than_guessing(Evidence(run.fold_scores), ["Baseline"]) == ""


@pytest.fixture(scope="module")
def cancer():
    """Two learners on folds of 57 or 56 instances, of which 21 or 22 are malignant."""
    data = core.load_sample("breast_cancer")
    return core.run_experiment(
        data, ["naive_bayes", "lda"], core.make_design("k_fold", k=10, stratified=True)
    )


@pytest.mark.parametrize(
    ("measure", "which", "words", "holds"),
    [
        ("recall", lambda truth, _called: truth, "positive", False),
        ("precision", lambda _truth, called: called, "called positive", False),
        ("f1", lambda truth, called: truth | called, "positive or called so", False),
        ("specificity", lambda truth, _called: ~truth, "negative", True),
        ("accuracy", None, "", True),
    ],
)
def test_a_share_of_some_instances_is_nearly_normal_by_how_many_these_are(
    cancer, measure, which, words, holds
):
    check = size_of_sets(core.compare(cancer.evidence.by(measure), "Naive Bayes", "LDA", "corrected_t"))
    assert check.holds is holds, check.sentence
    if which is None:
        assert check.sentence.startswith("The smallest validation set holds 56 instances")
        assert "share of those" not in check.sentence
        return
    found, classes = cancer.predictions, cancer.predictions.classes
    positive = classes.index(found.positive)
    fewest = min(
        np.count_nonzero(which(found.truth[item.positions] == positive, item.predicted == positive))
        for name in ("Naive Bayes", "LDA")
        for item in found.of(name)
    )
    held = "in a fold (the smallest validation set holds 56 instances): "
    told = f"{fewest} or more {held}enough" if holds else f"as few as {fewest} {held}under 30"
    assert check.sentence.startswith(f"The score of a fold is a share of those that are {words}, {told}")


def test_of_a_share_of_few_in_a_small_set_it_is_said_how_few():
    """27 instances were told to be too few where the score is a share of 3 of them."""
    rng = np.random.default_rng(0)
    ill = np.arange(270) % 9 == 0
    table = pd.DataFrame({"x": rng.normal(ill * 2.0), "y": np.where(ill, "ill", "well")})
    run = core.run_experiment(
        core.read_dataset(table, "y"),
        ["naive_bayes", "lda"],
        core.make_design("k_fold", k=10, stratified=True),
        "recall",
    )
    question = LearnerQuestion("Naive Bayes", 0.05, p0=0.3)
    found = question.verdict(run.evidence, "corrected_one_sample_t")
    check = size_of_sets(found)
    assert check.holds is False
    assert check.sentence == (
        "The score of a fold is a share of those that are positive, as few as 3 in a fold (a validation set holds 27 "
        "instances): under 30, it is hardly normal."
    )
    normal = next(one for one in found.checks if one.code == "normal")
    assert normal.holds is None and normal.sentence.startswith(
        "The assumption above is not met, which speaks against it. Look at "
    )
    alone = question.verdict(Evidence(run.fold_scores), "corrected_one_sample_t")
    assert size_of_sets(alone).sentence.endswith(
        "holds 27 instances: under 30, a fold score is hardly normal."
    )


def verdicts_by_every_path(evidence):
    """What a page or a report can be told of these results: of one learner, of a pair, of all pairs, of all at once."""
    first, second, *_ = evidence.learners
    for asked in (
        LearnerQuestion(first, 0.05, p0=0.8, sigma=0.1),
        PairQuestion(first, second, 0.05, "two-sided"),
    ):
        p0 = {"p0": asked.p0} if isinstance(asked, LearnerQuestion) else {}
        advice = core.applicable_tests(evidence, *asked.learners, **p0)
        yield from asked.verdicts(evidence, advice)[0].values()
    yield core.compare(evidence, first, second)
    yield from all_at_once(evidence, core.applicable_tests(evidence)).verdicts.values()
    yield from (pair.verdict for pair in core.all_pairs(evidence).pairs if pair.verdict is not None)


def test_every_test_that_asks_for_large_validation_sets_is_told_what_a_score_is_a_share_of():
    """Where one learner alone was judged, 56 instances were called enough for a precision of 17 called positive."""
    asking = {
        key
        for key, entry in TESTS.items()
        # a posterior holds no assumption against its input
        if entry.question != "bayesian" and any(one.code == "validation_size" for one in entry.assumptions)
    }
    told = {}
    apart = core.make_design("disjoint_halves", k=4)
    for design in ("k_fold", "5x2", "balanced_5x2", "blocked_3x2", apart):
        run = core.run_experiment(
            core.load_sample("breast_cancer"), ["naive_bayes", "lda", "baseline"], design, "specificity"
        )
        for verdict in verdicts_by_every_path(run.evidence):
            if verdict.key in asking:
                told.setdefault(verdict.key, set()).add(size_of_sets(verdict).sentence)
    assert set(told) == asking
    for key, sentences in told.items():
        assert any("is a share of those that are negative" in one for one in sentences), key
        assert not any("for a mean over them" in one for one in sentences), key


def test_by_another_measure_the_class_is_judged_that_was_named():
    found = core.run_experiment(core.load_sample("wine"), ["lda", "baseline"], "k_fold").predictions
    named = Evidence(core.score(found, "precision", positive="cultivar_2"), found)
    recall = named.by("recall").scores
    assert recall.positive == "cultivar_2"
    assert recall.frame["score"].equals(core.score(found, "recall", positive="cultivar_2").frame["score"])
    assert (named.by("error").scores.positive, Evidence(None, found).by("recall").scores.positive) == (
        None,
        None,
    )


def test_of_how_many_a_score_is_a_share_is_not_known_without_predictions(cancer):
    alone = core.compare(cancer.evidence.by("precision").fold_scores, "Naive Bayes", "LDA", "corrected_t")
    check = size_of_sets(alone)
    assert check.holds is None
    assert "How many is not known; they should be 30 or more." in check.sentence


def test_a_mean_over_several_classes_rests_on_all_instances():
    data = core.load_sample("iris")
    found = core.run_experiment(
        data, ["naive_bayes", "lda"], core.make_design("k_fold", k=3), measure="recall"
    )
    check = size_of_sets(core.compare(found, "Naive Bayes", "LDA", "corrected_t"))
    assert "share of those" not in check.sentence
