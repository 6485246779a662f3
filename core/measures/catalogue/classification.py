"""Measures of predicted classes (I2ML Tables 19.1 and 19.2; CS182 pp. 13–20).

With tp, fp, fn, tn of the positive class. A ratio 0/0 is undefined, never 0.
"""

from collections.abc import Callable, Iterable

import numpy as np

from core.measures.catalogue.entry import Fold, MeasureEntry, ShareOf, Sums, Undefined, divided, mean_of
from core.records import Array

Rates = Callable[[Array], Array]
"""Confusion tables (…, K, K) → the rates of their classes (…, K), NaN where 0/0."""


def errors(fold: Fold) -> Array:
    """1 for each instance that is assigned to another class than its own."""
    return np.asarray(fold.predicted != fold.truth, dtype=float)


def hits(fold: Fold) -> Array:
    """1 for each instance that is assigned to its class."""
    return np.asarray(fold.predicted == fold.truth, dtype=float)


def costs(fold: Fold) -> Array:
    """Loss of each instance; without a loss matrix every mistake costs 1."""
    return errors(fold) if fold.losses is None else np.asarray(fold.losses[fold.truth, fold.predicted])


def error(fold: Fold) -> float:
    """Share of instances that are assigned to another class than theirs."""
    return float(np.mean(errors(fold)))


def accuracy(fold: Fold) -> float:
    """Share of instances that are assigned to their class."""
    return float(np.mean(hits(fold)))


def cost(fold: Fold) -> float:
    """Mean loss per instance."""
    return float(np.mean(costs(fold)))


def _diagonal(table: Array) -> Array:
    return np.asarray(np.diagonal(table, axis1=-2, axis2=-1))


def recalls(table: Array) -> Array:
    """Share of each class that is found."""
    return divided(_diagonal(table), table.sum(axis=-1))


def precisions(table: Array) -> Array:
    """Share of what was assigned to each class that belongs there."""
    return divided(_diagonal(table), table.sum(axis=-2))


def specificities(table: Array) -> Array:
    """Share of what is not of each class that was not assigned to it."""
    negatives = table.sum(axis=(-2, -1))[..., None] - table.sum(axis=-1)
    fp = table.sum(axis=-2) - _diagonal(table)
    return divided(negatives - fp, negatives)


def f1s(table: Array) -> Array:
    """2 tp / (2 tp + fp + fn) of each class."""
    return divided(2 * _diagonal(table), table.sum(axis=-1) + table.sum(axis=-2))


def correlations(table: Array) -> Array:
    """Correlation of truth and prediction of each table; R_K of Gorodkin 2004."""
    n, truth, predicted = table.sum(axis=(-2, -1)), table.sum(axis=-1), table.sum(axis=-2)
    covariance = np.trace(table, axis1=-2, axis2=-1) * n - np.sum(truth * predicted, axis=-1)
    spread = (n**2 - np.sum(truth**2, axis=-1)) * (n**2 - np.sum(predicted**2, axis=-1))
    return divided(covariance, np.sqrt(spread))


def _mean_rate(fold: Fold, rates: Rates, judged: Iterable[int], reason: str) -> float:
    """Mean of the rates of these classes; `reason` says why that of a class is undefined."""
    found, classes = rates(fold.confusion), list(judged)
    for k in classes:
        if np.isnan(found[k]):
            raise Undefined(reason.format(fold.classes[k]))
    return float(np.mean(found[classes]))


def recall(fold: Fold) -> float:
    """tp / p: share of the positives that are found (tp-rate, sensitivity, hit rate)."""
    return _mean_rate(fold, recalls, fold.judged, "no instance of class {} in the fold")


def precision(fold: Fold) -> float:
    """tp / p′: share of the instances called positive that are."""
    return _mean_rate(fold, precisions, fold.judged, "nothing was assigned to class {}")


def specificity(fold: Fold) -> float:
    """tn / n = 1 − fp-rate: share of the negatives that are left alone."""
    return _mean_rate(fold, specificities, fold.judged, "every instance in the fold is of class {}")


def f1(fold: Fold) -> float:
    """2 tp / (2 tp + fp + fn): harmonic mean of precision and recall."""
    return _mean_rate(fold, f1s, fold.judged, "class {} neither occurs in the fold nor was assigned")


def balanced_accuracy(fold: Fold) -> float:
    """Mean of the recalls of all classes."""
    return _mean_rate(fold, recalls, range(len(fold.classes)), "no instance of class {} in the fold")


def mcc(fold: Fold) -> float:
    """Correlation of truth and prediction; for more than two classes R_K of Gorodkin 2004."""
    found = float(correlations(fold.confusion.astype(float)))
    if np.isnan(found):
        raise Undefined("only one class occurs, or only one was assigned")
    return found


def _cells(fold: Fold) -> Array:
    """1 in the cell of the confusion table that each instance falls into: m × K²."""
    k = len(fold.classes)
    return np.asarray(np.eye(k * k)[fold.truth * k + fold.predicted])


def _tables(sums: Array, fold: Fold) -> Array:
    k = len(fold.classes)
    return sums.reshape(*sums.shape[:-1], k, k)


