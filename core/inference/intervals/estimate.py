"""A catalogued interval of given numbers, at any level and with either or both ends."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from core.inference.intervals.catalogue import intervals
from core.inference.intervals.entry import Sides
from core.inference.intervals.steps import bound_of, displayed, interval_steps
from core.records import Interval


@dataclass(frozen=True)
class Estimate:
    """An interval of the catalogue with the input it is computed from.

    Attributes
    ----------
    key : str
    inputs : mapping
    at : float, optional
        The estimate inside it.
    test : str
        Key of the test that assumes the same of these numbers: the interval is worth what that test is.
    of_the_test : bool
        Whether it is the one that this test gives itself.
    doubt : str
        What is to be said of it here, whatever the numbers; stands instead of the interval's own caution.
    """

    key: str
    inputs: Mapping[str, Any] = field(hash=False)
    at: float | None = None
    test: str = ""
    of_the_test: bool = True
    doubt: str = ""

    def interval(self, level: float, sides: Sides) -> Interval:
        """The interval as it is shown."""
        return self.intervals([level], sides)[0]

    def intervals(self, levels: Sequence[float], sides: Sides) -> list[Interval]:
        """The same at several levels."""
        found = intervals(self.key, levels, sides, **self.inputs)
        shown = [bound_of(displayed(each, self.key), sides) for each in found]
        return [replace(each, caution=self.doubt or each.caution) for each in shown]

    def steps(
        self,
        level: float,
        sides: Sides,
        reachable: Callable[[float, float], tuple[float, float]] | None = None,
    ) -> tuple[str, ...]:
        """Its formula, and the same with these numbers, cut as `interval_steps` has it."""
        return interval_steps(self.key, level, sides, reachable=reachable, **self.inputs)
