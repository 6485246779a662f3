"""Data sets of a suite of OpenML, by its number (Bischl et al. 2021: CC18 is 99)."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from core.data.apart import Apart
from core.data.datasets.openml import asked, dataset_in, fetch_openml, limits, refusal
from core.errors import InputError
from core.records import Dataset, Task

MOST_OF_A_SUITE = 10
MOST_INSTANCES = 20_000
"""Data sets of a suite with more of them are left out: all learners would be trained on every one."""


@dataclass(frozen=True, eq=False)
class OpenmlSuite:
    """What was taken of a suite.

    Attributes
    ----------
    name : str
    datasets : tuple of Dataset
    left_out : tuple of (number of a data set, reason)
        In the order of the suite.
    """

    name: str
    datasets: tuple[Dataset, ...]
    left_out: tuple[tuple[int, str], ...]


def load_openml_suite(
    number: int,
    folder: str | Path,
    *,
    task: Task = "classification",
    most: int = MOST_OF_A_SUITE,
    time_limit: float = 180,
    address: str | None = None,
    waiting: Callable[[float], object] | None = None,
) -> OpenmlSuite:
    """Load the first data sets of a suite that can be read, are of one task and not too large.

    Parameters
    ----------
    number : int
        Of the suite, which OpenML also calls a study.
    folder, address
        As in `load_openml`.
    task : "classification" or "regression"
    most : int
        How many are taken.
    time_limit : float
        Seconds for all of them together.
    waiting : callable, optional
        Called again and again with the seconds that passed; what it raises ends the attempt.

    Raises
    ------
    InputError
        If there is no such suite, or the server cannot be reached in time.
    """
    end, begin = monotonic() + time_limit, monotonic()

    def look(_seconds: float) -> None:
        if waiting is not None:
            waiting(monotonic() - begin)

    name, numbers = _members(number, folder, time_limit, address, look)
    datasets: list[Dataset] = []
    left_out: list[tuple[int, str]] = []
    with Apart() as apart:
        for one in numbers:
            left = end - monotonic()
            if len(datasets) == most or left <= 0:
                reason = f"{most} are taken at most" if left > 0 else "time was up"
                left_out.append((one, reason))
                continue
            try:
                table = fetch_openml(one, folder, time_limit=left, address=address, waiting=look)
                found = apart.call(dataset_in, table, seconds=left, waiting=look)
                _check(found, task)
            except (InputError, TimeoutError, MemoryError) as error:
                left_out.append((one, _why(error)))
            else:
                datasets.append(found)
    return OpenmlSuite(name, tuple(datasets), tuple(left_out))


def _members(
    number: int, folder: str | Path, time_limit: float, address: str | None, look: Callable[[float], object]
) -> tuple[str, list[int]]:
    """Name of a suite, and the numbers of its data sets."""
    if not 0 < number <= 10**9:
        raise InputError(f"suites are numbered from 1, not {number}.", "OpenML", "CC18 is suite 99.")
    home = Path(folder)
    home.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=home) as own:
        answer = asked({"suite": number, **limits(own, time_limit, address)}, time_limit, look)
    if "failed" in answer:
        raise refusal(f"suite {number}", answer)
    return answer["name"], answer["numbers"]


def _check(found: Dataset, task: Task) -> None:
    if found.task != task:
        raise InputError(f"is for {found.task}", found.name)
    if len(found) > MOST_INSTANCES:
        raise InputError(f"has {len(found):,} instances, more than {MOST_INSTANCES:,}", found.name)


def _why(error: Exception) -> str:
    if isinstance(error, InputError):
        return str(error).rstrip(".")
    return "takes too long to read" if isinstance(error, TimeoutError) else "needs too much memory"
