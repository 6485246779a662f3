from collections.abc import Callable
from contextlib import suppress
from functools import partial

import streamlit as st

import core
from core.bibliography import bibtex
from core.errors import InputError
from core.experiment import Experiment, Results
from core.inference import applicable_tests
from core.inference.comparing.pair_question import PairQuestion
from core.report import Document, pair_report, to_html, to_latex, to_markdown
from core.written import spoken
from pages.ui import frame
from pages.ui.display import elements, live, page
from pages.ui.results import current, report_view
from pages.ui.session import cache, state
from pages.ui.verdicts import pair
from pages.ui.verdicts.family import among_all_pairs

frame.ensure()


def writer(results: Results, question: PairQuestion) -> Callable[..., Document]:
    """What writes the report on the pair, with everything that is known of the run.

    That is found out here: a download is made later, where neither the address nor the session can be read.
    """
    return partial(
        pair_report,
        results,
        question,
        pairs=among_all_pairs(results.evidence),
        datasets=cache.datasets_of(results),
        examinations=cache.opened_test_sets(results),
        version=core.__version__,
        address=page.link(),
    )


def take_away(write: Callable[..., Document], document: Document, results: Results) -> None:
    """The report in its forms, and what gives its verdict again; files are light, whatever the page is."""
    with st.container(horizontal=True, key="take_away"):
        elements.download(
            "Report (HTML)",
            lambda: to_html(write()),
            "report.html",
            "text/html",
            "as_html",
        )
        elements.download(
            "Report (Markdown)", lambda: to_markdown(document), "report.md", "text/markdown", "as_markdown"
        )
        elements.download(
            "Report (LaTeX)", lambda: to_latex(document), "report.tex", "application/x-tex", "as_latex"
        )
        if document.script is not None:
            script = document.script
            elements.download(
                "Script (Python)", lambda: script.text, "again.py", "text/x-python", "as_script"
            )
            if script.what:
                name, _, kind = script.what.partition(".")
                label = f"{spoken(name).capitalize()} for the script ({kind.upper()})"
                elements.download(label, script.content, script.what, "application/octet-stream", "as_data")
        if isinstance(results, Experiment):
            elements.download(
                "Specification (JSON)", results.spec.to_json, "experiment.json", "application/json", "as_spec"
            )
        if document.cited:
            elements.download(
                "References (BibTeX)",
                lambda: bibtex(document.cited),
                "references.bib",
                "application/x-bibtex",
                "as_bibtex",
            )


@st.fragment
def report(results: Results) -> None:
    """What is reported, the downloads, and the report as it will be read."""
    left, right = st.columns([6, 3], gap="medium")
    with right:
        results = current.complete(current.measured(results))
    with left:
        first, second = pair.pickers(results.evidence)
    advice = None
    with suppress(InputError):  # which the report tells
        advice = applicable_tests(results.evidence, first, second)
    with st.expander("What is asked", icon=":material/tune:"):
        question = pair.ask(results.evidence, first, second, advice)
    # before the report is written, which names its own address; what stands above the differences finds its place
    at = elements.alpha_told(question.alpha) | {state.FIRST: first, state.SECOND: second}
    live.show(at, {report_view.key_of("differences"): []}, subject=f"{first} and {second}")
    write = writer(results, question)
    document = write(dark=elements.is_dark())
    take_away(write, document, results)
    report_view.show(document)


st.title("Report")
found = current.results("what a report says")
if len(found.learners) < 2:
    st.info("A report compares two learners; these results are of one.", icon=":material/person:")
    with st.container(horizontal=True):
        st.page_link("pages/one-learner.py", label="Judge one learner", icon=":material/person:")
        current.lead_to_another_learner(found)
    page.end()
report(found)
