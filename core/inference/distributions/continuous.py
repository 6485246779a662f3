"""Null distributions: what the statistic would do if only luck were at work.

Continuous ones are written with the incomplete beta and gamma functions, which keep their relative accuracy
in tails of 1e-300; the discrete ones count outcomes (see `core.inference.distributions.discrete`).
"""

# ruff: noqa: D102  the base class says what each method gives
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from scipy import special

from core.records import Array

Alternative = Literal["two-sided", "less", "greater"]
Number = Any
"""A float or an array of floats."""

WHOLE = tuple(float(df) for df in range(1, 11))
"""Degrees of freedom for which a tail of χ² is a short sum."""

BEYOND = 1e3
"""Halves of χ² from which on the tail of those is zero."""

EVEN = (2.0, 4.0, 6.0, 8.0, 10.0)
"""Degrees of freedom for which a tail of F is a short sum."""


@dataclass(frozen=True, eq=False)
class NullDistribution:
    """Distribution of a test statistic under the null hypothesis.

    Subclasses give `cdf`, `sf`, `pdf` (probability mass where `discrete`) and `isf`; parameters may be arrays,
    everything is vectorised.
    """

    discrete = False
    signed = False

    @property
    def title(self) -> str:
        """Name with parameters, in words."""
        raise NotImplementedError

    @property
    def latex(self) -> str:
        """Name with parameters, as LaTeX."""
        raise NotImplementedError

    @property
    def support(self) -> tuple[float, float]:
        """Smallest and largest possible value."""
        raise NotImplementedError

    def cdf(self, x: Number) -> Number:
        """P(statistic ≤ x)."""
        raise NotImplementedError

    def sf(self, x: Number) -> Number:
        """P(statistic > x); for discrete distributions P(statistic ≥ x), the tail that tests use."""
        raise NotImplementedError

    def pdf(self, x: Number) -> Number:
        """Density at x, or probability of x where `discrete`."""
        raise NotImplementedError

    def isf(self, q: Number) -> Number:
        """Value with upper tail probability q."""
        raise NotImplementedError

    def ppf(self, q: Number) -> Number:
        """Quantile: the value with lower tail probability q."""
        return self.isf(1 - np.asarray(q))

    def p_value(self, statistic: Number, alternative: Alternative = "two-sided") -> Number:
        """Probability, under the null hypothesis, of a statistic at least as extreme."""
        if alternative == "less":
            return self.cdf(statistic)
        if alternative == "greater" or not self.signed:
            return self.sf(statistic)
        return np.minimum(1.0, 2 * self.sf(np.abs(statistic)))

    def least_p_value(self, alternative: Alternative = "two-sided") -> float:
        """The smallest p-value of any outcome; 0 where the statistic is not discrete."""
        if not self.discrete:
            return 0.0
        return float(np.min(self.p_value(np.array(self.support), alternative)))

    def critical_values(self, alpha: float, alternative: Alternative = "two-sided") -> tuple[float, ...]:
        """Boundaries of the rejection region, from left to right; none where no outcome can be rejected."""
        if alternative == "less":
            return (float(-self.isf(alpha)),)
        if alternative == "greater" or not self.signed:
            return (float(self.isf(alpha)),)
        upper = float(self.isf(alpha / 2))
        return (-upper, upper)

    def rejects(self, statistic: float, alpha: float, alternative: Alternative = "two-sided") -> bool:
        """Whether the statistic lies in the rejection region, whose boundaries belong to it."""
        values = self.critical_values(alpha, alternative)
        if not values:
            return False
        if alternative == "less":
            return bool(statistic <= values[0])
        below = len(values) == 2 and bool(statistic <= values[0])
        return below or bool(statistic >= values[-1])

    def window(self) -> tuple[float, float]:
        """Range of values worth drawing."""
        low, high = self.support
        top = float(self.isf(1e-3))
        return (max(low, -top) if np.isinf(low) else low), min(high, top)

    def curve(self, points: int = 401) -> tuple[Array, Array]:
        """Values and densities (probabilities where `discrete`) for drawing."""
        low, high = self.window()
        x = np.linspace(low, high, points)
        return x, np.asarray(self.pdf(x), dtype=float)

    def tails(self, alpha: float, alternative: Alternative = "two-sided") -> tuple[tuple[float, float], ...]:
        """Stretches of the rejection region, left to right; their outer ends are infinite."""
        values = self.critical_values(alpha, alternative)
        below = [(-np.inf, values[0])] if values and (alternative == "less" or len(values) == 2) else []
        above = [(values[-1], np.inf)] if values and alternative != "less" else []
        return (*below, *above)

    def region(
        self, alpha: float, alternative: Alternative = "two-sided", points: int = 101
    ) -> tuple[tuple[Array, Array], ...]:
        """Pieces of the rejection region for shading: values and densities of each tail."""
        low, high = self.window()
        return tuple(
            self._piece(
                min(low, right - 1) if np.isinf(left) else left,
                max(high, left + 1) if np.isinf(right) else right,
                points,
            )
            for left, right in self.tails(alpha, alternative)
        )

    def _piece(self, left: float, right: float, points: int) -> tuple[Array, Array]:
        x = np.linspace(left, right, points)
        return x, np.asarray(self.pdf(x), dtype=float)


