"""What each column is probably for: suggestions that a page shows and a reader assumes and says."""

import re
from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from core.data.cells import shown
from core.data.columns import Column
from core.data.header import ROW_NAMES
from core.records import Task

TARGET_NAMES = ("class", "target", "label", "y", "outcome", "diagnosis", "response", "species", "survived")
POSITIVE_NAMES = ("yes", "true", "positive", "present", "malignant", "abnormal", "sick", "diseased", "died")
_POSITIVE_PAIRS = {
    ("0", "1"),
    ("-1", "1"),
    ("f", "t"),
    ("-", "+"),
    ("n", "y"),
    ("neg", "pos"),
    ("good", "bad"),
}
_IDENTIFIERS = {
    "index",
    "row",
    "rowid",
    "rownames",
    ROW_NAMES,
    "no",
    "no.",
    "nr",
    "key",
    "unnamed: 0",
    "column 1",
}
_GROUPS = {
    *("group", "groups", "subject", "subjects", "patient", "patients", "participant", "individual", "person"),
    *("family", "household", "user", "session", "speaker"),
}
_FOLDS = {"fold", "folds", "cvfold", "foldid"}
_MOST_FOLDS = 50


def words_of(name: str) -> set[str]:
    """Split a name into lower-case words: ``PatientID`` and ``patient_id`` are patient and id."""
    parts = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W_]+", name)
    return {part.lower() for part in parts}


def reasons_to_leave_out(columns: Mapping[str, Column]) -> dict[str, str]:
    """Columns that say nothing about the target, each with the reason as the end of a sentence."""
    reasons = {column.name: _reason(column) for column in columns.values()}
    return {name: reason for name, reason in reasons.items() if reason}


def _reason(column: Column) -> str:
    if not column.present:
        return "it is empty"
    if column.constant:
        return f"it holds nothing but {shown(column.first)}"
    if _is_identifier(column):
        return "it looks like an identifier: every row has its own value"
    if column.kind == "text" and not len(column.strays):
        return f"it is free text: {column.distinct} distinct values in {column.present} rows"
    return ""


def _is_identifier(column: Column) -> bool:
    if (
        column.missing
        or len(column.strays)
        or column.kind == "date"
        or (column.kind == "number" and not column.integral)
    ):
        return False
    if column.distinct < len(column.values):
        return False
    if column.kind != "number":
        return True
    named = column.name.lower() in _IDENTIFIERS or bool(words_of(column.name) & {"id", "uuid"})
    values = np.sort(column.values.to_numpy())
    return named or (values[0] in (0, 1) and values[-1] - values[0] == len(values) - 1)


def suggest_target(columns: Mapping[str, Column], left_out: Collection[str]) -> str:
    """The column with a name such as class or target, otherwise the last complete one that is not left out."""
    candidates = [name for name in columns if name not in left_out] or list(columns)
    by_name = {name.strip().lower().replace(" ", "_"): name for name in reversed(candidates)}
    for name in TARGET_NAMES:
        if name in by_name:
            return by_name[name]
    complete = [name for name in candidates if not columns[name].missing]
    return (complete or candidates)[-1]


def suggest_task(target: Column) -> tuple[Task, bool]:
    """Regression for a number with many values.

    Returns
    -------
    task : "classification" or "regression"
    doubtful : bool
        Whether the other task is possible too.
    """
    if target.kind not in ("number", "date"):
        return "classification", False
    if target.distinct <= 2:
        return "classification", False
    few = target.distinct <= (20 if target.integral else 10) and 3 * target.distinct <= target.present
    doubtful = few or (target.integral and target.distinct <= target.present / 2)
    return ("classification" if few else "regression"), doubtful


def suggest_positive(labels: "pd.Series[Any]") -> tuple[Hashable, str] | None:
    """The class of interest among two, and why it was taken; None unless there are two classes."""
    return positive_among(labels.value_counts())


def positive_among(counts: "pd.Series[int]") -> tuple[Hashable, str] | None:
    """The class of interest by the number of instances of each class, the most frequent class first."""
    if len(counts) != 2:
        return None
    classes = sorted(counts.index.tolist(), key=str)
    first, second = (str(label).lower() for label in classes)
    if (second, first) in _POSITIVE_PAIRS or (first in POSITIVE_NAMES and second not in POSITIVE_NAMES):
        return classes[0], "by its name"
    if (first, second) in _POSITIVE_PAIRS or (second in POSITIVE_NAMES and first not in POSITIVE_NAMES):
        return classes[1], "by its name"
    if counts.min() < counts.max():
        return counts.index.tolist()[-1], "it is the rarer one"
    return classes[-1], "it is the last in sorted order"


def suggest_groups(columns: Iterable[Column]) -> tuple[str, ...]:
    """Columns that may say which instances belong together: named so, and with values that repeat."""
    return tuple(
        column.name
        for column in columns
        if words_of(column.name) & _GROUPS
        and not column.missing
        and (column.kind != "number" or column.integral)
        and 2 <= column.distinct < len(column.values)
    )


def suggest_folds(columns: Iterable[Column]) -> tuple[str, ...]:
    """Columns that may say in which fold an instance is validated."""
    return tuple(
        column.name
        for column in columns
        if words_of(column.name) & _FOLDS and not column.missing and 2 <= column.distinct <= _MOST_FOLDS
    )


def suggest_categorical(columns: Iterable[Column]) -> tuple[str, ...]:
    """Columns of few whole numbers, which may be codes of categories."""
    return tuple(column.name for column in columns if column.integral and 3 <= column.distinct <= 10)
