"""The verdict first: the answer in large words, the effect with its interval, the pictures that move with α.

Words, intervals and critical values for every position of the slider of α are sent along, so that all of it answers
while the slider is dragged; the server is asked when it is let go.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from time import thread_time

import numpy as np
import streamlit as st

from core.figures import (
    Drawing,
    Scale,
    critical_moves,
    difference_plot,
    difference_scale,
    interval_moves,
    moves,
    null_of,
    region_moves,
)
from core.inference import Advice, Verdict
from core.inference.interpretation.brief import Brief, brief, briefs, numbers_line
from core.inference.interpretation.effect_sizes import intervals_beside, marked, opened, speaks_of
from core.records import FoldScores, Interval, digest
from pages.ui.display import charts, elements, live, tables
from pages.ui.display.text import unbroken
from pages.ui.session import cache, state
from pages.ui.verdicts.pair import RopeSlider

WORDS, NUMBERS, NULL, DIFFERENCES = "hero_words", "hero_numbers", "null_figure", "differences"
ONCE_MORE = "hero_once_more"
PATIENCE = 1.0
"""Seconds of this thread on the processor, whatever else the machine does; what takes longer to work out for all
positions of the slider follows when it is let go."""
AT_ONCE = 20
REACH_STEP = 0.05

Alphas = Sequence[float]


@dataclass(frozen=True)
class Moving:
    """A picture whose intervals follow α.

    Attributes
    ----------
    key : str
        Of the chart.
    identity : hashable
        Names what, beside the verdict and α, decides the picture.
    drawing : Drawing
        As it should look now.
    name : str
        File name of what is saved, without ending.
    intervals_at : callable
        For each of some significance levels, the intervals of the picture in their order.
    scale : Scale
    whole : callable
        Of such intervals, what each would be if it were not too short; nothing where none can be.
    """

    key: str
    identity: Hashable
    drawing: Drawing
    name: str
    intervals_at: Callable[[Alphas], list[list[Interval | None]]]
    scale: Scale
    whole: Callable[[Sequence[Interval | None]], Sequence[Interval | None]] = lambda _: ()


@dataclass
class Hero:
    """One verdict on a page, and all that has to follow α.

    Attributes
    ----------
    verdict : Verdict
    alpha : float
    scene : hashable
        Where verdicts of one kind come one after the other: what they have in common. The pictures then stay, and
        their marks glide from one to the next.
    adjusted : float, optional
        The p-value adjusted for all pairs, where the two learners are one of several.
    tall : bool
        Whether the pictures are as high as the style says, not as they are drawn.
    """

    verdict: Verdict
    alpha: float
    scene: Hashable = None
    adjusted: float | None = None
    tall: bool = False
    _moved: dict[str, live.Moves] = field(default_factory=dict)
    _cells: dict[str, list[str]] = field(default_factory=dict)
    _moves_at: dict[str, Callable[[Alphas], list[live.Moves | None]]] = field(default_factory=dict)
    _cells_at: dict[str, Callable[[Alphas], list[list[str]]]] = field(default_factory=dict)
    _drawn: list[Hashable] = field(default_factory=list)
    _moves_by_rope: dict[str, Callable[[float], live.Moves | None]] = field(default_factory=dict)
    _cells_by_rope: dict[str, Callable[[float], list[str]]] = field(default_factory=dict)
    _told: tuple[Alphas, list[list[str]]] = ((), [])
    _lead: str = ""

    def words(self, foot: str = "") -> None:
        """The verdict in words, the answer first; `foot` stands small behind the p-value."""
        found = brief(self.verdict, self.alpha, self.adjusted)
        self._cells[WORDS] = told_in(found)
        self._cells_at[WORDS] = self._told_at
        show_words(found, f" · {foot}" if foot else "", follows=True)

    def words_by(self, advice: Advice) -> None:
        """The same with what is advised of its test; beside another that is advised, one with caution is quoted."""
        key = self.verdict.key
        foot = advice.named(key, "cannot judge" * (self.verdict.p_value is None))
        if advice.advised == key or key not in dict(advice.caution):
            self.words(foot)
        else:
            self.quoted("By this test, which is not the one advised here, one would say", foot)

    def quoted(self, lead: str, foot: str) -> None:
        """The verdict as what one would say, and should not; our own `lead` stands above it."""
        self._lead = f"<p class='fw-withdrawn'>⚠ {lead}</p>"
        with st.container(key="withdrawn", gap="small"):
            st.html(self._lead)
            self.words(foot)

    def once_more(self) -> None:
        """The answer and its p-value below what moves α, said or quoted: on a phone they stand a screen above it."""
        shown = self._cells[ONCE_MORE] = _briefly(self._cells[WORDS])
        self._cells_at[ONCE_MORE] = lambda alphas: list(map(_briefly, self._told_at(alphas)))
        mark, answer, numbers = map(escape, shown)
        with st.container(key=ONCE_MORE):
            st.html(
                f"<div aria-hidden='true'>{self._lead}<p><span data-live>{mark}</span> "
                f"<strong data-live>{answer}</strong> · <span data-live>{numbers}</span></p></div>"
            )

    def null(self) -> Drawing:
        """Draws the statistic on its null distribution, p shaded, and the critical values as lines."""
        drawn = self._chart(
            NULL, (), null_of(self.verdict, self.alpha, dark=elements.is_dark()), "null_distribution"
        )
        line = unbroken(numbers_line(self.verdict, self.alpha))
        self._cells[NUMBERS] = [line]
        with st.container(key=NUMBERS):
            st.html(f"<p class='fw-small' data-live>{escape(line)}</p>")
        self._cells_at[NUMBERS] = lambda alphas: [
            [unbroken(numbers_line(self.verdict, alpha))] for alpha in alphas
        ]
        self._moves_at[NULL] = lambda alphas: [
            critical_moves(drawn, self.verdict.on_axis(self.verdict.critical_values(alpha)))
            for alpha in alphas
        ]
        return drawn

    def differences(
        self,
        scores: FoldScores,
        first: str,
        second: str,
        rope: float | None = None,
        *,
        behind: tuple[str, Verdict] | None = None,
        room: Sequence[float] = (),
    ) -> None:
        """The differences of the folds with the interval of their mean; nothing where no fold has one.

        Parameters
        ----------
        scores : FoldScores
        first, second : str
        rope : float, optional
            Half-width of the region of what does not matter.
        behind : (str, Verdict), optional
            Another verdict on the same difference, whose interval is drawn thinner below, and what that is called.
        room : sequence of float
            Values that the axis has to hold besides.
        """
        told = speaks_of(self.verdict, scores.measure)

        def intervals(alphas: Alphas) -> list[list[Interval | None]]:
            of = [*([behind[1]] if behind else []), self.verdict]
            found = [intervals_beside(one, alphas) if told else [None] * len(alphas) for one in of]
            return [
                [interval and opened(interval, one) for one, interval in zip(of, row, strict=True)]
                for row in zip(*found, strict=True)
            ]

        (*thin, interval), (*_, widest) = intervals([self.alpha, elements.LEAST_ALPHA])
        if widest is None:  # none beside a test that cannot reject at that level, but at larger ones
            widest = next(
                (one for (*_, one) in intervals(elements.alpha_positions()) if one is not None), None
            )
        wanted = difference_plot(
            scores,
            first,
            second,
            interval=interval,
            behind=(behind[0], thin[0]) if behind and thin[0] else None,
            estimate=marked(self.verdict, scores) if told else None,
            room=[*room, *([] if widest is None else [widest.low, widest.high])],
            rope=None if rope is None else (-rope, rope),
            dark=elements.is_dark(),
        )
        if wanted.frame.empty:
            return
        identity = (scores.datasets, scores.measure, rope is None, behind is None)
        if self.scene is not None:
            rows = "data sets" if scores.over_datasets else "folds"
            wanted = replace(
                wanted, alt=f"Differences of the {rows}, {first} minus {second}, and their mean."
            )
        scale = difference_scale(scores, first, second)
        self.moving(
            Moving(DIFFERENCES, identity, wanted, scores.by_dataset.named("differences"), intervals, scale)
        )
        if rope is not None:
            self._moves_by_rope[DIFFERENCES] = lambda width: region_moves(wanted, (-width, width), scale)

    def moving(self, picture: Moving) -> None:
        """A picture whose intervals follow α."""
        drawn = self._chart(picture.key, picture.identity, picture.drawing, picture.name)
        self._moves_at[picture.key] = lambda alphas: [
            interval_moves(drawn, found, picture.scale, picture.whole(found))
            for found in picture.intervals_at(alphas)
        ]

    def follows(
        self,
        key: str,
        identity: Hashable,
        picture: Drawing,
        moves_at: Callable[[Alphas], list[live.Moves | None]],
    ) -> None:
        """A picture that follows α.

        Parameters
        ----------
        key : str
            Of the chart; its name without ending too.
        identity : hashable
            Names what, beside the verdict and α, decides the picture.
        picture : Drawing
            For the significance level in force.
        moves_at : callable
            What moves in it for each of many levels.
        """
        self._chart(key, identity, picture, key)
        self._moves_at[key] = moves_at

    def tells(self, key: str, texts_at: Callable[[float], list[str]]) -> list[str]:
        """Texts of what bears `data-live` in the container of this key, which follow α.

        Parameters
        ----------
        key : str
        texts_at : callable
            The texts for a significance level.
        """
        self._cells[key] = texts_at(self.alpha)
        self._cells_at[key] = lambda alphas: list(map(texts_at, alphas))
        return self._cells[key]

    def pictured(self, key: str, picture_at: Callable[[float], Drawing], rope: float) -> None:
        """A picture that follows what does not matter.

        Parameters
        ----------
        key : str
            Of the chart; its name without ending too.
        picture_at : callable
            The picture for a half-width of the region.
        rope : float
            The one in force.
        """
        drawn = self._chart(key, (), picture_at(rope), key)
        self._moves_by_rope[key] = lambda width: moves(drawn, picture_at(width))

    def said(self, key: str, texts_at: Callable[[float], list[str]], rope: float) -> list[str]:
        """Texts of what bears `data-live` in the container of this key, which follow what does not matter.

        Parameters
        ----------
        key : str
        texts_at : callable
            The texts for a half-width of the region.
        rope : float
            The one in force.
        """
        self._cells[key] = texts_at(rope)
        self._cells_by_rope[key] = texts_at
        return self._cells[key]

    def judged_by_rope(self, verdict_at: Callable[[float], Verdict], rope: float) -> None:
        """Let the verdict itself follow what does not matter, where its test asks for it."""

        def texts(width: float) -> list[str]:
            return told_in(brief(verdict_at(width), self.alpha, self.adjusted))

        self.said(WORDS, texts, rope)
        if ONCE_MORE in self._cells:
            self.said(ONCE_MORE, lambda width: _briefly(texts(width)), rope)
        self.said(NUMBERS, lambda width: [unbroken(numbers_line(verdict_at(width), self.alpha))], rope)

    def _told_at(self, alphas: Alphas) -> list[list[str]]:
        """The verdict's texts at some significance levels, which are asked for twice in a row."""
        if self._told[0] is not alphas:
            self._told = alphas, [told_in(one) for one in briefs(self.verdict, alphas, self.adjusted)]
        return self._told[1]

    def follow_rope(self, slider: RopeSlider) -> None:
        """Call after `follow`: sends what the page becomes while the region of what does not matter is dragged."""
        key = (self._identity, self.alpha, slider, tuple(self._drawn), tuple(self._cells_by_rope))
        positions = slider.positions
        found = cache.kept(
            "ahead by rope",
            key,
            lambda: live.Ahead(
                slider.key,
                slider.shown,
                {key: list(map(moves_at, positions)) for key, moves_at in self._moves_by_rope.items()},
                {key: list(map(texts_at, positions)) for key, texts_at in self._cells_by_rope.items()},
                self.known_as,
            ),
        )
        live.foresee(found)

    def follow(
        self,
        address: Mapping[str, str | None] | None = None,
        *,
        pressed: Mapping[str, dict[str, str | tuple[int, int]]] | None = None,
        rests: bool = True,
        subject: str = "",
    ) -> None:
        """Call last: sends what stands on the page now, and what it becomes while α is dragged.

        Parameters
        ----------
        address : mapping, optional
            Further parameters that the address has to follow.
        pressed : mapping, optional
            As `live.show` has it.
        rests : bool, default True
            Whether this stays until somebody moves something; if not, nothing is worked out for where α may go.
        subject : str, optional
            As `live.show` has it.
        """
        key = (self._identity, tuple(self._drawn), tuple(self._cells_at))
        told = elements.alpha_told(self.alpha) | dict(address or {})
        live.show(told, self._moved, self._cells, self.known_as, pressed=dict(pressed or {}), subject=subject)
        if rests:
            live.foresee(cache.kept("ahead", key, self._ahead))

    @property
    def _identity(self) -> tuple[Hashable, ...]:
        return self.verdict.fingerprint, self.scene, self.adjusted, elements.is_dark()

    @property
    def known_as(self) -> str:
        """What the browser knows this verdict by."""
        return digest(*map(str, self._identity))

    def _chart(self, key: str, identity: Hashable, wanted: Drawing, name: str) -> Drawing:
        scene = self._identity if self.scene is None else (self.scene, elements.is_dark())
        drawn, self._moved[key] = cache.steady(key, (scene, identity), wanted)
        self._drawn.append((key, identity))
        charts.chart(drawn, key, name, **({"height": "stretch"} if self.tall else {}))
        tables.numbers(wanted.frame, key, name, wanted.told)
        return drawn

    def _ahead(self) -> live.Ahead:
        """Everything for the positions of the slider, as many as there is patience for."""
        found = live.Ahead(
            state.ALPHA,
            [],
            {key: [] for key in self._moves_at},
            {key: [] for key in self._cells_at},
            self.known_as,
        )
        positions, began = elements.alpha_positions(), thread_time()
        for start in range(0, len(positions), AT_ONCE):
            alphas = positions[start : start + AT_ONCE]
            for chart, moves_at in self._moves_at.items():
                found.moved[chart] += moves_at(alphas)
            for container, cells_at in self._cells_at.items():
                found.cells[container] += cells_at(alphas)
            found.positions.extend(alphas)
            if thread_time() - began > PATIENCE:
                break
        return found


