"""Predicted probabilities → observed shares of the positive class, by bins: do they mean what they say?

Reference: DeGroot & Fienberg 1983; Niculescu-Mizil & Caruana 2005.
"""

from collections.abc import Hashable
from typing import Any, Literal

import numpy as np
import pandas as pd

from core.errors import InputError, check_one_of
from core.measures.curves.thresholds import ranked_input


def calibration(
    y: Any,
    probabilities: Any,
    positive: Hashable | None = None,
    *,
    bins: int = 10,
    cells: Literal["width", "count"] = "width",
) -> pd.DataFrame:
    """Compare probabilities with what happened, bin by bin.

    Parameters
    ----------
    y, probabilities, positive
        As in `roc`; probabilities of the positive class, from 0 to 1.
    bins : int
        At least 2.
    cells : "width" or "count"
        Bins of equal width, to which their lower edge belongs, or of (nearly) equal numbers of instances; equal
        probabilities stay together.

    Returns
    -------
    DataFrame
        One row per bin that holds an instance: low, high, mean (of the probabilities), share (of positives),
        positives, instances.

    Raises
    ------
    InputError
        If a score is not a probability, or there are fewer than two bins.
    """
    truth, given = ranked_input(y, probabilities, positive)
    check_one_of(cells, ("width", "count"), "cells")
    if bins < 2:
        raise InputError(f"must be at least 2, not {bins!r}.", "bins")
    outside = given[(given < 0) | (given > 1)]
    if len(outside):
        raise InputError(
            f"must lie between 0 and 1, not {outside[0]:g}.",
            "probabilities",
            "Decision values are no probabilities and cannot be compared with shares.",
        )
    edges = np.arange(bins + 1) / bins  # 0.3 itself; np.linspace gives what is above it
    if cells == "count":
        edges = np.r_[0.0, np.quantile(given, edges[1:-1]), 1.0]
    return _by_bin(truth, given, np.unique(edges))


def _by_bin(truth: Any, given: Any, edges: Any) -> pd.DataFrame:
    bins = len(edges) - 1
    place = np.clip(np.searchsorted(edges, given, side="right") - 1, 0, bins - 1)
    sizes = np.bincount(place, minlength=bins)
    positives = np.bincount(place, weights=truth, minlength=bins).astype(int)
    sums = np.bincount(place, weights=given, minlength=bins)
    held = sizes > 0
    return pd.DataFrame(
        {
            "low": edges[:-1][held],
            "high": edges[1:][held],
            "mean": sums[held] / sizes[held],
            "share": positives[held] / sizes[held],
            "positives": positives[held],
            "instances": sizes[held],
        }
    )


def calibration_error(table: pd.DataFrame) -> float:
    """Mean distance of probability and share over the bins, weighted by their instances.

    Reference: Naeini, Cooper & Hauskrecht 2015, eq. 3.
    """
    return float(np.average((table["mean"] - table["share"]).abs(), weights=table["instances"]))
