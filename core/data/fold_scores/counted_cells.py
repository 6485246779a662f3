"""Columns whose cells count errors of instances, ``3/20`` or ``3 of 20``, as the rates that they are."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np
import pandas as pd

from core.data.columns.names import PLACES, find_roles, normal
from core.data.counts.cells import COUNTED_RIGHT, NUMBERS, are_two_counts, count_of, words_of
from core.data.fold_scores.turned import TURNED, names_of_rows
from core.data.tables.cells import distinct_labels, rows_in_words, shown, spelled_out
from core.data.tables.table import RawTable
from core.errors import InputError, listing, quoted
from core.written import counted

_COUNT = re.compile(NUMBERS, re.IGNORECASE)
_NUMBER = re.compile(r"[-+−]?\d*[.,]?\d+\s*%?")
_DATES = {"date", "day", "datum", "tag"}
_OF_N = re.compile(r".*[\s_(\[]n\s*=\s*([1-9]\d{0,8})\s*[)\]]?", re.IGNORECASE)
"""A name of a column that says of how many instances its cells count, ``svm (n=40)``."""
_SHOWN = 20
"""First rows that are shown as they are written."""
_MISSING = (np.nan, np.nan)
_COUNTED = {"error": "errors", "accuracy": "right answers"}

Counts = Mapping[str, tuple[int, int] | None]
"""What the distinct cells of a column count; None for those that are no counts."""


def without_counted_cells(table: RawTable) -> RawTable:
    """Counts in cells as rates; the table says their measure, and a column their instances where all agree.

    They are left where other columns hold scores, beside which they may be dates or names of the rows, and where
    `cells_refusal` tells why they cannot be read.
    """
    table = _with_sizes_of_names(table)
    places, counts = _counts(table)
    if not counts or cells_refusal(table) is not None:
        return table
    pairs = {name: _pairs(table, name, cells) for name, cells in counts.items()}
    sizes = pd.DataFrame({name: each["n"] for name, each in pairs.items()})
    rates = {name: each["count"] / each["n"] for name, each in pairs.items()}
    read = replace(table, frame=table.frame.assign(**rates), head=table.sample(_SHOWN))
    is_turned = TURNED.fits(read, {})
    learners = names_of_rows(read) if is_turned else list(counts)
    right = _right(learners)
    what = "accuracy" if right else "error"
    agree = bool((sizes.nunique(axis="index" if is_turned else "columns") < 2).all())
    text, (count, n) = next((text, pair) for cells in counts.values() for text, pair in cells.items() if pair)
    told = f"Cells like {text.strip()} were read as {counted(count, _COUNTED[what])} of {n:,}."
    is_size = "n_validation" not in places
    about_sizes = (
        ("Sizes of validation sets were taken from these cells.",) * is_size
        if agree
        else ("Sizes of validation sets were left out: in some rows they differ.",)
    )
    read = replace(
        read,
        notes=(*table.notes, told, *about_sizes),
        signed=table.signed | set(counts),
        measure=what if len(right) in (0, len(learners)) else "",
    )
    if is_turned:
        return replace(read, sizes={name: float(sizes[name].max()) for name in counts}) if agree else read
    frame = read.frame
    if agree and is_size:
        frame = frame.assign(n_validation=sizes.max(axis=1))
        read = replace(read, made=frozenset({"n_validation"}))
    if len(counts) == 1 and not {"learner", "score"} <= set(places):
        (name,) = counts
        return replace(read, frame=frame.rename(columns={name: what}), signed=table.signed | {what})
    return replace(read, frame=frame)


def _with_sizes_of_names(table: RawTable) -> RawTable:
    """Whole numbers below names that say of how many they count, as cells that say so themselves."""
    placed = find_roles(table, {}, PLACES).values()
    named = {name: match for name in table.columns if name not in placed and (match := _OF_N.fullmatch(name))}
    counts = {}
    for name, match in named.items():
        values = table.numbers(name).values
        possible = values.where(values.between(0, int(match[1])))
        if table.is_numeric(name) and ((possible % 1 == 0) | values.isna()).all():
            whole = values.astype("Int64").astype("str") + f"/{match[1]}"
            counts[name] = whole.where(values.notna())
    return replace(table, frame=table.frame.assign(**counts), head=table.sample(_SHOWN)) if counts else table


def cells_refusal(table: RawTable) -> InputError | None:
    """Why counts in cells cannot be read, as a refusal; None where nothing speaks against it.

    Some are none, or some columns seem to count errors and others right answers.
    """
    _, counts = _counts(table)
    strays = {name: text for name, cells in counts.items() for text, pair in cells.items() if pair is None}
    return _stray_cells(table, counts) if strays else _both_counted(table, counts)


def mixture_refusal(table: RawTable) -> InputError | None:
    """Why a table of scores with folds or learners is in no layout: some cells count, others are numbers."""
    places = find_roles(table, {}, PLACES)
    rest = [name for name in table.columns if name not in places.values() and normal(name) not in _DATES]
    written = {name: (table.frame if table.holds_text(name) else table.sample(_SHOWN))[name] for name in rest}
    cells = [
        (name, text)
        for name, column in written.items()
        for text in column.head(_SHOWN).dropna().astype("str").str.strip()
    ]
    count = next((cell for cell in cells if _count(cell[1])), None)
    other = next((cell for cell in cells if _NUMBER.fullmatch(cell[1])), None)
    if count is None or other is None or not {"learner", "replicate", "fold"} & set(places):
        return None
    return InputError(
        f"{shown(count[1])} in {quoted(count[0])} counts instances, but {shown(other[1])} in "
        f"{quoted(other[0])} does not.",
        table.where,
        "Write all scores in one way: counts of errors, 3/20, or rates.",
    )


def _counts(table: RawTable) -> tuple[dict[str, str], dict[str, Counts]]:
    """Columns by the places that they say, and the cells of those that count; none beside other scores."""
    return table.once("cells that count", _find_counts)


def _find_counts(table: RawTable) -> tuple[dict[str, str], dict[str, Counts]]:
    places = find_roles(table, {}, (*PLACES, "measure", "score"))
    if are_two_counts(table.columns, len(table.frame)):
        return places, {}
    rest = [name for name in table.columns if name not in places.values() or name == places.get("score")]
    counts = {name: cells for name in rest if (cells := _counts_in(table, name))}
    others = [name for name in rest[1:] if name not in counts]
    return places, {} if counts and any(map(table.is_numeric, others)) else counts


def _counts_in(table: RawTable, name: str) -> Counts:
    """What the distinct cells of a column count, None for others; empty where most are no counts.

    Nor are those that number the rows, 1/10, 2/10 …, or are called dates.
    """
    if table.is_numeric(name) or normal(name) in _DATES:
        return {}
    first = table.frame[name].dropna().head(_SHOWN)
    if not any(isinstance(cell, str) and _count(cell) for cell in first):
        return {}
    found = {text: _count(text) for text in distinct_labels(table.frame[name]).astype("str")}
    pairs = [pair for pair in found.values() if pair is not None]
    is_numbering = pairs == [(place, len(pairs)) for place in range(1, len(pairs) + 1)]
    return {} if is_numbering or 2 * len(pairs) < len(found) else found


def _count(text: str) -> tuple[int, int] | None:
    """How many, and of how many; None for any other text, and where that cannot be."""
    numbers = _numbers(text)
    return numbers if numbers is not None and numbers[0] <= numbers[1] > 0 else None


def _numbers(text: str) -> tuple[int, int] | None:
    match = _COUNT.fullmatch(text.strip())
    if match is None:
        return None
    try:
        return count_of(match["errors"], ""), count_of(match["n"], "")
    except InputError:
        return None


def _stray_cells(table: RawTable, counts: Mapping[str, Counts]) -> InputError:
    """What is wrong with the first cell that is no count, and how many there are besides."""
    strays = [
        (name, text, (np.flatnonzero(spelled_out(table.frame[name]) == text) + 1).tolist())
        for name, cells in counts.items()
        for text, pair in cells.items()
        if pair is None
    ]
    (name, text, rows), *more = strays
    numbers = _numbers(text)
    if numbers is None:
        what = f"{shown(text)} is no count of instances like the other cells"
    else:
        noun = _COUNTED["accuracy" if _right([name]) else "error"]
        what = f"{counted(numbers[0], noun)} of {counted(numbers[1], 'instances')} cannot be"
    others = sum(len(found) for _, _, found in more)
    besides = f"; {counted(others, 'other cells')} cannot be read either" if others else ""
    return InputError(
        f"{what}, {rows_in_words(rows, table.row)}{besides}.",
        f"{table.where}, column {quoted(name)}",
        "Write errors first, 3/20, or leave the cell empty where a learner failed.",
    )


def _right(names: Iterable[str]) -> list[str]:
    """The names that say right answers; below others errors are counted."""
    return [name for name in names if words_of(name) & COUNTED_RIGHT]


def _both_counted(table: RawTable, counts: Mapping[str, Counts]) -> InputError | None:
    right = _right(counts)
    errors = [name for name in counts if name not in right]
    if not right or not errors:
        return None
    return InputError(
        f"right answers seem to be counted in {listing(map(quoted, right), most=3)}, and errors in "
        f"{listing(map(quoted, errors), most=3)}.",
        table.where,
        "Count the same in all columns.",
    )


def _pairs(table: RawTable, name: str, cells: Counts) -> pd.DataFrame:
    pairs = [cells.get(text) or _MISSING for text in spelled_out(table.frame[name])]
    return pd.DataFrame(pairs, table.frame.index, ["count", "n"])
