"""No file makes the readers hold more than 50 MB and ten times its size, however it was damaged."""

import json
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from core.data import (
    inspect_dataset,
    inspect_fold_scores,
    inspect_predictions,
    read_dataset,
    read_fold_scores,
    read_predictions,
)
from core.errors import InputError

ALLOWED = 50 * 2**20
TIMES = 10
IMPORTS = Path(__file__).parents[2] / "sample_data" / "imports"
PREDICTIONS = ("predictions.csv", "orange_predictions.csv", "markers.csv")
Reader = Callable[[bytes], object]


def mutated(rng: np.random.Generator, data: bytes) -> bytes:
    """The file with bytes changed, taken out, doubled, or cut off."""
    cells = bytearray(data)
    for _ in range(int(rng.integers(1, 6))):
        at, kind = int(rng.integers(len(cells))), int(rng.integers(4))
        if kind == 0:
            cells[at] = int(rng.integers(256))
        elif kind == 1:
            del cells[at : at + int(rng.integers(1, 200))]
        elif kind == 2:
            cells[at:at] = cells[at : at + int(rng.integers(1, 5000))]
        else:
            cells[at:at] = bytes(rng.choice(list(b'",;\t\n\r\0{}[]='), 3).astype(np.uint8))
        if len(cells) < 10:
            return bytes(cells)
    return bytes(cells)


def small_files() -> Iterator[tuple[bytes, tuple[Reader, ...]]]:
    """Damaged files of every tool, with those who read them."""
    rng = np.random.default_rng(5)
    for path in sorted(IMPORTS.iterdir()):
        for _ in range(5):
            yield mutated(rng, path.read_bytes()), _readers(path.name)


def _readers(name: str) -> tuple[Reader, ...]:
    """Who reads a file of the samples."""
    return (
        (inspect_predictions, read_predictions)
        if name in PREDICTIONS
        else (inspect_fold_scores, read_fold_scores)
    )


def digits(rows: int, columns: int) -> bytes:
    """Labels of one digit, the most cells for its size that a file can have."""
    cells = np.random.default_rng(3).integers(ord("0"), ord("2"), (rows, columns), dtype=np.uint8)
    table = np.stack([cells, np.full_like(cells, ord(","))], axis=2).reshape(rows, -1)
    table[:, -1] = ord("\n")
    return (
        ",".join(["truth", *(f"m{number}" for number in range(1, columns))]).encode()
        + b"\n"
        + table.tobytes()
    )


def large_files() -> Iterator[tuple[bytes, tuple[Reader, ...]]]:
    """Damaged files of some megabytes."""
    rng = np.random.default_rng(7)
    rows = b"".join(b"m%d,%d,%d,0.%04d\n" % (i % 7, i // 70, i // 7 % 10, i % 9973) for i in range(105_000))
    for _ in range(4):
        yield mutated(rng, b"learner,replicate,fold,error\n" + rows), (read_fold_scores,)
        yield mutated(rng, digits(100_000, 10)), (read_predictions,)
        yield mutated(rng, b"a,b,c,class\n" + rows.replace(b"m", b"x")), (inspect_dataset, read_dataset)


def whole_numbers() -> Iterator[tuple[bytes, tuple[Reader, ...]]]:
    """20 MB of labels of one digit."""
    yield digits(1_000_000, 10), (read_predictions,)


# In one process one after the other, each with larger files than the last: what is held is never less than alone.
BATCHES = {"small": small_files, "large": large_files, "whole numbers": whole_numbers}


def measure() -> None:
    """Print for each batch the growth of the largest amount of memory held, in bytes, and the largest file."""
    for path in IMPORTS.iterdir():  # what is loaded on first use is no part of a file's memory
        _read(path.read_bytes(), _readers(path.name))
    _read(digits(100, 3), (read_predictions, read_dataset))
    before, found = _peak(), {}
    for batch, files in BATCHES.items():
        largest = 0
        for content, readers in files():
            largest = max(largest, len(content))
            _read(content, readers)
        found[batch] = {"grown": _peak() - before, "largest": largest}
    print(json.dumps(found))


def _read(content: bytes, readers: tuple[Reader, ...]) -> None:
    for read in readers:
        with suppress(InputError):
            read(content)


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


@pytest.fixture(scope="module")
def measured():
    program = "from tests.data.test_memory import measure; measure()"
    command = ["sh", "-c", '"$@"; exit $?', "sh", sys.executable, "-c", program]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, cwd=IMPORTS.parents[1])
    return json.loads(answer.stdout)


@pytest.mark.parametrize("batch", BATCHES)
def test_memory_is_bounded_by_the_size_of_the_file(batch, measured):
    found = measured[batch]
    assert found["grown"] <= ALLOWED + TIMES * found["largest"], found
