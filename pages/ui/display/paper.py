"""Tables as text: on paper, where of a table on the screen only what is in sight is printed, and on narrow screens."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from html import escape

import streamlit as st

from core.tables.table import Table

MOST_ROWS, MOST_COLUMNS = 30, 30


@contextmanager
def also(found: Table, key: str, rest: str = "", *, wraps: bool = False) -> Iterator[None]:
    """Around a table on the screen: beside it its rows as text, which stand on paper in its place.

    Parameters
    ----------
    found : Table
    key : str
        Unique on the page.
    rest : str
        Where the rows are that are too many for paper.
    wraps : bool
        Whether the text stands there on a narrow screen, too: its columns are in sight, since it breaks lines.
    """
    with st.container(key=f"paper_{'wraps_' * wraps}{key}", gap=None):
        yield
        st.html(as_text(found, rest))


def as_text(found: Table, rest: str = "") -> str:
    """The printed columns of a table as HTML: the first of its rows and columns, and how many there are."""
    columns = tuple(found.titles)
    found = replace(found, shown=columns[:MOST_COLUMNS])
    cells, sides = found.cells(MOST_ROWS), found.sides
    rows = [
        "".join(_cell("th", title, side) for title, side in zip(found.titles.values(), sides, strict=True))
    ]
    rows += ["".join(_cell("td", text, side) for text, side in zip(row, sides, strict=True)) for row in cells]
    head, *body = (f"<tr>{row}</tr>" for row in rows)
    left_out = [f"{len(cells)} of {len(found.frame):,} rows"] * (len(found.frame) > len(cells))
    left_out += [f"{MOST_COLUMNS} of {len(columns):,} columns"] * (len(columns) > MOST_COLUMNS)
    told = f"<p>{', '.join(left_out)}{rest}.</p>" * bool(left_out)
    return f"<div class='fw-paper'><table><thead>{head}</thead><tbody>{''.join(body)}</tbody></table>{told}</div>"


def _cell(tag: str, text: str, side: str) -> str:
    whole = text.replace("< ", "<\u00a0").replace(
        "> ", ">\u00a0"
    )  # no line breaks behind the sign of a p-value
    return f"<{tag} class='fw-{side}'>{escape(whole)}</{tag}>"
