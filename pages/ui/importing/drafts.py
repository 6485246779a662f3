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

    @classmethod
    def of_contents(cls, contents: Sequence[tuple[str, bytes]]) -> "Draft":
        """Read back what `contents` gave."""
        (_, entered), (_, text), *files = contents
        return cls(files, text.decode(), json.loads(entered))


def keep(door: str, files: Sequence[tuple[str, bytes]]) -> bool:
    """Keep what waits at a door, if it is other than what is kept; where nothing waits, nothing is kept any more.

    Returns
    -------
    Whether a reload loses nothing.
    """
    if data_forms.brings_nothing_new(door) and not data_forms.draft(door):
        return True  # what may wait for another session is left to it
    draft = Draft(list(files), data_forms.text(door), data_forms.entered(door))
    waits = not data_forms.brings_nothing_new(door) and bool(files or draft.text.strip())
    contents = draft.contents() if waits and draft.fits() else []
    content = _digest(contents)
    if data_forms.draft(door) != content and _put(door, contents):
        data_forms.set_draft(door, content)
    return not waits or (bool(contents) and data_forms.draft(door) == content)


def waiting(door: str) -> Draft | None:
    """What waits at a door since before this session, looked for once; None where nothing does."""
    if data_forms.looked_for_draft(door):
        return None
    contents = cache.store().beside(state.workspace(), door)
    data_forms.set_draft(door, _digest(contents))
    return Draft.of_contents(contents) if contents else None


def accept(door: str, files: Sequence[tuple[str, bytes]], text: str) -> None:
    """Keep these files, or this text, beside what was read from them, which is in use now; nothing waits any more."""
    address, draft = cache.address_in_use(door), Draft(list(files), text, data_forms.entered(door))
    if address is not None:
        _put(address, draft.contents() if draft.fits() else [])
    if _put(door, []):
        data_forms.set_draft(door, _digest([]))


def read_from(address: str | None) -> Draft | None:
    """What something was read from that is in use, or kept, here; None where that is not kept in this workspace."""
    contents = [] if address is None else cache.store().beside(state.workspace(), address)
    return Draft.of_contents(contents) if contents else None


def forget_alike(read: Draft) -> None:
    """Let nothing wait for another session that is just what was read from, whatever was answered about it."""
    for door in data_forms.DOORS:
        contents = cache.store().beside(state.workspace(), door)
        if contents and Draft.of_contents(contents)[:2] == read[:2]:
            _put(door, [])


def _put(owner: str, contents: Sequence[tuple[str, bytes]]) -> bool:
    """Keep these instead of what was kept; False where nothing can be written, or has room."""
    with suppress(InputError):  # what was brought is read all the same
        cache.store().keep_beside(state.workspace(), owner, contents)
        return True
    return False


def _digest(contents: Sequence[tuple[str, bytes]]) -> str:
    return digest(*(part for content in contents for part in content))
