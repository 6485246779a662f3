"""Design → numbers to draw: who is where, which training sets overlap, which classes are where."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from core.errors import NotApplicable
from core.records import Split
from core.written import fold_name

ABSENT, TRAINING, VALIDATION, BOTH = range(4)
"""Codes of `role_matrix`."""

MOST_DECIDING = 64
"""Pairs that decide the order of the instances in a picture at most."""


class ClassShares(NamedTuple):
    """Share of each class in the training and in the validation set of each pair, pairs × classes each."""

    training: npt.NDArray[np.float64]
    validation: npt.NDArray[np.float64]


def role_matrix(splits: Sequence[Split], n: int) -> npt.NDArray[np.int8]:
    """Say what each of the n instances is in each pair.

    Returns
    -------
    roles : pairs × n array
        0 absent, 1 training, 2 validation, 3 both (bootstrap).
    """
    roles = np.zeros((len(splits), n), dtype=np.int8)
    for row, split in zip(roles, splits, strict=True):
        row[split.train] = TRAINING
        row[split.validation] += VALIDATION
    return roles


def overlap_matrix(splits: Sequence[Split]) -> npt.NDArray[np.int64]:
    """Count the instances that two training sets share; an instance drawn twice counts once.

    Returns
    -------
    shared : pairs × pairs array
        On the diagonal, the number of distinct instances of each training set.
    """
    n = 1 + max((int(split.train.max()) for split in splits), default=-1)
    # Counts stay far below 2^24, up to which single precision is exact.
    member = np.zeros((len(splits), n), dtype=np.float32)
    for row, split in zip(member, splits, strict=True):
        row[split.train] = 1
    return (member @ member.T).astype(np.int64)


def pair_names(splits: Sequence[Split], unit: str = "fold") -> list[str]:
    """Name the pairs of a design by fold, or what it has in its place, and by replicate where there are several."""
    repeated = any(split.replicate > 1 for split in splits)
    return [fold_name(split.replicate, split.fold, repeated=repeated, unit=unit) for split in splits]


def order_by_fold(roles: npt.NDArray[np.int8]) -> npt.NDArray[np.intp]:
    """Order the instances by the pairs that validate them, so that folds and blocks stand together.

    Parameters
    ----------
    roles : pairs × n array
        From `role_matrix`; the first pairs decide before the later ones, from `MOST_DECIDING` on none does.
    """
    elsewhere = roles[:MOST_DECIDING] != VALIDATION
    return np.lexsort(elsewhere[::-1])


def shared_shares(overlap: npt.NDArray[np.int64]) -> tuple[float, float] | None:
    """The least and the largest share that two training sets have in common, of the smaller one.

    Parameters
    ----------
    overlap : pairs × pairs array
        From `overlap_matrix`.

    Returns
    -------
    (low, high) or None
        None for a single pair.
    """
    sizes = np.diagonal(overlap)
    above = np.triu_indices(len(overlap), 1)
    shares = overlap[above] / np.minimum(sizes[above[0]], sizes[above[1]])
    return (float(shares.min()), float(shares.max())) if len(shares) else None


def class_shares(splits: Sequence[Split], truth: npt.NDArray[Any], n_classes: int) -> ClassShares:
    """Share of each class in each set, to see what stratification does.

    Parameters
    ----------
    truth : int array of length n
        Class codes 0 … n_classes − 1.
    """

    def shares(sets: list[npt.NDArray[Any]]) -> npt.NDArray[np.float64]:
        counts = np.array([np.bincount(truth[positions], minlength=n_classes) for positions in sets])
        return np.asarray(counts / counts.sum(axis=1, keepdims=True), dtype=np.float64)

    return ClassShares(
        shares([split.train for split in splits]), shares([split.validation for split in splits])
    )


def partition_imbalance(splits: Sequence[Split]) -> float:
    """How far an m×2 partition is from balance: Σ over pairs of replicates of (overlap − n/4)².

    The overlap is that of the two first training sets. It is 0 for a balanced partition whose number of
    blocks divides n; the random halves of 5×2 scatter around n/4.

    Raises
    ------
    NotApplicable
        If the replicates are not pairs of halves that swap roles.

    Reference: Wang 2016, sections 2.2 and 3.
    """
    first = [split for split in splits if split.fold == 1]
    second = [split for split in splits if split.fold == 2]
    swapped = len(first) == len(second) == len(splits) / 2 and all(
        np.array_equal(np.sort(one.train), np.sort(other.validation))
        and np.array_equal(np.sort(one.validation), np.sort(other.train))
        for one, other in zip(first, second, strict=True)
    )
    if not splits or not swapped:
        raise NotApplicable(
            "only replicates of two halves that swap roles have this measure of balance.",
            "design",
            "Use 5x2, blocked_3x2, balanced_5x2 or balanced_mx2.",
        )
    n = len(first[0].train) + len(first[0].validation)
    above = np.triu_indices(len(first), 1)
    return float(np.square(overlap_matrix(first)[above] - n / 4).sum())
