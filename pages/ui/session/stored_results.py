"""Imported results in the store: many rows are written and read by a process that takes no time from the server."""

import threading
from contextlib import suppress

from core.data.apart import Apart
from core.errors import InputError
from core.experiment.imported import ImportedResults, imported_from_bytes
from core.jobs import Store
from core.records import digest

RESULTS = "results"
"""Kind of what is kept."""
SHARED = ""
"""Stands for the workspace where what is kept opens by its unguessable key alone, so that a link to it can be sent."""
_MOST_AT_ONCE, _ROW_BYTES = 20_000, 120
"""Rows that are written while the visitor waits, and what one takes in the store, roughly."""


def keep(store: Store, apart: Apart, workspace: str, results: ImportedResults) -> None:
    """Keep results of a workspace, at once or, where they are many, while the visitor goes on.

    Parameters
    ----------
    store : Store
    apart : Apart
    workspace : str
    results : ImportedResults

    Raises
    ------
    InputError
        If the workspace has no room for them.
    """
    store.check_room(workspace, results.rows * _ROW_BYTES)
    if results.rows <= _MOST_AT_ONCE:
        _put(store, workspace, results, results.to_bytes())
        return

    def put_later() -> None:
        with suppress(TimeoutError, MemoryError, InputError):  # they stay in the server's memory alone
            _put(store, workspace, results, apart.call(ImportedResults.to_bytes, results))

    threading.Thread(target=put_later, name="results").start()


def kept(store: Store, apart: Apart, where: str) -> ImportedResults | None:
    """Results by their address; None where there are none, or another version wrote them."""
    content = store.kept_at(where)
    if content is None:
        return None
    with suppress(InputError, TimeoutError, MemoryError):
        if len(content) <= _MOST_AT_ONCE * _ROW_BYTES:
            return imported_from_bytes(content)
        return apart.call(imported_from_bytes, content)
    return None


def address(key: str) -> str:
    """Where the store keeps the results of this id."""
    return digest(SHARED, RESULTS, key)


def _put(store: Store, workspace: str, results: ImportedResults, content: bytes) -> None:
    store.keep(SHARED, RESULTS, results.id, content)
    store.hold(workspace, address(results.id), RESULTS, results.title)
