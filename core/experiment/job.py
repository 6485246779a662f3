"""Plan → job → `Experiment`: submitted by a page, done by a worker, read back by anybody with the id."""

from core.data import dataset_from_parquet, dataset_to_parquet
from core.errors import InputError
from core.experiment.outcome import Experiment, run_title
from core.experiment.plan import Plan, plan_of
from core.experiment.run import run_plan
from core.jobs import Job, Kind, Progress, Scheduler, Store, attempt, data_of, register, scheduler_of
from core.learners import LEARNERS, make_learner
from core.records import Dataset, ExperimentSpec


def submit_experiment(store: Store, plan: Plan, workspace: str) -> Job:
    """Queue an experiment together with its data, so that it can be done and resumed without the page.

    Raises
    ------
    InputError
        If a learner is not of the catalogue: only those can be rebuilt from a specification.
    """
    if any(entrant.estimator is not None for entrant in plan.entrants):
        raise InputError("only learners of the catalogue can run as a job.", "learners")
    store.put_dataset(plan.dataset.fingerprint, dataset_to_parquet(plan.dataset))
    return store.add_job(
        workspace=workspace,
        kind=EXPERIMENT.name,
        title=run_title(
            plan.dataset.name, (entrant.spec.name for entrant in plan.entrants), plan.design.title
        ),
        spec=plan.spec.to_json(),
        fingerprint=plan.dataset.fingerprint,
        total=len(plan.entrants) * (len(plan.splits) + len(plan.apparent)),
    )


def dataset_of_job(store: Store, job: Job) -> Dataset:
    """Read the data set that a job needs.

    Raises
    ------
    InputError
        If the store has it no longer.
    """
    return dataset_from_parquet(data_of(store, job))


def plan_of_job(store: Store, job: Job) -> Plan:
    """Lay out the experiment of a job again.

    Raises
    ------
    InputError
        If its data are no longer kept, or its specification is not understood.
    """
    return plan_of(ExperimentSpec.from_json(job.spec), dataset_of_job(store, job))


def do_experiment(store: Store, job_id: str, n_jobs: int, plan: Plan | None = None) -> Experiment | None:
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

    Raises
    ------
    InputError
        If it cannot be done.
    """
    return attempt(
        store,
        job_id,
        lambda job, progress: _do(store, job, scheduler=scheduler_of(n_jobs), progress=progress, plan=plan),
    )


def _do(
    store: Store, job: Job, *, scheduler: Scheduler, progress: Progress, plan: Plan | None = None
) -> Experiment:
    return run_plan(plan or plan_of_job(store, job), scheduler=scheduler, store=store, progress=progress)


def _prepare() -> None:
    for key in LEARNERS:
        make_learner(key)


EXPERIMENT = register(Kind("experiment", "fits", "Finished folds are kept.", _do, _prepare))
