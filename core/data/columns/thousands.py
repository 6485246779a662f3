"""Numbers whose point or comma may part thousands, though it was read as a decimal sign: said, never silent."""

from collections.abc import Callable, Sequence

import pyarrow.compute as pc

from core.data.tables.cells import arrow_texts, read_numbers, shown
from core.data.tables.table import RawTable
from core.errors import listing, quoted

_DELIMITERS = (";", "\t")
"""Between which spreadsheets put numbers as they show them, with what parts thousands."""


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
    found = [name for name in names if table.holds_text(name) and _may_be_thousands(table, name)]
    if not found or is_sure():
        return ()
    first = arrow_texts(table.frame[found[0]].dropna().head(1))[0].as_py()
    read = float(read_numbers(table.frame[found[0]].dropna().head(1), table.decimal).values.iloc[0])
    sign = "comma" if table.decimal == "," else "point"
    return (
        f"Column{'s'[: len(found) > 1]} {listing(map(quoted, found), most=6)}: behind the {sign} of every number stand "
        f"three digits. It was read as a decimal {sign}, {shown(first)} as {shown(read)}. If it parts thousands, write "
        "the numbers without it.",
    )


def _may_be_thousands(table: RawTable, name: str) -> bool:
    """Whether its sign may part thousands: three digits behind each, and zeros at the end, which fractions shed."""
    present = arrow_texts(table.frame[name]).drop_null()
    if not len(present):
        return False
    are_so = pc.all(pc.match_substring_regex(present, rf"^[1-9]\d{{0,2}}[{table.decimal}]\d{{3}}$"))
    return bool(are_so.as_py() and pc.any(pc.ends_with(present, "0")).as_py())


def has_sure_signs(table: RawTable, names: Sequence[str]) -> bool:
    """Whether some number in these columns has its decimal sign where none parts thousands: 0.5, 2.48 or 1.2345."""
    sign = f"[{table.decimal}]"
    pattern = rf"^[+\-−]?(0*{sign}\d+|\d+{sign}(\d{{1,2}}|\d{{4,}}))$"
    texts = (arrow_texts(table.frame[name]) for name in names if table.is_numeric(name))
    return any(pc.any(pc.match_substring_regex(cells, pattern)).as_py() for cells in texts)
