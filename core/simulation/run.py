"""Key, settings, seed → trials in blocks, as units of work; more of them continue the same stream."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from core.errors import InputError
from core.jobs import Progress, Scheduler, Unit, run_units, scheduler_of
from core.simulation.catalogue import LABORATORY
from core.simulation.outcomes import Outcomes, Row, Settings, joined
from core.simulation.record import Simulation

MOST_TRIALS = 100_000
"""At one setting."""


def simulate(
    key: str,
    *,
    trials: int = 1000,
    seed: int = 0,
    n_jobs: int | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> Simulation:
    """Ask the laboratory: run an experiment and count what the declared tests and intervals do.

    Parameters
    ----------
    key : str
        A key of `LABORATORY`.
    trials : int
        At every setting.
    seed : int
        The same seed gives the same trials, however many are asked for and by however many processes.
    n_jobs : int, optional
        Number of processes; None means 1, in this process, and -1 as many as there are processors.
    progress : callable, optional
        Called with the number of finished blocks of trials and of all.
    **settings
        Values of the experiment's controls; a list makes a grid. With a `dataset`, "test_sizes" is answered on it:
        that is "your_data".

    Raises
    ------
    InputError
        If the experiment or a setting is unknown, or a value is out of range.

    Examples
    --------
    >>> found = simulate("salzberg", n=[300], r=[0.03], trials=1)
    >>> round(found.frame["exact"][0], 3)
    0.234
    """
    entry = LABORATORY[key]
    if entry.on_data and "dataset" in settings:
        entry = LABORATORY[entry.on_data]
    if not isinstance(seed, int) or seed < 0:
        raise InputError(f"must be a whole number from 0 on, not {seed!r}.", "seed")
    begin = Simulation(entry, entry.grid(settings), seed, ())
    return _extended(begin, trials, scheduler_of(n_jobs), progress)


def more(
    simulation: Simulation, trials: int, *, n_jobs: int | None = None, progress: Progress | None = None
) -> Simulation:
    """Add so many trials to those that there are; the outcome is as if all had been asked for at once.

    Parameters
    ----------
    simulation : Simulation
    trials : int
        To add at every setting.
    n_jobs, progress
        As in `simulate`.

    Raises
    ------
    InputError
        If that makes too many.
    """
    return _extended(simulation, simulation.trials + trials, scheduler_of(n_jobs), progress)


@dataclass(frozen=True, eq=False)
class _Blocks:
    """Trials of one experiment, a block of one setting per unit."""

    key: str
    settings: Sequence[Settings]
    seed: int

    def run(self, unit: Unit) -> Outcomes:
        place, block = unit.arguments
        entry = LABORATORY[self.key]
        rng = np.random.default_rng(np.random.SeedSequence([self.seed, block]))
        return entry.trials(self.settings[place], rng, entry.block)

    def encode(self, outcome: Outcomes) -> bytes:
        raise NotImplementedError("trials are not kept in the store")

    def decode(self, unit: Unit, content: bytes) -> Outcomes:
        raise NotImplementedError("trials are not kept in the store")


def _extended(
    simulation: Simulation, trials: int, scheduler: Scheduler, progress: Progress | None
) -> Simulation:
    """So many trials in all; what was drawn of the last block beyond them is drawn again when it is asked for."""
    if not 1 <= trials <= MOST_TRIALS:
        raise InputError(f"must be from 1 to {MOST_TRIALS}, not {trials!r}.", "trials")
    entry, done = simulation.entry, simulation.trials
    settings = list(entry.settings(simulation.grid))
    blocks = range(done // entry.block, -(-trials // entry.block))
    units = [Unit((place, block), simulation.seed) for place in range(len(settings)) for block in blocks]
    work = _Blocks(entry.key, settings, simulation.seed)
    found = run_units(work, units, scheduler=scheduler, progress=progress)
    begin, rows = blocks.start * entry.block, simulation.rows
    made = []
    for place, setting in enumerate(settings):
        new = joined(found[place * len(blocks) : (place + 1) * len(blocks)]).part(
            done - begin, trials - begin
        )
        outcomes = joined([rows[place].outcomes, new]) if rows else new
        made.append(Row(setting, outcomes, rows[place].exact if rows else entry.exact(setting)))
    return replace(simulation, rows=tuple(made))
