"""Does the difference matter? Effect, equivalence, and what may be believed."""

from collections.abc import Mapping
from dataclasses import replace
from html import escape

import streamlit as st

from core.errors import InputError
from core.figures import Drawing, Style, difference_scale, posterior_figure, rope_curves, style_of
from core.inference import TESTS, Advice, Evidence, StudentPosterior, Verdict, believe
from core.inference.comparing.pair_question import PairQuestion
from core.inference.interpretation.brief import brief
from core.inference.interpretation.effect_sizes import effects
from core.inference.interpretation.practical_difference import (
    equivalence_sentence,
    rope_curve,
    three_way,
    without_spread,
)
from core.measures import told_in_percent
from core.written import in_percent
from pages.ui.display import elements
from pages.ui.display.text import plain, unbroken
from pages.ui.verdicts import pair, verdict_card
from pages.ui.verdicts.hero import Hero

DECISIONS = {
    "different": "",  # the sentence of the test says it
    "equivalent": ": the whole interval lies within what does not matter: practically equivalent",
    "undecided": ": the interval lies on both sides of a border: undecided",
}

EQUIVALENCE, BELIEF = "equivalence_words", "belief_words"


def show(
    evidence: Evidence,
    verdicts: Mapping[str, Verdict],
    advice: Advice,
    question: PairQuestion,
    *,
    hero: Hero,
) -> None:
    """Effect sizes, the equivalence test, the posterior and its curves.

    Parameters
    ----------
    evidence, verdicts, advice, question
        Of the two learners.
    hero : Hero
        Lets what is shown here follow the slider of what does not matter.
    """
    verdict = _of_difference(verdicts, advice)
    _effects(verdict)
    if identical := without_spread(verdict):
        st.info(plain(identical), icon=":material/equal:")
        return
    if pair.BELIEVED_OVER_DATASETS in advice.believing:
        _over_datasets(evidence, question)
        return
    _equivalence(evidence, verdicts, advice, question, hero)
    _belief(evidence, advice, question, hero)


def _effects(verdict: Verdict) -> None:
    found = effects(verdict)
    st.markdown("**Size of the effect**")
    if not found:
        st.caption("This test has no effect size beside its estimate.")
        return
    for column, effect in zip(st.columns(len(found)), found, strict=True):
        column.metric(
            plain(effect.title), effect.value, help=plain(effect.meaning), border=True, height="stretch"
        )


def _over_datasets(evidence: Evidence, question: PairQuestion) -> None:
    """Where the region of what does not matter is judged, which on data sets no test of equivalence does."""
    st.markdown("**What may be believed**")
    if question.rope is None:
        st.info(f"It is not worked out. {pair.NO_REGION}", icon=":material/block:")
        return
    st.info(
        "No test of equivalence fits independent data sets. How probable it is that either learner is practically "
        "better, or that the two are equivalent, stands on Many data sets.",
        icon=":material/block:",
    )
    st.page_link(
        "pages/many-datasets.py",
        label=plain(TESTS[pair.BELIEVED_OVER_DATASETS].title),
        icon=":material/dataset:",
        query_params={"ranks_details": "Two of them"} if len(evidence.learners) > 2 else None,
    )


def _of_difference(verdicts: Mapping[str, Verdict], advice: Advice) -> Verdict:
    return verdicts.get(advice.advised or "", next(iter(verdicts.values())))


def _equivalence(
    evidence: Evidence, verdicts: Mapping[str, Verdict], advice: Advice, question: PairQuestion, hero: Hero
) -> None:
    st.markdown("**Equivalence: two one-sided tests**")
    key = next((key for key, found in verdicts.items() if found.entry.shows_equivalence), None)
    scale = difference_scale(evidence.scores, question.first, question.second)
    if key is None or question.rope is None:
        st.info(plain(f"Not offered here. {advice.reason('equivalence')}"), icon=":material/block:")
        return

    headline = _of_difference(verdicts, advice) if hero.verdict.entry.shows_equivalence else hero.verdict

    def texts(rope: float) -> list[str]:
        verdict = replace(question, rope=rope).verdict(evidence, key, advice)
        interval = verdict.confidence_interval(1 - 2 * question.alpha)
        decision = (
            f"The {in_percent(1 - 2 * question.alpha)} interval of the difference is "
            f"{scale.between(interval.low, interval.high, ' to ')}, the region "
            f"±{verdict.amount(rope)}{DECISIONS[three_way(interval, rope)]}."
            if verdict.undefined is None
            else ""
        )
        mark = brief(verdict, question.alpha).mark
        return [mark, unbroken(equivalence_sentence(verdict, headline, question.alpha)), unbroken(decision)]

    mark, sentence, decision = map(escape, hero.said(EQUIVALENCE, texts, question.rope))
    with st.container(key=EQUIVALENCE):
        st.html(
            f"<p><span data-live aria-hidden='true'>{mark}</span> <span data-live>{sentence}</span></p>"
            f"<p data-live>{decision}</p>"
        )
    verdict_card.doubts(verdicts[key], question.alpha)
    st.caption(
        "Here H0 is the reverse: that the difference matters. A test that fails to reject "
        "“no difference” shows no equivalence; this one can."
    )


def _belief(evidence: Evidence, advice: Advice, question: PairQuestion, hero: Hero) -> None:
    st.markdown(f"**{plain(TESTS['bayesian_t'].title)}**")
    refusal = dict(advice.refused).get("bayesian_t")
    if refusal is not None or question.rope is None:
        st.info(plain(f"Not offered here. {refusal}"), icon=":material/block:")
        return
    try:
        posterior = believe(evidence, question.first, question.second, rope=question.rope)
    except InputError as error:
        elements.refuse(error)
        return

    def texts(rope: float) -> list[str]:
        return [unbroken(posterior.with_rope(rope).probabilities)]

    (sentence,) = hero.said(BELIEF, texts, question.rope)
    with st.container(key=BELIEF):
        st.html(f"<p data-live>{escape(sentence)}</p>")
    if posterior.p_rope is None:
        return
    styles = style_of(evidence.learners)
    left, right = st.columns(2, gap="medium")
    with left:
        hero.pictured(
            "posterior",
            lambda rope: density(evidence, posterior.with_rope(rope), question, styles),
            question.rope,
        )
    with right:
        hero.pictured(
            "rope_curves",
            lambda rope: curves(evidence, posterior.with_rope(rope), question, styles),
            question.rope,
        )
    if "bayesian_t" in dict(advice.caution):
        st.caption(f":material/warning: {plain(advice.reason('bayesian_t'))}")
    st.caption(
        "First: what may be believed of the mean difference. Then: how the three probabilities move with the width "
        "of the region, so that the answer need not rest on one choice of it; the upright dashed line is the current "
        "one."
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
        names=names,
        scale=difference_scale(evidence.scores, question.first, question.second),
        styles=styles,
        dark=elements.is_dark(),
    )


def curves(
    evidence: Evidence, posterior: StudentPosterior, question: PairQuestion, styles: Mapping[str, Style]
) -> Drawing:
    """The three probabilities against the width of the region."""
    percent = told_in_percent(evidence.scores.measure)
    return rope_curves(
        rope_curve(posterior),
        (question.first, question.second),
        f"Half-width of the region{' (percentage points)' if percent else ''}",
        percent=percent,
        marked=posterior.rope,
        second_first=posterior.naming.lower_is_better is False,
        styles=styles,
        dark=elements.is_dark(),
    )
