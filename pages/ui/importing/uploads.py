"""How files come in at a door, wait there through a reload, and become tables."""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, TypeVar

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from core.data import (
    RawTable,
    alike_sheets_of,
    data_rows,
    encodings_of,
    fold_scores_to_csv,
    predictions_to_csv,
    sheets_of,
)
from core.data.fold_scores.layout import on_other_measures
from core.data.tables.source import MEGABYTE
from core.errors import InputError, listing
from core.experiment import ImportedResults
from core.jobs import Brought
from core.records import FoldScores, digest
from core.written import counted, size_text
from pages.ui.display.text import plain, told
from pages.ui.importing import drafts, reading
from pages.ui.session import cache, data_forms, state

EXAMPLES = Path(__file__).parents[3] / "sample_data" / "imports"
BY_PASTING, _EXAMPLE = "Pasted", "An example"
"""Of the ways in which tables come."""
PASTED = "pasted text"
"""How a table without a file is called, in refusals too."""
_ALL_SHEETS = ""
"""No sheet of a workbook is called so."""

T = TypeVar("T")


@dataclass(frozen=True)
class Upload:
    """Files as they came in.

    Attributes
    ----------
    files : tuple of (name, bytes)
    key : str
        Digest of names and contents.
    is_kept : bool
        Whether it holds what was kept of results in use, not files as somebody brought them.
    """

    files: tuple[tuple[str, bytes], ...]
    key: str
    is_kept: bool = False

    @property
    def prefix(self) -> str:
        """Short name for the keys of widgets."""
        return self.key[:12]

    @cached_property
    def own_prefixes(self) -> list[str]:
        """The same for each file by itself, whatever is brought beside it."""
        return [
            f"{_key([file])[:12]}_{self.files[:place].count(file)}" for place, file in enumerate(self.files)
        ]

    @property
    def names(self) -> str:
        """Names of the files."""
        return ", ".join(name for name, _ in self.files) or PASTED

    @property
    def is_pasted(self) -> bool:
        """Whether it is a text that was pasted, which has no name."""
        return self.names == PASTED

    @property
    def stem(self) -> str:
        """Name of the file without its ending; empty of several, and of what was pasted."""
        return Path(self.files[0][0]).stem if len(self.files) == 1 else ""

    def with_choices(self, *choices: Sequence[str | None]) -> "Upload":
        """The same files, known by the sheets and encodings that were chosen for them too."""
        chosen = [
            f"{place} {name}" for names in choices for place, name in enumerate(names) if name is not None
        ]
        return replace(self, key=digest(self.key, *chosen)) if chosen else self

    def told(self, answers: dict[str, Any]) -> "Upload":
        """The same files, read under these answers; other answers about them stay."""
        return replace(self, key=self.prefix + digest(self.key, repr(answers))) if answers else self

    def sources(self) -> list[io.BytesIO]:
        """The files, to be read."""
        found = []
        for name, content in self.files:
            file = io.BytesIO(content)
            file.name = name
            found.append(file)
        return found

    def each(self, kind: str, function: Callable[..., T], *arguments: Any) -> list[T]:
        """What a function of `core` makes of each file.

        Raises
        ------
        InputError
            If it refuses one, or one takes too long or too much memory.
        """
        return [
            reading.read(kind, (self.key, place), file.name or PASTED, function, file, *arguments)
            for place, file in enumerate(self.sources())
        ]


def upload_of(files: Sequence[tuple[str, bytes]]) -> Upload:
    """Files with the digest of all that they hold."""
    return Upload(tuple(files), _key(files))


def _key(files: Sequence[tuple[str, bytes]]) -> str:
    return digest(*(part for file in files for part in file))


def bring(door: str, label: str, limit: int, examples: dict[str, str], hint: str) -> Upload | None:
    """Let the visitor bring files, paste a table, or look at an example; None while there is nothing.

    Raises
    ------
    InputError
        If a file is larger than `limit` bytes.
    """
    come_back(door)
    came = _brought(door, label, limit, examples, hint)
    keep_draft(door)
    return came


