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
    block_html,
)
from pages.ui.display import charts, elements, tables
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


@_show.register(Words)
@_show.register(Facts)
@_show.register(Listed)
def _(block: Words | Facts | Listed) -> None:
    st.html(block_html(block))  # as markdown it would be copied with joiners


@_show.register
def _(block: Formulas) -> None:
    for line in block.lines:
        elements.formula(line)


def key_of(block: str) -> str:
    """Key of a picture or a table on the page."""
    return f"report_{block}"


@_show.register
def _(block: Picture) -> None:
    st.markdown(f"**{plain(block.title)}**")
    charts.chart(block.drawing, key_of(block.key), block.key)


@_show.register
def _(block: Printed) -> None:
    st.markdown(f"**{plain(block.title)}**")
    tables.printed(block.table, key_of(block.key), height="content", wraps=True, every=True)


@_show.register
def _(block: Program) -> None:
    st.code(block.text, language="python", wrap_lines=True)
