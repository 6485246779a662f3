"""Figures with their numbers, tables with their downloads, refusals, the significance level."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Any, Literal, TypedDict, TypeVar

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import InputError
from core.written import MISSING, as_in_file, counted, decimal, number, p_text, spoken
from pages.ui.display import live, page, paper, room, typed_numbers
from pages.ui.display.text import lined, plain, told
from pages.ui.session import links, state

if TYPE_CHECKING:
    from core.figures import Drawing, LegendEntry
    from core.records import Dataset, DesignFacts, FoldScores
    from core.tables.table import Table

_MOST_NOTES = 50
_SAID_AFTER = 1.0
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
PIXELS_PER_POINT = 2
BY_MOUSE = ["zoom2d", "pan2d", "zoomIn2d", "zoomOut2d", "autoScale2d", "select2d", "lasso2d"]
"""Buttons of Plotly: dragging zooms, a double click shows all again."""


def is_dark() -> bool:
    """Whether the visitor's page is dark."""
    return st.context.theme.type == "dark"


def boxes(count: int, key: str) -> Sequence[DeltaGenerator]:
    """Columns for pickers side by side; where there is too little room for what they say, fewer of them in a row."""
    return st.container(key=f"boxes_{key}").columns(count)


def data_words(dataset: "Dataset") -> str:
    """What a data set is called and how large it is, as markdown."""
    groups = dataset.groups
    whole = "" if groups is None else f" in {counted(groups.nunique(), 'groups')} ({plain(groups.name)})"
    attributes = counted(dataset.X.shape[1], "attributes")
    return f"**{plain(spoken(dataset.name))}** · {counted(len(dataset), 'instances')}{whole}, {attributes}"


def formula(line: str) -> None:
    """A formula, in LaTeX, on lines of its own."""
    st.latex(lined(line))


def refuse(error: InputError) -> None:
    """Show a refusal as the sentence it is."""
    st.error(told(error), icon=":material/error:")


@contextmanager
def said(words: str, most: float) -> Iterator[Callable[[float], None]]:
    """Say what is waited for, and how long already, until it came or was refused.

    A script whose visitor pressed on or left ends in doing so.
    """
    place = st.empty()

    def say(seconds: float) -> None:
        if seconds < _SAID_AFTER:
            place.empty()
        else:
            place.caption(f"{words} {seconds:.0f} s, {most:.0f} s at most …")

    try:
        yield say
    finally:
        place.empty()


def more_notes(sentences: Sequence[str]) -> None:
    """The notes that would crowd the page, behind a button."""
    if not sentences:
        return
    with st.popover(f"{len(sentences)} more note{'s' if len(sentences) > 1 else ''}"):
        for sentence in sentences[:_MOST_NOTES]:
            st.caption(told(sentence))
        if len(sentences) > _MOST_NOTES:
            st.caption(f"… and {len(sentences) - _MOST_NOTES} others.")


def about(datasets: Sequence[str], facts: "DesignFacts | None" = None) -> None:
    """Say whose numbers follow: all files that are saved from here on are named by their data and design.

    Parameters
    ----------
    datasets : sequence of str
        Names of the data sets.
    facts : DesignFacts, optional
    """
    from core.data import file_name

    state.set_saved_about(file_name("", datasets, facts))


def saved_as(name: str) -> str:
    """The name of a file that holds this of what is shown."""
    return f"{state.saved_about()}{name}"


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
    numbers(drawing.frame, key, name, drawing.told)


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
    figure = (larger(drawing) if is_projected() else drawing).figure
    with _wide_enough(drawing.least_width, key), _lettered(drawing, key):
        st.plotly_chart(figure, key=key, config=menu(name), alt=drawing.alt, theme=None, **options)


def is_projected() -> bool:
    """Whether this is a lecture on a screen that has room for it."""
    return page.presents() and state.column_width() >= room.LEAST


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
    if not is_projected():
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
    saved = {"format": state.picture_format(), "filename": saved_as(name), "scale": PIXELS_PER_POINT}
    return {"displaylogo": False, "toImageButtonOptions": saved, "modeBarButtonsToRemove": BY_MOUSE}


