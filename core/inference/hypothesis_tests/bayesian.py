"""How probable is it that one learner is practically better, over folds or over data sets?

Corani & Benavoli 2015; Benavoli et al. 2017.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from core.inference.declaration.arithmetic import around, snapped
from core.inference.declaration.assumptions import (
    COMMENSURABLE,
    CONSTANT_RATIO,
    INDEPENDENT_DATASETS,
    LARGE_VALIDATION_SETS,
    NORMAL_SCORES,
    OVERLAPPING_PAIRS,
    at_least,
)
from core.inference.declaration.checks import check_level
from core.inference.declaration.entry import Bounds, Evaluation, Example, Naming, Terms, TestEntry
from core.inference.declaration.inputs import check_one_experiment
from core.inference.declaration.paired_folds import (
    PAIRED,
    PARAMETER,
    SIZES,
    check_corrected,
    check_paired,
    moments,
    size_ratio,
)
from core.inference.declaration.posterior import (
    ENOUGH_PAIRS,
    ROPE,
    Posterior,
    PosteriorOverDatasets,
    check_rope,
    no_null,
    rope_for,
    with_enough_pairs,
)
from core.inference.declaration.suitability import NOT_OVERLAPPING, Rule
from core.inference.distributions.continuous import Alternative, StudentT
from core.inference.hypothesis_tests.signed_ranks import snapped_differences
from core.records import Array, Interval


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
        """The central, and shortest, interval that holds the difference with this probability.

        Raises
        ------
        InputError
            If `level` is not between 0 and 1.
        """
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
    """Compute the posterior of one experiment from raw inputs.

    Raises
    ------
    InputError
        If an input is missing or out of range, or there is no region of practical equivalence.
    """
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
        undefined=None
        if defined
        else NO_WIDTH.format(naming.judged_on, naming.amount(float(terms["estimate"]))),
        about="the learners, trained on sets of the size that was used",
        inputs=inputs,
        naming=naming,
    )


NO_WIDTH = (
    "On every {} they differ by exactly {}; the variance estimate is zero, so the posterior has no width and cannot be "
    "trusted. See the tests on instances, such as McNemar's, which need predictions."
)


def check_sizes_and_rope(inputs: Mapping[str, Any]) -> None:
    """Sizes must fit; the region has a default for proportions only."""
    check_corrected(inputs)
    check_rope(inputs)


def credible_bounds(terms: Terms, level: float, sides: str) -> Bounds:
    """Location ± t·scale."""
    tail = (1 - level) / 2 if sides == "two" else 1 - level
    return around(terms["estimate"], StudentT(terms["df"]).isf(tail) * terms["scale"], sides)


_ALLOWS = Rule("valid", "Gives probabilities of better, equivalent and worse; allows for the correlation.")
_FAR_FROM_HALVES = Rule("caution", "The correlation ½ that it supposes here is far from what halves show.")

BAYESIAN_T = TestEntry(
    key="bayesian_t",
    other_names=("ROPE",),
    folds=with_enough_pairs(
        {
            "disjoint": NOT_OVERLAPPING,
            **dict.fromkeys(("one_pass", "repeated", "unknown"), _ALLOWS),
            **dict.fromkeys(("halves", "balanced_halves"), _FAR_FROM_HALVES),
        }
    ),
    title="Bayesian correlated t test",
    summary="How probable is it that either learner is practically better, or that the two are equivalent?",
    reference="@corani2015",
    question="bayesian",
    target="L",
    parameter=PARAMETER,
    symbol=r"\mu_d",
    formula=r"\mu_d \sim t_{J-1}\!\left(\bar d,\; \left(\tfrac1J + \tfrac{\rho}{1-\rho}\right) S^2\right),\quad "
    r"\rho = \tfrac{n_{\text{val}}}{n}",
    steps=(r"\bar d = «estimate»,\qquad \text{scale} = «scale»,\qquad J - 1 = «df»",),
    null_words="Student t with J − 1 degrees of freedom",
    needs=(
        *PAIRED,
        *SIZES,
        ROPE,
    ),
    signed=False,
    continuous=False,
    assumptions=(OVERLAPPING_PAIRS, CONSTANT_RATIO, ENOUGH_PAIRS, LARGE_VALIDATION_SETS, NORMAL_SCORES),
    cautions=(
        "The region of practical equivalence is chosen before looking; see how the probabilities move with it.",
        "The correlation between pairs, the share of the instances that is validated, is supposed, not estimated.",
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


DRAWS = 50_000
PRIOR_STRENGTH = 0.5
"""Weight of one prior observation at a difference of zero (Benavoli et al. 2017)."""


def region_probabilities(differences: Array, rope: float) -> tuple[Array, Array]:
    """Draw from the posterior of the signed-rank regions by the Bayesian bootstrap.

    Parameters
    ----------
    differences : array of length n
        First minus second, one per data set.

    Returns
    -------
    draws : array, draws × 3
        Σ_ij w_i w_j over the pairs whose mean difference lies left of −rope, within, right of rope.
    means : array
        Weighted mean difference of each draw.

    Reference: Benavoli et al. 2014, eq. 5; 2017, section 4.2.
    """
    z = np.concatenate([[0.0], differences])
    sizes = np.concatenate([[PRIOR_STRENGTH], np.ones(len(differences))])
    weights = np.random.default_rng(0).dirichlet(sizes, DRAWS)
    averages = (z[:, None] + z) / 2
    slack = 1e-12 * max(1.0, float(np.abs(z).max()))
    left, right = averages < -rope - slack, averages > rope + slack
    below = ((weights @ left) * weights).sum(axis=1)
    above = ((weights @ right) * weights).sum(axis=1)
    return np.column_stack([below, np.maximum(0.0, 1 - below - above), above]), weights @ z


def signed_rank(_alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Share of posterior draws in which each of the three regions is the most probable.

    Reference: Benavoli et al. 2017, section 4.2.
    """
    d, tolerance = snapped_differences(inputs["a"], inputs["b"])
    flat = d.reshape(-1, d.shape[-1])
    shares = np.array([winners(region_probabilities(row, float(inputs["rope"]))[0]) for row in flat])
    left, middle, right = (share.reshape(d.shape[:-1]) for share in shares.T)
    estimate = snapped(d.mean(axis=-1), tolerance)
    terms = {
        "estimate": estimate,
        "pairs": d.shape[-1],
        "p_left": left,
        "p_rope": middle,
        "p_right": right,
    }
    return Evaluation(estimate, np.full(estimate.shape, np.nan), np.ones(estimate.shape, dtype=bool), terms)


