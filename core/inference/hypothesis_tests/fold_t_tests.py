"""Two learners, paired fold scores: t tests on the mean difference.

I2ML 19.14; Dietterich 1998; Nadeau & Bengio 2003; Mitchell 5.17, 5.18.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from core.inference.declaration.arithmetic import (
    mean_and_variance,
    pairs_first,
    ratio,
    rounding,
    settle,
    snapped,
    t_bounds,
    t_null,
    without_rounding,
)
from core.inference.declaration.assumptions import (
    CONSTANT_RATIO,
    INDEPENDENT_PAIRS,
    LARGE_VALIDATION_SETS,
    NORMAL_SCORES,
    OVERLAPPING_PAIRS,
    always,
    at_least,
)
from core.inference.declaration.entry import Evaluation, Example, TestEntry
from core.inference.declaration.paired_folds import (
    PAIRED,
    PARAMETER,
    SIZES,
    check_corrected,
    check_paired,
    moments,
    size_ratio,
)
from core.inference.declaration.suitability import (
    ALLOWS,
    LIBERAL,
    NOBODY_SAID,
    SAME_HALVES,
    UNPAIRED,
    WARNING,
    Rule,
    where_sets_overlap,
)
from core.inference.distributions.continuous import Alternative, StudentT
from core.records import Array, DesignFacts

NO_SPREAD = (
    "On every «judged_on» they differ by exactly «estimate»; the variance estimate is zero, "
    "so this test cannot judge."
)
SAME = f"{NO_SPREAD} See the tests on instances, such as McNemar's, which need predictions."
NEVER = "The two never differ: all «pairs» differences are zero."


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

    Reference: Nadeau & Bengio 2003, section 3.
    """
    terms = moments(inputs["a"], inputs["b"])
    terms["ratio"] = size_ratio(inputs)
    return t_of_mean(alternative, terms, 1 / terms["pairs"] + terms["ratio"])


