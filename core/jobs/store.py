"""Addresses and bytes → what is kept, by SQLAlchemy: finished units, data sets and jobs.

A unit's outcome is kept under its address, the digest of everything that decides it, so that
nothing is computed twice, whoever asks. Bytes in, bytes out: what they mean is known to the
room that owns the unit. Which database it is, only `core.jobs.database` knows.
"""

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from typing import Any
from uuid import uuid4

import sqlalchemy as sa

from core.errors import InputError
from core.jobs import schema
from core.jobs.database import check_whole, check_writable, connect, database_url, files_folder
from core.jobs.job import OPEN_STATES, Job, check_job_id
from core.jobs.retention import MOST_STORED, forget_oldest
from core.jobs.schema import DATASETS, JOBS, KEPT, OUTCOMES
from core.jobs.uses import add_uses, copy_uses, delete_unshared, forget_uses
from core.records import digest

_REUSED = "reused"


class Store:
    """Finished units, data sets and jobs behind one database address.

    Parameters
    ----------
    url : str
        SQLAlchemy URL; `open_store` finds it.

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
        with suppress(
            InputError
        ):  # they are computed again in any case, and kept where the store can be written
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
        return schema.whole_content(self._engine, DATASETS, fingerprint)

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
        address = digest(workspace, kind, key)
        schema.insert_missing(self._engine, KEPT, [{"address": address, **_content(address, content)}])

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
            connection.execute(KEPT.insert(), [{"address": address, **_content(address, content)}])

    def kept(self, workspace: str, kind: str, key: str) -> bytes | None:
        """What `keep` or `change` kept, or None; what is damaged is as good as none."""
        return schema.whole_content(self._engine, KEPT, digest(workspace, kind, key))

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
            Of the outcomes that it has a use for.
        """
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
            add_uses(connection, job.id, addresses)
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

    def open_jobs(self) -> list[Job]:
        """Jobs of everybody that wait or run, the oldest first."""
        return self._jobs(JOBS.c.state.in_(OPEN_STATES))

    def last_starts(self) -> dict[str, float]:
        """When the last job of each workspace was begun."""
        query = sa.select(JOBS.c.workspace, sa.func.max(JOBS.c.started)).group_by(JOBS.c.workspace)
        with self._engine.connect() as connection:
            return {workspace: started or 0.0 for workspace, started in connection.execute(query)}

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
            "started": now,
            "heartbeat": now,
        }
        mine = sa.and_(JOBS.c.id == check_job_id(job_id), JOBS.c.state == "queued")
        with self._engine.begin() as connection:
            return connection.execute(JOBS.update().where(mine).values(**values)).rowcount == 1

    def finish_job(self, job_id: str, state: str, error: str = "") -> bool:
        """Close an open job; False when it was closed already.

        Raises
        ------
        InputError
            If the id is not 32 hex digits.
        """
        values = {"state": state, "error": error, "finished": time.time(), "pid": None, "pid_created": None}
        still_open = sa.and_(JOBS.c.id == check_job_id(job_id), JOBS.c.state.in_(OPEN_STATES))
        with self._engine.begin() as connection:
            return connection.execute(JOBS.update().where(still_open).values(**values)).rowcount == 1

    def share_outcomes(self, old: Job, new: Job) -> None:
        """Let a job have a use for all that an earlier one has."""
        with self._engine.begin() as connection:
            copy_uses(connection, old.id, new.id)

    def delete_job(self, job_id: str, *, outcomes: bool = False) -> None:
        """Forget a job, and its data set when no other job needs it.

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
        job = self.job(job_id)
        if job is None:
            return
        with self._engine.begin() as connection:
            if outcomes:
                delete_unshared(connection, job_id)
            forget_uses(connection, job_id)
            connection.execute(JOBS.delete().where(JOBS.c.id == job_id))
            others = sa.select(sa.func.count()).where(JOBS.c.fingerprint == job.fingerprint)
            if not connection.scalar(others):
                connection.execute(DATASETS.delete().where(DATASETS.c.fingerprint == job.fingerprint))

    def forget_oldest(self, most: int = MOST_STORED) -> int:
        """Delete what is oldest where more than `most` bytes are kept; what waits or runs stays with all that it needs.

        Returns
        -------
        Number of runs and other things that went.
        """
        return forget_oldest(self._engine, lambda job_id: self.delete_job(job_id, outcomes=True), most)

    def _forget(self, addresses: list[str]) -> None:
        for some in schema.slices(addresses):
            with self._engine.begin() as connection:
                connection.execute(OUTCOMES.delete().where(OUTCOMES.c.address.in_(some)))

    def _jobs(self, condition: sa.ColumnElement[bool]) -> list[Job]:
        query = sa.select(JOBS).where(condition).order_by(JOBS.c.created, JOBS.c.id)
        with self._engine.connect() as connection:
            return [Job(**row._mapping) for row in connection.execute(query)]


def _content(key: str, content: bytes) -> dict[str, Any]:
    """The columns that all have which hold a content."""
    return {"content": content, "digest": schema.content_digest(key, content), "created": time.time()}


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
