"""Tests and intervals of one input laid out together: the verdict, its picture, every test, every interval."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd
import streamlit as st

from core.figures import Drawing, ForestRow, Scale, interval_forest
from core.inference import INTERVALS, TESTS, Advice, Verdict, interval
from core.inference.disagreement import read
from core.inference.interval_steps import displayed, interval_steps
from core.inference.verdict import SIDES
from core.records import DesignFacts, Interval
from pages.ui import cards, side_by_side
from pages.ui.pair import Question
from pages.ui.text import plain


@dataclass(frozen=True)
class Estimate:
    """An interval of the catalogue with the input it is computed from; `at` is the estimate inside it."""

    key: str
    inputs: Mapping[str, Any] = field(hash=False)
    at: float | None = None

    def interval(self, question: Question) -> Interval:
        """The interval at level 1 − α, on the side that the claim asks for."""
        sides: Any = SIDES[question.alternative]
        return displayed(interval(self.key, 1 - question.alpha, sides, **self.inputs), self.key)

    def steps(self, question: Question) -> tuple[str, ...]:
        """Its formula, and the same with these numbers."""
        sides: Any = SIDES[question.alternative]
        return interval_steps(self.key, 1 - question.alpha, sides, **self.inputs)


@dataclass(frozen=True)
class Bench:
    """Everything that there is to say on one input.

    Attributes
    ----------
    name : str
        Prefix of keys and file names.
    question : Question
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
    """

    name: str
    question: Question
    verdicts: Mapping[str, Verdict]
    advice: Advice
    estimates: Sequence[Estimate]
    scale: Scale
    quantity: str
    zero: bool = True
    facts: DesignFacts | None = None

    def show(self) -> None:
        """The verdict, then the tests, formulas and intervals in tabs."""
        if self.verdicts:
            with st.container(border=True):
                verdict = self._verdict()
        titles = ["All tests", "Formula", "Assumptions", "To copy"] if self.verdicts else []
        if self.estimates:
            titles.insert(1 if titles else 0, "All intervals")
        for title, tab in zip(
            titles, st.tabs(titles, on_change="rerun", key=f"{self.name}_tab"), strict=True
        ):
            if not tab.open:
                continue
            with tab:
                if title == "All tests":
                    self._tests()
                elif title == "All intervals":
                    self._intervals()
                elif title == "Formula":
                    cards.formula(verdict)
                elif title == "Assumptions":
                    cards.checks(verdict)
                else:
                    st.code(verdict.paragraph(self.question.alpha), language=None, wrap_lines=True)

    def _verdict(self) -> Verdict:
        keys = list(self.verdicts)
        key = st.selectbox(
            "Test",
            keys,
            format_func=lambda key: f"{TESTS[key].title}{' (advised)' if key == self.advice.advised else ''}",
            key=f"{self.name}_test",
        )
        verdict = self.verdicts[key]
        st.caption(plain(self.advice.because if key == self.advice.advised else self.advice.reason(key)))
        cards.verdict_words(verdict, self.question.alpha)
        cards.verdict_numbers(verdict, self.question.alpha, self.scale, self.quantity)
        left, right = st.columns(2, gap="medium")
        with left:
            st.markdown("**If only luck were at work**")
            cards.null_figure(verdict, self.question.alpha, f"{self.name}_null")
        with right:
            st.markdown(f"**Intervals of {plain(self.quantity)}**")
            if self.estimates:
                cards.figure(self.forest(), f"{self.name}_forest", f"{self.name}_intervals")
        cards.doubts(verdict)
        return verdict

    def forest(self) -> Drawing:
        """All intervals below one another."""
        rows = [
            ForestRow(short_interval(INTERVALS[item.key].title), item.interval(self.question), item.at)
            for item in self.estimates
        ]
        return interval_forest(rows, self.scale, zero=self.zero, dark=cards.is_dark())

    def _tests(self) -> None:
        reading = read(list(self.verdicts.values()), self.question.alpha, self.facts)
        st.markdown(f"**{plain(reading.sentence)}**")
        cards.table(
            side_by_side.table(self.verdicts, self.advice, self.question, self.scale),
            f"{self.name}_tests",
            f"{self.name}_tests",
            height="content",
            column_order=side_by_side.SHOWN,
            column_config=side_by_side.columns(self.question, self.quantity),
        )
        side_by_side.show_reasons(reading)
        side_by_side.reasons(self.advice, {}, f"{self.name}_reasons")

    def _intervals(self) -> None:
        rows = []
        for item in self.estimates:
            entry, found = INTERVALS[item.key], item.interval(self.question)
            rows.append(
                {
                    "interval": entry.title,
                    "low": found.low,
                    "high": found.high,
                    "width": found.width,
                    "level": found.level,
                    "condition": found.caution or entry.condition,
                }
            )
        number = st.column_config.NumberColumn
        cards.table(
            pd.DataFrame(rows),
            f"{self.name}_intervals",
            f"{self.name}_intervals",
            height="content",
            column_order=("interval", "low", "high", "width", "condition"),
            column_config={
                "interval": st.column_config.TextColumn("Interval", width=260),
                "low": number(f"{100 * (1 - self.question.alpha):.4g} % from", format="%.4f", width=85),
                "high": number("to", format="%.4f", width=75),
                "width": number("Width", format="%.4f", width=75),
                "condition": st.column_config.TextColumn("Condition or caution", width=320),
            },
        )
        for item in self.estimates:
            entry = INTERVALS[item.key]
            with st.container(border=True):
                st.markdown(f"**{plain(entry.title)}**")
                for line in item.steps(self.question):
                    st.latex(line)
                st.caption(plain(f"{entry.reference}. Condition: {entry.condition}."))


def short_interval(title: str) -> str:
    """An interval's title for the margin of a picture."""
    inner = title.partition("(")[2].rstrip(")")
    if inner and not title.startswith(("Normal", "AUC")):
        return inner[:1].upper() + inner[1:]
    brief = title.replace(" interval", "").replace("Difference of two error rates, ", "")
    return brief[:1].upper() + brief[1:]
