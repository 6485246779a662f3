"""Two classifiers or regressors on the same instances by any measure: exchanged predictions, instances drawn again.

Good 2005; Efron & Tibshirani 1993; Venkatraman & Begg 1996.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from core.inference.declaration.arithmetic import tail
from core.inference.declaration.assumptions import INDEPENDENT_UNITS, at_least, signs_enough
from core.inference.declaration.entry import (
    Assumption,
    Bounds,
    Evaluation,
    Example,
    Terms,
    TestEntry,
    one_sided_lines,
)
from core.inference.declaration.paired_instances import PAIRED_INSTANCES, check_pair, paired_fold
from core.inference.distributions.continuous import Alternative
from core.inference.distributions.discrete import Finite, Skewed
from core.measures import PairedFold
from core.records import Array, DesignFacts
from core.written import in_percent

RESAMPLES = 10_000
LEAST_RESAMPLES = 1_000
MOST_DRAWN = 1e7
"""By default so many instances are drawn in all; where they are counted by kind, their number costs nothing."""

TOLERANCE = 1e-12
"""Differences of a measure closer than this share of its size are the same."""

MOST_UNDEFINED = 0.1
ALL_EXCHANGES = "all exchanges"
Draw = Callable[[PairedFold, int | None, int], tuple[Array, str]]
"""The differences, and in words what was exchanged or drawn, of so many resamples or as many as are proposed."""


def permutation_over_instances(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Difference of a measure among those after exchanging the two learners' predictions at random.

    All exchanges where the two differ on few instances. Else some are drawn, each counts with its mirror image, all
    exchanged that were not, and the observed one is among them, so that p ≥ 1/(B + 1). Exchanges after which the
    measure is undefined are left out: the others remain equally likely.
    """
    return _judged(alternative, inputs, _exchanged, exchange_null)


