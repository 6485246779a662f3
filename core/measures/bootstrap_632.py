"""Losses in and out of bag → bootstrap estimates of the error: on the original set, out of bag, .632 and .632+.

Validated on the original set, a learner sees again 63.2 % of the instances it was trained on: optimistic.
Out of bag it has learnt from fewer distinct instances than N: pessimistic. The other two weigh both.

Reference: I2ML 5.2 (bootstrapping); Efron & Tibshirani 1997.
"""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from core.errors import InputError, NotApplicable, check_one_of
from core.records import Array, Interval


@dataclass(frozen=True, eq=False)
class BootstrapEstimates:
    """Estimates from B bootstrap replicates, and the terms they are made of.

    All four exist for a mean of losses over instances; of other measures there is the out-of-bag mean alone.

    Attributes
    ----------
    original : float or None
        Mean loss on the original set, over instances and replicates.
    out_of_bag : float
        Err1: mean over instances of their mean loss over the replicates that left them out; of a measure that is no
        mean of losses, the mean over the replicates of its value on the instances they left out.
    point_632 : float or None
        .368 · apparent + .632 · Err1.
    point_632_plus : float or None
        .632 + (min(Err1, gamma) − apparent)·.368·.632·R/(1 − .368 R); None without gamma.
    apparent : float or None
        Loss of the learner trained once on all instances, on these same instances.
    gamma : float or None
        No-information rate.
    overfitting : float or None
        R, the relative overfitting rate, from 0 to 1.
    weight : float or None
        w = .632 / (1 − .368 R), which .632+ gives Err1 where it does not exceed gamma.
    never_out : int
        Instances that no replicate left out; they are not in Err1.
    originals : array of length B
        Mean loss of each replicate on the original set; empty where the measure is no mean of losses.
    out_of_bags : array of length B
        Value of each replicate on the instances that it left out; NaN where it has none there.
    """

    original: float | None
    out_of_bag: float
    point_632: float | None
    point_632_plus: float | None
    apparent: float | None
    gamma: float | None
    overfitting: float | None
    weight: float | None
    never_out: int
    originals: Array
    out_of_bags: Array

    def interval(self, level: float = 0.95, of: Literal["original", "out_of_bag"] = "out_of_bag") -> Interval:
        """Percentile interval: the middle `level` of the replicates' values.

        Reference: Efron & Tibshirani 1993, ch. 13.

        Raises
        ------
        InputError
            If `level` is not strictly between 0 and 1, or `of` is neither.
        NotApplicable
            If no replicate has a value there.
        """
        check_one_of(of, ("original", "out_of_bag"), "of")
        if not 0 < level < 1:
            raise InputError(f"must lie strictly between 0 and 1, not {level!r}.", "level")
        values = self.originals if of == "original" else self.out_of_bags
        if np.isnan(values).all():
            raise NotApplicable("no replicate has a value there.", "of", "Use of='out_of_bag'.")
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
        No-information rate, see `no_information_loss`; without it there is no .632+.

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
    point_632 = 0.368 * apparent + 0.632 * err1
    plus, overfitting, weight = _plus(point_632, err1, apparent, gamma)
    return BootstrapEstimates(
        original=float(losses.mean()),
        out_of_bag=err1,
        point_632=point_632,
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


def out_of_bag_mean(values: Array) -> BootstrapEstimates:
    """The one estimate of a measure that is no mean of losses: its mean over the replicates, out of bag.

    Parameters
    ----------
    values : array of length B
        The measure on the instances that each replicate left out; NaN where it has no value there.
    """
    known = values[~np.isnan(values)]
    return BootstrapEstimates(
        original=None,
        out_of_bag=float(known.mean()) if len(known) else float("nan"),
        point_632=None,
        point_632_plus=None,
        apparent=None,
        gamma=None,
        overfitting=None,
        weight=None,
        never_out=0,
        originals=np.empty(0),
        out_of_bags=values,
    )


def _plus(
    point_632: float, err1: float, apparent: float, gamma: float | None
) -> tuple[float, float, float] | tuple[None, None, None]:
    """The .632+ estimate, R and w (Efron & Tibshirani 1997, eqs. 29–32)."""
    if gamma is None:
        return None, None, None
    bounded = min(err1, gamma)
    overfits = bounded > apparent and gamma > apparent
    rate = (bounded - apparent) / (gamma - apparent) if overfits else 0.0
    weight = 0.632 / (1 - 0.368 * rate)
    return point_632 + (bounded - apparent) * 0.368 * rate * weight, rate, weight
