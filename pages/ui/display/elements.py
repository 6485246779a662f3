"""What pages share beside charts and tables: refusals, waiting, names of saved files, tabs, the significance level."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, TypedDict, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import InputError
from core.written import counted, decimal, spoken
from pages.ui.display import live, page, room, typed_numbers
from pages.ui.display.text import lined, plain, told
from pages.ui.session import links, state

if TYPE_CHECKING:
    from core.records import Dataset, DesignFacts, FoldScores

_MOST_NOTES = 50
_SAID_AFTER = 1.0


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


def is_projected() -> bool:
    """Whether this is a lecture on a screen that has room for it."""
    return page.presents() and state.column_width() >= room.LEAST


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
    if not bound and alpha == ALPHA:
        # from a page where it is bound Streamlit brings it along, and may write it after the page has taken it out
        st.query_params.pop(state.ALPHA, None)
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
