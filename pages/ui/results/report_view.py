"""A report on the page, as its file will be read."""

from functools import singledispatch

import streamlit as st

from core.names import as_html
from core.report import (
    Answer,
    Block,
    Document,
    Facts,
    Formulas,
    Listed,
    Picture,
    Printed,
    Program,
    Words,
)
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.verdicts.hero import show_words

WIDTH = 900
"""Pixels of a column that is read like paper."""


def show(document: Document) -> None:
    """Show all of it in one column."""
    with st.container(width=WIDTH, key="report"):
        st.header(plain(document.title), anchor=False)
        for section in document.sections:
            st.subheader(plain(section.title), anchor=False)
            for block in section.blocks:
                _show(block)
        st.html(f"<p class='fw-small'>{as_html(document.foot)}</p>")


@singledispatch
def _show(block: Block) -> None:
    raise TypeError(type(block))


@_show.register
def _(block: Answer) -> None:
    show_words(block.brief, f" · {block.foot}" if block.foot else "")


@_show.register
def _(block: Words) -> None:
    kind = " class='fw-small'" * block.small
    st.html(
        f"<p{kind}>{as_html(block.text, linked=block.linked)}</p>"
    )  # in markdown it would be copied with joiners


@_show.register
def _(block: Facts) -> None:
    rows = (f"<dt>{as_html(term)}</dt><dd>{as_html(words)}</dd>" for term, words in block.rows)
    st.html(f"<dl class='fw-facts'>{''.join(rows)}</dl>")


@_show.register
def _(block: Listed) -> None:
    points = (
        f"<li>{f'<strong>{as_html(head)}</strong> ' * bool(head)}{as_html(text, linked=block.linked)}</li>"
        for head, text in block.points
    )
    st.html(f"<ul>{''.join(points)}</ul>")


@_show.register
def _(block: Formulas) -> None:
    for line in block.lines:
        st.latex(line)


def key_of(block: str) -> str:
    """Key of a picture or a table on the page."""
    return f"report_{block}"


@_show.register
def _(block: Picture) -> None:
    st.markdown(f"**{plain(block.title)}**")
    elements.chart(block.drawing, key_of(block.key), block.key)


@_show.register
def _(block: Printed) -> None:
    st.markdown(f"**{plain(block.title)}**")
    elements.printed(block.table, key_of(block.key), height="content", wraps=True)


@_show.register
def _(block: Program) -> None:
    st.code(block.text, language="python", wrap_lines=True)
