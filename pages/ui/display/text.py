"""Words from files shown as the text they are: no markdown, no links, no LaTeX, no images."""

import re

from core.errors import without_arguments
from core.names import bound, breakable

_MARKS = re.compile(r"([!-/:-@\[-`{-~])")
_SHORT = r"(?:(?<=\b\w-)|(?<=\b\d\d-))(?=\w)"
_JOINTS = re.compile(
    rf"(?<=[-<>=+~])(?=[-<>=+~])|(?<=:)(?=[\w/])|(?<=www)(?=\.)|(?=@)|{_SHORT}", re.IGNORECASE
)
_JOINER = "\u2060"
_GAPS = re.compile(r"[^\S\u00a0]+")
"""White space, but the kind that no line breaks at: it stays before a percent sign."""
_WITHIN_A_NAME = re.compile(rf"{_SHORT}|(?<=…)(?=\w)")
_TOKENS = re.compile(r"\\[A-Za-z]+ *|\\?.")
_RELATIONS = frozenset("=<>") | {rf"\{name}" for name in ("le", "ge", "ne", "sim", "in", "approx", "mid")}
_OPENING, _CLOSING = ("(", "[", r"\{"), (")", "]", r"\}")
_GAPS_IN_FORMULAS = (r"\quad", r"\qquad")
_TAME = re.compile(r"[^\W_][^\W_]*(?:[ (),%–²]+[^\W_]*)*")


def plain(text: object) -> str:
    """Escape text for places that render markdown; looks unchanged to the reader.

    Backslashes keep markdown from acting; invisible word joiners keep bare addresses, short codes and
    typographic replacements (``->``, ``--``) from being recognised, and lines from ending in "k-", "10 ×" or "p =".
    Never use the result as a key or in a download.
    """
    one_line = bound(_GAPS.sub(" ", str(text)).strip())
    return _MARKS.sub(r"\\\1", _JOINTS.sub(_JOINER, one_line))


def unbroken(text: str) -> str:
    """A sentence for places that render no markdown; no line ends in "k-", "10 ×" or the "…" of a name that was cut.

    Words longer than a narrow column may break at their joints.
    """
    return breakable(_WITHIN_A_NAME.sub(_JOINER, bound(text)))


def named(label: str) -> str:
    """Escape a control's label only where markdown would act on it: screen readers are read the backslashes, too."""
    return label if _TAME.fullmatch(label) else plain(label)


def told(sentence: object) -> str:
    """Escape a sentence of `core` for people who press buttons: without the arguments that a script would pass."""
    return plain(without_arguments(sentence))


def lined(formula: str) -> str:
    """A formula, in LaTeX, whose lines break in the wide gaps between its statements.

    Only a statement that is wider than its line breaks, before relations and never in brackets. KaTeX would break
    behind every sign, where a minus belongs to nothing; so each statement is a group, which the style sheet of the page
    lets break where that is allowed.
    """
    braces = brackets = 0
    parts = []
    for whole in _TOKENS.findall(formula):
        sign = whole.strip(" ") or whole
        braces += (sign == "{") - (sign == "}")
        brackets += (sign in _OPENING) - (sign in _CLOSING)
        outside = not (braces or brackets)
        if outside and sign in _GAPS_IN_FORMULAS:
            parts.append(rf"}}\allowbreak {{{sign}}}\allowbreak {{")
        else:
            parts.append(r"\allowbreak " * (outside and sign in _RELATIONS) + whole)
    return f"{{{''.join(parts)}}}"
