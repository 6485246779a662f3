"""Shares below one another, with their error bars, beside the exact ones."""

from math import floor
from typing import Any

from core.figures.canvas.drawing import Drawing, draw, row_name
from core.figures.canvas.palette import COLORS, shades
from core.figures.canvas.text import sentence_list, shown
from core.figures.simulation.axes import error_bars, fitted, level_lines, level_notes, share_axis
from core.simulation import Simulation
from core.written import in_percent

_HALF = 0.5
HIGHEST_MARK = 26
"""Pixels of the mark of what is exact."""


def dots(simulation: Simulation, dark: bool) -> Drawing:
    """Draw each share of the first setting as a row."""
    entry = simulation.entry
    frame = simulation.frame.head(len(simulation.rows[0].estimates))
    frame = frame[~frame["measured"].isin(entry.besides)]
    names = [entry.measured[name] for name in frame["measured"]]
    levels = entry.levels(simulation.rows[0].settings)
    ends = [*frame["low"], *frame["high"], *frame["exact"].dropna(), *levels.values()]
    places = list(range(len(frame)))
    exact = frame["exact"].to_numpy()
    is_known = bool(frame["exact"].notna().any())
    top = (
        68 if is_known else 36
    )  # for the legend, which one kind of marks has not, and the names of the lines
    estimates: dict[str, Any] = {
        "type": "scatter",
        "mode": "markers",
        "x": frame["estimate"].to_numpy(),
        "y": places,
        "error_x": error_bars(frame, COLORS[0], thickness=3, width=7),
        "name": "counted",
        "marker": {"color": COLORS[0], "size": 14},
        "customdata": [[shown(name), se] for name, se in zip(names, frame["se"], strict=True)],
        "hovertemplate": "<b>%{customdata[0]}</b><br>%{x:.2%} ± %{customdata[1]:.2%}<extra></extra>",
    }
    truth = {
        "type": "scatter",
        "mode": "markers",
        "x": exact,
        "y": places,
        "name": "exactly",
        "marker": {
            "symbol": "line-ns-open",
            "size": HIGHEST_MARK,
            "line": {"width": 3, "color": shades(dark).strong},
            "color": shades(dark).strong,
        },
        "hovertemplate": "exactly %{x:.3%}<extra></extra>",
    }
    layout = {
        "xaxis": share_axis(entry.estimate, dark) | {"range": fitted(_beginning(min(ends)), max(ends))},
        "yaxis": {"range": [len(frame) - 0.45, -0.75], "visible": False, "fixedrange": True},
        "height": top + 82 + 64 * len(frame),
        "margin": {"l": 8, "r": 24, "t": top, "b": 8},
        "shapes": level_lines("x", levels, dark),
        "annotations": level_notes(levels, dark)
        + [row_name(shown(name), place, HIGHEST_MARK, dark) for place, name in enumerate(names)],
    }
    told = [
        f"{name} {in_percent(value, '.1f')}" for name, value in zip(names, frame["estimate"], strict=True)
    ]
    alt = f"{entry.estimate}: {sentence_list(told)}."
    return draw([estimates, truth] if is_known else [estimates], layout, frame, alt, dark)


def _beginning(lowest: float) -> float:
    """Where an axis of shares begins: at zero, or at the tenth below shares that all lie above a half."""
    return min(floor(10 * lowest), 9) / 10 if lowest > _HALF else 0.0
