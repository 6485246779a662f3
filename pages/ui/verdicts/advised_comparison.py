"""Two learners compared in brief: the pair, the verdict of the advised test, the differences, what moves with α."""

import streamlit as st

from core.errors import InputError
from core.inference import Advice, Evidence, applicable_tests
from core.inference.comparing.pair_question import PairQuestion
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.verdicts import pair, verdict_card
from pages.ui.verdicts.family import among_all_pairs, said_among
from pages.ui.verdicts.hero import Hero


@st.fragment
def show(evidence: Evidence, *, trained_here: bool) -> None:
    """Compare two of the learners; a fragment, so that α moves nothing else."""
    st.subheader("Compare two learners")
    first, second = pair.pickers(evidence.learners)
    try:
        advice = applicable_tests(evidence, first, second)
        if advice.advised is None:
            st.info(plain(advice.because), icon=":material/block:")
            if not trained_here:
                verdict_card.lead_to_data()
        else:
            _judge(evidence, (first, second), advice.advised, advice)
    except InputError as error:
        elements.refuse(error)
    st.page_link(
        "pages/two-learners.py",
        label="Every test side by side, formula, equivalence, stability",
        icon=":material/balance:",
    )


def _judge(evidence: Evidence, names: tuple[str, str], key: str, advice: Advice) -> None:
    left, right = st.columns(2, gap="large")
    with right:
        drawn_here = st.container()
        alpha = elements.alpha_slider(bound=False)
    verdict = PairQuestion(*names, alpha).verdict(evidence, key)
    pairs = among_all_pairs(evidence)
    hero = Hero(verdict, alpha, adjusted=None if pairs is None else pairs.adjusted_of(*names))
    with left:
        hero.words(advice.named(key))
        if pairs is not None:
            said_among(evidence, pairs, *names)
        verdict_card.why_this_test(advice, key)
        hero.null()
    with drawn_here:
        hero.differences(evidence.scores, *names)
    hero.follow()
    verdict_card.doubts(verdict)
