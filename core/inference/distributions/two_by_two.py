"""Errors of two samples → null distributions of Fisher's and of Boschloo's exact test."""

# ruff: noqa: D102  the base class says what each method gives
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from core.inference.distributions.continuous import Alternative, NullDistribution, Number
from core.inference.distributions.discrete import CountNull, Finite, first_true, mass, upper_tail
from core.records import Array

RATES, NEARER, ROUNDS = 200, 21, 5
"""Common rates that are tried first, those around the best that are tried next, and how often."""

ROUNDING = 1 + 1e-12
"""Fisher's p-values that differ relatively by less are the same."""

CELLS, MOST_STEPS = 2**14, 8192
"""Numbers that are summed at a time, and how many of them for one experiment at most."""


@dataclass(frozen=True, eq=False)
class Hypergeometric(CountNull):
    """Errors in a sample of n instances, if errors instances out of all instances are wrong.

    Reference: Fisher 1935.
    """

    instances: Number
    errors: Number
    n: Number

    @property
    def title(self) -> str:
        return f"hypergeometric: {self.n:,.10g} drawn of {self.instances:,.10g}, of which {self.errors:,.10g} are wrong"

    @property
    def latex(self) -> str:
        return rf"\mathrm{{Hypergeometric}}({self.instances:.10g},\, {self.errors:.10g},\, {self.n:.10g})"

    @property
    def ends(self) -> tuple[Number, Number]:
        return np.maximum(0, np.asarray(self.n) + self.errors - self.instances), np.minimum(
            self.n, self.errors
        )

    @property
    def middle(self) -> Number:
        return np.floor((np.asarray(self.n) + 1.0) * (np.asarray(self.errors) + 1.0) / (self.instances + 2.0))

    @property
    def spread(self) -> float:
        share, rest = self.errors / self.instances, self.instances - self.n
        return float(np.sqrt(self.n * share * (1 - share) * rest / max(self.instances - 1, 1)))

    def pdf(self, x: Number) -> Number:
        """Three binomial probabilities, which lose nothing where factorials would."""
        share = np.asarray(self.n) / self.instances
        wrong, right = mass(x, self.errors, share), mass(self.n - x, self.instances - self.errors, share)
        return (wrong * right / mass(self.n, self.instances, share))[()]

    def cdf(self, x: Number) -> Number:
        return self._from_the_nearer_end(np.floor(x), below=True)[()]

    def sf(self, x: Number) -> Number:
        return self._from_the_nearer_end(np.ceil(x), below=False)[()]

    def _from_the_nearer_end(self, x: Array, *, below: bool) -> Array:
        """The tail on this side, or one less that on the other where it is the shorter of the two."""
        low, high = self.ends
        x = np.clip(x, low - 1, high + 1)
        near = (x <= self.middle) == below
        towards = np.where(near, x, x + (1 if below else -1))
        tail = self._tail(towards, np.where(near, below, not below))
        return np.asarray(np.where(near, tail, np.maximum(0.0, 1 - tail)))

    def _tail(self, x: Array, down: Array) -> Array:
        """Σ of the probabilities from x down, or up, each out of the one before; many steps at a time."""
        shape = np.broadcast_shapes(x.shape, np.shape(self.ends[0]))
        most = min(MOST_STEPS, int(np.max(self.n)) + 1)
        steps = np.arange(int(np.clip(CELLS // max(1, int(np.prod(shape))), 1, most)))
        total = term = np.ones(shape)
        for begin in range(0, int(np.max(self.n)) + 1, len(steps)):
            terms = term[..., None] * np.cumprod(self._ratios(x, begin + steps, down), axis=-1)
            total, term = total + terms.sum(axis=-1), terms[..., -1]
            if np.all(term <= 1e-17 * total):
                break
        return np.asarray(np.asarray(self.pdf(x)) * total)

    def _ratios(self, x: Array, steps: Array, down: Array) -> Array:
        """How many times as probable each step's outcome is as the one before it; 0 beyond the ends."""
        errors, n, instances = (
            np.asarray(value)[..., None] for value in (self.errors, self.n, self.instances)
        )
        low, high = (np.asarray(end)[..., None] for end in self.ends)
        down, here = down[..., None], np.where(down[..., None], x[..., None] - steps, x[..., None] + steps)
        others = instances - errors - n
        with np.errstate(all="ignore"):  # beyond the ends
            falls = here * (others + here) / ((errors - here + 1.0) * (n - here + 1.0))
            rises = (errors - here) * (n - here) / ((here + 1.0) * (others + here + 1.0))
        inside = np.where(down, (here > low) & (here <= high), (here >= low) & (here < high))
        return np.asarray(np.where(inside, np.where(down, falls, rises), 0.0))


@lru_cache(maxsize=16)
def fisher_table(n_1: int, n_2: int) -> Array:
    """Fisher's p-value of "the first errs less" for every outcome: errors of the first × errors of the second."""
    first, errors = np.arange(n_1 + 1)[:, None], np.arange(n_1 + n_2 + 1)
    given_errors = np.cumsum(Hypergeometric(n_1 + n_2, errors, n_1).pdf(first), axis=0)
    table = np.asarray(np.minimum(1.0, given_errors[first, first + np.arange(n_2 + 1)]))
    table.flags.writeable = False
    return table


@lru_cache(maxsize=4096)
def worst_rate(n_1: int, n_2: int, statistic: float) -> tuple[float, float]:
    """Largest probability, over all common error rates, of a Fisher p-value so small; and the rate that gives it.

    The outcomes whose p-value for "the first errs less" is at most `statistic`, given the errors of the first, are
    those from some number of errors of the second on.
    """
    first = np.arange(n_1 + 1.0)
    least = (fisher_table(n_1, n_2) > statistic * ROUNDING).sum(axis=1)

    def probability(rates: Array) -> Array:
        rates = rates[:, None]
        return np.asarray(np.sum(mass(first, n_1, rates) * upper_tail(least, n_2, rates), axis=1))

    angles = np.linspace(0, np.pi / 2, RATES + 2)
    for _ in range(ROUNDS):
        found = probability(np.sin(angles) ** 2)
        best = int(np.argmax(found))
        ends = angles[max(best - 1, 0)], angles[min(best + 1, len(angles) - 1)]
        rate, largest = float(np.sin(angles[best]) ** 2), float(found[best])
        angles = np.linspace(*ends, NEARER)
    return min(1.0, largest), rate


@dataclass(frozen=True, eq=False)
class Boschloo(NullDistribution):
    """Fisher's one-sided p-value of two samples, judged at the common error rate that speaks most against H1.

    Small values speak against the null hypothesis, whatever the alternative; two-sided, p is doubled. What is drawn
    is the distribution at the worst rate for the p-value that was observed.

    Reference: Boschloo 1970.
    """

    n_1: int
    n_2: int
    first_less: bool
    observed: float
    discrete = True
    signed = True

    @property
    def title(self) -> str:
        return f"one-sided Fisher's p of {self.n_1} and {self.n_2} instances at the worst common error rate"

    @property
    def latex(self) -> str:
        return rf"\sup_\pi P_\pi(T \le t),\; n_1 = {self.n_1},\, n_2 = {self.n_2}"

    @property
    def support(self) -> tuple[float, float]:
        return self._at_worst.support

    @property
    def _sizes(self) -> tuple[int, int]:
        """With the sample first that errs less if H1 is true."""
        return (self.n_1, self.n_2) if self.first_less else (self.n_2, self.n_1)

    @cached_property
    def _at_worst(self) -> Finite:
        n_1, n_2 = self._sizes
        rate = worst_rate(n_1, n_2, self.observed)[1]
        one, two = mass(np.arange(n_1 + 1.0), n_1, rate), mass(np.arange(n_2 + 1.0), n_2, rate)
        values, place = np.unique(fisher_table(n_1, n_2).ravel(), return_inverse=True)
        return Finite(values, np.bincount(place, np.outer(one, two).ravel()), self.title)

    def cdf(self, x: Number) -> Number:
        tail = [worst_rate(*self._sizes, float(value))[0] for value in np.ravel(x)]
        return np.reshape(tail, np.shape(x))[()]

    def sf(self, x: Number) -> Number:
        return self._at_worst.sf(x)

    def pdf(self, x: Number) -> Number:
        return self._at_worst.pdf(x)

    def isf(self, q: Number) -> Number:
        return self._at_worst.isf(q)

    def p_value(self, statistic: Number, alternative: Alternative = "two-sided") -> Number:
        sides = 2 if alternative == "two-sided" else 1
        return np.minimum(1.0, sides * np.asarray(self.cdf(statistic)))[()]

    def critical_values(self, alpha: float, alternative: Alternative = "two-sided") -> tuple[float, ...]:
        values = self._at_worst.values
        above = first_true(
            np.asarray(0.0),
            np.asarray(float(len(values))),
            lambda place: np.asarray(
                self.p_value(values[min(int(place), len(values) - 1)], alternative) > alpha
            ),
        )
        return (float(values[int(above) - 1]),) if above > 0 else ()

    def rejects(self, statistic: float, alpha: float, alternative: Alternative = "two-sided") -> bool:
        return bool(self.p_value(statistic, alternative) <= alpha)

    def curve(self, points: int = 401) -> tuple[Array, Array]:
        return self._at_worst.curve(points)

    def region(
        self, alpha: float, alternative: Alternative = "two-sided", points: int = 401
    ) -> tuple[tuple[Array, Array], ...]:
        x, probabilities = self.curve(points)
        rejected = x <= max(self.critical_values(alpha, alternative), default=-1.0)
        return ((x[rejected], probabilities[rejected]),) if rejected.any() else ()
