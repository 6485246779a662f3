"""Two learners of a run trained again with one thing changed, as jobs of their own."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import streamlit as st

from core.errors import InputError
from core.experiment import Experiment, plan_of, stored_experiment, submit_experiment
from core.experiment.imported import ImportedSpec
from core.inference.comparing.pair_question import PairQuestion
from core.jobs import Job, cancel
from core.learners import LEARNERS
from core.records import ExperimentSpec, digest
from pages.ui.display.text import plain
from pages.ui.experiment import progress, starting
from pages.ui.session import cache


def of_two(spec: ExperimentSpec, question: PairQuestion) -> ExperimentSpec:
    """The experiment with the two learners alone."""
    both = (question.first, question.second)
    return replace(spec, learners=tuple(learner for learner in spec.learners if learner.name in both))


def refusal(spec: ExperimentSpec | ImportedSpec) -> str:
    """Why the comparison cannot be run again here; empty when it can."""
    if not spec.learners:
        return "These results were imported: there is nothing that could be trained again here."
    if any(learner.key not in LEARNERS for learner in spec.learners):
        return "These learners are not of the catalogue, so they cannot be trained again here."
    return ""


def seconds_per_fit(experiment: Experiment, question: PairQuestion) -> float:
    """What training and asking one of the two takes on average."""
    both = (question.first, question.second)
    mine = [item for item in experiment.predictions.outcomes if item.learner in both]
    spent = sum((item.training_seconds or 0.0) + (item.prediction_seconds or 0.0) for item in mine)
    return spent / max(len(mine), 1)


@dataclass(frozen=True)
class FurtherRuns:
    """Runs that differ from a run in one thing.

    Attributes
    ----------
    name : str
        What is changed; buttons and messages are told apart by it.
    job : Job
        The run itself.
    question : PairQuestion
    specs : tuple of ExperimentSpec
        One for each further run.
    """

    name: str
    job: Job
    question: PairQuestion
    specs: tuple[ExperimentSpec, ...]

    @property
    def room(self) -> str:
        """Workspace of its own for these runs, so that they do not crowd the visitor's list."""
        return digest(self.name, self.job.id, self.question.first, self.question.second)[:32]

    @property
    def waiting(self) -> list[Job]:
        """Runs that the store still lists."""
        return cache.store().jobs(self.room)

    @property
    def are_known(self) -> bool:
        """Whether the last of the runs is in the store, as it is when all were done."""
        last = self.specs[-1]
        try:
            addresses = cache.kept(
                "units of further runs", (self.job.fingerprint, last), lambda: self._addresses(last)
            )
        except InputError:  # said when they are asked for
            return False
        return all(addresses) and cache.store().known(addresses) >= addresses

    def submit(self) -> None:
        """Queue the runs where the workspace has room; finished units are taken from the store."""
        store, dataset = cache.store(), cache.plan(self.job).dataset
        try:
            store.check_room(self.job.workspace)
            plans = [plan_of(spec, dataset) for spec in self.specs]
        except InputError as error:
            self.tell(str(error))
            return
        for plan in plans:
            submit_experiment(store, plan, self.room)
        st.session_state[f"{self.name}_started"] = self.room
        cache.launcher().dispatch()

    @property
    def are_ours(self) -> bool:
        """Whether whoever looks has started these runs, or the run that they are of: a link lets nobody end them."""
        return progress.is_own(self.job) or st.session_state.get(f"{self.name}_started") == self.room

    def done(self, first: Experiment) -> Iterator[tuple[int, Experiment]]:
        """Runs that are complete with their places, by the measure that the first run is looked at with."""
        for place, spec in enumerate(self.specs):
            found = self._stored(spec)
            if found.complete:
                seen = replace(found.spec, measure=first.spec.measure, losses=first.spec.losses)
                yield place, replace(found, spec=seen)

    def _addresses(self, spec: ExperimentSpec) -> set[str]:
        units = plan_of(spec, cache.plan(self.job).dataset).units(addressed=True)
        return {unit.address or "" for unit in units}

    def _stored(self, spec: ExperimentSpec) -> Experiment:
        return stored_experiment(plan_of(spec, cache.plan(self.job).dataset), cache.store())

    def tell(self, error: str) -> None:
        """Keep why runs could not be done until the page is drawn."""
        st.session_state[f"{self.name}_error"] = error

    def told(self) -> str:
        """Why runs could not be done; asked once."""
        return str(st.session_state.pop(f"{self.name}_error", ""))


def offer(runs: FurtherRuns, experiment: Experiment, *, title: str, icon: str, about: str, fits: int) -> None:
    """The button that starts the runs, with what they cost and why earlier ones failed."""
    error = runs.told()
    if error:
        st.error(plain(f"Some runs could not be done: {error}"), icon=":material/error:")
    st.button(title, key=f"run_{runs.name}", icon=icon, on_click=runs.submit, help=about)
    cost = starting.waiting(fits * seconds_per_fit(experiment, runs.question), fits).capitalize()
    st.caption(f"{cost}. What was trained before is taken from the store.")


@st.fragment(run_every=progress.TICK)
def watch(runs: FurtherRuns) -> None:
    """Progress of the runs, and a way to end them; the page is drawn anew when they are over."""
    cache.launcher().dispatch()
    jobs = runs.waiting
    running = [item for item in jobs if item.is_open]
    if not running:
        for item in jobs:
            cache.store().share_outcomes(item, runs.job)  # kept and deleted with the run itself
            cache.store().delete_job(item.id)
        failed = [item for item in jobs if item.state == "failed"]
        if failed:
            runs.tell(failed[0].error)
        st.rerun()
    done, total = sum(item.done for item in jobs), sum(item.total for item in jobs)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(
            done / max(total, 1),
            text=f"{len(jobs) - len(running)} of {len(jobs)} runs, {done:,} of {total:,} fits",
        )
        if runs.are_ours:
            st.button(
                "Cancel", key=f"cancel_{runs.name}", icon=":material/stop:", on_click=_cancel, args=(running,)
            )


def _cancel(jobs: list[Job]) -> None:
    for item in jobs[::-1]:
        cancel(cache.store(), item)
