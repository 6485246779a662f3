"""What answers a slider at once: marks in charts and cells of tables that stay, and the address that follows.

Streamlit gives a chart a new identity whenever its figure changes, and the browser then draws all of it anew. Where
only marks follow a slider, the charts stay outside of what the slider runs again, and their marks are moved here.
A widget that is bound to the address has the browser go over the whole page before its value is sent; here the
address follows once the slider rests, and after the answer.
"""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import streamlit as st

Moves = list[dict[str, Any]]
Address = Mapping[str, str | Sequence[str] | None]
"""Parameters and their texts, of which one may have several; None takes the parameter out of the address."""

_HERE = Path(__file__)
_COMPONENT = st.components.v2.component("foldwise_live", js=_HERE.with_suffix(".js").read_text("utf-8"))
_ROWS = st.components.v2.component("foldwise_rows", js=_HERE.with_name("rows.js").read_text("utf-8"))
_CELLS = st.components.v2.component("foldwise_cells", js=_HERE.with_name("cells.js").read_text("utf-8"))
_SHOWN = "live_address"
CODE = "qr_code"
"""Key of what shows the code of the address while it is open."""


@dataclass(frozen=True)
class Ahead:
    """What the page becomes at each position of a slider, sent before it is dragged.

    Attributes
    ----------
    slider : str
        Key of the widget.
    positions : list of float
        Ascending; those that are missing follow when the slider is let go. With none but where it stands, what is of
        that dims at every other.
    moved : dict of key of a chart to one list of moves per position
        None where more than marks would change.
    cells : dict of key of a container to one list of texts per position
    scene : str
        What all of it belongs to: it holds only while the same scene is shown.
    usual : float or None
        The position that the address does not name.
    """

    slider: str
    positions: list[float]
    moved: dict[str, list[Moves | None]]
    cells: dict[str, list[list[str]]]
    scene: str = ""
    usual: float | None = None

    @cached_property
    def message(self) -> dict[str, Any]:
        """The same to be sent: every move and text once, as places in a pool, since most stay for many positions."""
        places: dict[tuple[bool, str], int] = {}  # a text and a move that is written like it are two

        def pooled(found: Iterable[tuple[bool, str]]) -> list[int]:
            return [places.setdefault(one, len(places)) for one in found]

        moved = {
            key: [
                None if found is None else pooled((True, json.dumps(move)) for move in found)
                for found in lists
            ]
            for key, lists in self.moved.items()
        }
        cells = {
            key: [pooled((False, text) for text in texts) for texts in lists]
            for key, lists in self.cells.items()
        }
        pool = [_known(json.loads(one)) if is_move else one for is_move, one in places]
        return {
            "slider": self.slider,
            "positions": self.positions,
            "moved": moved,
            "cells": cells,
            "pool": pool,
            "scene": self.scene,
            "usual": self.usual,
        }


def _known(value: Any) -> Any:
    """The same with None for numbers that are none: JSON has no word for them, and the browser would read nothing."""
    if isinstance(value, dict):
        return {key: _known(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_known(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def show(
    address: Address,
    moved: dict[str, Moves] | None = None,
    cells: dict[str, list[str]] | None = None,
    scene: str = "",
    *,
    pressed: dict[str, dict[str, str | tuple[int, int]]] | None = None,
    subject: str = "",
) -> None:
    """Let the address follow, and what stands on the page: now, and whenever it is drawn again.

    Parameters
    ----------
    address : Address
    moved : dict of key of a chart to its moves, optional
        As `core.figures.moves` gives them.
    cells : dict of key of a container to texts, optional
        Of the cells of the table in it, row by row, or of what bears `data-live` without a word; plain text.
    scene : str
        What stands on the page; what is foreseen of another scene does not hold.
    pressed : dict of key of a button to dict of parameter to text or (step, most), optional
        What the address becomes as soon as the button is pressed: who reloads before the answer has come keeps it.
    subject : str, optional
        Of whom the page speaks, to be read beside the code of its address.
    """
    before, now = _shown(), (address, subject)
    st.session_state[_SHOWN] = (st.context.url, *now)
    if st.session_state.get(CODE) and any(before) and now != before:
        st.rerun()  # the code of the address is open, and stands outside of what was run
    data = {
        "address": dict(address),
        "moved": _known(moved or {}),
        "cells": cells or {},
        "scene": scene,
        "pressed": pressed or {},
    }
    _COMPONENT(key="live", data=data, height=1)


def address_shown() -> Address:
    """What the address of this page follows by itself: the server is not told of it."""
    return _shown()[0]


def subject_shown() -> str:
    """Of whom this page speaks, as far as it was drawn before; empty where it names nobody."""
    return _shown()[1]


def _shown() -> tuple[Address, str]:
    where, address, subject = st.session_state.get(_SHOWN, ("", {}, ""))
    return (address, subject) if where == st.context.url else ({}, "")


def foresee(ahead: Ahead) -> None:
    """Let the page answer while a slider is dragged; outside of what the slider runs again, it is sent once."""
    _COMPONENT(key=f"live_ahead_{ahead.slider}", data={"ahead": ahead.message}, height=1)


def walk(chart: str) -> None:
    """Let the cells of the matrix under this key be reached and chosen by keys, as a mouse would."""
    _CELLS(key=f"cells_{chart}", data={"key": chart}, height=1)


def light(chart: str) -> None:
    """Let the row under the mouse stand out of the picture of a design under this key."""
    _ROWS(key=f"rows_{chart}", data={"key": chart}, height=1)


def told(parameter: str, low: float, high: float) -> float | None:
    """The number that the address gives, None if there is none between the bounds."""
    try:
        value = float(st.query_params.get(parameter, ""))
    except ValueError:
        return None
    return value if low <= value <= high else None
