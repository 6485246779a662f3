"""Two learners compared in brief: the verdict of the advised test first, and further down what it rests on."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import InputError, listing, without_arguments
from core.inference import Advice, Evidence, applicable_tests
from core.inference.interpretation.effect_sizes import told_scores
from pages.ui.display import elements
from pages.ui.verdicts import pair, verdict_card
from pages.ui.verdicts.family import among_all_pairs, said_among
from pages.ui.verdicts.hero import Hero, no_verdict


def verdict(evidence: Evidence, first: str, second: str, *, trained_here: bool) -> Hero | None:
    """What the advised test says of the two, α and the claim beside it; None where it says nothing."""
    hero = beside = None
    more = "Every test side by side, formula, equivalence, stability"
    try:
        advice = applicable_tests(evidence, first, second)
        if advice.advised is not None:
            left, beside = st.columns(2, gap="large")
            with left:
                hero = _judged(evidence, (first, second), advice, beside, trained_here=trained_here)
        else:
            more = "Every test side by side: why none is advised"
            no_verdict(without_arguments(advice.in_full))
            if not trained_here:
                verdict_card.lead_to_data(advice)
    except InputError as error:
        elements.refuse(_without_reason(error, evidence, (first, second)) if trained_here else error)
    (beside or st).page_link(
        "pages/two-learners.py",
        label=more,
        icon=":material/balance:",
    )
    return hero


def _without_reason(error: InputError, evidence: Evidence, names: tuple[str, str]) -> InputError:
    """A refusal without why a learner failed, which is told above of all learners that were trained here."""
    failed = [name for name in names if any(failure.learner == name for failure in evidence.failures)]
    if not failed:
        return error
    why = f"No test compares these two, since {listing(failed)} failed, as is told above."
    return InputError(why, hint=error.hint)


def _judged(
    evidence: Evidence, names: tuple[str, str], advice: Advice, beside: DeltaGenerator, *, trained_here: bool
) -> Hero | None:
    """The verdict of the advised test, or in its place why there is none, as on Two learners."""
    key = str(advice.advised)
    with beside:
        question = pair.ask_briefly(evidence, *names)
    try:
        found = question.verdict(evidence, key)
    except InputError as error:
        why = _without_reason(error, evidence, names) if trained_here else error
        no_verdict(without_arguments(why), advice.named(key, "is refused"))
        verdict_card.beside_guessing(evidence, *names)
        return None
    pairs = among_all_pairs(evidence)
    hero = Hero(found, question.alpha, adjusted=None if pairs is None else pairs.adjusted_of(*names))
    hero.words_by(advice)
    if pairs is not None:
        said_among(evidence, pairs, *names, found.alternative)
    verdict_card.beside_the_words(found, evidence, *names)
    with beside:
        pair.say_side(question, key, evidence.scores)
        verdict_card.why_this_test(advice, key)
        verdict_card.doubts(found, question.alpha)
    return hero


def what_it_rests_on(hero: Hero, evidence: Evidence, first: str, second: str) -> None:
    """The pictures below their heading; call last, since all of the page then follows α."""
    st.header("What the verdict rests on")
    pictures(hero, evidence, first, second)
    hero.follow()


def pictures(hero: Hero, evidence: Evidence, first: str, second: str) -> None:
    """The differences and the null distribution beside each other."""
    left, right = st.columns(2, gap="large")
    with left:
        st.markdown("**What was seen**")
        hero.differences(told_scores(hero.verdict, evidence), first, second)
    with right:
        st.markdown("**If only luck were at work**")
        hero.null()
