"""How often the test of two proportions rejects: exact sums over the errors of both samples, or their normal limit."""

from collections.abc import Iterable, Mapping

import numpy as np
from scipy import special

from core.inference.planning.disagreement import few_at_once, likely_rows
from core.records import Array

MOST_VARIANCE = 1_000
"""Of the errors of a sample, up to which they are summed; beyond, the normal limit is good to three digits."""
UNJUDGED = (
    "Where all of one sample and none of the other are wrong, z has no variance: this test cannot judge."
)


def most_summed(rates: tuple[float, float]) -> float:
    """The largest sample whose power is an exact sum."""
    widest = max(rate * (1 - rate) for rate in rates)
    return MOST_VARIANCE // widest if widest else np.inf


def proportions_power(n: Array, rates: tuple[float, float], sides: Mapping[str, float]) -> Array:
    """Power of the difference of two proportions at many sizes.

    Beyond `most_summed` instances, and at levels from one half on, it is that of a normal difference.

    Parameters
    ----------
    n : array
        Instances of each sample.
    rates : pair of numbers
    sides : mapping
        The level of each side that is looked at, "greater" and "less".
    """
    found = _normal(n, rates, sides)
    summed = (n <= most_summed(rates)) & (max(sides.values()) < 0.5)
    found[summed] = few_at_once(lambda sizes: _exact(sizes, rates, sides), n[summed])
    return found


def unjudged(n: Array, rates: tuple[float, float], sides: Iterable[str]) -> Array:
    """Probability that all of one sample and none of the other are wrong, where z has no variance.

    Parameters
    ----------
    n : array
        Instances of each sample.
    rates : pair of numbers
    sides : iterable of str
        "greater": all of the first are wrong; "less": all of the second.
    """
    p, q = rates
    found = {"greater": (p * (1 - q)) ** n, "less": ((1 - p) * q) ** n}
    return np.asarray(sum(found[side] for side in sides))


def _exact(n: Array, rates: tuple[float, float], sides: Mapping[str, float]) -> Array:
    a, b = (likely_rows(n, rate) for rate in rates)
    pairs = {"greater": (a, b), "less": (b, a)}
    found = np.zeros(n.shape)
    for side, tail in sides.items():
        more, fewer = pairs[side]
        found += _more_errors(n, more, fewer, -float(special.ndtri(tail)))
    return np.maximum(0.0, found - unjudged(n, rates, sides))


def _more_errors(n: Array, more: tuple[Array, Array], fewer: tuple[Array, Array], z: float) -> Array:
    """Probability that the first sample has so many more errors that the difference is z of its deviations or more.

    For each count of the first there is a largest one of the second, which solves
    (p − q)² = z² (p (1 − p) + q (1 − q)) / n for q below p.

    Parameters
    ----------
    n : array
        Instances of each sample.
    more, fewer : pairs of arrays
        Likely counts with their probabilities, one row per size.
    z : float
    """
    (x, weights), (y, others) = more, fewer
    n = n[:, None]
    p = x / n
    a, b, c = n + z**2, 2 * x + z**2, x * p - z**2 * p * (1 - p)
    q = (b - np.sqrt(np.maximum(b**2 - 4 * a * c, 0))) / (2 * a)
    largest = np.minimum(np.floor(n * q), x - 1)
    up_to = np.pad(np.cumsum(others, axis=1), ((0, 0), (1, 0)))
    reached = np.take_along_axis(up_to, np.clip(largest - y[:, :1] + 1, 0, y.shape[1]).astype(int), axis=1)
    return np.asarray(np.sum(weights * reached, axis=1))


def _normal(n: Array, rates: tuple[float, float], sides: Mapping[str, float]) -> Array:
    p, q = rates
    sigma = np.sqrt((p * (1 - p) + q * (1 - q)) / n)
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where(sigma > 0, (p - q) / sigma, 0.0)
    total = np.zeros(n.shape)
    for side, tail in sides.items():
        total += special.ndtr((z if side == "greater" else -z) + special.ndtri(tail))
    return total
