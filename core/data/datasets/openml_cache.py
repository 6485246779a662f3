"""Tables of OpenML that were fetched before: kept in a folder of bounded size, the longest unused ones go first."""

import io
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.data.tables.source import MEGABYTE
from core.errors import quoted

MOST_KEPT = 1000 * MEGABYTE
"""Bytes of tables that a folder holds at most, apart from the one that was fetched last."""

_LONGEST_NUMBER = 12


@dataclass(frozen=True, eq=False)
class OpenmlTable:
    """A table of OpenML, not yet read.

    Attributes
    ----------
    content : bytes
        Parquet.
    name : str
    version, data_id : str
        As OpenML counts them.
    targets : tuple of str
        The columns that OpenML calls targets.
    """

    content: bytes
    name: str
    version: str
    data_id: str
    targets: tuple[str, ...]

    @property
    def notes(self) -> tuple[str, ...]:
        """Where it comes from, and what that leaves out."""
        note = f"Data set {self.data_id} of OpenML: {quoted(self.name)}, version {self.version}."
        if len(self.targets) < 2:
            return (note,)
        others = ", ".join(map(quoted, self.targets[1:]))
        return (
            note,
            f"OpenML names several targets; {quoted(self.targets[0])} is proposed, {others} left out.",
        )

    def source(self) -> io.BytesIO:
        """The table as a file, as if it had been uploaded."""
        file = io.BytesIO(self.content)
        file.name = f"{self.name}.parquet"
        return file


def table_of(path: Path, answer: Mapping[str, Any]) -> OpenmlTable:
    """A table in a file, with what OpenML says of it."""
    targets = tuple(answer["targets"])
    return OpenmlTable(path.read_bytes(), answer["name"], answer["version"], answer["data_id"], targets)


def kept(folder: Path, wanted: Mapping[str, Any]) -> OpenmlTable | None:
    """The table that was kept for this request, or None."""
    try:
        answer = json.loads(_answer_file(folder, wanted).read_text())
        path = _table_file(folder, answer["data_id"])
        table = table_of(path, answer)
        path.touch()
    except (FileNotFoundError, ValueError, KeyError):
        return None
    return table


def keep(folder: Path, wanted: Mapping[str, Any], table: OpenmlTable) -> OpenmlTable:
    """Keep a table for this request and for its number; forget what was not used for longest beyond the limit."""
    if not table.data_id.isdecimal() or len(table.data_id) > _LONGEST_NUMBER:
        return table
    answer = {
        "name": table.name,
        "version": table.version,
        "data_id": table.data_id,
        "targets": table.targets,
    }
    _write(_table_file(folder, table.data_id), table.content)
    for request in (wanted, {"data_id": table.data_id}):
        _write(_answer_file(folder, request), json.dumps(answer).encode())
    _forget(folder)
    return table


def _table_file(folder: Path, data_id: str) -> Path:
    return folder / f"{int(data_id)}.parquet"


def _answer_file(folder: Path, wanted: Mapping[str, Any]) -> Path:
    if wanted.get("data_id"):
        return folder / f"number {int(wanted['data_id'])}.json"
    return folder / f"name {wanted['name'].lower()} {wanted['version'] or 'active'}.json"


def _write(path: Path, content: bytes) -> None:
    """Write all of a file or nothing."""
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(content)
    part.replace(path)


def _forget(folder: Path) -> None:
    tables = sorted(folder.glob("*.parquet"), key=lambda path: path.stat().st_mtime, reverse=True)
    size = 0
    for place, path in enumerate(tables):
        size += path.stat().st_size
        if place and size > MOST_KEPT:
            with suppress(FileNotFoundError):  # another process forgot it first
                path.unlink()
