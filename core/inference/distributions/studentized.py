"""Largest of several studentized differences of means: among all pairs (studentized range), or to a control (Dunnett).

Tukey 1949; Dunnett 1955. The integrands are smooth and vanish at both ends, where the trapezoidal rule with a fine step
is as exact as floats allow; all quotients are tails, so that small probabilities keep their digits.
"""

from functools import cache

import numpy as np
from scipy import special
from scipy.optimize import brentq

from core.records import Array

_STEP = 0.2
_EDGE = 9.0
"""Normal deviates beyond which nothing is left to add up."""
_MOST = 60.0
"""Quantiles from here on have no probability that a float could hold."""
_NODES = 240


def range_tail(q: Array, learners: int, df: float = np.inf) -> Array:
    """P(studentized range ≥ q) of so many independent means.

    With infinite degrees of freedom k·∫ φ(z)·(Φ(z)^(k−1) − (Φ(z) − Φ(z − q))^(k−1)) dz, which keeps the digits of small
    tails; for finite ones SciPy's.
    """
    wanted = np.asarray(q, dtype=float)
    if np.isfinite(df):
        from scipy.stats import studentized_range

        return np.asarray(studentized_range.sf(wanted, learners, df), dtype=float)
    return _normal_range_tail(np.minimum(wanted, _MOST), learners)


def _normal_range_tail(q: Array, learners: int) -> Array:
    reach = float(np.fmax.reduce(q, axis=None, initial=0.0)) / 2  # most of a far tail lies midway
    z = np.arange(-_EDGE, _EDGE + reach, _STEP)
    below = special.log_ndtr(z)
    density = np.exp((learners - 1) * below - z**2 / 2) / np.sqrt(2 * np.pi)
    z, below, density = z[density > 0], below[density > 0], density[density > 0]
    share = np.exp(special.log_ndtr(z - q[..., None]) - below)
    with np.errstate(divide="ignore"):
        apart = -np.expm1((learners - 1) * np.log1p(-np.minimum(share, 1.0)))
    return np.asarray(np.minimum(1.0, learners * _STEP * (apart @ density)))


@cache
def range_quantile(alpha: float, learners: int) -> float:
    """Upper quantile of the studentized range with infinite degrees of freedom."""
    return float(brentq(lambda q: float(range_tail(q, learners)) - alpha, 0.0, _MOST, xtol=1e-12))


def dunnett_tail(t: Array, others: int, df: float = np.inf) -> Array:
    """P(max |t_j| ≥ |t|) over so many differences to one control, all means equally exact.

    Parameters
    ----------
    t : array
        Differences over their standard error; any two of them correlate by ½.
    others : int
        Number of means beside the control.
    df : float
        Degrees of freedom of the common variance.

    Reference: Dunnett 1955.
    """
    spread, weights = _scales(df)
    reach = np.abs(np.asarray(t, dtype=float))[..., None, None] * np.sqrt(2) * spread[:, None]
    z = np.arange(-_EDGE, _EDGE + _STEP, _STEP)
    outside = np.minimum(special.ndtr(z - reach) + special.ndtr(-z - reach), 1.0)
    with np.errstate(divide="ignore"):
        some = -np.expm1(others * np.log1p(-outside))
    density = np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi)
    return np.asarray(np.minimum(1.0, _STEP * ((some * density).sum(axis=-1) * weights).sum(axis=-1)))


def _scales(df: float) -> tuple[Array, Array]:
    """Values of an estimated standard deviation over the true one, χ/√df, and their probabilities."""
    if not np.isfinite(df):
        return np.ones(1), np.ones(1)
    width = np.sqrt(0.5 / df)
    logarithms = np.linspace(-40 / df - _EDGE * width, min(_EDGE * width, 2.5), _NODES)
    density = np.exp(df * (logarithms - np.expm1(2 * logarithms) / 2))
    return np.exp(logarithms), density / density.sum()
