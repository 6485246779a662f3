"""Columns that may name the learner of each row, by what they are called or by how often the instances repeat."""

from collections.abc import Iterable, Mapping

import pandas as pd

from core.data.columns.class_labels import apart, distinct
from core.data.columns.names import SYNONYMS, normal
from core.data.tables.table import RawTable

_NO_LEARNERS = {"group", "groups", "treatment", "config", "method", "methods", "approach"}
_LEARNERS = [name for name in SYNONYMS["learner"] if name not in _NO_LEARNERS]
_OF_AN_INSTANCE = ("id", "replicate", "fold")


def called_learner(table: RawTable) -> str | None:
    """The column that is called so, where each of its names stands in several rows."""
    names = {normal(name): name for name in reversed(table.columns)}
    learner = next((names[name] for name in _LEARNERS if name in names), None)
    is_one = learner is not None and 1 < len(distinct(table, learner)) < len(table.frame) / 2
    return learner if is_one else None


def may_name_learners(table: RawTable, places: Mapping[str, str]) -> tuple[str, ...]:
    """Columns each of whose values stands beside every instance once, after the one that is called so.

    Parameters
    ----------
    table : RawTable
    places : mapping
        The columns that say the place of a row, by role.
    """
    called = called_learner(table)
    taken = {column for role, column in places.items() if role != "group"}
    rest = [column for column in table.columns if column not in taken and column != called]
    of_instance = tuple(places[role] for role in _OF_AN_INSTANCE if role in places) if "id" in places else ()
    ways = dict.fromkeys((of_instance[:1], of_instance))
    crossed = {column for keys in ways if keys for column in _crossed(table, keys, rest)}
    return (*([] if called is None else [called]), *(column for column in rest if column in crossed))


def _crossed(table: RawTable, keys: tuple[str, ...], columns: Iterable[str]) -> list[str]:
    """Columns of which every value stands once with each of these keys, which repeat."""
    instances = pd.DataFrame({key: apart(table.frame[key])[0] for key in keys}).groupby(list(keys)).ngroup()
    count, rows = instances.nunique(), len(instances)
    if count == rows or rows % count:
        return []
    found = []
    for column in columns:
        codes, values = apart(table.frame[column])
        if len(values) * count == rows and codes.min() >= 0:
            pairs = pd.DataFrame({"instance": instances, "value": codes})
            found += [] if pairs.duplicated().any() else [column]
    return found
