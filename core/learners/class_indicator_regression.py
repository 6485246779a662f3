"""Regression of the class indicator, cut at one half: the learners RT and LS of Wang 2016, section 3.1."""

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LinearRegression
from sklearn.tree import DecisionTreeRegressor
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from core.errors import InputError, listing
from core.records import ANOTHER_LEARNER, Array


class RegressionCutAtHalf(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Base of RT and LS: regress y ∈ {0, 1} on X, choose class 1 where the value exceeds ½.

    Attributes
    ----------
    classes_ : array of two labels
        The second is the one coded 1.
    regressor_ : fitted regressor
    """

    title: str

    def fit(self, X: Any, y: Any) -> "RegressionCutAtHalf":
        """Train on two classes.

        Raises
        ------
        InputError
            If the training set holds another number of classes.
        """
        X, y = validate_data(self, X, y)
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        if len(self.classes_) != 2:
            labels = listing(self.classes_.tolist(), most=10)
            raise InputError(
                f"Only binary classification is supported. This training set has {len(self.classes_)} "
                f"{'class' if len(self.classes_) == 1 else 'classes'}: {labels}.",
                self.title,
                f"{ANOTHER_LEARNER}, or keep two classes.",
            )
        self.regressor_ = self.regressor(codes).fit(X, codes)
        return self

    def decision_function(self, X: Any) -> Array:
        """Give the regression value less ½: positive for the second class."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False)
        return np.asarray(self.regressor_.predict(X) - 0.5)

    def predict(self, X: Any) -> Array:
        """Choose a class for each instance."""
        second = self.decision_function(X) > 0
        return np.asarray(self.classes_[second.astype(int)])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    def regressor(self, codes: Array) -> Any:
        """Make the regressor of the codes 0 and 1, unfitted."""
        raise NotImplementedError


class LeastSquaresCutAtHalf(RegressionCutAtHalf):
    """LS: ordinary least squares of the class indicator."""

    title = "LS"

    def regressor(self, codes: Array) -> Any:  # noqa: ARG002
        """Make ordinary least squares."""
        return LinearRegression()


class TreeCutAtHalf(RegressionCutAtHalf):
    """RT: a least-squares regression tree grown and pruned like R's rpart.

    Parameters
    ----------
    min_samples_split : int
        rpart's minsplit.
    min_samples_leaf : int
        rpart's minbucket.
    cp : float
        rpart's complexity parameter: the share of the root's sum of squares that a division must save.
    random_state : int or None
        Chooses among equally good divisions.
    """

    title = "RT"

    def __init__(
        self,
        min_samples_split: int = 20,
        min_samples_leaf: int = 7,
        cp: float = 0.01,
        random_state: int | None = None,
    ) -> None:
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.cp = cp
        self.random_state = random_state

    def regressor(self, codes: Array) -> Any:
        """Make the tree, which prunes itself."""
        # rpart drops divisions by cost-complexity pruning at cp times the root's mean square: a weak
        # division stays if strong ones follow below it, which min_impurity_decrease would not allow
        return DecisionTreeRegressor(
            min_samples_split=self.min_samples_split,
            min_samples_leaf=self.min_samples_leaf,
            max_depth=30,
            ccp_alpha=self.cp * float(np.var(codes)),
            random_state=self.random_state,
        )
