"""Probabilities against what happened: one point per bin and learner, with its interval."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from core.figures.canvas.drawing import HEIGHT, Drawing, draw, value_axis
from core.figures.canvas.moves import theta_name
from core.figures.canvas.palette import Styles, shades
from core.figures.canvas.text import full, label, number, sentence_list


def calibration_figure(
    tables: Mapping[str, pd.DataFrame],
    styles: Styles,
    theta: float | None = None,
    *,
    notes: Mapping[str, str] | None = None,
    dark: bool = False,
) -> Drawing:
    """Draw reliability diagrams: share of positives over mean probability, and the sizes of the bins below.

    Parameters
    ----------
    tables : mapping of learner to DataFrame
        As `core.measures.calibration` gives them, with columns lower and upper where intervals are known.
    styles : mapping of learner to Style
    theta : float, optional
        The threshold in force; a line marks it.
    notes : mapping of learner to str, optional
        Stands behind the name in the legend.

    Reference: DeGroot & Fienberg 1983.
    """
    traces: list[dict[str, Any]] = [_diagonal(dark)]
    if theta is not None:
        traces.append(_threshold(theta, dark))
    for name, table in tables.items():
        note = (notes or {}).get(name, "")
        traces += [_points(name, table, styles[name], note), _sizes(name, table, styles[name])]
    layout = {
        "xaxis": value_axis("mean probability in the bin", dark) | {"range": [-0.02, 1.02], "anchor": "y2"},
        # in a lecture letters are large and the picture is low: titles are no longer than what they stand beside
        "yaxis": value_axis("share of positives", dark) | {"range": [-0.02, 1.02], "domain": [0.38, 1]},
        "yaxis2": value_axis("instances", dark) | {"domain": [0, 0.28], "rangemode": "tozero", "nticks": 4},
        "barmode": "overlay",
        "height": HEIGHT + 60,
    }
    said = [f"{name} {(notes or {}).get(name, '')}".strip() for name in tables]
    alt = f"Calibration: observed share over probability. {sentence_list(said)}."
    return draw(traces, layout, lambda: _frame(tables), alt, dark)


def _frame(tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    parts = [table.assign(learner=name) for name, table in tables.items()]
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()


def _diagonal(dark: bool) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [0, 1],
        "y": [0, 1],
        "name": "calibrated",
        "line": {"color": shades(dark).muted, "width": 1.1, "dash": "dash"},
        "hoverinfo": "skip",
    }


def _threshold(theta: float, dark: bool) -> dict[str, Any]:
    return _diagonal(dark) | {
        "x": [theta, theta],
        "name": theta_name(theta),
        "line": {"color": shades(dark).muted, "width": 1.1, "dash": "dot"},
        "hoverinfo": "name",
        "showlegend": False,
    }


def _points(name: str, table: pd.DataFrame, style: Any, note: str) -> dict[str, Any]:
    trace: dict[str, Any] = {
        "type": "scatter",
        "mode": "lines+markers",
        "x": table["mean"].to_numpy(),
        "y": table["share"].to_numpy(),
        "customdata": _told(table),
        "meta": full(name),
        "name": label(name) + (f" · {label(note, 60)}" if note else ""),
        "line": {"color": style.color, "width": 1.6, "dash": style.dash},
        "marker": {"color": style.color, "symbol": style.symbol, "size": 8},
        "hovertemplate": "<b>%{meta}</b><br>probabilities %{customdata[0]}, mean %{x:.3~g}<br>"
        "share of positives %{y:.3~g} (%{customdata[1]})%{customdata[2]}<extra></extra>",
        "legendgroup": label(name),
        "cliponaxis": False,
    }
    if "lower" in table:
        share = table["share"].to_numpy()
        trace["error_y"] = {
            "type": "data",
            "symmetric": False,
            "array": np.maximum(table["upper"].to_numpy() - share, 0),
            "arrayminus": np.maximum(share - table["lower"].to_numpy(), 0),
            "color": style.color,
            "thickness": 1,
            "width": 3,
        }
    return trace


def _told(table: pd.DataFrame) -> list[list[str]]:
    """Of each bin its probabilities, its instances and its interval; columns, since rows of pandas come slowly."""
    columns = [table[name].tolist() for name in ("low", "high", "positives", "instances")]
    told = [
        [f"{low:.3g}–{high:.3g}", f"{p:,} of {n:,}", ""] for low, high, p, n in zip(*columns, strict=True)
    ]
    if "lower" in table:
        for words, low, high in zip(told, table["lower"].tolist(), table["upper"].tolist(), strict=True):
            words[2] = f"<br>interval {number(low, 3)} to {number(high, 3)}"
    return told


def _sizes(name: str, table: pd.DataFrame, style: Any) -> dict[str, Any]:
    width = (table["high"] - table["low"]).to_numpy()
    return {
        "type": "bar",
        "x": table["low"].to_numpy() + width / 2,
        "width": width,
        "y": table["instances"].to_numpy(),
        "yaxis": "y2",
        "meta": full(name),
        "marker": {"color": style.fill, "line": {"color": style.color, "width": 1}},
        "hovertemplate": "<b>%{meta}</b><br>instances: %{y:,}<extra></extra>",
        "legendgroup": label(name),
        "showlegend": False,
    }
