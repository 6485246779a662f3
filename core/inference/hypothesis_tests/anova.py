"""More than two learners on one data set: analyses of variance over folds (I2ML 19.13; CS182 p. 46)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from scipy import special

from core.errors import InputError
from core.inference.declaration.arithmetic import (
    f_null,
    folds_first,
    ratio,
    rounding,
    settle,
    sum_of_products,
    sum_of_squares,
    without_rounding,
)
from core.inference.declaration.assumptions import (
    INDEPENDENT_PAIRS,
    LARGE_VALIDATION_SETS,
    NORMAL_SCORES,
    OVERLAPPING_PAIRS,
    always,
)
from core.inference.declaration.entry import Evaluation, Example, TestEntry
from core.inference.declaration.inputs import Need
from core.inference.declaration.paired_folds import SIZES
from core.inference.declaration.suitability import (
    BLOCKS_THAT_OVERLAP,
    CONSERVATIVE,
    FORGETS_BLOCKS,
    NOT_OVERLAPPING,
    SELDOM_COMMENSURABLE,
    Rule,
)
from core.inference.distributions.continuous import Alternative, FisherF
from core.records import Array
from core.written import counted

TABLE = Need("scores", "table", "scores: one row per fold, one column per learner")


def table_terms(scores: Array) -> tuple[dict[str, Any], Array]:
    """Means of the learners and the sum of squares between them, and the deviations from them.

    Parameters
    ----------
    scores : array of shape (…, folds, learners)

    Returns
    -------
    dict
    array of shape (folds, learners, …)
    """
    (table,) = folds_first(scores)
    base = table[0]
    deviations = table - base  # equal rows keep equal means, whatever their sum rounds to
    shifts = deviations.mean(axis=0)
    deviations -= shifts
    offsets = (
        base - base[:1]
    ) + shifts  # from the first score: near 10¹² sums of scores have no digits to spare
    centre, noise = offsets.mean(axis=0), rounding(_flat(table))
    same = np.max(np.abs(offsets - centre), axis=0) <= noise
    means = base[:1] + np.where(same, centre, offsets)
    apart = np.where(same, 0.0, offsets - centre)
    terms = {
        "folds": len(table),
        "learners": len(means),
        "means": np.moveaxis(means, 0, -1),
        "estimate": means.max(axis=0) - means.min(axis=0),
        "lowest": means.min(axis=0),
        "highest": means.max(axis=0),
        "scale": "mean scores",
        "between": len(table) * sum_of_squares(apart),
        "noise": noise,
        "same_means": same,
    }
    return terms, deviations


def block_terms(scores: Array) -> tuple[dict[str, Any], Array]:
    """The same with the folds as blocks: what they leave of the deviations, its squares' sum in `residual`."""
    terms, residuals = table_terms(scores)
    residuals -= residuals.mean(axis=1, keepdims=True)
    return terms | {"residual": sum_of_squares(_flat(residuals))}, residuals


def _flat(table: Array) -> Array:
    return table.reshape(-1, *table.shape[2:])


def f_test(
    terms: dict[str, Any], left: str, df2: float, alternative: Alternative, shrink: Any = 1.0
) -> Evaluation:
    """F of the mean square between learners over the mean square of what is `left`.

    Parameters
    ----------
    terms : dict
        Sums of squares and counts; the mean squares are added to it.
    left : str
        Name of the sum of squares that the learners do not explain.
    df2 : float
        Its degrees of freedom.
    alternative : str
    shrink : float or array
        What the denominator is multiplied by.
    """
    df1 = float(terms["learners"] - 1)
    deviation = np.sqrt(terms[left] / max(df2, 1.0))
    terms[left], flat = without_rounding(terms[left], deviation, terms["noise"])
    mean_square = terms[left] / df2
    terms |= {
        "df1": df1,
        "df2": df2,
        "mean_square_between": terms["between"] / df1,
        "mean_square": mean_square,
    }
    statistic = ratio(terms["mean_square_between"], mean_square * shrink)
    never = flat & terms["same_means"]
    return settle(statistic, FisherF(df1, df2), alternative, never=never, defined=~flat, terms=terms)


