"""The same error rate on more instances: how the interval shrinks, under the finger."""

from html import escape

import streamlit as st

from core.figures import Drawing, moves, shrinking_interval
from core.inference.planning.same_rate import MOST_TIMES, SameRate
from pages.ui.display import charts, elements, live
from pages.ui.display.text import unbroken
from pages.ui.session import cache, links

TIMES, WORDS, PICTURE = "e_times", "e_times_words", "e_times_picture"
FOUR = 4
"""Four times as many instances halve an interval."""


def picture(asked: SameRate, times: int) -> Drawing:
    """Ends of the interval over n, and the interval on so many times as many instances."""
    return shrinking_interval(
        asked.sizes,
        asked.intervals,
        asked.errors / asked.n,
        marked=times - 1,
        curve=asked.curve,
        reference=asked.p0,
        dark=elements.is_dark(),
    )


def ahead(asked: SameRate, scene: str) -> live.Ahead:
    """Picture and words at every position of the slider."""
    places = range(1, MOST_TIMES + 1)
    drawn = picture(asked, 1)
    return live.Ahead(
        TIMES,
        [float(place) for place in places],
        {PICTURE: [moves(drawn, picture(asked, place)) for place in places]},
        {WORDS: [[unbroken(asked.sentence(place))] for place in places]},
        scene,
    )


def show(asked: SameRate, scene: str) -> None:
    """The slider, the picture and the sentence that follow it.

    Parameters
    ----------
    asked : SameRate
    scene : str
        As `live.show` was told.
    """
    st.markdown("**The same rate on more instances**")
    times = st.slider(
        links.titled(TIMES, "Multiply the instances by"),
        1,
        MOST_TIMES,
        FOUR,
        format="%d×",
        key=TIMES,
        bind="query-params",
        help="Four times as many instances make an interval about half as wide.",
    )
    with st.container(key=WORDS):
        st.html(f"<p data-live>{escape(unbroken(asked.sentence(times)))}</p>")
    charts.figure(picture(asked, times), PICTURE, "same_rate")
    if asked.turning:
        st.caption(asked.turning)
    live.foresee(cache.kept("ahead", (asked, scene, elements.is_dark()), lambda: ahead(asked, scene)))
