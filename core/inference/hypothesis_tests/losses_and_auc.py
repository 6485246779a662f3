"""Two classifiers on the same instances by losses or scores: paired loss t test, DeLong's test of two AUCs.

Diebold & Mariano 1995; DeLong, DeLong & Clarke-Pearson 1988; Sun & Xu 2014.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from core.inference.declaration.arithmetic import (
    folds_first,
    mean_and_variance,
    normal_bounds,
    normal_null,
    ratio,
    rounding,
    settle,
    side_by_side,
    snapped,
    t_bounds,
    t_null,
    without_rounding,
)
from core.inference.declaration.assumptions import INDEPENDENT_INSTANCES, at_least
from core.inference.declaration.checks import check_classes
from core.inference.declaration.entry import Evaluation, Example, TestEntry
from core.inference.declaration.inputs import Need, check_same_length
from core.inference.distributions.continuous import Alternative, Normal, StudentT
from core.inference.distributions.placements import Placements, placements

SAME_AUC = 1e-13
"""AUCs that differ by less are one: they are multiples of half a positive–negative pair."""


def paired_loss_t(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """t = √N·m/S over the N loss differences of the instances of one validation set."""
    a, b = folds_first(inputs["a"], inputs["b"], axes=1)
    noise = rounding(a, b)
    d = snapped(a - b, noise)
    n = len(d)
    mean, variance = mean_and_variance(d)
    variance, constant = without_rounding(variance, np.sqrt(variance), noise)
    sd = np.sqrt(variance)
    never = np.asarray(~d.any(axis=0))
    terms = {
        "estimate": snapped(mean, noise),
        "instances": n,
        "sd": sd,
        "se": sd / np.sqrt(n),
        "df": float(n - 1),
        "mean_first": a.mean(axis=0),
        "mean_second": b.mean(axis=0),
    }
    statistic = ratio(np.sqrt(n) * terms["estimate"], np.where(constant, 0.0, sd))
    return settle(statistic, StudentT(n - 1), alternative, never=never, defined=~constant, terms=terms)


def delong(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Difference of two AUCs on the same instances in its standard errors.

    Reference: DeLong, DeLong & Clarke-Pearson 1988; Sun & Xu 2014.
    """
    y, one, two = (side_by_side(inputs[name], axes=1) for name in ("y", "scores_a", "scores_b"))
    a, b = placements(y, one), placements(y, two)
    d = snapped(a.auc - b.auc, np.asarray(SAME_AUC))
    apart = Placements(a.values - b.values, a.positive)
    variance = apart.covariance(apart)  # var₁ + var₂ − 2·cov, without cancellation
    variance, flat = without_rounding(variance, variance, np.asarray(1e-30))
    never = flat & (d == 0)
    terms = {
        "estimate": d,
        "auc_first": a.auc,
        "auc_second": b.auc,
        "variance_first": a.covariance(a),
        "variance_second": b.covariance(b),
        "covariance": a.covariance(b),
        "se": np.sqrt(variance),
        "positives": a.positives,
        "negatives": a.negatives,
    }
    statistic = ratio(d, np.where(flat, 0.0, terms["se"]))
    return settle(statistic, Normal(), alternative, never=never, defined=~flat, terms=terms)


def check_losses(inputs: Mapping[str, Any]) -> None:
    """Two losses for every instance."""
    check_same_length(inputs, "a", "b")


def check_scored(inputs: Mapping[str, Any]) -> None:
    """Two scores for every instance, and two instances of each class."""
    check_same_length(inputs, "scores_a", "scores_b")
    check_classes(inputs)


def _right_or_wrong(inputs: Mapping[str, Any], _paired: bool) -> str:
    only = set(np.unique(inputs["a"])) <= {0.0, 1.0}
    return "For errors counted 0 and 1 McNemar's test is made." if only else ""


def _mean_of_losses(_inputs: Mapping[str, Any]) -> str:
    return "The measure is a mean of losses, one per instance of each learner."


def _both_scored(_inputs: Mapping[str, Any]) -> str:
    return "The measure is AUC, and both learners scored the same instances."


