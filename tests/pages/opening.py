"""A page at an address, opened at once."""

from typing import Any

from streamlit.testing.v1 import AppTest

PATIENCE = 300.0
"""Seconds for a page: a busy machine is no failure, and one that hangs is told with what it was doing."""


def opened(
    page: str, state: dict[str, Any] | None = None, *, timeout: float = PATIENCE, **address: object
) -> AppTest:
    """Open a page as its address does, without the start page before it.

    Parameters
    ----------
    page : str
        Name of its script without the folder and the ending, which is its address too.
    state : dict, optional
        What the session holds already.
    timeout : float
        Seconds.
    **address : texts or lists of texts
        Parameters of the address; ``w`` is the workspace, which a cookie holds.
    """
    known = {"workspace": address.pop("w")} if "w" in address else {}
    app = AppTest.from_file("../../app.py", default_timeout=timeout)
    for name, value in address.items():
        app.query_params[name] = value if isinstance(value, list) else str(value)
    for name, value in {**known, **(state or {})}.items():
        app.session_state[name] = value
    return (app if page == "start" else app.switch_page(f"pages/{page}.py")).run()
