"""Learners at crossed levels: which factors matter, how they interact, which cell is best."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import combinations
from typing import Any

import streamlit as st

from core.errors import InputError
from core.figures import difference_scale, factor_heatmap, interaction_plot, main_effects, scale_of
from core.inference import (
    AgainstBest,
    Evidence,
    FactorialAnalysis,
    RankComparison,
    against_best,
    analyse_factors,
)
from core.inference.comparing.other_family import best_beside
from core.records import Factors, factors_in
from core.tables.factors import NOT_PARALLEL, about_effects, about_means, best_table, effects_table, without
from core.tables.latex import to_latex
from pages.ui.display import charts, elements, tables
from pages.ui.display.text import plain, told
from pages.ui.session import cache, links, state

TAB = "Factors"
PAIR = "factors_pair"


def tabs(
    evidence: Evidence, titles: Sequence[str], key: str, alpha: float, above: RankComparison | None = None
) -> Sequence[Any]:
    """The tabs of a page, with that of factors where learners are cells, before them if most are; gives the others.

    Parameters
    ----------
    evidence : Evidence
    titles : sequence of str
    key : str
    alpha : float
    above : RankComparison, optional
        What the verdict on all learners is taken from, where it is not from the same test as here.
    """
    found = factors_in(evidence.learners)
    if found is None:
        return elements.tabs(titles, key)
    is_first = 2 * len(found.cells) > len(evidence.learners)
    made = elements.tabs([TAB, *titles] if is_first else [*titles, TAB], key)
    of_factors, others = (made[0], made[1:]) if is_first else (made[-1], made[:-1])
    if of_factors.open:
        with of_factors:
            show(evidence, found, alpha, above)
    return others


def show(evidence: Evidence, factors: Factors, alpha: float, above: RankComparison | None) -> None:
    """The best cell, the pictures, the analysis of variance."""
    if outside := without(evidence.learners, factors):
        st.caption(outside)
    best = cache.kept("best", evidence.fingerprint, lambda: against_best(evidence, factors.learners))
    _best(best, evidence, alpha, above)
    try:
        analysis = _analysis(evidence, factors)
    except InputError as error:
        st.info(told(error), icon=":material/block:")
        return
    if best.none_is_worse(alpha) and (words := analysis.although_no_cell(alpha)):
        st.caption(f":material/info: {plain(words)}")
    _pictures(analysis, evidence)
    _effects(analysis, evidence)


def judged(evidence: Evidence) -> bool:
    """Whether learners are cells of which there is an analysis of variance."""
    factors = factors_in(evidence.learners)
    if factors is None:
        return False
    with suppress(InputError):
        _analysis(evidence, factors)
        return True
    return False


def _analysis(evidence: Evidence, factors: Factors) -> FactorialAnalysis:
    return cache.kept("factors", evidence.fingerprint, lambda: analyse_factors(evidence, factors))


def _best(found: AgainstBest, evidence: Evidence, alpha: float, above: RankComparison | None) -> None:
    st.markdown(f"**{plain(found.sentence(alpha))}**")
    beside = "" if above is None else best_beside(found, above)
    if words := " ".join(filter(None, (found.method, beside))):
        st.caption(plain(words))
    st.caption(plain(found.selection(alpha)))
    scores = evidence.scores
    table = best_table(found, scale_of(scores), difference_scale(scores, "learner", "best"), alpha)
    with st.expander("Every cell against the best", icon=":material/trophy:"):
        tables.table(table, "best", "against_the_best", wraps=True, whole="reason" in table.columns)


def _pictures(analysis: FactorialAnalysis, evidence: Evidence) -> None:
    scale, dark = scale_of(evidence.scores), elements.is_dark()
    st.markdown("**Main effects**")
    charts.figure(main_effects(analysis, scale, dark=dark), "main_effects", "main_effects")
    pairs = list(combinations(analysis.names, 2))
    st.caption(about_means(analysis))
    if not pairs:
        return
    named = {
        pair: f"{pair[0]}, by {pair[1]}" for pair in [*pairs, *((second, first) for first, second in pairs)]
    }
    state.keep_valid(PAIR, list(named))
    along, other = st.selectbox(
        links.titled(PAIR, "Two factors together", words=named),
        list(named),
        format_func=named.__getitem__,
        key=PAIR,
        bind="query-params",
        width=320,
    )
    left, right = st.columns(2, gap="large")
    with left:
        charts.figure(
            interaction_plot(analysis, along, other, scale, dark=dark), "interaction", "interaction"
        )
        st.caption(NOT_PARALLEL)
    with right:
        charts.figure(
            factor_heatmap(analysis, along, other, scale, dark=dark), "factor_heatmap", "mean_scores"
        )
        st.caption("The best mean is framed; where several are equal, all of them.")


def _effects(analysis: FactorialAnalysis, evidence: Evidence) -> None:
    st.markdown("**Analysis of variance**")
    table = effects_table(analysis, difference_scale(evidence.scores, "mean", "expected"))
    tables.table(table, "effects", "analysis_of_variance", pinned="effect", height="content", wraps=True)
    tables.download(
        "Download analysis of variance (LaTeX)",
        lambda: to_latex(table),
        "analysis_of_variance.tex",
        "text/x-tex",
        key="effects_latex",
    )
    st.caption(about_effects(analysis))
