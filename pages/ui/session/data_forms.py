"""The forms of the Data page: what was brought to its doors, and what was answered about the files."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from pages.ui.session import state

DOOR, CHANGE = "door", "change"
"""Key of the tabs, and parameter that opens a form."""
DOORS = DATASET_DOOR, SCORES_DOOR, PREDICTIONS_DOOR = "dataset", "fold_scores", "predictions"
"""Those that files come in by."""
COUNTS_DOOR = "counts"
COUNTS = f"{COUNTS_DOOR}_text"
"""Key of the counts that are typed, as `text_key` calls it."""

_BROUGHT, _ACCEPTED, _COUNTED, _PROPOSED = "upload_", "accepted_", "files_of_counts", "proposed_"
_DRAFT, _NAMED, _ANSWERED = "draft_", "files_named_", "files_answered_"
_ANSWER = "import_"
_NOTHING = (None, "", None)


def is_changing(door: str) -> bool:
    """Whether the visitor looks for something else than what this door brought in."""
    return bool(st.session_state.get(f"changing_{door}"))


def change(door: str) -> None:
    """Open the form of a door; the files that what is in use was read from stand there as they were brought."""
    st.session_state[f"changing_{door}"] = True
    files, _, read = _accepted(door)
    if upload(door) is None and read == _in_use(door):
        set_upload(door, files)


def was_accepted_here(door: str) -> bool:
    """Whether this session brought what is in use by this door, so that its form can be opened as it was."""
    in_use = _in_use(door)
    return in_use is not None and accepted_last(door) == in_use


def accepted_last(door: str) -> str | None:
    """Key of what this session accepted last at a door, or opened again to be changed; None before."""
    return _accepted(door)[2]


def _accepted(door: str) -> tuple[str | None, str, str | None]:
    """Files and text of that, and its key."""
    found: tuple[str | None, str, str | None] = st.session_state.get(f"{_ACCEPTED}{door}", _NOTHING)
    return found


def is_reopened(door: str) -> bool:
    """Whether the form of a door stands open with the files that what is in use was read from."""
    files = _accepted(door)[0]
    return files is not None and upload(door) == files


def waits(door: str) -> tuple[bool, str]:
    """Whether there are files at a door, and the text that was pasted there, other than what was accepted last."""
    files, read, _ = _accepted(door)
    return upload(door) not in (None, files), "" if text(door) == read else text(door)


def keep_in_use(door: str) -> None:
    """Close the form of a door and stay with what is in use; other files that were brought stay at hand."""
    st.session_state[f"changing_{door}"] = False
    if is_reopened(door):
        set_upload(door, None)


def accept_upload(door: str, *, is_file: bool, is_text: bool) -> None:
    """Close the form of a door, since what was read from its files, or from its text, has come into use.

    What was not read goes on waiting.
    """
    has_files, pasted = waits(door)
    files = None if has_files and not is_file else upload(door)
    read = "" if pasted and not is_text else text(door)
    st.session_state[f"{_ACCEPTED}{door}"] = (files, read, _in_use(door))
    keep_in_use(door)


def reopen(door: str, files: str | None, pasted: str = "") -> None:
    """Let the form of a door stand open with these files, or this text, as what is in use was read from them."""
    st.session_state[f"{_ACCEPTED}{door}"] = (files, pasted, _in_use(door))
    set_upload(door, files)


def forget_accepted(door: str) -> None:
    """Forget what was accepted last at a door, which stands there no more; what else was brought there since does."""
    files, read, _ = st.session_state.pop(f"{_ACCEPTED}{door}", _NOTHING)
    if upload(door) == files:
        set_upload(door, None)
    if text(door) == read:
        _empty_text(door)


def empty(door: str) -> None:
    """Forget the files and the text at a door."""
    set_upload(door, None)
    _empty_text(door)


def _empty_text(door: str) -> None:
    """Let nothing stand pasted at a door: were it only forgotten, its box on the page would go on to show it."""
    if text(door):
        st.session_state[text_key(door)] = ""


def way_key(door: str) -> str:
    """Key of the widget that says where tables of a door come from."""
    return f"{door}_way"


def text_key(door: str) -> str:
    """Key of the widget that a table is pasted into at a door."""
    return f"{door}_text"


def text(door: str) -> str:
    """The table that was pasted at a door, whatever is looked at there."""
    return str(st.session_state.get(text_key(door)) or "")


def name_files(door: str, each: Sequence[str], settled: str) -> tuple[Sequence[str], str]:
    """Remember how the keys of answers about the files at a door are told from others; gives what was remembered.

    Parameters
    ----------
    door : str
    each : sequence of str
        Prefixes of the files by themselves.
    settled : str
        That of all of them, as they are read.
    """
    found: tuple[Sequence[str], str] = state.replaced(f"{_NAMED}{door}", (each, settled))
    return found


def forget_files(door: str) -> None:
    """Remember no more how they are told."""
    state.forget(f"{_NAMED}{door}")


def answers_are_of(door: str, each: Sequence[str], settled: str) -> None:
    """Remember of which files answers are, to be forgotten once these are gone; the arguments are `name_files`'s."""
    st.session_state.setdefault(f"{_ANSWERED}{door}", {})[settled] = tuple(each)


