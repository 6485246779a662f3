"""Cells of a column → the kind of its values: numbers, categories, dates or free text."""

from collections.abc import Collection, Hashable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, Literal

import numpy as np
import pandas as pd
import pyarrow.compute as pc

from core.data.columns.thousands import doubt_of_thousands, has_sure_signs
from core.data.tables.cells import (
    Numbers,
    arrow_texts,
    best_numbers,
    distinct_texts,
    read_dates,
    shown,
    spelled_out,
)
from core.data.tables.table import RawTable
from core.errors import listing, quoted
from core.records import Array, Task

Kind = Literal["number", "category", "date", "text"]

MOST_CATEGORIES = 200
_FEW_CATEGORIES = 20
_MOSTLY = 0.9


@dataclass(frozen=True, eq=False)
class Column:
    """A column whose kind was found out.

    Attributes
    ----------
    name : str
    kind : "number", "category", "date" or "text"
        Text has too many distinct values for a category.
    values : Series of length n
        float64 for numbers and dates (days since 1970-01-01), text without blanks around it for the others.
    missing : int
        Number of missing cells.
    strays : int array
        In a column that is almost all numbers: the rows, counted from 1, that are none.
    notes : tuple of str
        What was converted or looks doubtful.
    """

    name: str
    kind: Kind
    values: "pd.Series[Any]"
    missing: int
    strays: Array
    notes: tuple[str, ...] = ()

    @property
    def present(self) -> int:
        """Number of cells that are not missing."""
        return len(self.values) - self.missing

    @cached_property
    def distinct(self) -> int:
        """Number of distinct values among the cells that are not missing."""
        if self.values.dtype != "float64":
            return int(self.values.nunique())
        ordered = np.sort(self.values.to_numpy())[: self.present]  # missing ones come last
        return int(np.count_nonzero(ordered[1:] != ordered[:-1])) + min(len(ordered), 1)

    @cached_property
    def constant(self) -> bool:
        """Whether no cell is missing and all are the same."""
        if self.values.dtype != "float64":
            return not self.missing and bool((self.values == self.values.iloc[0]).all())
        numbers = self.values.to_numpy()
        return not self.missing and bool((numbers == numbers[0]).all())

    @property
    def first(self) -> Hashable:
        """The first value, a whole number as an integer."""
        value = self.values.head(1).tolist()[0]
        return int(value) if self.integral else value

    def examples(self, most: int) -> tuple[Any, ...]:
        """The first values that differ; of numbers that are all whole, as integers."""
        if self.values.dtype != "float64":
            return tuple(self.values.dropna().drop_duplicates().head(most).tolist())
        numbers = self.values.to_numpy()
        first = pd.unique(numbers[~np.isnan(numbers)])[:most]
        return tuple((first.astype("int64") if self.integral else first).tolist())

    @property
    def varies(self) -> bool:
        """Whether this is a number with more than one value."""
        return self.kind == "number" and self.present > 0 and not self.constant

    @cached_property
    def integral(self) -> bool:
        """Whether every value is a whole number."""
        if self.kind != "number":
            return False
        values = self.values.to_numpy()
        values = values[~np.isnan(values)]
        return bool(np.isfinite(values).all() and (values == np.rint(values)).all())

    @cached_property
    def labels(self) -> "pd.Series[Any]":
        """The values as labels: whole numbers as integers where none is missing, all else as text."""
        if self.integral and not self.missing:
            return self.values.astype("int64")
        return self.values if self.values.dtype == "str" else as_text(self.values)

    def where(self, rows: Array) -> "Column":
        """Keep the rows where the mask `rows` is true."""
        values = self.values[rows].reset_index(drop=True)
        return _column(self.name, self.kind, values, notes=self.notes)


def read_columns(table: RawTable, categorical: Collection[str] = ()) -> dict[str, Column]:
    """Find out the kind of every column; those in `categorical` are categories whatever they hold."""
    return {name: read_column(table, name, name in categorical) for name in table.columns}


