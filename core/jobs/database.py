"""Address → engine, by SQLAlchemy; the only file that knows which database there is (today SQLite).

What differs from one database to the next stands here: how it is tuned on connecting, how its errors are told, how
rows that are there already are passed over, and where a database that is a file keeps other files beside it.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from core.errors import InputError, quoted

DATA_FOLDER = "FOLDWISE_DATA"
"""Environment variable with the folder that holds the database and the files beside it."""

_FILE = "foldwise.db"
_PATIENCE = 30
"""Seconds that a connection waits while another process writes."""
_TUNING = ("journal_mode=WAL", "synchronous=NORMAL", f"busy_timeout={1000 * _PATIENCE}")
_NOBODY_ELSE = 0o077
"""Rights that are taken from everybody else."""
_WHERE = "store"
_ELSEWHERE = f"or name another folder in {DATA_FOLDER} and start Foldwise again."
_DAMAGED = f"Put a backup in its place, move it away, {_ELSEWHERE}"
_TROUBLES = {
    "SQLITE_NOTADB": ("is not a database, or not any more.", _DAMAGED),
    "SQLITE_CORRUPT": ("is damaged.", _DAMAGED),
    "SQLITE_ERROR": ("is damaged: a table or column is missing.", _DAMAGED),
    "SQLITE_CANTOPEN": ("cannot be opened.", f"Let Foldwise read and write its folder, {_ELSEWHERE}"),
    "SQLITE_PERM": ("may not be opened.", f"Let Foldwise read and write its folder, {_ELSEWHERE}"),
    "SQLITE_READONLY": ("cannot be written.", f"Let Foldwise write its folder, {_ELSEWHERE}"),
    "SQLITE_FULL": ("cannot be written: there is no room left.", f"Make room on the disk, {_ELSEWHERE}"),
    "SQLITE_IOERR": ("cannot be read or written: the disk fails.", f"Look after the disk, {_ELSEWHERE}"),
    "SQLITE_BUSY": (
        f"was written to by another process for more than {_PATIENCE} seconds.",
        "Try again; end what holds it if this stays.",
    ),
}
"""What the database's own errors mean to people, and what to do, by the beginnings of their names."""


def data_folder() -> Path:
    """The folder that `FOLDWISE_DATA` names, or ``.foldwise`` beside the app."""
    return Path(os.environ.get(DATA_FOLDER) or Path(__file__).parents[2] / ".foldwise")


def database_url(place: str | None = None) -> str:
    """SQLAlchemy URL of a place: a URL itself, a folder (made if need be, for nobody else), or the data folder.

    Raises
    ------
    InputError
        If there cannot be such a folder.
    """
    if place is not None and "://" in place:
        return place
    folder = data_folder() if place is None else Path(place)
    try:
        folder.mkdir(mode=0o777 & ~_NOBODY_ELSE, parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"there can be no folder {quoted(str(folder))} ({error.strerror}).",
            _WHERE,
            f"Make it, {_ELSEWHERE}",
        ) from error
    return sa.URL.create("sqlite", database=str(folder.resolve() / _FILE)).render_as_string()


def files_folder(url: str) -> Path:
    """Where files belong that go with the database: beside it, or in the data folder while it is in memory."""
    file = _file(url)
    return data_folder() if file is None else file.parent


def private(path: Path) -> Path:
    """Make a file that nobody else may read, unless it is there already.

    Raises
    ------
    InputError
        If it cannot be made.
    """
    try:
        path.touch(mode=0o666 & ~_NOBODY_ELSE)
    except OSError as error:
        raise InputError(
            f"its folder cannot be written ({error.strerror}).",
            _WHERE,
            f"Let Foldwise write {quoted(str(path.parent))}, {_ELSEWHERE}",
        ) from error
    return path


def connect(url: str) -> sa.Engine:
    """Make an engine that several processes may use at a time; its troubles are told as `InputError`.

    Raises
    ------
    InputError
        If it is not the address of an SQLite database.
    """
    if not url.startswith("sqlite:///"):
        raise InputError(f"must be a folder or sqlite:///path, not {url!r}.", _WHERE)
    file = _file(url)
    if file is not None and not file.exists() and file.parent.is_dir():
        private(file)
    engine = sa.create_engine(url, connect_args={"timeout": _PATIENCE})
    sa.event.listen(engine, "connect", _tune)
    sa.event.listen(engine, "handle_error", _tell)
    return engine


def check_writable(engine: sa.Engine) -> None:
    """Write what is there already.

    Raises
    ------
    InputError
        If the database cannot be written.
    """
    with engine.begin() as connection:
        set_schema_version(connection, schema_version(connection))


def check_whole(engine: sa.Engine) -> None:
    """Look through the whole database for damage.

    Raises
    ------
    InputError
        If it is damaged.
    """
    with engine.connect() as connection:
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if found != "ok":
        raise InputError("the database is damaged.", _WHERE, _DAMAGED)


def schema_version(connection: sa.Connection) -> int:
    """The version of the tables that is written in the database; 0 in a new one."""
    return int(connection.exec_driver_sql("PRAGMA user_version").scalar() or 0)


def set_schema_version(connection: sa.Connection, version: int) -> None:
    """Write the version of the tables."""
    connection.exec_driver_sql(f"PRAGMA user_version = {version:d}")


@contextmanager
def begin_alone(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Begin a transaction beside which nobody else writes."""
    with engine.connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        yield connection
        connection.commit()


def let_call(connection: sa.Connection, function: Callable[[str, bytes], str]) -> None:
    """Let statements of this connection call a function of two arguments by its name."""
    driver: Any = connection.connection.driver_connection
    driver.create_function(function.__name__, 2, function)


def insert_new(connection: sa.Connection, table: sa.Table, rows: Sequence[dict[str, Any]]) -> None:
    """Insert rows; one whose primary key another process has just written is passed over."""
    connection.execute(table.insert().prefix_with("OR IGNORE"), rows)


def _file(url: str) -> Path | None:
    file = sa.make_url(url).database
    return Path(file) if file and file != ":memory:" else None


def _tune(connection: Any, _record: object) -> None:
    connection.text_factory = _text
    try:
        for pragma in _TUNING:
            connection.execute(f"PRAGMA {pragma}")
    except UnicodeDecodeError as error:  # SQLite quotes what is damaged in the definition of a table
        raise InputError("the database is damaged.", _WHERE, _DAMAGED) from error


def _text(content: bytes) -> str:
    """A text with a damaged character is a damaged text, not the end of all reading."""
    return content.decode(errors="replace")


def _tell(context: sa.ExceptionContext) -> None:
    error = context.original_exception
    name = str(getattr(error, "sqlite_errorname", ""))
    for beginning, (what, hint) in _TROUBLES.items():
        if name.startswith(beginning):
            raise InputError(f"the database {what}", _WHERE, hint) from error
