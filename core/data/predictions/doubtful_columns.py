"""Columns of a table of predictions that may be learners but were not taken for any: said, never decided silently."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.data.columns.class_labels import class_by_name, distinct
from core.data.tables.cells import MISSING
from core.data.tables.table import RawTable
from core.errors import listing, quoted

_SAMPLE = 20_000
_MOST_LABELS = 50


def doubtful(table: RawTable, left_out: Sequence[str], classes: set[str]) -> dict[str, str]:
    """Columns among `left_out` that hold classes of the truth in any case, with how many of their labels are such.

    Only the first rows are looked at, and no column with as many distinct values as measurements have.
    """
    found = {}
    for name in left_out:
        head = replace(table, frame=table.frame[[name]].head(_SAMPLE))
        labels = distinct(head, name) - set(MISSING)
        shared = len(class_by_name(labels, classes))
        if shared and len(labels) <= max(_MOST_LABELS, 2 * len(classes)):
            found[name] = f"{shared} of {len(labels)}"
    return found


def doubts_in_words(found: Mapping[str, str]) -> tuple[str, ...]:
    """The sentence about them."""
    if not found:
        return ()
    columns = listing((f"{quoted(name)} ({share})" for name, share in found.items()), most=6)
    return (
        f"Not taken for learners, though some of their different labels are classes of the truth: {columns}. Name "
        "those that are learners (roles={'more_learners': [...]}).",
    )
