"""One learner and what it is held against: the value p0, the claim, and a standard deviation that is known."""

from dataclasses import replace
from math import inf

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.data.columns.measures import known as known_measure
from core.inference import Advice, Alternative, Evidence
from core.inference.comparing.learner_question import LearnerQuestion
from core.measures import guessing, has_rates, title_of, told_in_percent
from core.written import PERCENT, decimal, hundredfold, number
from pages.ui.display import elements, typed_numbers
from pages.ui.display.text import named, plain
from pages.ui.session import state
from pages.ui.verdicts.pair import claim, pick

RATE_CLAIMS: dict[Alternative, str] = {"two-sided": "≠ p0", "less": "< p0", "greater": "> p0"}
REFERENCE_CLAIMS: dict[Alternative, str] = {"two-sided": "≠", "less": "below", "greater": "above"}
"""Where the learner is said to be, as seen from p0 or the reference; short, so that three claims stand in one line."""


def pick_learner(place: DeltaGenerator, evidence: Evidence) -> str:
    """Let the visitor choose a learner, the same on every page that judges one."""
    state.carry(state.ONE)
    learner = pick(place, state.ONE, "Learner", evidence.learners, evidence)
    state.keep(state.ONE, learner)
    return learner


def reference_value(evidence: Evidence) -> float | None:
    """The value p0 that the learner is held against."""
    measure = evidence.scores.measure
    rates, percent = has_rates(evidence.scores), told_in_percent(measure)
    key = f"p0_{'percent_' if percent else ''}{measure}"
    guess = guessing(evidence.predictions, evidence.scores)
    known = None if guess is None else guess.score
    baseline = None if known is None else _typed(known, rates=rates)
    title = title_of(evidence.scores)
    least, known_of = elements.LEAST_RATE, known_measure(measure)
    state.carry(key)
    label = named(f"p0, {title} (%)" if percent else f"Reference {title}")
    hint = "Chosen before looking: what is required, what the present method does, what guessing gives."
    value: float | None
    if percent:
        value = elements.share_input(
            label, key, baseline, least, 1 - least, stem="p0", placeholder="type a rate", hint=hint
        )
    else:
        value = typed_numbers.bound_input(
            label,
            key,
            baseline,
            least if rates else 0.0 if known_of.from_zero else -inf,
            1 - least if rates else known_of.most,
            stem="p0",
            step=0.01 if rates else None,
            format="%.12g",
            placeholder="type a value",
            help=hint,
        )
    if value is None or value == baseline:  # which another data set has its own of
        state.forget_kept(key)
    else:
        state.keep(key, st.session_state[key])
    if guess is not None and baseline is not None:
        st.button(
            f"Use guessing: {f'{hundredfold(baseline)}{PERCENT}' if percent else number(baseline)}",
            key="use_guessing",
            type="tertiary",
            disabled=value == baseline,
            help=plain(f"The {title} of always saying {guess.said}, scored as the learners are."),
            on_click=lambda: st.session_state.update({key: decimal(100 * baseline) if percent else baseline}),
        )
    if value == baseline:  # what guessing gives, which the field only shows rounded
        return known
    return None if value is None else float(value)


def _typed(value: float, *, rates: bool) -> float:
    """What a field shows of a value: four decimals of a rate, four digits else, but all before the point."""
    if rates:
        return round(value, 4)
    return float(f"{value:.4g}" if abs(value) < 1e4 else f"{value:.0f}")


def ask(evidence: Evidence, question: LearnerQuestion, advice: Advice) -> LearnerQuestion:
    """Let the visitor move α and the claim."""
    lower = evidence.scores.lower_is_better
    sides: dict[str, Alternative] = {
        "better": "less" if lower else "greater",
        "worse": "greater" if lower else "less",
        "different": "two-sided",
    }
    percent = told_in_percent(evidence.scores.measure)
    signs, seen_from = (RATE_CLAIMS, "p0") if percent else (REFERENCE_CLAIMS, "the reference")
    alpha = elements.alpha_slider(bound=False)
    claims = {name: f"{name}: {signs[side]}" for name, side in sides.items()}
    state.carry(state.ONE_CLAIM, claims)
    claimed = claim(
        claims,
        state.ONE_CLAIM,
        "better",
        hint=f"The claim that one wants to support, as seen from {seen_from}. H0 says the opposite, and keeps it as "
        "long as luck could explain what was seen.",
    )
    state.keep(state.ONE_CLAIM, claimed)
    if advice.advised is None:
        elements.say_rests("α and the claim", "; intervals have level 1 − α")
    return replace(question, alpha=alpha, alternative=sides[claimed])


def standard_deviation(percent: bool) -> float | None:
    """σ of one score where it is known, in the unit in which the scores are told."""
    hint = "Known from elsewhere, not from these folds: then the z test and interval apply."
    if percent:
        title = "σ of one score (points), if known"
        return elements.share_input(
            title,
            "sigma_points",
            None,
            elements.LEAST_RATE,
            None,
            stem="sigma",
            placeholder="unknown",
            hint=hint,
        )
    return typed_numbers.bound_input(
        "σ of one score, if known",
        "sigma",
        None,
        1e-9,
        None,
        stem="sigma",
        format="%.4g",
        placeholder="unknown",
        help=hint,
    )
