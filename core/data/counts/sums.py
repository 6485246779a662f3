"""Rows and columns of a table of counts that sum up the others."""

import re
from collections.abc import Sequence

from core.data.counts.cells import count_of, side, what_is_counted, words_of
from core.errors import InputError, listing, quoted

_COUNT = re.compile(r"\d[\d.,'’\s]*")
_SUMS = {"total", "totals", "sum", "sums", "all", "summe", "gesamt", "insgesamt", "totaal", "totale", "somme"}


def without_sums(
    rows: Sequence[tuple[int, list[str]]],
) -> tuple[list[tuple[int, list[str]]], tuple[str, ...]]:
    """Lines of cells without a last row, and a last column of a 2×2 table, that sum up the others, and a note.

    Raises
    ------
    InputError
        If one is called so and does not.
    """
    kept, names = list(rows), []
    if _sums_up_rows(kept):
        names.append(f"the row {quoted(kept.pop()[1][0])}")
    if _sums_up_columns(kept):
        names.append(f"the column {quoted(kept[0][1][-1])}")
        kept = [(number, cells[:-1]) for number, cells in kept]
    return kept, (f"Left out, because they sum up the others: {listing(names)}.",) if names else ()


def _sums_up_rows(rows: Sequence[tuple[int, list[str]]]) -> bool:
    number, last = rows[-1]
    if not words_of(last[0]) & _SUMS:
        return False
    others = [(line, cells) for line, cells in rows[:-1] if _counts(line, cells)]
    if len(others) < 2:
        return False
    columns = zip(*(_counts(line, cells) for line, cells in others), strict=False)
    if [sum(column) for column in columns] == _counts(number, last):
        return True
    if any(what_is_counted(cells[0]) for _, cells in others):
        return False  # learners stand in columns, and this row says how many instances each has
    raise _wrong(f"the row {quoted(last[0])}", f"line {number}", "rows")


def _sums_up_columns(rows: Sequence[tuple[int, list[str]]]) -> bool:
    heads, body = rows[0][1], rows[1:]
    is_named = len(heads) > 2 and bool(words_of(heads[-1]) & _SUMS) and bool(side(heads[-3:-1]))
    if not is_named or not side([cells[0] for _, cells in body]):
        return False
    for number, cells in body:
        *parts, total = _counts(number, cells)
        if sum(parts) != total:
            raise _wrong(f"the column {quoted(heads[-1])}", f"line {number}", "columns")
    return True


def _counts(number: int, cells: Sequence[str]) -> list[int]:
    """The counts behind the name of a row."""
    return [count_of(cell, f"line {number}") for cell in cells[1:] if _COUNT.fullmatch(cell)]


def _wrong(what: str, where: str, others: str) -> InputError:
    return InputError(
        f"{what} does not sum up the other {others}.", where, "Correct the counts, or leave it out."
    )
