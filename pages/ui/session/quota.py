"""How much a tab, and all tabs of a workspace, may bring: uploaded files stay in the server's memory until they are
removed or their tab is closed.
"""

import re
from collections import OrderedDict

import streamlit as st
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from core.written import size_text
from pages.ui.session import visitors

MOST_UPLOADED, MOST_OF_WORKSPACE = 300_000_000, 600_000_000
"""Bytes of all files that a session holds at a time, and all sessions of a workspace together."""

_UPLOAD = re.compile(r".*/_stcore/upload_file/(?P<session>[^/]+)/(?P<file>[^/]+)")
_MOST_SESSIONS = 10_000
_UNSAID = 100_000_000
"""What a file counts that does not say its size: the most that one may have."""


class UploadQuota:
    """ASGI middleware that refuses files beyond the quotas before they are received."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._held: OrderedDict[str, dict[str, int]] = OrderedDict()
        self._owners: dict[str, str] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        wanted = _UPLOAD.fullmatch(scope["path"]) if scope["type"] == "http" else None
        refusal = self._refusal(scope, wanted["session"], wanted["file"]) if wanted is not None else ""
        if refusal:
            await PlainTextResponse(refusal, status_code=413)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _refusal(self, scope: Scope, session: str, file: str) -> str:
        headers = Headers(scope=scope)
        files = self._files(session, visitors.token_in(headers.get("cookie", "")) or session)
        if scope["method"] == "DELETE":
            files.pop(file, None)
        elif scope["method"] == "PUT":
            size = headers.get("content-length", "")
            length = int(size) if size.isdecimal() else _UNSAID
            if sum(files.values()) + length > MOST_UPLOADED:
                held = size_text(MOST_UPLOADED)
                return f"This tab holds {held} of files, the most that it may. Remove some of them."
            if self._bytes_of(self._owners[session]) + length > MOST_OF_WORKSPACE:
                return (
                    f"Your tabs hold {size_text(MOST_OF_WORKSPACE)} of files together, the most that they may. Remove "
                    "some of them, or close tabs."
                )
            files[file] = length
        return ""

    def _files(self, session: str, owner: str) -> dict[str, int]:
        """The files of a session by their lengths; what closed tabs held is forgotten."""
        self._held.setdefault(session, {})
        self._owners[session] = owner
        self._held.move_to_end(session)
        for other in [other for other in self._held if other != session and _is_closed(other)]:
            self._forget(other)
        while len(self._held) > _MOST_SESSIONS:
            self._forget(next(iter(self._held)))
        return self._held[session]

    def _forget(self, session: str) -> None:
        del self._held[session], self._owners[session]

    def _bytes_of(self, owner: str) -> int:
        mine = (files for session, files in self._held.items() if self._owners[session] == owner)
        return sum(sum(files.values()) for files in mine)


def _is_closed(session: str) -> bool:
    return st.runtime.exists() and not st.runtime.get_instance().is_active_session(session)
