"""Numbers whose point or comma may part thousands, though it was read as a decimal sign: said, never silent."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyarrow.compute as pc

from core.data.tables.cells import arrow_texts, shown
from core.data.tables.table import RawTable
from core.errors import listing, quoted
from core.records import Array

_DELIMITERS = (";", "\t")
"""Between which spreadsheets put numbers as they show them, with what parts thousands."""
_FIRST_ROWS = 1000
_THOUSAND = 1000
_ROUNDING = 1e-9


def doubt_of_thousands(table: RawTable, names: Sequence[str], is_sure: Callable[[], bool]) -> tuple[str, ...]:
    """The sentence on columns with three digits behind the decimal sign of every number; none where all is clear.

    Parameters
    ----------
    table : RawTable
    names : sequence of str
        Columns of it that were read as numbers, with its decimal sign.
    is_sure : callable
        Whether other numbers leave no doubt; asked where some column may be misread.
    """
    if table.delimiter not in _DELIMITERS:
        return ()
    found = [name for name in names if _may_be_thousands(table, name)]
    if not found or is_sure():
        return ()
    first = arrow_texts(table.sample(_FIRST_ROWS)[found[0]]).drop_null()[0].as_py()
    read = float(first.replace(",", "."))
    sign = "comma" if table.decimal == "," else "point"
    return (
        f"Column{'s'[: len(found) > 1]} {listing(map(quoted, found), most=6)}: behind the {sign} of every number stand "
        f"three digits. It was read as a decimal {sign}, {shown(first)} as {shown(read)}. If it parts thousands, write "
        "the numbers without it.",
    )


def _may_be_thousands(table: RawTable, name: str) -> bool:
    """Whether its sign may part thousands: three digits behind each, and zeros at the end, which fractions shed."""
    present = _written(table, name)
    pattern = rf"^[1-9]\d{{0,2}}[{table.decimal}]\d{{3}}$"
    if not len(present) or not pc.all(pc.match_substring_regex(present, pattern)).as_py():
        return False
    if table.holds_text(name):
        return bool(pc.any(pc.ends_with(present, "0")).as_py())
    thousands = _thousands(table, name)
    return _may_be_grouped(thousands) and bool(_are_whole(thousands / 10).any())


def has_sure_signs(table: RawTable, names: Sequence[str]) -> bool:
    """Whether some number in these columns has its decimal sign where none parts thousands: 0.5, 2.48 or 1.2345."""
    sign = f"[{table.decimal}]"
    pattern = rf"^[+\-−]?(0*{sign}\d+|\d+{sign}(\d{{1,2}}|\d{{4,}}))$"
    return any(
        pc.any(pc.match_substring_regex(_written(table, name), pattern)).as_py()
        or not (table.holds_text(name) or _may_be_grouped(_thousands(table, name)))
        for name in names
        if table.is_numeric(name)
    )


def _written(table: RawTable, name: str) -> Any:
    """The cells as they stand in the source: the first ones alone where the others are kept as numbers."""
    cells = table.frame[name] if table.holds_text(name) else table.sample(_FIRST_ROWS)[name]
    return arrow_texts(cells).drop_null()


def _thousands(table: RawTable, name: str) -> Array:
    """The numbers of a column that is kept as such, as they would be if their sign parted thousands."""
    values = table.frame[name].dropna().to_numpy(dtype=float)
    return np.asarray(_THOUSAND * values)


def _may_be_grouped(thousands: Array) -> bool:
    return bool(_are_whole(thousands).all() and (np.abs(thousands) >= _THOUSAND).all())


def _are_whole(numbers: Array) -> Array:
    return np.asarray(np.abs(numbers - np.rint(numbers)) < _ROUNDING * np.abs(numbers))
