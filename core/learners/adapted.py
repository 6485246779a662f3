"""Estimators of scikit-learn, adapted in one respect each.

Those that silence a harmless warning do so around the fit alone. `warnings.catch_warnings` is not safe between
threads: the worst that can happen is that this one message stays silent for longer.
"""

import warnings
from typing import Any

from scipy.special import softmax
from sklearn import discriminant_analysis, naive_bayes, neural_network
from sklearn.exceptions import ConvergenceWarning

from core.errors import InputError


class LinearDiscriminantAnalysis(discriminant_analysis.LinearDiscriminantAnalysis):  # type: ignore[misc]
    """LDA that chooses its solver by itself: singular values unless there is shrinkage.

    Silent about classes of one instance, which add nothing to the common covariance.
    """

    def __init__(self, shrinkage: float | None = None) -> None:
        super().__init__(shrinkage=shrinkage)

    def fit(self, X: Any, y: Any) -> "LinearDiscriminantAnalysis":
        """Estimate the class means and the common covariance.

        Raises
        ------
        InputError
            If no attribute varies inside the classes.
        """
        self.solver = "svd" if self.shrinkage is None else "lsqr"
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Only one sample available")
            try:
                super().fit(X, y)
            except IndexError as error:  # the singular values of nothing
                raise InputError("no attribute varies inside the classes.", "LDA") from error
        return self


class GaussianNB(naive_bayes.GaussianNB):  # type: ignore[misc]
    """Naive Bayes that falls back on the class shares where no attribute varies."""

    def fit(self, X: Any, y: Any) -> "GaussianNB":
        """Estimate mean and variance of every attribute in every class."""
        super().fit(X, y)
        if self.epsilon_ == 0:
            self.var_ += self.var_smoothing
        return self

    def predict_proba(self, X: Any) -> Any:
        """Probabilities straight from the joint log-likelihoods, in half the time of the way over their logarithms."""
        return softmax(self.predict_joint_log_proba(X), axis=1)


class MLPClassifier(neural_network.MLPClassifier):  # type: ignore[misc]
    """Neural network for which `max_iter` is early stopping, chosen and not a fault."""

    def fit(self, X: Any, y: Any) -> "MLPClassifier":
        """Train the network."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            super().fit(X, y)
        return self


class MLPRegressor(neural_network.MLPRegressor):  # type: ignore[misc]
    """Neural network for which `max_iter` is early stopping, chosen and not a fault."""

    def fit(self, X: Any, y: Any) -> "MLPRegressor":
        """Train the network."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            super().fit(X, y)
        return self
