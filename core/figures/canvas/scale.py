"""How the values of a measure are written: on an axis, in a hover text, in a sentence."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from core.figures.canvas.drawing import exponents
from core.figures.canvas.text import PHONE_LINE, embedded, embedded_pair, in_lines, number, small
from core.measures import has_rates, title_of, told_in_percent
from core.records import FoldScores, possible_difference
from core.written import PERCENT, ends, places_alike, share_to_places, to_places

_BESIDE = 32
"""Characters of two names that fit side by side below a narrow plot."""
_MOST_BEYOND = 0.03
"""What an axis shows beyond what is possible, as a part of that: room for a dot at the end."""


@dataclass(frozen=True)
class Scale:
    """How values are written.

    Attributes
    ----------
    title : str
        Title of the axis, with the unit; already fit for Plotly.
    percent : bool
        Proportions, written in per cent; hover texts add the proportion itself. Their differences are written in
        points, and drawn in them: no tick of Plotly's is a hundredfold without a percent sign.
    unit : str
        Put behind numbers in hover texts and sentences, for example ``"s"``.
    signed : bool
        Differences: positive values carry a plus sign.
    name : str
        What sentences call the quantity.
    rate : bool
        Whether no value lies outside of 0 to 1, or no difference of −1 to 1, whatever the unit.
    digits : int
        Of numbers in hover texts: all before the point of the largest.
    """

    title: str
    percent: bool = False
    unit: str = ""
    signed: bool = False
    name: str = ""
    digits: int = 5
    rate: bool = False

    @property
    def formats(self) -> dict[str, str]:
        """What an axis of these values adds; Plotly writes true minus signs by the format of an axis alone."""
        large = exponents(10.0 ** (self.digits - 1)) if self.digits > Scale.digits else {}
        return {"tickformat": self.ticks, "hoverformat": self.hover_format, **large}

    @property
    def hover_format(self) -> str:
        """Format of what `hover` leaves to the axis (d3): digits only, for of powers of ten it writes ``1e−9``."""
        sign = "+" if self.signed else ""
        if self.percent:
            return f"{sign}.2f" if self.signed else ""
        return f"{sign}.3~s" if self.unit == "s" else f"{sign},.{self.digits}~r"

    @property
    def ticks(self) -> str:
        """Format of tick labels (d3)."""
        if self.unit in ("s", "ms"):
            return ".4~r"  # not in thousandths: the title says the unit
        return "~%" if self.percent and not self.signed else ""

    def drawn(self, values: Any) -> Any:
        """Values as they stand on the axis."""
        return np.multiply(values, 100.0) if self.percent and self.signed else values

    def hover(self, variable: str) -> str:
        """Piece of a hover template that writes `variable`, for example ``"x"``, whose axis has these `formats`."""
        if self.percent and not self.signed:
            return f"%{{{variable}:.2%}} (%{{{variable}:.5~f}})"
        return f"%{{{variable}}}{'s' if self.unit == 's' else self.suffix}"

    def between(
        self,
        low: float,
        high: float,
        joint: str = " … ",
        at: float | None = None,
        places: int | None = None,
    ) -> str:
        """An interval in a cell, its unit once; of a rate the part that rates can reach, of a bound its one end.

        Parameters
        ----------
        low, high : float
        joint : str
            Stands between both ends.
        at : float, optional
            The estimate in it, by which a bound has as many decimals as in a sentence.
        places : int, optional
            Decimals, the same in all cells of a column.
        """
        open_low, open_high = math.isinf(low), math.isinf(high)
        reached = self.reachable(low, high)
        written = ends(*reached, rates=self.percent, signed=self.signed, at=at, places=places)
        if open_low != open_high:
            return f"up to {written[1]}{self.suffix}" if open_low else f"from {written[0]}{self.suffix}"
        return f"{joint.join(written)}{self.suffix}"

    def reachable(self, low: float, high: float) -> tuple[float, float]:
        """The part of an interval in which rates, or their differences, can lie; the open end of these stays open."""
        if not self.percent:
            return low, high
        if self.signed:
            return possible_difference(low, high)
        return max(low, 0.0), min(high, 1.0)

    @property
    def suffix(self) -> str:
        """The unit behind a number."""
        if self.percent:
            return " points" if self.signed else PERCENT
        return f" {self.unit}" if self.unit else ""

    def columns(self, *names: str) -> dict[str, Callable[[float], str]]:
        """How a table writes these columns of a picture's numbers; none where they are no rates."""
        return dict.fromkeys(names, self.text) if self.percent else {}

    def alike(self, differences: Iterable[float]) -> Callable[[float], str]:
        """Writes differences that are compared with each other, as those of all pairs, each to as many decimals."""
        return partial(self.text, places=2 if self.percent else places_alike(differences), alike=True)

    def text(self, value: float | None, places: int | None = None, *, alike: bool = False) -> str:
        """A value in a sentence, to so many decimals; two of percent or percentage points where nobody says it."""
        if value is None or not math.isfinite(value):
            return number(value)
        if self.percent:
            return (
                f"{share_to_places(value, 2 if places is None else places, signed=self.signed)}{self.suffix}"
            )
        if places is not None:
            return f"{to_places(value, places, signed=self.signed, alike=alike)}{self.suffix}"
        return f"{'+' if self.signed and value > 0 else ''}{number(value)}{self.suffix}"


