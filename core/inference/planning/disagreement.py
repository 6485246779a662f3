"""How often McNemar's exact test rejects: exact sums over how many instances disagree, or their normal limit."""

from collections.abc import Callable, Mapping

import numpy as np
from scipy import special

from core.errors import InputError
from core.inference.distributions.discrete import first_true, upper_tail
from core.records import Array
from core.written import in_percent

MOST_SUMMED = 2_000
"""Expected disagreements up to which a difference is looked for by exact sums; the normal limit of the sums gives the
same from there on, to three digits at levels from .001."""

_REACH = 12
_NODES = 24


def disagreement_power(n: Array, rates: tuple[float, float], sides: Mapping[str, float]) -> Array:
    """Exact power of the binomial test on disagreements at many sizes.

    Parameters
    ----------
    n : array
        Instances.
    rates : pair of numbers
        Of "only the first wrong" and "only the second wrong".
    sides : mapping
        The level of each side that is looked at, "greater" and "less".

    Raises
    ------
    InputError
        If the rates sum to more than 1.
    """
    p01, p10 = rates
    disagree = p01 + p10
    if disagree > 1:
        raise InputError(
            f"The two shares sum to {in_percent(disagree)}, more than {in_percent(1)}.",
            hint="Lower one of them: both are parts of all instances.",
        )
    if disagree == 0:
        return np.zeros(n.shape)
    totals = np.arange(
        _likely_totals(n.min(), disagree)[0], _likely_totals(n.max(), disagree)[-1] + 1, dtype=float
    )
    towards = {"greater": p01 / disagree, "less": p10 / disagree}
    critical = {tail: _critical(totals, tail) for tail in set(sides.values())}
    given = np.zeros(totals.shape)
    for side, tail in sides.items():
        given += upper_tail(critical[tail], totals, towards[side])
    return np.array([_mean(given, totals[0], *_summed(size, disagree)) for size in n])


def difference_power(n: int, disagreement: float, alpha: float) -> Callable[[float], float]:
    """Two-sided power by the difference of two error rates; beyond `MOST_SUMMED` disagreements its normal limit.

    Parameters
    ----------
    n : int
        Instances.
    disagreement : float
        Share of them that exactly one of the two learners gets wrong.
    alpha : float
    """
    exact = n * disagreement <= MOST_SUMMED
    m, weights = _summed(n, disagreement) if exact else _normal_nodes(n, disagreement)
    critical = _critical(m, alpha / 2) if exact else _normal_critical(m, alpha / 2)
    tail = upper_tail if exact else _normal_tail

    def found(difference: float) -> float:
        share = (1 + difference / disagreement) / 2
        return float(weights @ (tail(critical, m, share) + tail(critical, m, 1 - share)))

    return found


def _likely_totals(size: float, disagree: float) -> Array:
    """Numbers of disagreements outside of which there is less than 1e-30."""
    reach = _REACH * np.sqrt(size * disagree * (1 - disagree)) + _REACH
    return np.arange(
        max(0.0, np.floor(size * disagree - reach)), min(size, np.ceil(size * disagree + reach)) + 1
    )


def _summed(n: float, disagreement: float) -> tuple[Array, Array]:
    """Likely numbers of disagreements with their probabilities.

    Each follows from its neighbour nearer to the most likely one: as exact as one by one, in a twentieth of the time.
    """
    m = _likely_totals(n, disagreement)
    top = int(min(np.floor((n + 1) * disagreement), n) - m[0])
    falling = (n - m[top:-1]) * disagreement / (m[top + 1 :] * (1 - disagreement))
    rising = m[1 : top + 1] * (1 - disagreement) / ((n - m[1 : top + 1] + 1) * disagreement)
    weights = np.concatenate([np.cumprod(rising[::-1])[::-1], [1.0], np.cumprod(falling)])
    return m, weights / weights.sum()


def _mean(given: Array, first: float, m: Array, weights: Array) -> float:
    start = int(m[0] - first)
    return float(weights @ given[start : start + len(m)])


def _critical(totals: Array, tail: float) -> Array:
    """Smallest count that a fair coin reaches with probability `tail` at most, for each number of tosses."""
    return first_true(
        np.zeros(totals.shape),
        totals + 1,
        lambda x: upper_tail(x, totals, 0.5) <= tail,
        np.round(_normal_critical(totals, tail)),
    )


def _normal_nodes(n: int, disagreement: float) -> tuple[Array, Array]:
    x, weights = np.polynomial.hermite_e.hermegauss(_NODES)
    return n * disagreement + x * np.sqrt(n * disagreement * (1 - disagreement)), weights / weights.sum()


def _normal_critical(totals: Array, tail: float) -> Array:
    """The mean of `_critical` − ½: half a count for continuity, and half a count for being whole."""
    return np.asarray((totals - special.ndtri(tail) * np.sqrt(totals) + 1) / 2)


def _normal_tail(x: Array, n: Array, p: float) -> Array:
    with np.errstate(divide="ignore"):
        return np.asarray(special.ndtr((n * p - x) / np.sqrt(n * p * (1 - p))))
