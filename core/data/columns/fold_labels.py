"""Labels of rows → numbers of replicates and folds: ``Fold01``, ``Repeat2``, ``split 3``, or any others."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from core.data.columns.inspection import Unsettled
from core.data.tables.cells import distinct_labels, read_dates
from core.errors import InputError, quoted
from core.records import Array, Rows

_NUMBER = re.compile(r"\s*[+-]?(\d+([.,]\d*)?|[.,]\d+)\s*")
_COUNTED = re.compile(r"(\D*?)0*(\d{1,9})")
_FOLD, _REPEAT = (
    r"(?:fold|falte|f)[._ -]?0*(?P<fold>\d{1,9})",
    r"(?:rep(?:eat|licate|etition)?|run|seed|wdh|wiederholung|r)[._ -]?0*(?P<replicate>\d{1,9})",
)
_BOTH = tuple(
    re.compile(rf"\(?{first}[._ /,:()-]*{then}\)?", re.IGNORECASE)
    for first, then in ((_FOLD, _REPEAT), (_REPEAT, _FOLD))
)
"""A fold and its replicate in one label: ``Fold01.Rep1``, ``Rep1Fold01``, ``r1_f01``, ``Fold1(Rep1)``."""
_TWO_NUMBERS = re.compile(r"[^\w.,]*(\d{1,9})(?:[^\w.,]|_|, )+(\d{1,9})[^\w.,]*")
"""Two numbers without words: ``1_1``, ``1/1``, ``(1, 1)``."""
_AS_DECIMAL = re.compile(r"(\d{1,9})[.,](\d{1,9})")
"""Two numbers that look like one: ``1.1``, ``2.5``."""
_LAST_DIGIT, _FAR_MORE = 9, 1.5
"""Up to which number decimals of one digit count, and how much more rows than usual are those of two folds."""
_FOLDISH = re.compile(
    r"(cv|fold|split|rep(?:eat|licate|etition)?|resample|run|iter|iteration|bootstrap|slice)s?(?![^\W\d_])",
    re.IGNORECASE,
)
_DATA = re.compile(r"data|task|problem", re.IGNORECASE)


def number_labels(labels: "pd.Series[Any]", what: str) -> tuple["pd.Series[Any]", tuple[str, ...]]:
    """Number labels such as ``Fold01``; labels that are numbers, and missing ones, are left as they are.

    Returns
    -------
    numbers : Series of str
    notes : tuple of str
    """
    distinct = distinct_labels(labels)
    if distinct.empty or any(_NUMBER.fullmatch(label) for label in distinct):
        return labels, ()
    found = {label: _COUNTED.fullmatch(label) for label in distinct}
    prefixes = {match[1] for match in found.values() if match}
    numbers = {label: match[2] for label, match in found.items() if match}
    if len(prefixes) == 1 and len(set(numbers.values())) == len(distinct):
        return labels.map(numbers).astype("str"), ()
    ranks = {label: str(rank) for rank, label in enumerate(distinct, 1)}
    note = f"The {what}s {quoted(distinct.iloc[0])} … were numbered in the order in which they come."
    return labels.map(ranks).astype("str"), (note,)


def with_numbers(frame: pd.DataFrame, replicates: int | None = None) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """Number the labels of replicates and folds; a label such as caret's ``Fold01.Rep1`` holds both.

    Raises
    ------
    InputError
        If labels hold both without words, and `replicates` does not tell which of the two numbers is which, or if
        they were numbers, which are the same for the folds 1.1 and 1.10.
    """
    notes: tuple[str, ...] = ()
    frame = split_two_numbers(split_fold_and_repeat(frame), replicates)
    for name in ("replicate", "fold"):
        if name in frame:
            numbers, more = number_labels(frame[name], name)
            frame = frame.assign(**{name: numbers})
            notes += more
    return frame, notes


def split_two_numbers(frame: pd.DataFrame, replicates: int | None = None) -> pd.DataFrame:
    """Tell folds and replicates apart in labels such as ``1_1``, by the ids of a replicate or by their number.

    Numbered through, they would be so many folds of a single replicate, which other tests judge.

    Raises
    ------
    InputError
        If labels were numbers, which are the same for the folds 1.1 and 1.10.
    Unsettled
        If neither tells which of the two numbers is which; their number does where there are not as many of both.
    """
    if "fold" not in frame or "replicate" in frame or pd.api.types.is_numeric_dtype(frame["fold"]):
        return frame
    distinct = distinct_labels(frame["fold"]).astype("str")
    are_decimals = _are_decimals(distinct)
    found = _grid(distinct)
    if not found:
        return frame
    counts = _sizes(found)
    labels = frame["fold"].astype("str")
    if are_decimals:
        _refuse_lost_zeros(labels, found)
    parts = [labels.map({label: both[place] for label, both in found.items()}) for place in (0, 1)]
    fits = (
        _count_replicates(frame["id"], parts) if "id" in frame else [count == replicates for count in counts]
    )
    if sum(fits) != 1:
        raise Unsettled(
            f"{quoted(distinct.iloc[0])} … hold two numbers, and nothing says which counts folds and which replicates.",
            "fold",
            "Call them rep1_fold1, or bring a column replicate and a column fold.",
            key="replicates",
            options=counts if counts[0] != counts[1] else (),
        )
    place = fits.index(True)
    return frame.assign(replicate=parts[place], fold=parts[1 - place])


def are_two_numbers(labels: "pd.Series[Any]") -> bool:
    """Whether labels, each there once, are all pairs of the first numbers from 1 on, such as 1.1 to 5.2."""
    distinct = distinct_labels(labels).astype("str")
    pairs = _grid(distinct).values()
    counted = [{int(pair[place]) for pair in pairs} for place in (0, 1)]
    from_one = all(numbers == set(range(1, len(numbers) + 1)) for numbers in counted)
    return bool(pairs) and len(distinct) == len(labels) and from_one


def _are_decimals(distinct: "pd.Series[str]") -> bool:
    return all(map(_AS_DECIMAL.fullmatch, distinct))


def _grid(distinct: "pd.Series[str]") -> dict[str, tuple[str, ...]]:
    """The two numbers of each label, where these are all pairs of two or more of both; else nothing."""
    are_decimals = _are_decimals(distinct)
    form = _AS_DECIMAL if are_decimals else _TWO_NUMBERS
    found = {label: match.groups() for label in distinct if (match := form.fullmatch(label))}
    if are_decimals:
        found = _with_zeros(found)
    counts = _sizes(found)
    is_grid = len(set(found.values())) == len(distinct) == math.prod(counts)
    return found if found and min(counts) > 1 and is_grid else {}


def _sizes(found: Mapping[str, tuple[str, ...]]) -> tuple[int, ...]:
    """How many different numbers stand first, and second."""
    return tuple(len(set(numbers)) for numbers in zip(*found.values(), strict=True))


def _with_zeros(found: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Labels such as 1.01 and 1.1, of which the last was 1.10 before it was read as a number."""
    are_padded = any(second.startswith("0") and len(second) > 1 for _, second in found.values())
    width = max((len(second) for _, second in found.values()), default=0) if are_padded else 0
    return {label: (first, second.ljust(width, "0")) for label, (first, second) in found.items()}


