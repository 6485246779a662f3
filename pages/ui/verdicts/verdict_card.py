"""The verdict card: words, numbers, the statistic on its null, formula, assumptions."""

import streamlit as st

from core.figures import Scale, difference_plot, difference_scale, null_distribution
from core.inference import Verdict
from core.inference.interpretation.effect_sizes import difference_interval, speaks_of
from core.records import FoldScores
from core.written import number, p_text
from pages.ui.display.elements import figure, is_dark, method_link
from pages.ui.display.text import plain
from pages.ui.verdicts.pair import PairQuestion


def verdict_words(verdict: Verdict, alpha: float) -> None:
    """The verdict in words, with a mark for what it says."""
    sentence = plain(verdict.sentence(alpha))
    if verdict.p_value is None:
        st.warning(sentence, icon=":material/block:")
    elif verdict.rejects(alpha):
        st.success(sentence, icon=":material/check_circle:")
    else:
        st.info(sentence, icon=":material/balance:")


def verdict_numbers(verdict: Verdict, alpha: float, scale: Scale, quantity: str = "A − B") -> None:
    """Statistic, p-value, critical value, estimate and interval, side by side."""
    columns = st.columns(4)
    columns[0].metric(f"Statistic {verdict.entry.letter}", number(verdict.statistic), border=True)
    columns[1].metric("p-value", p_text(verdict.p_value), border=True)
    columns[2].metric(
        f"Critical at α = {alpha:g}", _critical_text(verdict.critical_values(alpha)), border=True
    )
    columns[3].metric(
        f"Estimate of {quantity}" if len(quantity) < 16 else "Estimate",
        scale.text(verdict.estimate),
        border=True,
    )


def _critical_text(values: tuple[float, ...]) -> str:
    if len(values) == 2 and values[0] == -values[1]:
        return f"±{number(values[1])}"
    return ", ".join(number(value) for value in values) or "none"


def null_figure(verdict: Verdict, alpha: float, key: str) -> None:
    """The statistic on its null distribution, the rejection region shaded."""
    null = verdict.null
    x, density = null.curve()
    regions = [(float(values[0]), float(values[-1])) for values, _ in verdict.region(alpha) if len(values)]
    drawing = null_distribution(
        x,
        density,
        verdict.statistic,
        critical_values=verdict.critical_values(alpha),
        regions=regions,
        title=null_title(verdict.entry.letter, null.title),
        discrete=null.discrete,
        dark=is_dark(),
    )
    figure(drawing, key, "null_distribution")


def null_title(letter: str, title: str) -> str:
    """Name of the statistic and of its distribution."""
    return title if title.startswith(f"{letter} ") else f"{letter}: {title}"


def verdict_card(verdict: Verdict, scores: FoldScores, question: PairQuestion) -> None:
    """The verdict on two columns of fold scores: words, numbers, statistic on its null, differences with interval."""
    alpha, first, second, rope = question.alpha, question.first, question.second, question.rope

    verdict_words(verdict, alpha)
    told = speaks_of(verdict, scores.measure)
    scale = difference_scale(scores, first, second) if told else Scale("Difference", signed=True)
    verdict_numbers(verdict, alpha, scale)
    interval = difference_interval(verdict, 1 - alpha) if told else None
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown("**If only luck were at work**")
        null_figure(verdict, alpha, "null_figure")
    with right:
        interval_words = f", and the {100 * (1 - alpha):.4g} % interval of their mean" if interval else ""
        st.markdown(f"**Differences{interval_words}**")
        drawing = difference_plot(
            scores, first, second, interval=interval, rope=(-rope, rope), dark=is_dark()
        )
        figure(drawing, "differences", "fold_differences")
        if interval is not None and interval.caution:
            st.caption(f":material/warning: {plain(interval.caution)}")
    doubts(verdict)


def doubts(verdict: Verdict) -> None:
    """The assumptions that do not hold on this input."""
    for check in verdict.checks:
        if check.holds is False:
            st.warning(f"**{plain(check.title)}.** {plain(check.sentence)}", icon=":material/warning:")


def formula(verdict: Verdict) -> None:
    """Hypotheses, the formula, the same with the numbers of this input, and what to hold it against."""
    null_hypothesis, alternative = verdict.entry.hypotheses(verdict.alternative)
    st.latex(rf"{null_hypothesis} \qquad {alternative}")
    first, *steps = verdict.formula_steps()
    st.latex(first)
    for line in steps:
        st.latex(line)
    st.latex(rf"\text{{statistic}} \sim {verdict.null.latex} \quad\text{{if }}H_0\text{{ holds}}")
    st.caption(plain(f"{verdict.title}. {verdict.entry.citation}"))
    method_link("tests", verdict.key, "About this test")


def checks(verdict: Verdict) -> None:
    """Every assumption, numbered, with whether it holds here."""
    marks = {
        True: ":green-badge[holds]",
        False: ":orange-badge[does not hold]",
        None: ":gray-badge[cannot be told]",
    }
    for number_, check in enumerate(verdict.checks, 1):
        st.markdown(f"{number_}. **{plain(check.title)}** {marks[check.holds]}  \n{plain(check.sentence)}")
    for caution in verdict.entry.cautions:
        st.caption(f":material/info: {plain(caution)}")
