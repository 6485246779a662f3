"""Two classifiers on two independent samples: tests on counted errors.

Mitchell 5.12; Fisher 1935; Boschloo 1970.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from core.errors import NotApplicable
from core.inference.declaration.arithmetic import (
    normal_bounds,
    normal_null,
    ratio,
    settle,
    tail,
    vary_enough,
)
from core.inference.declaration.assumptions import always
from core.inference.declaration.checks import check_two_samples
from core.inference.declaration.entry import Bounds, Evaluation, Example, Terms, TestEntry, one_sided_lines
from core.inference.declaration.inputs import Need
from core.inference.distributions.continuous import Alternative, Normal
from core.inference.distributions.discrete import by_table
from core.inference.distributions.limits import newcombe
from core.inference.distributions.two_by_two import Boschloo, Hypergeometric, fisher_table, worst_rate
from core.records import Array

TWO_SAMPLES = (
    Need("errors_1", "count", "errors of the first learner"),
    Need("n_1", "size", "instances of the first sample"),
    Need("errors_2", "count", "errors of the second learner"),
    Need("n_2", "size", "instances of the second sample"),
)
NAMES = tuple(need.name for need in TWO_SAMPLES)
EXPECTED = 5.0
"""Errors, and right answers, to be expected in each sample for the normal approximation (Cochran 1954)."""

MOST_INSTANCES = 400
"""Of both samples together: beyond, going through all their outcomes takes Boschloo's test too long."""


