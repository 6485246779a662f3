"""Columns of sizes beside those of learners: they are no scores, and whole numbers up to them are counts."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.data.columns.measures import is_measure
from core.data.columns.names import PLACES, find_roles
from core.data.columns.summaries import with_sums_said, without_columns
from core.data.counts.cells import COUNTED_RIGHT, ERRORS, RIGHT, columns_of_counts, words_of
from core.data.tables.table import RawTable
from core.errors import listing, quoted
from core.records import Array
from core.written import counted

_INSTANCES = words_of(
    "n total totals size sizes inst insts instance instances case cases example examples sample samples "
    "obs observations rows records anzahl größe umfang fälle testfälle testgröße instanzen beispiele "
    "effectif taille exemples tamaño casos instancias ejemplos aantal rozmiar"
)
"""Words of a column that says how many instances there are."""
_OTHERS = words_of(
    "class classes attr attrs attribute attributes attributs feature features feat variables inputs "
    "klassen merkmale attributen clases atributos"
)
"""Words of one that says another size of a data set."""
_BESIDE = words_of("of no num nr number test validation val the de der nombre número")
"""Words beside these."""
_HALF = 0.5 + 1e-9
"""By how much a whole number of percent may have been rounded."""
_MADE = "n_validation"


def without_size_columns(table: RawTable) -> RawTable:
    """Leave out columns called n, #Inst or Classes; whole numbers up to n in the others are read as counts of it.

    Where they may be percent as well, they stay as they are. All of it is said.

    Parameters
    ----------
    table : RawTable
        One column per learner.
    """
    places = find_roles(table, {}, (*PLACES, "measure", "score"))
    if {"learner", "score"} & set(places) or columns_of_counts(table.columns) is not None:
        return table
    rest = [name for name in table.columns if name not in places.values() and table.is_numeric(name)]
    named = [name for name in rest if _is_size(table, name)]
    scores = [name for name in rest if name not in named]
    if not scores or any(map(is_measure, scores)):
        return table
    size = places.get(_MADE) or next((name for name in named if words_of(name) & _INSTANCES), None)
    kept = [name for name in named if name != size]
    plain = _without(table, kept)
    if size is None:
        return plain if named else _told_of_constant(table, scores)
    if len(scores) < 2 or not _may_count(plain, scores, size):
        return plain if size == places.get(_MADE) else _without(table, named)
    if not _said(scores) and _may_be_percent(plain, scores, size):
        told = f"The whole numbers beside {quoted(size)} were not taken for counts; if they are, write 3/20."
        bare = plain if size == places.get(_MADE) else _without(table, named)
        return replace(bare, notes=(*bare.notes, told))
    return _as_rates(plain, scores, size)


def _is_size(table: RawTable, name: str) -> bool:
    """Whether a column is called as sizes are, and holds whole numbers, some of them more than 1."""
    words = words_of(name)
    if not words & (_INSTANCES | _OTHERS) or words - _INSTANCES - _OTHERS - _BESIDE:
        return False
    values = _values(table, [name])
    return bool((values >= 1).all() and (values == np.floor(values)).all() and values.max(initial=0) > 1)


def _values(table: RawTable, names: Sequence[str]) -> Array:
    return np.column_stack([table.numbers(name).values for name in names])


def _without(table: RawTable, names: Sequence[str]) -> RawTable:
    if not names:
        return table
    what = "it says a size" if len(names) == 1 else "they say sizes"
    note = f"Left out, because {what}, no scores: {listing(map(quoted, names))}."
    return without_columns(replace(table, notes=(*table.notes, note)), names)


def _may_count(table: RawTable, scores: Sequence[str], size: str) -> bool:
    """Whether the scores are whole numbers, none above the size in its row and not all 0 or 1."""
    values, n = _values(table, scores), _values(table, [size])
    there = ~np.isnan(values)
    if not there.any() or not (np.isfinite(n) & (n > 0)).all():
        return False
    fits = (values >= 0) & (values <= n) & (values == np.floor(values))
    return bool(fits[there].all() and values[there].max() > 1)


def _may_be_percent(table: RawTable, scores: Sequence[str], size: str) -> bool:
    """Whether each whole number is also some count of its n in percent."""
    values, n = _values(table, scores), _values(table, [size])
    away = abs(100 * np.round(values * n / 100) / n - values)
    there = np.isfinite(values)
    return bool((away[there] <= _HALF).all() and values[there].max() <= 100)


def _said(scores: Sequence[str]) -> str:
    """Which measure counts are of by the names of all columns: "error", "accuracy", or empty."""
    words = [words_of(name) for name in scores]
    if all(each & (RIGHT | COUNTED_RIGHT) for each in words):
        return "accuracy"
    return "error" if all(each & ERRORS for each in words) else ""


def _as_rates(table: RawTable, scores: Sequence[str], size: str) -> RawTable:
    n = table.numbers(size).values
    rates = {name: table.numbers(name).values / n for name in scores}
    said = _said(scores)
    first = table.numbers(scores[0]).values.first_valid_index()
    count, of = (int(table.numbers(name).values[first]) for name in (scores[0], size))
    noun = {"error": "errors", "accuracy": "right answers"}.get(said, "instances")
    names = listing(map(quoted, scores), most=6)
    told = f"{names} count instances of {quoted(size)}: {counted(count, noun)} of {of:,}."
    open_ = "" if said else " Whether they are errors or right answers nothing says (measure=…)."
    return replace(
        table,
        frame=table.frame.drop(columns=size).assign(**rates, **{_MADE: n}),
        head=None,
        notes=(*table.notes, told + open_),
        signed=table.signed | set(scores),
        measure=said or table.measure,
        made=table.made | {_MADE},
    )


def _told_of_constant(table: RawTable, scores: Sequence[str]) -> RawTable:
    """Say which column may be a size: one whole number in all rows, none of the whole numbers beside it above it.

    It is left out where sums are to be.
    """
    for name in scores:
        values = _values(table, [name])
        others = [other for other in scores if other != name]
        alike = (
            np.isfinite(values).all() and np.ptp(values) == 0 and values[0, 0] > 1 and values[0, 0] % 1 == 0
        )
        if alike and len(others) > 1 and _may_count(table, others, name):
            if table.sums == "left out":
                note = f"Left out, because it may say a size, no scores: {quoted(name)}."
                return without_columns(with_sums_said(table, "kept", note), [name])
            told = (
                f"{quoted(name)} is {values[0, 0]:.0f} in all rows, and the whole numbers beside it are not above it: "
                "if it is the number of instances and they are counts of these, call it n."
            )
            return with_sums_said(table, "kept", told)
    return table