def scale_of(scores: FoldScores) -> Scale:
    """Scale of the scores themselves."""
    percent = told_in_percent(scores.measure)
    unit = "%" if percent else scores.unit
    direction = "lower is better" if scores.lower_is_better else "higher is better"
    aside = ", ".join(part for part in (f"in {unit}" if unit else "", direction) if part)
    title = in_lines(f"{embedded(scores.measure_title, 50)} ({aside})", PHONE_LINE)
    largest = float(scores.frame["score"].abs().replace(math.inf, math.nan).max())
    digits = min(math.floor(math.log10(largest)) + 1, 15) if largest >= 1 else 0
    unit = "" if percent else scores.unit
    return Scale(
        title,
        percent,
        unit,
        name=scores.measure_title,
        digits=max(digits, Scale.digits),
        rate=has_rates(scores),
    )


def difference_scale(scores: FoldScores, first: str, second: str) -> Scale:
    """Scale of the differences first − second."""
    plain = scale_of(scores)
    unit = "percentage points" if plain.percent else plain.unit
    head = f"Difference in {embedded(title_of(scores), 36)}" + (f" ({unit})" if unit else "")
    minus = " − " if len(first) + len(second) <= _BESIDE else " −<br>"
    title = in_lines(head, PHONE_LINE) + small(minus.join(embedded_pair(first, second, 24)))
    name = f"difference in {title_of(scores)} ({first} minus {second})"
    return replace(plain, title=title, signed=True, name=name)


def rates_difference_scale(first: str, second: str) -> Scale:
    """Scale of the difference of two error rates that are known as counts, first − second."""
    minus = " − ".join(embedded_pair(first, second, 24))
    return Scale(
        f"{minus} (percentage points)", percent=True, signed=True, name="difference of the error rates"
    )


NO_WIDTH = "no width"
"""What stands for an interval whose two ends are the same."""


def only_rounding(low: float, high: float) -> bool:
    """Whether two values are so near to each other that an axis between them would show the rounding of floats."""
    return math.isclose(low, high, rel_tol=1e-12, abs_tol=1e-15)


def values_range(scale: Scale, *arrays: Any) -> list[float]:
    """Range of the axis around all finite values, a little wider; it ends where no rate or difference of rates can be.

    Parameters
    ----------
    scale : Scale
    *arrays
        Of values, which the scale has not yet put on its axis.
    """
    values = np.concatenate([np.ravel(np.asarray(array, dtype=float)) for array in arrays] or [np.empty(0)])
    values = np.asarray(scale.drawn(values))
    values = values[np.isfinite(values)]
    if not len(values):
        return [0.0, 1.0]
    low, high = float(values.min()), float(values.max())
    spread = 0.0 if only_rounding(low, high) else high - low
    margin = 0.05 * spread or 0.05 * abs(high) or 0.05
    if not (scale.percent or scale.rate):
        return [low - margin, high + margin]
    least, most = scale.drawn([-1.0 if scale.signed else 0.0, 1.0])
    beyond = (0.3 if spread else 0.1) * margin  # which is less than from one number of the axis to the next
    edge = min(beyond, _MOST_BEYOND * (most - least))
    return [max(low - margin, least - edge), min(high + margin, most + edge)]
