"""Report → Markdown: formulas between dollar signs, pictures as the sentences that describe them."""

import re
from functools import singledispatch

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

_MARKS = re.compile(r"([\\`*{}\[\]<>#|~^$]|&(?=#?\w+;)|(?<![^\W_])_|_(?![^\W_]))")
"""What acts as Markdown; within a word an underscore does not, and addresses hold them."""


def to_markdown(document: Document) -> str:
    """Write a report as Markdown with tables, which Pandoc and most editors read."""
    parts = [f"# {_plain(document.title)}"]
    for section in document.sections:
        parts += [f"## {_plain(section.title)}", *(_written(block) for block in section.blocks)]
    return "\n\n".join([*parts, f"*{_plain(document.foot)}*", ""])


def _plain(text: str) -> str:
    return _MARKS.sub(r"\\\1", " ".join(text.split()))


@singledispatch
def _written(block: Block) -> str:
    raise TypeError(type(block))


@_written.register
def _(block: Answer) -> str:
    found = block.brief
    numbers = " · ".join(filter(None, (found.numbers, block.foot)))
    said = (f"{found.effect} {found.interval}".strip(), numbers)
    return "\n\n".join([f"**{_plain(f'{found.mark} {found.answer}')}**", *map(_plain, filter(None, said))])


@_written.register
def _(block: Words) -> str:
    return _plain(block.text)


@_written.register
def _(block: Facts) -> str:
    rows = [f"| {_plain(term)} | {_plain(told)} |" for term, told in block.rows]
    return "\n".join(["| | |", "|:--|:--|", *rows])


@_written.register
def _(block: Listed) -> str:
    return "\n".join(
        f"- {f'**{_plain(head)}** ' if head else ''}{_plain(text)}" for head, text in block.points
    )


@_written.register
def _(block: Formulas) -> str:
    return "\n\n".join(f"$$\n{line}\n$$" for line in block.lines)


@_written.register
def _(block: Picture) -> str:
    return f"**{_plain(block.title)}** (picture) {_plain(block.drawing.alt)}"


@_written.register
def _(block: Printed) -> str:
    table = block.table
    ruler = "|".join(("--:" if side == "r" else ":--") for side in table.sides)
    rows = [list(table.titles.values()), *table.cells()]
    head, *body = ("| " + " | ".join(map(_plain, map(str, row))) + " |" for row in rows)
    return "\n".join([f"**{_plain(block.title)}**", "", head, f"|{ruler}|", *body])


@_written.register
def _(block: Program) -> str:
    return f"```python\n{block.text}```"
