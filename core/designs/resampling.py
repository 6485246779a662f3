"""Designs of independent random cuts: hold-out, random resampling and the bootstrap."""

from collections.abc import Iterator
from math import ceil
from typing import Any

import numpy as np

from core.designs.cases import Cases, Pair
from core.designs.checks import check_units
from core.designs.entry import RANDOM, DesignEntry, Option
from core.errors import DesignError, quoted


def _hold_out(cases: Cases, *, validation: float, seed: int, stratified: bool) -> Iterator[Pair]:
    yield from _random_resampling(cases, r=1, validation=validation, seed=seed, stratified=stratified)


def _random_resampling(
    cases: Cases, *, r: int, validation: float, seed: int, stratified: bool
) -> Iterator[Pair]:
    _check_cut(cases, validation, stratified)
    splitter = _shuffle_split(cases, stratified)(r, test_size=validation, random_state=seed)
    yield from splitter.split(np.zeros(cases.n), cases.codes, cases.groups)


def _shuffle_split(cases: Cases, stratified: bool) -> Any:
    from sklearn.model_selection import GroupShuffleSplit, ShuffleSplit, StratifiedShuffleSplit

    if cases.groups is not None:
        return GroupShuffleSplit
    return StratifiedShuffleSplit if stratified else ShuffleSplit


def _check_cut(cases: Cases, validation: float, stratified: bool) -> None:
    """Refuse in our words what scikit-learn's classes would refuse in theirs."""
    validated = ceil(validation * cases.units)
    if validated >= cases.units:
        raise DesignError(
            f"of {cases.units} {cases.unit_noun} none would be left for the training set.", "validation"
        )
    if stratified:
        _check_stratified_cut(cases, validated)


def _check_stratified_cut(cases: Cases, validated: int) -> None:
    if cases.groups is not None:
        raise DesignError("groups stay whole, so a random cut cannot keep the shares of the classes.")
    smallest = int(cases.class_counts.argmin())
    if cases.class_counts[smallest] < 2:
        label = cases.labels[smallest]
        raise DesignError(
            f"class {quoted(label)} has 1 instance, and both sides of a stratified cut need one."
        )
    n_classes = len(cases.labels)
    for size, name in ((validated, "validation"), (cases.n - validated, "training")):
        if size < n_classes:
            raise DesignError(
                f"a {name} set of {size} of the {cases.n} instances cannot hold all {n_classes} classes.",
                "validation",
            )


def _bootstrap(cases: Cases, *, b: int, seed: int, stratified: bool) -> Iterator[Pair]:
    from sklearn.utils import resample

    check_units(cases, 2, "bootstrap samples")
    everything = np.arange(cases.n)
    state = np.random.RandomState(seed)
    strata = cases.codes if stratified else None
    for _ in range(b):
        yield resample(everything, random_state=state, stratify=strata), everything


_VALIDATION = Option(
    name="validation",
    kind="share",
    default=1 / 3,
    help="Share of the instances (or groups) in the validation set; 30 instances are the least to aim at.",
)

HOLD_OUT = DesignEntry(
    key="hold_out",
    title="Hold-out",
    other_names=("holdout", "train/test split", "percentage split"),
    wording="hold-out, {validation:.0%} for validation",
    summary="One random cut into a training set and a validation set.",
    reference="@i2ml 5.2; @mitchell1997 5.5",
    options=(_VALIDATION, *RANDOM),
    pairs=_hold_out,
    training_sets_overlap=False,
    folds=1,
    units="hold-outs",
    takes_groups=True,
)
RANDOM_RESAMPLING = DesignEntry(
    key="random_resampling",
    title="Random resampling",
    wording="{r:,} random cuts, {validation:.0%} for validation",
    summary="r random cuts into training and validation set; both kinds of sets overlap.",
    reference="@mitchell1997 5.6.2; @nadeau2003",
    options=(
        Option(name="r", kind="integer", default=30, low=1, high=10_000, help="Number of random cuts."),
        _VALIDATION,
        *RANDOM,
    ),
    pairs=_random_resampling,
    numbered_freely=True,
    folds="r",
    units="cuts",
    takes_groups=True,
)
BOOTSTRAP = DesignEntry(
    key="bootstrap",
    title="Bootstrap",
    wording="bootstrap, {b:,} samples",
    summary="Train on as many draws with replacement as there are instances; validate on the original set.",
    reference="@i2ml 5.3; @efron1997",
    options=(
        Option(
            name="b", kind="integer", default=100, low=1, high=10_000, help="Number of bootstrap samples."
        ),
        *RANDOM,
    ),
    pairs=_bootstrap,
    with_replacement=True,
    numbered_freely=True,
    folds="b",
    units="samples",
)
