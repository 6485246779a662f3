"""What the 5×2 verdicts hang on: the arbitrary numerator of t, the unknown correlations behind F."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.inference.distributions.exact_5x2 import Exact5x2F
from core.inference.verdicts.verdict import Verdict
from core.records import Array
from core.written import in_percent


def ten_numerators(verdict: Verdict) -> pd.DataFrame:
    """Every t statistic that the 5×2 t test could have used, with its p-value.

    Parameters
    ----------
    verdict : Verdict
        Of the test ``5x2_t``.

    Returns
    -------
    DataFrame
        Columns replicate, fold, difference, statistic, p_value: one row per numerator.

    Reference: I2ML eq. 19.16; Alpaydın 1999.
    """
    statistics = np.asarray(verdict.terms["numerators"], dtype=float)
    replicate, fold = np.indices(statistics.shape) + 1
    p_values = np.asarray(verdict.null.p_value(statistics.ravel(), verdict.alternative), dtype=float)
    return pd.DataFrame(
        {
            "replicate": replicate.ravel(),
            "fold": fold.ravel(),
            "difference": np.asarray(verdict.terms["d"], dtype=float).ravel(),
            "statistic": statistics.ravel(),
            "p_value": np.full(statistics.size, np.nan) if verdict.p_value is None else p_values,
        }
    )


@dataclass(frozen=True, eq=False)
class Triangle:
    """p-values of the exact 5×2 F over all correlations 0 ≤ ρ1 ≤ ρ2 ≤ ½.

    Attributes
    ----------
    rho : array of length n
        Values of both correlations.
    p_values : array of shape n × n
        Rows ρ1, columns ρ2; NaN where ρ1 > ρ2.
    statistic : float
    """

    rho: Array
    p_values: Array
    statistic: float

    @property
    def frame(self) -> pd.DataFrame:
        """One row per pair of correlations."""
        row, column = np.nonzero(~np.isnan(self.p_values))
        return pd.DataFrame(
            {"rho1": self.rho[row], "rho2": self.rho[column], "p_value": self.p_values[row, column]}
        )

    def share(self, alpha: float) -> float:
        """Share of the triangle on which H0 is rejected."""
        return float((self.frame["p_value"] <= alpha).mean())

    def sentence(self, alpha: float) -> str:
        """Say whether the verdict hangs on the correlations."""
        worst = float(self.p_values[-1, -1])
        if worst <= alpha:
            return (
                f"Robust: even at ρ1 = ρ2 = ½ the exact p-value is {worst:.2g}, so the verdict holds whatever the "
                "correlations are."
            )
        share = self.share(alpha)
        if share == 0:
            return "At no correlations at all would the exact test reject."
        return (
            f"The exact test rejects on {in_percent(share, '.0f')} of the triangle: the verdict hangs on correlations "
            "that one run cannot tell (Bengio & Grandvalet 2004)."
        )


def exact_triangle(statistic: float, points: int = 26) -> Triangle:
    """p-values of an observed 5×2 F over the triangle of correlations.

    Parameters
    ----------
    statistic : float
        The F statistic; ∞ where its denominator is zero.
    points : int
        Values of each correlation from 0 to ½.
    """
    rho = np.linspace(0.0, 0.5, points)
    rho1, rho2 = np.meshgrid(rho, rho, indexing="ij")
    p = np.asarray(Exact5x2F(rho1, rho2).sf(np.full(rho1.shape, statistic)), dtype=float)
    return Triangle(rho, np.where(rho1 <= rho2 + 1e-12, p, np.nan), float(statistic))
