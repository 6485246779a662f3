"""Calls in processes of their own, with limits of time and memory, which end when nobody waits for them any more.

What comes from outside is read there: a file that unpacks to anything ends that process and nothing else.
"""

import os
import pickle
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import psutil

from core.data import apart_process

MOST_SECONDS = 120.0
"""Wall time of a call, unless it is given another limit."""
MOST_BYTES = 3 * 10**9
"""Memory that a call may take."""
LOOK_EVERY = 0.25
"""Seconds between two looks at whether somebody still waits."""

_PROGRAM = f"import sys, {apart_process.__name__} as it; it.main(int(sys.argv[1]))"
"""Not by ``-m``: its package has loaded it by then, and Python warns of running it twice."""
_PATHS = (str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", ""))
_RESERVED = 8
"""Times as much may be reserved: for thousands of columns, Arrow reserves gigabytes that it does not touch."""
_LARGEST_KEPT, _MOST_RESERVED_KEPT = 500 * 2**20, 2 * 2**30
"""A process that has grown larger, or has reserved more, is not used again: its memory is given back, and the next
file finds all that it may have."""
_SURROUNDINGS = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "2", "ARROW_DEFAULT_MEMORY_POOL": "system"}

T = TypeVar("T")


class Apart:
    """Processes for calls of functions; used ones are kept warm for the next call.

    Parameters
    ----------
    most : int
        Calls at a time; others wait.
    spare : int
        Idle processes that are kept.
    """

    def __init__(self, most: int = 4, spare: int = 1) -> None:
        self._spare = spare
        self._idle: list[_Child] = []
        self._at_work = 0
        self._lock = threading.Lock()
        self._places = threading.Semaphore(most)
        weakref.finalize(self, _end_all, self._idle)

    def warm(self) -> None:
        """Start the idle processes that are missing: importing takes them a second, better now than later.

        Those at work are not missing: they are idle again when their call is done.
        """
        with self._lock:
            while len(self._idle) + self._at_work < self._spare:
                self._idle.append(_Child())

    def close(self) -> None:
        """End the idle processes."""
        with self._lock:
            _end_all(self._idle)

    def __enter__(self) -> "Apart":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def call(
        self,
        function: Callable[..., T],
        *arguments: Any,
        seconds: float = MOST_SECONDS,
        waiting: Callable[[float], object] | None = None,
    ) -> T:
        """Call a function in a process of its own.

        Parameters
        ----------
        function : callable
            Of a module of `core`; what it takes, gives and raises can be pickled.
        *arguments
        seconds : float
            Wall time until the process is ended.
        waiting : callable, optional
            Called again and again with the seconds that passed; what it raises ends the process at once.

        Raises
        ------
        TimeoutError
            If time is up.
        MemoryError
            If the process needs more memory than it may have.
        Exception
            What the function raises.
        """
        look = waiting or (lambda _seconds: None)
        begin = time.monotonic()
        while not self._places.acquire(timeout=LOOK_EVERY):
            look(time.monotonic() - begin)
        try:
            found: T = self._done((function, arguments), time.monotonic() + seconds, look)
        finally:
            self._places.release()
        return found

    def _done(self, wanted: Any, until: float, look: Callable[[float], object]) -> Any:
        child = self._child()
        try:
            kind, value = child.asked(wanted, until, look)
        except BaseException:
            self._back(child, is_fit=False)
            raise
        self._back(child, is_fit=child.is_fit())
        if kind == apart_process.RAISED:
            raise value
        return value

    def _child(self) -> "_Child":
        with self._lock:
            while self._idle:
                child = self._idle.pop()
                if child.is_fit():
                    self._at_work += 1
                    return child
                child.end()
            child = _Child()
            self._at_work += 1
            return child

    def _back(self, child: "_Child", is_fit: bool) -> None:
        with self._lock:
            self._at_work -= 1
            if is_fit and len(self._idle) < self._spare:
                self._idle.append(child)
                return
        child.end()
        self.warm()


class _Child:
    """One process, which answers one request after the other."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
            [sys.executable, "-P", "-c", _PROGRAM, str(_RESERVED * MOST_BYTES)],
            env={**os.environ, **_SURROUNDINGS, "PYTHONPATH": os.pathsep.join(filter(None, _PATHS))},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )

    def is_fit(self) -> bool:
        """Whether it lives and is small."""
        is_small = self._memory("rss") < _LARGEST_KEPT and self._memory("data") < _MOST_RESERVED_KEPT
        return self._process.poll() is None and is_small

    def _memory(self, kind: str) -> int:
        """Bytes of one kind, 0 where the system does not tell it."""
        try:
            return int(getattr(psutil.Process(self._process.pid).memory_info(), kind, 0))
        except psutil.Error:  # it has ended
            return 0

    def end(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what was not sent yet
                    pipe.close()

    def asked(self, wanted: Any, until: float, look: Callable[[float], object]) -> tuple[str, Any]:
        """What it answers; ends with `TimeoutError` or `MemoryError`, or with what `look` raises."""
        answers: list[tuple[str, Any]] = []
        exchange = threading.Thread(target=self._exchange, args=(wanted, answers), daemon=True)
        begin = time.monotonic()
        exchange.start()
        try:
            while exchange.is_alive():
                exchange.join(LOOK_EVERY)
                if exchange.is_alive():
                    look(time.monotonic() - begin)
                    if time.monotonic() > until:
                        raise TimeoutError
                    if self._memory("rss") > MOST_BYTES:
                        raise MemoryError
        finally:
            if exchange.is_alive():
                self._process.kill()
                exchange.join()
        if not answers:
            raise MemoryError
        return answers[0]

    def _exchange(self, wanted: Any, answers: list[tuple[str, Any]]) -> None:
        """Send and receive in a thread, since pipes of a process that hangs would hang whoever waits."""
        into, out = self._process.stdin, self._process.stdout
        if into is None or out is None:
            return
        with suppress(OSError, EOFError, pickle.UnpicklingError):  # it has ended, or was ended
            apart_process.send(into, wanted)
            answers.append(apart_process.receive(out))


def _end_all(children: list[_Child]) -> None:
    while children:
        children.pop().end()
