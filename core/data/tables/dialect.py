"""How a delimited text is laid out, guessed from its first rows: delimiter, header, decimal sign."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any

import numpy as np

from core.data.tables.cells import MISSING, Decimal
from core.errors import InputError

_BLANK, _QUOTE = 32, 34
_LINE_ENDS = (10, 13)

Codes = np.ndarray[Any, np.dtype[np.uint8]]
Positions = np.ndarray[Any, np.dtype[np.int_]]


def aligned_to_delimited(data: bytes) -> bytes:
    """Make every run of blanks one blank, and none at the ends of a line."""
    codes, at, first, last = _runs(data)
    padded = np.concatenate(([_LINE_ENDS[0]], codes, [_LINE_ENDS[0]]))  # padded[i + 1] is codes[i]
    at_edge = np.isin(padded[at[first]], _LINE_ENDS) | np.isin(padded[at[last] + 2], _LINE_ENDS)
    drop = np.ones(len(at), dtype=bool)
    drop[last] = at_edge
    return bytes(np.delete(codes, at[drop]))


def without_blanks_before_quotes(data: bytes | memoryview, delimiter: str) -> bytes | memoryview:
    """Take the blanks away that stand between a delimiter and a quotation mark."""
    if not re.search(re.escape(delimiter.encode()) + rb' +"', data):
        return data
    codes, at, first, last = _runs(data)
    padded = np.concatenate(([0], codes, [0]))
    between = (padded[at[first]] == ord(delimiter)) & (padded[at[last] + 2] == _QUOTE)
    return bytes(np.delete(codes, at[np.repeat(between, last - first + 1)]))


def _runs(data: bytes | memoryview) -> tuple[Codes, Positions, Positions, Positions]:
    """Runs of blanks outside quotation marks.

    Returns
    -------
    codes : uint8 array of all bytes
    at : int array
        Where the blanks are.
    first, last : int arrays
        Positions in `at` of the first and the last blank of each run.
    """
    codes = np.frombuffer(data, dtype=np.uint8)
    inside = np.bitwise_xor.accumulate((codes == _QUOTE).view(np.uint8))
    at = np.flatnonzero((codes == _BLANK) & (inside == 0))
    first = np.flatnonzero(np.diff(at, prepend=-2) > 1)
    last = np.append(first[1:], len(at))[: len(first)] - 1
    return codes, at, first, last


DELIMITERS = ("\t", ";", "|", ",", " ")
"""In this order when several would do: a comma may be a decimal sign, a blank part of a text."""

NAMES = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", " ": "blank"}
SAMPLE_ROWS = 200
_DOT = re.compile(r"[+-]?(\d*|\d{1,3}([,'’ \u00a0\u202f]\d{3})+)\.\d+([eE][+-]?\d+)?")
_COMMA = re.compile(r"[+-]?(\d*|\d{1,3}([.'’ \u00a0\u202f]\d{3})+),\d+([eE][+-]?\d+)?")
_SIGNS: dict[Decimal, re.Pattern[str]] = {",": _COMMA, ".": _DOT}
_WHOLE = re.compile(r"[+-]?\d+")
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}((,\d{3})+|(\.\d{3})+)")


_NEARER = 10
"""How many times nearer numbers lie to one another where what parts thousands is not a decimal sign."""
_BESIDE_ONE_NAME = 0.001
"""Rank of one name above two cells: the blank in ``12 %`` makes them of any row, so all other delimiters go before."""


@dataclass(frozen=True, eq=False)
class Layout:
    """How a delimited text is laid out.

    Attributes
    ----------
    delimiter : str
    header : tuple of str
        Cells of the first row.
    width : int
        Number of cells of the rows below it.
    decimal : "." or ","
    aligned : bool
        Whether columns are set apart by runs of blanks.
    """

    delimiter: str
    header: tuple[str, ...]
    width: int
    decimal: Decimal = "."
    aligned: bool = False


def lines_of(text: str) -> Iterator[str]:
    """The lines of a text with their ends, whichever these are."""
    return iter(io.StringIO(text, newline=""))


def layout_of(sample: str, cut: bool, given: str | None, where: str) -> tuple[Layout, int]:
    """Find the delimiter under which the first rows agree best, and the number of lines of the header.

    Parameters
    ----------
    sample : str
        The beginning of the file.
    cut : bool
        Whether the sample ends before the file does.
    given : str or None
        The delimiter, where somebody said it.
    where : str
        The file, for messages.

    Raises
    ------
    InputError
        If there are no rows below the header.
    """
    tried = [_try(sample, cut, delimiter) for delimiter in ([given] if given else DELIMITERS)]
    if not given:
        tried.append(_try(sample, cut, " ", aligned=True))
    rank, layout, lines, rows = max(tried, key=lambda trial: trial[0])  # the first of equals
    if rank < 0:
        raise InputError(
            "has a header but no rows below it.",
            where,
            "Bring a table with its rows below the header: one per instance, or one per fold.",
        )
    return replace(layout, decimal=_decimal(rows, layout.delimiter)), lines


def _try(
    sample: str, cut: bool, delimiter: str, aligned: bool = False
) -> tuple[float, Layout, int, list[list[str]]]:
    """Split the sample at one delimiter.

    Returns
    -------
    rank : float
        4 when all rows agree with the header and blanks part numbers that all have decimal commas, 3 when all
        rows agree with the header, 2 when all rows have one cell more (names of the rows, as R writes them), the
        share of rows that agree with the header, `_BESIDE_ONE_NAME` for one name above two cells, 0 for one
        column, −1 without rows.
    layout : Layout
        Its decimal sign is still open.
    lines : int
        Of the header.
    rows : list
        The rows below it.
    """
    text = aligned_to_delimited(sample.encode()).decode() if aligned else sample
    reader = csv.reader(lines_of(text), delimiter=delimiter, skipinitialspace=delimiter != " ")
    rows: list[list[str]] = []
    lines = 1
    try:
        for row in islice(reader, SAMPLE_ROWS):
            lines = lines if rows else reader.line_num
            rows += [row] if len(row) > 1 or any(row) else []
    except csv.Error:  # a cell beyond csv's limit, most likely behind a quotation mark that is never closed
        cut = True
    header, body = tuple(rows[0]) if rows else (), rows[1:]
    body = body[:-1] if cut and len(body) > 1 else body
    if not body:
        return -1, Layout(delimiter, header, len(header)), lines, body
    widths = [len(row) for row in body]
    rank = _rank(len(header), widths)
    width = widths[0] if rank in (_BESIDE_ONE_NAME, 2, 3, 4) else len(header)
    layout = Layout(delimiter, header, width, aligned=aligned)
    if delimiter == " " and not aligned and "" in header:  # runs of blanks
        rank = min(rank, 1)
    if delimiter == " " and rank == 3 and all(map(_COMMA.fullmatch, chain(header, *body))):
        rank = 4
    return rank, layout, lines, body


def _rank(header: int, widths: list[int]) -> float:
    if max(header, *widths) < 2:
        return 0
    if len(set(widths)) == 1 and widths[0] - header in (0, 1):
        return 3 if widths[0] == header else 2 if header > 1 else _BESIDE_ONE_NAME
    if header < 2:
        return 0
    return sum(width == header for width in widths) / len(widths) + header / 1e6


def _decimal(rows: list[list[str]], delimiter: str) -> Decimal:
    cells = [cell.strip() for row in rows for cell in row]
    commas = [cell for cell in cells if _COMMA.fullmatch(cell)]
    if delimiter == ",":  # then a quoted 1,234 is more likely a thousand and something
        commas = [cell for cell in commas if not _THOUSANDS.fullmatch(cell)]
    else:
        signs = [_sure_sign(column) for column in zip(*rows, strict=False)]
        if signs.count(",") != signs.count("."):
            return "," if signs.count(",") > signs.count(".") else "."
    dots = sum(_DOT.fullmatch(cell) is not None for cell in cells)
    return "," if len(commas) > dots else "."


def _sure_sign(column: Sequence[str]) -> Decimal | None:
    """The decimal sign of a column of numbers, of which some cannot be thousands and something; else None."""
    present = [cell for cell in map(str.strip, column) if cell not in MISSING]
    cells = [cell for cell in present if not _WHOLE.fullmatch(cell)]
    for sign, pattern in _SIGNS.items():
        if all(map(pattern.fullmatch, cells)) and not all(map(_THOUSANDS.fullmatch, cells)):
            return sign
    return _sign_beside_thousands(present, cells)


def _sign_beside_thousands(present: Sequence[str], cells: Sequence[str]) -> Decimal | None:
    """The decimal sign where the other one parts thousands: read so, 1.104 lies near 987, and else far from it."""
    wholes = [cell for cell in present if _WHOLE.fullmatch(cell)]
    signs = {sign for cell in cells for sign in ".," if sign in cell}
    if not wholes or len(signs) != 1 or not all(map(_THOUSANDS.fullmatch, cells)):
        return None
    (sign,) = signs
    heads = [cell.partition(sign) for cell in cells]
    same = [abs(float(cell)) for cell in wholes]
    parted = [*same, *(abs(float((head + rest).replace(sign, ""))) for head, _, rest in heads)]
    divided = [*same, *(abs(float(f"{head}.{rest.replace(sign, '')}")) for head, _, rest in heads)]
    if min(parted) == 0 or _NEARER * max(parted) / min(parted) > max(divided) / min(divided):
        return None
    return "," if sign == "." else "."
