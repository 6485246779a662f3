"""Numbers that a table sets in bold, in Markdown or LaTeX, so that the best is seen."""

from dataclasses import replace

from core.data.tables.cells import distinct_labels, spelled_out
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
