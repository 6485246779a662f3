"""Designs in which parts of the data take turns: K-fold and its kin, 5×2, and K disjoint halves."""

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from core.designs.cases import Cases, Pair, deal
from core.designs.checks import check_units
from core.designs.entry import RANDOM, DesignEntry, Option
from core.errors import DesignError


def _k_fold(cases: Cases, *, k: int, seed: int, stratified: bool) -> Iterator[Pair]:
    yield from _one_pass(cases, k, seed, stratified)


def _repeated_k_fold(cases: Cases, *, k: int, r: int, seed: int, stratified: bool) -> Iterator[Pair]:
    # One generator for all replicates, as in scikit-learn's RepeatedKFold, which has no form for groups.
    state = np.random.RandomState(seed)
    for _ in range(r):
        yield from _one_pass(cases, k, state, stratified)


def _five_by_two(cases: Cases, *, r: int, seed: int, stratified: bool) -> Iterator[Pair]:
    yield from _repeated_k_fold(cases, k=2, r=r, seed=seed, stratified=stratified)


def _leave_one_out(cases: Cases) -> Iterator[Pair]:
    from sklearn.model_selection import LeaveOneGroupOut, LeaveOneOut

    check_units(cases, 2, "leave-one-out pairs")
    splitter = LeaveOneOut() if cases.groups is None else LeaveOneGroupOut()
    yield from splitter.split(np.zeros(cases.n), groups=cases.groups)


def _disjoint_halves(cases: Cases, *, k: int, seed: int, stratified: bool) -> Iterator[Pair]:
    check_units(cases, 2 * k, f"{k} parts of two halves", where="k")
    halves = [half for _, half in _one_pass(cases, 2 * k, seed, stratified)]
    yield from zip(halves[0::2], halves[1::2], strict=True)


def _one_pass(cases: Cases, k: int, random_state: Any, stratified: bool) -> list[Pair]:
    """K folds once through the data; `random_state` is an int or a numpy RandomState."""
    check_units(cases, k, f"{k} folds", where="k")
    splitter = _splitter(cases, k, random_state, stratified)
    with warnings.catch_warnings():
        # scikit-learn warns of classes with fewer members than folds; the design's notes name them.
        warnings.simplefilter("ignore", UserWarning)
        return list(splitter.split(np.zeros(cases.n), cases.codes, cases.groups))


def _splitter(cases: Cases, k: int, random_state: Any, stratified: bool) -> Any:
    from sklearn.model_selection import (
        GroupKFold,
        KFold,
        PredefinedSplit,
        StratifiedGroupKFold,
        StratifiedKFold,
    )

    # scikit-learn refuses to stratify when every class has fewer members than there are folds.
    all_rare = stratified and int(cases.class_counts.max()) < k
    if cases.groups is not None:
        if all_rare:
            largest = int(cases.class_counts.max())
            raise DesignError(
                f"{k} stratified folds of whole groups need a class with at least {k} instances; "
                f"the largest has {largest}.",
                "k",
            )
        return (StratifiedGroupKFold if stratified else GroupKFold)(
            k, shuffle=True, random_state=random_state
        )
    if all_rare:
        return PredefinedSplit(deal(cases, k, random_state, stratified=True))
    return (StratifiedKFold if stratified else KFold)(k, shuffle=True, random_state=random_state)


_K = Option(name="k", kind="integer", default=10, low=2, help="Number of folds, usually 10 or 30.")

K_FOLD = DesignEntry(
    key="k_fold",
    title="K-fold cross-validation",
    wording="{k:,}-fold cross-validation",
    summary="K equal parts; each is the validation set once, the rest is the training set.",
    reference="@i2ml 5.3; @mitchell1997 Table 5.5",
    options=(_K, *RANDOM),
    pairs=_k_fold,
    partitions=True,
    folds="k",
    deals_onto="folds",
    takes_groups=True,
)
LEAVE_ONE_OUT = DesignEntry(
    key="leave_one_out",
    title="Leave-one-out",
    wording="leave-one-out",
    summary="Every instance (or group) is the validation set once; all others are the training set.",
    reference="@i2ml 5.3",
    other_names=("LOO", "LOOCV"),
    pairs=_leave_one_out,
    partitions=True,
    takes_groups=True,
    group_wording="leave-one-group-out",
)
REPEATED_K_FOLD = DesignEntry(
    key="repeated_k_fold",
    title="Repeated K-fold cross-validation",
    wording="{r:,} × {k:,}-fold cross-validation",
    summary="K-fold cross-validation after each of r shuffles; the average over averages is reported.",
    reference="@i2ml 5.3",
    options=(
        _K,
        Option(name="r", kind="integer", default=10, low=1, high=1000, help="Number of shuffles."),
        *RANDOM,
    ),
    pairs=_repeated_k_fold,
    partitions=True,
    replicates="r",
    folds="k",
    deals_onto="folds",
    takes_groups=True,
)
FIVE_BY_TWO = DesignEntry(
    key="5x2",
    title="5×2 cross-validation",
    wording="{r:,}×2 cross-validation",
    summary="Five shuffles, each cut into halves that swap the roles of training and validation set.",
    reference="@dietterich1998; @i2ml 5.3",
    options=(
        Option(
            name="r",
            kind="integer",
            default=5,
            low=1,
            high=1000,
            help="Number of shuffles. Dietterich advises five: with more, the pairs depend on one another "
            "too much; with fewer, there is too little to estimate a variance from.",
        ),
        *RANDOM,
    ),
    pairs=_five_by_two,
    named_replicates=5,
    partitions=True,
    replicates="r",
    folds=2,
    deals_onto="folds",
)
DISJOINT_HALVES = DesignEntry(
    key="disjoint_halves",
    title="K disjoint halves",
    wording="{k} disjoint pairs of halves",
    summary="K parts, each cut into a training half and a validation half: independent pairs, for much data.",
    reference="@i2ml 5.2",
    options=(
        Option(name="k", kind="integer", default=10, low=2, help="Number of parts."),
        *RANDOM,
    ),
    pairs=_disjoint_halves,
    training_sets_overlap=False,
    numbered_freely=True,
    folds="k",
    deals_onto="folds",
)
