"""What each column is probably for: suggestions that a page shows and a reader assumes and says."""

import re
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import numpy as np
import pandas as pd

from core.data.columns.class_labels import positive_among
from core.data.columns.kinds import Column
from core.data.datasets.attributes import check_enough
from core.data.tables.cells import shown
from core.data.tables.header import ROW_NAMES
from core.data.tables.table import RawTable
from core.errors import InputError, listing, quoted

TARGET_NAMES = (
    "class",
    "klasse",
    "target",
    "label",
    "y",
    "outcome",
    "diagnosis",
    "response",
    "species",
    "survived",
)
_IDENTIFIERS = {
    "index",
    "row",
    "rowid",
    "rownames",
    ROW_NAMES,
    "unnamed: 0",
    "column 1",
}
_NUMBERED = {"id", "uuid", "guid", "no", "key"}
_NUMBERED_AT_THE_END = ("nummer", "nr")
"""Words and ends of words in names of columns that number their rows: Auftrag-Nr, Order No, Kundennummer."""
_EVEN_BY_CHANCE = 20
"""So few rows may be measured at even steps."""
_TIMES = {"years", "yr", "jahre", "season", "month", "monat", "week", "woche"}
_TIMES_AT_THE_END = ("year", "jahr")
_OF_OUR_TIME = (1800, 2100)
"""Between them, whole numbers may be years, whatever they are called."""
_GROUPS = {
    *("group", "groups", "subject", "subjects", "patient", "patients", "participant", "individual", "person"),
    *("family", "household", "user", "session", "speaker", "animal", "donor", "customer"),
    *("id", "pid", "subj"),
}
"""Words of columns whose values say, where they repeat, which instances belong together."""
_FOLDS = {"fold", "folds", "cvfold", "foldid"}
_MOST_FOLDS = 50
_MOSTLY = 0.9
_WITH_UNIT = r"[$€£<>≤≥~]\s*[-−]?\d[\d.,]*|[-−]?\d+[.,]\d+\s*[^\W\d_]{1,4}(?:/\w+)?"
"""A number behind a sign, or a fraction before a unit: $5,200 and 61.2 kg; what is counted, as 12a, may be a name."""


def words_of(name: str) -> set[str]:
    """Split a name into lower-case words: ``PatientID`` and ``patient_id`` are patient and id."""
    parts = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W_]+", name)
    return {part.lower() for part in parts}


def reasons_to_leave_out(columns: Mapping[str, Column]) -> dict[str, str]:
    """Columns that say nothing about the target, each with the reason as the end of a sentence."""
    reasons = {column.name: _reason(column) for column in columns.values()}
    return {name: reason for name, reason in reasons.items() if reason}


def _reason(column: Column) -> str:
    if not column.present:
        return "it is empty"
    if column.constant:
        return f"it holds nothing but {shown(column.first)}"
    if _is_number_with_unit(column):
        return f"its cells hold more than a number, such as {shown(column.first)}; write the numbers alone"
    if _is_identifier(column):
        return "it looks like an identifier, with a value of its own in every row"
    if column.kind == "text" and not len(column.strays):
        return f"it is free text, with {column.distinct:,} distinct values in {column.present:,} rows"
    return ""


def _is_number_with_unit(column: Column) -> bool:
    """Whether texts, too many for categories, are fractions or sums of money with a sign or a unit beside them."""
    if column.kind != "text" or len(column.strays):
        return False
    return bool(column.values.dropna().str.fullmatch(_WITH_UNIT).mean() > _MOSTLY)


def _is_identifier(column: Column) -> bool:
    if (
        column.missing
        or len(column.strays)
        or column.kind == "date"
        or (column.kind == "number" and not column.integral)
    ):
        return False
    if column.distinct < len(column.values):
        return False
    if column.kind != "number":
        return True
    return _is_called_an_identifier(column.name) or _counts_the_rows(column)


def _is_called_an_identifier(name: str) -> bool:
    words = words_of(name)
    return (
        name.lower() in _IDENTIFIERS
        or bool(words & _NUMBERED)
        or any(word.endswith(_NUMBERED_AT_THE_END) for word in words)
    )


