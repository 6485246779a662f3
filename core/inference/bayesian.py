"""How probable is it that one learner is practically better? (Corani & Benavoli 2015)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.inference.assumptions import CONSTANT_RATIO, LARGE_VALIDATION_SETS, NORMAL_SCORES, OVERLAPPING_PAIRS
from core.inference.checks import check_level
from core.inference.declared import Bounds, Evaluation, Example, Naming, Terms, TestEntry
from core.inference.folds import PAIRED, PARAMETER, SIZES, check_corrected, moments, size_ratio
from core.inference.inputs import check_one_experiment
from core.inference.null import Alternative, Array, StudentT
from core.inference.numbers import short
from core.inference.posterior import ROPE, Posterior, check_rope, no_null, rope_for
from core.inference.shared import around
from core.records import Interval


def correlated_t(_alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Posterior of the mean difference: Student t, location d̄, scale² = (1/J + ρ/(1 − ρ))·S², ρ = n_val/n.

    Returns
    -------
    Evaluation
        The statistic is the location; there is no p-value. Terms `p_left` = P(d < −rope), `p_rope`,
        `p_right` = P(d > rope).

    Reference: Corani & Benavoli 2015, eq. 7.
    """
    terms = moments(inputs["a"], inputs["b"])
    rope = np.asarray(inputs["rope"])
    factor = 1 / terms["pairs"] + size_ratio(inputs)
    scale = np.sqrt(factor * terms["variance"])
    df = float(terms["pairs"] - 1)
    constant, never = np.asarray(terms["constant"]), np.asarray(terms["never"])
    safe = np.where(constant, 1.0, scale)
    posterior = StudentT(df)
    left = np.where(never, 0.0, posterior.cdf((-rope - terms["estimate"]) / safe))
    right = np.where(never, 0.0, posterior.sf((rope - terms["estimate"]) / safe))
    defined = ~constant | never
    terms |= {
        "df": df,
        "scale": scale,
        "p_left": np.where(defined, left, np.nan),
        "p_rope": np.where(defined, np.clip(1 - left - right, 0.0, 1.0), np.nan),
        "p_right": np.where(defined, right, np.nan),
    }
    estimate = np.asarray(terms["estimate"])
    return Evaluation(estimate, np.full(estimate.shape, np.nan), defined, terms)


@dataclass(frozen=True, eq=False, kw_only=True)
class StudentPosterior(Posterior):
    """Student t posterior of the mean difference.

    Attributes
    ----------
    location, scale, df : float
    """

    location: float
    scale: float
    df: float

    def interval(self, level: float = 0.95) -> Interval:
        """The central, and shortest, interval that holds the difference with this probability."""
        check_level(level)
        margin = float(StudentT(self.df).isf((1 - level) / 2)) * self.scale
        low, high = around(self.location, margin, "two")
        return Interval(low, high, level, "credible interval of the mean difference", self.undefined or "")

    def pdf(self, x: Array) -> Array:
        """Density of the posterior."""
        return np.asarray(StudentT(self.df).pdf((x - self.location) / self.scale) / self.scale)

    def curve(self, points: int = 401) -> tuple[Array, Array]:
        """Differences and densities for drawing; a single point where the posterior has no width."""
        if self.scale == 0:
            return np.array([self.location]), np.array([1.0])
        reach = float(StudentT(self.df).isf(1e-3)) * self.scale
        x = np.linspace(self.location - reach, self.location + reach, points)
        return x, self.pdf(x)

    def with_rope(self, rope: float) -> "StudentPosterior":
        """Judge the same scores with another region of practical equivalence."""
        return student_posterior({**self.inputs, "rope": rope}, self.naming)

    def details(self) -> dict[str, Any]:
        """Location, scale and degrees of freedom."""
        return {"location": self.location, "scale": self.scale, "df": self.df}


def student_posterior(given: Mapping[str, Any], naming: Naming) -> StudentPosterior:
    """Compute the posterior of one experiment from raw inputs."""
    inputs = BAYESIAN_T.prepare({**given, "rope": rope_for(given, naming)})
    check_one_experiment(BAYESIAN_T.needs, inputs)
    result = correlated_t("two-sided", inputs)
    terms = {name: value for name, value in result.terms.items() if np.ndim(value) == 0}
    defined = bool(result.defined)
    left, middle, right = (
        float(terms[f"p_{side}"]) if defined else None for side in ("left", "rope", "right")
    )
    return StudentPosterior(
        key=BAYESIAN_T.key,
        location=float(terms["estimate"]),
        scale=0.0 if bool(terms["constant"]) else float(terms["scale"]),
        df=float(terms["df"]),
        rope=float(inputs["rope"]),
        p_left=left,
        p_rope=middle,
        p_right=right,
        undefined=None if defined else NO_WIDTH.format(short(float(terms["estimate"]))),
        about="the learners, trained on sets of the design's training size",
        inputs=inputs,
        naming=naming,
    )


NO_WIDTH = (
    "Every pair differs by exactly {}; the variance estimate is zero, so the posterior has no width and cannot be "
    "trusted. See the tests on instances, such as McNemar's."
)


def check_sizes_and_rope(inputs: Mapping[str, Any]) -> None:
    """Sizes must fit; the region has a default for proportions only."""
    check_corrected(inputs)
    check_rope(inputs)


def credible_bounds(terms: Terms, level: float, sides: str) -> Bounds:
    """Location ± t·scale."""
    tail = (1 - level) / 2 if sides == "two" else 1 - level
    return around(terms["estimate"], StudentT(terms["df"]).isf(tail) * terms["scale"], sides)


BAYESIAN_T = TestEntry(
    key="bayesian_t",
    title="Bayesian correlated t test",
    summary="How probable is it that either learner is practically better, or that the two are equivalent?",
    reference="Corani & Benavoli 2015",
    question="bayesian",
    target="L",
    parameter=PARAMETER,
    symbol=r"\mu_d",
    formula=r"\mu_d \sim t_{J-1}\!\left(\bar d,\; \left(\tfrac1J + \tfrac{\rho}{1-\rho}\right) S^2\right),\quad "
    r"\rho = \tfrac{n_{\text{val}}}{n}",
    steps=(r"\bar d = «estimate»,\qquad \text{scale} = «scale»,\qquad J - 1 = «df»",),
    null_words="none: the posterior is Student t",
    needs=(
        *PAIRED,
        *SIZES,
        ROPE,
    ),
    signed=False,
    continuous=False,
    assumptions=(OVERLAPPING_PAIRS, CONSTANT_RATIO, LARGE_VALIDATION_SETS, NORMAL_SCORES),
    cautions=(
        "The region of practical equivalence is chosen before looking; see how the probabilities move with it.",
        "The correlation n_validation/n between pairs is supposed, not estimated.",
    ),
    examples=(
        Example(
            {"a": (4.0, 0) * 5, "b": (0.0,) * 10, "n_train": 90, "n_validation": 10, "rope": 0.0},
            {"scale": ".969", "p_right": ".966"},
            "by hand: scale = √((1/10 + 1/9)·40/9); P(T ≤ 2.065) with 9 degrees of freedom",
        ),
    ),
    duality=(),
    interval_title="credible interval of the mean difference",
    function=correlated_t,
    null=no_null,
    bounds=credible_bounds,
    check=check_sizes_and_rope,
)

ENTRIES = (BAYESIAN_T,)
