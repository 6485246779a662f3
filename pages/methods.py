import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple

import streamlit as st

from core.bibliography import bibliography, bibtex, works
from core.data.columns.measures import ONLY_ELSEWHERE
from core.entries import Entry
from core.measures import MEASURES
from core.simulation import LABORATORY
from pages.ui import frame, method_entry
from pages.ui.display import tables
from pages.ui.display.text import plain
from pages.ui.importing import fold_scores
from pages.ui.method_entry import KINDS
from pages.ui.session import data_forms, links, state

frame.ensure()

FIRST = "tests.corrected_t"
PLANNING = "Sample size and power"
CALLED = {"tests": "hypothesis tests, significance tests", "intervals": "confidence intervals"}
"""Kinds as they are looked for, where that is more than their title."""
SENTENCES = ("condition", "null_words", "interval_title", "estimator", "stands_for", "question")
"""Attributes of entries of one kind or another that hold words."""
GREEK = {
    "α": "alpha",
    "β": "beta",
    "η": "eta",
    "θ": "theta",
    "κ": "kappa",
    "λ": "lambda",
    "μ": "mu",
    "ρ": "rho",
    "σ": "sigma",
    "χ": "chi",
}
TYPED = str.maketrans({"ı": "i", "×": "x", "'": None, "’": None} | GREEK)
"""Letters as they are typed by who has no other keys, and as often left out: Alpaydin, 5x2, McNemars, kappa."""
SQUARED = re.compile(r"\b(chi|eta)(?:2|[\W_]+squared?)(?![^\W_])")
"""χ², chi square and η², however they are written."""
NEAR = 0.75
"""How much of a word is the same in another one that may have been meant."""
OTHER_NAMES = 2
"""Rank of an entry that is called so elsewhere: behind titles and kinds."""


class Elsewhere(NamedTuple):
    """What another page has.

    Attributes
    ----------
    names : str
        What it is called, or looked for where it is the answer.
    page, label : str
        Where it is, and the words of the link.
    query : dict
        Of the link's address.
    said : str
        What stands above the link, where the thing itself is not to be had.
    """

    names: str
    page: str
    label: str
    query: dict[str, str]
    said: str = ""


ELSEWHERE = (
    Elsewhere(
        f"{PLANNING}, effect size, type 2 error, β",
        "pages/calculators.py",
        f"Calculators: {PLANNING}",
        {"calc": PLANNING},
    ),
    Elsewhere(
        "ROC curves, precision–recall curves, calibration, lift, gain",
        "pages/measures.py",
        "Measures: Thresholds and curves",
        {"measures_part": "Thresholds and curves"},
    ),
    Elsewhere(
        "learning curves, size of the training set",
        "pages/two-learners.py",
        "Two learners: learning curves of an experiment",
        {"details": "Is it firm?"},
    ),
    Elsewhere(
        "test of normality, Q–Q plot, Shapiro–Wilk",
        "pages/two-learners.py",
        "Two learners: Q–Q plot of the differences",
        {"details": "Assumptions"},
        "No test of normality is offered: a preliminary one would change the size of the test that follows.",
    ),
    Elsewhere(
        "factorial experiments, interactions of factors, partial η²",
        "pages/many-learners.py",
        "Many learners: factors of a factorial experiment",
        {},
    ),
    Elsewhere(
        "data leakage",
        "pages/data.py",
        "Data: which column holds groups",
        {},
        "Leakage is not looked for. Preprocessing and tuning see training sets only, and groups of instances are kept "
        "whole where a column names them.",
    ),
)


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


def searched(entry: Entry, kind: str = "") -> tuple[str, ...]:
    """The words of an entry that a search may find: title, kind, other names, the summary, all others."""
    rest = [entry.citation, *getattr(entry, "cautions", ())]
    rest += [work.full for work in works(entry.reference)]
    for item in getattr(entry, "assumptions", ()):
        rest += [item.title, *item.other_names]
    rest += [getattr(entry, name, "") for name in SENTENCES]
    rest += [
        *getattr(entry, "synonyms", ()),
        *(example.source for example in getattr(entry, "examples", ())),
        *(f"{item.title} {item.name}" for item in getattr(entry, "hyperparameters", ())),
    ]
    kind_words = f"{KINDS[kind][0]} {CALLED.get(kind, '')}" if kind else ""
    names = f"{entry.key} {entry.title}", kind_words, " ".join(entry.other_names)
    return tuple(map(spaced, (*names, entry.summary, " ".join(rest))))


