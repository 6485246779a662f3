"""The data set: instances with chosen roles, and the pairs that a design makes of it."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
import pandas as pd

from core.errors import InputError
from core.records.array import Array
from core.records.digest import digest
from core.records.notebook import cell
from core.written import in_percent, spoken

Task = Literal["classification", "regression"]
Losses = tuple[tuple[float, ...], ...]
"""Row i, column j: what it costs to choose class j for an instance of class i, classes in the order of the data set."""
WITHOUT_TEST_SET = " without its test set"
"""Ends the name of what is left where a test set was set aside."""


@dataclass(frozen=True, eq=False, repr=False)
class Dataset:
    """Instances whose roles were chosen; two are equal when their fingerprints are.

    Attributes
    ----------
    name : str
    X : DataFrame, n instances × p attributes
        Numeric columns, and `category` columns for everything that is not a number; may hold missing values.
    y : Series of length n
        Class labels or, for regression, numbers. Never missing.
    task : "classification" or "regression"
    positive : label or None
        The positive class where there are two.
    groups : Series or None
        Instances of one group are never on both sides of a split.
    folds : Series or None
        The fold that a column of the table gave to each instance.
    notes : tuple of str
        What was understood, converted, dropped or looks doubtful.
    fingerprint : str
        sha256 over names, types and values of X, y and groups, and over the positive class where it is not the last of
        the two in their order, as it mostly is; computed when not given.
    """

    name: str
    X: pd.DataFrame
    y: "pd.Series[Any]"
    task: Task
    positive: Hashable | None = None
    groups: "pd.Series[Any] | None" = None
    folds: "pd.Series[Any] | None" = None
    notes: tuple[str, ...] = ()
    fingerprint: str = ""

    def __post_init__(self) -> None:
        if not self.fingerprint:
            parts = [self.task, self.X, str(self.y.name), self.y, self.groups, self.folds]
            sign = [str(self.positive)] if self.is_turned else []
            object.__setattr__(self, "fingerprint", digest(*parts, *sign))

    def __repr__(self) -> str:
        return f"Dataset({self.name!r}: {len(self)} × {self.X.shape[1]}, {self.y.name!r}, {self.task})"

    def _repr_html_(self) -> str:
        return cell(repr(self), pd.concat([self.X, self.y], axis=1), index=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dataset) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __len__(self) -> int:
        return len(self.y)

    @cached_property
    def classes(self) -> tuple[Hashable, ...]:
        """The class labels in sorted order; empty for regression."""
        if self.task == "regression":
            return ()
        return tuple(sorted(self.y.unique().tolist(), key=lambda label: (str(type(label)), label)))

    @cached_property
    def class_counts(self) -> "pd.Series[int]":
        """Number of instances per class, in the order of `classes`."""
        return self.y.value_counts().reindex(list(self.classes))

    @property
    def is_rest(self) -> bool:
        """Whether they are what is left where a test set was set aside."""
        return self.name.endswith(WITHOUT_TEST_SET)

    @property
    def is_turned(self) -> bool:
        """Whether the positive class is not the last of the two in their order, as it mostly is."""
        return is_turned(self.classes, self.positive)

    @cached_property
    def learnt_from(self) -> str:
        """The fingerprint of all that a learner sees: the same whichever class is positive."""
        return (
            replace(self, positive=None, fingerprint="").fingerprint if self.is_turned else self.fingerprint
        )

    @property
    def told(self) -> str:
        """The name, and the positive class where it is not the usual one: ``heart (positive: absent)``."""
        return told_data(self.name, self.classes, self.positive)

    @property
    def guessing(self) -> float:
        """Error rate of always saying the commonest class."""
        return 1 - float(self.class_counts.max()) / len(self)

    @cached_property
    def truth(self) -> Array:
        """Class codes 0 … K−1 in the order of `classes`, or the numbers of a regression."""
        if self.task == "regression":
            return self.y.to_numpy(dtype=float)
        return pd.Categorical(self.y, categories=list(self.classes)).codes.astype(np.int64)

    def take(self, positions: Array, name: str | None = None) -> "Dataset":
        """Build the data set of the instances at these positions."""
        return replace(
            self,
            name=name or self.name,
            X=self.X.iloc[positions].reset_index(drop=True),
            y=self.y.iloc[positions].reset_index(drop=True),
            groups=None if self.groups is None else self.groups.iloc[positions].reset_index(drop=True),
            folds=None if self.folds is None else self.folds.iloc[positions].reset_index(drop=True),
            fingerprint="",
        )

    def is_part_of(self, whole: "Dataset") -> bool:
        """Whether all of its instances are among those of `whole`, with the same columns."""
        mine, others = (pd.concat([one.X, one.y], axis=1) for one in (self, whole))
        if list(mine) != list(others):
            return False
        rows = pd.util.hash_pandas_object(mine, index=False)
        return bool(rows.isin(pd.util.hash_pandas_object(others, index=False)).all())

    def set_aside(self, share: float, seed: int = 0) -> tuple["Dataset", "Dataset"]:
        """Leave out a test set, to be used once, at the end (I2ML 5.2; CS182 p. 4).

        The test set holds `share` of the instances, stratified by class, whole groups where there are groups.

        Returns
        -------
        rest, test : Dataset

        Raises
        ------
        InputError
            If `share` is not strictly between 0 and 1 or a class is too small to be on both sides.
        """
        from sklearn.model_selection import GroupShuffleSplit, ShuffleSplit, StratifiedShuffleSplit

        if not 0 < share < 1:
            raise InputError(f"must lie strictly between 0 and 1, not {share!r}.", "share")
        options = {"n_splits": 1, "test_size": share, "random_state": seed}
        if self.groups is not None:
            splitter = GroupShuffleSplit(**options)
        elif self.task == "classification":
            splitter = StratifiedShuffleSplit(**options)
        else:
            splitter = ShuffleSplit(**options)
        try:
            rest, test = next(splitter.split(self.X, self.truth, self.groups))
        except ValueError as error:
            raise InputError(
                f"a test set of {in_percent(share, '.0f')} cannot be left out of {len(self)} instances.",
                self.name,
                "Choose another share, or merge or remove classes that have only one instance.",
            ) from error
        counted = "; what is told below was counted in the data as they came" * bool(self.notes)
        left_out = f"{len(test)} of {len(self)} instances set aside as the test set (seed {seed}){counted}."
        remaining = self.take(np.sort(rest), f"{self.name}{WITHOUT_TEST_SET}")
        return (
            replace(remaining, notes=(left_out, *self.notes)),
            self.take(np.sort(test), f"{self.name} (test set)"),
        )


def is_turned(classes: Sequence[Hashable], positive: Hashable | None) -> bool:
    """Whether the positive one of two classes is not the last in their order, as it mostly is."""
    return positive is not None and positive != classes[-1]


def told_data(name: str, classes: Sequence[Hashable], positive: Hashable | None) -> str:
    """Name of data, and the positive class where it is not the usual one: ``heart (positive: absent)``."""
    return f"{spoken(name)} (positive: {positive})" if is_turned(classes, positive) else spoken(name)


@dataclass(frozen=True, eq=False)
class Split:
    """One training/validation pair of a design: positions of instances; replicates and folds count from 1.

    `train` may name an instance more than once (bootstrap).
    """

    train: Array
    validation: Array
    replicate: int
    fold: int


@dataclass(frozen=True)
class DesignFacts:
    """What inference needs to know of a resampling design, and all that it reads of it.

    Attributes
    ----------
    key : str or None
        Key of the design; None when fold results came from elsewhere and nobody said.
    replicates, folds : int
        The design gives replicates × folds pairs.
    n_train, n_validation : float or None
        Mean sizes over the pairs; None when unknown.
    training_sets_overlap : bool
        Whether two training sets share instances.
    every_instance_once : bool
        Whether every instance is validated exactly once.
    grouped : bool
        Whether instances came in groups that hold more than one.
    stratified : bool
        Whether classes were shared out alike. No test depends on it, so that it tells no results apart by their repr.
    """

    key: str | None
    replicates: int
    folds: int
    n_train: float | None = None
    n_validation: float | None = None
    training_sets_overlap: bool = True
    every_instance_once: bool = False
    grouped: bool = False
    stratified: bool = field(default=False, repr=False)

    @property
    def pairs(self) -> int:
        """Number of training/validation pairs."""
        return self.replicates * self.folds

    @property
    def pooled(self) -> bool:
        """Whether the one pair may be several folds that nobody tells apart: a single training set overlaps none."""
        return self.pairs == 1 and self.training_sets_overlap

    @property
    def overlap_supposed(self) -> bool:
        """Whether it is not known if training sets overlap: of an unnamed design it is supposed only, to be careful."""
        return self.key is None and self.training_sets_overlap

    @property
    def one_classifier(self) -> bool:
        """Whether all that was validated was predicted by one classifier of each learner."""
        return self.pairs == 1 and not self.training_sets_overlap
