"""How probable is it that one learner is practically better? (Corani & Benavoli 2015)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from core.errors import InputError, NotApplicable
from core.inference.assumptions import CONSTANT_RATIO, LARGE_VALIDATION_SETS, NORMAL_SCORES, OVERLAPPING_PAIRS
from core.inference.checks import check_level
from core.inference.declared import Bounds, Evaluation, Example, Naming, Terms, TestEntry
from core.inference.folds import PAIRED, PARAMETER, SIZES, check_corrected, moments, size_ratio
from core.inference.inputs import Need, as_numbers, check_one_experiment
from core.inference.null import Alternative, Array, NullDistribution, StudentT
from core.inference.numbers import plain, short
from core.inference.shared import around
from core.records import Interval

DEFAULT_ROPE = 0.01


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


@dataclass(frozen=True, eq=False)
class Posterior:
    """What is believed of the mean difference (first minus second) after seeing the folds.

    Attributes
    ----------
    key : str
    location, scale, df : float
        Of the Student t posterior.
    rope : float
        Differences of at most this size do not matter in practice.
    p_left, p_rope, p_right : float or None
        P(d < −rope), P(−rope ≤ d ≤ rope), P(d > rope); None where `undefined` says why.
    undefined : str or None
    inputs : dict
    naming : Naming
    """

    key: str
    location: float
    scale: float
    df: float
    rope: float
    p_left: float | None
    p_rope: float | None
    p_right: float | None
    undefined: str | None
    inputs: Mapping[str, Any]
    naming: Naming = field(default_factory=Naming)

    @property
    def p_first(self) -> float | None:
        """Probability that the first learner is practically better (by lower scores unless said otherwise)."""
        return self.p_right if self.naming.lower_is_better is False else self.p_left

    @property
    def p_second(self) -> float | None:
        """Probability that the second learner is practically better."""
        return self.p_left if self.naming.lower_is_better is False else self.p_right

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

    def with_rope(self, rope: float) -> "Posterior":
        """Judge the same scores with another region of practical equivalence."""
        return posterior(self.key, {**self.inputs, "rope": rope}, self.naming)

    def sentence(self) -> str:
        """Say how probable it is that either is practically better."""
        if self.undefined is not None or self.p_rope is None:
            return self.undefined or ""
        first, second, middle = (_percent(p) for p in (self.p_first, self.p_second, self.p_rope))
        better = "better" if self.naming.lower_is_better is not None else "lower in score"
        worse = "better" if self.naming.lower_is_better is not None else "lower in score"
        names = self.naming
        return (
            f"{names.first} is practically {better} with probability {first}, {names.second} is practically {worse} "
            f"with probability {second}; with probability {middle} they differ by no more than {short(self.rope)}. "
            "This is about the learners, trained on sets of the design's training size."
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        names = ("key", "location", "scale", "df", "rope", "p_left", "p_rope", "p_right", "undefined")
        values = {name: getattr(self, name) for name in names}
        values |= {"first": self.naming.first, "second": self.naming.second, "inputs": dict(self.inputs)}
        return {name: plain(value) for name, value in values.items()}


def _percent(p: float | None) -> str:
    value = 100 * float(p or 0.0)
    if 0 < value < 0.1:
        return "below 0.1 %"
    if 99.9 < value < 100:
        return "above 99.9 %"
    return f"{value:.1f} %"


def posterior(key: str, given: Mapping[str, Any], naming: Naming) -> Posterior:
    """Compute the posterior of one experiment from raw inputs."""
    inputs = BAYESIAN_T.prepare({**given, "rope": rope_for(given, naming)})
    check_one_experiment(BAYESIAN_T.needs, inputs)
    result = correlated_t("two-sided", inputs)
    terms = {name: value for name, value in result.terms.items() if np.ndim(value) == 0}
    defined = bool(result.defined)
    probabilities = [float(terms[name]) if defined else None for name in ("p_left", "p_rope", "p_right")]
    return Posterior(
        key=key,
        location=float(terms["estimate"]),
        scale=0.0 if bool(terms["constant"]) else float(terms["scale"]),
        df=float(terms["df"]),
        rope=float(inputs["rope"]),
        p_left=probabilities[0],
        p_rope=probabilities[1],
        p_right=probabilities[2],
        undefined=None if defined else NO_WIDTH.format(short(float(terms["estimate"]))),
        inputs=inputs,
        naming=naming,
    )


def rope_for(given: Mapping[str, Any], naming: Naming) -> float | None:
    """The region asked for; .01 by default for rates, none for other measures."""
    if given.get("rope") is not None:
        return float(given["rope"])
    if naming.measure:
        return DEFAULT_ROPE if naming.rate else None
    scores = np.concatenate([np.ravel(as_numbers(given.get(name, ()), name)) for name in ("a", "b")])
    return DEFAULT_ROPE if np.all((scores >= 0) & (scores <= 1)) else None


NO_WIDTH = (
    "Every pair differs by exactly {}; the variance estimate is zero, so the posterior has no width and cannot be "
    "trusted. See the tests on instances, such as McNemar's."
)


def check_rope(inputs: Mapping[str, Any]) -> None:
    """Sizes must fit; the region has a default for proportions only."""
    check_corrected(inputs)
    if inputs["rope"] is None:
        raise InputError(
            "is needed: the largest difference that does not matter in practice.",
            "rope",
            f"For rates {DEFAULT_ROPE} (one percentage point) is usual.",
        )


def no_null(_terms: Terms, _alternative: Alternative) -> NullDistribution:
    """A posterior has no null distribution."""
    raise NotApplicable("a Bayesian analysis has no null distribution.", "bayesian_t")


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
        Need("rope", "nonnegative", "largest difference that does not matter in practice", optional=True),
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
    check=check_rope,
)

ENTRIES = (BAYESIAN_T,)
