"""Data sets of OpenML, from a local server that answers as OpenML's does."""

import os
import socket
import time

import pytest

import core
from core.data import fetch_openml, inspect_dataset
from core.data.apart import Apart
from core.data.datasets import openml, openml_cache, openml_process, openml_suite
from tests.standin_openml import StandIn


@pytest.fixture(scope="module")
def server():
    with StandIn() as standin:
        yield standin


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("openml")


@pytest.fixture(scope="module")
def apart():
    """One process that answers many requests, as a process of its own answers one."""
    with Apart() as processes:
        yield processes


@pytest.fixture
def quick(apart, monkeypatch):
    """Ask the one process, which has scikit-learn loaded."""
    for module in (openml, openml_suite):
        monkeypatch.setattr(
            module, "asked", lambda request, *_limits: apart.call(openml_process.answer, request)
        )


def test_a_number_gives_the_data_set_with_openmls_target(server, folder):
    found = core.load_openml(61, folder, address=server.address)
    assert (found.name, len(found), found.y.name) == ("shapes", 40, "class")
    assert list(found.X.columns) == ["size", "colour"], "the identifier of the rows is no attribute"
    assert found.X["size"].dtype == "float64"
    assert found.X["size"].isna().sum() == 1
    assert set(found.X["colour"]) == {"red", "light blue"}
    assert dict(zip(found.classes, found.class_counts, strict=True)) == {"no": 8, "yes": 32}
    assert found.positive == "yes"
    assert found.notes[0] == "Data set 61 of OpenML: 'shapes', version 1."
    assert any("1 of 40 cells is missing" in note for note in found.notes)


def test_a_name_gives_the_same_and_the_folder_is_asked_before_the_server(quick, server, folder):
    first = core.load_openml("shapes", folder, address=server.address)
    asked = len(server.asked)
    again = core.load_openml("Shapes", str(folder), address=server.address)
    assert again == first == core.load_openml("61", folder, address=server.address)
    assert len(server.asked) == asked
    assert not [path for path in folder.iterdir() if path.name.startswith("tmp")]


def test_it_is_understood_as_an_upload_is(server, folder):
    table = fetch_openml(61, folder, address=server.address)
    understood = inspect_dataset(table.source())
    assert understood.roles["target"] == "class"
    assert understood.rows == 40
    other = core.load_openml(61, folder, address=server.address, target="colour", positive="red")
    assert (other.y.name, other.positive) == ("colour", "red")
    assert list(other.X.columns) == ["size"], "what OpenML calls a target is no attribute"


def test_the_environment_names_the_server_too(server, folder, monkeypatch):
    monkeypatch.setenv("FOLDWISE_OPENML", server.address)
    assert len(core.load_openml(61, folder)) == 40


@pytest.mark.parametrize("which", [999, "nosuchdata"])
def test_what_openml_does_not_know_is_said(quick, server, folder, which):
    with pytest.raises(core.InputError, match=f"there is no data set {which!r}"):
        core.load_openml(which, folder, address=server.address)


@pytest.mark.parametrize("which", [62, 63])
def test_what_is_no_dense_table_is_refused(quick, server, folder, which):
    with pytest.raises(core.InputError, match=f"the data set {which} cannot be read as a table") as caught:
        core.load_openml(which, folder, address=server.address)
    assert "as_frame" not in caught.value.what


def test_no_network_is_said(folder):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(core.InputError, match=r"OpenML: the server cannot be reached .*Check the network"):
        core.load_openml(7, folder, address=address)


def test_a_server_that_does_not_answer_is_given_up(server, folder):
    begin = time.monotonic()
    with pytest.raises(core.InputError, match="did not answer within 1 s"):
        core.load_openml(64, folder, address=server.address, time_limit=1)
    assert time.monotonic() - begin < 4


@pytest.mark.parametrize("scheme", ["file", "ftp", "data", ""])
def test_a_server_cannot_have_other_things_opened(quick, server, folder, tmp_path, scheme):
    secret = tmp_path / "secret.arff"
    secret.write_text("@relation x\n")
    server.file_address = {"file": secret.as_uri(), "ftp": "ftp://127.0.0.1/x", "data": "data:,x"}.get(
        scheme, ""
    )
    with pytest.raises(core.InputError, match=r"data set 65 cannot be read .*names no web address"):
        core.load_openml(65, folder, address=server.address)


@pytest.mark.parametrize(
    ("which", "sentence"),
    [
        (0, "numbered from 1"),
        (-3, "neither the number nor the name"),
        ("", "neither the number nor the name"),
        ("../../etc/passwd", "neither the number nor the name"),
        ("iris?x=1", "neither the number nor the name"),
        ("iris%2f..", "neither the number nor the name"),
        ("9" * 30, "numbered from 1"),
    ],
)
def test_only_numbers_and_names_are_asked_for(server, folder, which, sentence):
    asked = len(server.asked)
    with pytest.raises(core.InputError, match=sentence):
        core.load_openml(which, folder, address=server.address)
    assert len(server.asked) == asked


