"""The latest trials, one row each: intervals with their misses, p-values as they fall, ten statistics at once."""

from collections.abc import Mapping
from functools import partial
from math import isnan
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import Drawing, draw, guide, value_axis
from core.figures.canvas.marks import legend_dash
from core.figures.canvas.moves import MOVED_NOTE
from core.figures.canvas.palette import COLORS, DARK_BACKGROUND, LIGHT_BACKGROUND, shades
from core.figures.simulation.axes import level_line, rates_axis
from core.records import Array
from core.simulation import Simulation
from core.written import counted, hundredths, level_text, number, probability, to_places

STACKED, DANCING, STRIPS = 60, 25, 20
"""Trials that are shown."""

SPANNED = 0.01
"""Level whose intervals the axis of the dance holds nearly all of: it stays while α is moved."""

LOWEST_P = 1e-4
_ROOM = 0.015
"""Share of an axis beyond each of its ends: a mark that lies there, as a rate of 100 % does, is seen whole."""
_SENT = 6
"""Decimals of what follows α, less than half a pixel on any screen: so much is sent for each of its positions."""
_BESIDE_EDGE = 1.2
"""Where the axis of statistics ends, as a multiple of the edge: on a phone its label has room."""
_BELOW_NOTE = 0.95
"""Share of the height below the name of α: the legend hangs from the top of the picture down to the plot."""
P_TICKS = {LOWEST_P: "≤.0001", 0.01: ".01", 1.0: "1"}


def stack(simulation: Simulation, dark: bool) -> Drawing:
    """Draw the latest intervals above one another, the truth as a line, the misses in colour."""
    entry, settings = simulation.entry, simulation.rows[0].settings
    seen, trial = _latest(simulation, STACKED)
    truth, span = float(settings[entry.truth]) if entry.truth else 0.0, _span(simulation)
    groups = {"holds the true value": (~seen["misses"], COLORS[0]), "misses it": (seen["misses"], COLORS[1])}
    traces = [
        trace
        for name, (which, color) in groups.items()
        for part in [_chosen(seen, which)]
        for trace in (
            *_intervals(part, trial[which], color, name, rates=entry.counted_rates),
            *_arrows(part, trial[which], span, color, name),
        )
    ]
    layout = {
        "xaxis": value_axis(entry.counted_title, dark)
        | rates_axis(entry.counted_rates)
        | {"fixedrange": True, "range": span},
        "yaxis": _trial_axis(simulation.trials, STACKED),
        "height": 480,
        "shapes": [guide("x", truth, shades(dark).strong, "solid", 2)],
    }
    frame = _frame(seen, trial)
    alt = f"The latest {counted(len(trial), 'intervals')}; {int(seen['misses'].sum())} miss the true value {truth:g}."
    traces.append(legend_dash("true value", shades(dark).strong))
    return draw(traces, layout, frame, alt, dark)


def dance(simulation: Simulation, dark: bool) -> Drawing:
    """Draw the latest intervals of the difference, and at their right their p-values."""
    settings = simulation.rows[0].settings
    alpha, span = settings["alpha"], _span(simulation.judged(SPANNED))
    axis = _trial_axis(simulation.trials, DANCING) | {"domain": [0, _BELOW_NOTE]}
    bottom, top = axis["range"]
    seen, trial = _latest(simulation, DANCING)
    traces = [
        _movable(trace, bottom - DANCING)
        for rejects, color in ((True, COLORS[1]), (False, COLORS[0]))
        for trace in _dancing(seen, trial, span, color, dark, rejects=rejects)
    ]
    p_axis = {
        "type": "log",
        "range": [np.log10(LOWEST_P) - 0.15, 0.08],
        "tickvals": list(P_TICKS),
        "ticktext": list(P_TICKS.values()),
        "domain": [0.65, 1],
        "fixedrange": True,
    }
    layout = {
        "xaxis": value_axis("Difference (sd of a fold)", dark)
        | {"fixedrange": True, "range": span, "domain": [0, 0.54]},
        "xaxis2": value_axis("p-value", dark) | p_axis,
        "yaxis": axis,
        "height": 480,
        "shapes": [
            guide("x", 0.0, shades(dark).muted),
            guide("x", settings["effect"], shades(dark).strong, "solid", 2),
        ],
        "annotations": [
            {
                "name": MOVED_NOTE,
                "text": f"α = {level_text(alpha)}",
                "xref": "x2",
                "x": np.log10(alpha),
                "yref": "y domain",
                "y": 1,
                "yanchor": "bottom",
            }
            | {"showarrow": False}
        ],
    }
    line = {
        "type": "scatter",
        "mode": "lines",
        "x": [alpha, alpha],
        "y": [bottom, top],
        "xaxis": "x2",
        "name": "α",
        "line": {"color": shades(dark).strong, "dash": "dash", "width": 2},
        "hoverinfo": "skip",
        "showlegend": False,
    }
    lines = {"true difference": shades(dark).strong, "no difference": shades(dark).muted}
    if settings["effect"] == 0:  # one line lies on the other
        lines = {"true difference, none": shades(dark).strong}
    traces += [legend_dash(name, color) for name, color in lines.items()]
    words = f"The latest {counted(len(trial), 'trials')}: intervals of the difference, and their p-values."
    return draw([line, *traces], layout, partial(_frame, seen, trial), words, dark)


