"""Counts or moments → limits of interval estimates, by formula; everything is vectorised over experiments.

`tail` is the probability left out at each end that is closed: (1 − level)/2 for two sides, 1 − level for one.
"""

from functools import lru_cache
from typing import Any

import numpy as np
from scipy import special

from core.records import Array

Limits = tuple[Any, Any]

_MOST_ASKED_AGAIN = 512
"""Numbers at a time that are found again instead of being worked out once more."""


def z_value(tail: float) -> Any:
    """Upper quantile z of the standard normal distribution; of an array of tails, an array."""
    return -special.ndtri(tail)


def wald(errors: Array, n: Array, tail: float) -> Limits:
    """e/n ± z·√(p̂(1 − p̂)/n). Reference: Mitchell eq. 5.1."""
    p = errors / n
    margin = z_value(tail) * np.sqrt(p * (1 - p) / n)
    return p - margin, p + margin


def wilson(errors: Array, n: Array, tail: float) -> Limits:
    """Rates that the normal test does not reject. Reference: Wilson 1927."""
    z = z_value(tail)
    p = errors / n
    centre = (p + z**2 / (2 * n)) / (1 + z**2 / n)
    margin = z / (1 + z**2 / n) * np.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    low = np.where(errors == 0, 0.0, centre - margin)
    return low, np.where(errors == n, 1.0, centre + margin)


def clopper_pearson(errors: Array, n: Array, tail: float) -> Limits:
    """Rates that neither one-sided binomial test rejects. Reference: Clopper & Pearson 1934."""
    low = special.betaincinv(np.maximum(errors, 1), n - errors + 1, tail)
    high = special.betainccinv(errors + 1, np.maximum(n - errors, 1), tail)
    return np.where(errors == 0, 0.0, low), np.where(errors == n, 1.0, high)


def agresti_coull(errors: Array, n: Array, tail: float) -> Limits:
    """The normal interval after z²/2 errors and z²/2 successes were added. Reference: Agresti & Coull 1998."""
    z2 = z_value(tail) ** 2
    return wald(errors + z2 / 2, n + z2, tail)


def jeffreys(errors: Array, n: Array, tail: float) -> Limits:
    """Quantiles of Beta(e + ½, n − e + ½). Reference: Brown, Cai & DasGupta 2001."""
    low = special.betaincinv(errors + 0.5, n - errors + 0.5, tail)
    high = special.betainccinv(errors + 0.5, n - errors + 0.5, tail)
    return np.where(errors == 0, 0.0, low), np.where(errors == n, 1.0, high)


def independent_difference(errors_1: Array, n_1: Array, errors_2: Array, n_2: Array, tail: float) -> Limits:
    """d̂ ± z·√(p̂1(1 − p̂1)/n1 + p̂2(1 − p̂2)/n2). Reference: Mitchell eq. 5.13.

    Parameters
    ----------
    errors_1, n_1, errors_2, n_2 : arrays
        Errors and instances of two samples.
    tail : float
        Probability left out at each closed end.
    """
    p, q = errors_1 / n_1, errors_2 / n_2
    margin = z_value(tail) * np.sqrt(p * (1 - p) / n_1 + q * (1 - q) / n_2)
    return p - q - margin, p - q + margin


def newcombe(errors_1: Array, n_1: Array, errors_2: Array, n_2: Array, tail: float) -> Limits:
    """Difference of two rates, each as far off as its own Wilson interval says.

    Parameters
    ----------
    errors_1, n_1, errors_2, n_2, tail
        As in `independent_difference`.

    Reference: Newcombe 1998, method 10.
    """
    p, q = errors_1 / n_1, errors_2 / n_2
    (p_low, p_high), (q_low, q_high) = wilson(errors_1, n_1, tail), wilson(errors_2, n_2, tail)
    low = p - q - np.sqrt((p - p_low) ** 2 + (q_high - q) ** 2)
    return low, p - q + np.sqrt((p_high - p) ** 2 + (q - q_low) ** 2)


def paired_wald(e01: Array, e10: Array, n: Array, tail: float) -> Limits:
    """(e01 − e10)/N ± z·√((e01 + e10) − (e01 − e10)²/N)/N.

    Parameters
    ----------
    e01, e10 : arrays
        Instances that only the first, only the second got wrong.
    n : array
        All instances.
    tail : float
        Probability left out at each closed end.
    """
    d = e01 - e10
    margin = z_value(tail) * np.sqrt(np.maximum(e01 + e10 - d**2 / n, 0.0)) / n
    return d / n - margin, d / n + margin


def tango(e01: Array, e10: Array, n: Array, tail: float) -> Limits:
    """Differences that the score test of paired proportions does not reject.

    Parameters
    ----------
    e01, e10, n, tail
        As in `paired_wald`.

    Reference: Tango 1998, eqs. 2–4.
    """
    e01, e10, n, z = np.broadcast_arrays(
        *(np.asarray(value, dtype=float) for value in (e01, e10, n, z_value(tail)))
    )
    # The upper end is the lower one with the learners exchanged: both at once take half of the time of one by one.
    if n.size > _MOST_ASKED_AGAIN:
        low, high = _crossing(np.stack([e01, e10]), np.stack([e10, e01]), np.stack([n, n]), z)
    else:
        low, high = _crossing_asked_again(n.shape, *(value.tobytes() for value in (e01, e10, n, z)))
    return low.copy(), -high


