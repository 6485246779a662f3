"""A job: work too long for a page script, known to everybody through the store."""

import re
from dataclasses import dataclass
from typing import Literal

from core.errors import InputError

State = Literal["queued", "running", "done", "cancelled", "failed", "stopped"]
OPEN_STATES: tuple[State, ...] = ("queued", "running")
FORECAST_UNITS, FORECAST_SHARE = 10, 0.05
"""So many units, or this share of them, are done before the time left is told."""
FEW_UNITS = 5
"""But no fewer than so many, or half of all: the first ones wait for processes that have to start."""
_ID = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True)
class Job:
    """What the store knows of a job.

    Attributes
    ----------
    id : str
        32 hex digits, unguessable.
    workspace : str
        Token of the workspace that the job belongs to.
    kind : str
        Which room knows how to do it, for example ``"experiment"``.
    title : str
        What people read.
    spec : str
        What is to be done, as JSON.
    fingerprint : str
        Of the data set it needs.
    state : str
        queued, running, done, cancelled, failed (with `error`) or stopped (its process is gone).
    done, total : int
        Units finished and units in all.
    created, started, heartbeat, finished : float or None
        Seconds since the epoch; `heartbeat` is the last progress. `started` is moved on by the time that the job gave
        way to others, so that from there to `heartbeat` is the time that it was worked on.
    pid, pid_created : int, float or None
        The process that works on it, and when that process began: a pid alone may be reused.
    error : str
        A sentence when the job failed.
    unit_seconds : float or None
        From one unit to the next, once all processes had begun; None while too few have come since.
    """

    id: str
    workspace: str
    kind: str
    title: str
    spec: str
    fingerprint: str
    state: State
    done: int
    total: int
    created: float
    started: float | None = None
    heartbeat: float | None = None
    finished: float | None = None
    pid: int | None = None
    pid_created: float | None = None
    error: str = ""
    unit_seconds: float | None = None

    @property
    def is_open(self) -> bool:
        """Whether the job waits or runs."""
        return self.state in OPEN_STATES

    @property
    def gave_way(self) -> bool:
        """Whether the job was begun and waits for its next turn."""
        return self.state == "queued" and self.started is not None

    def pace(self, reused: int = 0) -> float | None:
        """Seconds per unit so far; None before the first one.

        The start of processes counts only until enough units have come without it.

        Parameters
        ----------
        reused : int
            As in `seconds_left`.
        """
        if self.unit_seconds is not None:
            return self.unit_seconds
        fresh = self.done - reused
        if not self.started or not self.heartbeat or fresh < 1:
            return None
        return (self.heartbeat - self.started) / fresh

    def seconds_left(self, now: float, reused: int = 0) -> float | None:
        """Time left if the rest goes as fast as what this job did; None before enough is done to tell.

        While nothing comes it falls, down to the time of one unit, instead of growing without an end.

        Parameters
        ----------
        now : float
            Seconds since the epoch.
        reused : int
            Units that were kept from earlier jobs, and took no time.
        """
        fresh, all_fresh = self.done - reused, self.total - reused
        enough = min(FORECAST_UNITS, max(FORECAST_SHARE * all_fresh, min(FEW_UNITS, all_fresh / 2)))
        pace = self.pace(reused)
        if self.state != "running" or pace is None or fresh < enough:
            return None
        return max(pace * (self.total - self.done) - (now - (self.heartbeat or now)), pace)


def check_job_id(text: str) -> str:
    """Give back a well-formed job id.

    Raises
    ------
    InputError
        If it is anything else: ids come from addresses that anybody can type.
    """
    if not _ID.fullmatch(text):
        raise InputError(
            "this is not the id of a run.", "address", "Open the run from the list of recent runs."
        )
    return text
