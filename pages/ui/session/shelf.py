"""The most recently used records, within a number of bytes that workspaces share fairly; safe for sessions at once."""

import sys
import threading
import time
import weakref
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
import pandas as pd

MOST_BYTES = 2**30
"""Of all records of a shelf; what several hold together counts once."""
IDLE_SECONDS = 3600.0
"""What nobody has asked for as long is what a visitor has left behind."""

_LARGE = 2**16
"""Bytes from which on a part is looked for in other records, too."""
_MOST_PARTS = 50_000
_SMALL_PART = 64
"""Parts of a record that are looked at, and the bytes that each further one counts."""

T = TypeVar("T")


@dataclass
class _Held:
    """A record, its bytes, and when it was last asked for."""

    record: Any
    used: float
    small: int = 0
    large: dict[int, int] = field(default_factory=dict)

    def weigh(self) -> None:
        """Count the bytes: of small parts together, of large ones by their identity."""
        small, large = 0, dict[int, int]()
        waiting, seen = [self.record], set[int]()
        while waiting and len(seen) < _MOST_PARTS:
            part = waiting.pop()
            if id(part) not in seen:
                seen.add(id(part))
                size = _own_bytes(part)
                if size < _LARGE:
                    small += size
                else:
                    large[id(part)] = size
                waiting += _parts(part)
        self.small, self.large = small + _SMALL_PART * len(waiting), large


class Shelf:
    """Records by key.

    Parameters
    ----------
    size : int
        Records at most.
    most_bytes : int
        Bytes of all of them.
    owner : callable, optional
        Key → whose record it is; whoever holds most makes room, by the record that was not used for longest.
    """

    def __init__(
        self, size: int, most_bytes: int = MOST_BYTES, owner: Callable[[Any], Hashable] | None = None
    ) -> None:
        self._size = size
        self._most_bytes = most_bytes
        self._owner = owner or (lambda _key: None)
        self._items: OrderedDict[Hashable, _Held] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> Any:
        """The record under this key, or None."""
        with self._lock:
            held = self._items.get(key)
            if held is None:
                return None
            self._items.move_to_end(key)
            held.used = time.monotonic()
            return held.record

    def put(self, key: Hashable, record: T) -> T:
        """Keep a record; others make room."""
        held = _Held(record, time.monotonic())
        held.weigh()
        with self._lock:
            self._items[key] = held
            self._items.move_to_end(key)
            self._make_room()
        return record

    def made(self, key: Hashable, make: Callable[[], T]) -> T:
        """The record under this key, made when it is not there."""
        record: T | None = self.get(key)
        return self.put(key, make()) if record is None else record

    def drop(self, key: Hashable) -> None:
        """Let go of the record under this key."""
        with self._lock:
            self._items.pop(key, None)

    def tidy(self, idle: float = IDLE_SECONDS) -> None:
        """Let go of what was not asked for so many seconds, and weigh the others anew: some grow."""
        with self._lock:
            before = time.monotonic() - idle
            for key in [key for key, held in self._items.items() if held.used < before]:
                del self._items[key]
            kept = list(self._items.values())
        for held in kept:  # takes a while: nobody waits for it
            held.weigh()
        with self._lock:
            self._make_room()

    def keep_tidy(self, every: float) -> None:
        """Tidy again and again in a thread of its own, for as long as this shelf is used."""
        threading.Thread(target=_tidy, args=(weakref.ref(self), every), daemon=True, name="tidy").start()

    def bytes(self) -> int:
        """Bytes of all records."""
        with self._lock:
            return _together(self._items.values())

    def _make_room(self) -> None:
        while len(self._items) > self._size or self._is_too_heavy():
            holdings: dict[Hashable, list[Hashable]] = {}
            for key in self._items:
                holdings.setdefault(self._owner(key), []).append(key)
            by_bytes = len(self._items) <= self._size
            keys = max(holdings.values(), key=self._weight_of if by_bytes else len)
            del self._items[keys[0]]

    def _is_too_heavy(self) -> bool:
        """The last record stays, however heavy: its visitor is looking at it."""
        return len(self._items) > 1 and _together(self._items.values()) > self._most_bytes

    def _weight_of(self, keys: list[Hashable]) -> int:
        return _together([self._items[key] for key in keys])


def _tidy(shelf: "weakref.ref[Shelf]", every: float) -> None:
    while True:
        time.sleep(every)
        found = shelf()
        if found is None:
            return
        found.tidy()
        del found


def _together(held: Any) -> int:
    large: dict[int, int] = {}
    small = 0
    for each in held:
        small += each.small
        large |= each.large
    return small + sum(large.values())


def _own_bytes(part: Any) -> int:
    if isinstance(part, pd.DataFrame | pd.Series | pd.Index):
        return int(np.sum(part.memory_usage()))
    return (
        int(getattr(part, "nbytes", 0) or 0) if hasattr(part, "nbytes") else sys.getsizeof(part, _SMALL_PART)
    )


def _parts(part: Any) -> list[Any]:
    if isinstance(part, dict):
        return [*part, *part.values()]
    if isinstance(part, list | tuple | set | frozenset):
        return list(part)
    is_plain = isinstance(part, pd.DataFrame | pd.Series | pd.Index | np.ndarray | type) or callable(part)
    return [] if is_plain else list(getattr(part, "__dict__", {}).values())
