"""How often the tests on halves that swap roles find a difference, at the correlation at which they keep their level.

Fold differences are normal with one variance and one correlation ρ between any two of them, the model of Wang 2016.
"""

from functools import cache

import numpy as np
from scipy import optimize, special

from core.inference.distributions.continuous import FisherF
from core.inference.planning.power import power
from core.records import Array

QUANTILES = 400
NODES = 60
MOST_CORRELATED = 0.499
"""From ρ = ½ on the folds within a replicate vary less than the replicates do, which is no longer this model."""


def blocked_t_power(replicates: int, effect: float, alpha: float = 0.05) -> float:
    """Power of the blocked m×2 t test.

    Parameters
    ----------
    replicates : int
        m.
    effect : float
        Mean difference in standard deviations of a fold's difference.
    alpha : float

    Its level holds at ρ = (m − 1)/(2m − 1), .4 for m = 3; the variance of the mean is half that of a fold there,
    whatever m is, and the statistic is Student t with 2m − 1 degrees of freedom.
    """
    pairs = 2 * replicates
    return power("corrected_t", pairs, effect, alpha, ratio=0.5 - 1 / pairs)


def f_power(replicates: int, effect: float, df: tuple[float, float], alpha: float = 0.05) -> float:
    """Power of an F test on m×2 folds.

    Parameters
    ----------
    replicates : int
        m.
    effect : float
        Mean difference in standard deviations of a fold's difference.
    df : pair of numbers
        Degrees of freedom of the F that the test compares with: 10 and 5, or 7 and 5.
    alpha : float
    """
    critical = float(FisherF(*df).isf(alpha))
    return rejection_rate(replicates, effect, critical, level_correlation(replicates, df, alpha))


@cache
def level_correlation(replicates: int, df: tuple[float, float], alpha: float = 0.05) -> float:
    """The correlation at which an F test on m×2 folds rejects α of the cases without a difference.

    >>> round(level_correlation(5, (10.0, 5.0)), 3), round(level_correlation(5, (7.0, 5.0)), 3)
    (0.232, 0.245)
    """
    critical = float(FisherF(*df).isf(alpha))

    def excess(rho: float) -> float:
        return rejection_rate(replicates, 0.0, critical, rho) - alpha

    if excess(0.0) >= 0 or excess(MOST_CORRELATED) <= 0:
        return 0.0 if excess(0.0) >= 0 else MOST_CORRELATED
    return float(optimize.brentq(excess, 0.0, MOST_CORRELATED, xtol=1e-6))


def rejection_rate(replicates: int, effect: float, critical: float, rho: float) -> float:
    """P(F ≥ critical) of m×2 folds with one correlation ρ.

    Parameters
    ----------
    replicates : int
    effect : float
        Mean difference in standard deviations of a fold's difference.
    critical : float
    rho : float

    F = ½(1 + Σm_i²/Σh_i²); in units of the variance of the h_i, (1 − ρ)/2, the squares below are χ²_m, those above
    χ²_(m − 1) and, in the direction of the mean, r·χ²_1 with r = (1 + ρ + 2(m − 1)ρ)/(1 − ρ), not central.
    """
    m = replicates
    spread = (1 + rho + 2 * (m - 1) * rho) / (1 - rho)
    centre = effect * np.sqrt(2 * m / (1 - rho))
    x, weights = _normal_nodes()
    y = 2 * special.gammaincinv(m / 2, (np.arange(QUANTILES) + 0.5) / QUANTILES)
    needed = (2 * critical - 1) * y[:, None] - (np.sqrt(spread) * x + centre) ** 2
    return float(special.chdtrc(m - 1, np.maximum(needed, 0.0)).mean(axis=0) @ weights)


@cache
def _normal_nodes() -> tuple[Array, Array]:
    """Places and weights of the mean over a standard normal distribution."""
    x, weights = np.polynomial.hermite_e.hermegauss(NODES)
    return x, weights / weights.sum()
