"""Calls in processes of their own: the same results, and an end to what takes too long, too much, or nobody wants."""

import io
import os
import time
from contextlib import suppress
from pathlib import Path

import pandas as pd
import psutil
import pytest

from core.data import (
    Unsettled,
    apart_process,
    read_dataset,
    read_table,
    recognise,
    score_table,
)
from core.data.apart import LOOK_EVERY, Apart
from core.data.tables import delimited
from core.errors import InputError
from tests.data.test_bombs import BOMBS

SAMPLES = Path(__file__).parents[2] / "sample_data"
SECONDS = 20
"""Of wall time for whatever ends by itself, on a machine that is busy with other things too."""


@pytest.fixture(scope="module")
def apart():
    with Apart() as processes:
        yield processes


def as_file(path):
    file = io.BytesIO(path.read_bytes())
    file.name = path.name
    return file


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.csv"))[:4], ids=lambda path: path.name)
def test_a_data_set_read_apart_is_the_same(apart, path):
    try:
        here = read_dataset(as_file(path))
    except InputError as refusal:
        with pytest.raises(InputError) as found:
            apart.call(read_dataset, as_file(path))
        assert str(found.value) == str(refusal)
        return
    there = apart.call(read_dataset, as_file(path))
    assert there == here
    assert (there.fingerprint, there.notes, there.name) == (here.fingerprint, here.notes, here.name)
    door, found = apart.call(recognise, as_file(path))
    assert (door, repr(found)) == (recognise(as_file(path))[0], repr(recognise(as_file(path))[1]))


@pytest.mark.parametrize("path", sorted((SAMPLES / "imports").iterdir()), ids=lambda path: path.name)
def test_a_table_read_apart_is_the_same(apart, path):
    here, there = score_table(as_file(path)), apart.call(score_table, as_file(path))
    assert there.frame.equals(here.frame)
    assert (there.frame.dtypes == here.frame.dtypes).all()
    assert (there.name, there.layout, there.notes, there.spellings) == (
        here.name, here.layout, here.notes, here.spellings,
    )  # fmt: skip


def test_what_is_refused_is_refused_in_the_same_words(apart):
    with pytest.raises(InputError, match="this is a PNG picture"):
        apart.call(read_table, b"\x89PNG....")
    open_question = Unsettled("what", "where", "hint", key="rows", options=("folds",))
    with pytest.raises(Unsettled, match="where: what hint") as found:
        apart.call(_refuse, open_question)
    assert (found.value.key, found.value.options) == ("rows", ("folds",))


def test_one_process_answers_many_calls(apart):
    assert apart.call(os.getpid) == apart.call(os.getpid) != os.getpid()


def test_time_is_up_and_the_process_gone(apart):
    pid, begin = apart.call(os.getpid), time.monotonic()
    with pytest.raises(TimeoutError):
        apart.call(time.sleep, 60, seconds=0.5)
    assert time.monotonic() - begin < 5
    assert not psutil.pid_exists(pid)
    assert apart.call(os.getpid) != pid


def test_who_stops_waiting_ends_the_process(apart):
    pid = apart.call(os.getpid)

    def gone(seconds):
        raise KeyboardInterrupt

    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        apart.call(time.sleep, 60, waiting=gone)
    assert time.monotonic() - begin < 10 * LOOK_EVERY
    assert not psutil.pid_exists(pid)


def test_a_process_that_ends_is_said_and_another_one_takes_its_place(apart):
    with pytest.raises(MemoryError):
        apart.call(os._exit, 3)
    assert apart.call(len, b"abc") == 3


def test_more_memory_than_is_given_is_refused(apart, monkeypatch):
    with pytest.raises(MemoryError):
        apart.call(bytearray, 100 * 2**30)
    monkeypatch.setattr("core.data.apart.MOST_BYTES", 2**29)
    with pytest.raises(MemoryError):  # what is made fits, what is sent does not
        apart.call(bytes, 2**30)
    with pytest.raises(MemoryError):
        apart.call(_fill)


