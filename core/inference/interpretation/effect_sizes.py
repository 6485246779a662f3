"""A verdict → how large the difference is, beside how sure one is of it."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from core.designs import units_by
from core.errors import listing
from core.inference.advice.advice import Advice
from core.inference.declaration.arithmetic import rounding, snapped
from core.inference.declaration.number_words import short
from core.inference.declaration.paired_folds import moments
from core.inference.evidence.evidence import Evidence
from core.inference.evidence.instances import SQUARED
from core.inference.hypothesis_tests.catalogue import TESTS
from core.inference.intervals.catalogue import INTERVALS
from core.inference.intervals.estimate import Estimate
from core.inference.verdicts import wording
from core.inference.verdicts.verdict import SIDES, Verdict
from core.measures import MEAN_LOSSES, one_instance_each, title_of
from core.records import Array, DesignFacts, FoldScores, Interval
from core.written import in_percent, in_points, level_text, number

ALLOW_FOR_OVERLAP = (
    "corrected_t",
    "5x2_f",
    "balanced_5x2_f",
    "blocked_3x2_t",
    "exact_5x2_f",
    "corrected_one_sample_t",
)
"""Tests of the mean of the differences that allow for what training sets share."""


@dataclass(frozen=True)
class Effect:
    """One measure of the size of a difference: its name, its value, and how to read it."""

    title: str
    value: str
    meaning: str


def effects(verdict: Verdict) -> tuple[Effect, ...]:
    """Sizes of the effect that a verdict judges, from its own inputs.

    Parameters
    ----------
    verdict : Verdict
        Of a test on fold scores, on disagreements, on errors of two samples or on losses; others have none.
    """
    inputs = verdict.inputs
    if "a" in inputs and "b" in inputs:
        return _paired(np.asarray(inputs["a"], dtype=float), np.asarray(inputs["b"], dtype=float), verdict)
    if "e01" in inputs:
        return _disagreements(inputs, verdict)
    if "errors_1" in inputs:
        return _two_rates(inputs)
    return ()


def won_tied_lost(first: Array, second: Array, *, lower_is_better: bool) -> tuple[int, int, int]:
    """Pairs of scores of which the first is better, neither is, the second is; rounding makes no difference."""
    differences = snapped(first - second, rounding(first, second))
    return _counted(differences, lower_is_better=lower_is_better)


def _counted(differences: Array, *, lower_is_better: bool) -> tuple[int, int, int]:
    lower, ties, higher = (
        int(np.count_nonzero(side)) for side in (differences < 0, differences == 0, differences > 0)
    )
    return (lower, ties, higher) if lower_is_better else (higher, ties, lower)


def _paired(a: Any, b: Any, verdict: Verdict) -> tuple[Effect, ...]:
    grid = a if a.ndim == 2 else a[None]
    terms = moments(grid, b if b.ndim == 2 else b[None])
    d = np.ravel(terms["differences"])
    mean, sd, base = float(terms["estimate"]), float(terms["sd"]), float(np.mean(b))
    rows = "data sets" if verdict.naming.over_datasets else "folds"
    first, second = verdict.naming.shortly
    unit = "instances" if grid.shape != a.shape else rows
    lower = verdict.naming.lower_is_better
    wins, ties, losses = _counted(d, lower_is_better=lower is not False)
    votes = "" if unit == "data sets" else "; they share data, so they are no independent votes"
    kind = "better" if lower is not None else "lower"
    comparable = (
        ""
        if unit == "data sets"
        else "; comparable only within one design, for larger validation sets make S smaller"
    )
    found = [
        Effect(
            f"{unit.capitalize()} won, tied, lost by {first}",
            f"{wins} – {ties} – {losses}",
            f"{unit.capitalize()} on which {first} is {kind}, equal, not {kind}{votes}.",
        )
    ]
    if base:
        found.append(
            Effect(
                f"Difference relative to {second}",
                in_percent(mean / abs(base)),
                f"Mean difference, {first} minus {second}, as a share of the mean score of {second}.",
            )
        )
    if not bool(terms["constant"]):
        found.append(
            Effect(
                "Standardised difference",
                number(mean / sd),
                f"Mean difference in standard deviations S of the differences over {unit}{comparable}.",
            )
        )
    return tuple(found)


def _disagreements(inputs: Any, verdict: Verdict) -> tuple[Effect, ...]:
    e01, e10 = float(inputs["e01"]), float(inputs["e10"])
    found = []
    if e01 + e10:
        found.append(
            Effect(
                "Share of the disagreements",
                short(e01 / (e01 + e10)),
                f"Instances on which only one errs: {short(e01 + e10)}. The share of them that {verdict.naming.first} "
                "gets wrong; ½ if the two are equally good.",
            )
        )
    odds = "∞" if e10 == 0 and e01 else "undefined" if e10 == 0 else short(e01 / e10)
    found.append(
        Effect(
            "Odds ratio",
            odds,
            "Instances that only the first gets wrong, for each that only the second does.",
        )
    )
    n = inputs.get("n")
    if n:
        found.append(
            Effect(
                "Difference of the error rates",
                in_points((e01 - e10) / float(n)),
                "First minus second, in percentage points of all instances.",
            )
        )
    return tuple(found)


def _two_rates(inputs: Any) -> tuple[Effect, ...]:
    p1, p2 = (float(inputs[f"errors_{i}"]) / float(inputs[f"n_{i}"]) for i in (1, 2))
    found = [
        Effect(
            "Difference of the error rates",
            in_points(p1 - p2),
            "First minus second, in percentage points.",
        )
    ]
    if p2:
        found.append(Effect("Ratio of the error rates", short(p1 / p2), "First over second; 1 if equal."))
    return tuple(found)


def speaks_of(verdict: Verdict, measure: str) -> bool:
    """Whether a verdict judges this measure, so that its estimate stands in the measure's unit.

    Tests on instances count errors, compare AUCs or take losses, whatever measure the folds are looked at by: the mean
    of the losses of instances is the error rate, the log loss, the mean squared error, but no accuracy and no recall.
    """
    own = verdict.entry.measures
    return own in ("", measure) or (own == "loss" and measure in MEAN_LOSSES)


def titled_beside(verdict: Verdict, title: str, measure: str) -> str:
    """What a test is called among tests of this measure: one that judges errors, their squares or areas says so.

    Parameters
    ----------
    verdict : Verdict
    title : str
        Its own title, or what is left of that in a margin.
    measure : str
        Key of the measure that is looked at.
    """
    if speaks_of(verdict, measure):
        return title
    if counts_errors(verdict):
        return f"{title} (of errors)"
    if verdict.entry.measures == "auc":
        return f"{title} (larger wins)"
    return f"{title} (of squared errors)" if verdict.measure == "mse" else title


def told_scores(verdict: Verdict, evidence: Evidence) -> FoldScores:
    """The scores in whose unit a verdict speaks: squared errors where they are judged for their root, or for R²."""
    return told_evidence(verdict, evidence).scores


def told_evidence(verdict: Verdict, evidence: Evidence) -> Evidence:
    """The evidence by the measure that a verdict speaks of: the same, or by squared errors."""
    in_squares = verdict.measure == "mse" and evidence.scores.measure in SQUARED
    return evidence.by("mse") if in_squares else evidence


def judged_instead(verdict: Verdict, evidence: Evidence) -> str:
    """Say why squared errors are judged where the measure looked at is their root, or R²; empty elsewhere."""
    if told_evidence(verdict, evidence) is evidence:
        return ""
    title = title_of(evidence.scores)
    return (
        f"The {title} is no mean over single instances. Their mean squared error is judged instead: where it is "
        f"equal, so is the {title}."
    )


def counts_errors(verdict: Verdict) -> bool:
    """Whether a test judges errors, be it by its nature or by the losses that it was given."""
    return "error" in (verdict.entry.measures, verdict.naming.measure)


def own_estimate(verdict: Verdict) -> tuple[str, float] | None:
    """Name and value of what a test and its interval go by, where that is not the mean difference; else None."""
    title = verdict.entry.estimate_title
    return (title, verdict.estimate) if title else None


def estimate_beside_mean(verdict: Verdict) -> tuple[str, str, str] | None:
    """Name of what a test and its interval go by, its value and the mean difference, where these are written apart."""
    own = own_estimate(verdict)
    if own is None:
        return None
    values = (own[1], verdict.values["mean_difference"])
    estimate, mean = (wording.signed(value, verdict.entry, verdict.naming) for value in values)
    return (own[0], estimate, mean) if estimate != mean else None


def of_other_estimates(verdicts: Iterable[Verdict], alpha: float) -> str:
    """Say to which estimate an interval belongs that is not one of the mean difference; empty without such."""
    told = [
        f"The interval of {verdict.title} belongs to the {own[0]}, {own[1]}, not to the mean difference, {own[2]}."
        for verdict in verdicts
        if (interval := difference_interval(verdict, 1 - alpha)) is not None
        and (own := estimate_beside_mean(verdict.told_beside(interval)))
    ]
    return " ".join(told)


def over_instances_and_folds(verdicts: Iterable[Verdict], measure: str) -> str:
    """Say which tests judge all instances together and which the mean of the folds; empty where both are written alike.

    Parameters
    ----------
    verdicts : iterable of Verdict
        On one pair, or on one learner.
    measure : str
        Key of the measure that is looked at.
    """
    judged: dict[str, Verdict] = {}
    for one in verdicts:
        if one.undefined is None and own_estimate(one) is None and speaks_of(one, measure):
            judged.setdefault(one.entry.target, one)
    if len(judged) < 2:
        return ""
    by_fold, whole = judged["L"], judged["h"]
    rate = by_fold.entry.speaks == "rate"
    write = wording.score if rate else wording.signed
    mean, of_all = (write(one.estimate, one.entry, by_fold.naming) for one in (by_fold, whole))
    if mean == of_all:
        return ""
    unit = units_by(by_fold.naming.facts).removesuffix("s")
    return (
        f"Tests by instance judge the {'score' if rate else 'difference'} over all instances together, {of_all}; tests "
        f"by {unit} the mean of the {unit}s, {mean}, which counts each {unit} alike."
    )


def marked(verdict: Verdict, scores: FoldScores) -> tuple[str, float] | None:
    """The same among the differences of these scores: of single instances their mean is no difference of F1."""
    own = own_estimate(verdict)
    of_all = own is None and one_instance_each(scores) and verdict.measure not in MEAN_LOSSES
    return ("difference over all instances", verdict.estimate) if of_all else own


def difference_interval(verdict: Verdict, level: float = 0.95) -> Interval | None:
    """Interval of the difference that a verdict speaks of, first minus second, in the unit of the scores.

    Tests on disagreements have an interval of a share; the score interval of the difference of the two error
    rates stands in for it where the number of instances is known.

    Returns
    -------
    Interval or None
        None where there is none, and where one of another method would find a difference that no outcome of so few
        disagreements could show by the test itself.

    Reference: Tango 1998 for the disagreements.
    """
    return difference_intervals(verdict, [level])[0]


def difference_intervals(verdict: Verdict, levels: Sequence[float]) -> list[Interval | None]:
    """The same at several levels at once; none where the verdict is undefined.

    Raises
    ------
    InputError
        If a level is not between 0 and 1.
    """
    entry = verdict.entry
    if verdict.undefined is not None:
        return [None for _ in levels]
    if entry.speaks == "disagreement" and verdict.inputs.get("n"):
        return [*_tango(verdict, np.asarray(levels, dtype=float))]
    if entry.speaks not in ("difference", "equivalence") or entry.bounds is None:
        return [None for _ in levels]
    return [verdict.confidence_interval(level) for level in levels]


def intervals_beside(verdict: Verdict, alphas: Sequence[float]) -> list[Interval | None]:
    """The same, each of the level that belongs to a verdict at this significance level.

    That is 1 − α, but 1 − 2α for two one-sided tests: equivalence is shown where this one lies inside ±ρ, and there is
    none from α = 1/2 on.
    """
    if verdict.entry.speaks != "equivalence":
        return difference_intervals(verdict, [1 - alpha for alpha in alphas])
    found = iter(difference_intervals(verdict, [1 - 2 * alpha for alpha in alphas if alpha < 0.5]))
    return [next(found) if alpha < 0.5 else None for alpha in alphas]


def opened(interval: Interval, verdict: Verdict) -> Interval:
    """A bound of a rate, or of a difference of rates, is open to where none can be: told and drawn is its one end."""
    lowest = -1.0
    if verdict.entry.speaks == "rate":
        if not wording.told_in_points(verdict.entry, verdict.naming):
            return interval
        lowest, interval = 0.0, interval.within(0.0, 1.0)
    if verdict.alternative == "less" and interval.low == lowest:
        return replace(interval, low=-math.inf)
    if verdict.alternative == "greater" and interval.high == 1:
        return replace(interval, high=math.inf)
    return interval


def intervals_of_other_methods(verdicts: Iterable[Verdict], alpha: float) -> str:
    """Say which interval stands beside the tests that have none of their own; empty without such."""
    tests: dict[str, list[str]] = {}
    for verdict in verdicts:
        entry, level = verdict.entry, 1 - alpha
        rate = entry.speaks == "rate"
        found = verdict.confidence_interval(level) if rate else difference_interval(verdict, level)
        own = verdict.alternative in entry.duality and entry.speaks != "disagreement"
        if found is not None and not own and not entry.shows_equivalence:
            *_, name = found.method.removesuffix(")").split(" (")
            tests.setdefault(name, []).append(verdict.title)
    if not tests:
        return ""
    said = " ".join(f"{name}: beside {listing(titles)}." for name, titles in tests.items())
    return f"Some intervals are of another method than their test, and may disagree with it near the limit. {said}"


def without_ends(verdicts: Iterable[Verdict], alpha: float) -> str:
    """Say why an interval has no end at this significance level; empty where each has one."""
    endless = [
        verdict.title
        for verdict, found in ((verdict, intervals_beside(verdict, [alpha])[0]) for verdict in verdicts)
        if found is not None and math.isinf(found.low) and math.isinf(found.high)
    ]
    if not endless:
        return ""
    return (
        f"Without an end: no difference, however large, could be rejected at α = {level_text(alpha)} by "
        f"{listing(endless)}, since there are too few scores."
    )


BY_FEW = "leaves out zero, although with so few disagreements the test itself could show no difference."
"""What makes an interval of another method no interval of its test."""


def left_out(verdicts: Iterable[Verdict], alpha: float) -> str:
    """Say why no interval stands beside tests of few disagreements; empty where each has one."""
    without = [
        verdict.title
        for verdict in verdicts
        if verdict.entry.speaks == "disagreement"
        and verdict.inputs.get("n")
        and verdict.undefined is None
        and difference_interval(verdict, 1 - alpha) is None
    ]
    if not without:
        return ""
    theirs = f"Theirs would be one of another method (Tango score), which {BY_FEW}"
    return f"Without an interval: {listing(without)}. {theirs}"


def _tango(verdict: Verdict, levels: Array) -> Iterator[Interval | None]:
    entry = INTERVALS["tango"]
    counts = {name: verdict.inputs[name] for name in ("e01", "e10", "n")}
    sides, title = SIDES[verdict.alternative], f"{entry.title[:1].lower()}{entry.title[1:]}"
    lows, highs = entry.evaluate(levels, sides, **counts)
    for low, high, level in zip(*np.broadcast_arrays(lows, highs, levels), strict=True):
        differs = not low <= 0 <= high
        shown = not differs or verdict.decidable(1 - float(level))
        yield Interval(float(low), float(high), float(level), title) if shown else None


def allowing_for_overlap(
    verdicts: Mapping[str, Verdict], advised: str | None, level: float
) -> dict[str, Interval]:
    """What intervals of the same mean difference would be if they allowed for what the advised test allows for.

    Parameters
    ----------
    verdicts : mapping of key to Verdict
        On one pair of learners.
    advised : str or None
        Key of the advised test.
    level : float

    Returns
    -------
    dict of key to Interval
        The advised test's interval, for each test about the same learners that does not allow for it itself and whose
        interval lies inside. None where the advised test is about these models alone: for that, nobody need allow for
        other training sets.
    """
    best = verdicts.get(advised or "")
    whole = None if best is None else difference_interval(best, level)
    if best is None or whole is None or best.entry.target != "L":
        return {}
    return {
        key: whole
        for key, verdict in verdicts.items()
        if key not in ALLOW_FOR_OVERLAP
        and verdict.entry.target == best.entry.target
        and np.isclose(verdict.estimate, best.estimate)
        and (interval := difference_interval(verdict, level)) is not None
        and _lies_inside(interval, whole)
    }


def estimates_allowing_for_overlap(
    estimates: Sequence[Estimate],
    intervals: Sequence[Interval | None],
    advice: Advice,
    facts: DesignFacts | None,
) -> list[Interval | None]:
    """What intervals of one learner's mean would be if they allowed for what the advised test allows for.

    Parameters
    ----------
    estimates : sequence of Estimate
    intervals : sequence of Interval or None
        One of each estimate.
    advice : Advice
    facts : DesignFacts or None

    Returns
    -------
    list of Interval or None
        For each the interval of the advised test, where its own lies inside of that and its test is cautioned against;
        all None where the advised test is about this model alone, or training sets do not overlap.
    """
    both = list(zip(estimates, intervals, strict=True))
    best, whole = next(
        (pair for pair in both if pair[0].test == advice.advised and pair[0].of_the_test), (None, None)
    )
    overlap = facts is not None and facts.training_sets_overlap
    if best is None or whole is None or not overlap or TESTS[best.test].target != "L":
        return [None] * len(both)
    cautioned = {key for key, _ in advice.caution if TESTS[key].target == "L"}
    return [
        whole
        if item.test in cautioned
        and item.at == best.at
        and interval is not None
        and _lies_inside(interval, whole)
        else None
        for item, interval in both
    ]


def _lies_inside(interval: Interval, whole: Interval) -> bool:
    """Whether nothing of an interval lies outside of another, and something lacks."""
    reach = whole.low <= interval.low <= interval.high <= whole.high
    return reach and (interval.low, interval.high) != (whole.low, whole.high)
