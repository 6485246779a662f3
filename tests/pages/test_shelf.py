"""What the server keeps between clicks counts bytes, and nobody's clicks push out what others use."""

import sys
import threading
from dataclasses import dataclass, field
from operator import itemgetter

import numpy as np
import pandas as pd
import pytest

from core.data import load_sample
from pages.ui.session import shelf as shelves
from pages.ui.session.cache import SHELF_SIZE
from pages.ui.session.shelf import Shelf

MEGABYTE = 2**20


@dataclass
class Record:
    frame: pd.DataFrame
    more: list = field(default_factory=list)


def megabytes(number):
    return np.zeros(number * MEGABYTE, dtype=np.uint8)


@pytest.mark.parametrize(
    ("record", "size"),
    [
        (megabytes(3), 3 * MEGABYTE),
        (Record(pd.DataFrame({"a": np.zeros(MEGABYTE // 8)}), [megabytes(1)]), 2 * MEGABYTE),
        ({"key": (b"x" * MEGABYTE, "y" * MEGABYTE)}, 2 * MEGABYTE),
        (pd.DataFrame({"a": pd.Series(["text"] * (MEGABYTE // 16), dtype="str")}), 3 * MEGABYTE // 4),
        ([0.5] * 1000 + [float(i) for i in range(MEGABYTE)], 64 * MEGABYTE),
    ],
    ids=["array", "record", "texts", "frame", "long list"],
)
def test_bytes_are_counted_through_records(record, size):
    shelf = Shelf(5)
    shelf.put("key", record)
    assert 0.9 * size < shelf.bytes() < 1.25 * size


def test_what_records_share_counts_once():
    array, shelf = megabytes(10), Shelf(50)
    for place in range(20):
        shelf.put(place, {"of": place, "array": array})
    assert shelf.bytes() < 11 * MEGABYTE


def test_the_oldest_make_room_and_the_last_one_stays():
    shelf = Shelf(50, 10 * MEGABYTE)
    for place in range(6):
        shelf.put(place, megabytes(3))
    assert [place for place in range(6) if shelf.get(place) is not None] == [3, 4, 5]
    shelf.put("large", megabytes(30))
    assert shelf.get("large") is not None
    assert shelf.get(5) is None


@pytest.mark.parametrize("size", [1, 4000])
def test_who_holds_most_makes_room(size):
    """By bytes where bytes are short, by records where places are."""
    shelf = Shelf(12, 30 * MEGABYTE, owner=itemgetter(0))
    shelf.put(("quiet", "data"), megabytes(2))
    for place in range(200):
        shelf.put(("busy", place), np.zeros(size * 1000, dtype=np.uint8))
    assert shelf.get(("quiet", "data")) is not None
    assert shelf.get(("busy", 199)) is not None
    assert shelf.bytes() <= 30 * MEGABYTE


def test_a_class_keeps_its_pictures():
    shelf = Shelf(SHELF_SIZE, owner=itemgetter(0))
    pictures = [(visitor, picture) for visitor in range(32) for picture in range(30)]
    for picture in pictures:
        shelf.put(picture, "drawn")
    assert all(map(shelf.get, pictures))


def test_what_a_visitor_left_is_given_back_and_what_grew_is_weighed(monkeypatch):
    shelf, clock = Shelf(10, 8 * MEGABYTE), [0.0]
    monkeypatch.setattr(shelves.time, "monotonic", lambda: clock[0])
    grows = shelf.put("used", {})
    shelf.put("left", megabytes(1))
    clock[0] = 3000.0
    shelf.get("used")
    clock[0] = 4000.0
    shelf.tidy()
    assert shelf.get("left") is None
    shelf.put("other", megabytes(1))
    grows["array"] = megabytes(20)
    assert shelf.bytes() < 2 * MEGABYTE
    shelf.tidy()
    assert shelf.bytes() <= 8 * MEGABYTE
    clock[0] = 9e9
    shelf.tidy()
    assert shelf.bytes() == 0


def test_a_data_set_weighs_what_its_columns_weigh():
    dataset, shelf = load_sample("breast_cancer"), Shelf(3)
    shelf.put("data", dataset)
    columns = int(dataset.X.memory_usage().sum()) + int(dataset.y.memory_usage())
    assert columns <= shelf.bytes() < 2 * columns + 10 * sys.getsizeof(dataset)


def test_nobody_waits_while_what_is_kept_is_weighed(monkeypatch):
    shelf = Shelf(3)
    shelf.put("mine", "a record")
    is_weighing, may_end = threading.Event(), threading.Event()

    def slowly(part):
        is_weighing.set()
        may_end.wait(60)
        return sys.getsizeof(part)

    monkeypatch.setattr(shelves, "_own_bytes", slowly)
    tidying = threading.Thread(target=shelf.tidy)
    tidying.start()
    assert is_weighing.wait(60)
    assert shelf.get("mine") == "a record"
    assert tidying.is_alive()
    may_end.set()
    tidying.join(60)


def test_whoever_tidies_a_shelf_ends_with_it():
    shelf = Shelf(3)
    before = set(threading.enumerate())
    shelf.keep_tidy(0.01)
    (tidying,) = set(threading.enumerate()) - before
    assert tidying.is_alive()
    del shelf
    tidying.join(60)
    assert not tidying.is_alive()
