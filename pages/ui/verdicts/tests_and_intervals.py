"""Tests and intervals of one input laid out together: the verdict, its picture, every test, every interval."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.figures import ENDS, LACK, Drawing, Scale, colours_told, estimates_forest
from core.inference import INTERVALS, Advice, Sides, Verdict
from core.inference.comparing.learner_question import LearnerQuestion
from core.inference.comparing.pair_question import PairQuestion
from core.inference.interpretation.brief import report, without_advice
from core.inference.interpretation.disagreement import read, whose_verdict
from core.inference.interpretation.effect_sizes import estimates_allowing_for_overlap
from core.inference.intervals.estimate import Estimate
from core.inference.verdicts.verdict import SIDES as ENDS_OF
from core.records import DesignFacts, Interval
from core.tables.verdicts import intervals_table, verdicts_table
from pages.ui.display import charts, elements, live, page, tables
from pages.ui.display.text import plain
from pages.ui.session import links
from pages.ui.verdicts import side_by_side, verdict_card
from pages.ui.verdicts.hero import Hero, Moving, show_words
from pages.ui.verdicts.pair import choose_test


class Places(NamedTuple):
    """Where a verdict stands, what may be asked below it and its null distribution; beside them the intervals and what
    may be asked below those.
    """

    told: DeltaGenerator
    asked: DeltaGenerator
    null: DeltaGenerator
    intervals: DeltaGenerator
    below: DeltaGenerator


def places() -> Places:
    """Two halves, the answer first."""
    left, right = st.container(key="parts").columns(2, gap="large")
    return Places(left.container(), left.container(), left.container(), right.container(), right.container())


@dataclass(frozen=True)
class Bench:
    """Everything that there is to say on one input.

    Attributes
    ----------
    name : str
        Prefix of keys and file names.
    question : PairQuestion or LearnerQuestion
    verdicts : mapping of test key to Verdict
    advice : Advice
    estimates : sequence of Estimate
    scale : Scale
        How the estimated quantity is written.
    quantity : str
        What is estimated, in words.
    zero : bool
        Whether zero is a value of interest.
    facts : DesignFacts, optional
    reference : float, optional
        p0, drawn into the picture of the intervals.
    reference_name : str
        What the picture calls it.
    measure : str
        Key of the measure that `scale` writes.
    subject : str, optional
        As `live.show` has it.
    asks_for_region : bool
        Whether the visitor was asked which differences do not matter: they are drawn then.
    """

    name: str
    question: PairQuestion | LearnerQuestion
    verdicts: Mapping[str, Verdict]
    advice: Advice
    estimates: Sequence[Estimate]
    scale: Scale
    quantity: str
    zero: bool = True
    facts: DesignFacts | None = None
    reference: float | None = None
    reference_name: str = "p0"
    measure: str = "error"
    subject: str = ""
    asks_for_region: bool = False

    @property
    def level(self) -> float:
        """Confidence level beside the significance level."""
        return 1 - self.question.alpha

    @property
    def sides(self) -> Sides:
        """Which ends the intervals have; the control stands below their picture."""
        chosen: Sides = st.session_state.get(self._sides_key, ENDS_OF[self.question.alternative])
        return chosen

    @property
    def _sides_key(self) -> str:
        """Of a control for each claim: another claim begins with the ends that its verdict has said."""
        return f"{self.name}_sides_{self.question.alternative}"

    def show(self, at: Places) -> str:
        """The verdict, then the tests, formulas and intervals in tabs; without one what there is besides.

        Parameters
        ----------
        at : Places

        Returns
        -------
        str
            What the browser knows all of it by, for what else follows a slider.
        """
        if not self.verdicts or self.advice.advised is None:
            self._without_verdict(at)
            return ""
        hero = self._verdict(at)
        verdict = hero.verdict
        titles = ["All tests", "Formula", "Assumptions", "Text for a report"]
        if self.estimates:
            titles.insert(1, "All intervals")
        for title, tab in zip(
            titles,
            elements.tabs(titles, f"{self.name}_tab"),
            strict=True,
        ):
            if not tab.open:
                continue
            with tab:
                if title == "All tests":
                    self._tests()
                elif title == "All intervals":
                    self._intervals()
                elif title == "Formula":
                    verdict_card.formula(verdict)
                elif title == "Assumptions":
                    verdict_card.checks(verdict, self.question.alpha)
                else:
                    st.code(report(verdict, self.question.alpha), language=None, wrap_lines=True)
        return hero.known_as

    def _without_verdict(self, at: Places) -> None:
        """The intervals; where tests can be made, of which none is advised, that, and what they say below."""
        if self.verdicts:
            with at.told:
                show_words(without_advice(self.advice, self.verdicts.values(), self.measure))
        if self.estimates:
            self._beside(at, lambda picture: charts.figure(picture.drawing, picture.key, picture.name))
        live.show(elements.alpha_told(self.question.alpha), subject=self.subject)
        if self.verdicts:
            with st.expander("All tests, of which none is advised", icon=":material/rule:"):
                self._tests()
        if self.estimates:
            self._intervals()

    def _verdict(self, at: Places) -> Hero:
        with at.told:
            words_here = st.container()
            key = choose_test(self.verdicts, self.advice, f"{self.name}_test", beside_words=True)
        verdict_card.why_this_test(self.advice, key)
        hero = Hero(self.verdicts[key], self.question.alpha)
        with words_here:
            hero.words_by(self.advice)
        with (
            st.container() if page.presents() else words_here
        ):  # in a lecture the pictures have to come into sight
            verdict_card.doubts(hero.verdict, self.question.alpha)
        if self.estimates:
            self._beside(at, hero.moving)
        with at.null:
            st.markdown("**If only luck were at work**")
            hero.null()
        hero.follow(subject=self.subject)
        return hero

    def _beside(self, at: Places, draw: Callable[[Moving], None]) -> None:
        """The picture of all intervals, and which ends they have."""
        with at.intervals:
            above = st.container()
            self._choose_sides()  # first, since the address may hold them
            with above:
                st.markdown(f"**Intervals of {plain(self.quantity)}, {ENDS[self.sides]}**")
                picture = self._forest()
                draw(picture)
                (found,) = picture.intervals_at([self.question.alpha])
                lack = f" {LACK}" * any(self._whole(found))
                band = f" {side_by_side.BAND}" * (self._region is not None)
                colours = colours_told(self.estimates, found, self.advice)
                st.caption(f"{colours}{lack}{band}{self._of_the_verdict}")

    @property
    def _of_the_verdict(self) -> str:
        """Which ends the verdict's interval has, where others are drawn."""
        own = ENDS_OF[self.question.alternative]
        if not self.verdicts or self.sides == own:
            return ""
        return f" The interval beside the verdict is {'the ' * (own != 'two')}{ENDS[own]}."

    def _forest(self) -> Moving:
        """All intervals below one another, which follow α."""
        alphas = [self.question.alpha, elements.LEAST_ALPHA]
        found, widest = self._intervals_at(alphas)
        room = [end for one in widest if one is not None for end in (one.low, one.high)]
        key = (
            tuple(item.key for item in self.estimates),
            tuple(item.at for item in self.estimates),
            self.advice.advised,
            self.sides,
        )
        return Moving(
            f"{self.name}_forest",
            (*key, self.reference, self._region),
            self.forest(found, room),
            "intervals",
            self._intervals_at,
            self.scale,
            self._whole,
        )

    @property
    def _region(self) -> tuple[float, float] | None:
        """Differences that do not matter, where the visitor was asked for them."""
        return (
            self.question.region if self.asks_for_region and isinstance(self.question, PairQuestion) else None
        )

    def _whole(self, found: Sequence[Interval | None]) -> list[Interval | None]:
        """What each of these intervals would be if it allowed for the overlap of training sets."""
        return estimates_allowing_for_overlap(self.estimates, found, self.advice, self.facts)

    def _intervals_at(self, alphas: Sequence[float]) -> list[list[Interval | None]]:
        levels = [1 - alpha for alpha in alphas]
        at_levels = [item.intervals(levels, self.sides) for item in self.estimates]
        return [list(at_level) for at_level in zip(*at_levels, strict=True)]

    def _choose_sides(self) -> None:
        st.segmented_control(
            links.titled(self._sides_key, "Ends of the intervals", words=ENDS),
            list(ENDS),
            # put into the session instead, it never reached the browser if that run was cut short by the next
            default=ENDS_OF[self.question.alternative],
            required=True,
            format_func=ENDS.__getitem__,
            key=self._sides_key,
            bind="query-params",
            label_visibility="collapsed",
        )

    def forest(self, intervals: Sequence[Interval | None], room: Sequence[float] = ()) -> Drawing:
        """All intervals below one another."""
        return estimates_forest(
            self.estimates,
            intervals,
            self.advice,
            self.scale,
            zero=self.zero,
            rope=self._region,
            reference=self.reference,
            reference_name=self.reference_name,
            whole=self._whole(intervals),
            room=room,
            dark=elements.is_dark(),
        )

    def _tests(self) -> None:
        reading = read(
            list(self.verdicts.values()), self.question.alpha, self.facts, self.measure, self.advice
        )
        whose = whose_verdict(self.verdicts, self.advice) if reading.rejecting and reading.keeping else ""
        st.markdown(f"**{plain(reading.sentence)}** {plain(whose)}".rstrip())
        table = verdicts_table(
            self.verdicts,
            self.advice,
            self.question.alpha,
            scale=self.scale,
            measure=self.measure,
            quantity=self.quantity,
        )
        key = f"{self.name}_tests"
        tables.table(table, key, "all_tests", height="content", wraps=True, whole=True)
        side_by_side.about_intervals(self.verdicts, self.question.alpha, self.measure)
        side_by_side.show_reasons(reading)
        side_by_side.reasons(self.advice, {}, self.verdicts, f"{self.name}_reasons")

    def _intervals(self) -> None:
        found = {item.key: item.interval(self.level, self.sides) for item in self.estimates}
        tables.table(
            intervals_table(found, self.level, self.scale),
            f"{self.name}_intervals",
            "all_intervals",
            height="content",
            wraps=True,
        )
        for item in self.estimates:
            entry = INTERVALS[item.key]
            with st.container(border=True):
                st.markdown(f"**{plain(entry.title)}**")
                for line in item.steps(self.level, self.sides, self.scale.reachable):
                    elements.formula(line)
                if caution := found[item.key].caution:
                    st.caption(f":material/warning: {plain(caution)}")
                st.caption(plain(f"{entry.citation}. Condition: {entry.condition}."))
