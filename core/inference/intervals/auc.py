"""Limits of one AUC: from its variance, from its value alone, or from resampled instances.

Reference: DeLong, DeLong & Clarke-Pearson 1988; Hanley & McNeil 1982; Efron & Tibshirani 1993, chapter 13.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from core.inference.distributions.limits import around_auc
from core.measures import area_with_variance, bootstrap_areas, threshold_table
from core.records import Array

Values = Mapping[str, Any]
Limits = tuple[Array, Array]


def delong_limits(inputs: Values, tail: float) -> Limits:
    """AUC ± z standard errors from its placements."""
    auc, variance = _of_each(inputs, area_with_variance)
    return around_auc(auc, variance, tail)


def hanley_mcneil_limits(inputs: Values, tail: float) -> Limits:
    """AUC ± z standard errors from its value and the class sizes."""
    auc, _ = _of_each(inputs, area_with_variance)
    positive = inputs["y"] == 1
    return around_auc(auc, hanley_mcneil_variance(auc, positive.sum(axis=-1), (~positive).sum(axis=-1)), tail)


def bootstrap_limits(inputs: Values, tail: Any) -> Limits:
    """Quantiles of the AUC over samples drawn with replacement within each class."""
    replicates, seed = int(inputs["replicates"]), int(inputs["seed"])
    tails = np.ravel(tail)

    def quantiles(truth: Array, scores: Array) -> Array:
        areas = bootstrap_areas(threshold_table(truth, scores), replicates, seed)
        return np.asarray(np.quantile(areas, (tails, 1 - tails)))

    low, high = (_at_own(found, np.shape(tail)) for found in _of_each(inputs, quantiles))
    return low, high


def _at_own(found: Array, shape: tuple[int, ...]) -> Array:
    """Of the limits at every level, on the last axis, those at the level that each experiment is broadcast with."""
    levels = np.arange(found.shape[-1]).reshape(shape)
    wanted = np.broadcast_shapes(found.shape[:-1], shape)
    place = np.broadcast_to(levels, wanted)[..., None]
    every = np.broadcast_to(found, (*wanted, found.shape[-1]))
    return np.asarray(np.take_along_axis(every, place, axis=-1)[..., 0])


def _of_each(inputs: Values, estimate: Callable[[Array, Array], Any]) -> Limits:
    """Two numbers, or arrays, from the classes and scores of every experiment."""
    positive, scores = np.broadcast_arrays(inputs["y"] == 1, inputs["scores"])
    size = scores.shape[-1]
    rows = zip(positive.reshape(-1, size), scores.reshape(-1, size), strict=True)
    found = np.array([estimate(*row) for row in rows])
    low, high = np.moveaxis(found.reshape(*scores.shape[:-1], 2, *found.shape[2:]), scores.ndim - 1, 0)
    return low, high


def hanley_mcneil_variance(auc: Array, positives: Array, negatives: Array) -> Array:
    """Variance of an AUC from its value and the class sizes alone.

    Reference: Hanley & McNeil 1982, Q1 = A/(2 − A), Q2 = 2A²/(1 + A).
    """
    q1, q2 = auc / (2 - auc), 2 * auc**2 / (1 + auc)
    spread = auc * (1 - auc) + (positives - 1) * (q1 - auc**2) + (negatives - 1) * (q2 - auc**2)
    return np.asarray(np.maximum(spread, 0.0) / (positives * negatives))
