"""What the corrected t test hangs on: the correlation of the folds that it supposes (Nadeau & Bengio 2003)."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.inference.declaration.number_words import short
from core.inference.distributions.continuous import StudentT
from core.inference.verdicts.verdict import Verdict
from core.records import Array
from core.written import level_text

LARGEST = 0.9
"""Correlations are shown up to here."""


@dataclass(frozen=True, eq=False)
class CorrelationCurve:
    """p of a corrected t test over the correlation that two folds are supposed to have.

    Attributes
    ----------
    rho : array of length n
    p_values : array of length n
    supposed : float
        What the test supposes: n_validation/(n_train + n_validation).
    p_value : float
        There.
    estimate, variance, pairs : float, float, int
        Of the differences: the mean, S², and how many.
    two_sided : bool
    """

    rho: Array
    p_values: Array
    supposed: float
    p_value: float
    estimate: float
    variance: float
    pairs: int
    two_sided: bool

    @property
    def frame(self) -> pd.DataFrame:
        """One row per correlation."""
        return pd.DataFrame({"rho": self.rho, "p_value": self.p_values})

    def turning_point(self, alpha: float) -> float | None:
        """Correlation up to which H0 is rejected; None where it is not even for independent folds.

        Solves d̄² = t²·(1/J + ρ/(1 − ρ))·S² for ρ.
        """
        if self.p_values[0] > alpha:
            return None
        critical = float(StudentT(self.pairs - 1).isf(alpha / 2 if self.two_sided else alpha))
        odds = (self.estimate / critical) ** 2 / self.variance - 1 / self.pairs
        return odds / (1 + odds)

    def sentence(self, alpha: float) -> str:
        """Say up to which correlation the verdict stands, beside the one supposed."""
        turn, level = self.turning_point(alpha), level_text(alpha)
        supposed = f"the test supposes ρ = {short(self.supposed)}, the share of the data in a validation set"
        if turn is None:
            return f"Not even with independent scores would it reject at α = {level}; {supposed}."
        how = "less" if self.supposed <= turn else "more"
        return (
            f"It rejects at α = {level} if two scores correlate by at most ρ = {short(turn)}; {supposed}, which is "
            f"{how}. One run cannot tell the true correlation (Bengio & Grandvalet 2004)."
        )


def over_correlation(verdict: Verdict, points: int = 181) -> CorrelationCurve:
    """P-values of a corrected t test with the variance factor 1/J + ρ/(1 − ρ), for every ρ.

    Parameters
    ----------
    verdict : Verdict
        Of the test ``corrected_t``, with a p-value.
    points : int
        Values of ρ from 0 on.

    Reference: Nadeau & Bengio 2003, section 3.
    """
    terms, alternative = verdict.terms, verdict.alternative
    pairs, ratio = int(terms["pairs"]), float(terms["ratio"])
    supposed = ratio / (1 + ratio)
    rho = np.linspace(0.0, LARGEST, points)
    factor = 1 / pairs + np.append(rho, supposed) / (1 - np.append(rho, supposed))
    statistic = terms["estimate"] / np.sqrt(factor * terms["variance"])
    p = np.asarray(StudentT(pairs - 1).p_value(statistic, alternative), dtype=float)
    return CorrelationCurve(
        rho=rho,
        p_values=p[:-1],
        supposed=supposed,
        p_value=float(p[-1]),
        estimate=float(terms["estimate"]),
        variance=float(terms["variance"]),
        pairs=pairs,
        two_sided=alternative == "two-sided",
    )
