"""Two learners, paired fold scores: t tests on the mean difference.

I2ML 19.14; Dietterich 1998; Nadeau & Bengio 2003; Mitchell 5.17, 5.18.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from core.errors import InputError, NotApplicable
from core.inference.assumptions import (
    CONSTANT_RATIO,
    INDEPENDENT_PAIRS,
    LARGE_VALIDATION_SETS,
    NORMAL_SCORES,
    OVERLAPPING_PAIRS,
    SEVERAL_VALUES,
    always,
    at_least,
)
from core.inference.declared import Evaluation, Example, TestEntry
from core.inference.inputs import Need, check_same_shape
from core.inference.null import Alternative, Array, StudentT
from core.inference.shared import mean_and_variance, pairs_first, ratio, rounding, settle, t_bounds, t_null

PARAMETER = "The expected difference of the scores (first minus second)"
PAIRED = (
    Need("a", "folds", "scores of the first learner"),
    Need("b", "folds", "scores of the second learner"),
)
SIZES = (
    Need("n_train", "sizes", "training instances, one number or one per pair"),
    Need("n_validation", "sizes", "validation instances, one number or one per pair"),
)
SAME = (
    "Every pair differs by exactly «estimate»; the variance estimate is zero, so this test cannot judge. "
    "See the tests on instances, such as McNemar's."
)
NEVER = "The two never differ: all «pairs» differences are zero."


def moments(a: Array, b: Array) -> dict[str, Any]:
    """Mean and variance of the paired differences of each experiment.

    Parameters
    ----------
    a, b : arrays of shape (…, replicates, folds)

    Returns
    -------
    dict
        `differences` (…, pairs), `pairs`, `estimate` (mean), `variance` (divisor pairs − 1), `sd`, `mean_first`,
        `mean_second`, `never` (all differences zero) and `constant` (they differ by rounding only).
    """
    a, b = pairs_first(a, b)
    differences = a - b
    noise = rounding(a, b)
    never = np.max(np.abs(differences), axis=0) <= noise
    mean, variance = mean_and_variance(differences)
    sd = np.sqrt(variance)
    return {
        "differences": np.moveaxis(differences, 0, -1),
        "pairs": len(differences),
        "estimate": np.where(never, 0.0, mean),
        "variance": variance,
        "sd": sd,
        "never": never,
        "constant": sd <= noise,
        "mean_first": a.mean(axis=0),
        "mean_second": b.mean(axis=0),
    }


def t_of_mean(alternative: Alternative, terms: dict[str, Any], variance_factor: Array | float) -> Evaluation:
    """T statistic of the mean difference whose squared standard error is `variance_factor` × S²."""
    df = terms["pairs"] - 1
    se = np.sqrt(variance_factor * terms["variance"])
    constant = terms["constant"]
    statistic = ratio(terms["estimate"], np.where(constant, 0.0, se))
    terms |= {"se": se, "df": float(df), "variance_factor": variance_factor}
    return settle(
        statistic, StudentT(df), alternative, never=terms["never"], defined=~np.asarray(constant), terms=terms
    )


def paired_t(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """K-fold cross-validated paired t test.

    Reference: I2ML eq. 19.14; Mitchell eqs. 5.17, 5.18.
    """
    terms = moments(inputs["a"], inputs["b"])
    return t_of_mean(alternative, terms, 1 / terms["pairs"])


def corrected_t(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Corrected resampled t test: squared standard error (1/J + n_validation/n_train)·S².

    The term `pooled_difference` weighs the pairs by the sizes of their validation sets.

    Reference: Nadeau & Bengio 2003, section 3.
    """
    terms = moments(inputs["a"], inputs["b"])
    terms["ratio"] = size_ratio(inputs)
    (weights,) = pairs_first(pairwise(inputs["n_validation"], inputs["a"].shape[-2:]))
    sums = np.einsum("...j,j...->...", terms["differences"], weights)
    terms["pooled_difference"] = sums / weights.sum(axis=0)
    return t_of_mean(alternative, terms, 1 / terms["pairs"] + terms["ratio"])


def size_ratio(inputs: Mapping[str, Any]) -> Array:
    """Σ n_validation / Σ n_train over the pairs of each experiment."""
    core = inputs["a"].shape[-2:] if "a" in inputs else inputs["scores"].shape[-2:]
    train, validation = (pairwise(inputs[name], core) for name in ("n_train", "n_validation"))
    return np.asarray(validation.sum(axis=(-2, -1)) / train.sum(axis=(-2, -1)))


def pairwise(sizes: Array, core: tuple[int, ...]) -> Array:
    """Spread sizes over the pairs; leading axes stay in front."""
    if sizes.size == 1:
        return np.broadcast_to(sizes.reshape(()), core)
    if sizes.ndim == 1:
        return sizes.reshape(core)
    return np.broadcast_to(sizes, (*sizes.shape[:-2], *core))


