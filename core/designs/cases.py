"""Data set, or scikit-learn's arrays → what a design may look at: the number of instances, classes, groups, folds."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from core.errors import InputError
from core.records import Dataset

IndexArray = npt.NDArray[np.intp]
Pair = tuple[IndexArray, IndexArray]
"""Positions of the training set and of the validation set."""


@dataclass(frozen=True, eq=False)
class Cases:
    """The instances as a design sees them: never their attributes.

    Attributes
    ----------
    n : int
        Number of instances.
    codes : int array of length n, or None
        Class of each instance as a position in `labels`; None where there are no classes.
    labels : tuple
        Class labels in sorted order.
    groups : int array of length n, or None
        Group of each instance as a position in `group_labels`.
    group_labels : tuple
    folds : int array of length n, or None
        Fold that the data themselves give to each instance; −1 for those that are always trained on.
    """

    n: int
    codes: IndexArray | None = None
    labels: tuple[Hashable, ...] = ()
    groups: IndexArray | None = None
    group_labels: tuple[Hashable, ...] = ()
    folds: IndexArray | None = None

    @classmethod
    def of_dataset(cls, dataset: Dataset) -> "Cases":
        """See a data set as a design does.

        Raises
        ------
        InputError
            If some instances have no group.
        """
        codes, labels = _coded(dataset.y) if dataset.task == "classification" else (None, ())
        groups, group_labels = _groups(dataset.groups)
        return cls(len(dataset), codes, labels, groups, group_labels, _folds(dataset.folds))

    @classmethod
    def of_arrays(cls, X: Any, y: Any = None, groups: Any = None, *, classes: bool = False) -> "Cases":
        """See scikit-learn's ``X, y, groups`` as a design does; `y` is read only when `classes` are needed.

        A design whose folds are predefined finds the fold of each instance in `groups`, the only place
        that scikit-learn has for it.

        Parameters
        ----------
        X, y, groups : array-like or None
            As in scikit-learn; at least one of them.
        classes : bool
            Whether `y` holds classes that the design needs.

        Raises
        ------
        InputError
            If all are missing, their lengths differ, some instances have no group, or the classes are needed and
            `y` holds none.
        """
        sized = next((part for part in (X, y, groups) if part is not None), None)
        if sized is None:
            raise InputError("the number of instances is unknown.", "X", "Give X, y or groups.")
        n = int(sized.shape[0]) if hasattr(sized, "shape") else len(sized)
        codes, labels = _classes(y) if classes else (None, ())
        group_codes, group_labels = _groups(groups)
        cases = cls(n, codes, labels, group_codes, group_labels, _folds(groups))
        for name, part in (("y", codes), ("groups", group_codes)):
            if part is not None and len(part) != n:
                raise InputError(f"has {len(part)} values for {n} instances.", name)
        return cases

    @property
    def units(self) -> int:
        """Number of units that a design deals out: groups where there are groups, else instances."""
        return self.n if self.groups is None else len(self.group_labels)

    @property
    def unit_noun(self) -> str:
        """What `units` counts."""
        return "instances" if self.groups is None else "groups"

    @property
    def class_counts(self) -> IndexArray:
        """Instances per class, in the order of `labels`; empty where there are no classes."""
        return np.bincount([] if self.codes is None else self.codes, minlength=len(self.labels))

    @property
    def has_true_groups(self) -> bool:
        """Whether some group holds more than one instance."""
        return self.groups is not None and len(self.group_labels) < self.n


def deal(cases: Cases, parts: int, random_state: Any, *, stratified: bool) -> IndexArray:
    """Deal the shuffled instances cyclically onto the parts.

    Stratified, the instances come class by class, and each class continues where the last one stopped.

    Parameters
    ----------
    random_state : int or numpy RandomState

    Returns
    -------
    part : int array of length n
        0 … parts − 1; the first ``n % parts`` parts hold one instance more than the others.
    """
    from sklearn.utils import check_random_state

    order = check_random_state(random_state).permutation(cases.n)
    if stratified and cases.codes is not None:
        order = order[np.argsort(cases.codes[order], kind="stable")]
    part = np.empty(cases.n, dtype=np.intp)
    part[order] = np.arange(cases.n) % parts
    return part


def _coded(values: Any) -> tuple[IndexArray, tuple[Hashable, ...]]:
    """Codes by sorted label (missing: −1), whatever the container: arrays and data sets agree."""
    codes, labels = pd.factorize(np.asarray(values, dtype=object), sort=True)
    return codes, tuple(labels)


def _classes(y: Any) -> tuple[IndexArray, tuple[Hashable, ...]]:
    hint = "Use stratified=False, or give the class of every instance as y."
    if y is None:
        raise InputError("stratified=True needs the classes, and there is no y.", "y", hint)
    values = np.asarray(y)
    if values.dtype.kind == "f" and not np.array_equal(values, np.round(values)):
        raise InputError("stratified=True needs classes, and y holds numbers with fractions.", "y", hint)
    return _coded(values)


def _groups(groups: Any) -> tuple[IndexArray | None, tuple[Hashable, ...]]:
    if groups is None:
        return None, ()
    codes, labels = _coded(groups)
    if missing := int((codes < 0).sum()):
        raise InputError(
            f"{missing} of {len(codes)} instances have no group.",
            "groups",
            "Give every instance a group; one that belongs to none is a group of its own.",
        )
    return codes, labels


def _folds(folds: Any) -> IndexArray | None:
    """Codes of the folds; a missing fold, or −1 as in scikit-learn's PredefinedSplit, is never validated."""
    if folds is None:
        return None
    values = pd.Series(np.asarray(folds, dtype=object))
    return _coded(values.mask(values == -1))[0]
