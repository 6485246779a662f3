"""Tables that lie on their side: learners or measures in rows, folds in columns."""

import re
from dataclasses import replace

import pandas as pd

from core.data.columns.kinds import is_numeric
from core.data.columns.measures import is_measure
from core.data.columns.names import UNNAMED, Roles, normal
from core.data.columns.summaries import STATISTICS
from core.data.columns.tidy_cells import texts
from core.data.fold_scores.by_measure import BY_MEASURE, MEASURES_BESIDE
from core.data.fold_scores.layout import Asked, ScoreLayout, Tidy
from core.data.fold_scores.wide import WIDE
from core.data.tables.table import RawTable
from core.errors import InputError, listing

_FOLD = re.compile(
    r"(.*[_. ~-])?(fold|split|cv|rep|repeat|resample|run|iter|column)[_. -]?\d+([_. -].*)?", re.IGNORECASE
)
_NUMBER = re.compile(r"[XV]?\d+")


def _folds(table: RawTable) -> list[str]:
    """Columns that are called like folds, or count them; R puts an X or V before a number."""
    rest = [name for name in table.columns[1:] if normal(name) not in STATISTICS]
    numbers = [int(name.lstrip("XV")) for name in rest if _NUMBER.fullmatch(name)]
    counts = len(numbers) == len(rest) and numbers in (list(range(len(rest))), list(range(1, len(rest) + 1)))
    called = all(_FOLD.fullmatch(name) for name in rest) and _one_word(rest)
    return rest if len(rest) > 1 and (counts or called) else []


def _one_word(names: list[str]) -> bool:
    """Whether names differ by their numbers alone."""
    return len({re.sub(r"\d+", "#", name) for name in names}) == 1


def _is_turned(table: RawTable) -> bool:
    """Whether the first column names learners or measures, and every other one is a fold."""
    first = table.columns[0]
    labels = table.frame[first]
    if len(table.frame) > 200 or is_numeric(table, first) or labels.isna().any() or not labels.is_unique:
        return False
    folds = _folds(table)
    return bool(folds) and all(is_numeric(table, name) or table.frame[name].isna().all() for name in folds)


def _fits(table: RawTable, roles: Roles) -> bool:
    return not roles and len(table.columns) > 2 and _is_turned(table) and _layout(turned(table)) is not None


def turned(table: RawTable) -> RawTable:
    """The same table with the folds in rows."""
    folds = _folds(table)
    labels = texts(table, table.columns[0]).tolist()
    cells = {label: texts(table, name).tolist() for label, name in zip(folds, folds, strict=True)}
    rows = zip(*cells.values(), strict=True)
    columns = {
        label: pd.Series(row, dtype="str")
        for label, row in zip(labels, rows, strict=True)
        if not all(cell is None or pd.isna(cell) for cell in row)
    }
    left_out = [name for name in table.columns[1:] if name not in folds]
    frame = pd.DataFrame({"fold": pd.Series([_place(name) for name in folds], dtype="str"), **columns})
    note = f"The table was turned: its columns {listing(map(repr, folds), most=3)} are the folds."
    more = (f"Left out, because they sum up the others: {listing(map(repr, left_out))}.",) if left_out else ()
    return replace(table, frame=frame, head=None, spellings=None, notes=(*table.notes, note, *more))


def _place(name: str) -> str:
    return str(re.findall(r"\d+", name)[0])


def _layout(table: RawTable) -> ScoreLayout | None:
    """Measures of one learner, or one column per learner."""
    names = table.columns[1:]
    if any(is_measure(name) for name in names) or any(name.startswith("test_") for name in names):
        return next((entry for entry in (*BY_MEASURE, MEASURES_BESIDE) if entry.fits(table, {})), None)
    return WIDE if WIDE.fits(table, {}) and not UNNAMED.fullmatch(names[0]) else None


def _tidy(table: RawTable, asked: Asked) -> Tidy:
    if not _is_turned(table):
        raise InputError(
            "the first column does not name learners, or the others do not count folds.",
            table.where,
            "Write the learners in rows and their folds in columns, or choose another layout.",
        )
    upright = turned(table)
    entry = _layout(upright)
    if entry is None:
        raise InputError("the turned table is no known layout.", table.where, "Write one column per learner.")
    tidy = entry.tidy(upright, asked)
    return replace(tidy, notes=(*upright.notes[len(table.notes) :], *tidy.notes))


TURNED = ScoreLayout(
    key="turned",
    title="One row per learner, or per measure",
    summary="The columns are the folds, called 0, 1, 2 … or fold_1, split0, cv_1; the table is turned to be read.",
    fits=_fits,
    tidy=_tidy,
)
