"""Plan → job → `Experiment`: submitted by a page, done by a worker, read back by anybody with the id."""

import re
from dataclasses import replace

from core.data import dataset_from_parquet, dataset_to_parquet
from core.errors import InputError, listing
from core.experiment.outcome import (
    Experiment,
    RunLine,
    design_title,
    few_of,
    run_design,
    run_title,
    tuned_over,
)
from core.experiment.plan import Plan, plan_of
from core.experiment.run import run_plan, units_kept
from core.jobs import Job, Kind, Progress, Scheduler, Store, attempt, data_of, register, scheduler_of
from core.learners import LEARNERS, make_learner
from core.measures import MEASURES
from core.records import Dataset, ExperimentSpec

_TURNED = re.compile(r" \((positive: .+?)\)(?=: |$)")
"""Ends the data in a title where the positive class is not the usual one, as `told_data` says it."""


def submit_experiment(store: Store, plan: Plan, workspace: str) -> Job:
    """Queue an experiment together with its data, so that it can be done and resumed without the page.

    One that waits or runs already in this workspace is not queued a second time, but given back.

    Raises
    ------
    InputError
        If a learner is not of the catalogue: only those can be rebuilt from a specification.
    """
    if any(entrant.estimator is not None for entrant in plan.entrants):
        raise InputError("only learners of the catalogue can run as a job.", "learners")
    spec = plan.spec.to_json()
    under_way = open_experiment(store, plan, workspace)
    if under_way is not None:
        return under_way
    store.put_dataset(plan.dataset.fingerprint, dataset_to_parquet(plan.dataset))
    return store.add_job(
        workspace=workspace,
        kind=EXPERIMENT.name,
        title=run_title(
            plan.dataset.told,
            (entrant.spec.name for entrant in plan.entrants),
            run_design(plan.spec, grouped=plan.facts.grouped),
        ),
        spec=spec,
        fingerprint=plan.dataset.fingerprint,
        total=len(plan.entrants) * (len(plan.splits) + len(plan.apparent)),
        done=units_kept(plan, store),
        addresses=[unit.address for unit in plan.units(addressed=True)],
    )


def open_experiment(store: Store, plan: Plan, workspace: str) -> Job | None:
    """The job of this workspace that waits to do this plan, or does it; None when there is none."""
    return store.open_job(workspace, EXPERIMENT.name, plan.spec.to_json())


def dataset_of_job(store: Store, job: Job) -> Dataset:
    """Read the data set that a job needs.

    Raises
    ------
    InputError
        If the store has it no longer.
    """
    return as_named_by(store, job.workspace, dataset_from_parquet(data_of(store, job)))


def as_named_by(store: Store, workspace: str, dataset: Dataset) -> Dataset:
    """Data as a workspace calls them: the same content may have been kept first under somebody else's name."""
    brought = {item.address: item.title for item in store.brought(workspace)}
    return replace(dataset, name=brought.get(dataset.fingerprint, dataset.name))


def plan_of_job(store: Store, job: Job) -> Plan:
    """Lay out the experiment of a job again.

    Raises
    ------
    InputError
        If its data are no longer kept, or its specification is not understood.
    """
    return plan_of(ExperimentSpec.from_json(job.spec), dataset_of_job(store, job))


def run_line(job: Job) -> RunLine:
    """Take the title of a job apart: data, design, learners; whole where its specification is of another version."""
    try:
        spec = ExperimentSpec.from_json(job.spec)
    except InputError:
        return RunLine(job.title, "", "")
    names = tuple(learner.name for learner in spec.learners)
    usual, in_groups = (run_design(spec, grouped=grouped) for grouped in (False, True))
    # former versions did not name tuning, and listed three learners however long their names
    designs = {in_groups: in_groups, usual: usual, design_title(spec.design): usual}
    ends = {
        f": {listed}; {told}": design
        for told, design in designs.items()
        for listed in (few_of(names), listing(names, most=3))
    }
    end = next(filter(job.title.endswith, ends), "")
    told, design = job.title.removesuffix(end), ends.get(end, usual)
    turned = _TURNED.search(told)
    data, sign = (told, "") if turned is None else (told[: turned.start()], f"{turned[1]}, ")
    return RunLine(data, design, few_of(names), names, _seeds(spec), sign + _settings(spec))


def without_sign(title: str) -> str:
    """The title of a run whichever class is positive."""
    return _TURNED.sub("", title, count=1)


def _seeds(spec: ExperimentSpec) -> str:
    cuts = dict(spec.design.options).get("seed")
    return ("" if cuts is None else f"seed of the cuts {cuts}, ") + f"seed of the learners {spec.seed}"


def _settings(spec: ExperimentSpec) -> str:
    measure = MEASURES[spec.measure].title if spec.measure in MEASURES else spec.measure
    return measure if spec.tuning is None else f"{measure}, {tuned_over(spec.tuning)}"


def do_experiment(
    store: Store,
    job_id: str,
    n_jobs: int,
    plan: Plan | None = None,
    *,
    progress: Progress | None = None,
) -> Experiment | None:
    """Do a waiting experiment in this process, or give back None when somebody else was quicker.

    An interrupted job is marked as stopped, one that cannot be done as failed with its sentence.

    Parameters
    ----------
    store : Store
    job_id : str
    n_jobs : int
        As in `run_experiment`.
    plan : Plan, optional
        That of the job, where it is at hand; otherwise it is laid out again from the store.
    progress : callable, optional
        Called with the number of finished units and of all units; what it raises ends the job.

    Raises
    ------
    InputError
        If it cannot be done.
    """

    def work(job: Job, report: Progress) -> Experiment:
        def both(done: int, total: int) -> None:
            report(done, total)
            if progress is not None:
                progress(done, total)

        return _do(store, job, scheduler=scheduler_of(n_jobs), progress=both, plan=plan)

    return attempt(store, job_id, work)


def _do(
    store: Store, job: Job, *, scheduler: Scheduler, progress: Progress, plan: Plan | None = None
) -> Experiment:
    return run_plan(plan or plan_of_job(store, job), scheduler=scheduler, store=store, progress=progress)


def _prepare() -> None:
    for key in LEARNERS:
        make_learner(key)


EXPERIMENT = register(Kind("experiment", "fits", "What was trained is kept.", _do, _prepare))
