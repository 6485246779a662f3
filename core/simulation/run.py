"""Key, settings, seed → trials in blocks, as units of work; more of them continue the same stream."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from core.errors import InputError
from core.experiment.plan import computed_by
from core.jobs import HERE, Progress, Scheduler, Store, Unit, run_units, scheduler_of
from core.records import Array, Dataset, digest
from core.simulation.catalogue import LABORATORY
from core.simulation.outcomes import Outcomes, Row, Settings, joined
from core.simulation.record import Simulation

MOST_TRIALS = 100_000
"""At one setting."""
LOOK = 200
"""Blocks that are looked for in a store at a time: where they end, nobody looks further."""


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
        that is "your_data"; and so is "degrees_of_freedom" by "fold_correlations".

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
    begin = planned(key, seed=seed, **settings)
    return extended(begin, trials, scheduler=scheduler_of(n_jobs), store=store, progress=progress)


def planned(key: str, *, seed: int = 0, **settings: Any) -> Simulation:
    """Check what is asked of an experiment, as `simulate` does, and draw no trial yet.

    Raises
    ------
    InputError
        If the experiment or a setting is unknown, or a value is out of range.
    """
    entry = LABORATORY[key]
    if entry.on_data and "dataset" in settings:
        entry = LABORATORY[entry.on_data]
    if not isinstance(seed, int) or seed < 0:
        raise InputError(f"must be a whole number from 0 on, not {seed!r}.", "seed")
    return Simulation(entry, entry.grid(settings), seed, ())


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
    wanted, scheduler = simulation.trials + trials, scheduler_of(n_jobs)
    return extended(simulation, wanted, scheduler=scheduler, store=store, progress=progress)


def stored(simulation: Simulation, trials: int, store: Store) -> Simulation:
    """Add those trials, up to so many in all, that the store has at every setting without a gap.

    Raises
    ------
    InputError
        If that would be too many.
    """
    begin, block = simulation.trials, simulation.entry.block
    near = min(trials, (begin // block + LOOK) * block)
    units = trial_units(simulation, near)
    known = store.known(unit.address for unit in units)
    missing = [unit.arguments[1] for unit in units if unit.address not in known]
    whole = min(near, min(missing) * block) if missing else near
    found = extended(simulation, whole, store=store) if whole > begin else simulation
    return found if missing or near == trials else stored(found, trials, store)


def keep(simulation: Simulation, store: Store) -> None:
    """Write the trials that there are to the store, as far as their blocks are whole."""
    work, begin, block = _Blocks.of(simulation), replace(simulation, rows=()), simulation.entry.block
    whole = simulation.trials // block * block
    units = trial_units(begin, whole) if whole else []
    known = store.known(unit.address for unit in units)
    contents = {}
    for unit in units:
        place, number = unit.arguments
        if unit.address not in known:
            row = simulation.rows[place]
            part = row.outcomes.part(number * block, (number + 1) * block)
            contents[unit.address] = work.encode(
                _judged(simulation, row.settings, work.settings[place], part)
            )
    store.put_outcomes(contents)


def trial_units(simulation: Simulation, trials: int) -> list[Unit]:
    """What has to be drawn so that there are so many trials, with the addresses under which it is kept.

    Raises
    ------
    InputError
        If that would be too many.
    """
    return _units(simulation, _Blocks.of(simulation), trials, addressed=True)


@dataclass(frozen=True, eq=False)
class _Blocks:
    """Trials of one experiment, a block of one setting per unit."""

    key: str
    settings: Sequence[Settings]
    seed: int

    @classmethod
    def of(cls, simulation: Simulation) -> "_Blocks":
        entry = simulation.entry
        settings = [{**one, **entry.usual} for one in entry.settings(simulation.grid)]
        return cls(simulation.entry.key, settings, simulation.seed)

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
        version = LABORATORY[self.key].version
        address = digest("trials", self.key, settings, self.seed, block, computed_by(), version)
        return Unit((place, block), self.seed, address)


def _content(value: Any) -> Any:
    """What tells a value from others, and is written the same everywhere."""
    return value.fingerprint if isinstance(value, Dataset) else value


def extended(
    simulation: Simulation,
    trials: int,
    *,
    scheduler: Scheduler = HERE,
    store: Store | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """So many trials in all; what was drawn of the last block beyond them is drawn again when it is asked for.

    Parameters
    ----------
    simulation : Simulation
    trials : int
    scheduler : Scheduler
        Where trials are drawn; by default in this process.
    store, progress
        As in `simulate`.

    Raises
    ------
    InputError
        If that is none, or too many.
    """
    entry, done, rows = simulation.entry, simulation.trials, simulation.rows
    work = _Blocks.of(simulation)
    units = _units(simulation, work, trials, addressed=store is not None)
    found = run_units(work, units, scheduler=scheduler, store=store, progress=progress)
    begin = done // entry.block * entry.block
    made = []
    for place, setting in enumerate(entry.settings(simulation.grid)):
        drawn = joined(found[place :: len(work.settings)]).part(done - begin, trials - begin)
        new = _judged(simulation, work.settings[place], setting, drawn)
        outcomes = joined([rows[place].outcomes, new]) if rows else new
        exact = rows[place].exact if rows else entry.exact(setting)
        made.append(Row(setting, outcomes, exact, entry.derived))
    return replace(simulation, rows=tuple(made))


def _judged(simulation: Simulation, drawn: Settings, wanted: Settings, outcomes: Outcomes) -> Outcomes:
    """Trials that stand at one significance level at another, where they can be judged at any."""
    judge = simulation.entry.judged
    return outcomes if judge is None else judge(drawn, wanted["alpha"], outcomes)


def _units(simulation: Simulation, work: _Blocks, trials: int, *, addressed: bool) -> list[Unit]:
    """Block by block, so that all settings have about as many trials at any time."""
    if not 1 <= trials <= MOST_TRIALS:
        raise InputError(f"must be from 1 to {MOST_TRIALS}, not {trials!r}.", "trials")
    block = simulation.entry.block
    return [
        work.unit(place, number, addressed=addressed)
        for number in range(simulation.trials // block, -(-trials // block))
        for place in range(len(work.settings))
    ]
