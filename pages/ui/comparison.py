"""Two learners compared: the pair, the test, the verdict, and what moves with α."""

from typing import Any

import pandas as pd
import streamlit as st

from core.errors import InputError
from core.figures import difference_plot, difference_scale
from core.inference import TESTS, Advice, Verdict, applicable_tests, compare
from core.measures import MEASURES
from pages.ui import cards
from pages.ui.text import plain

_ROPE, _RATE_ROPE = "rope", 0.01


@st.fragment
def show(evidence: Any) -> None:
    """Compare two learners of an experiment; a fragment, so that α moves nothing else.

    Parameters
    ----------
    evidence : Experiment
        Anything with `learners`, `fold_scores` and `predictions`.
    """
    st.subheader("Compare two learners")
    left, middle, right = st.columns([3, 3, 4], vertical_alignment="bottom")
    first = left.selectbox("Learner A", evidence.learners, 0, key="first")
    others = [name for name in evidence.learners if name != first]
    second = middle.selectbox("Learner B", others, 0, key="second")
    with right:
        alpha = cards.alpha_slider()
    try:
        advice = applicable_tests(evidence, first, second)
        keys = [key for key in advice.applicable if TESTS[key].question != "bayesian"]
        if not keys:
            st.info(plain(advice.because), icon=":material/block:")
        else:
            _judge(evidence, first, second, advice, alpha)
        _refusals(advice)
    except InputError as error:
        cards.refuse(error)


def _judge(evidence: Any, first: str, second: str, advice: Advice, alpha: float) -> None:
    key = st.selectbox(
        "Test",
        advice.applicable,
        format_func=lambda key: f"{TESTS[key].title}{' (advised)' if key == advice.advised else ''}",
        key="test",
        help=plain(advice.because),
    )
    options = _what_if(evidence, key)
    verdict = compare(evidence, first, second, key, **options)
    cards.verdict_words(verdict, alpha)
    if key != advice.advised:
        st.caption(plain(f"{advice.reason(key)} The advised test is {TESTS[advice.advised or key].title}."))
    scores = evidence.fold_scores
    cards.verdict_numbers(verdict, alpha, difference_scale(scores, first, second))
    left, right = st.columns(2)
    with left:
        interval = verdict.confidence_interval(1 - alpha) if verdict.entry.bounds is not None else None
        drawing = difference_plot(scores, first, second, interval=interval, dark=cards.is_dark())
        cards.figure(drawing, "differences", "fold_differences")
    with right:
        cards.null_figure(verdict, alpha, "null_figure")
    cards.verdict_details(verdict, alpha)
    _side_by_side(evidence, first, second, advice, alpha)


def _asked(key: str) -> tuple[str, ...]:
    """Inputs of a test that no evidence holds: only the user can say them."""
    return tuple(
        need.name for need in TESTS[key].needs if need.name in ("rope", "rho1", "rho2") and not need.optional
    )


def _rope(evidence: Any) -> float:
    """Half-width of the region of practical equivalence: .01 for rates, a tenth of the spread otherwise."""
    spread = float(evidence.fold_scores.frame["score"].std())
    is_rate = MEASURES[evidence.fold_scores.measure].rate
    return float(st.session_state.get(_ROPE, _RATE_ROPE if is_rate else max(spread / 10, 1e-9)))


def _what_if(evidence: Any, key: str) -> dict[str, float]:
    """Let the user say what the test asks for beyond the evidence."""
    values: dict[str, float] = {}
    asked = _asked(key)
    with st.container(horizontal=True):
        if "rope" in asked:
            values["rope"] = st.number_input(
                "Differences up to this size do not matter (ROPE)",
                min_value=1e-9,
                value=_rope(evidence),
                format="%.4g",
                key=_ROPE,
                width=360,
                help="In the unit of the measure: 0.01 is one percentage point of error.",
            )
        if "rho1" in asked:
            values["rho1"] = st.slider("ρ1, within a replicate", 0.0, 0.5, 0.25, 0.01, key="rho1", width=260)
            values["rho2"] = st.slider("ρ2, between replicates", 0.0, 0.5, 0.25, 0.01, key="rho2", width=260)
    return values


def _side_by_side(evidence: Any, first: str, second: str, advice: Advice, alpha: float) -> None:
    with st.expander("All applicable tests side by side", icon=":material/compare_arrows:"):
        known = {"rope": _rope(evidence)}
        keys = [key for key in advice.applicable if set(_asked(key)) <= set(known)]
        rows = [
            _row(
                compare(evidence, first, second, key, **{name: known[name] for name in _asked(key)}),
                advice,
                alpha,
            )
            for key in keys
        ]
        frame = pd.DataFrame(rows)
        rejecting = int((frame["rejects"] == "yes").sum())
        st.caption(
            plain(
                f"{rejecting} of {len(frame)} applicable tests reject at α = {alpha:g}; "
                f"the verdict is that of the advised one, chosen before looking."
            )
        )
        cards.table(frame, "side_by_side", "tests")


def _row(verdict: Verdict, advice: Advice, alpha: float) -> dict[str, Any]:
    caution = dict(advice.caution)
    return {
        "test": verdict.title,
        "status": "advised"
        if verdict.key == advice.advised
        else "caution"
        if verdict.key in caution
        else "valid",
        "statistic": verdict.statistic,
        "p": verdict.p_value,
        "rejects": "undefined" if verdict.p_value is None else "yes" if verdict.rejects(alpha) else "no",
        "why": advice.reason(verdict.key),
    }


def _refusals(advice: Advice) -> None:
    if not advice.refused:
        return
    with st.expander(f"{len(advice.refused)} tests are refused here, and why", icon=":material/block:"):
        for key, reason in advice.refused:
            if key in TESTS:
                st.markdown(f"**{plain(TESTS[key].title)}.** {plain(reason)}")