def winners(draws: Array) -> Array:
    """Share of draws won by each region; a tie goes to practical equivalence."""
    order = [1, 0, 2]
    best = np.argmax(draws[:, order], axis=1)
    counts = np.bincount(best, minlength=3) / len(draws)
    return np.asarray(counts[[1, 0, 2]])


@dataclass(frozen=True, eq=False, kw_only=True)
class RankPosterior(PosteriorOverDatasets):
    """Posterior of the signed-rank regions over data sets.

    Attributes
    ----------
    draws : array, draws × 3
        Probabilities of the three regions, for the simplex picture.
    means : array
        Mean difference of each draw.
    """

    draws: Array = field(repr=False)
    means: Array = field(repr=False)

    def interval(self, level: float = 0.95) -> Interval:
        """Central interval of the mean difference under the Bayesian bootstrap.

        Raises
        ------
        InputError
            If `level` is not between 0 and 1.
        """
        check_level(level)
        low, high = np.quantile(self.means, ((1 - level) / 2, (1 + level) / 2))
        return Interval(
            float(low), float(high), level, "credible interval of the mean difference (Bayesian bootstrap)"
        )

    def with_rope(self, rope: float) -> "RankPosterior":
        """Judge the same scores with another region of practical equivalence."""
        return rank_posterior({**self.inputs, "rope": rope}, self.naming)

    def details(self) -> dict[str, Any]:
        """Number of draws."""
        return {"draws": len(self.draws)}


