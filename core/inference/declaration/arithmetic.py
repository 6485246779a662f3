"""Arithmetic that several tests share: differences, degenerate cases, symmetric intervals."""

from collections.abc import Mapping
from functools import reduce
from typing import Any

import numpy as np

from core.inference.declaration.entry import Bounds, Evaluation, Terms
from core.inference.distributions.continuous import (
    Alternative,
    ChiSquared,
    FisherF,
    Normal,
    NullDistribution,
    StudentT,
)
from core.records import Array

LEAST_VARIANCE = 5
"""Of n·p̂(1 − p̂), from which on a share p̂ of n is nearly normal, with the variance that it estimates (Mitchell 5.3)."""
ROUNDING = 8.0
"""Differences and deviations up to so many spacings of floats are taken for rounding."""


def folds_first(*arrays: Array, axes: int = 2) -> list[Array]:
    """Broadcast, and move the axes of one experiment to the front, in memory too.

    Sums over folds then run along the experiments: several times as fast as over ten numbers at a time.
    """
    front = range(axes)
    return [
        np.ascontiguousarray(np.moveaxis(array, range(-axes, 0), front))
        for array in np.broadcast_arrays(*arrays)
    ]


def side_by_side(array: Array, axes: int = 2) -> Array:
    """The same array, laid out in memory as `folds_first` does."""
    return np.moveaxis(folds_first(array, axes=axes)[0], range(axes), range(-axes, 0))


def pairs_first(*arrays: Array) -> list[Array]:
    """Turn scores of shape (…, replicates, folds) into (pairs, …)."""
    return [array.reshape(-1, *array.shape[2:]) for array in folds_first(*arrays)]


def mean_and_variance(values: Array) -> tuple[Array, Array]:
    """Mean and variance (divisor n − 1) along the first axis; equal values have variance 0 whatever their sum."""
    shifted = values - values[:1]
    mean = shifted.mean(axis=0)
    shifted -= mean
    return values[0] + mean, sum_of_squares(shifted) / (len(values) - 1)


def sum_of_products(one: Array, two: Array) -> Array:
    """Sum of the products along the first axis."""
    return np.asarray(np.einsum("i...,i...->...", one, two))


def sum_of_squares(values: Array) -> Array:
    """Sum of the squares along the first axis."""
    return sum_of_products(values, values)


def rounding(*arrays: Array) -> Array:
    """Size below which a difference along the first axis is only rounding, per experiment."""
    ends = [end for array in arrays for end in (array.max(axis=0), -array.min(axis=0))]
    return np.asarray(ROUNDING * np.spacing(reduce(np.maximum, ends)))


def snapped(differences: Array, noise: Array) -> Array:
    """The same differences, with 0 for those that are only rounding: nobody is better by 1e-17."""
    return np.where(np.abs(differences) <= noise, 0.0, differences)


def without_rounding(squares: Array, root: Array, noise: Array) -> tuple[Array, Array]:
    """A sum of squares, or a variance, and whether it is only rounding; it is 0 there.

    Parameters
    ----------
    squares : array
    root : array
        The deviation that it stands for, in the unit of the scores.
    noise : array
        What `rounding` gives of the scores.
    """
    constant = root <= noise
    return np.where(constant, 0.0, squares), constant


def vary_enough(*samples: tuple[float, float]) -> bool:
    """Whether n·p̂(1 − p̂) is 5 or more in each sample of (errors, n)."""
    return all(errors * (n - errors) / n >= LEAST_VARIANCE for errors, n in samples)


def ratio(numerator: Array, denominator: Array) -> Array:
    """Divide, with ±∞ for a zero denominator and NaN for 0/0, without warnings."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        return np.asarray(np.true_divide(numerator, denominator))


def settle(
    statistic: Array,
    null: NullDistribution,
    alternative: Alternative,
    *,
    never: Array,
    defined: Array,
    terms: Mapping[str, Any],
) -> Evaluation:
    """Attach p-values: 1 where the two never differ, NaN where the test is not defined.

    Parameters
    ----------
    statistic : array
    null : NullDistribution
    alternative : "two-sided", "less" or "greater"
    never : array of bool
        Where the two never differ.
    defined : array of bool
        Where the statistic has a value.
    terms : mapping
        Named intermediate results.
    """
    never, defined = np.asarray(never), np.asarray(defined)
    statistic = np.asarray(np.where(never, 0.0, statistic))
    with np.errstate(invalid="ignore"):
        p = np.asarray(null.p_value(statistic, alternative), dtype=float)
    p = np.where(never, 1.0, np.where(defined | never, p, np.nan))
    return Evaluation(statistic, p, defined | never, {**terms, "never": never})


def around(estimate: float, margin: Any, sides: str) -> Bounds:
    """Build an interval of half-width `margin` around the estimate; one side open for "lower" and "upper"."""
    low, high = float(estimate - margin), float(estimate + margin)
    return (-np.inf if sides == "upper" else low), (np.inf if sides == "lower" else high)


def tail(level: Any, sides: str) -> Any:
    """Probability left out on each side of an interval with this confidence level, or with these."""
    return (1 - level) / 2 if sides == "two" else 1 - level


def t_null(terms: Terms, _alternative: Alternative) -> StudentT:
    """T distribution with the term `df`."""
    return StudentT(float(terms["df"]))


def f_null(terms: Terms, _alternative: Alternative) -> FisherF:
    """F distribution with the terms `df1` and `df2`."""
    return FisherF(float(terms["df1"]), float(terms["df2"]))


def chi2_null(terms: Terms, _alternative: Alternative) -> ChiSquared:
    """χ² distribution with the term `df`."""
    return ChiSquared(float(terms["df"]))


def normal_null(_terms: Terms, _alternative: Alternative) -> Normal:
    """Standard normal distribution."""
    return Normal()


def t_bounds(terms: Terms, level: float, sides: str) -> Bounds:
    """Estimate ± t·se."""
    return around(terms["estimate"], StudentT(terms["df"]).isf(tail(level, sides)) * terms["se"], sides)


def normal_bounds(terms: Terms, level: float, sides: str) -> Bounds:
    """Estimate ± z·se."""
    return around(terms["estimate"], Normal().isf(tail(level, sides)) * terms["se"], sides)