@pytest.mark.parametrize(
    ("which", "version", "sentence"),
    [
        (61, 1, "already says the version"),
        ("shapes", 0, "whole number from 1"),
        ("shapes", True, "whole number"),
    ],
)
def test_versions_are_checked(folder, which, version, sentence):
    with pytest.raises(core.InputError, match=sentence):
        core.load_openml(which, folder, version=version)


def test_a_folder_that_cannot_be_made_is_said(tmp_path, server):
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(core.InputError, match="cannot be used to keep data sets"):
        core.load_openml(61, tmp_path / "taken", address=server.address)


def fetched_before(folder, number, **changes):
    """Keep a table of 1000 bytes as if it had been fetched."""
    answer = {"name": f"made{number}", "version": "1", "data_id": str(number), "targets": (), **changes}
    table = openml_cache.OpenmlTable(b"x" * 1000, **answer)
    openml_cache.keep(folder, {"name": answer["name"], "version": None}, table)


def test_the_folder_is_bounded_and_forgets_what_was_not_used_for_longest(tmp_path, monkeypatch):
    monkeypatch.setattr(openml_cache, "MOST_KEPT", 2500)
    for number in (1, 2):
        fetched_before(tmp_path, number)
        os.utime(tmp_path / f"{number}.parquet", (number, number))
    assert fetch_openml("made1", tmp_path).data_id == "1", "used again"
    fetched_before(tmp_path, 3)
    assert {path.name for path in tmp_path.glob("*.parquet")} == {"1.parquet", "3.parquet"}
    assert openml_cache.kept(tmp_path, {"data_id": 2}) is None
    monkeypatch.setattr(openml_cache, "MOST_KEPT", 10)
    fetched_before(tmp_path, 4)
    assert [path.name for path in tmp_path.glob("*.parquet")] == ["4.parquet"], "the last one stays"


def test_what_is_kept_and_damaged_is_fetched_again(tmp_path):
    fetched_before(tmp_path, 5)
    (tmp_path / "number 5.json").write_text("{")
    assert openml_cache.kept(tmp_path, {"data_id": 5}) is None
    fetched_before(tmp_path, 6, data_id="../6")
    assert not list(tmp_path.parent.glob("6*"))


# --- suites ------------------------------------------------------------------------------------------------------


def test_a_suite_gives_its_data_sets_and_names_those_it_leaves_out(server, folder):
    found = core.data.load_openml_suite(7, folder, address=server.address)
    assert found.name == "A few shapes"
    assert [data.name for data in found.datasets] == ["shapes", "moreshapes"]
    assert found.datasets[0] == core.load_openml(61, folder, address=server.address)
    assert [number for number, _ in found.left_out] == [62, 63, 999]
    reasons = dict(found.left_out)
    assert "cannot be read as a table" in reasons[62]
    assert "there is no data set 999" in reasons[999]


def test_no_more_are_taken_than_wanted_none_of_another_task_and_none_too_large(
    quick, server, folder, monkeypatch
):
    found = core.data.load_openml_suite(7, folder, most=1, address=server.address)
    assert [data.name for data in found.datasets] == ["shapes"]
    assert {reason for _, reason in found.left_out} == {"1 are taken at most"}
    others = core.data.load_openml_suite(7, folder, task="regression", address=server.address)
    assert not others.datasets
    assert "shapes: is for classification" in dict(others.left_out)[61]
    monkeypatch.setattr(openml_suite, "MOST_INSTANCES", 39)
    large = core.data.load_openml_suite(7, folder, address=server.address)
    assert "has 40 instances, more than 39" in dict(large.left_out)[66]


@pytest.mark.parametrize(("number", "said"), [(8, "there is no suite 8"), (0, "numbered from 1")])
def test_a_suite_that_is_none_is_refused(quick, server, folder, number, said):
    with pytest.raises(core.InputError, match=said):
        core.data.load_openml_suite(number, folder, address=server.address)


def test_when_time_is_up_the_rest_of_a_suite_is_left_out(quick, server, folder, monkeypatch):
    clock = iter([*(0.0 for _ in range(3)), *(100.0 for _ in range(1000))])
    monkeypatch.setattr(openml_suite, "monotonic", lambda: next(clock))
    found = core.data.load_openml_suite(7, folder, time_limit=50, address=server.address)
    assert {reason for _, reason in found.left_out} == {"time was up"}
    assert not found.datasets
