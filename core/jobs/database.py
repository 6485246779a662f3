"""Address → engine, by SQLAlchemy; the only file that knows which database there is (today SQLite).

What differs from one database to the next stands here: how it is tuned on connecting, how rows that are there
already are passed over, and where a database that is a file keeps other files beside it.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from core.errors import InputError

DATA_FOLDER = "FOLDWISE_DATA"
"""Environment variable with the folder that holds the database and the files beside it."""

_FILE = "foldwise.db"
_PATIENCE = 30
"""Seconds that a connection waits while another process writes."""
_TUNING = ("journal_mode=WAL", "synchronous=NORMAL", f"busy_timeout={1000 * _PATIENCE}")


def data_folder() -> Path:
    """The folder that `FOLDWISE_DATA` names, or ``.foldwise`` beside the app."""
    return Path(os.environ.get(DATA_FOLDER) or Path(__file__).parents[2] / ".foldwise")


def database_url(place: str | None = None) -> str:
    """SQLAlchemy URL of a place: a URL itself, a folder (made if need be), or the data folder."""
    if place is not None and "://" in place:
        return place
    folder = data_folder() if place is None else Path(place)
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder.resolve() / _FILE}"


def files_folder(url: str) -> Path:
    """Where files belong that go with the database: beside it, or in the data folder while it is in memory."""
    file = sa.make_url(url).database
    return Path(file).parent if file and file != ":memory:" else data_folder()


def connect(url: str) -> sa.Engine:
    """Make an engine that several processes may use at a time.

    Raises
    ------
    InputError
        If it is not the address of an SQLite database.
    """
    if not url.startswith("sqlite:///"):
        raise InputError(f"must be a folder or sqlite:///path, not {url!r}.", "store")
    engine = sa.create_engine(url, connect_args={"timeout": _PATIENCE})
    sa.event.listen(engine, "connect", _tune)
    return engine


def insert_new(connection: sa.Connection, table: sa.Table, rows: Sequence[dict[str, Any]]) -> None:
    """Insert rows; one whose primary key another process has just written is passed over."""
    connection.execute(table.insert().prefix_with("OR IGNORE"), rows)


def _tune(connection: Any, _record: object) -> None:
    for pragma in _TUNING:
        connection.execute(f"PRAGMA {pragma}")
