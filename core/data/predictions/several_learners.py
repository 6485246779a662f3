"""Predictions in which a column names the learner, as mlr's benchmarks and loops over models write them."""

from dataclasses import replace

import pandas as pd

from core.data.columns.class_labels import distinct
from core.data.columns.names import SYNONYMS, normal
from core.data.predictions.columns import assign
from core.data.predictions.long import is_long
from core.data.tables.table import RawTable
from core.errors import InputError

_NO_LEARNERS = {"group", "groups", "treatment", "config", "method", "methods", "approach"}
_LEARNERS = [name for name in SYNONYMS["learner"] if name not in _NO_LEARNERS]


def in_long_form(table: RawTable) -> RawTable:
    """Call the columns as the long form does, where a column names the learner of each row; else the table as it is."""
    names = {normal(name): name for name in reversed(table.columns)}
    learner = next((names[name] for name in _LEARNERS if name in names), None)
    if learner is None or is_long(table) or not 1 < len(distinct(table, learner)) < len(table.frame) / 2:
        return table
    rest = replace(table, frame=table.frame.drop(columns=learner), head=None)
    try:
        found = assign(rest, {})
    except InputError:
        return table
    if found.truth is None or len(found.learners) != 1 or found.learners[0].label is None:
        return table
    item = found.learners[0]
    by_class = {label: column for label, column in item.scores.items() if label}
    called = {learner: "learner", str(found.truth): "truth", str(item.label): "predicted"}
    called |= {column: role for role, column in found.places.items() if role != "n_train"}
    called |= {column: f"probability_{label}" for label, column in by_class.items()}
    frame = table.frame[list(called)].rename(columns=called)
    unused = [name for name in table.columns if name not in called]
    note = f"The column {learner!r} names the learner of each row"
    note += f"; not used: {', '.join(map(repr, unused))}." if unused else "."
    head = None if table.head is None else table.head[list(called)].rename(columns=called)
    return replace(table, frame=pd.DataFrame(frame), head=head, spellings=None, notes=(*table.notes, note))
