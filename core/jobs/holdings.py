"""What each workspace keeps in the store, within a number of bytes: what it brought, what its runs use and found."""

import time
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from core.errors import InputError, quoted
from core.jobs import beside
from core.jobs.schema import BESIDE, BROUGHT, DATASETS, JOBS, KEPT, OUTCOMES, USES
from core.written import size_text

MOST_OF_WORKSPACE = 4 * 10**9
"""Bytes that a workspace keeps at a time: a fifth of what the store does."""

_HOLDERS = ((OUTCOMES, OUTCOMES.c.address), (DATASETS, DATASETS.c.fingerprint), (KEPT, KEPT.c.address))


@dataclass(frozen=True)
class Brought:
    """Something that a workspace brought.

    Attributes
    ----------
    address : str
        Fingerprint of a data set, else the digest of workspace, kind and key.
    kind, title : str
        What people read.
    bytes : int
        With what is kept beside it.
    """

    address: str
    kind: str
    title: str
    bytes: int


def hold(connection: sa.Connection, workspace: str, address: str, kind: str, title: str) -> None:
    """Note that a workspace brought something, now; what it brought before goes to the end of its list.

    Parameters
    ----------
    connection : Connection
    workspace, address, kind, title : str
        As in `Brought`.
    """
    connection.execute(BROUGHT.delete().where(_is(workspace, address)))
    row = {"workspace": workspace, "address": address, "kind": kind, "title": title, "created": time.time()}
    connection.execute(BROUGHT.insert(), row)


def let_go(connection: sa.Connection, workspace: str, address: str) -> None:
    """Note that a workspace keeps something no more, and delete it where nobody else does; what is beside it goes."""
    beside.untie(connection, beside.belongs_to(workspace, address))
    connection.execute(BROUGHT.delete().where(_is(workspace, address)))
    for users in (BROUGHT, USES):
        if connection.scalar(sa.select(sa.exists().where(users.c.address == address))):
            return
    for table, key in _HOLDERS:
        connection.execute(table.delete().where(key == address))


def brought(connection: sa.Connection, workspace: str) -> list[Brought]:
    """What a workspace brought and the store still has, the oldest first."""
    found: list[Any] = []
    for table, key in _HOLDERS:
        columns = (BROUGHT.c.created, BROUGHT.c.address, BROUGHT.c.kind, BROUGHT.c.title)
        query = sa.select(*columns, sa.func.length(table.c.content)).join(table, key == BROUGHT.c.address)
        found += connection.execute(query.where(BROUGHT.c.workspace == workspace)).all()
    more = _bytes_beside(connection, workspace)
    return [
        Brought(address, kind, title, size + more.get(address, 0))
        for _, address, kind, title, size in sorted(tuple(row) for row in found)
    ]


def bytes_of(connection: sa.Connection, workspace: str) -> int:
    """Bytes of all that a workspace brought, with what is beside it, and that its jobs use; nothing counts twice."""
    mine = sa.select(BROUGHT.c.address).where(BROUGHT.c.workspace == workspace)
    jobs = sa.select(JOBS.c.id).where(JOBS.c.workspace == workspace)
    used = sa.select(USES.c.address).where(USES.c.job.in_(jobs))
    besides = sa.select(BESIDE.c.address).where(BESIDE.c.workspace == workspace)
    return _bytes_at(connection, mine.union(used, besides))


def check_room(connection: sa.Connection, workspace: str, more: int) -> None:
    """Refuse what goes beyond what a workspace may keep, and say what to delete.

    Raises
    ------
    InputError
        If `more` bytes have no room.
    """
    size = bytes_of(connection, workspace)
    if size + more <= MOST_OF_WORKSPACE:
        return
    runs = [(_bytes_of_job(connection, row.id), row.title) for row in _ended(connection, workspace)]
    things = [(item.bytes, item.title) for item in brought(connection, workspace)]
    largest, title = max([*runs, *things], default=(0, ""))
    example = f" The largest is {quoted(title)} with {size_text(largest)}." if largest else ""
    raise InputError(
        f"{size_text(size)} are kept here, and a workspace may keep {size_text(MOST_OF_WORKSPACE)}.",
        "workspace",
        f"Delete runs on Experiment, or what you brought under “Kept in this workspace” on Data.{example}",
    )


def _ended(connection: sa.Connection, workspace: str) -> Any:
    query = sa.select(JOBS.c.id, JOBS.c.title).where(JOBS.c.workspace == workspace)
    return connection.execute(query.where(JOBS.c.finished.is_not(None))).all()


def _bytes_beside(connection: sa.Connection, workspace: str) -> dict[str, int]:
    sizes = sa.select(BESIDE.c.owner, sa.func.sum(sa.func.length(KEPT.c.content)).label("size"))
    query = sizes.join(KEPT, KEPT.c.address == BESIDE.c.address).where(BESIDE.c.workspace == workspace)
    return {row.owner: row.size for row in connection.execute(query.group_by(BESIDE.c.owner))}


def _bytes_of_job(connection: sa.Connection, job_id: str) -> int:
    return _bytes_at(connection, sa.select(USES.c.address).where(USES.c.job == job_id))


def _bytes_at(connection: sa.Connection, addresses: sa.SelectBase) -> int:
    sums = (
        sa.select(sa.func.sum(sa.func.length(table.c.content))).where(key.in_(addresses))
        for table, key in _HOLDERS
    )
    return sum(connection.scalar(each) or 0 for each in sums)


def _is(workspace: str, address: str) -> sa.ColumnElement[bool]:
    return sa.and_(BROUGHT.c.workspace == workspace, BROUGHT.c.address == address)