def _dancing(
    seen: Mapping[str, Array], trial: Array, span: list[float], color: str, dark: bool, *, rejects: bool
) -> list[dict[str, Any]]:
    """The trials that reject, or those that do not: intervals, estimates, arrows and p-values."""
    which = seen["rejects"] == rejects
    part, rows = _chosen(seen, which), trial[which]
    line, estimates = _intervals(part, rows, color, "rejects" if rejects else "does not reject", size=9)
    ground = DARK_BACKGROUND if dark else LIGHT_BACKGROUND  # as hollow as the p-values, and as the legend
    estimates["marker"] |= {"color": color if rejects else ground, "line": {"width": 2, "color": color}}
    return [
        line,
        estimates,
        *_arrows(part, rows, span, color, line["name"]),
        _p_values(part["p_value"], rows, color, filled=rejects),
    ]


def _movable(trace: dict[str, Any], away: float) -> dict[str, Any]:
    """The trace with room for all trials that are shown, as they change sides with α; what it has not lies away.

    A line has a piece there besides, for where nothing is drawn nothing can be moved.
    """
    x = np.round(np.asarray(trace["x"], dtype=float), _SENT).tolist()
    y = np.asarray(trace["y"]).tolist()
    if trace["mode"] == "lines":
        x = [0.0, 1.0, None, *(None if isnan(at) else at for at in x)]
        y = [away] * 3 + y
        lacking = 3 * DANCING + 3 - len(x)
        return trace | {"x": x + [None] * lacking, "y": y + [away] * lacking}
    lacking = DANCING - len(x)
    told = {"customdata": [*trace["customdata"], *[[""] * 4] * lacking]} if "customdata" in trace else {}
    return trace | {"x": x + [1.0] * lacking, "y": y + [away] * lacking} | told


def _arrows(
    seen: Mapping[str, Array], rows: Array, span: list[float], color: str, group: str
) -> list[dict[str, Any]]:
    """Where intervals go on beyond the ends of the axis."""
    low, high = span
    sides = (("triangle-left", low, seen["low"] < low), ("triangle-right", high, seen["high"] > high))
    return [
        {
            "type": "scatter",
            "mode": "markers",
            "legendgroup": group,
            "x": np.full(int(which.sum()), end),
            "y": rows[which],
            "marker": {"color": color, "symbol": symbol, "size": 11},
            "cliponaxis": False,
            "hoverinfo": "skip",
            "showlegend": False,
        }
        for symbol, end, which in sides
    ]


def strips(simulation: Simulation, dark: bool) -> Drawing:
    """Draw the ten statistics of each of the latest experiments on a line, and the critical values."""
    seen, trial = _latest(simulation, STRIPS)
    values = seen["statistics"]
    critical, edge = float(seen["critical"][0]), 2.2 * float(seen["critical"][0])
    ticks = {-edge: f"≤ {number(-edge, 3)}", edge: f"≥ {number(edge, 3)}"}
    ticks |= {at: number(at, 3) for at in (-critical, 0.0, critical)}
    rejects = np.abs(values) >= critical
    rows = np.broadcast_to(trial[:, None], values.shape)
    traces = [
        {
            "type": "scatter",
            "mode": "markers",
            "x": np.clip(values[which], -edge, edge),
            "y": rows[which],
            "name": name,
            "customdata": [number(value) for value in values[which]],
            "marker": {"color": color, "size": 9, "symbol": symbol, "line": {"width": 1.5, "color": color}},
            "hovertemplate": "t = %{customdata}<extra>%{fullData.name}</extra>",
            "showlegend": True,
        }
        for name, which, color, symbol in (
            ("rejects", rejects, COLORS[1], "circle"),
            ("does not reject", ~rejects, COLORS[0], "circle-open"),
        )
    ]
    layout = {
        "xaxis": value_axis("The ten t statistics of an experiment", dark)
        | {"fixedrange": True, "range": [-_BESIDE_EDGE * edge, _BESIDE_EDGE * edge]}
        | {"tickvals": list(ticks), "ticktext": list(ticks.values())},
        "yaxis": _trial_axis(simulation.trials, STRIPS),
        "height": 460,
        "shapes": [level_line("x", at, dark) for at in (-critical, critical)],
    }
    frame = pd.DataFrame(
        {"trial": trial} | {f"t{place + 1}": values[:, place] for place in range(values.shape[1])}
    )
    split = int((rejects.any(axis=1) & ~rejects.all(axis=1)).sum())
    shown = counted(len(trial), "experiments")
    alt = f"Ten statistics of the latest {shown}; in {split} of them some reject and some do not."
    return draw(traces, layout, frame, alt, dark)


