"""How often McNemar's exact test rejects: exact sums over how many instances disagree, or their normal limit."""

from bisect import bisect_left
from collections.abc import Callable, Mapping

import numpy as np
from scipy import special

from core.errors import InputError
from core.inference.distributions.discrete import first_true, mass, upper_tail
from core.records import Array
from core.written import in_percent

MOST_SUMMED = 2_000
"""Expected disagreements up to which a difference is looked for by exact sums; the normal limit of the sums gives the
same from there on, to three digits at levels from .001."""

_REACH = 8.5
_AT_ONCE = 64
_TINY = 1e-300
_NODES = 24
_WALKED = 256
"""Steps between two exact tails: what they add up errs by 1e-14, in a thirtieth of the time."""


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
    if not sum(rates):
        return np.zeros(n.shape)
    totals, given = _given_totals(n.min(), n.max(), rates, sides)
    return few_at_once(lambda sizes: _mean(given, totals[0], sizes, sum(rates)), n)


def stays_above(target: float, passing: int, rates: tuple[float, float], sides: Mapping[str, float]) -> int:
    """The smallest size from which power stays at a target.

    It is looked for downwards from where the least power that so many disagreements or more can have is enough: this
    one grows with every instance, so no larger size misses the target.

    Parameters
    ----------
    target : float
    passing : int
        A size that reaches it, where half of it does not; those up to twice as large are looked at.
    rates, sides
        As for `disagreement_power`.

    Raises
    ------
    InputError
        If the rates sum to more than 1.
    """
    most, disagree = 2 * passing + 50, sum(rates)
    totals, given = _given_totals(passing // 2, most, rates, sides)
    least = np.minimum.accumulate(given[::-1])[::-1]

    def mean(of: Array, n: int) -> float:
        return float(_mean(of, totals[0], np.array([n]), disagree)[0])

    size = bisect_left(range(most), target, passing // 2, key=lambda n: mean(least, n))
    while size > 2 and mean(given, size - 1) >= target:
        size -= 1
    return size


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
    m, weights = likely_counts(n, disagreement) if exact else _normal_nodes(n, disagreement)
    critical = _critical(m, alpha / 2) if exact else _normal_critical(m, alpha / 2)
    tail = upper_tail if exact else _normal_tail

    def found(difference: float) -> float:
        share = (1 + difference / disagreement) / 2
        return float(weights @ (tail(critical, m, share) + tail(critical, m, 1 - share)))

    return found


def _likely(n: float, p: float) -> Array:
    """Counts outside of which there is less than 1e-15."""
    reach = _REACH * np.sqrt(n * p * (1 - p)) + _REACH
    return np.arange(max(0.0, np.floor(n * p - reach)), min(n, np.ceil(n * p + reach)) + 1)


def likely_counts(n: float, p: float) -> tuple[Array, Array]:
    """Likely values of a binomial count with their probabilities."""
    (x,), (weights,) = likely_rows(np.array([n]), p)
    likely = _likely(n, p)
    known = (x >= likely[0]) & (x <= likely[-1])
    return x[known], weights[known]


def likely_rows(n: Array, p: float) -> tuple[Array, Array]:
    """Likely counts for many sizes, one row for each; what is impossible has the probability 0.

    Each follows from its neighbour nearer to the most likely one: as exact as one by one, in a twentieth of the time.
    """
    n = n[:, None]
    reach = np.ceil(_REACH * np.sqrt(n.max(initial=0) * p * (1 - p)) + _REACH)
    x = np.minimum(np.floor((n + 1) * p), n) + np.arange(-reach, reach + 1)
    top = int(reach)
    odds = max(p, _TINY) / max(1 - p, _TINY)
    weights = np.ones(x.shape)
    np.cumprod((n - x[:, top:-1]) / x[:, top + 1 :] * odds, axis=1, out=weights[:, top + 1 :])
    rising = x[:, top:0:-1] / (n + 1 - x[:, top:0:-1]) / odds
    np.cumprod(rising, axis=1, out=weights[:, top - 1 :: -1])
    return x, weights / weights.sum(axis=1, keepdims=True)


def few_at_once(power_at: Callable[[Array], Array], n: Array) -> Array:
    """Power at many sizes: one by one they take four times as long, and all at once too much memory."""
    parts = np.array_split(n, 1 + len(n) // _AT_ONCE)
    return np.concatenate([power_at(part) for part in parts])


def _given_totals(
    fewest: float, most: float, rates: tuple[float, float], sides: Mapping[str, float]
) -> tuple[Array, Array]:
    """All numbers of disagreements that are likely from one size to another, and the power given each."""
    p01, p10 = rates
    disagree = p01 + p10
    if disagree > 1:
        raise InputError(
            f"The two shares sum to {in_percent(disagree)}, more than {in_percent(1)}.",
            hint="Lower one of them: both are parts of all instances.",
        )
    totals = np.arange(_likely(fewest, disagree)[0], _likely(most, disagree)[-1] + 1)
    towards = {"greater": p01 / disagree, "less": p10 / disagree}
    return totals, np.sum([_rejected(totals, tail, towards[side]) for side, tail in sides.items()], axis=0)


def _mean(given: Array, first: float, n: Array, disagreement: float) -> Array:
    m, weights = likely_rows(n, disagreement)
    return np.asarray(np.sum(weights * given.take((m - first).astype(int), mode="clip"), axis=1))


def _rejected(totals: Array, tail: float, share: float) -> Array:
    """P(X ≥ `_critical`) of a binomial count with a share, for numbers of tosses that follow on one another.

    Many are walked through, from exact tails at every `_WALKED`th: one toss more adds what stood one below the
    critical count, and that count grows by one where a fair coin reaches it too often.
    """
    few = len(totals) <= 16 * _WALKED
    near = totals if few else totals[: 8 * _WALKED]
    directly = upper_tail(_critical(near, tail), near, share)
    if few:
        return directly
    n = totals[len(near) :: _WALKED]
    x = _critical(n, tail)
    coins = np.array([[0.5], [min(share, 1 - 1e-16)]])  # nothing is divided by 0
    above, at = upper_tail(x, n, coins), mass(x, n, coins)
    walked = np.empty((len(n), _WALKED))
    for step in range(_WALKED):
        walked[:, step] = above[1]
        n = n + 1
        above = above + at * x * (1 - coins) / (n - x)
        at = at * n * (1 - coins) / (n - x)
        further = above[0] > tail
        above = above - further * at
        at = np.where(further, at * (n - x) * coins / ((x + 1) * (1 - coins)), at)
        x = x + further
    return np.concatenate([directly, walked.ravel()[: len(totals) - len(near)]])


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
