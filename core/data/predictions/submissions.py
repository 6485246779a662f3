"""One file of the truth and several submissions with the same two columns, as competitions have them."""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.data.columns.class_labels import distinct
from core.data.columns.names import normal
from core.data.predictions.columns import is_measurement
from core.data.tables.table import RawTable
from core.errors import InputError, listing, quoted

_TRUTH = re.compile(
    r"(.*[_. -])?(truth|solution|solutions|true|actual|gold|labels?|answers?|y_test|ground_?truth)([_. -].*)?"
)


def as_submissions(tables: Sequence[RawTable]) -> list[RawTable]:
    """Call the columns by what they hold, where all files have the same id and one value; else the tables as they are.

    Raises
    ------
    InputError
        If the files are such, but no name tells which one is the truth.
    """
    found = list(tables)
    columns = tables[0].columns
    if len(tables) < 2 or len(columns) != 2 or any(table.columns != columns for table in tables):
        return found
    id_, value = columns
    if not all(table.frame[id_].is_unique for table in tables) or not _names_rows(id_):
        return found
    places = [place for place, table in enumerate(tables) if _TRUTH.fullmatch(table.name.lower())]
    if len(places) != 1:
        raise InputError(
            f"the files all hold {quoted(id_)} and {quoted(value)}, as a truth and its submissions do, but "
            + ("no" if not places else "more than one")
            + " name says which is the truth.",
            listing([table.where for table in tables], most=4),
            "Call the file of the truth truth.csv or solution.csv.",
        )
    truth = tables[places[0]]
    note = f"{truth.where} was taken for the truth, each other file for the predictions of one learner."
    renamed = [_renamed(truth, id_, value, "truth", note)]
    return renamed + [
        _renamed(table, id_, value, _name(table, truth, value)) for table in tables if table is not truth
    ]


def _names_rows(column: str) -> bool:
    return bool(re.fullmatch(r"(.*_)?(id|ids|index|row|rowid|key)|.*id", normal(column)))


def _name(table: RawTable, truth: RawTable, value: str) -> str:
    """What the column of a submission is called: after its file, and as a score where it holds no classes."""
    is_label = is_measurement(truth, value) or distinct(table, value) <= distinct(truth, value)
    name = table.name.removeprefix("submission_") or "the model"
    return f"{name}_pred" if is_label else f"{name}_score"


def _renamed(table: RawTable, id_: str, value: str, name: str, *notes: str) -> RawTable:
    called = {id_: "id", value: name}
    head = None if table.head is None else table.head.rename(columns=called)
    frame = table.frame.rename(columns=called)
    return replace(table, frame=frame, head=head, spellings=None, notes=(*table.notes, *notes))
