"""One learner against a rate p0: on counted errors, or on fold scores (I2ML 19.10–19.12; CS182 pp. 33–38)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from core.errors import InputError
from core.inference.declaration.arithmetic import (
    mean_and_variance,
    normal_bounds,
    normal_null,
    pairs_first,
    ratio,
    rounding,
    settle,
    t_bounds,
    t_null,
    tail,
)
from core.inference.declaration.assumptions import (
    INDEPENDENT_INSTANCES,
    INDEPENDENT_PAIRS,
    LARGE_VALIDATION_SETS,
    NORMAL_SCORES,
    at_least,
)
from core.inference.declaration.checks import check_errors
from core.inference.declaration.entry import Bounds, Evaluation, Example, Terms, TestEntry
from core.inference.declaration.inputs import Need
from core.inference.declaration.paired_folds import SIZES, check_sizes, size_ratio
from core.inference.declaration.suitability import FoldRules, Rule
from core.inference.distributions.continuous import Alternative, Normal, StudentT
from core.inference.distributions.discrete import Binomial, by_table
from core.inference.distributions.limits import clopper_pearson, wilson
from core.records import Array

COUNTS = (Need("errors", "count", "errors"), Need("n", "size", "validation instances"))
P0 = Need("p0", "rate", "error rate under the null hypothesis")
SCORES = Need("scores", "folds", "scores of the learner")


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
    sd = np.sqrt(variance)
    return {
        "pairs": len(flat),
        "estimate": mean,
        "sd": sd,
        "variance": variance,
        "excess": mean - p0,
        "constant": sd <= noise,
        "never": np.maximum(flat.max(axis=0) - p0, p0 - flat.min(axis=0)) <= noise,
    }


def one_sample_t(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """t = √K·(m − p0)/S over the folds, with the corrected form beside it.

    The terms `corrected_statistic` and `corrected_p` use √((1/J + ratio)·S²), for overlapping folds: `ratio` is
    Σ n_validation / Σ n_train, or 1/(K − 1) of K folds where the sizes are not given.

    Reference: I2ML eq. 19.12; Nadeau & Bengio 2003 for the corrected form.
    """
    terms = mean_terms(inputs)
    pairs = terms["pairs"]
    null = StudentT(pairs - 1)
    below = np.where(terms["constant"], 0.0, terms["sd"])
    terms |= {"se": terms["sd"] / np.sqrt(pairs), "df": float(pairs - 1), "ratio": _overlap(inputs)}
    corrected = ratio(terms["excess"], np.sqrt(1 / pairs + terms["ratio"]) * below)
    terms["corrected_statistic"] = corrected
    defined = ~np.asarray(terms["constant"])
    never = terms["never"]
    terms["corrected_p"] = settle(
        corrected, null, alternative, never=never, defined=defined, terms={}
    ).p_value
    statistic = ratio(np.sqrt(pairs) * terms["excess"], below)
    return settle(statistic, null, alternative, never=never, defined=defined, terms=terms)


def _overlap(inputs: Mapping[str, Any]) -> Any:
    if inputs["n_train"] is not None:
        return size_ratio(inputs)
    replicates, folds = inputs["scores"].shape[-2:]
    return 1 / ((folds if folds > 1 else replicates) - 1)


def check_optional_sizes(inputs: Mapping[str, Any]) -> None:
    """Both sizes or neither, fitting the pairs."""
    missing = [name for name in ("n_train", "n_validation") if inputs[name] is None]
    if len(missing) == 1:
        raise InputError("must be given together with the other size.", missing[0], "Give both or neither.")
    if not missing:
        check_sizes(inputs, inputs["scores"].shape[-2:])


def one_sample_z(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """z = √K·(m − p0)/σ, σ known.

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


_SEE_MEAN = "Judges the mean of the fold scores; see its corrected form where training sets overlap."
_OVERLAP = Rule(
    "caution",
    "Training sets overlap, so it rejects too often; see the corrected form beside it.",
    _SEE_MEAN,
)
_PLAIN: FoldRules = {
    "disjoint": Rule("valid", "No two pairs share instances: the plain form is right.", _SEE_MEAN),
    **dict.fromkeys(("one_pass", "repeated", "halves", "balanced_halves"), _OVERLAP),
    "unknown": Rule(
        "caution",
        "Right only if no training sets overlap; see the corrected form beside it.",
        _SEE_MEAN,
    ),
    "data_sets": Rule("caution", "Scores of different data sets are seldom commensurable.", _SEE_MEAN),
}
_SIGMA_KNOWN = Rule("caution", "Needs σ known beforehand, which is rare.")


