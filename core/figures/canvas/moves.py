"""What moves in a picture that follows a threshold: a few marks and lines, while the rest can stay as it is drawn."""

from typing import Any

import numpy as np

from core.figures.canvas.drawing import Drawing

MOVING = ("x", "y", "meta", "name")
MOST_POINTS = 2


def moves(drawn: Drawing, wanted: Drawing) -> list[dict[str, Any]] | None:
    """Tell what has to be moved in a picture to make another one of it.

    Parameters
    ----------
    drawn, wanted : Drawing
        The picture as it was drawn, and as it should look now.

    Returns
    -------
    list of dict or None
        Marks and short lines as they should be, whether they differ or not, since they may have been moved before:
        ``trace`` is the place among the traces, the other keys are those of Plotly. None if anything else differs;
        then the picture has to be drawn anew.
    """
    if len(drawn.traces) != len(wanted.traces) or not _same(drawn.layout, wanted.layout):
        return None
    found = []
    for place, (before, after) in enumerate(zip(drawn.traces, wanted.traces, strict=True)):
        if not (_is_mark(before) and _is_mark(after)):
            if not _same(before, after):
                return None
            continue
        if not _same(_rest(before), _rest(after)):
            return None
        found.append({"trace": place} | {key: after[key] for key in MOVING if key in after})
    return found


def _is_mark(trace: dict[str, Any]) -> bool:
    return trace["type"] == "scatter" and len(trace["x"]) <= MOST_POINTS and isinstance(trace["x"], list)


def _rest(trace: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in trace.items() if key not in MOVING}


def _same(one: Any, two: Any) -> bool:
    if isinstance(one, dict) and isinstance(two, dict):
        return one.keys() == two.keys() and all(_same(one[key], two[key]) for key in one)
    if one is two:
        return True
    if isinstance(one, np.ndarray) or isinstance(two, np.ndarray):
        return np.array_equal(one, two, equal_nan=np.asarray(one).dtype.kind == "f")
    return bool(one == two)
