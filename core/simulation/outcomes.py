"""What came of trials: one array per quantity along the trials, and the estimates that follow from them.

Trials are kept one by one, so that those asked for later are put behind those that there are: nothing is rounded on
the way, and any number of them gives the same estimates however they were asked for.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from core.inference import INTERVALS
from core.records import Array

Settings = Mapping[str, Any]
Series = Mapping[str, tuple[Array, Array]]
"""Lines by their names: where they run, and how high."""

LEVEL = 0.95
"""Of the error bars."""


@dataclass(frozen=True)
class Estimate:
    """A mean over trials with its Monte-Carlo error.

    Attributes
    ----------
    value, se : float
    low, high : float
        Ends of the error bar at level .95: Wilson's interval for a share, so that it has a width at 0 and 1 too.
    trials : int
    """

    value: float
    se: float
    low: float
    high: float
    trials: int


@dataclass(frozen=True, eq=False)
class Outcomes:
    """Outcomes of some trials.

    Attributes
    ----------
    measured : dict of str to array of n
        What is estimated by its mean, by quantity; booleans are counted.
    seen : dict of str to array of n × …
        What pictures show of each trial besides.
    """

    measured: Mapping[str, Array]
    seen: Mapping[str, Array] = field(default_factory=dict)

    @property
    def trials(self) -> int:
        """How many there are."""
        return len(next(iter(self.measured.values())))

    def part(self, begin: int, end: int) -> "Outcomes":
        """The trials from `begin` up to `end`."""
        return Outcomes(
            {name: array[begin:end] for name, array in self.measured.items()},
            {name: array[begin:end] for name, array in self.seen.items()},
        )

    def estimate(self, name: str) -> Estimate:
        """Estimate a quantity by its mean."""
        values = self.measured[name]
        n, mean = len(values), float(np.mean(values))
        se = float(np.std(values)) / n**0.5
        if values.dtype != bool:
            margin = 1.96 * se
            return Estimate(mean, se, mean - margin, mean + margin, n)
        low, high = INTERVALS["wilson"].evaluate(LEVEL, errors=float(values.sum()), n=float(n))
        return Estimate(mean, se, float(low), float(high), n)


def joined(parts: Sequence[Outcomes]) -> Outcomes:
    """Put trials behind one another."""
    first = parts[0]
    return Outcomes(
        {name: np.concatenate([part.measured[name] for part in parts]) for name in first.measured},
        {name: np.concatenate([part.seen[name] for part in parts]) for name in first.seen},
    )


Derived = Callable[[Settings, Outcomes], Mapping[str, Estimate]]


def nothing(_settings: Settings, _outcomes: Outcomes) -> Mapping[str, Estimate]:
    """What follows from the trials of most experiments besides their means."""
    return {}


@dataclass(frozen=True, eq=False)
class Row:
    """One setting of an experiment with what came of its trials.

    Attributes
    ----------
    settings : dict
    outcomes : Outcomes
    exact : dict of str to float
        What algebra gives, by quantity; those for which it gives nothing are not in it.
    derived : callable
        As in `LaboratoryEntry`.
    """

    settings: Settings
    outcomes: Outcomes
    exact: Mapping[str, float]
    derived: Derived = nothing

    def __getitem__(self, name: str) -> Estimate:
        """Estimate of a quantity."""
        return self.estimates[name]

    @cached_property
    def estimates(self) -> dict[str, Estimate]:
        """Estimates of all quantities."""
        means = {name: self.outcomes.estimate(name) for name in self.outcomes.measured}
        return means | dict(self.derived(self.settings, self.outcomes))
