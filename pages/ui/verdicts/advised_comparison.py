"""Two learners compared in brief: the pair, the verdict of the advised test, the differences, what moves with α."""

import streamlit as st

from core.errors import InputError
from core.figures import difference_plot, difference_scale
from core.inference import TESTS, Evidence, applicable_tests
from core.inference.interpretation.effect_sizes import difference_interval
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.verdicts import pair, verdict_card


@st.fragment
def show(evidence: Evidence) -> None:
    """Compare two of the learners; a fragment, so that α moves nothing else."""
    st.subheader("Compare two learners")
    left, right = st.columns([6, 4], gap="medium", vertical_alignment="bottom")
    with left:
        first, second = pair.pickers(evidence.learners)
    with right:
        alpha = elements.alpha_slider()
    try:
        advice = applicable_tests(evidence, first, second)
        if advice.advised is None:
            st.info(plain(advice.because), icon=":material/block:")
        else:
            _judge(evidence, pair.PairQuestion(first, second, alpha), advice.advised, advice.because)
    except InputError as error:
        elements.refuse(error)
    st.page_link(
        "pages/two-learners.py",
        label="Every test side by side, formula, equivalence, stability",
        icon=":material/balance:",
    )


def _judge(evidence: Evidence, question: pair.PairQuestion, key: str, because: str) -> None:
    verdict = question.verdict(evidence, key)
    verdict_card.verdict_words(verdict, question.alpha)
    st.caption(plain(f"{TESTS[key].title}, the advised test. {because}"))
    scores, first, second = evidence.scores, question.first, question.second
    verdict_card.verdict_numbers(verdict, question.alpha, difference_scale(scores, first, second))
    interval = difference_interval(verdict, 1 - question.alpha)
    left, right = st.columns(2, gap="medium")
    with left:
        drawing = difference_plot(scores, first, second, interval=interval, dark=elements.is_dark())
        elements.figure(drawing, "differences", "fold_differences")
    with right:
        verdict_card.null_figure(verdict, question.alpha, "null_figure")
    verdict_card.doubts(verdict)
