"""More than two learners: all scores ranked together (Kruskal–Wallis), instances right or wrong (Cochran)."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from core.errors import InputError
from core.inference.assumptions import INDEPENDENT_INSTANCES, INDEPENDENT_PAIRS, always, at_least
from core.inference.declared import Evaluation, Example, TestEntry
from core.inference.friedman import FIELDS, LIBERAL, TABLE, row_ranks
from core.inference.inputs import Need
from core.inference.null import Alternative, ChiSquared
from core.inference.ranking import tie_sizes
from core.inference.shared import chi2_null, ratio, settle, side_by_side


def kruskal_wallis(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Kruskal–Wallis H with tie correction over all scores.

    Reference: Kruskal & Wallis 1952.
    """
    scores = inputs["scores"]
    rows, k = scores.shape[-2:]
    flat = scores.reshape(*scores.shape[:-2], rows * k)
    ranks = row_ranks(side_by_side(flat, axes=1))
    n = rows * k
    means = ranks.reshape(scores.shape).mean(axis=-2)
    plain = 12 * rows / (n * (n + 1)) * ((means - (n + 1) / 2) ** 2).sum(axis=-1)
    correction = 1 - tie_sizes(ranks) / (n**3 - n)
    never = correction <= 1e-12
    terms = {
        "rows": rows,
        "learners": k,
        "mean_ranks": means,
        "estimate": means.max(axis=-1) - means.min(axis=-1),
        "lowest": means.min(axis=-1),
        "highest": means.max(axis=-1),
        "scale": "mean ranks",
        "tie_correction": correction,
        "df": float(k - 1),
    }
    statistic = ratio(plain, np.where(never, 1.0, correction))
    return settle(statistic, ChiSquared(float(k - 1)), alternative, never=never, defined=~never, terms=terms)


def cochran_q(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Cochran's Q = (L − 1)[LΣG_j² − (ΣG_j)²]/(LΣL_i − ΣL_i²) on right and wrong instances.

    Reference: Cochran 1950.
    """
    correct = side_by_side(inputs["correct"])
    learners = correct.shape[-1]
    columns, rows = correct.sum(axis=-2), correct.sum(axis=-1)
    above = (learners - 1) * (learners * (columns**2).sum(axis=-1) - columns.sum(axis=-1) ** 2)
    below = learners * rows.sum(axis=-1) - (rows**2).sum(axis=-1)
    rates = columns / correct.shape[-2]
    never = below == 0
    terms = {
        "learners": learners,
        "rows": correct.shape[-2],
        "accuracies": rates,
        "estimate": rates.max(axis=-1) - rates.min(axis=-1),
        "lowest": rates.min(axis=-1),
        "highest": rates.max(axis=-1),
        "scale": "accuracies",
        "informative": (rows * (learners - rows) > 0).astype(float).sum(axis=-1),
        "above": above,
        "below": below,
        "df": float(learners - 1),
    }
    statistic = ratio(above, below)
    null = ChiSquared(float(learners - 1))
    return settle(statistic, null, alternative, never=never, defined=~never, terms=terms)


def check_right_or_wrong(inputs: Mapping[str, Any]) -> None:
    """Only 0 and 1."""
    if not np.array_equal(inputs["correct"], inputs["correct"] > 0):
        raise InputError("must hold 1 for right and 0 for wrong.", "correct")


KRUSKAL_WALLIS = TestEntry(
    key="kruskal_wallis",
    title="Kruskal–Wallis test",
    summary="Do the learners' scores, all ranked together, differ in mean rank?",
    reference="Kruskal & Wallis 1952; I2ML appendix on rank tests",
    question="many_learners",
    formula=r"H = \frac{12}{n(n+1)} \sum_j K\left(\bar R_j - \frac{n+1}{2}\right)^2",
    letter="H",
    steps=(r"H = «statistic»,\qquad \text{tie correction } «tie_correction»",),
    null_words="χ² with L − 1 degrees of freedom",
    needs=(TABLE,),
    assumptions=(
        INDEPENDENT_PAIRS,
        always(
            "unpaired",
            "Unrelated folds for each learner",
            "Learners that share folds are paired: use Friedman's test.",
        ),
    ),
    cautions=("It forgets that the learners share their folds.", LIBERAL),
    examples=(
        Example(
            {"scores": ((1.0, 4, 7), (2, 5, 8), (3, 6, 9))},
            {"statistic": "7.2"},
            "by hand: mean ranks 2, 5, 8",
        ),
    ),
    basis="over «rows» folds",
    function=kruskal_wallis,
    null=chi2_null,
    **FIELDS,
)

COCHRAN_Q = TestEntry(
    key="cochran_q",
    title="Cochran's Q test",
    summary="Are all classifiers right equally often on the same instances?",
    reference="Cochran 1950",
    question="many_learners",
    formula=r"Q = \frac{(L-1)\left[L\sum_j G_j^2 - (\sum_j G_j)^2\right]}{L\sum_i L_i - \sum_i L_i^2}",
    letter="Q",
    steps=(r"Q = \frac{«above»}{«below»} = «statistic»",),
    null_words="χ² with L − 1 degrees of freedom",
    needs=(
        Need("correct", "table", "1 for right, 0 for wrong: one row per instance, one column per learner"),
    ),
    assumptions=(
        INDEPENDENT_INSTANCES,
        at_least("informative", 24, "24 informative instances or more", "the χ² approximation is poor."),
    ),
    cautions=("For two classifiers it is McNemar's test without continuity correction.",),
    examples=(
        Example(
            {"correct": ((1, 0),) * 6 + ((0, 1),) * 2 + ((1, 1),) * 3},
            {"statistic": "2"},
            "by hand: McNemar without correction, (6 − 2)²/8",
        ),
    ),
    function=cochran_q,
    null=chi2_null,
    check=check_right_or_wrong,
    **{
        **FIELDS,
        "target": "h",
        "parameter": "The difference between the classifiers' accuracies",
        "symbol": r"\max_j a_j - \min_j a_j",
        "never_differ": "All classifiers are right and wrong on the same instances.",
    },
)

ENTRIES = (KRUSKAL_WALLIS, COCHRAN_Q)
