"""The same error rate on more instances: how the interval shrinks, under the finger."""

from dataclasses import dataclass
from functools import cached_property
from html import escape

import streamlit as st

from core.figures import Drawing, moves, shrinking_interval
from core.inference import interval
from core.records import Interval
from core.written import counted, number
from pages.ui.display import elements, live
from pages.ui.session import cache

TIMES, WORDS, PICTURE = "e_times", "e_times_words", "e_times_picture"
MOST_TIMES = 100
FOUR = 4
"""Four times as many instances halve an interval."""


@dataclass(frozen=True)
class SameRate:
    """Errors and instances, and what they would be so many times as often.

    Attributes
    ----------
    errors, n : int
    p0 : float
    level : float
    """

    errors: int
    n: int
    p0: float
    level: float

    @cached_property
    def intervals(self) -> list[Interval]:
        """Exact intervals on 1, 2, … times as many instances."""
        return [
            interval("exact", self.level, errors=times * self.errors, n=times * self.n)
            for times in range(1, MOST_TIMES + 1)
        ]

    def drawing(self, times: int) -> Drawing:
        """Ends of the interval over n, and the interval on so many times as many instances."""
        return shrinking_interval(
            [times * self.n for times in range(1, MOST_TIMES + 1)],
            self.intervals,
            self.errors / self.n,
            marked=times - 1,
            reference=self.p0,
            dark=elements.is_dark(),
        )

    def words(self, times: int) -> str:
        """What the interval is there, and whether p0 lies in it."""
        found, typed = self.intervals[times - 1], self.intervals[0]
        low, high, width = (number(100 * value, 4) for value in (found.low, found.high, found.width))
        inside = "lies in it" if found.low <= self.p0 <= found.high else "lies outside"
        share = f", {found.width / typed.width:.0%} of the width on {self.n:,}" if times > 1 else ""
        return (
            f"{counted(times * self.errors, 'errors')} on {counted(times * self.n, 'instances')} would be the same "
            f"rate. "
            f"{100 * self.level:.4g} % interval: {low} to {high} %, {width} points wide{share}. "
            f"p0 = {number(100 * self.p0, 4)} % {inside}."
        )

    @property
    def turns(self) -> str:
        """From how many instances on p0 lies outside, if that is not so of those typed."""
        inside = [times for times, one in enumerate(self.intervals, 1) if one.low <= self.p0 <= one.high]
        if not inside:
            return ""
        if inside[-1] == MOST_TIMES:
            return f"Up to {MOST_TIMES * self.n:,} instances the interval holds p0: the two rates are near one another."
        first = inside[-1] + 1
        return (
            f"If the rate stayed the same, the interval would no longer hold p0 from {first} times as many on: "
            f"{first * self.n:,} instances."
        )

    def ahead(self, scene: str) -> live.Ahead:
        """Picture and words at every position of the slider."""
        places = range(1, MOST_TIMES + 1)
        drawn = self.drawing(1)
        return live.Ahead(
            TIMES,
            [float(place) for place in places],
            {PICTURE: [moves(drawn, self.drawing(place)) for place in places]},
            {WORDS: [[self.words(place)] for place in places]},
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
        "Multiply the instances by",
        1,
        MOST_TIMES,
        FOUR,
        format="%d×",
        key=TIMES,
        bind="query-params",
        help="Four times as many instances make an interval about half as wide.",
    )
    with st.container(key=WORDS):
        st.html(f"<p data-live>{escape(asked.words(times))}</p>")
    elements.figure(asked.drawing(times), PICTURE, "same_rate")
    if asked.turns:
        st.caption(asked.turns)
    live.foresee(cache.kept("ahead", (asked, scene, elements.is_dark()), lambda: asked.ahead(scene)))
