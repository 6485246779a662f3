"""Cells: which spellings mean a missing value, which texts are numbers, which are dates."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from core.errors import listing, quoted
from core.records import Array

Decimal = Literal[".", ","]

DATA_ROW = "data row"
"""What a row below the header is called where it is counted: spreadsheets and editors count the header too."""

MISSING = ("", "?", "NA", "N/A", "n/a", "NaN", "nan", "null", "NULL", "None", ".", "#N/A")
"""Spellings of a missing value, apart from surrounding blanks."""

MOST_INTEGER = 10**15
"""Whole numbers below it are told apart when read as doubles."""

_NUMBER = {
    ".": r"^[+\-−]?(\d+\.?\d*|\.\d+)([eE][+\-]?\d+)?$|^[+\-]?(?i:inf|infinity)$",
    ",": r"^[+\-−]?(\d+,?\d*|,\d+)([eE][+\-]?\d+)?$|^[+\-]?(?i:inf|infinity)$",
}
_BEGINS_AS_NUMBER = r"^[+\-−]?[.,]?\d|^[+\-]?(?i:inf)"
_GROUPED = {
    ".": r"^[+\-−]?[1-9]\d{0,2}([,'’ \x{00A0}\x{202F}]\d{3})+(\.\d*)?$",
    ",": r"^[+\-−]?[1-9]\d{0,2}([.'’ \x{00A0}\x{202F}]\d{3})+(,\d*)?$",
}
_SEPARATORS = {".": r"[,'’ \x{00A0}\x{202F}]", ",": r"[.'’ \x{00A0}\x{202F}]"}
_OTHER: Mapping[Decimal, Decimal] = {".": ",", ",": "."}


@dataclass(frozen=True, eq=False)
class Numbers:
    """A column read as numbers.

    Attributes
    ----------
    values : Series of float64
        NaN where the cell is missing or is no number.
    strays : int array
        Rows, counted from 1, whose cell is no number.
    decimal : "." or ","
    grouped : bool
        Whether thousands separators were taken out.
    percent : bool
        Whether percent signs were.
    """

    values: "pd.Series[float]"
    strays: Array = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    decimal: Decimal = "."
    grouped: bool = False
    percent: bool = False


def shown(value: object) -> str:
    """Show a value in a message, shortened."""
    text = quoted(value)
    return text if len(text) <= 80 else f"{text[:78]}…{text[-1]}"


def arrow_texts(series: "pd.Series[Any]") -> Any:
    """Return the texts of a column as an Arrow array, blanks around them taken off, missing as null."""
    texts = series if series.dtype == "str" else series.astype("str")
    array = pc.utf8_trim_whitespace(pa.array(texts, type=pa.large_string(), from_pandas=True))
    return array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array


def blank_missing(array: Any) -> tuple[Any, dict[str, int]]:
    """Replace every spelling of a missing value in an Arrow array of texts by null.

    Returns
    -------
    array : Arrow array
    spellings : dict
        Number of cells replaced, by the spelling that stood there.
    """
    trimmed = pc.utf8_trim_whitespace(array)
    missing = pc.is_in(trimmed, value_set=pa.array(MISSING, type=array.type))
    found = pc.value_counts(pc.filter(trimmed, missing))
    spellings = {str(item["values"]): int(item["counts"]) for item in found.to_pylist()}
    if not spellings:
        return array, {}
    return pc.if_else(missing, pa.scalar(None, type=array.type), array), spellings


def numeric_column(series: "pd.Series[Any]", decimal: str = ".") -> tuple["pd.Series[float]", list[int]]:
    """Read a column as numbers.

    Parameters
    ----------
    series : Series of length n
        Texts or numbers; missing cells stay missing.
    decimal : "." or ","

    Returns
    -------
    values : Series of float64, length n
        NaN where the cell is missing or is no number.
    rows : list of int
        Rows, counted from 1, whose cell is no number.
    """
    numbers = read_numbers(series, "," if decimal == "," else ".")
    return numbers.values, numbers.strays.tolist()


def best_numbers(series: "pd.Series[Any]", decimal: Decimal) -> Numbers:
    """Read a column as numbers with the file's decimal sign, or the other one if that alone reads all."""
    numbers = read_numbers(series, decimal)
    if len(numbers.strays):
        other = read_numbers(series, _OTHER[decimal])
        if not len(other.strays):
            return other
    return numbers


