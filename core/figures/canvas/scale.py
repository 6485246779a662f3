"""How the values of a measure are written: on an axis, in a hover text, in a sentence."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.figures.canvas.text import embedded, embedded_pair, number, small
from core.measures import title_of, told_in_percent
from core.records import FoldScores
from core.written import PERCENT, points_places, to_places, without_noise

_NARROWEST = 1e-10
"""An interval whose ends are told apart by decimals; they would be too many in a narrower one."""
_BESIDE = 32
"""Characters of two names that fit side by side below a narrow plot."""


@dataclass(frozen=True)
class Scale:
    """How values are written.

    Attributes
    ----------
    title : str
        Title of the axis, with the unit; already fit for Plotly.
    percent : bool
        Proportions, written in per cent, their differences in points; hover texts add the proportion itself.
    unit : str
        Put behind numbers in hover texts and sentences, for example ``"s"``.
    signed : bool
        Differences: positive values carry a plus sign.
    name : str
        What sentences call the quantity.
    """

    title: str
    percent: bool = False
    unit: str = ""
    signed: bool = False
    name: str = ""

    @property
    def ticks(self) -> str:
        """Format of tick labels (d3)."""
        if self.unit in ("s", "ms"):
            return ".4~r"  # not in thousandths: the title says the unit
        return "~%" if self.percent else ""

    def hover(self, variable: str) -> str:
        """Piece of a hover template that writes `variable`, for example ``"x"``."""
        sign = "+" if self.signed else ""
        if self.percent:
            points = "-points" if self.signed else ""
            return f"%{{{variable}:{sign}.2%}}{points} (%{{{variable}:{sign}.5~f}})"
        if self.unit == "s":
            return f"%{{{variable}:.3~s}}s"
        return f"%{{{variable}:{sign}.5~g}}{self.suffix}"

    def between(self, low: float, high: float) -> str:
        """An interval in a cell, its unit once; of a rate the part that rates can reach."""
        if self.percent:
            low, high = (low, high) if self.signed else (max(low, 0.0), min(high, 1.0))
            places = points_places(low, high)
            first = self.text(low, places).removesuffix(" points" if self.signed else "")
            return f"{first} … {self.text(high, places)}"
        low, high = without_noise(low, high)
        width = high - low
        if not _NARROWEST < width < math.inf:
            return f"{self.text(low)} … {self.text(high)}"
        places = max(0, 2 - math.floor(math.log10(width)))
        ends = (to_places(value, places, signed=self.signed) for value in (low, high))
        return f"{' … '.join(ends)}{self.suffix}"

    @property
    def suffix(self) -> str:
        """The unit behind a number."""
        return f" {self.unit}" if self.unit else ""

    def text(self, value: float | None, places: int = 2) -> str:
        """A value in a sentence; so many decimals of percent or percentage points."""
        if value is None or not math.isfinite(value):
            return number(value)
        if self.percent:
            unit = " points" if self.signed else PERCENT
            return f"{to_places(100 * value, places, signed=self.signed)}{unit}"
        sign = "+" if self.signed and value > 0 else ""
        return f"{sign}{number(value)}{self.suffix}"


def scale_of(scores: FoldScores) -> Scale:
    """Scale of the scores themselves."""
    percent = told_in_percent(scores.measure)
    unit = "%" if percent else scores.unit
    direction = "lower is better" if scores.lower_is_better else "higher is better"
    aside = ", ".join(part for part in (f"in {unit}" if unit else "", direction) if part)
    title = f"{embedded(scores.measure_title, 60)} ({aside})"
    return Scale(title, percent, "" if percent else scores.unit, name=scores.measure_title)


def difference_scale(scores: FoldScores, first: str, second: str) -> Scale:
    """Scale of the differences first − second."""
    plain = scale_of(scores)
    unit = "percentage points" if plain.percent else plain.unit
    head = f"Difference in {embedded(title_of(scores), 40)}" + (f" ({unit})" if unit else "")
    minus = " − " if len(first) + len(second) <= _BESIDE else " −<br>"
    title = head + small(minus.join(embedded_pair(first, second, 24)))
    name = f"difference in {title_of(scores)} ({first} minus {second})"
    return Scale(title, plain.percent, plain.unit, signed=True, name=name)


def values_range(scale: Scale, *arrays: Any) -> list[float]:
    """Range of the axis around all finite values, a little wider; rates in [0, 1] stay there."""
    values = np.concatenate([np.ravel(np.asarray(array, dtype=float)) for array in arrays] or [np.empty(0)])
    values = values[np.isfinite(values)]
    if not len(values):
        return [0.0, 1.0]
    low, high = float(values.min()), float(values.max())
    margin = 0.05 * (high - low) or 0.05 * abs(high) or 0.05
    wide = [low - margin, high + margin]
    if scale.percent and not scale.signed:
        edge = 0.3 * margin
        wide = [max(wide[0], min(low, 0.0) - edge), min(wide[1], max(high, 1.0) + edge)]
    return wide
