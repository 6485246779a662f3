"""Two classifiers on the same instances: tests on counted errors.

McNemar 1947; Salzberg 1997; Fagerland, Lydersen & Laake 2013 (mid-p).
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from core.inference.declaration.arithmetic import ratio, settle, tail
from core.inference.declaration.assumptions import INDEPENDENT_INSTANCES, Answer, at_least, signs_enough
from core.inference.declaration.checks import check_disagreements
from core.inference.declaration.entry import (
    Assumption,
    Bounds,
    Evaluation,
    Example,
    Terms,
    TestEntry,
    one_sided_lines,
)
from core.inference.declaration.inputs import Need
from core.inference.distributions.continuous import Alternative, ChiSquared, Normal
from core.inference.distributions.discrete import Binomial, by_table
from core.inference.distributions.limits import clopper_pearson
from core.records import Array, DesignFacts
from core.written import counted

DISAGREEMENTS = (
    Need("e01", "count", "instances that only the first learner got wrong"),
    Need("e10", "count", "instances that only the second learner got wrong"),
    Need("n", "size", "validation instances", optional=True),
)


def disagreement_terms(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Disagreements and the estimate: (e01 − e10)/N, or e01/(e01 + e10) where N is not given."""
    e01, e10, n = inputs["e01"], inputs["e10"], inputs["n"]
    total = e01 + e10
    share = np.where(total > 0, ratio(e01, total), 0.5)
    return {
        "disagreements": total,
        "share": share,
        "never": total == 0,
        "smaller": np.minimum(e01, e10),
        "estimate": share if n is None else (e01 - e10) / n,
    }


