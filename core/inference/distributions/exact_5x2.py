"""ρ1 and ρ2 → the exact null distribution of the 5×2 F, for correlated normal fold scores (model of Wang 2016)."""

# ruff: noqa: D102  the base class says what each method gives
from dataclasses import dataclass

import numpy as np
from scipy import special

from core.inference.distributions.continuous import NullDistribution, Number
from core.records import Array

CLOSE, SERIES = 0.1, 18
"""Up to this s² a power series of so many terms is exact to rounding."""


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
        """P(λ1·χ²_1 + λ2·χ²_4 ≥ c·χ²_5), every step a sum of positive terms but the last.

        Beyond u = c/(c + λ1) the first term alone suffices. Below, u = t²/(1 + t²) leaves
        4λ2³·∫dt/Q³ − 3λ2⁴·∫(1 + t²)dt/Q⁴ with Q = a − 5ρ2·t², a = λ2 + c, and integration by parts lowers the powers.
        """
        lambda1, lambda2 = self.weights
        lambda2 = np.maximum(lambda2, 1e-100)  # ρ1 = 0, ρ2 = ½ leaves the first term alone
        beyond = special.betainc(2.5, 0.5, lambda1 / (c + lambda1))
        t, a, q = np.sqrt(c / lambda1), lambda2 + c, 1 + c / lambda1  # q = Q/λ2 at the end
        end = t / q
        first, second = _integrals(t, a, q, lambda2, 5 * np.asarray(self.rho2, dtype=float))
        # λ2^k·∫dt/Q^k for k = 2, 3, 4, then λ2⁴·∫t²dt/Q^k for k = 3, 4
        plain2 = lambda2 * (end + first) / (2 * a)
        plain3 = lambda2 * (end / q + 3 * plain2) / (4 * a)
        plain4 = lambda2 * (end / q / q + 5 * plain3) / (6 * a)
        square3 = lambda2**2 * (end**2 * t + second) / (4 * a)
        square4 = (lambda2 * end**3 + 3 * square3) / (6 * a)
        inside = 4 * plain3 - 3 * (plain4 + square4)  # the second never exceeds ¾ of the first
        return np.asarray(beyond + inside * 2 / special.beta(0.5, 2.5))

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


def _integrals(t: Array, a: Array, q: Array, lambda2: Array, slope: Array) -> tuple[Array, Array]:
    """λ2·∫dt/Q and λ2²·∫t²dt/Q² from 0 to t, Q = a − slope·t², where Q = λ2·q at the end.

    With s = t·√(slope/a) they are artanh(s)/s and (s/(1 − s²) − artanh s)/(2s³) up to factors, with the arctangent and
    the other sign where the slope is negative; near s = 0, where the latter cancels, its power series
    Σ (j + 1)/(2j + 3)·s^2j is summed.
    """
    s2 = slope * t**2 / a
    s, falls = np.sqrt(np.maximum(np.abs(s2), 1e-30)), s2 < 0
    angle = np.where(falls, np.arctan(s), np.arcsinh(s * np.sqrt(a / (lambda2 * q))))
    first = lambda2 * t / a * angle / s
    j = np.arange(SERIES)
    series = np.polynomial.polynomial.polyval(np.clip(s2, -CLOSE, CLOSE), (j + 1) / (2 * j + 3))
    exact = np.where(falls, -1, 1) * (s * a * lambda2 / q - lambda2**2 * angle) / (2 * s**3)
    return first, t * (t / a) ** 2 * np.where(np.abs(s2) < CLOSE, lambda2**2 * series, exact)
