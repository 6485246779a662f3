"""What a layout of fold results is: how it is recognised, and how it becomes one row per score."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from core.data.columns.fold_labels import are_folds, cut_into_replicates, with_numbers
from core.data.columns.measures import choose, is_measure, known, match
from core.data.columns.names import Roles, normal
from core.data.columns.tidy_cells import few_texts, names, scores, texts
from core.data.tables.table import RawTable, Sums
from core.entries import Entry
from core.errors import InputError, listing, quoted
from core.records import Rows

_MOST_OTHERS, _MOST_NAMED = 8, 4
"""Other measures that a note names, and measures of which it names the others where there is little room."""
_OF_SEVERAL = "(measure=… chooses another), not "


@dataclass(frozen=True)
class Asked:
    """What the reader was told beyond the source; None where nobody said.

    Attributes
    ----------
    roles : mapping
    measure : str or None
        As the source or as Foldwise calls it.
    rows : "folds", "data sets" or None
    replicates : int or None
        Into how many replicates folds that were numbered through are cut.
    turn : bool or None
        Whether learners are in rows and their folds or data sets in columns, so that the table is turned.
    """

    roles: Roles = field(default_factory=dict)
    measure: str | None = None
    rows: Rows | None = None
    replicates: int | None = None
    turn: bool | None = None


@dataclass(frozen=True, eq=False)
class Tidy:
    """A table with one row per score, cells still as written.

    Attributes
    ----------
    frame : DataFrame
        Columns with canonical names, all text (few distinct ones as `category`), or scores as numbers. The index
        counts the rows of the source from 0.
    columns : mapping
        Columns of the source by their role.
    notes : tuple of str
    measure : str or None
        What the source calls the measure of the column `score`, where its name says so.
    measures : tuple of str
        All the measures that the source has, as it calls them.
    rows : "folds", "data sets" or None
        What rows stand for, as far as their labels say.
    design : str or None
        Key of the design that the layout is written for or names.
    open : tuple of str
        Arguments of the reader that were guessed and should be asked.
    proposed_sums : set of "left out" and "kept"
        As of a `RawTable`, of sums that were found only once the table was turned.
    """

    frame: pd.DataFrame
    columns: Mapping[str, str]
    notes: tuple[str, ...] = ()
    measure: str | None = None
    measures: tuple[str, ...] = ()
    rows: Rows | None = None
    design: str | None = None
    open: tuple[str, ...] = ()
    proposed_sums: frozenset[Sums] = frozenset()


@dataclass(frozen=True, kw_only=True)
class ScoreLayout(Entry):
    """A way to write fold results down.

    Attributes
    ----------
    fits : callable
        Whether a table, with the user's roles, is laid out so.
    tidy : callable
        One row per score; raises `InputError` if the table is not laid out so.
    """

    fits: Callable[[RawTable, Roles], bool]
    tidy: Callable[[RawTable, Asked], Tidy]


NUMBERS = ("replicate", "fold", "n_train", "n_validation", "score", "place")
"""Roles whose cells are numbers; a cell of the others may be a name that is spelled like a missing value."""

UNNAMED_MEASURES = ("score", "test_score")
"""What scikit-learn calls the result of an estimator's own score method."""


def frame_of(table: RawTable, columns: Mapping[str, str]) -> pd.DataFrame:
    """The columns of these roles under their canonical names, as text."""
    return pd.DataFrame({role: _cells(table, role, column) for role, column in columns.items()})


def with_learner(table: RawTable, found: dict[str, str]) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """The other roles row by row; a learner that no column names is called after the file."""
    frame = frame_of(table, found)
    if "learner" in found:
        return frame, ()
    name = table.learner or "the learner"
    alone = pd.DataFrame({"dataset": "data", "learner": name}, index=table.frame.index, dtype="str")
    return alone.assign(**frame), (f"No column names the learner; it was called {quoted(name)}.",)


def _cells(table: RawTable, role: str, column: str) -> "pd.Series[Any]":
    if role == "score":
        return scores(table, column)
    return few_texts(table, column) if role in NUMBERS else names(table, column)


def placed(
    table: RawTable, asked: Asked, found: Mapping[str, str], frame: pd.DataFrame
) -> tuple[pd.DataFrame, dict[str, str], tuple[str, ...]]:
    """Find the fold, and rsample's replicate, by what columns hold that have no known name.

    Parameters
    ----------
    table : RawTable
    asked : Asked
    found : mapping of role to column
        What is recognised by its name.
    frame : DataFrame
        The same, row by row; with the columns that were found it is returned, as is `found`.

    Raises
    ------
    InputError
        If learners have unequal numbers of rows and nothing says which of them belong together.
    """
    seen = _rsample_ids(table, found)
    if "fold" not in frame and "fold" not in seen:
        seen |= _counting(table, found, frame)
    seen = {role: name for role, name in seen.items() if role not in asked.roles}
    frame = frame.assign(**{role: few_texts(table, name) for role, name in seen.items()})
    found = {**found, **seen}
    if "fold" not in frame:
        _refuse_unequal(table, found, frame)
    return frame, found, held(seen)


