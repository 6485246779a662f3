"""The exact null distribution of the 5×2 F statistic under correlated normal fold scores."""

# ruff: noqa: D102  the base class says what each method gives

from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy import special

from core.inference.null import Array, NullDistribution, Number


@dataclass(frozen=True, eq=False)
class Exact5x2F(NullDistribution):
    """F = ½(1 + Σm_i²/Σh_i²) for unit normals that correlate by ρ1 within and ρ2 between replicates.

    With m_i the mean and h_i half the difference of the two folds of replicate i,

        P(F ≥ f) = P(λ1·χ²_1 + λ2·χ²_4 ≥ c·χ²_5),  c = (2f − 1)·½(1 − ρ1),
        λ1 = ½(1 + ρ1) + 4ρ2,  λ2 = ½(1 + ρ1) − ρ2,

    all three χ² independent. With u = χ²_1/(χ²_1 + χ²_5) ~ Beta(½, 5/2), independent of the sum, which is χ²_6,
    what is left is one integral over u of a tail of Beta(3, 2): z³(4 − 3z), z = λ2/(λ2 + c − (c + λ1)u).

    Reference: the model of Wang 2016, Proposition.
    """

    rho1: Number
    rho2: Number
    support = (0.5, np.inf)

    @property
    def title(self) -> str:
        return f"exact distribution of the 5×2 F with ρ1 = {self.rho1:.3g}, ρ2 = {self.rho2:.3g}"

    @property
    def latex(self) -> str:
        return rf"F_{{5\times 2}}(\rho_1 = {self.rho1:.3g}, \rho_2 = {self.rho2:.3g})"

    @property
    def weights(self) -> tuple[Number, Number]:
        """λ1 and λ2."""
        half = 0.5 * (1 + np.asarray(self.rho1, dtype=float))
        rho2 = np.asarray(self.rho2, dtype=float)
        return half + 4 * rho2, half - rho2

    def sf(self, x: Number) -> Number:
        x = np.asarray(x, dtype=float)
        finite = np.where(np.isfinite(x), x, 1.0)
        c = (2 * finite - 1) * 0.5 * (1 - np.asarray(self.rho1, dtype=float))
        tail = self._tail(np.maximum(c, 0.0))
        tail = np.where(finite <= 0.5, 1.0, tail)
        return np.where(np.isnan(x), np.nan, np.where(x == np.inf, 0.0, np.where(x == -np.inf, 1.0, tail)))[
            ()
        ]

    def cdf(self, x: Number) -> Number:
        return 1 - self.sf(x)

    def _tail(self, c: Array) -> Array:
        """P(λ1·χ²_1 + λ2·χ²_4 ≥ c·χ²_5).

        Beyond u0 = c/(c + λ1) the first term alone suffices; below, u = sin²φ takes the root out of the density
        and the double-exponential rule follows the integrand into the corner at u0, where it is steep for small λ2.
        """
        lambda1, lambda2 = self.weights
        beyond = special.betainc(2.5, 0.5, lambda1 / (c + lambda1))
        complement = np.arctan2(np.sqrt(lambda1), np.sqrt(c))  # π/2 − φ0: small when c is large
        angle = np.arctan2(np.sqrt(c), np.sqrt(lambda1))
        rest, weight = double_exponential()
        gap = angle[..., None] * rest  # φ0 − φ
        small = complement[..., None]
        # c − (c + λ1)·sin²φ = (c + λ1)(sin²φ0 − sin²φ), without cancellation
        k = (c + lambda1)[..., None] * np.sin(gap) * np.sin(2 * small + gap)
        wide = np.broadcast_to(lambda2, c.shape)[..., None]
        z = np.divide(wide, wide + k, out=np.zeros(k.shape), where=wide > 0)
        values = np.sin(small + gap) ** 4 * z**3 * (4 - 3 * z)
        inside = angle * (values @ weight) * 2 / special.beta(0.5, 2.5)
        return np.asarray(beyond + inside)

    def pdf(self, x: Number) -> Number:
        x = np.asarray(x, dtype=float)
        step = 1e-4 * np.maximum(1.0, np.abs(x))
        low = np.maximum(x - step, 0.5)
        return np.maximum(0.0, (self.sf(low) - self.sf(x + step)) / (x + step - low))

    def isf(self, q: Number) -> Number:
        q = np.asarray(q, dtype=float)
        low, high = np.full(q.shape, -40.0), np.full(q.shape, 200.0)  # of log(F − ½)
        for _ in range(70):
            middle = (low + high) / 2
            above = self.sf(0.5 + np.exp(middle)) > q
            low, high = np.where(above, middle, low), np.where(above, high, middle)
        return (0.5 + np.exp((low + high) / 2))[()]

    def window(self) -> tuple[float, float]:
        return 0.5, float(self.isf(0.01))


@cache
def double_exponential() -> tuple[Array, Array]:
    """Nodes of (0, 1), as distances from 1, and weights of the tanh-sinh rule."""
    steps = np.arange(-90, 91) * 0.04
    argument = np.pi * np.sinh(steps)
    rest = special.expit(-argument)
    return rest, 0.04 * np.pi * np.cosh(steps) * special.expit(argument) * rest
