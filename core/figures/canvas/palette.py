"""One palette for the app, the report and the theme: which learner is drawn in which colour.

On the pages of verdicts they are the learners', and the first is that of valid tests where no learner is drawn. Better
and worse are teal and gold; what a picture has one of, and what a test makes of it, is drawn in the ink of the page.

The eight colours differ under normal sight, deuteranopia and protanopia, and each has a contrast of at least
3 : 1 on white, and in a lighter tone of 4 : 1 on the dark background (WCAG 2.1, 1.4.11): thin lines and dots need more.
`draw` puts the tones of the page into every figure.

Reference: Okabe & Ito 2008, Color Universal Design (blue, vermilion and bluish green are theirs; their
lighter colours are too faint on white).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

COLORS = ("#0072B2", "#D55E00", "#009E73", "#D55EFF", "#746246", "#C5028B", "#9A8ABD", "#623BFC")
DARK_COLORS = ("#2591C7", "#F08348", "#6FB080", "#DC83FF", "#8F8165", "#DF4CA8", "#BAAED4", "#6762FA")
"""The same hues on a dark page."""
DASHES = ("solid", "dash", "dot", "dashdot", "longdash")
SYMBOLS = ("circle", "diamond", "square", "triangle-up", "cross")

LIGHT_BACKGROUND = "#FFFFFF"
DARK_BACKGROUND = "#12171C"
"""Page colours of the two themes (.streamlit/config.toml)."""

LIGHT_ENDS, DARK_ENDS = ("#286777", "#D0950B"), ("#2A7F8E", "#BC860A")
"""Teal and gold on the pages of the two themes: letters are read on both when they are faded."""

SEQUENTIAL = "Cividis"
"""Named colour scale for amounts; made for colour-blind eyes (Nuñez, Anderton & Renslow 2018)."""


@dataclass(frozen=True)
class Style:
    """How one learner is drawn, everywhere.

    Attributes
    ----------
    color : str
        ``#RRGGBB`` of lines, points and outlines.
    dash, symbol : str
        Plotly's names of the line's dash and the marker; they change after every eight learners.
    fill : str
        The same colour, translucent, for boxes and bands.
    """

    color: str
    dash: str
    symbol: str
    fill: str


Styles = Mapping[str, Style]


@dataclass(frozen=True)
class Shades:
    """Greys that must differ between a light and a dark page."""

    text: str
    strong: str
    muted: str
    faint: str
    middle: str


LIGHT_SHADES = Shades(
    text="#31333F", strong="#1A1C24", muted="#6B7080", faint="rgba(110,115,130,0.22)", middle="#F1F3F6"
)
DARK_SHADES = Shades(
    text="#FAFAFA", strong="#F2F4F8", muted="#9AA0AE", faint="rgba(150,155,170,0.26)", middle="#29323A"
)


def shades(dark: bool) -> Shades:
    """The greys for a dark or a light page."""
    return DARK_SHADES if dark else LIGHT_SHADES


def letters_on(color: str) -> str:
    """White or black, whichever has the larger contrast on a colour: 4.5 : 1 at least (WCAG 2.1, 1.4.3)."""
    red, green, blue = (_linear(int(color[at : at + 2], 16) / 255) for at in (1, 3, 5))
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "#FFFFFF" if 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05 else "#000000"


def _linear(share: float) -> float:
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def between(scale: list[tuple[float, str]], share: float) -> str:
    """The colour of a scale at a share of it, from 0 to 1, as Plotly draws it."""
    (low, first), (high, second) = next(ends for ends in pairwise(scale) if share <= ends[1][0])
    part = (share - low) / (high - low)
    mixed = (
        round((1 - part) * int(first[at : at + 2], 16) + part * int(second[at : at + 2], 16))
        for at in (1, 3, 5)
    )
    return f"#{bytes(mixed).hex()}"


def diverging(dark: bool) -> list[tuple[float, str]]:
    """Colour scale from teal, for better or right, through the page's neutral grey to gold; no learner has these."""
    better, worse = DARK_ENDS if dark else LIGHT_ENDS
    return [(0.0, better), (0.5, shades(dark).middle), (1.0, worse)]


def chart_colors() -> list[str]:
    """The palette for `theme.chartCategoricalColors`, so that other charts agree with the figures."""
    return list(COLORS)


def translucent(color: str, opacity: float) -> str:
    """``#RRGGBB`` as ``rgba(…)``."""
    red, green, blue = (int(color[start : start + 2], 16) for start in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity:g})"


_TONES = dict(zip(COLORS, DARK_COLORS, strict=True)) | {
    translucent(light, 0).removesuffix("0)"): translucent(dark, 0).removesuffix("0)")
    for light, dark in zip(COLORS, DARK_COLORS, strict=True)
}
"""Beginnings of colours on a light page, and what they are on a dark one."""


def toned(color: str, dark: bool) -> str:
    """A colour of the palette, whole or translucent, in the tone of the page; any other as it is."""
    if not dark:
        return color
    head, comma, opacity = color.rpartition(",")
    return _TONES.get(head + comma, head + comma) + opacity if comma else _TONES.get(color, color)


def in_dark_tones(drawn: Any, *, is_color: bool = False) -> Any:
    """Traces or a layout whose colours of the palette have the tone of a dark page.

    Parameters
    ----------
    drawn : dict, list or value
        As Plotly takes it.
    is_color : bool
        Whether what is written there names a colour; names of learners and classes, which look like one, stay.
    """
    if isinstance(drawn, dict):
        return {
            key: in_dark_tones(value, is_color="color" in str(key))
            if isinstance(value, str | dict | list | tuple)
            else value
            for key, value in drawn.items()
        }
    if is_color and isinstance(drawn, str):
        return toned(drawn, dark=True)
    if isinstance(drawn, list | tuple) and (is_color or any(isinstance(one, dict) for one in drawn[:1])):
        return [in_dark_tones(one, is_color=is_color) for one in drawn]
    return drawn


def style_at(position: int) -> Style:
    """Style of the learner at this position of the experiment, counted from 0."""
    color, turn = COLORS[position % len(COLORS)], position // len(COLORS)
    return Style(color, DASHES[turn % len(DASHES)], SYMBOLS[turn % len(SYMBOLS)], translucent(color, 0.22))


def style_of(learners: Iterable[str]) -> dict[str, Style]:
    """Styles by name, by position in the experiment.

    Ask it once for *all* learners of the experiment and pass the answer on: a learner then keeps its colour
    while others are hidden.
    """
    return {name: style_at(position) for position, name in enumerate(dict.fromkeys(learners))}
