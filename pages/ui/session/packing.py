"""The programs of the pages, packed: a first visit takes a third of the bytes, over the network of a classroom too."""

import re

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_PROGRAM = re.compile(r".*/static/(?:js|css)/(?P<name>[^/]+\.(?:js|css))")
_KINDS = ("application/javascript", "text/javascript", "text/css")


class Packing:
    """ASGI middleware that packs each of Streamlit's programs once, and keeps it.

    Streamlit sends them as they are, since packing them for every visitor would cost more than it saves, and leaves it
    to a proxy, which the server in a classroom does not have. A name of theirs holds the digest of what it names.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._packing = GZipMiddleware(app, compresslevel=6)
        self._packed: dict[str, tuple[dict[str, str], bytes]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        wanted = _PROGRAM.fullmatch(scope["path"]) if _takes_it_packed_and_whole(scope) else None
        if wanted is None:
            await self._app(scope, receive, send)
        elif wanted["name"] in self._packed:
            headers, body = self._packed[wanted["name"]]
            await Response(body, headers=headers)(scope, receive, send)
        else:
            await self._pack(wanted["name"], scope, receive, send)

    async def _pack(self, name: str, scope: Scope, receive: Receive, send: Send) -> None:
        headers: dict[str, str] = {}
        body: list[bytes] = []

        async def noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers.update(Headers(raw=message["headers"]))
            else:
                body.append(message["body"])
            await send(message)  # only now: who passes it on adds what is meant for this visitor alone

        await self._packing(scope, receive, noted)
        if headers.get("content-encoding") == "gzip" and headers.get("content-type") in _KINDS:
            self._packed[name] = headers, b"".join(body)


def _takes_it_packed_and_whole(scope: Scope) -> bool:
    if scope["type"] != "http" or scope["method"] != "GET":
        return False
    asked = Headers(scope=scope)
    return "gzip" in asked.get("accept-encoding", "") and not {"range", "if-none-match"} & set(asked.keys())
