"""A data set as Parquet and back, fingerprint and all: how data travel to a job."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pandas as pd
import pyarrow as pa

from core.data.tables.parquet import STORED_BY
from core.errors import InputError, quoted
from core.records import Dataset

_VERSION = 1
_PLAIN = (str, int, float, bool)


def dataset_to_parquet(dataset: Dataset) -> bytes:
    """Write a data set as Parquet; roles, categories and types stand in its metadata as JSON.

    Raises
    ------
    InputError
        If a category or a name is something else than a text, a number or a truth value.
    """
    import pyarrow.parquet as pq

    roles = {"groups": dataset.groups, "folds": dataset.folds, "y": dataset.y}
    columns = [dataset.X.iloc[:, i] for i in range(dataset.X.shape[1])]
    extra = {role: column for role, column in roles.items() if column is not None}
    every = [*columns, *extra.values()]
    about = {
        "version": _VERSION,
        "name": dataset.name,
        "task": dataset.task,
        "positive": _plain(dataset.positive),
        "notes": dataset.notes,
        "fingerprint": dataset.fingerprint,
        "attributes": len(columns),
        "roles": list(extra),
        "columns": [_description(column) for column in every],
    }
    names = [f"{position} {column.name}" for position, column in enumerate(every)]
    table = pa.Table.from_arrays([_array(column) for column in every], names=names)
    table = table.replace_schema_metadata({STORED_BY: json.dumps(about).encode()})
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd")
    return bytes(sink.getvalue().to_pybytes())


def dataset_from_parquet(data: bytes) -> Dataset:
    """Read back what `dataset_to_parquet` wrote; the fingerprint is computed again and must agree.

    Raises
    ------
    InputError
        If these are other bytes, or were changed since.
    """
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(pa.BufferReader(data))
        about = json.loads((table.schema.metadata or {})[STORED_BY])
        dataset = _dataset(table, about)
    except (pa.ArrowException, OSError, ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise InputError(
            f"this is not a data set that was stored here ({type(error).__name__}).",
            "the stored data set",
            "Read the table it was made from with read_dataset.",
        ) from error
    if dataset.fingerprint != about["fingerprint"]:
        # data that were kept before the positive class was part of it
        if replace(dataset, positive=None, fingerprint="").fingerprint == about["fingerprint"]:
            return replace(dataset, fingerprint=about["fingerprint"])
        raise InputError(
            "the stored data set was changed since it was written, or was written by another version.",
            "the stored data set",
            "Read the table it was made from again.",
        )
    return dataset


def _dataset(table: Any, about: Mapping[str, Any]) -> Dataset:
    columns = [_series(table.column(i), item) for i, item in enumerate(about["columns"])]
    count = about["attributes"]
    roles = dict(zip(about["roles"], columns[count:], strict=True))
    X = pd.DataFrame(dict(enumerate(columns[:count])), index=range(table.num_rows))
    return Dataset(
        name=about["name"],
        X=X.set_axis([column.name for column in columns[:count]], axis="columns"),
        y=roles["y"],
        task=about["task"],
        positive=about["positive"],
        groups=roles.get("groups"),
        folds=roles.get("folds"),
        notes=tuple(about["notes"]),
    )


def _description(column: "pd.Series[Any]") -> dict[str, Any]:
    description: dict[str, Any] = {"name": _plain(column.name), "dtype": str(column.dtype)}
    if isinstance(column.dtype, pd.CategoricalDtype):
        description["categories"] = [_plain(value) for value in column.dtype.categories]
        description["ordered"] = bool(column.dtype.ordered)
    return description


def _array(column: "pd.Series[Any]") -> Any:
    if isinstance(column.dtype, pd.CategoricalDtype):
        return pa.array(column.cat.codes.to_numpy())
    try:
        return pa.array(column.to_numpy() if column.dtype.kind in "biuf" else column, from_pandas=True)
    except (pa.ArrowException, ValueError, TypeError) as error:
        raise InputError(
            f"a column of mixed types cannot be stored ({error}).",
            f"column {quoted(column.name)}",
            "Convert it to numbers or to text.",
        ) from error


def _series(array: Any, description: Mapping[str, Any]) -> "pd.Series[Any]":
    if "categories" in description:
        dtype = pd.CategoricalDtype(description["categories"], description["ordered"])
        codes = pd.Categorical.from_codes(array.to_numpy(), dtype=dtype)
        return pd.Series(codes, name=description["name"])
    return pd.Series(array.to_pandas().astype(description["dtype"]), name=description["name"])


def _plain(value: Any) -> Any:
    value = value.item() if hasattr(value, "item") else value
    if value is not None and not isinstance(value, _PLAIN):
        raise InputError(
            f"{quoted(value)} ({type(value).__name__}) is neither a text, a number nor a truth value.",
            "a name, category or class of the data set",
            "Convert it to text.",
        )
    return value
