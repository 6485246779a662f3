"""Learner → its tuned form, by the same randomised search for all, inside the training set (I2ML 5.1, equal care)."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from core.learners.catalogue import LEARNERS
from core.learners.hyperparameters import Hyperparameter
from core.learners.make import estimator_of, parameter_path
from core.records import LearnerSpec, Task, Tuning

_SCORING: dict[Task, str] = {"classification": "accuracy", "regression": "neg_mean_squared_error"}
_STEPS = 60
"""Values, at most, that stand for a range of whole numbers walked through by factors."""


def tuned(learner: LearnerSpec | Any, tuning: Tuning, task: Task, seed: int, *, copies: bool = False) -> Any:
    """Wrap a learner into a randomised search over the ranges of the catalogue.

    Parameters
    ----------
    learner : LearnerSpec or estimator
        Hyperparameters that the specification sets stay as they are. An estimator from elsewhere has no
        ranges to search and is returned as it is, as is a learner without anything to tune.
    tuning : Tuning
    task : "classification" or "regression"
        Accuracy or the mean squared error decides.
    seed : int
        Decides settings, inner folds and everything random in the learner.
    copies : bool
        Whether the groups that it is fitted with are copies of one instance each (see `InnerFolds`).

    Returns
    -------
    estimator
        Refitted with the best setting; ties go to the one tried first, and the defaults are tried first.
    """
    if not isinstance(learner, LearnerSpec):
        return learner
    estimator = estimator_of(learner, seed)
    ranges = _ranges(learner)
    if not ranges:
        return estimator
    from core.learners.search import CatalogueSearch, InnerFolds

    draws, folds = map(int, np.random.SeedSequence([seed, learner.start, 1]).generate_state(2))
    return CatalogueSearch(
        estimator,
        ranges,
        n_iter=_tried(ranges, tuning),
        scoring=_SCORING[task],
        cv=InnerFolds(tuning.folds, folds, task == "classification", copies),
        random_state=draws,
        error_score=np.nan,
    )


def fits_of_search(learner: LearnerSpec, tuning: Tuning) -> int:
    """How often a learner is trained on a training set: every setting on every inner fold, and the best on all of it.

    Small classes and few groups allow fewer inner folds.
    """
    ranges = _ranges(learner)
    return 1 + _tried(ranges, tuning) * tuning.folds if ranges else 1


def _tried(ranges: dict[str, Any], tuning: Tuning) -> int:
    return int(min(tuning.budget, _number_of_settings(ranges.values())))


def chosen(estimator: Any) -> dict[str, Any]:
    """Hyperparameters that tuning chose, as values that `make_learner` takes; empty where nothing was tuned."""
    from core.learners.search import CatalogueSearch

    if not isinstance(estimator, CatalogueSearch):
        return {}
    ranges = estimator.param_distributions
    return {
        path.rpartition("__")[2]: _plain(estimator.best_params_[path], ranges[path])
        for path in sorted(estimator.best_params_)
    }


def _plain(value: Any, drawn_from: Any) -> Any:
    if isinstance(value, str) and not isinstance(drawn_from, list):
        return None  # a word in place of a number, such as "sqrt", is scikit-learn's own choice
    return value.item() if isinstance(value, np.generic) else value


def _ranges(spec: LearnerSpec) -> dict[str, Any]:
    fixed = dict(spec.hyperparameters)
    free = [h for h in LEARNERS[spec.key].hyperparameters if h.tuned and h.name not in fixed]
    return {parameter_path(spec.key, h.name): values_of(h) for h in free}


def values_of(hyperparameter: Hyperparameter) -> Any:
    """Where tuning draws a hyperparameter from: a list of values, or a continuous distribution."""
    if hyperparameter.kind == "bool":
        return [False, True]
    if hyperparameter.kind == "choice":
        return [*([None] if hyperparameter.default is None else []), *hyperparameter.choices]
    low, high = hyperparameter.range
    if hyperparameter.kind == "int":
        if hyperparameter.log:
            return np.unique(np.geomspace(low, high, _STEPS).round().astype(int)).tolist()
        return list(range(int(low), int(high) + 1))
    from scipy.stats import loguniform, uniform

    return loguniform(low, high) if hyperparameter.log else uniform(low, high - low)


def _number_of_settings(ranges: Iterable[Any]) -> float:
    sizes = [len(values) if isinstance(values, list) else np.inf for values in ranges]
    return float(np.prod(sizes))
