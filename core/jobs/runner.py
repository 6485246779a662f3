"""Units of work → their outcomes, by a scheduler; what the store has is taken from there."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Protocol

from core.jobs.schedulers import HERE, Scheduler, crowding
from core.jobs.store import Store

Progress = Callable[[int, int], None]
"""Takes the number of finished units and of all units."""

WRITE_EVERY = 0.25
"""Seconds of finished work that a crash may lose at most."""
BATCH_SECONDS = 0.2
"""Units are sent to other processes in batches of about this length."""


@dataclass(frozen=True)
class Unit:
    """One independent piece of work.

    Attributes
    ----------
    arguments : hashable
        What is to be done, for the work that owns the unit.
    seed : int
        Everything random inside the unit comes from it.
    address : str
        Digest of everything that decides the outcome; empty when the outcome must not be kept.
    """

    arguments: Any
    seed: int
    address: str = ""


class GaveWay(Exception):
    """The scheduler's time was over before all units were done: those that were are kept, the others are left."""


class Work(Protocol):
    """What a room hands over to have its units done: picklable, its heavy inputs inside."""

    def run(self, unit: Unit) -> Any:
        """Do one unit; called in this or another process."""

    def encode(self, outcome: Any) -> bytes:
        """Bytes for the store."""

    def decode(self, unit: Unit, content: bytes) -> Any:
        """Outcome from the store's bytes."""


def run_units(
    work: Work,
    units: Sequence[Unit],
    *,
    scheduler: Scheduler = HERE,
    store: Store | None = None,
    progress: Progress | None = None,
) -> list[Any]:
    """Outcomes of all units in the order of the units, whatever the order of their completion.

    Parameters
    ----------
    work : Work
    units : sequence of Unit
    scheduler : Scheduler
        Where the units are done; by default in this process.
    store : Store, optional
        Outcomes that it has are not computed again; new ones are written to it as they come.
    progress : callable, optional
        Called in this process with the number of finished units and of all units.

    Raises
    ------
    InputError
        If the scheduler's cluster cannot be used.
    GaveWay
        If the scheduler's time was over before all were done.
    """
    outcomes: list[Any] = [None] * len(units)
    reused = _stored(work, units, store)
    for position, outcome in reused.items():
        outcomes[position] = outcome
    todo = [position for position in range(len(units)) if position not in reused]
    done = len(reused)
    _tell(progress, done, len(units))
    with _Keeper(work, store) as keeper:
        for position, outcome in _computed(work, units, todo, scheduler):
            outcomes[position] = outcome
            keeper.keep(units[position], outcome)
            done += 1
            _tell(progress, done, len(units))
    if done < len(units):
        raise GaveWay
    return outcomes


def _stored(work: Work, units: Sequence[Unit], store: Store | None) -> dict[int, Any]:
    if store is None:
        return {}
    contents = store.outcomes(unit.address for unit in units if unit.address)
    return {
        position: work.decode(unit, contents[unit.address])
        for position, unit in enumerate(units)
        if unit.address in contents
    }


def _tell(progress: Progress | None, done: int, total: int) -> None:
    if progress is not None:
        progress(done, total)


class _Keeper:
    """Writes outcomes to the store in batches of at most `WRITE_EVERY` seconds, and the rest at the end."""

    def __init__(self, work: Work, store: Store | None) -> None:
        self._work = work
        self._store = store
        self._waiting: dict[str, bytes] = {}
        self._written = time.monotonic()

    def keep(self, unit: Unit, outcome: Any) -> None:
        if self._store is None or not unit.address:
            return
        self._waiting[unit.address] = self._work.encode(outcome)
        if time.monotonic() - self._written >= WRITE_EVERY:
            self._write()

    def _write(self) -> None:
        if self._store is not None and self._waiting:
            self._store.put_outcomes(self._waiting)
        self._waiting = {}
        self._written = time.monotonic()

    def __enter__(self) -> "_Keeper":
        return self

    def __exit__(self, *_error: object) -> None:
        self._write()


def _computed(
    work: Work, units: Sequence[Unit], todo: Sequence[int], scheduler: Scheduler
) -> Iterator[tuple[int, Any]]:
    from threadpoolctl import threadpool_limits

    if not todo:
        return
    # Elsewhere, the first units in this process tell how long one takes, hence how many make a batch worth sending.
    # As long as others would need to start, work goes on here, and to its end where no more than that is left.
    start = scheduler.start_seconds * crowding(scheduler.processes)
    begin, here, spent = time.perf_counter(), 0, 0.0
    with threadpool_limits(1):
        for position in todo:
            if not scheduler.is_here and here >= scheduler.processes:
                left = spent / here * (len(todo) - here)
                if min(spent, left) >= start:
                    break
            yield position, work.run(units[position])
            here, spent = here + 1, time.perf_counter() - begin
            if scheduler.is_over():
                return
    if here < len(todo):
        size, is_over = _batch_size(spent / here, len(todo), scheduler.processes), False
        # what the other processes have by then is waited for: it is kept, and they stay for what comes next
        starts = takewhile(lambda _: not is_over, range(here, len(todo), size))
        batches = (todo[start : start + size] for start in starts)
        calls = ((work, [(position, units[position]) for position in batch]) for batch in batches)
        for count, outcomes in enumerate(scheduler.results(_run_batch, calls)):
            if start and not count:
                scheduler.begun(scheduler.processes)
            yield from outcomes
            is_over = is_over or scheduler.is_over()


def _batch_size(seconds: float, n: int, processes: int) -> int:
    """Units of this length that are worth sending together, and leave several batches to each process."""
    return max(1, min(int(BATCH_SECONDS / max(seconds, 1e-6)), -(-n // (4 * processes))))


def _run_batch(work: Work, batch: list[tuple[int, Unit]]) -> list[tuple[int, Any]]:
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):
        return [(position, work.run(unit)) for position, unit in batch]
