"""scikit-learn's cv_results_: one row per setting, one column per fold."""

import re
from dataclasses import replace

import pandas as pd

from core.data.columns.names import Roles, lacking
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
from core.errors import quoted

_SPLIT = re.compile(r"split(\d{1,6})_test_(\w+)")


def _fits(table: RawTable, roles: Roles) -> bool:
    return bool(columns_by_fold(table, _SPLIT)) and not roles


def _tidy(table: RawTable, asked: Asked) -> Tidy:
    table, about_rounds = _last_round(table)
    splits = columns_by_fold(table, _SPLIT)
    if not splits:
        raise lacking(table, ["split0_test_score"])
    scorer, firsts, frame = scores_by_fold(table, splits, {"learner": _settings(table)}, asked)
    frame, notes = counted(frame, asked)
    count = len(splits[scorer])
    notes = (
        f"Each of the {len(table.frame)} rows is a setting, taken as a learner; its {count} folds are the columns "
        f"{quoted(firsts[scorer])} and so on.",
        *about_rounds,
        *chosen_note(asked, scorer, firsts),
        *notes,
    )
    open_ = ("replicates",) if asked.replicates is None else ()
    if asked.replicates is None:
        notes += (f"The {count} folds were taken for one replicate (replicates=… cuts them into several).",)
    columns = {"learner": "params", "fold": f"split0 … split{count - 1}", "score": firsts[scorer]}
    return Tidy(
        frame,
        columns,
        notes,
        measure=scorer,
        measures=tuple(firsts),
        open=(*open_, "measure") if len(firsts) > 1 or scorer == "score" else open_,
    )


def _last_round(table: RawTable) -> tuple[RawTable, tuple[str, ...]]:
    """The last round of a halving search, whose earlier ones trained on fewer instances or trees."""
    if not {"iter", "n_resources"} <= set(table.columns):
        return table, ()
    rounds = pd.to_numeric(texts(table, "iter"), errors="coerce")
    last = (rounds == rounds.max()).to_numpy()
    note = (
        f"Of {int(rounds.nunique())} rounds of a halving search the last was taken, {int(last.sum())} of {len(last)} "
        "rows: earlier ones had fewer resources and are no replicates of it."
    )
    return replace(table, frame=table.frame[last].reset_index(drop=True), head=None), (note,)


def _settings(table: RawTable) -> "pd.Series[str]":
    """Names of the settings: ``C=1, gamma=0.1``; numbered where two are the same."""
    params = [name for name in table.columns if name.startswith("param_")]
    if params:
        parts = [_setting(table, name) for name in params]
        names = parts[0]
        for part in parts[1:]:
            names = names + ", " + part
    elif "params" in table.columns:
        names = (
            texts(table, "params").fillna("{}").str.strip("{}").str.replace(r"'(\w+)': ", r"\1=", regex=True)
        )
    else:
        names = pd.Series([f"setting {i + 1}" for i in range(len(table.frame))], dtype="str")
    again = names.groupby(names).cumcount()
    return names.where(again == 0, names + " (" + (again + 1).astype("str") + ")")


def _setting(table: RawTable, column: str) -> "pd.Series[str]":
    """One hyperparameter of every setting: an empty cell is None where the setting names it, else it has none."""
    name = column.removeprefix("param_")
    values = texts(table, column)
    if "params" in table.columns:
        is_none = texts(table, "params").str.contains(f"'{name}': None", na=False, regex=False)
        values = values.mask(values.isna() & is_none, "None")
    return f"{name}=" + values.fillna("–")


CANDIDATES = ScoreLayout(
    key="cv_results",
    title="scikit-learn: cv_results_ of a search",
    summary="One row per setting with split0_test_score, split1_test_score …",
    fits=_fits,
    tidy=_tidy,
)
