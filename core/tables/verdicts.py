"""Tables of tests: verdicts side by side, the reasons of the advice, intervals, all pairs."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

import pandas as pd

from core.errors import InputError, listing
from core.figures import Scale
from core.figures.canvas.text import sentence_list
from core.inference import INTERVALS, TESTS, Advice, AllPairs, Verdict
from core.inference.interpretation.effect_sizes import (
    counts_errors,
    difference_interval,
    intervals_beside,
    opened,
    own_estimate,
    speaks_of,
    titled_beside,
)
from core.inference.interpretation.permuted_5x2 import ten_numerators
from core.records import Interval
from core.tables.table import Column, Table, Writer, common_places, two_ends
from core.written import (
    MISSING,
    counted,
    decimals_of,
    in_percent,
    in_points,
    level_text,
    number,
    p_text,
    places_alike,
    to_places,
)

STATUS = {
    "advised": "★ advised",
    "advised, caution": "★⚠ advised",
    "valid": "✓ suited",
    "caution": "⚠ caution",
    "unable": "– unable",
    "not made": "– not made",
    "refused": "✕ refused",
}
"""How a test stands; one that is unable fits these results, but cannot judge them; one lacks what nobody has said.

Suited to the design, before any score is looked at: what a test assumes besides may still not be met.
"""
UNITLESS, OF_ERRORS = Scale("Difference", signed=True), Scale("Difference", percent=True, signed=True)
"""For tests that judge another quantity than the measure looked at."""
_MOST_TITLE = 26
_POINTS, _IN_POINTS = " points", " (points)"
"""The unit of an interval: in its cell, and above the column where all cells have it."""


def verdicts_table(
    verdicts: Mapping[str, Verdict],
    advice: Advice,
    alpha: float,
    *,
    scale: Scale,
    measure: str,
    quantity: str = "A − B",
) -> Table:
    """Every applicable test of one question, one row each.

    Parameters
    ----------
    verdicts : mapping of test key to Verdict
        In the order of the rows.
    advice : Advice
    alpha : float
        Intervals have the level 1 − alpha; those of tests of equivalence say theirs, 1 − 2 alpha.
    scale : Scale
        How estimates of `measure` are written.
    measure : str
        Key of the measure that is looked at.
    quantity : str
        What the intervals are of.

    Returns
    -------
    Table
        The columns from `p_value` on hold the numbers of the others and are not printed.
    """
    scales = {key: _scale(verdict, scale, measure) for key, verdict in verdicts.items()}
    places = _places_by_scale(verdicts, scales, alpha)
    rows = [
        _row(
            verdict,
            status(key, advice, verdict),
            alpha,
            titled_beside(verdict, verdict.title, measure),
            partial(scales[key].between, at=verdict.estimate, places=places[scales[key]]),
        )
        for key, verdict in verdicts.items()
    ]
    title = f"{in_percent(1 - alpha)} for {quantity}"
    title = title if len(title) <= _MOST_TITLE else f"{in_percent(1 - alpha)} interval"
    if all(one.suffix == _POINTS for one in scales.values()) and len(title) + len(_IN_POINTS) <= _MOST_TITLE:
        title += _IN_POINTS
        for row in rows:
            row["interval"] = str(row["interval"]).removesuffix(_POINTS)
    columns = {
        "test": Column("Test"),
        "p": Column("p"),
        "verdict": Column(f"At α = {level_text(alpha)}"),
        "status": Column("Status"),
        "statistic": Column("Statistic (df)"),
        "interval": Column(title),
    }
    said = sentence_list([f"{row['test']}: p {row['p']}, {row['verdict']}" for row in rows])
    return Table(
        pd.DataFrame(rows),
        f"Tests at α = {level_text(alpha)}. {said}.",
        columns,
        tuple(columns),
        worded=("p", "interval"),
    )


def _places_by_scale(
    verdicts: Mapping[str, Verdict], scales: Mapping[str, Scale], alpha: float
) -> dict[Scale, int | None]:
    """Decimals that the intervals of one scale have in common, since they are compared down the column."""
    found: dict[Scale, list[int | None]] = {scale: [] for scale in scales.values()}
    for key, verdict in verdicts.items():
        interval, scale = _own_interval(verdict, alpha), scales[key]
        if interval is not None and interval.low <= interval.high:
            seen = opened(interval, verdict)
            reached = scale.reachable(seen.low, seen.high)
            found[scale].append(decimals_of(*reached, rates=scale.percent, at=verdict.estimate))
    return {scale: common_places(places) for scale, places in found.items()}


def _scale(verdict: Verdict, scale: Scale, measure: str) -> Scale:
    """How the estimate of a test is written beside tests of this measure."""
    if speaks_of(verdict, measure):
        return scale
    return OF_ERRORS if counts_errors(verdict) else UNITLESS


def _row(
    verdict: Verdict, worth: str, alpha: float, title: str, write: Callable[[float, float], str]
) -> dict[str, str | float | None]:
    interval = _own_interval(verdict, alpha)
    return {
        "test": title,
        "status": worth,
        "statistic": verdict.statistic_words,
        "p": p_text(verdict.p_value, alpha),
        "verdict": _verdict_word(verdict, alpha),
        "interval": MISSING
        if interval is None
        else _interval_text(opened(interval, verdict), write, 1 - alpha),
        "p_value": verdict.p_value,
        "df": verdict.df_words,
        "value": verdict.statistic,
        "low": None if interval is None else interval.low,
        "high": None if interval is None else interval.high,
        "level": None if interval is None else interval.level,
        "interval_method": None if interval is None else interval.method,
        "alternative": verdict.alternative,
    }


def status(key: str, advice: Advice, verdict: Verdict | None) -> str:
    """How an applicable test stands, as cells say it; `verdict` is its own, where it is known.

    Parameters
    ----------
    key : str
    advice : Advice
    verdict : Verdict or None
    """
    cautioned = key in dict(advice.caution)
    if key == advice.advised:
        return STATUS["advised, caution" if cautioned else "advised"]
    if verdict is not None and verdict.p_value is None:
        return STATUS["unable"]
    return STATUS["caution" if cautioned else "valid"]


def _verdict_word(verdict: Verdict, alpha: float) -> str:
    """The verdict in a word or two for a cell."""
    if verdict.p_value is None:
        return "cannot judge"
    if verdict.entry.shows_equivalence:
        return "equivalent" if verdict.rejects(alpha) else "not shown"
    return "rejects H0" if verdict.rejects(alpha) else "does not reject"


def _own_interval(verdict: Verdict, alpha: float) -> Interval | None:
    """The interval of what the test estimates, of the level that belongs to its verdict, in the unit of the scores.

    A test that cannot judge has none: without a variance it would have no width.
    """
    if verdict.p_value is None:
        return None
    if verdict.entry.speaks == "rate":
        return verdict.confidence_interval(1 - alpha)
    (found,) = intervals_beside(verdict, [alpha])
    return found


def _interval_text(interval: Interval, write: Callable[[float, float], str], level: float) -> str:
    """The bounds, as pictures tell them, and the level where it is not that of the column."""
    if not interval.low <= interval.high:
        return "empty"
    other = "" if math.isclose(interval.level, level) else f"{in_percent(interval.level)}: "
    return two_ends(interval.low, interval.high, lambda low, high: f"{other}{write(low, high)}")


_ON_DATA_SETS = "It gives probabilities and no p-value; they stand on Many data sets."
_BELIEVED = {
    "bayesian_t": "It gives probabilities and no p-value; they stand on Two learners under “Does it matter?”.",
    "bayesian_signed_rank": _ON_DATA_SETS,
    "bayesian_hierarchical": _ON_DATA_SETS,
}
"""Where the results stand of what gives no verdict."""


def reasons_table(
    advice: Advice, refused: Mapping[str, InputError], verdicts: Mapping[str, Verdict]
) -> Table:
    """Why each test is advised, cautioned against, unable to judge or refused.

    Parameters
    ----------
    advice : Advice
    refused : mapping of test key to reason
        Applicable tests that cannot be done on these scores.
    verdicts : mapping of test key to Verdict
        Those that are known.
    """
    unmade = {key for key in advice.applicable if key not in verdicts and key not in advice.believing}
    rows = [
        (
            TESTS[key].title,
            STATUS["not made"] if verdicts and key in unmade else status(key, advice, verdicts.get(key)),
            _reason(key, advice, verdicts.get(key)),
        )
        for key in (*advice.applicable, *advice.believing)
        if key not in refused
    ]
    refusals = {**dict(advice.refused), **refused}
    rows += [
        (TESTS[key].title, STATUS["refused"], str(reason)) for key, reason in refusals.items() if key in TESTS
    ]
    columns = {"test": Column("Test"), "status": Column("Status"), "reason": Column("Reason")}
    alt = f"{counted(len(rows), 'tests')} with their reasons, {len(refusals)} of them refused."
    return Table(pd.DataFrame(rows, columns=list(columns)), alt, columns)


def grouped_reasons(found: Table) -> list[tuple[str, str, list[str]]]:
    """The same by status and reason, each with the tests that share it, in the order of `reasons_table`."""
    groups: dict[tuple[str, str], list[str]] = {}
    for test, worth, reason in found.frame[["test", "status", "reason"]].itertuples(index=False):
        groups.setdefault((worth, reason), []).append(test)
    return [(worth, reason, tests) for (worth, reason), tests in groups.items()]


def _reason(key: str, advice: Advice, verdict: Verdict | None) -> str:
    """Why a test stands as it does; of one that cannot judge, what hinders it."""
    if key in advice.believing:
        return f"{advice.reason(key)} {_BELIEVED.get(key, '')}".rstrip()
    hindered = verdict is not None and verdict.undefined
    if not hindered:
        return advice.reason(key)
    return f"{advice.reason(key)} {hindered}" if key == advice.advised else hindered


def intervals_table(found: Mapping[str, Interval], level: float, scale: Scale) -> Table:
    """Intervals of one estimate, by their keys in `INTERVALS`; `scale` writes it, and of a rate what rates can reach.

    Returns
    -------
    Table
        Bounds are printed with their one end, and have no width. The frame holds the condition or caution of each,
        too, which are too long to be read in a cell.
    """
    ends = (0.0, 1.0) if scale.percent and not scale.signed else (-math.inf, math.inf)
    places = common_places(
        decimals_of(*scale.reachable(item.low, item.high), rates=scale.percent) for item in found.values()
    )
    text, between = partial(scale.text, places=places), partial(scale.between, places=places)
    plain = number if places is None else partial(to_places, places=places)
    rows = [
        {
            "interval": INTERVALS[key].title,
            "low": item.low,
            "high": item.high,
            "width": item.within(*ends).width,
            "bound": _interval_text(item, between, level),
            "level": item.level,
            "condition": item.caution or INTERVALS[key].condition,
        }
        for key, item in found.items()
    ]
    columns = {
        "interval": Column("Interval"),
        "low": Column(f"{in_percent(level)} from", lambda low: text(max(low, ends[0]))),
        "high": Column("to", lambda high: text(min(high, ends[1]))),
        "width": Column("Width", partial(in_points, places=2) if scale.percent else plain),
    }
    if any(math.isinf(item.low) != math.isinf(item.high) for item in found.values()):
        columns = {"interval": Column("Interval"), "bound": Column(f"{in_percent(level)} bound")}
    said = sentence_list(
        [f"{INTERVALS[key].title}: {between(item.low, item.high, ' to ')}" for key, item in found.items()]
    )
    return Table(pd.DataFrame(rows), f"Intervals. {said}.", columns, tuple(columns), worded=("bound",))


SMALLEST_FIRST = "smallest adjusted p first"
"""The order of every table of pairs."""


def by_p(pairs: pd.DataFrame) -> pd.DataFrame:
    """Pairs in the order of adjusted, then raw p; those without p come last."""
    return pairs.sort_values(["p_adjusted", "p_value"], ignore_index=True)


def pairs_table(pairs: AllPairs, alpha: float = 0.05) -> Table:
    """Every pair of learners with raw and, of several, adjusted p, the smallest first; reasons where some are refused.

    Returns
    -------
    Table
        The columns `low`, `high` and `level` hold the interval of each difference, of level 1 − alpha and in the unit
        of the scores, and are not printed; no more is `estimate`, to which it belongs where that is not the mean, nor
        `reason`, which `refused_pairs` says in sentences.
    """
    found = [
        None if pair.verdict is None else difference_interval(pair.verdict, 1 - alpha) for pair in pairs.pairs
    ]
    frame = pairs.frame.assign(
        low=[math.nan if item is None else item.low for item in found],
        high=[math.nan if item is None else item.high for item in found],
        level=1 - alpha,
    )
    estimates = [None if pair.verdict is None else own_estimate(pair.verdict) for pair in pairs.pairs]
    if any(estimates):
        frame["estimate"] = [math.nan if own is None else own[1] for own in estimates]
    frame = by_p(frame)
    if not frame["reason"].fillna("").astype(bool).any():
        frame = frame.drop(columns="reason")
    hidden = {"low", "high", "level", "estimate", "reason"}
    hidden |= {"test"} if frame["test"].nunique() == 1 else set()
    hidden |= {"p_adjusted"} if pairs.family == 1 else set()
    shown = tuple(str(name) for name in frame if name not in hidden)
    columns = {
        "difference": Column(form=_differences_alike(frame["difference"])),
        "p_value": Column("p", p_text),
        "p_adjusted": Column(f"p, {pairs.adjustment.title}", p_text),
    }
    adjusted = zip(frame["first"], frame["second"], frame["p_adjusted"].tolist(), strict=True)
    judged = [f"{first} and {second}: adjusted p {p_text(p)}" for first, second, p in adjusted]
    return Table(frame, f"All pairs. {sentence_list(judged)}.", columns, shown)


def _differences_alike(differences: pd.Series) -> Writer:
    """Signed, each to as many decimals as the largest needs: pairs are compared down the column."""
    return partial(to_places, places=places_alike(differences.astype(float)), signed=True, alike=True)


def refused_pairs(pairs: AllPairs, most: int = 3) -> list[str]:
    """Say why pairs have no p-value, those of one reason together; pairs and reasons beyond `most` are counted."""
    reasons = pairs.frame[["first", "second", "reason"]].itertuples(index=False)
    return reasons_of_pairs(reasons, pairs.family, " stand in the CSV", most)


def unmet_of_pairs(pairs: AllPairs, beside: Verdict | None = None, *, alpha: float) -> list[str]:
    """Say which assumptions do not hold of pairs, those of one reason together, as `refused_pairs` does.

    Parameters
    ----------
    pairs : AllPairs
    beside : Verdict, optional
        On all learners: what is said of it is not said of the pairs once more.
    alpha : float
    """
    told = {check.title for check in beside.unmet_at(alpha)} if beside is not None else set()
    unmet = (
        (pair.first, pair.second, check.not_met)
        for pair in pairs.pairs
        if pair.verdict is not None
        for check in pair.verdict.unmet_at(alpha)
        if check.title not in told
    )
    return reasons_of_pairs(unmet, pairs.family)


def reasons_of_pairs(
    reasons: Iterable[tuple[str, str, str]], family: int, where: str = "", most: int = 3
) -> list[str]:
    """Say what is refused of pairs, those of one reason together.

    Parameters
    ----------
    reasons : pairs of learners, each with its reason
        Empty where there is none.
    family : int
        How many pairs there are, with or without a reason.
    where : str
        Where reasons stand that are only counted.
    most : int
        Pairs and reasons that are named; others are counted.
    """
    groups: dict[str, list[tuple[str, str]]] = {}
    for first, second, reason in reasons:
        if reason:
            groups.setdefault(reason, []).append((first, second))
    told = [f"{_named_pairs(pairs, family, most)}: {reason}" for reason, pairs in groups.items()]
    further = len(told) - most
    return told if further <= 0 else [*told[:most], f"{counted(further, 'reasons')} more{where}."]


def _named_pairs(pairs: Sequence[tuple[str, str]], family: int, most: int) -> str:
    """Which pairs these are: all, or those of the one learner that they share; of more than half how many."""
    if 1 < len(pairs) == family:
        return f"All {family:,} pairs"
    named = listing((f"{first} − {second}" for first, second in pairs), most=most)
    if len(pairs) <= most:
        return named
    if shared := set.intersection(*map(set, pairs)):
        return f"{counted(len(pairs), 'pairs')} with {shared.pop()}"
    few = f" ({named})" * (2 * len(pairs) <= family)
    return f"{len(pairs):,} of {family:,} pairs{few}"


def numerators_table(verdict: Verdict) -> Table:
    """Every t statistic that the 5×2 t test could have used."""
    points = partial(in_points, places=2, signed=True)
    columns = {
        "replicate": Column("Replicate"),
        "fold": Column("Fold"),
        "difference": Column("Difference", points if verdict.naming.rate else number),
        "statistic": Column("t", number),
        "p_value": Column("p", p_text),
    }
    frame = ten_numerators(verdict)
    low, high = frame["p_value"].min(), frame["p_value"].max()
    return Table(frame, f"{len(frame)} numerators, p from {p_text(low)} to {p_text(high)}.", columns)