def held(seen: Mapping[str, str]) -> tuple[str, ...]:
    """Say which columns were taken for what by the cells in them, not by their names."""
    words = listing(f"{quoted(name)} was taken for the {role}" for role, name in seen.items())
    return (f"By what {'it holds' if len(seen) == 1 else 'they hold'} {words}.",) if seen else ()


def _rsample_ids(table: RawTable, found: Mapping[str, str]) -> dict[str, str]:
    """The column ``id`` of rsample: the replicate beside ``id2``, else the fold."""
    ids = {normal(name): name for name in table.columns}
    name = ids.get("id")
    role = "replicate" if "id2" in ids and found.get("fold") == ids["id2"] else "fold"
    if name is None or role in found or name in found.values():
        return {}
    return {role: name} if are_folds(texts(table, name).dropna().drop_duplicates()) else {}


def _counting(table: RawTable, found: Mapping[str, str], frame: pd.DataFrame) -> dict[str, str]:
    """A column that counts the rows of every learner, some of which may be missing."""
    keys = _same_place(frame, "learner")
    for name in _unused(table, found):
        values = table.numbers(name).values if table.is_numeric(name) else pd.Series(dtype=float)
        if len(values) < 2 or values.isna().any() or values.min() not in (0, 1) or (values % 1 > 0).any():
            continue
        each = values.groupby([frame[key] for key in keys], dropna=False) if keys else [("", values)]
        highest = [len(part) == values.max() - values.min() + 1 for _, part in each]
        if any(highest) and all(part.is_unique for _, part in each) and values.max() > 1:
            return {"fold": name}
    return {}


def _same_place(frame: pd.DataFrame, *more: str) -> list[str]:
    return [name for name in ("dataset", "replicate", "measure", *more) if name in frame]


def _unused(table: RawTable, found: Mapping[str, str]) -> list[str]:
    """Columns that have no role and no name of a measure."""
    taken = set(found.values())
    return [name for name in table.columns if name not in taken and not is_measure(name)]


def _refuse_unequal(table: RawTable, found: Mapping[str, str], frame: pd.DataFrame) -> None:
    if "learner" not in frame:
        return
    sizes = frame.groupby(_same_place(frame, "learner"), dropna=False, sort=False, observed=True).size()
    above = [name for name in sizes.index.names if name != "learner"]
    unequal = sizes.groupby(above, dropna=False).nunique() > 1 if above else sizes.nunique() > 1
    if not np.any(unequal):
        return
    names = _unused(table, found)
    others = (
        f"; {listing(map(quoted, names), most=6)} {'has' if len(names) == 1 else 'have'} no role yet"
        if names
        else ""
    )
    raise InputError(
        f"learners have from {sizes.min()} to {sizes.max()} rows and no column says the fold, so it is not known which "
        "scores belong together.",
        table.where,
        f"Say which column is the fold (roles={{'fold': 'column'}}){others}.",
    )


def counted(frame: pd.DataFrame, asked: Asked) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """Number replicates and folds; rows without a fold are counted within each learner.

    Raises
    ------
    InputError
        If there are no folds that could be cut into the replicates asked for.
    """
    had_replicates = "replicate" in frame
    frame, notes = with_numbers(frame, asked.replicates)
    are_labelled = not had_replicates and "replicate" in frame
    if "fold" not in frame:
        keys = [name for name in ("dataset", "learner", "replicate", "measure") if name in frame]
        place = frame.groupby(keys, dropna=False, sort=False).cumcount() + 1
        if (place > 1).any():
            frame = frame.assign(fold=place.astype("str"))
            notes += (
                "No column says the fold: each learner's rows were numbered in their order, so the first rows of all "
                "learners are taken for the same fold.",
            )
    if are_labelled and frame["replicate"].nunique() == asked.replicates:
        return frame, notes  # labels say what was said
    if "fold" in frame:
        frame = cut_into_replicates(frame, asked.replicates)
    elif asked.replicates is not None and asked.replicates > 1:
        raise InputError("there is one row per learner, no folds to cut.", "replicates", "Leave it out.")
    return frame, notes


