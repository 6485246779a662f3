"""How firm a verdict is: over significance levels, and over runs with other random numbers."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from core.errors import InputError
from core.inference.verdicts.verdict import Verdict
from core.records import Array
from core.written import level_text, probability

ALPHAS: Array = np.round(np.arange(1, 201) / 1000, 3)
"""Levels of significance from .001 to .2."""


def over_alpha(verdict: Verdict, alphas: Iterable[float] = ALPHAS) -> tuple[bool | None, ...]:
    """Say for each level whether the verdict rejects; None where the test cannot judge."""
    if verdict.p_value is None:
        return tuple(None for _ in alphas)
    return tuple(verdict.rejects(float(alpha)) for alpha in alphas)


def alpha_sentence(verdict: Verdict) -> str:
    """Say from which level on the verdict rejects."""
    if verdict.p_value is None:
        return "This test cannot judge, at any level."
    if verdict.p_value > ALPHAS[-1]:
        return f"It rejects at no level up to {level_text(ALPHAS[-1])}: p {probability(verdict.p_value)}."
    if verdict.p_value <= ALPHAS[0]:
        return f"It rejects at every level from {level_text(ALPHAS[0])} on: p {probability(verdict.p_value)}."
    return f"It rejects at every level from p {probability(verdict.p_value)} on, and at none below."


def agree_at_every_level(verdicts: Iterable[Verdict]) -> bool:
    """Whether all of them say one thing, and the same at every level that is shown."""
    return len({said for verdict in verdicts for said in over_alpha(verdict)}) == 1


@dataclass(frozen=True)
class Stability:
    """Verdicts of one test on runs that differ in nothing but their random numbers.

    Attributes
    ----------
    seeds : tuple of int
        What was added to the seeds of the design and of the learners; 0 is the run itself.
    differences : tuple of float or None
        Mean difference of each run, first minus second.
    p_values : tuple of float or None
        None where the test could not judge, or the run failed.

    Raises
    ------
    InputError
        If the lengths differ, or there is no run.
    """

    seeds: tuple[int, ...]
    differences: tuple[float | None, ...]
    p_values: tuple[float | None, ...]

    def __post_init__(self) -> None:
        if not self.seeds or not len(self.seeds) == len(self.differences) == len(self.p_values):
            raise InputError("need one seed, one difference and one p-value for each run.", "runs")

    def rejections(self, alpha: float) -> int:
        """Number of runs that reject."""
        return sum(p is not None and p <= alpha for p in self.p_values)

    @property
    def judged(self) -> int:
        """Number of runs on which the test could judge."""
        return sum(p is not None for p in self.p_values)

    @property
    def signs(self) -> tuple[int, int]:
        """Number of runs with a negative and with a positive difference."""
        known = [d for d in self.differences if d is not None]
        return sum(d < 0 for d in known), sum(d > 0 for d in known)

    def is_fragile(self, alpha: float) -> bool:
        """Whether the verdict flips from run to run."""
        return 0 < self.rejections(alpha) < self.judged

    def sentence(self, alpha: float) -> str:
        """Say how many runs reject, and whether the verdict is fragile."""
        rejected, judged = self.rejections(alpha), self.judged
        lead = f"At α = {level_text(alpha)}, {rejected} of {judged} runs that differ in their random numbers reject H0"
        if not judged:
            return "The test could not judge any of the runs."
        if self.is_fragile(alpha):
            end = "the verdict is fragile, it hangs on how the data happened to be cut."
        else:
            end = "the verdict is firm under other cuts of these data."
        negative, positive = self.signs
        flips = min(negative, positive)
        turned = f" In {flips} of them the difference even has the other sign." if flips else ""
        return (
            f"{lead}: {end}{turned} All runs share the same data, so this is no evidence beyond one run: do not count "
            "or average the p-values."
        )
