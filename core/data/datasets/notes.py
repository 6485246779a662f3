"""The sentences that say what was understood of a data set, assumed, left out or looks doubtful."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from core.data.columns.class_labels import letters
from core.data.columns.kinds import Column, suggest_task
from core.data.columns.summary_rows import last_sums_up
from core.data.datasets.roles import SettledRoles, may_number_the_rows, suggest_folds, suggest_groups
from core.data.tables.cells import rows_in_words, shown
from core.errors import listing, quoted
from core.records import Array, Task
from core.written import counted, formatted

_MAY_BELONG = "may say which instances belong together"
_MANY_CLASSES = 50
_MANY_CATEGORIES = 50
_NAMED_COLUMNS = 10
_COLUMNS_WITH_HOLES = 2
"""Of more columns it is only told how many have missing cells: a table lists them."""
_ROWS_BY_CHANCE = 20
"""In so few rows an honest attribute may part the classes."""
_CODES = frozenset(float("9" * digits) for digits in range(1, 7))
"""What stands for missing cells in many tables, with either sign."""
_FEWEST_OTHERS = 8


def target_notes(
    goal: Column,
    target: str | None,
    task: Task | None,
    present: Array,
) -> list[str]:
    """Say what was assumed of the target, and which rows have none.

    Parameters
    ----------
    goal : Column
        The target.
    target, task : str or None
        What the reader was told; None where it was assumed.
    present : bool array
        Rows that have a target.
    """
    notes = [] if target else [f"The column {quoted(goal.name)} was taken as the target."]
    settled, doubtful = suggest_task(goal)
    if task is None and (doubtful or settled == "regression"):
        other = "classification" if settled == "regression" else "regression"
        notes.append(
            f"The target {quoted(goal.name)} holds {goal.distinct} distinct numbers; {settled} was assumed "
            f"(task={other!r} changes that)."
        )
    if not present.all():
        dropped = np.flatnonzero(~present) + 1
        notes.append(
            f"Left out for want of a target: {counted(len(dropped), 'rows')}, {rows_in_words(dropped)}."
        )
    return [*notes, *goal.notes]


def left_out_notes(roles: SettledRoles) -> list[str]:
    """Say why columns were left out, unasked or as it was proposed."""
    notes = [f"Column {quoted(name)} was left out: {reason}." for name, reason in roles.dropped.items()]
    notes += [
        f"Column {quoted(name)} was left out: {reason} (keep={name!r} keeps it)."
        for name, reason in roles.left_out.items()
    ]
    more = len(notes) - _NAMED_COLUMNS
    said = notes[:_NAMED_COLUMNS]
    return [*said, f"{more} more columns were left out for such reasons."] if more > 0 else said


def attribute_notes(used: Collection[Column], spellings: Mapping[str, Mapping[str, int]] | None) -> list[str]:
    """Say what was converted, is missing or has very many categories."""
    notes = [note for column in used for note in column.notes]
    notes += [
        f"Column {quoted(column.name)} has {column.distinct} categories, which is a lot."
        for column in used
        if column.kind in ("category", "text") and column.distinct > _MANY_CATEGORIES
    ]
    notes += [
        f"Column {quoted(column.name)} has another whole number in every row, in their order; it was kept as an "
        f"attribute. Leave it out if it numbers the rows (drop={column.name!r})."
        for column in used
        if may_number_the_rows(column)
    ]
    return notes + missing_notes(used, spellings)


def on_groups(notes: Iterable[str]) -> list[str]:
    """Those of the notes on a data set that ask whether its instances belong together."""
    return [note for note in notes if _MAY_BELONG in note]


def belonging_notes(used: Collection[Column], dated: Collection[Column] = ()) -> list[str]:
    """Say what decides which rows may be trained on: groups, folds, an order in time.

    Parameters
    ----------
    used : collection of Column
        The attributes.
    dated : collection of Column
        All columns but the target: the rows stay in the order of one that is left out.
    """
    notes = [
        f"Column {quoted(name)} {_MAY_BELONG}; it was kept as an attribute "
        f"(groups={name!r} uses it). Errors look rarer than they are where some of those that belong together are "
        "trained on and others validated: if they do, choose it as the groups."
        for name in suggest_groups(used)
    ]
    notes += [
        f"Column {quoted(name)} may say the fold of each instance; it was kept as an attribute "
        f"(folds={name!r} uses it)."
        for name in suggest_folds(used)
    ]
    return notes + [
        f"Column {quoted(column.name)} is a date that {way} from row to row. If later rows are to be forecast from "
        "earlier ones, shuffled folds flatter: later rows are trained on to judge earlier ones. A column that holds −1 "
        "in the earlier rows and 1 in the last ones keeps them apart: choose it as the fold of each row, and "
        "predefined folds as the design."
        for column in dated
        if (way := _way_in_time(column))
    ]


def _way_in_time(column: Column) -> str:
    """Whether dates stand in their order, and in which; empty where they do not."""
    if column.kind != "date" or column.missing or column.constant:
        return ""
    steps = np.diff(column.values.to_numpy())
    return "grows" if (steps >= 0).all() else "falls" if (steps <= 0).all() else ""


def telling_notes(used: Collection[Column], goal: Column) -> list[str]:
    """Attributes that have one value for each class, and in every row: they may have been made from the class."""
    if goal.missing or len(goal.values) < _ROWS_BY_CHANCE:
        return []
    codes = pd.factorize(goal.values)[0]
    return [
        f"Column {quoted(column.name)} tells the class in every row, so that nothing else has to be learned. Leave it "
        f"out if it was made from the class or is known only later (drop={column.name!r})."
        for column in used
        if not column.missing
        and column.distinct == goal.distinct
        and np.array_equal(pd.factorize(column.values)[0], codes)
    ]


def order_notes(used: Collection[Column], goal: Column) -> list[str]:
    """Attributes that order the rows as a measured target does: they may be the target in another unit."""
    if goal.missing or goal.distinct < _ROWS_BY_CHANCE:
        return []
    order = np.argsort(goal.values.to_numpy(), kind="stable")
    found = []
    for column in used:
        if column.kind != "number" or column.missing:
            continue
        steps = np.diff(column.values.to_numpy()[order])
        if ((steps >= 0).all() or (steps <= 0).all()) and column.distinct == goal.distinct:
            found.append(
                f"Column {quoted(column.name)} orders the rows exactly as the target {quoted(goal.name)} does. Leave "
                f"it out if it was made from the target or is known only later (drop={column.name!r})."
            )
    return found


def code_notes(columns: Iterable[Column]) -> list[str]:
    """Numbers such as −999 far from all others of their column, which may stand for missing cells."""
    found = []
    for column in columns:
        values = column.values.dropna().to_numpy() if column.kind == "number" else np.empty(0)
        for code in (values.min(), values.max()) if len(values) else ():
            others = values[values != code]
            if abs(code) not in _CODES or len(others) < _FEWEST_OTHERS or not _is_far(code, others):
                continue
            low, high = (formatted(float(value), ".6g") for value in (others.min(), others.max()))
            found.append(
                f"Column {quoted(column.name)} holds {formatted(float(code), '.6g')} in "
                f"{len(values) - len(others):,} of {len(column.values):,} cells, all others lie from {low} to {high}. "
                "It was read as a number: if it stands for what is missing, leave these cells empty."
            )
    return found


def _is_far(code: float, others: Array) -> bool:
    if code < 0 <= others.min():
        return True
    return bool(abs(others - code).min() > np.ptp(others))


def copy_notes(used: Collection[Column], goal: Column) -> list[str]:
    """Rows that stand in a table more than once, where measurements say that they are hardly alike by chance."""
    rows = len(goal.values)
    numbers = (item for item in used if item.kind == "number")
    telling = max(numbers, key=lambda item: item.distinct, default=None)
    if telling is None or 4 * telling.distinct < rows:
        return []
    again = np.flatnonzero(telling.values.duplicated(keep=False))  # the others need no look
    cells = pd.DataFrame({place: item.values.iloc[again] for place, item in enumerate((*used, goal))})
    count = int(cells.duplicated().sum())
    if not count or 2 * telling.distinct < rows - count:
        return []
    verb = "repeats" if count == 1 else "repeat"
    return [
        f"{counted(count, 'rows')} {verb} another one in every attribute and in the target. Errors look rarer than "
        "they are where a row is trained on and its copy validated: remove copies that are no instances of their own."
    ]


def sum_notes(columns: Collection[Column]) -> list[str]:
    """A last row that sums the others up in every column of numbers."""
    numbers = [item.values.to_numpy() for item in columns if item.kind == "number" and not item.missing]
    kind = last_sums_up(numbers) if len(numbers) > 1 else ""
    return (
        [
            f"The last row holds the {kind} of all others in every column of numbers: remove it if it is no instance."
        ]
        if kind
        else []
    )


def class_notes(labels: "pd.Series[Any]") -> list[str]:
    """Classes with one member, very many classes, labels that differ in capitals and blanks alone."""
    counts = labels.value_counts()
    single = [shown(label) for label in counts.index[counts == 1].tolist()]
    notes = []
    if single:
        notes.append(
            f"Only one instance has the class {listing(sorted(single), 'or', most=5)}: it can be trained on "
            "or judged, never both."
            if len(single) == 1
            else f"The classes {listing(sorted(single), most=5)} have one instance each: it can be trained on "
            "or judged, never both."
        )
    if len(counts) > _MANY_CLASSES:
        notes.append(f"The target has {len(counts)} classes, which is a lot.")
    if labels.dtype == "str":
        ways: dict[str, list[str]] = {}
        for label in sorted(counts.index):
            ways.setdefault(letters(label), []).append(shown(label))
        notes += [
            f"The classes {listing(alike)} differ in capitals and blanks alone and count as {len(alike)}: if they are "
            "the same, write them alike in the file (one_spelling=True takes them as one)."
            for alike in ways.values()
            if len(alike) > 1
        ]
    return notes


def missing_notes(columns: Iterable[Column], spellings: Mapping[str, Mapping[str, int]] | None) -> list[str]:
    """Say which attributes have missing cells and how they were spelled; of many columns how many they are."""
    attributes, written = list(columns), spellings or {}
    holes = [column for column in attributes if column.missing]
    if not holes:
        return []
    if len(holes) > _COLUMNS_WITH_HOLES:
        spelled: Counter[str] = sum((Counter(written.get(column.name, {})) for column in holes), Counter())
        notes = [
            f"{len(holes)} of {len(attributes)} attributes have missing cells, "
            f"{sum(column.missing for column in holes):,} in all{_how(spelled)}."
        ]
    else:
        notes = [_missing_note(column, written.get(column.name, {})) for column in holes]
    return [*notes, "Missing cells stay missing; learners fill them in from each training set alone."]


def _missing_note(column: Column, spellings: Mapping[str, int]) -> str:
    verb = "is" if column.missing == 1 else "are"
    return (
        f"Column {quoted(column.name)}: {column.missing:,} of {len(column.values):,} cells {verb} missing"
        f"{_how(spellings)}."
    )


def _how(spellings: Mapping[str, int]) -> str:
    """How missing cells were spelled, in brackets; empty where they all were empty."""
    if set(spellings) <= {""}:
        return ""
    told = {f"written {spelling}" if spelling else "empty": count for spelling, count in spellings.items()}
    how = "".join(told) if len(told) == 1 else listing(f"{count:,} {how}" for how, count in told.items())
    return f" ({how})"
