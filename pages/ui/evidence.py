"""What the analysis pages judge: the current experiment, by the measure that the visitor chose."""

from typing import Any

import streamlit as st

from core.errors import InputError
from core.measures import MEASURES
from pages.ui import cache, cards
from pages.ui.text import plain


def current(what: str) -> Any:
    """The current experiment once it is complete; else say what to do, and end the page.

    Parameters
    ----------
    what : str
        What the page would show.
    """
    job = cache.current_job()
    if job is None:
        st.info(f"Run an experiment, or open a recent one, to see {what}.", icon=":material/science:")
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


def measured(experiment: Any) -> Any:
    """Let the visitor look at the same predictions by any measure that fits; nothing is trained again."""
    task = experiment.predictions.task
    keys = [key for key, entry in MEASURES.items() if task in entry.tasks]
    key = st.selectbox(
        "Measure",
        keys,
        keys.index(experiment.spec.measure),
        format_func=lambda key: MEASURES[key].title,
        key=f"shown_measure_{task}",
        persist_state="session",
    )
    chosen = experiment.measured_by(key)
    try:
        chosen.fold_scores  # noqa: B018 - a measure that does not fit refuses here
    except InputError as error:
        cards.refuse(error)
        return experiment
    return chosen
