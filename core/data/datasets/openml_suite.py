"""Data sets of a suite of OpenML, by its number: CC18 is 99 (Vanschoren et al. 2014)."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from core.data.apart import Apart
from core.data.datasets.openml import LARGEST_ID, asked, dataset_in, fetch_openml, limits, refusal
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
    datasets: list[Dataset] = []
    left_out: list[tuple[int, str]] = []
    with Apart() as apart:
        server = _Server(apart, Path(folder), address, monotonic(), time_limit, waiting)
        name, numbers = server.members(number)
        for one in numbers:
            if len(datasets) == most or server.left <= 0:
                left_out.append((one, f"{most} are taken at most" if server.left > 0 else "time was up"))
                continue
            try:
                datasets.append(_fitting(server.dataset(one), task))
            except (InputError, TimeoutError, MemoryError) as error:
                left_out.append((one, _why(error)))
    return OpenmlSuite(name, tuple(datasets), tuple(left_out))


@dataclass(frozen=True)
class _Server:
    """Whom all is asked, by processes that stay for all of it, until time is up."""

    apart: Apart
    folder: Path
    address: str | None
    begin: float
    time_limit: float
    waiting: Callable[[float], object] | None

    @property
    def left(self) -> float:
        """Seconds."""
        return self.begin + self.time_limit - monotonic()

    def look(self, _seconds: float) -> None:
        """Tell the seconds of all of it."""
        if self.waiting is not None:
            self.waiting(monotonic() - self.begin)

    def members(self, number: int) -> tuple[str, list[int]]:
        """Name of a suite, and the numbers of its data sets."""
        if not 0 < number <= LARGEST_ID:
            raise InputError(f"suites are numbered from 1, not {number}.", "OpenML", "CC18 is suite 99.")
        self.folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.folder) as own:
            request = {"suite": number, **limits(own, self.left, self.address)}
            answer = asked(request, self.left, self.look, self.apart)
        if "failed" in answer:
            raise refusal(f"suite {number}", answer)
        return answer["name"], answer["numbers"]

    def dataset(self, number: int) -> Dataset:
        """One of its data sets, fetched and read."""
        table = fetch_openml(
            number,
            self.folder,
            time_limit=self.left,
            address=self.address,
            waiting=self.look,
            apart=self.apart,
        )
        return self.apart.call(dataset_in, table, seconds=self.left, waiting=self.look)


def _fitting(found: Dataset, task: Task) -> Dataset:
    if found.task != task:
        raise InputError(f"is for {found.task}", found.name)
    if len(found) > MOST_INSTANCES:
        raise InputError(f"has {len(found):,} instances, more than {MOST_INSTANCES:,}", found.name)
    return found


def _why(error: Exception) -> str:
    if isinstance(error, InputError):
        return str(error).rstrip(".")
    return "takes too long to read" if isinstance(error, TimeoutError) else "needs too much memory"
