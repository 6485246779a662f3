"""Experiments as jobs: submitted by a page, done by a worker, read back by anybody with the id."""

import time
from collections.abc import Callable

from core.data import dataset_from_parquet, dataset_to_parquet
from core.errors import InputError
from core.experiment.outcome import Experiment, run_title
from core.experiment.plan import Plan, plan_of
from core.experiment.run import run_plan
from core.jobs import Job, Store, own_identity
from core.records import Dataset, ExperimentSpec

KIND = "experiment"
PROGRESS_EVERY = 0.2
"""Seconds between two reports of progress to the store."""


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
        kind=KIND,
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
    content = store.dataset(job.fingerprint)
    if content is None:
        raise InputError(
            "the data of this run are no longer kept.", job.title, "Load them again and run anew."
        )
    return dataset_from_parquet(content)


def plan_of_job(store: Store, job: Job) -> Plan:
    """Lay out the experiment of a job again."""
    return plan_of(ExperimentSpec.from_json(job.spec), dataset_of_job(store, job))


def do_experiment(store: Store, job_id: str, n_jobs: int, plan: Plan | None = None) -> Experiment | None:
    """Do a waiting experiment in this process, or give back None when somebody else was quicker.

    An interrupted job is marked as stopped, one that cannot be done as failed with its sentence.
    """
    if not store.claim_job(job_id, *own_identity()):
        return None
    try:
        job = store.job(job_id)
        if job is None:
            return None
        experiment = run_plan(
            plan or plan_of_job(store, job), n_jobs=n_jobs, store=store, progress=_reporter(store, job_id)
        )
    except Exception as error:
        store.finish_job(job_id, "failed", _sentence(error))
        raise
    except BaseException:
        store.finish_job(job_id, "stopped")
        raise
    store.finish_job(job_id, "done")
    return experiment


def resume_experiment(store: Store, job: Job, workspace: str) -> Job:
    """Queue a stopped, cancelled or failed job anew; its finished units are taken from the store."""
    return submit_experiment(store, plan_of_job(store, job), workspace)


def _reporter(store: Store, job_id: str) -> Callable[[int, int], None]:
    last = 0.0

    def report(done: int, total: int) -> None:
        nonlocal last
        now = time.time()
        if done == total or now - last >= PROGRESS_EVERY:
            store.update_job(job_id, done=done, total=total, heartbeat=now)
            last = now

    return report


def _sentence(error: Exception) -> str:
    return str(error) if isinstance(error, InputError) else f"{type(error).__name__}: {error}"[:500]