def columns_by_fold(table: RawTable, pattern: re.Pattern[str]) -> dict[str, dict[int, str]]:
    """Columns that each hold one measure on one fold, by measure and number of the fold: the groups of `pattern`."""
    found: dict[str, dict[int, str]] = {}
    for name in table.columns:
        match = pattern.fullmatch(name)
        if match:
            found.setdefault(match[2], {})[int(match[1])] = name
    return found


def scores_by_fold(
    table: RawTable, columns: Mapping[str, Mapping[int, str]], places: Mapping[str, Any], asked: Asked
) -> tuple[str, dict[str, str], pd.DataFrame]:
    """One measure of a table with one column per fold and measure.

    Parameters
    ----------
    table : RawTable
    columns : mapping
        As `columns_by_fold` finds them.
    places : mapping
        Cells of the columns that say where a row belongs, by role.
    asked : Asked

    Returns
    -------
    measure : str
    firsts : dict
        The column of each measure's first fold.
    frame : DataFrame
        Row by row, the folds counted from 1.
    """
    firsts = {measure: next(iter(folds.values())) for measure, folds in columns.items()}
    measure, _ = measure_column(Asked(measure=asked.measure), firsts)
    parts = [
        pd.DataFrame({**places, "fold": str(fold + 1), "score": texts(table, column)})
        for fold, column in sorted(columns[measure].items())
    ]
    return measure, firsts, pd.concat(parts).sort_index(kind="stable")


def measure_column(asked: Asked, columns: Mapping[str, str]) -> tuple[str, str]:
    """Choose among columns that hold one measure each.

    Parameters
    ----------
    columns : mapping
        Columns of the table by the measure's name.

    Returns
    -------
    measure, column : str

    Raises
    ------
    InputError
        If the measure that was asked for is not among them.
    """
    if "score" in asked.roles:
        column = asked.roles["score"]
        return next((name for name, other in columns.items() if other == column), str(column)), str(column)
    if asked.measure is None:
        name = choose(columns)
        return name, columns[name]
    found = called(asked.measure, columns)
    if found is None:
        raise InputError(
            f"there is no measure {quoted(asked.measure)}.",
            "measure",
            f"There are {listing(map(quoted, columns))}.",
        )
    return found, columns[found]


def called(wanted: str, measures: Iterable[str]) -> str | None:
    """The measure that is meant by `wanted`; what an estimator's own score method gave goes by any name."""
    measures = list(measures)
    return match(wanted, measures) or next((name for name in measures if name in UNNAMED_MEASURES), None)


def chosen_note(asked: Asked, measure: str, columns: Mapping[str, str]) -> tuple[str, ...]:
    """Say which of several measures was taken, whoever chose it, and what the others are."""
    if "score" in asked.roles or len(columns) < 2:
        return ()
    titles = {name: known(name).declared for name in columns}
    words = {name: quoted(columns[name]) if found is None else found.title for name, found in titles.items()}
    taken = words.pop(measure)
    others = listing(words.values(), "or", most=_MOST_OTHERS)
    return (f"Of {len(columns)} measures {taken} was taken {_OF_SEVERAL}{others}.",)


def on_other_measures(notes: Iterable[str]) -> list[str]:
    """Those of the notes on fold results that say which other measures their source has."""
    return [note for note in notes if _OF_SEVERAL in note]


def in_brief(note: str) -> str:
    """Such a note without the names of the others, and of the files, where there are many to choose from."""
    found = re.search(r"Of (\d+) measures .+(?= \(measure=)", note)
    return f"{found[0]}." if found and int(found[1]) > _MOST_NAMED else note


def by_columns(
    table: RawTable,
    asked: Asked,
    found: Mapping[str, str],
    measures: Mapping[str, str],
    frame: pd.DataFrame,
    *,
    notes: tuple[str, ...] = (),
    design: str | None = None,
) -> Tidy:
    """Finish a table that has one column per measure.

    Parameters
    ----------
    table : RawTable
    asked : Asked
    found : mapping of role to column
        What the layout has recognised.
    measures : mapping of measure to column
    frame : DataFrame
        The other roles, row by row.
    notes, design
        As in `Tidy`.

    Raises
    ------
    InputError
        If there is no such measure, or a score is no number.
    """
    measure, column = measure_column(asked, measures)
    frame, found, seen = placed(
        table, asked, {**found, "score": column}, frame.assign(score=scores(table, column))
    )
    frame, more = counted(frame, asked)
    return Tidy(
        frame,
        found,
        (*notes, *seen, *chosen_note(asked, measure, measures), *more),
        measure=measure,
        measures=tuple(measures),
        design=design,
        open=("measure",) if len(measures) > 1 or measure in UNNAMED_MEASURES else (),
    )
