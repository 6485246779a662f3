"""Uncertainty of curves by resampling: counts are drawn over the sorted scores, nothing is sorted again.

Instances are drawn with replacement within each class, so that no sample lacks one. A sample is told by how often
each distinct score was drawn in each class.

Reference: Efron & Tibshirani 1993, ch. 13; Macskassy & Provost 2004 (ROC bands); Drummond & Holte 2006, section 4
(bands of cost curves).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from core.errors import InputError, NotApplicable, check_one_of
from core.measures.curves.thresholds import ThresholdTable
from core.records import Array

Curve = Literal["roc", "precision_recall", "gain", "lift", "cost"]

MOST_CELLS = 500
"""Quantile cells of an approximate band."""

_BATCH = 2_000_000
_FEW_CELLS = 32
"""Draws per cell above which drawing whole cells beats drawing instances."""


@dataclass(frozen=True, eq=False)
class Band:
    """A pointwise band around a curve.

    Attributes
    ----------
    x : array of length m
        False-positive rates (ROC), recalls (precision–recall), shares called positive (gain, lift) or weights of
        the positives (cost).
    low, high : arrays of length m
        Quantiles of the curve's height over the samples.
    level : float
        Of each point by itself: the whole curve is inside less often.
    replicates : int
    approximate : bool
        Whether neighbouring scores were joined into quantile cells first.
    """

    x: Array
    low: Array
    high: Array
    level: float
    replicates: int
    approximate: bool


def bootstrap_band(
    table: ThresholdTable,
    curve: Curve = "roc",
    level: float = 0.95,
    *,
    replicates: int = 1000,
    seed: int = 0,
    exact: bool | None = None,
) -> Band:
    """Percentile band of a curve, vertically at fixed values of what it runs over.

    Parameters
    ----------
    table : ThresholdTable
        With both classes.
    curve : "roc", "precision_recall", "gain", "lift" or "cost"
        Cost: the cost curve, each sample at the best of its thresholds for every weight of the positives.
    level : float
    replicates : int
        Bootstrap samples, at least 20.
    seed : int
    exact : bool, optional
        True: resample every distinct score; False: quantile cells; by default exact up to 500 distinct scores.

    Raises
    ------
    NotApplicable
        If a class does not occur.
    InputError
        If the level is not between 0 and 1 or there are fewer than 20 replicates.
    """
    check_one_of(curve, tuple(HEIGHTS), "curve")
    _check(table, level, replicates)
    rough = len(table.thresholds) - 1 > MOST_CELLS if exact is None else not exact
    used = joined(table, MOST_CELLS) if rough else table
    grid = np.linspace(0, 1, 101)[curve == "lift" :]  # a lift over nobody is 0/0
    heights = np.empty((replicates, len(grid)))
    begin = 0
    for tp, fp in _samples(used, replicates, seed):
        heights[begin : begin + len(tp)] = HEIGHTS[curve](tp, fp, grid)
        begin += len(tp)
    low, high = np.quantile(heights, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return Band(grid, low, high, level, replicates, len(used.tp) < len(table.tp))


@dataclass(frozen=True, eq=False)
class RateSamples:
    """Both rates of bootstrap samples at some thresholds, which stay as they are.

    Attributes
    ----------
    corners : int array of length m
        Corners of the table that was resampled, ascending.
    tpr, fpr : arrays, replicates × m
    """

    corners: Array
    tpr: Array
    fpr: Array

    def limits(self, height: Callable[[Array, Array], Array], level: float = 0.95) -> tuple[Array, Array]:
        """Pointwise percentile limits, at every corner, of a height that both rates give: ``height(tpr, fpr)``.

        Raises
        ------
        InputError
            If the level is not between 0 and 1.
        """
        _check_level(level)
        found = np.quantile(height(self.tpr, self.fpr), [(1 - level) / 2, (1 + level) / 2], axis=0)
        return found[0], found[1]


def resampled_rates(
    table: ThresholdTable, corners: Array | None = None, *, replicates: int = 1000, seed: int = 0
) -> RateSamples:
    """Rates of bootstrap samples at fixed thresholds: what curves over θ, such as the expected cost, vary by.

    Parameters
    ----------
    table : ThresholdTable
        With both classes.
    corners : int array of length m, optional
        Ascending positions in `table`; all of them when not given. What is drawn is exact whichever are chosen.
    replicates, seed : int
        As in `bootstrap_band`.

    Raises
    ------
    NotApplicable
        If a class does not occur.
    InputError
        If there are fewer than 20 replicates.
    """
    _check(table, 0.95, replicates)
    last = len(table.tp) - 1
    chosen = np.arange(last + 1) if corners is None else np.asarray(corners, dtype=np.int64)
    cells = np.unique(np.r_[0, chosen, last])
    coarse = ThresholdTable(table.thresholds[cells], table.tp[cells], table.fp[cells])
    kept = np.searchsorted(cells, chosen)
    batches = [(tp[:, kept], fp[:, kept]) for tp, fp in _samples(coarse, replicates, seed)]
    tpr, fpr = (np.concatenate(part) for part in zip(*batches, strict=True))
    return RateSamples(chosen, tpr / table.positives, fpr / table.negatives)


def bootstrap_areas(table: ThresholdTable, replicates: int = 1000, seed: int = 0) -> Array:
    """Areas under the ROC curves of bootstrap samples, exact, ties counted half.

    Raises
    ------
    NotApplicable
        If a class does not occur.
    """
    _check(table, 0.95, replicates)
    rng = np.random.default_rng(seed)
    before, after = _negatives_above(table)
    p, n = table.positives, table.negatives
    areas = np.empty(replicates)
    for k in range(replicates):
        hits = np.bincount(rng.integers(0, p, p), minlength=p)
        alarms = np.zeros(n + 1, dtype=np.int64)
        np.cumsum(np.bincount(rng.integers(0, n, n), minlength=n), out=alarms[1:])
        above = alarms.take(before)
        above += above if after is before else alarms.take(after)
        areas[k] = 1 - (hits @ above) / (2.0 * p * n)
    return areas


def _negatives_above(table: ThresholdTable) -> tuple[Array, Array]:
    """For each positive, from the top: how many negatives score higher, and how many at least as high."""
    hits, alarms = np.diff(table.tp), table.fp
    before = np.repeat(alarms[:-1], hits)
    if not np.any((hits > 0) & (np.diff(alarms) > 0)):
        return before, before
    return before, np.repeat(alarms[1:], hits)


def joined(table: ThresholdTable, cells: int) -> ThresholdTable:
    """Join neighbouring scores into at most `cells` cells of nearly equal parts of both classes."""
    along = table.tpr + table.fpr
    kept = np.unique(np.searchsorted(along, np.linspace(0, 2, cells + 1)).clip(0, len(along) - 1))
    kept = np.unique(np.r_[0, kept, len(along) - 1])
    return ThresholdTable(table.thresholds[kept], table.tp[kept], table.fp[kept])


def _check(table: ThresholdTable, level: float, replicates: int) -> None:
    if not table.positives or not table.negatives:
        raise NotApplicable("both classes must occur to be resampled.", "y")
    _check_level(level)
    if replicates < 20:
        raise InputError(f"must be at least 20, not {replicates!r}.", "replicates")


def _check_level(level: float) -> None:
    if not 0 < level < 1:
        raise InputError(f"must lie strictly between 0 and 1, not {level!r}.", "level")


def _samples(table: ThresholdTable, replicates: int, seed: int) -> Iterator[tuple[Array, Array]]:
    """Corners of the ROC curves of samples, in batches: tp and fp, each samples × corners."""
    rng = np.random.default_rng(seed)
    batch = max(1, _BATCH // max(len(table.tp), 1))
    for start in range(0, replicates, batch):
        size = min(batch, replicates - start)
        yield _drawn(table.tp, size, rng), _drawn(table.fp, size, rng)


def _drawn(cumulated: Array, size: int, rng: np.random.Generator) -> Array:
    """Draw as many instances as there are, and count them up over the cells: samples × corners, as floats."""
    total, cells = int(cumulated[-1]), len(cumulated) - 1
    counts = np.diff(cumulated)
    held = np.flatnonzero(counts)
    corners = np.zeros((size, cells + 1))
    if total > _FEW_CELLS * len(held):
        corners[:, held + 1] = rng.multinomial(total, counts[held] / total, size=size)
    else:
        home = np.repeat(np.arange(1, cells + 1, dtype=np.int32), counts)
        for row in corners:
            picked = rng.integers(0, total, total, dtype=np.int32 if total < 2**31 else np.int64)
            row[:] = np.bincount(home[picked], minlength=cells + 1)
    return np.cumsum(corners, axis=1, out=corners)


def _roc_heights(tp: Array, fp: Array, grid: Array) -> Array:
    """tp-rate of each sample at these fp-rates."""
    rows = zip(tp / tp[:, -1:], fp / fp[:, -1:], strict=True)
    return np.array([np.interp(grid, across, up) for up, across in rows])


def _precision_heights(tp: Array, fp: Array, grid: Array) -> Array:
    """Precision of each sample at the first corner that reaches these recalls."""
    rows = []
    for hits, alarms in zip(tp, fp, strict=True):
        first = np.searchsorted(hits, np.maximum(grid * hits[-1] - 1e-9, 0.5))
        rows.append(hits[first] / (hits[first] + alarms[first]))
    return np.array(rows)


def _gain_heights(tp: Array, fp: Array, grid: Array) -> Array:
    """tp-rate of each sample at these shares called positive."""
    called = tp + fp
    rows = zip(tp / tp[:, -1:], called / called[:, -1:], strict=True)
    return np.array([np.interp(grid, across, up) for up, across in rows])


def _lift_heights(tp: Array, fp: Array, grid: Array) -> Array:
    """Lift of each sample at these shares: the tp-rate over the share."""
    return np.asarray(_gain_heights(tp, fp, grid) / grid)


def _cost_heights(tp: Array, fp: Array, grid: Array) -> Array:
    """Normalised expected cost of each sample's best threshold at these weights of the positives."""
    rows = zip(1 - tp / tp[:, -1:], fp / fp[:, -1:], strict=True)
    weights = np.array([grid, 1 - grid])
    return np.array([(np.column_stack(row) @ weights).min(axis=0) for row in rows])


HEIGHTS: Mapping[Curve, Callable[[Array, Array, Array], Array]] = {
    "roc": _roc_heights,
    "precision_recall": _precision_heights,
    "gain": _gain_heights,
    "lift": _lift_heights,
    "cost": _cost_heights,
}
