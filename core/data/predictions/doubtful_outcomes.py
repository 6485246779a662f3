"""What learners predicted that may be no prediction: copies, and numbers on another scale: said, judged as they are."""

from itertools import combinations

import numpy as np

from core.data.tables.cells import shown
from core.records import Array, Predictions
from core.written import number

_FEWEST = 20
"""Instances from which on all are hardly predicted rightly, or alike by two learners, by chance."""


def doubts_of_outcomes(found: Predictions) -> tuple[str, ...]:
    """Sentences on learners that say the same as the truth or as one another, or lie beside the truth as a whole.

    Parameters
    ----------
    found : Predictions
        Those of one file: copies in several are told as the files are put together.
    """
    predicted = {name: _joined(found, name) for name in found.learners}
    truth = {
        name: np.concatenate([found.truth[item.positions] for item in found.of(name)])
        for name in found.learners
    }
    notes = [
        note for name in found.learners if (note := _other_scale(name, found, predicted[name], truth[name]))
    ]
    if len(found.truth) < _FEWEST:
        return tuple(notes)
    notes += [
        f"{name} predicts the truth of every instance: leave it out if it is a copy of the truth."
        for name in found.learners
        if np.array_equal(predicted[name], truth[name])
    ]
    varied = [name for name in found.learners if len(np.unique(predicted[name])) > 1]
    notes += [
        f"{other} says the same of every instance as {name}: leave it out if it is a copy."
        for name, other in combinations(varied, 2)
        if np.array_equal(predicted[name], predicted[other]) and _scored_alike(found, name, other)
    ]
    return tuple(notes)


def _joined(found: Predictions, learner: str) -> Array:
    return np.concatenate([item.predicted for item in found.of(learner)])


def _scored_alike(found: Predictions, name: str, other: str) -> bool:
    """Whether two learners have the same scores on the same instances, or both have none."""
    mine, others = found.of(name), found.of(other)
    return len(mine) == len(others) and all(
        np.array_equal(one.positions, two.positions)
        and (one.scores is None) is (two.scores is None)
        and (one.scores is None or two.scores is None or np.array_equal(one.scores, two.scores))
        for one, two in zip(mine, others, strict=True)
    )


def _other_scale(name: str, found: Predictions, predicted: Array, truth: Array) -> str:
    """The sentence on numbers of which most lie beyond every truth, as those in another unit do; else empty."""
    if found.task != "regression":
        return ""
    low, high, middle = float(truth.min()), float(truth.max()), float(np.median(predicted))
    if low <= middle <= high:
        return ""
    return (
        f"Most of what {shown(name)} predicts lies beyond every truth: its median is {number(middle)}, and the truth "
        f"lies between {number(low)} and {number(high)}. Bring both in one unit and on one scale if they are not."
    )
