"""Losses in and out of bag → bootstrap estimates of the error: on the original set, out of bag, .632 and .632+.

Validated on the original set, a learner sees again 63.2 % of the instances it was trained on: optimistic.
Out of bag it has learnt from fewer distinct instances than N: pessimistic. The other two weigh both.

Reference: I2ML 5.2 (bootstrapping); Efron & Tibshirani 1997.
"""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from core.errors import InputError, check_one_of
from core.records import Array, Interval


@dataclass(frozen=True, eq=False)
class BootstrapEstimates:
    """Four estimates from B bootstrap replicates, and the terms they are made of.

    Attributes
    ----------
    original : float
        Mean loss on the original set, over instances and replicates.
    out_of_bag : float
        Err1: mean over instances of their mean loss over the replicates that left them out.
    point_632 : float
        .368 · apparent + .632 · Err1.
    point_632_plus : float or None
        (1 − w) · apparent + w · min(Err1, gamma); None without gamma.
    apparent : float
        Loss of the learner trained once on all instances, on these same instances.
    gamma : float or None
        No-information rate.
    overfitting : float or None
        R, the relative overfitting rate, from 0 to 1.
    weight : float or None
        w = .632 / (1 − .368 R).
    never_out : int
        Instances that no replicate left out; they are not in Err1.
    originals : array of length B
        Mean loss of each replicate on the original set.
    out_of_bags : array of length B
        Mean loss of each replicate on the instances that it left out; NaN where it left out none.
    """

    original: float
    out_of_bag: float
    point_632: float
    point_632_plus: float | None
    apparent: float
    gamma: float | None
    overfitting: float | None
    weight: float | None
    never_out: int
    originals: Array
    out_of_bags: Array

    def interval(self, level: float = 0.95, of: Literal["original", "out_of_bag"] = "original") -> Interval:
        """Percentile interval: the middle `level` of the replicates' means.

        Reference: Efron & Tibshirani 1993, ch. 13.

        Raises
        ------
        InputError
            If `level` is not strictly between 0 and 1, or `of` is neither.
        """
        check_one_of(of, ("original", "out_of_bag"), "of")
        if not 0 < level < 1:
            raise InputError(f"must lie strictly between 0 and 1, not {level!r}.", "level")
        values = self.originals if of == "original" else self.out_of_bags
        low, high = np.nanquantile(values, [(1 - level) / 2, (1 + level) / 2])
        place = "on the original set" if of == "original" else "out of bag"
        return Interval(
            float(low),
            float(high),
            level,
            f"percentile interval {place} over {len(values)} bootstrap replicates",
        )


def bootstrap_point_estimates(
    loss: Any, in_bag: Any, apparent: float, gamma: float | None = None
) -> BootstrapEstimates:
    """Combine the losses of B bootstrap replicates into the four estimates.

    Parameters
    ----------
    loss : array-like, B × N
        Loss of the learner of replicate b on instance i of the original set.
    in_bag : array-like, B × N
        How often (or whether) instance i is in the training set of replicate b.
    apparent : float
        Mean loss of the learner trained on all instances, on these same instances.
    gamma : float, optional
        No-information rate, see `no_information_rate`; without it there is no .632+.

    Raises
    ------
    InputError
        If the two arrays do not match, a loss is missing, or no replicate left out any instance.

    Reference: Efron & Tibshirani 1997 (leave-one-out bootstrap, .632, .632+).
    """
    losses = np.asarray(loss, dtype=float)
    out = np.asarray(in_bag) == 0
    _check(losses, out)
    times_out = out.sum(axis=0)
    left_out = times_out > 0
    err1 = float(np.mean((losses * out).sum(axis=0)[left_out] / times_out[left_out]))
    sizes = out.sum(axis=1)
    sums = (losses * out).sum(axis=1)
    plus, overfitting, weight = _plus(err1, apparent, gamma)
    return BootstrapEstimates(
        original=float(losses.mean()),
        out_of_bag=err1,
        point_632=0.368 * apparent + 0.632 * err1,
        point_632_plus=plus,
        apparent=float(apparent),
        gamma=gamma,
        overfitting=overfitting,
        weight=weight,
        never_out=int(np.sum(~left_out)),
        originals=losses.mean(axis=1),
        out_of_bags=np.divide(sums, sizes, out=np.full(len(sums), np.nan), where=sizes > 0),
    )


def _check(losses: Array, out: Array) -> None:
    if losses.ndim != 2 or losses.shape != out.shape or not losses.size:
        raise InputError(
            f"must both be replicates × instances, not of shapes {losses.shape} and {out.shape}.",
            "loss and in_bag",
        )
    if not np.isfinite(losses).all():
        raise InputError(
            "must hold finite numbers only.", "loss", "A replicate that failed gives no estimate."
        )
    if not out.any():
        raise InputError(
            "no replicate left out any instance.", "in_bag", "Draw more replicates, or use more instances."
        )


def _plus(
    err1: float, apparent: float, gamma: float | None
) -> tuple[float, float, float] | tuple[None, None, None]:
    """The .632+ estimate, R and w."""
    if gamma is None:
        return None, None, None
    bounded = min(err1, gamma)
    overfits = bounded > apparent and gamma > apparent
    rate = (bounded - apparent) / (gamma - apparent) if overfits else 0.0
    weight = 0.632 / (1 - 0.368 * rate)
    return (1 - weight) * apparent + weight * bounded, rate, weight


def no_information_rate(truth: Any, predicted: Any, n_classes: int) -> float:
    """Error rate if attributes told nothing of the class: Σ p_k (1 − q_k).

    Parameters
    ----------
    truth, predicted : arrays of class codes 0 … n_classes − 1
        Of all instances, by the learner trained on all of them; p and q are their class shares.

    Reference: Efron & Tibshirani 1997.

    Examples
    --------
    >>> no_information_rate([0, 0, 1, 1], [0, 0, 0, 1], 2)
    0.5
    """
    p = np.bincount(np.asarray(truth), minlength=n_classes) / len(truth)
    q = np.bincount(np.asarray(predicted), minlength=n_classes) / len(predicted)
    return float(p @ (1 - q))


def no_information_mse(truth: Any, predicted: Any) -> float:
    """Mean squared error over all pairs of a response and a prediction, ΣΣ (y_i − ŷ_j)² / N².

    Reference: Efron & Tibshirani 1997.
    """
    y, said = np.asarray(truth, dtype=float), np.asarray(predicted, dtype=float)
    return float(np.var(y) + np.var(said) + (y.mean() - said.mean()) ** 2)