def anova(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """One-way analysis of variance over L groups of K scores.

    Reference: I2ML section 19.13; CS182 p. 46.
    """
    terms, deviations = table_terms(inputs["scores"])
    terms["within"] = sum_of_squares(_flat(deviations))
    return f_test(terms, "within", float(terms["learners"] * (terms["folds"] - 1)), alternative)


def repeated_anova(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Randomised-block analysis of variance, folds as blocks; terms `epsilon`, `p_greenhouse_geisser` beside it.

    Reference: Greenhouse & Geisser 1959 for the correction.
    """
    terms, residuals = block_terms(inputs["scores"])
    df1, df2 = float(terms["learners"] - 1), float((terms["learners"] - 1) * (terms["folds"] - 1))
    result = f_test(terms, "residual", df2, alternative)
    epsilon = np.where(terms["residual"] > 0, greenhouse_geisser(residuals), np.nan)
    with np.errstate(invalid="ignore"):
        p = special.fdtrc(epsilon * df1, epsilon * df2, result.statistic)
    result.terms["epsilon"] = epsilon
    result.terms["p_greenhouse_geisser"] = np.where(result.terms["never"], 1.0, p)
    return result


def corrected_anova(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Block F over 1 + J·n_validation/n_train: the Nadeau–Bengio variance for every contrast.

    For two learners it is the square of the corrected t.
    """
    terms, _ = block_terms(inputs["scores"])
    sizes = [np.asarray(inputs[name], dtype=float) for name in ("n_train", "n_validation")]
    train, validation = np.broadcast_arrays(*sizes)
    terms["ratio"] = validation.sum(axis=-1) / train.sum(axis=-1) if validation.ndim else validation / train
    terms["shrink"] = 1 + terms["folds"] * terms["ratio"]
    df2 = float((terms["learners"] - 1) * (terms["folds"] - 1))
    return f_test(terms, "residual", df2, alternative, terms["shrink"])


def greenhouse_geisser(residuals: Array) -> Array:
    """Estimate of ε from the covariances of the residuals between learners, which are double-centred.

    Parameters
    ----------
    residuals : array of shape (folds, learners, …)
    """
    learners = residuals.shape[1]
    trace = sum_of_squares(_flat(residuals))
    squares = np.zeros(trace.shape)
    for i in range(learners):
        for j in range(i + 1):
            squares = squares + (1 + (j < i)) * sum_of_products(residuals[:, i], residuals[:, j]) ** 2
    epsilon = ratio(trace**2, (learners - 1) * np.where(trace > 0, squares, 1.0))
    return np.clip(np.where(trace > 0, epsilon, 1.0), 0.0, 1.0)


def check_sizes(inputs: Mapping[str, Any]) -> None:
    """Check the sizes of the sets.

    Raises
    ------
    InputError
        Unless there is one size, or one per fold.
    """
    for name in ("n_train", "n_validation"):
        size = inputs[name].size
        if size != 1 and inputs[name].shape[-1] != inputs["scores"].shape[-2]:
            raise InputError(
                f"holds {size} sizes for {counted(inputs['scores'].shape[-2], 'folds')}.",
                name,
                "Give one number, or one per fold.",
            )


_EXAMPLE = ((1.0, 2, 3), (2, 3, 7), (3, 4, 5))  # means 2, 3, 5; grand mean 10/3
FIELDS: dict[str, Any] = {
    "question": "many_learners",
    "target": "L",
    "parameter": "The variance of the learners' expected scores",
    "symbol": r"\sigma^2_{\text{learners}}",
    "letter": "F",
    "signed": False,
    "speaks": "several",
    "duality": (),
    "null": f_null,
    "basis": "over «folds» folds",
    "never_differ": "All learners have the same scores on every fold.",
    "undefined": "The variance estimate is zero although the means differ, so this test cannot judge. See Cochran's "
    "test on the instances.",
}
LIBERAL = (
    "Over folds whose training sets overlap it rejects far too often; blocking does not cure it (four "
    "learners at correlation .1: size .26 with 10 folds, .89 with 100). "
    "Advised there: the corrected block analysis of variance."
)

_ALLOWS = Rule(
    "valid",
    "Its variance allows for overlapping training sets, for every contrast.",
    "Training sets overlap; the corrected variance allows for it.",
)

ANOVA = TestEntry(
    key="anova",
    folds={**BLOCKS_THAT_OVERLAP, "disjoint": FORGETS_BLOCKS},
    title="One-way analysis of variance",
    summary="Do the learners' mean scores scatter more than the folds within each learner?",
    reference="@i2ml section 19.13; @cs182 p. 46",
    formula=r"F = \frac{K\sum_j (m_j-m)^2/(L-1)}{\sum_j\sum_i (p_{ij}-m_j)^2/(L(K-1))}",
    steps=(
        r"\text{between} = «between»,\qquad \text{within} = «within»",
        r"F = \frac{«between»/«df1»}{«within»/«df2»} = «statistic»",
    ),
    null_words="F with L − 1 and L(K − 1) degrees of freedom",
    needs=(TABLE,),
    assumptions=(
        INDEPENDENT_PAIRS,
        always(
            "unpaired",
            "Unrelated folds for each learner",
            "Learners that share folds are paired: use blocks.",
        ),
        LARGE_VALIDATION_SETS,
        NORMAL_SCORES,
    ),
    cautions=("It forgets that the learners share their folds.", LIBERAL),
    examples=(
        Example(
            {"scores": _EXAMPLE}, {"between": "14.00", "within": "12.00", "statistic": "3.500"}, "by hand"
        ),
    ),
    function=anova,
    **FIELDS,
)

REPEATED_ANOVA = TestEntry(
    key="repeated_anova",
    folds={
        **BLOCKS_THAT_OVERLAP,
        "disjoint": Rule(
            "valid",
            "No two pairs share instances; folds are blocks.",
            "No two pairs share instances; folds are blocks.",
        ),
        "data_sets": Rule("caution", SELDOM_COMMENSURABLE),
    },
    title="Randomised-block analysis of variance",
    summary="The analysis of variance with folds as blocks, since all learners share them.",
    reference="@greenhouse1959; @i2ml section 19.13",
    formula=r"F = \frac{K\sum_j (m_j-m)^2/(L-1)}{\sum_j\sum_i (p_{ij}-m_j-m_i+m)^2/((L-1)(K-1))}",
    steps=(
        r"\text{between} = «between»,\qquad \text{residual} = «residual»",
        r"F = \frac{«between»/«df1»}{«residual»/«df2»} = «statistic»",
        r"\hat\varepsilon = «epsilon»,\qquad p_{\text{Greenhouse–Geisser}} = «p_greenhouse_geisser»",
    ),
    null_words="F with L − 1 and (L − 1)(K − 1) degrees of freedom",
    needs=(TABLE,),
    assumptions=(
        INDEPENDENT_PAIRS,
        LARGE_VALIDATION_SETS,
        NORMAL_SCORES,
        always(
            "sphericity",
            "Equal variances of all differences",
            "The Greenhouse–Geisser p-value allows for unequal ones.",
        ),
    ),
    cautions=(LIBERAL,),
    examples=(
        Example(
            {"scores": _EXAMPLE}, {"between": "14.00", "residual": "4.00", "statistic": "7.000"}, "by hand"
        ),
    ),
    function=repeated_anova,
    **FIELDS,
)

CORRECTED_ANOVA = TestEntry(
    key="corrected_anova",
    folds={
        "disjoint": NOT_OVERLAPPING,
        "one_pass": _ALLOWS,
        "repeated": _ALLOWS,
        "unknown": replace(
            _ALLOWS,
            advised="The design is unknown, but the sizes are known: allow for overlapping training sets.",
        ),
        **dict.fromkeys(("halves", "balanced_halves"), replace(CONSERVATIVE, advised=_ALLOWS.advised)),
    },
    title="Corrected block analysis of variance",
    summary="The block analysis of variance with a variance that allows for overlapping training sets.",
    reference="variance of @nadeau2003 for every contrast",
    formula=r"F_c = \frac{F_{\text{block}}}{1 + J\, n_{\text{val}}/n_{\text{train}}}",
    steps=(
        r"\text{between} = «between»,\qquad \text{residual} = «residual»",
        r"F_c = \frac{«between»/«df1»}{«residual»/«df2»} \cdot \frac{1}{«shrink»} = «statistic»",
    ),
    null_words="F with L − 1 and (L − 1)(J − 1) degrees of freedom, an approximation",
    needs=(TABLE, *SIZES),
    assumptions=(OVERLAPPING_PAIRS, LARGE_VALIDATION_SETS, NORMAL_SCORES),
    cautions=("For two learners it is the square of the corrected t test, with the same doubts.",),
    examples=(
        Example(
            {"scores": _EXAMPLE, "n_train": 2, "n_validation": 1},
            {"shrink": "2.5", "statistic": "2.800"},
            "by hand: 7/2.5",
        ),
    ),
    function=corrected_anova,
    check=check_sizes,
    **FIELDS,
)

ENTRIES = (CORRECTED_ANOVA, REPEATED_ANOVA, ANOVA)
