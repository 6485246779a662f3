"""Scores → placements of every instance, by mid-ranks in O(n log n): what the covariance of two AUCs is made of.

The variance of one AUC alone needs no placements of single instances: see `core.measures.area_with_variance`.

Reference: DeLong, DeLong & Clarke-Pearson 1988; Sun & Xu 2014.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.inference.distributions.ranks import COUNTED, tied_ranks
from core.records import Array


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
    if positive.ndim == 1 and len(positive) <= COUNTED:
        return Placements(_by_counting(positive, scores), positive)
    return Placements(_by_ranks(positive, scores), positive)


def _by_counting(positive: Array, scores: Array) -> Array:
    """Every positive against every negative: beats ranks where the instances are few and share their classes."""
    columns = np.ascontiguousarray(np.moveaxis(scores, -1, 0))
    positives, negatives = columns[positive], columns[~positive]
    balance = np.zeros(positives.shape, dtype=np.int8)
    values = np.empty(columns.shape)
    of_negatives = np.empty(negatives.shape)
    for place, negative in enumerate(negatives):
        signs = (positives > negative).view(np.int8) - (positives < negative).view(np.int8)
        balance += signs
        of_negatives[place] = signs.sum(axis=0, dtype=np.int8)
    with np.errstate(divide="ignore", invalid="ignore"):
        values[positive] = (balance / np.float64(len(negatives)) + 1) / 2
        values[~positive] = (of_negatives / np.float64(len(positives)) + 1) / 2
    return np.moveaxis(values, 0, -1)


def _by_ranks(positive: Array, scores: Array) -> Array:
    scores = np.ascontiguousarray(scores)
    order = np.argsort(scores, axis=-1)
    ordered = np.take_along_axis(scores, order, axis=-1)
    if np.any(ordered[..., 1:] == ordered[..., :-1]):
        return _by_tied_ranks(positive, scores)
    return _by_order(positive, order)


def _by_order(positive: Array, order: Array) -> Array:
    """Without ties one sort is enough: of each instance, how many of the other class stand before it."""
    shared = positive.ndim == 1
    from_positives = positive.take(order) if shared else np.take_along_axis(positive, order, axis=-1)
    positives = np.cumsum(from_positives, axis=-1, dtype=np.int32)
    total = positives[..., -1:]
    place = np.arange(1, order.shape[-1] + 1, dtype=np.int32)
    with np.errstate(divide="ignore", invalid="ignore"):
        ordered = 1 - positives / total
        np.copyto(ordered, (place - positives) / (len(place) - total), where=from_positives)
    values = np.empty(order.shape)
    np.put_along_axis(values, order, ordered, axis=-1)
    return values


def _by_tied_ranks(positive: Array, scores: Array) -> Array:
    overall = midranks(scores)
    # ranks within each class at once: every positive is ranked behind all negatives
    within = midranks(overall + np.where(positive, 2.0 * scores.shape[-1], 0.0))
    negatives = (~positive).sum(axis=-1, keepdims=True)
    positives = positive.sum(axis=-1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        values = 1 - (overall - within) / positives
        np.copyto(values, (overall - within + negatives) / negatives, where=positive)
    return np.asarray(values)
