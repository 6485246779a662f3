"""What the address of a page asks its widgets for: what they could not take of it is said, and what stands instead."""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st
from streamlit.errors import StreamlitAPIException

from core.errors import listing
from core.written import number

_ENDLESS, _TITLES = "endless_numbers", "titles_of_widgets"
_MOST_GIVEN, MOST_POSSIBLE = 40, 5
"""Characters of what an address asks for that are shown."""
_ASKED, _NOT_TAKEN, _NOT_FOUND = "asked_by_the_address", "not_taken", "not_found"
_SAID = "said_of_the_link"
_REASONS = "why_not_taken"


def leave_out_endless() -> None:
    """Take infinite numbers out of the address and begin anew: a widget for whole numbers fails on one.

    Call once it is known which page it is: one that begins anew before leads to the first page.
    """
    endless = {name: [given] for name, given in st.query_params.items() if math.isinf(_number(given))}
    with suppress(StreamlitAPIException):  # a widget that is drawn already does not look there again
        for name in endless:
            del st.query_params[name]
    if endless and not any(name in st.query_params for name in endless):
        st.session_state[_ENDLESS] = endless
        st.rerun()


def _number(given: str) -> float:
    """A number of the address; NaN for what is none."""
    try:
        return float(given)
    except ValueError:
        return math.nan


def say_nothing() -> None:
    """Begin a run of a page, in which nothing was said yet of what its address asks for."""
    st.session_state[_SAID] = None


def take_down() -> None:
    """Keep what the address of the page that was just come to asks for, until all of its widgets are drawn."""
    st.session_state[_TITLES], st.session_state[_NOT_FOUND], st.session_state[_REASONS] = {}, {}, {}
    named = {name: st.query_params.get_all(name) for name in st.query_params}
    st.session_state[_ASKED] = {**st.session_state.pop(_ENDLESS, {}), **named}


def titled(
    key: str,
    title: str,
    stem: str = "",
    words: Mapping[Any, str] | Iterable[str] | None = None,
    limits: tuple[float, float | None] = (0.0, None),
) -> str:
    """The title of a widget that takes its value from the address; under it an impossible one is told.

    Parameters
    ----------
    key : str
        Of the widget, and its name in the address.
    title : str
    stem : str
        Its name in the address without a unit or measure: names of it with another one mean the same.
    words : mapping of option to text, or texts, optional
        What can be chosen, as page and address call it; without them it is a widget for numbers.
    limits : (low, high), optional
        Of a number that is typed, which nobody sees: both are told where what the address asks for lies outside.
    """
    known = (
        None
        if words is None
        else dict(words if isinstance(words, Mapping) else zip(words, words, strict=True))
    )
    st.session_state.setdefault(_TITLES, {})[key] = title, stem, known, limits
    if known and key not in st.session_state:
        _take_letters_for_crosses(key, known.values())
    return title


def settings() -> Iterator[tuple[str, str, Any]]:
    """Key, title and value of what stands in the widgets of this page whose titles are known; choices in words."""
    titles: dict[str, Any] = st.session_state.get(_TITLES, {})
    for key, (title, _, words, _) in titles.items():
        value = st.session_state.get(key)
        if value is not None:
            yield key, title, words.get(value, value) if words else value


def _take_letters_for_crosses(key: str, labels: Collection[str]) -> None:
    """Take "2x2" of a typed address for "2×2", where a choice is called so and none is called what was typed."""
    given = st.query_params.get_all(key)
    by_letters = {label.replace("×", "x"): label for label in labels if "×" in label}
    meant = [one if one in labels else by_letters.get(one, one) for one in given]
    if meant != given:
        means(key, *meant)
        st.rerun()  # a widget is bound to the address as the page was asked for


def means(key: str, *labels: str) -> None:
    """Say that what the address asks a widget of choices for is called so now; call before it is drawn."""
    st.query_params[key] = labels
    if key in (asked := st.session_state.get(_ASKED, {})):
        asked[key] = list(labels)


@dataclass(frozen=True)
class NotTaken:
    """What the address asks for and could not get, and what stands there instead; words are in quotation marks."""

    title: str
    given: str
    instead: str


def not_found(title: str, given: str, instead: str) -> None:
    """Say on this page, until it is settled, that the address asks for something that is not here.

    Parameters
    ----------
    title : str
        Of what is asked for.
    given : str
    instead : str
        What happened instead: "all experiments are shown".
    """
    st.session_state.setdefault(_NOT_FOUND, {})[title] = given, instead


