"""Names and numbers as text in a figure.

Plotly reads a little HTML in every text, decodes some entities and gives ``$…$`` to MathJax if loaded.
A name that somebody else chose is therefore escaped, and in hover texts it travels as `customdata` only:
what stands in a template would be read as ``%{…}``.
"""

import html
import math
import re
from collections.abc import Sequence
from textwrap import wrap

from core import written

MOST_CHARACTERS = 28
_LINE = 30
"""Characters of a title that fit below a narrow plot."""
UNDRAWABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters and halves of surrogate pairs."""
NUMERIC = re.compile(r"[0-9.]")
BEGINS_NUMERIC, ENDS_NUMERIC = re.compile(r"^[0-9.]+\s*"), re.compile(r"\s*[0-9.]+$")
FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"


def shown(text: object) -> str:
    """The whole text, so escaped that Plotly shows it as it is."""
    visible = UNDRAWABLE.sub(" ", str(text))
    # Plotly decodes numbers but not &quot;; a dollar sign in disguise does not reach MathJax.
    return html.escape(visible, quote=False).replace("$", "&#36;")


def full(name: object) -> str:
    """A name for hover texts: in whole as far as it fits into five lines of sixty characters, escaped."""
    whole = shortened(name, 300)
    return "<br>".join(shown(whole[start : start + 60]) for start in range(0, len(whole), 60))


def shortened(text: object, most: int = MOST_CHARACTERS) -> str:
    """At most `most` characters; the middle goes, since long names often differ at the end only.

    A number that is cut would be another number: what is left of it goes, too.

    >>> shortened("RBF SVM (C = 0.001, gamma = 21.35 [8 d])")
    'RBF SVM (C = 0.001…[8 d])'
    """
    whole = str(text)
    if len(whole) <= most:
        return whole
    tail = most // 3
    head, middle, last = whole[: most - tail - 1], whole[most - tail - 1 : -tail], whole[-tail:]
    if NUMERIC.search(middle[-1:]):
        last = BEGINS_NUMERIC.sub("", last) or last
    if NUMERIC.search(middle[:1]):
        head = ENDS_NUMERIC.sub("", head) or head
    return f"{head}…{last}"


def label(name: object, most: int = MOST_CHARACTERS) -> str:
    """A name for ticks and legends: shortened and escaped."""
    return shown(shortened(name, most))


def distinct_labels(names: Sequence[object], most: int = MOST_CHARACTERS) -> list[str]:
    """Names for ticks, shortened where they differ no longer than needed to tell them apart; else numbered.

    >>> distinct_labels(["k nearest neighbours (k = 3), scaled", "k nearest neighbours (k = 5), scaled"])
    ['k nearest…(k = 3), scaled', 'k nearest…(k = 5), scaled']
    """
    whole = [str(name) for name in names]
    found = [shortened(name, most) for name in whole]
    for text in set(found):
        alike = sorted({name for name, one in zip(whole, found, strict=True) if one == text})
        if len(alike) > 1:
            found = [
                _from_where_they_differ(name, alike, most) if one == text else one
                for name, one in zip(whole, found, strict=True)
            ]
    if len(set(found)) < len(set(whole)):
        found = [f"{place} · {shortened(name, most - 5)}" for place, name in enumerate(whole, 1)]
    return [shown(text) for text in found]


def _from_where_they_differ(name: str, alike: Sequence[str], most: int) -> str:
    """What a name shares with the others, cut, and what follows from the word on that tells them apart."""
    pairs = enumerate(zip(alike[0], alike[-1], strict=False))  # sorted: these two differ first
    shared = next((place for place, (one, two) in pairs if one != two), len(alike[0]))
    start = name.rfind(" ", 0, max(shared - 4, 0)) + 1
    head = name[: most // 3].rstrip()
    return (
        f"{head}…{name[start : start + most - len(head) - 1]}" if start > len(head) else shortened(name, most)
    )


def wrapped(name: object, width: int = MOST_CHARACTERS) -> str:
    """A name for ticks in whole, as `full` has it, in lines of at most so many characters."""
    lines = wrap(shortened(name, 300), width, break_on_hyphens=False) or [""]
    return "<br>".join(shown(line) for line in lines)


def embedded(name: object, most: int = MOST_CHARACTERS) -> str:
    """A name inside a sentence: isolated, so that right-to-left names do not turn what stands around them."""
    return _isolated(label(name, most))


def embedded_pair(first: object, second: object, most: int = MOST_CHARACTERS) -> tuple[str, str]:
    """Two names in one picture, each as `embedded` has it, shortened where they do not differ."""
    one, other = distinct_labels((first, second), most)
    return _isolated(one), _isolated(other)


def _isolated(text: str) -> str:
    return f"{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}"


def small(text: str) -> str:
    """A second, smaller line below a label; `text` is our own."""
    return f'<br><span style="font-size:0.82em">{text}</span>'


def number(value: float | None, digits: int = 4) -> str:
    """A number as `core.written` writes it, but “undefined” in words."""
    return "undefined" if value is None or math.isnan(value) else written.number(value, digits)


def sentence_list(parts: Sequence[str], most: int = 6) -> str:
    """Parts of a description, joined; beyond `most` they are counted."""
    kept = list(parts[:most])
    if len(parts) > most:
        kept.append(f"and {len(parts) - most} more")
    return "; ".join(kept)


def in_lines(title: str) -> str:
    """A title for a plot that may be narrow: what stands in brackets, or beyond a few words, goes to the next line."""
    first, line, others = title.partition("<br>")  # lines that are there stay
    if len(first) <= _LINE:
        return title
    before, bracket, rest = first.partition(" (")
    parts = [*wrap(before, _LINE, break_long_words=False), *([f"({rest}"] if bracket else [])]
    return "<br>".join(parts) + line + others
