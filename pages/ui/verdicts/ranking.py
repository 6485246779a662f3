"""What is asked of learners over data sets: the same on every page."""

import streamlit as st

from core.inference import (
    PAIR_TESTS,
    Evidence,
    RankComparison,
    fitting_adjustments,
)
from core.inference.comparing.ranks import rank_adjustment
from pages.ui.display import elements
from pages.ui.session import links, state
from pages.ui.verdicts.family import ranked

NO_CONTROL = "all pairs"


def choices(evidence: Evidence) -> tuple[RankComparison, float]:
    """Let the visitor choose what is compared, by what, and how p is adjusted; all of it stands in the address."""
    alpha = elements.alpha_slider(bound=False)
    left, right = elements.boxes(2, "family")
    options = [NO_CONTROL, *evidence.learners]
    compared = {name: name if name == NO_CONTROL else f"with {name}" for name in options}
    state.carry(state.CONTROL, compared)
    state.keep_valid(state.CONTROL, options)
    against = left.selectbox(
        links.titled(state.CONTROL, "Compare", words=compared),
        options,
        format_func=compared.__getitem__,
        key=state.CONTROL,
        bind="query-params",
        help="All pairs, or every learner with one control, which is a smaller family.",
    )
    control = None if against == NO_CONTROL else against
    state.keep(state.CONTROL, against)
    tests = {key: entry.title for key, entry in PAIR_TESTS.items()}
    state.carry(state.PAIR_TEST, tests)
    pair_test = st.selectbox(
        links.titled(state.PAIR_TEST, "Judge pairs by", words=tests),
        list(tests),
        format_func=tests.__getitem__,
        key=state.PAIR_TEST,
        bind="query-params",
        help="\n\n".join(f"{entry.title}: {entry.summary}" for entry in PAIR_TESTS.values()),
    )
    state.keep(state.PAIR_TEST, pair_test)
    fitting = fitting_adjustments(len(evidence.learners), PAIR_TESTS[pair_test], control)
    entries = [rank_adjustment(key, control) for key in fitting]
    titles = {entry.key: entry.title for entry in entries}
    state.carry(state.RANK_ADJUSTMENT, titles)
    state.keep_valid(state.RANK_ADJUSTMENT, fitting)
    adjustment = right.selectbox(
        links.titled(state.RANK_ADJUSTMENT, "Adjust p by", words=titles),
        fitting,
        format_func=titles.__getitem__,
        key=state.RANK_ADJUSTMENT,
        bind="query-params",
        help="\n\n".join(f"{entry.title}: {entry.summary}" for entry in entries),
    )
    state.keep(state.RANK_ADJUSTMENT, adjustment)
    return ranked(evidence, control, pair_test, adjustment), alpha
