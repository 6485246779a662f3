"""What a resampling design looks like: who trains, who validates, and how much the training sets share."""

from collections.abc import Sequence
from dataclasses import replace
from math import floor
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import LABEL_ANGLES, Drawing, draw, guide, value_axis
from core.figures.canvas.heatmap import (
    MOST_WITH_GAPS,
    MOST_WITH_NUMBERS,
    ends_of_runs,
    heatmap,
    lettered,
    lettered_from,
    short_texts,
)
from core.figures.canvas.marks import legend_square
from core.figures.canvas.palette import COLORS, shades, style_at
from core.figures.canvas.text import full, label, number, shown, small
from core.figures.canvas.thin import evenly_thinned
from core.records import Array
from core.written import PERCENT, counted, in_percent

ROLES = ("absent", "training", "validation", "both")
MOST_INSTANCES = 300
MOST_PAIRS = 30
MOST_OF_REPLICATES = 20
"""Pairs of whole replicates beside one another: of more, the later ones look like noise in the order of the first."""
MOST_OVERLAPS = 100


def role_colors(dark: bool) -> tuple[str, str, str, str]:
    """Colours of `ROLES`."""
    return shades(dark).middle, COLORS[0], COLORS[1], COLORS[6]


def design_picture(
    roles: Array,
    labels: Sequence[str],
    order: Array | None = None,
    *,
    replicates: Sequence[int] = (),
    dark: bool = False,
) -> Drawing:
    """Draw the design: pairs × instances, coloured by role.

    Parameters
    ----------
    roles : int array of shape pairs × n
        0 absent, 1 training, 2 validation, 3 both.
    labels : sequence of str
        One per pair, for example ``"replicate 1, fold 2"``.
    order : int array of length n, optional
        Positions of the instances from left to right; as they are stored, with their numbers below, when not given.
    replicates : sequence of int, optional
        The replicate of every pair; lines divide them.
    dark : bool

    Notes
    -----
    At most `MOST_PAIRS` pairs, the first, are drawn, or else the first whole replicates, and about `MOST_INSTANCES`
    instances: evenly spread ones and one validated instance of every pair. The titles of the axes say so.
    """
    pairs, n = roles.shape
    ends = ends_of_runs(replicates or [1] * pairs)
    count = _pairs_shown(pairs, ends)
    sequence = np.arange(n) if order is None else np.asarray(order)
    places = _instances_shown(roles[:count][:, sequence])
    part = roles[:count][:, sequence[places]]
    kept = _distinct(labels[:count])
    title = "Instances"
    if len(places) < n:
        title = f"{n:,} instances<br>({len(places)} of them, evenly spread, are drawn)"
    whole = ends.index(count) + 1 if count in ends[:-1] else 0
    said = _first_of(whole, len(ends), "replicates") if whole else _first_of(count, pairs)
    layout = {
        "xaxis": _category_axis(title + said) | {"nticks": 12, "showticklabels": order is None},
        "shapes": [
            guide("y", end - 0.5, shades(dark).strong, width=2) | {"layer": "above"}
            for end in ends
            if end < count
        ],
        "yaxis": _category_axis("") | {"autorange": "reversed"},
        "height": 130 + max(len(kept) * 14, 120),
    }
    traces = [_role_trace(part, kept, sequence[places] + 1, dark), *_role_legend(part, dark)]
    return draw(traces, layout, _role_frame(part, labels, sequence[places]), _role_alt(roles), dark)


def _pairs_shown(pairs: int, ends: Sequence[int]) -> int:
    """How many of the pairs are drawn: all of few, else whole replicates, one at least, unless that is too long."""
    if pairs <= MOST_PAIRS:
        return pairs
    whole = [end for end in ends[:-1] if end <= MOST_OF_REPLICATES] or list(ends[:1])
    return min(whole[-1], MOST_PAIRS)


def _instances_shown(roles: Array) -> Array:
    """Places evenly chosen, and one validated instance of every pair, so that none looks unvalidated."""
    n = roles.shape[1]
    if n <= MOST_INSTANCES:
        return np.arange(n)
    validated = (roles >= 2).argmax(axis=1)
    return np.union1d(evenly_thinned(np.arange(n), MOST_INSTANCES), validated)


