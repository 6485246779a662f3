"""Labels written in files → classes and their codes."""

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from core.data.columns.kinds import Column, as_text
from core.data.tables.cells import distinct_texts, read_numbers, shown, spelled_out
from core.data.tables.table import RawTable
from core.errors import InputError, listing, quoted
from core.records import Array

POSITIVE_NAMES = (
    *("yes", "true", "positive", "present", "malignant", "abnormal", "sick", "diseased", "died"),
    *("ja", "wahr", "positiv", "krank", "oui", "vrai", "positif", "malade"),
    *("sí", "si", "positivo", "enfermo", "sì", "vero", "malato", "sim", "verdadeiro", "doente"),
    *("positief", "ziek", "tak", "ano", "igen", "да"),
)
_POSITIVE_PAIRS = {
    ("0", "1"),
    ("-1", "1"),
    ("f", "t"),
    ("-", "+"),
    ("n", "y"),
    ("neg", "pos"),
    ("good", "bad"),
}

MOST_CLASSES = 1000


def classes_of(texts: Iterable[str]) -> tuple[Hashable, ...]:
    """Class labels in sorted order: whole numbers as integers when all are, else texts."""
    names = sorted(set(texts))
    try:
        numbers = sorted(int(name) for name in names)
    except ValueError:
        return tuple(names)
    is_plain = all(str(number) == name for number, name in zip(sorted(numbers, key=str), names, strict=True))
    return tuple(numbers) if is_plain else tuple(names)


def codes_of(texts: "pd.Series[Any]", classes: tuple[Hashable, ...]) -> Array:
    """Positions of labels among the classes; −1 where a label is none."""
    if isinstance(texts.dtype, pd.CategoricalDtype):
        places = {str(label): place for place, label in enumerate(classes)}
        known = [places.get(str(text), -1) for text in texts.cat.categories]
        return np.array([*known, -1])[texts.cat.codes.to_numpy()]
    return pd.Categorical(texts, categories=[str(label) for label in classes]).codes.astype(np.int64)


def class_named(classes: tuple[Hashable, ...], wanted: Hashable) -> Hashable:
    """The class that `wanted` names.

    Raises
    ------
    InputError
        If there is none.
    """
    for label in classes:
        if label == wanted or str(label) == str(wanted):
            return label
    raise InputError(
        f"there is no class {quoted(wanted)}.",
        "positive",
        f"There are {listing(map(shown, classes), most=12)}.",
    )


def in_other_letters(found: Collection[str], classes: Collection[str]) -> dict[str, str]:
    """Labels that differ from a class in case and blanks alone, and the class that each means.

    Parameters
    ----------
    found : collection of str
        Distinct labels.
    classes : collection of str

    Returns
    -------
    dict
        Empty where two classes, or two of the labels, are alike but for that: case may matter, or one is a slip.
    """
    meant = {letters(name): name for name in classes}
    mine = {letters(label) for label in found}
    if len(meant) < len(classes) or len(mine) < len(found):
        return {}
    return {
        label: name
        for label in sorted(found)
        if label not in classes and (name := meant.get(letters(label))) is not None
    }


def class_by_name(names: Iterable[str], classes: Collection[str]) -> dict[str, str]:
    """Those of the names that are a class, or differ from one in case and blanks alone, each with its class.

    Of classes that differ in no more only the names as they are written count.
    """
    by_letters = {letters(name): name for name in classes}
    meant = by_letters if len(by_letters) == len(classes) else {}
    each = ((name, name if name in classes else meant.get(letters(name))) for name in names)
    return {name: label for name, label in each if label is not None}


def letters(label: str) -> str:
    """A label without case and blanks."""
    return "".join(label.split()).casefold()


