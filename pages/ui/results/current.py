"""What the analysis pages judge: the current experiment, by the measure that the visitor chose."""

from typing import Any

import streamlit as st

from core.errors import InputError
from core.experiment.imported import ImportedResults
from core.measures import MEASURES
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.results import losses_editor
from pages.ui.session import cache, state


def evidence(what: str) -> Any:
    """The current experiment once it is complete; else say what to do, and end the page.

    Parameters
    ----------
    what : str
        What the page would show.
    """
    brought = results()
    if brought is not None:
        st.markdown(f"**{plain(brought.title)}**")
        return brought
    job = cache.current_job()
    if job is None:
        st.info(
            f"Run an experiment, open a recent one, or import results, to see {what}.",
            icon=":material/science:",
        )
        with st.container(horizontal=True):
            st.page_link("pages/experiment.py", label="Go to Experiment", icon=":material/arrow_forward:")
            st.page_link("pages/calculators.py", label="I only have counts", icon=":material/calculate:")
        st.stop()
    experiment = cache.experiment(job)
    if not experiment.complete:
        st.info(
            "This experiment is not finished: verdicts wait for the last fold, since looking early and stopping at "
            "will changes what a p-value means.",
            icon=":material/hourglass_top:",
        )
        st.page_link("pages/experiment.py", label="See how it goes", icon=":material/arrow_forward:")
        st.stop()
    st.markdown(f"**{plain(job.title)}**")
    return experiment


def results() -> Any:
    """The imported results in force, or None; says so, and offers the experiment where there is one too."""
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
        st.caption(":material/upload_file: Imported results; nothing was trained here.")
        if state.run_id() is not None:
            st.button(
                "Back to the experiment",
                key="back_to_run",
                type="tertiary",
                icon=":material/undo:",
                on_click=state.set_results_key,
                args=(None,),
            )
    return found


def measured(experiment: Any) -> Any:
    """Let the visitor look at the same predictions by any measure that fits; nothing is trained again."""
    keys = measures_of(experiment)
    if len(keys) < 2:
        st.caption(f"Measure: {plain(experiment.fold_scores.measure_title)}")
        return experiment
    task = experiment.predictions.task
    key = st.selectbox(
        "Measure",
        keys,
        keys.index(experiment.spec.measure),
        format_func=lambda key: MEASURES[key].title,
        key=f"shown_measure_{task}",
        persist_state="session",
    )
    matrix = None
    if key == "cost":
        with st.expander("What mistakes cost", icon=":material/payments:"):
            matrix = losses_editor.asked(experiment)
    chosen = experiment.measured_by(key, matrix)
    try:
        chosen.fold_scores  # noqa: B018 - a measure that does not fit refuses here
    except InputError as error:
        elements.refuse(error)
        return experiment
    return chosen


def measures_of(experiment: Any) -> list[str]:
    """Keys of the measures by which the evidence can be looked at."""
    if isinstance(experiment, ImportedResults):
        return list(experiment.measures)
    return [key for key, entry in MEASURES.items() if experiment.predictions.task in entry.tasks]


def origin(experiment: Any) -> Any:
    """What the evidence comes from, with an id: the job of an experiment, or the imported results themselves."""
    return experiment if isinstance(experiment, ImportedResults) else cache.current_job()


def data_of(experiment: Any) -> str:
    """Fingerprint of the data set behind the evidence; empty for imported results."""
    return "" if isinstance(experiment, ImportedResults) else str(cache.current_job().fingerprint)