def _brought(door: str, label: str, limit: int, examples: dict[str, str], hint: str) -> Upload | None:
    """The same, where nothing of it is kept."""
    ways = ["Your files", BY_PASTING, _EXAMPLE]
    way = st.segmented_control(
        "Where from",
        ways,
        default=ways[0],
        required=True,
        key=data_forms.way_key(door),
        persist_state="session",
    )
    if way == _EXAMPLE:
        name = st.selectbox(
            "Example",
            list(examples),
            format_func=examples.__getitem__,
            key=f"{door}_example",
            persist_state="session",
        )
        return upload_of([(name, (EXAMPLES / name).read_bytes())])
    return pasted(door) if way == BY_PASTING else from_disk(door, label, limit, hint, several=True)


def pasted(door: str) -> Upload | None:
    """Let the visitor paste a table; None while there is none."""
    text = st.text_area(
        "Paste a table from a spreadsheet, with its header",
        height=180,
        key=data_forms.text_key(door),
        persist_state="session",
        help="Tabs, semicolons or commas between the columns; decimal commas are understood.",
    )
    return upload_of([("", text.encode())]) if text and text.strip() else None


def from_disk(door: str, label: str, limit: int, hint: str, *, several: bool) -> Upload | None:
    """Let the visitor bring files, which stay until they are accepted or removed, whatever is looked at meanwhile.

    Files of every kind come in: which are read is said by their readers, who say what to do about the others, too.

    Parameters
    ----------
    door, label, limit, hint
        As for `bring`.
    several : bool
        Whether more than one file may be brought.

    Raises
    ------
    InputError
        If a file is larger than `limit` bytes.
    """
    key = f"{door}_file"
    held: Upload | None = cache.files(data_forms.upload(door))
    # off the page the uploader forgets, but not at once where a press overtakes the run that took it away
    if held is not None and (data_forms.is_reopened(door) or not st.session_state.get(key)):
        with st.container(horizontal=True, vertical_alignment="center"):
            whence = "as it was kept" if held.is_kept else "brought here"
            st.markdown(f":material/draft: {plain(held.names)}, {whence}", width="content")
            if several:
                _remove_some(held, door)
                _add_to(held, door, limit)
            else:
                _remove("Choose another file", door, data_forms.set_upload, door, None, icon="upload_file")
        return held
    found = st.file_uploader(
        f"{label} ({size_text(limit)} at most)",
        accept_multiple_files=several,
        key=key,
        on_change=data_forms.set_upload,
        args=(door, None),
        max_upload_size=limit // MEGABYTE,
        help=hint,
    )
    files = found if isinstance(found, list) else [] if found is None else [found]
    if len(files) > 1:
        st.caption("These files are put together: remove with × those that do not belong to the others.")
    if not files:
        return None
    came = _contents(files, limit)
    found_key = cache.kept("upload", tuple(file.file_id for file in files), lambda: _key(came))
    data_forms.set_upload(door, found_key)
    now: Upload = cache.kept_files(found_key, lambda: Upload(tuple(came), found_key))
    return now


def come_back(door: str) -> None:
    """Let what waited at a door when the page was left or reloaded wait there once more."""
    if (draft := drafts.waiting(door)) is not None:
        data_forms.enter(door, draft.text, draft.entered)
        if draft.files:
            hold(draft.files, door)


def keep_draft(door: str) -> None:
    """Keep what waits at a door for a reload; what is in use was kept when it was accepted."""
    if not drafts.keep(door, _files_at(door)):
        st.caption(":material/info: This is not kept before it is used: after a reload, bring it again.")