@lru_cache(maxsize=1024)
def _crossing_asked_again(shape: tuple[int, ...], *contents: bytes) -> Array:
    """Both ends for a few counts: verdict, tables and sentences of a page each ask for those of the same counts."""
    e01, e10, n, z = (np.frombuffer(content).reshape(shape) for content in contents)
    return _crossing(np.stack([e01, e10]), np.stack([e10, e01]), np.stack([n, n]), z)


def _crossing(e01: Array, e10: Array, n: Array, z: Array) -> Array:
    """The smallest difference Δ whose score statistic is at most z, by bisection until no number lies between."""
    low, high = np.full(n.shape, -1.0), (e01 - e10) / n
    for _ in range(80):
        middle = (low + high) / 2
        if ((middle == low) | (middle == high)).all():
            break
        rejected = tango_score(middle, e01, e10, n) > z
        low, high = np.where(rejected, middle, low), np.where(rejected, high, middle)
    return high


def tango_score(delta: Any, e01: Array, e10: Array, n: Array) -> Array:
    """Score statistic of the hypothesis that the difference of two rates on one sample is Δ.

    Parameters
    ----------
    delta : float or array
        Δ between −1 and 1.
    e01, e10 : arrays
        Instances that only the first, only the second got wrong.
    n : array
        All instances.

    Reference: Tango 1998, eqs. 2–4.
    """
    error = tango_error(delta, e01, e10, n)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(error > 0, ((e01 - e10) / n - delta) / error, np.inf)


def tango_error(delta: Any, e01: Array, e10: Array, n: Array) -> Array:
    """Standard error of the difference of two rates on one sample, if the true one is Δ.

    Parameters
    ----------
    delta, e01, e10, n
        As in `tango_score`.

    Reference: Tango 1998, eqs. 2–4.
    """
    q = tango_rate(delta, e01, e10, n)
    return np.asarray(np.sqrt(np.maximum(2 * q + delta * (1 - delta), 0.0) / n))


def tango_rate(delta: Any, e01: Array, e10: Array, n: Array) -> Array:
    """Rate of "only the second wrong" that is likeliest if the difference of two rates on one sample is Δ.

    Parameters
    ----------
    delta, e01, e10, n
        As in `tango_score`.

    Reference: Tango 1998, eqs. 2–4.
    """
    b = (2 * n - e01 + e10) * delta - e01 - e10
    c = -e10 * delta * (1 - delta)
    return np.asarray((np.sqrt(np.maximum(b**2 - 8 * n * c, 0.0)) - b) / (4 * n))


def mean_t(scores: Array, tail: float) -> Limits:
    """m ± t·S/√K over the last two axes. Reference: CS182 pp. 23–27; Mitchell eq. 5.17."""
    flat = scores.reshape(*scores.shape[:-2], -1)
    k = flat.shape[-1]
    mean, sd = _mean_and_sd(flat)
    margin = -special.stdtrit(k - 1, tail) * sd / np.sqrt(k)
    return mean - margin, mean + margin


def mean_z(scores: Array, sigma: Array, tail: float) -> Limits:
    """m ± z·σ/√K, σ known. Reference: CS182 pp. 23–27."""
    flat = scores.reshape(*scores.shape[:-2], -1)
    margin = z_value(tail) * sigma / np.sqrt(flat.shape[-1])
    return flat.mean(axis=-1) - margin, flat.mean(axis=-1) + margin


def corrected_mean_t(d: Array, size_ratio: Array, tail: float) -> Limits:
    """d̄ ± t·√((1/J + n_validation/n_train)·S²). Reference: Nadeau & Bengio 2003."""
    flat = d.reshape(*d.shape[:-2], -1)
    j = flat.shape[-1]
    mean, sd = _mean_and_sd(flat)
    margin = -special.stdtrit(j - 1, tail) * np.sqrt(1 / j + size_ratio) * sd
    return mean - margin, mean + margin


def _mean_and_sd(flat: Array) -> tuple[Array, Array]:
    """Both along the last axis; equal values have a deviation of 0 whatever rounding does to their sum."""
    shifted = flat - flat[..., :1]
    return flat[..., 0] + shifted.mean(axis=-1), shifted.std(axis=-1, ddof=1)


def around_auc(auc: Array, variance: Array, tail: float) -> Limits:
    """AUC ± z·√variance."""
    margin = z_value(tail) * np.sqrt(variance)
    return auc - margin, auc + margin


def perfect_auc_bound(positives: float, negatives: float, tail: float) -> float:
    """Lower bound of an AUC of 1 from disjoint positive–negative pairs: tail^(1/min(p, n))."""
    return float(tail ** (1 / min(positives, negatives)))
