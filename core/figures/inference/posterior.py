"""What is believed of a difference: the posterior with its three regions, and how they move with the ROPE."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import Drawing, draw, guide, value_axis
from core.figures.canvas.heatmap import colour_bar
from core.figures.canvas.palette import Style, shades, style_at, translucent
from core.figures.canvas.scale import Scale
from core.figures.canvas.text import embedded_pair, label, number
from core.records import Array
from core.written import in_percent, in_points, level_text

AREA_POINTS = 64
"""Of each filled part of the density."""


def posterior_figure(
    x: Array,
    density: Array,
    *,
    rope: float,
    names: tuple[str, str],
    scale: Scale,
    styles: Mapping[str, Style] | None = None,
    dark: bool = False,
) -> Drawing:
    """Draw the posterior density of a difference, coloured by who would be practically better.

    Parameters
    ----------
    x, density : arrays of equal length
        Differences in ascending order and their posterior density.
    rope : float
        Half-width of the region of practical equivalence.
    names : (left, right)
        The learner that is better where the difference is below −rope, and above rope.
    scale : Scale
        Of the differences.
    styles : mapping of name to Style, optional
    dark : bool
    """
    values, heights = np.asarray(x, dtype=float), np.asarray(density, dtype=float)
    left, right = _two_styles(names, styles)
    named = embedded_pair(*names, 24)
    regions = (
        (f"{named[0]} better", (-np.inf, -rope), left.color),
        ("practically equal", (-rope, rope), shades(dark).muted),
        (f"{named[1]} better", (rope, np.inf), right.color),
    )
    traces = [_area(values, heights, ends, color, scale) | {"name": name} for name, ends, color in regions]
    layout = {
        "xaxis": value_axis(scale.title, dark) | scale.formats,
        "yaxis": value_axis("Posterior density", dark)
        | {"nticks": 4, "fixedrange": True, "rangemode": "tozero", "showticklabels": False},
        "height": 320,
        "margin": {"l": 8, "r": 24, "t": 40, "b": 8},
        "shapes": [guide("x", 0.0, shades(dark).muted)],
    }
    frame = pd.DataFrame({"difference": values, "density": heights})
    alt = (
        f"Posterior of the {scale.name or 'difference'}, from {scale.text(float(values.min()))} to "
        f"{scale.text(float(values.max()))}; to the left {names[0]} is better, to the right {names[1]}."
    )
    return draw(traces, layout, frame, alt, dark, told=scale.columns("difference"))


def _two_styles(names: tuple[str, str], styles: Mapping[str, Style] | None) -> tuple[Style, Style]:
    known = styles or {}
    return known.get(names[0], style_at(0)), known.get(names[1], style_at(1))


def _area(
    values: Array, heights: Array, ends: tuple[float, float], color: str, scale: Scale
) -> dict[str, Any]:
    """The part of the density between two values, filled; always as many points, so that it can be moved."""
    low, high = (float(np.clip(end, values[0], values[-1])) for end in ends)
    at = np.linspace(low, high, AREA_POINTS)
    return {
        "type": "scatter",
        "mode": "lines",
        "x": scale.drawn(at).tolist(),
        "y": (np.interp(at, values, heights) / scale.drawn(1.0)).tolist(),
        "fill": "tozeroy",
        "fillcolor": translucent(color, 0.35) if color.startswith("#") else color,
        "line": {"color": color, "width": 2},
        "hovertemplate": f"{scale.hover('x')}<extra></extra>",
    }


def rope_curves(
    frame: pd.DataFrame,
    names: tuple[str, str],
    title: str,
    *,
    percent: bool = False,
    marked: float | None = None,
    second_first: bool = False,
    styles: Mapping[str, Style] | None = None,
    dark: bool = False,
) -> Drawing:
    """Draw the three probabilities against the half-width of the region of practical equivalence.

    Parameters
    ----------
    frame : DataFrame
        Columns rope, p_first, p_rope, p_second.
    names : (first, second)
        Learners.
    title : str
        What the half-width is; our own text.
    percent : bool
        Whether the half-width is written in points.
    marked : float, optional
        The half-width in force.
    second_first : bool
        Whether the legend begins with the second learner, as that of the posterior does where it is on the left.
    """
    first, second = _two_styles(names, styles)
    named, scale = embedded_pair(*names), 100 if percent else 1
    rows = (
        ("p_first", f"{named[0]} better", first.color, first.dash),
        ("p_rope", "practically equal", shades(dark).muted, "dot"),
        ("p_second", f"{named[1]} better", second.color, "dash"),
    )
    traces: list[dict[str, Any]] = [
        {
            "type": "scatter",
            "mode": "lines",
            "x": scale * frame["rope"].to_numpy(),
            "y": frame[column].to_numpy(),
            "name": text,
            "line": {"color": color, "dash": dash, "width": 2.5},
            "hovertemplate": f"±%{{x:.3~g}}{' points' * percent}<br>%{{y:.1%}}<extra>%{{meta}}</extra>",
            "meta": text,
        }
        for column, text, color, dash in rows[:: -1 if second_first else 1]
    ]
    if marked is not None:
        line = {"color": shades(dark).strong, "dash": "dash", "width": 2}
        bar = {"type": "scatter", "mode": "lines", "x": [scale * marked] * 2, "y": [0, 1.02], "line": line}
        traces.append(bar | {"name": "the region in force", "hoverinfo": "skip", "showlegend": False})
    widest = float(frame["rope"].max())
    layout = {
        "xaxis": value_axis(title, dark) | {"range": [0, scale * widest], "ticklabelstandoff": 6},
        "yaxis": value_axis("Probability", dark)
        | {"range": [0, 1.02], "tickformat": ".0%", "fixedrange": True},
        "height": 320,
    }
    start = frame.iloc[0]
    alt = (
        f"Probabilities against {title}: without a region {names[0]} is better with {number(start['p_first'], 3)}, "
        f"{names[1]} with {number(start['p_second'], 3)}; the wider the region, the likelier that both are equal."
    )
    told = dict.fromkeys(("p_first", "p_rope", "p_second"), in_percent)
    return draw(traces, layout, frame, alt, dark, told=told | ({"rope": in_points} if percent else {}))


def triangle_heatmap(
    rho: Array,
    p_values: Array,
    alpha: float,
    *,
    marked: tuple[float, float] | None = None,
    dark: bool = False,
) -> Drawing:
    """Draw p-values over all correlations ρ1 ≤ ρ2, with the border between rejecting and not.

    Parameters
    ----------
    rho : array of length n
        Values of both correlations.
    p_values : array of shape n × n
        Rows ρ1, columns ρ2; NaN where ρ1 > ρ2.
    alpha : float
        Level whose border is drawn.
    marked : (ρ1, ρ2), optional
        The correlations assumed.
    dark : bool
    """
    p = np.asarray(p_values, dtype=float)
    heat = {
        "type": "heatmap",
        "x": rho,
        "y": rho,
        "z": p,
        "colorscale": "Cividis",
        "reversescale": True,
        "hoverongaps": False,
        "colorbar": colour_bar(p) | {"title": {"text": "p"}},
        "hovertemplate": "ρ1 = %{y}<br>ρ2 = %{x}<br>p = %{z:.4f}<extra></extra>",
    }
    border = {
        "type": "contour",
        "x": rho,
        "y": rho,
        "z": p,
        "contours": {"start": alpha, "end": alpha, "size": 1, "coloring": "none"},
        "line": {"color": style_at(1).color, "width": 3},
        "showscale": False,
        "hoverinfo": "skip",
        "name": f"p = {level_text(alpha)}",
    }
    crosses = np.nanmin(p) <= alpha < np.nanmax(p) if np.isfinite(p).any() else False
    traces = [heat, *([border] if crosses else []), *([_cross(marked)] if marked else [])]
    layout = {
        "xaxis": value_axis("ρ2, between replicates", dark) | {"hoverformat": ".2f"},
        "yaxis": value_axis("ρ1, within a replicate", dark) | {"hoverformat": ".2f"},
        "height": 360,
    }
    row, column = np.nonzero(~np.isnan(p))
    rho = np.asarray(rho)
    frame = pd.DataFrame({"rho1": rho[row], "rho2": rho[column], "p_value": p[row, column]})
    alt = (
        f"Exact p-values over the correlations: from {number(float(np.nanmin(p)), 3)} to "
        f"{number(float(np.nanmax(p)), 3)}; {in_percent((frame['p_value'] <= alpha).mean(), '.0f')} of them "
        f"at most {level_text(alpha)}."
    )
    return draw(traces, layout, frame, alt, dark)


def _cross(marked: tuple[float, float]) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [marked[1]],
        "y": [marked[0]],
        "marker": {
            "symbol": "x",
            "size": 13,
            "color": "#FFFFFF",
            "line": {"color": "#1A1C24", "width": 1.5},
        },
        "name": label("assumed"),
        "hovertemplate": "assumed: ρ1 = %{y}, ρ2 = %{x}<extra></extra>",
        "showlegend": False,
    }
