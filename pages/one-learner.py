from collections.abc import Sequence
from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import InputError, without_arguments
from core.experiment import Experiment, Results
from core.figures import scale_of
from core.inference import TESTS, Advice, Evidence, applicable_tests
from core.inference.comparing.learner_question import ANY, LearnerQuestion
from core.inference.interpretation.summary import on_hold_out
from core.inference.intervals.estimate import Estimate
from core.measures import learners_by_share, title_of, told_in_percent
from core.records import FoldScores
from pages.ui import frame
from pages.ui.display import elements, typed_numbers
from pages.ui.display.text import plain, told
from pages.ui.results import current
from pages.ui.verdicts import final_examination, one, side_by_side, stability, verdict_card
from pages.ui.verdicts.hero import no_verdict
from pages.ui.verdicts.pair import boxes
from pages.ui.verdicts.tests_and_intervals import Bench, Places, places

frame.ensure()


@st.fragment
def judge(results: Results) -> None:
    """One learner against p0; a fragment, since nothing in it trains a learner."""
    with st.container(key="boxes_one"):
        left, middle, right = boxes(results.learners, (1, 1, 1), named=1)
    below = st.container()
    with middle:
        results = current.measured(results, below)
    learner = one.pick_learner(left, results.evidence)
    question = LearnerQuestion(learner, elements.alpha_to_come())
    try:
        advice = applicable_tests(results.evidence, learner, p0=ANY)
        if advice.applicable:
            question = against_p0(results, question, advice, right)
        else:
            single_score(results.evidence.scores, learner)
            side_by_side.none_applies(advice, results.evidence, instead(results, learner))
            if not isinstance(results, Experiment):
                verdict_card.lead_to_data(advice)
            verdict_card.beside_guessing(results, learner)
    except InputError as error:
        elements.refuse(error)
    final_examination.show(results, question)


def single_score(scores: FoldScores, learner: str) -> None:
    """The score of a learner that has one only: no test and no interval tells it on this page."""
    found = scores.of(learner)["score"]
    if len(found) == 1:
        title = title_of(scores)
        value = scale_of(scores).text(float(found.iloc[0]))
        st.markdown(f"{plain(f'{title[:1].upper()}{title[1:]} of {learner}:')} **{plain(value)}**")


def instead(results: Results, learner: str) -> str:
    """Which tests there are of another measure or of two learners, and what else to do for one; empty without any."""
    by_errors, for_two = by_error_rate(results, learner), on_instances(results.evidence, learner)
    otherwise = (
        "For one learner use cross-validation, which gives several scores, or compare it with a learner that always "
        "says the same."
    )
    return " ".join(filter(None, (by_errors, for_two, otherwise if for_two and not by_errors else "")))


def by_error_rate(results: Results, learner: str) -> str:
    """That there is a test of the learner by another measure; empty where there is none, or only made labels for it."""
    predictions = results.predictions
    if "error" not in results.measures or predictions is None or learner in learners_by_share(predictions):
        return ""
    counted = results.measured_by("error").evidence
    found = applicable_tests(counted, learner, p0=ANY).applicable
    return "By the error rate there is a test: choose it as the measure." if found else ""


def on_instances(evidence: Evidence, learner: str) -> str:
    """Which test judges two learners on the instances of a hold-out; empty where none does."""
    other = next((name for name in evidence.learners if name != learner), None)
    if other is None or not on_hold_out(evidence.facts):
        return ""
    advised = applicable_tests(evidence, learner, other).advised
    return f"For two learners there is a test: {TESTS[advised].title}." if advised is not None else ""


def without_reference(
    evidence: Evidence,
    question: LearnerQuestion,
    advice: Advice,
    estimates: Sequence[Estimate],
    at: Places,
) -> None:
    """The mean score of the learner and its intervals, which need no p0.

    Parameters
    ----------
    evidence : Evidence
    question : LearnerQuestion
    advice : Advice
    estimates : sequence of Estimate
        None of them where the score has no variance.
    at : Places
    """
    if not estimates:
        return
    scale, title = scale_of(evidence.scores), title_of(evidence.scores)
    mean = title if title.startswith("mean ") else f"mean {title}"
    words = f"{mean[:1].upper()}{mean[1:]} of {question.learner}:"
    at.told.markdown(f"{plain(words)} **{plain(scale.text(estimates[0].at))}**")
    Bench(
        name="one",
        question=replace(question, alternative="two-sided"),  # nothing is claimed
        verdicts={},
        advice=advice,
        estimates=estimates,
        scale=scale,
        quantity=f"the {title}",
        zero=False,
        facts=evidence.facts,
        measure=evidence.scores.measure,
        subject=question.learner,
    ).show(at)


def lead_where_none_is_advised(results: Results, advice: Advice) -> None:
    """Where to say what keeps tests from being advised; nothing where one is, or where the learner was trained here."""
    if advice.advised is None and not isinstance(results, Experiment):
        verdict_card.lead_to_data(advice)


def against_p0(
    results: Results, question: LearnerQuestion, advice: Advice, p0_here: DeltaGenerator
) -> LearnerQuestion:
    """All that is asked, and the verdicts on it; `advice` is that against any value p0."""
    evidence, learner = results.evidence, question.learner
    at = places()
    with typed_numbers.refused(at.told) as wrong:
        with p0_here:
            p0 = one.reference_value(evidence)
        with at.below:
            sigma = one.standard_deviation(told_in_percent(evidence.scores.measure))
    with at.asked:
        question = one.ask(evidence, question, advice)
    if wrong:
        return question
    question = replace(question, p0=p0, sigma=sigma)
    against = question.against_any
    advice = applicable_tests(evidence, learner, p0=against.p0)
    verdicts, refused = against.verdicts(evidence, advice)
    if not verdicts:
        key = next(iter(refused))
        with at.told:
            no_verdict(without_arguments(refused[key]), advice.named(key, "is refused"))
        side_by_side.reasons(advice, refused, verdicts)
        return question
    for key, refusal in refused.items():
        st.caption(f":material/block: {told(f'{TESTS[key].title}: {refusal}')}")
    estimates = against.estimates(verdicts)
    if question.p0 is None:
        what = "value p0" if told_in_percent(evidence.scores.measure) else "reference"
        without_reference(evidence, question, advice, estimates, at)
        at.told.info(f"Type the {what} that the learner is to be compared with.", icon=":material/edit:")
        with at.told:
            if advice.advised in verdicts:
                # its interval rests on the same
                verdict_card.doubts(verdicts[advice.advised], question.alpha)
            if advice.advised is None:
                st.caption(f":material/block: {told(advice.because)}")
            lead_where_none_is_advised(results, advice)
            verdict_card.beside_guessing(results, learner)
        return question
    Bench(
        name="one",
        question=question,
        verdicts=verdicts,
        advice=advice,
        estimates=estimates,
        scale=scale_of(evidence.scores),
        quantity=f"the {title_of(evidence.scores)}",
        zero=False,
        facts=evidence.facts,
        reference=question.p0,
        reference_name="p0" if told_in_percent(evidence.scores.measure) else "reference",
        measure=evidence.scores.measure,
        subject=learner,
    ).show(at)
    with at.told:
        lead_where_none_is_advised(results, advice)
        verdict_card.beside_guessing(results, learner)
    if advice.advised is not None:
        with st.expander("Over the significance level", icon=":material/tune:"):
            stability.over_levels(verdicts, advice.advised, question.alpha, evidence.scores.measure)
    verdict_card.lead_to_report("learner")
    return question


st.title("One learner")
judge(current.results("whether a learner keeps below an error rate"))
