"""A table as data sets are read from it: without what Orange writes above its data, and sums below its rows."""

from typing import Any

from core.data.columns.names import normal
from core.data.columns.orange import data_of_orange
from core.data.columns.summary_rows import without_last_sum, without_sums_of_instances
from core.data.tables.json_table import read_any_table
from core.data.tables.memory import with_target
from core.data.tables.table import RawTable, Source


def plain_table(
    source: Source | tuple[Any, Any], sheet: str | None = None, encoding: str | None = None
) -> RawTable:
    """Read a table; `sheet` of a workbook, `encoding` of text.

    Raises
    ------
    InputError
        If the bytes are no table, or a table that cannot be understood.
    """
    table = read_any_table(with_target(source), sheet=sheet, encoding=encoding, labels=False)
    plain = data_of_orange(table)
    first = plain.columns[0]
    if plain.frame[first].is_unique:
        plain = without_sums_of_instances(plain, {normal(first)})
    return without_last_sum(plain)
