"""Addresses and bytes → what is kept, by SQLAlchemy: finished units, data sets, and what workspaces keep.

A unit's outcome is kept under its address, the digest of everything that decides it, so that
nothing is computed twice, whoever asks. Bytes in, bytes out: what they mean is known to the
room that owns the unit. Which database it is, only `core.jobs.database` knows.
"""

import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

import sqlalchemy as sa

from core.errors import InputError
from core.jobs import beside, schema
from core.jobs.database import check_whole, check_writable, connect, files_folder
from core.jobs.schema import DATASETS, KEPT, OUTCOMES
from core.records import digest


class Contents:
    """What is kept behind one database address, and never changes.

    Parameters
    ----------
    url : str
        SQLAlchemy URL.

    Attributes
    ----------
    folder : Path
        Where files belong that go with this store.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._engine = connect(url)
        self.folder = files_folder(url)
        schema.prepare(self._engine)

    def close(self) -> None:
        """Release the connections."""
        self._engine.dispose()

    def check_writable(self) -> None:
        """Write a little, to learn whether more can be written.

        Raises
        ------
        InputError
            If the database cannot be written.
        """
        check_writable(self._engine)

    def check_whole(self) -> None:
        """Look through the whole database for damage; takes about a second for a gigabyte.

        Raises
        ------
        InputError
            If it is damaged.
        """
        check_whole(self._engine)

    def known(self, addresses: Iterable[str]) -> set[str]:
        """Those of the addresses whose outcome is kept."""
        found: set[str] = set()
        with self._engine.connect() as connection:
            for some in schema.slices(list(addresses)):
                query = sa.select(OUTCOMES.c.address).where(OUTCOMES.c.address.in_(some))
                found |= set(connection.scalars(query))
        return found

    def outcomes(self, addresses: Iterable[str]) -> dict[str, bytes]:
        """Kept outcomes by address; addresses without one are left out, and those whose outcome is damaged."""
        found: dict[str, bytes] = {}
        damaged: list[str] = []
        with self._engine.connect() as connection:
            for some in schema.slices(list(addresses)):
                query = sa.select(OUTCOMES).where(OUTCOMES.c.address.in_(some))
                for row in connection.execute(query):
                    if row.digest == schema.content_digest(row.address, row.content):
                        found[row.address] = row.content
                    else:
                        damaged.append(row.address)
        # they are computed again in any case, and kept where the store can be written
        with suppress(InputError):
            self._forget(damaged)
        return found

    def put_outcomes(self, outcomes: Mapping[str, bytes]) -> None:
        """Keep outcomes; one that is kept already stays as it is."""
        rows = [{"address": address, **_content(address, content)} for address, content in outcomes.items()]
        if rows:
            schema.insert_missing(self._engine, OUTCOMES, rows)

    def put_dataset(self, fingerprint: str, content: bytes) -> None:
        """Keep a data set under its fingerprint."""
        row = {"fingerprint": fingerprint, **_content(fingerprint, content)}
        schema.insert_missing(self._engine, DATASETS, [row])

    def dataset(self, fingerprint: str) -> bytes | None:
        """The kept data set, or None; a damaged one is as good as none."""
        return self._whole(DATASETS, fingerprint)

    def keep(self, workspace: str, kind: str, key: str, content: bytes) -> None:
        """Keep something of a workspace under its kind and key; what is kept already stays as it is.

        Parameters
        ----------
        workspace : str
            Whose it is; nobody else finds it.
        kind, key : str
            What it is, and which one of that kind.
        content : bytes
        """
        schema.insert_missing(self._engine, KEPT, [kept_row(digest(workspace, kind, key), content)])

    def change(self, workspace: str, kind: str, key: str, content: bytes) -> None:
        """Keep this instead of what was kept under the kind and key, if anything was.

        Parameters
        ----------
        workspace, kind, key, content
            As in `keep`.
        """
        address = digest(workspace, kind, key)
        with self._engine.begin() as connection:
            connection.execute(KEPT.delete().where(KEPT.c.address == address))
            connection.execute(KEPT.insert(), [kept_row(address, content)])

    def kept(self, workspace: str, kind: str, key: str) -> bytes | None:
        """What `keep` or `change` kept, or None; what is damaged is as good as none."""
        return self.kept_at(digest(workspace, kind, key))

    def kept_at(self, address: str) -> bytes | None:
        """The same by its address, the digest of workspace, kind and key."""
        return self._whole(KEPT, address)

    def _whole(self, table: sa.Table, key: str) -> bytes | None:
        """The content under this key; None where there is none, or a damaged one, which makes room for a whole one."""
        mine = next(iter(table.primary_key)) == key
        with self._engine.connect() as connection:
            row = connection.execute(sa.select(table.c.content, table.c.digest).where(mine)).first()
        if row is None or row.digest == schema.content_digest(key, row.content):
            return None if row is None else bytes(row.content)
        with suppress(InputError), self._engine.begin() as connection:
            connection.execute(table.delete().where(mine))
            beside.untie_from(connection, key)
        return None

    def _forget(self, addresses: list[str]) -> None:
        for some in schema.slices(addresses):
            with self._engine.begin() as connection:
                connection.execute(OUTCOMES.delete().where(OUTCOMES.c.address.in_(some)))


def kept_row(address: str, content: bytes) -> dict[str, Any]:
    """The row of the table `KEPT` for a content."""
    return {"address": address, **_content(address, content)}


def _content(key: str, content: bytes) -> dict[str, Any]:
    """The columns that all have which hold a content."""
    return {"content": content, "digest": schema.content_digest(key, content), "created": time.time()}
