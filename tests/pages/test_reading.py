"""Files that visitors bring are read in processes with limits; what goes over them is a sentence, and read once."""

import time

import psutil
import pytest
import streamlit as st
from streamlit.runtime.scriptrunner import StopException

from core.errors import InputError
from pages.ui.importing import fold_scores, predictions, reading
from pages.ui.session import cache
from tests.pages.test_import import pasted


@pytest.fixture(autouse=True)
def fresh_shelf():
    cache.shelf.clear()
    yield
    cache.shelf.clear()


def test_what_takes_too_long_is_a_sentence_and_not_tried_again(monkeypatch):
    tried = []

    def call(function, *arguments, waiting):
        tried.append(function)
        raise TimeoutError

    monkeypatch.setattr(cache.APART, "call", call)
    for _ in range(2):
        with pytest.raises(
            InputError, match=r"a\.xlsx: takes longer to read than 120 s.*save the table as CSV"
        ):
            reading.read("tables", "key", "a.xlsx", len, b"abc")
    assert len(tried) == 1


def test_what_needs_too_much_is_a_sentence():
    with pytest.raises(InputError, match=r"a\.xlsx: needs more memory than 3\u00a0GB"):
        reading.read("tables", "key", "a.xlsx", bytearray, 100 * 2**30)


def test_a_refusal_is_kept_and_another_file_is_read():
    assert reading.read("tables", "one", "a.csv", len, b"abc") == 3
    assert reading.read("tables", "two", "a.csv", len, b"ab") == 2


def test_who_left_or_pressed_on_ends_the_process(monkeypatch):
    """Streamlit ends a script when it writes to the page, which waiting does."""

    class Left:
        def empty(self):
            raise StopException

        caption = empty

    before = set(psutil.Process().children())
    monkeypatch.setattr(st, "empty", Left)
    begin = time.monotonic()
    with pytest.raises(StopException):
        reading.read("tables", "key", "a.csv", time.sleep, 60)
    assert time.monotonic() - begin < 5
    assert len(set(psutil.Process().children()) - before) <= 1, "a warm one in its place"


@pytest.mark.parametrize(
    ("door", "text", "expected"),
    [
        (
            fold_scores,
            "fold,A,B\n1,0.1,0.2\n2,0.2,0.3\n3,0.1,0.3\n",
            {"recognise_scores", "inspect_fold_scores"},
        ),
        (predictions, "id,y_true,A,B\n1,a,a,b\n2,b,b,b\n3,a,a,a\n", {"inspect_predictions"}),
    ],
)
def test_what_a_table_means_is_found_apart_too(monkeypatch, door, text, expected):
    called = set()
    call = cache.APART.call

    def noting(function, *arguments, **options):
        called.add(getattr(function, "func", function).__name__)
        return call(function, *arguments, **options)

    monkeypatch.setattr(cache.APART, "call", noting)
    assert not pasted(door, text).exception
    assert expected <= called
