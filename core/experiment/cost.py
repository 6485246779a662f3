"""Plan → what it will cost, by a short trial fit of each learner."""

import time
from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from core.experiment.plan import Plan
from core.experiment.work import Entrant, ExperimentWork, UnitKey
from core.jobs import Unit
from core.records import Array, Split

TRIAL_SIZE = 400
"""Training instances of a trial fit at most."""
REPEATED_BELOW = 1.0
"""Trials shorter than this many seconds are made twice."""
LIMIT_UNITS = 50_000
"""More units than this are refused before work starts."""


@dataclass(frozen=True)
class Cost:
    """A rough forecast, good to a factor of about two.

    Attributes
    ----------
    units : int
        Fits to be done, each with its predictions.
    seconds : float
        Processor time of all units together.
    slowest : str
        Name of the learner that takes the largest share.
    """

    units: int
    seconds: float
    slowest: str


def estimate_cost(plan: Plan, known: dict[Hashable, float] | None = None) -> Cost:
    """Forecast the processor time of a plan by training each learner once on at most `TRIAL_SIZE` instances.

    Time is taken to grow in proportion to the training set, and with the budget of the tuning.

    Parameters
    ----------
    plan : Plan
    known : dict, optional
        Trial times of this data set that were measured before; new ones are added.
    """
    times = {} if known is None else known
    trial, growth = _small_pair(plan)
    tuning = plan.spec.tuning
    fits = 1 if tuning is None else 1 + tuning.budget * tuning.folds
    seconds: dict[str, float] = {}
    for entrant in plan.entrants:
        key = (entrant.spec.digest(), len(trial.train), len(trial.validation))
        if key not in times:
            times[key] = _trial(plan, entrant, trial)
        seconds[entrant.spec.name] = times[key] * growth * fits * len(plan.splits)
    slowest = max(seconds, key=lambda name: seconds[name])
    return Cost(len(plan.entrants) * (len(plan.splits) + len(plan.apparent)), sum(seconds.values()), slowest)


def _small_pair(plan: Plan) -> tuple[Split, float]:
    """Thin out the first pair to the trial size; by how much larger the real pairs are on average."""
    first = plan.splits[0]
    mean = float(np.mean([len(split.train) + len(split.validation) for split in plan.splits]))
    share = len(first.train) / (len(first.train) + len(first.validation))
    train = _thinned(first.train, max(2, round(TRIAL_SIZE * share)))
    validation = _thinned(first.validation, max(1, round(TRIAL_SIZE * (1 - share))))
    return Split(train, validation, 1, 1), mean / (len(train) + len(validation))


def _trial(plan: Plan, entrant: Entrant, pair: Split) -> float:
    work = ExperimentWork.of(plan.dataset, (pair,), (entrant,), None)
    seconds = _timed(work)
    # The first fit of a learner also imports what it needs.
    return min(seconds, _timed(work)) if seconds < REPEATED_BELOW else seconds


def _timed(work: ExperimentWork) -> float:
    begin = time.perf_counter()
    work.run(Unit(UnitKey(0, 0), 0))
    return time.perf_counter() - begin


def _thinned(positions: Array, most: int) -> Array:
    if len(positions) <= most:
        return positions
    return np.asarray(positions[np.linspace(0, len(positions) - 1, most).astype(int)])
