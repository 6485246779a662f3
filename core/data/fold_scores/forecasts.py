"""sktime's benchmark: one row per learner and task, one column per fold and measure."""

import re

from core.data.columns.names import Roles, find_roles, lacking, said
from core.data.columns.tidy_cells import texts
from core.data.fold_scores.layout import (
    Asked,
    ScoreLayout,
    Tidy,
    chosen_note,
    columns_by_fold,
    counted,
    scores_by_fold,
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
    places = {role: texts(table, column) for role, column in found.items()}
    measure, firsts, frame = scores_by_fold(table, folds, places, asked)
    frame, notes = counted(frame, asked)
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