@dataclass(frozen=True, eq=False)
class Normal(NullDistribution):
    """Standard normal distribution."""

    signed = True
    title = "standard normal"
    latex = r"\mathcal N(0, 1)"
    support = (-np.inf, np.inf)

    def cdf(self, x: Number) -> Number:
        return special.ndtr(x)

    def sf(self, x: Number) -> Number:
        return special.ndtr(-np.asarray(x, dtype=float))

    def pdf(self, x: Number) -> Number:
        return np.exp(-(np.asarray(x, dtype=float) ** 2) / 2) / np.sqrt(2 * np.pi)

    def isf(self, q: Number) -> Number:
        return -special.ndtri(q)


@dataclass(frozen=True, eq=False)
class StudentT(NullDistribution):
    """Student's t with `df` degrees of freedom."""

    df: Number
    signed = True
    support = (-np.inf, np.inf)

    @property
    def title(self) -> str:
        return f"t with {_degrees(self.df)} of freedom"

    @property
    def latex(self) -> str:
        return f"t_{{{self.df:.4g}}}"

    def cdf(self, x: Number) -> Number:
        return special.stdtr(self.df, x)

    def sf(self, x: Number) -> Number:
        return special.stdtr(self.df, -np.asarray(x, dtype=float))

    def pdf(self, x: Number) -> Number:
        constant = -special.betaln(self.df / 2, 0.5) - 0.5 * np.log(self.df)
        power = (self.df + 1) / 2 * np.log1p(np.asarray(x, dtype=float) ** 2 / self.df)
        return np.exp(constant - power)

    def isf(self, q: Number) -> Number:
        return -special.stdtrit(self.df, q)

    def window(self) -> tuple[float, float]:
        top = _before_a_spike(super().window()[1], float(self.isf(0.025)), 16 * float(self.isf(0.25)))
        return -top, top