def name_files(door: str, each: Sequence[str], settled: str) -> None:
    """Let answers about the files at a door be known by these prefixes; those about some of them hold for all.

    Parameters
    ----------
    door : str
    each : sequence of str
        Prefixes of the files by themselves.
    settled : str
        That of all of them, as they are read.
    """
    before, prefix = data_forms.name_files(door, each, settled)
    if before != each and set(before) & set(each):
        data_forms.carry_answers(prefix, settled)
    if st.session_state.get(data_forms.way_key(door)) != _EXAMPLE:  # which nobody can remove
        data_forms.answers_are_of(door, each, settled)
    _forget_answers(door)
    if (before, prefix) != (each, settled):
        drafts.keep(door, _files_at(door))


def nothing_at(door: str) -> None:
    """Say that nothing is looked at there."""
    data_forms.forget_files(door)
    _forget_answers(door)


def _forget_answers(door: str) -> None:
    """Forget what was answered about files and text that are gone from a door, and are not what is in use."""
    files, text = data_forms.accepted_files(door)
    held = [cache.files(key) for key in (data_forms.upload(door), files) if key is not None]
    pasted = [upload_of([("", read.encode())]) for read in (data_forms.text(door), text) if read]
    there = [prefix for came in (*held, *pasted) if came is not None for prefix in came.own_prefixes]
    data_forms.forget_answers(door, there)


def accept_draft(door: str, *, of_door: bool = True) -> None:
    """Close the form of a door, since what was read there has come into use; what else waits there goes on waiting.

    `of_door` says whether it came in as files or text at all.
    """
    way = st.session_state.get(data_forms.way_key(door))
    is_text = of_door and way == BY_PASTING
    is_file = of_door and way not in (BY_PASTING, _EXAMPLE)
    drafts.accept(door, _files_at(door) if is_file else (), data_forms.text(door) if is_text else "")
    data_forms.accept_upload(door, is_file=is_file, is_text=is_text)
    drafts.keep(door, _files_at(door))


def _files_at(door: str) -> Sequence[tuple[str, bytes]]:
    held: Upload | None = cache.files(data_forms.upload(door))
    return () if held is None else held.files


def open_as_read(door: str) -> bool:
    """Open the form of a door as it was when what is in use was accepted; False where that is not kept here."""
    draft = drafts.read_from(cache.address_in_use(door))
    if draft is None:
        return False
    came = upload_of(draft.files)
    cache.kept_files(came.key, lambda: came)
    waits = None if draft.text else drafts.waiting(door, text_only=True)
    data_forms.enter(door, draft.text, draft.entered, instead=True)
    if waits is not None:
        data_forms.enter(door, waits.text, waits.entered)
    data_forms.reopen(door, came.key if draft.files else None, draft.text)
    return True


def let_go(brought: Brought) -> None:
    """Delete what this workspace brought, with what it was read from, also where that waits or stands at a door."""
    read = drafts.read_from(brought.address)
    if read is not None:
        drafts.forget_alike(read)
    for door in data_forms.DOORS:
        if cache.address_of(door, data_forms.accepted_last(door)) == brought.address:
            data_forms.forget_accepted(door)
        here = drafts.Draft(list(_files_at(door)), data_forms.text(door), {})
        if read is not None and here.brought() == read.brought():
            data_forms.empty(door)
    cache.let_go(brought)


def _contents(files: Sequence[UploadedFile], limit: int) -> list[tuple[str, bytes]]:
    for file in files:
        if file.size > limit:
            raise InputError(
                f"is larger than {size_text(limit)}, the most that is read here.",
                file.name,
                "Leave out columns or rows that are not needed.",
            )
    return [(file.name, file.getvalue()) for file in files]


def _remove_some(held: Upload, door: str) -> None:
    if len(held.files) < 2:
        _remove("Remove", door, data_forms.set_upload, door, None)
        return
    with st.popover("Remove", icon=":material/close:", type="tertiary"):
        for place, (name, _) in enumerate(held.files):
            _remove(plain(name), f"{door}_{place}", _keep_others, held, place, door)
        _remove("All files", door, data_forms.set_upload, door, None)


