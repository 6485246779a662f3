"""A store of bounded size: what is oldest goes first, a run with its own outcomes, and never what waits or runs."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import sqlalchemy as sa

from core.jobs import beside
from core.jobs.job import OPEN_STATES
from core.jobs.schema import BESIDE, DATASETS, JOBS, KEPT, METADATA, OUTCOMES, USES

MOST_STORED = 20 * 10**9
"""Bytes of outcomes, data sets and imported results that a store keeps."""
SMALL = 2**16
"""Bytes of what is kept for good, however old, unless beside something: an examination counts as there is but one."""
_DOWN_TO = 0.9
"""Share of the limit to which it is cleared, so that it is not cleared all the time."""


class Old(NamedTuple):
    """Something that may go: a job, or a row of `table`."""

    moment: float
    key: str
    table: str


def forget_oldest(engine: sa.Engine, delete_job: Callable[[str], None], most: int) -> int:
    """Delete what is oldest where more than `most` bytes are kept.

    Parameters
    ----------
    engine : Engine
    delete_job : callable
        Deletes a job by its id, with what no other job has a use for.
    most : int

    Returns
    -------
    Number of jobs and other things that went.
    """
    with engine.connect() as connection:
        size = stored_bytes(connection)
        going = oldest(connection) if size > most else []
    for gone, old in enumerate(going):
        if size <= _DOWN_TO * most:
            return gone
        if old.table == JOBS.name:
            delete_job(old.key)
            with engine.connect() as connection:
                size = stored_bytes(connection)
        else:
            with engine.begin() as connection:
                size -= delete_unused(connection, old)
    return len(going)


def stored_bytes(connection: sa.Connection) -> int:
    """Bytes of all that is kept."""
    sums = (sa.select(sa.func.sum(sa.func.length(table.c.content))) for table in (OUTCOMES, DATASETS, KEPT))
    return sum(connection.scalar(each) or 0 for each in sums)


def oldest(connection: sa.Connection) -> list[Old]:
    """What may go, the oldest first: jobs that have ended, and what no job has a use for."""
    return sorted([*_jobs(connection), *_unused(connection)])


def delete_unused(connection: sa.Connection, old: Old) -> int:
    """Delete what no job has a use for, with what is beside it, or belongs with it; gives its own bytes.

    These are 0 where a job has come to need it meanwhile.

    Parameters
    ----------
    connection : Connection
    old : Old
        A row of a table other than that of the jobs.
    """
    table = METADATA.tables[old.table]
    mine = next(iter(table.primary_key)) == old.key
    if table is not KEPT:
        mine = sa.and_(mine, ~sa.exists().where(USES.c.address == old.key))
    size = connection.scalar(sa.select(sa.func.length(table.c.content)).where(mine)) or 0
    if connection.execute(table.delete().where(mine)).rowcount:
        beside.untie_from(connection, old.key)
    return int(size)


def _jobs(connection: sa.Connection) -> Iterator[Old]:
    query = sa.select(sa.func.coalesce(JOBS.c.finished, JOBS.c.created), JOBS.c.id)
    for moment, key in connection.execute(query.where(JOBS.c.state.not_in(OPEN_STATES))):
        yield Old(moment, key, JOBS.name)


def _unused(connection: sa.Connection) -> Iterator[Old]:
    used = sa.exists().where(USES.c.address == OUTCOMES.c.address)
    needed = sa.exists().where(USES.c.address == DATASETS.c.fingerprint)
    may_go = sa.or_(sa.func.length(KEPT.c.content) > SMALL, KEPT.c.address.in_(sa.select(BESIDE.c.address)))
    queries = (
        (OUTCOMES, sa.select(OUTCOMES.c.created, OUTCOMES.c.address).where(~used)),
        (DATASETS, sa.select(DATASETS.c.created, DATASETS.c.fingerprint).where(~needed)),
        (KEPT, sa.select(KEPT.c.created, KEPT.c.address).where(may_go)),
    )
    for table, query in queries:
        for moment, key in connection.execute(query):
            yield Old(moment, key, table.name)
