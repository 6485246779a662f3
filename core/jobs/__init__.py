"""Units of work, their runner, the store and job processes; knows nothing of learners or tests."""

from core.jobs.job import OPEN_STATES, Job, check_job_id
from core.jobs.processes import Launcher, cancel, is_alive, next_job, own_identity, reap
from core.jobs.runner import Unit, Work, run_units
from core.jobs.store import Store, open_store, opened

__all__ = [
    "OPEN_STATES",
    "Job",
    "Launcher",
    "Store",
    "Unit",
    "Work",
    "cancel",
    "check_job_id",
    "is_alive",
    "next_job",
    "open_store",
    "opened",
    "own_identity",
    "reap",
    "run_units",
]
