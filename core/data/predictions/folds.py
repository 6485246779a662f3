"""Rows of predictions → the parts of `Predictions`: instances by position, outcomes by replicate and fold."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from core.data.columns.designs import cross_validation, mean_size, named_design
from core.data.tables.cells import plain_integers
from core.designs import DESIGNS
from core.errors import DesignError, InputError, quoted
from core.records import Array, DesignFacts, FoldPredictions
from core.written import counted

_IN_ONE_SPELLING = "0|-?[1-9][0-9]*"
"""A whole number as Python writes it: 1, not 01 or +1, which may be another id."""
_NO_IDS = "Bring a column of ids, or the rows of all learners in one order."


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
        return _in_order(ids.to_numpy())
    if ids.dtype == "str":
        numbers = plain_integers(ids)
        if numbers is not None and ids.str.fullmatch(_IN_ONE_SPELLING).all():
            return _in_order(numbers.to_numpy())
    codes, names = pd.factorize(ids)
    numbers = plain_integers(pd.Series(names, dtype="str"))
    if numbers is None or not (numbers.astype("str").to_numpy() == np.asarray(names)).all():
        return codes, np.asarray(names, dtype=object), len(names)
    places, ordered, size = _in_order(numbers.to_numpy())
    return places[codes], ordered, size


def _in_order(numbers: Array) -> tuple[Array, Array | None, int]:
    """Places of whole numbers among the distinct ones, and these unless they count from 0."""
    if len(numbers) and (np.diff(numbers) > 0).all():
        places, ordered = np.arange(len(numbers)), numbers
    else:
        codes, found = pd.factorize(numbers)
        order = np.argsort(found, kind="stable")
        ranks = np.empty(len(order), dtype=np.int64)
        ranks[order] = np.arange(len(order))
        places, ordered = ranks[codes], found[order]
    counted = not len(ordered) or (ordered[0] == 0 and ordered[-1] == len(ordered) - 1)
    return places, None if counted else ordered, len(ordered)


def folds_of(replicate: Array, fold: Array) -> Iterator[tuple[int, int, Array | slice]]:
    """Rows of every replicate and fold, in this order, rows in their own order; a slice where these are all."""
    if not len(replicate):
        return
    if (replicate == replicate[0]).all() and (fold == fold[0]).all():
        yield int(replicate[0]), int(fold[0]), slice(None)
        return
    order, starts = _runs(replicate, fold)
    for start, end in zip(starts, [*starts[1:], len(order)], strict=True):
        first = order[start]
        yield int(replicate[first]), int(fold[first]), order[start:end]


def _runs(replicate: Array, fold: Array) -> tuple[Array, Array]:
    """Rows by replicate, then by fold, then as they come; and where in this order each fold begins."""
    most = int(fold.max()) + 1
    if fold.min() >= 0 and replicate.min() >= 0 and (int(replicate.max()) + 1) * most < 2**15:
        place = replicate.astype(np.int16) * np.int16(most) + fold.astype(np.int16)
        order = np.argsort(place, kind="stable")  # short integers sort fastest
        return order, np.flatnonzero(np.r_[True, np.diff(place[order]) != 0])
    order = np.lexsort((fold, replicate))
    r, k = replicate[order], fold[order]
    return order, np.flatnonzero(np.r_[True, (np.diff(r) != 0) | (np.diff(k) != 0)])


def design_of(
    outcomes: Sequence[FoldPredictions], size: int, design: str | None, *, grouped: bool
) -> tuple[tuple[FoldPredictions, ...], DesignFacts | None, tuple[str, ...]]:
    """Outcomes by replicate and fold, with sizes, and the design that they show: what it is taken for, and why.

    It is cross-validation where a replicate predicts every instance once.

    Parameters
    ----------
    outcomes : sequence of FoldPredictions
    size : int
        Number of instances.
    design : str or None
        Key of the design that the user named.
    grouped : bool
        Whether instances come in groups.

    Raises
    ------
    DesignError
        If the design that the user named does not give these folds.
    """
    outcomes, cut = _in_replicates(outcomes, size)
    facts, taken = _facts_of(outcomes, size, design)
    if facts is not None:
        facts = replace(facts, grouped=grouped)
    return (*with_sizes(outcomes, size, facts), (*cut, *taken))


def _in_replicates(
    outcomes: Sequence[FoldPredictions], size: int
) -> tuple[Sequence[FoldPredictions], tuple[str, ...]]:
    """Cut folds that are numbered through into replicates, where each of these predicts every instance once."""
    mine = _of_first(outcomes)
    replicates, rest = divmod(sum(len(item.positions) for item in mine), size)
    folds = len(mine) // max(replicates, 1)
    if replicates < 2 or folds < 2 or rest or any(item.replicate > 1 for item in outcomes):
        return outcomes, ()
    places = {item.fold: divmod(number, folds) for number, item in enumerate(mine)}
    cut = [
        replace(item, replicate=places[item.fold][0] + 1, fold=places[item.fold][1] + 1)
        for item in outcomes
        if item.fold in places
    ]
    if len(cut) < len(outcomes) or len(mine) % replicates or predicts_twice(cut):
        return outcomes, ()
    note = f"The {len(mine)} folds were cut into {replicates} replicates of {folds}: each predicts every instance once."
    return cut, (note,)


def predicts_twice(outcomes: Sequence[FoldPredictions]) -> bool:
    """Whether a learner predicts some instance in several folds of one replicate."""
    parts: dict[tuple[str, int], list[Array]] = {}
    for item in outcomes:
        parts.setdefault((item.learner, item.replicate), []).append(item.positions)
    return any(np.bincount(np.concatenate(part)).max() > 1 for part in parts.values())


def _facts_of(
    outcomes: Sequence[FoldPredictions], size: int, design: str | None
) -> tuple[DesignFacts | None, tuple[str, ...]]:
    mine = _of_first(outcomes)
    if len(mine) == 1 and design in (None, "k_fold"):
        return _of_unknown_folds(len(mine[0].positions), design)
    replicates = len({item.replicate for item in mine})
    folds = len(mine) // replicates
    is_twice = predicts_twice(mine)
    every = not is_twice and replicates * size == sum(len(item.positions) for item in mine)
    note = ""
    if design is None:
        if not (every and folds > 1):
            return None, ()
        found = cross_validation(replicates, folds, max(len(item.positions) for item in mine))
        note = f"Every instance was predicted once per replicate, so the folds were taken for: {found.title}."
    else:
        found = named_design(str(design), replicates, folds)
        if is_twice and found.partitions:
            raise DesignError(
                f"{found.title} validates an instance once in a replicate; here some are validated in several folds.",
                "design",
                "Choose another design, or say which replicate each fold belongs to.",
            )
    n_validation = float(np.mean([len(item.positions) for item in mine]))
    facts = found.facts(replicates, folds, n_validation=n_validation)
    facts = replace(facts, every_instance_once=every and replicates == 1 and folds > 1)
    return facts, (note,) if note else ()


def _of_first(outcomes: Sequence[FoldPredictions]) -> list[FoldPredictions]:
    """Outcomes of the first learner: all have the same folds."""
    return [item for item in outcomes if item.learner == outcomes[0].learner]


WITHOUT_FOLDS = ("hold_out", "k_fold")
"""Designs that predictions without a fold may come from."""


def _of_unknown_folds(rows: int, design: str | None) -> tuple[DesignFacts, tuple[str, ...]]:
    """Facts of predictions that name no folds, unless somebody says that they are those of a hold-out."""
    if design is None:
        note = (
            "No column says the fold. It is not known whether one classifier predicted every row "
            "(design='hold_out'), or each row the classifier of its fold (design='k_fold')."
        )
    else:
        note = "Every row was predicted by the model of its fold; which fold that was is not known."
    return DesignFacts(design, 1, 1, n_validation=float(rows), every_instance_once=True), (note,)


def with_sizes(
    outcomes: Sequence[FoldPredictions], size: int, facts: DesignFacts | None
) -> tuple[tuple[FoldPredictions, ...], DesignFacts | None]:
    """Sizes of training sets, in the folds and as their mean in the facts, the same however a table was written.

    Where the design trains on whatever is not validated, they are counted if nobody wrote them.
    """
    if facts is None:
        return tuple(outcomes), None
    design = DESIGNS.get(facts.key) if facts.key else None
    if design is not None and design.partitions and not facts.pooled:
        outcomes = [
            replace(item, n_train=size - len(item.positions)) if item.n_train is None else item
            for item in outcomes
        ]
    mine = [item.n_train for item in _of_first(outcomes)]
    return tuple(outcomes), replace(facts, n_train=mean_size(pd.Series(mine, dtype="float64")))


def refuse_conflicts(
    truth: "pd.Series[Any]",
    positions: Array,
    size: int,
    where: str,
    *,
    ids: "pd.Series[Any] | None",
    learner: "pd.Series[Any] | None" = None,
) -> None:
    """Raise `InputError` if one of the `size` instances has two truths.

    Parameters
    ----------
    truth : Series
        Class or response, row by row.
    positions : int array
        The instance that each row is about.
    size : int
        Number of instances.
    where : str
        The file, for the message.
    ids, learner : Series or None
        Of each row, for the message; without ids the rows of learners are matched by their order.
    """
    if len(positions) == size:
        return
    codes, values = pd.factorize(truth)
    seen = np.empty(size, dtype=codes.dtype)
    seen[positions] = codes
    differs = seen[positions] != codes
    if not differs.any():
        return
    place = positions[differs.argmax()]
    mine = np.flatnonzero(positions == place)
    first, other = mine[0], mine[(codes[mine] != codes[mine[0]]).argmax()]

    def told(row: int) -> str:
        whose = "" if learner is None else f" ({learner.iloc[row]})"
        return f"{quoted(values[codes[row]])} in data row {row + 1}{whose}"

    who, hint = (
        ("without ids the rows of learners are matched by their order, and so an instance", _NO_IDS)
        if ids is None
        else (
            f"instance {ids.iloc[first]}",
            "Correct one of them, or give different instances different ids.",
        )
    )
    more = len(np.unique(positions[differs])) - 1
    others = f" So it is with {counted(more, 'other instances')}." if more else ""
    raise InputError(f"{who} has the truths {told(first)} and {told(other)}.{others}", where, hint)
