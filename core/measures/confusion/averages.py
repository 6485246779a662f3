"""Precision, recall and F1 of every class against the rest, and their macro, weighted and micro averages.

Reference: Sokolova & Lapalme 2009, Table 3.
"""

from typing import Any

import numpy as np
import pandas as pd

from core.measures.confusion.matrix import Confusion
from core.measures.confusion.rates import two_class_rates

COLUMNS = {"precision": "precision", "recall": "tp_rate", "specificity": "specificity", "f1": "f1"}


def class_table(table: Confusion) -> pd.DataFrame:
    """Rates of every class against the rest.

    Returns
    -------
    DataFrame
        One row per class: class, instances, assigned, precision, recall, specificity, f1; NaN where undefined.
    """
    rows = []
    for k, label in enumerate(table.labels):
        rates = {rate.key: rate.value for rate in two_class_rates(*table.against_rest(label))}
        sizes = {"instances": int(table.counts[k].sum()), "assigned": int(table.counts[:, k].sum())}
        rows.append({"class": label, **sizes, **{name: rates[key] for name, key in COLUMNS.items()}})
    return pd.DataFrame(rows)


def average_table(table: Confusion) -> pd.DataFrame:
    """Averages over the classes.

    Returns
    -------
    DataFrame
        Rows "macro" (mean of the classes), "weighted" (by their instances) and "micro" (counts added up first);
        columns average, precision, recall, specificity, f1. A mean with an undefined class is undefined.
    """
    classes = class_table(table)
    values, sizes = classes[list(COLUMNS)], classes["instances"].to_numpy(dtype=float)
    added = np.sum([table.against_rest(label) for label in table.labels], axis=0)
    micro = {rate.key: rate.value for rate in two_class_rates(*(int(count) for count in added))}
    # a class without instances has weight 0 and no recall: 0 · NaN must stay out
    weights = sizes / sizes.sum()
    weighted = (values[sizes > 0].to_numpy() * weights[sizes > 0, None]).sum(axis=0)
    rows: dict[str, dict[Any, Any]] = {
        "macro": dict(values.mean(skipna=False).items()),
        "weighted": dict(zip(COLUMNS, weighted.tolist(), strict=True)),
        "micro": {name: micro[key] for name, key in COLUMNS.items()},
    }
    return pd.DataFrame([{"average": name, **found} for name, found in rows.items()])