def read_numbers(series: "pd.Series[Any]", decimal: Decimal) -> Numbers:
    """Read a column as numbers; see `numeric_column`."""
    is_text = isinstance(series.dtype, pd.StringDtype)
    if not is_text and pd.api.types.is_numeric_dtype(series.dtype) and series.dtype != bool:
        return Numbers(series.astype("float64"), decimal=decimal)
    if isinstance(series.dtype, pd.CategoricalDtype):
        return _numbers_of_categories(series, decimal)
    if is_text and decimal == ".":
        plain = _cast(pa.array(series, type=pa.large_string(), from_pandas=True))
        if plain is not None:
            return Numbers(_series(plain, series), decimal=decimal)
    texts = arrow_texts(series)
    plain = _cast(texts) if decimal == "." else None
    if plain is not None:
        return Numbers(_series(plain, series), decimal=decimal)
    return _read_slowly(texts, decimal, series)


def _numbers_of_categories(series: "pd.Series[Any]", decimal: Decimal) -> Numbers:
    codes, texts = distinct_texts(series)
    each = read_numbers(texts, decimal)
    values = np.append(each.values.to_numpy(), np.nan)[codes]
    is_stray = np.zeros(len(texts) + 1, dtype=bool)
    is_stray[each.strays - 1] = True
    strays = np.flatnonzero(is_stray[codes]) + 1 if len(each.strays) else each.strays
    return Numbers(pd.Series(values, series.index, name=series.name), strays, decimal, each.grouped)


def distinct_texts(series: "pd.Series[Any]") -> tuple[Array, "pd.Series[str]"]:
    """Take categories apart.

    Returns
    -------
    codes : int array of length n
        Positions in `texts`; −1 where a cell is missing.
    texts : Series of str
        The categories that occur.
    """
    cells: Any = series.array
    codes, texts = cells.codes, pd.Series(cells.categories)
    texts = texts if texts.dtype == "str" else texts.astype("str")
    is_used = np.zeros(len(texts) + 1, dtype=bool)
    is_used[codes] = True
    if is_used[:-1].all():
        return codes, texts
    places = np.append(np.cumsum(is_used[:-1]) - 1, -1)
    return places[codes], texts[is_used[:-1]].reset_index(drop=True)


def distinct_labels(series: "pd.Series[Any]") -> "pd.Series[Any]":
    """The distinct cells that are not missing, in the order in which they come where they are texts."""
    if isinstance(series.dtype, pd.CategoricalDtype):
        return distinct_texts(series)[1]
    return series.dropna().drop_duplicates()


def spelled_out(series: "pd.Series[Any]") -> "pd.Series[str]":
    """Categories written out as texts."""
    if not isinstance(series.dtype, pd.CategoricalDtype):
        return series.astype("str")
    codes, texts = distinct_texts(series)
    return pd.Series(texts.array.take(codes, allow_fill=True), series.index, name=series.name)


def plain_integers(series: "pd.Series[Any]") -> "pd.Series[int] | None":
    """Read a column of texts as whole numbers that a double holds exactly; None if a cell is none."""
    if series.dtype != "str":
        return None
    try:
        numbers = pc.cast(pa.array(series, type=pa.large_string(), from_pandas=True), pa.int64())
    except pa.ArrowInvalid:
        return None
    ends = pc.min_max(numbers).as_py()
    if numbers.null_count or ends["min"] is None or max(-ends["min"], ends["max"]) >= MOST_INTEGER:
        return None
    return pd.Series(numbers.to_numpy(), series.index, copy=False)


