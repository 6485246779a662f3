"""Ranges and a training set → the best setting, by randomised search that copes with few instances."""

import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from sklearn.exceptions import FitFailedWarning
from sklearn.model_selection import (
    BaseCrossValidator,
    GroupKFold,
    KFold,
    ParameterSampler,
    RandomizedSearchCV,
    StratifiedKFold,
)

from core.errors import InputError
from core.records import Array


class CatalogueSearch(RandomizedSearchCV):  # type: ignore[misc]
    """Randomised search that tries the learner's own setting first.

    A setting that cannot be fitted on some inner fold (more neighbours than instances) is the worst one, and
    no reason to warn. `warnings.catch_warnings` is not safe between threads: the worst that can happen is
    that these two messages stay silent for longer.
    """

    def fit(self, X: Any, y: Any = None, **params: Any) -> "CatalogueSearch":
        """Search, then refit on the whole training set.

        Raises
        ------
        InputError
            If no setting could be fitted on any inner fold.
        """
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FitFailedWarning)
            warnings.filterwarnings("ignore", message="(Scoring failed|One or more of the test scores)")
            super().fit(X, y, **params)
        return self

    def _run_search(self, evaluate_candidates: Callable[[list[dict[str, Any]]], Any]) -> None:
        current = self.estimator.get_params()
        first = {name: current[name] for name in self.param_distributions}
        drawn = ParameterSampler(self.param_distributions, self.n_iter, random_state=self.random_state)
        others = [setting for setting in drawn if setting != first]
        try:
            evaluate_candidates([first, *others][: self.n_iter])
        except ValueError as error:  # raised where every setting failed on every fold
            raise InputError(
                f"no setting could be fitted inside this training set ({str(error).splitlines()[-1]}).",
                "tuning",
                "Use larger training sets, or leave tuning out.",
            ) from error


class InnerFolds(BaseCrossValidator):  # type: ignore[misc]
    """Folds inside a training set, as many as its classes allow.

    A class of one or two members cannot be trained without one of them: such members stay in every training
    part. Classes with fewer members than `folds` reduce the number of folds. If all classes are that small,
    instances are left out one at a time. Groups, where they are given, stay together, as do copies of an instance:
    else what remembers an instance would find it again.

    Parameters
    ----------
    folds : int
    seed : int
    stratified : bool
        Whether y holds classes.
    copies : bool
        Whether a group is one instance that was drawn several times, as a bootstrap does; it counts once.
    """

    def __init__(self, folds: int, seed: int, stratified: bool, copies: bool = False) -> None:
        self.folds = folds
        self.seed = seed
        self.stratified = stratified
        self.copies = copies

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:  # noqa: ARG002
        """Number of folds for these instances.

        Raises
        ------
        InputError
            If there are groups, and fewer than two.
        """
        if groups is not None and not self.copies:
            return int(self._grouped(groups).get_n_splits())
        return self._plan(np.asarray(y)[self._instances(y, groups)[0]])[0]

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[tuple[Array, Array]]:  # noqa: ARG002
        """Give positions of training and validation instances for each fold; whole groups where there are groups.

        Raises
        ------
        InputError
            If there are groups, and fewer than two.
        """
        y = np.asarray(y)
        if groups is not None and not self.copies:
            yield from self._grouped(groups).split(y, y, groups)
            return
        first, instance = self._instances(y, groups)
        labels = y[first]
        k, movable = self._plan(labels)
        kind = StratifiedKFold if self.stratified and k < len(labels) else KFold
        for _, inner in kind(k, shuffle=True, random_state=self.seed).split(movable, labels[movable]):
            validates = np.isin(instance, movable[inner])
            yield np.flatnonzero(~validates), np.flatnonzero(validates)

    @staticmethod
    def _instances(y: Any, groups: Any) -> tuple[Array, Array]:
        """Where each instance stands first, and of every row which instance it is a copy of."""
        if groups is None:
            return np.arange(len(y)), np.arange(len(y))
        _, first, instance = np.unique(groups, return_index=True, return_inverse=True)
        return first, instance

    def _grouped(self, groups: Any) -> GroupKFold:
        present = len(np.unique(groups))
        if present < 2:
            raise InputError(
                "tuning needs at least two groups inside every training set.", hint="Leave tuning out."
            )
        return GroupKFold(min(self.folds, present), shuffle=True, random_state=self.seed)

    def _plan(self, y: Array) -> tuple[int, Array]:
        """Return the number of folds and the instances that take turns in validation."""
        everyone = np.arange(len(y))
        if not self.stratified:
            return max(2, min(self.folds, len(y))), everyone
        _, codes, counts = np.unique(y, return_inverse=True, return_counts=True)
        large = counts[counts > 2]
        k = int(max(2, min(self.folds, large.min()))) if large.size else 2
        two_remain = counts - -(-counts // k) >= 2
        return (k, everyone[two_remain[codes]]) if two_remain.any() else (len(y), everyone)
