"""Estimates along a setting, with their error bars, on the lines that algebra gives."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import Drawing, draw, value_axis
from core.figures.canvas.palette import COLORS, DASHES
from core.figures.canvas.text import label, number
from core.figures.simulation.axes import fitted, level_lines, level_notes, share_axis
from core.records import Array
from core.simulation import LaboratoryEntry, Simulation
from core.written import counted

LONG_AXIS = 40
"""From this ratio of the largest to the smallest value on the axis is logarithmic."""


@dataclass(frozen=True, eq=False)
class _Curve:
    """One series: its name, its estimates as rows of the frame, its exact line, whether it stands out."""

    name: str
    rows: pd.DataFrame
    exact: tuple[Array, Array]
    stands_out: bool = True


def curves(simulation: Simulation, dark: bool) -> Drawing:
    """Draw the shares along the experiment's axis."""
    entry = simulation.entry
    return _curves(simulation, [name for name in entry.measured if name not in entry.besides], dark)


def besides(simulation: Simulation, dark: bool) -> Drawing:
    """Draw the quantities in a unit of their own along the experiment's axis."""
    return _curves(simulation, list(simulation.entry.besides), dark)


def _curves(simulation: Simulation, names: Sequence[str], dark: bool) -> Drawing:
    entry, frame = simulation.entry, simulation.frame
    frame = frame[frame["measured"].isin(names)]
    found = _series(simulation, frame)
    traces = [
        trace
        for place, curve in enumerate(found)
        for trace in _traces(curve, place, entry, names[0] in entry.besides)
    ]
    values = np.concatenate([frame["low"], frame["high"], *(curve.exact[1] for curve in found)])
    title = next(control.title for control in entry.controls if control.name == entry.axis)
    other = names[0] in entry.besides
    levels = {} if other else entry.levels(simulation.rows[0].settings)
    layout = {
        "xaxis": value_axis(title, dark) | _log(frame[entry.axis]) | {"fixedrange": True},
        "yaxis": (
            value_axis(entry.besides[names[0]], dark) | {"type": "log", "fixedrange": True, "dtick": 1}
            if other
            else share_axis(entry.estimate, dark)
            | {"range": fitted(float(values.min()), float(max(values.max(), *levels.values(), 0)))}
        ),
        "height": 420,
        "shapes": level_lines("y", levels),
        "annotations": level_notes("y", levels, dark),
        "margin": {"l": 8, "r": 16, "t": 34, "b": 8},
    }
    return draw(traces, layout, frame, _alt(simulation, frame, title), dark)


def _series(simulation: Simulation, frame: pd.DataFrame) -> list[_Curve]:
    entry = simulation.entry
    if entry.series:
        symbol = entry.series
        return [
            _Curve(f"{symbol} = {value:g}", rows, (rows[entry.axis].to_numpy(), rows["exact"].to_numpy()))
            for value, rows in frame.groupby(symbol, sort=False)
        ]
    theory = entry.theory(simulation.rows[0].settings)
    highlight = simulation.rows[0].settings.get(entry.highlight)
    return [
        _Curve(
            entry.measured[str(name)],
            rows,
            theory.get(str(name), (rows[entry.axis].to_numpy(), rows["exact"].to_numpy())),
            highlight is None or highlight == name,
        )
        for name, rows in frame.groupby("measured", sort=False)
    ]


def _traces(curve: _Curve, place: int, entry: LaboratoryEntry, other: bool) -> list[dict[str, Any]]:
    color, rows = COLORS[place % len(COLORS)], curve.rows
    form = ".3~f" if other else ".1%"
    line = {
        "type": "scatter",
        "mode": "lines",
        "x": curve.exact[0],
        "y": curve.exact[1],
        "name": label(curve.name, 60),
        "line": {
            "color": color,
            "width": 2.5 if curve.stands_out else 1,
            "dash": DASHES[place // len(COLORS)],
        },
        "opacity": 1.0 if curve.stands_out else 0.5,
        "hovertemplate": f"exactly %{{y:{form}}}<extra>%{{fullData.name}}</extra>",
        "showlegend": False,
        "legendgroup": str(place),
    }
    dots = {
        "type": "scatter",
        "mode": "markers",
        "x": rows[entry.axis].to_numpy(),
        "y": rows["estimate"].to_numpy(),
        "error_y": {
            "type": "data",
            "symmetric": False,
            "array": (rows["high"] - rows["estimate"]).to_numpy(),
            "arrayminus": (rows["estimate"] - rows["low"]).to_numpy(),
            "thickness": 1.5,
            "width": 3,
            "color": color,
        },
        "name": label(curve.name, 60),
        "marker": {"color": color, "size": 10 if curve.stands_out else 7},
        "customdata": rows["se"].to_numpy(),
        "hovertemplate": f"%{{y:{form}}} ± %{{customdata:{form}}}<extra>%{{fullData.name}}</extra>",
        "legendgroup": str(place),
        "showlegend": True,
    }
    return [line, dots]


def _log(values: "pd.Series[Any]") -> dict[str, Any]:
    low, high = float(values.min()), float(values.max())
    if low <= 0 or high < LONG_AXIS * low:
        return {}
    ticks = sorted({float(value) for value in values})
    return {
        "type": "log",
        "tickmode": "array",
        "tickvals": ticks,
        "ticktext": [f"{tick:g}" for tick in ticks],
    }


def _alt(simulation: Simulation, frame: pd.DataFrame, title: str) -> str:
    low, high = (number(float(end)) for end in (frame["estimate"].min(), frame["estimate"].max()))
    return (
        f"{simulation.entry.estimate} against {title}, from {low} to {high}, over "
        f"{counted(simulation.trials, 'trials')} at each setting."
    )