def _counts_the_rows(column: Column) -> bool:
    """Whether its numbers leave none out, from wherever they begin: years may do so, too, and say when it was."""
    values = column.values.to_numpy()
    begins = values.min()
    if values.max() - begins != len(values) - 1:
        return False
    first, last = _OF_OUR_TIME
    may_be_years = _is_called_a_time(column.name) or (first <= begins and values.max() <= last)
    return begins in (0, 1) or (len(values) >= _EVEN_BY_CHANCE and not may_be_years)


def _is_called_a_time(name: str) -> bool:
    words = words_of(name)
    return bool(words & _TIMES) or any(word.endswith(_TIMES_AT_THE_END) for word in words)


def may_number_the_rows(column: Column) -> bool:
    """Whether whole numbers only grow, or only fall, from row to row: no identifier by its name, it may be one."""
    if column.kind != "number" or not column.integral or column.missing or len(column.strays):
        return False
    values = column.values.to_numpy()
    if len(values) < _EVEN_BY_CHANCE or _is_called_a_time(column.name):
        return False
    steps = np.diff(values)
    return bool((steps > 0).all() or (steps < 0).all())


def suggest_target(columns: Mapping[str, Column], left_out: Collection[str]) -> str:
    """The column with a name such as class or target, otherwise the last complete one that is no date."""
    candidates = [name for name in columns if name not in left_out] or list(columns)
    called = _called_a_target(candidates)
    if called is not None:
        return called
    timeless = [name for name in candidates if columns[name].kind != "date"] or candidates
    complete = [name for name in timeless if not columns[name].missing]
    return (complete or timeless)[-1]


def hollow_target(columns: Mapping[str, Column], left_out: Collection[str]) -> str | None:
    """The column that is called like a target, and no other is, but is left out for want of a second value.

    Whoever brings such a table means this column: another one that is proposed in its place would be trained on unseen.
    """
    called = _called_a_target(list(columns))
    if called is None or called not in left_out or columns[called].distinct > 1:
        return None
    return called if _called_a_target([name for name in columns if name not in left_out]) is None else None


def _called_a_target(names: Sequence[str]) -> str | None:
    by_name = {name.strip().lower().replace(" ", "_"): name for name in reversed(names)}
    return next((by_name[name] for name in TARGET_NAMES if name in by_name), None)


def suggest_positive(labels: "pd.Series[Any]") -> tuple[Hashable, str] | None:
    """The class of interest among two, and why it was taken; None unless there are two classes."""
    return positive_among(labels.value_counts())


def suggest_groups(columns: Iterable[Column]) -> tuple[str, ...]:
    """Columns that may say which instances belong together: named so, and with values that repeat."""
    return tuple(
        column.name
        for column in columns
        if words_of(column.name) & _GROUPS
        and not column.missing
        and (column.kind != "number" or column.integral)
        and 2 <= column.distinct < len(column.values)
    )


def suggest_folds(columns: Iterable[Column]) -> tuple[str, ...]:
    """Columns that may say in which fold an instance is validated."""
    return tuple(
        column.name
        for column in columns
        if words_of(column.name) & _FOLDS and not column.missing and 2 <= column.distinct <= _MOST_FOLDS
    )


def suggest_categorical(columns: Iterable[Column]) -> tuple[str, ...]:
    """Columns of few whole numbers, which may be codes of categories."""
    return tuple(column.name for column in columns if column.integral and 3 <= column.distinct <= 10)


@dataclass(frozen=True)
class SettledRoles:
    """What each column is used for.

    Attributes
    ----------
    target : str
    attributes : tuple of str
    left_out : mapping
        Columns that are left out unasked, with the reasons.
    dropped : mapping
        Columns that were asked to be left out and would have been anyway, with the reasons.
    """

    target: str
    attributes: tuple[str, ...]
    left_out: Mapping[str, str]
    dropped: Mapping[str, str]


