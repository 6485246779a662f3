"""Rows of predictions → the parts of `Predictions`: instances by position, outcomes by replicate and fold."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from core.data.fold_designs import FOLD_DESIGNS, cross_validation, fits_shape
from core.errors import DesignError, InputError, check_one_of
from core.records import DesignFacts, FoldPredictions

Array = np.ndarray[Any, Any]


def positions_of(ids: "pd.Series[Any] | None", rows: int) -> tuple[Array, Array | None, int]:
    """Positions of instances from their ids.

    Returns
    -------
    positions : int array, one per row
        Whole numbers are put in their order, other ids in that of their first appearance.
    ids : array of length N or None
        None where they count the instances from 0, or there are none.
    size : int
        N.
    """
    if ids is None:
        return np.arange(rows), None, rows
    if ids.dtype == "int64":
        numbers, codes = np.unique(ids.to_numpy(), return_inverse=True)
        counted = bool((numbers == np.arange(len(numbers))).all())
        return codes, None if counted else numbers, len(numbers)
    codes, names = pd.factorize(ids)
    try:
        numbers = np.array([int(name) for name in names])
        is_plain = [str(number) for number in numbers] == list(names)
    except (ValueError, OverflowError):
        is_plain = False
    if not is_plain:
        return codes, np.asarray(names, dtype=object), len(names)
    order = np.argsort(numbers, kind="stable")
    places = np.empty(len(order), dtype=np.int64)
    places[order] = np.arange(len(order))
    counted = bool((numbers[order] == np.arange(len(order))).all())
    return places[codes], None if counted else numbers[order], len(names)


def folds_of(replicate: Array, fold: Array) -> Iterator[tuple[int, int, Array]]:
    """Rows of every replicate and fold, in this order, rows in their own order."""
    if not len(replicate):
        return
    order = np.lexsort((fold, replicate))
    r, k = replicate[order], fold[order]
    starts = np.flatnonzero(np.r_[True, (np.diff(r) != 0) | (np.diff(k) != 0)])
    for start, end in zip(starts, [*starts[1:], len(order)], strict=True):
        yield int(r[start]), int(k[start]), order[start:end]


def design_of(
    outcomes: list[FoldPredictions], size: int, design: str | None
) -> tuple[DesignFacts | None, tuple[str, ...]]:
    """Facts of the design that the folds show: cross-validation where a replicate predicts every instance once.

    Raises
    ------
    DesignError
        If the design that the user named does not give these folds.
    """
    mine = [item for item in outcomes if item.learner == outcomes[0].learner]
    replicates = len({item.replicate for item in mine})
    folds = len(mine) // replicates
    every = replicates * size == sum(len(item.positions) for item in mine)
    note = ""
    if design is None and len(mine) > 1:
        if not (every and folds > 1):
            return None, ()
        design = cross_validation(replicates, folds, max(len(item.positions) for item in mine))
        note = f"Every instance was predicted once per replicate, so the folds were taken for: {FOLD_DESIGNS[design]}."
    design = design or "hold_out"
    check_one_of(design, FOLD_DESIGNS, "design")
    if not fits_shape(design, replicates, folds):
        raise DesignError(
            f"{FOLD_DESIGNS[design]} does not give {replicates} × {folds} folds.",
            "design",
            "Choose another design.",
        )
    n_validation = float(np.mean([len(item.positions) for item in mine]))
    facts = DesignFacts(
        key=design,
        replicates=replicates,
        folds=folds,
        n_train=_n_train(mine, size, design),
        n_validation=n_validation,
        training_sets_overlap=design not in ("disjoint_halves", "hold_out"),
        every_instance_once=every and replicates == 1 and folds > 1,
    )
    return facts, (note,) if note else ()


_COMPLEMENT = (
    "k_fold",
    "repeated_k_fold",
    "leave_one_out",
    "5x2",
    "balanced_5x2",
    "blocked_3x2",
    "balanced_mx2",
)


def _n_train(mine: list[FoldPredictions], size: int, design: str) -> float | None:
    known = [item.n_train for item in mine]
    if all(count is not None for count in known):
        return float(np.mean([count for count in known if count is not None]))
    if design in _COMPLEMENT:  # trained on whatever is not validated
        return float(np.mean([size - len(item.positions) for item in mine]))
    return None


def with_sizes(
    outcomes: tuple[FoldPredictions, ...], size: int, facts: DesignFacts | None
) -> tuple[FoldPredictions, ...]:
    """Sizes of training sets, where the design trains on whatever is not validated and nobody wrote them."""
    if facts is None or facts.key not in _COMPLEMENT:
        return outcomes
    return tuple(
        replace(item, n_train=size - len(item.positions)) if item.n_train is None else item
        for item in outcomes
    )


def refuse_conflicts(truth: "pd.Series[Any]", positions: Array, size: int, where: str) -> None:
    """Raise `InputError` if one of the `size` instances has two truths."""
    if len(positions) == size:
        return
    pairs = pd.DataFrame({"position": positions, "truth": truth.to_numpy()}).drop_duplicates()
    twice = pairs["position"].duplicated(keep=False)
    if twice.any():
        found = pairs[twice]
        first = found["position"].iloc[0]
        row = int(np.flatnonzero(positions == first)[0]) + 1
        values = found.loc[found["position"] == first, "truth"].tolist()
        raise InputError(
            f"the same instance has the truths {values[0]!r} and {values[1]!r} (first in row {row}), one of "
            f"{found['position'].nunique():,}.",
            where,
            "The ids of different instances have to differ.",
        )
