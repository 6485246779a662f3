"""Tables of a confusion matrix: its rates with intervals, its classes and their averages, the commonest mistakes."""

from math import isnan

import numpy as np
import pandas as pd

from core.figures.canvas.text import sentence_list
from core.inference.intervals.catalogue import INTERVALS
from core.measures import Confusion, Rate, average_table, class_table, told_in_percent
from core.tables.table import Column, Table, Writer, alike, telling
from core.written import MISSING, PERCENT, ends, hundredths, in_percent, to_places


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
        The columns `value`, `low` and `high` hold the numbers and are not printed. The reasons of
        undefined rates are there only where a rate is undefined.
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
    writers = [_writer(rate) for rate in rates]
    frame["rate in words"] = [write(rate.value) for write, rate in zip(writers, rates, strict=True)]
    frame["interval"] = [
        MISSING if isnan(low) else f"{' … '.join(ends(low, high, rates=True))}{PERCENT}"
        for low, high in zip(frame["low"], frame["high"], strict=True)
    ]
    said = sentence_list(
        [f"{rate.title} {text}" for rate, text in zip(rates, frame["rate in words"], strict=True)]
    )
    columns = {"rate in words": Column("Value"), "interval": Column(in_percent(level))}
    shown = ("rate", *columns, *(name for name in ("counts", "formula", "why undefined") if name in frame))
    return Table(frame, f"Rates: {said}.", columns, telling(frame, shown))


def _writer(rate: Rate) -> Writer:
    """Shares of instances are told in per cent, as everywhere; F1, correlations and the like are plain numbers."""
    return _share if rate.part is not None or told_in_percent(rate.key) else _plain


def _plain(value: float) -> str:
    return MISSING if isnan(value) else to_places(value, 4)


def _share(value: float) -> str:
    return MISSING if isnan(value) else hundredths(value)


def most_confused_table(matrix: Confusion, most: int = 8) -> Table:
    """The commonest mistakes, with their shares of the true class."""
    frame = matrix.most_confused(most)[["count", "share", "truth", "assigned"]]
    cells = zip(frame["truth"], frame["assigned"], frame["count"], strict=True)
    said = sentence_list([f"{truth} taken for {assigned} {n:,} times" for truth, assigned, n in cells])
    return Table(frame, f"Most confused: {said}.", alike(hundredths, "share"))


def classes_table(matrix: Confusion) -> Table:
    """Each class against the rest."""
    frame = class_table(matrix)
    columns = alike("{:,}", "instances", "assigned") | _by_class()
    return Table(frame, f"Rates of {len(frame)} classes, each against the rest.", columns)


def averages_table(matrix: Confusion) -> Table:
    """Averages over the classes: macro, weighted, micro."""
    alt = "Macro, weighted and micro averages over the classes."
    return Table(average_table(matrix), alt, _by_class())


def _by_class() -> dict[str, Column]:
    """How the rates of a class are written."""
    return alike(hundredths, "precision", "recall", "specificity") | {"f1": Column("F1", "{:.4f}")}
