"""The names of the columns, whatever stands in the first row."""

import re
from collections import Counter
from collections.abc import Sequence

import pandas as pd

from core.data.tables.cells import MISSING, read_numbers
from core.errors import listing, quoted

ROW_NAMES = "row names"
BETWEEN = "~"
"""What stands between two names of one column: caret writes lda~Accuracy."""
LONGEST_NAME = 500
_ORDINALS = {2: "the second", 3: "the third", 4: "the fourth"}
_NUMBER = re.compile(r"\s*[+-]?(\d+[.,]?\d*|[.,]\d+)([eE][+-]?\d+)?\s*")


def name_columns(cells: Sequence[str]) -> tuple[list[str], list[str]]:
    """Make the cells of a header into names that are there and differ.

    Returns
    -------
    names : list of str
        As written, without blanks around them; ``column 3`` where nothing is written, and the second column
        called ``a`` is ``a.2``.
    notes : list of str
    """
    names: list[str] = []
    notes, nameless = [], []
    taken = {_short(cell.strip()) for cell in cells}
    given: set[str] = set()
    numbers: Counter[str] = Counter()
    called: Counter[str] = Counter()
    for position, cell in enumerate(cells, start=1):
        wanted = _short(cell.strip()) or f"column {position}"
        called[wanted] += 1
        if not cell.strip():
            nameless.append(wanted)
        name = wanted if wanted not in given else _other(wanted, taken, numbers)
        if name != wanted:
            which = _ORDINALS.get(called[wanted], f"number {called[wanted]} of them")
            notes.append(f"There are several columns {quoted(wanted)}; {which} was renamed {quoted(name)}.")
        names.append(name)
        given.add(name)
    if any(len(cell.strip()) > LONGEST_NAME for cell in cells):
        notes.append(f"Names of columns were cut after {LONGEST_NAME} characters.")
    if nameless:
        which = "One column without a name was" if len(nameless) == 1 else "Columns without a name were"
        notes.append(f"{which} called {listing(map(quoted, nameless), most=5)}.")
    return names, notes


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _other(name: str, taken: set[str], numbers: Counter[str]) -> str:
    """The next name of this kind that nobody has; `numbers` says where the search for it has come to."""
    number = max(2, numbers[name])
    while f"{name}.{number}" in taken:
        number += 1
    numbers[name] = number + 1
    taken.add(f"{name}.{number}")
    return f"{name}.{number}"


def is_number(cell: str) -> bool:
    """Tell whether a cell is a number."""
    return _NUMBER.fullmatch(cell) is not None


def may_be_data(header: Sequence[str]) -> bool:
    """Tell whether a number stands in the first row."""
    return any(_NUMBER.fullmatch(cell) is not None for cell in header)


def is_data(header: Sequence[str], body: pd.DataFrame) -> bool:
    """Tell whether the first row is an instance rather than a header.

    It is when it has a number above every column of numbers and, in some other column, a text that occurs
    below again; without any other column, when its numbers are not distinct whole numbers such as years.
    """
    if not may_be_data(header):
        return False
    numeric = [_NUMBER.fullmatch(cell) is not None for cell in header]
    repeated = False
    for position, (cell, is_number) in enumerate(zip(header, numeric, strict=True)):
        if is_number or cell.strip() in MISSING:
            continue
        column = body.iloc[:, position]
        if _holds_numbers(column):
            return False
        repeated = repeated or bool((column.str.strip() == cell.strip()).any())
    if all(numeric):
        return len(set(header)) < len(header) or not all(cell.strip().isdigit() for cell in header)
    return repeated


def _holds_numbers(column: "pd.Series[str]") -> bool:
    return bool(column.notna().any()) and not len(read_numbers(column, ".").strays)
