"""Columns of delimited text kept small: few distinct texts as `category`, columns of finite fractions as float64.

What each column may become is guessed from its first rows and holds only if every cell of it agrees.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from core.data.tables.cells import blank_missing

_FEW = 20
_SHARE = 4
"""A column has few distinct texts when it has at most 20, or at most a quarter of its rows."""

TEXT: Any = pa.large_string()
FEW_TEXTS: Any = pa.dictionary(pa.int32(), pa.string())
FRACTION: Any = pa.float64()


def kinds_of(sample: Any) -> list[Any]:
    """Guess how each column is best kept.

    Parameters
    ----------
    sample : Arrow table of texts
        The first rows.

    Returns
    -------
    list of Arrow types
        `TEXT`, `FEW_TEXTS` or `FRACTION`.
    """
    return [_kind(column) for column in sample.columns]


def _kind(column: Any) -> Any:
    if len(pc.unique(column)) <= max(_FEW, len(column) / _SHARE):
        return FEW_TEXTS
    if not pc.any(pc.match_substring(column, ".")).as_py():
        return TEXT
    return FRACTION if _all_finite(column) and not _spells_one_twice(column) else TEXT


def _spells_one_twice(texts: Any) -> bool:
    """Whether a number stands there in two spellings, as 1.1 and 1.10 do where they are the labels of two folds."""
    distinct = pc.unique(texts)
    return len(pc.unique(pc.cast(distinct, pa.float64()))) < len(distinct)


def _all_finite(texts: Any) -> bool:
    try:
        numbers = pc.cast(texts, pa.float64())
    except pa.ArrowInvalid:
        return False
    return bool(pc.all(pc.is_finite(numbers)).as_py())


def without_fractions(kinds: Sequence[Any]) -> list[Any]:
    """The same kinds for a table in which a column of fractions has other cells too."""
    return [TEXT if kind == FRACTION else kind for kind in kinds]


def is_whole(columns: Sequence[Any]) -> bool:
    """Whether the columns of fractions hold finite numbers alone."""
    return all(pc.all(pc.is_finite(column)).as_py() for column in columns if column.type == FRACTION)


def frame_of(columns: list[Any], names: Sequence[str]) -> tuple[pd.DataFrame, dict[str, Mapping[str, int]]]:
    """Make a frame of the columns; `columns` is emptied on the way, so that nothing is held twice.

    Returns
    -------
    frame : DataFrame
        Missing cells are missing.
    spellings : dict
        For each column with missing cells, how often each spelling stood there.
    """
    found: dict[str, Any] = {}
    spellings: dict[str, Mapping[str, int]] = {}
    columns.reverse()
    for name in names:
        found[name], spelled = _column(columns.pop())
        if spelled:
            spellings[name] = spelled
    return pd.DataFrame(found, copy=False), spellings


def _column(column: Any) -> tuple[Any, dict[str, int]]:
    if column.type == FRACTION:
        return column.to_numpy(), {}
    if column.type == FEW_TEXTS:
        whole = column.unify_dictionaries().combine_chunks()
        whole = whole.chunk(0) if isinstance(whole, pa.ChunkedArray) else whole
        if len(whole.dictionary) <= max(1000, len(whole) / _SHARE):
            return _categories(whole)
        column = whole.cast(TEXT)
    elif _all_finite(column):
        return pd.Series(column.to_pandas(), dtype="str"), {}
    array, spellings = blank_missing(column)
    return pd.Series(array.to_pandas(), dtype="str"), spellings


def _categories(array: Any) -> tuple[Any, dict[str, int]]:
    """Texts that stand there as categories, those that mean a missing value as missing."""
    texts, _ = blank_missing(array.dictionary)
    codes, is_missing = array.indices.to_numpy(), texts.is_null().to_numpy(zero_copy_only=False)
    spellings: dict[str, int] = {}
    if is_missing.any():
        trimmed, counts = pc.utf8_trim_whitespace(array.dictionary), np.bincount(codes, minlength=len(texts))
        for place in np.flatnonzero(is_missing):
            spelling = trimmed[int(place)].as_py()
            spellings[spelling] = spellings.get(spelling, 0) + int(counts[place])
        codes = np.where(is_missing, -1, np.cumsum(~is_missing) - 1)[codes]
    categories = pd.Index(texts.drop_null().to_pandas(), dtype="str")
    return pd.Categorical.from_codes(codes, categories=categories, validate=False), spellings
