"""Predictions of one pass over the data → losses by instance, for tests that pool them."""

from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from core.errors import InputError, NotApplicable, check_one_of, listing
from core.measures.catalogue.entry import Fold, Undefined, loss_matrix
from core.measures.catalogue.ranking import log_losses
from core.records import Array, FoldPredictions, Predictions

LossKind = Literal["error", "squared", "absolute", "log", "cost"]
KINDS: tuple[LossKind, ...] = get_args(LossKind)


class Contingency(NamedTuple):
    """Instances by who got them right: e01 wrong by the first only, e10 wrong by the second only.

    Reference: I2ML 5.5 (McNemar's test).
    """

    e00: int
    e01: int
    e10: int
    e11: int


class InstanceLosses(NamedTuple):
    """Loss of each prediction beside the position of its instance in `Predictions.truth`."""

    positions: Array
    losses: Array


def instance_losses(
    predictions: Predictions, learner: str, kind: LossKind = "error", *, losses: Any = None
) -> InstanceLosses:
    """Loss of one learner on every instance that it predicted.

    Parameters
    ----------
    predictions : Predictions
    learner : str
    kind : "error", "squared", "absolute", "log" or "cost"
        0/1 loss, log loss and cost are for classes, the others for numbers.
    losses : K × K array-like, optional
        For "cost": what it costs to choose class j (column) for an instance of class i (row). By default every
        mistake costs 1.

    Returns
    -------
    InstanceLosses
        Sorted by position; an instance that was predicted in several replicates comes in their order. So two
        learners on the same splits are aligned.

    Raises
    ------
    NotApplicable
        If the loss does not fit the task, probabilities are missing or a fold of the learner failed.
    InputError
        If `losses` do not fit the classes, or the kind takes none.
    """
    check_one_of(kind, KINDS, "kind")
    _check_kind(predictions, kind)
    matrix = loss_matrix(losses, len(predictions.classes), kind)
    outcomes = predictions.of(learner)
    _check_complete(predictions, learner, outcomes)
    if kind == "log" and any(item.score_kind != "probability" for item in outcomes):
        raise NotApplicable(f"log loss needs probabilities, which {learner} did not give.", "kind")
    positions = np.concatenate([item.positions for item in outcomes])
    found = np.concatenate([_losses(predictions, item, kind, matrix) for item in outcomes])
    order = np.argsort(positions, kind="stable")
    return InstanceLosses(positions[order], found[order])


def contingency(predictions: Predictions, first: str, second: str) -> Contingency:
    """Count the instances that both, one or neither of two learners got wrong.

    Returns
    -------
    Contingency
        e00 right by both, e01 wrong by `first` only, e10 wrong by `second` only, e11 wrong by both.

    Raises
    ------
    NotApplicable
        If an instance was predicted more than once (the counts would not be independent), if the two learners
        predicted different instances, or if a fold failed.
    """
    a, b = instance_losses(predictions, first), instance_losses(predictions, second)
    for name, pooled in ((first, a), (second, b)):
        repeated = int(np.sum(np.diff(pooled.positions) == 0))
        if repeated:
            raise NotApplicable(
                f"{name} predicted some instances more than once ({repeated} predictions too many); pooled, "
                "they are not independent.",
                "predictions",
                "Use a hold-out or one pass of K-fold, or a test on the fold scores.",
            )
    if not np.array_equal(a.positions, b.positions):
        differing = len(np.setxor1d(a.positions, b.positions))
        raise NotApplicable(
            f"{first} and {second} did not predict the same instances: {differing} have one prediction only.",
            "predictions",
            "Let both learners predict the same validation sets.",
        )
    wrong_a, wrong_b = a.losses > 0, b.losses > 0
    return Contingency(
        e00=int(np.sum(~wrong_a & ~wrong_b)),
        e01=int(np.sum(wrong_a & ~wrong_b)),
        e10=int(np.sum(~wrong_a & wrong_b)),
        e11=int(np.sum(wrong_a & wrong_b)),
    )


def _check_kind(predictions: Predictions, kind: LossKind) -> None:
    wanted = "classification" if kind in {"error", "log", "cost"} else "regression"
    if predictions.task != wanted:
        raise NotApplicable(
            f"{kind} loss is for {wanted}; these are predictions of a {predictions.task}.", "kind"
        )


def _check_complete(predictions: Predictions, learner: str, outcomes: tuple[FoldPredictions, ...]) -> None:
    failed = [item for item in predictions.failures if item.learner == learner]
    if failed:
        places = listing((f"replicate {item.replicate} fold {item.fold}" for item in failed), most=5)
        raise NotApplicable(f"{learner} failed in {places}: {failed[0].reason}", "predictions")
    if not outcomes:
        raise InputError(f"there are no predictions of {learner}.", "predictions")


def _losses(
    predictions: Predictions, outcome: FoldPredictions, kind: LossKind, matrix: Array | None
) -> Array:
    truth = predictions.truth[outcome.positions]
    if matrix is not None:
        return np.asarray(matrix[truth, outcome.predicted])
    if kind in {"error", "cost"}:
        return np.asarray(outcome.predicted != truth, dtype=float)
    if kind == "log":
        try:
            return log_losses(Fold(outcome, truth, tuple(map(str, predictions.classes))))
        except Undefined as reason:
            raise NotApplicable(f"log loss is undefined: {reason}.", outcome.learner) from reason
    distance = np.abs(outcome.predicted - truth)
    return np.asarray(distance**2 if kind == "squared" else distance, dtype=float)
