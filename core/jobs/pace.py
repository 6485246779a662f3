"""When units came → seconds from one to the next, without the time that their processes took to begin."""

from core.jobs.job import FEW_UNITS


class Pace:
    """How fast the units of a job follow each other: one after the other at first."""

    def __init__(self) -> None:
        self.restart(at_once=1)

    def restart(self, at_once: int) -> None:
        """Count from the next unit on: so many processes work from now on, and so many units may come together."""
        self._at_once = at_once
        self._begin: int | None = None
        self._since: tuple[int, float] | None = None

    def seconds(self, done: int, now: float) -> float | None:
        """Seconds per unit, told at each of them; None while too few have come.

        Parameters
        ----------
        done : int
            Finished units.
        now : float
            Seconds on a clock that does not stand still.
        """
        if self._begin is None:
            self._begin = done
        if self._since is None:
            self._since = (done, now) if done >= self._begin + self._at_once else None
            return None
        come = done - self._since[0]
        return (now - self._since[1]) / come if come >= max(self._at_once, FEW_UNITS) else None
