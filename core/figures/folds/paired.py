"""Learners on the same folds, joined by a line per fold."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from core.designs import units_of
from core.errors import InputError, NotApplicable, check_one_of
from core.figures.canvas.drawing import LABEL_ANGLES, Drawing, draw, name_axis, value_axis
from core.figures.canvas.marks import points
from core.figures.canvas.palette import Styles, shades, style_of
from core.figures.canvas.scale import scale_of, values_range
from core.figures.canvas.text import distinct_labels
from core.figures.canvas.thin import evenly_thinned
from core.figures.folds.columns import fold_hover
from core.figures.folds.grid import fold_grid
from core.inference.declaration.arithmetic import rounding, snapped
from core.measures import one_instance_each
from core.records import Array, FoldScores
from core.written import counted

MOST_LINES = 200
LINE, DECIMALS = 1.2, 12


def paired_lines(
    scores: FoldScores,
    learners: Sequence[str] | None = None,
    styles: Styles | None = None,
    *,
    dark: bool = False,
) -> Drawing:
    """Draw a thin line per fold from learner to learner.

    Parameters
    ----------
    scores : FoldScores
    learners : sequence of str, optional
        Two or more, from left to right; all when not given. With two, a line has the better one's colour.
    styles, dark
        As for `box_plot`.

    Raises
    ------
    NotApplicable
        If every fold holds a single instance: the lines would lie upon one another.
    """
    names = list(learners or scores.learners)
    check_learners(scores, names)
    if one_instance_each(scores):
        raise NotApplicable(
            "lines per fold cannot be told apart where every fold holds one instance.",
            "paired lines",
            "Look at the differences instead, or at the instances on which the learners disagree.",
        )
    used, scale, grid = styles or style_of(scores.learners), scale_of(scores), fold_grid(scores)
    drawn = evenly_thinned(np.arange(len(grid.values)), MOST_LINES)
    columns = {name: grid.of(name) for name in names}
    values = np.column_stack([column[drawn] for column in columns.values()])
    hover = f"{scale.hover('y')}<br>{fold_hover(scores)}"
    traces = _line_traces(values, names, used, scores.lower_is_better, dark)
    traces += [
        points(
            np.full(len(values), i),
            values[:, i],
            name,
            used[name],
            hover=hover,
            details=grid.details[drawn],
            texts=grid.texts(drawn),
            size=7,
            opacity=1,
        )
        for i, name in enumerate(names)
    ]
    several = any(trace["line"]["width"] > LINE for trace in traces if trace["mode"] == "lines")
    layout = {
        "xaxis": _learner_axis(names, units_of(scores) if several else ""),
        "yaxis": value_axis(scale.title, dark) | {**scale.formats, "range": values_range(scale, values)},
        "height": 420,
    }
    alt, told = _lines_alt(scores, columns, len(drawn)), scale.columns(*columns)
    return draw(traces, layout, grid.frame(columns, drawn), alt, dark, told=told)


def check_learners(scores: FoldScores, names: Sequence[str]) -> None:
    """Check the learners that lines shall join.

    Raises
    ------
    InputError
        Unless they are at least two different learners of `scores`.
    """
    for name in names:
        check_one_of(name, scores.learners, "learner")
    if len(set(names)) < 2:
        raise InputError(f"takes at least two different learners, not {len(set(names))}.", "paired lines")


def _learner_axis(names: Sequence[str], units: str) -> dict[str, Any]:
    """The learners, and what a thick line is; `units` lie upon one another in it, none where each has its own."""
    axis = name_axis(distinct_labels(names, 28 if len(names) <= 4 else 20)) | {
        "range": [-0.5, len(names) - 0.5],
        "autotickangles": LABEL_ANGLES,
    }
    if not units:
        return axis
    return axis | {
        "title": {"text": f"the thicker a line, the more {units}", "standoff": 10, "font": {"size": 12}}
    }


def _line_traces(
    values: Array, names: Sequence[str], styles: Styles, lower_is_better: bool, dark: bool
) -> list[dict[str, Any]]:
    """Lines as one trace per colour, broken between folds."""
    grey = shades(dark).muted
    if len(names) > 2:
        return _lines(values, grey, "", 0.35)
    sign = _signs(values[:, 0], values[:, 1], lower_is_better)
    first, second = (f"{name} better" for name in distinct_labels(names))
    groups = [
        (sign < 0, styles[names[0]].color, first),
        (sign > 0, styles[names[1]].color, second),
        (sign == 0, grey, "equal"),
    ]
    return [
        trace
        for chosen, color, title in groups
        if chosen.any()
        for trace in _lines(values[chosen], color, f"{title} ({chosen.sum()})", 0.75)
    ]


def _lines(values: Array, color: str, name: str, opacity: float) -> list[dict[str, Any]]:
    """One trace of all lines; where folds share pieces of them, one for each doubling of their number."""
    folds, stops = values.shape
    pieces, counts = _pieces(values)
    if counts.max(initial=1) == 1:
        x = np.tile(np.arange(stops + 1, dtype=float), (folds, 1))
        return [_trace(x, np.column_stack([values, np.full(folds, np.nan)]), color, name, opacity)]
    doublings = np.log2(counts).astype(int)
    traces: list[dict[str, Any]] = []
    for times in np.unique(doublings):
        start, first, second = pieces[doublings == times].T
        stop = np.full(len(start), np.nan)
        x, y = np.column_stack([start, start + 1, stop]), np.column_stack([first, second, stop])
        trace = _trace(x, y, color, name, opacity) | {"legendgroup": name}
        trace["line"]["width"] = LINE * (1 + int(times))
        trace["showlegend"] = bool(name) and not traces
        traces.append(trace)
    return traces


def _pieces(values: Array) -> tuple[Array, Array]:
    """Pieces of lines as (learner from which, its score, that of the next), and how many folds share each."""
    nexts = range(values.shape[1] - 1)
    rows = np.concatenate([np.column_stack([np.full(len(values), i), values[:, i : i + 2]]) for i in nexts])
    known = rows[np.isfinite(rows).all(axis=1)].round(DECIMALS)
    return np.unique(known, axis=0, return_counts=True)


def _trace(x: Array, y: Array, color: str, name: str, opacity: float) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": x.ravel(),
        "y": y.ravel(),
        "line": {"color": color, "width": LINE},
        "opacity": opacity,
        "name": name,
        "hoverinfo": "skip",
        "connectgaps": False,
        "showlegend": bool(name),
    }


def _lines_alt(scores: FoldScores, columns: dict[str, Array], drawn: int) -> str:
    (first, a), (second, b) = list(columns.items())[:2]
    part = ("" if drawn == len(a) else f"{drawn} of ") + counted(len(a), units_of(scores))
    if len(columns) > 2:
        return f"Lines joining the {scores.measure_title} of {len(columns)} learners on {part}."
    sign = _signs(a, b, scores.lower_is_better)
    return (
        f"Lines joining the {scores.measure_title} of {first} and {second} on {part}: "
        f"{first} is better on {(sign < 0).sum()}, {second} on {(sign > 0).sum()}, "
        f"{(sign == 0).sum()} are equal."
    )


def _signs(a: Array, b: Array, lower_is_better: bool) -> Array:
    """−1 where the first is better, 1 where the second is, 0 where they differ by rounding at most."""
    return np.sign(snapped(a - b, rounding(a, b))) * (1 if lower_is_better else -1)
