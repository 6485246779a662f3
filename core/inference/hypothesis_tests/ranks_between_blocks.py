"""More than two learners by ranks that compare data sets, too: Quade's test and Friedman's with aligned ranks.

Quade 1979; Hodges & Lehmann 1962; García et al. 2010.
"""

from collections.abc import Mapping
from math import factorial
from typing import Any

import numpy as np

from core.inference.declaration.arithmetic import chi2_null, f_null, ratio, settle, side_by_side
from core.inference.declaration.assumptions import COMMENSURABLE, at_least
from core.inference.declaration.entry import Evaluation, Example, TestEntry
from core.inference.declaration.suitability import BLOCKS_THAT_OVERLAP, Rule
from core.inference.distributions.continuous import Alternative, ChiSquared, FisherF
from core.inference.distributions.ranks import tied_ranks
from core.inference.hypothesis_tests.ranks import FIELDS, INDEPENDENT_ROWS, LIBERAL, TABLE, row_ranks
from core.inference.hypothesis_tests.signed_ranks import TOLERANCE
from core.records import Array


def aligned_ranks(scores: Array) -> Array:
    """Mid-ranks, 1 for the lowest, of all scores after the mean of their row was taken off.

    Parameters
    ----------
    scores : array of shape (…, rows, learners)
    """
    aligned = scores - scores.mean(axis=-1, keepdims=True)
    flat = aligned.reshape(*aligned.shape[:-2], -1)
    scale = np.abs(scores).max(axis=(-2, -1))
    return tied_ranks(flat, np.asarray(TOLERANCE * scale)).reshape(scores.shape)


def row_weights(scores: Array) -> Array:
    """Mid-ranks of the rows by their range, 1 for the row on which the learners are closest."""
    ranges = scores.max(axis=-1) - scores.min(axis=-1)
    return tied_ranks(ranges, np.asarray(TOLERANCE * np.abs(scores).max(axis=(-2, -1))))


def weighted_ranks(scores: Array) -> Array:
    """Ranks within rows times 2w/(N + 1) for a row of weight w, so that their means run from 1 to k."""
    weights = row_weights(scores)
    return np.asarray(row_ranks(scores) * (2 * weights / (scores.shape[-2] + 1))[..., None])


def about_row_means(ranks: Array) -> Array:
    """Ranks less the mean of their row; under H0 their order within a row is arbitrary."""
    return np.asarray(ranks - ranks.mean(axis=-1, keepdims=True))


def _terms(ranks: Array) -> dict[str, Any]:
    """Mean ranks, the sum of their squares about the grand mean, and that of the ranks about the means of the rows."""
    centred = about_row_means(ranks)
    means = ranks.mean(axis=-2)
    within = (centred**2).sum(axis=(-2, -1))
    never = within <= 1e-12
    return {
        "rows": ranks.shape[-2],
        "learners": ranks.shape[-1],
        "mean_ranks": means,
        "estimate": np.where(never, 0.0, means.max(axis=-1) - means.min(axis=-1)),
        "lowest": means.min(axis=-1),
        "highest": means.max(axis=-1),
        "scale": "mean ranks",
        "between": (centred.mean(axis=-2) ** 2).sum(axis=-1),
        "within": within,
        "never": never,
    }


