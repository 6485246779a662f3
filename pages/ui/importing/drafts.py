"""What was brought to a door, with its answers, kept in the store of its workspace: a reload loses none of it.

While it waits it is a draft; once it was accepted it stays beside the record that was read from it, to be read anew
under other answers. Nobody else finds it: a file may hold more than the results that a link shows.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from core.data.tables.source import MEGABYTE
from core.errors import InputError
from core.records import digest
from pages.ui.session import cache, data_forms, state

MOST_BYTES = 4 * MEGABYTE
"""Of all files, pasted text and answers of a door: what is larger is brought again."""


class Draft(NamedTuple):
    """What came to a door: files as they were, the text that was pasted, and what stands in its widgets."""

    files: list[tuple[str, bytes]]
    text: str
    entered: dict[str, Any]

    def contents(self) -> list[tuple[str, bytes]]:
        """As it is kept, each part by itself: another answer writes no file anew."""
        parts = {"entered": json.dumps(self.entered), "text": self.text}
        return [*((name, part.encode()) for name, part in parts.items()), *self.files]

    def fits(self) -> bool:
        """Whether it is small enough to be kept."""
        return sum(len(content) for _, content in self.contents()) <= MOST_BYTES

    def brought(self) -> list[tuple[str, bytes]]:
        """The files, pasted text as one without a name: another door has it so."""
        return [*self.files, *([("", self.text.encode())] if self.text.strip() else [])]

    @classmethod
    def of_contents(cls, contents: Sequence[tuple[str, bytes]]) -> "Draft | None":
        """Read back what `contents` gave; None of anything else."""
        with suppress(ValueError):
            (_, entered), (_, text), *files = contents
            answers = json.loads(entered)
            return cls(files, text.decode(), answers) if isinstance(answers, dict) else None
        return None


def keep(door: str, files: Sequence[tuple[str, bytes]]) -> bool:
    """Keep what waits at a door, if it is other than what is kept; where nothing waits, nothing is kept any more.

    Returns
    -------
    Whether a reload loses nothing.
    """
    has_files, text = data_forms.waits(door)
    waits = has_files or bool(text.strip())
    if not waits and not data_forms.draft(door):
        return True  # what may wait for another session is left to it
    draft = Draft(list(files) if has_files else [], text, data_forms.entered(door))
    contents = draft.contents() if waits and draft.fits() else []
    content = _digest(contents)
    if data_forms.draft(door) != content and _put(door, contents):
        data_forms.set_draft(door, content)
    return not waits or (bool(contents) and data_forms.draft(door) == content)


def waiting(door: str, *, text_only: bool = False) -> Draft | None:
    """What waits at a door since before this session, looked for once; None where nothing does.

    Where `text_only`, files are left to another session.
    """
    if data_forms.looked_for_draft(door):
        return None
    contents = cache.store().beside(state.workspace(), door)
    draft = Draft.of_contents(contents)
    if text_only and draft is not None and draft.files:
        return None
    data_forms.set_draft(door, _digest(contents))
    return draft


def accept(door: str, files: Sequence[tuple[str, bytes]], text: str) -> None:
    """Keep these files, or this text, beside what was read from them, which is in use now."""
    address, draft = cache.address_in_use(door), Draft(list(files), text, data_forms.entered(door))
    if address is not None:
        _put(address, draft.contents() if draft.fits() else [])


def read_from(address: str | None) -> Draft | None:
    """What something was read from that is in use, or kept, here; None where that is not kept in this workspace."""
    return None if address is None else Draft.of_contents(cache.store().beside(state.workspace(), address))


def forget_alike(read: Draft) -> None:
    """Let nothing wait for another session that is just what was read from, whatever was answered about it."""
    for door in data_forms.DOORS:
        draft = Draft.of_contents(cache.store().beside(state.workspace(), door))
        if draft is not None and draft.brought() == read.brought():
            _put(door, [])


def _put(owner: str, contents: Sequence[tuple[str, bytes]]) -> bool:
    """Keep these instead of what was kept; False where nothing can be written, or has room."""
    with suppress(InputError):  # what was brought is read all the same
        cache.store().keep_beside(state.workspace(), owner, contents)
        return True
    return False


def _digest(contents: Sequence[tuple[str, bytes]]) -> str:
    return digest(*(part for content in contents for part in content))
