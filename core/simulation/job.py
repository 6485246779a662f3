"""Trials of an experiment → one job: drawn by a worker, kept block by block, read back while they come."""

import json
from dataclasses import replace
from typing import Any

from core.data import dataset_from_parquet, dataset_to_parquet
from core.errors import InputError
from core.jobs import Job, Kind, Progress, Scheduler, Store, register
from core.records import Dataset, DesignSpec, LearnerSpec, plain_json
from core.simulation.record import Simulation
from core.simulation.run import extended, keep, planned, stored, trial_units
from core.written import counted


def submit_trials(store: Store, simulation: Simulation, trials: int, workspace: str) -> Job:
    """Queue what an experiment lacks to have so many trials, together with its data; what it has is kept.

    One that waits or runs already in this workspace is not queued a second time, but given back.

    Parameters
    ----------
    store : Store
    simulation : Simulation
        Which experiment, at which settings, from which seed.
    trials : int
        At every setting, those that there are included.
    workspace : str

    Raises
    ------
    InputError
        If that would be too many.
    """
    begin = replace(simulation, rows=())
    addresses = [unit.address for unit in trial_units(begin, trials)]
    spec = _written(begin, trials)
    under_way = store.open_job(workspace, TRIALS.name, spec)
    if under_way is not None:
        return under_way
    keep(simulation, store)
    datasets = _datasets(begin)
    for dataset in datasets:
        store.put_dataset(dataset.fingerprint, dataset_to_parquet(dataset))
    return store.add_job(
        workspace=workspace,
        kind=TRIALS.name,
        title=f"{begin.entry.title}, {counted(trials, 'trials')}",
        spec=spec,
        fingerprint="",
        total=len(addresses),
        done=len(store.known(addresses)),
        addresses=[*addresses, *(dataset.fingerprint for dataset in datasets)],
    )


def trials_job(store: Store, simulation: Simulation, trials: int, workspace: str) -> Job | None:
    """The last job of this workspace that was to draw these very trials, however it ended; None without one.

    Parameters
    ----------
    store, simulation, trials, workspace
        As in `submit_trials`.
    """
    asked = (TRIALS.name, _written(simulation, trials))
    return next((job for job in store.jobs(workspace) if (job.kind, job.spec) == asked), None)


def asks(job: Job, key: str, **settings: Any) -> bool:
    """Whether a job draws trials of this experiment at these values of controls, whatever the others are."""
    if job.kind != TRIALS.name:
        return False
    asked = plain_json.parsed(job.spec)
    wanted = json.loads(json.dumps({name: [_plain(value)] for name, value in settings.items()}))
    return bool(
        asked["key"] == key and all(asked["settings"].get(name) == values for name, values in wanted.items())
    )


def trials_of_job(store: Store, job: Job) -> Simulation:
    """Read what the trials of a job have shown so far; without a row where none has come yet.

    Raises
    ------
    InputError
        If its data are no longer kept.
    """
    begin, trials = _read(store, job)
    return stored(begin, trials, store)


def _datasets(simulation: Simulation) -> list[Dataset]:
    return [value for values in simulation.grid.values() for value in values if isinstance(value, Dataset)]


def _written(simulation: Simulation, trials: int) -> str:
    usual = {name: [value] for name, value in simulation.entry.usual.items()}
    grid = {
        name: [_plain(value) for value in values] for name, values in {**simulation.grid, **usual}.items()
    }
    values = {
        "foldwise": "trials",
        "key": simulation.entry.key,
        "settings": grid,
        "seed": simulation.seed,
        "trials": trials,
    }
    return json.dumps(values, ensure_ascii=False)


def _plain(value: Any) -> Any:
    """A value of a control for JSON; what is no plain value says what it is."""
    if isinstance(value, Dataset):
        return {"dataset": value.fingerprint}
    if isinstance(value, LearnerSpec):
        return {"learner": value.to_dict()}
    if isinstance(value, DesignSpec):
        return {"design": value.to_dict()}
    return {"several": [_plain(item) for item in value]} if isinstance(value, tuple) else value


def _read(store: Store, job: Job) -> tuple[Simulation, int]:
    """The experiment of a job before any trial, and how many are wanted."""
    names = ("foldwise", "key", "settings", "seed", "trials")
    values = plain_json.fields(plain_json.parsed(job.spec), "trials", names)
    settings = {
        name: [_value(store, job, one) for one in several] for name, several in values["settings"].items()
    }
    return planned(values["key"], seed=values["seed"], **settings), values["trials"]


def _value(store: Store, job: Job, written: Any) -> Any:
    if not isinstance(written, dict):
        return written
    ((kind, value),) = written.items()
    if kind == "dataset":
        return _data(store, job, value)
    if kind == "several":
        return tuple(_value(store, job, item) for item in value)
    return LearnerSpec.from_dict(value) if kind == "learner" else DesignSpec.from_dict(value)


def _data(store: Store, job: Job, fingerprint: str) -> Dataset:
    content = store.dataset(fingerprint)
    if content is None:
        raise InputError("the data of these trials are no longer kept.", job.title, "Load them again.")
    return dataset_from_parquet(content)


def _do(store: Store, job: Job, *, scheduler: Scheduler, progress: Progress) -> Simulation:
    begin, trials = _read(store, job)
    return extended(begin, trials, scheduler=scheduler, store=store, progress=progress)


TRIALS = register(Kind("trials", "trials", "Trials that were drawn are kept.", _do, stands_back=True))
