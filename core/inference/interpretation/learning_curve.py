"""How two learners fare on training sets of other sizes: what a verdict on one size does not tell."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.errors import InputError, listing, quoted
from core.records import Array, FoldScores

MIDDLE = (0.1, 0.9)
"""Quantiles between which eight of ten cuts lie."""


@dataclass(frozen=True)
class LearningCurves:
    """Scores of two learners over the size of the training set.

    Attributes
    ----------
    learners : (str, str)
    sizes : tuple of int
        Instances in the training sets, in ascending order.
    means, low, high : arrays of shape (2, sizes)
        Mean score over the cuts of each learner, and the quantiles between which eight of ten of them lie; NaN where
        a cut has no score, since none is dropped.
    lower_is_better : bool
    """

    learners: tuple[str, str]
    sizes: tuple[int, ...]
    means: Array
    low: Array
    high: Array
    lower_is_better: bool

    def sentence(self) -> str:
        """Say who is ahead on which sizes, and who has no score on some. A description: no test stands behind it."""
        return " ".join([self._who_is_ahead(), *self._gaps()])

    def _gaps(self) -> Iterator[str]:
        for name, means in zip(self.learners, self.means, strict=True):
            sizes = [f"{size:,}" for size, mean in zip(self.sizes, means, strict=True) if np.isnan(mean)]
            if sizes:
                yield f"{name} has no score on every cut with {listing(sizes)} training instances."

    def _who_is_ahead(self) -> str:
        ahead = self._ahead()
        known = np.flatnonzero(ahead)
        if not len(known):
            return "On no size of the training set do their mean scores differ."
        first = known[0]
        name = self._name(ahead[first])
        turned = [k for k in known if ahead[k] != ahead[first]]
        if not turned:
            sizes = "every one" if len(known) == len(ahead) else f"{len(known)} of {len(ahead)}"
            return f"On average {name} is ahead on {sizes} of these sizes of the training set."
        before = max(k for k in known if k < turned[0])
        if all(ahead[k] == ahead[turned[0]] for k in known if k > before):
            return (
                f"The curves cross: on average {name} is ahead up to {self.sizes[before]:,} training instances, "
                f"{self._name(ahead[turned[0]])} from {self.sizes[turned[0]]:,} on."
            )
        return "Now the one is ahead, now the other: at these sizes the curves cross more than once."

    def _ahead(self) -> Array:
        """1 where the first learner has the better mean, −1 where the second has it, else 0."""
        difference = self.means[0] - self.means[1]
        signs = np.sign(np.where(np.isfinite(difference), difference, 0.0)).astype(int)
        return np.asarray(-signs if self.lower_is_better else signs)

    def _name(self, sign: int) -> str:
        return self.learners[0 if sign > 0 else 1]


def learning_curves(scores: Sequence[FoldScores], first: str, second: str) -> LearningCurves:
    """Put the scores of runs that differ in the size of their training sets into two curves.

    Parameters
    ----------
    scores : sequence of FoldScores
        One for each size, all of the same measure.
    first, second : str
        Names of the learners.

    Raises
    ------
    InputError
        If there are no scores, sizes are not known, or a learner is in none of them.
    """
    if not scores:
        raise InputError("need the scores of one size of the training set at least.", "scores")
    for learner in (first, second):
        if not any((item.frame["learner"] == learner).any() for item in scores):
            raise InputError(f"there are no scores of {quoted(learner)}.", "learners")
    rows = sorted((_mean_size(item), place) for place, item in enumerate(scores))
    found = [[_summary(scores[place], learner) for _, place in rows] for learner in (first, second)]
    means, low, high = np.moveaxis(np.array(found), -1, 0)
    return LearningCurves(
        (first, second), tuple(size for size, _ in rows), means, low, high, scores[0].lower_is_better
    )


def _mean_size(scores: FoldScores) -> int:
    sizes = scores.frame["n_train"].to_numpy(dtype=float)
    if not np.isfinite(sizes).all():
        raise InputError("the sizes of the training sets are not known.", "n_train")
    return round(float(sizes.mean()))


def _summary(scores: FoldScores, learner: str) -> tuple[float, float, float]:
    mine = scores.frame.loc[scores.frame["learner"] == learner, "score"]
    if mine.empty:  # it failed on every cut
        return np.nan, np.nan, np.nan
    cuts = mine.to_numpy(dtype=float)
    low, high = np.quantile(cuts, MIDDLE)
    return float(cuts.mean()), float(low), float(high)
