"""One learner against a rate p0: on counted errors, or on fold scores (I2ML 19.10–19.12; CS182 pp. 33–38)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from core.inference.declaration.arithmetic import (
    mean_and_variance,
    normal_bounds,
    normal_null,
    pairs_first,
    ratio,
    rounding,
    settle,
    snapped,
    t_bounds,
    t_null,
    tail,
    without_rounding,
)
from core.inference.declaration.assumptions import (
    CONSTANT_RATIO,
    INDEPENDENT_INSTANCES,
    INDEPENDENT_PAIRS,
    LARGE_VALIDATION_SETS,
    NORMAL_SCORES,
    OVERLAPPING_PAIRS,
    at_least,
)
from core.inference.declaration.checks import check_errors
from core.inference.declaration.entry import Bounds, Evaluation, Example, Terms, TestEntry, one_sided_lines
from core.inference.declaration.inputs import Need
from core.inference.declaration.paired_folds import SIZES, check_scores, size_ratio
from core.inference.declaration.suitability import (
    ALLOWS,
    CONSERVATIVE,
    DATA_SETS,
    NOBODY_SAID,
    NOT_OVERLAPPING,
    SELDOM_COMMENSURABLE,
    FoldRules,
    Rule,
)
from core.inference.distributions.continuous import Alternative, Normal, StudentT
from core.inference.distributions.discrete import Binomial, by_table
from core.inference.distributions.limits import clopper_pearson, wilson
from core.records import Array, DesignFacts
from core.written import in_percent

COUNTS = (Need("errors", "count", "errors"), Need("n", "size", "validation instances"))
P0 = Need("p0", "rate", "error rate under the null hypothesis")
LEAST_EXPECTED = 5
"""Errors, and right answers, to be expected under p0 so that their number is nearly normal (I2ML 19.11)."""
SCORES = Need("scores", "folds", "scores of the learner")
EXPECTED = Need("p0", "number", "score under the null hypothesis")


def binomial(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Exact binomial test of the number of errors.

    Reference: I2ML eq. 19.10.
    """
    errors, n, p0 = inputs["errors"], inputs["n"], inputs["p0"]
    shape = np.broadcast_shapes(np.shape(errors), np.shape(n), np.shape(p0))

    def p_value(count: Array, trials: Array) -> Array:
        return np.asarray(Binomial(trials, p0).p_value(count, alternative))

    p = by_table(p_value, errors, n) if np.ndim(p0) == 0 else p_value(errors, n)
    terms = {"estimate": errors / n, "expected": n * p0}
    return Evaluation(np.broadcast_to(errors, shape), p, np.ones(shape, dtype=bool), terms)


