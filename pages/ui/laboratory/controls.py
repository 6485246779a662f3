"""The settings of an experiment as widgets that stand in the address."""

from typing import Any, TypedDict

import streamlit as st

from core.simulation import Control, LaboratoryEntry
from pages.ui.display import elements
from pages.ui.session import state

MOST_SLIDER_STEPS = 200


class _Start(TypedDict, total=False):
    value: Any


def settings(entry: LaboratoryEntry) -> dict[str, Any]:
    """What is set, by name; controls that are not shown keep their defaults."""
    shown = [control for control in entry.controls if control.shown]
    columns = st.columns(len(shown), gap="medium", vertical_alignment="bottom")
    found = {}
    for column, control in zip(columns, shown, strict=True):
        with column:
            found[control.name] = (
                elements.alpha_slider() if control.name == state.ALPHA else _widget(entry, control)
            )
    return found


def _widget(entry: LaboratoryEntry, control: Control) -> Any:
    key = f"{entry.key}_{control.name}"
    carried = state.carry(key)
    if control.options:
        options = list(control.options)
        value = st.selectbox(
            control.title,
            options,
            index=0 if carried else options.index(control.default),
            format_func=control.options.__getitem__,
            key=key,
            bind="query-params",
            help=control.help,
        )
    else:
        value = _number(control, key, {} if carried else {"value": control.default})
    state.keep(key, value)
    return value


def _number(control: Control, key: str, preset: _Start) -> Any:
    kind = int if control.whole else float
    low, high, step = (kind(end or 0) for end in (control.low, control.high, control.step))
    if (high - low) / step <= MOST_SLIDER_STEPS:
        return st.slider(
            control.title, low, high, step=step, key=key, bind="query-params", help=control.help, **preset
        )
    return st.number_input(
        control.title, low, high, step=step, key=key, bind="query-params", help=control.help, **preset
    )
