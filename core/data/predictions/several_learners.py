"""Predictions in which a column names the learner, as mlr's benchmarks and loops over models write them."""

from dataclasses import replace

import pandas as pd

from core.data.columns.class_labels import distinct
from core.data.columns.names import SYNONYMS, normal
from core.data.predictions.columns import Assigned, LearnerColumns, assign
from core.data.predictions.long import foreign_score, is_long, own_columns
from core.data.tables.table import RawTable
from core.errors import InputError, listing

_NO_LEARNERS = {"group", "groups", "treatment", "config", "method", "methods", "approach"}
_LEARNERS = [name for name in SYNONYMS["learner"] if name not in _NO_LEARNERS]


def in_long_form(table: RawTable) -> RawTable:
    """Call the columns as the long form does, where a column names the learner of each row; else the table as it is."""
    own = own_columns(table) if is_long(table) else {}
    learner = own["learner"] if own else _column_of_learners(table)
    if learner is None or len(own) == len(table.columns):
        return table
    try:
        found = assign(replace(table, frame=table.frame.drop(columns=learner), head=None), {})
    except InputError:
        return table
    item = _who_predicted(found, own.get("predicted"))
    if found.truth is None or item is None:
        return table
    roles = {role: column for role, column in found.places.items() if role != "n_train"}
    roles |= {foreign_score(label): column for label, column in item.scores.items()}
    roles |= {"learner": learner, "truth": found.truth, "predicted": str(item.label), **own}
    by_column = {column: role for role, column in roles.items()}
    called = {column: by_column[column] for column in table.columns if column in by_column}
    frame = table.frame[list(called)].rename(columns=called)
    unused = [repr(name) for name in table.columns if name not in called]
    note = f"The column {learner!r} names the learner of each row"
    note += f"; not used: {listing(unused, most=12)}." if unused else "."
    head = None if table.head is None else table.head[list(called)].rename(columns=called)
    return replace(table, frame=pd.DataFrame(frame), head=head, spellings=None, notes=(*table.notes, note))


def _column_of_learners(table: RawTable) -> str | None:
    names = {normal(name): name for name in reversed(table.columns)}
    learner = next((names[name] for name in _LEARNERS if name in names), None)
    is_one = learner is not None and 1 < len(distinct(table, learner)) < len(table.frame) / 2
    return learner if is_one else None


def _who_predicted(found: Assigned, label: str | None) -> LearnerColumns | None:
    """The one whose labels are in that column, or the only one where none is given."""
    if label is None and len(found.learners) != 1:
        return None
    return next(
        (item for item in found.learners if item.label is not None and label in (None, item.label)), None
    )
