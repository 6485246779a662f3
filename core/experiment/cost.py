"""Plan → what it will cost, by short trial fits of each learner, which tell how its time grows."""

import time
from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from core.designs import units_by
from core.errors import InputError
from core.experiment.plan import Plan
from core.experiment.work import Entrant, ExperimentWork, UnitKey
from core.jobs import Unit
from core.learners import fits_of_search
from core.records import Array, Split, Tuning
from core.written import counted, spoken

TRIAL_SIZE = 400
"""Instances of the first trial fit; of each further one twice as many."""
LONG_ENOUGH = 0.3
"""Seconds of a trial fit after which no larger one is made."""
STEEPEST = 3.0
"""The time is taken to grow at least in proportion to the instances, and at most with this power of them."""
REPEATED_BELOW = 1.0
"""Trials shorter than this many seconds are made twice."""
TICK = 1e-4
"""Seconds that a fit takes at least: clocks of processor time stand still for a while on some systems."""
LIMIT_UNITS = 50_000
"""More units than this are refused before work starts."""


@dataclass(frozen=True)
class Cost:
    """A rough forecast, good to a factor of about two.

    Attributes
    ----------
    units : int
        Learners trained and judged on one pair each, whatever tuning trains inside of it.
    fits : int
        How often a learner is trained in all, tuning included.
    seconds : float
        Processor time of all units together.
    slowest : str
        Name of the learner that takes the largest share.
    longest : float
        Processor time of one of its units.
    """

    units: int
    fits: int
    seconds: float
    slowest: str
    longest: float


def estimate_cost(plan: Plan, known: dict[Hashable, float] | None = None) -> Cost:
    """Forecast the processor time of a plan by training each learner on small samples of its first pair.

    Samples are doubled until a fit takes long enough to tell; time is then taken to grow by the power of the number of
    instances that the last two show, and with the budget of the tuning.

    Parameters
    ----------
    plan : Plan
    known : dict, optional
        Trial times of this data set that were measured before; new ones are added.
    """
    times = {} if known is None else known
    size = float(np.mean([len(split.train) + len(split.validation) for split in plan.splits]))
    each = {entrant.spec.name: _fits(entrant, plan.spec.tuning) for entrant in plan.entrants}
    seconds = {
        entrant.spec.name: _one_fit(plan, entrant, size, times) * each[entrant.spec.name]
        for entrant in plan.entrants
    }
    slowest = max(seconds, key=lambda name: seconds[name])
    trained_on = len(plan.splits) + len(plan.apparent)
    return Cost(
        units=len(plan.entrants) * trained_on,
        fits=sum(each.values()) * trained_on,
        seconds=sum(seconds.values()) * len(plan.splits),
        slowest=slowest,
        longest=seconds[slowest],
    )


def check_tuning(plan: Plan) -> None:
    """Refuse a plan whose tuning cannot succeed, which its training sets tell before anything is trained.

    Small classes are no reason: the inner folds allow for them.

    Raises
    ------
    InputError
        If a learner is tuned by whole groups, and a training set holds a single one; names the data set.
    """
    groups = plan.work.groups
    if groups is None or all(_fits(entrant, plan.spec.tuning) == 1 for entrant in plan.entrants):
        return
    units, alone = (
        units_by(plan.facts),
        [s for s in plan.splits if (groups[s.train] == groups[s.train[0]]).all()],
    )
    if alone:
        raise InputError(
            "needs at least two groups inside every training set, and on "
            f"{spoken(plan.dataset.name)} {len(alone)} of {counted(len(plan.splits), units)} have a single one.",
            "tuning",
            "Leave tuning out, or choose a design that trains on more groups.",
        )


def _fits(entrant: Entrant, tuning: Tuning | None) -> int:
    """How often a learner is trained on one training set and on parts of it."""
    search = entrant.tuned_by(tuning)
    return 1 if search is None else fits_of_search(entrant.spec, search)


def _one_fit(plan: Plan, entrant: Entrant, size: float, times: dict[Hashable, float]) -> float:
    """Seconds of one fit and its predictions on a pair of so many instances."""
    n, seconds = _trial(plan, entrant, TRIAL_SIZE, times)
    if size < 2 * n:
        return seconds * size / n
    smaller, shorter = _trial(plan, entrant, TRIAL_SIZE // 2, times)
    while seconds < LONG_ENOUGH and smaller < n <= size / 2:
        smaller, shorter = n, seconds
        n, seconds = _trial(plan, entrant, 2 * n, times)
    if smaller == n:  # the first pair is no larger
        return seconds * size / n
    power = np.clip(np.log(seconds / shorter) / np.log(n / smaller), 1.0, STEEPEST)
    return float(seconds * (size / n) ** power)


def _trial(plan: Plan, entrant: Entrant, most: int, times: dict[Hashable, float]) -> tuple[int, float]:
    """Instances of a small pair, and the seconds that it takes."""
    pair = _small_pair(plan.splits[0], most)
    key = (entrant.spec.digest(), len(pair.train), len(pair.validation))
    if key not in times:
        times[key] = _measured(plan, entrant, pair)
    return len(pair.train) + len(pair.validation), times[key]


def _small_pair(first: Split, most: int) -> Split:
    """Thin out a pair to so many instances."""
    share = len(first.train) / (len(first.train) + len(first.validation))
    train = _thinned(first.train, max(2, round(most * share)))
    return Split(train, _thinned(first.validation, max(1, round(most * (1 - share)))), 1, 1)


def _measured(plan: Plan, entrant: Entrant, pair: Split) -> float:
    work = ExperimentWork.of(plan.dataset, (pair,), (entrant,), None)
    seconds = _timed(work)
    # The first fit of a learner also imports what it needs.
    return min(seconds, _timed(work)) if seconds < REPEATED_BELOW else seconds


def _timed(work: ExperimentWork) -> float:
    from threadpoolctl import threadpool_limits

    # As units are run; the time of this thread alone, whatever else the machine is busy with.
    with threadpool_limits(1):
        begin = time.thread_time()
        work.run(Unit(UnitKey(0, 0), 0))
        return max(time.thread_time() - begin, TICK)


def _thinned(positions: Array, most: int) -> Array:
    if len(positions) <= most:
        return positions
    return np.asarray(positions[np.linspace(0, len(positions) - 1, most).astype(int)])
