"""Numbers pasted from a table or typed by hand: one column or two, points or commas as decimal signs."""

import re
from itertools import pairwise
from typing import NamedTuple

from core.errors import InputError, quoted
from core.written import counted, in_percent, number

MOST_NUMBERS = 20_000
_NUMBER = re.compile(r"[+-]?(\d+[.,]?\d*|[.,]\d+)([eE][+-]?\d+)?%?")

_VALUE = re.compile(r"[-+.,]?\d|(nan|na|n/a|null|none|inf)$|\?", re.IGNORECASE)
"""What begins like a number, or says that one is missing: no name of a column."""


_UNIT = re.compile(r"\s*(\bin\b\s*)?[(\[]?%[)\]]?$")
_COUNTING = {"fold", "folds", "split", "cut", "#"}
"""Headings, in small letters, of a column that only counts the rows."""


class Columns(NamedTuple):
    """Numbers that were read.

    Attributes
    ----------
    numbers : tuple of lists
        None, one or two columns, of equal length.
    names : tuple of str
        Of the columns; empty when the text has none.
    told : tuple of str
        How they were read, where that could be doubted.
    """

    numbers: tuple[list[float], ...]
    names: tuple[str, ...]
    told: tuple[str, ...] = ()


class TooManyColumns(InputError):
    """More learners than are compared by hand."""


def read_rates(text: str, *, percent: bool) -> Columns:
    """Read one or two columns of rates as shares.

    Parameters
    ----------
    text : str
        As for `read_columns`.
    percent : bool
        Whether all are said to be per cent.

    Returns
    -------
    Columns
        It is told how numbers without a percent sign were read where some have one, all are 0 or 1 and more though
        nobody said per cent, or none is above 1 though somebody did.

    Raises
    ------
    InputError
        As by `read_columns`; if one is below 0, or above 100 %; and if some are above 1 and others
        speak against per cent.
    """
    columns, names, told = read_columns(text)
    low = min(_all(columns), default=0.0)
    if low < 0:
        raise InputError(
            f"{number(low, 6)} is below 0.", "numbers", "Correct it, or choose another kind of numbers."
        )
    divided = read_columns(text, percent=True).numbers
    high = max(_all(columns), default=0.0)
    bare = [value for value, other in zip(_all(columns), _all(divided), strict=True) if value != other]
    some = len(bare) < sum(value > 0 for value in _all(columns))
    if percent:
        how = _how(bare, percent=True) if some or high <= 1 else ()
        return Columns(_no_more_than_all(divided), names, told + how)
    if high <= 1:
        return Columns(columns, names, told + (_how(bare, percent=False) if some else ()))
    small = min((value for value in bare if value > 0), default=1.0)
    if small < 1:
        raise InputError(
            f"{high:g} is above 1, and {small:g} is not.",
            "numbers",
            "If all are per cent, say so under “The numbers are”; else correct it, or write it with its sign, as 15%.",
        )
    return Columns(_no_more_than_all(divided), names, told + _how(bare, percent=True))


def _how(bare: list[float], *, percent: bool) -> tuple[str, ...]:
    """How numbers without a percent sign were read, the largest of them as an example."""
    if not bare:
        return ()
    high = max(bare)
    share, unit = (high / 100, "per cent") if percent else (high, "shares of one")
    return (f"Numbers without a percent sign were read as {unit}: {high:g} is {in_percent(share)}.",)


def _all(columns: tuple[list[float], ...]) -> list[float]:
    return [value for column in columns for value in column]


def _no_more_than_all(columns: tuple[list[float], ...]) -> tuple[list[float], ...]:
    if any(value > 1 for value in _all(columns)):
        raise InputError(
            "no rate is above 100\u00a0%.", "numbers", "Correct it, or choose another kind of numbers."
        )
    return columns


