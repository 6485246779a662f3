"""The cells of a table of fold results as numbers that make sense, or a sentence about the one that does not."""

from typing import Any

import numpy as np
import pandas as pd

from core.data.cells import numeric_column, shown
from core.data.instances import rows_in_words
from core.data.tables import RawTable
from core.errors import InputError, listing


def score_frame(tidy: pd.DataFrame, table: RawTable) -> tuple[pd.DataFrame, list[str]]:
    """The columns of `FOLD_SCORE_COLUMNS` with their types, and what was assumed of those not there."""
    size = len(tidy)
    name = table.name or "data"
    frame = pd.DataFrame(
        {
            "dataset": tidy.get("dataset", pd.Series([name] * size, dtype="str")).astype("str"),
            "learner": tidy["learner"].astype("str"),
            "replicate": _counting(tidy, "replicate", table),
            "fold": _counting(tidy, "fold", table),
            "n_train": _size(tidy, "n_train", table),
            "n_validation": _size(tidy, "n_validation", table),
            "score": _numbers(tidy["score"], "score", table),
        }
    )
    for column in ("dataset", "learner"):
        _check_present(frame[column], column, table)
    twice = frame.duplicated(["dataset", "learner", "replicate", "fold"], keep=False)
    if twice.any():
        row = frame[twice].iloc[0]
        raise InputError(
            f"the learner {shown(row['learner'])} has several scores for replicate {row['replicate']}, fold "
            f"{row['fold']} of {shown(row['dataset'])}: {rows_in_words(np.flatnonzero(twice) + 1)}.",
            table.where,
            "Keep one row each; repetitions are told apart by the column replicate.",
        )
    missing = np.flatnonzero(frame["score"].isna()) + 1
    notes = [f"There is no score in {rows_in_words(missing)}."] if len(missing) else []
    return frame, notes


def _check_present(column: "pd.Series[Any]", name: str, table: RawTable) -> None:
    empty = np.flatnonzero(column.isna()) + 1
    if len(empty):
        raise InputError(
            f"is empty in {rows_in_words(empty)}.", f"{table.where}, column {name!r}", "Fill the cells in."
        )


def _numbers(column: "pd.Series[str]", name: str, table: RawTable) -> "pd.Series[float]":
    values, strays = numeric_column(column, table.decimal)
    strays += (np.flatnonzero(np.isinf(values)) + 1).tolist()
    if strays:
        raise InputError(
            f"{shown(column.iloc[strays[0] - 1])} is no number, {rows_in_words(strays)}.",
            f"{table.where}, column {name!r}",
            "Correct the cell, or leave it empty where a learner failed.",
        )
    return values


def _counting(tidy: pd.DataFrame, name: str, table: RawTable) -> "pd.Series[Any]":
    """Replicates and folds as numbers that count from 1."""
    if name not in tidy:
        return pd.Series(np.ones(len(tidy), dtype=np.int64))
    values = _numbers(tidy[name], name, table)
    _check_present(values, name, table)
    wrong = np.flatnonzero((values < 0) | (values != np.rint(values))) + 1
    if len(wrong):
        raise InputError(
            f"{shown(tidy[name].iloc[wrong[0] - 1])} does not count {name}s, {rows_in_words(wrong)}.",
            f"{table.where}, column {name!r}",
            f"Number the {name}s 1, 2, 3 …",
        )
    return values.astype("int64") + int(values.min() == 0)


def _size(tidy: pd.DataFrame, name: str, table: RawTable) -> "pd.Series[Any]":
    if name not in tidy:
        return pd.Series(np.full(len(tidy), np.nan))
    values = _numbers(tidy[name], name, table)
    wrong = np.flatnonzero(values < 1) + 1
    if len(wrong):
        raise InputError(
            f"{shown(tidy[name].iloc[wrong[0] - 1])} is no number of instances, {rows_in_words(wrong)}.",
            f"{table.where}, column {name!r}",
            "Write how many instances there were, or leave the column out.",
        )
    return values.astype("int64") if tidy[name].str.fullmatch(r"\d+").fillna(False).all() else values


def same_in_all_rows(tidy: pd.DataFrame, name: str, table: RawTable) -> str | None:
    """The one value that a column holds, or None."""
    values = tidy[name].dropna().unique().tolist() if name in tidy else []
    if len(values) > 1:
        raise InputError(
            f"holds {listing(map(shown, values), most=5)}, but can only be the same in all rows.",
            f"{table.where}, column {name!r}",
            "Split the table.",
        )
    return str(values[0]) if values else None


def truth_in_all_rows(tidy: pd.DataFrame, name: str, table: RawTable) -> bool | None:
    """The one truth value that a column holds, or None."""
    value = same_in_all_rows(tidy, name, table)
    if value is None:
        return None
    if value.strip().lower() not in ("true", "false", "1", "0"):
        raise InputError(
            f"holds {shown(value)}.", f"{table.where}, column {name!r}", "It can be True or False."
        )
    return value.strip().lower() in ("true", "1")