def _read_slowly(texts: Any, decimal: Decimal, series: "pd.Series[Any]") -> Numbers:
    """Tell the cells that are numbers by pattern, so that one stray cell does not spoil its column."""
    if not pc.any(pc.match_substring_regex(texts, _BEGINS_AS_NUMBER)).as_py():
        nothing = pd.Series(np.nan, series.index, name=series.name)
        return Numbers(nothing, np.flatnonzero(series.notna()) + 1, decimal)
    is_grouped = pc.match_substring_regex(texts, _GROUPED[decimal])
    grouped = bool(pc.any(is_grouped).as_py())
    if grouped:
        without = pc.replace_substring_regex(texts, _SEPARATORS[decimal], "")
        texts = pc.if_else(is_grouped, without, texts)
    good = pc.match_substring_regex(texts, _NUMBER[decimal])
    texts = pc.if_else(good, texts, pa.scalar(None, type=texts.type))
    texts = pc.replace_substring(texts, "−", "-")
    if decimal == ",":
        texts = pc.replace_substring(texts, ",", ".")
    strays = np.flatnonzero(~pc.fill_null(good, True).to_numpy(zero_copy_only=False)) + 1
    return Numbers(_series(_cast(texts), series), strays, decimal, grouped)


def _cast(texts: Any) -> Any:
    """Cast to doubles, or None if a cell is no plain number; to the nearest double, as `float` does."""
    try:
        return pc.cast(texts, pa.float64())
    except pa.ArrowInvalid:
        return None


def _series(array: Any, like: "pd.Series[Any]") -> "pd.Series[float]":
    numbers = array.to_numpy(zero_copy_only=False).astype("float64", copy=False)
    return pd.Series(numbers, like.index, name=like.name, copy=False)


_DATE_FORMS: tuple[tuple[str, str, str], ...] = (
    (r"^\d{4}-\d{1,2}-\d{1,2}$", "%Y-%m-%d", "year-month-day"),
    (r"^\d{4}/\d{1,2}/\d{1,2}$", "%Y/%m/%d", "year/month/day"),
    (r"^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z?$", "ISO8601", "date and time"),
    (r"^\d{1,2}\.\d{1,2}\.\d{4}$", "%d.%m.%Y", "day.month.year"),
    (r"^\d{1,2}/\d{1,2}/\d{4}$", "%m/%d/%Y", "month/day/year"),
    (r"^\d{1,2}/\d{1,2}/\d{4}$", "%d/%m/%Y", "day/month/year"),
)


def read_dates(series: "pd.Series[Any]") -> tuple["pd.Series[float]", str] | None:
    """Read a column as days since 1970-01-01, or None if some cell is no date.

    Returns
    -------
    days : Series of float64
    form : str
        In words, how the dates are written; empty where the file has them as dates.
    """
    if pd.api.types.is_datetime64_any_dtype(series.dtype):
        return _days(series), ""
    texts = series.dropna().astype("str").str.strip()
    if texts.empty:
        return None
    for pattern, form, words in _DATE_FORMS:
        if re.match(pattern, texts.iloc[0]) and texts.str.match(pattern).all():
            dates = pd.to_datetime(texts, format=form, errors="coerce", utc=True)
            if not dates.isna().any():
                return _days(dates).reindex(series.index), words
    return None


def _days(dates: "pd.Series[Any]") -> "pd.Series[float]":
    origin = pd.Timestamp("1970-01-01", tz=dates.dt.tz)
    return ((dates - origin) / pd.Timedelta(days=1)).astype("float64")


def rows_in_words(rows: Iterable[int], noun: str = DATA_ROW) -> str:
    """``data row 5`` or ``data rows 3, 5 and 9``; rows are counted from 1 below the header."""
    rows = list(rows)
    return f"{noun}{'s' if len(rows) > 1 else ''} {listing(rows, most=5)}"
