"""The table of what was understood of a source's columns."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from core.data import ColumnSummary
from core.tables.table import Table
from core.written import counted


def columns_table(columns: Sequence[ColumnSummary], chosen: Mapping[str, Any] | None = None) -> Table:
    """Every column of a data set in one line: kind, missing, distinct, role, and why it is left out, if any is.

    Roles are those that were understood, or those of `chosen`, which are named as by `read_dataset`.
    """
    frame = _frame(columns if chosen is None else [_as_chosen(column, chosen) for column in columns])
    why = ["why"] if frame["why"].any() else []
    return Table(frame[["column", "kind", "missing", "distinct", "role", *why, "examples"]], _said(columns))


def results_columns_table(columns: Sequence[ColumnSummary]) -> Table:
    """Every column of a file with results: what it is taken for, and what it holds."""
    frame = _frame(columns).rename(columns={"role": "taken for"}).drop(columns="why")
    frame["taken for"] = frame["taken for"].replace("label", "names of the rows")
    return Table(frame, _said(columns))


def _as_chosen(column: ColumnSummary, chosen: Mapping[str, Any]) -> ColumnSummary:
    roles = {chosen[role]: role for role in ("folds", "groups", "target") if chosen[role] is not None}
    gone = column.name in chosen["drop"]
    return replace(
        column,
        role=roles.get(column.name, "left out" if gone else "attribute"),
        reason=(column.reason or "chosen") if gone else "",
        kind="category" if column.name in chosen["categorical"] else column.kind,
    )


def _frame(columns: Sequence[ColumnSummary]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "column": column.name,
            "role": column.role,
            "kind": column.kind,
            "missing": column.missing,
            "distinct": column.distinct,
            "why": column.reason,
            "examples": ", ".join(str(value) for value in column.examples),
        }
        for column in columns
    )


def _said(columns: Sequence[ColumnSummary]) -> str:
    return f"{counted(len(columns), 'columns')} with role, kind, missing and distinct values."
