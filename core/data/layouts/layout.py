"""What a layout of fold results is: how it is recognised, and how it becomes one row per score."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np
import pandas as pd

from core.data.canonical import restore
from core.data.cells import distinct_texts, spelled_out
from core.data.columns import as_text
from core.data.tables import RawTable
from core.entries import Entry

Rows = Literal["folds", "data sets"]
Scale = Literal["proportion", "percent"]
Roles: TypeAlias = Mapping[str, str | Sequence[str]]
"""Columns by the role they play; ``learners`` may name several."""


@dataclass(frozen=True)
class Asked:
    """What the reader was told beyond the source; None where nobody said.

    Attributes
    ----------
    roles : mapping
    measure : str or None
        As the source or as Foldwise calls it.
    rows : "folds", "data sets" or None
    replicates : int or None
        Into how many replicates folds that were numbered through are cut.
    """

    roles: Roles = field(default_factory=dict)
    measure: str | None = None
    rows: Rows | None = None
    replicates: int | None = None


@dataclass(frozen=True, eq=False)
class Tidy:
    """A table with one row per score, cells still as written.

    Attributes
    ----------
    frame : DataFrame
        Columns with canonical names, all text (few distinct ones as `category`), or scores as numbers. The index
        counts the rows of the source from 0.
    columns : mapping
        Columns of the source by their role.
    notes : tuple of str
    measure : str or None
        What the source calls the measure of the column `score`, where its name says so.
    measures : tuple of str
        All the measures that the source has, as it calls them.
    rows : "folds", "data sets" or None
        What rows stand for, as far as their labels say.
    design : str or None
        Key of the design that the layout is written for or names.
    open : tuple of str
        Arguments of the reader that were guessed and should be asked.
    """

    frame: pd.DataFrame
    columns: Mapping[str, str]
    notes: tuple[str, ...] = ()
    measure: str | None = None
    measures: tuple[str, ...] = ()
    rows: Rows | None = None
    design: str | None = None
    open: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ScoreLayout(Entry):
    """A way to write fold results down.

    Attributes
    ----------
    fits : callable
        Whether a table, with the user's roles, is laid out so.
    tidy : callable
        One row per score; raises `InputError` if the table is not laid out so.
    """

    fits: Callable[[RawTable, Roles], bool]
    tidy: Callable[[RawTable, Asked], Tidy]


def texts(table: RawTable, column: str) -> "pd.Series[Any]":
    """Cells as text."""
    return spelled_out(few_texts(table, column))


def few_texts(table: RawTable, column: str) -> "pd.Series[Any]":
    """Cells as text, as `category` where the table holds few distinct ones."""
    cells = table.frame[column]
    if table.format == "text" and isinstance(cells.dtype, pd.CategoricalDtype):
        codes, values = distinct_texts(cells)
        own, categories = pd.factorize(_restored(values))
        if len(categories) == len(cells.cat.categories) and (categories == cells.cat.categories).all():
            return cells
        whole = pd.Categorical.from_codes(np.append(own, -1)[codes], categories=categories)
        return pd.Series(whole, cells.index, name=cells.name)
    return _restored(cells if table.format == "text" and cells.dtype == "str" else as_text(cells))


def _restored(cells: "pd.Series[Any]") -> "pd.Series[Any]":
    if not cells.str.startswith("'", na=False).any():
        return cells.astype("str")
    return cells.map(restore, na_action="ignore").astype("str")


def names(table: RawTable, column: str) -> "pd.Series[Any]":
    """Names as `few_texts`; one that is only spelled like a missing value, such as a learner NA, is given back."""
    cells = few_texts(table, column)
    spellings = list((table.spellings or {}).get(column, {}))
    if len(spellings) != 1 or not spellings[0]:
        return cells
    return spelled_out(cells).fillna(spellings[0])
