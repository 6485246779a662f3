"""A store that is damaged, old, foreign, full or only to be read: what it gives is right, or a sentence."""

import os
import random
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from core.errors import InputError
from core.jobs import open_store, schema

OUTCOMES = {f"{i:064x}": bytes([i]) * 3000 for i in range(20)}
FIELDS = {"workspace": "w", "kind": "k", "title": "t", "spec": "{}", "fingerprint": "", "total": 1}


@pytest.fixture
def folder(tmp_path):
    """A store with outcomes, closed."""
    with closing(open_store(str(tmp_path / "store"))) as store:
        store.put_outcomes(OUTCOMES)
        store.add_job(**FIELDS)
    return tmp_path / "store"


def change(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / "foldwise.db")) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def look_at(folder: Path) -> dict[str, bytes]:
    """What a page does with a store."""
    with closing(open_store(str(folder))) as store:
        store.check_whole()
        store.jobs("w")
        return store.outcomes(OUTCOMES)


def test_a_damaged_outcome_is_not_given_and_can_be_kept_again(folder):
    first, second, *_ = OUTCOMES
    change(
        folder,
        f"UPDATE outcomes SET content = x'00' WHERE address = '{first}'",
        f"UPDATE outcomes SET content = x'{OUTCOMES[first].hex()}' WHERE address = '{second}'",
    )
    with closing(open_store(str(folder))) as store:
        assert store.outcomes(OUTCOMES).keys() == OUTCOMES.keys() - {first, second}
        assert first not in store.known(OUTCOMES)
        store.put_outcomes(OUTCOMES)
        assert store.outcomes(OUTCOMES) == OUTCOMES


def test_a_text_with_a_damaged_character_does_not_end_the_reading(folder):
    address, *_ = OUTCOMES
    change(
        folder,
        f"UPDATE outcomes SET digest = CAST(x'ff' AS TEXT) WHERE address = '{address}'",
        "UPDATE jobs SET title = CAST(x'61ff' AS TEXT)",
    )
    with closing(open_store(str(folder))) as store:
        assert store.outcomes(OUTCOMES).keys() == OUTCOMES.keys() - {address}
        assert [job.title for job in store.jobs("w")] == ["a�"]


def test_a_damaged_character_in_the_definition_of_a_table_is_told_as_damage(folder):
    file = folder / "foldwise.db"
    file.write_bytes(file.read_bytes().replace(b"CREATE TABLE outcomes", b"CREATE \xa0ABLE outcomes"))
    with pytest.raises(InputError, match="the database is damaged"):
        look_at(folder)


def test_no_flipped_bit_gives_another_outcome(folder, tmp_path):
    whole = (folder / "foldwise.db").read_bytes()
    rng, other = random.Random(3), tmp_path / "flipped"
    other.mkdir()
    right = refused = 0
    for _ in range(150):
        at, bit = rng.randrange(len(whole)), rng.randrange(8)
        data = bytearray(whole)
        data[at] ^= 1 << bit
        (other / "foldwise.db").write_bytes(data)
        for beside in other.glob("foldwise.db-*"):
            beside.unlink()
        try:
            found = look_at(other)
        except InputError as error:
            assert str(error).startswith("store: the database")
            refused += 1
            continue
        assert all(OUTCOMES[address] == content for address, content in found.items())
        right += 1
    assert right > 100
    assert right + refused == 150


def test_a_store_from_before_versions_were_counted_is_brought_up(folder):
    change(folder, "ALTER TABLE outcomes DROP COLUMN digest", "PRAGMA user_version = 0")
    assert look_at(folder) == OUTCOMES
    with closing(sqlite3.connect(folder / "foldwise.db")) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)
    assert look_at(folder) == OUTCOMES


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        (f"PRAGMA user_version = {schema.VERSION + 1}", "newer version of Foldwise. Update"),
        ("PRAGMA user_version = 0", "not one of Foldwise"),
    ],
)
def test_a_store_of_another_program_is_refused_in_a_sentence(folder, statement, sentence):
    change(folder, "ALTER TABLE jobs RENAME COLUMN workspace TO owner", statement)
    with pytest.raises(InputError, match=sentence):
        look_at(folder)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (lambda whole: os.urandom(9000), "is not a database"),
        (lambda whole: whole[: len(whole) // 2], "is damaged"),
        (lambda whole: whole[:4096] + bytes(len(whole) - 4096), "is damaged"),
        (lambda whole: b"learner,score\n" * 1000, "is not a database"),
    ],
    ids=["garbage", "truncated", "overwritten", "table"],
)
def test_what_is_no_database_is_refused_in_a_sentence(folder, content, sentence):
    file = folder / "foldwise.db"
    file.write_bytes(content(file.read_bytes()))
    with pytest.raises(InputError, match=f"store: the database {sentence}.*Put a backup in its place"):
        look_at(folder)


def test_a_folder_in_the_place_of_the_database_is_refused_in_a_sentence(tmp_path):
    (tmp_path / "foldwise.db").mkdir()
    with pytest.raises(InputError, match="cannot be opened"):
        look_at(tmp_path)


def test_a_file_in_the_place_of_the_folder_is_refused_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="there can be no folder"):
        open_store(str(tmp_path / "file"))


@pytest.mark.parametrize(
    ("pragma", "sentence"),
    [
        ("query_only = ON", "cannot be written. Let Foldwise write its folder"),
        ("max_page_count = 1", "no room left. Make room on the disk"),
    ],
    ids=["read-only", "full"],
)
def test_what_cannot_be_written_is_told_and_can_still_be_read(folder, pragma, sentence):
    with closing(open_store(str(folder))) as store:
        store._engine.dispose()
        sa.event.listen(store._engine, "connect", lambda found, _: found.execute(f"PRAGMA {pragma}"))
        with pytest.raises(InputError, match=sentence):
            store.put_outcomes({f"{99:064x}": bytes(10_000)})
        assert store.outcomes(OUTCOMES) == OUTCOMES
        assert len(store.jobs("w")) == 1


def test_nobody_else_may_read_the_store(folder):
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}


@pytest.mark.parametrize("name", ["what?", "100%", "a%20b", "a#b", "a;b", "ü ber", "mode=ro?x"])
def test_any_path_is_a_path(tmp_path, name):
    with closing(open_store(str(tmp_path / name))) as store:
        store.put_outcomes(OUTCOMES)
        with closing(open_store(store.url)) as again:
            assert again.outcomes(OUTCOMES) == OUTCOMES
            assert again.folder == tmp_path / name
    assert [path.name for path in tmp_path.iterdir() if path.name != "data"] == [name]
