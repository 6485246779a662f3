"""One tab brings so many bytes and no more; what it removes makes room."""

import pytest
from anyio.from_thread import start_blocking_portal

from pages.ui.session import quota
from pages.ui.session.quota import MOST_UPLOADED, UploadQuota
from pages.ui.session.visitors import COOKIE

MEGABYTE = 10**6


@pytest.fixture
def guarded():
    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 204, "headers": []})

    return UploadQuota(app)


def asked(guarded, method, session="s", file="f", size=None, path="/_stcore/upload_file", cookie=None):
    sent = []

    async def send(message):
        sent.append(message)

    headers = [] if size is None else [(b"content-length", str(size).encode())]
    headers += [] if cookie is None else [(b"cookie", f"{COOKIE}={cookie}".encode())]
    scope = {"type": "http", "method": method, "path": f"{path}/{session}/{file}", "headers": headers}
    with start_blocking_portal() as portal:
        portal.call(guarded, scope, None, send)
    return sent[0]["status"]


def test_beyond_the_quota_a_file_is_refused_and_a_removed_one_makes_room(guarded):
    for number in range(3):
        assert asked(guarded, "PUT", file=str(number), size=100 * MEGABYTE) == 204
    assert asked(guarded, "PUT", file="more", size=1) == 413
    assert asked(guarded, "PUT", session="other", size=100 * MEGABYTE) == 204
    assert asked(guarded, "DELETE", file="1") == 204
    assert asked(guarded, "PUT", file="more", size=MEGABYTE) == 204


def test_a_file_that_does_not_say_its_size_counts_as_the_largest(guarded):
    answers = [
        asked(guarded, "PUT", file=str(number), size=size) for number, size in enumerate([None, "x", None, 1])
    ]
    assert answers == [204, 204, 204, 413]


def test_other_addresses_are_left_alone(guarded):
    for number in range(9):
        assert asked(guarded, "PUT", file=str(number), size=MOST_UPLOADED, path="/data") == 204


def test_former_sessions_are_forgotten(guarded, monkeypatch):
    monkeypatch.setattr(quota, "_MOST_SESSIONS", 3)
    for number in range(50):
        asked(guarded, "PUT", session=str(number), size=1)
    assert len(guarded._held) == 3


def fill(guarded, session, cookie):
    """Three files of 100 MB, as many as a tab may hold."""
    return [
        asked(guarded, "PUT", session=session, file=str(number), size=100 * MEGABYTE, cookie=cookie)
        for number in range(3)
    ]


def test_the_tabs_of_a_workspace_share_a_quota_of_their_own(guarded):
    mine, others = "a" * 32, "b" * 32
    assert fill(guarded, "1", mine) + fill(guarded, "2", mine) == [204] * 6
    assert asked(guarded, "PUT", session="3", size=1, cookie=mine) == 413
    assert fill(guarded, "4", others) + fill(guarded, "5", None) == [204] * 6
    assert asked(guarded, "DELETE", session="1", file="0", cookie=mine) == 204
    assert asked(guarded, "PUT", session="3", size=100 * MEGABYTE, cookie=mine) == 204


def test_a_closed_tab_makes_room(guarded, monkeypatch):
    mine = "a" * 32
    fill(guarded, "1", mine), fill(guarded, "2", mine)
    monkeypatch.setattr(quota, "_is_closed", lambda session: session == "1")
    assert asked(guarded, "PUT", session="3", size=100 * MEGABYTE, cookie=mine) == 204
