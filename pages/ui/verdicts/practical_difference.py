"""Does the difference matter? Effect, equivalence, and what may be believed."""

from collections.abc import Mapping

import streamlit as st

from core.errors import InputError
from core.figures import Drawing, Style, difference_scale, posterior_figure, rope_curves, style_of
from core.inference import TESTS, Advice, Evidence, StudentPosterior, Verdict, believe
from core.inference.interpretation.effect_sizes import effects
from core.inference.interpretation.practical_difference import rope_curve, three_way
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.verdicts import verdict_card
from pages.ui.verdicts.pair import PairQuestion

DECISIONS = {
    "different": "the whole interval lies beyond what does not matter: **practically different**",
    "equivalent": "the whole interval lies within what does not matter: **practically equivalent**",
    "undecided": "the interval lies on both sides of a border: **undecided**",
}


def show(evidence: Evidence, verdicts: Mapping[str, Verdict], advice: Advice, question: PairQuestion) -> None:
    """Effect sizes, the equivalence test, the posterior and its curves."""
    _effects(verdicts.get(advice.advised or "", next(iter(verdicts.values()))))
    _equivalence(evidence, verdicts, advice, question)
    _belief(evidence, advice, question)


def _effects(verdict: Verdict) -> None:
    found = effects(verdict)
    st.markdown("**Size of the effect**")
    if not found:
        st.caption("This test has no effect size beside its estimate.")
        return
    for column, effect in zip(st.columns(len(found)), found, strict=True):
        column.metric(effect.title, effect.value, help=plain(effect.meaning), border=True)


def _equivalence(
    evidence: Evidence, verdicts: Mapping[str, Verdict], advice: Advice, question: PairQuestion
) -> None:
    st.markdown("**Equivalence: two one-sided tests**")
    verdict = next((found for found in verdicts.values() if found.entry.shows_equivalence), None)
    scale = difference_scale(evidence.scores, question.first, question.second)
    if verdict is None:
        st.info(plain(f"Not offered here. {advice.reason('equivalence')}"), icon=":material/block:")
        return
    verdict_card.verdict_words(verdict, question.alpha)
    interval = verdict.confidence_interval(1 - 2 * question.alpha)
    decision = DECISIONS[three_way(interval, question.rope)]
    level = f"{100 * (1 - 2 * question.alpha):.4g}"
    st.markdown(
        f"The {level} % interval of the difference is {plain(scale.text(interval.low))} to "
        f"{plain(scale.text(interval.high))}, the region ±{plain(scale.text(question.rope).lstrip('+'))}: {decision}."
    )
    st.caption(
        "Here H0 is the reverse: that the learners differ by the ROPE or more. A test that fails to reject “no "
        "difference” shows no equivalence; this one can."
    )


def _belief(evidence: Evidence, advice: Advice, question: PairQuestion) -> None:
    st.markdown(f"**{plain(TESTS['bayesian_t'].title)}**")
    refusal = dict(advice.refused).get("bayesian_t")
    if refusal is not None:
        st.info(plain(f"Not offered here. {refusal}"), icon=":material/block:")
        return
    try:
        posterior = believe(evidence, question.first, question.second, rope=question.rope)
    except InputError as error:
        elements.refuse(error)
        return
    st.markdown(plain(posterior.sentence()))
    if posterior.p_rope is None:
        return
    styles = style_of(evidence.learners)
    left, right = st.columns(2, gap="medium")
    with left:
        elements.figure(density(evidence, posterior, question, styles), "posterior", "posterior")
    with right:
        elements.figure(curves(evidence, posterior, question, styles), "rope_curves", "rope_curves")
    if "bayesian_t" in dict(advice.caution):
        st.caption(f":material/warning: {plain(advice.reason('bayesian_t'))}")
    st.caption(
        "Left: what may be believed of the mean difference. Right: how the three probabilities move with the width "
        "of the region, so that the answer need not rest on one choice of it; the dashed line is the current one."
    )


def density(
    evidence: Evidence, posterior: StudentPosterior, question: PairQuestion, styles: Mapping[str, Style]
) -> Drawing:
    """The posterior, coloured by who would be better."""
    x, y = posterior.curve()
    lower = posterior.naming.lower_is_better is not False
    names = (question.first, question.second) if lower else (question.second, question.first)
    return posterior_figure(
        x,
        y,
        rope=posterior.rope,
        probabilities=(posterior.p_left or 0.0, posterior.p_rope or 0.0, posterior.p_right or 0.0),
        names=names,
        scale=difference_scale(evidence.scores, question.first, question.second),
        styles=styles,
        dark=elements.is_dark(),
    )


def curves(
    evidence: Evidence, posterior: StudentPosterior, question: PairQuestion, styles: Mapping[str, Style]
) -> Drawing:
    """The three probabilities against the width of the region."""
    percent = evidence.scores.measure == "error"
    return rope_curves(
        rope_curve(posterior),
        (question.first, question.second),
        f"Half-width of the region{' (percentage points)' if percent else ''}",
        percent=percent,
        marked=posterior.rope,
        styles=styles,
        dark=elements.is_dark(),
    )
