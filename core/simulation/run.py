"""Key, settings, seed → trials in blocks, as units of work; more of them continue the same stream."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from core.errors import InputError
from core.experiment.plan import computed_by
from core.jobs import Progress, Scheduler, Store, Unit, run_units, scheduler_of
from core.records import Array, Dataset, digest
from core.simulation.catalogue import LABORATORY
from core.simulation.outcomes import Outcomes, Row, Settings, joined
from core.simulation.record import Simulation

MOST_TRIALS = 100_000
"""At one setting."""
TRIALS_VERSION = 1
"""Part of the address of kept trials; to be raised when what an experiment draws changes."""


def simulate(
    key: str,
    *,
    trials: int = 1000,
    seed: int = 0,
    n_jobs: int | None = None,
    store: Store | None = None,
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
    store : Store, optional
        Blocks of trials that it has are not drawn again; new ones are written to it as they come.
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
    return _extended(begin, trials, scheduler_of(n_jobs), store, progress)


def more(
    simulation: Simulation,
    trials: int,
    *,
    n_jobs: int | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Add so many trials to those that there are; the outcome is as if all had been asked for at once.

    Parameters
    ----------
    simulation : Simulation
    trials : int
        To add at every setting.
    n_jobs, store, progress
        As in `simulate`.

    Raises
    ------
    InputError
        If that makes too many.
    """
    return _extended(simulation, simulation.trials + trials, scheduler_of(n_jobs), store, progress)


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
        buffer = io.BytesIO()
        kept = {"measured": outcome.measured, "seen": outcome.seen}
        arrays: dict[str, Any] = {
            f"{kind} {name}": array for kind, group in kept.items() for name, array in group.items()
        }
        np.savez(buffer, **arrays)
        return buffer.getvalue()

    def decode(self, unit: Unit, content: bytes) -> Outcomes:  # noqa: ARG002
        found: dict[str, dict[str, Array]] = {"measured": {}, "seen": {}}
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            for label in arrays:
                kind, name = label.split(" ", 1)
                found[kind][name] = arrays[label]
        return Outcomes(**found)

    def unit(self, place: int, block: int, *, addressed: bool) -> Unit:
        """One block of trials at one setting, with its address where it is to be kept."""
        if not addressed:
            return Unit((place, block), self.seed)
        settings = [(name, _content(value)) for name, value in sorted(self.settings[place].items())]
        address = digest("trials", self.key, settings, self.seed, block, computed_by(), TRIALS_VERSION)
        return Unit((place, block), self.seed, address)


def _content(value: Any) -> Any:
    """What tells a value from others, and is written the same everywhere."""
    return value.fingerprint if isinstance(value, Dataset) else value


def _extended(
    simulation: Simulation,
    trials: int,
    scheduler: Scheduler,
    store: Store | None,
    progress: Progress | None,
) -> Simulation:
    """So many trials in all; what was drawn of the last block beyond them is drawn again when it is asked for."""
    if not 1 <= trials <= MOST_TRIALS:
        raise InputError(f"must be from 1 to {MOST_TRIALS}, not {trials!r}.", "trials")
    entry, done = simulation.entry, simulation.trials
    settings = list(entry.settings(simulation.grid))
    blocks = range(done // entry.block, -(-trials // entry.block))
    work = _Blocks(entry.key, settings, simulation.seed)
    units = [
        work.unit(place, block, addressed=store is not None)
        for place in range(len(settings))
        for block in blocks
    ]
    found = run_units(work, units, scheduler=scheduler, store=store, progress=progress)
    begin, rows = blocks.start * entry.block, simulation.rows
    made = []
    for place, setting in enumerate(settings):
        new = joined(found[place * len(blocks) : (place + 1) * len(blocks)]).part(
            done - begin, trials - begin
        )
        outcomes = joined([rows[place].outcomes, new]) if rows else new
        made.append(Row(setting, outcomes, rows[place].exact if rows else entry.exact(setting)))
    return replace(simulation, rows=tuple(made))