def rate_terms(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The two error rates and their difference."""
    p, q = inputs["errors_1"] / inputs["n_1"], inputs["errors_2"] / inputs["n_2"]
    return {"estimate": p - q, "mean_first": p, "mean_second": q}


def _margins(inputs: Mapping[str, Any]) -> tuple[Array, Array]:
    """All instances and all errors."""
    return inputs["n_1"] + inputs["n_2"], inputs["errors_1"] + inputs["errors_2"]


def two_proportions(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Difference of two error rates in its standard deviations.

    Reference: Mitchell eq. 5.12 and section 5.5.1.
    """
    terms = rate_terms(inputs)
    p, q, d = terms["mean_first"], terms["mean_second"], terms["estimate"]
    terms["se"] = sigma = np.sqrt(p * (1 - p) / inputs["n_1"] + q * (1 - q) / inputs["n_2"])
    never, flat = (sigma == 0) & (d == 0), sigma == 0
    return settle(ratio(d, sigma), Normal(), alternative, never=never, defined=~flat, terms=terms)


def fisher_exact(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Fisher's exact test: the errors of the first sample, given those of both together.

    Reference: Fisher 1935.
    """
    instances, errors = _margins(inputs)
    terms = rate_terms(inputs) | {"instances": instances, "errors": errors}
    never = (errors == 0) | (errors == instances)
    count = np.asarray(inputs["errors_1"] + 0.0 * errors + 0.0 * instances)

    def p_value(first: Array, both: Array) -> Array:
        return np.asarray(Hypergeometric(instances, both, inputs["n_1"]).p_value(first, alternative))

    one_size = np.size(instances) == np.size(inputs["n_1"]) == 1
    judged = by_table(p_value, count, errors) if one_size else p_value(count, errors)
    p = np.where(never, 1.0, judged)
    return Evaluation(count, p, np.ones(count.shape, dtype=bool), terms | {"never": never})


def boschloo(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Boschloo's exact test: Fisher's one-sided p-value, judged at the worst common error rate.

    Vectorised by going through the different outcomes one by one.

    Reference: Boschloo 1970.
    """
    arrays = np.broadcast_arrays(*(inputs[name] for name in NAMES))
    outcomes, place = np.unique(np.reshape(arrays, (4, -1)).astype(int), axis=1, return_inverse=True)
    judged = np.array([_boschloo_of(alternative, *outcome) for outcome in outcomes.T.tolist()])
    shape = arrays[0].shape
    names = ("fisher", "worst_probability", "worst_rate", "first_less")
    terms = {name: judged[place.ravel(), column].reshape(shape) for column, name in enumerate(names)}
    instances, errors = _margins(inputs)
    terms |= rate_terms(inputs) | {"never": (errors == 0) | (errors == instances)}
    p = np.minimum(1.0, (2 if alternative == "two-sided" else 1) * terms["worst_probability"])
    return Evaluation(terms["fisher"], p, np.ones(shape, dtype=bool), terms)


def _boschloo_of(
    alternative: Alternative, errors_1: int, n_1: int, errors_2: int, n_2: int
) -> tuple[float, float, float, float]:
    """Statistic, its probability at the worst rate, that rate, and whether H1 is that the first errs less.

    Of both sides the one with the smaller probability counts.
    """
    sides = {
        True: (float(fisher_table(n_1, n_2)[errors_1, errors_2]), n_1, n_2),
        False: (float(fisher_table(n_2, n_1)[errors_2, errors_1]), n_2, n_1),
    }
    wanted = {"less": (True,), "greater": (False,)}.get(alternative, (True, False))
    found = {side: worst_rate(sides[side][1], sides[side][2], sides[side][0]) for side in wanted}
    side = min(wanted, key=lambda item: found[item][0])
    return sides[side][0], *found[side], float(side)


def fisher_null(terms: Terms, _alternative: Alternative) -> Hypergeometric:
    """Hypergeometric distribution of the errors of the first sample."""
    return Hypergeometric(terms["instances"], terms["errors"], terms["n_1"])


def boschloo_null(terms: Terms, _alternative: Alternative) -> Boschloo:
    """Distribution of Fisher's p-value at the worst common error rate."""
    sizes = int(terms["n_1"]), int(terms["n_2"])
    return Boschloo(*sizes, bool(terms["first_less"]), float(terms["fisher"]))


def difference_bounds(terms: Terms, level: float, sides: str) -> Bounds:
    """d̂ ± z·σ (Mitchell 5.13)."""
    low, high = normal_bounds(terms, level, sides)
    return max(low, -1.0) if sides == "upper" else low, min(high, 1.0) if sides == "lower" else high


def newcombe_bounds(terms: Terms, level: float, sides: str) -> Bounds:
    """Newcombe's limits of the difference; −1 and 1 at an open end."""
    counts = {name: np.asarray(float(terms[name])) for name in NAMES}
    low, high = newcombe(**counts, tail=tail(level, sides))
    return (-1.0 if sides == "upper" else float(low)), (1.0 if sides == "lower" else float(high))


def check_few(inputs: Mapping[str, Any]) -> None:
    """Check that all outcomes of two samples can be gone through.

    Raises
    ------
    NotApplicable
        If there are too many.
    InputError
        If there are more errors than instances in either sample.
    """
    check_two_samples(inputs)
    if np.any(_margins(inputs)[0] > MOST_INSTANCES):
        raise NotApplicable(
            f"it goes through all outcomes of both samples, which takes too long beyond {MOST_INSTANCES} instances "
            "in both together.",
            "n_1, n_2",
            "Use the difference of two proportions, or Fisher's exact test where few errors are expected.",
        )


def _against_the_normal(inputs: Mapping[str, Any]) -> str:
    """Why the normal approximation is poor, as half a sentence; empty where it is not."""
    instances, errors = _margins(inputs)
    smaller = min(inputs["n_1"], inputs["n_2"])
    if smaller * min(errors, instances - errors) < EXPECTED * instances:
        return f"Fewer than {EXPECTED:g} errors, or right answers, are to be expected in a sample"
    if {inputs["errors_1"] / inputs["n_1"], inputs["errors_2"] / inputs["n_2"]} == {0.0, 1.0}:
        return "All of one sample and none of the other are wrong, so the variance estimate is zero"
    if not vary_enough((inputs["errors_1"], inputs["n_1"]), (inputs["errors_2"], inputs["n_2"])):
        return "n·p̂(1 − p̂) is below 5 in a sample"  # of which statistic and interval take the variance
    return ""


def _on_one_sample(_inputs: Mapping[str, Any], paired: bool) -> str:
    return (
        "It takes the two error rates for independent samples; these were measured on one." if paired else ""
    )


def _not_normal(inputs: Mapping[str, Any], paired: bool) -> str:
    why = _against_the_normal(inputs)
    poor = f"{why}: the normal approximation is poor, prefer an exact test." if why else ""
    return _on_one_sample(inputs, paired) or poor


def _different_samples(_inputs: Mapping[str, Any]) -> str:
    return "The two error rates are taken for those of different samples."


def _exact_is_needed(inputs: Mapping[str, Any]) -> str:
    why = _against_the_normal(inputs)
    # Twice the smaller tail is what Fisher's two-sided test takes, too, where the null distribution is symmetric.
    always = inputs["n_1"] == inputs["n_2"]
    stronger = (
        "this test rejects whenever Fisher's does"
        if always
        else "for a one-sided claim this test rejects whenever Fisher's does; two-sided it usually does, but not "
        "always, since the samples differ in size"
    )
    return why and f"{why}: exact is needed, and {stronger}."


def _too_many_for_boschloo(inputs: Mapping[str, Any]) -> str:
    why = _against_the_normal(inputs)
    return f"{why}: exact is needed." if why and _margins(inputs)[0] > MOST_INSTANCES else ""


COMMON: dict[str, Any] = {
    "target": "h",
    "question": "two_learners",
    "parameter": "The difference of the error rates (first minus second)",
    "symbol": "d",
    "needs": TWO_SAMPLES,
    "measures": "error",
    "assumptions": (
        always(
            "independent_samples",
            "Two independent samples",
            "Judged on one sample, the rates are correlated: the test is then usually conservative; prefer McNemar's.",
        ),
    ),
    "never_differ": "Both rates are the same: «errors_1» of «n_1» and «errors_2» of «n_2».",
}
EXACT: dict[str, Any] = {
    **COMMON,
    "doubt": _on_one_sample,
    "continuous": False,
    "bounds": newcombe_bounds,
    "duality": (),
    "interval_title": "difference of two error rates, independent samples (Newcombe)",
}
_DIFFERENCE = r"\hat d = «mean_first» - «mean_second» = «estimate»"
_MARGINS = (
    r"e = «errors_1» + «errors_2» = «errors», \qquad n_1 + n_2 = «n_1» + «n_2» = «instances», \qquad "
    + _DIFFERENCE
)
_P_OF_X = r"\frac{\binom{n_1}{x} \binom{n_2}{e - x}}{\binom{n_1+n_2}{e}}"
_P_OF_X_HERE = r"\frac{\binom{«n_1»}{x} \cdot \binom{«n_2»}{«errors» - x}}{\binom{«instances»}{«errors»}}"
_TEA = {"errors_1": 3, "n_1": 4, "errors_2": 1, "n_2": 4}

TWO_PROPORTIONS = TestEntry(
    key="two_proportions",
    instances="Right for errors counted on two independent samples.",
    doubt=_not_normal,
    prefers=_different_samples,
    title="Difference of two proportions",
    summary="The difference of two error rates, measured in its standard deviations.",
    reference="@mitchell1997 eq. 5.12 and section 5.5.1",
    formula=r"z = \frac{\hat d}{\sqrt{\hat p_1(1-\hat p_1)/n_1 + \hat p_2(1-\hat p_2)/n_2}}",
    letter="z",
    steps=(
        r"\hat d = «mean_first» - «mean_second» = «estimate»,\qquad \sigma_{\hat d} = «se»",
        r"z = \frac{«estimate»}{«se»} = «statistic»",
    ),
    null_words="standard normal",
    continuous=False,
    cautions=(
        "Mitchell's .30 against .20 of 100 gives z = 1.64399 < 1.64485, one-sided p = .0501: not rejected at .05. "
        "His “P(error 1 > error 2) ≈ .95” is one-sided confidence.",
    ),
    examples=(
        Example(
            {"errors_1": 30, "n_1": 100, "errors_2": 20, "n_2": 100},
            {"statistic": "1.644", "p_value": ".0501", "se": ".061", "estimate": ".10"},
            "Mitchell section 5.5.1",
            "greater",
        ),
    ),
    interval_title="difference of two error rates, independent samples (Wald, Mitchell 5.13)",
    function=two_proportions,
    null=normal_null,
    bounds=difference_bounds,
    undefined="The rates are «mean_first» and «mean_second»; both variance estimates are zero, so this test cannot "
    "judge. See Fisher's exact test or Boschloo's or, for learners judged on the same instances, McNemar's.",
    check=check_two_samples,
    **COMMON,
)

FISHER_EXACT = TestEntry(
    key="fisher_exact",
    instances="Exact for errors counted on two independent samples; conservative, Boschloo's test is usually less so.",
    prefers=_too_many_for_boschloo,
    title="Fisher's exact test",
    summary="Are the errors of two samples shared out by chance, given how many there are in all?",
    reference="@fisher1935",
    formula=rf"p = \sum_{{x:\, P(x) \le P(e_1)}} P(x), \qquad P(x) = {_P_OF_X}, \qquad e = e_1 + e_2",
    letter="e₁",
    counts="Errors of «first»",
    steps=(_MARGINS, rf"p = \sum_{{x:\, P(x) \le P(«errors_1»)}} {_P_OF_X_HERE} = «p_value»"),
    one_sided=one_sided_lines(
        rf"p = \sum_{{x ⋚ e_1}} {_P_OF_X}, \qquad e = e_1 + e_2",
        _MARGINS,
        rf"p = \sum_{{x ⋚ «errors_1»}} {_P_OF_X_HERE} = «p_value»",
    ),
    null_words="hypergeometric; two-sided, all outcomes no more probable than the one observed",
    cautions=(
        "It holds the errors of both samples together fixed, which no experiment does: its true size lies far below α "
        "for small samples.",
    ),
    examples=(
        Example(
            _TEA, {"statistic": "3", "p_value": ".243"}, "Fisher 1935, the lady tasting tea: 17/70", "greater"
        ),
        Example(_TEA, {"p_value": ".486"}, "by hand: 34/70"),
    ),
    function=fisher_exact,
    null=fisher_null,
    check=check_two_samples,
    **EXACT,
)

BOSCHLOO = TestEntry(
    key="boschloo",
    instances="Exact for errors counted on two independent samples; one-sided never weaker than Fisher's test.",
    prefers=_exact_is_needed,
    title="Boschloo's exact test",
    summary="Fisher's one-sided p-value as a statistic, judged at the common error rate that speaks most against H1.",
    reference="@boschloo1970",
    formula=r"p = \min\left(1,\; 2 \cdot \min_{\text{sides}}\, \sup_{\pi}\, P_\pi(T \le t)\right), \qquad "
    r"T: \text{ Fisher's one-sided } p",
    letter="one-sided Fisher's p",
    is_p=True,
    steps=(
        rf"{_DIFFERENCE}, \qquad t = «fisher»",
        r"\pi = «worst_rate», \qquad P_\pi(T \le t) = «worst_probability»",
        r"p = \min(1,\; 2 \cdot «worst_probability») = «p_value»",
    ),
    one_sided=one_sided_lines(
        r"p = \sup_{\pi}\, P_\pi(T \le t), \qquad t = P(X ⋚ e_1 \mid e_1 + e_2): \text{ Fisher's one-sided } p",
        rf"{_DIFFERENCE}, \qquad t = P(X ⋚ «errors_1») = «fisher»",
        r"\pi = «worst_rate», \qquad p = P_\pi(T \le t) = «p_value»",
    ),
    null_words="Fisher's one-sided p at the worst common error rate; two-sided, the smaller one-sided p is doubled",
    examples=(
        Example(
            {"errors_1": 0, "n_1": 2, "errors_2": 2, "n_2": 2},
            {"statistic": ".167", "p_value": ".0625"},
            "by hand: 1/6; the largest π²(1 − π)² is 1/16",
            "less",
        ),
    ),
    function=boschloo,
    null=boschloo_null,
    check=check_few,
    **EXACT,
)

ENTRIES = (TWO_PROPORTIONS, BOSCHLOO, FISHER_EXACT)
