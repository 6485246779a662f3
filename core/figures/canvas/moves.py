"""What moves in a picture that follows a threshold: a few marks and lines, while the rest can stay as it is drawn."""

from collections.abc import Sequence
from math import isfinite
from typing import Any

import numpy as np

from core.figures.canvas.drawing import Drawing
from core.figures.canvas.text import label
from core.records import Array

MOVING = ("x", "y", "meta", "name", "customdata")
MOST_POINTS = 128
"""Of what is moved; longer lines stay."""
MOVED_NOTE = "moves"
"""Name of a text on the plot that follows too."""
NOTE_MOVING = ("text", "x")
"""Of such a text."""


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
        ``trace`` is the place among the traces, ``note`` that among the texts on the plot, the other keys are those of
        Plotly. None if anything else differs; then the picture has to be drawn anew.
    """
    if len(drawn.traces) != len(wanted.traces) or not _same(_unlettered(drawn), _unlettered(wanted)):
        return None
    found = [
        {"note": place} | {key: note[key] for key in NOTE_MOVING}
        for place, note in enumerate(wanted.layout.get("annotations", ()))
        if note.get("name") == MOVED_NOTE
    ]
    for place, (before, after) in enumerate(zip(drawn.traces, wanted.traces, strict=True)):
        if not (_is_mark(before) and _is_mark(after)):
            if not _same(before, after):
                return None
            continue
        if len(before["x"]) != len(after["x"]) or not _same(_rest(before), _rest(after)):
            return None
        found.append({"trace": place} | {key: after[key] for key in _moving(after)})
    return found


def _unlettered(drawing: Drawing) -> dict[str, Any]:
    """The layout without what follows of its texts."""
    notes = drawing.layout.get("annotations")
    if notes is None:
        return drawing.layout
    still = dict.fromkeys(NOTE_MOVING)
    kept = [note | still if note.get("name") == MOVED_NOTE else note for note in notes]
    return drawing.layout | {"annotations": kept}


def _is_mark(trace: dict[str, Any]) -> bool:
    return trace["type"] == "scatter" and len(trace["x"]) <= MOST_POINTS and isinstance(trace["x"], list)


def _moving(trace: dict[str, Any]) -> list[str]:
    """What may follow of a mark; what lies in an array is not sent."""
    return [key for key in MOVING if key in trace and not isinstance(trace[key], np.ndarray)]


def _rest(trace: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in trace.items() if key not in _moving(trace)}


def mark_moves(
    drawn: Drawing, marks: Sequence[tuple[str, Array, Array]], positions: Array, *, line: bool
) -> list[list[dict[str, Any]] | None]:
    """Where the marks that stand last in a picture have to be moved, for every position of a slider.

    Parameters
    ----------
    drawn : Drawing
        The picture as it was drawn.
    marks : sequence of (name, x, y)
        Whose it is, and its places, one per position; one that is not finite is none.
    positions : array
        Ascending.
    line : bool
        Whether a line stands at the position.

    Returns
    -------
    list
        For each position the moves, as `moves` gives them but without texts; None where the picture has other marks.
    """
    start = len(drawn.traces) - len(marks)
    last = [(trace.get("name"), len(trace["x"])) for trace in drawn.traces[start:]]
    if last != [(label(name), 1) for name, _, _ in marks]:
        return [None] * len(positions)
    moved: list[list[dict[str, Any]]] = [[] for _ in positions]
    for place, (_, x, y) in enumerate(marks, start):
        for found, across, up in zip(moved, _short(x), _short(y), strict=True):
            found.append({"trace": place, "x": [across], "y": [up]})
    for place, trace in enumerate(drawn.traces if line else ()):
        if trace.get("name", "").startswith(THETA) and len(trace["x"]) == 2:
            for found, at in zip(moved, positions.tolist(), strict=True):
                there = {"x": [at, at], "y": trace["y"], "name": theta_name(at)}
                found.append({"trace": place} | there)
    return list(moved)


THETA = "θ = "


def theta_name(theta: float) -> str:
    """Name of the line at a threshold."""
    return f"{THETA}{theta:.3g}"


def _short(values: Array) -> list[float | None]:
    """Numbers to a millionth of the largest, which is less than a pixel, so that they are short to send."""
    finite = np.abs(values[np.isfinite(values)])
    digits = 6 - int(np.ceil(np.log10(finite.max(initial=0.0) or 1.0)))
    return [value if isfinite(value) else None for value in np.round(values, digits).tolist()]


def _same(one: Any, two: Any) -> bool:
    if isinstance(one, dict) and isinstance(two, dict):
        return one.keys() == two.keys() and all(_same(one[key], two[key]) for key in one)
    if one is two:
        return True
    if isinstance(one, np.ndarray) or isinstance(two, np.ndarray):
        return np.array_equal(one, two, equal_nan=np.asarray(one).dtype.kind == "f")
    return bool(one == two)
