"""Rows of an experiment → the record that scripts and pages read: numbers, words, pictures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from typing import Any

import pandas as pd

from core.errors import NotApplicable
from core.records.notebook import cell
from core.simulation.entry import LaboratoryEntry
from core.simulation.outcomes import LEVEL, Row
from core.written import counted, in_percent

WITH_BARS = ("dots", "curves")
"""Pictures whose bars are those of estimates."""


@dataclass(frozen=True, eq=False)
class Simulation:
    """An experiment of the laboratory with what came of its trials.

    Attributes
    ----------
    entry : LaboratoryEntry
    grid : dict of str to list
        Values of every control.
    seed : int
        All random numbers come from it.
    rows : tuple of Row
        One per combination of the values.
    """

    entry: LaboratoryEntry
    grid: Mapping[str, Sequence[Any]]
    seed: int
    rows: tuple[Row, ...]

    def __repr__(self) -> str:
        settings, trials = counted(len(self.rows), "settings"), counted(self.trials, "trials")
        return f"Simulation({self.entry.title}: {settings}, {trials} at each)"

    def _repr_html_(self) -> str:
        return cell(self.words, self.frame)

    @property
    def trials(self) -> int:
        """Trials at every setting."""
        return self.rows[0].outcomes.trials if self.rows else 0

    def first(self, trials: int) -> "Simulation":
        """The same with its first trials only."""
        rows = (replace(row, outcomes=row.outcomes.part(0, trials)) for row in self.rows)
        return replace(self, rows=tuple(rows))

    def judged(self, alpha: float) -> "Simulation":
        """The same trials at another significance level.

        Raises
        ------
        NotApplicable
            If that takes other trials.
        """
        judge = self.entry.judged
        if judge is None:
            raise NotApplicable("draws its trials anew for another significance level.", self.entry.title)
        rows = []
        for row in self.rows:
            settings = {**row.settings, "alpha": alpha}
            outcomes = judge(row.settings, alpha, row.outcomes)
            rows.append(Row(settings, outcomes, self.entry.exact(settings), row.derived))
        return replace(self, grid={**self.grid, "alpha": [alpha]}, rows=tuple(rows))

    @cached_property
    def frame(self) -> pd.DataFrame:
        """A row per setting and quantity: the settings, `measured`, `estimate`, `se`, its error bar, `trials`, `exact`.

        `exact` is missing where algebra gives nothing.
        """
        return pd.DataFrame(
            [
                {
                    **{
                        control.name: control.told(row.settings[control.name])
                        for control in self.entry.controls
                    },
                    "measured": name,
                    "estimate": found.value,
                    "se": found.se,
                    "low": found.low,
                    "high": found.high,
                    "trials": found.trials,
                    "exact": row.exact.get(name, float("nan")),
                }
                for row in self.rows
                for name, found in row.estimates.items()
            ]
        )

    @property
    def words(self) -> str:
        """What is to be seen, in plain words."""
        return self.entry.what_you_see(self.rows)

    def about_bars(self, pictures: Sequence[str] | None = None) -> str:
        """How far the error bars can be trusted, in plain words; empty where no picture has any.

        Intervals that are themselves put to the proof are no error bars; where these stand above, it is said which are
        meant. `pictures` are those that are shown, by default all of the experiment.
        """
        shown = self.entry.pictures if pictures is None else pictures
        place = next((place for place, picture in enumerate(shown) if picture in WITH_BARS), None)
        if place is None:
            return ""
        measured = self.rows[0].outcomes.measured
        counts = any(
            array.dtype == bool for name, array in measured.items() if name not in self.entry.besides
        )
        bars, of = ("the bars", "of the counted shares") if counts else ("the error bars", "of the means")
        whose = f"{bars} in the second picture, {of}," if place else f"{bars} {of}"
        return f"{whose} hold the truth in {in_percent(LEVEL)} of all runs"

    def drawing(self, dark: bool = False, picture: str | None = None) -> Any:
        """Draw it: the experiment's large picture, or another of its `entry.pictures`."""
        # Pictures are made of records, so their room comes later; here it is found by name.
        return import_module("core.figures").laboratory_figure(self, picture=picture, dark=dark)
