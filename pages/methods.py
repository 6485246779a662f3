import re

import streamlit as st

from core.bibliography import bibliography, bibtex, works
from core.entries import Entry
from pages.ui import frame, method_entry
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.method_entry import KINDS
from pages.ui.session import state

frame.ensure()

FIRST = "tests.corrected_t"


def chosen() -> tuple[str, str]:
    """Kind and key of the entry in the address; the first one when it leads nowhere."""
    given = st.query_params.get(state.METHOD, "")
    kind, _, key = given.partition(".")
    if kind in KINDS and key in KINDS[kind][1]:
        return kind, key
    kind, _, key = FIRST.partition(".")
    if given:
        state.not_found(state.ENTRY, given, f"“{KINDS[kind][1][key].title}” is shown")
    return kind, key


def choose(kind: str, key: str) -> None:
    """Show another entry, and put it into the address."""
    st.query_params[state.METHOD] = f"{kind}.{key}"
    state.settle(state.ENTRY)


def searched(entry: Entry) -> str:
    """All words of an entry that a search may find."""
    parts = [entry.key, entry.title, entry.summary, entry.citation, *getattr(entry, "cautions", ())]
    parts += [work.full for work in works(entry.reference)]
    parts += [item.title for item in getattr(entry, "assumptions", ())]
    parts += [getattr(entry, name, "") for name in ("condition", "null_words", "stands_for")]
    parts += [
        *getattr(entry, "synonyms", ()),
        *(item.title for item in getattr(entry, "hyperparameters", ())),
    ]
    return spaced(" ".join(parts))


def spaced(text: str) -> str:
    """Words between blanks: a hyphen counts as one, so that `t-test` finds what `t test` does."""
    words = re.split(r"[\W_]+", text.casefold())
    return f" {' '.join(words)} "


def matches(words: list[str]) -> dict[str, list[Entry]]:
    """Entries of every kind that hold all the words; a single letter, as of a t test, is a word of its own."""
    wanted = [f" {word} " if len(word) == 1 else word for word in words]
    return {
        kind: [entry for entry in entries.values() if all(word in searched(entry) for word in wanted)]
        for kind, (_, entries) in KINDS.items()
    }


def index(kind: str, key: str) -> tuple[str, str] | None:
    """The search box, and below it the entries to choose from; gives the one to open, None where nothing is found."""
    text = st.text_input(
        "Search",
        key="search",
        bind="query-params",
        placeholder="t test, overlap …",
        type="search",
    )
    words = spaced(text or "").split()
    found = matches(words)
    shown = list(KINDS)
    titles = {name: title for name, (title, _) in KINDS.items()}
    if not words:
        shown = [
            st.segmented_control(
                state.titled("kind", "Kind", words=titles),
                list(titles),
                default=kind,
                required=True,
                format_func=titles.__getitem__,
                key="kind",
                bind="query-params",
                label_visibility="collapsed",
                wrap=True,
            )
        ]
    listed = [(name, entry.key) for name in KINDS for entry in found[name]]
    if words:
        st.caption(
            f"{len(listed)} {'entry matches' if len(listed) == 1 else 'entries match'}."
            if listed
            else "Nothing holds all these words. Try fewer, or another spelling."
        )
    current = (kind, key) if (kind, key) in listed else next(iter(listed), None)
    frame_of_kind = st.container()  # one more for every kind makes it another list, which begins at its top
    for _ in range(list(KINDS).index(shown[0])):
        frame_of_kind = frame_of_kind.container()
    with frame_of_kind.container(height=760, gap=None, key="methods_list"):
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
    elements.download(
        "References",
        lambda: bibtex(bibliography()),
        "foldwise.bib",
        "application/x-bibtex",
        key="references",
    )
with right:
    if opened is not None:
        method_entry.show(*opened)
