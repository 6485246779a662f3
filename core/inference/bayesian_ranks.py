"""How probable is it that one learner is practically better on most data sets? (Benavoli et al. 2014, 2017)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from core.inference.assumptions import at_least
from core.inference.checks import check_level
from core.inference.datasets import INDEPENDENT
from core.inference.declared import Bounds, Evaluation, Example, Naming, Terms, TestEntry
from core.inference.folds import PAIRED, PARAMETER, check_paired
from core.inference.inputs import check_one_experiment
from core.inference.null import Alternative, Array
from core.inference.posterior import ROPE, Posterior, check_rope, no_null, rope_for
from core.records import Interval

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
    d = (inputs["a"] - inputs["b"]).reshape(*inputs["a"].shape[:-2], -1)
    flat = d.reshape(-1, d.shape[-1])
    shares = np.array([_winners(region_probabilities(row, float(inputs["rope"]))[0]) for row in flat])
    left, middle, right = (share.reshape(d.shape[:-1]) for share in shares.T)
    estimate = d.mean(axis=-1)
    terms = {
        "estimate": estimate,
        "pairs": d.shape[-1],
        "p_left": left,
        "p_rope": middle,
        "p_right": right,
    }
    return Evaluation(estimate, np.full(estimate.shape, np.nan), np.ones(estimate.shape, dtype=bool), terms)


def _winners(draws: Array) -> Array:
    """Share of draws won by each region; a tie goes to practical equivalence."""
    order = [1, 0, 2]
    best = np.argmax(draws[:, order], axis=1)
    counts = np.bincount(best, minlength=3) / len(draws)
    return np.asarray(counts[[1, 0, 2]])


@dataclass(frozen=True, eq=False, kw_only=True)
class RankPosterior(Posterior):
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
        """Central interval of the mean difference under the Bayesian bootstrap."""
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
    """Compute the posterior over data sets from raw inputs."""
    inputs = BAYESIAN_SIGNED_RANK.prepare({**given, "rope": rope_for(given, naming)})
    check_one_experiment(BAYESIAN_SIGNED_RANK.needs, inputs)
    draws, means = region_probabilities((inputs["a"] - inputs["b"]).ravel(), float(inputs["rope"]))
    left, middle, right = (float(share) for share in _winners(draws))
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
    title="Bayesian signed-rank test over data sets",
    summary="On how many data sets like these is either learner practically better, or are the two equivalent?",
    reference="Benavoli et al. 2014; Benavoli et al. 2017, section 4.2",
    question="bayesian",
    target="L",
    parameter=PARAMETER,
    symbol=r"\theta",
    formula=r"\theta_{\text{left}} = \sum_{i,j} w_i w_j\, I\!\left[\tfrac{z_i+z_j}{2} < -\rho\right],\quad "
    r"w \sim \mathrm{Dirichlet}(\tfrac12, 1, \dots, 1)",
    steps=(r"P(\text{left}) = «p_left»,\quad P(\text{rope}) = «p_rope»,\quad P(\text{right}) = «p_right»",),
    null_words="none: the posterior is drawn by the Bayesian bootstrap (50 000 seeded draws)",
    needs=(*PAIRED, ROPE),
    signed=False,
    continuous=False,
    assumptions=(INDEPENDENT, at_least("pairs", 6, "6 data sets or more", "so few say little.")),
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

ENTRIES = (BAYESIAN_SIGNED_RANK,)
