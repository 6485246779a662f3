"""Tables as text: on paper, where of a table on the screen only what is in sight is printed, and on narrow screens."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from html import escape

import streamlit as st

from core.names import as_html
from core.tables.table import NAMES, Table

MOST_ROWS, MOST_COLUMNS = 30, 30
MOST_CARDS = 190
"""Rows that a phone shows below one another, all pairs of 20 learners; of more one has to look up what one wants."""
FITTING = 4
"""Columns that fit on a phone beside each other."""
_HEADINGS = (*NAMES, "test", "rate", "class")
"""Columns that say what a row is about."""
_SHORT = 12
"""Characters of a name that is never broken, so that its column needs no more room than it takes."""
_LONGEST_WORD = 20
"""Characters of a word in a name that is never broken: ``(n_estimators=700,``."""
_FEW_WORDS = 16
"""Characters of words that stay on one line, such as a verdict: the name of its test may break."""


@contextmanager
def also(
    found: Table,
    key: str,
    rest: str = "",
    *,
    wraps: bool = False,
    whole: bool = False,
    cards: bool = False,
    every: bool = False,
) -> Iterator[None]:
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
        With `cards` that holds of what is wider than a phone.
    whole : bool
        Whether it does on every screen.
    cards : bool
        Whether it does on a phone, a row in a few lines of its own, if the columns would not fit there.
    every : bool
        Whether paper has every row, however many they are.
    """
    as_words = wraps or every or len(found.frame) <= MOST_CARDS
    cards = cards and len(found.titles) > FITTING and as_words
    with st.container(key=f"paper_{'cards_' * cards}{'wraps_' * wraps}{'whole_' * whole}{key}", gap=None):
        yield
        st.html(as_text(found, rest, cards=cards, every=every))


def settings(rows: Iterable[tuple[str, str]]) -> None:
    """What was chosen and typed, which on the screen stands in its controls; on paper only."""
    told = "; ".join(f"{title}: {value}" for title, value in rows)
    st.html(f"<div class='fw-paper'><p>{as_html(told)}.</p></div>")


def as_text(found: Table, rest: str = "", *, cards: bool = False, every: bool = False) -> str:
    """The printed columns of a table as HTML: the first of its rows and columns, and how many there are.

    Parameters
    ----------
    found : Table
    rest : str
        Where the others are.
    cards : bool
        Whether each cell says what stands above it, and rows that are too many for paper are there for a screen.
    every : bool
        Whether no row is too many for paper.
    """
    columns, most = tuple(found.titles), len(found.frame) if every else MOST_ROWS
    found = replace(found, shown=columns[:MOST_COLUMNS])
    heads, texts = _heads(found, titled=cards), found.cells(max(most, MOST_CARDS) if cards else most)
    rows = [
        "".join(_cell("th", title, head) for title, head in zip(found.titles.values(), heads, strict=True))
    ]
    rows += ["".join(_cell("td", text, head) for text, head in zip(row, heads, strict=True)) for row in texts]
    further = " class='fw-further'"
    head, *body = (f"<tr{further * (place > most)}>{row}</tr>" for place, row in enumerate(rows))
    said = {
        kind: _left_out(found, len(columns), shown)
        for kind, shown in (("", most), (further, len(texts)))[: 1 + (len(texts) > most)]
    }
    told = "".join(f"<p{kind}>{words}{rest}.</p>" for kind, words in said.items() if words)
    table = f"<table><thead>{head}</thead><tbody>{''.join(body)}</tbody></table>"
    return f"<div class='fw-paper' tabindex='0'>{table}{told}</div>"  # by keys it is scrolled, too


def _left_out(found: Table, columns: int, rows: int) -> str:
    """How many rows and columns are there, where that is not all of them."""
    left_out = [f"{rows} of {len(found.frame):,} rows"] * (len(found.frame) > rows)
    left_out += [f"{MOST_COLUMNS} of {columns:,} columns"] * (columns > MOST_COLUMNS)
    return ", ".join(left_out)


def _heads(found: Table, *, titled: bool) -> list[str]:
    """What every cell of a column bears: its side and, `titled`, whether it names the row and what stands above it.

    Where a row names one learner or test, nobody asks what the name is.
    """
    names = [name for name in found.titles if name in _HEADINGS]
    heads = []
    for (name, title), side in zip(found.titles.items(), found.sides, strict=True):
        told = "" if not titled or names == [name] else f" data-title='{escape(title)}'"
        kind = f" fw-name{' fw-short' * _is_short(found, name)}" if name in names else ""
        word = _longest_word(found, name) if name in names else 0
        width = f" style='--word: {word}ch'" * (word > _SHORT)
        heads.append(f"class='fw-{side}{kind}'{told}{width}")
    return heads


def _is_short(found: Table, name: str) -> bool:
    return bool(found.frame[name].astype(str).str.len().max() <= _SHORT)


def _longest_word(found: Table, name: str) -> int:
    """Characters of the longest word in a column, of those that are never broken."""
    words = {len(word) for cell in map(str, found.frame[name].unique()) for word in cell.split()}
    return max((size for size in words if size <= _LONGEST_WORD), default=0)


def _cell(tag: str, text: str, head: str) -> str:
    if tag == "td" and " " in text and len(text) <= _FEW_WORDS:
        head = head.replace("class='", "class='fw-whole ", 1)
    # no line breaks behind the sign of a p-value
    whole = as_html(text).replace("&lt; ", "&lt;\u00a0").replace("&gt; ", "&gt;\u00a0")
    return f"<{tag} {head}>{whole}</{tag}>"
