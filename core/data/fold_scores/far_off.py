"""Single scores far from all others of their learner, as a slipped decimal point or a code for a missing one leaves."""

from typing import Any

import numpy as np
import pandas as pd

from core.records import Array

_FEWEST = 5
"""Scores of a learner by which one can be told from the others."""
_TIMES = 5
"""How many times the next one such a score is, or a part of it, and how many ranges of the others it is away."""


@np.errstate(over="ignore")  # what is too many times another is not exceeded by anything
def far_off(scores: "pd.Series[Any]", places: pd.DataFrame) -> Array:
    """Tell a learner's largest or smallest score on a data set where it is far from its others, which lie together.

    Parameters
    ----------
    scores : Series of length n
    places : DataFrame of n rows
        With the columns ``dataset`` and ``learner``.

    Returns
    -------
    bool array of length n
        False where scores are missing or negative, and where the others are all equal.
    """
    found = np.zeros(len(scores), dtype=bool)
    there = np.flatnonzero(scores.notna())
    values = scores.to_numpy(dtype=float)[there]
    groups = places.iloc[there].groupby(["dataset", "learner"], sort=False, observed=True).ngroup().to_numpy()
    order = np.lexsort((values, groups))
    ranked, cuts = values[order], np.flatnonzero(np.diff(groups[order])) + 1
    first = np.concatenate([[0], cuts]).astype(int)
    last = np.concatenate([cuts, [len(ranked)]]).astype(int) - 1
    enough = last - first + 1 >= _FEWEST
    first, last = first[enough], last[enough]
    low, second, next_to_last, high = (ranked[place] for place in (first, first + 1, last - 1, last))
    is_high = (low >= 0) & (next_to_last > low) & (high / _TIMES >= next_to_last)
    is_high &= (high - next_to_last) / _TIMES > next_to_last - low
    is_low = (low >= 0) & (high > second) & (low <= second / _TIMES)
    is_low &= (second - low) / _TIMES > high - second
    found[there[order[np.concatenate([last[is_high], first[is_low]])]]] = True
    return found
