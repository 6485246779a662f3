"""Many learners on a page: the verdict first, then who stands where, and the matrix of their pairs."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from html import escape
from time import thread_time
from typing import TypeAlias

import streamlit as st

from core.figures import Drawing, Lanes, Scale, Yardstick, clickable_cells, pairs_matrix, standing_moves
from core.inference import Grouping
from core.inference.interpretation.brief import Brief
from core.records import Array, digest
from pages.ui.display import charts, elements, live, tables
from pages.ui.display.text import unbroken
from pages.ui.session import cache, state
from pages.ui.verdicts import hero

WORDS, DIAGRAM = "standing_words", "standing"
MATRIX, PICKED = "every_pair", "picked_of_every_pair"
MOST_MOVING = 60
"""Learners; with more of them the picture follows when the slider of α is let go, the words while it is dragged."""

At: TypeAlias = tuple[Grouping, float]
"""Who is told apart from whom, and the level of that."""


@dataclass
class Standing:
    """Many learners on a page, and all that follows α while its slider is dragged.

    Attributes
    ----------
    identity : hashable
        Names all that decides what is shown, save α.
    groupings_at : callable
        Levels → who is told apart from whom at each of them.
    alpha : float
    """

    identity: Hashable
    groupings_at: Callable[[Sequence[float]], list[Grouping]]
    alpha: float
    _said: dict[str, Callable[[At], Sequence[str]]] = field(default_factory=dict)
    _cells: dict[str, list[str]] = field(default_factory=dict)
    _moved: dict[str, live.Moves] = field(default_factory=dict)
    _moves_at: Callable[[At], live.Moves] | None = None

    @property
    def now(self) -> At:
        """What stands at the level that is chosen."""
        (grouping,) = self.groupings_at([self.alpha])
        return grouping, self.alpha

    @property
    def _ahead(self) -> list[At]:
        positions = elements.alpha_positions()
        return cache.kept(
            "groupings ahead",
            self.identity,
            lambda: list(zip(self.groupings_at(positions), positions, strict=True)),
        )

    def words(self, words_at: Callable[[At], Brief]) -> None:
        """The verdict in words, the answer first."""
        mark, answer, effect, alike, numbers = map(
            escape, self._say(WORDS, lambda at: hero.told_in(words_at(at)))
        )
        with st.container(key=WORDS):
            st.html(
                "<div class='fw-hero' role='status'>"
                f"<p class='fw-answer'><span class='fw-mark' data-live aria-hidden='true'>{mark}</span>&nbsp;"
                f"<span data-live>{answer}</span></p>"
                f"<p class='fw-effect' data-live>{effect}</p><p class='fw-interval' data-live>{alike}</p>"
                f"<p class='fw-numbers'><span data-live>{numbers}</span>"
                "<span class='fw-on-screen'>&nbsp;· <button class='fw-link' data-copy-link>Copy link</button></span>"
                "</p></div>"
            )

    def line(self, key: str, line_at: Callable[[At], str]) -> None:
        """A sentence in small print."""
        (text,) = self._say(key, lambda at: [unbroken(line_at(at))])
        with st.container(key=key):
            st.html(f"<p class='fw-small' data-live>{escape(text)}</p>")

    def diagram(
        self,
        drawing_at: Callable[[At, Lanes | None], Drawing],
        name: str,
        yardstick_at: Callable[[float], Yardstick | None] = lambda _: None,
    ) -> None:
        """Who stands where.

        Parameters
        ----------
        drawing_at : callable
            Makes the picture, with room for the bars at other levels.
        name : str
            File name of what is saved, without ending.
        yardstick_at : callable, optional
            The critical difference at a level; None where there is none.
        """
        if len(self.now[0].learners) > MOST_MOVING:
            charts.figure(drawing_at(self.now, None), DIAGRAM, name)
            return
        room = cache.kept("lanes", self.identity, lambda: Lanes.of({grouping for grouping, _ in self._ahead}))
        identity = self.identity, room, elements.is_dark()
        wanted = drawing_at(self.now, room)
        drawn, self._moved[DIAGRAM] = cache.steady(DIAGRAM, identity, wanted)
        charts.chart(drawn, DIAGRAM, name)
        tables.numbers(wanted.frame, DIAGRAM, name, wanted.told)

        def moves_at(at: At) -> live.Moves:
            grouping, alpha = at
            return standing_moves(drawn, grouping, room, yardstick_at(alpha))

        self._moves_at = moves_at

    def follow(self) -> None:
        """Call last: sends what stands on the page now, and what it becomes while α is dragged."""
        live.show(elements.alpha_told(self.alpha), self._moved, self._cells, self._scene)
        live.foresee(cache.kept("standing ahead", (self.identity, elements.is_dark()), self._foreseen))

    @property
    def _scene(self) -> str:
        """What the browser knows these words and this picture by."""
        return digest(repr(self.identity), str(elements.is_dark()))

    def _say(self, key: str, texts_at: Callable[[At], Sequence[str]]) -> list[str]:
        self._said[key] = texts_at
        self._cells[key] = list(texts_at(self.now))
        return self._cells[key]

    def _foreseen(self) -> live.Ahead:
        """Everything for the positions of the slider, as many as there is patience for."""
        moves_at = self._moves_at
        found = live.Ahead(
            state.ALPHA,
            [],
            {} if moves_at is None else {DIAGRAM: []},
            {key: [] for key in self._said},
            self._scene,
        )
        ahead, began = self._ahead, thread_time()
        for at in ahead:
            if moves_at is not None:
                found.moved[DIAGRAM].append(moves_at(at))
            for key, texts_at in self._said.items():
                found.cells[key].append(list(texts_at(at)))
            found.positions.append(at[1])
            if thread_time() - began > hero.PATIENCE:
                break
        return found


def matrix(
    names: list[str],
    differences: Array,
    p_values: Array,
    scale: Scale,
    *,
    alpha: float,
    lower_is_better: bool,
) -> None:
    """All pairs as colours, teal where the row is better, whose cells lead to the comparison of two learners."""
    drawing = pairs_matrix(
        names,
        differences,
        p_values,
        scale,
        alpha=alpha,
        lower_is_better=lower_is_better,
        dark=elements.is_dark(),
    )
    charts.matrix(
        clickable_cells(drawing, dark=elements.is_dark()), MATRIX, "all_pairs", lambda: _pick(names)
    )
    if st.session_state.pop(PICKED, False):
        st.switch_page("pages/two-learners.py", query_params={})
    st.caption("Pick a cell, by mouse or keys, to compare its two learners.")
    tables.numbers(drawing.frame, MATRIX, "all_pairs", drawing.told)


def _pick(names: list[str]) -> None:
    """Compare the learners of the cell that was picked, once the page is left: no callback can leave it."""
    if cell := charts.picked(MATRIX):
        state.choose_pair(*(names[place] for place in cell))
        st.session_state[PICKED] = True
