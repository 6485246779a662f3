"""What stands around every page, and a guard for pages that were started without it.

The first visit to a fresh server may be a deep link. Streamlit then takes the `pages` folder for its older
kind of multi-page app and runs the page's file alone; `ensure` hands such a run over to app.py, whose call of
`st.navigation` settles the matter for the server's lifetime. For that, a page's file bears the name of its address.
"""

import runpy
from collections.abc import Sequence
from contextlib import suppress
from contextvars import ContextVar
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import InputError
from pages.ui import sidebar
from pages.ui.display import elements
from pages.ui.display import page as display_page
from pages.ui.display.text import plain
from pages.ui.session import cache, links, state

OF_DATA = ("data", "experiment")
OF_TWO = ("two-learners", "fold-errors", "many-datasets", "report")
"""Pages that ask which two learners are compared; the others only pass them on."""
_APP = Path(__file__).parents[2] / "app.py"
_UI = Path(__file__).parent
_framed: ContextVar[bool] = ContextVar("framed", default=False)


def run(page: st.Page) -> None:
    """Show the sidebar and run the page that `st.navigation` gave; a refusal ends it with its sentence."""
    token = _framed.set(True)
    try:
        links.leave_out_endless()
        state.arrive()
        if page.url_path not in OF_TWO:
            state.pass_on(state.FIRST, state.SECOND)
        state.set_page_title(page.title if page.url_path else "")
        display_page.begin(display_page.entitle(_datasets(page)))
        state.set_saved_about("")
        kind = "dark" if elements.is_dark() else "light"
        st.logo(_UI / f"logo-{kind}.svg", size="large", icon_image=_UI / "icon.svg")
        sidebar.show()
        said = st.empty()
        _to_its_end(page)
        _say_what_was_not_taken(said)
    except InputError as error:
        elements.refuse(error)
    finally:
        _framed.reset(token)


def _to_its_end(page: st.Page) -> None:
    """Run a page, which may end early or with a refusal."""
    with suppress(display_page.Ended):
        try:
            page.run()
        except InputError as error:
            elements.refuse(error)


def _say_what_was_not_taken(place: DeltaGenerator) -> None:
    """What of a link is impossible, so that nobody takes the page for what was sent."""
    if refused := links.not_taken():
        told = "; ".join(
            f"{one.title}: {plain(f'{one.given} is not possible here, {one.instead}')}" for one in refused
        )
        with place.container(key="not_taken"):
            st.warning(f"Not all of this link could be used. {told}.", icon=":material/link_off:")


def _datasets(page: st.Page) -> Sequence[str]:
    """Of which data the page is: where data are brought and learners are trained, not those of imported results."""
    dataset, results = cache.dataset(), cache.results()
    if results is not None and (dataset is None or page.url_path not in OF_DATA):
        return results.datasets
    return [] if dataset is None else [dataset.name]


def ensure() -> None:
    """Call first in every page: goes on only inside the frame."""
    if not _framed.get():
        runpy.run_path(str(_APP))
        st.stop()
