"""Files that visitors bring are read apart: in a process with limits, which ends when they press on or leave."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from core.data.apart import MOST_BYTES, MOST_SECONDS
from core.data.tables.source import NAMELESS
from core.errors import InputError
from core.written import size_text
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.session import cache

_SMALLER = "Bring fewer rows or columns, or save the table as CSV, which takes least to read."

T = TypeVar("T")


def read(kind: str, key: Hashable, name: str, function: Callable[..., T], *arguments: Any) -> T:
    """What a function of `core` makes of a file; made once for this workspace, a refusal too.

    Parameters
    ----------
    kind, key
        As for `cache.kept`.
    name : str
        How messages call the file.
    function : callable
    *arguments

    Raises
    ------
    InputError
        What the function refuses, and where it takes too long or too much memory.
    """
    found = cache.kept(kind, key, lambda: _attempted(name, function, arguments))
    if isinstance(found, InputError):
        raise found.with_traceback(None)
    return found


def _attempted(name: str, function: Callable[..., T], arguments: tuple[Any, ...]) -> T | InputError:
    try:
        with elements.said(f"Reading {plain(name)}:", MOST_SECONDS) as say:
            return cache.APART.call(function, *arguments, waiting=say)
    except InputError as refusal:
        return called(refusal, name)
    except TimeoutError:
        return InputError(
            f"takes longer to read than {MOST_SECONDS:.0f} s, the most that is given to a file.",
            name,
            _SMALLER,
        )
    except MemoryError:
        return InputError(
            f"needs more memory than {size_text(MOST_BYTES)}, the most that is given to a file.",
            name,
            _SMALLER,
        )


def called(refusal: InputError, name: str) -> InputError:
    """The refusal of a file that came without a name, as messages call what was brought."""
    who, mark, rest = refusal.where.partition(",")
    if who == NAMELESS:
        refusal.where = name + mark + rest
    return refusal
