"""What the doors share: how a file comes in, what was understood of it, what follows, and accepting it."""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import comb
from pathlib import Path
from typing import Any, TypeVar

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.uploaded_file_manager import UploadedFile

from core.data import (
    ColumnSummary,
    Question,
    RawTable,
    Understanding,
    alike_sheets_of,
    data_rows,
    encodings_of,
    fold_scores_to_csv,
    predictions_to_csv,
    sheets_of,
)
from core.data.tables.source import MEGABYTE
from core.designs import DESIGNS
from core.errors import InputError, listing
from core.experiment import ImportedResults
from core.inference import TESTS, Advice
from core.inference.advice.advice import BY_ANOTHER
from core.inference.advice.applicable import advice_on_pairs, refused_by_scores
from core.inference.interpretation.brief import too_little
from core.measures import MEASURES, title_of
from core.records import FoldScores, digest
from core.tables.columns import results_columns_table
from core.tables.verdicts import reasons_of_pairs
from core.written import counted, number, size_text
from pages.ui.display import elements
from pages.ui.display.text import plain, told
from pages.ui.importing import drafts, reading
from pages.ui.session import cache, data_forms, state

EXAMPLES = Path(__file__).parents[3] / "sample_data" / "imports"
PASTED = "pasted text"
"""How a table without a file is called, in refusals too."""
_ALL_SHEETS = ""
"""No sheet of a workbook is called so."""
_MOST_NOTES = 8
_MOST_UNSCROLLED = 7

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
    ways = ["Your files", "Pasted", "An example"]
    way = st.segmented_control(
        "Where from", ways, default=ways[0], required=True, key=f"{door}_way", persist_state="session"
    )
    if way == "An example":
        name = st.selectbox(
            "Example",
            list(examples),
            format_func=examples.__getitem__,
            key=f"{door}_example",
            persist_state="session",
        )
        return upload_of([(name, (EXAMPLES / name).read_bytes())])
    if way == "Pasted":
        text = st.text_area(
            "Paste a table from a spreadsheet, with its header",
            height=180,
            key=data_forms.text_key(door),
            persist_state="session",
            help="Tabs, semicolons or commas between the columns; decimal commas are understood.",
        )
        return upload_of([("", text.encode())]) if text and text.strip() else None
    return from_disk(door, label, limit, hint, several=True)


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
        data_forms.enter(draft.entered)
        if draft.files:
            _replace(draft.files, door)


def keep_draft(door: str) -> None:
    """Keep what waits at a door for a reload; what is in use was kept when it was accepted."""
    if not data_forms.is_reopened(door):
        drafts.keep(door, _files_at(door))


def accept_draft(door: str) -> None:
    """Close the form of a door, since what was read from its files has come into use."""
    drafts.accept(door, _files_at(door))
    data_forms.accept_upload(door)


def _files_at(door: str) -> Sequence[tuple[str, bytes]]:
    held: Upload | None = cache.files(data_forms.upload(door))
    return () if held is None else held.files


def open_as_read(door: str) -> bool:
    """Open the form of a door as it was when what is in use was accepted; False where that is not kept here."""
    draft = drafts.read_from(door)
    if draft is None:
        return False
    came = upload_of(draft.files)
    cache.kept_files(came.key, lambda: came)
    data_forms.enter(draft.entered)
    data_forms.reopen(door, came.key if draft.files else None)
    return True


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
    _replace([file for number, file in enumerate(held.files) if number != place], door)


def _replace(files: Sequence[tuple[str, bytes]], door: str) -> None:
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
    state.forget(f"{door}_way")


def as_accepted(door: str, sentences: Sequence[str]) -> None:
    """Say what was understood and answered when results were accepted, where only what was kept of them is here."""
    held: Upload | None = cache.files(data_forms.upload(door))
    if held is not None and held.is_kept and sentences:
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
        _replace([*held.files, *_contents(more, limit)], door)
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
    former = f"{door}_former"
    if came is None:
        state.forget(former)
        return None
    chosen = list(zip(sheets(came, limit), encodings(came, limit), strict=True))
    each_sheet = [
        (place, sheet, encoding) for place, (names, encoding) in enumerate(chosen) for sheet in names
    ]
    settled = came.with_choices(*zip(*((sheet, encoding) for _, sheet, encoding in each_sheet), strict=True))
    before, prefix = state.replaced(former, (came.own_prefixes, settled.prefix))
    if before != came.own_prefixes and set(before) & set(came.own_prefixes):
        data_forms.carry_answers(prefix, settled.prefix)
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
    each = [f"{rows:,}" for rows, _ in sizes[:-1]]
    rows = " + ".join([*each, counted(sizes[-1][0], "rows")])
    size = f"{rows} × {counted(sizes[0][1], 'columns')}"
    st.markdown(f"**{plain(came.names)}** · {size} · {plain(found[0].layout)}")
    return settled, found


