"""What the analysis pages judge: the current experiment, by the measure that the visitor chose."""

from collections.abc import Mapping
from typing import TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.data.fold_scores.layout import in_brief, on_other_measures
from core.data.predictions.join import on_left_out
from core.errors import InputError, listing
from core.experiment import Experiment, ImportedResults, Results
from core.jobs import Job
from core.measures import MEASURES, learners_by_share, title_over_classes
from core.records import Predictions
from pages.ui.display import elements, page
from pages.ui.display.text import plain, told
from pages.ui.experiment import run_card
from pages.ui.importing import doors
from pages.ui.results import losses_editor, sample
from pages.ui.session import cache, links, state

Held = TypeVar("Held", Experiment, ImportedResults, Results)
BROUGHT = ":material/upload_file: Imported results; nothing was trained here."
NOT_BROUGHT = {
    state.GATHERED: f":material/leaderboard: {state.GATHERED}",
    state.SAMPLE: f":material/visibility: {state.SAMPLE}",
}


def results(what: str) -> Results:
    """The imported results, or the current experiment once it is complete; a sample where there is neither.

    Parameters
    ----------
    what : str
        What the page shows.
    """
    found = imported()
    if found is not None:
        elements.about(found.saved_about, found.facts)
        st.markdown(f"**{plain(found.title)}**")
        for note in on_left_out(found.notes):
            st.caption(f":material/info: {told(note)}")
        return found
    job = cache.current_job()
    if job is None:
        return sample.shown(what)
    experiment = cache.experiment(job)
    if not experiment.complete:
        if not job.is_open:
            run_card.show(cache.current_job() or job)  # one whose outcomes are gone is done no more
            page.end()
        st.info(
            "This experiment is not finished: verdicts wait for the last fold, since looking early and stopping at "
            "will changes what a p-value means.",
            icon=":material/hourglass_top:",
        )
        st.page_link("pages/experiment.py", label="See how it goes", icon=":material/arrow_forward:")
        page.end()
    elements.about(experiment.datasets, experiment.facts)
    st.markdown(f"**{plain(experiment.title)}**")
    return experiment


def imported() -> ImportedResults | None:
    """The imported results that pages show, or None; says so, and offers the experiment where there is one too."""
    if state.results_key() is None:
        return None
    found = cache.results()
    if found is None:
        st.warning(
            "The imported results of this address are no longer kept on the server; import them again."
        )
        st.page_link("pages/data.py", label="Go to Data", icon=":material/arrow_forward:")
        state.set_results_key(None)
        return None
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(next((words for note, words in NOT_BROUGHT.items() if note in found.notes), BROUGHT))
        if (run := state.run_id()) is not None:
            st.button(
                "Back to the experiment",
                key="back_to_run",
                type="tertiary",
                icon=":material/undo:",
                on_click=state.set_results_aside,
                args=(run,),
            )
    return found


def measured(experiment: Held, below: DeltaGenerator | None = None) -> Held:
    """Let the visitor look at the same predictions by any measure that fits; nothing is trained again.

    What the measure leaves open, or why it does not fit, stands `below`: in its column it would push others apart.
    """
    keys, predictions = experiment.measures, experiment.predictions
    if len(keys) < 2 or predictions is None:
        _only_measure(experiment)
        return experiment
    widget = state.measure_key(predictions.task)
    # Which an address without one means, also where one is carried; not every learner need have what it takes.
    start = keys.index(experiment.spec.measure) if experiment.spec.measure in keys else 0
    state.keep_valid(widget, keys, start)
    titles = {key: title_over_classes(key, len(predictions.classes)) for key in keys}
    _take_titles_of_other_classes(widget, titles)
    state.carry(widget, titles)
    key = st.selectbox(
        links.titled(widget, "Measure", words=titles),
        keys,
        start,
        format_func=titles.__getitem__,
        key=widget,
        bind="query-params",
    )
    state.keep(widget, key)
    matrix = None
    if key == "cost":
        with st.expander("What mistakes cost", icon=":material/payments:"):
            matrix = losses_editor.asked(predictions.classes, experiment.spec.losses)
    chosen = experiment.measured_by(key, matrix)
    with st.container() if below is None else below:
        try:
            chosen.fold_scores  # noqa: B018 - a measure that does not fit refuses here
        except InputError as error:
            own = title_over_classes(experiment.spec.measure, len(predictions.classes))
            _refused(error, own)
            return experiment
        _about_labels(predictions, key, titles[key])
    return chosen


def _refused(error: InputError, own: str) -> None:
    """Why there is nothing by the measure that was chosen, and by which one all of the page then is."""
    what = f"{error.what[:1].upper()}{error.what[1:]}"
    elements.refuse(InputError(what, hint=f"{error.hint} What follows is by {own}."))


def _about_labels(predictions: Predictions, measure: str, title: str) -> None:
    """Whose labels were made here, with the truth at hand, where the measure is of labels."""
    made = learners_by_share(predictions) if MEASURES[measure].needs == "labels" else ()
    if made:
        st.caption(
            f":material/warning: {plain(listing(made))} gave scores alone: as many of the highest were called positive "
            f"here as there are positives. What follows by {title} judges that cut, which knows the truth, and no "
            "decision of theirs; AUC needs no labels."
        )


def _take_titles_of_other_classes(widget: str, titles: Mapping[str, str]) -> None:
    """Take a link's "precision" for "macro precision", and the other way round: data of other classes call it so."""
    given = st.query_params.get(widget)
    if widget in st.session_state or given is None or given in titles.values():
        return
    for key, title in titles.items():
        if given in (title_over_classes(key, 2), title_over_classes(key, 3)):
            links.means(widget, title)
            st.rerun()  # a widget is bound to the address as the page was asked for


def _only_measure(found: Results) -> None:
    """The measure, where there is no other to look at; which others the file has, and where one of them is taken."""
    others = " ".join(map(in_brief, on_other_measures(found.notes)))
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.caption(told(others) or f"Measure: {plain(found.fold_scores.measure_title)}", width="content")
        if others and isinstance(found, ImportedResults):
            st.page_link(
                "pages/data.py",
                label="Take another",
                icon=":material/edit:",
                query_params=doors.form_of(found),
            )


def complete(found: Results) -> Results:
    """The results without data sets that lack a score, where the visitor says so: tests need every learner on each."""
    if not isinstance(found, ImportedResults) or not found.gaps:
        return found
    left_out = st.toggle(
        f"Leave out {plain(listing(found.gaps, most=4))}: a score is missing there",
        key=state.WITHOUT_GAPS,
        bind="query-params",
    )
    return found.without(found.gaps) if left_out else found


def lead_to_another_learner(found: Results) -> None:
    """Where another learner is added: to an experiment by training it, to what was brought by its file."""
    if not isinstance(found, ImportedResults) or state.GATHERED in found.notes:
        st.page_link("pages/experiment.py", label="Add a learner", icon=":material/science:")
        return
    st.page_link(
        "pages/data.py",
        label="Bring the file of another learner too",
        icon=":material/upload:",
        query_params=doors.form_of(found),
    )


def job_of(found: Results) -> Job | None:
    """The job that trained the learners; None for imported results."""
    return None if isinstance(found, ImportedResults) else cache.current_job()


def data_of(found: Results) -> str:
    """Fingerprint of the data set behind the results; empty for imported ones."""
    return "" if isinstance(found, ImportedResults) else found.spec.fingerprint
