"""What is in memory already → what readers take: frames of any library, columns by name, attributes with a target."""

import json
from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
import pandas as pd
import pyarrow as pa

from core.data.tables.header import ROW_NAMES
from core.errors import InputError

_NO_SCORES = {"estimator", "indices"}
"""What `cross_validate` returns besides scores and times."""


class Arrow(Protocol):
    """A table of polars, pyarrow, DuckDB …: whatever hands itself over as Arrow."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Give a capsule of the stream."""


def held(source: Any, *, labels: bool) -> Any:
    """Give a pandas data frame, or the JSON of plain containers; what is not in memory comes back as it is.

    Parameters
    ----------
    source : anything
        A dictionary of columns, of tables by learner, or of nested lists of scores is written as JSON.
    labels : bool
        Whether labels of rows that say something become columns: names of learners, numbers of folds.
    """
    if isinstance(source, pd.DataFrame):
        return with_labels(source) if labels else source
    if isinstance(source, Mapping):
        return json.dumps(_plain(source), default=lambda item: type(item).__name__).encode()
    if hasattr(source, "__arrow_c_stream__"):
        try:
            return pa.table(source).to_pandas()
        except (pa.ArrowException, TypeError, ValueError):
            return source  # a single column
    return source


def with_labels(frame: pd.DataFrame) -> pd.DataFrame:
    """Make columns of the labels of rows, unless they only count; unnamed texts are learners, numbers folds."""
    index = frame.index
    if isinstance(index, pd.MultiIndex):
        usual = {True: "fold", False: "learner"}
        names = [
            usual[pd.api.types.is_numeric_dtype(index.levels[place])] if name is None else str(name)
            for place, name in enumerate(index.names)
        ]
        return frame.reset_index(names=names, allow_duplicates=True)
    if index.name is not None:
        return frame.reset_index(allow_duplicates=True)
    counts = isinstance(index, pd.RangeIndex) or pd.api.types.is_numeric_dtype(index.dtype)
    return frame if counts else frame.reset_index(names=ROW_NAMES, allow_duplicates=True)


def with_target(source: Any) -> Any:
    """Put attributes and target together, as scikit-learn hands them over: a pair (X, y), or a Bunch of both.

    Anything else comes back as it is.

    Raises
    ------
    InputError
        If there is not one target for each row of attributes.
    """
    names: Any = None
    if isinstance(source, Mapping) and {"data", "target"} <= set(source):
        X, y, names = source["data"], _named_classes(source), source.get("feature_names")
    elif isinstance(source, tuple) and [_dimensions(item) for item in source] == [2, 1]:
        X, y = source
    else:
        return source
    if not isinstance(X, pd.DataFrame):
        X = pd.DataFrame(np.asarray(X), columns=names)
        X.columns = [name if isinstance(name, str) else f"x{name + 1}" for name in X.columns]
    if len(X) != len(y):
        raise InputError(
            f"X has {len(X):,} rows and y has {len(y):,}.", "y", "Bring one target for each row."
        )
    target = getattr(y, "name", None) or "target"
    return X.reset_index(drop=True).assign(**{str(target): np.asarray(y)})


def _dimensions(item: Any) -> int:
    try:
        return np.ndim(item)
    except ValueError:
        return -1  # lists of different lengths


def _named_classes(bunch: Mapping[str, Any]) -> Any:
    """The target, its numbers replaced by the names of the classes where they are given."""
    target, names = bunch["target"], bunch.get("target_names")
    codes = np.asarray(target)
    if names is None or codes.ndim != 1 or codes.dtype.kind not in "iu" or len(names) <= codes.max():
        return target
    return np.asarray(names)[codes]


def _plain(value: Any) -> Any:
    if isinstance(value, pd.DataFrame):
        return _plain(with_labels(value).to_dict("list"))
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items() if key not in _NO_SCORES}
    if isinstance(value, list | tuple | range):
        return [_plain(item) for item in value]
    if isinstance(value, np.ndarray | np.generic | pd.Series | pd.Index):
        return _plain(value.tolist())
    return value