def settle_roles(
    columns: Mapping[str, Column],
    where: str,
    *,
    target: str | None = None,
    groups: str | None = None,
    folds: str | None = None,
    drop: Collection[str] = (),
    keep: Collection[str] = (),
) -> SettledRoles:
    """Give every column its role.

    Parameters
    ----------
    columns : mapping of names to Column
    where : str
        The table, for messages.
    target, groups, folds, drop
        As in `read_dataset`; what is not given is proposed.
    keep : collection of str
        Columns that stay attributes although they look useless.

    Raises
    ------
    InputError
        If there are too few rows or columns, a column is given two roles, or no target is left.
    """
    _check_size(columns, where)
    given = [name for name in (target, groups, folds, *drop) if name is not None]
    _check_one_role_each(given)
    reasons = reasons_to_leave_out(columns)
    taken, kept = set(given), set(keep)
    free = [name for name in columns if name not in taken]
    if target is None and not free:
        raise InputError("no column is left to be the target.", "drop", "Leave out fewer columns.")
    goal = target or suggest_target({name: columns[name] for name in free}, reasons)
    free = [name for name in free if name != goal]
    copies = _copies(columns, goal, [*free, *drop])
    reasons |= dict.fromkeys(copies, f"it holds the target {shown(goal)} once more, cell for cell")
    left_out = {
        name: reasons[name]
        for name in free
        if name in reasons and (name not in kept or not columns[name].present)
    }
    if len(left_out) == len(free):  # a lone column 1 … n is a measurement after all
        left_out = {
            name: reason for name, reason in left_out.items() if not columns[name].varies or name in copies
        }
    attributes = tuple(name for name in free if name not in left_out)
    return SettledRoles(goal, attributes, left_out, {name: reasons[name] for name in drop if name in reasons})


def _copies(columns: Mapping[str, Column], goal: str, names: Iterable[str]) -> list[str]:
    """Columns from which nothing is learned but to repeat them."""
    wanted = columns[goal]
    alike = (columns[name] for name in names if columns[name].kind == wanted.kind)
    return [column.name for column in alike if column.values.equals(wanted.values)]


def check_attributes(roles: SettledRoles, where: str) -> None:
    """Raise `InputError` if no attribute is left beside the target."""
    if not roles.attributes:
        raise InputError(
            f"no attribute is left beside the target {quoted(roles.target)}{_because(roles.left_out)}.",
            where,
            "Choose another target, or keep one of these columns.",
        )


def _check_size(columns: Mapping[str, Column], where: str) -> None:
    first = next(iter(columns.values()))
    if len(columns) < 2:
        raise InputError(
            f"there is only one column, {quoted(first.name)}; a data set needs a target and at least one attribute.",
            where,
            "Check that the columns are separated by commas, semicolons, tabs, bars or blanks.",
        )
    check_enough(len(first.values), where)


def _check_one_role_each(given: list[str]) -> None:
    for name in given:
        if given.count(name) > 1:
            raise InputError(
                "the column is given two roles among target, groups, folds and drop.",
                f"column {quoted(name)}",
                "Give it one.",
            )


def _because(left_out: Mapping[str, str]) -> str:
    reasons = [f"{quoted(name)}, because {reason}" for name, reason in left_out.items()]
    return f"; left out: {'; '.join(reasons[:5])}" if reasons else ""


def check_columns(table: RawTable, arguments: Mapping[str, str | Collection[str] | None]) -> None:
    """Raise `InputError` if an argument names a column that is not there."""
    known = set(table.columns)
    for argument, value in arguments.items():
        names = [value] if isinstance(value, str) else value or ()
        for name in names:
            if name not in known:
                near = get_close_matches(str(name), table.columns, n=1)
                hint = f"Did you mean {quoted(near[0])}?" if near else _available(table)
                raise InputError(f"there is no column {quoted(name)} in {table.where}.", argument, hint)


def _available(table: RawTable) -> str:
    return f"There are {listing(map(quoted, table.columns), most=10)}."


def _names(value: Collection[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)
