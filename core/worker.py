"""``python -m core.worker STORE_URL``: does jobs; started by the app, see `core.jobs.launcher`.

Reads one job id from standard input and does that job, then whatever waits; ends when nothing does.
End of input before an id means that the app is gone. What a job is, the rooms imported here know.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path

import core.experiment
import core.simulation  # noqa: F401 - registers its kind of jobs
from core.jobs import KINDS, check_job_id, opened, work

NICENESS = 5
"""Lower priority than the server, so that clicks stay quick while a job runs, which moves on all the same."""
_GROUP = Path("/proc/self/autogroup")
"""Where Linux groups sessions, it is the group's niceness that counts between this one and the server's."""


def main(url: str) -> None:
    """Wait for a job id, then work.

    Raises
    ------
    InputError
        If what comes is no job id.
    """
    for kind in KINDS.values():  # while nobody waits for it
        kind.prepare()
    line = sys.stdin.readline().strip()
    if line:
        _step_back()
        with opened(url) as store:
            work(store, check_job_id(line))


def _step_back() -> None:
    os.nice(NICENESS)
    with suppress(OSError):  # no such groups here
        if _GROUP.exists():
            _GROUP.write_text(str(NICENESS))


if __name__ == "__main__":
    main(sys.argv[1])
