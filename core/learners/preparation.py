"""Attributes → numbers, by column type, learnt from the training set alone.

One small transformer instead of a `ColumnTransformer` of pipelines: on data sets of some hundred instances
the latter costs several times the fit of a cheap learner.
"""

from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from core.errors import InputError, quoted
from core.learners.entry import Encoding
from core.records import Array

MOST_INDICATORS = 100
"""Levels of one attribute that get an indicator each; rarer ones share the row of zeros."""


class Preparation(TransformerMixin, BaseEstimator, auto_wrap_output_keys=None):  # type: ignore[misc, call-arg]
    """Impute, scale and encode the columns of a frame or an array.

    Numbers: missing values become the median of the training set, then (if asked for) mean 0 and standard
    deviation 1. A column without any value in the training set becomes 0.
    Everything else: one indicator per level (a single one where there are two levels), or the level's number;
    missing is a level of its own where the training set had missing values. A level that the training set did
    not have is a row of zeros, or the number −1.

    Parameters
    ----------
    scale : bool
    encoding : "indicators" or "codes"
    impute : bool
        False leaves missing numbers to a learner that copes with them.
    """

    def __init__(self, scale: bool = True, encoding: Encoding = "indicators", impute: bool = True) -> None:
        self.scale = scale
        self.encoding = encoding
        self.impute = impute

    def fit(self, X: Any, y: Any = None) -> "Preparation":
        """Learn medians, means, deviations and levels.

        Raises
        ------
        InputError
            If a column holds an infinite number.
        """
        self.fit_transform(X, y)
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Array:  # noqa: ARG002
        """Learn from X and transform it.

        Returns
        -------
        array of float, instances × prepared attributes

        Raises
        ------
        InputError
            If a column holds an infinite number.
        """
        table = self._table(X, reset=True)
        self.is_number_ = _are_numbers(table)
        numbers, others = self._parts(table)
        self.levels_ = [self._levels(column) for column in others]
        return self._joined(self._learn_numbers(numbers), others)

    def transform(self, X: Any) -> Array:
        """Transform X by what was learnt.

        Returns
        -------
        array of float, instances × prepared attributes

        Raises
        ------
        InputError
            If a column holds an infinite number.
        """
        check_is_fitted(self)
        numbers, others = self._parts(self._table(X, reset=False))
        numbers = self._filled(numbers, self._missing(numbers))
        if self.scale:
            numbers = (numbers - self.mean_) / self.scale_
        return self._joined(numbers, others)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags

    def _table(self, X: Any, reset: bool) -> Any:
        """X as a frame, or as an array of numbers; the columns are noted or compared with the noted ones."""
        if isinstance(X, pd.DataFrame):
            if reset:
                self._note_columns(X.columns)
            elif not X.columns.equals(self.columns_):
                validate_data(self, X, reset=False, skip_check_array=True)
            return X
        if reset:
            self.columns_: pd.Index | None = None
        X = validate_data(self, X, reset=reset, dtype=None, ensure_all_finite=False)
        return X if X.dtype.kind in "biuf" else pd.DataFrame(X).infer_objects()

    def _note_columns(self, columns: pd.Index) -> None:
        self.columns_ = columns
        self.n_features_in_ = len(columns)
        if all(isinstance(name, str) for name in columns):
            self.feature_names_in_ = np.asarray(columns, dtype=object)

    def _parts(self, table: Any) -> tuple[Array, list[pd.Categorical]]:
        if not isinstance(table, pd.DataFrame):
            return np.asarray(table, dtype=float), []
        if self.is_number_.all():
            return table.to_numpy(dtype=float, na_value=np.nan), []
        columns: Any = table.iloc
        numbers = columns[:, np.flatnonzero(self.is_number_)].to_numpy(dtype=float, na_value=np.nan)
        others = [_categories(columns[:, i].array) for i in np.flatnonzero(~self.is_number_)]
        return numbers, others

    def _learn_numbers(self, numbers: Array) -> Array:
        missing = self._missing(numbers)
        self.empty_ = missing.all(axis=0)
        if self.impute:
            self.median_ = _medians(numbers, missing)
        numbers = self._filled(numbers, missing)
        if self.scale:
            self.mean_ = numbers.mean(axis=0)
            numbers = numbers - self.mean_
            self.scale_ = _deviations(numbers, self.mean_)
            numbers = numbers / self.scale_
        return numbers

    def _missing(self, numbers: Array) -> Array:
        """Where values are missing."""
        missing = np.isnan(numbers)
        infinite = np.isinf(numbers).any(axis=0)
        if infinite.any():
            position = int(np.flatnonzero(self.is_number_)[np.argmax(infinite)])
            name = position if self.columns_ is None else self.columns_[position]
            raise InputError(
                "holds an infinite number.", f"column {quoted(name)}", "Mark it as missing instead."
            )
        return missing

    def _filled(self, numbers: Array, missing: Array) -> Array:
        if self.impute and missing.any():
            numbers = np.where(missing, self.median_, numbers)
        return np.where(self.empty_, 0.0, numbers) if self.empty_.any() else numbers

    def _levels(self, column: pd.Categorical) -> tuple[pd.Index, bool]:
        """Levels that occur, and whether missing occurs beside them."""
        codes = column.codes
        counts = np.bincount(codes + 1, minlength=len(column.categories) + 1)
        present = np.flatnonzero(counts[1:])
        if self.encoding == "indicators" and len(present) > MOST_INDICATORS:
            order = np.argsort(-counts[1:][present], kind="stable")
            present = np.sort(present[order[:MOST_INDICATORS]])
        levels = column.categories
        return (levels if len(present) == len(levels) else levels[present]), bool(counts[0])

    def _joined(self, numbers: Array, others: list[pd.Categorical]) -> Array:
        if not others:
            return numbers
        blocks = [self._encoded(column, *levels) for column, levels in zip(others, self.levels_, strict=True)]
        return np.hstack([numbers, *blocks])

    def _encoded(self, column: pd.Categorical, levels: pd.Index, with_missing: bool) -> Array:
        beyond = len(levels) if with_missing else -1
        same = levels is column.categories
        numbers = np.arange(len(levels)) if same else levels.get_indexer(column.categories)
        number_of = np.append(numbers, beyond)  # code −1, a missing value, picks the last entry
        codes = number_of[column.codes][:, None]
        if self.encoding == "codes":
            return np.asarray(codes, dtype=float)
        width = len(levels) + with_missing
        return np.asarray(codes == np.arange(1 if width == 2 else 0, width), dtype=float)