def read_columns(text: str, *, percent: bool = False) -> Columns:
    """Read one or two columns of numbers.

    Parameters
    ----------
    text : str
        One row per line, columns parted by tabs, semicolons or blanks; or one long line per column. A first
        line of words names the columns, as does a word before each long line. A column of folds that only counts is
        left out.
    percent : bool
        Whether numbers without a percent sign are per cent, too.

    Returns
    -------
    Columns

    Raises
    ------
    InputError
        If a cell is no number, rows differ in length, or there are more than two columns.
    """
    rows = [(number, _cells(line)) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    names: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    if rows and not any(_VALUE.match(cell) for cell in rows[0][1]):
        (number, cells), *rows = rows
        names, told = _named(text.splitlines()[number - 1], cells, len(rows[0][1]) if rows else 0)
        if _only_counts(names, rows):
            told = (f"The column {quoted(names[0])} only counts, and was left out.",)
            names, rows = names[1:], [(number, cells[1:]) for number, cells in rows]
    elif _are_named_lines([cells for _, cells in rows]):
        names, rows = tuple(cells[0] for _, cells in rows), [(number, cells[1:]) for number, cells in rows]
    table = [[_number(cell, number, percent) for cell in cells] for number, cells in rows]
    if sum(map(len, table)) > MOST_NUMBERS:
        raise InputError(
            f"at most {MOST_NUMBERS:,} numbers can be pasted here.", "numbers", "Load them as a file."
        )
    if table and len(table) <= 2 and 2 < len(table[0]) != len(names):
        table = _turned(table)
        if not names and len(rows) == 2:  # as the rows of two folds they would be too many columns
            told = (*told, f"The 2 lines were read as 2 learners with {counted(len(table), 'folds')} each.")
    for (number, _), (first, second) in zip(rows[1:], pairwise(table), strict=False):
        if len(first) != len(second):
            raise InputError(
                f"has {counted(len(second), 'numbers')}, the row before has {len(first)}.",
                f"line {number}",
                "Every row needs as many.",
            )
    width = len(table[0]) if table else 0
    if width > 2:
        raise TooManyColumns(
            f"there are {width} columns.",
            "numbers",
            "Paste one column, or two to compare. More learners are compared from Data › Fold results.",
        )
    columns = tuple([row[place] for row in table] for place in range(width))
    return Columns(columns, names if len(names) == width else (), told)


def _named(line: str, cells: list[str], width: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names of the columns by the first line, and what has to be told of it."""
    if width in (0, len(cells)):
        return tuple(cells), ()
    names = _headings(line, width)
    return names, () if names else ("The first line does not name the columns one by one, and was left out.",)


def _only_counts(names: tuple[str, ...], rows: list[tuple[int, list[str]]]) -> bool:
    """Whether the first column counts the folds, and others follow."""
    if not rows or not 1 < len(rows[0][1]) == len(names) or names[0].casefold() not in _COUNTING:
        return False
    first = [cells[0] for _, cells in rows]
    return any(first == [str(place) for place in range(start, start + len(first))] for start in (0, 1))


def _headings(line: str, width: int) -> tuple[str, ...]:
    """Names of so many columns where blanks part words, not columns; none where it is not known which."""
    found = [line] if width == 1 else re.split(r"[\t;|,]|\s{2,}", line.strip())
    return tuple(_UNIT.sub("", name).strip() for name in found) if len(found) == width else ()


def _are_named_lines(lines: list[list[str]]) -> bool:
    """Whether one or two long lines of numbers begin with a name each."""
    return 0 < len(lines) <= 2 and all(
        len(cells) > 3 and not _VALUE.match(cells[0]) and all(map(_VALUE.match, cells[1:])) for cells in lines
    )


def _turned(table: list[list[float]]) -> list[list[float]]:
    """Long lines become columns."""
    if len({len(line) for line in table}) > 1:
        raise InputError(
            f"the lines hold {len(table[0])} and {len(table[1])} numbers.", "numbers", "Both need as many."
        )
    return [list(row) for row in zip(*table, strict=True)]


def _cells(line: str) -> list[str]:
    """Cells of one line; a comma parts columns only where it cannot be a decimal sign."""
    line = line.strip().replace("−", "-")
    if re.search(r"[\t;|]", line):
        cells = re.split(r"\s*[\t;|]\s*", line)
    elif re.search(r"\s", line):
        cells = [cell.rstrip(",") for cell in line.split()]
    elif "," in line and ("." in line or line.count(",") > 1):
        cells = line.split(",")
    else:
        cells = [line]
    return [cell for cell in cells if cell]


def _number(cell: str, line: int, percent: bool) -> float:
    if not _NUMBER.fullmatch(cell):
        raise InputError(
            f"{quoted(cell[:40])} is no number.",
            f"line {line}",
            "Write 0.12 or 0,12, columns separated by blanks or semicolons.",
        )
    share = 100.0 if percent or cell.endswith("%") else 1.0
    return float(cell.rstrip("%").replace(",", ".")) / share
