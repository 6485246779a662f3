"""Discrete null distributions: binomial counts, and finite lists of outcomes.

Tails come from the incomplete beta function, which keeps its relative accuracy for tails of 1e-300: it errs by 2e-14
with 300 trials and 5e-11 with 1e9, where `scipy.special.bdtr` errs by 5e-13 and 0.7. `scipy.stats.binom.sf` is as
exact, but takes 109 µs for a single tail, not 19. The mass is scipy's: in mid-p-values more exact than Loader's
deviance form (2e-14 beside 4e-14), and in half of the time.
"""

# ruff: noqa: D102  the base class says what each method gives
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import special

from core.inference.distributions.continuous import Alternative, NullDistribution, Number
from core.records import Array
from core.written import number

MOST_LISTED = 4096
"""Counts of which all p-values are worked out at once, in no more time than those of the few that a search asks for."""

TIE = 1 + 1e-7
"""Outcomes whose probabilities differ relatively by less than 1e-7 count as equally probable."""


def upper_tail(x: Number, n: Number, p: Number) -> Array:
    """P(X ≥ x) of a binomial count, vectorised."""
    x, n = np.asarray(x, dtype=float), np.asarray(n, dtype=float)
    inside = special.betainc(np.maximum(x, 1), np.maximum(n - x + 1, 1), p)
    return np.asarray(np.where(x <= 0, 1.0, np.where(x > n, 0.0, inside)))


def lower_tail(x: Number, n: Number, p: Number) -> Array:
    """P(X ≤ x) of a binomial count, vectorised."""
    x, n = np.asarray(x, dtype=float), np.asarray(n, dtype=float)
    inside = special.betaincc(np.maximum(x + 1, 1), np.maximum(n - x, 1), p)
    return np.asarray(np.where(x >= n, 1.0, np.where(x < 0, 0.0, inside)))


def mass(x: Number, n: Number, p: Number) -> Array:
    """P(X = x) of a binomial count, vectorised; 0 between whole numbers."""
    from scipy.stats import binom  # takes half a second to load

    return np.asarray(binom.pmf(x, n, p))


def first_true(
    low: Array, high: Array, condition: Callable[[Array], Array], near: Number | None = None
) -> Array:
    """Smallest whole number in [low, high] where a condition holds that stays true once it is; high if none.

    Parameters
    ----------
    low, high : arrays of whole numbers
    condition : callable
        Takes whole numbers of their shape.
    near : array, optional
        Where it is expected: a good guess leaves four steps of the sixteen that 50,000 numbers take.
    """
    low, high = np.array(low, dtype=float), np.array(high, dtype=float)
    near, reach = None if near is None else np.clip(near, low, high), 1.0
    while np.any(low < high):
        middle = np.floor((low + high) / 2)
        if near is not None:
            middle = np.clip(np.clip(middle, near - reach, near + reach), low, high - 1)
            reach *= 2
        true = condition(middle)
        low, high = np.where(true | (low >= high), low, middle + 1), np.where(true, middle, high)
    return high


