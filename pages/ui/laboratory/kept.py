"""Experiments of the laboratory as far as they have come: a link that a whole class opens is worked out once."""

from collections.abc import Mapping
from contextlib import suppress
from time import perf_counter
from typing import Any

from core.errors import InputError
from core.figures import Drawing, thumbnail
from core.simulation import LABORATORY, Simulation, asks, more, planned, simulate, stored, trials_of_job
from pages.ui.session import cache, state

GLANCE = 0.1
"""Seconds of trials for a picture of the index."""


def simulation(key: str, settings: Mapping[str, Any], seed: int, trials: int, seconds: float) -> Simulation:
    """An experiment with so many trials, or with as many as come in so many seconds.

    Parameters
    ----------
    key : str
    settings : mapping
        Values of its controls.
    seed, trials : int
    seconds : float
        The first block comes in any case, and every further call adds to what there is, also from the store; of
        what is a job, a first look.
    """
    name = _name(key, settings, seed)
    shelf, block, began = cache.laboratory_shelf(), LABORATORY[key].block, perf_counter()
    drawn_with = {**settings, **LABORATORY[key].usual}
    found: Simulation = shelf.made(
        name, lambda: simulate(key, trials=min(trials, block), seed=seed, **drawn_with)
    )
    if found.entry.trains and found.trials < trials:
        found = shelf.put(name, stored(found, trials, cache.store()))
    wanted = page_trials(found, trials)
    while found.trials < wanted and perf_counter() - began < seconds:
        found = shelf.put(name, more(found, min(wanted - found.trials, block)))
    return _judged(found if found.trials <= trials else found.first(trials), settings)


def so_far(key: str, settings: Mapping[str, Any], seed: int) -> Simulation:
    """All trials of an experiment that are at hand.

    Raises
    ------
    InputError
        If a setting is out of range.
    """
    found: Simulation | None = cache.laboratory_shelf().get(_name(key, settings, seed))
    return planned(key, seed=seed, **settings) if found is None else _judged(found, settings)


def _judged(found: Simulation, settings: Mapping[str, Any]) -> Simulation:
    """Trials at the significance level that is set: those that can be judged at any are kept at the usual one."""
    return found if found.entry.judged is None else found.judged({**found.entry.usual, **settings}["alpha"])


def at_first(key: str) -> Simulation:
    """What somebody's look at an experiment, as it is before anything is set, has left of trials."""
    entry = LABORATORY[key]
    return so_far(key, {control.name: control.default for control in entry.controls if control.shown}, 0)


def _name(key: str, settings: Mapping[str, Any], seed: int) -> tuple[Any, ...]:
    return "simulation", key, tuple(sorted({**settings, **LABORATORY[key].usual}.items())), seed


def page_trials(found: Simulation, trials: int) -> int:
    """How many of so many trials a page draws: all of them, or a first look at what is a job."""
    return min(found.entry.first, trials) if is_job(found, trials) else trials


def is_job(found: Simulation, trials: int) -> bool:
    """Whether what lacks of so many trials takes longer than anybody waits for a page."""
    return found.entry.trains and trials - found.trials > found.entry.first


def remember_equals(settings: Mapping[str, Any], found: Simulation) -> None:
    """Keep at hand what was counted with equal learners on a visitor's own data, for the verdict on them."""
    if settings.get("effect") == 0:
        cache.laboratory_shelf().put(_equals(settings), found)


def equals(held: Mapping[str, Any]) -> Simulation | None:
    """What was last counted with equal learners on these data, with these learners and this design."""
    found: Simulation | None = cache.laboratory_shelf().get(_equals(held))
    return found or _counted(held)


def _counted(held: Mapping[str, Any]) -> Simulation | None:
    """The same from the last of the workspace's jobs: counted on another day, or while nobody looked."""
    store = cache.store()
    for job in store.jobs(state.workspace()):
        if asks(job, "your_data", effect=0.0, **held):
            with suppress(InputError):  # data or trials that are no longer kept
                found = trials_of_job(store, job)
                if found.rows:
                    return cache.laboratory_shelf().put(_equals(held), found)
    return None


def _equals(held: Mapping[str, Any]) -> tuple[Any, ...]:
    return "equals", held["dataset"].fingerprint, held["learners"], held["design"]


def small_picture(key: str, *, dark: bool) -> Drawing | None:
    """The picture of an experiment for the index; None where learners would have to be trained for it.

    Of those the index shows the trials of `at_first`.
    """
    entry = LABORATORY[key]
    if entry.trains:
        found = at_first(key)
        return thumbnail(found.drawing(dark), dark=dark) if found.trials else None

    def make() -> Drawing:
        return thumbnail(simulation(key, {}, 0, entry.first, GLANCE).drawing(dark), dark=dark)

    return cache.laboratory_shelf().made(("small", key, dark), make)
