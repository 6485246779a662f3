"""A column of results in one line: what it is taken for, and what it holds."""

import pandas as pd

from core.data.cells import distinct_texts, read_numbers
from core.data.columns import Kind, as_text, read_column
from core.data.tables import RawTable
from core.data.understanding import ColumnSummary

_EXAMPLES = 5
_SAMPLE = 1000


def summarised(table: RawTable, name: str, role: str) -> ColumnSummary:
    """Summarise a column; few texts are judged by the distinct ones, however many rows there are."""
    series = table.frame[name]
    if table.holds_text(name) and isinstance(series.dtype, pd.CategoricalDtype):
        codes, texts = distinct_texts(series)
        is_number = len(texts) > 0 and not len(read_numbers(texts, table.decimal).strays)
        examples = tuple(texts.str.strip().head(_EXAMPLES).tolist())
        kind: Kind = "number" if is_number else "category"
        return ColumnSummary(name, kind, int((codes < 0).sum()), len(texts), role, "", examples)
    column = read_column(table, name)
    first = as_text(series.head(_SAMPLE).dropna().drop_duplicates().head(_EXAMPLES))
    return ColumnSummary(name, column.kind, column.missing, column.distinct, role, "", tuple(first.tolist()))
