"""Small files that would unpack to anything: each is answered in seconds and little memory, in a child with limits."""

import io
import json
import resource
import time
import zipfile
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.data import inspect_fold_scores, read_fold_scores, recognise_scores
from core.data.fold_scores.files import score_table
from core.data.tables.table import read_table, sheets_of
from core.errors import InputError

ROOT = Path(__file__).parents[2]
GIGABYTE = 2**30
LIMIT = 6 * GIGABYTE
SECONDS = 15
"""Of processor time, on a machine that is busy with other things too."""
GROWN = GIGABYTE
SPREADSHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
SHARED_STRINGS = (
    '<Override PartName="/xl/sharedStrings.xml" ContentType="application/'
    'vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>'
)


def as_json(value: object) -> bytes:
    return json.dumps(value).encode()


def workbook(texts: str = "", rows: str = "") -> bytes:
    """A workbook of two sheets with these shared texts, or rows."""
    plain, made = io.BytesIO(), io.BytesIO()
    with pd.ExcelWriter(plain) as writer:
        for name in ("one", "two"):
            pd.DataFrame({"a": [1, 2], "b": [3, 4]}).to_excel(writer, sheet_name=name, index=False)
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in set(old.namelist()) - {"xl/sharedStrings.xml"}:
            data = old.read(name)
            if name == "[Content_Types].xml" and b"sharedStrings" not in data:
                data = data.replace(b"</Types>", SHARED_STRINGS.encode())
            if rows and name.startswith("xl/worksheets/sheet"):
                data = f"<worksheet {SPREADSHEET}><sheetData>{rows}</sheetData></worksheet>".encode()
            new.writestr(name, data)
        new.writestr("xl/sharedStrings.xml", f"<sst {SPREADSHEET}>{texts}</sst>")
    return made.getvalue()


def parquet() -> bytes:
    """Many long texts, of which all are one."""
    text = pa.DictionaryArray.from_arrays(
        pa.array(np.zeros(5_000_000, dtype=np.int32)), pa.array(["x" * 190])
    )
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table({"a": text, "b": np.zeros(5_000_000)}), sink)
    return bytes(sink.getvalue())


def as_learners(rows: int, columns: int) -> bytes:
    """Folds of very many learners, one column for each."""
    scores = np.random.default_rng(0).random((rows, columns))
    return pd.DataFrame(scores, columns=[f"l{i}" for i in range(columns)]).to_csv(index_label="fold").encode()


def all_different(rows: int) -> bytes:
    """Rows of which each names a learner, a fold and a data set of its own: as a matrix it has rows³ cells."""
    place = np.arange(rows)
    names = {"learner": place, "fold": place, "dataset": place, "accuracy": np.linspace(0, 1, rows)}
    return pd.DataFrame(names).to_csv(index=False).encode()


def interpret(content: bytes) -> None:
    """From bytes to fold scores, as the tab Fold results does it."""
    table = score_table(content)
    _, refusal, _ = recognise_scores(table)
    if refusal is not None:
        raise refusal
    inspect_fold_scores([table])
    read_fold_scores([table], rows="folds", measure="accuracy")


BOMBS: dict[str, tuple[Callable[[], bytes], Callable[[bytes], object]]] = {
    "columns without a common row": (
        lambda: as_json({f"c{i}": {f"r{i}": 1} for i in range(20_000)}),
        score_table,
    ),
    "rows without a common column": (
        lambda: as_json({f"{i}": {f"c{i}": 1} for i in range(20_000)}),
        score_table,
    ),
    "fewer of them": (lambda: as_json({f"c{i}": {f"r{i}": 1} for i in range(4_400)}), score_table),
    "records without a common name": (lambda: as_json([{f"c{i}": 1} for i in range(4_400)]), score_table),
    "tables without a common name": (
        lambda: as_json({f"l{i}": {f"c{i}": [1]} for i in range(4_400)}),
        score_table,
    ),
    "tables without rows": (
        lambda: as_json({f"l{i}": {f"c{i}": []} for i in range(200_000)}),
        score_table,
    ),
    "names without rows": (lambda: as_json({"columns": ["a"] * 200_000, "data": []}), score_table),
    "one name many times": (lambda: as_json({"columns": ["a"] * 4_000, "data": [[1] * 4_000]}), score_table),
    "half a character in a name": (lambda: b'{"a\\ud800": [1, 2], "b": [0.1, 0.2]}', score_table),
    "half a character in a cell": (lambda: b'{"a": ["\\uDfff", 2], "b": [0.1, 0.2]}', score_table),
    "many texts": (lambda: workbook("<si><t/></si>" * 3_000_000), sheets_of),
    "one text of many pieces": (lambda: workbook(f"<si>{'<r><t>a</t></r>' * 3_000_000}</si>"), sheets_of),
    "many empty rows": (lambda: workbook(rows="<row/>" * 12_000_000), sheets_of),
    "many empty cells": (lambda: workbook(rows=f"<row>{'<c/>' * 12_000_000}</row>"), sheets_of),
    "much that is no cell": (lambda: workbook(rows="<x/>" * 12_000_000), read_table),
    "one long text many times": (parquet, read_table),
    "a learner in each column": (lambda: as_learners(10, 4_000), interpret),
    "a learner in each row": (lambda: all_different(200_000), interpret),
}
READ = {"one name many times", "one text of many pieces"}
"""Those that are tables after all, or may be."""


def measure(name: str, answers: Connection) -> None:
    """Read one of them in this process, which is a child's; sends seconds, bytes and what was said."""
    resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT))
    make, read = BOMBS[name]
    content, said = make(), ""
    before, begin = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    try:
        read(content)
    except InputError as error:
        said = str(error)
    grown = 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    answers.send((time.process_time() - begin, grown, said))


@pytest.fixture(scope="module")
def children():
    """Processes that have imported everything, by one that did it for all of them."""
    context = get_context("forkserver")
    context.set_forkserver_preload([__name__])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OMP_NUM_THREADS", "1")
        patch.setenv("ARROW_NUM_THREADS", "1")
        yield context


@pytest.mark.parametrize("name", BOMBS)
def test_a_small_file_takes_neither_minutes_nor_gigabytes(name, children):
    here, there = children.Pipe(duplex=False)
    child = children.Process(target=measure, args=(name, there))
    child.start()
    there.close()
    try:
        assert here.poll(120), "no answer in two minutes"
        seconds, grown, said = here.recv()
    finally:
        child.kill()
        child.join()
    assert seconds < SECONDS
    assert grown < GROWN
    assert said or name in READ


def test_a_table_with_gaps_is_still_read():
    folds = {f"c{i}": {f"r{j}": i + j for j in range(i % 3, 40)} for i in range(30)}
    frame = score_table(as_json(folds)).frame
    assert frame.shape == (40, 31)
    assert frame["c2"].isna().sum() == 2


def test_equal_names_are_told_apart_however_many():
    names = ["a", "a.2", "a", "a", "", "column 6", "a.2"]
    table = score_table(as_json({"columns": names, "data": [[1] * 7, [2] * 7]}))
    assert len(set(table.columns)) == 7
    assert table.columns[0] == "a"