@dataclass(frozen=True, eq=False)
class FisherF(NullDistribution):
    """Fisher's F with `dfn` and `dfd` degrees of freedom."""

    dfn: Number
    dfd: Number
    support = (0.0, np.inf)

    @property
    def title(self) -> str:
        return f"F with {self.dfn:.4g} and {self.dfd:.4g} degrees of freedom"

    @property
    def latex(self) -> str:
        return f"F_{{{self.dfn:.4g},\\,{self.dfd:.4g}}}"

    def cdf(self, x: Number) -> Number:
        return special.fdtr(self.dfn, self.dfd, x)

    def sf(self, x: Number) -> Number:
        if np.ndim(self.dfn) == 0 and self.dfn in EVEN:
            return self._sum(np.asarray(x, dtype=float))
        return special.fdtrc(self.dfn, self.dfd, x)

    def _sum(self, x: Array) -> Array:
        """Upper tail for even `dfn`, a finite sum of positive terms: y^b·Σ_{i < dfn/2} (b)_i/i!·(1 − y)^i.

        b = dfd/2, y = dfd/(dfd + dfn·x).

        Reference: Abramowitz & Stegun 1964, 26.6.4.
        """
        b, y = np.asarray(self.dfd) / 2, self.dfd / (self.dfd + self.dfn * np.maximum(x, 0.0))
        total = np.ones(y.shape)
        for i in range(int(self.dfn) // 2 - 1, 0, -1):
            total = 1 + total * (1 - y) * ((b + i - 1) / i)
        return np.asarray(y**b * total)[()]

    def pdf(self, x: Number) -> Number:
        a, b = self.dfn / 2, self.dfd / 2
        scaled = self.dfn / self.dfd * np.asarray(x, dtype=float)
        with np.errstate(divide="ignore"):
            logarithm = special.xlogy(a - 1, scaled) - (a + b) * np.log1p(scaled) - special.betaln(a, b)
        return np.where(scaled >= 0, np.exp(logarithm) * self.dfn / self.dfd, 0.0)

    def isf(self, q: Number) -> Number:
        below = _beta_quantile(self.dfd / 2, self.dfn / 2, q)
        above = np.where(below < 0.5, 1 - below, special.betainccinv(self.dfn / 2, self.dfd / 2, q))
        with np.errstate(divide="ignore"):
            return self.dfd / self.dfn * above / below

    def ppf(self, q: Number) -> Number:
        below = _beta_quantile(self.dfn / 2, self.dfd / 2, q)
        above = np.where(below < 0.5, 1 - below, special.betainccinv(self.dfd / 2, self.dfn / 2, q))
        with np.errstate(divide="ignore"):
            return self.dfd / self.dfn * below / above

    def window(self) -> tuple[float, float]:
        return 0.0, _before_a_spike(float(self.isf(0.01)), float(self.isf(0.05)), 8 * float(self.isf(0.25)))


def _degrees(df: float) -> str:
    return f"{df:.4g} degree{'s' if df != 1 else ''}"


def _before_a_spike(far: float, critical: float, wide: float) -> float:
    """Where a curve of few degrees of freedom is cut, since its whole tail would leave a spike of the rest.

    Parameters
    ----------
    far : float
        Where the tail of others ends.
    critical : float
        The critical value at α = .05, which is to be seen.
    wide : float
        As wide as a picture can be in which the middle of the curve has a shape.
    """
    return min(far, max(1.25 * critical, wide))


def _beta_quantile(a: Number, b: Number, q: Number) -> Number:
    """Quantile of a beta distribution; its leading term far down, where `scipy.special.betaincinv` gives NaN."""
    with np.errstate(divide="ignore"):
        far = np.exp((np.log(q) + np.log(a) + special.betaln(a, b)) / a)
    return np.where(far < 1e-20, far, special.betaincinv(a, b, q))


@dataclass(frozen=True, eq=False)
class ChiSquared(NullDistribution):
    """Chi-squared with `df` degrees of freedom."""

    df: Number
    support = (0.0, np.inf)

    @property
    def title(self) -> str:
        return f"χ² with {_degrees(self.df)} of freedom"

    @property
    def latex(self) -> str:
        return f"\\chi^2_{{{self.df:.4g}}}"

    def cdf(self, x: Number) -> Number:
        return special.gammainc(self.df / 2, np.maximum(x, 0) / 2)

    def sf(self, x: Number) -> Number:
        half = np.maximum(x, 0.0) / 2
        if np.ndim(self.df) == 0 and self.df in WHOLE:
            return self._sum(np.minimum(half, BEYOND))
        return special.gammaincc(self.df / 2, half)

    def _sum(self, half: Number) -> Number:
        """Upper tail for whole `df`, a finite sum of positive terms; erfc is that of one degree of freedom.

        Reference: Abramowitz & Stegun 1964, 26.4.4, 26.4.5.
        """
        odd = self.df % 2
        total = np.zeros(np.shape(half))
        for i in range(int(self.df - odd) // 2 - 1, -1, -1):
            total = 1 + total * half / (i + 1 + odd / 2)
        if not odd:
            return np.exp(-half) * total
        root = np.sqrt(half)
        return special.erfc(root) + np.exp(-half) * total * root * (2 / np.sqrt(np.pi))

    def pdf(self, x: Number) -> Number:
        a, half = self.df / 2, np.asarray(x, dtype=float) / 2
        with np.errstate(divide="ignore"):
            logarithm = special.xlogy(a - 1, half) - half - special.gammaln(a)
        return np.where(half >= 0, np.exp(logarithm) / 2, 0.0)

    def isf(self, q: Number) -> Number:
        return 2 * special.gammainccinv(self.df / 2, q)

    def curve(self, points: int = 401) -> tuple[Array, Array]:
        x, density = super().curve(points)
        kept = np.isfinite(density)  # the density of one degree of freedom is infinite at zero
        return x[kept], density[kept]
