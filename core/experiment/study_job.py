"""Plans on several data sets → one job: one progress bar, done by a worker, resumed by the units that are kept."""

import json
from collections.abc import Sequence

from core.data import dataset_from_parquet, dataset_to_parquet
from core.errors import InputError
from core.experiment.cost import check_tuning
from core.experiment.job import as_named_by
from core.experiment.outcome import run_design, run_title
from core.experiment.plan import Plan, plan_of
from core.experiment.run import stored_experiment, units_kept
from core.experiment.study import Study, check_datasets, run_plans
from core.jobs import Job, Kind, Progress, Scheduler, Store, register
from core.records import Dataset, ExperimentSpec, plain_json
from core.written import counted


def submit_study(store: Store, plans: Sequence[Plan], workspace: str) -> Job:
    """Queue plans that differ in their data only, as one job together with the data.

    One that waits or runs already in this workspace is not queued a second time, but given back.

    Parameters
    ----------
    store : Store
    plans : sequence of Plan
        Of the same learners of the catalogue, one per data set.
    workspace : str

    Raises
    ------
    InputError
        If there are fewer than two, names of data sets repeat, tasks differ, a learner is not of the catalogue, or
        tuning cannot succeed on one of them.
    """
    check_datasets([plan.dataset for plan in plans])
    for plan in plans:
        check_tuning(plan)
    if any(entrant.estimator is not None for plan in plans for entrant in plan.entrants):
        raise InputError("only learners of the catalogue can run as a job.", "learners")
    spec = json.dumps(
        {"foldwise": "study", "experiments": [json.loads(plan.spec.to_json()) for plan in plans]}
    )
    under_way = store.open_job(workspace, STUDY.name, spec)
    if under_way is not None:
        return under_way
    for plan in plans:
        store.put_dataset(plan.dataset.fingerprint, dataset_to_parquet(plan.dataset))
    names = [entrant.spec.name for entrant in plans[0].entrants]
    return store.add_job(
        workspace=workspace,
        kind=STUDY.name,
        title=run_title(
            counted(len(plans), "data sets"),
            names,
            run_design(plans[0].spec, grouped=all(plan.facts.grouped for plan in plans)),
        ),
        spec=spec,
        fingerprint="",
        total=sum(len(plan.units(addressed=False)) for plan in plans),
        done=sum(units_kept(plan, store) for plan in plans),
        addresses=[
            *(unit.address for plan in plans for unit in plan.units(addressed=True)),
            *(plan.dataset.fingerprint for plan in plans),
        ],
    )


def is_run_of(job: Job, plan: Plan) -> bool:
    """Whether an experiment of a study's job is this one."""
    return plan.spec in specs_of_study(job)


def plans_of_study(store: Store, job: Job) -> list[Plan]:
    """Lay out the experiments of a study's job again.

    Raises
    ------
    InputError
        If the job is none of a study, or some of its data are no longer kept.
    """
    return [plan_of(spec, _data(store, job, spec.fingerprint)) for spec in specs_of_study(job)]


def specs_of_study(job: Job) -> list[ExperimentSpec]:
    """What a study's job runs, one per data set.

    Raises
    ------
    InputError
        If the job is none of a study.
    """
    values = plain_json.fields(plain_json.parsed(job.spec), "study", ("foldwise", "experiments"), ())
    texts = plain_json.items(values["experiments"], "experiment", lambda item, _: json.dumps(item))
    return [ExperimentSpec.from_json(text) for text in texts]


def study_of_job(store: Store, job: Job) -> Study:
    """Read what a study has found.

    Raises
    ------
    InputError
        If it is not finished, or its data or outcomes are no longer kept.
    """
    study = Study(tuple(stored_experiment(plan, store) for plan in plans_of_study(store, job)))
    if not all(experiment.complete for experiment in study.experiments):
        raise InputError("not all of its units are there.", job.title, "Resume it, or run it again.")
    return study


def _data(store: Store, job: Job, fingerprint: str) -> Dataset:
    content = store.dataset(fingerprint)
    if content is None:
        raise InputError(
            "some data of this run are no longer kept.", job.title, "Load them again and run it again."
        )
    return as_named_by(store, job.workspace, dataset_from_parquet(content))


def _do(store: Store, job: Job, *, scheduler: Scheduler, progress: Progress) -> Study:
    return run_plans(plans_of_study(store, job), scheduler=scheduler, store=store, progress=progress)


STUDY = register(Kind("study", "fits", "What was trained is kept.", _do))