def numbers(frame: pd.DataFrame, key: str, name: str, told: Forms | None = None) -> None:
    """What a picture is made of, and what its camera saves.

    Parameters
    ----------
    frame : DataFrame
    key, name : str
        As for `figure`.
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
    known, larger = widths or {}, _LARGER if is_projected() else 1
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
        file_name=saved_as(name),
        mime=mime,
        key=key,
        on_click="ignore",
        icon=":material/download:",
    )


def _csv(frame: pd.DataFrame) -> bytes:
    from core.data import table_to_csv

    return table_to_csv(frame)


ALPHA = 0.05
LEAST_ALPHA, LARGEST_ALPHA, ALPHA_STEP = 0.001, 0.2, 0.001


def alpha_positions() -> list[float]:
    """All positions of the slider, ascending."""
    count = round((LARGEST_ALPHA - LEAST_ALPHA) / ALPHA_STEP)
    return [round(LEAST_ALPHA + position * ALPHA_STEP, 3) for position in range(count + 1)]


Share = TypeVar("Share", bound=float | None)


class _Start(TypedDict, total=False):
    """What a slider starts from, and whether Streamlit keeps it in the address."""

    value: float
    bind: Literal["query-params"]


def alpha_to_come() -> float:
    """Where the slider of the significance level stands on this page, or will: as the address says."""
    if state.is_drawn(state.ALPHA):
        return float(st.session_state[state.ALPHA])
    return live.told(state.ALPHA, LEAST_ALPHA, LARGEST_ALPHA) or ALPHA


def alpha_slider(width: int | Literal["stretch"] = "stretch", *, bound: bool = True) -> float:
    """The significance level, one what-if value for the whole app, which stands in the address.

    Parameters
    ----------
    width : int or "stretch", default "stretch"
        In pixels, or as wide as its column.
    bound : bool, default True
        Whether Streamlit keeps it in the address; if not, the page does so by `live.show`, after it has answered.
    """
    # Always the same to begin with, also where a value is brought over: it is what an address without one stands for.
    preset: _Start = {"value": ALPHA}
    if not state.carry(state.ALPHA) and not bound:
        # its value each time: a browser may see no run before the second, and would begin at the least
        preset = {"value": alpha_to_come()}
    if bound:
        preset["bind"] = "query-params"
    alpha = float(
        st.slider(
            links.titled(state.ALPHA, "Significance level α", limits=(LEAST_ALPHA, LARGEST_ALPHA)),
            LEAST_ALPHA,
            LARGEST_ALPHA,
            step=ALPHA_STEP,
            format="%.3f",
            key=state.ALPHA,
            help="The share of true null hypotheses that you are willing to reject. Intervals have level 1 − α.",
            width=width,
            **preset,
        )
    )
    state.keep(state.ALPHA, alpha)
    return alpha


def say_rests(controls: str, rest: str = "") -> None:
    """That these decide no verdict where no test is advised; `rest` follows, with what else they do or do not."""
    st.caption(f"No test is advised, so no verdict hangs on {controls} here{rest}.")


LEAST_RATE = 1e-6
"""A rate p0 that a learner can be held against, and as far from 1 the largest."""


def share_input(
    title: str,
    key: str,
    share: Share,
    low: float,
    high: float | None,
    *,
    stem: str = "",
    placeholder: str | None = None,
    hint: str | None = None,
) -> float | Share:
    """A share of one, typed in per cent as sentences tell it, or in points; bound to the address.

    Parameters
    ----------
    title : str
        Says the unit.
    key : str
    share : float or None
        What stands there at first.
    low, high : float or None
        Ends of what is possible, as shares.
    stem : str
        As for `links.titled`.
    placeholder, hint : str, optional
    """
    typed = typed_numbers.bound_input(
        title,
        key,
        None if share is None else decimal(100 * share),
        decimal(100 * low),
        None if high is None else decimal(100 * high),
        stem=stem,
        step=1.0,
        format="%.6g",
        placeholder=placeholder,
        help=hint,
    )
    return share if typed is None else decimal(typed / 100)


def not_met(title: str, sentence: str) -> None:
    """An assumption that does not hold, beside a verdict that rests on it."""
    st.warning(f"**Not met: {plain(title)}.** {plain(sentence)}".rstrip(), icon=":material/warning:")


def tabs(titles: Sequence[str], key: str, first: str | None = None) -> Sequence[Any]:
    """Tabs of which only the open one is drawn, bound to the address.

    Parameters
    ----------
    titles : sequence of str
    key : str
        Their name in the address.
    first : str, optional
        Title of the one that is open where the address names none; without it the first of all.
    """
    links.titled(key, "Tab", words=titles)
    return st.tabs(list(titles), default=first, on_change="rerun", key=key, bind="query-params")


def alpha_told(alpha: float) -> dict[str, str | None]:
    """The significance level for the address, where it is not the usual one."""
    return {state.ALPHA: None if alpha == ALPHA else f"{alpha:g}"}


def lead_on(label: str, key: str, *, is_first: bool = True) -> bool:
    """A button that leads on to another page; of several the first stands out."""
    return st.button(
        label,
        type="primary" if is_first else "secondary",
        icon=":material/arrow_forward:",
        icon_position="right",
        key=key,
    )


def see_fold_scores(scores: "FoldScores") -> None:
    """A link to the scores of the folds, which are called errors where they are; a hold-out has no folds."""
    from core.measures import title_of

    # of a class called error there may be a precision
    what = "errors" if scores.lower_is_better and "error" in title_of(scores) else "scores"
    told = {"fold": f"fold {what}", "data set": f"{what} on every data set"}.get(scores.row, what)
    st.page_link("pages/fold-errors.py", label=f"See the {told}", icon=":material/box:")


def method_link(kind: str, key: str, words: str) -> None:
    """A link to the entry of the reference."""
    from pages.ui.session.state import METHOD

    st.page_link(
        "pages/methods.py", label=words, icon=":material/menu_book:", query_params={METHOD: f"{kind}.{key}"}
    )