def settle(title: str) -> None:
    """Say no more that what the address asked for under this title is not here: something else was chosen."""
    st.session_state.get(_NOT_FOUND, {}).pop(title, None)


def settle_all() -> None:
    """Say no more of what widgets could not take from the address: they stand for something else now."""
    st.session_state[_NOT_TAKEN] = []


def explain(key: str, reason: str) -> None:
    """Say why what the address asks this widget for is impossible; call before it is drawn."""
    st.session_state.setdefault(_REASONS, {})[key] = reason


def not_taken() -> list[NotTaken]:
    """What of the address could not be taken and was not settled since; call after all widgets are drawn."""
    asked: dict[str, list[str]] | None = st.session_state.pop(_ASKED, None)
    known: dict[str, Any] = st.session_state.get(_TITLES, {})
    if asked is not None:
        st.session_state[_NOT_TAKEN] = [
            (key, st.session_state.get(key), ", ".join(given))
            for key, (_, stem, words, _) in known.items()
            for name, given in asked.items()
            if (name == key and not _is_taken(given, st.session_state.get(key), words))
            or (name != key and stem and f"{name}_".startswith(f"{stem}_"))
        ]
    refused = [
        NotTaken(title, f"“{_short(given)}”", instead)
        for title, (given, instead) in st.session_state.get(_NOT_FOUND, {}).items()
    ]
    reasons: dict[str, str] = st.session_state.get(_REASONS, {})
    for key, value, given in _open():
        told = _told(known[key], _short(given), _several(value, known[key][2]))
        why = f": {reasons[key]}" if key in reasons else ""
        refused.append(replace(told, instead=f"{told.instead}{why}"))
    st.session_state[_SAID] = len(refused)
    return refused


def _open() -> list[tuple[str, Any, str]]:
    """What of the address widgets could not take that stand as they then did: key, value, and what was asked for."""
    return [one for one in st.session_state.get(_NOT_TAKEN, []) if st.session_state.get(one[0]) == one[1]]


def say_anew() -> None:
    """Run the page once more where it says of a link what was settled since; call at the end of a fragment."""
    said = st.session_state.get(_SAID)
    if said is not None and len(_open()) + len(st.session_state.get(_NOT_FOUND, {})) < said:
        st.rerun()


def _is_taken(given: Sequence[str], value: Any, words: Mapping[Any, str] | None) -> bool:
    """Whether a widget stands on what the address asks it for."""
    values = _several(value, words)
    if words is None:
        return tuple(map(_number, given)) == values
    return set(given) == {words.get(one) for one in values}


def _told(known: tuple[Any, ...], given: str, values: Sequence[Any]) -> NotTaken:
    """What a widget could not take, and what it stands on, as the page calls it."""
    title, _, words, limits = known
    if words is None:
        taken = f"{' to '.join(map(number, values)) or 'nothing'} was taken{_within(limits, given)}"
        return NotTaken(title, given.replace("-", "−"), taken.replace("-", "−"))
    chosen = ", ".join(words[one] for one in values if one in words)
    taken = f"{f'“{chosen}”' if chosen else 'nothing'} was taken"
    return NotTaken(title, f"“{given}”", f"{taken}{possible(words.values())}")


def _within(limits: tuple[float, float | None], given: str) -> str:
    """Between which numbers one has to lie that does not, in brackets behind what was taken."""
    low, high = limits
    if high is None or low <= _number(given) <= high:
        return ""
    return f" (possible: {number(low, 10)} to {number(high, 10)})"


def possible(labels: Collection[str]) -> str:
    """What an address may ask a choice for, in brackets behind what was taken; empty where there is nothing."""
    return (
        f" (possible: {listing((f'“{_short(one)}”' for one in labels), 'or', MOST_POSSIBLE)})"
        if labels
        else ""
    )


def _short(given: str) -> str:
    return given if len(given) <= _MOST_GIVEN else f"{given[:_MOST_GIVEN]}…"


def _several(value: Any, words: Mapping[Any, str] | None) -> tuple[Any, ...]:
    """What a widget stands on, be it one thing, several or none; one choice may be a pair."""
    several = isinstance(value, list) or (isinstance(value, tuple) and words is None)
    return tuple(value) if several else () if value is None else (value,)