def _remove(label: str, name: str, act: Callable[..., None], *arguments: Any, icon: str = "close") -> None:
    key = f"remove_{name}"
    st.button(label, type="tertiary", icon=f":material/{icon}:", key=key, on_click=act, args=arguments)


def _keep_others(held: Upload, place: int, door: str) -> None:
    hold([file for number, file in enumerate(held.files) if number != place], door)


def hold(files: Sequence[tuple[str, bytes]], door: str) -> None:
    """Put other files in the place of those read before."""
    others = upload_of(files)
    cache.kept_files(others.key, lambda: others)
    data_forms.set_upload(door, others.key)


def fill(door: str, results: ImportedResults) -> None:
    """Open the form of a door with what was kept of the results in use, whose files are not here, to be read again."""
    found = results.imported
    table = fold_scores_to_csv(found) if isinstance(found, FoldScores) else predictions_to_csv(found)
    kept = upload_of([(f"{results.spec.source or 'results'}.csv", table)])
    cache.kept_files(kept.key, lambda: replace(kept, is_kept=True))
    data_forms.reopen(door, kept.key)
    state.forget(data_forms.way_key(door))


def as_accepted(door: str, sentences: Sequence[str]) -> None:
    """Say what was understood and answered when results were accepted, where only what was kept of them is here."""
    held: Upload | None = cache.files(data_forms.upload(door))
    if held is not None and held.is_kept and sentences:
        if on_other_measures(sentences):
            st.caption(
                ":material/info: Of the scores that were brought only the measure that was taken is kept here. To take "
                "another one, remove these and bring the file again."
            )
        with st.expander("How these were read when they were accepted", icon=":material/history:"):
            for sentence in sentences:
                st.caption(f":material/info: {told(sentence)}")


def _add_to(held: Upload, door: str, limit: int) -> None:
    """Let the visitor put another file together with those that were read before."""
    # another key once it is added: it closes
    with st.popover("Add a file", icon=":material/add:", type="tertiary", key=f"{door}_add_{held.key[:12]}"):
        more = st.file_uploader(
            "Further files, put together with these",
            accept_multiple_files=True,
            key=f"{door}_more_{held.key[:12]}",
            max_upload_size=limit // MEGABYTE,
        )
    if more:
        hold([*held.files, *_contents(more, limit)], door)
        st.rerun()


def sheets(came: Upload, limit: int) -> list[tuple[str | None, ...]]:
    """The sheets that are read of each file; the visitor chooses where a workbook has several: one, or one per learner.

    Raises
    ------
    InputError
        If a file is no table, or a workbook that cannot be read.
    """
    found = came.each("sheets", sheets_of, limit)
    several = came.each("alike sheets", alike_sheets_of, limit)
    chosen: list[tuple[str | None, ...]] = []
    for place, (names, alike) in enumerate(zip(found, several, strict=True)):
        file = came.files[place][0] if len(found) > 1 else ""
        one = sheet(names, came.own_prefixes[place], file, alike)
        chosen.append(alike if one == _ALL_SHEETS else (one,))
        if one in alike:
            _ask_for_all(came.own_prefixes[place], [name for name in alike if name != one])
    return chosen


def _ask_for_all(prefix: str, others: Sequence[str]) -> None:
    """Ask whether sheets beside the one that is read are of other learners; yes reads all of them."""
    with st.container(horizontal=True, vertical_alignment="center"):
        told = plain(listing(others, most=8))
        st.caption(
            f"Only this sheet is read. The same columns are on {told}: are these other learners?",
            width="content",
        )
        st.button(
            "Yes, a learner each",
            key=f"all_sheets_{prefix}",
            icon=":material/check:",
            on_click=data_forms.set_answer,
            args=("sheet", prefix, _ALL_SHEETS),
        )


