"""The same error rate on more instances: how the interval shrinks."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.inference.distributions.limits import clopper_pearson
from core.inference.intervals.catalogue import interval
from core.records import Array, Interval
from core.written import PERCENT, counted, ends, in_percent, in_points, percent

MOST_TIMES = 100
POINTS = 200
"""Numbers of instances from which a curve over them is drawn: one per cent from one to the next."""


@dataclass(frozen=True)
class SameRate:
    """Errors and instances, and what they would be so many times as often.

    Attributes
    ----------
    errors, n : int
    p0 : float
        The rate that is compared.
    level : float
        Of the exact intervals (Clopper & Pearson 1934).
    """

    errors: int
    n: int
    p0: float
    level: float

    @property
    def sizes(self) -> list[int]:
        """1, 2, … times as many instances."""
        return [times * self.n for times in range(1, MOST_TIMES + 1)]

    @cached_property
    def intervals(self) -> list[Interval]:
        """Exact intervals on so many instances."""
        return [
            interval("exact", self.level, errors=times * self.errors, n=times * self.n)
            for times in range(1, MOST_TIMES + 1)
        ]

    @cached_property
    def curve(self) -> tuple[Array, Array, Array]:
        """Numbers of instances, and the low and the high end of the interval on each: a line without corners.

        Between the multiples of the instances typed the errors need not be whole; the formula of the interval takes
        them all the same.
        """
        between = np.geomspace(self.n, MOST_TIMES * self.n, POINTS).round()
        n = np.union1d(between, self.sizes)
        return n, *clopper_pearson(self.errors * n / self.n, n, (1 - self.level) / 2)

    def sentence(self, times: int) -> str:
        """What the interval is there, and whether p0 lies in it."""
        found, typed = self.intervals[times - 1], self.intervals[0]
        low, high = ends(found.low, found.high, rates=True)
        inside = "lies in it" if self._holds(found) else "lies outside"
        share = (
            f", {in_percent(found.width / typed.width, '.0f')} of the width of the two-sided one on "
            f"{counted(self.n, 'instances')}"
            if times > 1
            else ""
        )
        return (
            f"{counted(times * self.errors, 'errors')} on {counted(times * self.n, 'instances')} would be the same "
            f"rate. Two-sided {in_percent(self.level)} interval: {low} to {high}{PERCENT}, "
            f"{in_points(found.width, full=True)} wide{share}. p0 = {percent(self.p0)} {inside}."
        )

    @property
    def turning(self) -> str:
        """From how many instances on p0 lies outside; empty where it does on those typed."""
        inside = [times for times, found in enumerate(self.intervals, 1) if self._holds(found)]
        if not inside:
            return ""
        if inside[-1] == MOST_TIMES:
            equal = self.errors == round(self.p0 * self.n, 9)
            why = "the rate is p0." if equal else "the two rates are near one another."
            return f"Up to {MOST_TIMES * self.n:,} instances the interval holds p0: {why}"
        first = inside[-1] + 1
        return (
            f"If the rate stayed the same, the interval would no longer hold p0 from {first * self.n:,} instances on, "
            f"{first} times as many."
        )

    def _holds(self, found: Interval) -> bool:
        return found.low <= self.p0 <= found.high
