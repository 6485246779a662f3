"""What is judged without folds, and what comes of it: counts that somebody typed, intervals."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import isinf


def possible_difference(low: float, high: float) -> tuple[float, float]:
    """The part of an interval that differences of rates can reach; an open end stays open."""
    return (low if isinf(low) else max(low, -1.0)), (high if isinf(high) else min(high, 1.0))


@dataclass(frozen=True)
class Counts:
    """Counts that somebody typed: errors of n for one or two learners, or disagreements on one sample.

    Attributes
    ----------
    errors, n : tuple of int
        Errors and validation instances, one of each per learner.
    e01, e10 : int or None
        Instances that only learner 1, only learner 2 got wrong.
    e00, e11 : int or None
        Instances that both got right (e00), both got wrong (e11).
    learners : tuple of str
    """

    errors: tuple[int, ...] = ()
    n: tuple[int, ...] = ()
    e01: int | None = None
    e10: int | None = None
    e00: int | None = None
    e11: int | None = None
    learners: tuple[str, ...] = ("learner A", "learner B")


@dataclass(frozen=True)
class Interval:
    """An interval estimate; open ends are infinite.

    Attributes
    ----------
    low, high : float
        As computed, not clipped to the range of the measure.
    level : float
        Confidence level.
    method : str
        Title of the interval.
    caution : str
        A sentence when the interval deserves doubt; empty otherwise.
    """

    low: float
    high: float
    level: float
    method: str
    caution: str = ""

    def __iter__(self) -> Iterator[float]:
        """The two ends: ``low, high = interval``."""
        yield self.low
        yield self.high

    def within(self, low: float, high: float) -> "Interval":
        """The part that a measure of this range can reach: for display only."""
        return replace(self, low=max(self.low, low), high=min(self.high, high))

    def as_difference_of_rates(self) -> "Interval":
        """The part that differences of rates can reach, for display only; an open end stays open."""
        low, high = possible_difference(self.low, self.high)
        return replace(self, low=low, high=high)

    @property
    def width(self) -> float:
        """Length of the interval."""
        return self.high - self.low

    def contains(self, value: float) -> bool:
        """Whether the closed interval holds `value`."""
        return self.low <= value <= self.high
