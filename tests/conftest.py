"""Fixtures for all tests: nothing is written outside of temporary folders; only one browser at a time."""

from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("busy", deadline=None)  # a busy machine is no failure
settings.load_profile("busy")


@pytest.fixture(autouse=True, scope="session")
def _no_data_folder_of_the_app(tmp_path_factory):
    """For what threads of the app still do when the test that began them is over."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOLDWISE_DATA", str(tmp_path_factory.mktemp("between") / "data"))
        yield


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("FOLDWISE_DATA", str(tmp_path / "data"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Hand all browser tests to one process, since two servers and two browsers would starve each other.

    xdist's marks for that, ``--dist loadgroup``, do nothing under pytest 9.2 (pytest-xdist issue 1386).
    """
    from xdist.scheduler import LoadScopeScheduling

    class OneBrowser(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return "browser" if nodeid.startswith("tests/browser/") else nodeid

    return OneBrowser(config, log)
