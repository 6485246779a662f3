"""What every builder returns, and the frame that all figures share."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pandas as pd

from core.figures.canvas.palette import DARK_BACKGROUND, LIGHT_BACKGROUND, in_dark_tones, shades

HEIGHT = 400

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

LABEL_ANGLES = [0, -38, -90]
"""Angles that labels below an axis may take, as there is room; falling to the left, none leaves the plot."""
MOST_LABELS = 12
"""More than these below an axis would touch one another on a phone."""

MILLION = 1e6
FONT = "Plex, -apple-system, Segoe UI, Helvetica, Arial, sans-serif"
TRANSPARENT = "rgba(0,0,0,0)"


@dataclass(frozen=True, eq=False, repr=False)
class Drawing:
    """A picture with the numbers it is made of.

    Attributes
    ----------
    traces : sequence of dict
        As Plotly takes them.
    layout : dict
        The same.
    made_of : DataFrame or callable
        What `frame` gives; a function where most drawings are only compared, as those that follow a slider.
    alt : str
        One or two sentences with the numbers, for screen readers: plain text.
    least_width : int
        Pixels that it needs to be read and touched: where there is less room it scrolls in a frame of its own.
    lettered_from : int
        Pixels from which its cells have room for their texts: where there is less room these are left out.
    told : mapping of column to function
        How the table beside the picture writes what the CSV holds as shares of one; others as they are.
    """

    traces: Sequence[dict[str, Any]]
    layout: dict[str, Any]
    made_of: pd.DataFrame | Callable[[], pd.DataFrame]
    alt: str
    least_width: int = 0
    lettered_from: int = 0
    told: Mapping[str, Callable[[float], str]] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Drawing({self.alt})"

    def _repr_mimebundle_(self, *args: Any, **options: Any) -> Any:
        return self.figure._repr_mimebundle_(*args, **options)

    @cached_property
    def frame(self) -> pd.DataFrame:
        """The tidy numbers that were drawn, names as given: for the table beside the picture and for its CSV."""
        return self.made_of() if callable(self.made_of) else self.made_of

    @cached_property
    def figure(self) -> "Figure":
        """The picture for Plotly; made when it is asked for, since some drawings are only compared."""
        from plotly.graph_objects import Figure

        # Plotly's checking of every property takes most of the time of a figure; the tests check them instead.
        return Figure({"data": list(self.traces), "layout": self.layout}, _validate=False)


def draw(
    traces: Sequence[dict[str, Any]],
    layout: dict[str, Any],
    made_of: pd.DataFrame | Callable[[], pd.DataFrame],
    alt: str,
    dark: bool = False,
    *,
    told: Mapping[str, Callable[[float], str]] | None = None,
) -> Drawing:
    """Put traces and layout, as plain dicts, onto the common frame.

    Parameters
    ----------
    traces, layout, made_of, alt, told
        As in `Drawing`; the layout has only what differs from `base_layout`.
    dark : bool
        Whether the page is dark: the colours of the palette then get their lighter tones.
    """
    if dark:
        traces, layout = in_dark_tones(list(traces)), in_dark_tones(layout)
    return Drawing(traces, base_layout(dark) | layout, made_of, alt, told=told or {})


def base_layout(dark: bool) -> dict[str, Any]:
    """Layout of all figures: no background of its own, legend on top, margins that grow with the labels."""
    shade = shades(dark)
    template = {
        "layout": {
            "font": {"family": FONT, "size": 13, "color": shade.text},
            "hoverlabel": {
                "align": "left",
                "namelength": -1,
                "bgcolor": DARK_BACKGROUND
                if dark
                else LIGHT_BACKGROUND,  # on colours of learners letters are too faint
                "bordercolor": shade.muted,
                "font": {"family": FONT, "size": 13, "color": shade.text},
            },
        },
        "data": {},
    }
    return {
        "template": template,
        "paper_bgcolor": TRANSPARENT,
        "plot_bgcolor": TRANSPARENT,
        "hovermode": "closest",
        "margin": {"l": 8, "r": 16, "t": 16, "b": 8},
        "legend": legend(),
        "bargap": 0.25,
        # It lies on the picture, whose words would else show through it.
        "modebar": {"bgcolor": shade.middle, "color": shade.muted, "activecolor": shade.strong},
    }


def legend() -> dict[str, Any]:
    """Legend above the plot.

    It hangs from the top of the picture: on the plot it would stay where it was if a wider window gives it fewer rows.
    """
    return {
        "orientation": "h",
        "x": 0,
        "xanchor": "left",
        "y": 1,
        "yref": "container",
        "yanchor": "top",
        "itemsizing": "constant",
        "traceorder": "normal",
    }


def value_axis(title: str, dark: bool = False, largest: float = 0.0) -> dict[str, Any]:
    """An axis of numbers with its title and fine grid lines.

    Parameters
    ----------
    title : str
    dark : bool
    largest : float
        The largest number on it, where it may be in millions.
    """
    return {
        "title": {"text": title, "standoff": 10, "font": {"size": 13}},
        "automargin": True,
        "showgrid": True,
        "gridcolor": shades(dark).faint,
        "zeroline": False,
        "showline": False,
        **number_ticks(largest),
    }


def number_ticks(largest: float = 0.0) -> dict[str, Any]:
    """How the ticks of an axis, or of a scale of colours, are written; `largest` as of `value_axis`."""
    # 0.0005, not 500μ
    return {"separatethousands": True, **exponents(largest), "minexponent": 6}


def exponents(largest: float) -> dict[str, str]:
    """How long ticks are written: 50M beside numbers in full, and only what is small as a power of ten."""
    return {"exponentformat": "B" if largest >= MILLION else "power"}


def name_axis(labels: Sequence[str]) -> dict[str, Any]:
    """An axis of names, first on top; numbers 0 … L−1, so that no name is taken for a number or a date."""
    return {
        "tickmode": "array",
        "tickvals": list(range(len(labels))),
        "ticktext": list(labels),
        "range": [len(labels) - 0.5, -0.5],
        "automargin": True,
        "showgrid": False,
        "zeroline": False,
        "fixedrange": True,
        "ticks": "",
        "ticklabelstandoff": 8,
        "ticklabeloverflow": "allow",
    }


def note(text: str, x: float, y: float) -> dict[str, Any]:
    """A text on the plot at data coordinates."""
    return {"text": text, "x": x, "y": y, "showarrow": False}


def row_name(name: str, place: int, mark: float, dark: bool) -> dict[str, Any]:
    """The name of a row above its marks, on a ground through which a line behind it is seen: it is one, not pieces.

    It stands so many pixels above them: a share of a row would lie on them where rows are low.

    Parameters
    ----------
    name : str
        Fit for Plotly; may have several lines.
    place : int
        Of the row on the y axis.
    mark : float
        Height in pixels of the highest mark in the row.
    dark : bool
    """
    return {
        "text": name,
        "xref": "paper",
        "x": 0,
        "xanchor": "left",
        "align": "left",
        "y": place,
        "yanchor": "bottom",
        "yshift": mark / 2 + 1,
        "showarrow": False,
        "borderpad": 1,
        "bgcolor": f"{DARK_BACKGROUND if dark else LIGHT_BACKGROUND}D0",
        "font": {"size": 14},
    }


def guide(axis: str, at: float, color: str, dash: str = "solid", width: float = 1.5) -> dict[str, Any]:
    """A straight line across the plot at a value of the `x` or `y` axis.

    Parameters
    ----------
    axis : "x" or "y"
    at : float
        Value on that axis.
    color, dash, width
        As Plotly takes them.
    """
    other = "y" if axis == "x" else "x"
    return {
        "type": "line",
        f"{axis}0": at,
        f"{axis}1": at,
        f"{other}0": 0,
        f"{other}1": 1,
        f"{other}ref": f"{other} domain",
        "line": {"color": color, "dash": dash, "width": width},
        "layer": "below",
    }


def band(axis: str, low: float, high: float, color: str) -> dict[str, Any]:
    """A shaded stretch of the `x` or `y` axis across the plot.

    Parameters
    ----------
    axis : "x" or "y"
    low, high : float
        Ends on that axis.
    color : str
        With its opacity.
    """
    other = "y" if axis == "x" else "x"
    return {
        "type": "rect",
        f"{axis}0": low,
        f"{axis}1": high,
        f"{other}0": 0,
        f"{other}1": 1,
        f"{other}ref": f"{other} domain",
        "fillcolor": color,
        "line": {"width": 0},
        "layer": "below",
    }


def rows_height(rows: int, per_row: int = 38, around: int = 110) -> int:
    """Height in pixels of a figure with one row per learner."""
    return around + per_row * max(rows, 2)
