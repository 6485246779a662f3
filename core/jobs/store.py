"""The store: contents, the jobs that use them, and the workspaces that keep them."""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any
from uuid import uuid4

import sqlalchemy as sa

from core.jobs import beside, holdings
from core.jobs.contents import Contents, kept_row
from core.jobs.database import database_url, insert_new
from core.jobs.holdings import Brought
from core.jobs.job import OPEN_STATES, Job, check_job_id
from core.jobs.retention import MOST_STORED, forget_oldest
from core.jobs.schema import JOBS, KEPT, USES, missing
from core.jobs.uses import add_uses, copy_uses, delete_unshared, delete_unshared_data, forget_uses
from core.records import digest

_REUSED, _BESIDE = "reused", "beside"


class Store(Contents):
    """Finished units, data sets and jobs behind one database address.

    Parameters
    ----------
    url : str
        SQLAlchemy URL; `open_store` finds it.
    """

    def add_job(
        self,
        *,
        workspace: str,
        kind: str,
        title: str,
        spec: str,
        fingerprint: str,
        total: int,
        done: int = 0,
        addresses: Iterable[str] = (),
    ) -> Job:
        """Queue a job under a new unguessable id.

        Parameters
        ----------
        workspace, kind, title, spec, fingerprint, total
            As in `Job`; `fingerprint` is empty where no data set is needed.
        done : int
            Units that are kept from earlier jobs.
        addresses : iterable of str
            Of the outcomes that it has a use for, and of data sets besides `fingerprint`.

        Raises
        ------
        InputError
            If the workspace keeps as much as it may.
        """
        self.check_room(workspace)
        job = Job(
            id=uuid4().hex,
            workspace=workspace,
            kind=kind,
            title=title,
            spec=spec,
            fingerprint=fingerprint,
            state="queued",
            done=done,
            total=total,
            created=time.time(),
        )
        with self._engine.begin() as connection:
            connection.execute(JOBS.insert(), asdict(job))
            add_uses(connection, job.id, [*addresses, *filter(None, [fingerprint])])
        if done:
            self.keep(workspace, _REUSED, job.id, str(done).encode())
        return job

    def reused(self, job: Job) -> int:
        """Units of a job that were kept from earlier jobs when it was queued."""
        return int(self.kept(job.workspace, _REUSED, job.id) or 0)

    def open_job(self, workspace: str, kind: str, spec: str) -> Job | None:
        """The job of a workspace that waits or runs and does just this, or None."""
        alike = sa.and_(JOBS.c.workspace == workspace, JOBS.c.kind == kind, JOBS.c.spec == spec)
        jobs = self._jobs(sa.and_(alike, JOBS.c.state.in_(OPEN_STATES)))
        return jobs[0] if jobs else None

    def job(self, job_id: str) -> Job | None:
        """The job of this id, or None.

        Raises
        ------
        InputError
            If the id is not 32 hex digits.
        """
        jobs = self._jobs(JOBS.c.id == check_job_id(job_id))
        return jobs[0] if jobs else None

    def jobs(self, workspace: str) -> list[Job]:
        """Jobs of a workspace, the newest first."""
        return self._jobs(JOBS.c.workspace == workspace)[::-1]

    def jobs_that_use(self, workspace: str, address: str) -> list[Job]:
        """Jobs of a workspace that have a use for the data set or the outcome at this address, the newest first."""
        mine = JOBS.c.id.in_(sa.select(USES.c.job).where(USES.c.address == address))
        return self._jobs(sa.and_(JOBS.c.workspace == workspace, mine))[::-1]

    def open_jobs(self) -> list[Job]:
        """Jobs of everybody that wait or run, the oldest first."""
        return self._jobs(JOBS.c.state.in_(OPEN_STATES))

    def last_worked(self) -> dict[str, float]:
        """When a job of each workspace was worked on last."""
        query = sa.select(JOBS.c.workspace, sa.func.max(JOBS.c.heartbeat)).group_by(JOBS.c.workspace)
        with self._engine.connect() as connection:
            return {workspace: last or 0.0 for workspace, last in connection.execute(query)}

    def update_job(self, job_id: str, **values: Any) -> None:
        """Set fields of a job.

        Raises
        ------
        InputError
            If the id is not 32 hex digits.
        """
        with self._engine.begin() as connection:
            connection.execute(JOBS.update().where(JOBS.c.id == check_job_id(job_id)).values(**values))

    def claim_job(self, job_id: str, pid: int, pid_created: float) -> bool:
        """Mark a queued job as running in this process; False when somebody else was quicker.

        One that gave way counts as started as long ago as it was worked on.

        Raises
        ------
        InputError
            If the id is not 32 hex digits.
        """
        now = time.time()
        values = {
            "state": "running",
            "pid": pid,
            "pid_created": pid_created,
            "started": now - sa.func.coalesce(JOBS.c.heartbeat - JOBS.c.started, 0.0),
            "heartbeat": now,
        }
        mine = sa.and_(JOBS.c.id == check_job_id(job_id), JOBS.c.state == "queued")
        with self._engine.begin() as connection:
            return connection.execute(JOBS.update().where(mine).values(**values)).rowcount == 1

    def put_back(self, job_id: str) -> bool:
        """Let a running job wait for its next turn; False when it was closed meanwhile.

        Raises
        ------
        InputError
            If the id is not 32 hex digits.
        """
        values = {"state": "queued", "pid": None, "pid_created": None, "heartbeat": time.time()}
        running = sa.and_(JOBS.c.id == check_job_id(job_id), JOBS.c.state == "running")
        with self._engine.begin() as connection:
            return connection.execute(JOBS.update().where(running).values(**values)).rowcount == 1

    def finish_job(self, job_id: str, state: str, error: str = "", *, seen: Job | None = None) -> bool:
        """Close an open job; False when it was closed already.

        Parameters
        ----------
        job_id, state, error : str
            As in `Job`.
        seen : Job, optional
            The job as it was seen: if it has changed hands since, it stays open.

        Raises
        ------
        InputError
            If the id is not 32 hex digits.
        """
        values = {"state": state, "error": error, "finished": time.time(), "pid": None, "pid_created": None}
        still_open = sa.and_(JOBS.c.id == check_job_id(job_id), JOBS.c.state.in_(OPEN_STATES))
        if seen is not None:
            still_open = sa.and_(still_open, JOBS.c.state == seen.state, JOBS.c.pid == seen.pid)
        with self._engine.begin() as connection:
            return connection.execute(JOBS.update().where(still_open).values(**values)).rowcount == 1

    def share_outcomes(self, old: Job, new: Job) -> None:
        """Let a job have a use for all that another one has."""
        with self._engine.begin() as connection:
            copy_uses(connection, old.id, new.id)

    def delete_job(self, job_id: str, *, outcomes: bool = False) -> None:
        """Forget a job, and its data when no other job needs them and no workspace keeps them for itself.

        Parameters
        ----------
        job_id : str
        outcomes : bool
            Whether the outcomes go, too, for which no other job has a use; otherwise they stay.

        Raises
        ------
        InputError
            If the id is not 32 hex digits.
        """
        check_job_id(job_id)
        with self._engine.begin() as connection:
            if outcomes:
                delete_unshared(connection, job_id)
            delete_unshared_data(connection, job_id)
            forget_uses(connection, job_id)
            connection.execute(JOBS.delete().where(JOBS.c.id == job_id))

    def hold(self, workspace: str, address: str, kind: str, title: str) -> None:
        """Note that a workspace brought what is kept at this address.

        Parameters
        ----------
        workspace : str
        address : str
            Fingerprint of a data set, else the digest of workspace, kind and key.
        kind, title : str
            What people read.
        """
        with self._engine.begin() as connection:
            holdings.hold(connection, workspace, address, kind, title)

    def let_go(self, workspace: str, address: str) -> None:
        """Delete what a workspace brought, unless another workspace or a job has a use for it.

        What the workspace keeps beside it goes in any case.
        """
        with self._engine.begin() as connection:
            holdings.let_go(connection, workspace, address)

    def keep_beside(self, workspace: str, owner: str, contents: Sequence[tuple[str, bytes]]) -> None:
        """Keep these beside something, as long as it, instead of what was kept there before.

        Parameters
        ----------
        workspace, owner : str
            Whose it is, and the address, or another name, of what it belongs to.
        contents : sequence of (name, bytes)
            What is kept beside other things too is kept once; of none, nothing is kept there any more.

        Raises
        ------
        InputError
            If the workspace would keep more than it may.
        """
        addresses = [digest(workspace, _BESIDE, digest(content)) for _, content in contents]
        parts = dict(zip(addresses, (content for _, content in contents), strict=True))
        names = [(name, address) for (name, _), address in zip(contents, addresses, strict=True)]
        with (
            self._engine.begin() as connection
        ):  # what was there stays where this is refused, or ends halfway
            beside.tie(connection, workspace, owner, names)
            fresh = missing(connection, KEPT, [kept_row(*part) for part in parts.items()])
            if fresh:
                holdings.check_room(connection, workspace, sum(len(row["content"]) for row in fresh))
                insert_new(connection, KEPT, fresh)

    def beside(self, workspace: str, owner: str) -> list[tuple[str, bytes]]:
        """Names and contents of what is kept beside something; none where one of them is gone or damaged."""
        with self._engine.connect() as connection:
            names = beside.tied(connection, workspace, owner)
        found = [(name, self.kept_at(address)) for name, address in names]
        whole = [(name, content) for name, content in found if content is not None]
        return whole if len(whole) == len(found) else []

    def brought(self, workspace: str) -> list[Brought]:
        """What a workspace brought and the store still has, the oldest first."""
        with self._engine.connect() as connection:
            return holdings.brought(connection, workspace)

    def bytes_of(self, workspace: str) -> int:
        """Bytes of all that a workspace brought, with what is beside it, and that its jobs use or have found."""
        with self._engine.connect() as connection:
            return holdings.bytes_of(connection, workspace)

    def check_room(self, workspace: str, more: int = 0) -> None:
        """Refuse what goes beyond what a workspace may keep.

        Raises
        ------
        InputError
            If `more` bytes have no room, with what to delete.
        """
        with self._engine.connect() as connection:
            holdings.check_room(connection, workspace, more)

    def forget_oldest(self, most: int = MOST_STORED) -> int:
        """Delete what is oldest where more than `most` bytes are kept; what waits or runs stays with all that it needs.

        Returns
        -------
        Number of runs and other things that went.
        """
        return forget_oldest(self._engine, lambda job_id: self.delete_job(job_id, outcomes=True), most)

    def _jobs(self, condition: sa.ColumnElement[bool]) -> list[Job]:
        query = sa.select(JOBS).where(condition).order_by(JOBS.c.created, JOBS.c.id)
        with self._engine.connect() as connection:
            return [Job(**row._mapping) for row in connection.execute(query)]


def open_store(url: str | None = None) -> Store:
    """Open the store at this address.

    Parameters
    ----------
    url : str, optional
        SQLAlchemy URL or a folder; without it the folder `FOLDWISE_DATA`, or `.foldwise` beside the app.

    Raises
    ------
    InputError
        If it is the address of another kind of database, or one that is damaged, of a newer version or not ours.
    """
    return Store(database_url(url))


@contextmanager
def opened(url: str | None) -> Iterator[Store]:
    """Open a store for the length of a with block."""
    store = open_store(url)
    try:
        yield store
    finally:
        store.close()
