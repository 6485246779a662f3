"""Numbers pasted from a table or typed by hand: one column or two, points or commas as decimal signs."""

import re
from itertools import pairwise

from core.errors import InputError
from core.written import counted, in_percent

MOST_NUMBERS = 20_000
_NUMBER = re.compile(r"[+-]?(\d+[.,]?\d*|[.,]\d+)([eE][+-]?\d+)?%?")

_VALUE = re.compile(r"[-+.,]?\d|(nan|na|n/a|null|none|inf)$|\?", re.IGNORECASE)
"""What begins like a number, or says that one is missing: no name of a column."""


Columns = tuple[tuple[list[float], ...], tuple[str, ...]]


def read_rates(text: str, *, percent: bool) -> tuple[Columns, str]:
    """Read one or two columns of rates as shares.

    Parameters
    ----------
    text : str
        As for `read_columns`.
    percent : bool
        Whether all are said to be per cent.

    Returns
    -------
    columns : tuple
        As of `read_columns`.
    how : str
        How numbers without a percent sign were read, where that could be doubted: some have one, all are 0 or 1 and
        more though nobody said per cent, or none is above 1 though somebody did.

    Raises
    ------
    InputError
        As by `read_columns`; if one is below 0, or above 100 %; and if some are above 1 and others
        speak against per cent.
    """
    columns, names = read_columns(text)
    low = min(_all(columns), default=0.0)
    if low < 0:
        raise InputError(f"{low:g} is below 0.", "numbers", "Correct it, or choose another kind of numbers.")
    divided, _ = read_columns(text, percent=True)
    high = max(_all(columns), default=0.0)
    bare = [value for value, other in zip(_all(columns), _all(divided), strict=True) if value != other]
    some = len(bare) < sum(value > 0 for value in _all(columns))
    if percent:
        return (_no_more_than_all(divided), names), _how(bare, percent=True) if some or high <= 1 else ""
    if high <= 1:
        return (columns, names), _how(bare, percent=False) if some else ""
    small = min((value for value in bare if value > 0), default=1.0)
    if small < 1:
        raise InputError(
            f"{high:g} is above 1, and {small:g} is not.",
            "numbers",
            "If all are per cent, say so under “The numbers are”; else correct it, or write it with its sign, as 15%.",
        )
    return (_no_more_than_all(divided), names), _how(bare, percent=True)


def _how(bare: list[float], *, percent: bool) -> str:
    """How numbers without a percent sign were read, the largest of them as an example."""
    if not bare:
        return ""
    high = max(bare)
    share, unit = (high / 100, "per cent") if percent else (high, "shares of one")
    return f"Numbers without a percent sign were read as {unit}: {high:g} is {in_percent(share)}."


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
        line of words names the columns, as does a word before each long line.
    percent : bool
        Whether numbers without a percent sign are per cent, too.

    Returns
    -------
    columns : tuple of lists
        None, one or two, of equal length.
    names : tuple of str
        Of the columns; empty when the text has none.

    Raises
    ------
    InputError
        If a cell is no number, rows differ in length, or there are more than two columns.
    """
    rows = [(number, _cells(line)) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    names: tuple[str, ...] = ()
    if rows and not any(_VALUE.match(cell) for cell in rows[0][1]):
        names = tuple(rows.pop(0)[1])
    elif _are_named_lines([cells for _, cells in rows]):
        names, rows = tuple(cells[0] for _, cells in rows), [(number, cells[1:]) for number, cells in rows]
    table = [[_number(cell, number, percent) for cell in cells] for number, cells in rows]
    if sum(map(len, table)) > MOST_NUMBERS:
        raise InputError(
            f"at most {MOST_NUMBERS:,} numbers can be pasted here.", "numbers", "Load them as a file."
        )
    if table and len(table) <= 2 and 2 < len(table[0]) != len(names):
        table = _turned(table)
    for (number, _), (first, second) in zip(rows[1:], pairwise(table), strict=False):
        if len(first) != len(second):
            raise InputError(
                f"has {counted(len(second), 'numbers')}, the row before has {len(first)}.",
                f"line {number}",
                "Every row needs as many.",
            )
    width = len(table[0]) if table else 0
    if width > 2:
        raise InputError(f"there are {width} columns.", "numbers", "Paste one column, or two to compare.")
    columns = tuple([row[place] for row in table] for place in range(width))
    return columns, names if len(names) == width else ()


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
            f"{cell[:40]!r} is no number.",
            f"line {line}",
            "Write 0.12 or 0,12, columns separated by blanks or semicolons.",
        )
    share = 100.0 if percent or cell.endswith("%") else 1.0
    return float(cell.rstrip("%").replace(",", ".")) / share
