"""Tables as CSV that spreadsheets can open without harm and that are read back unchanged.

A text that starts with = + - @, a tab or a line break would be run as a formula by a spreadsheet, so an
apostrophe is put in front of it; numbers are written with as many digits as give the same number back.
"""

import re
from typing import Any

import pandas as pd

_FORMULA = re.compile(r"'*[=+\-@\t\r\n]")
_NEUTRALISED = re.compile(r"'+[=+\-@\t\r\n]")


def neutralise(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet would run, or that looks so neutralised already."""
    return f"'{text}" if _FORMULA.match(text) else text


def restore(text: str) -> str:
    """Take off the apostrophe that `neutralise` put there."""
    return text[1:] if _NEUTRALISED.match(text) else text


def table_to_csv(frame: pd.DataFrame) -> bytes:
    """Write a table as CSV (RFC 4180, UTF-8); the index is left out.

    Parameters
    ----------
    frame : DataFrame
        Missing cells are written empty, floats with the digits of `repr`.
    """
    safe = {position: _safe(frame.iloc[:, position]) for position in range(frame.shape[1])}
    table = pd.DataFrame(safe, index=frame.index)
    names = [neutralise(str(name)) for name in frame.columns]
    return table.to_csv(index=False, header=names, lineterminator="\r\n").encode()


def _safe(column: "pd.Series[Any]") -> "pd.Series[Any]":
    if pd.api.types.is_numeric_dtype(column.dtype) or pd.api.types.is_datetime64_any_dtype(column.dtype):
        return column
    return column.astype(object).map(lambda cell: neutralise(cell) if isinstance(cell, str) else cell)
