"""Two learners compared in brief: the pair, the verdict of the advised test, the differences, what moves with α."""

from typing import Any

import streamlit as st

from core.errors import InputError
from core.figures import difference_plot, difference_scale
from core.inference import TESTS, applicable_tests
from core.inference.interpretation.effect_sizes import difference_interval
from pages.ui import cards, pair
from pages.ui.text import plain


@st.fragment
def show(evidence: Any) -> None:
    """Compare two learners of an experiment; a fragment, so that α moves nothing else.

    Parameters
    ----------
    evidence : Experiment
        Anything with `learners`, `fold_scores` and `predictions`.
    """
    st.subheader("Compare two learners")
    left, right = st.columns([6, 4], gap="medium", vertical_alignment="bottom")
    with left:
        first, second = pair.pickers(evidence.learners)
    with right:
        alpha = cards.alpha_slider()
    try:
        advice = applicable_tests(evidence, first, second)
        if advice.advised is None:
            st.info(plain(advice.because), icon=":material/block:")
        else:
            _judge(evidence, pair.Question(first, second, alpha), advice.advised, advice.because)
    except InputError as error:
        cards.refuse(error)
    st.page_link(
        "pages/two-learners.py",
        label="Every test side by side, formula, equivalence, stability",
        icon=":material/balance:",
    )


def _judge(evidence: Any, question: pair.Question, key: str, because: str) -> None:
    verdict = question.verdict(evidence, key)
    cards.verdict_words(verdict, question.alpha)
    st.caption(plain(f"{TESTS[key].title}, the advised test. {because}"))
    scores, first, second = evidence.fold_scores, question.first, question.second
    cards.verdict_numbers(verdict, question.alpha, difference_scale(scores, first, second))
    interval = difference_interval(verdict, 1 - question.alpha)
    left, right = st.columns(2, gap="medium")
    with left:
        drawing = difference_plot(scores, first, second, interval=interval, dark=cards.is_dark())
        cards.figure(drawing, "differences", "fold_differences")
    with right:
        cards.null_figure(verdict, question.alpha, "null_figure")
    cards.doubts(verdict)