def by_table(function: Callable[[Array, Array], Array], first: Array, second: Array) -> Array:
    """Apply a function of two whole numbers, once for each pair that occurs where there are more pairs than values.

    Parameters
    ----------
    function : callable
        Takes two arrays of one shape and gives one of that shape.
    first, second : arrays of whole numbers
    """
    first, second = np.broadcast_arrays(first, second)
    if first.size < 2:
        return function(first, second)
    low, least = first.min(), second.min()
    height, width = int(first.max() - low) + 1, int(second.max() - least) + 1
    if height * width > first.size:
        return function(first, second)
    cell = ((first - low) * width + (second - least)).astype(np.intp)
    occurs = np.zeros(height * width, dtype=bool)
    occurs[cell] = True
    occurring = np.flatnonzero(occurs)
    table = np.empty(height * width)
    table[occurring] = function(low + occurring // width, least + occurring % width)
    return np.asarray(table[cell])


class CountNull(NullDistribution):
    """A whole number whose probabilities fall on both sides of a middle.

    Subclasses give `ends`, where probabilities begin to fall as `middle`, `spread`, `cdf`, `sf` and `pdf`. The
    two-sided p-value sums all outcomes no more probable than the one observed.
    """

    discrete = True
    signed = True

    @property
    def ends(self) -> tuple[Number, Number]:
        raise NotImplementedError

    @property
    def middle(self) -> Number:
        raise NotImplementedError

    @property
    def spread(self) -> float:
        raise NotImplementedError

    @property
    def support(self) -> tuple[float, float]:
        return float(self.ends[0]), float(self.ends[1])

    def isf(self, q: Number) -> Number:
        low, high = self.ends
        zero = np.zeros(np.shape(q))
        return first_true(zero + low, zero + high, lambda x: np.asarray(self.sf(x + 1)) <= q)[()]

    def p_value(self, statistic: Number, alternative: Alternative = "two-sided") -> Number:
        x = np.asarray(statistic, dtype=float)
        if alternative == "two-sided":
            return self._two_sided(x)[()]
        return self.cdf(x) if alternative == "less" else self.sf(x)

    def _two_sided(self, x: Array) -> Array:
        low, high = self.ends
        x, middle, low, high = (
            np.asarray(value, dtype=float) for value in np.broadcast_arrays(x, self.middle, low, high)
        )
        limit = np.asarray(self.pdf(x)) * TIE
        left, above, below, opposite = x < middle, high + 1, low - 1, np.round(2 * middle - x)
        if left.any():
            above = first_true(np.ceil(middle), above, lambda k: self.pdf(k) <= limit, opposite)
        if not left.all():
            below = -first_true(-np.floor(middle), -below, lambda k: self.pdf(-k) <= limit, -opposite)
        if left.all() or not left.any():  # a tail of large counts is dear: only those that are used
            own, other = (self.cdf(x), self.sf(above)) if left.all() else (self.sf(x), self.cdf(below))
        else:
            own = np.where(left, self.cdf(x), self.sf(x))
            other = np.where(left, self.sf(above), self.cdf(below))
        total = own + np.where(limit > 0, other, 0.0)  # a mass below 1e-323 cannot be compared
        return np.asarray(np.where(x == middle, 1.0, np.minimum(1.0, total)))

    def critical_values(self, alpha: float, alternative: Alternative = "two-sided") -> tuple[float, ...]:
        (low, high), middle = self.support, float(self.middle)
        both = (float(np.floor(middle)), low), (float(np.ceil(middle)), high)
        ways = {"two-sided": both, "less": ((high, low),), "greater": ((low, high),)}
        found = (self._first_that_rejects(*way, alternative, alpha) for way in ways[alternative])
        return tuple(count for count in found if count is not None)

    def _first_that_rejects(
        self, start: float, end: float, alternative: Alternative, alpha: float
    ) -> float | None:
        """The first count on the way from one that p falls along; None if there is none."""
        sign = 1.0 if end > start else -1.0
        if abs(end - start) < MOST_LISTED:
            rejecting = np.flatnonzero(self._p_along(start, end, alternative) <= alpha)
            return start + sign * float(rejecting[0]) if rejecting.size else None
        beyond = np.asarray(sign * end + 1)
        found = first_true(
            np.asarray(sign * start), beyond, lambda k: self._p_of(sign * k, alternative) <= alpha
        )
        return None if found == beyond else sign * float(found)

    def _p_along(self, start: float, end: float, alternative: Alternative) -> Array:
        """P-values of all counts on a way, worked out once: the critical values of many levels share them."""
        key = alternative, start, end
        if key not in self._known:
            step = 1 if end > start else -1
            self._known[key] = np.asarray(self.p_value(np.arange(start, end + step, step), alternative))
        return self._known[key]

    def _p_of(self, count: Array, alternative: Alternative) -> Array:
        """P-value of one count, worked out once: the critical values of many levels share their steps."""
        return np.asarray(self._p_along(float(count), float(count), alternative)[0])

    @cached_property
    def _known(self) -> dict[tuple[Alternative, float, float], Array]:
        return {}

    def rejects(self, statistic: float, alpha: float, alternative: Alternative = "two-sided") -> bool:
        return bool(self.p_value(statistic, alternative) <= alpha)

    def window(self) -> tuple[float, float]:
        (low, high), middle, reach = self.support, float(self.middle), 4.5 * self.spread + 2
        return max(low, np.floor(middle - reach)), min(high, np.ceil(middle + reach))

    def curve(self, points: int = 401) -> tuple[Array, Array]:
        low, high = self.window()
        x = np.unique(np.round(np.linspace(low, high, int(min(points, high - low + 1)))))
        return x, np.asarray(self.pdf(x), dtype=float)

    def region(
        self, alpha: float, alternative: Alternative = "two-sided", points: int = 401
    ) -> tuple[tuple[Array, Array], ...]:
        x, mass = self.curve(points)
        rejected = np.asarray(self.p_value(x, alternative)) <= alpha
        below = x < float(self.middle)
        tails = (rejected & below, rejected & ~below)
        return tuple((x[tail], mass[tail]) for tail in tails if tail.any())


@dataclass(frozen=True, eq=False)
class Binomial(CountNull):
    """Number of successes in n trials with probability p; `mid` subtracts half of the observed outcome."""

    n: Number
    p: Number
    mid: bool = False

    @property
    def title(self) -> str:
        counted = ", half of the observed outcome counted" if self.mid else ""
        trials = "1 trial" if self.n == 1 else f"{self.n:,.10g} trials"
        return f"binomial with {trials} and probability {number(self.p)}{counted}"

    @property
    def latex(self) -> str:
        return rf"\mathrm{{Binomial}}({self.n:.10g},\, {self.p:.4g})"

    @property
    def ends(self) -> tuple[Number, Number]:
        return 0.0, self.n

    @property
    def middle(self) -> Number:
        return self.n * np.asarray(self.p)

    @property
    def spread(self) -> float:
        return float(np.sqrt(self.n * self.p * (1 - self.p)))

    def cdf(self, x: Number) -> Number:
        return lower_tail(np.floor(x), self.n, self.p)[()]

    def sf(self, x: Number) -> Number:
        return upper_tail(np.ceil(x), self.n, self.p)[()]

    def pdf(self, x: Number) -> Number:
        return mass(x, self.n, self.p)[()]

    def p_value(self, statistic: Number, alternative: Alternative = "two-sided") -> Number:
        p = super().p_value(statistic, alternative)
        if not self.mid:
            return p
        observed = self.pdf(statistic)
        if alternative != "two-sided":
            return p - observed / 2
        return np.where(np.asarray(statistic) == self.middle, 1.0, p - observed)[()]


@dataclass(frozen=True, eq=False)
class Finite(NullDistribution):
    """Outcomes listed with their probabilities, symmetric about `centre`.

    Attributes
    ----------
    values : array
        Ascending.
    probabilities : array
    words : str
        Title.
    centre : float
    tolerance : float
        Values closer than this are the same.
    """

    values: Array
    probabilities: Array
    words: str
    centre: float = 0.0
    tolerance: float = 0.0
    discrete = True
    signed = True

    @property
    def title(self) -> str:
        return self.words

    @property
    def latex(self) -> str:
        return rf"\text{{{self.words}}}"

    @property
    def support(self) -> tuple[float, float]:
        return float(self.values[0]), float(self.values[-1])

    def cdf(self, x: Number) -> Number:
        count = np.searchsorted(self.values, np.asarray(x, dtype=float) + self.tolerance, side="right")
        return np.minimum(1.0, np.concatenate([[0.0], np.cumsum(self.probabilities)])[count])[()]

    def sf(self, x: Number) -> Number:
        count = np.searchsorted(self.values, np.asarray(x, dtype=float) - self.tolerance, side="left")
        tails = np.concatenate([np.cumsum(self.probabilities[::-1])[::-1], [0.0]])
        return np.minimum(1.0, tails[count])[()]

    def pdf(self, x: Number) -> Number:
        return np.asarray(self.sf(x)) + np.asarray(self.cdf(x)) - 1

    def isf(self, q: Number) -> Number:
        tails = np.concatenate([np.cumsum(self.probabilities[::-1])[::-1][1:], [0.0]])
        place = np.searchsorted(-tails, -np.asarray(q, dtype=float), side="left")
        return self.values[np.minimum(place, len(self.values) - 1)]

    def p_value(self, statistic: Number, alternative: Alternative = "two-sided") -> Number:
        if alternative == "less":
            return self.cdf(statistic)
        if alternative == "greater":
            return self.sf(statistic)
        distance = np.abs(np.asarray(statistic, dtype=float) - self.centre)
        p = 2 * np.asarray(self.sf(self.centre + distance))
        return np.where(distance <= self.tolerance, 1.0, np.minimum(1.0, p))[()]

    def critical_values(self, alpha: float, alternative: Alternative = "two-sided") -> tuple[float, ...]:
        p = np.asarray(self.p_value(self.values, alternative))
        rejected = self.values[p <= alpha]
        low, high = rejected[rejected < self.centre], rejected[rejected > self.centre]
        ends = [float(low.max())] if low.size else []
        return tuple(ends + ([float(high.min())] if high.size else []))

    def rejects(self, statistic: float, alpha: float, alternative: Alternative = "two-sided") -> bool:
        return bool(self.p_value(statistic, alternative) <= alpha)

    def curve(self, points: int = 401) -> tuple[Array, Array]:
        if len(self.values) <= points:
            return self.values, self.probabilities
        rounding = max(self.tolerance, 1e-12 * float(np.abs(self.values).max()))
        first = np.flatnonzero(np.diff(self.values, prepend=-np.inf) > rounding)
        if len(first) <= points:  # a long list of few different outcomes
            return self.values[first], np.add.reduceat(self.probabilities, first)
        edges = np.linspace(self.values[0], self.values[-1], points + 1)
        mass, _ = np.histogram(self.values, bins=edges, weights=self.probabilities)
        return (edges[:-1] + edges[1:]) / 2, mass

    def region(
        self, alpha: float, alternative: Alternative = "two-sided", points: int = 401
    ) -> tuple[tuple[Array, Array], ...]:
        x, mass = self.curve(points)
        rejected = np.asarray(self.p_value(x, alternative)) <= alpha
        below = x < self.centre
        tails = (rejected & below, rejected & ~below)
        return tuple((x[tail], mass[tail]) for tail in tails if tail.any())


@dataclass(frozen=True, eq=False)
class RankSumNormal(NullDistribution):
    """Normal approximation of a sum of signed ranks, with a continuity correction of ½."""

    mean: Number
    sd: Number
    signed = True

    @property
    def title(self) -> str:
        return f"normal approximation with mean {self.mean:.6g} and standard deviation {self.sd:.4g}"

    @property
    def latex(self) -> str:
        return rf"\mathcal N({self.mean:.6g},\, {self.sd:.4g}^2)"

    @property
    def support(self) -> tuple[float, float]:
        return 0.0, 2 * float(self.mean)

    def cdf(self, x: Number) -> Number:
        return special.ndtr((np.asarray(x) - self.mean + 0.5) / self.sd)

    def sf(self, x: Number) -> Number:
        return special.ndtr((self.mean - np.asarray(x) + 0.5) / self.sd)

    def pdf(self, x: Number) -> Number:
        z = (np.asarray(x) - self.mean) / self.sd
        return np.exp(-(z**2) / 2) / (self.sd * np.sqrt(2 * np.pi))

    def isf(self, q: Number) -> Number:
        return self.mean + 0.5 - self.sd * special.ndtri(q)

    def p_value(self, statistic: Number, alternative: Alternative = "two-sided") -> Number:
        if alternative == "less":
            return self.cdf(statistic)
        if alternative == "greater":
            return self.sf(statistic)
        return np.minimum(1.0, 2 * self.sf(self.mean + np.abs(np.asarray(statistic) - self.mean)))

    def critical_values(self, alpha: float, alternative: Alternative = "two-sided") -> tuple[float, ...]:
        if alternative == "less":
            return (float(2 * self.mean - self.isf(alpha)),)
        if alternative == "greater":
            return (float(self.isf(alpha)),)
        upper = float(self.isf(alpha / 2))
        return float(2 * self.mean) - upper, upper

    def window(self) -> tuple[float, float]:
        return float(self.mean - 4 * self.sd), float(self.mean + 4 * self.sd)


@dataclass(frozen=True, eq=False)
class Skewed(Finite):
    """The same without symmetry: two-sided, the smaller tail counts twice."""

    def p_value(self, statistic: Number, alternative: Alternative = "two-sided") -> Number:
        if alternative != "two-sided":
            return super().p_value(statistic, alternative)
        return np.minimum(1.0, 2 * np.minimum(self.cdf(statistic), self.sf(statistic)))[()]
