"""Fold scores → mean, spread and interval of each learner: what stands below a box plot."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isclose, nan
from typing import Any

import numpy as np
import pandas as pd

from core.designs import units_of
from core.errors import InputError, listing
from core.inference.advice.fold_kinds import NO_FOLDS, folds_of_design
from core.inference.advice.inputs_from_results import sizes_of_design
from core.inference.evidence.evidence import SIZE_NAMES, Evidence
from core.inference.intervals.catalogue import interval
from core.measures import guessing, instance_losses, joined, title_of, told_in_percent
from core.records import DesignFacts, FoldScores, Interval
from core.written import number, percent

_NOISE = 1e-12
"""What rounding leaves of the width of an interval from equal scores."""


@dataclass(frozen=True)
class LearnerSummary:
    """One learner's scores over the folds of one data set, or over data sets.

    Attributes
    ----------
    learner : str
    scored, failed : int
        Folds, or data sets, with a score, and folds without one because the learner failed or the score is undefined.
    mean, sd, lowest, highest : float
        Over the folds, or data sets, that have a score; sd with divisor K − 1, NaN for a single one.
    plain : Interval or None
        t interval of the mean, taken as independent of one another (I2ML 19.12).
    corrected : Interval or None
        The same with Nadeau & Bengio's variance, where training sets overlap.
    """

    learner: str
    scored: int
    failed: int
    mean: float
    sd: float
    lowest: float
    highest: float
    plain: Interval | None
    corrected: Interval | None

    @property
    def best_interval(self) -> Interval | None:
        """The corrected interval where there is one, else the plain one."""
        return self.corrected or self.plain

    @property
    def interval_kind(self) -> str:
        """What the best interval is, in a word or two for a cell."""
        return "corrected t" if self.corrected else "t" if self.plain else "none"


def summarise(scores: FoldScores, level: float = 0.95) -> tuple[LearnerSummary, ...]:
    """Summarise every learner's scores, in the learners' order.

    Of several data sets the mean of each is a score: its folds, taken as independent, would count it several times
    (Demšar 2006, 3.1.3).

    Intervals are None where a fold is missing or undefined, where the design has a single pair, and for
    designs whose folds have no variance of their own (single instances left out, bootstrap); where groups are left
    out, each is a fold.
    """
    judged = scores.by_dataset
    return tuple(_summary(name, judged.of(name), scores, level) for name in scores.learners)


def described(found: Sequence[LearnerSummary]) -> pd.DataFrame:
    """Summaries as a table.

    Returns
    -------
    DataFrame
        Columns learner, scored, mean, sd, interval_low, interval_high, interval, lowest, highest.
    """
    best = [item.best_interval for item in found]
    return pd.DataFrame(
        {
            "learner": [item.learner for item in found],
            "scored": [item.scored for item in found],
            "mean": [item.mean for item in found],
            "sd": [item.sd for item in found],
            "interval_low": [None if item is None else item.low for item in best],
            "interval_high": [None if item is None else item.high for item in best],
            "interval": [item.interval_kind for item in found],
            "lowest": [item.lowest for item in found],
            "highest": [item.highest for item in found],
        }
    )


def most_scored(found: Iterable[LearnerSummary]) -> int:
    """The largest number of folds, or data sets, on which one of these learners has a score."""
    return max((item.scored for item in found), default=0)


def lacking_some(found: Sequence[LearnerSummary]) -> list[LearnerSummary]:
    """Those of some learners who have fewer scores than others: their means do not compare."""
    most = most_scored(found)
    return [item for item in found if item.scored < most]


def fewer_scores(found: Sequence[LearnerSummary], scores: FoldScores) -> dict[str, str]:
    """Who lacks scores that others have, and how many it has: ``"9 of 10 folds"``.

    Parameters
    ----------
    found : sequence of LearnerSummary
    scores : FoldScores
        That were summarised.
    """
    most, rows = most_scored(found), units_of(scores.by_dataset)
    return {item.learner: f"{item.scored} of {most} {rows}" for item in lacking_some(found)}


def independence_supposed(found: Sequence[LearnerSummary], scores: FoldScores) -> str:
    """Say that intervals take folds as independent of which nobody knows that; empty where it is known, or none does.

    Parameters
    ----------
    found : sequence of LearnerSummary
    scores : FoldScores
        That were summarised.
    """
    known = scores.over_datasets or (scores.facts is not None and not scores.facts.overlap_supposed)
    if known or not any(item.interval_kind == "t" for item in found):
        return ""
    return (
        f"Which design the {units_of(scores)} come from is not known: the intervals take them as independent, and are "
        "too narrow if their training sets overlap."
    )


def lacking_scores(found: Sequence[LearnerSummary], scores: FoldScores) -> str:
    """Say who lacks scores that others have, so that its mean does not compare, or all; empty where nobody does.

    Parameters
    ----------
    found : sequence of LearnerSummary
    scores : FoldScores
        That were summarised.
    """
    most, lacking = most_scored(found), lacking_some(found)
    some, none = (
        [f"{item.learner} ({item.scored} of {most})" for item in lacking if bool(item.scored) is has]
        for has in (True, False)
    )
    rows, said = units_of(scores.by_dataset), []
    if some:
        have, come, mean = (
            ("has", "comes", "its mean does") if len(some) == 1 else ("have", "come", "their means do")
        )
        said = [
            f"{listing(some)} {have} scores of fewer {rows} than others and {come} last: {mean} not compare."
        ]
    if none:
        said.append(
            f"{listing(none)} {'has no scores and comes' if len(none) == 1 else 'have no scores and come'} last."
        )
    return " ".join(said)


def no_better_than_guessing(
    evidence: Evidence, learners: Sequence[str] = (), out_of_bag: Mapping[str, float] | None = None
) -> str:
    """Say that no learner does better than always saying the same; empty where one does, or guessing is not known.

    Parameters
    ----------
    evidence : Evidence
    learners : sequence of str
        Those that are looked at; all of them where none is named. Who lacks a score is held against nothing.
    out_of_bag : mapping of learner to score, optional
        Of a bootstrap, by which learners are judged instead of the mean of their scores.
    """
    scores, predictions = evidence.together, evidence.predictions
    if predictions is not None and scores is not evidence.scores:
        predictions = joined(predictions)
    guess = guessing(predictions, scores)
    if guess is None:
        return ""
    asked = learners or scores.learners
    known = {item.learner: item.mean for item in summarise(scores) if item.scored and not item.failed}
    names = [name for name in asked if name in known]
    means = [value for name, value in (known if out_of_bag is None else out_of_bag).items() if name in names]
    best = (min if scores.lower_is_better else max)(means, default=nan)
    if not means or ((best < guess.score) == scores.lower_is_better and not isclose(best, guess.score)):
        return ""
    none = f"none of these learners{'' if len(names) == len(asked) else ', those that lack a score aside,'} does better"
    if len(names) < 3:
        none = (
            f"neither {' nor '.join(names)} does better" if len(names) == 2 else f"{names[0]} does no better"
        )
    none += " out of bag" * (out_of_bag is not None)
    value = percent(guess.score) if told_in_percent(scores.measure) else number(guess.score)
    return f"The {title_of(scores)} of always saying {guess.said} is {value}: {none}."


def with_width(found: Interval | None) -> Interval | None:
    """An interval, unless its variance is estimated as zero: equal scores are no certainty."""
    return found if found is not None and found.width > _NOISE else None


def without_width(found: Sequence[LearnerSummary], row: str = "fold") -> str:
    """Say whose interval has no width, since all its scores are equal; empty where everyone's has one.

    Parameters
    ----------
    found : sequence of LearnerSummary
    row : str
        What holds one score: a fold, a data set.
    """
    names = [  # asked of the scores: what rounding leaves of their spread is no width
        item.learner for item in found if item.best_interval is not None and item.lowest == item.highest
    ]
    if not names:
        return ""
    each = f"{names[0]} has" if len(names) == 1 else f"Each of {listing(names, most=4)} has"
    return (
        f"{each} one and the same score in every {row}: an interval from their spread has no "
        f"width then, which is no certainty about other data."
    )


def on_hold_out(facts: DesignFacts | None) -> bool:
    """Whether there is a single pair of sets, whose validation instances are independent of one another."""
    return facts is not None and facts.one_classifier and not facts.grouped


def in_one_piece(facts: DesignFacts | None) -> bool:
    """Whether all predictions make one score, also where folds made them that nobody tells apart."""
    return facts is not None and facts.pairs == 1


def cost_over_instances(evidence: Evidence, learner: str, level: float = 0.95) -> Interval | None:
    """Interval of the mean cost of a hold-out, over its independent instances; None where there is none."""
    if evidence.predictions is None or not on_hold_out(evidence.facts):
        return None
    try:
        found = instance_losses(evidence.predictions, learner, "cost", losses=evidence.losses)
        return interval("mean_t", level, scores=found.losses)
    except InputError:
        return None


def mean_cost_intervals(evidence: Evidence, level: float = 0.95) -> dict[str, Interval]:
    """Interval of the mean cost of every learner that has one: over its folds, or over the instances of a hold-out.

    It ends where mean costs do: none is below the least of the losses or above the greatest. One without width, of
    equal scores, would claim certainty and is left out.
    """
    losses = (0.0, 1.0) if evidence.losses is None else evidence.losses
    least, greatest = float(np.min(losses)), float(np.max(losses))
    found = {
        item.learner: with_width(
            item.best_interval
            or (cost_over_instances(evidence, item.learner, level) if item.scored else None)
        )
        for item in summarise(evidence.scores, level)
    }
    return {name: limits.within(least, greatest) for name, limits in found.items() if limits is not None}


def _summary(name: str, rows: pd.DataFrame, scores: FoldScores, level: float) -> LearnerSummary:
    mine = rows[rows["score"].notna()]
    values = mine["score"].to_numpy(dtype=float)
    failures = sum(failure.learner == name for failure in scores.failures)
    failed = failures + len(rows) - len(mine)
    if not len(values):
        nan = float("nan")
        return LearnerSummary(name, 0, failed, nan, nan, nan, nan, None, None)
    whole = failed == 0 and len(values) > 1 and _has_fold_interval(scores.facts)
    return LearnerSummary(
        learner=name,
        scored=len(values),
        failed=failed,
        mean=float(values.mean()),
        sd=float(values.std(ddof=1)) if len(values) > 1 else float("nan"),
        lowest=float(values.min()),
        highest=float(values.max()),
        plain=interval("mean_t", level, scores=values) if whole else None,
        corrected=_corrected(mine, scores, level) if whole else None,
    )


def _has_fold_interval(facts: DesignFacts | None) -> bool:
    return folds_of_design(facts) not in NO_FOLDS


def _corrected(rows: pd.DataFrame, scores: FoldScores, level: float) -> Interval | None:
    facts = scores.facts
    if facts is None or not facts.training_sets_overlap or scores.over_datasets:
        return None
    sizes: Mapping[str, Any] | None = {name: rows[name].to_numpy(dtype=float) for name in SIZE_NAMES}
    if rows[list(SIZE_NAMES)].isna().any(axis=None):
        sizes = sizes_of_design(facts)
    if sizes is None:
        return None
    return interval("corrected_mean_t", level, scores=rows["score"].to_numpy(dtype=float), **sizes)