def read_column(table: RawTable, name: str, categorical: bool = False) -> Column:
    """Find out the kind of one column."""
    series = table.frame[name]
    if isinstance(series.dtype, pd.CategoricalDtype) and table.holds_text(name):
        series = spelled_out(series)
    if categorical:
        return _column(name, "category", as_text(series))
    if isinstance(series.dtype, pd.CategoricalDtype):
        return _category_or_text(_column(name, "category", as_text(series)))
    if series.dtype == "float64":
        return _column(name, "number", series)
    is_text = isinstance(series.dtype, pd.StringDtype)
    numbers = _numbers(series, table) if is_text else Numbers(series)
    if is_text and not len(numbers.strays):
        return _column(
            name, "number", numbers.values, notes=tuple(_number_notes(name, numbers, table, series))
        )
    dates = read_dates(series)
    if dates is not None:
        written = f" ({dates[1]})" if dates[1] else ""
        note = f"Column {quoted(name)} holds dates{written}; they were turned into days since 1970-01-01."
        return _column(name, "date", dates[0], notes=(note,))
    return _words(name, as_text(series), numbers)


def _numbers(series: "pd.Series[Any]", table: RawTable) -> Numbers:
    """Texts as numbers, without percent signs where all bear one."""
    numbers = best_numbers(series, table.decimal)
    if not len(numbers.strays):
        return numbers
    texts = series.str.strip()
    if not texts.dropna().str.endswith("%").all():
        return numbers
    without = best_numbers(texts.str.removesuffix("%"), table.decimal)
    return numbers if len(without.strays) else replace(without, percent=True)


def _number_notes(name: str, numbers: Numbers, table: RawTable, texts: "pd.Series[str]") -> Iterator[str]:
    if numbers.decimal != table.decimal:
        sign = "comma" if numbers.decimal == "," else "point"
        yield f"Column {quoted(name)} was read with a decimal {sign}, unlike the rest of the table."
    if numbers.grouped:
        yield f"Column {quoted(name)} has thousands separators; they were taken out."
    if numbers.percent:
        yield f"Column {quoted(name)} has percent signs; they were taken out."
    if numbers.decimal == table.decimal and not numbers.grouped:
        known = partial(table.once, "sure decimal signs", lambda whole: has_sure_signs(whole, whole.columns))
        yield from doubt_of_thousands(table, [name], known)
    cells = arrow_texts(texts)
    is_led = pc.match_substring_regex(cells, r"^0\d+$")
    if pc.any(is_led).as_py():
        led = shown(cells[pc.index(is_led, True).as_py()].as_py())
        yield (
            f"Column {quoted(name)} has numbers with leading zeros, such as {led}; they were read as numbers. "
            f"If they are codes, take the column as categories (categorical=[{name!r}])."
        )


def _words(name: str, texts: "pd.Series[str]", numbers: Numbers) -> Column:
    """A column of texts, some of which may be numbers."""
    column = _column(name, "category", texts)
    count = int(numbers.values.notna().sum())
    if count > _MOSTLY * column.present and column.distinct > _FEW_CATEGORIES:
        return _column(name, "text", texts, strays=numbers.strays)
    if count > column.present / 2:
        some = _some(texts, numbers.strays)
        note = f"Column {quoted(name)} holds numbers but also {some}; it was read as categories."
        column = _column(name, "category", texts, notes=(note,))
    return _category_or_text(column)


def _category_or_text(column: Column) -> Column:
    few = max(_FEW_CATEGORIES, column.present / 2)
    if column.distinct <= min(few, MOST_CATEGORIES):
        return column
    return _column(column.name, "text", column.values)


def _some(texts: "pd.Series[str]", rows: Array) -> str:
    return listing(map(shown, texts.iloc[rows - 1].unique()), most=5)


def _column(
    name: str,
    kind: Kind,
    values: "pd.Series[Any]",
    strays: Array | None = None,
    notes: tuple[str, ...] = (),
) -> Column:
    none = np.empty(0, dtype=np.int64)
    is_missing = np.isnan(values.to_numpy()) if values.dtype == "float64" else values.isna()
    return Column(name, kind, values, int(is_missing.sum()), none if strays is None else strays, notes)


def as_text(series: "pd.Series[Any]") -> "pd.Series[str]":
    """Texts without blanks around them; whole numbers without decimal point."""
    if isinstance(series.dtype, pd.CategoricalDtype):
        codes, texts = distinct_texts(series)
        return pd.Series(as_text(texts).array.take(codes, allow_fill=True), name=series.name)
    if series.dtype == "float64":
        codes, numbers = pd.factorize(series)
        words = [str(int(value)) if value.is_integer() else repr(value) for value in numbers.tolist()]
        whole = pd.Series(words, dtype="str").array.take(codes, allow_fill=True)
        return pd.Series(whole, series.index, name=series.name)
    array = arrow_texts(series.astype("str"))
    return pd.Series(array.to_pandas(), dtype="str", name=series.name)


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
