"""Columns with roles → attributes and labels, and everything that makes them unfit to learn from."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd

from core.data.columns.kinds import Column
from core.data.tables.cells import rows_in_words, shown
from core.errors import InputError, listing, quoted
from core.records import Array, Task
from core.written import counted

FEWEST_INSTANCES = 8


def attributes(columns: Iterable[Column]) -> pd.DataFrame:
    """Numbers as float64, everything else as `category` with the categories in sorted order.

    Raises
    ------
    InputError
        If a number is infinite, or a column is almost all numbers.
    """
    return pd.DataFrame({column.name: _attribute(column) for column in columns})


def _attribute(column: Column) -> "pd.Series[Any]":
    if len(column.strays):
        raise stray_cells(column)
    if column.kind in ("number", "date"):
        check_finite(column)
        return column.values
    return column.values.astype("category")


def stray_cells(column: Column) -> InputError:
    """Say which cells of a column of numbers are none."""
    cells = listing(map(shown, column.values.iloc[column.strays - 1].unique()), most=5)
    return InputError(
        f"holds numbers except in {len(column.strays):,} of {column.present:,} cells: {cells}, "
        f"{rows_in_words(column.strays)}.",
        f"column {quoted(column.name)}",
        "Correct these cells or leave them empty; or leave the column out (drop=…), "
        "or read it as categories (categorical=…).",
    )


def check_finite(column: Column) -> None:
    """Raise `InputError` if a number of the column is infinite."""
    rows = np.flatnonzero(np.isinf(column.values.to_numpy())) + 1
    if len(rows):
        raise InputError(
            f"holds a number that is infinite or too large, {rows_in_words(rows)}.",
            f"column {quoted(column.name)}",
            "Correct the cell, or leave it empty if the value is unknown.",
        )


def target_values(column: Column, task: Task) -> "pd.Series[Any]":
    """Class labels (whole numbers stay integers, all else is text) or the numbers of a regression.

    Raises
    ------
    InputError
        If the target does not suit the task.
    """
    if column.distinct < 2:
        value = shown(column.first)
        raise InputError(
            f"there is only one class, {value}; nothing can be told apart."
            if task == "classification"
            else f"every instance has the value {value}; nothing can be predicted.",
            f"column {quoted(column.name)}",
            "Choose another target.",
        )
    if task == "classification":
        return _labels(column)
    if column.kind in ("number", "date"):
        return column.values
    raise InputError(
        f"regression needs numbers, but the column holds texts such as {shown(column.values.iloc[0])}.",
        f"column {quoted(column.name)}",
        "Choose classification as the task, or another target.",
    )


def _labels(column: Column) -> "pd.Series[Any]":
    if 2 * column.distinct <= column.present:
        return column.labels
    numeric = column.kind in ("number", "date")
    raise InputError(
        f"has {column.distinct:,} distinct values in {column.present:,} rows, too many for classes.",
        f"column {quoted(column.name)}",
        "It is probably a measurement: choose regression (task='regression')."
        if numeric
        else "It is probably an identifier or free text: choose another target.",
    )


def present_targets(column: Column, drop_missing: bool) -> Array:
    """Tell which rows have a target.

    Raises
    ------
    InputError
        If the target is almost all numbers, is infinite, or is missing in rows that are not to be dropped.
    """
    if len(column.strays):
        raise stray_cells(column)
    if column.kind in ("number", "date"):
        check_finite(column)
    present = column.values.notna().to_numpy()
    rows = np.flatnonzero(~present) + 1
    if len(rows) and not drop_missing:
        raise InputError(
            f"the target is missing in {len(rows):,} of {len(present):,} rows: {rows_in_words(rows)}.",
            f"column {quoted(column.name)}",
            "Fill them in, remove these rows, or have them left out (drop_missing_target=True).",
        )
    return present


def complete(column: Column, role: str) -> "pd.Series[Any]":
    """Return the labels of a column that has to be complete: the groups or the folds.

    Raises
    ------
    InputError
        If a label is missing, or all are the same.
    """
    rows = np.flatnonzero(column.values.isna().to_numpy()) + 1
    if len(rows):
        raise InputError(
            f"cannot say the {role}: it is missing in {counted(len(rows), 'rows')}: {rows_in_words(rows)}.",
            f"column {quoted(column.name)}",
            "Fill in the cells or remove these rows.",
        )
    if column.distinct < 2:
        raise InputError(
            f"cannot say the {role}: it holds nothing but {shown(column.first)}.",
            f"column {quoted(column.name)}",
            "Choose another column.",
        )
    return column.labels


def check_enough(rows: int, where: str) -> None:
    """Raise `InputError` if there are too few instances to train and to judge a learner."""
    if rows < FEWEST_INSTANCES:
        raise InputError(
            f"has {counted(rows, 'instances')}; "
            f"at least {FEWEST_INSTANCES} are needed to train a learner and to judge it.",
            where,
            "Bring more rows.",
        )
