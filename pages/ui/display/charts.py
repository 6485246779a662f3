"""Pictures: as wide as the page, with their menu, and what they are made of behind a button."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import streamlit as st

from pages.ui.display import elements, live, tables
from pages.ui.session import state

if TYPE_CHECKING:
    from core.figures import Drawing, LegendEntry

PIXELS_PER_POINT = 2
BY_MOUSE = ["zoom2d", "pan2d", "zoomIn2d", "zoomOut2d", "autoScale2d", "select2d", "lasso2d"]
"""Buttons of Plotly: dragging zooms, a double click shows all again."""


def figure(drawing: "Drawing", key: str, name: str) -> None:
    """A picture, its text for screen readers, and the numbers it is made of.

    Parameters
    ----------
    drawing : Drawing
    key : str
        Unique on the page.
    name : str
        What is shown: behind data and design the name of the files that are saved of it, without ending.
    """
    chart(drawing, key, name)
    tables.numbers(drawing.frame, key, name, drawing.told)


def chart(drawing: "Drawing", key: str, name: str, **options: Any) -> None:
    """A picture and its text for screen readers.

    Parameters
    ----------
    drawing : Drawing
    key : str
        Unique on the page.
    name : str
        What is shown: behind data and design the name of the files that are saved of it, without ending.
    **options
        What `st.plotly_chart` takes besides: of its height, and where marks can be clicked.
    """
    from core.figures import larger

    # On a phone larger letters would be cut off at the edges of a picture.
    figure = (larger(drawing) if elements.is_projected() else drawing).figure
    with _wide_enough(drawing.least_width, key), _lettered(drawing, key):
        st.plotly_chart(figure, key=key, config=menu(name), alt=drawing.alt, theme=None, **options)


def staged(
    pictures: Sequence[tuple["Drawing", str, str]],
    words: Callable[[], None] | None = None,
    wide: float = 1.0,
) -> None:
    """Pictures that in a lecture stand beside one another and take the height that is left of the screen.

    Parameters
    ----------
    pictures : sequence of (Drawing, key, name)
        As for `chart`.
    words : callable, optional
        Writes what in a lecture stands beside them.
    wide : float, default 1.0
        How wide the words stand, as a share of a picture's width.
    """
    if not elements.is_projected():
        for picture in pictures:
            chart(*picture)
        return
    from core.figures import legend_of_all

    drawings, entries = legend_of_all([drawing for drawing, _, _ in pictures])
    if entries:
        st.html(_legend(entries))
    with st.container(key="stage"):
        places = iter(st.columns([wide] * bool(words) + [1.0] * len(pictures), gap="medium"))
        if words:
            with next(places):
                words()
        for place, drawing, (_, key, name) in zip(places, drawings, pictures, strict=True):
            with place:
                chart(drawing, key, name, height="stretch")


def _legend(entries: Sequence["LegendEntry"]) -> str:
    """One legend for several pictures, in as few lines as it takes."""
    marks = (
        f"<span><b style='color:{entry.color}'>{'━' if entry.is_line else '●'}</b> {entry.name}</span>"
        for entry in entries
    )
    return f"<p class='fw-legend'>{' '.join(marks)}</p>"


@contextmanager
def _wide_enough(pixels: int, key: str) -> Iterator[None]:
    """Around what needs so much room: where there is less, it scrolls sideways, and the page does not."""
    if not pixels:
        yield
        return
    with st.container(key=f"scrolls_{key}"):
        st.html(f"<style>{_selector(f'scrolls_{key}')} {{ --least: {pixels}px; }}</style>")
        yield


@contextmanager
def _lettered(drawing: "Drawing", key: str) -> Iterator[None]:
    """Around a table of colours: where its cells are too narrow for their texts, these are hidden."""
    if not drawing.lettered_from:
        yield
        return
    with st.container(key=f"letters_{key}"):
        texts = f"{_selector(f'letters_{key}')} .heatmap-label {{ display: none; }}"
        st.html(f"<style>@container (width < {drawing.lettered_from}px) {{ {texts} }}</style>")
        yield


def _selector(key: str) -> str:
    """What finds the container of a key: Streamlit puts a dash for what is no letter, number or dash in it."""
    return ".st-key-" + re.sub(r"[^\w-]", "-", key, flags=re.ASCII)


def matrix(
    drawing: "Drawing", key: str, name: str, on_pick: Callable[[], None], *, fills: bool = False
) -> None:
    """A picture whose cells can be picked, by mouse or by keys.

    Parameters
    ----------
    drawing : Drawing
        As `core.figures.clickable_cells` gives it.
    key : str
        Unique on the page; under it stands the selection.
    name : str
        What is shown: behind data and design the name of the files that are saved of it, without ending.
    on_pick : callable
        Called when a cell was picked, or none any more.
    fills : bool
        Whether it takes the height of its place.
    """
    height = "stretch" if fills else "content"
    chart(drawing, key, name, on_select=on_pick, selection_mode="points", height=height)
    live.walk(key)


def picked(key: str) -> tuple[int, int] | None:
    """Row and column of the cell that is picked in the `matrix` under this key; None where none is."""
    points = st.session_state[key].selection.points
    return (round(points[0]["y"]), round(points[0]["x"])) if points else None


def design(drawing: "Drawing", key: str, name: str) -> None:
    """The picture of a design, of which the row under the mouse stands out, and its numbers.

    Parameters
    ----------
    drawing : Drawing
        As `core.figures.design_picture` gives it.
    key : str
        Unique on the page.
    name : str
        What is shown: behind data and design the name of the files that are saved of it, without ending.
    """
    figure(drawing, key, name)
    live.light(key)


def still(drawing: "Drawing", key: str) -> None:
    """A small picture that only decorates: it does not answer to the mouse."""
    st.plotly_chart(drawing.figure, key=key, config={"staticPlot": True}, alt=drawing.alt, theme=None)


def menu(name: str) -> dict[str, Any]:
    """The menu of a picture: what its camera saves, and under which name.

    It lies on the picture while the mouse is there, so it has no buttons for what the mouse does anyhow.
    """
    saved = {"format": state.picture_format(), "filename": elements.saved_as(name), "scale": PIXELS_PER_POINT}
    return {"displaylogo": False, "toImageButtonOptions": saved, "modeBarButtonsToRemove": BY_MOUSE}