def mcnemar(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """McNemar's χ²; one-sided by its signed root.

    Reference: I2ML section 19.11.1; Dietterich 1998.
    """
    terms = disagreement_terms(inputs)
    difference = inputs["e01"] - inputs["e10"]
    size = np.abs(difference)
    corrected = np.maximum(size - 1, 0) if inputs["correction"] else size
    root = np.where(size == 0, 0.0, np.sign(difference) * ratio(corrected, np.sqrt(terms["disagreements"])))
    terms |= {"df": 1.0} if alternative == "two-sided" else {"letter": "z"}
    null = mcnemar_null(terms, alternative)
    statistic = root**2 if alternative == "two-sided" else root
    return settle(statistic, null, alternative, never=terms["never"], defined=~terms["never"], terms=terms)


def exact_mcnemar(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """McNemar's test by the binomial distribution of the disagreements.

    The statistic is the smaller of the two counts, e01 for a one-sided alternative.
    """
    return _binomial_of_disagreements(alternative, inputs, mid=False)


def mid_p_mcnemar(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """The exact test, with half the probability of the observed outcome subtracted.

    Reference: Fagerland, Lydersen & Laake 2013.
    """
    return _binomial_of_disagreements(alternative, inputs, mid=True)


def sign(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Salzberg's binomial test: s = e01 wins of the second learner among the disagreements.

    Reference: Salzberg 1997.
    """
    result = _binomial_of_disagreements(alternative, inputs, mid=False)
    statistic = np.asarray(inputs["e01"] + 0 * inputs["e10"])
    return Evaluation(statistic, result.p_value, result.defined, result.terms | {"letter": "s"})


def _binomial_of_disagreements(alternative: Alternative, inputs: Mapping[str, Any], mid: bool) -> Evaluation:
    terms = disagreement_terms(inputs)
    count = terms["smaller"] if alternative == "two-sided" else inputs["e01"]
    terms |= {} if alternative == "two-sided" else {"letter": "e₀₁"}
    p = half_p_value(inputs["e01"], inputs["e10"], alternative, mid)
    statistic = np.asarray(count + 0.0 * terms["disagreements"])
    return Evaluation(
        statistic, np.where(terms["never"], 1.0, p), np.ones(statistic.shape, dtype=bool), terms
    )


def half_p_value(e01: Array, e10: Array, alternative: Alternative, mid: bool) -> Array:
    """P-value of a binomial count with probability ½: min(1, 2·tail) for two sides.

    Parameters
    ----------
    e01, e10 : arrays
        Instances that only the first, only the second got wrong.
    alternative : str
    mid : bool
        Whether half of the observed outcome is counted.
    """

    def p_value(count: Array, total: Array) -> Array:
        null = Binomial(total, 0.5, mid)
        if alternative != "two-sided":
            return np.asarray(null.p_value(count, alternative))
        p = 2 * np.asarray(null.cdf(count)) - (np.asarray(null.pdf(count)) if mid else 0.0)
        return np.asarray(np.where(2 * count == total, 1.0, np.minimum(1.0, p)))

    return by_table(p_value, np.minimum(e01, e10) if alternative == "two-sided" else e01, e01 + e10)


def mcnemar_null(_terms: Terms, alternative: Alternative) -> ChiSquared | Normal:
    """χ² with one degree of freedom; standard normal for the signed root."""
    return ChiSquared(1.0) if alternative == "two-sided" else Normal()


def half_null(terms: Terms, _alternative: Alternative) -> Binomial:
    """Binomial with probability ½."""
    return Binomial(terms["disagreements"], 0.5)


def half_mid_null(terms: Terms, _alternative: Alternative) -> Binomial:
    """Binomial with probability ½, judged by mid-p."""
    return Binomial(terms["disagreements"], 0.5, mid=True)


def share_bounds(terms: Terms, level: float, sides: str) -> Bounds:
    """Clopper–Pearson limits of the share e01/(e01 + e10); 0 and 1 where the two never differ."""
    if terms["disagreements"] == 0:
        return 0.0, 1.0
    e01, total = np.asarray(terms["e01"]), np.asarray(terms["disagreements"])
    low, high = clopper_pearson(e01, total, tail(level, sides))
    return (0.0 if sides == "upper" else float(low)), (1.0 if sides == "lower" else float(high))


ENOUGH = at_least(
    "disagreements", 25, "25 disagreements or more", "the χ² approximation is poor: prefer the exact form."
)


DECIDABLE, DECIDABLE_BY_MIDP = (
    signs_enough("disagreements", "disagreements", mid_p=mid_p, code="decidable") for mid_p in (False, True)
)


def _on_the_same_instances(_terms: Terms, facts: DesignFacts | None) -> Answer:
    if facts is None:
        return None, "The counts must come from one validation set."
    return True, "They were counted instance by instance, from the predictions of both."


SAME_INSTANCES = Assumption(
    "same_instances", "Both learners judged on the same instances", _on_the_same_instances
)
FEW = 25
"""Disagreements below which the χ² approximation is poor."""


def _too_few(inputs: Mapping[str, Any], _paired: bool) -> str:
    few = inputs["e01"] + inputs["e10"] < FEW
    return "Fewer than 25 disagreements: the χ² approximation is poor, prefer the exact form." if few else ""


def _approximation_holds(inputs: Mapping[str, Any]) -> str:
    total = int(inputs["e01"] + inputs["e10"])
    return f"The learners disagree on {total:,} instances, {FEW} or more: the χ² approximation holds."


def _exact_is_possible(inputs: Mapping[str, Any]) -> str:
    total = int(inputs["e01"] + inputs["e10"])
    if total >= FEW:
        return ""
    return (
        f"The learners disagree on {counted(total, 'instances')}, fewer than {FEW}: the χ² approximation is poor, so "
        "the exact test is used."
    )


COMMON: dict[str, Any] = {
    "question": "two_learners",
    "target": "h",
    "parameter": "The share of disagreements on which the first is wrong",
    "symbol": r"\pi_{01}",
    "null_value": "½",
    "measures": "error",
    "speaks": "disagreement",
    "check": check_disagreements,
    "bounds": share_bounds,
    "interval_title": "Clopper–Pearson interval of the share of disagreements on which only the first is wrong",
    "never_differ": "The two never differ: no instance is wrong for one of them only.",
}
DISAGREEMENT_COUNT: dict[str, Any] = {"counts": "Instances that only «first» got wrong", "drawn": "e01"}
"""The smaller count falls into one half of its null distribution only; the first learner's into both."""
NOT_LEARNERS = (
    "It takes the training set as fixed: with many instances even one learner trained twice differs."
)
_COUNTS = r"e_{01} = «e01»,\quad e_{10} = «e10»,\quad e_{01}+e_{10} = «disagreements»"
_HALF = r", \qquad \allowbreak {X \sim \mathrm{Bin}(e_{01}+e_{10},\, \tfrac12)}"
_CORRECTION = r", \qquad c = 1 \text{, or } 0 \text{ without continuity correction}"
_SIGN_COUNTS = r"s = e_{01} = «e01»,\quad f = e_{10} = «e10»"
_SIGN_HALF = r", \qquad \allowbreak {S \sim \mathrm{Bin}(s+f,\, \tfrac12)}"

MCNEMAR = TestEntry(
    key="mcnemar",
    other_names=("χ²", "chi-squared test"),
    instances="Both learners judged on the same instances.",
    doubt=_too_few,
    prefers=_approximation_holds,
    title="McNemar's test",
    summary="Do the two classifiers err equally often where only one of them errs? By χ².",
    reference="@i2ml section 19.11.1; @dietterich1998; @mcnemar1947",
    formula=r"\chi^2 = \frac{\max(|e_{01}-e_{10}|-c,\, 0)^2}{e_{01}+e_{10}}" + _CORRECTION,
    letter="χ²",
    steps=(r"\chi^2 = \frac{\max(|«e01» - «e10»| - «correction»,\, 0)^2}{«e01» + «e10»} = «statistic»",),
    one_sided=one_sided_lines(
        r"z = \mathrm{sign}(e_{01}-e_{10}) \cdot \frac{\max(|e_{01}-e_{10}|-c,\, 0)}{\sqrt{e_{01}+e_{10}}}"
        + _CORRECTION,
        r"z = \mathrm{sign}(«e01» - «e10») \cdot "
        r"\frac{\max(|«e01» - «e10»| - «correction»,\, 0)}{\sqrt{«e01» + «e10»}} = «statistic»",
    ),
    null_words="χ² with one degree of freedom; one-sided, the signed root is standard normal",
    needs=(*DISAGREEMENTS, Need("correction", "flag", "continuity correction", optional=True, default=True)),
    continuous=False,
    assumptions=(ENOUGH, SAME_INSTANCES, INDEPENDENT_INSTANCES),
    cautions=(NOT_LEARNERS,),
    examples=(
        Example(
            {"e01": 25, "e10": 10},
            {"statistic": "5.6", "critical": "3.84", "p_value": ".018"},
            "by hand: 14²/35",
        ),
        Example(
            {"e01": 7, "e10": 7}, {"statistic": "0", "p_value": "1"}, "no correction where both are equal"
        ),
    ),
    duality=(),
    function=mcnemar,
    null=mcnemar_null,
    **COMMON,
)

MCNEMAR_EXACT = TestEntry(
    key="mcnemar_exact",
    instances="Both learners judged on the same instances; exact.",
    prefers=_exact_is_possible,
    title="McNemar's test, exact",
    summary="Do the two classifiers err equally often where only one of them errs? By the binomial distribution.",
    reference="@dietterich1998; @fagerland2013",
    formula=r"p = \min(1,\; 2\,P(X \le \min(e_{01},e_{10})))" + _HALF,
    letter="smaller count",
    steps=(_COUNTS, r"p = \min(1,\; 2 \cdot P(X \le «smaller»)) = «p_value»"),
    one_sided=one_sided_lines(r"p = P(X ⋚ e_{01})" + _HALF, _COUNTS, r"p = P(X ⋚ «e01») = «p_value»"),
    null_words="binomial with e01 + e10 trials and probability ½",
    needs=DISAGREEMENTS,
    continuous=False,
    assumptions=(DECIDABLE, SAME_INSTANCES, INDEPENDENT_INSTANCES),
    cautions=(NOT_LEARNERS, "Exact tests of counts are conservative; mid-p is less so."),
    examples=(Example({"e01": 0, "e10": 6}, {"p_value": ".03125", "statistic": "0"}, "by hand: 2·½⁶"),),
    function=exact_mcnemar,
    null=half_null,
    **COMMON,
    **DISAGREEMENT_COUNT,
)

MCNEMAR_MIDP = TestEntry(
    key="mcnemar_midp",
    instances="Both learners judged on the same instances; less conservative than the exact form.",
    title="McNemar's test, mid-p",
    summary="The exact test with half the probability of the observed outcome taken off: less conservative.",
    reference="@fagerland2013",
    formula=r"p = 2\,P(X \le \min(e_{01},e_{10})) \allowbreak - P(X = \min(e_{01},e_{10}))" + _HALF,
    letter="smaller count",
    steps=(_COUNTS, r"p = 2 \cdot P(X \le «smaller») - P(X = «smaller») = «p_value»"),
    one_sided=one_sided_lines(
        r"p = P(X ⋚ e_{01}) - \tfrac12 P(X = e_{01})" + _HALF,
        _COUNTS,
        r"p = P(X ⋚ «e01») - \tfrac12 \cdot P(X = «e01») = «p_value»",
    ),
    null_words="binomial with e01 + e10 trials and probability ½, half of the observed outcome counted",
    needs=DISAGREEMENTS,
    continuous=False,
    assumptions=(DECIDABLE_BY_MIDP, SAME_INSTANCES, INDEPENDENT_INSTANCES),
    cautions=(NOT_LEARNERS, "Its size may exceed α slightly."),
    examples=(Example({"e01": 0, "e10": 6}, {"p_value": ".015625"}, "by hand: 2·½⁶ − ½⁶"),),
    duality=(),
    function=mid_p_mcnemar,
    null=half_mid_null,
    **COMMON,
    **DISAGREEMENT_COUNT,
)

SIGN = TestEntry(
    key="sign",
    instances="Both learners judged on the same instances; exact.",
    title="Salzberg's binomial (sign) test",
    summary="Of the instances that only one system gets right, does the second win more than half?",
    reference="@salzberg1997",
    formula=r"p = \min(1,\; 2\,P(S \le \min(s,f)))" + _SIGN_HALF,
    letter="s",
    steps=(_SIGN_COUNTS, r"p = \min(1,\; 2 \cdot P(S \le «smaller»)) = «p_value»"),
    one_sided=one_sided_lines(
        r"p = P(S ⋚ s) = \sum_{s' ⋚ s} \binom{s+f}{s'} \left(\tfrac12\right)^{s+f}",
        _SIGN_COUNTS,
        r"p = P(S ⋚ «e01») = «p_value»",
    ),
    null_words="binomial with s + f trials and probability ½",
    needs=DISAGREEMENTS,
    continuous=False,
    assumptions=(DECIDABLE, SAME_INSTANCES, INDEPENDENT_INSTANCES),
    cautions=(
        "“Greater” says that the first errs more; Salzberg's one-sided H0 is “II is no better than I”.",
        NOT_LEARNERS,
    ),
    examples=(
        Example({"e01": 8, "e10": 2}, {"p_value": ".0547", "statistic": "8"}, "by hand: 56/1024", "greater"),
        Example({"e01": 8, "e10": 2}, {"p_value": ".1094"}, "by hand: 112/1024"),
    ),
    function=sign,
    null=half_null,
    **COMMON,
    **DISAGREEMENT_COUNT,
)

ENTRIES = (MCNEMAR, MCNEMAR_EXACT, MCNEMAR_MIDP, SIGN)