def sheet(names: Sequence[str], prefix: str, file: str = "", alike: Sequence[str] = ()) -> str | None:
    """Let the visitor choose the sheet of a workbook that has several; None where there is nothing to choose.

    Parameters
    ----------
    names : sequence of str
        Of all sheets.
    prefix, file : str
        For the key and the label.
    alike : sequence of str
        Sheets that may be of one learner each: all of them can be chosen at once.
    """
    if len(names) < 2:
        return None
    label = f"Sheet of {plain(file)}" if file else "Sheet"
    options = [*names, *([_ALL_SHEETS] if alike else [])]
    return st.selectbox(
        label,
        options,
        key=data_forms.import_key("sheet", prefix),
        persist_state="session",
        format_func=lambda name: f"{listing(alike, most=4)}: a learner each" if name == _ALL_SHEETS else name,
        help="The first one that holds a table is proposed.",
    )


def encodings(came: Upload, limit: int) -> list[str | None]:
    """The encoding that is read of each file; the visitor chooses where nothing in a text tells.

    Raises
    ------
    InputError
        If a file is no table.
    """
    found = came.each("encodings", encodings_of, limit)
    return [
        encoding(names, came.own_prefixes[place], came.files[place][0] if len(found) > 1 else "")
        for place, names in enumerate(found)
    ]


def encoding(names: Sequence[str], prefix: str, file: str = "") -> str | None:
    """Let the visitor choose another encoding than the guessed one, the first; None where there is no other."""
    if len(names) < 2:
        return None
    label = f"Encoding of {plain(file)}" if file else "Encoding"
    chosen = st.selectbox(
        label,
        names,
        key=data_forms.import_key("encoding", prefix),
        persist_state="session",
        help="The file is not UTF-8, so its encoding was guessed: choose until letters with accents are right.",
    )
    return None if chosen == names[0] else chosen


def tables(
    door: str,
    label: str,
    limit: int,
    examples: dict[str, str],
    hint: str,
    *,
    read: Callable[..., RawTable],
    answers: Sequence[str] = (),
) -> tuple[Upload, list[RawTable]] | None:
    """Let the visitor bring tables, and say what came; None while there is nothing.

    Parameters
    ----------
    door, label, limit, examples, hint
        As for `bring`.
    read : callable
        ``(file, sheet=…, encoding=…) → RawTable``, of a module of `core`.
    answers : sequence of str
        What else it takes that the visitor may have answered about these files, in other words than was proposed.
    """
    came = bring(door, label, limit, examples, hint)
    if came is None:
        nothing_at(door)
        return None
    chosen = list(zip(sheets(came, limit), encodings(came, limit), strict=True))
    each_sheet = [
        (place, sheet, encoding) for place, (names, encoding) in enumerate(chosen) for sheet in names
    ]
    settled = came.with_choices(*zip(*((sheet, encoding) for _, sheet, encoding in each_sheet), strict=True))
    name_files(door, came.own_prefixes, settled.prefix)
    given = {
        name: given
        for name in answers
        if (given := data_forms.changed_answer(name, settled.prefix)) is not None
    }
    settled = settled.told(given)
    sources = settled.sources()
    found = [
        reading.read(
            f"{door} tables",
            (settled.key, number),
            sources[place].name or PASTED,
            partial(read, sheet=sheet, encoding=encoding, **given),
            sources[place],
        )
        for number, (place, sheet, encoding) in enumerate(each_sheet)
    ]
    sizes = [table.size or (data_rows(table), len(table.sample(0).columns)) for table in found]
    heights, widths = zip(*sizes, strict=True)
    alike = len(set(widths)) == 1
    size = f"{_added(heights, 'rows')} × {_added(widths[:1] if alike else widths, 'columns')}"
    st.markdown(f"**{plain(came.names)}** · {size} · {plain(found[0].layout)}")
    return settled, found


def _added(numbers: Sequence[int], nouns: str) -> str:
    """Numbers of several files: ``10 + 12 rows``."""
    return " + ".join([*(f"{number:,}" for number in numbers[:-1]), counted(numbers[-1], nouns)])
