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
from core.jobs import KINDS, Store, check_job_id, do_job, next_job, opened

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


def work(store: Store, job_id: str) -> None:
    """Do this job, then the waiting ones, one after the other; one that cannot even be begun is left to others."""
    tried: set[str] = set()
    while job_id not in tried:
        tried.add(job_id)
        try:
            do_job(store, job_id)
        except Exception as error:  # recorded with the job; the next one must not suffer
            print(f"job {job_id}: {type(error).__name__}: {error}", file=sys.stderr)
        waiting = next_job(store)
        if waiting is None:
            return
        job_id = waiting.id


if __name__ == "__main__":
    main(sys.argv[1])