def _distinct(labels: Sequence[str]) -> list[str]:
    """Labels for an axis of categories, which must differ: equal ones get a number."""
    found: dict[str, int] = {}
    distinct = []
    for name in (label(text, 32) for text in labels):
        found[name] = found.get(name, 0) + 1
        distinct.append(f"{name} ({found[name]})" if found[name] > 1 else name)
    return distinct


def _category_axis(title: str) -> dict[str, Any]:
    """An axis of many categories, of which Plotly labels as many as there is room for."""
    return {
        "type": "category",
        "title": {"text": title, "standoff": 10, "font": {"size": 13}},
        "autotickangles": LABEL_ANGLES,
        "automargin": True,
        "showgrid": False,
        "zeroline": False,
        "ticks": "",
        "ticklabelstandoff": 6,
    }


def _first_of(drawn: int, there: int, what: str = "pairs") -> str:
    """Second line of an axis title where not all is drawn."""
    count = "" if drawn == 1 else f" {drawn}"
    return small(f"the first{count} of {there:,} {what}") if drawn < there else ""


def _role_trace(part: Array, labels: Sequence[str], instances: Array, dark: bool) -> dict[str, Any]:
    colors = role_colors(dark)
    return {
        "type": "heatmap",
        "z": part.astype(np.uint8),
        "x": [str(instance) for instance in instances],
        "y": list(labels),
        "text": np.array(ROLES)[part],
        "hovertemplate": "%{y}<br>instance %{x}: <b>%{text}</b><extra></extra>",
        "colorscale": [(edge, color) for i, color in enumerate(colors) for edge in (i / 4, (i + 1) / 4)],
        "zmin": -0.5,
        "zmax": 3.5,
        "showscale": False,
        "xgap": 1 if part.shape[1] <= MOST_WITH_GAPS else 0,
        "ygap": 1,
    }


def _role_legend(part: Array, dark: bool) -> list[dict[str, Any]]:
    colors = role_colors(dark)
    return [legend_square(ROLES[code], colors[code], dark) for code in np.unique(part)]


def _role_frame(part: Array, labels: Sequence[str], positions: Array) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "pair": np.repeat(list(labels[: len(part)]), part.shape[1]),
            "instance": np.tile(positions + 1, len(part)),
            "role": np.array(ROLES)[part.ravel()],
        }
    )


def _role_alt(roles: Array) -> str:
    pairs, n = roles.shape
    training = ((roles == 1) | (roles == 3)).sum(axis=1)
    validation = (roles >= 2).sum(axis=1)
    return (
        f"Picture of the design: {counted(pairs, 'training/validation pairs')} over {counted(n, 'instances')}; "
        f"{_from_to(training)} instances train and {_from_to(validation)} validate in each pair."
    )


def _from_to(counts: Array) -> str:
    low, high = (counts.min(), counts.max()) if len(counts) else (0, 0)
    return f"{low}" if low == high else f"{low} to {high}"


def overlap_heatmap(
    overlap: Array,
    labels: Sequence[str],
    *,
    expected: float | None = None,
    shares: tuple[float, float] | None = None,
    quantity: str = "shared training instances",
    dark: bool = False,
) -> Drawing:
    """Draw how many training instances every two pairs of the design share; colours begin at none.

    Parameters
    ----------
    overlap : array of shape pairs × pairs
        Counts or shares; on the diagonal, the sizes of the training sets.
    labels : sequence of str
    expected : float, optional
        What the design should give, said in the hover text.
    shares : (float, float), optional
        The least and the largest share that two training sets have in common, said below the picture.
    quantity : str
        What the numbers count.
    dark : bool
    """
    part = np.asarray(overlap)[:MOST_OVERLAPS, :MOST_OVERLAPS]
    kept = _distinct(labels[:MOST_OVERLAPS])
    template = f"%{{y}}<br>%{{x}}<br><b>%{{z:.4~g}}</b> {shown(quantity)}"
    if expected is not None:
        template += f"<br>expected {number(expected)}"
    trace = heatmap(part, None, template, "") | {"x": kept, "y": kept}
    trace |= {"zmin": 0, "zmax": float(np.asarray(overlap).max())}
    texts = short_texts(part) if len(labels) <= MOST_WITH_NUMBERS else []
    if texts:
        trace = lettered(trace, texts)
    if len(labels) > MOST_WITH_GAPS:
        trace |= {"xgap": 0, "ygap": 0}
    common = "" if shares is None else small(f"each two training sets share {_share_words(shares)}")
    title = small(f"colour: {shown(quantity)}, from 0") + common + _first_of(len(kept), len(labels))
    layout = {
        "xaxis": _category_axis(title) | {"nticks": 15},
        "yaxis": _category_axis("") | {"autorange": "reversed"},
        "height": 130 + min(max(28 * len(kept), 160), 420),
    }
    rows, columns = np.indices(part.shape)
    names = np.array(list(labels[:MOST_OVERLAPS]), dtype=object)
    frame = pd.DataFrame(
        {"first": names[rows.ravel()], "second": names[columns.ravel()], "overlap": part.ravel()}
    )
    alt = _overlap_alt(np.asarray(overlap), expected, quantity)
    if shares is not None:
        alt += f" Each two training sets share {_share_words(shares)}."
    drawing = draw([trace], layout, frame, alt, dark)
    return replace(drawing, lettered_from=lettered_from(kept, texts)) if texts else drawing