def _are_numbers(table: Any) -> Array:
    if isinstance(table, pd.DataFrame):
        return np.fromiter((dtype.kind in "iuf" for dtype in table.dtypes), bool, table.shape[1])
    return np.ones(table.shape[1], dtype=bool)


def _categories(values: Any) -> pd.Categorical:
    return values if isinstance(values, pd.Categorical) else pd.Categorical(values)


def _medians(numbers: Array, missing: Array) -> Array:
    """Column medians of the values that are there; 0 where there are none."""
    if not missing.any():
        return np.asarray(np.median(numbers, axis=0))
    ordered = np.sort(numbers, axis=0)  # missing values come last
    count = (~missing).sum(axis=0)
    columns = np.arange(numbers.shape[1])
    middle = (ordered[(count - 1) // 2, columns] + ordered[count // 2, columns]) / 2
    return np.where(count > 0, middle, 0.0)


def _deviations(centred: Array, mean: Array) -> Array:
    """Column standard deviations; 1 for columns that are constant up to rounding."""
    n = len(centred)
    variance = np.einsum("ij,ij->j", centred, centred) / n
    eps = np.finfo(float).eps
    constant = variance <= n * eps * variance + (n * mean * eps) ** 2
    return np.where(constant, 1.0, np.sqrt(variance))
