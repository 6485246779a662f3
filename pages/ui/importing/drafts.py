"""What was brought to a door, with its answers, kept in the store of its workspace: a reload loses none of it.

While it waits it is a draft; once it was accepted it stays beside the record that was read from it, to be read anew
under other answers. Nobody else finds it: a file may hold more than the results that a link shows.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import Any, NamedTuple

from core.data.tables.source import MEGABYTE
from core.records import digest
from pages.ui.session import cache, data_forms, state

MOST_BYTES = 4 * MEGABYTE
"""Of all files and answers of a door: larger files are brought again."""
_DRAFT = "draft"


class Draft(NamedTuple):
    """What came to a door: files as they were, and what stands in its widgets by their keys."""

    files: list[tuple[str, bytes]]
    entered: dict[str, Any]

    def to_bytes(self) -> bytes:
        """As it is kept; nothing where it is too large."""
        if sum(len(content) for _, content in self.files) > MOST_BYTES:
            return b""
        files = [(name, b64encode(content).decode()) for name, content in self.files]
        content = json.dumps({"files": files, "entered": self.entered}).encode()
        return content if len(content) <= 2 * MOST_BYTES else b""

    @classmethod
    def from_bytes(cls, content: bytes) -> "Draft":
        """Read back what `to_bytes` wrote."""
        found = json.loads(content)
        return cls([(name, b64decode(file)) for name, file in found["files"]], found["entered"])


def keep(door: str, files: Sequence[tuple[str, bytes]]) -> None:
    """Keep what waits at a door, if it is other than what is kept; where nothing waits, nothing is kept any more."""
    entered = data_forms.entered(door)
    waits = bool(files) or bool(str(entered.get(data_forms.text_key(door)) or "").strip())
    content = Draft(list(files), entered).to_bytes() if waits else b""
    if data_forms.replaced_draft(door, digest(content)) != digest(content):
        _put(_DRAFT, door, content)


def waiting(door: str) -> Draft | None:
    """What waits at a door since before this session, looked for once; None where nothing does."""
    if data_forms.looked_for_draft(door):
        return None
    content = cache.store().kept(state.workspace(), _DRAFT, door)
    data_forms.replaced_draft(door, digest(content or b""))
    return None if content is None else Draft.from_bytes(content)


def accept(door: str, files: Sequence[tuple[str, bytes]]) -> None:
    """Keep what waited at a door beside what was read from it, which is in use now; the door is empty."""
    address = cache.address_in_use(door)
    if address is not None:
        _put(cache.READ_FROM, address, Draft(list(files), data_forms.entered(door)).to_bytes())
    data_forms.replaced_draft(door, digest(b""))
    _put(_DRAFT, door, b"")


def read_from(door: str) -> Draft | None:
    """What was brought for what is in use; None where it is not kept in this workspace."""
    address = cache.address_in_use(door)
    content = None if address is None else cache.store().kept(state.workspace(), cache.READ_FROM, address)
    return None if content is None else Draft.from_bytes(content)


def _put(kind: str, key: str, content: bytes) -> None:
    if content:
        cache.store().change(state.workspace(), kind, key, content)
    else:
        cache.store().forget(state.workspace(), kind, key)
