"""The last steps that most layouts share: numbers for replicates and folds, names of measures by column."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from core.data.layouts.labels import cut_into_replicates, with_numbers
from core.data.layouts.layout import Asked, Tidy, few_texts, names, texts
from core.data.layouts.measured import choose, match
from core.data.tables import RawTable
from core.errors import InputError, listing

NUMBERS = ("replicate", "fold", "n_train", "n_validation", "score", "place")
"""Roles whose cells are numbers; a cell of the others may be a name that is spelled like a missing value."""

UNNAMED_MEASURES = ("score", "test_score")
"""What scikit-learn calls the result of an estimator's own score method."""


def frame_of(table: RawTable, columns: Mapping[str, str]) -> pd.DataFrame:
    """The columns of these roles under their canonical names, as text."""
    return pd.DataFrame({role: _cells(table, role, column) for role, column in columns.items()})


def _cells(table: RawTable, role: str, column: str) -> "pd.Series[Any]":
    if role == "score":
        return scores(table, column)
    return few_texts(table, column) if role in NUMBERS else names(table, column)


def scores(table: RawTable, column: str) -> "pd.Series[Any]":
    """Scores as text, or as numbers where the table holds them as such."""
    cells = table.frame[column]
    return cells if table.format == "text" and cells.dtype == "float64" else texts(table, column)


def counted(frame: pd.DataFrame, asked: Asked) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """Number replicates and folds; rows without a fold are counted within each learner."""
    frame, notes = with_numbers(frame)
    if "fold" not in frame:
        keys = [name for name in ("dataset", "learner", "replicate", "measure") if name in frame]
        place = frame.groupby(keys, dropna=False, sort=False).cumcount() + 1
        if (place > 1).any():
            frame = frame.assign(fold=place.astype("str"))
            notes += (
                "No column says the fold: each learner's rows were numbered in their order, so the first rows of all "
                "learners are taken for the same fold.",
            )
    if "fold" in frame:
        frame = cut_into_replicates(frame, asked.replicates)
    elif asked.replicates is not None and asked.replicates > 1:
        raise InputError("there is one row per learner, no folds to cut.", "replicates", "Leave it out.")
    return frame, notes


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
    found = match(asked.measure, columns)
    if found is None:  # what an estimator's own score method gave goes by any name
        found = next((name for name in columns if name in UNNAMED_MEASURES), None)
    if found is None:
        raise InputError(
            f"there is no measure {asked.measure!r}.", "measure", f"There are {listing(map(repr, columns))}."
        )
    return found, columns[found]


def chosen_note(asked: Asked, measure: str, columns: Mapping[str, str]) -> tuple[str, ...]:
    """Say which of several measures was taken when nobody chose."""
    if asked.measure is not None or "score" in asked.roles or len(columns) < 2:
        return ()
    return (f"Of {len(columns)} measures {columns[measure]!r} was taken (measure=… chooses another).",)


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
    """Finish a table that has one column per measure; `frame` holds the other roles."""
    measure, column = measure_column(asked, measures)
    frame = frame.assign(score=scores(table, column))
    frame, more = counted(frame, asked)
    return Tidy(
        frame,
        {**found, "score": column},
        (*notes, *chosen_note(asked, measure, measures), *more),
        measure=measure,
        measures=tuple(measures),
        design=design,
        open=("measure",) if len(measures) > 1 or measure in UNNAMED_MEASURES else (),
    )