def _exact(_inputs: Mapping[str, Any]) -> str:
    return "Counts errors, one prediction per instance: exact."


COUNTED: dict[str, Any] = {
    "question": "one_learner",
    "target": "h",
    "parameter": "The error rate",
    "symbol": "p",
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
    "never_differ": "The score equals p0 on all «pairs» folds.",
    "undefined": "Every fold has the score «estimate»; the variance estimate is zero, so this test cannot judge. "
    "See the binomial test on the counted errors.",
}

BINOMIAL = TestEntry(
    key="binomial",
    prefers=_exact,
    title="Binomial test",
    summary="Are so many errors likely if the error rate is p0? Exact.",
    reference="I2ML eq. 19.10",
    formula=r"p = \sum_{x \ge e} \binom{N}{x}\, p_0^x (1-p_0)^{N-x}",
    letter="e",
    steps=(
        r"e = «errors»,\quad N = «n»,\quad p_0 = «p0»,\quad N p_0 = «expected»",
        r"p = «p_value»",
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
    title="Approximate normal test",
    summary="The distance of the error rate from p0 in standard deviations.",
    reference="I2ML eq. 19.11",
    formula=r"z = \frac{e/N - p_0}{\sqrt{p_0(1-p_0)/N}}",
    letter="z",
    steps=(r"z = \frac{«estimate» - «p0»}{\sqrt{«p0» \cdot (1 - «p0») / «n»}} = «statistic»",),
    null_words="standard normal",
    assumptions=(
        at_least(
            "smallest_expected", 5, "N·p0 and N·(1 − p0) of 5 or more", "use the binomial test instead."
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
    title="One-sample t test over folds",
    summary="Is the mean fold score further from p0 than its scatter explains?",
    reference="I2ML eq. 19.12",
    formula=r"t = \frac{\sqrt{K}\,(m - p_0)}{S}",
    steps=(
        r"m = «estimate»,\qquad S = «sd»",
        r"t = \frac{\sqrt{«pairs»} \cdot («estimate» - «p0»)}{«sd»} = «statistic»",
        r"t_{\text{corrected}} = \frac{«estimate» - «p0»}{\sqrt{(1/«pairs» + «ratio»)\,S^2}} "
        r"= «corrected_statistic»,\qquad p = «corrected_p»",
    ),
    null_words="t with K − 1 degrees of freedom",
    needs=(
        SCORES,
        Need("p0", "number", "score under the null hypothesis"),
        *(replace(need, optional=True) for need in SIZES),
    ),
    assumptions=(INDEPENDENT_PAIRS, LARGE_VALIDATION_SETS, NORMAL_SCORES),
    cautions=(
        "Over overlapping folds it rejects too often; the corrected form beside it, with 1/J + n_validation/n_train "
        "for J pairs, allows for that. Where the sizes are unknown, their ratio is taken for 1/(K − 1) of K folds.",
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
    check=check_optional_sizes,
    null=t_null,
    bounds=t_bounds,
    **OVER_FOLDS,
)

ONE_SAMPLE_Z = TestEntry(
    key="one_sample_z",
    folds=dict.fromkeys(_PLAIN, _SIGMA_KNOWN),
    title="One-sample z test over folds, σ known",
    summary="The distance of the mean fold score from p0 in known standard errors.",
    reference="CS182 pp. 33–38",
    formula=r"z = \frac{\sqrt{K}\,(m - p_0)}{\sigma}",
    letter="z",
    steps=(r"z = \frac{\sqrt{«pairs»} \cdot («estimate» - «p0»)}{«sigma»} = «statistic»",),
    null_words="standard normal",
    needs=(
        SCORES,
        Need("p0", "number", "score under the null hypothesis"),
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

ENTRIES = (BINOMIAL, NORMAL_APPROXIMATION, ONE_SAMPLE_T, ONE_SAMPLE_Z)
