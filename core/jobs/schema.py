"""The tables of the store, their version, and how those of an earlier version become the present ones."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import sqlalchemy as sa

from core.errors import InputError
from core.jobs.database import begin_alone, insert_new, let_call, schema_version, set_schema_version
from core.records import digest

METADATA = sa.MetaData()
OUTCOMES = sa.Table(
    "outcomes",
    METADATA,
    sa.Column("address", sa.String(64), primary_key=True),
    sa.Column("content", sa.LargeBinary, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("digest", sa.String(64)),
)
DATASETS = sa.Table(
    "datasets",
    METADATA,
    sa.Column("fingerprint", sa.String(64), primary_key=True),
    sa.Column("content", sa.LargeBinary, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("digest", sa.String(64)),
)
KEPT = sa.Table(
    "kept",
    METADATA,
    sa.Column("address", sa.String(64), primary_key=True),
    sa.Column("content", sa.LargeBinary, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("digest", sa.String(64)),
)
JOBS = sa.Table(
    "jobs",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("workspace", sa.String(64), nullable=False, index=True),
    sa.Column("kind", sa.String(32), nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("spec", sa.Text, nullable=False),
    sa.Column("fingerprint", sa.String(64), nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("started", sa.Float),
    sa.Column("heartbeat", sa.Float),
    sa.Column("finished", sa.Float),
    sa.Column("pid", sa.Integer),
    sa.Column("pid_created", sa.Float),
    sa.Column("error", sa.Text, nullable=False),
    sa.Column("unit_seconds", sa.Float),
)

USES = sa.Table(
    "uses",
    METADATA,
    sa.Column("job", sa.String(32), primary_key=True),
    sa.Column("address", sa.String(64), primary_key=True, index=True),
)
"""Which jobs have a use for which outcomes and data sets."""

BROUGHT = sa.Table(
    "brought",
    METADATA,
    sa.Column("workspace", sa.String(64), primary_key=True),
    sa.Column("address", sa.String(64), primary_key=True, index=True),
    sa.Column("kind", sa.String(32), nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)
"""What workspaces brought: data sets by their fingerprints, other things by the addresses they are kept under."""

BESIDE = sa.Table(
    "beside",
    METADATA,
    sa.Column("workspace", sa.String(64), primary_key=True),
    sa.Column("owner", sa.String(64), primary_key=True, index=True),
    sa.Column("place", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("address", sa.String(64), nullable=False, index=True),
)
"""What workspaces keep beside something: by the address, or another name, of what it belongs to."""

_AT_ONCE = 500
_FINGERPRINT = re.compile(r"\b[0-9a-f]{64}\b")

VERSION = 5
"""Raised when the tables change; `_MIGRATIONS` then has one more step."""


def content_digest(address: str, content: bytes) -> str:
    """What is kept beside a content, so that a damaged one is known, and one in another's place."""
    return digest(address, content)


def missing(connection: sa.Connection, table: sa.Table, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those of the rows whose primary key is not there yet."""
    key = next(iter(table.primary_key)).name
    kept = set[str]()
    for some in slices(rows):
        query = sa.select(table.c[key]).where(table.c[key].in_([row[key] for row in some]))
        kept |= set(connection.scalars(query))
    return [row for row in rows if row[key] not in kept]


def insert_missing(engine: sa.Engine, table: sa.Table, rows: list[dict[str, Any]]) -> None:
    """Insert rows whose primary key is not there yet."""
    with engine.begin() as connection:
        if fresh := missing(connection, table, rows):
            insert_new(connection, table, fresh)


def slices(items: list[Any]) -> Iterator[list[Any]]:
    """Parts of a list that one statement can take."""
    for start in range(0, len(items), _AT_ONCE):
        yield items[start : start + _AT_ONCE]


def prepare(engine: sa.Engine) -> None:
    """Make the tables, or bring them up to the present version.

    Raises
    ------
    InputError
        If a newer version made them, or another program.
    """
    with engine.connect() as connection:
        version = schema_version(connection)
    if version > VERSION:
        raise InputError(
            "the database was made by a newer version of Foldwise.",
            "store",
            "Update Foldwise, or name another folder in FOLDWISE_DATA.",
        )
    if version == VERSION:
        return
    with begin_alone(engine) as connection:
        for step in _MIGRATIONS[schema_version(connection) :]:
            step(connection)
        METADATA.create_all(connection)
        set_schema_version(connection, VERSION)


def _with_digests(connection: sa.Connection) -> None:
    """From the time before versions were counted: outcomes get their digests, as they are."""
    known = sa.inspect(connection)
    for table in METADATA.tables.values():
        if known.has_table(table.name):
            names = {column["name"] for column in known.get_columns(table.name)}
            if not set(table.columns.keys()) - {"digest"} <= names:
                raise InputError(
                    "the database is not one of Foldwise.",
                    "store",
                    "Move it away, or name another folder in FOLDWISE_DATA.",
                )
    _add_digests(connection, OUTCOMES)


def _with_all_digests(connection: sa.Connection) -> None:
    """Data sets, and what else is kept, get their digests, as they are."""
    for table in (DATASETS, KEPT):
        _add_digests(connection, table)


def _with_uses_of_data(connection: sa.Connection) -> None:
    """Jobs get a use for their data, those of several data sets too, whose specifications name them."""
    if not sa.inspect(connection).has_table(JOBS.name):
        return
    USES.create(connection, checkfirst=True)
    needed = set[tuple[str, str]]()
    for row in connection.execute(sa.select(JOBS.c.id, JOBS.c.fingerprint, JOBS.c.spec)).all():
        named = {row.fingerprint} if row.fingerprint else set(_FINGERPRINT.findall(row.spec))
        needed |= {(row.id, fingerprint) for fingerprint in named}
    known = {(row.job, row.address) for row in connection.execute(sa.select(USES))}
    for some in slices([{"job": job, "address": address} for job, address in sorted(needed - known)]):
        connection.execute(USES.insert(), some)


def _with_what_is_beside(connection: sa.Connection) -> None:
    """What is kept beside something is known as such."""
    BESIDE.create(connection, checkfirst=True)


def _with_unit_seconds(connection: sa.Connection) -> None:
    """Jobs tell how fast their units follow each other."""
    if _lacks(connection, JOBS, "unit_seconds"):
        connection.exec_driver_sql(f"ALTER TABLE {JOBS.name} ADD COLUMN unit_seconds FLOAT")


def _add_digests(connection: sa.Connection, table: sa.Table) -> None:
    if not _lacks(connection, table, "digest"):
        return
    let_call(connection, content_digest)
    connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN digest VARCHAR(64)")
    key = next(iter(table.primary_key)).name
    connection.exec_driver_sql(f"UPDATE {table.name} SET digest = content_digest({key}, content)")  # noqa: S608 - names of our own tables


def _lacks(connection: sa.Connection, table: sa.Table, column: str) -> bool:
    """Whether a table is there without a column."""
    known = sa.inspect(connection)
    return known.has_table(table.name) and column not in {
        found["name"] for found in known.get_columns(table.name)
    }


_MIGRATIONS: tuple[Callable[[sa.Connection], None], ...] = (
    _with_digests,
    _with_all_digests,
    _with_uses_of_data,
    _with_what_is_beside,
    _with_unit_seconds,
)
"""What leads from each version to the next."""
