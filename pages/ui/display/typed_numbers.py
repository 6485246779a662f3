"""Numbers that are typed: what cannot be is refused in a sentence, and nothing is answered by it.

A browser keeps a number beyond the limits of its field to itself, and leaves what was answered before on the page. So
fields have none where a page says that it refuses itself. Of a field for whole numbers it takes the first digits only,
3 of 3.7 and 1 of 1e3: so all fields are for any number, and a fraction is refused like what lies outside.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, overload

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import InputError
from core.written import outside
from pages.ui.display.text import told
from pages.ui.session import links

WHOLE = "%.12g"
"""How a field for any number writes whole ones: digits alone."""


@dataclass(frozen=True)
class _Refusals:
    """What is refused of the fields that are drawn, and whether each says it itself."""

    beside: bool
    found: list[InputError] = field(default_factory=list)

    def add(self, error: InputError) -> None:
        if self.beside:
            _say(st, error)
        self.found.append(error)


_REFUSALS: ContextVar[_Refusals | None] = ContextVar("refusals", default=None)


@contextmanager
def refused(place: DeltaGenerator | None = None) -> Iterator[list[InputError]]:
    """Let the fields that are drawn within have no limits, and say what was typed and cannot be.

    Parameters
    ----------
    place : DeltaGenerator, optional
        Where it is said, once all are drawn; beside each field if left out.

    Yields
    ------
    list of InputError
        Filled while fields are drawn: where there is one, nothing can be answered.
    """
    refusals = _Refusals(beside=place is None)
    token = _REFUSALS.set(refusals)
    try:
        yield refusals.found
    finally:
        _REFUSALS.reset(token)
    if place is not None:
        for error in refusals.found:
            _say(place, error)


def _say(place: Any, error: InputError) -> None:
    place.error(told(error), icon=":material/error:")


@overload
def number_input(
    label: str, value: float, low: float, high: float | None, *, name: str = "", **options: Any
) -> float: ...


@overload
def number_input(
    label: str, value: None, low: float, high: float | None, *, name: str = "", **options: Any
) -> float | None: ...


def number_input(
    label: str, value: float | None, low: float, high: float | None, *, name: str = "", **options: Any
) -> float | None:
    """A number that is typed; whole where its limits are.

    Parameters
    ----------
    label : str
    value : float or None
        What stands there at first.
    low, high : float or None
        Ends of what is possible.
    name : str
        What a refusal calls it, where its label is a question.
    **options
        What `st.number_input` takes besides.

    Returns
    -------
    float or None
        What was typed; where it is refused the nearest that can be, to draw further fields by.
    """
    refusals = _REFUSALS.get()
    if refusals is None:
        options |= {"min_value": float(low), "max_value": high if high is None else float(high)}
    if isinstance(low, int):
        options |= {"step": 1.0, "format": WHOLE}
    typed: float | None = st.number_input(label, value=value if value is None else float(value), **options)
    if refusals is not None and typed is not None and (wrong := outside(typed, low, high)):
        refusals.add(InputError(wrong, name or label))
    return nearest(typed, low, high)


@overload
def bound_input(
    title: str,
    key: str,
    value: float,
    low: float,
    high: float | None,
    *,
    stem: str = "",
    name: str = "",
    **options: Any,
) -> float: ...


@overload
def bound_input(
    title: str,
    key: str,
    value: None,
    low: float,
    high: float | None,
    *,
    stem: str = "",
    name: str = "",
    **options: Any,
) -> float | None: ...


def bound_input(
    title: str,
    key: str,
    value: float | None,
    low: float,
    high: float | None,
    *,
    stem: str = "",
    name: str = "",
    **options: Any,
) -> float | None:
    """`number_input` of a number that the address holds; `title`, `key` and `stem` as for `links.titled`."""
    label = links.titled(key, title, stem, limits=(low, high))
    return number_input(label, value, low, high, name=name or title, key=key, bind="query-params", **options)


@overload
def nearest(typed: float, low: float, high: float | None) -> float: ...


@overload
def nearest(typed: float | None, low: float, high: float | None) -> float | None: ...


def nearest(typed: float | None, low: float, high: float | None) -> float | None:
    """The possible number that is nearest to what was typed, whole where the ends are; None where nothing was."""
    if typed is None:
        return None
    kept = max(low, typed if high is None else min(typed, high))
    return int(kept) if isinstance(low, int) else kept
