"""The process that fetches a data set from OpenML; run by its path, so that it loads scikit-learn alone.

It reads JSON lines that say what is wanted and writes for each one that says what was found, or why nothing was.
A process of its own can be ended when time is up, and its network settings touch nobody else's.
"""

import errno
import json
import sys
import urllib.request
import warnings
from contextlib import suppress
from socket import setdefaulttimeout
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit

UNKNOWN, UNREACHABLE, UNREADABLE, TOO_LARGE = "unknown", "unreachable", "unreadable", "too large"
"""Why nothing was found."""

_MOST_TOLD = 300


def main() -> None:
    """Answer the requests on standard input, one a line."""
    for line in sys.stdin:
        request = json.loads(line)
        setdefaulttimeout(request["patience"])
        _open_web_addresses_only(is_test=request["address"] is not None)
        _limit_files(request["most_bytes"])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            answer = _answer(request)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def _open_web_addresses_only(*, is_test: bool) -> None:
    """Open no files, FTP or inline data, whatever address the server names; unencrypted ones only in tests."""
    handlers: list[Any] = [
        urllib.request.HTTPSHandler,
        urllib.request.HTTPDefaultErrorHandler,
        urllib.request.HTTPRedirectHandler,
        urllib.request.HTTPErrorProcessor,
        urllib.request.UnknownHandler,
    ]
    opener = urllib.request.OpenerDirector()
    handlers.append(urllib.request.HTTPHandler if is_test else urllib.request.ProxyHandler)
    for handler in handlers:
        opener.add_handler(handler())
    urllib.request.install_opener(opener)


def _limit_files(most: int) -> None:
    """Let the system refuse to write a larger file."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    from sklearn.datasets import _openml

    if request["address"] is not None:
        _redirect(_openml, request["address"])
    try:
        found = _openml.fetch_openml(
            request["name"],
            data_id=request["data_id"],
            version=request["version"] or "active",
            data_home=request["folder"],
            as_frame=True,
            n_retries=1,
            delay=0.2,
        )
        found.frame.to_parquet(request["table"])
    except Exception as error:  # whatever a server may answer; the process exists for this one call
        return {"failed": _reason(error), "told": _told(error)[:_MOST_TOLD]}
    details = found.details
    return {
        "name": str(details.get("name", "")),
        "version": str(details.get("version", "")),
        "data_id": str(details.get("id", request["data_id"] or "")),
        "targets": [str(name) for name in found.target_names],
    }


def _told(error: Exception) -> str:
    """What happened, without the names that Python has for it."""
    cause = getattr(error, "reason", error)
    return str(getattr(cause, "strerror", None) or cause)


def _redirect(module: Any, address: str) -> None:
    """Ask another server than scikit-learn's own."""
    for name, value in list(vars(module).items()):
        if isinstance(value, str) and value.startswith("https://"):
            setattr(module, name, address.rstrip("/") + urlsplit(value).path)


def _reason(error: Exception) -> str:
    if isinstance(error, HTTPError):
        return UNKNOWN if error.code in (404, 412) else UNREACHABLE
    if type(error).__name__ == "OpenMLError":
        return UNKNOWN
    if isinstance(error, OSError) and error.errno == errno.EFBIG:
        return TOO_LARGE
    return UNREACHABLE if isinstance(error, OSError) else UNREADABLE


if __name__ == "__main__":
    main()
