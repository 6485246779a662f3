"""Key and hyperparameters → a scikit-learn estimator with its preprocessing inside."""

from functools import cache
from typing import Any

import numpy as np

from core.learners.catalogue import LEARNERS
from core.learners.entry import LearnerEntry
from core.records import LearnerSpec


def make_learner(key: str, **hyperparameters: Any) -> Any:
    """Make a learner of the catalogue that takes the attributes as they are.

    Parameters
    ----------
    key : str
        A key of `LEARNERS`.
    **hyperparameters
        By the names that the entry lists; defaults fill in the rest.

    Returns
    -------
    sklearn.pipeline.Pipeline
        Step "prepare" imputes, scales and encodes by column type, learnt from the training set alone; step
        "model" is the estimator.

    Raises
    ------
    UnknownName
        If there is no such learner.
    InputError
        If a hyperparameter is unknown or out of range.

    Examples
    --------
    >>> make_learner("knn", n_neighbors=1)["model"].n_neighbors
    1
    """
    from sklearn.pipeline import Pipeline

    from core.learners.preparation import Preparation

    entry = LEARNERS[key]
    prepare = Preparation(scale=entry.scales, encoding=entry.encoding, impute=not entry.takes_missing)
    return Pipeline(
        [("prepare", prepare), ("model", _on_scaled_response(entry, entry.make(**hyperparameters)))]
    )


def _on_scaled_response(entry: LearnerEntry, estimator: Any) -> Any:
    if not entry.scales_response:
        return estimator
    from sklearn.compose import TransformedTargetRegressor
    from sklearn.preprocessing import StandardScaler

    return TransformedTargetRegressor(regressor=estimator, transformer=StandardScaler(), check_inverse=False)


def parameter_path(key: str, name: str) -> str:
    """Where a hyperparameter sits in the pipeline of `make_learner`, for ``set_params``."""
    return f"model__regressor__{name}" if LEARNERS[key].scales_response else f"model__{name}"


def seeded(estimator: Any, seed: int, start: int = 0) -> Any:
    """Set every random state, nested ones too, from `seed` and `start`; returns the estimator."""
    return _with_states(estimator, _random_states(estimator), seed, start)


def estimator_of(spec: LearnerSpec, seed: int) -> Any:
    """Make the estimator that a specification describes, with everything random fixed.

    Parameters
    ----------
    spec : LearnerSpec
    seed : int
        Not negative. Equal seeds with different `spec.start` give different random states.

    Returns
    -------
    sklearn.pipeline.Pipeline
    """
    estimator = make_learner(spec.key, **dict(spec.hyperparameters))
    _with_states(estimator["model"], _random_states_of(spec.key), seed, spec.start)
    return estimator


def has_random_start(spec: LearnerSpec, instances: int) -> bool:
    """Whether random numbers decide anything in a learner, so that another start may give another one."""
    entry = LEARNERS[spec.key]
    if not _random_states_of(spec.key):
        return False
    if entry.settled_by is None or instances > entry.settled_up_to:
        return True
    settings = entry.with_defaults(dict(spec.hyperparameters))
    return any(settings[name] != value for name, value in entry.settled_by)


@cache
def _random_states_of(key: str) -> list[str]:
    return _random_states(make_learner(key)["model"])  # preparation is not random


def _random_states(estimator: Any) -> list[str]:
    names = estimator.get_params()
    return sorted(name for name in names if name == "random_state" or name.endswith("__random_state"))


def _with_states(estimator: Any, names: list[str], seed: int, start: int) -> Any:
    if not names:
        return estimator
    states = np.random.SeedSequence([seed, start]).generate_state(len(names))
    return estimator.set_params(**{name: int(s) for name, s in zip(names, states, strict=True)})