PAIRED_LOSS_T = TestEntry(
    key="paired_loss_t",
    instances="Both learners have a loss on the same instances.",
    doubt=_right_or_wrong,
    prefers=_mean_of_losses,
    title="Paired t test on losses",
    summary="Is the mean difference of the instances' losses further from zero than their scatter explains?",
    reference="@diebold1995 for independent instances; @mitchell1997 5.6",
    question="two_learners",
    target="h",
    parameter="The expected difference of the losses (first minus second)",
    symbol=r"\mu_d",
    formula=r"t = \frac{\sqrt{N}\,\bar d}{S}",
    steps=(
        r"\bar d = «mean_first» - «mean_second» = «estimate»,\qquad S = «sd»",
        r"t = \frac{\sqrt{«instances»} \cdot «estimate»}{«sd»} = «statistic»",
    ),
    null_words="t with N − 1 degrees of freedom",
    needs=(
        Need("a", "instances", "losses of the first learner, one per instance"),
        Need("b", "instances", "losses of the second learner, one per instance"),
    ),
    assumptions=(
        INDEPENDENT_INSTANCES,
        at_least("instances", 30, "30 instances or more", "a mean of so few losses is hardly normal."),
    ),
    cautions=("For errors counted 0 and 1 use McNemar's test.",),
    examples=(
        Example(
            {"a": (3.0, 1, 3, 1, 3, 1, 3, 1, 3, 1), "b": (0.0,) * 10},
            {"estimate": "2", "statistic": "6.000", "df": "9"},
            "by hand: mean difference 2, S² = 10/9, t = 2·√10/√(10/9) = 6",
        ),
    ),
    measures="loss",
    interval_title="mean difference of the losses, t interval",
    function=paired_loss_t,
    null=t_null,
    bounds=t_bounds,
    check=check_losses,
    never_differ="The two never differ: all «instances» loss differences are zero.",
    undefined="Every instance's losses differ by exactly «estimate»; the variance estimate is zero, so this test "
    "cannot judge.",
)

DELONG = TestEntry(
    key="delong",
    instances="Both learners scored the same instances.",
    prefers=_both_scored,
    title="DeLong's test of two AUCs",
    summary="Do areas under two ROC curves of the same instances differ by more than their standard error explains?",
    reference="@delong1988; @sun2014",
    question="two_learners",
    target="h",
    parameter="The difference of the AUCs (first minus second)",
    symbol=r"A_1 - A_2",
    formula=r"z = \frac{\hat A_1 - \hat A_2}{\sqrt{\widehat{\mathrm{var}}(\hat A_1) + \widehat{\mathrm{var}}(\hat A_2) "
    r"- 2\,\widehat{\mathrm{cov}}(\hat A_1, \hat A_2)}}",
    letter="z",
    steps=(
        r"\hat A_1 = «auc_first»,\quad \hat A_2 = «auc_second»,\quad \mathrm{var}_1 = «variance_first»,\quad "
        r"\mathrm{var}_2 = «variance_second»,\quad \mathrm{cov} = «covariance»",
        r"z = \frac{«estimate»}{«se»} = «statistic»",
    ),
    null_words="standard normal",
    needs=(
        Need("y", "labels", "1 for the positive class, else 0"),
        Need("scores_a", "ranked", "scores of the first learner"),
        Need("scores_b", "ranked", "scores of the second learner"),
    ),
    continuous=False,
    assumptions=(
        INDEPENDENT_INSTANCES,
        at_least("positives", 10, "10 positive instances or more", "the normal approximation is poor."),
        at_least("negatives", 10, "10 negative instances or more", "the normal approximation is poor."),
    ),
    cautions=(
        "Scores pooled over folds mix the scales of several models: suited to a hold-out, with caution to one pass of "
        "cross-validation.",
    ),
    examples=(
        Example(
            {"y": (0, 0, 0, 1, 1, 1), "scores_a": (1, 2, 4, 3, 5, 6), "scores_b": (1, 5, 3, 2, 4, 6)},
            {"auc_first": ".8889", "auc_second": ".6667"},
            "by hand: 8 and 6 of 9 pairs ordered rightly",
        ),
    ),
    measures="auc",
    interval_title="difference of two AUCs, normal interval (DeLong)",
    function=delong,
    null=normal_null,
    bounds=normal_bounds,
    check=check_scored,
    never_differ="The two never differ: both order every positive–negative pair alike, AUC «auc_first».",
    undefined="The AUCs are «auc_first» and «auc_second»; the variance estimate is zero, so this test cannot judge.",
)

ENTRIES = (PAIRED_LOSS_T, DELONG)
