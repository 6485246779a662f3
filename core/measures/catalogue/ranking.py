"""Measures of scores: how well they order the instances, and how far they can be believed as probabilities.

References: I2ML 5.3; Fawcett 2006; Hand & Till 2001; Brier 1950.
"""

from itertools import combinations

import numpy as np

from core.measures.catalogue.entry import Fold, MeasureEntry, Undefined, mean_of
from core.measures.curves.area import area, weighted_areas
from core.records import Array


def _area_of(fold: Fold, k: int) -> float:
    score, mine = fold.scores[:, k], fold.truth == k
    if mine.all() or not mine.any():
        which = "every" if mine.all() else "no"
        raise Undefined(f"{which} instance in the fold is of class {fold.classes[k]}")
    return area(score[mine], score[~mine])


def auc(fold: Fold) -> float:
    """Area under the ROC curve of the positive class, or its mean over the classes, each against the rest."""
    return float(np.mean([_area_of(fold, k) for k in fold.judged]))


def _weighted_auc(fold: Fold, weights: Array) -> Array:
    areas = [weighted_areas(fold.truth == k, fold.scores[:, k], weights) for k in fold.judged]
    return np.asarray(np.mean(areas, axis=0))


def auc_hand_till(fold: Fold) -> float:
    """Mean over pairs of classes of how well each is told from the other (Hand & Till 2001, measure M)."""
    groups = [fold.scores[fold.truth == k] for k in range(len(fold.classes))]
    for label, group in zip(fold.classes, groups, strict=True):
        if not len(group):
            raise Undefined(f"no instance of class {label} in the fold")
    pairs = combinations(range(len(groups)), 2)
    return float(
        np.mean(
            [
                (area(groups[i][:, i], groups[j][:, i]) + area(groups[j][:, j], groups[i][:, j])) / 2
                for i, j in pairs
            ]
        )
    )


def log_loss(fold: Fold) -> float:
    """Mean of −ln P(true class); probabilities of 0 count as the smallest step above 0, 2⁻⁵²."""
    return float(np.mean(log_losses(fold)))


def log_losses(fold: Fold) -> Array:
    """−ln P(true class) for each instance."""
    given = fold.scores[np.arange(len(fold.truth)), fold.truth]
    return np.asarray(-np.log(np.clip(given, np.finfo(float).eps, 1.0)))


def brier(fold: Fold) -> float:
    """Mean squared distance of the probabilities from the truth.

    Two classes: mean of (p − y)², from 0 to 1; more: the sum over the classes, from 0 to 2 (Brier 1950).
    """
    return float(np.mean(brier_losses(fold)))


def brier_losses(fold: Fold) -> Array:
    """Squared distance of the probabilities from the truth, for each instance."""
    distance = (fold.scores - np.eye(len(fold.classes))[fold.truth]) ** 2
    return np.asarray(distance[:, 1] if len(fold.classes) == 2 else distance.sum(axis=1))


RANKING = (
    MeasureEntry(
        key="auc",
        other_names=("area under the ROC curve", "Mann–Whitney U", "Wilcoxon rank-sum"),
        title="AUC",
        summary="Chance that a positive instance gets a higher score than a negative one, ties counted half.",
        reference="@i2ml 5.3; @fawcett2006, section 7",
        tasks=("classification",),
        function=auc,
        weighted=_weighted_auc,
        lower_is_better=False,
        needs="scores",
        rate=True,
        one_against_rest=True,
        synonyms=(
            "roc_auc",
            "roc",
            "auroc",
            "classif_auc",
            "area_under_roc",
            "area_under_roc_curve",
            "weighted_area_under_roc",
            "weighted_avg_area_under_roc",
        ),
    ),
    MeasureEntry(
        key="auc_hand_till",
        other_names=("mean area over pairs of classes",),
        title="AUC (Hand–Till)",
        summary="Mean AUC over all pairs of classes; does not depend on how frequent the classes are.",
        reference="@hand2001",
        tasks=("classification",),
        function=auc_hand_till,
        lower_is_better=False,
        needs="scores",
        rate=True,
    ),
    MeasureEntry(
        key="log_loss",
        other_names=("cross-entropy",),
        title="log loss",
        summary="Mean of −ln of the probability that was given to the true class.",
        reference="@good1952",
        tasks=("classification",),
        function=log_loss,
        sums=mean_of(log_losses),
        lower_is_better=True,
        needs="probabilities",
        averages_over_instances=True,
        synonyms=("logloss", "mn_log_loss", "classif_logloss", "cross_entropy"),
    ),
    MeasureEntry(
        key="brier",
        title="Brier score",
        summary="Mean squared distance of the given probabilities from what happened: their quadratic loss.",
        reference="@brier1950",
        tasks=("classification",),
        function=brier,
        sums=mean_of(brier_losses),
        lower_is_better=True,
        needs="probabilities",
        averages_over_instances=True,
        synonyms=("brier_class", "classif_bbrier", "classif_mbrier"),
    ),
)
