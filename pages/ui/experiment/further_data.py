"""The same experiment on several data sets: one run with one progress bar, ranked when it is done."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

import streamlit as st

from core.data import SAMPLES, load_sample
from core.errors import InputError, listing
from core.experiment import (
    STUDY,
    ImportedResults,
    Plan,
    Study,
    carry_remark,
    imported_results,
    is_run_of,
    plan_of,
    specs_of_study,
    study_of_job,
    submit_study,
)
from core.jobs import Job
from core.jobs import resume as renew
from core.learners import LEARNERS
from core.records import Dataset
from core.written import counted, spoken
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.experiment import notebook, progress, suites
from pages.ui.session import cache, experiment_form, state


def offer(plan: Plan) -> None:
    """Let the visitor run the plan on further data sets too, to rank its learners over all of them."""
    with st.expander("Run it on further data sets too", icon=":material/dataset:"):
        st.caption(
            "One run over all of them, with the same learners and design. When it is done, Many data sets ranks the "
            "learners over the data sets. Data sets of your own stand here once they were loaded on Data."
        )
        suites.picker(plan.dataset.task)
        this = plan.dataset
        mine = {data.name: data for data in cache.datasets_loaded() if data.task == this.task}
        samples = [name for name, sample in SAMPLES.items() if sample.task == this.task]
        further = [name for name in dict.fromkeys([*mine, *samples]) if name != this.name]
        names = _fitting(plan, further, mine)
        suites.choose(names)
        state.keep_known(suites.CHOSEN, names)
        chosen = st.multiselect("Further data sets", names, format_func=spoken, key=suites.CHOSEN)
        if st.button(
            f"Run on {counted(len(chosen) + 1, 'data sets')}",
            key="run_further",
            icon=":material/play_arrow:",
            disabled=not chosen,
        ):
            try:
                _submit(plan, [_data(name, mine) for name in chosen])
            except InputError as error:
                elements.refuse(error)
            else:
                st.rerun()


def _data(name: str, mine: Mapping[str, Dataset]) -> Dataset:
    if name in mine:
        return mine[name]
    sample: Dataset = cache.kept("sample", name, partial(load_sample, name))
    return sample


def _fitting(plan: Plan, names: Sequence[str], mine: Mapping[str, Dataset]) -> list[str]:
    """The data sets that all learners can be trained on; which ones cannot, and why, is said."""
    particular = [entrant.spec for entrant in plan.entrants if LEARNERS[entrant.spec.key].two_classes_only]
    if not particular:
        return list(names)
    fitting = [
        name for name in names if all(LEARNERS[spec.key].suits(_data(name, mine)) for spec in particular)
    ]
    others = [spoken(name) for name in names if name not in fitting]
    if others:
        verb = "takes" if len(particular) == 1 else "take"
        who = listing(spec.name for spec in particular)
        told = f"Not offered, of more than two classes: {listing(others, most=8)}. {who} {verb} two only."
        st.caption(f":material/info: {plain(told)}")
    return fitting


def _submit(plan: Plan, further: Sequence[Dataset]) -> None:
    """Lay out all of them before the run is queued, so that one that does not fit refuses the whole."""
    plans = [plan, *(plan_of(replace(plan.spec, fingerprint=data.fingerprint), data) for data in further)]
    submit_study(cache.store(), plans, state.workspace())
    cache.launcher().dispatch()


def under_way(plan: Plan | None = None) -> list[Job]:
    """The runs on several data sets that are not over; also the last one of this plan, as long as it is the newest."""
    written, jobs = notebook.listed(STUDY.name)
    kept = [job for job in jobs if not written.of(job.id).deleted]
    mine = [] if plan is None else [job for job in kept[:1] if is_run_of(job, plan)]
    return list({job.id: job for job in [*mine, *progress.on_several_data_sets()]}.values())


def runs(shown: Sequence[Job] = ()) -> None:
    """The runs of this workspace on several data sets, but for those that are shown above."""
    written, jobs = notebook.listed(STUDY.name)
    above = {job.id for job in shown}
    jobs = [job for job in jobs if job.id not in above]
    if not jobs:
        return
    st.header("Runs on several data sets")
    for job in jobs:
        if (remark := written.of(job.id)).deleted:
            notebook.put_away(job, remark)
        else:
            show(job)


def show(job: Job) -> None:
    """The card of a run on several data sets: how it goes, or what can be done with it."""
    with st.container(border=True, key=f"study_{job.id}"):
        st.markdown(progress.heading(job))
        if job.is_open:
            progress.watch(job)
        else:
            _ended(job)


def _ended(job: Job) -> None:
    if job.error:
        st.error(plain(job.error), icon=":material/error:")
    if job.state == "done":
        for spec in specs_of_study(job):
            if (taken := cache.examination(spec.fingerprint)) is not None:
                data = spoken(cache.dataset_name(spec.fingerprint)) or "one of these data sets"
                st.caption(f":material/lock_open: {plain(taken.sentence(data))}")
    with st.container(horizontal=True):
        if job.state == "done":
            if st.button(
                "Rank the learners", key=f"rank_{job.id}", type="primary", icon=":material/leaderboard:"
            ):
                _rank(job)
        else:
            st.button("Resume", key=f"resume_{job.id}", on_click=_resume, args=(job,))
        st.button("Use these settings", key=f"open_{job.id}", on_click=_put_back, args=(job,))
        st.button("Delete", key=f"delete_{job.id}", on_click=notebook.delete, args=(job,))


def study_results(study: Study) -> ImportedResults:
    """What runs of this workspace found on several data sets, which stands where imported results stand."""
    scores = replace(study.fold_scores, notes=(state.GATHERED, *study.fold_scores.notes))
    specs = (experiment.spec for experiment in study.experiments)
    return imported_results(scores, study.title, trained=zip(study.datasets, specs, strict=True))


def done() -> list[Job]:
    """The runs of this workspace on several data sets that are done, the newest first."""
    written, jobs = notebook.listed(STUDY.name)
    return [job for job in jobs if job.state == "done" and not written.of(job.id).deleted]


def use(job: Job) -> None:
    """Let all pages show what such a run has found.

    Raises
    ------
    InputError
        If its data or outcomes are no longer kept, or there is no room for its results.
    """
    cache.keep_results(study_results(study_of_job(cache.store(), job)))


def _put_back(job: Job) -> None:
    """Put what a run was made with into the pickers."""
    with suppress(InputError):  # a run of another version stays to be seen
        first, *_ = specs_of_study(job)
        notebook.load_again(first.fingerprint)
        experiment_form.preset(first)


def _rank(job: Job) -> None:
    """Show what was found on Many data sets."""
    try:
        use(job)
    except InputError as error:
        elements.refuse(error)
        return
    st.switch_page("pages/many-datasets.py", query_params={})


def _resume(job: Job) -> None:
    try:
        renewed = renew(cache.store(), job, state.workspace())
    except InputError as error:
        st.toast(plain(error), icon=":material/error:")
        return
    carry_remark(cache.store(), state.workspace(), job.id, renewed.id)
    cache.store().delete_job(job.id)
    cache.launcher().dispatch()
