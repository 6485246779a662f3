"""What tests on paired predictions by any measure share: their inputs, how a measure sees them, the checks."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from core.errors import InputError, listing
from core.inference.declaration.inputs import Need
from core.measures import MEASURES, Fold, MeasureEntry, PairedFold, loss_matrix
from core.records import FoldPredictions

PAIRED_INSTANCES = (
    Need("y", "instances", "class codes 0, 1, … or numbers: the truth"),
    Need("a", "predictions", "class codes, numbers or scores of the first learner, one row per instance"),
    Need("b", "predictions", "class codes, numbers or scores of the second learner"),
    Need("measure", "word", "key of the measure"),
    Need("positive", "count", "code of the positive class", optional=True),
    Need("classes", "size", "number of classes", optional=True),
    Need("losses", "matrix", "of the measure cost: one row per true class", optional=True),
    Need("groups", "instances", "group of each instance, as a number", optional=True),
    Need("resamples", "size", "exchanges or samples", optional=True),
    Need("seed", "count", "seed", optional=True, default=0),
)


def paired_fold(inputs: Mapping[str, Any]) -> PairedFold:
    """The two learners of one experiment as the measure sees them."""
    measure = MEASURES[str(inputs["measure"])]
    groups = inputs["groups"]
    codes = None if groups is None else np.unique(groups, return_inverse=True)[1]
    return PairedFold(measure, _fold(measure, inputs, "a"), _fold(measure, inputs, "b"), codes)


def _fold(measure: MeasureEntry, inputs: Mapping[str, Any], name: str) -> Fold:
    y, said, n = inputs["y"], inputs[name], len(inputs["y"])
    if "classification" not in measure.tasks:
        return Fold(FoldPredictions(name, 1, 1, np.arange(n), said[:, 0]), y)
    k = _class_count(measure, inputs)
    truth = y.astype(int)
    labels = measure.needs == "labels"
    outcome = FoldPredictions(
        name,
        1,
        1,
        np.arange(n),
        said[:, 0].astype(int) if labels else truth,
        None if labels else said,
        None if labels else ("probability" if measure.needs == "probabilities" else "decision"),
    )
    matrix = loss_matrix(inputs["losses"], k, measure.key)
    return Fold(
        outcome, truth, tuple(map(str, range(k))), _judged_classes(measure, inputs["positive"], k), matrix
    )


def _class_count(measure: MeasureEntry, inputs: Mapping[str, Any]) -> int:
    if inputs["classes"] is not None:
        return int(inputs["classes"])
    said = [inputs[name] for name in "ab"]
    if measure.needs != "labels":
        return max(2, int(inputs["y"].max()) + 1, *(int(array.shape[-1]) for array in said))
    return max(2, *(int(array.max()) + 1 for array in (inputs["y"], *said)))


def _judged_classes(measure: MeasureEntry, positive: Any, classes: int) -> tuple[int, ...]:
    if not measure.one_against_rest:
        return ()
    if positive is None:
        return (1,) if classes == 2 else tuple(range(classes))
    return (int(positive),)


def check_pair(inputs: Mapping[str, Any]) -> None:
    """Check that measure, truth and predictions fit one another.

    Raises
    ------
    InputError
        If there is no such measure of predictions, lengths differ, or codes are no classes.
    """
    judging = [key for key, entry in MEASURES.items() if entry.of_predictions]
    if inputs["measure"] not in judging:
        raise InputError(f"must be one of {listing(judging, 'or')}, not {inputs['measure']!r}.", "measure")
    measure = MEASURES[inputs["measure"]]
    n = inputs["y"].shape[-1]
    for name, axis in (("a", -2), ("b", -2), ("groups", -1)):
        given = inputs[name]
        if given is not None and given.shape[axis] != n:
            raise InputError(f"holds {given.shape[axis]} rows for {n} instances.", name)
    if "classification" in measure.tasks:
        _check_codes(measure, inputs)


def _check_codes(measure: MeasureEntry, inputs: Mapping[str, Any]) -> None:
    k = _class_count(measure, inputs)
    for name in ("y", "a", "b") if measure.needs == "labels" else ("y",):
        codes = inputs[name]
        if np.any((codes != np.floor(codes)) | (codes < 0) | (codes >= k)):
            raise InputError(f"must hold class codes from 0 to {k - 1}.", name)
    for name in () if measure.needs == "labels" else ("a", "b"):
        if inputs[name].shape[-1] not in ({1, k} if k == 2 else {k}):
            raise InputError(f"holds {inputs[name].shape[-1]} columns of scores for {k} classes.", name)
    if inputs["positive"] is not None and np.any(inputs["positive"] >= k):
        raise InputError(f"must be a class code from 0 to {k - 1}.", "positive")
