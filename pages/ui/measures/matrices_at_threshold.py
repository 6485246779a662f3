"""The confusion matrix of every learner at the threshold in force, whose cells follow it."""

from collections.abc import Hashable, Iterator, Sequence
from html import escape

from core.written import in_percent
from pages.ui.measures.at_threshold import Found

WORDS = (
    "Rows are the true classes, columns the assigned ones, with the share of the row; teal is right, gold wrong. "
    "The instances behind a cell are under *Confusion matrix* above, by the labels as they were predicted."
)
_POSITIVE_LAST = (("tn", "fp"), ("fn", "tp"))
_POSITIVE_FIRST = (("tp", "fn"), ("fp", "tn"))


def cells(found: Found, *, positive_first: bool) -> list[str]:
    """The numbers of `as_html`, learner by learner and row by row."""
    return [
        _told(row[name], sum(row[other] for other in line))
        for row in found
        for line in (_POSITIVE_FIRST if positive_first else _POSITIVE_LAST)
        for name in line
    ]


def _told(count: int, of: int) -> str:
    return f"{count:,} ({in_percent(count / of, '.1f')})" if of else f"{count:,}"


def as_html(classes: Sequence[Hashable], found: Found, *, positive_first: bool) -> str:
    """One small table for each learner; `classes` are the negative one and the positive one."""
    names = [str(name) for name in (reversed(classes) if positive_first else classes)]
    texts = iter(cells(found, positive_first=positive_first))
    return f"<div class='fw-matrices'>{''.join(_table(row['learner'], names, texts) for row in found)}</div>"


def _table(learner: str, classes: list[str], texts: Iterator[str]) -> str:
    head = "".join(f"<th scope='col'>{escape(name)}</th>" for name in classes)
    body = "".join(
        f"<tr><th scope='row'>{escape(name)}</th>"
        + "".join(
            f"<td class='{'fw-right' if i == j else 'fw-wrong'}'>{next(texts)}</td>"
            for j in range(len(classes))
        )
        + "</tr>"
        for i, name in enumerate(classes)
    )
    return (
        f"<table><caption>{escape(learner)}</caption><tr><th>true ↓ assigned →</th>{head}</tr>{body}</table>"
    )
