"""Learners in their order and which pairs of them are told apart → groups that are not."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.inference.declaration.checks import check_alpha
from core.records import Array, FoldScores

Groups = tuple[tuple[str, ...], ...]
MOST_SETS = 52
"""Sets of learners that share a letter; nobody reads more, and there may be exponentially many."""


@dataclass(frozen=True, eq=False)
class Grouping:
    """Learners from best to worst, and who is told apart from whom.

    Attributes
    ----------
    learners : tuple of str
        From best to worst.
    places : array
        What orders them, the best first: mean ranks, or mean scores.
    better : array of −1, 0, 1
        1 where the learner of the row is told apart from that of the column and better, −1 where it is worse.
    control : str or None
        The one learner that the others were compared with; None where all pairs were compared.
    unjudged : array of bool or None
        Pairs on which there is no verdict; None where there is one on all that were compared.
    lower_is_better : bool
        Of the places: the last learner may have a better one, but of fewer scores.
    """

    learners: tuple[str, ...]
    places: Array
    better: Array
    control: str | None = None
    unjudged: Array | None = None
    lower_is_better: bool = True

    @property
    def leaders(self) -> tuple[str, ...]:
        """The first learner, and those who share its place."""
        best = self.places[0]
        same = np.isclose(self.places, best, rtol=1e-9, atol=0.0)
        return tuple(name for name, equal in zip(self.learners, same.tolist(), strict=True) if equal)

    @property
    def ranks(self) -> Array:
        """Which place each learner has, the best 1; who has the same mean as the one before shares its place."""
        same = np.isclose(self.places[1:], self.places[:-1], rtol=1e-9, atol=0.0)
        positions = np.arange(1, len(self.learners) + 1)
        return np.maximum.accumulate(np.where(np.append([False], same), 1, positions))

    @property
    def pairs_compared(self) -> int:
        """Number of pairs that were judged."""
        k = len(self.learners)
        return k * (k - 1) // 2 - self.pairs_unjudged if self.control is None else k - 1

    @property
    def pairs_unjudged(self) -> int:
        """Number of pairs on which there is no verdict."""
        return 0 if self.unjudged is None else int(np.count_nonzero(np.triu(self.unjudged, 1)))

    @property
    def pairs_apart(self) -> int:
        """Number of pairs that are told apart."""
        return int(np.count_nonzero(np.triu(self.better)))

    def of(self, learner: str, sign: int) -> tuple[str, ...]:
        """Those whom a learner is better than (1), worse than (−1), or judged and not told apart from (0)."""
        place = self.learners.index(learner)
        found = self.better[place] == sign
        if self.unjudged is not None:
            found = found & ~self.unjudged[place]
        return tuple(self.learners[other] for other in np.flatnonzero(found).tolist() if other != place)

    @property
    def groups(self) -> Groups:
        """Runs of neighbours no two of whom are told apart, each as long as it can be; alone stands nobody.

        Against a control there is one group, of the control and those who are not told apart from it.
        """
        if self.control is not None:
            near = {self.control, *self.of(self.control, 0)}
            return (tuple(name for name in self.learners if name in near),) if len(near) > 1 else ()
        ends = self._ends()
        starts = [start for start, end in enumerate(ends) if start == 0 or end > ends[start - 1]]
        return tuple(self.learners[start : ends[start]] for start in starts if ends[start] > start + 1)

    @property
    def sets(self) -> Groups | None:
        """Sets of learners no two of whom are told apart, each as large as it can be; alone stands nobody.

        Two learners share one exactly where they are not told apart, neighbours or not. None where there are too many
        of them to read.

        Reference: Piepho 2004, insert and absorb.
        """
        if self.control is not None or not self.outside:
            return self.groups
        apart = self.better != 0 if self.unjudged is None else (self.better != 0) | self.unjudged
        k = len(self.learners)
        found = {(1 << k) - 1}  # a bit for every learner
        for i, j in np.argwhere(np.triu(apart, 1)).tolist():
            both = 1 << i | 1 << j
            kept = {old for old in found if old & both != both}
            new = {old ^ 1 << one for old in found - kept for one in (i, j)}
            among = kept | new
            found = kept | {one for one in new if not any(one & other == one != other for other in among)}
            if len(found) > MOST_SETS:
                return None
        sets = sorted([place for place in range(k) if one >> place & 1] for one in found)
        return tuple(tuple(self.learners[place] for place in one) for one in sets if len(one) > 1)

    def _ends(self) -> list[int]:
        """For every start, where the longest run without a pair that is told apart or not judged ends."""
        k = len(self.learners)
        apart = self.better != 0
        later = np.triu(apart if self.unjudged is None else apart | self.unjudged, 1)
        first = np.where(later.any(axis=1), later.argmax(axis=1), k)
        return [int(end) for end in np.minimum.accumulate(first[::-1])[::-1]]

    @property
    def outside(self) -> int:
        """Number of pairs that are not told apart although no group holds both: others between them are."""
        if self.control is not None:
            return 0
        held = sum(end - start - 1 for start, end in enumerate(self._ends()))
        return self.pairs_compared - self.pairs_apart - held


def by_means(scores: FoldScores, learners: Iterable[str]) -> pd.DataFrame:
    """Learners by their mean scores, the best first; last those that lack scores which others of them have.

    Means over other folds do not compare: a learner may have the best one because its hardest fold is missing.

    Returns
    -------
    DataFrame
        Columns mean (NaN without any score), count and lacks; the index has the names.
    """
    known = scores.frame.groupby("learner")["score"].agg(["mean", "count"]).reindex(list(learners))
    known["lacks"] = known["count"] < known["count"].max()
    upwards = [True, scores.lower_is_better]
    return known.sort_values(["lacks", "mean"], ascending=upwards, kind="stable", na_position="last")


def at_levels(
    grouping_at: Callable[[float], Grouping], p_values: Array, alphas: Iterable[float]
) -> list[Grouping]:
    """The grouping at each of some significance levels; one for all of them between which no p-value lies.

    Parameters
    ----------
    grouping_at : callable
        Makes it at a level.
    p_values : array
        What is held against the level; NaN is never at most α.
    alphas : floats

    Raises
    ------
    InputError
        If one of them is not between 0 and 1.
    """
    levels = list(alphas)
    for alpha in levels:
        check_alpha(alpha)
    reached = np.searchsorted(np.sort(p_values[~np.isnan(p_values)]), levels, side="right").tolist()
    first = dict(zip(reversed(reached), reversed(levels), strict=True))
    made = {count: grouping_at(alpha) for count, alpha in first.items()}
    return [made[count] for count in reached]
