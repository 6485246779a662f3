"""What the cells of a table of counts say: whole numbers, and words for errors, right answers or all instances."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import InputError, quoted
from core.records import Counts

MOST_COUNT = 1_000_000_000
_GROUPED = re.compile(r"[1-9]\d{0,2}([,.'’  ]\d{3})+")
RIGHT = {"right", "correct", "correctly", "hit", "hits", "ok", "true", "richtig"}
_WRONG = {"wrong", "incorrect", "error", "errs", "miss", "false", "falsch"}
ERRORS = {*_WRONG, "errors", "misses", "mistakes", "fehler", "erreurs", "errores", "errori", "fouten"}
_TOTALS = {
    *("n", "instances", "cases", "total", "totals", "all", "size", "examples"),
    *("anzahl", "gesamt", "instanzen", "beispiele", "instancias", "istanze", "instanties"),
}
_COUNTED = {*ERRORS, *RIGHT, *_TOTALS, "count", "counts", "number", "of"}
"""Words of a name that says what is counted, and no more."""
_ERR = r"(?:errors?|wrong|mistakes|fehlern?|falsch|erreurs?|errores|errori|fouten)"
JOINT = rf"(?:\s*{_ERR})?\s*(?:of|out of|in|/|von|sur|de)\s*"
NOUN = r"(?:\s*(?:instances|cases|errors|wrong|examples|test cases|instanzen|fällen?|beispielen?))?"
NUMBERS = rf"(?P<errors>[+-]?\d[\d.,'’  ]*){JOINT}(?P<n>[+-]?\d[\d.,'’  ]*?){NOUN}[\s.;,]*"
"""Errors and all instances, ``12 of 40``."""
COUNTED_RIGHT = {"accuracy", "correct", "correctly", "right", "richtig"}
"""Words of a name whose counts are not of errors."""
HINT = "Write 12 of 40, one line per learner; or the four numbers of a 2×2 table, in two lines or in one."


@dataclass(frozen=True)
class ReadCounts:
    """Counts, and what was understood of the text they came from."""

    counts: Counts
    notes: tuple[str, ...] = ()


def columns_of_counts(heads: Sequence[str]) -> dict[str, int] | None:
    """Places of the columns that count what was wrong, right and all, by their names; None where two of these lack.

    The names say nothing else: ``B right`` is a column of a 2×2 table, and the error rate is no count.
    """
    found: dict[str, int] = {}
    for place, head in enumerate(heads):
        what = what_is_counted(head)
        if what in found:
            return None
        if what:
            found[what] = place
    return found if len(found) > 1 else None


def are_two_counts(heads: Sequence[str], rows: int) -> bool:
    """Whether two lines that were taken for a header and a row are a name and a count each, ``svm 12/40``."""
    return (
        rows == 1 and len(heads) == 2 and re.fullmatch(NUMBERS, heads[1].strip(), re.IGNORECASE) is not None
    )


def what_is_counted(name: str) -> str:
    """What is counted under a name: "wrong", "right", or "all"; empty where it does not say, or says more."""
    words = words_of(name)
    if words - _COUNTED:
        return ""
    return "wrong" if words & ERRORS else "right" if words & RIGHT else "all" if words & _TOTALS else ""


def side(words: Sequence[str]) -> str:
    """Whether the first of two words means right or wrong; empty when they do not say."""
    kinds = []
    for word in words:
        parts = words_of(word)
        kinds.append("wrong" if parts & _WRONG else "right" if parts & RIGHT else "")
    return f"{kinds[0]} first" if len(kinds) == 2 and set(kinds) == {"right", "wrong"} else ""


def whose(labels: Sequence[str]) -> str:
    """The name that labels such as ``tree right`` and ``tree wrong`` share; empty where they share none."""
    said = "|".join(sorted(RIGHT | _WRONG, key=len, reverse=True))
    names = {
        re.sub(rf"(?<![^\W_])(?:{said})(?![^\W_])", "", label, flags=re.I).strip(" _:.-") for label in labels
    }
    return names.pop() if len(names) == 1 else ""


def words_of(text: str) -> set[str]:
    """The words of a text in small letters, whatever stands between them."""
    return set(re.findall(r"[^\W\d_]+", text.lower()))


def count_of(cell: str, where: str) -> int:
    """A whole number; points, commas, apostrophes or blanks may part thousands.

    Raises
    ------
    InputError
        If it is none, negative or too large.
    """
    text = cell.strip().replace("−", "-")
    if _GROUPED.fullmatch(text):
        text = re.sub(r"[^\d]", "", text)
    if re.fullmatch(r"\d+[.,]0+", text):
        text = re.split(r"[.,]", text)[0]
    if not re.fullmatch(r"[+-]?\d{1,15}", text):
        raise InputError(
            f"{quoted(cell.strip()[:40])} is no whole number.", where, f"Counts are whole numbers. {HINT}"
        )
    value = int(text)
    if value < 0:
        raise InputError(f"{value} is negative.", where, "Counts are 0 or more.")
    if value > MOST_COUNT:
        raise InputError(f"{value:,} is more than {MOST_COUNT:,}.", where, "Check the number.")
    return value