def notes(sentences: Sequence[str]) -> None:
    """What was understood, converted, assumed or looks doubtful."""
    if sentences:
        st.markdown("**What was understood**")
    for sentence in sentences[:_MOST_NOTES]:
        st.caption(f":material/info: {told(sentence)}")
    elements.more_notes(sentences[_MOST_NOTES:])


def columns_of(tables: Sequence[RawTable]) -> tuple[str, ...]:
    """Names of the columns of all files, each once."""
    return tuple(dict.fromkeys(name for table in tables for name in table.columns))


def ask_for(what: str, tables: Sequence[RawTable]) -> None:
    """Say that the file, or the files, leave that open."""
    who = "files do" if len(tables) > 1 else f"{'file' if tables[0].name else PASTED} does"
    st.info(f"The {who} not say {what}: please answer.", icon=":material/help:")


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
        placeholder="choose",
        on_change=answered,
    )


def choose_design(
    asked: Question, prefix: str, answered: Callable[[], None] | None = None, *, is_open: bool = False
) -> str | None:
    """Let the visitor say which design the folds come from; that nobody knows only where nothing tells it.

    Parameters
    ----------
    asked : Question
    prefix : str
        Of the keys of the file's widgets.
    answered : callable, optional
        Called when the visitor has answered.
    is_open : bool
        Whether what is assumed hangs on another answer, so that it may be nothing once more.
    """
    unknown = "not known" if asked.assumed is None or is_open else ""
    design = choose(asked, prefix, lambda key: DESIGNS[key].title, unknown, answered)
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


TABS = {
    "dataset": "Data set",
    "fold_scores": "Fold results",
    "predictions": "Predictions",
    "counts": "Counts",
}
"""Titles of the tabs by what core calls their doors."""


def elsewhere(likely: str, door: str, rows: pd.DataFrame | None, files: Sequence[tuple[str, bytes]]) -> None:
    """Say so where a table belongs to another door, with a button that opens it with what was brought.

    Parameters
    ----------
    likely, door : str
        Where it belongs, and where it was brought.
    rows : DataFrame or None
        Its first rows, with which the door for counts opens.
    files : sequence of (name, bytes)
        With which the others do.
    """
    if likely in (door, "dataset"):
        return
    with st.container(border=True):
        st.markdown(f":material/help: This looks like {TABS[likely].lower()}.")
        st.button(
            f"Open {TABS[likely]}",
            key=f"elsewhere_{door}",
            type="tertiary",
            icon=":material/arrow_forward:",
            on_click=_open,
            args=(likely, door, rows, files),
        )


def _open(likely: str, door: str, rows: pd.DataFrame | None, files: Sequence[tuple[str, bytes]]) -> None:
    """Open another door with the counts, or with the files, which leave the one they were brought to."""
    if likely == "counts":
        text = "" if rows is None else rows.to_csv(sep="\t", index=False)
        data_forms.open_door(TABS[likely], text, door)
        return
    _replace(files, likely)
    if data_forms.upload(door) == data_forms.upload(likely):
        data_forms.set_upload(door, None)
    state.forget(f"{likely}_way")  # pasted text, too, is among files there
    data_forms.change(likely)
    data_forms.open_door(TABS[likely])


def preview(rows: pd.DataFrame, key: str) -> None:
    """The first rows; few of them without scrolling."""
    height: elements.Height = "content" if len(rows) <= _MOST_UNSCROLLED else 255
    few_digits = dict.fromkeys(rows.select_dtypes("float").columns, number)
    elements.listed(rows, key, height=height, told=few_digits)


def columns_table(columns: Sequence[ColumnSummary], key: str) -> None:
    """Every column in one line: what it is taken for, what it holds."""
    with st.expander(f"All {len(columns)} columns", icon=":material/view_column:"):
        elements.printed(results_columns_table(columns), key)


