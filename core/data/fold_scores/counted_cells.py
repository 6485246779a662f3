"""Columns whose cells count errors of instances, ``3/20`` or ``3 of 20``, as the rates that they are."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from core.data.columns.names import PLACES, find_roles, normal
from core.data.counts.cells import COUNTED_RIGHT, NUMBERS, count_of, words_of
from core.data.fold_scores.turned import TURNED, names_of_rows
from core.data.tables.cells import distinct_labels, rows_in_words, shown, spelled_out
from core.data.tables.table import RawTable
from core.errors import InputError, listing
from core.written import counted

_COUNT = re.compile(NUMBERS, re.IGNORECASE)
_DATES = {"date", "day", "datum", "tag"}
_SHOWN = 20
"""First rows that are shown as they are written."""
_MISSING = (np.nan, np.nan)
_COUNTED = {"error": "errors", "accuracy": "right answers"}


def without_counted_cells(table: RawTable) -> RawTable:
    """Counts in cells as rates; the table says their measure, and a column their instances where all agree.

    They are left where other columns hold scores, beside which they may be dates or names of the rows.

    Raises
    ------
    InputError
        If some cells beside counts are none, or some columns seem to count errors and others right answers.
    """
    places = find_roles(table, {}, (*PLACES, "measure", "score"))
    rest = [name for name in table.columns if name not in places.values() or name == places.get("score")]
    counts = {name: cells for name in rest if (cells := _counts_in(table, name))}
    others = [name for name in rest[1:] if name not in counts]
    if not counts or any(map(table.is_numeric, others)):
        return table
    for name, cells in counts.items():
        _refuse_others(table, name, cells)
    pairs = {name: _pairs(table, name, cells) for name, cells in counts.items()}
    sizes = pd.DataFrame({name: each["n"] for name, each in pairs.items()})
    rates = {name: each["count"] / each["n"] for name, each in pairs.items()}
    read = replace(table, frame=table.frame.assign(**rates), head=table.sample(_SHOWN))
    is_turned = TURNED.fits(read, {})
    what = "accuracy" if _are_right(table, names_of_rows(read) if is_turned else list(counts)) else "error"
    agree = bool((sizes.nunique(axis="index" if is_turned else "columns") < 2).all())
    text, (count, n) = next((text, pair) for cells in counts.values() for text, pair in cells.items() if pair)
    told = f"Cells like {text.strip()} were read as {counted(count, _COUNTED[what])} of {n:,}."
    odd = () if agree else ("Sizes of validation sets were left out: in some rows they differ.",)
    read = replace(
        read,
        notes=(*table.notes, told, *odd),
        signed=table.signed | set(counts),
        measure=what,
    )
    if is_turned:
        return replace(read, sizes={name: float(sizes[name].max()) for name in counts}) if agree else read
    frame = read.frame
    if agree and "n_validation" not in places:
        frame = frame.assign(n_validation=sizes.max(axis=1))
    if len(counts) == 1 and not {"learner", "score"} <= set(places):
        (name,) = counts
        return replace(read, frame=frame.rename(columns={name: what}), signed=table.signed | {what})
    return replace(read, frame=frame)


def _counts_in(table: RawTable, name: str) -> dict[str, tuple[int, int] | None]:
    """What the distinct cells of a column count, None for others; empty where most are no counts.

    Nor are those that number the rows, 1/10, 2/10 …, or are called dates.
    """
    first = table.frame[name].dropna().head(_SHOWN)
    if normal(name) in _DATES or not any(isinstance(cell, str) and _count(cell) for cell in first):
        return {}
    found = {text: _count(text) for text in distinct_labels(table.frame[name]).astype("str")}
    pairs = [pair for pair in found.values() if pair is not None]
    is_numbering = pairs == [(place, len(pairs)) for place in range(1, len(pairs) + 1)]
    return {} if is_numbering or 2 * len(pairs) < len(found) else found


def _count(text: str) -> tuple[int, int] | None:
    """How many, and of how many; None for any other text."""
    match = _COUNT.fullmatch(text.strip())
    if match is None:
        return None
    try:
        count, n = count_of(match["errors"], ""), count_of(match["n"], "")
    except InputError:
        return None
    return (count, n) if count <= n > 0 else None


def _refuse_others(table: RawTable, name: str, cells: dict[str, tuple[int, int] | None]) -> None:
    stray = next((text for text, pair in cells.items() if pair is None), None)
    if stray is not None:
        rows = np.flatnonzero(spelled_out(table.frame[name]) == stray) + 1
        raise InputError(
            f"{shown(stray)} is no count of instances like the other cells, "
            f"{rows_in_words(rows.tolist(), table.row)}.",
            f"{table.where}, column {name!r}",
            "Write errors first, 3/20, or leave the cell empty where a learner failed.",
        )


def _are_right(table: RawTable, names: Sequence[str]) -> bool:
    """Whether the columns are called after right answers; of others errors are counted."""
    right = [name for name in names if words_of(name) & COUNTED_RIGHT]
    if 0 < len(right) < len(names):
        errors = [name for name in names if name not in right]
        raise InputError(
            f"right answers seem to be counted in {listing(map(repr, right), most=3)}, and errors in "
            f"{listing(map(repr, errors), most=3)}.",
            table.where,
            "Count the same in all cells.",
        )
    return bool(right)


def _pairs(table: RawTable, name: str, cells: dict[str, tuple[int, int] | None]) -> pd.DataFrame:
    pairs = [cells.get(text) or _MISSING for text in spelled_out(table.frame[name])]
    return pd.DataFrame(pairs, table.frame.index, ["count", "n"])
