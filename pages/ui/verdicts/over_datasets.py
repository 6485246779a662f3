"""Two learners over many data sets: Wilcoxon's and the sign test beside each other, and what may be believed."""

import streamlit as st

from core.errors import InputError
from core.figures import difference_scale, simplex_figure, style_of
from core.inference import (
    Evidence,
    HierarchicalPosterior,
    RankComparison,
    RankPosterior,
    applicable_tests,
    believe_over_datasets,
    believe_over_folds,
)
from core.inference.comparing.other_family import in_the_family
from core.inference.comparing.pair_question import PairQuestion
from core.inference.interpretation.brief import brief
from core.tables.many_learners import over_datasets_table
from core.tables.verdicts import verdicts_table
from core.written import counted
from pages.ui.display import charts, elements, tables
from pages.ui.display.text import plain
from pages.ui.session import cache
from pages.ui.verdicts import advised_comparison, pair, verdict_card


@st.fragment
def show(evidence: Evidence, alpha: float, above: RankComparison) -> None:
    """Compare two of several learners on the data sets.

    Parameters
    ----------
    evidence : Evidence
    alpha : float
    above : RankComparison
        What the verdict on all learners is taken from, beside which this one stands.
    """
    first, second = pair.pickers(evidence)
    pair.say_whose(evidence.scores, first, second)
    question = PairQuestion(first, second, alpha, pair.ask_claim())
    try:
        advice = applicable_tests(evidence, first, second)
        verdicts, _ = pair.verdicts(evidence, question, advice)
        adjusted = above.adjusted_of(first, second)
        if advice.advised in verdicts:
            verdict_card.verdict_words(verdicts[advice.advised], alpha, adjusted)
            st.caption(plain(brief(verdicts[advice.advised], alpha).interval))
            verdict_card.doubts(verdicts[advice.advised], alpha)
        others, otherwise = "", ""
        if adjusted is not None:
            others = f" for the {counted(len(above.pairs) - 1, 'other pairs')}"
            otherwise = "; else the adjusted verdict above does"
        st.caption(
            f"As if these two alone had been compared: p is not adjusted{others}. "
            f"It counts only if the two were chosen before looking{otherwise}. "
            f"{plain(in_the_family(above, first, second, alpha))}"
        )
        _tests(evidence, question)
        _belief(evidence, first, second)
    except InputError as error:
        elements.refuse(error)
    st.page_link(
        "pages/two-learners.py",
        label="Formula, assumptions, null distribution of these two",
        icon=":material/balance:",
    )


@st.fragment
def show_both(evidence: Evidence) -> None:
    """Compare the only two learners on the data sets, the verdict first."""
    first, second = pair.pickers(evidence)
    hero = advised_comparison.verdict(evidence, first, second, trained_here=False)
    st.caption(
        "There are two learners, and their mean ranks only count wins: the tests of two learners serve."
    )
    if hero is None:
        return
    try:
        _tests(evidence, PairQuestion(first, second, hero.alpha, hero.verdict.alternative))
        advised_comparison.pictures(hero, evidence, first, second)
        table = over_datasets_table(evidence.scores, first, second)
        tables.table(table, "every_dataset", "scores_of_every_data_set", wraps=True)
        _belief(evidence, first, second)
    except InputError as error:
        elements.refuse(error)
    hero.follow()


def _tests(evidence: Evidence, question: PairQuestion) -> None:
    """The tests of two learners beside each other."""
    advice = applicable_tests(evidence, *question.learners)
    verdicts, _ = pair.verdicts(evidence, question, advice)
    scale = difference_scale(evidence.scores, question.first, question.second)
    table = verdicts_table(verdicts, advice, question.alpha, scale=scale, measure=evidence.scores.measure)
    tables.table(table, "two_over_datasets", "two_learners", height="content", wraps=True, whole=True)


def _belief(evidence: Evidence, first: str, second: str) -> None:
    """What may be believed by the ranks of the data sets, and by their folds where each has several."""
    if not pair.has_region(evidence):
        st.info(f"What may be believed is not worked out. {pair.NO_REGION}", icon=":material/block:")
        return
    rope = pair.rope_slider(evidence).ask()
    st.markdown("**Bayesian signed-rank test**")
    _posterior(believe_over_datasets(evidence, first, second, rope=rope), evidence, "simplex")
    st.caption(
        "Each point is a draw from the posterior: the nearer to a corner, the more probable it is that the learner "
        "named there is practically better on a further data set, or that the two are equivalent."
    )
    valid = dict(applicable_tests(evidence, first, second).valid)
    if "bayesian_hierarchical" not in valid:
        return
    st.markdown("**Bayesian hierarchical model over data sets and folds**")
    key = (evidence.fingerprint, first, second, rope)
    found = cache.kept("hierarchical", key, lambda: believe_over_folds(evidence, first, second, rope=rope))
    if found.undefined is not None:
        st.info(plain(found.undefined), icon=":material/block:")
        return
    _posterior(found, evidence, "hierarchical")
    st.caption(
        "The folds tell how surely the difference on each data set is known, and the data sets how much it varies; "
        "drawn by a Gibbs sampler, good to about one percentage point (Corani et al. 2017)."
    )


def _posterior(posterior: RankPosterior | HierarchicalPosterior, evidence: Evidence, key: str) -> None:
    """The triangle, and the probabilities in words."""
    one, two = posterior.naming.first, posterior.naming.second
    lower = posterior.naming.lower_is_better is not False
    drawing = simplex_figure(
        posterior.draws,
        (one, two) if lower else (two, one),
        styles=style_of(evidence.learners),
        dark=elements.is_dark(),
    )
    left, right = st.columns(2, gap="large", vertical_alignment="center")
    with left:
        charts.figure(drawing, key, f"posterior_{key}")
    with right:
        st.markdown(plain(posterior.sentence()))
