"""Entries that are declared for the time of a test."""

from collections.abc import Iterator
from contextlib import contextmanager

from core.entries import E, Registry


@contextmanager
def declared(registry: Registry[E], entry: E) -> Iterator[E]:
    """Have an entry in a registry, as if its module declared it."""
    assert entry.key not in registry
    registry._entries[entry.key] = entry
    try:
        yield entry
    finally:
        del registry._entries[entry.key]