def _refuse_lost_zeros(labels: "pd.Series[str]", found: Mapping[str, tuple[str, ...]]) -> None:
    """Refuse labels that count to 9 or on without a 10, and end in .1 far more often than in anything else.

    Raises
    ------
    InputError
        If they do: 1.10 is 1.1 as a number.
    """
    numbers = {label: int(second) for label, (_, second) in found.items()}
    seen = set(numbers.values())
    if 1 not in seen or max(seen) < _LAST_DIGIT or any(number and number % 10 == 0 for number in seen):
        return
    rows = labels.map(numbers).value_counts()
    if rows[1] > _FAR_MORE * rows.median():
        first = next(label for label, (_, second) in found.items() if int(second) == 1)
        raise InputError(
            f"{quoted(first)} seems to stand for 1.10 as well, which is the same number: far more labels end in .1 "
            "than in any other number, and none in .10.",
            "fold",
            "Call them rep1_fold10, or bring a column replicate and a column fold.",
        )


def _count_replicates(ids: "pd.Series[Any]", parts: Sequence["pd.Series[Any]"]) -> list[bool]:
    """Which of the numbers may count replicates: under each there is every id once, or at least none twice."""
    once = [not pd.concat([ids, part], axis=1).duplicated().any() for part in parts]
    count = ids.nunique()
    whole = [
        fits and bool((part.value_counts() == count).all()) for fits, part in zip(once, parts, strict=True)
    ]
    return whole if any(whole) else once


