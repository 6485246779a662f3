"""Four counts of a 2×2 table behind or below their names: ``e00=30 e01=5 e10=12 e11=53``, n00 …, or a, b, c, d."""

import re
from collections.abc import Mapping, Sequence

from core.data.counts.cells import count_of
from core.errors import InputError, listing

_SETS: Mapping[str, tuple[Sequence[str], str]] = {
    "e": (
        ("e00", "e10", "e01", "e11"),
        "As they are named, A alone errs on {e01:,}, B alone on {e10:,}, and e00 counts where both are right; where it "
        "counts where both err, as in Alpaydın's book, swap it and e11.",
    ),
    "n": (
        ("n11", "n10", "n01", "n00"),
        "As in Dietterich (1998), 0 was taken for wrong: both err on n00, A alone on n01 ({n01:,}), B alone on n10 "
        "({n10:,}).",
    ),
    "a": (
        ("a", "b", "c", "d"),
        "As in McNemar's table, both are right on a, only B errs on b ({b:,}), only A on c ({c:,}), both on d.",
    ),
}
"""Names of both right, only B wrong, only A wrong, both wrong, and the sentence about them."""
_NAME = r"(?:[enEN][01]{2}|[a-d])"
_BETWEEN = re.compile(rf"[\s,;|]+(?={_NAME}\s*[=:])")
_ONE = re.compile(rf"({_NAME})\s*[=:]\s*([+-]?\d[\d.,'’]*)")


def named_counts(lines: Sequence[tuple[int, str]]) -> dict[str, int]:
    """Counts by their names, where every count of these lines stands behind one; else none.

    Raises
    ------
    InputError
        If a count is no whole number, a name stands there twice, or only where one of two errs is counted.
    """
    parts = [(number, part) for number, line in lines for part in _BETWEEN.split(line.strip(" \t,;|."))]
    found = [(number, match) for number, part in parts if (match := _ONE.fullmatch(part))]
    names = [match[1].lower() for _, match in found]
    sets = [set(of) for of, _ in _SETS.values() if set(names) <= set(of)]
    if len(found) < max(2, len(parts)) or not sets:
        return {}
    where = f"line {found[0][0]}"
    if len(set(names)) < len(names):
        raise InputError(f"{listing(names)}: a name stands there twice.", where, "Name each count once.")
    if set(names) in ({"b", "c"}, {"e01", "e10"}, {"n01", "n10"}):
        lacking = sorted(sets[0] - set(names))
        raise InputError(
            f"{names[0]} and {names[1]} alone do not say on how many instances both are right and both are wrong.",
            where,
            f"Add {' and '.join(lacking)}. McNemar's test needs neither: for it alone write {lacking[0]}=0 and "
            f"{lacking[1]}=0, and leave aside the rates, differences and intervals that then come beside it.",
        )
    if set(names) != sets[0]:
        return {}
    return {
        name: count_of(match[2], f"line {number}, {name}")
        for name, (number, match) in zip(names, found, strict=True)
    }


def are_names_of_four(heads: Sequence[str]) -> bool:
    """Whether these are the names of four counts, in any order; capitals A to D may be learners as well."""
    names = {head.lower() for head in heads}
    is_named = any(names == set(_SETS[form][0]) for form in "en") or set(heads) == set(_SETS["a"][0])
    return len(heads) == len(names) and is_named


def in_order(counts: Mapping[str, int]) -> tuple[list[int], str]:
    """Counts of both right, only B wrong, only A wrong and both wrong, by their names, and the sentence about them."""
    names, note = next(kind for kind in _SETS.values() if set(kind[0]) == set(counts))
    return [counts[name] for name in names], note.format(**counts)