def welch_t(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Welch's t test, which forgets that the folds are paired.

    Reference: Welch 1947.
    """
    (a,), (b,) = pairs_first(inputs["a"]), pairs_first(inputs["b"])
    (mean_a, variance_a), (mean_b, variance_b) = mean_and_variance(a), mean_and_variance(b)
    parts = variance_a / len(a), variance_b / len(b)
    se2 = parts[0] + parts[1]
    noise = np.maximum(rounding(a), rounding(b))
    se2, constant = without_rounding(se2, np.sqrt(se2), noise)
    estimate = snapped(mean_a - mean_b, noise)
    never = constant & (estimate == 0)
    below = parts[0] ** 2 / (len(a) - 1) + parts[1] ** 2 / (len(b) - 1)
    df = np.where(constant, len(a) + len(b) - 2, ratio(se2**2, below))
    terms: dict[str, Any] = {
        "estimate": estimate,
        "se": np.sqrt(se2),
        "df": df,
        "pairs": len(a),
        "mean_first": mean_a,
        "mean_second": mean_b,
        "variance_first": variance_a,
        "variance_second": variance_b,
        "pairs_second": len(b),
    }
    statistic = ratio(estimate, terms["se"])
    return settle(statistic, StudentT(df), alternative, never=never, defined=~constant, terms=terms)


STEPS = (
    r"\bar d = \frac{1}{«pairs»} \sum_{i=1}^{«pairs»} d_i = «estimate», \qquad "
    r"S^2 = \frac{1}{«pairs» - 1} \sum_i {(d_i - \bar d)^2} = «variance»",
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


def _plain_on_disjoint(facts: DesignFacts) -> Rule:
    if facts.pairs < 3:
        return Rule(
            "caution",
            "No training sets overlap, but two pairs leave a single degree of freedom.",
            "No two training sets overlap, so the plain paired t test is right; two pairs show little.",
        )
    return Rule(
        "valid",
        "No two pairs share instances: the plain form is right.",
        "No two pairs share instances, so the plain paired t test is right.",
    )


PAIRED_T = TestEntry(
    key="paired_t",
    other_names=("Student's t test",),
    folds={
        "disjoint": _plain_on_disjoint,
        "one_pass": LIBERAL,
        "repeated": Rule("refused", "Over repeated or random cuts it is the uncorrected resampled t test."),
        "halves": SAME_HALVES,
        "balanced_halves": SAME_HALVES,
        "unknown": NOBODY_SAID,
        "data_sets": Rule(
            "caution", "Differences of different data sets are seldom commensurable, let alone normal."
        ),
    },
    title="Paired t test",
    summary="Is the mean of the paired fold differences further from zero than their scatter explains?",
    reference="@i2ml eq. 19.14; @mitchell1997 eqs. 5.17, 5.18",
    target="L",
    formula=r"t = \frac{\sqrt{J}\,\bar d}{S}",
    steps=(*STEPS, r"t = \frac{\sqrt{«pairs»} \cdot «estimate»}{«sd»} = «statistic»"),
    null_words="t with J − 1 degrees of freedom",
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
            "by hand: mean difference 2, S² = 40/9, t = 3; t.025,9 in I2ML section 19.11.1",
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
    folds={
        "disjoint": Rule("refused", "There are no random cuts; it is the paired t test here."),
        "one_pass": Rule("refused", "It is the paired t test here; there are no random cuts."),
        "unknown": Rule("refused", "It is not known whether cuts are random; it is the paired t test here."),
        **dict.fromkeys(("repeated", "halves", "balanced_halves"), WARNING),
    },
    title="Resampled t test (uncorrected)",
    summary="The paired t test on random cuts whose training and validation sets overlap; shown as a warning.",
    reference="@dietterich1998, section 3.3",
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
    folds=where_sets_overlap(ALLOWS, advised=True),
    title="Corrected resampled t test",
    summary="The paired t test with a variance that allows for overlapping training sets.",
    reference="@nadeau2003, section 3",
    target="L",
    formula=r"t = \frac{\bar d}{\sqrt{\left(\frac{1}{J} + \frac{n_{\text{val}}}{n_{\text{train}}}\right) S^2}}",
    steps=(
        *STEPS,
        r"t = \frac{«estimate»}{\sqrt{\left(\frac{1}{«pairs»} + «ratio»\right) \cdot «variance»}} = «statistic»",
    ),
    null_words="t with J − 1 degrees of freedom, an approximation",
    needs=(*PAIRED, *SIZES),
    assumptions=(OVERLAPPING_PAIRS, CONSTANT_RATIO, LARGE_VALIDATION_SETS, NORMAL_SCORES),
    cautions=(
        "The correction is a rule, not a theorem: it supposes that two pairs correlate by "
        "the share of the instances that is validated, a tenth in ten folds. With independent pairs it is very "
        "conservative (size .009 instead of .05 for ten folds).",
        "With learners that change much with the training set it rejects too often over many repeats: of two equally "
        "good 1-NN learners on 200 instances, at α = .05, it told them apart in .111 of the cases over 10 × 10 folds, "
        ".048 over ten folds, .060 over 30 cuts; nearest mean in .01–.07.",
        "More repeats cannot buy certainty: the standard error does not fall below the standard deviation "
        "of the differences times the root of the ratio of validation to training size.",
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
    folds=dict.fromkeys(
        ("disjoint", "one_pass", "repeated", "halves", "balanced_halves", "unknown"), UNPAIRED
    ),
    title="Welch's t test over folds",
    summary="Compares two columns of fold scores as if they were unrelated samples; shown as a warning.",
    reference="@sturm2013, first idea; @welch1947",
    target="L",
    formula=r"t = \frac{\bar a - \bar b}{\sqrt{S_a^2/K_a + S_b^2/K_b}}",
    steps=(
        r"\bar a = «mean_first», \quad \bar b = «mean_second»",
        r"S_a^2 = «variance_first», \quad S_b^2 = «variance_second»",
        r"t = \frac{«mean_first» - «mean_second»}{«se»} = «statistic», \qquad \nu = «df»",
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
