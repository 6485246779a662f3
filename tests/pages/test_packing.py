"""Programs of pages go out packed, once for all visitors, and nothing of one visitor's answer goes to another."""

import gzip
from dataclasses import dataclass

import pytest
from anyio.from_thread import start_blocking_portal
from starlette.responses import HTMLResponse, Response

from pages.ui.session.packing import Packing
from pages.ui.session.visitors import Visitors

PROGRAM = b"let answer = 42;" * 1000
PATH = "/static/js/index.abc.js"


@dataclass(frozen=True)
class Answer:
    headers: dict[str, str]
    body: bytes


class Server:
    """A server with one program, and a page for every other path."""

    def __init__(self):
        self.asked = []
        self._app = Visitors(Packing(self._answer))

    async def _answer(self, scope, receive, send):
        self.asked.append(scope["path"])
        answer = HTMLResponse("<p>A page</p>" * 1000)
        if scope["path"].endswith("index.abc.js"):
            answer = Response(PROGRAM, media_type="application/javascript", headers={"etag": '"1"'})
        await answer(scope, receive, send)

    def get(self, path, **headers):
        sent = []

        async def send(message):
            sent.append(message)

        asked = {"accept_encoding": "gzip", **headers}
        raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in asked.items()]
        scope = {"type": "http", "method": "GET", "scheme": "http", "path": path, "headers": raw}
        with start_blocking_portal() as portal:
            portal.call(self._app, scope, None, send)
        found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        body = b"".join(message["body"] for message in sent[1:])
        return Answer(found, gzip.decompress(body) if found.get("content-encoding") == "gzip" else body)


@pytest.fixture
def server():
    return Server()


def test_a_program_is_packed_once_and_is_the_same_for_everybody(server):
    first, second = server.get(PATH), server.get("/deep" + PATH)
    assert first.body == second.body == PROGRAM
    assert first.headers == second.headers
    assert first.headers["content-encoding"] == "gzip"
    assert int(second.headers["content-length"]) < len(PROGRAM) / 10
    assert second.headers["etag"] == '"1"'
    assert second.headers["x-content-type-options"] == "nosniff"
    assert server.asked == [PATH]


@pytest.mark.parametrize(
    "headers", [{"accept_encoding": "identity"}, {"range": "bytes=0-9"}, {"if_none_match": '"1"'}]
)
def test_who_asks_for_it_in_another_way_is_answered_by_the_app(server, headers):
    server.get(PATH)
    found = server.get(PATH, **headers)
    assert found.body == PROGRAM
    assert "content-encoding" not in found.headers
    assert server.asked == [PATH, PATH]


def test_only_programs_are_kept(server):
    paths = ["/", "/static/js/no.such.js", "/static/js/no.such.js"]
    assert all(b"<p>A page</p>" in server.get(path).body for path in paths)
    assert server.asked == paths


def test_no_visitor_is_given_what_another_one_was_given(server):
    tokens = {server.get(PATH, sec_fetch_dest="document").headers["set-cookie"] for _ in range(3)}
    assert len(tokens) == 3
    assert "set-cookie" not in server.get(PATH).headers
    assert server.asked == [PATH]
