"""Predictions of one pass over the data → losses by instance, for tests that pool them."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from core.errors import InputError, NotApplicable, check_one_of, listing
from core.measures.catalogue.entry import Fold, Undefined, loss_matrix
from core.measures.catalogue.ranking import brier_losses, log_losses
from core.records import Array, FoldPredictions, Predictions
from core.written import fold_name

LossKind = Literal["error", "squared", "absolute", "log", "brier", "cost"]
KINDS: tuple[LossKind, ...] = get_args(LossKind)

MEAN_LOSSES: Mapping[str, LossKind] = {
    "error": "error",
    "cost": "cost",
    "log_loss": "log",
    "brier": "brier",
    "mse": "squared",
    "mae": "absolute",
}
"""By measure: the loss of an instance, of which the measure is the mean."""

_TITLES: Mapping[LossKind, str] = {"log": "log loss", "brier": "the Brier score"}


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
    kind : "error", "squared", "absolute", "log", "brier" or "cost"
        0/1 loss, log loss, Brier's and cost are for classes, the others for numbers.
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
    if kind in {"log", "brier"} and any(item.score_kind != "probability" for item in outcomes):
        raise NotApplicable(f"{_TITLES[kind]} needs probabilities, which {learner} did not give.", "kind")
    positions = np.concatenate([item.positions for item in outcomes])
    found = np.concatenate(
        [
            losses_against(predictions.truth[item.positions], item, predictions.classes, kind, matrix)
            for item in outcomes
        ]
    )
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
                f"some instances were predicted more than once by {name} ({repeated} predictions too many); pooled, "
                "they are not independent.",
                "predictions",
                "Use a hold-out or one pass of K-fold, or a test on the fold scores.",
            )
    if not np.array_equal(a.positions, b.positions):
        differing = len(np.setxor1d(a.positions, b.positions))
        raise NotApplicable(
            f"the instances of {first} and {second} are not the same: {differing} have one prediction only.",
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
    wanted = "regression" if kind in {"squared", "absolute"} else "classification"
    if predictions.task != wanted:
        raise NotApplicable(
            f"Losses of this kind ({kind}) are those of a {wanted}; these are predictions of a {predictions.task}."
        )


def _check_complete(predictions: Predictions, learner: str, outcomes: tuple[FoldPredictions, ...]) -> None:
    failed = [item for item in predictions.failures if item.learner == learner]
    if failed:
        repeated = predictions.repeated
        places = listing((fold_name(item.replicate, item.fold, repeated=repeated) for item in failed), most=5)
        where = "" if predictions.facts is not None and predictions.facts.pairs == 1 else f" in {places}"
        raise NotApplicable(f"{learner} failed{where}: {failed[0].reason}", "predictions")
    if not outcomes:
        raise InputError(f"there are no predictions of {learner}.", "predictions")


def losses_against(
    truth: Array, outcome: FoldPredictions, classes: Sequence[Hashable], kind: LossKind, matrix: Array | None
) -> Array:
    """Loss of every prediction of one fold against these truths.

    Parameters
    ----------
    truth : array
        One class code or number per prediction: the instances' own, or what is supposed of them.
    outcome : FoldPredictions
    classes : labels
    kind : LossKind
    matrix : K × K array or None
        Of the kind "cost".

    Raises
    ------
    NotApplicable
        If scores are missing.
    """
    if matrix is not None:
        return np.asarray(matrix[truth, outcome.predicted])
    if kind in {"error", "cost"}:
        return np.asarray(outcome.predicted != truth, dtype=float)
    if kind in {"log", "brier"}:
        fold = Fold(outcome, truth, tuple(map(str, classes)))
        try:
            return log_losses(fold) if kind == "log" else brier_losses(fold)
        except Undefined as reason:
            raise NotApplicable(f"{_TITLES[kind]} is undefined: {reason}.", outcome.learner) from reason
    distance = np.abs(outcome.predicted - truth)
    return np.asarray(distance**2 if kind == "squared" else distance, dtype=float)


def no_information_loss(
    truth: Array, outcome: FoldPredictions, classes: Sequence[Hashable], kind: LossKind, matrix: Array | None
) -> float:
    """Mean loss if attributes told nothing of the truth: ΣΣ L(y_i, ŷ_j)/N² over all pairs.

    Parameters
    ----------
    truth, outcome, classes, kind, matrix
        As in `losses_against`: of all instances, by the learner trained on all of them.

    Reference: Efron & Tibshirani 1997.
    """
    if kind == "squared":
        said = outcome.predicted
        return float(np.var(truth) + np.var(said) + (truth.mean() - said.mean()) ** 2)
    if kind == "absolute":
        return _mean_distance(truth, outcome.predicted)
    shares = np.bincount(truth, minlength=len(classes)) / len(truth)
    supposed = [np.full(len(truth), k) for k in range(len(classes))]
    means = [losses_against(one, outcome, classes, kind, matrix).mean() for one in supposed]
    return float(shares @ means)


def _mean_distance(one: Array, two: Array) -> float:
    """Mean of |x − y| over all pairs, by sorting."""
    ordered = np.sort(two)
    below = np.searchsorted(ordered, one)
    up_to = np.concatenate([[0.0], np.cumsum(ordered)])
    sums = one * (2 * below - len(two)) + up_to[-1] - 2 * up_to[below]
    return float(sums.mean() / len(two))
