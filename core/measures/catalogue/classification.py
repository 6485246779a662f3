"""Measures of predicted classes (I2ML Tables 19.1 and 19.2; CS182 pp. 13–20).

With tp, fp, fn, tn of the positive class. A ratio 0/0 is undefined, never 0.
"""

import numpy as np

from core.measures.catalogue.entry import Fold, MeasureEntry, Undefined


def error(fold: Fold) -> float:
    """Share of instances that are assigned to another class than theirs."""
    return float(np.mean(fold.predicted != fold.truth))


def accuracy(fold: Fold) -> float:
    """Share of instances that are assigned to their class."""
    return float(np.mean(fold.predicted == fold.truth))


def _ratio(part: float, whole: float, reason: str) -> float:
    if whole == 0:
        raise Undefined(reason)
    return float(part / whole)


def _recall_of(fold: Fold, k: int) -> float:
    table = fold.confusion
    return _ratio(table[k, k], table[k].sum(), f"no instance of class {fold.classes[k]} in the fold")


def _precision_of(fold: Fold, k: int) -> float:
    table = fold.confusion
    return _ratio(table[k, k], table[:, k].sum(), f"nothing was assigned to class {fold.classes[k]}")


def _specificity_of(fold: Fold, k: int) -> float:
    table = fold.confusion
    negatives = table.sum() - table[k].sum()
    fp = table[:, k].sum() - table[k, k]
    return _ratio(negatives - fp, negatives, f"every instance in the fold is of class {fold.classes[k]}")


def _f1_of(fold: Fold, k: int) -> float:
    table = fold.confusion
    reason = f"class {fold.classes[k]} neither occurs in the fold nor was assigned"
    return _ratio(2 * table[k, k], table[k].sum() + table[:, k].sum(), reason)


def recall(fold: Fold) -> float:
    """tp / p: share of the positives that are found (tp-rate, sensitivity, hit rate)."""
    return float(np.mean([_recall_of(fold, k) for k in fold.judged]))


def precision(fold: Fold) -> float:
    """tp / p′: share of the instances called positive that are."""
    return float(np.mean([_precision_of(fold, k) for k in fold.judged]))


def specificity(fold: Fold) -> float:
    """tn / n = 1 − fp-rate: share of the negatives that are left alone."""
    return float(np.mean([_specificity_of(fold, k) for k in fold.judged]))


def f1(fold: Fold) -> float:
    """2 tp / (2 tp + fp + fn): harmonic mean of precision and recall."""
    return float(np.mean([_f1_of(fold, k) for k in fold.judged]))


def balanced_accuracy(fold: Fold) -> float:
    """Mean of the recalls of all classes."""
    return float(np.mean([_recall_of(fold, k) for k in range(len(fold.classes))]))


def mcc(fold: Fold) -> float:
    """Correlation of truth and prediction; for more than two classes R_K of Gorodkin 2004."""
    table = fold.confusion.astype(float)
    n = table.sum()
    truth, predicted = table.sum(axis=1), table.sum(axis=0)
    covariance = np.trace(table) * n - truth @ predicted
    spread = (n**2 - truth @ truth) * (n**2 - predicted @ predicted)
    return _ratio(covariance, np.sqrt(spread), "only one class occurs, or only one was assigned")


def cost(fold: Fold) -> float:
    """Mean loss per instance; without a loss matrix every mistake costs 1."""
    if fold.losses is None:
        return error(fold)
    return float(np.mean(fold.losses[fold.truth, fold.predicted]))


CLASSIFICATION = (
    MeasureEntry(
        key="error",
        title="error rate",
        summary="Share of the validated instances that are assigned to a wrong class.",
        reference="@i2ml Table 19.2; @mitchell1997 5.2",
        tasks=("classification",),
        function=error,
        lower_is_better=True,
        rate=True,
        averages_over_instances=True,
        synonyms=(
            "err",
            "ce",
            "mmce",
            "misclassification_rate",
            "classif_ce",
            "classif_mmce",
            "zero_one_loss",
            "test_error",
            "validation_error",
        ),
    ),
    MeasureEntry(
        key="accuracy",
        title="accuracy",
        summary="Share of the validated instances that are assigned to their class.",
        reference="@i2ml Table 19.2",
        tasks=("classification",),
        function=accuracy,
        lower_is_better=False,
        rate=True,
        averages_over_instances=True,
        synonyms=("acc", "ca", "classif_acc", "test_accuracy", "predictive_accuracy", "accuracy_score"),
    ),
    MeasureEntry(
        key="balanced_accuracy",
        title="balanced accuracy",
        summary="Mean of the recalls of all classes: rare classes count as much as frequent ones.",
        reference="@brodersen2010",
        tasks=("classification",),
        function=balanced_accuracy,
        lower_is_better=False,
        rate=True,
        synonyms=("bal_accuracy", "bacc", "classif_bacc"),
    ),
    MeasureEntry(
        key="precision",
        title="precision",
        summary="Share of the instances called positive that are positive.",
        reference="@i2ml Table 19.2; @cs182 pp. 13–20",
        tasks=("classification",),
        function=precision,
        lower_is_better=False,
        rate=True,
        one_against_rest=True,
        synonyms=("ppv", "classif_precision", "ir_precision"),
    ),
    MeasureEntry(
        key="recall",
        title="recall",
        summary="Share of the positives that are found; also called sensitivity, tp-rate or hit rate.",
        reference="@i2ml Table 19.2; @cs182 pp. 13–20",
        tasks=("classification",),
        function=recall,
        lower_is_better=False,
        rate=True,
        one_against_rest=True,
        synonyms=("sensitivity", "sens", "tpr", "true_positive_rate", "classif_recall", "ir_recall"),
    ),
    MeasureEntry(
        key="specificity",
        title="specificity",
        summary="Share of the negatives that are left alone: 1 less the false-alarm rate.",
        reference="@i2ml Table 19.2",
        tasks=("classification",),
        function=specificity,
        lower_is_better=False,
        rate=True,
        one_against_rest=True,
        synonyms=("spec", "tnr", "true_negative_rate", "classif_specificity"),
    ),
    MeasureEntry(
        key="f1",
        title="F1",
        summary="Harmonic mean of precision and recall.",
        reference="@vanrijsbergen1979",
        tasks=("classification",),
        function=f1,
        lower_is_better=False,
        rate=True,
        one_against_rest=True,
        synonyms=("f1_score", "f_meas", "f_measure", "classif_fbeta", "ir_f_measure"),
    ),
    MeasureEntry(
        key="mcc",
        title="Matthews correlation",
        summary="Correlation of truth and prediction: 1 perfect, 0 no better than chance, −1 all wrong.",
        reference="@matthews1975; @gorodkin2004",
        tasks=("classification",),
        function=mcc,
        lower_is_better=False,
        synonyms=("matthews_corrcoef", "classif_mcc"),
    ),
    MeasureEntry(
        key="cost",
        title="mean cost",
        summary="Mean loss per instance by a matrix of losses; without one, every mistake costs 1.",
        reference="@elkan2001",
        tasks=("classification",),
        function=cost,
        lower_is_better=True,
        averages_over_instances=True,
    ),
)