def spaced(text: str) -> str:
    """Words between blanks: a hyphen counts as one, so that `t-test` finds what `t test` does; accents do not count."""
    letters = unicodedata.normalize("NFKD", text.casefold().translate(TYPED))
    plain_letters = "".join(letter for letter in letters if not unicodedata.combining(letter))
    words = re.split(r"[\W_]+", SQUARED.sub(r"\1 \g<1>2", plain_letters))
    return f" {' '.join(words)} "


def beginnings(words: list[str]) -> list[str]:
    """What has to be found: beginnings of words; a single letter, as of a t test, or μ, is a word of its own."""
    return [f" {word} " if len(word) == 1 or word in GREEK.values() else f" {word}" for word in words]


def rank(entry: Entry, wanted: list[str], kind: str = "") -> int | None:
    """How far one has to read for all that is wanted: 0 for the title; None where something is missing."""
    parts = searched(entry, kind)
    heads = ("".join(parts[: place + 1]) for place in range(len(parts)))
    return next((place for place, head in enumerate(heads) if all(word in head for word in wanted)), None)


def matches(words: list[str]) -> dict[str, list[Entry]]:
    """Entries of every kind that hold all the words, those first that are called so, and their kinds.

    Where another page has what is called by all of them together, those that hold them apart are about something else.
    """
    wanted = beginnings(words)
    if not wanted:
        return {kind: list(entries.values()) for kind, (_, entries) in KINDS.items()}
    found = {kind: ranked(entries.values(), wanted, kind) for kind, (_, entries) in KINDS.items()}
    phrase = f" {' '.join(words)}"
    if len(words) > 1 and any(phrase in spaced(one.names) for one in elsewhere(words)):
        found = {
            kind: [item for item in entries if phrase in "".join(searched(item[1], kind))]
            for kind, entries in found.items()
        }
    return {
        kind: [entry for _, entry in entries]
        for kind, entries in sorted(found.items(), key=lambda item: item[1][0][0] if item[1] else len(KINDS))
    }


def ranked(entries: Iterable[Entry], wanted: list[str], kind: str = "") -> list[tuple[int, Entry]]:
    """Entries that hold all that is wanted, each with its rank, the best first."""
    found = [(place, entry) for entry in entries if (place := rank(entry, wanted, kind)) is not None]
    return sorted(found, key=lambda item: item[0])


def elsewhere(words: list[str]) -> list[Elsewhere]:
    """What other pages have of it: views, measures that are only compared, experiments of the laboratory."""
    if not words:
        return []
    wanted = beginnings(words)
    found = [one for one in ELSEWHERE if all(word in spaced(one.names) for word in wanted)]
    if not called(MEASURES.values(), wanted):
        found += [
            Elsewhere(
                measure.title,
                "pages/data.py",
                f"Data: {fold_scores.TAB}",
                {data_forms.DOOR: fold_scores.TAB},
                f"{measure.title.capitalize()} is not computed here; scores of it that another tool gave are compared.",
            )
            for measure in called(ONLY_ELSEWHERE, wanted)
        ]
    return found + [
        Elsewhere(entry.title, "pages/lab.py", f"Laboratory: {entry.title}", {state.LAB: entry.key})
        for entry in called(LABORATORY.values(), wanted)
    ]


def called(entries: Iterable[Entry], wanted: list[str]) -> list[Entry]:
    """Entries that are called so."""
    return [entry for place, entry in ranked(entries, wanted) if place <= OTHER_NAMES]


def meant(words: list[str]) -> str:
    """The words with the nearest name in place of each that names nothing; empty where that finds nothing either."""
    entries = [(item, kind) for kind, (_, found) in KINDS.items() for item in found.values()]
    parts = [part for item, kind in entries for part in (*searched(item, kind)[:3], spaced(item.citation))]
    parts += [spaced(one.names) for one in ELSEWHERE]
    parts += [spaced(item.title) for item in (*ONLY_ELSEWHERE, *LABORATORY.values())]
    known = sorted({word for part in parts for word in part.split()})
    nearest = [
        next(iter([word] if word in known else get_close_matches(word, known, 1, NEAR)), word)
        for word in words
    ]
    return " ".join(nearest) if any(matches(nearest).values()) or elsewhere(nearest) else ""


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
    words = spaced(text or "").split()
    found = matches(words)
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
                wrap=True,
            )
        ]
    listed = [(name, entry.key) for name in found for entry in found[name]]
    if words:
        others = elsewhere(words)
        st.caption(
            f"{len(listed)} {'entry matches' if len(listed) == 1 else 'entries match'}."
            if listed
            else "No entry matches."
            if others
            else "Nothing holds all these words. Try fewer, or another spelling."
            if len(words) > 1
            else "No entry holds this word. Try another one, or another spelling."
        )
        if not (listed or others) and (instead := meant(words)):
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
