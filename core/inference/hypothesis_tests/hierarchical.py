"""Two learners over data sets × folds: folds tell how surely a data set is known, data sets what a further one gives.

Corani et al. 2017.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from core.errors import InputError
from core.inference.declaration.assumptions import (
    CONSTANT_RATIO,
    INDEPENDENT_DATASETS,
    OVERLAPPING_PAIRS,
    at_least,
)
from core.inference.declaration.checks import check_level
from core.inference.declaration.entry import Bounds, Evaluation, Example, Naming, Terms, TestEntry
from core.inference.declaration.inputs import Need, check_one_experiment
from core.inference.declaration.paired_folds import PARAMETER, SIZES, check_corrected, pairwise
from core.inference.declaration.posterior import (
    ROPE,
    PosteriorOverDatasets,
    check_rope,
    likely_outcomes,
    no_null,
    rope_for,
)
from core.inference.declaration.suitability import Rule
from core.inference.distributions.continuous import Alternative
from core.inference.hypothesis_tests.bayesian import winners
from core.inference.hypothesis_tests.hierarchical_model import Folds, HierarchicalDraws, draw_hierarchical
from core.records import Array, Interval

NESTED = (
    Need("a", "nested", "scores of the first learner: one row per data set, one column per fold"),
    Need("b", "nested", "scores of the second learner"),
)


def folds_of(inputs: Mapping[str, Any], place: tuple[int, ...] = ()) -> Folds | None:
    """What the model sees of one experiment; None where no data set has folds that differ."""
    a, b = (array[place] for array in np.broadcast_arrays(inputs["a"], inputs["b"]))
    differences = a - b
    means = differences.mean(axis=1)
    squares = np.sum((differences - means[:, None]) ** 2, axis=1)
    if not np.any(np.sqrt(squares) > 8 * np.spacing(max(np.abs(a).max(), np.abs(b).max()))):
        return None
    train, validation = (pairwise(inputs[name], a.shape).mean(axis=1) for name in ("n_train", "n_validation"))
    return Folds(means, squares, validation / (train + validation), a.shape[1])


def hierarchical(_alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Share of posterior draws in which each region is the most probable for a further data set.

    Reference: Corani et al. 2017, sections 3 and 4.
    """
    shape = np.broadcast_shapes(inputs["a"].shape, inputs["b"].shape)[:-2]
    parts = [_shares(folds_of(inputs, place), float(inputs["rope"])) for place in np.ndindex(shape)]
    estimate, left, middle, right = (np.reshape(part, shape) for part in zip(*parts, strict=True))
    terms = {
        "estimate": estimate,
        "datasets": inputs["a"].shape[-2],
        "folds": inputs["a"].shape[-1],
        "p_left": left,
        "p_rope": middle,
        "p_right": right,
    }
    return Evaluation(estimate, np.full(shape, np.nan), np.isfinite(left), terms)


def _shares(data: Folds | None, rope: float) -> tuple[float, float, float, float]:
    if data is None:
        return (np.nan,) * 4
    drawn = draw_hierarchical(data)
    left, middle, right = winners(drawn.regions(rope)).tolist()
    return float(np.median(drawn.mean)), left, middle, right


@dataclass(frozen=True, eq=False, kw_only=True)
class HierarchicalPosterior(PosteriorOverDatasets):
    """Posterior of the hierarchical model.

    Attributes
    ----------
    draws : array, draws × 3
        Probabilities of the three regions on a further data set, for the simplex picture.
    drawn : HierarchicalDraws or None
        The parameters; None where nothing could be drawn.
    """

    draws: Array = field(repr=False)
    drawn: HierarchicalDraws | None = field(repr=False)

    @property
    def pairs(self) -> int:
        """Number of data sets."""
        return len(self.inputs["a"])

    @property
    def effects(self) -> Array:
        """Posterior mean of the difference on each data set, drawn towards that of all."""
        return np.empty(0) if self.drawn is None else np.asarray(self.drawn.effects.mean(axis=0))

    def outcomes(self) -> str:
        """Say what is most frequent, and what is to be expected of one further data set."""
        left, middle, right = self.draws.mean(axis=0)
        first, second = (right, left) if self.naming.lower_is_better is False else (left, right)
        subject = f"On one further data set {self.naming.first}"
        ahead = likely_outcomes(subject, self.naming, (first, second, middle), self.rope)
        return f"{super().outcomes()} {ahead}"

    def interval(self, level: float = 0.95) -> Interval:
        """Central credible interval of δ0, the difference on a typical data set.

        Raises
        ------
        InputError
            If `level` is not between 0 and 1.
        """
        check_level(level)
        means = np.array([np.nan]) if self.drawn is None else self.drawn.mean
        low, high = np.quantile(means, ((1 - level) / 2, (1 + level) / 2))
        return Interval(float(low), float(high), level, TITLE, self.undefined or "")

    def with_rope(self, rope: float) -> "HierarchicalPosterior":
        """Judge the same scores with another region of practical equivalence."""
        return hierarchical_posterior({**self.inputs, "rope": rope}, self.naming)

    def details(self) -> dict[str, Any]:
        """Number of draws, and the differences on the data sets as the model sees them."""
        return {"draws": len(self.draws), "effects": self.effects}


