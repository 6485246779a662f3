"""Many small samples → their mid-ranks, all at once."""

import numpy as np

from core.records import Array

COUNTED = 40
"""Samples up to this size are ranked by comparing all pairs, which beats sorting them one by one."""

BLOCK = 2**18
"""Values ranked together, few enough for the fast memory."""


def tied_ranks(values: Array, tolerance: Array) -> Array:
    """Mid-ranks from 1 along the last axis; values closer than the tolerance share theirs.

    Parameters
    ----------
    values : array of shape (…, n)
    tolerance : array of shape (…)
    """
    with np.errstate(over="ignore"):  # a gap beyond the largest float is larger than any tolerance
        return _ranked(values, tolerance)


def _ranked(values: Array, tolerance: Array) -> Array:
    if values.shape[-1] > COUNTED:
        return _by_sorting(values, tolerance)
    columns = np.ascontiguousarray(np.moveaxis(values, -1, 0))
    flat, slack = columns.reshape(len(columns), -1), np.asarray(tolerance).reshape(-1)
    ranks = np.empty(flat.shape)
    samples = BLOCK // len(columns)
    for start in range(0, flat.shape[1], samples):
        part = slice(start, start + samples)
        ranks[:, part] = _by_pairs(flat[:, part], slack[part])
    return np.moveaxis(ranks.reshape(columns.shape), 0, -1)


def _by_pairs(values: Array, tolerance: Array) -> Array:
    """2·rank = n + 1 + (number below) − (number above), along the first axis."""
    balance = np.zeros(values.shape, dtype=np.int8)
    for i in range(1, len(values)):
        gaps = values[i] - values[:i]
        signs = (gaps > tolerance).view(np.int8) - (gaps < -tolerance).view(np.int8)
        balance[i] += signs.sum(axis=0, dtype=np.int8)
        balance[:i] -= signs
    return (balance + (len(values) + 1.0)) / 2


def _by_sorting(values: Array, tolerance: Array) -> Array:
    order = np.argsort(values, axis=-1, kind="stable")
    ordered = np.take_along_axis(values, order, axis=-1)
    place = np.arange(values.shape[-1])
    starts = np.ones(values.shape, dtype=bool)
    starts[..., 1:] = np.diff(ordered, axis=-1) > tolerance[..., None]
    ends = np.ones(values.shape, dtype=bool)
    ends[..., :-1] = starts[..., 1:]
    first = np.maximum.accumulate(np.where(starts, place, 0), axis=-1)
    last = np.minimum.accumulate(np.where(ends, place, values.shape[-1])[..., ::-1], axis=-1)[..., ::-1]
    ranks = np.empty(values.shape)
    np.put_along_axis(ranks, order, (first + last) / 2 + 1, axis=-1)
    return ranks


def tie_sizes(ranks: Array) -> Array:
    """Σ(t³ − t) over groups of t tied ranks along the last axis, from what ties take off the sum of squared ranks."""
    n = ranks.shape[-1]
    return np.asarray(2.0 * n * (n + 1) * (2 * n + 1) - 12 * np.einsum("...i,...i->...", ranks, ranks))
