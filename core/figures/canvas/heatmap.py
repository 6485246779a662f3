"""Tables as colours: the trace and the axis that heat maps share."""

from collections.abc import Sequence
from math import isfinite
from typing import Any
from unicodedata import east_asian_width

import numpy as np

from core.figures.canvas.drawing import LABEL_ANGLES, number_ticks
from core.figures.canvas.palette import SEQUENTIAL, between, letters_on
from core.figures.canvas.text import number
from core.records import Array

MOST_WITH_GAPS = 60
MOST_WITH_NUMBERS = 12
WITH_NUMBER = 48
"""Pixels of a cell whose number is to be read."""
SCALE, BETWEEN_TEXTS = 65, 6
"""Pixels of a scale of colours with its numbers, and between the texts of two cells."""
LETTER, CAPITAL, SQUARE = 7.0, 9.5, 13.0
"""Pixels of a small letter, of a capital, and of a sign as wide as it is high (Chinese, Japanese, Korean)."""
WHITE_BELOW = 0.475
"""Share of the scale of colours up to which white letters have a contrast of 4.5 : 1, and beyond which black ones do;
Plotly chooses between white and a grey, which has 3.3 : 1 in the middle."""


def heatmap(z: Any, hover: Any, template: str, tickformat: str) -> dict[str, Any]:
    """A heat map over rows 0, 1, … and columns 0, 1, ….

    Parameters
    ----------
    z : rows × columns
        Values that become colours; missing ones stay empty.
    hover : rows × columns (× parts)
        What `template` says beside them.
    template, tickformat : str
        As Plotly takes them: of the label of a cell, and of the values of the colour bar.
    """
    return {
        "type": "heatmap",
        "z": z,
        "customdata": hover,
        "hovertemplate": template + "<extra></extra>",
        "hoverongaps": False,
        "colorscale": SEQUENTIAL,
        "xgap": 1,
        "ygap": 1,
        "colorbar": colour_bar(z) | {"tickformat": tickformat},
    }


def colour_bar(z: Any) -> dict[str, Any]:
    """The scale of the colours of some values."""
    largest = float(np.nanmax(np.abs(np.asarray(z, dtype=float)), initial=0.0))
    return {**number_ticks(largest), "thickness": 12, "outlinewidth": 0}


def lettered(trace: dict[str, Any], texts: Sequence[Sequence[str]], size: int = 12) -> dict[str, Any]:
    """The same heat map with a text in each cell that has a colour, in the letters that are read on it.

    Parameters
    ----------
    trace : dict
        As `heatmap` gives it, or with a scale of places and colours.
    texts : rows × columns
        Our own.
    size : int
        Pixels of the letters; Plotly's own goes by the length of the text, marks of the colour counted.
    """
    z = np.asarray(trace["z"], dtype=float)
    known = z[np.isfinite(z)]
    low, high = trace.get("zmin", known.min(initial=np.inf)), trace.get("zmax", known.max(initial=-np.inf))
    share = (z - low) / (high - low) if high > low else np.full(z.shape, 0.5)
    letters = _letters(trace["colorscale"], share)
    text = [
        [f'<span style="color:{color}">{one}</span>' if isfinite(value) else "" for value, color, one in row]
        for row in (
            zip(*parts, strict=True) for parts in zip(z.tolist(), letters.tolist(), texts, strict=True)
        )
    ]
    return trace | {"text": text, "texttemplate": "%{text}", "textfont": {"size": size}}


def _letters(scale: str | list[tuple[float, str]], share: Array) -> Array:
    """White or black for each cell, whichever is read on its colour."""
    if isinstance(scale, str):
        return np.where(share < WHITE_BELOW, "#fff", "#000")
    return np.array(
        [[letters_on(between(scale, one)) if isfinite(one) else "" for one in row] for row in share.tolist()]
    )


def short_texts(values: Array, *, percent: bool = False) -> list[list[str]]:
    """Values as there is room for in cells: per cent with one decimal, or three digits, those of zero too."""
    return [[f"{value:.1%}" if percent else _three_digits(value) for value in row] for row in values.tolist()]


def _three_digits(value: float) -> str:
    text = number(value, 3)
    if "." not in text or not text[-1].isdecimal():
        return text
    return text.ljust(len(text) + 3 - len(text.lstrip("−0.").replace(".", "")), "0")


def lettered_from(labels: Sequence[str], texts: Sequence[Sequence[str]]) -> int:
    """Pixels of a picture in whose cells such texts do not touch, with the labels of rows and the scale of colours."""
    longest = max((len(text) for row in texts for text in row), default=0)
    return least_width(labels, len(texts) * (LETTER * longest + BETWEEN_TEXTS) + SCALE)


def least_width(labels: Sequence[str], cells: float) -> int:
    """Pixels that a table of colours needs, of cells of that many pixels in all beside the labels of its rows."""
    return round(max(map(width_of, labels), default=0.0) + 5 * LETTER + cells)


def width_of(text: str) -> float:
    """Pixels that a name takes below an axis or beside it, about."""
    return sum(
        SQUARE if east_asian_width(sign) in "WF" else CAPITAL if sign.isupper() else LETTER for sign in text
    )


def ends_of_runs(values: Any) -> list[int]:
    """Number of values up to the end of each run of equal ones."""
    held = np.asarray(values)
    return [*(np.flatnonzero(np.diff(held)) + 1).tolist(), len(held)]


def columns_axis(labels: Sequence[str], title: str, most: int = 25) -> dict[str, Any]:
    """Axis of many columns 0, 1, …: every so many labels, so that they do not touch."""
    every = max(1, -(-len(labels) // most))
    return {
        "title": {"text": title, "standoff": 10, "font": {"size": 13}},
        "tickmode": "array",
        "tickvals": list(range(0, len(labels), every)),
        "ticktext": list(labels[::every]),
        "range": [-0.5, max(len(labels), 1) - 0.5],
        "autotickangles": LABEL_ANGLES,
        "automargin": True,
        "ticklabeloverflow": "allow",  # rather cut than left out
        "showgrid": False,
        "zeroline": False,
        "ticks": "",
    }


def crossed(rows: Sequence[str], columns: Sequence[str]) -> np.ndarray[Any, np.dtype[np.str_]]:
    """Array of shape rows × columns × 2 with both names of every cell."""
    pair = np.broadcast_arrays(np.array(rows, dtype=np.str_)[:, None], np.array(columns, dtype=np.str_))
    return np.stack(pair, axis=-1)
