"""A verdict that luck could explain → on how many instances the same test would probably find such a difference."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import optimize

from core.errors import NotApplicable
from core.inference.declaration.checks import check_alpha
from core.inference.declaration.paired_folds import moments
from core.inference.interpretation.effect_sizes import difference_interval
from core.inference.interpretation.smallest_difference import FOLD_POWERS, TARGET
from core.inference.planning.power import sample_size
from core.inference.verdicts import wording
from core.inference.verdicts.verdict import Verdict
from core.written import in_percent

MOST_TIMES = 1e6
"""Beyond so many times the present instances nobody looks for a size."""
COUNTED = ("mcnemar", "mcnemar_exact", "mcnemar_midp")


@dataclass(frozen=True)
class MoreInstances:
    """How many instances would probably settle a comparison, if the difference is as large as the one found.

    Attributes
    ----------
    difference : str
        The difference that was found, in words.
    present : int or None
        Instances now; None where nobody said, as for groups.
    times : float
        How many times the present instances; infinite beyond a million times.
    target : float
        The power that they give.
    units : str
        What is counted: "instances", or "groups" where these are what is independent.
    """

    difference: str
    present: int | None
    times: float
    target: float
    units: str = "instances"

    @property
    def instances(self) -> int | None:
        """The number itself, where the present one is known."""
        if self.present is None or math.isinf(self.times):
            return None
        return math.ceil(self.times * self.present - 1e-9)

    def sentence(self) -> str:
        """What would be needed, and why it is an order of magnitude only."""
        if math.isinf(self.times):
            return (
                f"The difference found is so small that no number of {self.units} within reach would show it."
            )
        often = f"{self.times:.2g} times" if self.times < 10 else f"{_about(self.times)} times"
        size = (
            f"{often} as many {self.units} as now"
            if self.instances is None
            else f"about {_about(self.instances)} {self.units}, {often} the present {self.present:,}"
        )
        return (
            f"Were the true difference as large as the one found, {self.difference}, this test would see it with "
            f"probability {in_percent(self.target)} on {size}; were it half as large, on about four times that. A "
            f"difference found on few {self.units} is off by much, so this is an order of magnitude. Decide on a size "
            "before more is collected, and judge once."
        )


def _about(value: float) -> str:
    """Two digits: no more are known."""
    return f"{float(f'{value:.2g}'):,.0f}"


def more_instances(verdict: Verdict, alpha: float = 0.05, target: float = TARGET) -> MoreInstances:
    """On how many instances a test would find the difference that it has just found, with a given power.

    The learners are supposed to stay as good as they are, and the variance of a fold's difference to fall as one over
    the number of instances, at the same design; where instances come in groups, over that of groups as large as these.

    Parameters
    ----------
    verdict : Verdict
        That does not reject.
    alpha, target : float
        Significance level and power.

    Raises
    ------
    NotApplicable
        If the verdict rejects already, found no difference, or is by a test whose power is not computed.
    InputError
        If `alpha` is out of range.

    Reference: Mitchell ex. 5.4; Nadeau & Bengio 2003; Hoenig & Heisey 2001 on what such a number is not.
    """
    check_alpha(alpha)
    if verdict.rejects(alpha):
        raise NotApplicable("the test rejects already; nothing more is needed for that.")
    if not verdict.terms["estimate"]:
        raise NotApplicable("no difference was found, so there is none to look for with more instances.")
    if {"less": 1, "greater": -1}.get(verdict.alternative, 0) * verdict.estimate > 0:
        raise NotApplicable("the difference that was found goes against the claim.")
    by = _by_counts if verdict.key in COUNTED else _by_folds
    present, times = by(verdict, alpha, target)
    naming = verdict.told_beside(difference_interval(verdict, 1 - alpha)).naming
    found = wording.amount(abs(verdict.estimate), verdict.entry, naming)
    return MoreInstances(found, present, times, target, units_of(verdict))


def units_of(verdict: Verdict) -> str:
    """What more of would settle a verdict: "instances", or "groups" where these are what is independent."""
    facts = verdict.naming.facts
    return "groups" if facts is not None and facts.grouped else "instances"


def _by_counts(verdict: Verdict, alpha: float, target: float) -> tuple[int, float]:
    n = verdict.inputs["n"]
    if n is None:
        raise NotApplicable("the number of instances is not known, only the disagreements.")
    rates = (verdict.inputs["e01"] / n, verdict.inputs["e10"] / n)
    try:
        wanted = sample_size(
            "mcnemar_exact", effect=rates, alpha=alpha, power=target, alternative=verdict.alternative
        )
    except NotApplicable:
        return int(n), math.inf
    return int(n), max(1.0, wanted / n)


def _by_folds(verdict: Verdict, alpha: float, target: float) -> tuple[int | None, float]:
    facts = verdict.naming.facts
    if verdict.key not in FOLD_POWERS or facts is None:
        raise NotApplicable("the power of this test is not computed from its scores.")
    alpha = alpha if verdict.alternative == "two-sided" else min(2 * alpha, 0.999)
    terms = moments(*(np.atleast_2d(np.asarray(verdict.inputs[name], dtype=float)) for name in ("a", "b")))
    if terms["constant"]:
        raise NotApplicable("all differences are equal, so their spread is unknown.")
    sizes = (facts.n_train, facts.n_validation)
    present = (
        None if facts.grouped or None in sizes else round(sum(size for size in sizes if size is not None))
    )
    ratio = float(verdict.terms.get("ratio", math.nan))  # also where only the design says it
    effect = abs(float(terms["estimate"] / terms["sd"]))

    def power_at(times: float) -> float:
        return FOLD_POWERS[verdict.key](facts, ratio, effect * math.sqrt(times), alpha)

    return present, _times(power_at, target)


def _times(power_at: Callable[[float], float], target: float) -> float:
    """Factor by which the instances have to grow, so that the effect in standard deviations grows by its root."""

    def beyond(log_times: float) -> float:
        return power_at(math.exp(log_times)) - target

    most = math.log(MOST_TIMES)
    if beyond(most) < 0:
        return math.inf
    return max(1.0, math.exp(optimize.brentq(beyond, -most, most, xtol=1e-6)))
