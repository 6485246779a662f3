"""What stands beside a verdict: its sentence, its doubts, its formula, its assumptions."""

from collections.abc import Collection

import streamlit as st

from core.experiment import Results, no_better_than_guessing, one_and_the_same
from core.inference import TESTS, Advice, Evidence, Verdict
from core.inference.advice.advice import OTHER_QUANTITY
from core.inference.advice.rules import POOLED
from core.inference.declaration.assumptions import INDEPENDENT_INSTANCES
from core.inference.interpretation.brief import brief
from core.inference.interpretation.effect_sizes import judged_instead, told_evidence
from pages.ui.display import elements
from pages.ui.display.text import plain, told
from pages.ui.importing import doors
from pages.ui.session import cache, state

REPORTS = {"pair": "Two learners", "learner": "One learner", "all": "All learners"}
"""Whom a report can be about."""

ABOUT = "Whom this is about"


def verdict_words(verdict: Verdict, alpha: float, adjusted: float | None = None) -> None:
    """The verdict in words, with a mark for what it says.

    Parameters
    ----------
    verdict : Verdict
    alpha : float
    adjusted : float, optional
        The p-value adjusted for all pairs of which this is one: where it does not reject, the verdict is on this pair
        alone, and says so first.
    """
    sentence, found = plain(verdict.sentence(alpha, adjusted)), brief(verdict, alpha, adjusted)
    if verdict.p_value is None:
        st.warning(sentence, icon=":material/block:")
    elif found.only_alone:
        st.info(f"**{plain(found.answer)}.** {sentence}", icon=":material/contrast:")
    elif verdict.rejects(alpha):
        st.success(sentence, icon=":material/check_circle:")
    else:
        st.info(sentence, icon=":material/balance:")


def why_this_test(advice: Advice, key: str, refused: Collection[str] = ()) -> None:
    """Why the verdict is this test's, and what speaks against it here.

    Parameters
    ----------
    advice : Advice
    key : str
    refused : collection of str
        Keys of the tests that cannot be made on these scores: none of them is called advised.
    """
    cautioned = dict(advice.caution).get(key, "")
    icon = ":material/warning:" if cautioned else ":material/info:"
    if key == advice.advised:
        how = "Would be advised" if key in refused else "Advised before looking at the verdict"
        st.caption(told(f"{how}. {advice.because}"))
    elif advice.advised is not None:
        how = "test that would be advised, but is refused," if advice.advised in refused else "advised test"
        cautioned = f"{advice.reason(key)} The {how} is {TESTS[advice.advised].title}."
    if cautioned and cautioned != advice.because:
        st.caption(f"{icon} {told(cautioned)}")


def lead_to_data(advice: Advice) -> None:
    """Where to say what keeps tests from being advised on imported results, unless it is the chosen measure."""
    if advice.because == OTHER_QUANTITY:
        return
    found = cache.results()
    is_named = found is None or found.evidence.over_datasets or (found.facts and found.facts.key)
    st.page_link(
        "pages/data.py",
        label="Correct how these were read on Data" if is_named else "Name the design on Data",
        icon=":material/arrow_forward:",
        query_params=doors.form_of(found),
    )


def beside_guessing(results: Results | Evidence, *learners: str) -> None:
    """That none of these learners, or of all, does better than guessing, of which the verdict says nothing."""
    known = type(results).__name__, results.evidence.fingerprint, learners
    if told_so := cache.kept("guessing", known, lambda: no_better_than_guessing(results, learners)):
        st.caption(f":material/warning: {plain(told_so)}")


def beside_itself(results: Results) -> None:
    """That some learners are one and the same: between them a test compares nothing."""
    if told_so := one_and_the_same(results.trained):
        st.caption(f":material/warning: {plain(told_so)}")


def beside_the_words(verdict: Verdict, evidence: Evidence, *learners: str) -> None:
    """What is judged, where that is not the chosen measure, and by the same whether anyone beats guessing."""
    if instead := judged_instead(verdict, evidence):
        st.caption(f":material/info: {plain(instead)}")
    beside_guessing(told_evidence(verdict, evidence), *learners)


def whom(verdict: Verdict, alpha: float, adjusted: float | None = None) -> None:
    """Behind a mark of help the verdict in one sentence, which ends with whom it is about."""
    with st.container(key="whom"):  # on paper nothing opens behind the mark
        st.caption(ABOUT, help=plain(verdict.sentence(alpha, adjusted)))


def doubts(verdict: Verdict, alpha: float) -> None:
    """The assumptions that do not hold on this input; why, unless the caution beside the test has said it."""
    for check in verdict.unmet_at(alpha):
        said = check.code == INDEPENDENT_INSTANCES.code and verdict.naming.caution == POOLED
        elements.not_met(check.title, "" if said else check.sentence)


def formula(verdict: Verdict) -> None:
    """Hypotheses, the formula, the same with the numbers of this input, and what to hold it against."""
    null_hypothesis, alternative = verdict.entry.hypotheses(verdict.alternative)
    elements.formula(rf"{null_hypothesis} \qquad {alternative}")
    first, *steps = verdict.formula_steps()
    elements.formula(first)
    for line in steps:
        elements.formula(line)
    elements.formula(rf"\text{{statistic}} \sim {verdict.null.latex} \quad\text{{if }}H_0\text{{ holds}}")
    st.caption(plain(f"{verdict.title}: {verdict.entry.citation}"))
    elements.method_link("tests", verdict.key, "About this test")


def checks(verdict: Verdict, alpha: float) -> None:
    """Every assumption, numbered, with whether it holds here at this level."""
    marks = {
        True: ":green-badge[holds]",
        False: ":orange-badge[does not hold]",
        None: ":gray-badge[cannot be told]",
    }
    for number_, check in enumerate(verdict.checks_at(alpha), 1):
        st.markdown(f"{number_}. **{plain(check.title)}** {marks[check.holds]}  \n{plain(check.sentence)}")
    for caution in verdict.entry.cautions:
        st.caption(f":material/info: {plain(caution)}")


def lead_to_report(about: str) -> None:
    """The report on whom a page is about, which it opens on from the sidebar too."""
    state.keep(state.ABOUT, about)
    st.page_link(
        "pages/report.py",
        label="The whole report",
        icon=":material/article:",
        query_params={state.ABOUT: REPORTS[about]},
    )
