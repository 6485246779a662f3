"""Estimates along a setting, with their error bars, on the lines that algebra gives."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import Drawing, draw, value_axis
from core.figures.canvas.palette import COLORS, DASHES
from core.figures.canvas.text import label, number
from core.figures.simulation.axes import error_bars, fitted, level_legend, level_lines, rates_axis, share_axis
from core.records import Array
from core.simulation import LaboratoryEntry, Simulation
from core.written import counted, in_percent

WHOLE_POWERS = {"type": "log", "dtick": 1, "tickformat": ",~g"}
"""Of an axis; without a form of theirs its numbers are a quarter larger than those of other axes."""
LONG_AXIS = 40
"""From this ratio of the largest to the smallest value on the axis is logarithmic."""

STEP = 0.007
"""By which series stand aside, as a share of the axis."""


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
    share = names[0] not in entry.besides
    span = float(np.ptp(np.concatenate([frame[entry.axis], *(curve.exact[0] for curve in found)])))
    traces = [
        trace
        for place, curve in sorted(
            enumerate(found), key=lambda item: item[1].stands_out
        )  # it covers the others
        for trace in _traces(curve, entry, place, (place - (len(found) - 1) / 2) * STEP * span, share=share)
    ]
    levels = entry.levels(simulation.rows[0].settings) if share else {}
    told = [curve for curve in found if curve.stands_out]
    limits = _range(found, levels, entry.floor) if share else []
    if share and entry.highlight:
        traces += [_below(curve, limits[0], COLORS[found.index(curve) % len(COLORS)]) for curve in told]
    axis = next(control for control in entry.controls if control.name == entry.axis)
    layout = {
        "xaxis": value_axis(axis.title, dark)
        | rates_axis(axis.rate)
        | _log(frame[entry.axis])
        | {"fixedrange": True},
        "yaxis": (
            share_axis(entry.estimate, dark) | {"range": limits}
            if share
            else value_axis(entry.besides[names[0]], dark) | WHOLE_POWERS | {"fixedrange": True}
        ),
        "height": 420,
        "shapes": level_lines("y", levels, dark),
    }
    return draw(
        [*traces, *level_legend(levels, dark)], layout, frame, _alt(simulation, frame, axis.title), dark
    )


def _range(found: Sequence[_Curve], levels: Mapping[str, float], floor: float) -> list[float]:
    """Range of the shares: up to the highest of all, down to the lowest of what stands out.

    Lines may leave it below the floor, error bars may not.
    """
    told = [curve for curve in found if curve.stands_out]
    bars = np.concatenate([curve.rows[["low", "high"]].to_numpy().ravel() for curve in told])
    lines, all_lines = (np.concatenate([curve.exact[1] for curve in some]) for some in (told, found))
    ends = [*bars, *levels.values()]
    lowest = max(np.nanmin([*ends, *lines]), min(floor, np.nanmin(bars)))
    return fitted(float(lowest), float(np.nanmax([*ends, *all_lines])))


def _below(curve: _Curve, low: float, color: str) -> dict[str, Any]:
    """Arrows at the lower edge where a curve goes on below it."""
    x, y = curve.exact
    crossing = np.flatnonzero(np.diff(y < low))
    share = (low - y[crossing]) / (y[crossing + 1] - y[crossing])
    return {
        "type": "scatter",
        "mode": "markers",
        "x": x[crossing] + share * (x[crossing + 1] - x[crossing]),
        "y": np.full(len(crossing), low),
        "marker": {"color": color, "symbol": "triangle-down", "size": 12},
        "cliponaxis": False,
        "hovertemplate": f"goes down to {in_percent(float(y.min()), '.1f')}<extra></extra>",
        "showlegend": False,
    }


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


def _traces(
    curve: _Curve, entry: LaboratoryEntry, place: int, aside: float, *, share: bool
) -> list[dict[str, Any]]:
    """The exact line of a series, and its estimates with their error bars on it, or so far aside.

    Series behind the one that stands out are lines alone: the marks of all would lie on one another.
    """
    color, rows = COLORS[place % len(COLORS)], curve.rows
    stays = bool(
        entry.series or entry.highlight
    )  # where lines jump, another one would be true a little aside
    form = ".1%" if share else ".3~f"
    common = {
        "type": "scatter",
        "name": label(curve.name, 60),
        "legendgroup": str(place),
        "legendrank": place + 1,
    }
    stroke = {
        "color": color,
        "width": 2.5 if curve.stands_out else 1.5,
        "dash": DASHES[place // len(COLORS)],
    }
    line = common | {
        "mode": "lines",
        "x": curve.exact[0],
        "y": curve.exact[1],
        "opacity": 1.0 if curve.stands_out else 0.8,
        "line": stroke,
        "hovertemplate": f"exactly %{{y:{form}}}<extra>%{{fullData.name}}</extra>",
        "showlegend": not curve.stands_out,
    }
    if not curve.stands_out:
        return [line]
    dots = common | {
        # beside lines that are no more than that, the legend shows the line of the only dot, too
        "mode": "lines+markers" if entry.highlight and len(rows) == 1 else "markers",
        "line": stroke,
        "x": _beside(rows[entry.axis].to_numpy(), 0.0 if stays else aside),
        "y": rows["estimate"].to_numpy(),
        "error_y": error_bars(rows, color, thickness=1.5, width=3),
        "marker": {"color": color, "size": 10},
        "customdata": rows["se"].to_numpy(),
        "hovertemplate": f"%{{y:{form}}} ± %{{customdata:{form}}}<extra>%{{fullData.name}}</extra>",
        "showlegend": True,
    }
    return [line, dots]


def _beside(x: Array, aside: float) -> Array:
    """Places a little aside, so that the error bars of several series do not hide one another."""
    if _is_long(x):
        return np.asarray(x * (x.max() / x.min()) ** (aside / np.ptp(x)))
    return np.asarray(x + aside)


def _is_long(values: Array) -> bool:
    return bool(values.min() > 0 and values.max() >= LONG_AXIS * values.min())


def _log(values: "pd.Series[Any]") -> dict[str, Any]:
    if not _is_long(values.to_numpy()):
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
