"""Fixtures for all tests: nothing is written outside of temporary folders."""

import pytest


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("FOLDWISE_DATA", str(tmp_path / "data"))
