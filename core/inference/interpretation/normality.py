"""Values → how normal they look, by the Q–Q plot (Filliben 1975), never a reason to switch tests."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy import special

from core.errors import NotApplicable
from core.inference.declaration.inputs import as_numbers
from core.inference.declaration.number_words import short
from core.records import Array

SAMPLES = 4000
"""Normal samples that say which correlations are usual."""


@dataclass(frozen=True, eq=False)
class NormalPlot:
    """Ordered values against the quantiles that normal values would have.

    Attributes
    ----------
    theoretical, ordered : arrays of length n
    slope, intercept : float
        Of the least-squares line through the points.
    correlation : float
        Of the points; 1 if they lie on the line.
    usual : float
        Exceeded by the correlation of 19 in 20 normal samples of this size.

    Reference: Filliben 1975.
    """

    theoretical: Array
    ordered: Array
    slope: float
    intercept: float
    correlation: float
    usual: float

    @property
    def sentence(self) -> str:
        """Say how the points lie to the line."""
        n = len(self.ordered)
        alike = self.correlation >= self.usual
        seen = (
            "nothing in this picture speaks against normal values"
            if alike
            else "the points bend away from the line more than normal values usually do"
        )
        few = " With so few values the picture could hardly show it." if alike and n < 15 else ""
        return (
            f"The points correlate with the line by {short(self.correlation)}; 19 of 20 normal samples of size {n} "
            f"exceed {short(self.usual)}, so {seen}.{few} The picture informs; it never switches the test, since "
            "choosing a test by a preliminary one changes its size."
        )


def normal_plot(values: Iterable[float]) -> NormalPlot:
    """Lay out a normal Q–Q plot.

    Parameters
    ----------
    values : n numbers
        Fold scores of one learner, or differences of two.

    Raises
    ------
    NotApplicable
        If there are fewer than three values, or all are equal.
    """
    ordered = np.sort(as_numbers(list(values), "values").ravel())
    if len(ordered) < 3 or np.ptp(ordered) <= 1e-12 * max(1.0, float(np.abs(ordered).max())):
        raise NotApplicable(
            "a Q–Q plot needs three values or more that are not all equal; there is nothing to see here."
        )
    theoretical = order_medians(len(ordered))
    slope, intercept = np.polyfit(theoretical, ordered, 1)
    correlation = float(np.corrcoef(theoretical, ordered)[0, 1])
    return NormalPlot(
        theoretical, ordered, float(slope), float(intercept), correlation, usual_correlation(len(ordered))
    )


def order_medians(n: int) -> Array:
    """Medians of the order statistics of n standard normal values. Reference: Filliben 1975, eq. 3."""
    positions = (np.arange(1, n + 1) - 0.3175) / (n + 0.365)
    positions[-1] = 0.5 ** (1 / n)
    positions[0] = 1 - positions[-1]
    return np.asarray(special.ndtri(positions))


@cache
def usual_correlation(n: int) -> float:
    """Lower 5 % point of the correlation over normal samples of size n, simulated with a fixed seed."""
    quantiles = order_medians(n)
    samples = np.sort(np.random.default_rng(1975).standard_normal((SAMPLES, n)), axis=-1)
    centred = samples - samples.mean(axis=-1, keepdims=True)
    norms = np.sqrt((centred**2).sum(axis=-1) * (quantiles**2).sum())
    return float(np.quantile(centred @ quantiles / norms, 0.05))
