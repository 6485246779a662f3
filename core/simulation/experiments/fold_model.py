"""Fold differences as correlated normals: how they are drawn, and how often tests on them reject.

The model that the fold tests suppose: differences of unit variance around an effect, any two of them correlated by ρ
because training sets overlap. For ρ = n_validation/n the corrected t test is exact (Nadeau & Bengio 2003).
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from scipy import special

from core.inference.distributions.continuous import FisherF, StudentT
from core.inference.planning.halves import rejection_rate
from core.inference.planning.power import power
from core.inference.planning.simulation import correlated_normals
from core.records import Array

NODES = 60
MOST_CORRELATED = 0.49


def fold_differences(
    rng: np.random.Generator, shape: tuple[int, int, int], effect: float, rho: float
) -> dict[str, Any]:
    """Inputs of the paired tests: trials × replicates × folds that differ by the effect on average.

    Parameters
    ----------
    rng : Generator
    shape : (trials, replicates, folds)
    effect : float
        Mean difference in standard deviations of a fold's difference.
    rho : float
        Correlation of any two differences.
    """
    first = effect + correlated_normals(rng, shape, rho, rho)
    return {"a": first, "b": np.zeros_like(first)}


def t_rejection(pairs: int, effect: float, rho: float, factor: float, alpha: float) -> float:
    """P(|t| ≥ t_{J−1}) for t = d̄/√(factor·S²) over J correlated differences.

    Parameters
    ----------
    pairs : int
        J.
    effect : float
        Mean difference in standard deviations of a fold's difference.
    rho : float
        Their correlation: the mean then has the variance (1 + (J − 1)ρ)/J, and S² the mean 1 − ρ.
    factor : float
        1/J of the paired t test, 1/J + n_validation/n_train of the corrected one.
    alpha : float

    In units of its true standard error the statistic is Student t, non-central for an effect.
    """
    null = StudentT(float(pairs - 1))
    variance = (1 + (pairs - 1) * rho) / pairs
    critical = float(null.isf(alpha / 2)) * np.sqrt(factor * (1 - rho) / variance)
    level = 2 * float(null.sf(critical))
    if rho == 0:
        return float(power("paired_t", pairs, effect, level))
    return float(power("corrected_t", pairs, effect, level, ratio=variance - 1 / pairs))


def first_numerator_rejection(effect: float, rho: float, alpha: float) -> float:
    """P(|t| ≥ t_5) of the 5×2 t test, whose one numerator d = m + h shares h with its variance 2Σh²/5.

    Parameters
    ----------
    effect, rho, alpha : float
        As in `t_rejection`.

    With v = h/√Σh², whose density is ¾(1 − v²), and m/√Σh² non-central t₅, independent of one another, what is left
    is one integral.
    """
    v, weights = _legendre_nodes()
    centre = effect / np.sqrt((1 + rho) / 2)
    scale = np.sqrt(5 * (1 - rho) / (1 + rho))
    edge = np.sqrt(2 / 5) * float(StudentT(5.0).isf(alpha / 2))
    above = special.nctdtr(5.0, -centre, -(edge - v) * scale)
    below = special.nctdtr(5.0, centre, (-edge - v) * scale)
    return float(((above + below) * 0.75 * (1 - v**2)) @ weights)


@cache
def _legendre_nodes() -> tuple[Array, Array]:
    x, weights = np.polynomial.legendre.leggauss(NODES)
    return np.asarray(x), np.asarray(weights)


def f_rejection(df: tuple[float, float], effect: float, rho: float, alpha: float) -> float:
    """P(F ≥ critical) of the 5×2 F that is compared with these degrees of freedom.

    Parameters
    ----------
    df : pair of numbers
    effect, rho, alpha : float
        As in `t_rejection`.
    """
    return rejection_rate(5, effect, float(FisherF(*df).isf(alpha)), rho)


Rejection = Callable[[float, float, float], float]
"""(effect, ρ, α) → probability of rejecting."""

EXACT_5X2: dict[str, Rejection] = {
    "5x2_t": first_numerator_rejection,
    "5x2_f": lambda effect, rho, alpha: f_rejection((10.0, 5.0), effect, rho, alpha),
    "balanced_5x2_f": lambda effect, rho, alpha: f_rejection((7.0, 5.0), effect, rho, alpha),
}
"""Tests of five replicates of two halves."""
