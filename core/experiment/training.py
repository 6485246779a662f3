"""Estimator and training set → a trained learner, its rows prepared once for all that is asked of it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from core.designs import Design
from core.records import Array


@dataclass(frozen=True)
class Trained:
    """What came out of the training.

    Attributes
    ----------
    model : fitted estimator
        Predicts from prepared rows.
    rows : frame or array
        The training set, prepared.
    preparation : fitted transformer or None
        None for an estimator from elsewhere, which takes the rows as they are.
    """

    model: Any
    rows: Any
    preparation: Any = None

    def prepared(self, X: Any) -> Any:
        """Rows as the model takes them."""
        return X if self.preparation is None else self.preparation.transform(X)


class WithCodes:
    """A classifier that takes whole numbers from 0 on for classes, with an encoder around it.

    Parameters
    ----------
    estimator : classifier
        Unfitted; it is fitted in place.
    """

    def __init__(self, estimator: Any) -> None:
        self.estimator = estimator
        for name in ("predict_proba", "decision_function"):
            if hasattr(estimator, name):
                setattr(self, name, getattr(estimator, name))

    def fit(self, X: Any, y: Array) -> None:
        """Train on the places of the labels among those of the training set."""
        self.classes_, codes = np.unique(y, return_inverse=True)
        self.estimator.fit(X, codes)

    def predict(self, X: Any) -> Array:
        """Give labels."""
        return np.asarray(self.classes_[said_by(self.estimator, X).astype(int)])


def said_by(model: Any, X: Any) -> Array:
    """What a model predicts, one for each row; CatBoost gives a column of them."""
    predicted = np.asarray(model.predict(X))
    return predicted.ravel() if predicted.shape[1:] == (1,) else predicted


def train_any(estimator: Any, X: Any, y: Array, groups: Array | None = None) -> Trained:
    """Train an estimator from elsewhere; one that refuses these labels, as XGBoost does texts, gets codes of them.

    Parameters
    ----------
    estimator : scikit-learn estimator
        Unfitted.
    X : frame or array
    y : array
    groups : array, optional
        For a search whose inner folds keep them together; or which instance each row is a copy of.
    """
    from sklearn.base import clone, is_classifier

    routed = {"groups": groups} if groups is not None and _splits_by_groups(estimator) else {}
    try:
        estimator.fit(X, y, **routed)
    except (ValueError, TypeError) as refusal:
        if not is_classifier(estimator) or np.array_equal(np.unique(y), np.arange(len(np.unique(y)))):
            raise
        model = WithCodes(clone(estimator))
        try:
            model.fit(X, y)
        except Exception:
            raise refusal from None
        return Trained(model, X)
    return Trained(estimator, X)


def _splits_by_groups(estimator: Any) -> bool:
    """Whether this is a search whose splitter asks for groups."""
    splitter = getattr(estimator, "cv", None)
    if isinstance(splitter, Design):
        return True
    routing = getattr(splitter, "get_metadata_routing", None)
    return bool(routing and routing().split.requests.get("groups"))


def train_from_catalogue(estimator: Any, X: Any, y: Array, groups: Array | None = None) -> Trained:
    """Train a learner of the catalogue, or a search over its hyperparameters.

    The two steps of its pipeline are trained one by one, and hyperparameters that the catalogue has checked are
    not checked again: beside a cheap learner both would count, and the pipeline keeps no prepared rows.

    Parameters
    ----------
    estimator : pipeline of preparation and model, or a search over its hyperparameters
        Unfitted; it is fitted in place.
    X : frame or array
    y : array
    groups : array, optional
        For the inner folds of a search, which keep them together; or which instance each row is a copy of.
    """
    from sklearn import config_context

    with config_context(skip_parameter_validation=True):
        if hasattr(estimator, "steps"):
            preparation, model = estimator
            rows = preparation.fit_transform(X, y)
            model.fit(rows, y)
        else:
            estimator.fit(X, y, groups=groups)
            preparation, model = estimator.best_estimator_
            rows = preparation.transform(X)
    return Trained(model, rows, preparation)
