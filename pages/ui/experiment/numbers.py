"""Numbers that are typed: what cannot be is refused beside its field, and nothing is run by the one before.

A browser keeps a number beyond the limits of its field to itself, and of a field for whole numbers takes the first
digits only: so these fields have no limits, and are for any number.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import streamlit as st

from core.errors import InputError
from core.written import outside
from pages.ui.display import elements, typed_numbers


class ToldBeside(InputError):
    """A refusal that stands beside its field."""


_REFUSED: ContextVar[list[ToldBeside]] = ContextVar("refused")


@contextmanager
def refused() -> Iterator[list[ToldBeside]]:
    """Gather what is refused beside the fields that are drawn within: where there is one, nothing is run."""
    found: list[ToldBeside] = []
    token = _REFUSED.set(found)
    try:
        yield found
    finally:
        _REFUSED.reset(token)


def number_input(label: str, low: float, high: float, value: float | None, **options: Any) -> float | None:
    """A number that is typed; whole where its ends are.

    Parameters
    ----------
    label : str
    low, high : float
        Ends of what is possible.
    value : float or None
        What stands there at first.
    **options
        What `st.number_input` takes besides.

    Returns
    -------
    float or None
        What was typed; where it is refused the nearest that can be, to draw further fields by.
    """
    if isinstance(low, int):
        options |= {"step": 1.0, "format": typed_numbers.WHOLE}
    typed: float | None = st.number_input(label, value=value if value is None else float(value), **options)
    if typed is not None and (wrong := outside(typed, low, high)):
        error = ToldBeside(wrong, label)
        elements.refuse(error)
        _REFUSED.get().append(error)
    return nearest(typed, low, high)


def nearest(typed: float | None, low: float, high: float) -> float | None:
    """The possible number that is nearest to what was typed, whole where the ends are; None where nothing was."""
    if typed is None:
        return None
    kept = max(low, min(typed, high))
    return int(kept) if isinstance(low, int) else kept
