"""What goes out with every answer of the server: a token for a browser that has none, and headers that guard pages."""

import re
from http.cookies import CookieError, SimpleCookie
from uuid import uuid4

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "foldwise_workspace"
"""Names the workspace of a browser; scripts of pages cannot read it, and no address holds it."""

_TOKEN = re.compile(r"[0-9a-f]{32}")
_YEAR = 365 * 24 * 3600
_GUARDS = {
    "Content-Security-Policy": "frame-ancestors 'self'; object-src 'none'; base-uri 'self'; form-action 'self'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
}


class Visitors:
    """ASGI middleware around the app."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                _guard(Headers(scope=scope), MutableHeaders(scope=message), scope["scheme"])
            await send(message)

        await self._app(scope, receive, guarded)


def token() -> str | None:
    """The token that this visitor's browser was given; None where it keeps no cookies."""
    given = str(st.context.cookies.get(COOKIE, ""))
    return given if _TOKEN.fullmatch(given) else None


def token_in(cookies: str) -> str | None:
    """The token among the cookies of a request; None where there is none."""
    try:
        given = SimpleCookie(cookies).get(COOKIE)
    except CookieError:
        return None
    return given.value if given is not None and _TOKEN.fullmatch(given.value) else None


def _guard(asked: Headers, answer: MutableHeaders, scheme: str) -> None:
    for name, value in _GUARDS.items():
        answer.setdefault(name, value)
    is_page = asked.get("sec-fetch-dest") == "document" or answer.get("content-type", "").startswith(
        "text/html"
    )
    if is_page and token_in(asked.get("cookie", "")) is None:
        secure = "; Secure" if asked.get("x-forwarded-proto", scheme) == "https" else ""
        answer.append(
            "set-cookie", f"{COOKIE}={uuid4().hex}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax{secure}"
        )
