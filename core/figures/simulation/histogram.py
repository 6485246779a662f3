"""How often each value came, and what algebra says of it."""

from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import Drawing, draw, value_axis
from core.figures.canvas.palette import COLORS, shades, translucent
from core.figures.canvas.text import label
from core.figures.simulation.axes import rates_axis, share_axis
from core.records import Array
from core.simulation import Simulation
from core.written import counted

FEW_BARS = 6
"""Where there are more, half of one is narrower than the distance of Plotly's ticks, of which there are ten at most."""


def histogram(simulation: Simulation, dark: bool) -> Drawing:
    """Draw the shares of the values in bins around the places where theory tells their probability."""
    entry, row = simulation.entry, simulation.rows[0]
    lines = entry.theory(row.settings)
    middles = next(iter(lines.values()))[0]
    shares = _shares(row.outcomes.seen[entry.counted], middles)
    width = float(middles[1] - middles[0]) if len(middles) > 1 else 1.0
    form = ".2~%" if entry.counted_rates else ".4~g"
    bars = {
        "type": "bar",
        "x": middles,
        "y": shares,
        "width": width * (0.9 if len(middles) < 60 else 1.0),
        "name": "counted",
        "marker": {"color": translucent(COLORS[0], 0.55), "line": {"color": COLORS[0], "width": 1}},
        "hovertemplate": "%{x}<br>%{y:.2%} of the trials<extra></extra>",
        "showlegend": True,
    }
    traces = [bars, *(_line(name, *line, place, dark) for place, (name, line) in enumerate(lines.items()))]
    top = max(float(line[1].max()) for line in lines.values())
    layout = {
        "xaxis": value_axis(entry.counted_title, dark)
        | rates_axis(entry.counted_rates)
        | {"fixedrange": True, "hoverformat": form}
        | _only_values(middles, entry.counted_rates),
        "yaxis": share_axis("Share of trials", dark)
        | {"range": [0, min(1.05, max(1.35 * top, 1.05 * float(shares.max())))]},
        "height": 420,
        "bargap": 0,
    }
    frame = pd.DataFrame(
        {"value": middles, "counted": shares}
        | {name: np.interp(middles, *line) for name, line in lines.items()}
    )
    alt = f"{entry.counted_title} in {counted(simulation.trials, 'trials')}, beside {' and '.join(lines)}."
    return draw(traces, layout, frame, alt, dark)


def _only_values(middles: Array, rates: bool) -> dict[str, Any]:
    """Ticks of rates at wide bars: Plotly would put some in their halves below none and above all."""
    return {"tickvals": middles, "tickformat": ".3~p"} if rates and len(middles) <= FEW_BARS else {}


def _shares(values: Array, middles: Array) -> Array:
    """Shares of the values nearest to each place; those beyond the ends are in no bin."""
    if len(middles) == 1:
        return np.array([float(np.mean(np.isclose(values, middles[0])))])
    edges = [low + (high - low) / 2 for low, high in pairwise(middles)]
    first, last = 2 * middles[0] - edges[0], 2 * middles[-1] - edges[-1]
    return np.histogram(values, [first, *edges, last])[0] / len(values)


def _line(name: str, x: Array, y: Array, place: int, dark: bool) -> dict[str, Any]:
    color = shades(dark).strong if place == 0 else COLORS[1]
    return {
        "type": "scatter",
        "mode": "lines" if len(x) > 40 or place else "lines+markers",
        "x": x,
        "y": y,
        "name": label(name),
        "line": {"color": color, "width": 2.5, "dash": "solid" if place == 0 else "dash"},
        "marker": {"size": 6},
        "hovertemplate": "%{x}<br>%{y:.2%}<extra>%{fullData.name}</extra>",
        "showlegend": True,
    }
