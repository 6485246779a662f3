"""Report → one HTML file that asks nothing of any other place: style, pictures and formulas are in it."""

import json
from functools import singledispatch
from html import escape
from pathlib import Path

from core.names import as_html
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

_STYLE = Path(__file__).with_name("report.css")
_SHORT = 17
"""Characters of a cell that is not broken into lines: a number, a mark and its word."""
_PRINTED, _TALLEST = 0.7, 900
"""By how much pictures are smaller on paper, and pixels of one that a page of A4 has room for, below its title."""
_DRAW = """
for (const place of document.querySelectorAll("[data-picture]")) {
  const {data, layout} = JSON.parse(place.querySelector("script").textContent);
  Plotly.newPlot(place, data, layout, {displaylogo: false, responsive: true});
}
"""


def to_html(document: Document) -> str:
    """Write a report as HTML, to be read, sent and printed; its pictures answer to the mouse.

    Formulas are MathML, which browsers show without a script. All text is escaped.
    """
    from plotly.offline import get_plotlyjs

    sections = "".join(
        f"<section><h2>{escape(section.title)}</h2>{''.join(map(block_html, section.blocks))}</section>"
        for section in document.sections
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(document.title)}</title><style>{_STYLE.read_text('utf-8')}</style></head>\n"
        f"<body><main><h1>{as_html(document.title)}</h1>{sections}"
        f"<footer>{escape(document.foot)}</footer></main>\n"
        f"<script>{get_plotlyjs()}</script><script>{_DRAW}</script></body></html>\n"
    )


@singledispatch
def block_html(block: Block) -> str:
    """Write one block as HTML; all text is escaped."""
    raise TypeError(type(block))


@block_html.register
def _(block: Answer) -> str:
    found = block.brief
    numbers = " · ".join(filter(None, (found.numbers, block.foot)))
    return (
        f"<p class='answer'><span>{as_html(found.mark)}</span>&nbsp;{as_html(found.answer)}</p>"
        f"<p class='effect'>{as_html(found.effect)}</p><p>{as_html(found.interval)}</p>"
        f"<p class='fw-small'>{as_html(numbers)}</p>"
    )


@block_html.register
def _(block: Words) -> str:
    kind = " class='fw-small'" * block.small
    return f"<p{kind}>{as_html(block.text, linked=block.linked)}</p>"


@block_html.register
def _(block: Facts) -> str:
    rows = (f"<dt>{as_html(term)}</dt><dd>{as_html(told)}</dd>" for term, told in block.rows)
    return f"<dl class='fw-facts'>{''.join(rows)}</dl>"


@block_html.register
def _(block: Listed) -> str:
    points = (
        f"<li>{f'<strong>{as_html(head)}</strong> ' * bool(head)}{as_html(text, linked=block.linked)}</li>"
        for head, text in block.points
    )
    kind = " class='fw-small'" * block.linked
    return f"<ul{kind}>{''.join(points)}</ul>"


@block_html.register
def _(block: Formulas) -> str:
    return "".join(f"<div class='formula'>{mathml(line)}</div>" for line in block.lines)


def mathml(line: str) -> str:
    """A line of LaTeX as MathML."""
    from latex2mathml.converter import convert

    # says to KaTeX where a line may break, which MathML does by itself
    return str(convert(line.replace(r"\allowbreak", ""), display="block"))


@block_html.register
def _(block: Picture) -> str:
    figure = json.loads(block.drawing.figure.to_json())
    # in a script element only its end could be taken for markup
    told = json.dumps({"data": figure["data"], "layout": figure["layout"]}).replace("<", "\\u003c")
    height = block.drawing.layout.get("height", 400)
    fitting = f"; --fitting:{_TALLEST / height:.3f}" * (height * _PRINTED > _TALLEST)
    return (
        f"<figure class='{block.key}'><figcaption>{escape(block.title)}</figcaption>"
        f"<div data-picture role='img' aria-label=\"{escape(block.drawing.alt)}\" style='height:{height}px{fitting}'>"
        f"<script type='application/json'>{told}</script></div></figure>"
    )


@block_html.register
def _(block: Printed) -> str:
    table = block.table
    sides = table.sides
    head = _row("th", list(table.titles.values()), sides)
    rows = "".join(_row("td", row, sides) for row in table.cells())
    return (
        f"<div class='table'><table><caption>{escape(block.title)}</caption>"
        f"<thead>{head}</thead><tbody>{rows}</tbody></table></div>"
    )


def _row(tag: str, cells: list[str], sides: str) -> str:
    written = (
        f"<{tag} class='{side}{' whole' * (tag == 'td' and len(cell) <= _SHORT)}'>{as_html(cell)}</{tag}>"
        for cell, side in zip(cells, sides, strict=True)
    )
    return f"<tr>{''.join(written)}</tr>"


@block_html.register
def _(block: Program) -> str:
    return f"<pre>{escape(block.text)}</pre>"