def rank_posterior(given: Mapping[str, Any], naming: Naming) -> RankPosterior:
    """Compute the posterior over data sets from raw inputs.

    Raises
    ------
    InputError
        If an input is missing or out of range, or there is no region of practical equivalence.
    """
    inputs = BAYESIAN_SIGNED_RANK.prepare({**given, "rope": rope_for(given, naming)})
    check_one_experiment(BAYESIAN_SIGNED_RANK.needs, inputs)
    draws, means = region_probabilities((inputs["a"] - inputs["b"]).ravel(), float(inputs["rope"]))
    left, middle, right = (float(share) for share in winners(draws))
    return RankPosterior(
        key=BAYESIAN_SIGNED_RANK.key,
        rope=float(inputs["rope"]),
        p_left=left,
        p_rope=middle,
        p_right=right,
        about="the learners on data sets like these",
        inputs=inputs,
        naming=naming,
        draws=draws,
        means=means,
    )


def check_datasets(inputs: Mapping[str, Any]) -> None:
    """One pair of scores per data set, and a region of equivalence."""
    check_paired(inputs)
    check_rope(inputs)


def bootstrap_bounds(terms: Terms, level: float, sides: str) -> Bounds:
    """Quantiles of the mean difference under the Bayesian bootstrap."""
    tail = (1 - level) / 2 if sides == "two" else 1 - level
    differences = (np.asarray(terms["a"]) - np.asarray(terms["b"])).ravel()
    low, high = np.quantile(region_probabilities(differences, 0.0)[1], (tail, 1 - tail))
    return float(low), float(high)


BAYESIAN_SIGNED_RANK = TestEntry(
    key="bayesian_signed_rank",
    other_names=("ROPE",),
    folds={"data_sets": Rule("valid", "Gives probabilities of better, equivalent and worse over data sets.")},
    title="Bayesian signed-rank test over data sets",
    summary="What is most frequent on data sets like these: that one is practically better, or that both are equal?",
    reference="@benavoli2014; @benavoli2017, section 4.2",
    question="bayesian",
    target="L",
    parameter=PARAMETER,
    symbol=r"\theta",
    formula=r"\theta_{\text{left}} = \sum_{i,j} w_i w_j\, I\!\left[\tfrac{z_i+z_j}{2} < -\rho\right],\quad "
    r"w \sim \mathrm{Dirichlet}(\tfrac12, 1, \dots, 1)",
    steps=(r"P(\text{left}) = «p_left»,\quad P(\text{rope}) = «p_rope»,\quad P(\text{right}) = «p_right»",),
    null_words="drawn by the Bayesian bootstrap (50,000 seeded draws)",
    needs=(*PAIRED, ROPE),
    signed=False,
    continuous=False,
    assumptions=(
        INDEPENDENT_DATASETS,
        COMMENSURABLE,
        at_least("pairs", 6, "6 data sets or more", "so few say little."),
    ),
    cautions=(
        "The region of practical equivalence is chosen before looking; see how the probabilities move with it.",
    ),
    examples=(
        Example(
            {"a": (0.3,) * 10, "b": (0.1,) * 10, "rope": 0.01},
            {"p_right": "1.000", "p_left": "0"},
            "the first is worse by .2 on ten of ten data sets",
        ),
    ),
    duality=(),
    interval_title="credible interval of the mean difference (Bayesian bootstrap)",
    function=signed_rank,
    null=no_null,
    bounds=bootstrap_bounds,
    check=check_datasets,
)

ENTRIES = (BAYESIAN_T, BAYESIAN_SIGNED_RANK)
