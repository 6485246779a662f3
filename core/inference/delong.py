"""AUC and its variance from placements, by mid-ranks in O(n log n).

DeLong, DeLong & Clarke-Pearson 1988; Sun & Xu 2014; Hanley & McNeil 1982.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def midranks(x: Array) -> Array:
    """Ranks from 1 along the last axis; equal values share the mean of their ranks.

    Parameters
    ----------
    x : array of shape (…, n)
    """
    order = np.argsort(x, axis=-1, kind="stable")
    ordered = np.take_along_axis(x, order, axis=-1)
    place = np.arange(x.shape[-1])
    starts = np.ones(x.shape, dtype=bool)
    starts[..., 1:] = ordered[..., 1:] != ordered[..., :-1]
    ends = np.ones(x.shape, dtype=bool)
    ends[..., :-1] = starts[..., 1:]
    first = np.maximum.accumulate(np.where(starts, place, 0), axis=-1)
    backwards = np.where(ends, place, x.shape[-1])[..., ::-1]
    last = np.minimum.accumulate(backwards, axis=-1)[..., ::-1]
    ranks = np.empty(x.shape)
    np.put_along_axis(ranks, order, (first + last) / 2 + 1, axis=-1)
    return ranks


@dataclass(frozen=True, eq=False)
class Placements:
    """For each instance, the share of the other class that it is rightly ordered against (ties count ½).

    Attributes
    ----------
    values : array of shape (…, n)
    positive : bool array of shape (…, n)
    """

    values: Array
    positive: Array

    @property
    def positives(self) -> Array:
        """Number of positive instances."""
        return np.asarray(self.positive.sum(axis=-1))

    @property
    def negatives(self) -> Array:
        """Number of negative instances."""
        return np.asarray((~self.positive).sum(axis=-1))

    @property
    def auc(self) -> Array:
        """P(score⁺ > score⁻) + ½·P(score⁺ = score⁻)."""
        return np.asarray(np.where(self.positive, self.values, 0).sum(axis=-1) / self.positives)

    def covariance(self, other: "Placements") -> Array:
        """Covariance of the two AUCs of two scores of the same instances; the variance for one score."""
        total = 0.0
        for group, size in ((self.positive, self.positives), (~self.positive, self.negatives)):
            one, two = (_centred(item.values, group, size) for item in (self, other))
            with np.errstate(divide="ignore", invalid="ignore"):
                total = total + (one * two).sum(axis=-1) / (size - 1.0) / size
        return np.asarray(total)


def _centred(values: Array, group: Array, size: Array) -> Array:
    mean = np.where(group, values, 0).sum(axis=-1) / size
    return np.asarray(np.where(group, values - mean[..., None], 0.0))


def placements(y: Array, scores: Array) -> Placements:
    """Compute the placements of all instances.

    Parameters
    ----------
    y : array of shape (…, n)
        1 for the positive class, else 0.
    scores : array of shape (…, n)

    Reference: Sun & Xu 2014, algorithm 2.
    """
    y, scores = np.broadcast_arrays(np.asarray(y, dtype=float), np.asarray(scores, dtype=float))
    positive = y == 1
    overall = midranks(scores)
    # ranks within each class at once: every positive is ranked behind all negatives
    within = midranks(overall + np.where(positive, 2.0 * scores.shape[-1], 0.0))
    negatives = (~positive).sum(axis=-1, keepdims=True)
    positives = positive.sum(axis=-1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        above = (overall - within + negatives) / negatives
        below = 1 - (overall - within) / positives
    return Placements(np.where(positive, above, below), positive)


def hanley_mcneil_variance(auc: Array, positives: Array, negatives: Array) -> Array:
    """Variance of an AUC from its value and the class sizes alone.

    Reference: Hanley & McNeil 1982, Q1 = A/(2 − A), Q2 = 2A²/(1 + A).
    """
    q1, q2 = auc / (2 - auc), 2 * auc**2 / (1 + auc)
    spread = auc * (1 - auc) + (positives - 1) * (q1 - auc**2) + (negatives - 1) * (q2 - auc**2)
    return np.asarray(np.maximum(spread, 0.0) / (positives * negatives))


def bootstrap_aucs(y: Array, scores: Array, replicates: int, seed: int) -> Array:
    """AUC of stratified bootstrap samples.

    Instances are drawn within their class, so that no sample lacks a class.
    """
    rng = np.random.default_rng(seed)
    positive, negative = np.sort(scores[y == 1]), np.sort(scores[y == 0])
    below = np.searchsorted(negative, positive, side="left")
    not_above = np.searchsorted(negative, positive, side="right")
    batch = max(1, int(4e6 // len(scores)))
    parts = []
    for start in range(0, replicates, batch):
        size = min(batch, replicates - start)
        wins, times = (multiplicities(rng, size, len(group)) for group in (negative, positive))
        total = np.concatenate([np.zeros((size, 1)), np.cumsum(wins, axis=1)], axis=1)
        parts.append((times * (total[:, below] + total[:, not_above])).sum(axis=1) / 2)
    return np.concatenate(parts) / (len(positive) * len(negative))


def multiplicities(rng: np.random.Generator, samples: int, size: int) -> Array:
    """How often each of `size` instances is drawn, for each of the bootstrap samples."""
    drawn = rng.integers(0, size, (samples, size)) + size * np.arange(samples)[:, None]
    return np.bincount(drawn.ravel(), minlength=samples * size).reshape(samples, size)
