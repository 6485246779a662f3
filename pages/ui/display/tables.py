"""Tables: whole or as a grid that scrolls, with their downloads, and the numbers behind a picture."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Any, Literal

import pandas as pd
import streamlit as st

from core.written import MISSING, as_in_file, number, p_text, spoken
from pages.ui.display import elements, page, paper, room
from pages.ui.display.text import plain
from pages.ui.session import state

if TYPE_CHECKING:
    from core.tables.table import Table

_IN_CSV = "; all of them in the CSV"
_MOST_STYLED = 2**18
"""Cells that pandas writes one by one."""
_MOST_IN_SIGHT = 30
"""Rows of a table that stand one below the other; of a longer one ten are in sight at a time."""
_MOST_BEHIND_A_BUTTON, _BEHIND_A_BUTTON = 7, 285
"""Rows behind a button that stand above their download on a projector, and pixels of a table with more."""
_LARGER = 1.3
"""How much wider columns are in the letters of a lecture."""
Forms = Mapping[str, Callable[[Any], str]]
"""How the numbers of columns are written."""

PICTURE_FORMATS = {"svg": "SVG, sharp at any size", "png": "PNG, pixels"}


def numbers(frame: pd.DataFrame, key: str, name: str, told: Forms | None = None) -> None:
    """What a picture is made of, and what its camera saves.

    Parameters
    ----------
    frame : DataFrame
    key, name : str
        As for `charts.figure`.
    told : mapping of column to function, optional
        How the page writes p-values, and what the CSV holds as shares of one.
    """
    with behind_numbers(key, name) as opened:
        if opened:
            rows(frame, f"{key}_table", name, told=told, height=_BEHIND_A_BUTTON)
            picture_format(key)
            st.html(f"<button class='fw-link' data-save-picture='{escape(key)}'>Save picture</button>")


@contextmanager
def behind_numbers(key: str, name: str) -> Iterator[bool]:
    """What is behind a button "Numbers"; yields whether it is open.

    Several stand on a page: to who does not see which picture it is below, each says what it holds (style.css).

    Parameters
    ----------
    key : str
        Unique on the page.
    name : str
        What it holds, as in the name of a file.
    """
    with st.popover(
        f"Numbers :small[of {plain(spoken(name))}]",
        icon=":material/table:",
        on_change="rerun",
        key=f"{key}_numbers",
        type="tertiary",
    ) as popover:
        if not popover.open:  # stands there until the answer to the press has come
            st.caption("The numbers are on their way.")
        yield bool(popover.open)


def picture_format(key: str) -> None:
    """What the camera in the pictures' menus saves; one choice for all of them."""
    widget = f"{key}_format"
    st.segmented_control(
        "The camera in the menu of every picture saves",
        list(PICTURE_FORMATS),
        default=state.picture_format(),
        required=True,
        format_func=PICTURE_FORMATS.__getitem__,
        key=widget,
        on_change=lambda: state.set_picture_format(st.session_state[widget]),
    )


Height = int | Literal["auto", "content"]


def table(
    found: "Table",
    key: str,
    name: str,
    *,
    widths: Mapping[str, int] | None = None,
    pinned: str = "learner",
    height: Height = "auto",
    wraps: bool = False,
    whole: bool = False,
) -> None:
    """A table as it is printed, and its whole numbers as CSV.

    Parameters
    ----------
    found : Table
    key : str
        Unique on the page.
    name : str
        What the download holds: behind data and design the name of its file, and spoken that of its button.
    widths : mapping of column to pixels, optional
    pinned : str
        The column that stays when the others are scrolled, which its letters show; with none of this name all move.
    height : int, "auto" or "content"
    wraps : bool
        Whether a narrow screen shows it as text that breaks lines, so that its columns are in sight.
    whole : bool
        Whether every screen does: a number in words that is cut at its end is read as another.
    """
    printed(found, key, widths=widths, pinned=pinned, height=height, rest=_IN_CSV, wraps=wraps, whole=whole)
    csv_download(found.saved, key, name)


def printed(
    found: "Table",
    key: str,
    *,
    widths: Mapping[str, int] | None = None,
    pinned: str = "",
    height: Height = "auto",
    rest: str = "",
    wraps: bool = False,
    whole: bool = False,
    every: bool = False,
) -> None:
    """A table without a download; `rest` says where the rows are that are too many for paper, if it has not `every`."""
    known, larger = widths or {}, _LARGER if elements.is_projected() else 1
    if found.short_names and room.is_wide(key):
        found = replace(found, roomy=True)
    forms = found.forms_on_screen
    styled = forms and found.frame.size <= _MOST_STYLED
    with (
        paper.also(found, key, rest, wraps=wraps, whole=whole, cards=True, every=every),
        drawn_anew(found.roomy),
    ):
        st.dataframe(
            found.frame.style.format({**forms}, na_rep=MISSING) if styled else found.frame,
            hide_index=True,
            key=key,
            placeholder=MISSING,
            alt=found.alt,
            height="content" if height == "auto" and len(found.frame) <= _MOST_IN_SIGHT else height,
            column_order=list(found.titles),
            column_config={
                column: st.column_config.Column(
                    title,
                    width=round(larger * known[column]) if column in known else None,
                    pinned=column == pinned or None,
                    alignment="right" if column in found.worded else None,
                )
                for column, title in found.titles.items()
            },
        )
        if found.short_names:
            st.html("<p class='fw-small fw-on-screen'>A double click on a name shows it in whole.</p>")