def normal_approximation(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Z test of an error rate.

    Reference: I2ML eq. 19.11, with √(p0(1 − p0)/N) below.
    """
    errors, n, p0 = inputs["errors"], inputs["n"], inputs["p0"]
    se = np.sqrt(p0 * (1 - p0) / n)
    z = np.asarray((errors / n - p0) / se)
    smallest = np.minimum(n * p0, n * (1 - p0))
    terms = {"estimate": errors / n, "se": se, "smallest_expected": smallest}
    return Evaluation(z, np.asarray(Normal().p_value(z, alternative)), np.ones(z.shape, dtype=bool), terms)


def mean_terms(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Mean, deviation and degenerate cases of the scores of one learner against p0."""
    scores, p0 = inputs["scores"], inputs["p0"]
    (flat,) = pairs_first(scores)
    noise = np.maximum(rounding(flat), 8 * np.spacing(np.abs(p0)))
    mean, variance = mean_and_variance(flat)
    variance, constant = without_rounding(variance, np.sqrt(variance), noise)
    excess = snapped(mean - p0, noise)
    return {
        "pairs": len(flat),
        "estimate": np.where(excess == 0, p0, mean),
        "sd": np.sqrt(variance),
        "variance": variance,
        "excess": excess,
        "constant": constant,
        "never": np.maximum(flat.max(axis=0) - p0, p0 - flat.min(axis=0)) <= noise,
    }


def one_sample_t(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """t = √J·(m − p0)/S over the folds.

    Reference: I2ML eq. 19.12.
    """
    terms = mean_terms(inputs)
    return _t_against_p0(alternative, terms, 1 / terms["pairs"])


def corrected_one_sample_t(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """t = (m − p0)/√((1/J + n_validation/n_train)·S²) over J pairs whose training sets overlap.

    Reference: Nadeau & Bengio 2003, section 3, for one learner's scores in place of differences.
    """
    terms = mean_terms(inputs)
    terms["ratio"] = size_ratio(inputs)
    return _t_against_p0(alternative, terms, 1 / terms["pairs"] + terms["ratio"])


def _t_against_p0(
    alternative: Alternative, terms: dict[str, Any], variance_factor: Array | float
) -> Evaluation:
    df = terms["pairs"] - 1
    se = np.sqrt(variance_factor) * terms["sd"]
    statistic = ratio(terms["excess"], np.where(terms["constant"], 0.0, se))
    terms |= {"se": se, "df": float(df)}
    defined = ~np.asarray(terms["constant"])
    return settle(statistic, StudentT(df), alternative, never=terms["never"], defined=defined, terms=terms)


def one_sample_z(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """z = √J·(m − p0)/σ, σ known.

    Reference: CS182 pp. 33–38.
    """
    terms = mean_terms(inputs)
    terms["se"] = inputs["sigma"] / np.sqrt(terms["pairs"])
    z = np.asarray(terms["excess"] / terms["se"])
    terms.pop("never")
    return Evaluation(z, np.asarray(Normal().p_value(z, alternative)), np.ones(z.shape, dtype=bool), terms)


def binomial_null(terms: Terms, _alternative: Alternative) -> Binomial:
    """Binomial with N trials and probability p0."""
    return Binomial(terms["n"], terms["p0"])


def exact_bounds(terms: Terms, level: float, sides: str) -> Bounds:
    """Clopper–Pearson limits of the rate."""
    low, high = clopper_pearson(np.asarray(terms["errors"]), np.asarray(terms["n"]), tail(level, sides))
    return _one_side(float(low), float(high), sides)


def wilson_bounds(terms: Terms, level: float, sides: str) -> Bounds:
    """Wilson limits of the rate, which invert the normal test."""
    low, high = wilson(np.asarray(terms["errors"]), np.asarray(terms["n"]), tail(level, sides))
    return _one_side(float(low), float(high), sides)


def _one_side(low: float, high: float, sides: str) -> Bounds:
    return (0.0 if sides == "upper" else low), (1.0 if sides == "lower" else high)


_SIZES = {("k_fold", 1, 10): 0.08, ("repeated_k_fold", 10, 10): 0.55}
"""Share of null cases rejected at .05, by design, replicates and folds: nearest-mean learners, n = 200."""


def _too_often(facts: DesignFacts) -> Rule:
    size = _SIZES.get((str(facts.key), facts.replicates, facts.folds))
    measured = (
        "" if size is None else f": at .05 in {in_percent(size)} of simulated null cases with such folds"
    )
    return Rule("caution", f"Training sets overlap, so it rejects too often{measured}.")


_PLAIN: FoldRules = {
    "disjoint": Rule(
        "valid",
        "No two pairs share instances: the plain form is right.",
        "No two pairs share instances, so the plain t test of the mean is right.",
    ),
    **dict.fromkeys(("one_pass", "repeated", "halves", "balanced_halves"), _too_often),
    "unknown": NOBODY_SAID,
    "data_sets": Rule(
        "caution",
        SELDOM_COMMENSURABLE,
        f"{DATA_SETS}; it judges the mean of their scores.",
    ),
}
_ALLOWS = Rule("valid", ALLOWS, "Training sets overlap; the corrected variance allows for it.")
_SIGMA_KNOWN = Rule("caution", "Needs σ known beforehand, which is rare.")


def _few_expected(inputs: Mapping[str, Any], _paired: bool) -> str:
    n, p0 = inputs["n"], inputs.get("p0", 0.5)
    few = n * min(p0, 1 - p0) < LEAST_EXPECTED
    return "N·p0 or N·(1 − p0) is below 5: the approximation is poor, use the binomial test." if few else ""


def _exact(_inputs: Mapping[str, Any]) -> str:
    return "Counts errors, one prediction per instance."


COUNTED: dict[str, Any] = {
    "question": "one_learner",
    "target": "h",
    "parameter": "The error rate",
    "symbol": r"\pi",
    "null_value": "p0",
    "needs": (*COUNTS, P0),
    "check": check_errors,
    "measures": "error",
    "speaks": "rate",
}
OVER_FOLDS: dict[str, Any] = {
    "question": "one_learner",
    "target": "L",
    "parameter": "The expected score",
    "symbol": r"\mu",
    "null_value": "p0",
    "speaks": "rate",
    "basis": "over «pairs» folds",
    "never_differ": "No fold differs from p0: the score equals p0 on all «pairs» folds.",
    "undefined": "Every fold has the score «estimate»; the variance estimate is zero, so this test cannot judge.",
}
BINOMIAL_COUNTS = r"e = «errors»,\quad N = «n»,\quad p_0 = «p0»,\quad N p_0 = «expected»"

BINOMIAL = TestEntry(
    key="binomial",
    prefers=_exact,
    title="Binomial test",
    summary="Are so many errors likely if the error rate is p0? Exact.",
    reference="@i2ml eq. 19.10",
    formula=r"p = \sum_{x:\, P(x) \le P(e)} P(x), \qquad \allowbreak {P(x) = \binom{N}{x}\, p_0^x (1-p_0)^{N-x}}",
    letter="e",
    counts="Errors",
    steps=(
        BINOMIAL_COUNTS,
        r"p = \sum_{x:\, P(x) \le P(«errors»)} \binom{«n»}{x} \cdot «p0»^x \cdot {(1-«p0»)^{«n»-x}} = «p_value»",
    ),
    one_sided=one_sided_lines(
        r"p = \sum_{x ⋚ e} {\binom{N}{x}\, p_0^x (1-p_0)^{N-x}}",
        BINOMIAL_COUNTS,
        r"p = \sum_{x ⋚ «errors»} \binom{«n»}{x} \cdot «p0»^x \cdot {(1-«p0»)^{«n»-x}} = «p_value»",
    ),
    null_words="binomial with N trials and probability p0",
    continuous=False,
    assumptions=(INDEPENDENT_INSTANCES,),
    cautions=(
        "The two-sided p-value sums all outcomes no more probable than the one observed; the Clopper–Pearson "
        "interval is its exact counterpart for one-sided alternatives only.",
    ),
    examples=(
        Example(
            {"errors": 12, "n": 40, "p0": 0.3}, {"p_value": "1.000", "estimate": ".30"}, "Mitchell 5.2.2"
        ),
        Example({"errors": 3, "n": 3, "p0": 0.5}, {"p_value": ".125"}, "by hand: ½³", "greater"),
    ),
    interval_title="exact interval (Clopper–Pearson)",
    function=binomial,
    null=binomial_null,
    bounds=exact_bounds,
    duality=("less", "greater"),
    **COUNTED,
)

NORMAL_APPROXIMATION = TestEntry(
    key="normal_approximation",
    doubt=_few_expected,
    title="Approximate normal test",
    summary="The distance of the error rate from p0 in standard deviations.",
    reference="@i2ml eq. 19.11",
    formula=r"z = \frac{e/N - p_0}{\sqrt{p_0(1-p_0)/N}}",
    letter="z",
    steps=(r"z = \frac{«estimate» - «p0»}{\sqrt{«p0» \cdot (1 - «p0») / «n»}} = «statistic»",),
    null_words="standard normal",
    continuous=False,
    assumptions=(
        at_least(
            "smallest_expected",
            LEAST_EXPECTED,
            "N·p0 and N·(1 − p0) of 5 or more",
            "use the binomial test instead.",
        ),
        INDEPENDENT_INSTANCES,
    ),
    examples=(
        Example(
            {"errors": 30, "n": 100, "p0": 0.2}, {"statistic": "2.5", "critical": "1.96"}, "by hand: .1/.04"
        ),
    ),
    interval_title="Wilson interval",
    function=normal_approximation,
    null=normal_null,
    bounds=wilson_bounds,
    **COUNTED,
)

ONE_SAMPLE_T = TestEntry(
    key="one_sample_t",
    folds=_PLAIN,
    title="One-sample t test",
    summary="Is the mean fold score further from p0 than its scatter explains?",
    reference="@i2ml eq. 19.12",
    formula=r"t = \frac{\sqrt{J}\,(m - p_0)}{S}",
    steps=(
        r"m = «estimate»,\qquad S = «sd»",
        r"t = \frac{\sqrt{«pairs»} \cdot («estimate» - «p0»)}{«sd»} = «statistic»",
    ),
    null_words="t with J − 1 degrees of freedom",
    needs=(SCORES, EXPECTED),
    assumptions=(INDEPENDENT_PAIRS, LARGE_VALIDATION_SETS, NORMAL_SCORES),
    cautions=(
        "Right for disjoint halves. Over overlapping folds it rejects too often (size .080 over 10 folds, .55 over "
        "10 × 10, .575 over 30 random cuts for equally good nearest-mean learners, n = 200): use the corrected form.",
    ),
    examples=(
        Example(
            {"scores": (0.3, 0.1) * 5, "p0": 0.1},
            {"statistic": "3.000", "critical": "1.83", "df": "9"},
            "by hand: m = .2, S² = .1/9, t = √10·.1/√(.1/9) = 3; t.05,9 in I2ML section 19.10.3",
            "greater",
        ),
        Example(
            {"scores": (0.3, 0.1) * 15, "p0": 0.1},
            {"critical": "1.70", "df": "29"},
            "t.05,29 in I2ML section 19.10.3",
            "greater",
        ),
    ),
    interval_title="t interval of the mean",
    function=one_sample_t,
    null=t_null,
    bounds=t_bounds,
    **OVER_FOLDS,
)

CORRECTED_ONE_SAMPLE_T = TestEntry(
    key="corrected_one_sample_t",
    folds={
        "disjoint": NOT_OVERLAPPING,
        "one_pass": _ALLOWS,
        "repeated": _ALLOWS,
        **dict.fromkeys(("halves", "balanced_halves"), replace(CONSERVATIVE, advised=_ALLOWS.advised)),
        "unknown": replace(
            _ALLOWS,
            advised="The design is unknown, but the sizes are known: allow for overlapping training sets.",
        ),
    },
    title="Corrected one-sample t test",
    summary="Is the mean fold score further from p0 than its scatter explains, where training sets overlap?",
    reference="@nadeau2003, section 3; @i2ml eq. 19.12",
    formula=r"t = \frac{m - p_0}{\sqrt{\left(\frac{1}{J} + \frac{n_{\text{val}}}{n_{\text{train}}}\right) S^2}}",
    steps=(
        r"m = «estimate»,\qquad S^2 = «variance»",
        r"t = \frac{«estimate» - «p0»}{\sqrt{\left(\frac{1}{«pairs»} + «ratio»\right) \cdot «variance»}} = «statistic»",
    ),
    null_words="t with J − 1 degrees of freedom, an approximation",
    needs=(SCORES, EXPECTED, *SIZES),
    assumptions=(OVERLAPPING_PAIRS, CONSTANT_RATIO, LARGE_VALIDATION_SETS, NORMAL_SCORES),
    cautions=(
        "The correction is a rule, not a theorem: it supposes that the scores of two pairs correlate by "
        "the share of the instances that is validated, a tenth in ten folds. Sizes measured for nearest-mean learners, "
        "n = 200: .015 to .043.",
    ),
    examples=(
        Example(
            {"scores": (0.3, 0.1) * 5, "p0": 0.1, "n_train": 90, "n_validation": 10},
            {"statistic": "2.065", "ratio": "0.1111", "df": "9"},
            "by hand: m = .2, S² = .1/9, t = .1/√((1/10 + 1/9)·.1/9)",
            "greater",
        ),
    ),
    interval_title="corrected t interval of the mean (Nadeau & Bengio 2003)",
    function=corrected_one_sample_t,
    check=check_scores,
    null=t_null,
    bounds=t_bounds,
    **OVER_FOLDS,
)

ONE_SAMPLE_Z = TestEntry(
    key="one_sample_z",
    folds=dict.fromkeys(_PLAIN, _SIGMA_KNOWN),
    title="One-sample z test, σ known",
    summary="The distance of the mean fold score from p0 in known standard errors.",
    reference="@cs182 pp. 33–38",
    formula=r"z = \frac{\sqrt{J}\,(m - p_0)}{\sigma}",
    letter="z",
    steps=(r"z = \frac{\sqrt{«pairs»} \cdot («estimate» - «p0»)}{«sigma»} = «statistic»",),
    null_words="standard normal",
    needs=(
        SCORES,
        EXPECTED,
        Need("sigma", "positive", "standard deviation of one fold score, known beforehand"),
    ),
    assumptions=(INDEPENDENT_PAIRS, LARGE_VALIDATION_SETS, NORMAL_SCORES),
    cautions=("σ is hardly ever known beforehand; an estimate from the same folds calls for the t test.",),
    examples=(
        Example(
            {"scores": (0.3, 0.1, 0.3, 0.1), "p0": 0.1, "sigma": 0.1},
            {"statistic": "2.000", "critical": "1.64"},
            "by hand: √4·.1/.1; z.05 in CS182",
            "greater",
        ),
    ),
    interval_title="z interval of the mean",
    function=one_sample_z,
    null=normal_null,
    bounds=normal_bounds,
    **OVER_FOLDS,
)

ENTRIES = (BINOMIAL, NORMAL_APPROXIMATION, CORRECTED_ONE_SAMPLE_T, ONE_SAMPLE_T, ONE_SAMPLE_Z)
