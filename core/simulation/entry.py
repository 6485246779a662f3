"""How an experiment of the laboratory is declared: its question, its controls, its trials, and what they show."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from numbers import Real
from typing import Any, Literal

import numpy as np

from core.entries import Entry
from core.errors import InputError, check_one_of, listing
from core.simulation.outcomes import Derived, Outcomes, Row, Series, Settings, nothing
from core.written import outside

Picture = Literal["curves", "dots", "histogram", "stack", "dance", "strips", "besides"]


@dataclass(frozen=True, kw_only=True)
class Control:
    """One thing that can be set; pages derive their widgets from it.

    Attributes
    ----------
    name, title : str
        Keyword of `simulate`, and its name on the page.
    default : value, or list of values
        A list is a grid: the experiment runs at each of them.
    help : str
        One sentence.
    options : dict of value to str
        What a choice may be, with the words for it.
    low, high, step : number or None
        Range of a number, ends included; it is whole where its step is.
    accepts : callable, optional
        For what is neither: gives the value as the trials take it, or raises `InputError`.
    told : callable
        What stands in tables for a value.
    shown : bool
        Whether pages offer it.
    rate : bool
        Whether it is a share of one, which pages and pictures tell in per cent.
    points : bool
        Whether it is a difference of shares, which pages tell in percentage points.
    """

    name: str
    title: str
    default: Any
    help: str = ""
    options: Mapping[Any, str] = field(default_factory=dict)
    low: float | None = None
    high: float | None = None
    step: float | None = None
    accepts: Callable[[Any], Any] | None = None
    told: Callable[[Any], Any] = lambda value: value
    shown: bool = True
    rate: bool = False
    points: bool = False

    @property
    def whole(self) -> bool:
        """Whether it takes whole numbers."""
        return isinstance(self.step, int)

    def check(self, value: Any) -> Any:
        """Give one value as a plain Python one.

        Raises
        ------
        InputError
            Naming the control, its rule and what was received.
        """
        if self.accepts is not None:
            return self.accepts(value)
        if self.options:
            check_one_of(value, self.options, self.name)
            return value
        return self._number(value)

    def _number(self, value: Any) -> float | int:
        kind = int if self.whole else float
        real = isinstance(value, Real) and not isinstance(value, bool)
        if not real:
            raise InputError(f"must be a {'whole ' * self.whole}number, not {value!r}.", self.name)
        if wrong := outside(float(value), kind(self.low or 0), kind(self.high or 0)):
            raise InputError(wrong, self.name)
        return kind(value)


@dataclass(frozen=True, kw_only=True)
class LaboratoryEntry(Entry):
    """An experiment of the laboratory, declared once; `simulate`, the page and the pictures derive from it.

    Attributes
    ----------
    question : str
        What it answers, in one sentence.
    measured : dict of str to str
        Names of the quantities that trials may measure, in words: the rows of a setting.
    estimate : str
        What an estimate is, for axes and tables: "share of rejections".
    besides : dict of str to str
        Quantities in a unit of their own, with the title of their axis; all others are shares.
    controls : tuple of Control
    trials : callable
        ``(settings, rng, count) → Outcomes`` of that many trials at one setting, all at once, by the declared tests
        and intervals.
    block : int
        Trials that are drawn together; block b of every setting comes from ``SeedSequence([seed, b])``.
    exact : callable, optional
        ``settings → {quantity: value}`` where algebra gives it.
    theory : callable, optional
        ``settings → lines by quantity`` along `axis`, where algebra gives more than at the settings that were drawn.
        For a histogram: the share of each bin, whose middles the first line has.
    derived : callable, optional
        ``(settings, outcomes) → {quantity: estimate}`` of what no mean over trials estimates; besides the means.
    levels : callable, optional
        ``settings → {words: value}`` that the estimates are held against, for example α.
    what_you_see : callable
        ``rows → plain words`` computed from the numbers.
    pictures : tuple of Picture
        The first is the large one.
    axis, series : str
        Controls along which the curves run, and by which they differ; without `series` by quantity.
    counted, counted_title : str
        What a histogram counts of what is `seen`, and the title of that axis.
    counted_rates : bool
        Whether that axis is of shares of one, which are told in per cent.
    floor : float
        Shares below it are left out of the curves where no trial has come to them.
    highlight : str
        Control whose value is the quantity that stands out among the curves.
    truth : str
        Control that holds what intervals should hold; without it they should hold 0.
    first, beat : int
        Trials of the first picture, and how many come at each beat while it runs.
    trains : bool
        Whether trials train learners, so that many of them are a job.
    on_data : str
        Key of the experiment that answers the question on a data set: `simulate` runs it where one is given.
    judged : callable, optional
        ``(settings, alpha, outcomes) → outcomes`` of the same trials at another significance level, where that takes
        no others: they are then drawn and kept at the usual one.
    version : int
        Part of the address of kept trials; to be raised when what trials draw, or keep of it, changes.
    """

    question: str
    measured: Mapping[str, str]
    estimate: str
    besides: Mapping[str, str] = field(default_factory=dict)
    controls: tuple[Control, ...]
    trials: Callable[[Settings, np.random.Generator, int], Outcomes]
    block: int = 100
    exact: Callable[[Settings], Mapping[str, float]] = lambda _settings: {}
    theory: Callable[[Settings], Series] = lambda _settings: {}
    derived: Derived = nothing
    levels: Callable[[Settings], Mapping[str, float]] = lambda _settings: {}
    what_you_see: Callable[[Sequence[Row]], str]
    pictures: tuple[Picture, ...]
    axis: str = ""
    series: str = ""
    counted: str = ""
    counted_title: str = ""
    counted_rates: bool = False
    floor: float = 0.0
    highlight: str = ""
    truth: str = ""
    first: int = 100
    beat: int = 100
    trains: bool = False
    on_data: str = ""
    judged: Callable[[Settings, float, Outcomes], Outcomes] | None = None
    version: int = 1

    @property
    def usual(self) -> dict[str, Any]:
        """What trials are drawn with whatever is set, because they can be judged at any: the significance level."""
        judged_by = ("alpha",) if self.judged else ()
        return {control.name: control.default for control in self.controls if control.name in judged_by}

    def grid(self, given: Mapping[str, Any]) -> dict[str, list[Any]]:
        """Values of every control: those given, or its default; a list, range or array gives several.

        Raises
        ------
        InputError
            If there is no such control, or it does not take such a value.
        """
        known = {control.name for control in self.controls}
        unknown = [name for name in given if name not in known]
        if unknown:
            raise InputError(
                f"{self.title} has no such setting.", unknown[0], f"There are {listing(sorted(known))}."
            )
        values = {
            control.name: _values(given.get(control.name, control.default)) for control in self.controls
        }
        empty = [name for name, found in values.items() if not found]
        if empty:
            raise InputError("needs at least one value.", empty[0])
        return {
            control.name: [control.check(value) for value in values[control.name]]
            for control in self.controls
        }

    def settings(self, grid: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
        """Every combination of the values, the last control varying fastest."""
        for values in product(*grid.values()):
            yield dict(zip(grid, values, strict=True))


def _values(given: Any) -> list[Any]:
    if isinstance(given, np.ndarray):
        return list(given.ravel().tolist())
    return list(given) if isinstance(given, list | range) else [given]
