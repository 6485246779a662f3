"""A data set of OpenML, by its number or name, fetched by scikit-learn in a process of its own and then kept."""

import os
import re
import tempfile
from collections.abc import Callable, Hashable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from core.data.apart import Apart
from core.data.datasets import openml_process
from core.data.datasets.openml_cache import OpenmlTable, keep, kept, table_of
from core.data.datasets.openml_process import TOO_LARGE, UNKNOWN, UNREACHABLE
from core.data.datasets.read import read_dataset
from core.data.tables.source import DATASET_BYTES, USE_A_TABLE
from core.errors import InputError, quoted
from core.records import Dataset, Task
from core.written import size_text

ADDRESS = "FOLDWISE_OPENML"
"""Environment variable with the address of another server, for tests."""

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+()-]{0,127}")
LARGEST_ID = 10**9


def load_openml(
    which: int | str,
    folder: str | Path,
    *,
    version: int | None = None,
    target: str | None = None,
    positive: Hashable | None = None,
    task: Task | None = None,
    time_limit: float = 60,
    address: str | None = None,
) -> Dataset:
    """Load a data set of OpenML; what was assumed is said in its notes.

    Parameters
    ----------
    which : int or str
        The number of the data set, or its name; of several active versions the oldest, as scikit-learn does.
    folder : path
        Where what was fetched is kept; the next call reads it from there.
    version : int, optional
        Of a data set that is given by its name.
    target, positive, task : optional
        As in `read_dataset`; by default the target is the one that OpenML names.
    time_limit : float
        Seconds until the attempt is given up.
    address : str, optional
        Another server, for tests; also from the environment variable `FOLDWISE_OPENML`.

    Raises
    ------
    InputError
        If there is no such data set, the server cannot be reached in time, or the table cannot be read.

    Reference: Vanschoren et al. 2014.
    """
    table = fetch_openml(which, folder, version=version, time_limit=time_limit, address=address)
    return dataset_in(table, target, positive, task=task)


def dataset_in(
    table: OpenmlTable,
    target: str | None = None,
    positive: Hashable | None = None,
    *,
    task: Task | None = None,
) -> Dataset:
    """Read a table that was fetched, with the target that OpenML names.

    Parameters
    ----------
    table : OpenmlTable
    target, positive, task : optional
        As in `load_openml`.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    goal = target or (table.targets[0] if table.targets else None)
    others = tuple(name for name in table.targets if name != goal)
    found = read_dataset(table.source(), goal, positive, task=task, drop=others)
    return replace(found, notes=(*table.notes, *found.notes))


def fetch_openml(
    which: int | str,
    folder: str | Path,
    *,
    version: int | None = None,
    time_limit: float = 60,
    address: str | None = None,
    waiting: Callable[[float], object] | None = None,
    apart: Apart | None = None,
) -> OpenmlTable:
    """Fetch a table of OpenML, or take it from the folder.

    Parameters
    ----------
    which, folder, version, time_limit, address
        As in `load_openml`.
    waiting : callable, optional
        Called again and again with the seconds that passed; what it raises ends the attempt.
    apart : Apart, optional
        Processes that fetch, where several tables are wanted; one of its own when not given.

    Raises
    ------
    InputError
        If there is no such data set, or the server cannot be reached in time.
    """
    wanted = _wanted(which, version)
    home = Path(folder)
    try:
        home.mkdir(parents=True, exist_ok=True)
        found = kept(home, wanted)
        if found is not None:
            return found
        with tempfile.TemporaryDirectory(dir=home) as own:
            path = Path(own) / "table.parquet"
            request = {**wanted, "table": str(path), **limits(own, time_limit, address)}
            answer = asked(request, time_limit, waiting, apart)
            if "failed" in answer:
                raise refusal(f"data set {quoted(which)}", answer)
            return keep(home, wanted, table_of(path, answer))
    except OSError as error:
        raise InputError(
            f"cannot be used to keep data sets ({error.strerror}).", f"folder {home}", "Choose another."
        ) from error


def limits(folder: str, time_limit: float, address: str | None) -> dict[str, Any]:
    """What holds for every request: where it may write, how much, how long, and whom it asks."""
    return {
        "folder": folder,
        "patience": max(1.0, time_limit / 2),
        "most_bytes": 4 * DATASET_BYTES,
        "address": address or os.environ.get(ADDRESS) or None,
    }


def _wanted(which: int | str, version: int | None) -> dict[str, Any]:
    """Number or name as scikit-learn takes them."""
    text = str(which).strip()
    if text.isascii() and text.isdigit():
        if not 0 < int(text[:12]) <= LARGEST_ID:
            raise InputError(
                f"data sets are numbered from 1, not {text[:20]}.", "OpenML", "Check the number."
            )
        if version is not None:
            raise InputError("a number already says the version.", "version", "Leave it out.")
        return {"name": None, "data_id": int(text), "version": None}
    if not _NAME.fullmatch(text):
        raise InputError(
            f"{quoted(text[:60])} is neither the number nor the name of a data set.",
            "OpenML",
            "Numbers are whole, such as 61; names have letters, digits, _ . + - and parentheses, such as credit-g.",
        )
    if version is not None and (isinstance(version, bool) or not isinstance(version, int) or version < 1):
        raise InputError(f"must be a whole number from 1, not {version!r}.", "version")
    return {"name": text, "data_id": None, "version": version}


def asked(
    request: dict[str, Any],
    time_limit: float,
    waiting: Callable[[float], object] | None = None,
    apart: Apart | None = None,
) -> dict[str, Any]:
    """Ask in a process of its own, or in one of those given.

    Parameters
    ----------
    request : dict
        As `openml_process.answer` takes it.
    time_limit, waiting, apart
        As in `fetch_openml`.

    Raises
    ------
    InputError
        If it takes longer than `time_limit` seconds.
    """
    try:
        with nullcontext(apart) if apart is not None else Apart() as processes:
            return processes.call(openml_process.answer, request, seconds=time_limit, waiting=waiting)
    except TimeoutError as error:
        raise InputError(
            f"did not answer within {time_limit:g} s.", "OpenML", "Try again later, or bring the file."
        ) from error
    except MemoryError:
        return {"failed": "ended", "told": "it needs more memory than is given to it"}


def refusal(what: str, answer: dict[str, Any]) -> InputError:
    """Why there is no data set or suite, in words."""
    reason, told = answer["failed"], answer["told"]
    if reason == UNKNOWN:
        return InputError(
            f"there is no {what}, or none that is active.",
            "OpenML",
            "Check the number or the name on its web pages.",
        )
    if reason == UNREACHABLE:
        return InputError(
            f"the server cannot be reached ({told}).", "OpenML", "Check the network, or bring the file."
        )
    if reason == TOO_LARGE:
        return InputError(f"the {what} has more than {size_text(4 * DATASET_BYTES)}.", "OpenML", USE_A_TABLE)
    if told.startswith("Sparse"):  # scikit-learn goes on to advise one of its arguments
        told = "it is sparse"
    return InputError(
        f"the {what} cannot be read as a table ({told}).",
        "OpenML",
        "Sparse and damaged data sets are not read: choose another version or data set.",
    )
