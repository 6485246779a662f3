"""The same comparison with other random numbers: cuts and learners seeded anew, run as jobs of their own."""

from collections.abc import Iterator
from dataclasses import replace

import streamlit as st

from core.errors import InputError
from core.experiment import Experiment, plan_of, stored_experiment, submit_experiment
from core.experiment.imported import ImportedSpec
from core.inference.interpretation.stability import Stability
from core.jobs import Job, cancel
from core.learners import LEARNERS
from core.records import DesignSpec, ExperimentSpec, digest
from core.written import duration
from pages.ui.experiment import progress
from pages.ui.session import cache, state
from pages.ui.verdicts.pair import PairQuestion

RUNS = 20


def reseeded(spec: ExperimentSpec, first: str, second: str, shift: int) -> ExperimentSpec:
    """The experiment of two of the learners with both seeds moved on; measure and everything else stay."""
    design = tuple((name, value + shift if name == "seed" else value) for name, value in spec.design.options)
    return replace(
        spec,
        learners=tuple(learner for learner in spec.learners if learner.name in (first, second)),
        design=DesignSpec(spec.design.key, design),
        seed=spec.seed + shift,
    )


def room(job: Job, question: PairQuestion) -> str:
    """Workspace of its own for the runs of one pair, so that they do not crowd the visitor's list."""
    return digest("seeds", job.id, question.first, question.second)[:32]


def refusal(spec: ExperimentSpec | ImportedSpec) -> str:
    """Why the comparison cannot be run again here; empty when it can."""
    if not spec.learners:
        return "These results were imported: there is nothing that could be trained again here."
    if any(learner.key not in LEARNERS for learner in spec.learners):
        return "These learners are not of the catalogue, so they cannot be trained again here."
    return ""


def seconds(experiment: Experiment, question: PairQuestion) -> float:
    """What one run of the two took."""
    mine = [
        item for item in experiment.predictions.outcomes if item.learner in (question.first, question.second)
    ]
    return sum((item.training_seconds or 0.0) + (item.prediction_seconds or 0.0) for item in mine)


def submit(job: Job, question: PairQuestion) -> None:
    """Queue the runs where the workspace has room; finished units are taken from the store."""
    store, plan = cache.store(), cache.plan(job)
    try:
        store.check_room(job.workspace)
    except InputError as error:
        st.session_state[state.SEEDS_ERROR] = str(error)
        return
    for shift in range(1, RUNS + 1):
        spec = reseeded(plan.spec, question.first, question.second, shift)
        submit_experiment(store, plan_of(spec, plan.dataset), room(job, question))
    cache.launcher().dispatch()


def are_known(job: Job, question: PairQuestion) -> bool:
    """Whether the last of the runs is in the store, as it is when all were done."""
    return bool(_stored(job, question, RUNS).complete)


def _stored(job: Job, question: PairQuestion, shift: int) -> Experiment:
    plan = cache.plan(job)
    spec = reseeded(plan.spec, question.first, question.second, shift)
    return stored_experiment(plan_of(spec, plan.dataset), cache.store())


def _runs(job: Job, question: PairQuestion, first: Experiment) -> Iterator[tuple[int, Experiment]]:
    for shift in range(1, RUNS + 1):
        found = _stored(job, question, shift)
        if found.complete:
            seen = replace(found.spec, measure=first.spec.measure, losses=first.spec.losses)
            yield shift, replace(found, spec=seen)


def stability(job: Job, experiment: Experiment, question: PairQuestion, key: str) -> Stability:
    """Verdicts of one test on the run itself and on those with other seeds."""
    asked = (key, question.side(key), tuple(question.options(key).items()))

    def judge() -> Stability:
        found = [
            (shift, *_numbers(run, question, key))
            for shift, run in [(0, experiment), *_runs(job, question, experiment)]
        ]
        shifts, differences, p_values = zip(*found, strict=True)
        return Stability(shifts, differences, p_values)

    return cache.kept("seeds", (job.id, experiment.spec, question.first, question.second, asked), judge)


def _numbers(run: Experiment, question: PairQuestion, key: str) -> tuple[float | None, float | None]:
    try:
        verdict = question.verdict(run.evidence, key)
    except InputError:
        return None, None
    return float(verdict.terms.get("mean_difference", verdict.estimate)), verdict.p_value


def waiting(job: Job, question: PairQuestion) -> list[Job]:
    """Runs that the store still lists for this pair."""
    return cache.store().jobs(room(job, question))


@st.fragment(run_every=progress.TICK)
def watch(job: Job, question: PairQuestion) -> None:
    """Progress of the runs, and a way to end them; the page is drawn anew when they are over."""
    cache.launcher().dispatch()
    jobs = waiting(job, question)
    running = [item for item in jobs if item.is_open]
    if not running:
        for item in jobs:
            cache.store().share_outcomes(item, job)  # kept and deleted with the run itself
            cache.store().delete_job(item.id)
        failed = [item for item in jobs if item.state == "failed"]
        if failed:
            st.session_state[state.SEEDS_ERROR] = failed[0].error
        st.rerun()
    done, total = sum(item.done for item in jobs), sum(item.total for item in jobs)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(
            done / max(total, 1),
            text=f"{len(jobs) - len(running)} of {len(jobs)} runs, {done} of {total} fits",
        )
        st.button("Cancel", key="cancel_seeds", icon=":material/stop:", on_click=_cancel, args=(running,))


def _cancel(jobs: list[Job]) -> None:
    for item in jobs[::-1]:
        cancel(cache.store(), item)


def offer(job: Job, experiment: Experiment, question: PairQuestion) -> None:
    """The button that starts the runs, with what they cost."""
    cost = RUNS * seconds(experiment, question)
    st.button(
        f"Run {RUNS} times with other seeds",
        key="run_seeds",
        icon=":material/casino:",
        on_click=submit,
        args=(job, question),
        help="New seeds for the cuts of the design and for the learners; only these two learners are trained.",
    )
    st.caption(
        f"Roughly {duration(cost)} of processor time. What was trained before is taken from the store."
    )
