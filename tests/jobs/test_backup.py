"""The commands of SECURITY.md: a backup that is taken while the app runs is the store, and can take its place."""

import re
import shlex
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from core.jobs import open_store

ROOT = Path(__file__).parents[2]
OUTCOMES = {f"{i:064x}": bytes([i]) * 3000 for i in range(20)}


def documented() -> list[str]:
    """The command that takes a backup, for this interpreter."""
    text = (ROOT / "SECURITY.md").read_text()
    found = re.search(r"^\.venv/bin/python -c .*VACUUM INTO.*$", text, re.MULTILINE)
    assert found is not None
    return [sys.executable, *shlex.split(found[0])[1:]]


def test_a_backup_is_taken_while_the_store_is_in_use_and_takes_its_place(tmp_path):
    folder = tmp_path / ".foldwise"
    with closing(open_store(str(folder))) as store:
        store.put_outcomes(OUTCOMES)
        assert (folder / "foldwise.db-wal").stat().st_size > 0, "what was written last is not in the file yet"
        subprocess.run(documented(), cwd=tmp_path, check=True)
        store.put_outcomes({f"{99:064x}": b"later"})
    (tmp_path / "backup.db").replace(folder / "foldwise.db")
    for beside in ("foldwise.db-wal", "foldwise.db-shm"):
        (folder / beside).unlink(missing_ok=True)
    with closing(open_store(str(folder))) as store:
        store.check_whole()
        assert store.outcomes([*OUTCOMES, f"{99:064x}"]) == OUTCOMES
        store.put_outcomes({f"{99:064x}": b"again"})
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