def forget_answers(door: str, there: Sequence[str]) -> None:
    """Forget what was answered about files that a door has no more: brought again, they are asked about again.

    Parameters
    ----------
    door : str
    there : sequence of str
        Prefixes of the files by themselves that stand there, or that what is in use was read from.
    """
    known: dict[str, Sequence[str]] = st.session_state.get(f"{_ANSWERED}{door}", {})
    for settled, each in list(known.items()):
        gone = set(each) - set(there)
        if gone:
            _forget_named([settled, *gone])
            del known[settled]


def _forget_named(prefixes: Sequence[str]) -> None:
    """Forget the answers with such a prefix, and what was proposed there."""
    for name in map(str, list(st.session_state)):
        is_answer = name.removeprefix(_PROPOSED).startswith(_ANSWER)
        if is_answer and any(prefix in name for prefix in prefixes):
            state.forget(name)


def accepted_files(door: str) -> tuple[str | None, str]:
    """Key of the files, and the text, that were accepted last at a door; None and empty where nothing was."""
    return _accepted(door)[:2]


def entered(door: str) -> dict[str, Any]:
    """What stands in the widgets of a door by their keys, and what was answered about the files that are there."""
    return _own(door, {str(name): value for name, value in st.session_state.items()})


def _own(door: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Those of these values that `entered` gives: nothing else is taken from a draft, whoever wrote it."""
    named = f"{_NAMED}{door}"
    own = [way_key(door), f"{door}_example"]
    prefixes: list[str] = []
    if _tells_files(values.get(named)):
        each, settled = values[named]
        own, prefixes = [*own, named], [*each, *filter(None, [settled])]
    return {
        name: value
        for name, value in values.items()
        if (name in own or (name.startswith(_ANSWER) and any(prefix in name for prefix in prefixes)))
        and _is_plain(value)
    }


def _tells_files(value: Any) -> bool:
    """Whether it is what `name_files` remembers."""
    match value:
        case [list() | tuple() as each, str()]:
            return all(isinstance(prefix, str) for prefix in each)
    return False


def _is_plain(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return all(map(_is_plain, value))
    return value is None or type(value) in (str, bool, int, float)


def enter(door: str, pasted: str, values: Mapping[str, Any], *, instead: bool = False) -> None:
    """Put back what `text` and `entered` gave; call before the widgets are drawn.

    Parameters
    ----------
    door, pasted : str
    values : mapping
    instead : bool
        Whether in place of what this session has been told since.
    """
    for name, value in {**_own(door, values), **({text_key(door): pasted} if pasted else {})}.items():
        if instead or name not in st.session_state:
            st.session_state[name] = value


def looked_for_draft(door: str) -> bool:
    """Whether this session knows already what waits at a door, or brought something else there."""
    own = (f"{_DRAFT}{door}", text_key(door))
    return any(name in st.session_state for name in own) or upload(door) is not None


def draft(door: str) -> str:
    """Digest of what is kept of what waits at a door; empty at first."""
    return str(st.session_state.get(f"{_DRAFT}{door}", ""))


def set_draft(door: str, content: str) -> None:
    """Remember that digest."""
    st.session_state[f"{_DRAFT}{door}"] = content


def carry_answers(former: str, now: str) -> None:
    """Let what was answered last for some files hold for others; both by the beginning of their keys.

    What nobody answered is not carried: it was read of files that may be gone, and is read anew of those there are.
    """
    for name in [name for name in map(str, st.session_state) if name.startswith(_ANSWER) and former in name]:
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
    return f"{_ANSWER}{name}_{prefix}"


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


def begin_counts(example: str) -> None:
    """Let an example stand where counts are typed until others do: it waits for nobody."""
    state.start_with(COUNTS, example)
    st.session_state[f"{_ACCEPTED}{COUNTS_DOOR}"] = (None, example, None)


def open_door(tab: str, counts: str = "", door: str = "") -> None:
    """Open a tab of the Data page, that for counts with these, which the files of a door hold; call in a callback."""
    st.session_state[DOOR] = tab
    if counts:
        st.session_state[COUNTS] = counts
        st.session_state.setdefault(_COUNTED, []).append(upload(door))