def _latest(simulation: Simulation, most: int) -> tuple[Mapping[str, Array], Array]:
    """What was seen of the latest trials of the first setting, and their numbers, counted from 1."""
    trials = simulation.trials
    part = simulation.rows[0].outcomes.part(max(0, trials - most), trials)
    return part.seen, np.arange(max(0, trials - most), trials) + 1


def _chosen(seen: Mapping[str, Array], which: Array) -> dict[str, Array]:
    return {name: array[which] for name, array in seen.items()}


def _trial_axis(trials: int, most: int) -> dict[str, Any]:
    """The latest trial on top; the room for as many as are shown is there from the beginning."""
    top = max(trials, most)
    return {"range": [top - most + 0.2, top + 0.8], "visible": False, "fixedrange": True}


def _span(simulation: Simulation) -> list[float]:
    """Range that holds nearly all of the intervals there are, so that it hardly moves when new ones come."""
    seen = simulation.rows[0].outcomes.seen
    low, high = float(np.quantile(seen["low"], 0.01)), float(np.quantile(seen["high"], 0.99))
    step = 10.0 ** np.floor(np.log10(max(high - low, 1e-9)))
    low, high = float(np.floor(low / step * 2) * step / 2), float(np.ceil(high / step * 2) * step / 2)
    room = _ROOM * (high - low)
    return [low - room, high + room]


def _intervals(
    seen: Mapping[str, Array], rows: Array, color: str, name: str, *, size: int = 6, rates: bool = False
) -> list[dict[str, Any]]:
    """Intervals of one colour as a single line with gaps, and their estimates."""
    gaps = np.full(len(rows), np.nan)
    ends = np.column_stack([seen["low"], seen["high"], gaps]).ravel()
    written = hundredths if rates else partial(to_places, places=3)
    told = [[written(value) for value in seen[part]] for part in ("estimate", "low", "high")]
    common = {"type": "scatter", "legendgroup": name, "name": name}
    line = common | {
        "mode": "lines",
        "x": ends,
        "y": np.repeat(rows.astype(float), 3),
        "line": {"color": color, "width": 2.5},
        "hoverinfo": "skip",
        "showlegend": False,
    }
    estimates = common | {
        "mode": "markers",
        "x": seen["estimate"],
        "y": rows,
        "marker": {"color": color, "size": size},
        "customdata": [list(parts) for parts in zip(rows.tolist(), *told, strict=True)],
        "hovertemplate": "trial %{customdata[0]}<br>%{customdata[1]}, interval %{customdata[2]} to "
        "%{customdata[3]}<extra></extra>",
        "showlegend": True,
    }
    return [line, estimates]


def _p_values(p_values: Array, rows: Array, color: str, *, filled: bool) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "x": np.clip(p_values, LOWEST_P, 1.0),
        "y": rows,
        "xaxis": "x2",
        "marker": {
            "color": color,
            "symbol": "circle" if filled else "circle-open",
            "size": 12,
            "line": {"width": 2, "color": color},
        },
        "customdata": [[int(row), probability(float(p))] for row, p in zip(rows, p_values, strict=True)],
        "hovertemplate": "trial %{customdata[0]}<br>p %{customdata[1]}<extra></extra>",
        "cliponaxis": False,
        "showlegend": False,
    }


def _frame(seen: Mapping[str, Array], trial: Array) -> pd.DataFrame:
    return pd.DataFrame({"trial": trial, **seen})
