"""Names and numbers as text in a figure.

Plotly reads a little HTML in every text, decodes some entities and gives ``$…$`` to MathJax if loaded.
A name that somebody else chose is therefore escaped, and in hover texts it travels as `customdata` only:
what stands in a template would be read as ``%{…}``.
"""

import html
import math
import re
from collections.abc import Sequence
from textwrap import TextWrapper, wrap

from core import written
from core.names import BREAK, MOST_CHARACTERS, breakable, shortened, told_apart

NARROW_LINE, LONG_LINE, PHONE_LINE = 30, 40, 54
"""Characters of a title that fit below a narrow plot, below what a phone leaves beside names, and across a phone."""
_SETTING = re.compile(r"(?<=[( ])[^(),=]+ = [^(),]+")
_NO_BREAK = "\0"
"""Stands for a space at which no line is broken; no name holds it."""
UNDRAWABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters and halves of surrogate pairs."""
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


def label(name: object, most: int = MOST_CHARACTERS) -> str:
    """A name for ticks and legends: shortened and escaped."""
    return shown(shortened(name, most))


def distinct_labels(names: Sequence[object], most: int = MOST_CHARACTERS) -> list[str]:
    """Names for ticks, told apart as `core.names` does and escaped."""
    return [shown(text) for text in told_apart(names, most)]


def wrapped(name: object, width: int = MOST_CHARACTERS) -> str:
    """A name for ticks in whole, as `full` has it, in lines of at most so many characters and about the same length.

    Words are broken only where they are longer than a line, at their joints where they have some. A setting that
    fits into one, such as ``leaf size = 2``, stays together.
    """

    def bound(setting: re.Match[str]) -> str:
        return setting[0].replace(" ", _NO_BREAK) if len(setting[0]) + 2 <= width else setting[0]

    text = _SETTING.sub(bound, breakable(shortened(name, 300)))
    lines = _wrap(text, width) or [""]
    longest = max(map(len, re.split(rf"[ {BREAK}]", text)))
    for narrower in range(width - 1, longest - 1 if longest <= width else 0, -1):
        found = _wrap(text, narrower)
        if len(found) > len(lines):
            break
        lines = found or lines
    return "<br>".join(shown(line.replace(_NO_BREAK, " ").replace(BREAK, "")) for line in lines)


class _Wrapper(TextWrapper):
    """Breaks lines at spaces and at the joints of long words."""

    wordsep_simple_re = re.compile(rf"( +)|(?<={BREAK})")


def _wrap(text: str, width: int) -> list[str]:
    return _Wrapper(width, break_on_hyphens=False).wrap(text)


def embedded(name: object, most: int = MOST_CHARACTERS) -> str:
    """A name inside a sentence: isolated, so that right-to-left names do not turn what stands around them."""
    return _isolated(label(name, most))


def embedded_pair(first: object, second: object, most: int = MOST_CHARACTERS) -> tuple[str, str]:
    """Two names in one picture, each as `embedded` has it, shortened where they do not differ."""
    one, other = distinct_labels((first, second), most)
    return _isolated(one), _isolated(other)


def _isolated(text: str) -> str:
    return f"{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}"


SMALL = '<span style="font-size:0.82em">'


def small(text: str) -> str:
    """A second, smaller line below a label; `text` is our own."""
    return f"<br>{SMALL}{text}</span>"


LOGARITHMIC = small("logarithmic scale")
"""Below the title of an axis."""


def number(value: float | None, digits: int = 4) -> str:
    """A number as `core.written` writes it, but “undefined” in words."""
    return "undefined" if value is None or math.isnan(value) else written.number(value, digits)


def sentence_list(parts: Sequence[str], most: int = 6) -> str:
    """Parts of a description, joined; beyond `most` they are counted."""
    kept = list(parts[:most])
    if len(parts) > most:
        kept.append(f"and {len(parts) - most} more")
    return "; ".join(kept)


def in_lines(title: str, most: int = NARROW_LINE) -> str:
    """A title for a plot that may be narrow: what stands in brackets, or beyond a line, goes to the next one."""
    first, line, others = title.partition("<br>")  # lines that are there stay
    if len(first) <= most:
        return title
    before, bracket, rest = first.partition(" (")
    parts = [*wrap(before, most, break_long_words=False), *([f"({rest}"] if bracket else [])]
    return "<br>".join(parts) + line + others