def welch_t(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Welch's t test, which forgets that the folds are paired.

    Reference: Welch 1947.
    """
    (a,), (b,) = pairs_first(inputs["a"]), pairs_first(inputs["b"])
    (mean_a, variance_a), (mean_b, variance_b) = mean_and_variance(a), mean_and_variance(b)
    parts = variance_a / len(a), variance_b / len(b)
    se2 = parts[0] + parts[1]
    noise = np.maximum(rounding(a), rounding(b))
    constant = np.sqrt(se2) <= noise
    estimate = mean_a - mean_b
    never = constant & (np.abs(estimate) <= noise)
    below = parts[0] ** 2 / (len(a) - 1) + parts[1] ** 2 / (len(b) - 1)
    df = np.where(constant, len(a) + len(b) - 2, ratio(se2**2, below))
    terms: dict[str, Any] = {
        "estimate": np.where(never, 0.0, estimate),
        "se": np.sqrt(se2),
        "df": df,
        "pairs": len(a),
        "mean_first": mean_a,
        "mean_second": mean_b,
        "variance_first": variance_a,
        "variance_second": variance_b,
        "pairs_second": len(b),
    }
    statistic = ratio(terms["estimate"], np.where(constant, 0.0, terms["se"]))
    return settle(statistic, StudentT(df), alternative, never=never, defined=~constant, terms=terms)


def check_paired(inputs: Mapping[str, Any]) -> None:
    """Paired scores need the same folds."""
    check_same_shape(inputs, "a", "b")


def check_corrected(inputs: Mapping[str, Any]) -> None:
    """Sizes must fit the pairs, and validation sets must be more than single instances."""
    check_same_shape(inputs, "a", "b")
    check_sizes(inputs, inputs["a"].shape[-2:])
    if np.all(inputs["n_validation"] == 1):
        raise NotApplicable(
            "with one instance per validation set the score of a pair is a single loss, not a rate.",
            "n_validation",
            "After leave-one-out, pool the instances: McNemar, or the paired loss t test.",
        )


def check_sizes(inputs: Mapping[str, Any], core: tuple[int, ...]) -> None:
    """One size, or one per pair of training and validation set."""
    for name in ("n_train", "n_validation"):
        sizes = inputs[name]
        fits = sizes.size == core[0] * core[1] if sizes.ndim == 1 else sizes.shape[-2:] == core
        if sizes.size != 1 and not fits:
            raise InputError(
                f"holds {sizes.size} sizes for {core[0] * core[1]} pairs.",
                name,
                "Give one number, or one per pair.",
            )


STEPS = (
    r"\bar d = \frac{1}{«pairs»} \sum_{i=1}^{«pairs»} d_i = «estimate», \qquad "
    r"S^2 = \frac{1}{«pairs» - 1} \sum_i (d_i - \bar d)^2 = «variance»",
)
FIELDS: dict[str, Any] = {
    "question": "two_learners",
    "parameter": PARAMETER,
    "symbol": r"\mu_d",
    "null": t_null,
    "bounds": t_bounds,
    "never_differ": NEVER,
    "undefined": SAME,
    "basis": "over «pairs» folds",
}

# mean 2, S² = 40/9: t = 2·√10/√(40/9) = 3 by hand
_A = (4.0, 0, 4, 0, 4, 0, 4, 0, 4, 0)
_ZEROS = (0.0,) * 10

PAIRED_T = TestEntry(
    key="paired_t",
    title="K-fold cross-validated paired t test",
    summary="Is the mean of the paired fold differences further from zero than their scatter explains?",
    reference="I2ML eq. 19.14; Mitchell eqs. 5.17, 5.18",
    target="L",
    formula=r"t = \frac{\sqrt{K}\,\bar d}{S}",
    steps=(*STEPS, r"t = \frac{\sqrt{«pairs»} \cdot «estimate»}{«sd»} = «statistic»"),
    null_words="t with K − 1 degrees of freedom",
    needs=PAIRED,
    assumptions=(
        INDEPENDENT_PAIRS,
        at_least("pairs", 10, "10 folds or more", "with fewer the test has little power."),
        LARGE_VALIDATION_SETS,
        NORMAL_SCORES,
    ),
    cautions=(
        "Right for disjoint halves. Over the folds of one K-fold cross-validation two training sets share K − 2 "
        "parts, and the test rejects too often (Dietterich 1998): prefer the corrected t test there.",
        "5.17 strictly covers the mean over subsets of this data set (Mitchell 5.16).",
    ),
    examples=(
        Example(
            {"a": _A, "b": _ZEROS},
            {"estimate": "2", "statistic": "3", "critical": "2.26", "df": "9"},
            "by hand: d̄ = 2, S² = 40/9, t = 3; t.025,9 in I2ML section 19.11.1",
        ),
        Example(
            {"a": (*_A, *_A, *_A), "b": (*_ZEROS, *_ZEROS, *_ZEROS)},
            {"critical": "2.05", "df": "29"},
            "t.025,29 in I2ML section 19.11.1",
        ),
    ),
    interval_title="mean fold difference, t interval (Mitchell 5.17)",
    function=paired_t,
    check=check_paired,
    **FIELDS,
)

RESAMPLED_T = TestEntry(
    key="resampled_t",
    title="Resampled t test (uncorrected)",
    summary="The paired t test on random cuts whose training and validation sets overlap; shown as a warning.",
    reference="Dietterich 1998, section 3.3",
    target="L",
    formula=r"t = \frac{\sqrt{J}\,\bar d}{S}",
    steps=(*STEPS, r"t = \frac{\sqrt{«pairs»} \cdot «estimate»}{«sd»} = «statistic»"),
    null_words="t with J − 1 degrees of freedom, which the overlap makes wrong",
    needs=PAIRED,
    assumptions=(INDEPENDENT_PAIRS, LARGE_VALIDATION_SETS, NORMAL_SCORES),
    cautions=(
        "Offered only to be warned against: its type I error grows with the number of cuts, because the "
        "correlation between overlapping cuts is ignored (Dietterich 1998). Use the corrected t test.",
    ),
    examples=(
        Example({"a": _A, "b": _ZEROS}, {"statistic": "3", "df": "9"}, "by hand: as the paired t test"),
    ),
    interval_title="mean difference, uncorrected t interval",
    function=paired_t,
    check=check_paired,
    **FIELDS,
)

CORRECTED_T = TestEntry(
    key="corrected_t",
    title="Corrected resampled t test",
    summary="The paired t test with a variance that allows for overlapping training sets.",
    reference="Nadeau & Bengio 2003, section 3",
    target="L",
    formula=r"t = \frac{\bar d}{\sqrt{\left(\frac{1}{J} + \frac{n_{\text{val}}}{n_{\text{train}}}\right) S^2}}",
    steps=(
        *STEPS,
        r"t = \frac{«estimate»}{\sqrt{\left(\frac{1}{«pairs»} + «ratio»\right) \cdot «variance»}} = «statistic»",
    ),
    null_words="t with J − 1 degrees of freedom, an approximation",
    needs=(*PAIRED, *SIZES),
    assumptions=(OVERLAPPING_PAIRS, CONSTANT_RATIO, LARGE_VALIDATION_SETS, NORMAL_SCORES, SEVERAL_VALUES),
    cautions=(
        "The correction is a rule, not a theorem: it supposes that two pairs correlate by "
        "n_validation / (n_train + n_validation). With independent pairs it is very conservative (size .009 "
        "instead of .05 for ten folds).",
        "More repeats cannot buy certainty: the standard error does not fall below S·√(n_validation/n_train).",
    ),
    examples=(
        Example(
            {"a": _A, "b": _ZEROS, "n_train": 90, "n_validation": 10},
            {"statistic": "2.065", "ratio": "0.1111", "df": "9"},
            "by hand: 2/√((1/10 + 1/9)·40/9)",
        ),
    ),
    interval_title="mean difference, corrected t interval (Nadeau & Bengio 2003)",
    function=corrected_t,
    check=check_corrected,
    **FIELDS,
)

WELCH_T = TestEntry(
    key="welch_t",
    title="Welch's t test over folds",
    summary="Compares two columns of fold scores as if they were unrelated samples; shown as a warning.",
    reference="Salzberg, the note's first idea; Welch 1947",
    target="L",
    formula=r"t = \frac{\bar a - \bar b}{\sqrt{S_a^2/K_a + S_b^2/K_b}}",
    steps=(
        r"\bar a = «mean_first», \quad \bar b = «mean_second»",
        r"S_a^2 = «variance_first», \quad S_b^2 = «variance_second»",
        r"t = \frac{«mean_first» - («mean_second»)}{«se»} = «statistic», \qquad \nu = «df»",
    ),
    null_words="t with the Welch–Satterthwaite degrees of freedom",
    needs=PAIRED,
    assumptions=(
        always(
            "unpaired",
            "Two unrelated samples",
            "Folds shared by both learners are paired: this test wastes that.",
        ),
        INDEPENDENT_PAIRS,
        LARGE_VALIDATION_SETS,
        NORMAL_SCORES,
    ),
    cautions=(
        "Offered only to be warned against: it takes the folds for independent samples and forgets the pairing.",
    ),
    examples=(
        Example(
            {"a": (1.0, 2, 3, 4), "b": (3.0, 4, 5, 6)},
            {"statistic": "-2.191", "df": "6"},
            "by hand: −2/√(2·(5/3)/4)",
        ),
    ),
    interval_title="difference of two means, Welch interval",
    function=welch_t,
    **FIELDS,
)

ENTRIES = (PAIRED_T, CORRECTED_T, RESAMPLED_T, WELCH_T)
