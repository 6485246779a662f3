"""The settings of an experiment as widgets that stand in the address."""

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from math import ceil
from typing import Any

import streamlit as st

from core.simulation import Control, LaboratoryEntry
from core.written import decimal
from pages.ui.display import elements
from pages.ui.laboratory import yours
from pages.ui.session import links, state

MOST_SLIDER_STEPS = 200
MOST_WIDE = 132
"""Letters in a row."""
LONG = 40
"""Letters of an option that has no more room than that."""
SHORT, AROUND = 18, 6
"""Letters that a control has room for at least, and as many as what stands around them takes."""


def settings(entry: LaboratoryEntry) -> dict[str, Any]:
    """What is set, by name; controls that are not shown keep their defaults."""
    shown = [control for control in entry.controls if control.shown]
    shown.sort(key=lambda control: control.name not in entry.usual)  # another α costs no trials
    own = yours.settings(entry)
    found = {}
    for row in rows(shown):
        widths = list(map(_width, row))
        for place, control in zip(
            st.columns(widths, gap="medium", vertical_alignment="bottom"), row, strict=True
        ):
            with place:
                found[control.name] = (
                    elements.alpha_slider() if control.name == state.ALPHA else _widget(entry, control, own)
                )
    yours.say(entry, found)
    return found


def sliders(entry: LaboratoryEntry) -> dict[str, float]:
    """Where the sliders of an experiment stand, by key; call after `settings`."""
    keys = [
        state.ALPHA if control.name == state.ALPHA else _key(entry, control)
        for control in entry.controls
        if control.shown and not control.options and _slides(control)
    ]
    return {key: float(st.session_state[key]) for key in keys}


def _slides(control: Control) -> bool:
    """Whether a number has so few steps that it is a slider."""
    return (decimal(control.high or 0) - decimal(control.low or 0)) / (control.step or 1) <= MOST_SLIDER_STEPS


def _key(entry: LaboratoryEntry, control: Control) -> str:
    return f"{entry.key}_{control.name}{'_points' * control.points}"


def rows(shown: Sequence[Control]) -> list[Sequence[Control]]:
    """The controls in as few rows as their words allow, and as even ones."""
    widths = list(map(_width, shown))

    def cut(ends: tuple[int, ...]) -> list[slice]:
        return [slice(*row) for row in pairwise((0, *ends, len(shown)))]

    ways = map(cut, combinations(range(1, len(shown)), ceil(sum(widths) / MOST_WIDE) - 1))
    return [shown[row] for row in min(ways, key=lambda rows: max(sum(widths[row]) for row in rows))]


def _width(control: Control) -> int:
    """Parts of a row that a control takes, so that titles beside one another have one line each."""
    return AROUND + min(max(SHORT, *map(len, (_title(control), *control.options.values()))), LONG)


def _title(control: Control) -> str:
    return f"{control.title}{' (points)' * control.points}"


def title_of(entry: LaboratoryEntry, name: str) -> str:
    """What the page calls a setting; a name that is of none stays."""
    return next((_title(control) for control in entry.controls if control.name == name), name)


def _widget(entry: LaboratoryEntry, control: Control, own: Mapping[str, Any]) -> Any:
    key = _key(entry, control)
    if control.options:
        return _choice(control, key, own)
    if control.points:
        return decimal(_number(control, key, 100, _title(control), f"{entry.key}_{control.name}") / 100)
    return _number(control, key, 1, control.title)


def _number(control: Control, key: str, times: int, title: str, stem: str = "") -> Any:
    """A number, so many times what the experiment takes; `stem` as for `links.titled`."""
    if not _slides(control):
        return _typed(control, key)
    kind = int if control.whole else float
    low, high, step, value = (
        kind(decimal(times * (end or 0)))
        for end in (control.low, control.high, control.step, control.default)
    )
    return st.slider(
        links.titled(key, title, stem),
        low,
        high,
        value,
        step,
        format="percent" if control.rate else "%.3g" if control.points else None,
        key=key,
        bind="query-params",
        help=control.help,
    )


def _typed(control: Control, key: str) -> float:
    """A number of many that there can be; what cannot be comes too, so that the experiment says what can.

    A browser keeps what it knows to be impossible to itself, and leaves what stood there before on the page.
    """
    typed = st.number_input(
        links.titled(key, control.title),
        value=float(control.default),
        step=float(control.step or 1),
        format="%.10g",
        key=key,
        bind="query-params",
        help=control.help,
    )
    return int(typed) if typed.is_integer() else typed


def _choice(control: Control, key: str, own: Mapping[str, Any]) -> Any:
    """One of the options, or what the session holds for it."""
    words = dict(control.options)
    if control.name in own:
        words[yours.YOURS[control.name]] = yours.YOURS[control.name]
    options = list(words)
    start = options.index(control.default)
    yours.explain_link(control, key)
    state.keep_valid(key, options, start)
    chosen = st.selectbox(
        links.titled(key, control.title, words=words),
        options,
        start,
        format_func=words.__getitem__,
        key=key,
        bind="query-params",
        help=control.help,
    )
    return own[control.name] if chosen == yours.YOURS.get(control.name) else chosen
