"""Numbers that are typed: what cannot be is refused in a sentence, and nothing is answered by it.

A browser keeps a number beyond the limits of its field to itself, and leaves what was answered before on the page. So
fields have none where a page says that it refuses itself. Of a field for whole numbers it takes the first digits only,
3 of 3.7 and 1 of 1e3: so all fields are for any number, and a fraction is refused like what lies outside.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, overload

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import InputError
from core.written import outside
from pages.ui.display.text import told
from pages.ui.session import state

WHOLE = "%.12g"
"""How a field for any number writes whole ones: digits alone."""
_REFUSED: ContextVar[list[InputError] | None] = ContextVar("refused", default=None)


@contextmanager
def refused(place: DeltaGenerator) -> Iterator[list[InputError]]:
    """Let the fields that are drawn within have no limits; after them is said what was typed and cannot be.

    Parameters
    ----------
    place : DeltaGenerator
        Where it is said.

    Yields
    ------
    list of InputError
        Filled while fields are drawn: where there is one, nothing can be answered.
    """
    found: list[InputError] = []
    token = _REFUSED.set(found)
    try:
        yield found
    finally:
        _REFUSED.reset(token)
    for error in found:
        place.error(told(error), icon=":material/error:")


@overload
def number_input(
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
def number_input(
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


def number_input(
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
    """A number that is typed, bound to the address; whole where its limits are.

    Parameters
    ----------
    title, key, stem : str
        As for `state.titled`.
    value : float or None
        What stands there at first.
    low, high : float or None
        Ends of what is possible.
    name : str
        What a refusal calls it, where its title is a question.
    **options
        What `st.number_input` takes besides.

    Returns
    -------
    float or None
        What was typed; where it is refused the nearest that can be, to draw further fields by.
    """
    asked = _REFUSED.get()
    if asked is None:
        options |= {"min_value": float(low), "max_value": high if high is None else float(high)}
    if isinstance(low, int):
        options |= {"step": 1.0, "format": WHOLE}
    typed: float | None = st.number_input(
        state.titled(key, title, stem, limits=(low, high)),
        value=value if value is None else float(value),
        key=key,
        bind="query-params",
        **options,
    )
    if asked is None or typed is None or not (wrong := outside(typed, low, high)):
        return typed
    asked.append(InputError(wrong, name or title))
    return max(low, typed if high is None else min(typed, high))
