"""Which jobs have a use for which outcomes and data, so that a run is deleted with its own and with nobody else's."""

from collections.abc import Iterable

import sqlalchemy as sa

from core.jobs.schema import BROUGHT, DATASETS, JOBS, OUTCOMES, USES


def add_uses(connection: sa.Connection, job_id: str, addresses: Iterable[str]) -> None:
    """Note that a job has a use for the outcomes and data sets at these addresses."""
    rows = [{"job": job_id, "address": address} for address in dict.fromkeys(addresses)]
    if rows:
        connection.execute(USES.insert(), rows)


def copy_uses(connection: sa.Connection, old: str, new: str) -> None:
    """Note that one job has a use for all that another one has; one that was deleted has a use for nothing."""
    known = sa.select(USES.c.address).where(USES.c.job == new)
    is_there = sa.exists().where(JOBS.c.id == new)
    same = sa.select(sa.literal(new), USES.c.address).where(
        USES.c.job == old, USES.c.address.not_in(known), is_there
    )
    connection.execute(USES.insert().from_select(["job", "address"], same))


def forget_uses(connection: sa.Connection, job_id: str) -> None:
    """Note that a job has a use for nothing any more; the outcomes stay."""
    connection.execute(USES.delete().where(USES.c.job == job_id))


def delete_unshared(connection: sa.Connection, job_id: str) -> None:
    """Delete the outcomes that this job alone has a use for."""
    connection.execute(OUTCOMES.delete().where(OUTCOMES.c.address.in_(_own(job_id))))


def delete_unshared_data(connection: sa.Connection, job_id: str) -> None:
    """Delete the data sets that this job alone has a use for, and that no workspace keeps for itself."""
    brought = sa.select(BROUGHT.c.address)
    own = sa.and_(DATASETS.c.fingerprint.in_(_own(job_id)), DATASETS.c.fingerprint.not_in(brought))
    connection.execute(DATASETS.delete().where(own))


def _own(job_id: str) -> sa.Select[tuple[str]]:
    mine, others = USES.alias(), USES.alias()
    shared = sa.exists().where(others.c.address == mine.c.address, others.c.job != job_id)
    return sa.select(mine.c.address).where(mine.c.job == job_id, ~shared)
