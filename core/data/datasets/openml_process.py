"""What fetches a data set from OpenML; called apart, where it can be ended and its settings touch nobody else's."""

import errno
import urllib.request
from contextlib import suppress
from socket import setdefaulttimeout
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit

UNKNOWN, UNREACHABLE, UNREADABLE, TOO_LARGE = "unknown", "unreachable", "unreadable", "too large"
"""Why nothing was found."""

_MOST_TOLD = 300
_NO_WEB_ADDRESS = "unknown url type"
"""What urllib says of an address that is empty or of another kind."""


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Fetch what is wanted into a file, and say what it is, or why there is none.

    Parameters
    ----------
    request : dict
        ``name``, ``data_id`` and ``version`` as scikit-learn takes them, the ``folder`` it may use, the file of the
        ``table`` that it writes, its ``patience`` in seconds, the ``most_bytes`` of a file, and the ``address`` of
        another server or None. With the number of a ``suite``, its name and the numbers of its data sets are given.
    """
    setdefaulttimeout(request["patience"])
    _open_web_addresses_only(is_test=request["address"] is not None)
    _limit_files(request["most_bytes"])
    return _answer(request)


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
        if "suite" in request:
            return _suite(_openml, request)
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


def _suite(module: Any, request: dict[str, Any]) -> dict[str, Any]:
    """Name of a suite and the numbers of its data sets; scikit-learn asks for single ones only."""
    address = module._DATA_INFO.replace("/data/{}", f"/study/{request['suite']}")
    study = module._get_json_content_from_openml_api(address, "", request["folder"], 1, 0.2)["study"]
    numbers = dict.fromkeys(int(number) for number in study["data"]["data_id"])
    return {"name": str(study["name"]), "numbers": list(numbers)}


def _told(error: Exception) -> str:
    """What happened, without the names that Python has for it."""
    if _NO_WEB_ADDRESS in str(error):
        return "OpenML names no web address of its file"
    cause = getattr(error, "reason", error)
    return str(getattr(cause, "strerror", None) or cause)


def _redirect(module: Any, address: str) -> None:
    """Ask another server than scikit-learn's own."""
    for name, value in list(vars(module).items()):
        if isinstance(value, str) and value.startswith("https://"):
            setattr(module, name, address.rstrip("/") + urlsplit(value).path)


def _reason(error: Exception) -> str:
    if _NO_WEB_ADDRESS in str(error):
        return UNREADABLE
    if isinstance(error, HTTPError):
        return UNKNOWN if error.code in (404, 412) else UNREACHABLE
    if type(error).__name__ == "OpenMLError":
        return UNKNOWN
    if isinstance(error, OSError) and error.errno == errno.EFBIG:
        return TOO_LARGE
    return UNREACHABLE if isinstance(error, OSError) else UNREADABLE
