"""The forms of the Data page: what was brought to its doors, and what was answered about the files."""

import re
from collections.abc import Mapping
from typing import Any

import streamlit as st

from pages.ui.session import state

DOOR, CHANGE, DATASET_DOOR, COUNTS = "door", "change", "dataset", "counts_text"
"""Key of the tabs, parameter that opens a form, the door of data sets, and key of the counts that are typed."""

_BROUGHT, _ACCEPTED, _COUNTED, _PROPOSED = "upload_", "accepted_", "files_of_counts", "proposed_"
_DRAFT = "draft_"
_OF_FILES = re.compile(
    r"(import|target|task|positive|left_out|groups|categorical|folds|missing)_(.*_)?[0-9a-f]{12}(_.*)?"
)
"""Keys of widgets that settle how files are read: the digest of the files stands in them."""


def is_changing(door: str) -> bool:
    """Whether the visitor looks for something else than what this door brought in."""
    return bool(st.session_state.get(f"changing_{door}"))


def change(door: str) -> None:
    """Open the form of a door; the files that what is in use was read from stand there as they were brought."""
    st.session_state[f"changing_{door}"] = True
    files, read = st.session_state.get(f"{_ACCEPTED}{door}", (None, None))
    if upload(door) is None and read == _in_use(door):
        set_upload(door, files)


def was_accepted_here(door: str) -> bool:
    """Whether this session brought what is in use by this door, so that its form can be opened as it was."""
    in_use = _in_use(door)
    return in_use is not None and bool(st.session_state.get(f"{_ACCEPTED}{door}", (None, None))[1] == in_use)


def is_reopened(door: str) -> bool:
    """Whether the form of a door stands open with the files that what is in use was read from."""
    files = st.session_state.get(f"{_ACCEPTED}{door}", (None, None))[0]
    return files is not None and upload(door) == files


def keep_in_use(door: str) -> None:
    """Close the form of a door and stay with what is in use; other files that were brought stay at hand."""
    st.session_state[f"changing_{door}"] = False
    if is_reopened(door):
        set_upload(door, None)


def accept_upload(door: str) -> None:
    """Close the form of a door, since what was read from its files has come into use."""
    st.session_state[f"{_ACCEPTED}{door}"] = (upload(door), _in_use(door))
    st.session_state[f"changing_{door}"] = False
    set_upload(door, None)


def reopen(door: str, files: str | None) -> None:
    """Let the form of a door stand open with these files, as those that what is in use was read from.

    None where its text was pasted.
    """
    st.session_state[f"{_ACCEPTED}{door}"] = (files, _in_use(door))
    set_upload(door, files)


def text_key(door: str) -> str:
    """Key of the widget that a table is pasted into at a door."""
    return f"{door}_text"


def entered(door: str) -> dict[str, Any]:
    """What stands in the widgets of a door by their keys, and what was answered about files of any."""
    own = (f"{door}_way", text_key(door))
    return {
        name: value
        for name in map(str, st.session_state)
        if (name in own or _OF_FILES.fullmatch(name)) and _is_plain(value := st.session_state[name])
    }


def _is_plain(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return all(map(_is_plain, value))
    return value is None or type(value) in (str, bool, int, float)


def enter(values: Mapping[str, Any]) -> None:
    """Put back what `entered` gave; call before the widgets are drawn."""
    for name, value in values.items():
        st.session_state[name] = value


def looked_for_draft(door: str) -> bool:
    """Whether this session knows already what waits at a door, or brought something else there."""
    own = (f"{_DRAFT}{door}", text_key(door))
    return any(name in st.session_state for name in own) or upload(door) is not None


def replaced_draft(door: str, content: str) -> str:
    """Remember the digest of what waits at a door, and give that of what was remembered; empty at first."""
    former = st.session_state.get(f"{_DRAFT}{door}", "")
    st.session_state[f"{_DRAFT}{door}"] = content
    return str(former)


def carry_answers(former: str, now: str) -> None:
    """Let what was answered last for some files hold for others; both by the beginning of their keys.

    What nobody answered is not carried: it was read of files that may be gone, and is read anew of those there are.
    """
    for name in [
        name for name in map(str, st.session_state) if name.startswith("import_") and former in name
    ]:
        carried = name.replace(former, now)
        for kept in (carried, f"{_PROPOSED}{carried}"):
            st.session_state.pop(kept, None)
        if st.session_state[name] != st.session_state.get(f"{_PROPOSED}{name}"):
            st.session_state[carried] = st.session_state[name]
            propose(carried, None)


def change_if_asked() -> None:
    """Open the form of a door where a link says so, once."""
    door = st.query_params.pop(CHANGE, None)
    if door is not None:
        change(door)


def _in_use(door: str) -> str | None:
    return state.dataset_key() if door == DATASET_DOOR else state.results_key()


def upload(door: str) -> str | None:
    """Key of the files that were brought to a door and are neither accepted nor removed."""
    return st.session_state.get(f"{_BROUGHT}{door}")


def uploads() -> list[str]:
    """Keys of the files of all doors that are neither used nor removed."""
    doors = [name.removeprefix(_BROUGHT) for name in map(str, st.session_state) if name.startswith(_BROUGHT)]
    waiting = [key for door in doors if (key := upload(door)) is not None and not is_reopened(door)]
    return [key for key in waiting if key not in st.session_state.get(_COUNTED, [])]


def set_upload(door: str, key: str | None) -> None:
    """Remember the files of a door, or forget them."""
    st.session_state[f"{_BROUGHT}{door}"] = key


def import_key(name: str, prefix: str) -> str:
    """Key of a widget that settles how a file is read; `prefix` is the file's digest."""
    return f"import_{name}_{prefix}"


def answer(name: str, prefix: str) -> Any:
    """What was chosen in such a widget; None before it is drawn."""
    return st.session_state.get(import_key(name, prefix))


def propose(key: str, value: Any) -> None:
    """Remember what stands in such a widget before anybody answers; the first time counts."""
    st.session_state.setdefault(f"{_PROPOSED}{key}", value)


def changed_answer(name: str, prefix: str) -> Any:
    """What was chosen in such a widget instead of what was proposed; None where nothing was."""
    key = import_key(name, prefix)
    given = st.session_state.get(key)
    return None if given == st.session_state.get(f"{_PROPOSED}{key}") else given


def propose_anew(key: str, value: Any) -> None:
    """Let such a widget follow what is proposed now, unless somebody answered; call before its answer is read."""
    proposed = f"{_PROPOSED}{key}"
    if key in st.session_state and st.session_state[key] == st.session_state.get(proposed):
        st.session_state[key] = st.session_state[proposed] = value


def set_answer(name: str, prefix: str, value: Any) -> None:
    """Choose for the visitor in such a widget."""
    st.session_state[import_key(name, prefix)] = value


def open_door(tab: str, counts: str = "", door: str = "") -> None:
    """Open a tab of the Data page, that for counts with these, which the files of a door hold; call in a callback."""
    st.session_state[DOOR] = tab
    if counts:
        st.session_state[COUNTS] = counts
        st.session_state.setdefault(_COUNTED, []).append(upload(door))
