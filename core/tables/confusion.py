"""Tables of a confusion matrix: its rates with intervals, its classes and their averages, the commonest mistakes."""

import numpy as np
import pandas as pd

from core.figures.canvas.text import sentence_list
from core.inference.intervals.catalogue import INTERVALS
from core.measures import Confusion, average_table, class_table
from core.tables.table import Table, alike
from core.written import hundredths, number


def rates_table(matrix: Confusion, level: float = 0.95, *, why_not: str = "") -> Table:
    """Every rate of a matrix, with Wilson's interval where it is a share of instances.

    Parameters
    ----------
    matrix : Confusion
    level : float
    why_not : str
        Why there may be no intervals, see `why_not_pooled`; empty where there may.

    Returns
    -------
    Table
        The reasons of undefined rates are there only where a rate is undefined.
    """
    rates = list(matrix.rates.values())
    frame = pd.DataFrame(
        {
            "rate": rate.title,
            "value": rate.value,
            "low": np.nan,
            "high": np.nan,
            "counts": f"{rate.part:,} / {rate.whole:,}" if rate.part is not None else "",
            "formula": rate.formula,
            "why undefined": rate.reason,
        }
        for rate in rates
    )
    known = [k for k, rate in enumerate(rates) if rate.part is not None and rate.whole]
    if known and not why_not:
        parts = np.array([rates[k].part for k in known], dtype=float)
        wholes = np.array([rates[k].whole for k in known], dtype=float)
        low, high = INTERVALS["wilson"].evaluate(level, errors=parts, n=wholes)
        frame.loc[known, "low"], frame.loc[known, "high"] = low, high
    if not frame["why undefined"].any():
        frame = frame.drop(columns="why undefined")
    said = sentence_list([f"{rate.title} {number(rate.value)}" for rate in rates])
    return Table(frame, f"Rates: {said}.", alike("{:.4f}", "value", "low", "high"))


def most_confused_table(matrix: Confusion, most: int = 8) -> Table:
    """The commonest mistakes, with their shares of the true class."""
    frame = matrix.most_confused(most)[["count", "share", "truth", "assigned"]]
    cells = zip(frame["truth"], frame["assigned"], frame["count"], strict=True)
    said = sentence_list([f"{truth} taken for {assigned} {n:,} times" for truth, assigned, n in cells])
    return Table(frame, f"Most confused: {said}.", alike(hundredths, "share"))


def classes_table(matrix: Confusion) -> Table:
    """Each class against the rest."""
    frame = class_table(matrix)
    return Table(frame, f"Rates of {len(frame)} classes, each against the rest.")


def averages_table(matrix: Confusion) -> Table:
    """Averages over the classes: macro, weighted, micro."""
    return Table(average_table(matrix), "Macro, weighted and micro averages over the classes.")
