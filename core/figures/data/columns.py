"""A first look at the data: how many of each class, and one attribute by class."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.bins import Bins, bins_of, common_edges
from core.figures.canvas.drawing import LABEL_ANGLES, Drawing, draw, name_axis, rows_height, value_axis
from core.figures.canvas.marks import small_bars
from core.figures.canvas.palette import letters_on, style_at, toned
from core.figures.canvas.text import full, label, number, sentence_list
from core.records import Array
from core.written import counted

MOST_CATEGORIES = 15
Groups = list[tuple[str, "pd.Series[Any]"]]


def class_counts(names: Sequence[object], counts: Sequence[int], *, dark: bool = False) -> Drawing:
    """Draw the number of instances of each class.

    Parameters
    ----------
    names : sequence of K labels
    counts : sequence of K int
    dark : bool
    """
    total = max(sum(counts), 1)
    colors = [toned(style_at(k).color, dark) for k in range(len(counts))]
    trace = {
        "type": "bar",
        "orientation": "h",
        "x": list(counts),
        "y": list(range(len(counts))),
        "customdata": [[full(name), count / total] for name, count in zip(names, counts, strict=True)],
        "text": [f"{count:,} ({count / total:.1%})" for count in counts],
        "textposition": "auto",
        "cliponaxis": False,
        "width": 0.7,
        "marker": {"color": colors},
        "insidetextfont": {"color": [letters_on(color) for color in colors]},
        "hovertemplate": "<b>%{customdata[0]}</b><br>instances: %{x:,} (%{customdata[1]:.2%})<extra></extra>",
        "showlegend": False,
    }
    layout = {
        "xaxis": value_axis("Instances", dark) | {"rangemode": "tozero"},
        "yaxis": name_axis([label(name) for name in names]),
        "height": rows_height(len(names), 30, 90),
    }
    frame = pd.DataFrame({"class": list(names), "instances": list(counts)})
    parts = [f"{name}: {count}" for name, count in zip(names, counts, strict=True)]
    return draw([trace], layout, frame, f"Instances by class. {sentence_list(parts, 12)}.", dark)


def column_overview(
    column: "pd.Series[Any]", classes: "pd.Series[Any] | None" = None, *, dark: bool = False
) -> Drawing:
    """Draw one attribute by class: histograms of numbers, shares of categories.

    Parameters
    ----------
    column : Series of length n
        Numbers or anything else; missing values are counted in the title.
    classes : Series of length n, optional
        Class of each instance; one row when not given.
    dark : bool
    """
    groups = _groups(column, classes)
    names = [name for name, _ in groups]
    missing = int(column.isna().sum())
    numeric = pd.api.types.is_numeric_dtype(column.dtype) and not pd.api.types.is_bool_dtype(column.dtype)
    bins, counts = _numeric_counts(groups) if numeric else _category_counts(column, groups)
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    tallest = float(shares.max(initial=0.0)) or 1.0
    traces = [_class_bars(i, name, bins, counts[i], tallest) for i, name in enumerate(names)]
    title = label(column.name, 60) + (f" ({missing:,} missing)" if missing else "")
    layout = {
        "xaxis": value_axis(title, dark) | ({} if numeric else _category_ticks(bins)),
        "yaxis": name_axis([label(name) for name in names]),
        "height": rows_height(len(names), 70, 90),
        "barmode": "overlay",
    }
    frame = pd.DataFrame(
        {
            "class": np.repeat(np.array(names, dtype=object), len(bins.texts)),
            "value": np.tile(np.array(bins.texts, dtype=object), len(names)),
            "instances": counts.ravel(),
        }
    )
    return draw(traces, layout, frame, _overview_alt(column, groups, missing, numeric), dark)


def _groups(column: "pd.Series[Any]", classes: "pd.Series[Any] | None") -> Groups:
    if classes is None:
        return [("all instances", column.dropna())]
    names = sorted(classes.unique().tolist(), key=lambda name: (str(type(name)), name))
    given = classes.to_numpy()
    return [(str(name), column[given == name].dropna()) for name in names]


def _numeric_counts(groups: Groups) -> tuple[Bins, Array]:
    samples = [values.to_numpy(dtype=float) for _, values in groups]
    samples = [sample[np.isfinite(sample)] for sample in samples]
    edges = common_edges(samples)
    return bins_of(edges), np.array([np.histogram(sample, edges)[0] for sample in samples])


def _category_counts(column: "pd.Series[Any]", groups: Groups) -> tuple[Bins, Array]:
    """Count the commonest categories by class; the others are counted together."""
    found = list(column.dropna().astype(str).value_counts().index)
    kept = found[:MOST_CATEGORIES]
    tables = [values.astype(str).value_counts().reindex(found, fill_value=0) for _, values in groups]
    counts = np.array([table.to_numpy() for table in tables]).reshape(len(groups), len(found))
    if len(found) > len(kept):
        rest = counts[:, len(kept) :].sum(axis=1, keepdims=True)
        counts = np.hstack([counts[:, : len(kept)], rest])
        kept = [*kept, f"{len(found) - len(kept)} others"]
    return Bins(kept, np.arange(len(kept), dtype=float), 0.7), counts


def _category_ticks(bins: Bins) -> dict[str, Any]:
    texts = [label(text, 16) for text in bins.texts]
    return {
        "range": [-0.5, len(texts) - 0.5],
        "tickmode": "array",
        "tickvals": bins.centres,
        "ticktext": texts,
        "autotickangles": LABEL_ANGLES,
        "showgrid": False,
    }


def _class_bars(place: int, name: str, bins: Bins, counts: Array, tallest: float) -> dict[str, Any]:
    shares = counts / max(int(counts.sum()), 1)
    rows = zip(bins.texts, counts.tolist(), shares.tolist(), strict=True)
    return small_bars(
        place,
        name,
        style_at(place),
        bins=bins,
        heights=shares / tallest,
        details=[[full(text), counted(count, "instances"), share] for text, count, share in rows],
        hover="%{customdata[0]}<br>%{customdata[1]} (%{customdata[2]:.1%})",
    )


def _overview_alt(column: "pd.Series[Any]", groups: Groups, missing: int, numeric: bool) -> str:
    parts = []
    for name, values in groups:
        if not len(values):
            parts.append(f"{name}: no values")
        elif numeric:
            parts.append(f"{name}: {number(float(values.min()))} to {number(float(values.max()))}")
        else:
            common = values.astype(str).value_counts()
            parts.append(f"{name}: mostly {common.index[0]} ({common.iloc[0]} of {len(values)})")
    kind = "Histograms" if numeric else "Shares of the categories"
    return f"{kind} of {column.name} by class, {missing} missing. {sentence_list(parts)}."
