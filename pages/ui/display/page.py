"""What belongs to the whole page: its style, its history, the button that copies its address, the lecture view."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn
from urllib.parse import urlencode, urlsplit

import streamlit as st
from streamlit.errors import StreamlitAPIException

import core
from core.written import spoken
from pages.ui.display import live, room
from pages.ui.display.text import plain
from pages.ui.session import cache, state, visitors

CODE_WIDTH = 420
THIS_MACHINE = ("localhost", "127.0.0.1")
"""What `allowedHosts` of `.streamlit/config.toml` names: no other machine finds the server by it."""
_LARGE = "@media (min-width: 641px) { :root:not(.fw-plain) { font-size: clamp(16px, 2.2vh, 20px); } }"
"""Letters of the lecture view, as in style.css."""
_KEY = "whole_page"
_HERE = Path(__file__).parent
_COMPONENT = st.components.v2.component("foldwise_page", js=(_HERE / "page.js").read_text("utf-8"))


def presents() -> bool:
    """Whether this is the lecture view: large type, no navigation, the verdict and what moves it."""
    return bool(st.session_state.get(state.PRESENT, st.query_params.get(state.PRESENT) == "1"))


def entitle(datasets: Sequence[str]) -> str:
    """Let tab and bookmark say which page it is, and of which data; gives what they say."""
    several = f"{len(datasets)} data sets" * bool(datasets)
    data = spoken(datasets[0]) if len(datasets) == 1 else several
    title = " · ".join(filter(None, (state.page_title(), data, "Foldwise")))
    st.set_page_config(page_title=title)
    return title


def begin(title: str) -> None:
    """Call first on every page, with what it is called."""
    st.html(_HERE / "style.css")
    if presents():  # tables take the size of their letters once, maybe before the component has come
        st.html(f"<style>{_LARGE}</style>")
    data = {
        "present": presents(),
        "scheme": st.context.theme.type,
        "cookie": _cookie(),
        "version": core.__version__,
        "seeds": _seeds(),
        "anew": state.draws_tables_anew(),
    }
    _COMPONENT(
        key=_KEY,
        data=data,
        height=1,
        on_small_tables_change=state.draw_tables_anew,
        on_width_change=lambda: state.set_column_width(st.session_state[_KEY]["width"]),
    )
    if presents():
        room.is_narrow("lecture")  # letters of pictures follow it
        # Whatever is written takes back what the browser alone wrote into the address.
        if st.query_params.get(state.PRESENT) != "1":
            st.query_params[state.PRESENT] = "1"
        with st.container(key="leave_lecture", horizontal=True):
            _code(title)
            st.button(
                "Leave the lecture view", key="end_lecture", on_click=_present, args=(False,), type="tertiary"
            )


def _seeds() -> str:
    """The seeds of the run that is shown, to be printed below it; empty where there is none."""
    job = None if state.results_key() is not None else cache.current_job()
    if job is None:
        return ""
    from core.experiment import run_line

    return run_line(job).seeds


def _cookie() -> str | None:
    """What the browser is to remember where the app runs without `server.py`, which sees to that itself."""
    return None if visitors.token() else f"{visitors.COOKIE}={state.workspace()}"


def _code(title: str) -> None:
    """A code that leads telephones in the room to what is on the screen; made when it is asked for."""
    with st.popover("QR code", type="tertiary", on_change="rerun", key=live.CODE) as popover:
        if popover.open:
            address = link()
            st.image(svg_of(address), width=CODE_WIDTH)
            opens = ": ".join(plain(part) for part in (title, live.subject_shown()) if part)
            st.markdown(f"Opens {opens}", width=CODE_WIDTH)
            plainly, _, settings = address.partition("?")
            st.markdown(f"**{plain(plainly)}**", width=CODE_WIDTH)
            if settings:
                st.caption("What is set on this page is in the code alone.", width=CODE_WIDTH)
            if urlsplit(address).hostname in THIS_MACHINE:
                st.caption(
                    "This address works on this machine only.",
                    help="For telephones, open Foldwise by the name or number that the server has in the network; "
                    "README.md says how to allow it.",
                    width=CODE_WIDTH,
                )


def link() -> str:
    """The address of what is on the screen, for somebody who is not lecturing."""
    follows = live.address_shown()
    parameters: list[tuple[str, str | Sequence[str]]] = [
        (name, value)
        for name in st.query_params
        if name != state.PRESENT and name not in follows
        for value in st.query_params.get_all(name)
    ]
    parameters += [(name, value) for name, value in follows.items() if value is not None]
    return f"{st.context.url or ''}{'?' * bool(parameters)}{urlencode(parameters, doseq=True)}"


def svg_of(address: str) -> str:
    """The QR code of an address, dark on white whatever the theme: telephones read no other."""
    import segno

    return segno.make_qr(address).svg_inline(scale=8, border=4, dark="#000", light="#fff")


class Ended(Exception):
    """A page has nothing more to show."""


def end() -> NoReturn:
    """Show nothing more of the page; what stands around it still comes, which `st.stop` would not let."""
    raise Ended


def offer() -> None:
    """The button that begins the lecture view."""
    st.button(
        "Present",
        key="begin_lecture",
        on_click=_present,
        args=(True,),
        icon=":material/slideshow:",
        type="tertiary",
    )


def _present(wanted: bool) -> None:
    st.session_state[state.PRESENT] = wanted
    if not wanted:
        st.query_params.pop(state.PRESENT, None)
        # That takes back what the browser alone wrote into the address.
        for name, value in live.address_shown().items():
            with suppress(StreamlitAPIException):  # a widget that is bound to its parameter writes it itself
                if value is not None:
                    st.query_params[name] = value