def aligned_friedman(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Friedman's test on aligned ranks: T = N·Σ_j(R_j − R̄)²/s², s² = Σ_ij(r_ij − r̄_i)²/(N(k − 1)).

    Reference: Hodges & Lehmann 1962; García et al. 2010.
    """
    terms = _terms(aligned_ranks(side_by_side(inputs["scores"])))
    never, df = terms["never"], float(terms["learners"] - 1)
    terms["variance"] = terms["within"] / (terms["rows"] * df)
    statistic = ratio(terms["rows"] * terms["between"], np.where(never, 1.0, terms["variance"]))
    return settle(
        statistic, ChiSquared(df), alternative, never=never, defined=~never, terms=terms | {"df": df}
    )


def quade(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Quade's F = (N − 1)·B/(A − B); in perfect order F = ∞ and p = (1/k!)^(N − 1).

    Reference: Quade 1979; García et al. 2010.
    """
    terms = _terms(weighted_ranks(side_by_side(inputs["scores"])))
    rows, k, never = terms["rows"], terms["learners"], terms["never"]
    terms["between"] = terms["between"] * rows
    room = terms["within"] - terms["between"]
    perfect = ~never & (room <= 1e-9 * terms["within"])
    statistic = ratio((rows - 1) * terms["between"], np.where(perfect, 0.0, room))
    terms |= {"df1": float(k - 1), "df2": float((k - 1) * (rows - 1)), "perfect": perfect}
    null = FisherF(terms["df1"], terms["df2"])
    result = settle(statistic, null, alternative, never=never, defined=~never, terms=terms)
    certain = (1 / factorial(k)) ** (rows - 1)
    return Evaluation(
        result.statistic, np.where(perfect, certain, result.p_value), result.defined, result.terms
    )


_ORDER = ((0.0, 1, 2), (0, 2, 4), (0, 3, 6), (8, 4, 0))  # ranges 2, 4, 6, 8

ALIGNED_FRIEDMAN = TestEntry(
    key="aligned_friedman",
    folds={
        **BLOCKS_THAT_OVERLAP,
        "disjoint": Rule("valid", "Ranks over all folds, after the mean of each fold was taken off."),
        "data_sets": Rule(
            "caution", "It ranks differences on different data sets together; are their sizes comparable?"
        ),
    },
    title="Friedman's test on aligned ranks",
    summary="All scores ranked together, after the mean of each data set was taken off.",
    reference="@hodges1962; @garcia2010",
    question="many_datasets",
    formula=r"T = \frac{N}{s^2} \sum_j {(\bar R_j - \bar R)^2},\qquad "
    r"s^2 = \frac{1}{N(k-1)} \sum_i\sum_j {(r_{ij} - \bar r_i)^2}",
    letter="T",
    steps=(
        r"N = «rows»,\qquad \sum_j {(\bar R_j - \bar R)^2} = «between»,\qquad s^2 = «variance»",
        r"T = \frac{«rows»}{«variance»} \cdot «between» = «statistic»",
    ),
    null_words="χ² with k − 1 degrees of freedom",
    needs=(TABLE,),
    continuous=False,
    assumptions=(
        INDEPENDENT_ROWS,
        COMMENSURABLE,
        at_least("rows", 5, "5 rows or more", "the χ² approximation is poor."),
    ),
    cautions=("Stronger than Friedman's test for few learners, if the data sets are commensurable.", LIBERAL),
    examples=(
        Example(
            {"scores": ((0.0, 1, 5), (0, 2, 7))},
            {"between": "8", "variance": "4.25", "statistic": "3.765"},
            "by hand: aligned ranks 2, 3.5, 5 and 1, 3.5, 6; means 1.5, 3.5, 5.5",
        ),
    ),
    basis="over «rows» rows",
    function=aligned_friedman,
    null=chi2_null,
    **FIELDS,
)

QUADE = TestEntry(
    key="quade",
    folds={
        **BLOCKS_THAT_OVERLAP,
        "disjoint": Rule("valid", "Ranks within folds; folds that separate the learners more weigh more."),
        "data_sets": Rule(
            "caution", "Data sets on which scores differ more weigh more; are their sizes comparable?"
        ),
    },
    title="Quade's test",
    summary="Friedman's test in which data sets weigh the more, the further apart the learners are on them.",
    reference="@quade1979; @garcia2010",
    question="many_datasets",
    formula=r"F = \frac{(N-1)\,B}{A - B},\qquad A = \sum_i\sum_j S_{ij}^2,\quad B = \frac1N \sum_j S_j^2,\quad "
    r"S_{ij} = \tfrac{2 Q_i}{N+1}\left(r_{ij} - \tfrac{k+1}{2}\right)",
    letter="F",
    steps=(
        r"A = «within»,\qquad B = «between»",
        r"F = \frac{(«rows»-1) \cdot «between»}{«within» - «between»} = «statistic»",
    ),
    null_words="F with k − 1 and (k − 1)(N − 1) degrees of freedom",
    needs=(TABLE,),
    continuous=False,
    assumptions=(
        INDEPENDENT_ROWS,
        COMMENSURABLE,
        at_least("rows", 5, "5 rows or more", "the F approximation is poor."),
    ),
    cautions=(LIBERAL,),
    examples=(
        Example(
            {"scores": _ORDER},
            {"within": "9.6", "between": ".32", "statistic": ".1034"},
            "by hand: weights 1, 2, 3, 4 times 2/5; sums ∓.8, 0",
        ),
    ),
    basis="over «rows» rows",
    function=quade,
    null=f_null,
    **FIELDS,
)

ENTRIES = (ALIGNED_FRIEDMAN, QUADE)
