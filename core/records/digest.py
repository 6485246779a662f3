"""Contents → fingerprint, by sha256: the same on every machine and in every process."""

import hashlib
from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd

from core.records.array import Array

Piece = bytes | memoryview


def digest(*parts: Any) -> str:
    """Sha256 (64 hex digits) over plain values, bytes, arrays, Series, frames and sequences of them.

    Every part is written with its type and length, so that no two different sequences of parts
    are hashed from the same bytes.
    """
    state = hashlib.sha256()
    for part in parts:
        for piece in _pieces(part):
            state.update(piece)
    return state.hexdigest()


def _pieces(part: Any) -> Iterable[Piece]:
    if isinstance(part, pd.DataFrame):
        yield _head("frame", part.shape[1])
        for position, name in enumerate(part.columns):
            yield from _pieces(str(name))
            yield from _pieces(part.iloc[:, position])
    elif isinstance(part, pd.Series):
        yield from _series_pieces(part)
    elif isinstance(part, np.ndarray):
        yield from _array_pieces(part)
    elif isinstance(part, bytes):
        yield _head("bytes", len(part))
        yield part
    elif isinstance(part, tuple | list):
        yield _head("sequence", len(part))
        for item in part:
            yield from _pieces(item)
    else:
        text = f"{type(part).__name__}:{part!r}".encode()
        yield _head("plain", len(text)) + text


def _head(kind: str, size: object) -> bytes:
    return f"<{kind} {size}>".encode()


def _series_pieces(series: pd.Series) -> Iterable[Piece]:
    dtype = series.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        yield _head("category", bool(dtype.ordered))
        yield from _pieces([_plain(value) for value in dtype.categories])
        yield from _array_pieces(series.cat.codes.to_numpy(dtype=np.int64))
    elif isinstance(dtype, np.dtype) and dtype.kind in "biuf":
        yield from _array_pieces(series.to_numpy())
    else:
        codes, values = pd.factorize(series)
        yield _head("values", str(dtype))
        yield from _pieces([_plain(value) for value in values])
        yield from _array_pieces(codes.astype(np.int64))


def _array_pieces(array: Array) -> Iterable[Piece]:
    if array.dtype.kind not in "biuf":
        yield _head("objects", array.shape)
        yield from _pieces([_plain(value) for value in array.ravel()])
        return
    little = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
    if little.dtype.kind == "f":  # every NaN and both zeros are one value
        little = little + 0.0
        little[np.isnan(little)] = np.nan
    yield _head(f"array {little.dtype.str}", array.shape)
    yield little.data.cast("B") if little.size else b""


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value
