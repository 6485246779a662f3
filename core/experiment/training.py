"""Estimator and training set → a trained learner, its rows prepared once for all that is asked of it."""

from dataclasses import dataclass
from typing import Any

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


def train_any(estimator: Any, X: Any, y: Array) -> Trained:
    """Train an estimator from elsewhere."""
    estimator.fit(X, y)
    return Trained(estimator, X)


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
        For the inner folds of a search, which keep them together.
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
