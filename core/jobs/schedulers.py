"""Arguments and environment → where units are done, by joblib: in this process, in others (loky), on a Dask cluster.

No scheduler of our own: results come as joblib hands them out, and depend on none of this.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, TypeVar

import psutil

from core.errors import InputError, short

CLUSTER = "FOLDWISE_SCHEDULER"
"""Environment variable with the address of a Dask scheduler; work for several processes then goes to its cluster."""
PROCESSES = "FOLDWISE_PROCESSES"
"""Environment variable with the number of processes of a job; without it as many as there are processors."""

START_SECONDS = 2.0
"""How long other processes on this machine take to start and to import what they need."""
_STARTED: set[int] = set()
"""How many were started by this process already: they stay, and are there at once for what comes next."""

_ANSWER_SECONDS = 10
"""How long a cluster may take to answer."""

R = TypeVar("R")


def _never() -> bool:
    return False


def _unheard(processes: int) -> None:
    del processes


@dataclass(frozen=True)
class Scheduler:
    """Where units are done.

    Attributes
    ----------
    processes : int
        1 works in this process, unless there is a cluster.
    cluster : str
        Address of a Dask scheduler, for example ``tcp://10.0.0.1:8786``; it decides on its number of processes itself.
    is_over : callable
        Asked after each unit, elsewhere after each batch of them, in the process that hands them out: whether no
        more of them are to be begun for now.
    begun : callable
        Called with the number of other processes once they had to start and the first units come from them.
    """

    processes: int = 1
    cluster: str = ""
    is_over: Callable[[], bool] = _never
    begun: Callable[[int], None] = _unheard

    @property
    def is_here(self) -> bool:
        """Whether everything is done in this process."""
        return self.processes == 1 and not self.cluster

    @property
    def start_seconds(self) -> float:
        """Seconds until other processes are there, on a quiet machine; as long, work goes on in this one."""
        return 0.0 if self.cluster or self.processes in _STARTED else START_SECONDS

    def at_once(self, seconds: float, units: int) -> int:
        """How many processes share so many units, of so many seconds in all."""
        return 1 if seconds <= 2 * self.start_seconds else max(1, min(self.processes, units))

    def waiting(self, seconds: float, units: int) -> float:
        """Seconds until so many units are done, of so many seconds in all, while nobody else uses the machine."""
        at_once = self.at_once(seconds, units)
        if at_once == 1:
            return seconds
        return 2 * self.start_seconds + (seconds - self.start_seconds) / at_once

    def results(self, function: Callable[..., R], calls: Iterable[tuple[Any, ...]]) -> Iterator[R]:
        """Results of `function` on each tuple of arguments, in other processes, in the order of completion.

        Raises
        ------
        InputError
            If the cluster does not answer.
        """
        from joblib import Parallel, delayed

        with self._backend():
            parallel = Parallel(
                n_jobs=-1 if self.cluster else self.processes, return_as="generator_unordered"
            )
            yield from parallel(delayed(function)(*call) for call in calls)
        _STARTED.add(self.processes)

    def _backend(self) -> AbstractContextManager[object]:
        from joblib import parallel_config

        if self.cluster:
            return _on_cluster(self.cluster)
        backend: AbstractContextManager[object] = parallel_config(backend="loky", inner_max_num_threads=1)
        return backend


HERE = Scheduler()
"""In this process."""


def scheduler_of(n_jobs: int | None) -> Scheduler:
    """Where a script's units are done.

    Parameters
    ----------
    n_jobs : int, optional
        1 or None works in this process; more in that many others, -1 in as many as there are processors: those of
        the cluster where `FOLDWISE_SCHEDULER` names one.

    Raises
    ------
    InputError
        If it is no such number, or the cluster is named and Dask is not installed.
    """
    if n_jobs is None:
        return HERE
    if not isinstance(n_jobs, int) or (n_jobs < 1 and n_jobs != -1):
        raise InputError(
            f"must be a whole number from 1 on, or -1 for all processors, not {short(n_jobs)}.", "n_jobs"
        )
    if n_jobs == 1:
        return HERE
    if n_jobs == -1:
        return Scheduler(processors(), _cluster())
    return Scheduler(n_jobs, _cluster())


def scheduler_of_jobs() -> Scheduler:
    """Where a worker has the units of its jobs done: on all processors, unless the environment says otherwise.

    Raises
    ------
    InputError
        If `FOLDWISE_PROCESSES` is not a number from 1 on, or the cluster is named and Dask is not installed.
    """
    asked = os.environ.get(PROCESSES, "").strip() or str(processors())
    if not asked.isdecimal() or int(asked) < 1:
        raise InputError(f"must be a whole number from 1 on, not {asked!r}.", PROCESSES)
    return Scheduler(int(asked), _cluster())


def processors() -> int:
    """Processors of this machine."""
    return os.cpu_count() or 1


def crowding(at_once: int) -> float:
    """How many times longer so many processes take while others use the machine as in the last minute; 1 at least."""
    return max(1.0, (psutil.getloadavg()[0] + at_once) / processors())


def _cluster() -> str:
    address = os.environ.get(CLUSTER, "").strip()
    if address and find_spec("distributed") is None:
        raise InputError(
            f"names a Dask cluster ({address}), and Dask is not installed.",
            CLUSTER,
            "Install the package distributed, or unset the variable to use the processors of this machine.",
        )
    return address


@contextmanager
def _on_cluster(address: str) -> Iterator[None]:
    from distributed import Client
    from joblib import parallel_config

    try:
        client = Client(address, timeout=_ANSWER_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise InputError(
            f"no Dask cluster answers at {address} ({error}).", CLUSTER, "Start it, or correct the address."
        ) from error
    with client, parallel_config(backend="dask", client=client):
        yield
