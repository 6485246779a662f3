"""Does the calls that `core.data.apart` sends, one after the other.

Both ends of the pipes are this program's own, so that what was pickled is read; nothing that was uploaded is.
"""

import os
import pickle
import sys
import warnings
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

GAVE, RAISED = "gave", "raised"
"""How a call ended."""

_LENGTH = 8


def send(pipe: IO[bytes], item: Any) -> None:
    """Write anything that can be pickled."""
    content = pickle.dumps(item, protocol=pickle.HIGHEST_PROTOCOL)
    pipe.write(len(content).to_bytes(_LENGTH, "little"))
    pipe.write(content)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:
    """Read what was sent.

    Raises
    ------
    EOFError
        If the other end is gone.
    """
    head = pipe.read(_LENGTH)
    size = int.from_bytes(head, "little")
    content = pipe.read(size) if len(head) == _LENGTH else b""
    if len(head) < _LENGTH or len(content) < size:
        raise EOFError
    return pickle.loads(content)  # noqa: S301 - our own process wrote it


def main(most_reserved: int) -> None:
    """Do calls until the other end is gone; no more than so many bytes are reserved."""
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints is no answer
    _limit_memory(most_reserved)
    warnings.simplefilter("ignore")
    with suppress(EOFError, BrokenPipeError):
        while True:
            function, arguments = receive(requests)
            send(answers, _answer(function, arguments))


def _limit_memory(most: int) -> None:
    """Let the system refuse to reserve more, and end this process before any other when its memory is short."""
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _answer(function: Any, arguments: Any) -> tuple[str, Any]:
    try:
        return GAVE, function(*arguments)
    except Exception as error:
        return RAISED, error
