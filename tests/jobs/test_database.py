"""Which database it is, one file knows; where files lie beside it, the store says."""

import re
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from core.errors import InputError
from core.jobs import open_store
from core.jobs.database import connect, insert_new

ROOT = Path(__file__).parents[2]
OWN_WORDS = re.compile(
    r"sqlite|pragma\b(?!:)|\bWAL\b|OR IGNORE|connect_args|(engine|sqlalchemy)\.dialect", re.IGNORECASE
)


def test_only_the_database_file_speaks_of_sqlite():
    sources = [*ROOT.glob("core/**/*.py"), *ROOT.glob("pages/**/*.py"), ROOT / "app.py", ROOT / "server.py"]
    found = {path.relative_to(ROOT).as_posix() for path in sources if OWN_WORDS.search(path.read_text())}
    uploads = "core/data/tables/source.py"  # tells a visitor what kind of file was brought
    assert found - {uploads} == {"core/jobs/database.py"}


@pytest.mark.parametrize("as_url", [False, True])
def test_files_lie_beside_the_database(tmp_path, as_url):
    place = tmp_path / "some where"
    place.mkdir()
    with closing(open_store(f"sqlite:///{place}/foldwise.db" if as_url else str(place))) as store:
        assert store.folder == place
        assert (place / "foldwise.db").exists()


def test_without_a_place_the_data_folder_is_used(tmp_path, monkeypatch):
    monkeypatch.setenv("FOLDWISE_DATA", str(tmp_path / "new"))
    with closing(open_store()) as store:
        assert store.folder == tmp_path / "new"
    with closing(open_store("sqlite:///:memory:")) as store:
        assert store.folder == tmp_path / "new"


def test_several_processes_may_write_and_what_is_there_stays(tmp_path):
    table = sa.Table(
        "t", sa.MetaData(), sa.Column("key", sa.String, primary_key=True), sa.Column("value", sa.String)
    )
    engine = connect(f"sqlite:///{tmp_path}/t.db")
    with engine.begin() as connection:
        modes = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")
        ]
        table.create(connection)
        insert_new(connection, table, [{"key": "a", "value": "first"}])
        insert_new(connection, table, [{"key": "a", "value": "second"}, {"key": "b", "value": "new"}])
        kept = [tuple(row) for row in connection.execute(sa.select(table).order_by(table.c.key))]
    engine.dispose()
    assert modes == ["wal", 1]
    assert kept == [("a", "first"), ("b", "new")]


@pytest.mark.parametrize("url", ["postgresql://host/foldwise", "sqlite:/broken://x"])
def test_another_database_is_refused_in_a_sentence(url):
    with pytest.raises(InputError, match="store: must be a folder or sqlite:///path"):
        open_store(url)
