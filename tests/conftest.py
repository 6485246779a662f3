"""Fixtures for all tests: nothing is written outside of temporary folders; only one browser at a time."""

import os
from collections.abc import Set
from functools import cache
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from core.data.datasets import samples

# A busy machine is no failure. Every run draws other examples, so few of them each time do; `make soak` draws many.
_BUSY = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("each time", max_examples=15, **_BUSY)
settings.register_profile("long", max_examples=500, **_BUSY)
settings.load_profile("long" if os.environ.get("FOLDWISE_LONG") else "each time")


@pytest.fixture(autouse=True, scope="session")
def _data_folders(tmp_path_factory):
    """Places for the data of each test, made when they are used; one is for threads that outlive their test."""
    places = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOLDWISE_DATA", str(places / "between"))
        yield (places / str(number) for number in count())


@pytest.fixture(autouse=True)
def _own_data_folder(_data_folders, monkeypatch):
    monkeypatch.setenv("FOLDWISE_DATA", str(next(_data_folders)))


@pytest.fixture(autouse=True, scope="session")
def _samples_are_read_once():
    """Many hundred tests begin with the same few files, which nobody changes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(samples, "read_dataset", cache(samples.read_dataset))
        yield


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Refuse parameters out of a set: each process orders it in its own way, and xdist then refuses to run any test."""
    for mark in metafunc.definition.iter_markers("parametrize"):
        if any(isinstance(values, Set) for values in (*mark.args, *mark.kwargs.values())):
            raise pytest.UsageError(
                f"{metafunc.definition.nodeid} takes parameters from a set: give them an order."
            )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Hand a file's tests to one process, which makes once what they share, and all browser tests to the first one.

    Two servers and two browsers would starve each other. xdist's marks for that, ``--dist loadgroup``, do nothing under
    pytest 9.2 (pytest-xdist issue 1386); by its own order, the files with most tests would go before the browser tests.
    """
    from xdist.scheduler import LoadScopeScheduling

    config.option.loadscopereorder = False

    class OneBrowser(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return "browser" if nodeid.startswith("tests/browser/") else nodeid.partition("::")[0]

    return OneBrowser(config, log)
