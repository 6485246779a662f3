from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import core
from core.bibliography import bibtex
from core.errors import InputError
from core.experiment import Experiment, Results
from core.inference import AllPairs, Evidence, RankComparison, applicable_tests
from core.inference.comparing.learner_question import ANY, LearnerQuestion
from core.measures import told_in_percent
from core.report import Document, learner_report, many_report, pair_report, to_html, to_latex, to_markdown
from core.written import counted, spoken
from pages.ui import frame
from pages.ui.display import elements, live, page, tables, typed_numbers
from pages.ui.results import current, report_view
from pages.ui.session import cache, links, state
from pages.ui.verdicts import one, pair, ranking
from pages.ui.verdicts.family import among_all_pairs, choose_adjustment, family, too_many
from pages.ui.verdicts.pair import boxes
from pages.ui.verdicts.verdict_card import REPORTS

frame.ensure()


def writer(results: Results, write: Callable[..., Document], **known: Any) -> Callable[..., Document]:
    """What writes the report, with everything that is known of the run.

    That is found out here: a download is made later, where neither the address nor the session can be read.
    """
    return partial(
        write,
        datasets=cache.datasets_of(results),
        examinations=cache.told_test_sets(results),
        version=core.__version__,
        address=page.link(),
        **known,
    )


def take_away(write: Callable[..., Document], document: Document, results: Results) -> None:
    """The report in its forms, and what gives its verdict again; files are light, whatever the page is."""
    with st.container(key="take_away"):
        with st.container(horizontal=True):
            tables.download(
                "Report (HTML)",
                lambda: to_html(write()),
                "report.html",
                "text/html",
                "as_html",
            )
            tables.download(
                "Report (Markdown)",
                lambda: to_markdown(document),
                "report.md",
                "text/markdown",
                "as_markdown",
            )
            tables.download(
                "Report (LaTeX)", lambda: to_latex(document), "report.tex", "application/x-tex", "as_latex"
            )
            if document.script is not None:
                script = document.script
                tables.download(
                    "Script (Python)", lambda: script.text, "again.py", "text/x-python", "as_script"
                )
                if script.what:
                    name, _, kind = script.what.partition(".")
                    label = f"{spoken(name).capitalize()} for the script ({kind.upper()})"
                    tables.download(label, script.content, script.what, "application/octet-stream", "as_data")
            if isinstance(results, Experiment):
                tables.download(
                    "Specification (JSON)",
                    results.spec.to_json,
                    "experiment.json",
                    "application/json",
                    "as_spec",
                )
            if document.cited:
                tables.download(
                    "References (BibTeX)",
                    lambda: bibtex(document.cited),
                    "references.bib",
                    "application/x-bibtex",
                    "as_bibtex",
                )
        st.caption("In HTML pictures are drawn, in Markdown and LaTeX they are described in words.")


def of_two(results: Results, place: DeltaGenerator) -> Callable[..., Document]:
    """What writes the report on a pair."""
    with place:
        first, second = pair.pickers(results.evidence)
    advice = None
    with suppress(InputError):  # which the report tells
        advice = applicable_tests(results.evidence, first, second)
    with st.expander("What is asked", icon=":material/tune:"):
        question = pair.ask(results.evidence, first, second, advice)
    # before the report is written, which names its own address
    at = (
        elements.alpha_told(question.alpha)
        | {state.FIRST: first, state.SECOND: second}
        | state.leave_out(state.ONE)
    )
    live.show(at, subject=f"{first} and {second}")
    return writer(results, partial(pair_report, results, question), pairs=among_all_pairs(results.evidence))


def of_one(results: Results, place: DeltaGenerator) -> Callable[..., Document]:
    """What writes the report on a learner."""
    evidence = results.evidence
    with place:
        left, right = boxes(evidence.learners, (3, 2), named=1)
    learner = one.pick_learner(left, evidence)
    question, advice = LearnerQuestion(learner, elements.alpha_to_come()), None
    with suppress(InputError):  # which the report tells
        advice = applicable_tests(evidence, learner, p0=ANY)
    tested = advice is not None and bool(advice.applicable)
    if tested:
        with right:
            question = replace(question, p0=one.reference_value(evidence))
    with st.expander("What is asked", icon=":material/tune:"):
        if question.p0 is None or advice is None:
            question = replace(question, alpha=elements.alpha_slider(bound=False))
        else:
            question = one.ask(evidence, question, advice)
        if tested:
            deviation = one.standard_deviation(told_in_percent(evidence.scores.measure))
            question = replace(question, sigma=deviation)
    at = elements.alpha_told(question.alpha) | {state.ONE: learner}
    live.show(at | state.leave_out(state.FIRST, state.SECOND), subject=learner)
    return writer(results, partial(learner_report, results, question))


def of_all(results: Results, place: DeltaGenerator) -> Callable[..., Document]:
    """What writes the report on all learners, with what is asked on Many data sets or Many learners."""
    evidence = results.evidence
    with st.expander("What is asked", icon=":material/tune:"):
        judged: AllPairs | RankComparison
        if evidence.over_datasets:
            judged, alpha = ranking.choices(evidence)
        else:
            judged, alpha = family(evidence), elements.alpha_slider(bound=False)
            choose_adjustment(judged, applicable_tests(evidence))
    who = counted(len(evidence.learners), "learners")
    place.caption(
        f"All {who}, judged as on {'Many data sets' if evidence.over_datasets else 'Many learners'}."
    )
    nobody = state.leave_out(state.FIRST, state.SECOND, state.ONE)
    live.show(elements.alpha_told(alpha) | nobody, subject=who)
    return writer(results, partial(many_report, results, judged, alpha))


WRITERS = {"pair": of_two, "learner": of_one, "all": of_all}


def chosen_subject(evidence: Evidence) -> str:
    """Whom the report is about."""
    all_judged = len(evidence.learners) > 2 and (evidence.over_datasets or not too_many(evidence))
    subjects = [about for about in REPORTS if all_judged or about != "all"]
    state.carry(state.ABOUT, REPORTS)
    state.keep_valid(state.ABOUT, subjects)
    about = st.segmented_control(
        links.titled(state.ABOUT, "Report on", words={about: REPORTS[about] for about in subjects}),
        subjects,
        default="pair",
        required=True,
        format_func=REPORTS.__getitem__,
        key=state.ABOUT,
        bind="query-params",
        label_visibility="collapsed",
    )
    state.keep(state.ABOUT, about)
    return about


@st.fragment
def report(results: Results) -> None:
    """What is reported, the downloads, and the report as it will be read."""
    above = st.container()
    left, right = st.columns([6, 3])
    refused_here = st.container()
    with right:
        results = current.complete(current.measured(results, refused_here))
    elements.about(results.saved_about, results.facts)
    try:
        with above:  # whom there is a report on, the measure that is looked at decides
            about = chosen_subject(results.evidence) if len(results.learners) > 1 else "learner"
        with typed_numbers.refused(refused_here) as wrong:
            write = WRITERS[about](results, left)
        if wrong:
            return
        document = write(dark=elements.is_dark())
    except InputError as error:
        elements.refuse(error)
        return
    take_away(write, document, results)
    report_view.show(document)


st.title("Report")
found = current.results("what a report says")
if len(found.learners) < 2:
    with st.container(horizontal=True):
        st.page_link("pages/one-learner.py", label="Judge one learner", icon=":material/person:")
        current.lead_to_another_learner(found)
report(found)
