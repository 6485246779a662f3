"""One column per learner and measure: caret's resamples, and pandas' tables with two header rows."""

import pandas as pd

from core.data.columns.measures import is_measure
from core.data.columns.names import Roles, find_roles, lacking, normal, said
from core.data.columns.tidy_cells import texts
from core.data.fold_scores.layout import (
    UNNAMED_MEASURES,
    Asked,
    ScoreLayout,
    Tidy,
    chosen_note,
    counted,
    measure_column,
)
from core.data.tables.header import BETWEEN
from core.data.tables.table import RawTable
from core.errors import quoted

_PLACES = ("dataset", "replicate", "fold")


def _pairs(table: RawTable) -> dict[str, dict[str, str]]:
    """Columns by measure and learner; none where no side of the names holds measures alone."""
    parts = {name: name.split(BETWEEN) for name in table.columns if name.count(BETWEEN) == 1}
    for learner, measure in ((0, 1), (1, 0)):
        if parts and all(_is_score(pair[measure]) for pair in parts.values()):
            found: dict[str, dict[str, str]] = {}
            for name, pair in parts.items():
                word = pair[measure].removeprefix("test_")
                found.setdefault(word, {}).setdefault(pair[learner], name)
            return found
    return {}


def _is_score(name: str) -> bool:
    return is_measure(name) or normal(name) in (*UNNAMED_MEASURES, "fit_time", "score_time")


def _fits(table: RawTable, roles: Roles) -> bool:
    return bool(_pairs(table)) and not roles


def _tidy(table: RawTable, asked: Asked) -> Tidy:
    pairs = _pairs(table)
    if not pairs:
        raise lacking(table, [f"learner{BETWEEN}measure"])
    firsts = {measure: next(iter(columns.values())) for measure, columns in pairs.items()}
    measure, _ = measure_column(Asked(measure=asked.measure), firsts)
    found = find_roles(table, {}, _PLACES)
    places = pd.DataFrame({role: texts(table, name) for role, name in found.items()}, index=table.frame.index)
    frame = pd.concat(
        places.assign(learner=learner, score=texts(table, column))
        for learner, column in pairs[measure].items()
    )
    frame, more = counted(frame, asked)
    words = f"Columns were read as learner{BETWEEN}measure, such as {quoted(firsts[measure])}."
    return Tidy(
        frame,
        {**found, "score": firsts[measure]},
        (*said(found, asked.roles), words, *chosen_note(asked, measure, firsts), *more),
        measure=measure,
        measures=tuple(firsts),
        design=_caret_design(places),
        open=("measure",) if len(firsts) > 1 or measure in UNNAMED_MEASURES else (),
    )


def _caret_design(places: pd.DataFrame) -> str | None:
    """The design behind the labels that caret gives: Fold1, Fold1.Rep1; its Resample1 may be one of two."""
    labels = places["fold"].dropna() if "fold" in places else pd.Series(dtype="str")
    kinds = {"k_fold": r"Fold\d+", "repeated_k_fold": r"Fold\d+\.Rep\d+"}
    called = (key for key, pattern in kinds.items() if len(labels) and labels.str.fullmatch(pattern).all())
    return next(called, None)


RESAMPLES = ScoreLayout(
    key="resamples",
    title="caret: resamples()$values",
    summary="One column per learner and measure, such as lda~Accuracy, and Resample.",
    fits=_fits,
    tidy=_tidy,
)
