"""Predict the verdict: comparisons drawn from a known truth, to be judged by eye before the test speaks."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from core.designs import DESIGNS
from core.inference import Verdict, compare, interval
from core.inference.interpretation.brief import LUCK
from core.inference.planning.simulation import correlated_normals
from core.records import Counts, FoldScores, Interval
from core.written import in_percent, in_points

LEARNERS = ("A", "B")
GUESSES = {"a": "A is better", "b": "B is better", "l": LUCK}
"""What may be guessed, by one letter each."""

ALPHA = 0.05
FOLDS, SPREAD, OVERLAP = 10, 0.03, 0.1
"""Of a cross-validation: folds, standard deviation of what a fold does, correlation through shared training sets."""
INSTANCES = 120
FOLD_EFFECTS = (0.0, 0.0, 0.6, 1.4, 2.0)
"""True differences in standard deviations of a fold's difference: about four of ten verdicts reject."""
TABLE_EFFECTS = (0.0, 0.0, 0.35, 0.6, 0.8)
"""How far one learner's lone errors outweigh the other's: (r − s)/(r + s)."""
OWN_INSTANCES = (200, 400)
"""Fewest and most instances where each learner has its own."""
RATE_EFFECTS = (0.0, 0.0, 1.4, 2.4, 3.2)
"""True differences of two such error rates in standard errors."""


@dataclass(frozen=True, eq=False)
class Riddle:
    """A comparison of A and B whose verdict is to be predicted.

    Attributes
    ----------
    evidence : FoldScores or Counts
    effect : float
        In truth: positive where A errs more often than B, 0 where they are equally good.
    """

    evidence: FoldScores | Counts
    effect: float

    @cached_property
    def verdict(self) -> Verdict:
        """That of the advised test."""
        return compare(self.evidence, *LEARNERS)

    @property
    def rejects(self) -> bool:
        """Whether the test sees a difference."""
        return self.verdict.rejects(ALPHA)

    @property
    def answer(self) -> str:
        """The guess that the verdict bears out."""
        if not self.rejects:
            return "l"
        return "b" if self.difference > 0 else "a"

    @property
    def difference(self) -> float:
        """Error rate of A minus that of B, as it was found."""
        if isinstance(self.evidence, Counts):
            if self.intervals:
                return float(self.verdict.estimate or 0.0)
            return float((self.evidence.e01 or 0) - (self.evidence.e10 or 0)) / INSTANCES
        wide = self.evidence.wide
        return float((wide["A"] - wide["B"]).mean())

    @property
    def size(self) -> str:
        """How large the difference is of a 2×2 table, whose verdict counts instances; empty of others."""
        if self.intervals or not isinstance(self.evidence, Counts):
            return ""
        return f"On these {INSTANCES} instances it is {in_points(self.difference, signed=True)}."

    @property
    def truth(self) -> str:
        """What was true, and what the test made of it, in a sentence."""
        if self.effect == 0:
            # p-values of a table move in steps; for two rates the test is an approximation
            how = "about " if self.intervals else "at most " * isinstance(self.evidence, Counts)
            heard = (
                f"a false alarm, such as comes in {how}{in_percent(ALPHA, '.0f')} of all comparisons of equals"
                if self.rejects
                else "the test was right to keep quiet"
            )
            return f"In truth the two are equally good: {heard}."
        better = "B" if self.effect > 0 else "A"
        if not self.rejects:
            return f"In truth {better} is better, but so little that so few data do not show it."
        seen = (
            "the test saw it"
            if (self.difference > 0) == (self.effect > 0)
            else "the test named the wrong one"
        )
        return f"In truth {better} is better: {seen}."

    @cached_property
    def intervals(self) -> tuple[Interval, ...]:
        """Those of both error rates, where each learner has instances of its own; none of others."""
        if not isinstance(self.evidence, Counts):
            return ()
        each = zip(self.evidence.errors, self.evidence.n, strict=True)
        return tuple(interval("wilson", 1 - ALPHA, errors=errors, n=n) for errors, n in each)

    @property
    def lesson(self) -> str:
        """What two intervals beside one another say of the verdict; empty where there are none."""
        if not self.intervals:
            return ""
        first, second = self.intervals
        if first.high < second.low or second.high < first.low:
            return (
                "The two intervals do not overlap; of rates so far apart the test rejects, too."
                * self.rejects
            )
        if self.rejects:
            return (
                "The two intervals overlap, and the test rejects all the same: it is rare that both rates lie at the "
                "near ends of their intervals at once, so the difference is known better than the two intervals show."
            )
        return "That the two intervals overlap does not settle it: where they overlap little the test may reject."


def riddle(seed: int, number: int) -> Riddle:
    """Draw a riddle: fold errors where the number is odd, else a 2×2 table, every other time two error rates.

    Parameters
    ----------
    seed, number : int
        The same two give the same riddle.
    """
    rng = np.random.default_rng([seed, number])
    sign = float(rng.choice([-1, 1]))
    if number % 2:
        effect = sign * float(rng.choice(FOLD_EFFECTS))
        return Riddle(_fold_errors(effect, rng), effect)
    if number % 4 == 0:
        effect = sign * float(rng.choice(RATE_EFFECTS))
        return Riddle(_rates(effect, rng), effect)
    effect = sign * float(rng.choice(TABLE_EFFECTS))
    return Riddle(_counts(effect, rng), effect)


def _fold_errors(effect: float, rng: np.random.Generator) -> FoldScores:
    differences = SPREAD * (effect + correlated_normals(rng, (1, 1, FOLDS), OVERLAP, OVERLAP)[0, 0])
    level = 0.2 + SPREAD * rng.standard_normal(FOLDS)
    errors = np.clip([level + differences / 2, level - differences / 2], 0, 1).round(3)
    table = pd.DataFrame(
        {
            "dataset": "riddle",
            "learner": np.repeat(LEARNERS, FOLDS),
            "replicate": 1,
            "fold": np.tile(np.arange(1, FOLDS + 1), 2),
            "n_train": np.nan,
            "n_validation": np.nan,
            "score": errors.ravel(),
        }
    )
    facts = DESIGNS["k_fold"].facts(1, FOLDS, None, None)
    return FoldScores(table, "error", "error rate", True, facts=facts, learner_order=LEARNERS)


def _counts(effect: float, rng: np.random.Generator) -> Counts:
    alone = rng.uniform(0.06, 0.14)
    shares = [0.9 - 2 * alone, alone * (1 + effect), alone * (1 - effect), 0.1]
    right, only_a, only_b, wrong = rng.multinomial(INSTANCES, shares).tolist()
    return Counts(e00=right, e01=only_a, e10=only_b, e11=wrong, learners=LEARNERS)


def _rates(effect: float, rng: np.random.Generator) -> Counts:
    n = rng.integers(*OWN_INSTANCES, size=2, endpoint=True)
    middle = rng.uniform(0.15, 0.3)
    apart = effect * np.sqrt(middle * (1 - middle) * (1 / n).sum())
    errors = rng.binomial(n, [middle + apart / 2, middle - apart / 2])
    return Counts(errors=tuple(errors.tolist()), n=tuple(n.tolist()), learners=LEARNERS)
