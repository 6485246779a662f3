"""What is said of fold results that were read: gaps, scores without scatter, far from the others or written twice."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd

from core.data.columns.class_labels import letters
from core.data.fold_scores.far_off import far_off
from core.errors import listing, quoted
from core.measures import MEASURES
from core.records import Array, DesignFacts, Rows
from core.written import counted, fold_name, number

_PLACE = ["dataset", "replicate", "fold"]


def score_notes(frame: pd.DataFrame, places: pd.DataFrame, rows: Rows) -> tuple[str, ...]:
    """Sentences on what tests will meet in the scores.

    Parameters
    ----------
    frame : DataFrame
        One row per score.
    places : DataFrame
        One row per data set, replicate and fold.
    rows : "folds" or "data sets"
    """
    return (
        *_single(places, rows),
        *_skipped(places, rows),
        *_spelled_in_two_ways(frame),
        *_gaps(frame, places),
        *_constant(frame),
        *_equal_scores(frame, rows),
    )


def doubt_of_far_scores(frame: pd.DataFrame, measure: str) -> tuple[str, ...]:
    """Name single scores that a slip of the hand may have left; the first fold of all takes long for other reasons."""
    entry = MEASURES.get(measure)
    if entry is not None and entry.needs == "times":
        return ()
    notes = []
    for _, row in frame[far_off(frame["score"], frame)].head(3).iterrows():
        own = frame[(frame["dataset"] == row["dataset"]) & (frame["learner"] == row["learner"])]
        others = own["score"].drop(row.name)
        place = _place((row["dataset"], row["replicate"], row["fold"]), frame)
        notes.append(
            f"{row['learner']} has {number(row['score'])} on {place}, far from its other scores, which lie between "
            f"{number(others.min())} and {number(others.max())}: correct the cell if it is mistyped, or leave it empty "
            "if the learner failed there."
        )
    return tuple(notes)


def doubt_of_single_instances(
    scores: "pd.Series[Any]", measure: str, facts: DesignFacts | None
) -> tuple[str, ...]:
    """Say that folds are not of one instance each where a rate is neither 0 nor 1; folds of groups hold more."""
    entry = MEASURES.get(measure)
    if facts is None or facts.key != "leave_one_out" or entry is None or not entry.rate:
        return ()
    if scores.dropna().isin((0.0, 1.0)).all():
        return ()
    return (
        f"On a fold of one instance the {entry.title} is 0 or 1, and here are other values, so the folds come from "
        "another design than leave-one-out: please choose it. Until then no test judges them. Where whole groups "
        "were left out, it is K-fold cross-validation, over groups.",
    )


def _single(places: pd.DataFrame, rows: Rows) -> tuple[str, ...]:
    if rows != "folds" or len(places) > 1:
        return ()
    return ("There is one fold only, which shows no scatter: no test compares learners by it.",)


def _skipped(places: pd.DataFrame, rows: Rows) -> tuple[str, ...]:
    """Name the folds within the numbering on which nobody has a score: with them the design would be another."""
    there = set(places["fold"])
    last = int(max(there, default=0))
    if rows != "folds" or not len(there) < last < 2 * len(there):  # other numbers are names of folds
        return ()
    lost = sorted({*range(1, last + 1)} - there)
    return (
        f"No learner has a score on fold {listing(lost, most=5)}, while folds are numbered up to {last}: the "
        f"design is taken for one of {len(there)} folds. Add the scores if they were lost.",
    )


def _spelled_in_two_ways(frame: pd.DataFrame) -> tuple[str, ...]:
    """Name learners that may be one: they differ in capitals and blanks alone and never have a score on one fold."""
    ways: dict[str, list[str]] = {}
    for name in frame["learner"].astype("str").unique():
        ways.setdefault(letters(name), []).append(name)
    return tuple(
        f"{listing(map(quoted, names))} were taken for {counted(len(names), 'learners')}, though they never have a "
        "score on the same fold and differ in capitals and blanks alone: if they are one, write the name in one way."
        for names in ways.values()
        if len(names) > 1 and not frame[frame["learner"].isin(names)].duplicated(_PLACE).any()
    )


def _gaps(frame: pd.DataFrame, places: pd.DataFrame) -> tuple[str, ...]:
    """Name the learners that lack folds which others have."""
    if (frame["learner"].value_counts() >= len(places)).all():
        return ()
    every = pd.MultiIndex.from_frame(places[_PLACE])
    notes = []
    for learner, rows in frame.groupby("learner", sort=False):
        if len(rows) < len(every):
            lost = every.difference(pd.MultiIndex.from_frame(rows[_PLACE]))
            words = listing((_place(place, frame) for place in lost), most=3)
            notes.append(f"{learner} has no score on {words}, where others have.")
    return tuple(notes[:5])


def _place(place: tuple[Any, ...], frame: pd.DataFrame) -> str:
    name, replicate, fold = place
    where = fold_name(replicate, fold, repeated=frame["replicate"].nunique() > 1)
    return (f"{name} " if frame["dataset"].nunique() > 1 else "") + where


def _constant(frame: pd.DataFrame) -> tuple[str, ...]:
    groups = frame.groupby("learner", sort=False)["score"]
    lowest = groups.min()
    is_same = lowest == groups.max()
    names = lowest.index[is_same & (groups.count() > 1)].tolist() if is_same.any() else []
    several = frame["dataset"].nunique() > 1
    return (
        (f"The score of {listing(names, most=5)} is the same in all rows.",) if names and not several else ()
    )


def _equal_scores(frame: pd.DataFrame, rows: Rows) -> tuple[str, ...]:
    """Name learners that may be copies of others, and a fold that may stand there twice."""
    folds = frame.groupby(_PLACE, sort=False).ngroup().to_numpy()
    learners, names = pd.factorize(frame["learner"].astype("str"))
    shape = folds.max(initial=-1) + 1, len(names)
    if np.prod(shape) > 2 * len(frame):  # most of it would be gaps, in which nobody is another's copy
        return ()
    scores = np.full(shape, np.nan)
    scores[folds, learners] = frame["score"]
    twice = _written_twice(scores) if rows == "folds" else None
    if twice is None:
        return _copies(names, scores)
    places = frame[_PLACE].iloc[[int(np.argmax(folds == fold)) for fold in twice]]
    one, other = (_place(place, frame) for place in places.itertuples(index=False, name=None))
    return (
        *_copies(names, scores),
        f"Every learner has the same score on {one} and {other}, and no other scores are equal: if a row was written "
        "twice, leave one of the two out.",
    )


def _copies(names: Iterable[str], scores: Array) -> tuple[str, ...]:
    """Name learners whose scores are those of another everywhere, unless they are too few to tell."""
    first: dict[bytes, str] = {}
    pairs = [
        (name, other)
        for name, own in zip(names, scores.T, strict=True)
        if (other := first.setdefault(own.tobytes(), name)) != name and _distinct(own) > 2
    ]
    return tuple(
        f"{quoted(name)} has the same scores as {quoted(other)} throughout: if it is a copy, leave it out."
        for name, other in pairs[:3]
    )


def _written_twice(scores: Array) -> tuple[int, int] | None:
    """Two folds on which every learner has the same score, where no other two scores of a learner are equal.

    Rates on small validation sets are equal by chance, and then not on those folds alone.
    """
    first: dict[bytes, int] = {}
    again = [
        (other, fold)
        for fold, own in enumerate(scores)
        if (other := first.setdefault(own.tobytes(), fold)) != fold
    ]
    if not again or scores.shape[1] < 2 or len(first) < 3:
        return None
    return None if any(_distinct(own) < len(first) for own in scores.T) else again[0]


def _distinct(scores: Array) -> int:
    return len(np.unique(scores[~np.isnan(scores)]))
