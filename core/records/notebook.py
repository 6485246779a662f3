"""A record at the end of a notebook's cell."""

from html import escape

import pandas as pd

MOST_ROWS = 12


def cell(words: str, frame: pd.DataFrame | None = None, *, index: bool = False) -> str:
    """HTML of a sentence and, below it, the first and last rows of a table.

    Parameters
    ----------
    words : str
        Plain text.
    frame : DataFrame, optional
        Names in it may come from files: nothing of it is read as HTML.
    index : bool, default False
        Whether the index is shown.
    """
    table = "" if frame is None else frame.to_html(index=index, max_rows=MOST_ROWS, border=0, na_rep="–")
    return f"<p>{escape(words)}</p>{table}"