def _of_judged(rates: Rates) -> Sums:
    return Sums(_cells, lambda sums, fold: rates(_tables(sums, fold))[..., list(fold.judged)].mean(axis=-1))


CLASSIFICATION = (
    MeasureEntry(
        key="error",
        title="error rate",
        summary="Share of the validated instances that are assigned to a wrong class.",
        reference="@i2ml Table 19.2; @mitchell1997 5.2",
        tasks=("classification",),
        function=error,
        sums=mean_of(errors),
        lower_is_better=True,
        rate=True,
        percent=True,
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
            *("fehlerrate", "fehlerquote", "klassifikationsfehler", "fehler"),
            *("tasa_de_error", "taux_d_erreur", "taxa_de_erro", "tasso_di_errore"),
        ),
    ),
    MeasureEntry(
        key="accuracy",
        title="accuracy",
        summary="Share of the validated instances that are assigned to their class.",
        reference="@i2ml Table 19.2",
        tasks=("classification",),
        function=accuracy,
        sums=mean_of(hits),
        lower_is_better=False,
        rate=True,
        percent=True,
        averages_over_instances=True,
        synonyms=(
            *("acc", "ca", "classif_acc", "test_accuracy", "predictive_accuracy", "accuracy_score"),
            *("genauigkeit", "exactitud", "exactitude", "accuratezza", "dokładność", "nauwkeurigheid"),
        ),
    ),
    MeasureEntry(
        key="balanced_accuracy",
        title="balanced accuracy",
        summary="Mean of the recalls of all classes: rare classes count as much as frequent ones.",
        reference="@brodersen2010",
        tasks=("classification",),
        function=balanced_accuracy,
        sums=Sums(_cells, lambda sums, fold: recalls(_tables(sums, fold)).mean(axis=-1)),
        lower_is_better=False,
        rate=True,
        percent=True,
        synonyms=("bal_accuracy", "bacc", "classif_bacc", "balancierte_genauigkeit"),
    ),
    MeasureEntry(
        key="precision",
        other_names=("positive predictive value",),
        title="precision",
        summary="Share of the instances called positive that are positive.",
        reference="@i2ml Table 19.2; @cs182 pp. 13–20",
        tasks=("classification",),
        function=precision,
        share_of=ShareOf("called positive", lambda _truth, called: called),
        sums=_of_judged(precisions),
        lower_is_better=False,
        rate=True,
        percent=True,
        one_against_rest=True,
        synonyms=("ppv", "classif_precision", "ir_precision", "präzision"),
    ),
    MeasureEntry(
        key="recall",
        other_names=("sensitivity", "true positive rate"),
        title="recall",
        summary="Share of the positives that are found; also called sensitivity, tp-rate or hit rate.",
        reference="@i2ml Table 19.2; @cs182 pp. 13–20",
        tasks=("classification",),
        function=recall,
        share_of=ShareOf("positive", lambda truth, _called: truth),
        sums=_of_judged(recalls),
        lower_is_better=False,
        rate=True,
        percent=True,
        one_against_rest=True,
        synonyms=(
            *("sensitivity", "sens", "tpr", "true_positive_rate", "classif_recall", "ir_recall"),
            "sensitivität",
        ),
    ),
    MeasureEntry(
        key="specificity",
        other_names=("true negative rate",),
        title="specificity",
        summary="Share of the negatives that are left alone: 1 less the false-alarm rate.",
        reference="@i2ml Table 19.2",
        tasks=("classification",),
        function=specificity,
        share_of=ShareOf("negative", lambda truth, _called: ~truth),
        sums=_of_judged(specificities),
        lower_is_better=False,
        rate=True,
        percent=True,
        one_against_rest=True,
        synonyms=("spec", "tnr", "true_negative_rate", "classif_specificity", "spezifität"),
    ),
    MeasureEntry(
        key="f1",
        other_names=("F1 score", "F-measure"),
        title="F1",
        summary="Harmonic mean of precision and recall.",
        reference="@vanrijsbergen1979",
        tasks=("classification",),
        function=f1,
        share_of=ShareOf("positive or called so", lambda truth, called: truth | called),
        sums=_of_judged(f1s),
        lower_is_better=False,
        rate=True,
        one_against_rest=True,
        synonyms=("f1_score", "f_meas", "f_measure", "classif_fbeta", "ir_f_measure"),
    ),
    MeasureEntry(
        key="mcc",
        other_names=("MCC", "phi coefficient"),
        title="Matthews correlation",
        summary="Correlation of truth and prediction: 1 perfect, 0 no better than chance, −1 all wrong.",
        reference="@matthews1975; @gorodkin2004",
        tasks=("classification",),
        function=mcc,
        sums=Sums(_cells, lambda sums, fold: correlations(_tables(sums, fold))),
        lower_is_better=False,
        most=1.0,
        synonyms=("matthews_corrcoef", "classif_mcc"),
    ),
    MeasureEntry(
        key="cost",
        title="mean cost",
        summary="Mean loss per instance by a matrix of losses; without one, every mistake costs 1.",
        reference="@elkan2001",
        tasks=("classification",),
        function=cost,
        sums=mean_of(costs),
        lower_is_better=True,
        signed=True,
        averages_over_instances=True,
    ),
)