def rows(
    frame: pd.DataFrame,
    key: str,
    name: str,
    *,
    pinned: str = "",
    told: Forms | None = None,
    height: int | None = None,
) -> None:
    """Rows as they are, for example what a picture is made of, and their download as CSV.

    Parameters
    ----------
    frame : DataFrame
    key, name, pinned : str
        As for `table`.
    told : mapping of column to function, optional
        As for `numbers`.
    height : int, optional
        Of a table with more rows than `_MOST_BEHIND_A_BUTTON`.
    """
    forms = {column: form for column, form in (told or {}).items() if column in frame}
    high: Height = height if height is not None and len(frame) > _MOST_BEHIND_A_BUTTON else "auto"
    listed(frame, key, height=high, rest=_IN_CSV, pinned=pinned, told=forms)
    if any(form is not p_text for form in forms.values()):
        st.caption(
            "Rates stand here in per cent, differences of rates in points; in the CSV both are shares of one."
        )
    csv_download(frame, key, name)


def listed(
    frame: pd.DataFrame,
    key: str,
    *,
    height: Height = "auto",
    rest: str = "",
    pinned: str = "",
    told: Forms | None = None,
) -> None:
    """Rows as they are, without a download.

    Parameters
    ----------
    frame : DataFrame
    key : str
        Unique on the page.
    height : int, "auto" or "content"
    rest : str
        Where those are that are too many for paper.
    pinned : str
        As for `table`.
    told : mapping of column to function, optional
        As for `numbers`, of columns of this frame.
    """
    from core.tables.table import Column, Table, alike

    columns = alike(number, *frame.select_dtypes("float").columns)
    written = _written_numbers(frame)
    told = dict.fromkeys(written, as_in_file) | {**(told or {})}
    columns |= {name: Column(form=form) for name, form in told.items()}
    titled = {name: replace(columns.get(name, Column()), title=name) for name in map(str, frame)}
    found = Table(frame, "", titled)
    styled = told and frame.size <= _MOST_STYLED
    with paper.also(found, key, rest), drawn_anew():
        st.dataframe(
            frame.style.format({**found.forms}, na_rep=MISSING) if styled else frame,
            hide_index=True,
            key=key,
            placeholder=MISSING,
            height=height,
            column_config={
                name: st.column_config.Column(
                    pinned=name == pinned or None, alignment="right" if name in written else None
                )
                for name in dict.fromkeys(filter(None, [*written, pinned]))
            },
        )


def _written_numbers(frame: pd.DataFrame) -> list[str]:
    """Columns of text whose cells all are numbers as they were written."""
    from core.data.tables.cells import best_numbers

    texts = frame.select_dtypes(["str", "category"])
    return [
        name
        for name in map(str, texts)
        if texts[name].count() and not len(best_numbers(texts[name], ".").strays)
    ]


def drawn_anew(roomy: bool = False) -> AbstractContextManager[Any]:
    """Around a table, which keeps the letters and widths that it began with: one frame more makes it another one.

    So it does in a lecture, once more where that came too early, and where names became longer.
    """
    is_lecture = page.presents()
    frames = [is_lecture, is_lecture and state.draws_tables_anew(), roomy]
    inner: Any = st
    for _ in range(sum(frames)):
        inner = inner.container()
    return nullcontext() if inner is st else inner


def csv_download(frame: pd.DataFrame, key: str, name: str) -> None:
    """Several stand on a page, so that each says what it holds."""
    label = f"Download {plain(spoken(name))} (CSV)"
    download(label, lambda: _csv(frame), f"{name}.csv", "text/csv", key=f"{key}_csv")


def download(label: str, make: Callable[[], bytes | str], name: str, mime: str, key: str) -> None:
    """A download whose bytes are made when it is asked for.

    Parameters
    ----------
    label : str
    make : callable
    name : str
        What it holds, as a name with ending; data and design come before it.
    mime, key : str
    """
    st.download_button(
        label,
        make,
        file_name=elements.saved_as(name),
        mime=mime,
        key=key,
        on_click="ignore",
        icon=":material/download:",
    )


def _csv(frame: pd.DataFrame) -> bytes:
    from core.data import table_to_csv

    return table_to_csv(frame)
