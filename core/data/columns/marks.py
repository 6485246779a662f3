"""What stands beside numbers: signs that set them in bold, so that the best is seen, and percent signs."""

from dataclasses import replace
from typing import Any

import pandas as pd

from core.data.tables.cells import best_numbers, distinct_labels, spelled_out
from core.data.tables.table import RawTable
from core.errors import listing, quoted

_SHOWN = 20
"""First rows that are shown as they are written."""
_MARKED = r"^\s*(?:[*_$]|\\[a-zA-Z]+\{|\{\\[a-z]+\s)+\s*([+\-−]?[.,]?\d[^*_$\\{}]*?)\s*[*_$}]+\s*$"


def without_marks(table: RawTable) -> RawTable:
    """Cells such as ``**0.81**`` and ``textbf{0.81}`` of LaTeX as the numbers in them, and say so."""
    marked = [
        name
        for name in table.columns
        if table.holds_text(name)
        and distinct_labels(table.frame[name]).astype("str").str.match(_MARKED).any()
    ]
    if not marked:
        return table
    plain = {name: spelled_out(table.frame[name]).str.replace(_MARKED, r"\1", regex=True) for name in marked}
    note = f"Some cells of {listing(map(quoted, marked), most=6)} are set in bold or otherwise; the numbers were taken."
    frame = table.frame.assign(**plain)
    return replace(table, frame=frame, head=table.sample(_SHOWN), notes=(*table.notes, note))


def without_percent_signs(table: RawTable) -> RawTable:
    """Columns whose every cell ends in %, as proportions."""
    read: dict[str, pd.Series[Any]] = {}
    first = table.frame.head(1).astype(object).to_numpy().reshape(-1, len(table.columns))
    for name, cells in zip(table.columns, first.T, strict=True):
        if any(isinstance(cell, str) and not cell.strip().endswith("%") for cell in cells):
            continue
        texts = distinct_labels(table.frame[name]) if table.holds_text(name) else pd.Series(dtype="str")
        if len(texts) and texts.astype("str").str.strip().str.endswith("%").all():
            plain = spelled_out(table.frame[name]).str.strip().str.removesuffix("%")
            numbers = best_numbers(plain, table.decimal)
            if not len(numbers.strays):
                read[name] = numbers.values / 100
    if not read:
        return table
    note = f"The cells of {listing(map(quoted, read), most=6)} end in %; they were divided by 100."
    frame = table.frame.assign(**read)
    head = table.sample(_SHOWN)
    return replace(table, frame=frame, head=head, notes=(*table.notes, note), signed=frozenset(read))
