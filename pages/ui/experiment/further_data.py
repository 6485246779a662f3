"""The same experiment on further data sets: submitted together, each a run of its own."""

from dataclasses import replace

import streamlit as st

from core.data import load_sample, sample_names
from core.errors import InputError
from core.experiment import Plan, plan_of, submit_experiment
from core.written import counted
from pages.ui.display import elements
from pages.ui.session import cache, state


def offer(plan: Plan) -> None:
    """Let the visitor run the plan on sample data sets too, to rank its learners over all of them."""
    with st.expander("Run it on further data sets too", icon=":material/dataset:"):
        st.caption(
            "Each becomes a run of its own, one after the other. When they are done, Many data sets ranks the learners "
            "over all of them. On your own data: load them, and run the same again."
        )
        chosen = st.multiselect("Sample data sets", _others(plan), key="further_data")
        if st.button(
            f"Run on {counted(len(chosen) + 1, 'data sets')}",
            key="run_further",
            icon=":material/play_arrow:",
            disabled=not chosen,
        ):
            try:
                _submit(plan, chosen)
            except InputError as error:
                elements.refuse(error)
            else:
                st.rerun()
        st.page_link("pages/many-datasets.py", label="Go to Many data sets", icon=":material/arrow_forward:")


def _others(plan: Plan) -> list[str]:
    """Samples of the same task."""
    task, own = plan.dataset.task, plan.dataset.name
    return [name for name in sample_names() if name != own and load_sample(name).task == task]


def _submit(plan: Plan, names: list[str]) -> None:
    """Lay out all of them before any is queued, so that one that does not fit refuses the whole."""
    samples = [load_sample(name) for name in names]
    plans = [plan, *(plan_of(replace(plan.spec, fingerprint=data.fingerprint), data) for data in samples)]
    jobs = [submit_experiment(cache.store(), one, state.workspace()) for one in plans]
    state.set_run_id(jobs[0].id)
    cache.launcher().dispatch()