TITLE = "credible interval of the difference on a typical data set"
NO_SCATTER = (
    "On every data set the folds differ by the same amount; how surely each is known cannot be told. See the "
    "signed-rank test, which takes one difference of each data set."
)


def hierarchical_posterior(given: Mapping[str, Any], naming: Naming) -> HierarchicalPosterior:
    """Draw the posterior over data sets × folds from raw inputs.

    Raises
    ------
    InputError
        If an input is missing or out of range, or there is no region of practical equivalence.
    """
    inputs = BAYESIAN_HIERARCHICAL.prepare({**given, "rope": rope_for(given, naming)})
    check_one_experiment(BAYESIAN_HIERARCHICAL.needs, inputs)
    data = folds_of(inputs)
    drawn = None if data is None else draw_hierarchical(data)
    draws = np.empty((0, 3)) if drawn is None else drawn.regions(float(inputs["rope"]))
    shares: list[float | None] = [None] * 3 if drawn is None else winners(draws).tolist()
    return HierarchicalPosterior(
        key=BAYESIAN_HIERARCHICAL.key,
        rope=float(inputs["rope"]),
        p_left=shares[0],
        p_rope=shares[1],
        p_right=shares[2],
        undefined=NO_SCATTER if drawn is None else None,
        about="the learners on data sets like these",
        inputs=inputs,
        naming=naming,
        draws=draws,
        drawn=drawn,
    )


def check_nested(inputs: Mapping[str, Any]) -> None:
    """Both learners on the same folds of the same data sets, three folds or more, and a region of equivalence.

    Raises
    ------
    InputError
        If there are fewer than three folds.
    """
    check_corrected(inputs)
    check_rope(inputs)
    if inputs["a"].shape[-1] < 3:
        raise InputError(
            "needs three folds or more of each data set.", "a", "With fewer, use bayesian_signed_rank."
        )


def central_bounds(terms: Terms, level: float, sides: str) -> Bounds:
    """Quantiles of δ0."""
    tail = (1 - level) / 2 if sides == "two" else 1 - level
    data = folds_of(terms)
    if data is None:
        return np.nan, np.nan
    low, high = np.quantile(draw_hierarchical(data).mean, (tail, 1 - tail))
    return float(low), float(high)


BAYESIAN_HIERARCHICAL = TestEntry(
    key="bayesian_hierarchical",
    other_names=("ROPE",),
    folds={
        "data_sets": Rule(
            "valid",
            "Gives probabilities for a further data set; weighs each by how surely its folds tell it.",
        )
    },
    title="Bayesian hierarchical model over data sets and folds",
    summary="On a further data set, is either learner practically better, or are the two equivalent? Folds count, too.",
    reference="@corani2017, sections 3 and 4",
    question="bayesian",
    target="L",
    parameter=PARAMETER,
    symbol=r"\delta_0",
    formula=r"\bar d_i \sim N\!\left(\delta_i,\ \sigma_i^2\left(\tfrac{1-\rho_i}{J} + \rho_i\right)\right),\quad "
    r"\delta_i \sim t_\nu(\delta_0, \sigma_0^2),\quad \rho_i = \tfrac{n_{\text{val}}}{n}",
    steps=(r"P(\text{left}) = «p_left»,\quad P(\text{rope}) = «p_rope»,\quad P(\text{right}) = «p_right»",),
    null_words="drawn by a Gibbs sampler (10,000 seeded draws of 40 chains)",
    needs=(*NESTED, *SIZES, ROPE),
    signed=False,
    continuous=False,
    assumptions=(
        INDEPENDENT_DATASETS,
        OVERLAPPING_PAIRS,
        CONSTANT_RATIO,
        at_least("datasets", 6, "6 data sets or more", "so few say little."),
    ),
    cautions=(
        "The region of practical equivalence is chosen before looking; see how the probabilities move with it.",
        "A sampler approximates the posterior: the probabilities are good to about one percentage point.",
    ),
    examples=(
        Example(
            {
                "a": ((0.30, 0.31, 0.32),) * 10,
                "b": ((0.1, 0.1, 0.1),) * 10,
                "n_train": 90,
                "n_validation": 10,
                "rope": 0.01,
            },
            {"p_right": "1.000", "p_left": "0"},
            "the first is worse by .2 on ten of ten data sets",
        ),
    ),
    duality=(),
    interval_title=TITLE,
    function=hierarchical,
    null=no_null,
    bounds=central_bounds,
    check=check_nested,
)

ENTRIES = (BAYESIAN_HIERARCHICAL,)