def spelled_as_one(truth: "pd.Series[Any]", predicted: Collection[str]) -> dict[str, str]:
    """Spellings of the classes that the truth writes in several ways, each with the one that it is taken for.

    That is one of those in the truth: one that learners predict before others, of these the most frequent in the truth,
    of as frequent ones the first in sorted order.

    Parameters
    ----------
    truth : Series of str or of categories
    predicted : collection of str
        What all learners predict.
    """
    counts = {str(name): int(count) for name, count in truth.value_counts().items() if count}
    ways: dict[str, list[str]] = {}
    for name in sorted(counts, key=lambda name: (name not in predicted, -counts[name], name)):
        ways.setdefault(letters(name), []).append(name)
    chosen = {plain: names[0] for plain, names in ways.items() if len(names) > 1}
    return {
        name: one
        for name in sorted({*counts, *predicted})
        if (one := chosen.get(letters(name), name)) != name
    }


def in_one_spelling(labels: "pd.Series[Any]", as_one: Mapping[str, str]) -> "pd.Series[Any]":
    """Labels with each class written in one way, as `spelled_as_one` says."""
    return spelled_out(labels).replace(dict(as_one)).astype("str") if as_one else labels


def column_in_one_spelling(column: Column) -> tuple[Column, dict[str, str]]:
    """A column with each class written in one way, and what was written otherwise."""
    as_one = spellings_of(column.values)
    return replace(column, values=in_one_spelling(column.values, as_one)), as_one


def spellings_of(classes: "pd.Series[Any]") -> dict[str, str]:
    """Spellings of classes that differ in capitals and blanks alone, each with the commonest of its class."""
    return spelled_as_one(classes, ()) if classes.dtype == "str" else {}


def about_spellings(as_one: Mapping[str, str], what: str = "truth") -> tuple[str, ...]:
    """The note on classes that were taken as one, where there are any; `what` wrote them."""
    each = listing([f"{shown(name)} for {shown(other)}" for name, other in as_one.items()], most=5)
    return (
        (f"The {what} writes a class in several ways; as asked, taken as one were {each}.",) if as_one else ()
    )


def labels(table: RawTable, column: str) -> "pd.Series[Any]":
    """Labels as categories; numbers in one spelling, so that 1 and 1.0 are the same class."""
    series = table.frame[column]
    codes, values = apart(series)
    own, names = pd.factorize(_spelled(table, column, values))
    if len(own) > len(names) or (own != np.arange(len(own))).any():
        codes = np.append(own, -1)[codes]
    return pd.Series(pd.Categorical.from_codes(codes, categories=names), name=series.name)


def _spelled(table: RawTable, column: str, values: "pd.Series[Any]") -> "pd.Series[str]":
    """Distinct values of a column as labels."""
    if table.holds_text(column) and len(values):
        numbers = read_numbers(values, table.decimal)
        if not len(numbers.strays):
            return as_text(numbers.values)
    return as_text(values)


def apart(series: "pd.Series[Any]") -> tuple[Array, "pd.Series[Any]"]:
    """Codes of the cells, −1 where missing, and the distinct values."""
    if isinstance(series.dtype, pd.CategoricalDtype):
        return distinct_texts(series)
    codes, values = pd.factorize(series)
    return codes, pd.Series(values)


def distinct(table: RawTable, column: str) -> set[str]:
    """Distinct labels of a column."""
    return set(_spelled(table, column, apart(table.frame[column])[1]))


def positive_among(counts: "pd.Series[int]") -> tuple[Hashable, str] | None:
    """The class of interest by the number of instances of each class, the most frequent class first."""
    if len(counts) != 2:
        return None
    classes = sorted(counts.index.tolist(), key=str)
    first, second = (str(label).lower() for label in classes)
    if (second, first) in _POSITIVE_PAIRS or (first in POSITIVE_NAMES and second not in POSITIVE_NAMES):
        return classes[0], "by its name"
    if (first, second) in _POSITIVE_PAIRS or (second in POSITIVE_NAMES and first not in POSITIVE_NAMES):
        return classes[1], "by its name"
    if counts.min() < counts.max():
        return counts.index.tolist()[-1], "it is the rarer one"
    return classes[-1], "it is the last in sorted order"
