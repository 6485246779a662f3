r"""Report → LaTeX: a document of its own, and what stands in it can be copied into a paper."""

import re
from functools import singledispatch
from textwrap import wrap
from typing import Any

from core.report.document import (
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
from core.tables.latex import escaped, tabular

_HEAD = r"""\documentclass[a4paper]{article}
\usepackage{iftex}
\ifpdftex\usepackage[T1]{fontenc}\fi
\usepackage{amsmath, amssymb, booktabs, graphicx, url}
\usepackage[margin=25mm]{geometry}
\setlength{\parindent}{0pt}
\setlength{\parskip}{6pt plus 2pt}
\makeatletter
\g@addto@macro\UrlBreaks{\do\a\do\b\do\c\do\d\do\e\do\f\do0\do1\do2\do3\do4\do5\do6\do7\do8\do9\do-\do=}
\makeatother
\sloppy
\begin{document}"""

_ADDRESS = re.compile(r"(https?://[^\s{}\\]+)")
_LINE = 104
"""Characters of a line of a script that the page has room for."""
_AS_IT_IS: dict[str, Any] = {"drop_whitespace": False, "replace_whitespace": False, "expand_tabs": False}
_AT_MOST_A_LINE = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}"
"""What makes a table smaller that is wider than the page."""


def to_latex(document: Document) -> str:
    """Write a report as LaTeX for pdfLaTeX, XeLaTeX and LuaLaTeX; pictures are the sentences that describe them.

    Names in scripts other than Latin need a typeface that has them, and XeLaTeX or LuaLaTeX.
    """
    parts = [_HEAD, rf"\section*{{{escaped(document.title)}}}"]
    for section in document.sections:
        parts += [rf"\subsection*{{{escaped(section.title)}}}", *map(_written, section.blocks)]
    return "\n\n".join([*parts, rf"\emph{{{escaped(document.foot)}}}", r"\end{document}", ""])


@singledispatch
def _written(block: Block) -> str:
    raise TypeError(type(block))


@_written.register
def _(block: Answer) -> str:
    found = block.brief
    numbers = " · ".join(filter(None, (found.numbers, block.foot)))
    said = (f"{found.effect} {found.interval}".strip(), numbers)
    return "\n\n".join([_bold(found.answer), *map(escaped, filter(None, said))])


@_written.register
def _(block: Words) -> str:
    return rf"{{\small {_text(block.text)}\par}}" if block.small else _text(block.text)


@_written.register
def _(block: Facts) -> str:
    return _items("description", [f"[{{{escaped(term)}}}] {_text(told)}" for term, told in block.rows])


@_written.register
def _(block: Listed) -> str:
    return _items(
        "itemize",
        [f"{{}} {f'{_bold(head)} ' if head else ''}{_text(text)}" for head, text in block.points],
    )


@_written.register
def _(block: Formulas) -> str:
    return "\n\n".join(f"\\[\n{line}\n\\]" for line in block.lines)


@_written.register
def _(block: Picture) -> str:
    return f"{_bold(block.title)} (picture) {escaped(block.drawing.alt)}"


@_written.register
def _(block: Printed) -> str:
    return "\n".join(
        [_bold(block.title) + r"\par\nopagebreak", rf"{_AT_MOST_A_LINE}{{{tabular(block.table)}}}"]
    )


@_written.register
def _(block: Program) -> str:
    lines = [
        part for line in block.text.rstrip().split("\n") for part in wrap(line, _LINE, **_AS_IT_IS) or [""]
    ]
    return "\n".join([r"{\footnotesize", r"\begin{verbatim}", *lines, r"\end{verbatim}", "}"])


def _text(text: str) -> str:
    """Plain text in which addresses may be broken."""
    return "".join(
        rf"\url{{{part}}}" if _ADDRESS.match(part) else escaped(part) for part in _ADDRESS.split(text)
    )


def _bold(text: str) -> str:
    return rf"\textbf{{{escaped(text)}}}"


def _items(kind: str, items: list[str]) -> str:
    return "\n".join([rf"\begin{{{kind}}}", *(rf"\item{item}" for item in items), rf"\end{{{kind}}}"])
