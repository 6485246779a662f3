"""What a declared interval estimate has, and the sentences of doubt that several share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from core.entries import Entry
from core.errors import check_one_of
from core.inference.declaration.arithmetic import tail, vary_enough
from core.inference.declaration.checks import check_level
from core.inference.declaration.inputs import Need, prepare
from core.inference.declaration.number_words import short
from core.inference.distributions.limits import perfect_auc_bound
from core.records import Array

Sides = Literal["two", "lower", "upper"]
Limits = tuple[Any, Any]
Values = Mapping[str, Any]
ON_ONE_SAMPLE = (
    "Both rates were measured on one sample, so this interval is usually too wide: use a paired one."
)


@dataclass(frozen=True, kw_only=True)
class IntervalEntry(Entry):
    """An interval estimate, declared once.

    Attributes
    ----------
    needs : tuple of Need
    formula : str
        LaTeX.
    condition : str
        When it may be used, in words.
    open_ends : (float, float)
        Where a one-sided interval ends.
    limits : callable
        ``(inputs, tail) → (low, high)``, vectorised over leading axes.
    caution : callable
        ``(inputs, low, high) → sentence``, empty when there is no doubt.
    check : callable or None
        Raises `InputError` where inputs contradict one another.
    """

    needs: tuple[Need, ...]
    formula: str
    condition: str
    open_ends: tuple[float, float]
    limits: Callable[[Values, Any], Limits]
    caution: Callable[[Values, float, float], str]
    check: Callable[[Values], None] | None = None

    def evaluate(self, level: float | Array = 0.95, sides: Sides = "two", **arrays: Any) -> Limits:
        """Limits of any number of experiments at once; the inputs in `needs`, with any leading axes.

        An array of levels is broadcast against these axes.

        Returns
        -------
        low, high : arrays
            As computed, not clipped.
        """
        return self.bounded(self.prepare(arrays), level, sides)

    def bounded(self, inputs: Values, level: float | Array, sides: Sides) -> Limits:
        """Limits from inputs that were prepared.

        Raises
        ------
        InputError
            If an input is missing, of the wrong shape or out of range; the message names it.
        """
        check_level(level)
        check_one_of(sides, ("two", "lower", "upper"), "sides")
        low, high = self.limits(inputs, tail(level, sides))
        return self._open(low, "upper", sides, 0), self._open(high, "lower", sides, 1)

    def _open(self, limit: Any, when: str, sides: str, end: int) -> Any:
        return np.full_like(limit, self.open_ends[end], dtype=float) if sides == when else np.asarray(limit)

    def prepare(self, given: Values) -> dict[str, Any]:
        """Check and convert inputs; raises `InputError` naming the argument."""
        inputs = prepare(self.needs, given, self.title)
        if self.check is not None:
            self.check(inputs)
        return inputs


def no_caution(_inputs: Values, _low: float, _high: float) -> str:
    """No doubt."""
    return ""


def normal_caution(inputs: Values, _low: float, _high: float) -> str:
    """Doubt the normal approximation of few errors (Mitchell 5.1)."""
    e, n = float(inputs["errors"]), float(inputs["n"])
    if e in (0, n):
        return "With no error, or nothing but errors, this interval has no width: use the exact interval."
    if vary_enough((e, n)):
        return ""
    return "n·p̂(1 − p̂) is below 5: the interval holds the rate less often than its level says; use the exact one."


def wald_samples_caution(inputs: Values, low: float, high: float) -> str:
    """Doubt the normal approximation of few errors in either of two samples (Newcombe 1998)."""
    samples = ((float(inputs[f"errors_{one}"]), float(inputs[f"n_{one}"])) for one in (1, 2))
    if low == high or vary_enough(*samples):
        return width_caution(inputs, low, high)
    return (
        "n·p̂(1 − p̂) is below 5 in a sample: the interval holds the difference less often than its level says; use "
        "Newcombe's."
    )


def wald_pair_caution(inputs: Values, _low: float, _high: float) -> str:
    """Doubt the paired Wald interval of few disagreements."""
    if float(inputs["e01"] + inputs["e10"]) < 25:
        return "Fewer than 25 disagreements: prefer Tango's score interval."
    return ""


def width_caution(_inputs: Values, low: float, high: float) -> str:
    """Doubt an interval without width."""
    return "The variance estimate is zero, so this interval has no width." if low == high else ""


def auc_caution(inputs: Values, low: float, high: float) -> str:
    """Say what disjoint pairs alone bound when the classes are separated perfectly; doubt any other without width."""
    positive = inputs["y"] == 1
    of_positive, of_negative = inputs["scores"][positive], inputs["scores"][~positive]
    right, wrong = of_positive.min() > of_negative.max(), of_positive.max() < of_negative.min()
    if not right and not wrong:
        return width_caution(inputs, low, high)
    bound = perfect_auc_bound(len(of_positive), len(of_negative), 0.025)
    limit = f"at least {short(bound)}" if right else f"at most {short(1 - bound)}"
    return (
        "The classes are separated perfectly, so an interval from a variance has no width; from disjoint pairs alone "
        f"the AUC is {limit} (97.5\u00a0%)."
    )
