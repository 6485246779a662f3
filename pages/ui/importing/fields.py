"""What is asked about files that were brought, and which answers differ from what was understood by itself."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.data import (
    Question,
    RawTable,
    Understanding,
)
from core.data.columns.designs import UNKNOWN
from core.designs import DESIGNS
from core.errors import listing, quoted
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.importing import uploads
from pages.ui.session import data_forms, state

NOT_KNOWN = "not known"


def name_by_hand(what: str, proposed: str, own: str) -> str:
    """How the visitor calls what was pasted, which brings no name as a file does.

    Parameters
    ----------
    what : str
        What it is, in plural.
    proposed : str
    own : str
        Prefix of the keys of its widgets.
    """
    given = st.text_input(
        f"Name of these {what}",
        proposed,
        max_chars=60,
        key=data_forms.import_key("name", own),
        persist_state="session",
        help="In lists, pictures and reports.",
    )
    return " ".join(given.split()) or proposed


def name_of_results(came: uploads.Upload) -> str:
    """How results are called: as their files, or as the visitor says of what was pasted."""
    return name_by_hand("results", came.names, came.own_prefixes[0]) if came.is_pasted else came.names


def columns_of(tables: Sequence[RawTable]) -> tuple[str, ...]:
    """Names of the columns of all files, each once."""
    return tuple(dict.fromkeys(name for table in tables for name in table.columns))


def ask_for(what: str, tables: Sequence[RawTable]) -> None:
    """Say that the file, or the files, leave that open."""
    who = "files do" if len(tables) > 1 else f"{'file' if tables[0].name else uploads.PASTED} does"
    st.info(f"The {who} not say {what}: please answer.", icon=":material/help:")


def taken_as_one(spellings: Mapping[str, str]) -> str:
    """The button that takes spellings of classes as others, the first ones named."""
    return plain(
        f"Take {listing(f'{quoted(name)} as {quoted(other)}' for name, other in list(spellings.items())[:3])}"
    )


def question(found: Understanding, key: str) -> Question | None:
    """One of the open questions."""
    return next((item for item in found.questions if item.key == key), None)


def always_asked(found: Understanding, key: str) -> Question:
    """One of the questions that every source of its door leaves open."""
    return next(item for item in found.questions if item.key == key)


def choose(
    asked: Question | None,
    prefix: str,
    words: Callable[[Any], str] = str,
    unknown: str = "",
    answered: Callable[[], None] | None = None,
) -> Any:
    """Let the visitor answer a question; what is assumed is filled in.

    Parameters
    ----------
    asked : Question, optional
    prefix : str
        Of the keys of the file's widgets.
    words : callable
        What an option is called.
    unknown : str
        What "not known" is called; without it an answer is needed where nothing is assumed.
    answered : callable, optional
        Called when the visitor has answered.
    """
    if asked is None:
        return None
    options: list[Any] = (
        [None, *asked.options] if unknown and None not in asked.options else list(asked.options)
    )
    key = data_forms.import_key(asked.key, prefix)
    start = options.index(asked.assumed) if asked.assumed in options else None
    data_forms.propose(key, asked.assumed)
    state.keep_valid(key, options, start)
    return st.selectbox(
        asked.text,
        options,
        start,
        format_func=lambda option: unknown if option is None else words(option),
        key=key,
        persist_state="session",
        placeholder=unknown or "choose",  # which the browser shows in place of an option that is None
        on_change=answered,
    )


def choose_design(asked: Question, prefix: str, answered: Callable[[], None] | None = None) -> str | None:
    """Let the visitor say which design the folds come from; that nobody knows only where nothing tells it for certain.

    Parameters
    ----------
    asked : Question
    prefix : str
        Of the keys of the file's widgets.
    answered : callable, optional
        Called when the visitor has answered.
    """
    unknown = NOT_KNOWN if asked.assumed is None and UNKNOWN not in asked.options else ""
    titles = {UNKNOWN: NOT_KNOWN} | {key: entry.title for key, entry in DESIGNS.items()}
    design = choose(asked, prefix, titles.__getitem__, unknown, answered)
    return None if design is None else str(design)


def deviating(found: Understanding | None, answers: dict[str, Any]) -> dict[str, Any]:
    """The answers, None where they are what is assumed anyway: the notes then say why it was assumed.

    Those that were given for other files, and are none of these, are left out.
    """
    if found is None:
        return answers
    asked = {item.key: item for item in found.questions}
    return {name: _own_answer(asked.get(name), answer) for name, answer in answers.items()}


def _own_answer(asked: Question | None, answer: Any) -> Any:
    if asked is None:
        return answer
    if isinstance(answer, tuple):
        answer = tuple(one for one in answer if one in asked.options) or None
    elif answer not in asked.options:
        return None
    return None if answer == asked.assumed else answer


def roles_box(prefix: str, *, opened: bool) -> DeltaGenerator:
    """The box that says which column is what; it stays as the visitor finds it while answers change what follows."""
    key = data_forms.import_key("roles_box", prefix)
    state.start_with(
        key, opened
    )  # were it an argument, another one would make another box of it, which is closed
    return st.expander("Which column is what", icon=":material/view_column:", key=key, on_change="rerun")


def column_roles(
    columns: Sequence[str], found: dict[str, str], roles: dict[str, str], prefix: str
) -> dict[str, str]:
    """Let the visitor say which column plays which role; only what differs from `found` is returned."""
    changed = {}
    boxes = elements.boxes(len(roles), f"roles_{prefix}")
    for box, (role, label) in zip(boxes, roles.items(), strict=True):
        options = ["", *columns]
        proposed = found.get(role, "")
        key = data_forms.import_key(f"role_{role}", prefix)
        start = options.index(proposed) if proposed in options else 0
        data_forms.propose(key, options[start])
        state.keep_valid(key, options, start)
        chosen = box.selectbox(
            label,
            options,
            start,
            format_func=lambda name: name or "(none)",
            key=key,
            persist_state="session",
        )
        if chosen != proposed:
            changed[role] = chosen
    return changed


def answered_roles(
    columns: Sequence[str], found: dict[str, str], roles: Sequence[str], prefix: str
) -> dict[str, str]:
    """The roles that were changed before their widgets are drawn again; those of columns that are gone are not."""
    answers = {role: data_forms.answer(f"role_{role}", prefix) for role in roles}
    there = {"", *columns}
    return {role: name for role, name in answers.items() if name in there and name != found.get(role, "")}


def answered_names(name: str, prefix: str, there: Sequence[str]) -> tuple[str, ...]:
    """Columns or learners that were named, without those that are gone; call before their widget is drawn."""
    state.keep_known(data_forms.import_key(name, prefix), there)
    return tuple(data_forms.answer(name, prefix) or ())