def bootstrap_over_instances(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Difference of a measure against its scatter over samples of the instances, drawn within their classes.

    p by inversion of the percentile interval: the share of differences on the other side of zero, (b + 1)/(B + 1),
    the smaller of both sides twice. Samples in which the measure is undefined are left out.
    """
    return _judged(alternative, inputs, _resampled, bootstrap_null)


def _proposed(pair: PairedFold) -> int:
    """How many resamples take about a second."""
    if pair.measure.sums is None and pair.measure.weighted is None:
        return LEAST_RESAMPLES
    if pair.measure.needs == "labels" and pair.first.classes:
        return RESAMPLES
    return int(np.clip(MOST_DRAWN // len(pair.first.truth), LEAST_RESAMPLES, RESAMPLES))


def _exchanged(pair: PairedFold, wanted: int | None, seed: int) -> tuple[Array, str]:
    every = None if wanted else pair.every_exchange()
    if every is not None:
        return every, ALL_EXCHANGES
    half = pair.exchanged(((wanted or _proposed(pair)) + 1) // 2, seed)
    return np.concatenate([half, -half]), "exchanges"


def _resampled(pair: PairedFold, wanted: int | None, seed: int) -> tuple[Array, str]:
    return pair.resampled(wanted or _proposed(pair), seed), "samples"


def _judged(
    alternative: Alternative,
    inputs: Mapping[str, Any],
    draw: Draw,
    null: Callable[[Terms, Alternative], Finite],
) -> Evaluation:
    lead = np.broadcast_shapes(inputs["y"].shape[:-1], *(inputs[name].shape[:-2] for name in "ab"))
    parts = [_one(_experiment(inputs, lead, at), draw) for at in np.ndindex(lead)]
    parts = [part | _tail_counts(null(part, alternative), part["estimate"], alternative) for part in parts]
    p = [min(1.0, part["sides"] * part["extreme"] / part["compared"]) for part in parts]
    terms = {name: _stacked([part[name] for part in parts], lead) for name in parts[0]}
    defined = terms["defined"]
    return Evaluation(
        np.asarray(terms["estimate"]),
        np.where(terms["never"], 1.0, np.where(defined, np.reshape(p, lead), np.nan)),
        np.asarray(defined),
        terms,
    )


def _tail_counts(null: Finite, estimate: float, alternative: Alternative) -> dict[str, int]:
    """How many differences are compared with the observed one, how many are as extreme, and on how many sides."""
    tails = {"less": [null.cdf(estimate)], "greater": [null.sf(estimate)]}
    smallest = min(tails.get(alternative, tails["less"] + tails["greater"]))
    compared = len(null.values)
    return {
        "compared": compared,
        "extreme": round(float(smallest) * compared),
        "sides": 2 if alternative == "two-sided" else 1,
    }


def _stacked(values: list[Any], lead: tuple[int, ...]) -> Any:
    if isinstance(values[0], str):
        return values[0]
    longest = max(np.size(value) for value in values)
    if np.ndim(values[0]):  # samples that were left out are missing at the end
        values = [np.pad(value, (0, longest - len(value)), constant_values=np.nan) for value in values]
    return np.reshape(values, (*lead, *np.shape(values[0])))


def _experiment(inputs: Mapping[str, Any], lead: tuple[int, ...], at: tuple[int, ...]) -> dict[str, Any]:
    """The inputs of one experiment."""
    axes = {"y": 1, "a": 2, "b": 2, "groups": 1}
    own = dict(inputs)
    for name, core in axes.items():
        if own[name] is not None:
            own[name] = np.broadcast_to(own[name], lead + own[name].shape[own[name].ndim - core :])[at]
    return own


def _one(inputs: Mapping[str, Any], draw: Draw) -> dict[str, Any]:
    """Terms of one experiment."""
    pair = paired_fold(inputs)
    first, second = pair.values()
    seed, wanted = int(inputs["seed"]), inputs["resamples"]
    drawn, what = draw(pair, None if wanted is None else int(wanted), seed)
    known = np.sort(drawn[~np.isnan(drawn)])
    tolerance = TOLERANCE * max(1.0, abs(first), abs(second))
    known[np.abs(known) <= tolerance] = 0.0
    estimate = 0.0 if abs(first - second) <= tolerance else first - second
    flat = len(known) == 0 or known[-1] - known[0] <= tolerance
    never = bool(flat and estimate == 0 and len(known))
    left_out = len(drawn) - len(known)
    return {
        "estimate": estimate,
        "value_first": first,
        "value_second": second,
        "instances": len(inputs["y"]),
        "units": len(inputs["y"]) if pair.groups is None else int(pair.groups.max()) + 1,
        "resamples_used": len(known),
        "left_out": left_out,
        "share_left_out": left_out / len(drawn),
        "differences": known,
        "kind": what,
        "what": f"all {len(known):,} exchanges"
        if what == ALL_EXCHANGES
        else f"{len(known):,} {what} (seed {seed})",
        "tolerance": tolerance,
        "never": never,
        "defined": never or (not flat and not np.isnan(estimate)),
    }


def exchange_null(terms: Terms, _alternative: Alternative) -> Finite:
    """Differences under the exchanges; the observed one, and its mirror image, are among them."""
    estimate, values = float(terms["estimate"]), _known(terms)
    if terms["kind"] != ALL_EXCHANGES:
        values = np.sort(np.append(values, [-estimate, estimate]))
    return Finite(values, _even(values), "d after exchanging", 0.0, float(terms["tolerance"]))


def bootstrap_null(terms: Terms, _alternative: Alternative) -> Skewed:
    """How far the samples' differences fall short of the observed one; the observed difference is among them."""
    estimate = float(terms["estimate"])
    values = np.sort(np.append(estimate - _known(terms), estimate))
    return Skewed(values, _even(values), "d as it scatters over the samples", 0.0, float(terms["tolerance"]))


def _known(terms: Terms) -> Array:
    values = np.asarray(terms["differences"])
    return np.asarray(values[~np.isnan(values)])


def _even(values: Array) -> Array:
    return np.full(len(values), 1 / len(values))


def exchange_bounds(terms: Terms, level: float, sides: str) -> Bounds:
    """Differences from which the observed one is not further away than exchanging explains."""
    alternative: Alternative = "two-sided" if sides == "two" else "greater"
    null = exchange_null(terms, alternative)
    kept = null.values[np.asarray(null.p_value(null.values, alternative)) > 1 - level + 1e-12]
    reach = float(kept.max()) if len(kept) else 0.0
    estimate = float(terms["estimate"])
    return (-np.inf if sides == "upper" else estimate - reach), (
        np.inf if sides == "lower" else estimate + reach
    )


def bootstrap_bounds(terms: Terms, level: float, sides: str) -> Bounds:
    """Percentiles of the samples' differences."""
    values = _known(terms)
    k = int(np.floor(tail(level, sides) * (len(values) + 1) + 1e-9))
    if k < 1:
        return -np.inf, np.inf
    low, high = float(values[k - 1]), float(values[-k])
    return (-np.inf if sides == "upper" else low), (np.inf if sides == "lower" else high)


def _seldom_undefined(terms: Terms, _facts: DesignFacts | None) -> tuple[bool | None, str]:
    share = float(np.max(terms["share_left_out"]))
    if share == 0:
        return True, "It is defined in all of them."
    return (
        share <= MOST_UNDEFINED,
        f"It is undefined in {in_percent(share, '.1f')} of them, which were left out.",
    )


SELDOM_UNDEFINED = Assumption("defined", "The measure is defined in nine of ten resamples", _seldom_undefined)


def _no_other(inputs: Mapping[str, Any]) -> str:
    if inputs.get("groups") is not None:
        return "The instances come in groups; whole groups are exchanged, so that only groups must be independent."
    return "It judges the chosen measure itself, on the same instances."


COMMON: dict[str, Any] = {
    "question": "two_learners",
    "target": "h",
    "symbol": r"\delta",
    "letter": "d",
    "of_measure": True,
    "needs": PAIRED_INSTANCES,
    "continuous": False,
    "check": check_pair,
    "never_differ": "The two never differ: whatever is exchanged or drawn, the measure is the same for both.",
}
DIFFERENCE = r"d = «value_first» - «value_second» = «estimate»"
SHARE = r"p = \frac{«extreme»}{«compared»} = «p_value»"
TWICE = r"p = \min\left(1,\; 2 \cdot \frac{«extreme»}{«compared»}\right) = «p_value»"
MIRRORED = r", \quad d \text{ and } -d \text{ among the } d^*_b"
EXAMPLE = {
    "y": (1.0,) * 10 + (0.0,) * 10,
    "a": (1.0,) * 10 + (0.0,) * 10,
    "b": (1.0,) * 5 + (0.0,) * 5 + (0.0,) * 10,
    "measure": "f1",
}

PERMUTATION_OVER_INSTANCES = TestEntry(
    key="permutation_over_instances",
    instances="Both learners were judged on the same instances, or groups of them.",
    prefers=_no_other,
    title="Paired permutation test over instances",
    summary="How often would so large a difference of the measure arise if it were chance which of the two said what?",
    reference="@good2005; @venkatraman1996 for measures of scores",
    parameter="The expected difference of the measure (first minus second)",
    formula=r"p = \min\left(1,\; 2 \cdot \frac{m}{B + 2}\right), \quad "
    r"m = \min(\#\{b : d^*_b \le d\},\; \#\{b : d^*_b \ge d\})" + MIRRORED,
    steps=(DIFFERENCE, TWICE),
    one_sided=one_sided_lines(r"p = \frac{\#\{b : d^*_b ⋚ d\}}{B + 2}" + MIRRORED, DIFFERENCE, SHARE),
    null_words="differences after exchanging the two predictions of every instance, or group, at a coin's toss; all "
    "B + 2 of them where the two differ on twelve or fewer",
    assumptions=(
        INDEPENDENT_UNITS,
        signs_enough("units", "instances or groups"),
        SELDOM_UNDEFINED,
    ),
    cautions=(
        "Its null hypothesis is that the two are exchangeable on every instance: a little more than equal expected "
        "values of the measure.",
        "Where the measure is one of scores, ranks within each learner are exchanged, since two learners' scales "
        "cannot take each other's place.",
    ),
    examples=(
        Example(
            EXAMPLE,
            {"value_second": ".6667", "statistic": ".3333", "p_value": ".06"},
            "by hand: F1 = 1 and 2·5/(10 + 5); all five disagreements one way have chance 2/2⁵ = .0625",
        ),
    ),
    interval_title="difference of the measure, as far as exchanging explains",
    basis="over «what»",
    function=permutation_over_instances,
    null=exchange_null,
    bounds=exchange_bounds,
    undefined="The measure is undefined for one of the two on these instances, so this test cannot judge.",
    **COMMON,
)

BOOTSTRAP_OVER_INSTANCES = TestEntry(
    key="bootstrap_over_instances",
    instances="Both learners were judged on the same instances, or groups of them; the interval is the reason to look.",
    title="Paired bootstrap over instances",
    summary="Does the difference of the measure keep its sign when the instances are drawn again?",
    reference="@efron1993, ch. 13 and 15",
    parameter="The difference of the measure (first minus second)",
    formula=r"p = \min\left(1,\; 2 \cdot \frac{1 + m}{1 + B}\right), \quad "
    r"m = \min(\#\{b : d^*_b \le 0\},\; \#\{b : d^*_b \ge 0\})",
    steps=(DIFFERENCE, TWICE),
    one_sided=one_sided_lines(r"p = \frac{1 + \#\{b : 0 ⋚ d^*_b\}}{1 + B}", DIFFERENCE, SHARE),
    null_words="how far the differences on samples of the instances, or groups, scatter about the observed one",
    assumptions=(
        INDEPENDENT_UNITS,
        at_least(
            "units", 30, "30 instances or groups or more", "so few say little of how instances scatter."
        ),
        SELDOM_UNDEFINED,
    ),
    cautions=(
        "Samples are drawn within each class, so the shares of the classes are taken as fixed; groups are drawn whole, "
        "whatever classes they hold.",
        "Percentile intervals are a little too short for few instances.",
    ),
    examples=(
        Example(
            EXAMPLE,
            {"value_first": "1", "value_second": ".6667", "statistic": ".3333"},
            "by hand: F1 = 1 and 2·5/(10 + 5)",
        ),
    ),
    interval_title="difference of the measure, percentile bootstrap interval",
    basis="over «what»",
    function=bootstrap_over_instances,
    null=bootstrap_null,
    bounds=bootstrap_bounds,
    undefined="The measure is undefined, or its difference «estimate» is the same in every sample, so this test cannot "
    "judge.",
    **COMMON,
)

ENTRIES = (PERMUTATION_OVER_INSTANCES, BOOTSTRAP_OVER_INSTANCES)
