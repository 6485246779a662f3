"""Counts of errors on each fold, beside the number of instances: their error rates."""

import pandas as pd

from core.data.columns.measures import is_measure
from core.data.columns.names import PLACES, Roles, find_roles, given_roles, lacking, said
from core.data.counts.cells import columns_of_counts
from core.data.fold_scores.layout import (
    Asked,
    ScoreLayout,
    Tidy,
    counted,
    measure_column,
    placed,
    with_learner,
)
from core.data.fold_scores.no_scores import are_counts
from core.data.tables.cells import numeric_column, rows_in_words
from core.data.tables.table import RawTable
from core.errors import InputError, listing, quoted

_WHERE = ("dataset", "learner", "replicate", "fold")


def _columns(table: RawTable, roles: Roles) -> dict[str, str]:
    """Columns that count what was wrong, right and all; none where two of these lack."""
    errors = given_roles(table, roles).get("score")
    sizes = find_roles(table, roles, ("n_validation",)).get("n_validation")
    heads = {errors: "errors", sizes: "n"}
    places = columns_of_counts([heads.get(name, name) for name in table.columns]) or {}
    return {what: table.columns[place] for what, place in places.items()}


def _fits(table: RawTable, roles: Roles) -> bool:
    columns = list(_columns(table, roles).values())
    places = find_roles(table, roles, _WHERE)
    others = [name for name in table.columns if name not in (*columns, *places.values())]
    is_placed = bool({"fold", "replicate"} & set(places) or {"dataset", "learner"} <= set(places))
    return bool(columns) and is_placed and not any(map(is_measure, others)) and are_counts(table, columns)


def _tidy(table: RawTable, asked: Asked) -> Tidy:
    columns = _columns(table, asked.roles)
    if not columns:
        raise lacking(table, ["errors", "n"])
    first = columns.get("wrong", columns.get("right", ""))
    found = find_roles(table, {k: v for k, v in asked.roles.items() if k != "score"}, PLACES)
    found |= {"score": first, **({"n_validation": columns["all"]} if "all" in columns else {})}
    measure_column(Asked(measure=asked.measure), {"error": first})  # no other one can be had
    errors, n = _errors_and_sizes(table, columns)
    frame, notes = with_learner(table, {role: name for role, name in found.items() if role != "score"})
    frame = frame.assign(score=errors / n.where(n > 0), n_validation=n.astype("Int64").astype("string"))
    frame, found, seen = placed(table, asked, found, frame)
    frame, more = counted(frame, asked)
    names = {role: name for role, name in found.items() if role in (*_WHERE, "n_train")}
    what = f"The scores are error rates: errors by instances, from {listing(map(quoted, columns.values()))}."
    return Tidy(
        frame,
        found,
        (*said(names, asked.roles), *notes, what, *seen, *more),
        measure="error",
        measures=("error",),
    )


def _errors_and_sizes(
    table: RawTable, columns: dict[str, str]
) -> tuple["pd.Series[float]", "pd.Series[float]"]:
    """Errors and instances of every row.

    Raises
    ------
    InputError
        If a cell is no whole number, or those of a row cannot all be true.
    """
    counts = {what: _whole(table, column) for what, column in columns.items()}
    n = counts["all"] if "all" in counts else counts["wrong"] + counts["right"]
    errors = counts["wrong"] if "wrong" in counts else n - counts["right"]
    right = counts.get("right", n - errors)
    bad = ((errors < 0) | (right < 0) | (errors + right != n)) & (errors + right + n).notna()
    if bad.any():
        rows = rows_in_words((bad.to_numpy().nonzero()[0] + 1).tolist(), table.row)
        raise InputError(
            f"{listing(map(quoted, columns.values()))} contradict one another in {rows}.",
            table.where,
            "Write how many instances each fold has, and how many of these were errors.",
        )
    return errors, n


def _whole(table: RawTable, column: str) -> "pd.Series[float]":
    values, strays = numeric_column(table.frame[column], table.decimal)
    bad = (values % 1 != 0) & values.notna()
    rows = sorted({*strays, *(bad.to_numpy().nonzero()[0] + 1).tolist()})
    if rows:
        raise InputError(
            f"{rows_in_words(rows, table.row)}: there is no whole number.",
            f"{table.where}, column {quoted(column)}",
            "Correct the cells, or leave them empty where a learner failed.",
        )
    return values


COUNTS_BY_FOLD = ScoreLayout(
    key="counts",
    title="Errors of n on each fold",
    summary="One row per learner and fold, with columns called errors and n, or right and wrong.",
    fits=_fits,
    tidy=_tidy,
)
