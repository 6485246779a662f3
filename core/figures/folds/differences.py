"""What each fold says of the difference between two learners."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from core.designs import units_of
from core.figures.canvas.drawing import Drawing, draw, value_axis
from core.figures.canvas.heatmap import width_of
from core.figures.canvas.marks import interval_marks, points, reference_shapes, region_edge, spread
from core.figures.canvas.moves import MOVED_NOTE
from core.figures.canvas.palette import DARK_BACKGROUND, LIGHT_BACKGROUND, Style, shades
from core.figures.canvas.scale import Scale, difference_scale, only_rounding, values_range
from core.figures.canvas.text import embedded_pair, full
from core.figures.canvas.thin import evenly_thinned
from core.figures.folds.columns import MOST_POINTS, fold_hover
from core.figures.folds.grid import Grid, fold_grid
from core.figures.folds.paired import check_learners
from core.measures import one_instance_each
from core.records import Array, FoldScores, Interval
from core.written import counted, in_percent

REGION = "does not matter"
HEIGHT_OF_MEAN = -0.65
ABOVE_ANOTHER, OF_ANOTHER, BELOW_ANOTHER = -0.36, -0.58, -0.64
"""Heights of the interval above another one, of that, and of the words below it."""
MOST_BESIDE, CUT_SIDE, HALF = 20, 17, 140
"""Characters of both names that fit on one line of the narrowest plot with what is said of them, and of one that is
cut; pixels, as `width_of` has them, of one that has room on its side."""


def difference_plot(
    scores: FoldScores,
    first: str,
    second: str,
    *,
    interval: Interval | None = None,
    behind: tuple[str, Interval] | None = None,
    estimate: tuple[str, float] | None = None,
    room: Sequence[float] = (),
    rope: tuple[float, float] | None = None,
    dark: bool = False,
) -> Drawing:
    """Draw the differences first − second of all folds around zero, with their mean; of several data sets, of theirs.

    Parameters
    ----------
    scores : FoldScores
    first, second : str
        Learners.
    interval : Interval, optional
        Of the mean difference, or of the estimate.
    behind : (str, Interval), optional
        Name and ends of another interval of the same, drawn thinner on a line of its own; our own text.
    estimate : (str, float), optional
        Name and value of what the interval belongs to, where that is not the mean; it is marked instead.
    room : sequence of float
        Further values that the axis has to hold: ends that the interval may take while it is moved.
    rope : (low, high), optional
        Region of practical equivalence.
    dark : bool

    Raises
    ------
    InputError
        If the two are not different learners of the scores.
    """
    check_learners(scores, [first, second])
    scores = scores.by_dataset
    scale, grid = difference_scale(scores, first, second), fold_grid(scores)
    differences = grid.of(first) - grid.of(second)
    both = np.flatnonzero(np.isfinite(differences))
    values = differences[both]
    name = "difference" if len(values) == 1 else "mean difference"
    center = estimate or (name, round(float(values.mean()), 12) + 0.0) if len(values) else None
    repeated = center is not None and len(values) == 1 and bool(np.isclose(center[1], values[0]))
    intervals = [found for found in (behind and behind[1], interval) if found]
    ends = [*room, *(end for found in intervals for end in (found.low, found.high))]
    alike = len(values) > 1 and only_rounding(values.min(), values.max())
    mirrored = -values[:alike]  # or all of the axis would lie on one side of zero
    span = values_range(scale, values, [0.0], ends, mirrored)
    shapes = reference_shapes(True, None, scale, dark)
    if one_instance_each(scores) and len(np.unique(values)) <= 3:
        traces = [_difference_bars(values, scale, dark)]
        shapes[-1]["y1"] = _share_below_label(traces[0])
        span = np.multiply(scale.drawn([-1.0, 1.0]), 1.3).tolist()
    else:
        traces = [_difference_points(differences, grid, scale, fold_hover(scores), dark)] * (not repeated)
    if rope is not None:
        traces.insert(0, _region(rope, scale, dark))
    thin = [] if behind is None else _thin(*behind, scale, span, dark)
    traces += thin
    height = 0.0 if repeated else HEIGHT_OF_MEAN if behind is None else ABOVE_ANOTHER
    if center is not None:
        traces += _center(center, interval, scale, span, dark, height=height)
    layout = {
        "xaxis": value_axis(scale.title, dark) | {**scale.formats, "range": span},
        "yaxis": {"range": [-1.0, 1.0], "visible": False, "fixedrange": True},
        "height": 260,
        "margin": {"l": 16, "r": 16, "t": 40, "b": 8},
        "shapes": shapes,
        "annotations": [
            *_sides(scores, first, second),
            *(_what_is_thin(trace, dark) for trace in thin),
        ],
    }
    frame = grid.frame({"difference": differences}, both)
    said = None if len(room) else interval  # one that moves would leave its text behind
    alt = _difference_alt(values, said, scale, units_of(scores))
    return draw(traces, layout, frame, alt, dark, told=scale.columns("difference"))


def _region(rope: tuple[float, float], scale: Scale, dark: bool) -> dict[str, Any]:
    """The region of practical equivalence; a trace, since it can be moved."""
    low, high = scale.drawn(rope)
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [low, low, high, high],
        "y": [-1.0, 1.0, 1.0, -1.0],
        "fill": "toself",
        "fillcolor": shades(dark).faint,
        "line": region_edge(dark),
        "name": REGION,
        "hoverinfo": "skip",
        "showlegend": False,
    }


def region_moves(drawn: Drawing, rope: tuple[float, float], scale: Scale) -> list[dict[str, Any]]:
    """Where the region of practical equivalence of a picture has to be moved, as `moves` gives it.

    Parameters
    ----------
    drawn : Drawing
        The picture as it is drawn.
    rope : (low, high)
    scale : Scale
        As it was drawn with.
    """
    return [
        {"trace": place, **{key: _region(rope, scale, dark=False)[key] for key in ("x", "y", "name")}}
        for place, trace in enumerate(drawn.traces)
        if trace.get("name") == REGION
    ]


def _difference_points(
    differences: Array, grid: Grid, scale: Scale, where: str, dark: bool
) -> dict[str, Any]:
    drawn = evenly_thinned(np.flatnonzero(np.isfinite(differences)), MOST_POINTS)
    muted = shades(dark).muted
    return points(
        scale.drawn(differences[drawn]).tolist(),
        (0.28 + spread(differences[drawn], 0.9)).tolist(),
        "difference",
        Style(muted, "solid", "circle", muted),
        hover=f"{scale.hover('x')}<br>{where}",
        details=grid.details[drawn],
        texts=grid.texts(drawn),
        size=7,
    )


HIGHEST_BAR = 1.0


def _difference_bars(values: Array, scale: Scale, dark: bool) -> dict[str, Any]:
    """Counts of −1, 0 and 1 as bars; above the tallest its label has room below the sides."""
    steps, counts = np.unique(values, return_counts=True)
    return {
        "type": "bar",
        "x": scale.drawn(steps),
        "base": [-0.4] * len(steps),
        "y": HIGHEST_BAR * counts / max(int(counts.max(initial=0)), 1),
        "width": float(scale.drawn(0.3)),
        "text": [_bar_label(int(count), int(counts.max())) for count in counts],
        "textposition": "outside",
        "constraintext": "none",  # or else they shrink to the width of their bars
        "cliponaxis": False,
        "customdata": counts,
        "marker": {"color": shades(dark).faint, "line": {"color": shades(dark).muted, "width": 1.2}},
        "hovertemplate": f"difference {scale.hover('x')}<br>%{{customdata}} instances<extra></extra>",
        "showlegend": False,
    }


def _share_below_label(bars: dict[str, Any]) -> float:
    """The share of the plot that lies below the label of the bar at zero, through which the line of zero would go."""
    at_zero = bars["y"][np.asarray(bars["x"]) == 0]
    return float((bars["base"][0] + at_zero[0] + 1) / 2) if len(at_zero) else 1.0


def _bar_label(count: int, highest: int) -> str:
    """What is counted stands at the highest bar alone, so that labels do not meet."""
    return counted(count, "instances") if count == highest else f"{count:,}"


def _center(
    center: tuple[str, float],
    interval: Interval | None,
    scale: Scale,
    span: Sequence[float],
    dark: bool,
    *,
    height: float,
) -> list[dict[str, Any]]:
    (name, value), strong = center, shades(dark).strong
    style = Style(strong, "solid", "diamond", strong)
    rows = [(height, name, interval, style)] if interval else []
    mark = points(
        [float(scale.drawn(value))], [height], name, style, hover=scale.hover("x"), size=12, opacity=1
    )
    return [*interval_marks(rows, scale, span), mark]


def _thin(
    name: str, interval: Interval, scale: Scale, span: Sequence[float], dark: bool
) -> list[dict[str, Any]]:
    muted = shades(dark).muted
    rows = [(OF_ANOTHER, name, interval, Style(muted, "solid", "diamond", muted))]
    return [trace | {"line": {"color": muted, "width": 2.5}} for trace in interval_marks(rows, scale, span)]


def _what_is_thin(trace: dict[str, Any], dark: bool) -> dict[str, Any]:
    """Below the middle of the thin interval, which it keeps at every level: what it is, for who does not hover.

    On a ground of its own, for the line of zero may run behind it.
    """
    return {
        "name": MOVED_NOTE,
        "text": trace["name"],
        "x": float(np.mean(trace["x"])),
        "y": BELOW_ANOTHER,
        "yanchor": "top",
        "showarrow": False,
        "font": {"color": shades(dark).muted, "size": 12},
        "bgcolor": DARK_BACKGROUND if dark else LIGHT_BACKGROUND,
        "borderpad": 0,
    }


def _sides(scores: FoldScores, first: str, second: str) -> list[dict[str, Any]]:
    """Say above the plot which side speaks for whom; long names on a line of their own, or the two could meet."""
    sides = (first, second) if scores.lower_is_better else (second, first)
    left, right = embedded_pair(*sides, _most_of(sides))
    common = {
        "yref": "paper",
        "y": 1.0,
        "yanchor": "bottom",
        "xref": "paper",
        "showarrow": False,
    }
    told = f"← {left} better", f"{right} better →"
    if len(left) + len(right) > MOST_BESIDE:
        told = f"{left}<br>← better", f"{right}<br>better →"
    return [
        common | {"text": text, "hovertext": full(name), "x": x, "xanchor": end, "align": end}
        for text, name, x, end in zip(told, sides, (0.0, 1.0), ("left", "right"), strict=True)
    ]


def _most_of(names: Sequence[str]) -> int:
    """Characters of each of two names that have room beside each other."""
    if max(map(width_of, names)) <= HALF:
        return max(map(len, names))
    return min(CUT_SIDE, int(HALF / max(width_of(name) / len(name) for name in names)))


def _difference_alt(values: Array, interval: Interval | None, scale: Scale, noun: str) -> str:
    if not len(values):
        return f"No {noun} with a {scale.name}."
    mean, between = scale.text(float(values.mean())), scale.between(values.min(), values.max(), " to ")
    spread = mean if len(values) == 1 else f"from {between}, mean {mean}"
    where = "" if len(values) == 1 else f" on {counted(len(values), noun)}"  # one may be of all instances
    text = f"The {scale.name}{where}: {spread}"
    if interval is None:
        return f"{text}."
    between = scale.between(interval.low, interval.high, " to ")
    return f"{text}, interval {between} at level {in_percent(interval.level, '.6g')}."
