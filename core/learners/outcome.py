"""Trained estimator → what it gives besides its predictions: scores by class, and its size."""

import pickle
from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from core.records import Array, ScoreKind


def scores_of(
    estimator: Any, X: Any, classes: Sequence[Hashable]
) -> tuple[Array, ScoreKind] | tuple[None, None]:
    """Scores of the instances by class, in the order of `classes`.

    Parameters
    ----------
    estimator : fitted classifier or regressor
    X : frame or array of m instances
    classes : sequence of K labels
        All classes of the data set; the training set may have lacked some.

    Returns
    -------
    scores : float array, m × K, or None
        Probabilities if the estimator gives them, else decision values. A class that the training set lacked
        has probability 0, or the lowest decision value of all. For two classes, decision values have shape
        (m,) and grow towards the second class.
    kind : "probability", "decision" or None
    """
    if not classes or not hasattr(estimator, "classes_"):
        return None, None
    if hasattr(estimator, "predict_proba"):
        table = np.asarray(estimator.predict_proba(X), dtype=np.float64)
        return _aligned(table, estimator.classes_, classes, fill=0.0), "probability"
    if not hasattr(estimator, "decision_function"):
        return None, None
    values = np.asarray(estimator.decision_function(X), dtype=np.float64)
    table = np.column_stack([-values, values]) if values.ndim == 1 else values
    if table.shape[1] != len(estimator.classes_):  # one value per pair of classes
        return None, None
    lowest = float(table.min()) if table.size else 0.0
    aligned = _aligned(table, estimator.classes_, classes, fill=lowest)
    return (aligned[:, 1] if len(classes) == 2 else aligned), "decision"


def _aligned(table: Array, seen: Array, classes: Sequence[Hashable], fill: float) -> Array:
    column_of = {label: position for position, label in enumerate(classes)}
    scores = np.full((len(table), len(classes)), fill)
    scores[:, [column_of[label] for label in seen.tolist()]] = table
    return scores


class _Counter:
    """A file that counts what is written to it and keeps nothing: large forests are not copied."""

    def __init__(self) -> None:
        self.size = 0

    def write(self, content: Any) -> None:
        self.size += memoryview(content).nbytes


def model_size(estimator: Any) -> int:
    """Size of the fitted estimator in bytes, serialised; of the best one after a search."""
    counter = _Counter()
    pickle.Pickler(counter, protocol=5).dump(getattr(estimator, "best_estimator_", estimator))
    return counter.size
