"""What stands around every page, and a guard for pages that were started without it.

The first visit to a fresh server may be a deep link. Streamlit then takes the `pages` folder for its older
kind of multi-page app and runs the page's file alone; `ensure` hands such a run over to app.py, whose call of
`st.navigation` settles the matter for the server's lifetime. For that, a page's file bears the name of its address.
"""

import runpy
from contextvars import ContextVar
from pathlib import Path

import streamlit as st

from core.errors import InputError
from pages.ui import sidebar
from pages.ui.display import elements

_APP = Path(__file__).parents[2] / "app.py"
_framed: ContextVar[bool] = ContextVar("framed", default=False)


def run(page: st.Page) -> None:
    """Show the sidebar and run the page that `st.navigation` gave; a refusal ends it with its sentence."""
    token = _framed.set(True)
    try:
        sidebar.show()
        page.run()
    except InputError as error:
        elements.refuse(error)
    finally:
        _framed.reset(token)


def ensure() -> None:
    """Call first in every page: goes on only inside the frame."""
    if not _framed.get():
        runpy.run_path(str(_APP))
        st.stop()
