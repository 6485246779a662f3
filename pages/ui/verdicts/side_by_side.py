"""Every applicable test of one pair in one table, and why they disagree."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from core.figures import Drawing, ForestRow, Scale, difference_scale, interval_forest
from core.inference import TESTS, Advice, Evidence, Verdict
from core.inference.interpretation.disagreement import OTHER_QUESTIONS, Reading, read
from core.inference.interpretation.effect_sizes import difference_interval, speaks_of
from core.records import Interval
from pages.ui.display import elements
from pages.ui.display.text import number, plain
from pages.ui.verdicts.pair import PairQuestion

STATUS = {"advised": "★ advised", "valid": "✓ valid", "caution": "⚠ caution", "refused": "✕ refused"}


def status(key: str, advice: Advice) -> str:
    """Where the advice puts a test."""
    if key == advice.advised:
        return "advised"
    return "caution" if key in dict(advice.caution) else "valid"


def verdict_word(verdict: Verdict, alpha: float) -> str:
    """The verdict in a word or two for a cell."""
    if verdict.p_value is None:
        return "cannot judge"
    if verdict.key in OTHER_QUESTIONS:
        return "equivalent" if verdict.rejects(alpha) else "not shown equivalent"
    return "rejects H0" if verdict.rejects(alpha) else "does not reject"


def df_text(df: float | tuple[float, float] | None) -> str:
    """Degrees of freedom for a cell."""
    if df is None:
        return ""
    return ", ".join(f"{value:.4g}" for value in (df if isinstance(df, tuple) else (df,)))


UNITLESS = Scale("Difference", signed=True)
"""For tests that judge another quantity than the measure looked at."""


def table(
    verdicts: Mapping[str, Verdict], advice: Advice, question: PairQuestion, scale: Scale, measure: str
) -> pd.DataFrame:
    """One row per test, the advised one first; the columns from `p_value` on are for the download."""
    rows = []
    for key, verdict in verdicts.items():
        interval = own_interval(verdict, 1 - question.alpha)
        told = interval is not None and speaks_of(verdict, measure)
        df, statistic = df_text(verdict.df), verdict.statistic
        rows.append(
            {
                "test": verdict.title,
                "status": STATUS[status(key, advice)],
                "statistic": f"{verdict.entry.letter}{f'({df})' if df else ''} = {number(statistic)}",
                "p": elements.p_text(verdict.p_value),
                "verdict": verdict_word(verdict, question.alpha),
                "interval": interval_text(interval, scale if told else UNITLESS) if interval else "–",
                "p_value": verdict.p_value,
                "df": df,
                "value": statistic,
                "low": None if interval is None else interval.low,
                "high": None if interval is None else interval.high,
                "alternative": verdict.alternative,
            }
        )
    return pd.DataFrame(rows)


def own_interval(verdict: Verdict, level: float) -> Interval | None:
    """The interval of what the test estimates, in the unit of the scores."""
    if verdict.entry.speaks == "rate":
        return verdict.confidence_interval(level)
    return difference_interval(verdict, level)


SHOWN = ("test", "status", "statistic", "p", "verdict", "interval")


def interval_text(interval: Interval, scale: Scale) -> str:
    """An interval in a cell."""
    if not interval.low <= interval.high:
        return "empty"
    return f"{scale.text(interval.low)} … {scale.text(interval.high)}"


def forest(
    evidence: Evidence, verdicts: Mapping[str, Verdict], advice: Advice, question: PairQuestion
) -> Drawing:
    """The intervals of all tests that have one of the difference."""
    rows = []
    for key, verdict in verdicts.items():
        interval = difference_interval(verdict, 1 - question.alpha)
        if interval is not None and speaks_of(verdict, evidence.scores.measure):
            star = "★ " if key == advice.advised else ""
            rows.append(ForestRow(f"{star}{short_title(verdict.title)}", interval, verdict.estimate))
    scale = difference_scale(evidence.scores, question.first, question.second)
    return interval_forest(rows, scale, rope=(-question.rope, question.rope), dark=elements.is_dark())


def short_title(title: str) -> str:
    """A test's title for the margin of a picture."""
    brief = title.partition(":")[0].replace(" with its exact null distribution", ", exact null")
    for word in (" cv", " test", " over folds", " cross-validated", "K-fold ", " signed-rank", "Calibrated "):
        brief = brief.replace(word, "")
    return brief[:1].upper() + brief[1:]


def show(evidence: Evidence, verdicts: Mapping[str, Verdict], advice: Advice, question: PairQuestion) -> None:
    """The table, the reading of it, the intervals."""
    reading = read(list(verdicts.values()), question.alpha, evidence.facts)
    advised = TESTS[advice.advised].title if advice.advised else "none"
    scale = difference_scale(evidence.scores, question.first, question.second)
    st.markdown(
        f"**{plain(reading.sentence)}** The verdict is that of the advised one, named before looking: "
        f"{plain(advised)}. The tests of one pair answer one question, so they are not adjusted for their number."
    )
    elements.table(
        table(verdicts, advice, question, scale, evidence.scores.measure),
        "side_by_side",
        "tests_side_by_side",
        height="content",
        column_order=SHOWN,
        column_config=columns(question, "A − B"),
    )
    show_reasons(reading)
    st.markdown("**Their intervals**")
    elements.figure(forest(evidence, verdicts, advice, question), "all_intervals", "intervals")
    st.caption(
        "Each interval belongs to its test. Those of tests that ignore the overlap of training sets are too short. "
        "The grey band is the region of practical equivalence. For McNemar's family it is Tango's interval of the "
        "difference of the error rates; a test that judges another measure than the one looked at is left out."
    )


def columns(question: PairQuestion, quantity: str) -> dict[str, Any]:
    """How the table's columns are shown."""
    text = st.column_config.TextColumn
    return {
        "test": text("Test", width=250),
        "status": text("Status", width=85),
        "statistic": text("Statistic (df)", width=130),
        "p": text("p", width=65),
        "verdict": text(f"At α = {question.alpha:g}", width=120),
        "interval": text(f"{100 * (1 - question.alpha):.4g} % for {quantity}"[:26], width=160),
    }


def show_reasons(reading: Reading) -> None:
    """Why the tests disagree, one idea each."""
    if not reading.reasons:
        return
    st.markdown("**Why they disagree**")
    for reason in reading.reasons:
        head, _, rest = reason.partition(": ")
        words = f"**{plain(head)}.** {plain(rest[:1].upper() + rest[1:])}" if rest else plain(reason)
        st.markdown(f"- {words}")


def reasons(advice: Advice, refused: Mapping[str, str], key: str = "reasons") -> None:
    """Why each test is advised, cautioned against or refused."""
    rows = [
        {"test": TESTS[key].title, "status": STATUS[status(key, advice)], "reason": advice.reason(key)}
        for key in advice.applicable
        if key not in refused
    ]
    refusals = {**dict(advice.refused), **refused}
    rows += [
        {"test": TESTS[key].title, "status": STATUS["refused"], "reason": reason}
        for key, reason in refusals.items()
        if key in TESTS
    ]
    title = f"Why each test is here, and why {len(refusals)} are refused"
    with st.expander(title, icon=":material/rule:"):
        elements.table(
            pd.DataFrame(rows),
            key,
            "reasons",
            height="content",
            column_config={
                "test": st.column_config.TextColumn("Test", width=250),
                "status": st.column_config.TextColumn("Status", width=85),
                "reason": st.column_config.TextColumn("Reason", width=480),
            },
        )
