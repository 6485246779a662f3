"""Tables of more than two learners: their ranks, the pairs, the tests of all of them."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from core.figures import Scale, difference_scale, scale_of
from core.figures.canvas.text import sentence_list
from core.inference import Advice, AllPairs, Order, RankComparison, Verdict
from core.inference.interpretation.effect_sizes import won_tied_lost
from core.inference.verdicts.grouping import Grouping
from core.records import Array, FoldScores
from core.tables.table import Column, Table, Writer, to_intervals, two_ends
from core.tables.verdicts import by_p, pairs_table, status
from core.written import MISSING, counted, in_percent, level_text, number, p_text, spoken, to_places

_SIGNED = partial(to_places, places=3, signed=True)
_MOST_DECIMALS = 4
MOST_LETTERS = 6
"""Letters of one learner that can be held against those of another; of more, pictures and pairs say the same."""


def letters(grouping: Grouping) -> list[str]:
    """Letters of every learner: two share one exactly where not told apart; none where nobody has one, or too many."""
    sets = grouping.sets
    if sets is None:
        return []
    shared = [
        [_letter(place) for place, group in enumerate(sets) if name in group] for name in grouping.learners
    ]
    return list(map("".join, shared)) if 0 < max(map(len, shared)) <= MOST_LETTERS else []


def about_letters(grouping: Grouping) -> str:
    """What letters say, or where to look where they would be too many to be read; empty where nobody has one."""
    if grouping.control is not None or grouping.pairs_apart == grouping.pairs_compared:
        return ""
    if letters(grouping):
        unjudged = " Nor do those share one whose pair could not be judged." * bool(grouping.pairs_unjudged)
        return f"Group: between learners that share a letter no difference was shown.{unjudged}"
    return "Groups have too many letters to be read here: the picture and all pairs say who is told apart."


def placed_table(summary: Table, grouping: Grouping, unplaced: Collection[str] = ()) -> Table:
    """A table of learners from best to worst, with the place of each and letters of those who are not told apart.

    Those who are unplaced stand last without one, since their means are of other scores.
    """
    shared = letters(grouping)
    frame = summary.frame.set_index("learner").loc[list(grouping.learners)].reset_index()
    frame.insert(0, "place", grouping.ranks)
    if unplaced:
        frame["place"] = frame["place"].mask(frame["learner"].isin(unplaced))
    if shared:
        frame["groups"] = shared
    rest = [str(name) for name in summary.shown or summary.frame if name != "learner"]
    shown = (
        "place",
        "learner",
        *["groups"] * bool(shared),
        *rest,
    )  # beside the names, where all screens have room
    heads = {"place": Column("Rank", "{:.0f}"), "groups": Column("Group")}
    return replace(summary, frame=frame, columns={**summary.columns, **heads}, shown=shown)


def _letter(place: int) -> str:
    """a, b, … z, then a1, b1, …."""
    return chr(ord("a") + place % 26) + (str(place // 26) if place >= 26 else "")


def ranks_table(comparison: RankComparison, alpha: float, judged: FoldScores) -> Table:
    """Every learner with its mean rank, mean of the scores that were judged, data sets won, and who is told apart.

    Of all pairs that is said by letters; against a control, with which alone each was compared, by yes or no.
    """
    ranks, scores = comparison.ranks, comparison.scores
    if comparison.control is None:
        shared = letters(comparison.grouping(alpha))
        apart, heads = ({"groups": shared}, {"groups": Column("Group")}) if shared else ({}, {})
    else:
        apart, heads = _against_control(comparison, comparison.control, alpha)
    first = ranks.eq(ranks.min(axis=1), axis=0)
    frame = pd.DataFrame(
        {
            "learner": list(comparison.learners),
            "mean_rank": comparison.mean_ranks,
            "mean_score": scores.mean().to_numpy(),
            "best_on": first.sum().to_numpy(),
        }
        | apart
    )
    columns = {
        "learner": Column("Learner"),
        "mean_rank": Column(comparison.pair_test.mean, "{:.3f}"),
        "mean_score": Column(f"Mean {judged.measure_title}", scale_of(judged).text),
        "best_on": Column(f"Best or tied, of {comparison.rows}"),
    } | heads
    order = [
        f"{name} {number(rank)}" for name, rank in zip(frame["learner"], frame["mean_rank"], strict=True)
    ]
    return Table(frame, f"{comparison.pair_test.mean}s, best first: {sentence_list(order)}.", columns)


def on_datasets_table(values: pd.DataFrame, what: str, scale: Scale | None = None) -> Table:
    """What every learner has on every data set, such as its rank, to decimals that are alike.

    Parameters
    ----------
    values : DataFrame
        Data sets × learners.
    what : str
        What the values are called.
    scale : Scale, optional
        How they are written; plain numbers without one.
    """
    write = _alike(values, scale)
    columns = {"dataset": Column("Data set", spoken)} | {
        name: Column(name, write) for name in map(str, values)
    }
    frame = values.reset_index(names="dataset")
    alt = f"{what} of {counted(values.shape[1], 'learners')} on {counted(len(values), 'data sets')}."
    return Table(frame, alt, columns)


def _alike(values: pd.DataFrame, scale: Scale | None) -> Writer:
    """Writes ranks, rates and their differences to as many decimals as one of them has; others may lie far apart."""
    if scale is not None and (scale.percent or not scale.rate):
        return scale.text
    written = [number(value).partition(".")[2] for value in values.to_numpy(dtype=float).ravel()]
    places = min(max(map(len, written), default=0), _MOST_DECIMALS)
    return partial(to_places, places=places, signed=scale is not None and scale.signed)


def _against_control(
    comparison: RankComparison, control: str, alpha: float
) -> tuple[dict[str, list[Any]], dict[str, Column]]:
    """Adjusted p-value of every learner against the control, and whether it is told apart, with their columns."""
    p_values = [comparison.adjusted_of(name, control) for name in comparison.learners]
    answers = [None if p is None else "yes" if p <= alpha else "no" for p in p_values]
    title = comparison.adjustment.title
    return (
        {"p_adjusted": [np.nan if p is None else p for p in p_values], "told_apart": answers},
        {
            "p_adjusted": Column(f"p, {title}", partial(p_text, alpha=alpha)),
            "told_apart": Column(f"Told apart from {control}"),
        },
    )


def rank_pairs_table(comparison: RankComparison, alpha: float) -> Table:
    """Every pair that is judged, the smallest p first; p shows on which side of alpha it lies.

    Wins, ties and losses are those of the first of the two.
    """
    frame = by_p(comparison.pairs)
    records = frame[["wins", "ties", "losses"]].itertuples(index=False)
    frame["record"] = [f"{wins}/{ties}/{losses}" for wins, ties, losses in records]
    columns = {
        "first": Column("First"),
        "second": Column("Second"),
        "difference": Column("Rank difference", _SIGNED),
        "statistic": Column("z" if comparison.pair_test.error else "Rank sums", _SIGNED),
        "p_value": Column("p", p_text),
        "p_adjusted": Column(f"p, {comparison.adjustment.title}", partial(p_text, alpha=alpha)),
        "record": Column("Win/tie/loss"),
    }
    adjusted = zip(frame["first"], frame["second"], frame["p_adjusted"].tolist(), strict=True)
    said = [f"{first} and {second}: adjusted p {p_text(p, alpha)}" for first, second, p in adjusted]
    return Table(frame, f"Pairs of learners. {sentence_list(said)}.", columns, tuple(columns))


def mean_pairs_table(pairs: AllPairs, scores: FoldScores, alpha: float) -> Table:
    """Every pair of learners: mean difference with its interval, raw and adjusted p, folds or data sets won of several.

    The smallest p comes first.

    Parameters
    ----------
    pairs : AllPairs
    scores : FoldScores
        By the measure that was judged.
    alpha : float
        Intervals have the level 1 − alpha.

    Returns
    -------
    Table
        The frame holds the limits of the intervals as numbers, too.
    """
    scale, plain = difference_scale(scores, "first", "second"), pairs_table(pairs, alpha)
    ends = zip(plain.frame["low"], plain.frame["high"], strict=True)
    frame = plain.frame.assign(
        interval=[MISSING if np.isnan(low) else two_ends(low, high, scale.between) for low, high in ends]
    )
    columns = {
        "first": Column("First"),
        "second": Column("Second"),
        "difference": Column("Difference", _difference_writer(plain.frame, scale)),
        "interval": Column(f"{in_percent(1 - alpha)}, each pair alone"),
        "p_value": Column("p", p_text),
        "p_adjusted": Column(f"p, {pairs.adjustment.title}", partial(p_text, alpha=alpha)),
    }
    wide = scores.by_dataset.wide
    if len(wide) > 1:  # of a hold-out the sign of the difference says it
        known = {name: column.to_numpy(dtype=float) for name, column in wide.items()}
        rows = zip(frame["first"], frame["second"], frame["difference"].isna(), strict=True)
        frame["record"] = [
            MISSING
            if unknown
            else _record(known[first], known[second], lower_is_better=scores.lower_is_better)
            for first, second, unknown in rows
        ]
        columns["record"] = Column("Win/tie/loss")
    return Table(frame, plain.alt, columns, tuple(columns), worded=("interval",))


def _difference_writer(frame: pd.DataFrame, scale: Scale) -> Writer:
    """Each difference to as many decimals as its interval."""
    if scale.percent:
        return scale.text
    limits = zip(frame["low"], frame["high"], strict=True)
    plain = to_intervals(
        frame["difference"], limits, lambda value: scale.text(value).removesuffix(scale.suffix), signed=True
    )
    return lambda value: f"{plain(value)}{scale.suffix}"


def _record(first: Array, second: Array, *, lower_is_better: bool) -> str:
    """Folds on which the first is better, ties, folds on which the second is."""
    known = ~np.isnan(first - second)  # a fold without one of the scores is neither of the three
    if not known.any():
        return MISSING
    return "/".join(map(str, won_tied_lost(first[known], second[known], lower_is_better=lower_is_better)))


def over_datasets_table(scores: FoldScores, first: str, second: str) -> Table:
    """The score of two learners on every data set, and the difference; what is written is rounded, the frame is not."""
    wide = scores.by_dataset.wide
    both = wide.assign(difference=wide[first] - wide[second]).reset_index(
        names=["dataset", "replicate", "fold"]
    )
    frame = both[["dataset", first, second, "difference"]]
    scale, apart = scale_of(scores), difference_scale(scores, first, second)
    write, write_apart = _alike(frame[[first, second]], scale), _alike(frame[["difference"]], apart)
    columns = {
        "dataset": Column("Data set", spoken),
        first: Column(first, write),
        second: Column(second, write),
        "difference": Column(
            f"Difference ({apart.suffix.strip()})" if apart.suffix else "Difference",
            lambda value: write_apart(value).removesuffix(apart.suffix),
        ),
    }
    _, ties, _ = won_tied_lost(
        wide[first].to_numpy(), wide[second].to_numpy(), lower_is_better=scores.lower_is_better
    )
    alt = f"Scores of {first} and {second} on {len(frame)} data sets; equal on {ties} of them."
    return Table(frame, alt, columns, tuple(columns))


def order_table(order: Order) -> Table:
    """Every pair of a cheaper and a costlier learner: is the costlier better by more than luck?"""
    frame = order.pairs.assign(answer=["yes" if beats else "no" for beats in order.pairs["beats"]])
    columns = {
        "cheaper": Column("Cheaper"),
        "costlier": Column("Costlier"),
        "p_value": Column("p, one-sided", p_text),
        "p_adjusted": Column("p, Holm", p_text),
        "answer": Column("Costlier better"),
    }
    return Table(frame, order.sentence, columns, tuple(columns))


def several_table(verdicts: Mapping[str, Verdict], advice: Advice, alpha: float) -> Table:
    """The tests that judge all learners at once, with what each is worth here."""
    rows = [
        {
            "test": verdict.title,
            "status": status(key, advice, verdict),
            "statistic": verdict.statistic_words,
            "p": p_text(verdict.p_value, alpha),
            "verdict": _word(verdict, alpha),
            "p_value": np.nan if verdict.p_value is None else verdict.p_value,
        }
        for key, verdict in verdicts.items()
    ]
    columns = {
        "test": Column("Test of all learners"),
        "p": Column("p"),
        "verdict": Column(f"At α = {level_text(alpha)}"),
        "status": Column("Status"),
        "statistic": Column("Statistic (df)"),
    }
    said = sentence_list([f"{row['test']}: p {row['p']}, {row['verdict']}" for row in rows])
    return Table(
        pd.DataFrame(rows), f"Tests of all learners. {said}.", columns, tuple(columns), worded=("p",)
    )


def _word(verdict: Verdict, alpha: float) -> str:
    if verdict.p_value is None:
        return "cannot judge"
    return "rejects H0" if verdict.rejects(alpha) else "does not reject"
