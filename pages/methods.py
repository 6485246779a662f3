import streamlit as st

from core.bibliography import bibliography, bibtex
from core.entries import Entry
from pages.ui import frame, method_entry, method_search
from pages.ui.display import tables
from pages.ui.display.text import plain
from pages.ui.method_entry import KINDS
from pages.ui.session import links, state

frame.ensure()

FIRST = "tests.corrected_t"


def chosen() -> tuple[str, str]:
    """Kind and key of the entry in the address, or the first of the kind there; else the first one."""
    given = st.query_params.get(state.METHOD, "")
    kind, _, key = given.partition(".")
    if kind in KINDS and key in KINDS[kind][1]:
        return kind, key
    of_kind = [name for name, (title, _) in KINDS.items() if title == st.query_params.get("kind")]
    if of_kind and not given:
        return of_kind[0], first_of(of_kind[0])
    kind, _, key = FIRST.partition(".")
    if given:
        links.not_found(state.ENTRY, given, f"“{KINDS[kind][1][key].title}” is shown")
    return kind, key


def choose(kind: str, key: str) -> None:
    """Show another entry, and put it into the address."""
    st.query_params[state.METHOD] = f"{kind}.{key}"
    links.settle(state.ENTRY)


def first_of(kind: str) -> str:
    """Key of the entry that stands first in the list of its kind."""
    return next(iter(KINDS[kind][1]))


def choose_kind() -> None:
    """Show the first entry of the kind that was pressed: the former one is not in its list."""
    kind = st.session_state["kind"]
    choose(kind, first_of(kind))


def search_for(text: str) -> None:
    """Search for something else."""
    st.session_state["search"] = text


def index(kind: str, key: str) -> tuple[str, str] | None:
    """The search box, and below it the entries to choose from; gives the one to open, None where nothing is found."""
    text = st.text_input(
        "Search",
        key="search",
        bind="query-params",
        placeholder="t test, overlap …",
        type="search",
    )
    words = method_search.spaced(text or "").split()
    found = method_search.matches(words)
    shown = list(found)
    titles = {name: title for name, (title, _) in KINDS.items()}
    if not words:
        shown = [
            st.segmented_control(
                links.titled("kind", "Kind", words=titles),
                list(titles),
                default=kind,
                required=True,
                format_func=titles.__getitem__,
                key="kind",
                bind="query-params",
                on_change=choose_kind,
                label_visibility="collapsed",
                width="stretch",
                wrap=True,
            )
        ]
    listed = [(name, entry.key) for name in found for entry in found[name]]
    if words:
        others = method_search.elsewhere(words)
        st.caption(
            f"{len(listed)} {'entry matches' if len(listed) == 1 else 'entries match'}."
            if listed
            else "No entry matches."
            if others
            else "Nothing is found by all these words. Try fewer, or another spelling."
            if len(words) > 1
            else "Nothing is found by this word. Try another one, or another spelling."
        )
        if not (listed or others) and (instead := method_search.meant(words)):
            st.button(
                f"Did you mean “{instead}”?",
                key="meant",
                type="tertiary",
                on_click=search_for,
                args=(instead,),
            )
        for one in others:
            if one.said:
                st.caption(plain(one.said))
            st.page_link(
                one.page, label=plain(one.label), icon=":material/arrow_forward:", query_params=one.query
            )
    if not listed:
        return None
    current = (kind, key) if (kind, key) in listed else listed[0]
    frame_of_kind = st.container()  # one more for every kind makes it another list, which begins at its top
    for _ in range(0 if words else list(KINDS).index(shown[0])):
        frame_of_kind = frame_of_kind.container()
    with frame_of_kind.container(height=760, gap="xxsmall", key="methods_list"):
        for name in shown:
            listing(name, found[name], current, f"{titles[name]}: " if words else "")
    return current


def listing(kind: str, entries: list[Entry], current: tuple[str, str] | None, head: str) -> None:
    """Entries of one kind below their headings; `head` stands before these where several kinds are listed."""
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(method_entry.group_of(kind, entry), []).append(entry)
    for heading, below in groups.items():
        st.caption(f"**{plain(heading if f'{heading}: ' == head else head + heading)}**")
        for entry in below:
            here = (kind, entry.key) == current
            st.button(
                plain(entry.title),
                key=f"method_{kind}_{entry.key}",
                type="secondary" if here else "tertiary",
                on_click=choose,
                args=(kind, entry.key),
            )


st.title("Methods")
kind, key = chosen()
st.caption(
    "What every verdict, interval and design of this app is made of. The address names the entry, so it can be linked."
)
left, right = st.columns([3, 7], gap="large")
with left:
    opened = index(kind, key)
    if opened is not None:
        tables.download(
            "References",
            lambda: bibtex(bibliography()),
            "foldwise.bib",
            "application/x-bibtex",
            key="references",
        )
with right:
    if opened is not None:
        method_entry.show(*opened)
