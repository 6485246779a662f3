"""Columns of replicates and folds → numbers that count from 1."""

from typing import Any

import numpy as np
import pandas as pd

from core.data.layouts.labels import numbered as number_labels

Array = np.ndarray[Any, Any]


def numbered(labels: "pd.Series[Any] | None", what: str, rows: int) -> tuple[Array, tuple[str, ...]]:
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
