"""AUC and its variance from placements, by mid-ranks in O(n log n).

DeLong, DeLong & Clarke-Pearson 1988; Sun & Xu 2014; Hanley & McNeil 1982.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from core.inference.ranking import tied_ranks

Array = np.ndarray[Any, Any]


def midranks(x: Array) -> Array:
    """Ranks from 1 along the last axis; equal values share the mean of their ranks.

    Parameters
    ----------
    x : array of shape (…, n)
    """
    return tied_ranks(x, np.zeros(x.shape[:-1]))


@dataclass(frozen=True, eq=False)
class Placements:
    """For each instance, the share of the other class that it is rightly ordered against (ties count ½).

    Attributes
    ----------
    values : array of shape (…, n)
    positive : bool array of shape (…, n), or of length n where all experiments share it
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
        chosen = self.positive.astype(float)
        return np.asarray(np.einsum("...i,...i->...", self.values, chosen) / self.positives)

    @cached_property
    def deviations(self) -> Array:
        """Distance of each placement from its class's mean, which is the AUC for either class."""
        return np.asarray(self.values - self.auc[..., None])

    def covariance(self, other: "Placements") -> Array:
        """Covariance of the two AUCs of two scores of the same instances; the variance for one score."""
        with np.errstate(divide="ignore", invalid="ignore"):
            weights = [1 / (size - 1.0) / size for size in (self.positives, self.negatives)]
            weight = np.where(self.positive, weights[0][..., None], weights[1][..., None])
            return np.asarray(np.einsum("...i,...i->...", self.deviations * weight, other.deviations))


def placements(y: Array, scores: Array) -> Placements:
    """Compute the placements of all instances.

    Parameters
    ----------
    y : array of shape (…, n)
        1 for the positive class, else 0.
    scores : array of shape (…, n)

    Reference: Sun & Xu 2014, algorithm 2.
    """
    positive, scores = np.asarray(y) == 1, np.asarray(scores, dtype=float)
    overall = midranks(scores)
    # ranks within each class at once: every positive is ranked behind all negatives
    within = midranks(overall + np.where(positive, 2.0 * scores.shape[-1], 0.0))
    negatives = (~positive).sum(axis=-1, keepdims=True)
    positives = positive.sum(axis=-1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        values = 1 - (overall - within) / positives
        np.copyto(values, (overall - within + negatives) / negatives, where=positive)
    return Placements(values, positive)


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
