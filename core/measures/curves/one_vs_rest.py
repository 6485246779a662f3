"""A problem of K classes → K problems of two, each class against all others.

Reference: I2ML 19.7 (K > 2 classes).
"""

from collections.abc import Hashable
from dataclasses import replace

import numpy as np

from core.errors import InputError, listing, quoted
from core.records import FoldPredictions, Predictions

REST = "rest"


def one_against_rest(predictions: Predictions, positive: Hashable | None = None) -> Predictions:
    """See predictions as a two-class problem: one class is positive, all others are negative.

    Parameters
    ----------
    predictions : Predictions
        Of classes.
    positive : label, optional
        The one that the predictions name when not given.

    Returns
    -------
    Predictions
        Two classes, the positive one second; scores in one column, that of the positive class. Two classes keep
        their names; more become `REST` and the positive one.

    Raises
    ------
    InputError
        If these are no classes, or there is no such class.
    """
    label = predictions.positive if positive is None else positive
    if predictions.task != "classification":
        raise InputError("a regression has no classes.", "predictions")
    if label is None or label not in predictions.classes:
        raise InputError(
            f"there is no class {quoted(label)}." if label is not None else "which class is positive?",
            "positive",
            f"There are {listing(predictions.classes)}.",
        )
    code = predictions.classes.index(label)
    others = [name for name in predictions.classes if name != label]
    rest = others[0] if len(others) == 1 else REST
    return replace(
        predictions,
        truth=(predictions.truth == code).astype(int),
        classes=(rest, label),
        positive=label,
        outcomes=tuple(_reduced(item, code, len(predictions.classes)) for item in predictions.outcomes),
    )


def _reduced(item: FoldPredictions, code: int, classes: int) -> FoldPredictions:
    predicted = (item.predicted == code).astype(int)
    if item.scores is None:
        return replace(item, predicted=predicted)
    given = np.asarray(item.scores, dtype=float)
    if given.ndim == 2 and given.shape[1] == classes:
        scores = given[:, code]
    else:  # one column of a two-class problem speaks for the second class
        second = given.ravel()
        scores = second if code == 1 else 1 - second if item.score_kind == "probability" else -second
    return replace(item, predicted=predicted, scores=scores)
