"""Plan → `Experiment`, by running its units, or by reading from the store what there is of them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.experiment.entrants import Learners
from core.experiment.outcome import Experiment
from core.experiment.plan import Plan, make_plan
from core.jobs import HERE, Progress, Scheduler, Store, Unit, run_units, scheduler_of
from core.records import Failure, FoldPredictions, Predictions, Tuning

Outcome = FoldPredictions | Failure


def run_experiment(
    dataset: Any,
    learners: Learners,
    design: Any,
    measure: Any = None,
    *,
    seed: int = 0,
    tuning: Tuning | None = None,
    losses: Any = None,
    groups: Any = None,
    n_jobs: int | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
) -> Experiment:
    """Train and judge every learner on every pair of the design.

    The fold scores depend on the arguments up to `losses` alone: neither on the number of processes,
    nor on the order of the work, nor on what was taken from the store.

    Parameters
    ----------
    dataset : Dataset, or what `core.read_dataset` reads
        Such as scikit-learn's (X, y).
    learners : keys, LearnerSpecs or scikit-learn estimators
        One, a list of them, a list of (name, estimator), or a mapping by name. A search of scikit-learn's meets copies
        of instances inside a bootstrap sample: its inner folds keep them together where its ``cv`` asks for groups,
        as GroupKFold does, and part them otherwise.
    design : key of a design, Design, or what scikit-learn takes as ``cv``
        A number of folds, stratified for classes; a splitter; a list of (training, validation) positions.
    measure : str or scorer, optional
        Key of a measure, or what scikit-learn calls it; without it the error rate, or the mean squared error for
        regression.
    seed : int
        Everything random inside the learners comes from it; the design has a seed of its own.
    tuning : Tuning, optional
        The same randomised search for every learner of the catalogue, inside each training set.
    losses : K × K array-like, optional
        For the measure "cost": what it costs to choose class j (column) for an instance of class i (row), classes
        in the order of `dataset.classes`. By default every mistake costs 1.
    groups : array-like, optional
        The group of each instance, where the data set does not hold it; no design tears one apart.
    n_jobs : int, optional
        Number of processes; None means 1, in this process, and -1 as many as there are processors. Several are
        those of a Dask cluster where `FOLDWISE_SCHEDULER` names its address.
    store : Store, optional
        Finished units are kept there and taken from there; None writes nothing anywhere.
    progress : callable, optional
        Called in this process with the number of finished units and of all units.

    Raises
    ------
    InputError
        If something is unknown or does not fit (`DesignError`, `NotApplicable` among them).
        A learner that fails on a fold raises nothing: see `Experiment.failures`.
    """
    plan = make_plan(
        dataset, learners, design, measure, seed=seed, tuning=tuning, losses=losses, groups=groups
    )
    return run_plan(plan, scheduler=scheduler_of(n_jobs), store=store, progress=progress)


def run_plan(
    plan: Plan,
    *,
    scheduler: Scheduler = HERE,
    store: Store | None = None,
    progress: Progress | None = None,
) -> Experiment:
    """Run what was laid out.

    Parameters
    ----------
    plan : Plan
    scheduler : Scheduler
        Where it is done; by default in this process.
    store, progress : optional
        As in `run_experiment`.
    """
    units = plan.units(addressed=store is not None)
    outcomes = run_units(plan.work, units, scheduler=scheduler, store=store, progress=progress)
    return experiment_of(plan, units, outcomes)


def stored_experiment(plan: Plan, store: Store, known: dict[Unit, Outcome] | None = None) -> Experiment:
    """Read what the store has of an experiment, finished or not; computes nothing.

    Parameters
    ----------
    plan : Plan
    store : Store
    known : dict, optional
        Outcomes of units of this plan that were read before; new ones are added, so that each is decoded once. Learners
        that differ in name only share their addresses, so that an address alone would not tell whose outcome it is.
    """
    decoded = {} if known is None else known
    units = plan.units(addressed=True)
    contents = store.outcomes({unit.address for unit in units if unit.address and unit not in decoded})
    work = plan.work
    for unit in units:
        if unit.address in contents:
            found = work.decode(unit, contents[unit.address])
            # who reads does not know whether this run computed it or found it there
            decoded[unit] = found if isinstance(found, Failure) else replace(found, reused=False)
    return experiment_of(plan, units, [decoded.get(unit) for unit in units])


def units_kept(plan: Plan, store: Store) -> int:
    """Count the units of a plan whose outcomes the store has."""
    addresses = [unit.address for unit in plan.units(addressed=True)]
    known = store.known({address for address in addresses if address})
    return sum(address in known for address in addresses)


def experiment_of(plan: Plan, units: Sequence[Unit], outcomes: Sequence[Outcome | None]) -> Experiment:
    """Gather outcomes; units without one are left out."""
    pairs = len(plan.splits)
    finished = [
        item for unit, item in zip(units, outcomes, strict=True) if item and unit.arguments.split < pairs
    ]
    extra = [
        item for unit, item in zip(units, outcomes, strict=True) if item and unit.arguments.split >= pairs
    ]
    names = tuple(entrant.spec.name for entrant in plan.entrants)
    rank = {name: position for position, name in enumerate(names)}
    finished.sort(key=lambda item: (rank[item.learner], item.replicate, item.fold))
    dataset = plan.dataset
    predictions = Predictions(
        dataset=dataset.name,
        task=dataset.task,
        truth=dataset.truth,
        classes=dataset.classes,
        learners=names,
        outcomes=tuple(item for item in finished if isinstance(item, FoldPredictions)),
        positive=dataset.positive,
        facts=plan.facts,
        failures=tuple(item for item in finished if isinstance(item, Failure)),
        notes=plan.notes,
        groups=None if dataset.groups is None else dataset.groups.to_numpy(),
    )
    apparent = {item.learner: item for item in extra if isinstance(item, FoldPredictions)}
    return Experiment(plan.spec, predictions, plan.splits, apparent)
