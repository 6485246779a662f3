"""Words from files shown as the text they are: no markdown, no links, no LaTeX, no images."""

import re
from math import isnan

_MARKS = re.compile(r"([!-/:-@\[-`{-~])")
_JOINTS = re.compile(r"(?<=[-<>=+~])(?=[-<>=+~])|(?<=:)(?=[\w/])|(?<=www)(?=\.)|(?=@)", re.IGNORECASE)
_JOINER = "\u2060"
_ROLES = re.compile(r"\(roles=\{[^}]*\}\)|by roles=\{[^}]*\}")
_ARGUMENT = re.compile(
    r" \((?:categorical|design|drop|drop_missing_target|drop_undefined|folds|groups|keep|measure|replicates|rows"
    r"|scale|task)="
    r"""(?:'[^']*'|"[^"]*"|[^()'"])*\)"""
)


def plain(text: object) -> str:
    """Escape text for places that render markdown; looks unchanged to the reader.

    Backslashes keep markdown from acting; invisible word joiners keep bare addresses, short codes and
    typographic replacements (``->``, ``--``) from being recognised. Never use the result as a key or
    in a download.
    """
    one_line = " ".join(str(text).split())
    return _MARKS.sub(r"\\\1", _JOINTS.sub(_JOINER, one_line))


def told(sentence: object) -> str:
    """Escape a sentence of `core` for people who press buttons: without the arguments that a script would pass."""
    return plain(_ARGUMENT.sub("", _ROLES.sub("under “Which column is what”", str(sentence))))


def number(value: float | None, digits: int = 4) -> str:
    """A number for a sentence or a metric; a dash for what is not there."""
    return (
        "–" if value is None or isnan(value) else f"{value:.{digits}g}".replace("-", "−").replace("inf", "∞")
    )


def duration(seconds: float) -> str:
    """A length of time in words: ``40 s``, ``3 min 20 s``, ``2 h 5 min``."""
    whole = round(seconds)
    if whole < 60:
        return f"{max(whole, 1)} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def brief(seconds: float) -> str:
    """A length of time that was measured: ``1.38 ms``, ``250 µs``, ``2.4 s``."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"