def told_in(found: Brief) -> list[str]:
    """A verdict's texts as they stand on a page."""
    return list(map(unbroken, found.texts))


def _briefly(texts: list[str]) -> list[str]:
    """Of a verdict's texts the mark, the answer and the numbers."""
    mark, answer, _, _, numbers = texts
    return [mark, answer, numbers]


def show_words(found: Brief, tail: str = "", *, follows: bool = False) -> None:
    """A verdict in words, the answer first.

    Parameters
    ----------
    found : Brief
    tail : str
        Stands small behind the p-value.
    follows : bool
        Whether the words follow α; if not, those of the verdict that stood here before must not be put in their place.
    """
    mark, answer, effect, interval, numbers = map(escape, told_in(found))
    before = "&nbsp;· " * bool(numbers or tail)  # no line begins with the dot
    told = "data-live" if follows else "data-live='no'"
    with st.container(key=WORDS):
        st.html(
            "<div class='fw-hero' role='status'>"
            f"<p class='fw-answer'><span class='fw-mark' {told} aria-hidden='true'>{mark}</span>&nbsp;"
            f"<span {told}>{answer}</span></p>"
            f"<p class='fw-effect' {told}>{effect}</p><p class='fw-interval' {told}>{interval}</p>"
            f"<p class='fw-numbers'><span {told}>{numbers}</span>{escape(tail)}"
            f"<span class='fw-on-screen'>{before}<button class='fw-link' data-copy-link>Copy link</button></span>"
            "</p></div>"
        )


def no_verdict(reason: str, test: str = "") -> None:
    """Say that the advised test gives none, and why; or, without a name of one, why none is advised."""
    show_words(Brief("No verdict", reason, "", "", None), test)


def reach(verdicts: Iterable[Verdict]) -> list[float]:
    """Between which ends the differences and the widest intervals of these verdicts lie, in steps, with zero inside."""
    ends = [-REACH_STEP, REACH_STEP]
    for verdict in verdicts:
        (widest,) = intervals_beside(verdict, [elements.LEAST_ALPHA])
        ends += [] if widest is None else [widest.low, widest.high]
        ends += np.subtract(verdict.inputs["a"], verdict.inputs["b"]).ravel().tolist()
    return [
        REACH_STEP * float(np.floor(min(ends) / REACH_STEP)),
        REACH_STEP * float(np.ceil(max(ends) / REACH_STEP)),
    ]
