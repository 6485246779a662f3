"""Predictions in which a column names the learner, as mlr's benchmarks and loops over models write them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pandas as pd

from core.data.columns.names import normal
from core.data.predictions.columns import TRUTH_NAMES, Assigned, LearnerColumns, assign, check_named
from core.data.predictions.long import foreign_score, is_long, own_columns
from core.data.predictions.named_in_rows import called_learner
from core.data.predictions.places import PLACE_NAMES
from core.data.tables.table import RawTable
from core.errors import InputError, listing, quoted

_IN_ROWS = ("learner", "truth", "predicted")


def in_long_form(table: RawTable, roles: Mapping[str, Any]) -> RawTable:
    """Call the columns as the long form does, where a column names the learner of each row; else the table as it is.

    Raises
    ------
    InputError
        As in `long_columns`.
    """
    columns = long_columns(table, roles)
    if columns is None or (
        not roles and columns == own_columns(table) and len(columns) == len(table.columns)
    ):
        return table
    called = {column: role for role, column in columns.items()}
    kept = [name for name in table.columns if name in called]
    frame = table.frame[kept].rename(columns=called)
    unused = [name for name in table.columns if name not in called]
    note = f"The column {quoted(columns['learner'])} names the learner of each row"
    note += f"; not used: {listing(map(quoted, unused), most=12)}." if unused else "."
    notes = (*table.notes, note, *_about_truth(columns["truth"], unused, roles))
    head = None if table.head is None else table.head[kept].rename(columns=called)
    return replace(table, frame=pd.DataFrame(frame), head=head, spellings=None, notes=notes)


def long_columns(table: RawTable, roles: Mapping[str, Any]) -> dict[str, str] | None:
    """The columns by what the long form calls them, None where it is none; what the user said counts.

    Raises
    ------
    InputError
        If the user named a column that is not there or plays another role, or the half of what a row has to say.
    """
    if roles.get("learner") == "" or not {*_IN_ROWS, *PLACE_NAMES}.issuperset(roles):
        return None
    check_named(table, roles)
    own = own_columns(table) if is_long(table) else {}
    learner = roles.get("learner") or (own["learner"] if own else called_learner(table))
    found = None if learner is None else _columns_beside(table, learner, own, roles)
    if found is None and (roles.get("learner") or roles.get("predicted")):
        lacking = "predicted" if roles.get("learner") else "learner"
        what = {"predicted": "what the learner of each row predicted", "learner": "the learner of each row"}[
            lacking
        ]
        hint = f"Say which one it is (roles={{{lacking!r}: 'column'}})."
        raise InputError(f"no column says {what}.", table.where, hint)
    return found


def _columns_beside(
    table: RawTable, learner: str, own: Mapping[str, str], roles: Mapping[str, Any]
) -> dict[str, str] | None:
    """The columns by role where one names the learners; None where none says the truth, or what they predicted."""
    if len(own) == len(table.columns) and not roles:
        return dict(own)
    rest = replace(table, frame=table.frame.drop(columns=learner), head=None)
    said = {role: column for role, column in roles.items() if role in ("truth", *PLACE_NAMES)}
    found: dict[str, str] = {}
    with suppress(InputError):
        given = {role: column for role, column in said.items() if column != learner}
        label = roles.get("predicted") or own.get("predicted")
        beside = assign(rest, given)
        item = _who_predicted(beside, label)
        others = [name for name in rest.columns if _may_be_truth(name) and name not in (beside.truth, label)]
        if item is None and others:
            beside = assign(replace(rest, frame=rest.frame.drop(columns=others)), given)
            item = _who_predicted(beside, label)
        found |= {role: column for role, column in beside.places.items() if role != "n_train"}
        found |= {} if beside.truth is None else {"truth": beside.truth}
        found |= (
            {} if item is None else {foreign_score(label): column for label, column in item.scores.items()}
        )
        found |= {} if item is None or item.label is None else {"predicted": item.label}
    found |= {role: column for role, column in own.items() if role not in roles}
    found |= {"learner": learner, **{role: column for role, column in roles.items() if column}}
    if not set(_IN_ROWS) <= set(found):
        return None
    for column, count in Counter(found.values()).items():
        if count > 1:
            both = listing(role for role, name in found.items() if name == column)
            raise InputError(
                f"{quoted(column)} cannot be {both}.", table.where, "Name another column for one of them."
            )
    return found


def _may_be_truth(name: str) -> bool:
    return normal(name) in TRUTH_NAMES


def _about_truth(truth: str, unused: Sequence[str], roles: Mapping[str, Any]) -> tuple[str, ...]:
    """That another column may be the truth, too, where nobody said which one is."""
    others = [name for name in unused if _may_be_truth(name)]
    if roles.get("truth") or not others:
        return ()
    return (
        f"The truth was taken from {quoted(truth)}. If it is {listing(map(quoted, others), 'or', most=6)}, say so "
        f"(roles={{'truth': {others[0]!r}}}).",
    )


def _who_predicted(found: Assigned, label: str | None) -> LearnerColumns | None:
    """The one whose labels are in that column, else the only one."""
    only = found.learners[0] if len(found.learners) == 1 else None
    if label is None:
        return None if only is None or only.label is None else only
    return next((item for item in found.learners if item.label == label), only)
