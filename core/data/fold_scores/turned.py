"""Tables that lie on their side: learners or measures in rows, folds in columns."""

import re
from collections.abc import Iterable
from dataclasses import replace

import pandas as pd

from core.data.columns.measures import is_measure
from core.data.columns.names import MOST_LEARNERS, SYNONYMS, UNNAMED, Roles, find_roles, normal
from core.data.columns.summaries import summary_refusal
from core.data.columns.summary_rows import sums_among
from core.data.columns.sums_by_value import without_rows_by_value
from core.data.columns.tidy_cells import texts
from core.data.fold_scores.by_measure import BY_MEASURE, MEASURES_BESIDE
from core.data.fold_scores.layout import Asked, ScoreLayout, Tidy
from core.data.fold_scores.wide import WIDE
from core.data.tables.header import ROW_NAMES
from core.data.tables.table import RawTable
from core.errors import InputError, listing, quoted

_FOLD = re.compile(
    r"(.*[_. ~-])?(fold|split|cv|rep|repeat|resample|run|iter|column)[_. -]?\d+([_. -].*)?", re.IGNORECASE
)
_NUMBER = re.compile(r"[XV]?\d+")
_LEARNERS = frozenset(SYNONYMS["learner"]) - {"group", "groups", "treatment", "config", "ind", "variable"}
"""What a column is called that names learners and nothing else."""
_PLACES = ("score", "dataset", "replicate", "fold", "n_train", "n_validation")


def _folds(table: RawTable) -> list[str]:
    """Columns that are called like folds, or count them; R puts an X or V before a number."""
    if not _any_fold(table.columns[1:]):
        return []  # which spares looking for sums among thousands of names
    rest = _scored(table)
    numbers = [int(name.lstrip("XV")) for name in rest if _NUMBER.fullmatch(name)]
    counts = len(numbers) == len(rest) and numbers in (list(range(len(rest))), list(range(1, len(rest) + 1)))
    called = all(_FOLD.fullmatch(name) for name in rest) and _one_word(rest)
    return rest if len(rest) > 1 and (counts or called) else []


def _any_fold(names: Iterable[str]) -> bool:
    """Whether one of the names may be that of a fold, or its number."""
    return any(_NUMBER.fullmatch(name) or _FOLD.fullmatch(name) for name in names)


def _scored(table: RawTable) -> list[str]:
    """The columns behind the names of the rows, without those that are called mean or another sum."""
    sums = sums_among(table.columns[1:])
    return [name for name in table.columns[1:] if name not in sums]


def _one_word(names: list[str]) -> bool:
    """Whether names differ by their numbers alone."""
    return len({re.sub(r"\d+", "#", name) for name in names}) == 1


def _names_first(table: RawTable) -> RawTable:
    """The table with the names of its rows before the folds, also where they stood behind or among them."""
    if len(table.frame) > MOST_LEARNERS or not _any_fold(table.columns):
        return table  # without looking whether thousands of columns hold numbers
    named = [name for name in table.columns if not table.is_numeric(name)]
    if len(named) != 1 or named[0] == table.columns[0]:
        return table
    rest = [name for name in table.columns if name not in named]
    moved = replace(table, frame=table.frame[[*named, *rest]], head=None)
    return moved if _folds(moved) else table


def can_be_turned(table: RawTable) -> bool:
    """Whether one column has a name for every row, the first or the only one beside folds, and the others numbers."""
    table = _names_first(table)
    first, *others = table.columns
    labels = table.frame[first]
    if len(table.frame) > MOST_LEARNERS or table.is_numeric(first) or not others:
        return False
    if labels.isna().any() or not labels.is_unique:
        return False
    rest = _folds(table) or others
    return all(table.is_numeric(name) or table.frame[name].isna().all() for name in rest)


def _is_turned(table: RawTable) -> bool:
    """Whether columns are called like folds, or the first one says that it names learners and no other is a measure."""
    if _folds(table):
        return True
    first, *others = table.columns
    named = normal(first) in _LEARNERS and not any(map(is_measure, others))
    return named and not find_roles(table, {}, _PLACES) and summary_refusal(table) is None


def _fits(table: RawTable, roles: Roles) -> bool:
    table = _names_first(table)
    if roles or len(table.columns) < 3 or not can_be_turned(table):
        return False
    return _is_turned(table) and _layout(turned(table)) is not None


def turned(table: RawTable) -> RawTable:
    """The same table with the folds, or the data sets, in rows."""
    called = _folds(table)
    folds = called or _scored(table)
    labels = names_of_rows(table)
    cells = {label: texts(table, name).tolist() for label, name in zip(folds, folds, strict=True)}
    rows = zip(*cells.values(), strict=True)
    columns = {
        label: pd.Series(row, dtype="str")
        for label, row in zip(labels, rows, strict=True)
        if not all(cell is None or pd.isna(cell) for cell in row)
    }
    left_out = [name for name in table.columns[1:] if name not in folds]
    places = [_place(name) for name in called] or folds
    frame = pd.DataFrame({"fold" if called else ROW_NAMES: pd.Series(places, dtype="str"), **columns})
    if table.sizes:
        frame = frame.assign(n_validation=pd.Series(folds).map(table.sizes))
    what = "are the folds" if called else "became the rows"
    note = f"The table was turned: its columns {listing(map(quoted, folds), most=3)} {what} (turn=False leaves it)."
    more = (
        (f"Left out, because they sum up the others: {listing(map(quoted, left_out))}.",) if left_out else ()
    )
    upright = replace(table, frame=frame, head=None, spellings=None, notes=(*table.notes, note, *more))
    return upright if _are_measures(labels) else without_rows_by_value(upright, what="column")


def _place(name: str) -> str:
    return str(re.findall(r"\d+", name)[0])


def _layout(table: RawTable) -> ScoreLayout | None:
    """Measures of one learner, or one column per learner."""
    names = [name for name in table.columns[1:] if name != "n_validation"]
    if _are_measures(names):
        return next((entry for entry in (*BY_MEASURE, MEASURES_BESIDE) if entry.fits(table, {})), None)
    return WIDE if WIDE.fits(table, {}) and not UNNAMED.fullmatch(names[0]) else None


def rows_are_measures(table: RawTable) -> bool:
    """Whether the rows of a table that can be turned are the measures of one learner."""
    return _are_measures(names_of_rows(table))


def names_of_rows(table: RawTable) -> list[str]:
    """The learners, or measures, in the rows of a table that can be turned."""
    table = _names_first(table)
    return texts(table, table.columns[0]).tolist()


def _are_measures(names: Iterable[str]) -> bool:
    return any(is_measure(name) or name.startswith("test_") for name in names)


def _tidy(table: RawTable, asked: Asked) -> Tidy:
    if not can_be_turned(table):
        raise InputError(
            "the first column does not name learners, or the others do not hold their scores.",
            table.where,
            "Write the learners in rows and their folds in columns, or choose another layout.",
        )
    upright = turned(_names_first(table))
    entry = _layout(upright)
    if entry is None:
        raise InputError("the turned table is no known layout.", table.where, "Write one column per learner.")
    tidy = entry.tidy(upright, asked)
    notes = (*upright.notes[len(table.notes) :], *tidy.notes)
    return replace(tidy, notes=notes, proposed_sums=upright.proposed_sums)


TURNED = ScoreLayout(
    key="turned",
    title="One row per learner, or per measure",
    summary="The columns are folds, such as 0, 1, 2 or fold_1, split0, or data sets; the table is turned to be read.",
    fits=_fits,
    tidy=_tidy,
)
