"""Two learners over many data sets: Wilcoxon's and the sign test beside each other, and what may be believed."""

import streamlit as st

from core.errors import InputError
from core.figures import difference_scale, simplex_figure, style_of
from core.inference import Evidence, applicable_tests, believe_over_datasets
from core.tables.verdicts import verdicts_table
from core.written import counted
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.verdicts import pair, verdict_card
from pages.ui.verdicts.side_by_side import WIDTHS


@st.fragment
def show(evidence: Evidence, alpha: float) -> None:
    """Compare two of the learners on the data sets, whoever else is there."""
    first, second = pair.pickers(evidence.learners)
    try:
        advice = applicable_tests(evidence, first, second)
        question = pair.PairQuestion(first, second, alpha)
        verdicts, _ = pair.verdicts(evidence, question, advice)
        if advice.advised in verdicts:
            verdict_card.verdict_words(verdicts[advice.advised], alpha)
        others = len(evidence.learners) * (len(evidence.learners) - 1) // 2 - 1
        if others:
            st.caption(
                f"As if these two alone had been compared: p is not adjusted for the {counted(others, 'other pairs')}. "
                "It counts only if the two were singled out beforehand; else the adjusted verdict above does."
            )
        scale = difference_scale(evidence.scores, first, second)
        table = verdicts_table(verdicts, advice, alpha, scale=scale, measure=evidence.scores.measure)
        elements.table(table, "two_over_datasets", "two_learners", widths=WIDTHS, height="content")
        _belief(evidence, first, second)
    except InputError as error:
        elements.refuse(error)
    st.page_link(
        "pages/two-learners.py",
        label="Formula, assumptions, null distribution of these two",
        icon=":material/balance:",
    )


def _belief(evidence: Evidence, first: str, second: str) -> None:
    st.markdown("**Bayesian signed-rank test**")
    posterior = believe_over_datasets(evidence, first, second, rope=pair.rope_slider(evidence).ask())
    lower = posterior.naming.lower_is_better is not False
    names = (first, second) if lower else (second, first)
    drawing = simplex_figure(
        posterior.draws, names, styles=style_of(evidence.learners), dark=elements.is_dark()
    )
    left, right = st.columns(2, gap="large", vertical_alignment="center")
    with left:
        elements.figure(drawing, "simplex", "posterior_of_regions")
    with right:
        st.markdown(plain(posterior.sentence()))
        st.caption(
            "Each point is a draw from the posterior: the nearer to a corner, the more probable it is that the learner "
            "named there is practically better on a further data set, or that the two are equivalent."
        )
