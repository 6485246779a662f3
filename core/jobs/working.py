"""Job after job, as a worker does them, whatever their kinds."""

import sys

from core.jobs.kinds import do_job
from core.jobs.store import Store
from core.jobs.turns import next_job, turn_of


def work(store: Store, job_id: str) -> None:
    """Do this job, then the waiting ones, turn by turn; one that cannot even be begun is left to others.

    Returns after a job that was cancelled, too: who did so ends this process, which is at no other job by then.
    """
    failed: set[str] = set()
    while job_id not in failed:
        try:
            do_job(store, job_id, turn_of(store, job_id))
        except Exception as error:  # recorded with the job; the next one must not suffer
            failed.add(job_id)
            print(f"job {job_id}: {type(error).__name__}: {error}", file=sys.stderr)
        job = store.job(job_id)
        if job is None or job.state == "cancelled":
            return
        waiting = next_job(store)
        if waiting is None:
            return
        job_id = waiting.id
