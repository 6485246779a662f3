"""Units of work, their runner, the store and job processes; knows nothing of learners or tests."""

from core.jobs.holdings import MOST_OF_WORKSPACE, Brought
from core.jobs.job import OPEN_STATES, Job, check_job_id
from core.jobs.kinds import KINDS, Kind, attempt, data_of, do_job, kind_of, register, resume
from core.jobs.launcher import Launcher
from core.jobs.limits import MOST_RUN_SECONDS, MOST_UNIT_SECONDS
from core.jobs.processes import cancel, is_alive, reap
from core.jobs.runner import GaveWay, Progress, Unit, Work, run_units
from core.jobs.schedulers import HERE, Scheduler, crowding, processors, scheduler_of, scheduler_of_jobs
from core.jobs.sessions import own_identity
from core.jobs.store import Store, open_store, opened
from core.jobs.turns import TURN_SECONDS, jobs_before, longest_wait, newcomer, next_job, queue, turn_of
from core.jobs.working import work

__all__ = [
    "HERE",
    "KINDS",
    "MOST_OF_WORKSPACE",
    "MOST_RUN_SECONDS",
    "MOST_UNIT_SECONDS",
    "OPEN_STATES",
    "TURN_SECONDS",
    "Brought",
    "GaveWay",
    "Job",
    "Kind",
    "Launcher",
    "Progress",
    "Scheduler",
    "Store",
    "Unit",
    "Work",
    "attempt",
    "cancel",
    "check_job_id",
    "crowding",
    "data_of",
    "do_job",
    "is_alive",
    "jobs_before",
    "kind_of",
    "longest_wait",
    "newcomer",
    "next_job",
    "open_store",
    "opened",
    "own_identity",
    "processors",
    "queue",
    "reap",
    "register",
    "resume",
    "run_units",
    "scheduler_of",
    "scheduler_of_jobs",
    "turn_of",
    "work",
]
