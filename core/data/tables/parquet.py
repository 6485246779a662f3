"""Parquet and data frames → columns: types are kept, nested ones refused."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from core.data.tables.header import name_columns
from core.data.tables.source import MEGABYTE, Content, check_shape
from core.errors import InputError, quoted
from core.written import size_text

STORED_BY = b"foldwise"
"""The metadata of Parquet that was written by `dataset_to_parquet`."""

_MOST_UNPACKED = 400 * MEGABYTE


def parse_parquet(content: Content) -> tuple[pd.DataFrame, list[str]]:
    """Read Parquet: numbers as float64, dates as datetime, dictionaries as `category`, the rest as text.

    Raises
    ------
    InputError
        If the file is damaged, too large when unpacked, or has columns of lists, structures or bytes.
    """
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(pa.BufferReader(content.data))
        _check_size(file.metadata, content.where)
        _check_foreign(file.schema_arrow.metadata or {}, content.where)
        _check_types(file.schema_arrow, content.where)
        return frame_of(_read(content, file.schema_arrow), content.where)
    except (pa.ArrowException, OSError, ValueError, KeyError, TypeError, MemoryError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            "begins as Parquet but cannot be read.", content.where, "The file may be damaged; save it again."
        ) from error


def parse_frame(frame: pd.DataFrame) -> tuple[pd.DataFrame, list[str]]:
    """Bring a data frame into the same types; its index is left out.

    Raises
    ------
    InputError
        If a column mixes types or holds what is no plain value, or the frame is empty or too large.
    """
    try:
        names = [str(name) for name in frame.columns]
        columns = [pa.array(frame.iloc[:, i], from_pandas=True) for i in range(frame.shape[1])]
    except (pa.ArrowException, ValueError, TypeError) as error:
        raise InputError(
            f"a column mixes types that cannot stand together ({error}).",
            "the data frame",
            "Convert each column to numbers or to text.",
        ) from error
    table = pa.Table.from_arrays(columns, names=names)
    _check_types(table.schema, "the data frame")
    return frame_of(table, "the data frame")


def frame_of(table: Any, where: str) -> tuple[pd.DataFrame, list[str]]:
    """Turn an Arrow table into a frame of float64, datetime, `category` and text columns.

    Raises
    ------
    InputError
        If it is empty or too large.
    """
    check_shape(table.num_rows, table.num_columns, where)
    if not table.num_rows or not table.num_columns:
        raise InputError("has no rows.", where, "Bring a table with one row per instance.")
    names, notes = name_columns(table.column_names)
    columns = {name: _column(table.column(i)) for i, name in enumerate(names)}
    return pd.DataFrame(columns), notes


def _check_size(metadata: Any, where: str) -> None:
    check_shape(metadata.num_rows, metadata.num_columns, where)
    unpacked = sum(metadata.row_group(i).total_byte_size for i in range(metadata.num_row_groups))
    if unpacked > _MOST_UNPACKED:
        raise _too_large(where)


def _read(content: Content, schema: Any) -> Any:
    """Read with every text stored once, so that a small file cannot unpack to any size, then unpack."""
    import pyarrow.parquet as pq

    texts = [name for name, kind in zip(schema.names, schema.types, strict=True) if _is_text(kind)]
    table = pq.ParquetFile(pa.BufferReader(content.data), read_dictionary=texts).read()
    table.validate(full=True)
    size = sum(_unpacked(table.column(i)) for i in range(table.num_columns))
    if size > _MOST_UNPACKED:
        raise _too_large(content.where)
    return table.cast(schema)


def _is_text(kind: Any) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _unpacked(column: Any) -> int:
    """Number of bytes of the texts of a column when each is written out."""
    if not pa.types.is_dictionary(column.type) or not _is_text(column.type.value_type):
        return 0
    sizes = [
        pc.sum(pc.binary_length(chunk.dictionary).take(chunk.indices)).as_py() for chunk in column.chunks
    ]
    return sum(size or 0 for size in sizes)


def _too_large(where: str) -> InputError:
    return InputError(
        f"unpacks to more than {size_text(_MOST_UNPACKED)}.", where, "Leave out columns or rows."
    )


def _check_foreign(metadata: Mapping[bytes, bytes], where: str) -> None:
    if STORED_BY in metadata:
        raise InputError(
            "is a data set on its way to a job, with categories written as codes.",
            where,
            "Bring the table it was made from, or read it with dataset_from_parquet.",
        )


def _check_types(schema: Any, where: str) -> None:
    for name, kind in zip(schema.names, schema.types, strict=True):
        if not _is_plain(kind):
            raise InputError(
                f"the column holds {kind}, which is neither a number, a text, a date nor a truth value.",
                f"{where}, column {quoted(name)}",
                "Leave the column out, or convert it to numbers or text.",
            )


def _is_plain(kind: Any) -> bool:
    types = pa.types
    if types.is_dictionary(kind):
        return _is_plain(kind.value_type) and not types.is_dictionary(kind.value_type)
    tests = (
        types.is_integer,
        types.is_floating,
        types.is_decimal,
        types.is_boolean,
        types.is_string,
        types.is_large_string,
        types.is_string_view,
        types.is_timestamp,
        types.is_date,
        types.is_null,
    )
    return any(test(kind) for test in tests)


def _column(column: Any) -> "pd.Series[Any]":
    kind = column.type
    types = pa.types
    if types.is_dictionary(kind):
        texts = _column(column.cast(kind.value_type))
        return texts.map(_text, na_action="ignore").astype("str").astype("category")
    if types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind) or types.is_null(kind):
        return pd.Series(pc.cast(column, pa.float64(), safe=False).to_numpy().astype("float64"))
    if types.is_timestamp(kind) or types.is_date(kind):
        return pd.Series(pc.cast(column, pa.timestamp("us"), safe=False).to_pandas())
    if types.is_boolean(kind):
        column = pc.if_else(column, "True", "False")
    return pd.Series(column.cast(pa.large_string()).to_pandas(), dtype="str")


def _text(value: object) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
