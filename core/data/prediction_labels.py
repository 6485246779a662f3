"""Labels of predictions: a column as categories, numbers in one spelling."""

from typing import Any

import numpy as np
import pandas as pd

from core.data.cells import distinct_texts, read_numbers
from core.data.columns import as_text
from core.data.tables import RawTable


def labels(table: RawTable, column: str) -> "pd.Series[Any]":
    """Labels as categories; numbers in one spelling, so that 1 and 1.0 are the same class."""
    series = table.frame[column]
    codes, values = apart(series)
    own, names = pd.factorize(_spelled(table, column, values))
    if len(own) > len(names) or (own != np.arange(len(own))).any():
        codes = np.append(own, -1)[codes]
    return pd.Series(pd.Categorical.from_codes(codes, categories=names), name=series.name)


def _spelled(table: RawTable, column: str, values: "pd.Series[Any]") -> "pd.Series[str]":
    """Distinct values of a column as labels."""
    if table.holds_text(column) and len(values):
        numbers = read_numbers(values, table.decimal)
        if not len(numbers.strays):
            return as_text(numbers.values)
    return as_text(values)


def apart(series: "pd.Series[Any]") -> tuple[np.ndarray[Any, Any], "pd.Series[Any]"]:
    """Codes of the cells, −1 where missing, and the distinct values."""
    if isinstance(series.dtype, pd.CategoricalDtype):
        return distinct_texts(series)
    codes, values = pd.factorize(series)
    return codes, pd.Series(values)


def distinct(table: RawTable, column: str) -> set[str]:
    """Distinct labels of a column."""
    return set(_spelled(table, column, apart(table.frame[column])[1]))
