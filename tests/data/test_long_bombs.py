"""The same bombs in sizes that may be uploaded: each is read or refused apart, within its limits; takes minutes.

Run by ``make soak``, since FOLDWISE_LONG has to be set.
"""

import os
import time
from collections.abc import Callable

import numpy as np
import pytest

from core.data import read_dataset, recognise, score_table
from core.data.apart import MOST_SECONDS, Apart
from core.data.tables.table import read_table, sheets_of
from core.errors import InputError
from tests.data.test_bombs import as_json, parquet, workbook

pytestmark = pytest.mark.skipif(not os.environ.get("FOLDWISE_LONG"), reason="takes minutes: make soak")

SPARE_SECONDS = 15
"""For ending a process on a machine that is busy with other things too."""


def columns(count: int, rows: int = 20) -> bytes:
    numbers = np.random.default_rng(0).normal(size=(rows, count)).round(3).astype(str)
    lines = [",".join([*row, "ab"[place % 2]]) for place, row in enumerate(numbers)]
    return "\n".join([",".join([*(f"c{place}" for place in range(count)), "class"]), *lines, ""]).encode()


LONG: dict[str, tuple[Callable[[], bytes], Callable[[bytes], object]]] = {
    "columns without a common row": (
        lambda: as_json({f"c{i}": {f"r{i}": 1} for i in range(500_000)}),
        score_table,
    ),
    "names without rows": (lambda: as_json({"columns": ["a"] * 3_000_000, "data": []}), score_table),
    "deep lists": (lambda: b"[" * 10_000_000 + b"]" * 10_000_000, score_table),
    "many texts": (lambda: workbook("<si><t>a</t></si>" * 12_000_000), sheets_of),
    "as many texts as are read": (lambda: workbook("<si/>" * 1_900_000), sheets_of),
    "as many rows as are read": (lambda: workbook(rows="<row/>" * 9_000_000), read_table),
    "as many cells as are read": (
        lambda: workbook(rows=f"<row>{'<c><v>1</v></c>' * 10}</row>" * 99_000),
        read_table,
    ),
    "one long text many times": (parquet, read_table),
    "as many columns as are read": (lambda: columns(9_999), recognise),
    "and accepted": (lambda: columns(9_999), read_dataset),
    "more columns": (lambda: columns(20_000), recognise),
    "one line": (lambda: b"1," * 25_000_000, recognise),
    "quotation marks": (lambda: b'a,b\n"' + b'""' * 20_000_000, recognise),
    "many short rows": (lambda: b"a,b\n" + b"1,2\n" * 12_000_000, recognise),
}


@pytest.mark.parametrize("name", LONG)
def test_whatever_comes_is_read_or_refused_within_the_limits(name):
    make, read = LONG[name]
    content = make()
    with Apart() as apart:
        begin, how = time.monotonic(), "read"
        try:
            apart.call(read, content)
        except (InputError, MemoryError, TimeoutError) as refusal:
            how = f"{type(refusal).__name__}: {refusal}"
        took = time.monotonic() - begin
        print(f"{name}: {len(content) / 2**20:.1f} MB, {took:.1f} s, {how}")
        assert took < MOST_SECONDS + SPARE_SECONDS
        assert apart.call(len, b"abc") == 3
