"""Rates at every threshold → their intervals, by Wilson or Clopper–Pearson, for all thresholds at once."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from core.errors import check_one_of
from core.inference.declaration.checks import check_level
from core.inference.distributions.limits import clopper_pearson, wilson
from core.measures import ThresholdTable
from core.records import Array

LIMITS = {"wilson": wilson, "exact": clopper_pearson}


@dataclass(frozen=True, eq=False)
class ThresholdBand:
    """Intervals of tp-rate and fp-rate at every corner of a ROC curve.

    Attributes
    ----------
    tpr_low, tpr_high, fpr_low, fpr_high : arrays, one value per corner
    level : float
        Of each rate by itself; both of a corner are right together less often.
    method : str
    """

    tpr_low: Array
    tpr_high: Array
    fpr_low: Array
    fpr_high: Array
    level: float
    method: str


def threshold_band(
    table: ThresholdTable, level: float = 0.95, method: Literal["wilson", "exact"] = "wilson"
) -> ThresholdBand:
    """Intervals of both rates at every threshold, which is taken as fixed beforehand.

    Parameters
    ----------
    table : ThresholdTable
        With both classes.
    level : float
    method : "wilson" or "exact"

    Raises
    ------
    InputError
        If the level is not between 0 and 1 or there is no such method.

    Reference: Wilson 1927; Clopper & Pearson 1934; Macskassy & Provost 2004 (bands by threshold).
    """
    check_level(level)
    check_one_of(method, tuple(LIMITS), "method")
    tail = (1 - level) / 2
    tpr = LIMITS[method](table.tp.astype(float), np.array(float(table.positives)), tail)
    fpr = LIMITS[method](table.fp.astype(float), np.array(float(table.negatives)), tail)
    return ThresholdBand(*tpr, *fpr, level, method)
