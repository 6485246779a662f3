"""What tests on paired fold scores share: their inputs, the moments of the differences, the checks."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from core.errors import InputError, NotApplicable
from core.inference.declaration.arithmetic import (
    mean_and_variance,
    pairs_first,
    rounding,
    snapped,
    without_rounding,
)
from core.inference.declaration.inputs import Need, check_same_shape
from core.records import Array

PARAMETER = "The expected difference of the scores (first minus second)"
PAIRED = (
    Need("a", "folds", "scores of the first learner"),
    Need("b", "folds", "scores of the second learner"),
)
SIZES = (
    Need("n_train", "sizes", "training instances, one number or one per pair"),
    Need("n_validation", "sizes", "n_val: validation instances, one number or one per pair"),
)


def moments(a: Array, b: Array) -> dict[str, Any]:
    """Mean and variance of the paired differences of each experiment.

    Parameters
    ----------
    a, b : arrays of shape (…, replicates, folds)

    Returns
    -------
    dict
        `differences` (…, pairs), `pairs`, `estimate` (mean), `variance` (divisor pairs − 1), `sd`, `mean_first`,
        `mean_second`, `never` (all differences zero) and `constant` (they differ by rounding only).
    """
    a, b = pairs_first(a, b)
    noise = rounding(a, b)
    differences = snapped(a - b, noise)
    never = ~differences.any(axis=0)
    mean, variance = mean_and_variance(differences)
    variance, constant = without_rounding(variance, np.sqrt(variance), noise)
    return {
        "differences": np.moveaxis(differences, 0, -1),
        "pairs": len(differences),
        "estimate": snapped(mean, noise),
        "variance": variance,
        "sd": np.sqrt(variance),
        "never": never,
        "constant": constant,
        "mean_first": a.mean(axis=0),
        "mean_second": b.mean(axis=0),
    }


def size_ratio(inputs: Mapping[str, Any]) -> Array:
    """Σ n_validation / Σ n_train over the pairs of each experiment."""
    core = inputs["a"].shape[-2:] if "a" in inputs else inputs["scores"].shape[-2:]
    train, validation = (pairwise(inputs[name], core) for name in ("n_train", "n_validation"))
    return np.asarray(validation.sum(axis=(-2, -1)) / train.sum(axis=(-2, -1)))


def pairwise(sizes: Array, core: tuple[int, ...]) -> Array:
    """Spread sizes over the pairs; leading axes stay in front."""
    if sizes.size == 1:
        return np.broadcast_to(sizes.reshape(()), core)
    if sizes.ndim == 1:
        return sizes.reshape(core)
    return np.broadcast_to(sizes, (*sizes.shape[:-2], *core))


def check_paired(inputs: Mapping[str, Any]) -> None:
    """Paired scores need the same folds.

    Raises
    ------
    InputError
        If the scores of the two are not of the same folds.
    """
    check_same_shape(inputs, "a", "b")


def check_corrected(inputs: Mapping[str, Any]) -> None:
    """Check paired scores and the sizes of their sets.

    Raises
    ------
    NotApplicable
        If every validation set holds a single instance.
    InputError
        If sizes do not fit the pairs.
    """
    check_same_shape(inputs, "a", "b")
    check_sizes(inputs, inputs["a"].shape[-2:])
    _refuse_single_instances(inputs, "McNemar, or the paired loss t test")


def check_scores(inputs: Mapping[str, Any]) -> None:
    """Sizes must fit the scores of one learner, and validation sets must be more than single instances.

    Raises
    ------
    InputError
        If there is neither one size nor one per pair.
    NotApplicable
        If every validation set holds one instance.
    """
    check_sizes(inputs, inputs["scores"].shape[-2:])
    _refuse_single_instances(inputs, "the binomial test")


def _refuse_single_instances(inputs: Mapping[str, Any], instead: str) -> None:
    if np.all(inputs["n_validation"] == 1):
        raise NotApplicable(
            "with one instance per validation set the score of a pair is a single loss, not a rate.",
            "n_validation",
            f"After leave-one-out, pool the instances: {instead}.",
        )


def check_sizes(inputs: Mapping[str, Any], core: tuple[int, ...]) -> None:
    """Check the sizes of the sets.

    Raises
    ------
    InputError
        Unless there is one size, or one per pair of training and validation set.
    """
    for name in ("n_train", "n_validation"):
        sizes = inputs[name]
        fits = sizes.size == core[0] * core[1] if sizes.ndim == 1 else sizes.shape[-2:] == core
        if sizes.size != 1 and not fits:
            raise InputError(
                f"holds {sizes.size} sizes for {core[0] * core[1]} pairs.",
                name,
                "Give one number, or one per pair.",
            )
