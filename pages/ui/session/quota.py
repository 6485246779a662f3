"""How much one tab may bring: uploaded files stay in the server's memory until they are removed or the tab closed."""

import re
from collections import OrderedDict

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

MOST_UPLOADED = 300 * 2**20
"""Bytes of all files that a session holds at a time."""

_UPLOAD = re.compile(r".*/_stcore/upload_file/(?P<session>[^/]+)/(?P<file>[^/]+)")
_MOST_SESSIONS = 10_000
_UNSAID = 100 * 2**20
"""What a file counts that does not say its size: the most that one may have."""


class UploadQuota:
    """ASGI middleware that refuses files beyond the quota before they are received."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._held: OrderedDict[str, dict[str, int]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        wanted = _UPLOAD.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if wanted is not None and not self._admits(scope, wanted["session"], wanted["file"]):
            words = f"This tab holds {MOST_UPLOADED // 2**20} MB of files, the most that it may. Remove some of them."
            await PlainTextResponse(words, status_code=413)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _admits(self, scope: Scope, session: str, file: str) -> bool:
        files = self._held.setdefault(session, {})
        self._held.move_to_end(session)
        while len(self._held) > _MOST_SESSIONS:
            self._held.popitem(last=False)
        if scope["method"] == "DELETE":
            files.pop(file, None)
        elif scope["method"] == "PUT":
            size = Headers(scope=scope).get("content-length", "")
            length = int(size) if size.isdecimal() else _UNSAID
            if sum(files.values()) + length > MOST_UPLOADED:
                return False
            files[file] = length
        return True