def what_follows(found: FoldScores | ImportedResults, *, alike: bool) -> None:
    """The tests of two learners that these answers lead to, before anything is accepted, and the pairs without any.

    Parameters
    ----------
    alike : bool
        Whether it is that of every other pair: counted on instances, two learners may disagree more than others.
    """
    heading, count = "**What follows for the tests**", len(found.learners)
    try:
        advice = advice_on_pairs(found)
    except InputError as error:
        st.markdown(heading)
        st.caption(f":material/block: {told(error)}")
        return
    refused = refused_by_scores(found)
    if count > 2 and alike:
        heading += " of the pairs" if refused else " of each pair"
    elif count > 2 and advice.gathering is not None:
        heading += f" of {plain(listing(advice.gathering.learners))}; for other pairs it may differ"
    st.markdown(heading)
    none_left = len(refused) == comb(count, 2) > 0
    if advice.advised is None or not none_left:
        _of_the_design(found, advice)
    for reason in reasons_of_pairs(refused):
        st.caption(f":material/block: {told(reason)}")


def _of_the_design(found: FoldScores | ImportedResults, advice: Advice) -> None:
    """Which test is advised, or why none, and what all are worth, it among them: pages of verdicts count it, too."""
    if advice.advised is None:
        st.caption(f":material/block: {told(_why_none(found, advice.because))}")
    else:
        cautioned = dict(advice.caution).get(advice.advised, "")
        doubt = too_little(advice, elements.alpha_to_come())
        mark, aside = (
            "warning" if cautioned or doubt else "check",
            f", with caution. {cautioned}" if cautioned else ".",
        )
        sentences = f"{TESTS[advice.advised].title}{aside} {advice.because} {doubt}".strip()
        st.caption(f":material/{mark}: {told(sentences)}")
    for mark, title, reasons in (
        ("check_circle", "Suited", advice.valid),
        ("help", "With caution", advice.caution),
        ("block", "Refused", advice.refused),
    ):
        if reasons:
            names = ", ".join(TESTS[key].title for key, _ in reasons)
            with st.popover(f"{title}: {len(reasons)}", icon=f":material/{mark}:", help=plain(names)):
                for reason in dict.fromkeys(reason for _, reason in reasons):
                    titles = "; ".join(TESTS[key].title for key, why in reasons if why == reason)
                    st.caption(f"**{plain(titles)}.** {told(reason)}")


def _why_none(found: FoldScores | ImportedResults, because: str) -> str:
    """Why no test is advised, of predictions by which measure that is, and by which other one there is one."""
    if isinstance(found, FoldScores):
        return because
    other, by = found.with_test, f"By {title_of(found.fold_scores)}: {because}"
    if other is None:
        return by
    measure, test = other
    plainly = by.removesuffix(BY_ANOTHER).strip()
    return f"{plainly} By {MEASURES[measure].title} there is one: {TESTS[test].title}."


def understood(
    found: Understanding,
    came: Upload,
    sentences: Sequence[str],
    results: FoldScores | ImportedResults,
    name: str,
    *,
    alike: bool,
) -> None:
    """What was understood and what follows, beside the first rows as they are written; below them every column.

    Parameters
    ----------
    found : Understanding
    came : Upload
    sentences : sequence of str
        Notes.
    results : FoldScores or ImportedResults
    name : str
        Of the tables' keys.
    alike : bool
        As for `what_follows`.
    """
    left, right = st.columns([3, 2], gap="medium")
    with right:
        notes(sentences)
        what_follows(results, alike=alike)
    with left:
        if len(came.files) > 1:
            st.caption(f"The first rows of {plain(came.files[0][0])}")
        preview(found.sample, f"{name}_preview")
    columns_table(found.columns, f"{name}_columns")


def accept(what: str, results: ImportedResults, door: str, key: str) -> None:
    """Make imported results the ones that the analysis pages show; the form of the door then closes.

    They are looked at by their own measure first, not by the one of what was looked at before.

    Parameters
    ----------
    what : str
        What they are, as markdown.
    results : ImportedResults
    door, key : str
        Of the door, and of the button.
    """
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(what, width="content")
        is_pressed = st.button("Use these results", type="primary", icon=":material/check:", key=key)
    if is_pressed:
        cache.keep_results(results)
        if results.predictions is not None:
            state.forget_kept(state.measure_key(results.predictions.task))
        accept_draft(door)
        st.rerun()