def split_fold_and_repeat(frame: pd.DataFrame) -> pd.DataFrame:
    """Tell folds and replicates apart where labels such as ``Fold01.Rep1`` or ``Rep1Fold01`` hold both."""
    if "fold" not in frame or "replicate" in frame or pd.api.types.is_numeric_dtype(frame["fold"]):
        return frame
    labels = frame["fold"].astype("str")
    if labels.empty or labels.isna().any():
        return frame
    distinct = labels.unique()
    for pattern in _BOTH:
        found = [match for label in distinct if (match := pattern.fullmatch(label.strip()))]
        if len(found) == len(distinct):
            parts = {role: [match[role] for match in found] for role in ("fold", "replicate")}
            numbers = {role: dict(zip(distinct, part, strict=True)) for role, part in parts.items()}
            return frame.assign(**{role: labels.map(of_label) for role, of_label in numbers.items()})
    return frame


def cut_into_replicates(frame: pd.DataFrame, replicates: int | None) -> pd.DataFrame:
    """Cut folds that are numbered through, replicate after replicate, into that many replicates.

    Raises
    ------
    InputError
        If their number is no multiple of `replicates`, or a column says other replicates.
    """
    if replicates is None:
        return frame
    if replicates < 1:
        raise InputError(
            f"must be at least 1, not {replicates}.",
            "replicates",
            "Say how often the data were split into folds.",
        )
    if frame.get("replicate", pd.Series(["1"])).nunique() > 1:
        raise InputError(
            "there is a column of replicates already.", "replicates", "Leave replicates out, or that column."
        )
    if replicates == 1:
        return frame
    order = pd.to_numeric(frame["fold"], errors="coerce")
    if order.isna().any():
        return frame  # the check of the cells names the row
    places = order.rank(method="dense").astype(int) - 1
    count = int(places.max()) + 1
    if count % replicates:
        raise InputError(
            f"{count} folds cannot be cut into {replicates} replicates of equally many.",
            "replicates",
            f"{count} folds are r replicates × K folds; say the right r.",
        )
    k = count // replicates
    return frame.assign(replicate=(places // k + 1).astype("str"), fold=(places % k + 1).astype("str"))


def meaning_of(labels: "pd.Series[Any]", name: str) -> Rows | None:
    """What labels of rows seem to stand for: folds when they are called or counted so; None if nobody can tell."""
    distinct = labels.dropna().drop_duplicates()
    if _FOLDISH.match(name) or are_folds(distinct):
        return "folds"
    if (
        distinct.empty
        or all(_NUMBER.fullmatch(label) for label in distinct)
        or read_dates(distinct) is not None
    ):
        return None
    return None if _are_numbered(distinct) else "data sets"


def _are_numbered(distinct: "pd.Series[Any]") -> bool:
    """Whether labels differ by their number alone, as ``acc_1`` and ``acc_2`` do, and do not say that they are data."""
    beginnings = {match[1] if (match := _COUNTED.fullmatch(label)) else label for label in distinct}
    return len(beginnings) == 1 < len(distinct) and not _DATA.match(beginnings.pop())


def are_folds(distinct: "pd.Series[Any]") -> bool:
    """Whether there are labels, and all are called like folds, or like folds and replicates."""
    return not distinct.empty and all(
        _FOLDISH.match(label) or any(pattern.fullmatch(label.strip()) for pattern in _BOTH)
        for label in distinct
    )


def fold_numbers(labels: "pd.Series[Any] | None", what: str, rows: int) -> tuple[Array, tuple[str, ...]]:
    """Number a column; 1 everywhere when there is none. Numbers that are not 1, 2, 3 … are ranked."""
    if labels is None:
        return np.broadcast_to(np.int64(1), rows), ()
    if labels.dtype == "int64":
        least = int(labels.min())
        if least in (0, 1):
            return labels.to_numpy() if least else labels.to_numpy() + 1, ()
        return labels.rank(method="dense").to_numpy(dtype=np.int64), ()
    texts, notes = number_labels(labels, what)
    numbers = pd.to_numeric(texts, errors="coerce")
    if numbers.isna().any():
        codes = pd.factorize(labels)[0] + 1
        return codes.astype(np.int64), (f"The {what}s were numbered in the order in which they come.",)
    values = numbers.to_numpy(dtype=float)
    whole = bool(((values == np.rint(values)) & (values >= 0) & (values < 1e9)).all())
    if whole and values.min() in (0, 1):
        return values.astype(np.int64) + int(values.min() == 0), notes
    return numbers.rank(method="dense").to_numpy().astype(np.int64), notes
