"""How long a run may take, and one unit of it: held by the process that does it, by a clock that nobody sets."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

MOST_RUN_SECONDS = 24 * 3600.0
"""Wall time of a run; resumed, it begins anew with what is left."""
MOST_UNIT_SECONDS = 3600.0
"""Wall time without any finished unit."""

_RUN = f"It was ended after {MOST_RUN_SECONDS / 3600:g} hours, the most that a run may take at a time."
_UNIT = f"It was ended because nothing was finished in {MOST_UNIT_SECONDS / 3600:g} h, the most that one fit may take."


@contextmanager
def limited(
    end: Callable[[str], object],
    run: float = MOST_RUN_SECONDS,
    unit: float = MOST_UNIT_SECONDS,
    *,
    before: float = 0.0,
) -> Iterator[Callable[[], None]]:
    """Watch over the work inside a with block.

    Parameters
    ----------
    end : callable
        Called from another thread with the reason, as a sentence, when time is up.
    run, unit : float
        Seconds that all of it may take, and that may pass without a call of what the block is given.
    before : float
        Seconds that it has taken already.
    """
    moved = [time.monotonic()]
    begin = moved[0] - before
    over = threading.Event()

    def watch() -> None:
        while not over.wait(max(0.0, min(begin + run, moved[0] + unit) - time.monotonic())):
            now = time.monotonic()
            if now >= begin + run or now >= moved[0] + unit:
                end(_RUN if now >= begin + run else _UNIT)
                return

    def move() -> None:
        moved[0] = time.monotonic()

    threading.Thread(target=watch, daemon=True, name="limits").start()
    try:
        yield move
    finally:
        over.set()
