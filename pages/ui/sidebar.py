"""The data and the experiment in use, below the navigation."""

import streamlit as st

from pages.ui.display import page
from pages.ui.display.text import plain
from pages.ui.experiment import progress
from pages.ui.importing import in_use
from pages.ui.session import cache, data_forms, state


def show() -> None:
    """Name the current data, experiment and imported results, and say how to come back to them."""
    with st.sidebar:
        page.offer()
        dataset = cache.dataset()
        if dataset is not None:
            st.caption(f"**Data** · {plain(f'{dataset.told}: {len(dataset)} × {dataset.X.shape[1]}')}")
            taken = cache.examination(dataset.fingerprint)
            if taken is not None:
                st.caption(f":material/lock_open: {plain(taken.sentence())}")
        for brought in filter(None, (cache.files(key) for key in data_forms.uploads())):
            st.caption(f":material/draft: {plain(brought.names)}: brought to *Data*, not used yet")
        job = cache.current_job()
        if job is not None:
            state.tell_job(job.id, job.state)
            st.caption(f"Experiment · {progress.heading(job)}")
        for study in progress.on_several_data_sets():
            st.caption(f"Experiment · {progress.heading(study)}")
        results = cache.results()
        if results is not None:
            st.caption(f"**{in_use.kind(results)}** · {plain(results.title)}")
        if (aside := cache.results_aside()) is not None:
            in_use.offer_aside(aside, "sidebar")
        if dataset is not None or job is not None or results is not None:
            st.caption(
                "Bookmark this page's address to come back to these. Runs with their data, and results, open for "
                "everybody who has it; other data in this browser only."
            )
        if job is not None and dataset is not None and job.fingerprint != state.dataset_key():
            st.caption(":material/warning: The experiment was run on other data than those loaded now.")