def test_others_wait_for_a_place_and_look_meanwhile():
    looked = []

    def impatient(seconds):
        looked.append(seconds)
        raise KeyboardInterrupt

    with Apart(most=1) as processes:
        processes._places.acquire()
        with pytest.raises(KeyboardInterrupt):
            processes.call(len, b"", waiting=impatient)
        processes._places.release()
        assert processes.call(len, b"ab") == 2
    assert looked


def test_a_process_at_work_is_not_missing(apart):
    pid = apart.call(os.getpid)
    apart.call(time.sleep, 2 * LOOK_EVERY, waiting=lambda _seconds: apart.warm())
    assert apart.call(os.getpid) == pid


def test_nothing_is_left_of_processes_that_nobody_holds():
    processes = Apart()
    pid = processes.call(os.getpid)
    assert psutil.pid_exists(pid)
    del processes
    assert not psutil.pid_exists(pid)


def test_a_process_that_grew_is_not_used_again(apart):
    pid = apart.call(os.getpid)
    assert apart.call(_grow) > 0
    assert apart.call(os.getpid) != pid


def _columns_of(content: bytes) -> int:
    return len(read_table(content).columns)


def _fill() -> None:
    """Take more and more, at the speed of the machine."""
    taken = []
    while True:
        taken.append(b"x" * 2**24)


def _refuse(error: Exception) -> None:
    raise error


def _grow() -> int:
    global _kept  # noqa: PLW0603
    _kept = bytearray(b"x") * (520 * 2**20)
    return len(_kept)


@pytest.mark.parametrize("name", ["columns without a common row", "many texts", "one long text many times"])
def test_a_bomb_ends_apart(apart, name):
    make, read = BOMBS[name]
    content, begin = make(), time.monotonic()
    with suppress(InputError, MemoryError, TimeoutError):
        apart.call(read, content, seconds=SECONDS)
    assert time.monotonic() - begin < SECONDS + 5
    assert apart.call(len, b"abc") == 3


def test_what_is_half_sent_is_no_request():
    with pytest.raises(EOFError):
        apart_process.receive(io.BytesIO(b"\x09\0\0\0\0\0\0\0ab"))


def wide(columns, rows=20):
    header = ",".join([*(f"c{place}" for place in range(columns)), "class"])
    rows = (
        ",".join([*(f"{row * place % 97}.5" for place in range(columns)), "ab"[row % 2]])
        for row in range(rows)
    )
    return "\n".join([header, *rows, ""]).encode()


def test_a_table_of_thousands_of_columns_takes_a_millisecond_for_each():
    """In processor time, the less of two; what is measured last is not slowed by what is loaded first."""

    def taken(columns):
        content, begin = wide(columns), time.process_time()
        recognise(content)
        read_dataset(content, keep=[f"c{place}" for place in range(columns)])
        return time.process_time() - begin

    seconds = [min(taken(columns), taken(columns)) for columns in (10, 250, 2000)]
    assert seconds[2] < 12 * seconds[1], seconds
    assert seconds[2] < 2000 * 0.006, seconds


def test_the_widest_table_fits_into_the_memory_of_a_process(apart):
    """Arrow reserves as much as the whole text for each column."""
    assert len(apart.call(read_table, wide(9_999, rows=200)).columns) == 10_000


@pytest.mark.parametrize("columns", [3, 400])
def test_what_is_read_block_by_block_is_the_same(columns, monkeypatch):
    content = wide(columns, rows=60).replace(b"5.5", b"five", 1).replace(b",7.5,", b",,", 3)
    once = [read_table(content, compact=compact).frame for compact in (False, True)]
    monkeypatch.setattr(delimited, "_MOST_RESERVED", 1000)
    for compact in (False, True):
        found = read_table(content, compact=compact).frame
        pd.testing.assert_frame_equal(found.astype(object), once[compact].astype(object))


def test_what_one_file_reserved_is_not_lacking_to_the_next():
    """A table of thousands of columns makes Arrow reserve gigabytes, which a process keeps, as soon as it is read."""
    with Apart() as processes:
        first, second = processes.call(os.getpid), processes.call(os.getpid)
        assert first == second
        processes.call(_columns_of, wide(3000, rows=200))
        assert processes.call(os.getpid) != first
