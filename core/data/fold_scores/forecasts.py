"""sktime's benchmark: one row per learner and task, one column per fold and measure."""

import re

import pandas as pd

from core.data.columns.names import Roles, find_roles, lacking, said
from core.data.columns.tidy_cells import texts
from core.data.fold_scores.layout import (
    Asked,
    ScoreLayout,
    Tidy,
    chosen_note,
    columns_by_fold,
    counted,
    measure_column,
)
from core.data.tables.table import RawTable

_SCORE = re.compile(r"folds\.(\d{1,6})\.scores\.(\w+)")


def _fits(table: RawTable, roles: Roles) -> bool:
    return bool(columns_by_fold(table, _SCORE)) and not roles


def _tidy(table: RawTable, asked: Asked) -> Tidy:
    folds = columns_by_fold(table, _SCORE)
    found = find_roles(table, {"learner": "model_id", "dataset": "validation_id"}, ())
    if not folds:
        raise lacking(table, ["folds.0.scores"])
    firsts = {measure: next(iter(columns.values())) for measure, columns in folds.items()}
    measure, _ = measure_column(Asked(measure=asked.measure), firsts)
    places = {role: texts(table, column) for role, column in found.items()}
    parts = [
        pd.DataFrame({**places, "fold": str(fold + 1), "score": texts(table, column)})
        for fold, column in sorted(folds[measure].items())
    ]
    frame, notes = counted(pd.concat(parts).sort_index(kind="stable"), asked)
    return Tidy(
        frame,
        {**found, "score": firsts[measure]},
        (*said(found, asked.roles), *chosen_note(asked, measure, firsts), *notes),
        measure=measure,
        measures=tuple(firsts),
        open=("measure",) if len(firsts) > 1 else (),
    )


BENCHMARK = ScoreLayout(
    key="sktime",
    title="sktime: a benchmark's results",
    summary="One row per model_id and validation_id with folds.0.scores.<measure>, folds.1.scores.<measure> …",
    fits=_fits,
    tidy=_tidy,
)
