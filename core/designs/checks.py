"""What is refused, what is only noted, and what is proposed instead."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from core.designs.cases import Cases, IndexArray, Pair
from core.errors import DesignError, listing, quoted
from core.written import counted


def check_units(cases: Cases, needed: int, what: str, where: str = "") -> None:
    """Refuse cases with fewer instances (or groups) than `what` needs.

    Parameters
    ----------
    cases : Cases
    needed : int
    what : str
        What needs them, in the plural: it begins the sentence.
    where : str
        The option concerned.

    Raises
    ------
    DesignError
        If there are fewer.
    """
    if cases.units < needed:
        noun = cases.unit_noun
        raise DesignError(f"{what} need at least {needed} {noun}; there are {cases.units}.", where)


def checked(pairs: Iterable[Pair], cases: Cases, folds: int | None) -> Iterator[Pair]:
    """Pass the pairs on, one by one.

    Parameters
    ----------
    folds : int or None
        Pairs per replicate; None: all belong to one replicate.

    Raises
    ------
    DesignError
        If a set is empty, a group is on both sides, or a training set lacks one of the classes.
    """
    for index, pair in enumerate(pairs):
        fold = fold_in_words(index, folds)
        _refuse_empty(pair, fold)
        _refuse_torn_group(pair, cases, fold)
        _refuse_missing_class(pair[0], cases, fold)
        yield pair


def fold_in_words(index: int, folds: int | None) -> str:
    """Name the pair at this index: ``fold 3``, or ``fold 3 of replicate 2`` where there are replicates."""
    if folds is None:
        return f"fold {index + 1}"
    return f"fold {index % folds + 1} of replicate {index // folds + 1}"


def _refuse_empty(pair: Pair, fold: str) -> None:
    for positions, name in zip(pair, ("training", "validation"), strict=True):
        if not len(positions):
            raise DesignError(f"the {name} set of {fold} would be empty.")


def _refuse_torn_group(pair: Pair, cases: Cases, fold: str) -> None:
    if cases.groups is None:
        return
    train, validation = (cases.groups[positions] for positions in pair)
    torn = np.intersect1d(train, validation)
    if torn.size:
        label = cases.group_labels[torn[0]]
        raise DesignError(
            f"group {quoted(label)} would be on both sides of {fold}; the instances of a group belong together.",
            "groups",
        )


def _refuse_missing_class(train: IndexArray, cases: Cases, fold: str) -> None:
    if cases.codes is None:
        return
    missing = np.flatnonzero(np.bincount(cases.codes[train], minlength=len(cases.labels)) == 0)
    if missing.size:
        label, count = cases.labels[missing[0]], int(cases.class_counts[missing[0]])
        raise DesignError(
            f"class {quoted(label)} has {_instances(count)}, and the training set of {fold} would hold none of it."
        )


MOST_NAMED = 4
"""Lacking folds of repeated designs are named up to this number, then counted."""


def class_notes(
    cases: Cases, validations: Sequence[IndexArray], replicates: int, parts: tuple[int, str] | None
) -> tuple[str, ...]:
    """One sentence for each class that some validation set lacks, and for those alike that are rarer than the parts.

    Validation sets with fewer instances than there are classes (leave-one-out) are passed over: they cannot
    hold every class.

    Parameters
    ----------
    cases : Cases
    validations : sequence of int arrays
        Positions of each validation set, replicate by replicate.
    replicates : int
    parts : (int, str) or None
        Number of parts that the instances are dealt onto, and what they are.
    """
    folds = len(validations) // replicates if replicates > 1 else None
    lacking = _lacking(cases, validations)
    none = "; no fold lacks it in validation" if all(len(v) >= len(cases.labels) for v in validations) else ""
    fewer = f", fewer than the {parts[0]} {parts[1]}" if parts else ""
    notes = []
    rarer: dict[str, list[str]] = {}
    for label, count, indices in zip(cases.labels, cases.class_counts.tolist(), lacking, strict=True):
        rare = fewer if parts and count < parts[0] else ""
        if indices:
            where = _folds_in_words(indices, folds, len(validations))
            notes.append(f"Class {quoted(label)} has {_instances(count)}{rare}: {where} it in validation.")
        elif rare:
            rarer.setdefault(_instances(count), []).append(quoted(label))
    for size, labels in rarer.items():
        have = (
            f"Class {labels[0]} has {size}"
            if len(labels) == 1
            else f"Classes {listing(labels)} have {size} each"
        )
        notes.append(f"{have}{fewer}{none}.")
    return tuple(notes)


def _lacking(cases: Cases, validations: Sequence[IndexArray]) -> list[list[int]]:
    """For each class the pairs whose validation set holds none of it."""
    n_classes = len(cases.labels)
    lacking: list[list[int]] = [[] for _ in range(n_classes)]
    for index, validation in enumerate(validations):
        if cases.codes is not None and len(validation) >= n_classes:
            held = np.bincount(cases.codes[validation], minlength=n_classes)
            for code in np.flatnonzero(held == 0):
                lacking[code].append(index)
    return lacking


def _folds_in_words(indices: list[int], folds: int | None, pairs: int) -> str:
    if pairs == 1:
        return "the validation set lacks"
    verb = "lacks" if len(indices) == 1 else "lack"
    if folds is None:
        return f"{_numbered(indices)} {verb}"
    if len(indices) > MOST_NAMED:
        return f"{len(indices)} of the {pairs} validation sets lack"
    by_replicate = groupby(indices, key=lambda index: index // folds)
    phrases = [
        f"{_numbered([index % folds for index in group])} of replicate {replicate + 1}"
        for replicate, group in by_replicate
    ]
    return f"{listing(phrases)} {verb}"


def _numbered(indices: list[int]) -> str:
    noun = "fold" if len(indices) == 1 else "folds"
    return f"{noun} {listing([index + 1 for index in indices])}"


def _instances(count: int) -> str:
    return counted(count, "instances")


def variants(key: str, options: Mapping[str, Any], cases: Cases) -> Iterator[tuple[str, dict[str, Any]]]:
    """Propose key and options of designs that may work where this one does not.

    An option that a proposed design does not have is left to the caller to drop.
    """
    stratified = cases.codes is not None
    if stratified and cases.groups is None and key == "k_fold" and options["k"] > cases.units:
        yield "leave_one_out", {}  # so many folds as well, but none is expected to hold every class
    yield key, {**options, "stratified": stratified}
    yield key, {**options, "stratified": False}
    if "k" in options:
        for k in _fewer_parts(options["k"], cases):
            yield key, {**options, "k": k, "stratified": stratified}
    if "x2" in key:
        yield "blocked_3x2", {"stratified": stratified}
    yield "k_fold", {"k": 2, "stratified": stratified}
    yield "leave_one_out", {}


def _fewer_parts(k: int, cases: Cases) -> list[int]:
    """Fewer parts, as many as there may be: one or two instances (or one of the rarest class) in each."""
    counts = cases.class_counts
    enough = {cases.units, cases.units // 2}
    if counts.size:
        enough |= {int(counts.max()), int(counts.min()) // 2}
    return sorted((parts for parts in enough if 2 <= parts < k), reverse=True)