def _share_words(shares: tuple[float, float]) -> str:
    """A range of shares in per cent; 100 only where it is all."""
    low, high = (floor(1000 * share) / 10 if share > 0.99 else round(100 * share) for share in shares)
    return f"{low:g}{PERCENT}" if low == high else f"{low:g} to {high:g}{PERCENT}"


def _overlap_alt(overlap: Array, expected: float | None, quantity: str) -> str:
    apart = overlap[~np.eye(len(overlap), dtype=bool)]
    if not len(apart):
        return f"One pair only: no {quantity}."
    target = f"; expected {number(expected)}" if expected is not None else ""
    return (
        f"Matrix of {quantity} between {len(overlap)} training sets: from {number(float(apart.min()))} to "
        f"{number(float(apart.max()))}, mean {number(float(apart.mean()))}{target}."
    )


def class_share_bars(
    shares: Array,
    classes: Sequence[object],
    labels: Sequence[str],
    *,
    title: str = "Share of the class in the validation set",
    dark: bool = False,
) -> Drawing:
    """Draw the shares of the classes in every pair as stacked bars.

    Parameters
    ----------
    shares : array of shape pairs × K
        Rows sum to 1.
    classes : sequence of K labels
    labels : sequence of str
        One per pair.
    title : str
        Of the axis; our own text.
    dark : bool
    """
    part = np.asarray(shares, dtype=float)[:MOST_PAIRS]
    kept = _distinct(labels[:MOST_PAIRS])
    traces = [
        {
            "type": "bar",
            "orientation": "h",
            "x": part[:, k],
            "y": kept,
            "name": label(name, 20),
            "meta": full(name),
            "marker": {"color": style_at(k).color, "pattern": {"shape": _pattern(k)}},
            "hovertemplate": "%{y}<br><b>%{meta}</b> %{x:.2%}<extra></extra>",
        }
        for k, name in enumerate(classes)
    ]
    axis = value_axis(title + _first_of(len(part), len(labels)), dark)
    axis |= {"tickformat": "~%", "range": [0, 1.005], "tickvals": [0, 0.25, 0.5, 0.75, 1]}
    layout = {
        "xaxis": axis,
        "yaxis": _category_axis("") | {"autorange": "reversed"},
        "barmode": "stack",
        "height": 140 + max(len(kept) * 14, 120),
    }
    frame = pd.DataFrame(part, columns=pd.Index(list(classes), dtype=object))
    frame.insert(0, "pair", list(labels[: len(part)]))
    low, high = np.nanmin(shares, axis=0), np.nanmax(shares, axis=0)
    spans = [
        f"{name} {in_percent(a, '.1f')} to {in_percent(b, '.1f')}"
        for name, a, b in zip(classes, low, high, strict=True)
    ][:8]
    alt = f"Class shares over {counted(len(labels), 'pairs')}: {', '.join(spans)}."
    return draw(traces, layout, frame, alt, dark)


def _pattern(k: int) -> str:
    """Hatching after every eight classes, when the colours come round again."""
    return ("", "/", "x", ".", "+")[k // len(COLORS) % 5]
