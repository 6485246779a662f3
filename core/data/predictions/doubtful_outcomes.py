"""What learners predicted that may be no prediction: copies, and numbers on another scale: said, judged as they are."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from core.data.tables.cells import shown
from core.records import FoldPredictions, Predictions
from core.written import number

_FEWEST = 20
"""Instances from which on all are hardly predicted rightly, or alike by two learners, by chance."""
_FIRST_ROWS = 1000


def doubts_of_outcomes(found: Predictions) -> tuple[str, ...]:
    """Sentences on learners that say the same as the truth or as one another, or lie beside the truth as a whole.

    Parameters
    ----------
    found : Predictions
        Those of one file: copies in several are told as the files are put together.
    """
    notes = [note for name in found.learners if (note := _other_scale(name, found))]
    if len(found.truth) < _FEWEST:
        return tuple(notes)
    each = {name: found.of(name) for name in found.learners}
    notes += [
        f"{name} predicts the truth of every instance: leave it out if it is a copy of the truth."
        for name, mine in each.items()
        if all(np.array_equal(item.predicted, found.truth[item.positions]) for item in mine)
    ]
    varied = [name for name, mine in each.items() if _varies(mine)]
    notes += [
        f"{other} says the same of every instance as {name}: leave it out if it is a copy."
        for name, other in combinations(varied, 2)
        if len(each[name]) == len(each[other]) and all(map(_say_the_same, each[name], each[other]))
    ]
    return tuple(notes)


def _varies(mine: Sequence[FoldPredictions]) -> bool:
    first = mine[0].predicted[0]
    return any(bool((item.predicted != first).any()) for item in mine)


def _say_the_same(one: FoldPredictions, two: FoldPredictions) -> bool:
    """Whether labels, instances and scores are the same; most learners differ within the first rows."""
    if not np.array_equal(one.predicted[:_FIRST_ROWS], two.predicted[:_FIRST_ROWS]):
        return False
    return (
        np.array_equal(one.positions, two.positions)
        and np.array_equal(one.predicted, two.predicted)
        and (one.scores is None) is (two.scores is None)
        and (one.scores is None or two.scores is None or np.array_equal(one.scores, two.scores))
    )


def _other_scale(name: str, found: Predictions) -> str:
    """The sentence on numbers of which most lie beyond every truth, as those in another unit do; else empty."""
    if found.task != "regression":
        return ""
    low, high = float(found.truth.min()), float(found.truth.max())
    middle = float(np.median(np.concatenate([item.predicted for item in found.of(name)])))
    if low <= middle <= high:
        return ""
    return (
        f"Most of what {shown(name)} predicts lies beyond every truth: its median is {number(middle)}, and the truth "
        f"lies between {number(low)} and {number(high)}. Bring both in one unit and on one scale if they are not."
    )
