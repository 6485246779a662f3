"""What follows α while its slider is held: words and picture of trials that are judged anew, for none is drawn."""

from collections.abc import Hashable
from html import escape
from time import thread_time

import streamlit as st

from core.figures import Drawing, moves
from core.records import digest
from core.simulation import Simulation
from pages.ui.display import elements, live
from pages.ui.display.text import unbroken
from pages.ui.session import cache, state

WORDS, PICTURE = "lab_words", "lab_picture"
FEWEST_TOLD = 5
"""Trials below which nothing is concluded from them."""
PATIENCE = 1.5
"""Seconds of work for positions of the slider; those beyond dim until it is let go."""


def told(found: Simulation) -> str:
    """What the trials show, in words."""
    tells = found.entry.trains or found.trials >= FEWEST_TOLD
    return found.words if tells else "So few trials say nothing yet."


def follows(found: Simulation) -> bool:
    """Whether words and picture follow α while it is held; of what trains they are long, and follow once it rests."""
    return found.entry.judged is not None and not found.entry.trains


def say(words: str) -> None:
    """The words, to be followed."""
    st.html(f"<p data-live>{escape(unbroken(words))}</p>")


def texts(found: Simulation) -> list[str]:
    """Those of `say`, as the page has to show them."""
    return [unbroken(told(found))]


def steady(found: Simulation) -> tuple[Drawing, live.Moves]:
    """The picture that stands, and what has to be moved in it to show these trials."""
    return cache.steady(PICTURE, _identity(found), found.drawing(elements.is_dark()))


def foresee(found: Simulation, drawn: Drawing) -> None:
    """Send what words and picture become at every position of the slider; `drawn` as `steady` gave it."""
    live.foresee(cache.kept("laboratory ahead", _identity(found), lambda: _ahead(found, drawn)))


def scene(found: Simulation) -> str:
    """What the browser knows these trials by, whatever α."""
    return digest(*map(str, _identity(found)))


def _identity(found: Simulation) -> tuple[Hashable, ...]:
    """All that decides words and picture beside α."""
    settings = {
        control.name: tuple(map(control.told, found.grid[control.name]))
        for control in found.entry.controls
        if control.name != state.ALPHA
    }
    return found.entry.key, *settings.items(), found.seed, found.trials, elements.is_dark()


def _ahead(found: Simulation, drawn: Drawing) -> live.Ahead:
    ahead, began = live.Ahead(state.ALPHA, [], {PICTURE: []}, {WORDS: []}, scene(found)), thread_time()
    for alpha in elements.alpha_positions():
        judged = found.judged(alpha)
        ahead.positions.append(alpha)
        ahead.moved[PICTURE].append(moves(drawn, judged.drawing(elements.is_dark())))
        ahead.cells[WORDS].append(texts(judged))
        if thread_time() - began > PATIENCE:
            break
    return ahead
