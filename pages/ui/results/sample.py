"""A sample in the place of what is not there yet: no room is empty, and every sample says that it is one."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import streamlit as st

from core.written import counted, spoken
from pages.ui.display import elements, page
from pages.ui.display.text import plain
from pages.ui.importing import fold_scores
from pages.ui.session import cache, data_forms, state

if TYPE_CHECKING:
    from core.experiment import ImportedResults
    from core.records import Dataset, FoldScores, Predictions

Noted = TypeVar("Noted", "FoldScores", "Predictions")
NAME = "breast_cancer"
LEARNERS = ("tree", "linear_svm", "naive_bayes")
OVER_DATASETS = Path(__file__).parents[3] / "sample_data" / "imports" / "demsar2006.csv"
INVITATION = "Try it; run an experiment or bring results to see"
OVER_DATASETS_TITLE = "AUC of C4.5, pruned and tuned, on 14 data sets (Demšar 2006, Table 6)"


@st.cache_resource(max_entries=1, show_spinner=False)
def dataset() -> "Dataset":
    """The data of the sample."""
    from core.data import load_sample

    return load_sample(NAME)


@st.cache_resource(max_entries=1, show_spinner="Running a sample …")
def results() -> "ImportedResults":
    """What a run on the sample gives: every page has something to show of it."""
    from core.designs import make_design
    from core.experiment import imported_results, run_experiment

    experiment = run_experiment(dataset(), LEARNERS, make_design("k_fold", stratified=True))
    return imported_results(_noted(experiment.predictions), experiment.title)


@st.cache_resource(max_entries=1, show_spinner=False)
def over_datasets() -> "ImportedResults":
    """Learners on many data sets, from a paper."""
    from core.data import read_fold_scores
    from core.experiment import imported_results

    scores = read_fold_scores(OVER_DATASETS, rows="data sets", measure="auc")
    return imported_results(_noted(scores), OVER_DATASETS_TITLE)


def _noted(found: Noted) -> Noted:
    """The same with the note that it is a sample."""
    return replace(found, notes=(state.SAMPLE, *found.notes))


def shown(what: str) -> "ImportedResults":
    """Results of the sample, announced; `what` is what the page shows of them."""
    found = results()
    page.entitle(found.datasets)
    elements.about(found.saved_about, found.facts)
    words = f"{spoken(NAME)}, three learners, 10-fold cross-validation"
    _announce(
        words, f"{found.title}. {INVITATION} {what} on your own data.", lambda: cache.keep_results(found)
    )
    return found


def shown_over_datasets() -> "ImportedResults":
    """Results on many data sets, announced."""
    found = over_datasets()
    page.entitle(found.datasets)
    elements.about(found.saved_about, found.facts)
    words = "four kinds of C4.5 on 14 data sets (Demšar)"
    hint = f"{found.title}. {INVITATION} how learners stand over data sets of your own."
    _announce(words, hint, lambda: cache.keep_results(found))
    return found


def shown_data() -> "Dataset":
    """The data of the sample, announced."""
    found = dataset()
    page.entitle([found.name])
    words = f"{spoken(NAME)}, {counted(len(found), 'instances')}"
    _announce(words, "Try it, or bring data of your own.", lambda: cache.keep_dataset(found))
    return found


def _announce(words: str, hint: str, use: Callable[[], None]) -> None:
    """Say that it is a sample, and offer to keep it or to bring something else, which nobody does in a lecture."""
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="sample"):
        st.markdown(f":material/visibility: **A sample** · {plain(words)}", help=plain(hint), width="content")
        if page.presents():
            return
        st.button("Use this sample", on_click=use, key="use_sample")
        with st.container(horizontal=True, width="content", gap="xsmall"):  # stay together in the next row
            st.page_link("pages/data.py", label="My data", icon=":material/table:")
            st.page_link(
                "pages/data.py",
                label="My results",
                icon=":material/upload:",
                query_params={data_forms.DOOR: fold_scores.TAB},
            )
