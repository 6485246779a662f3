"""Learners in a cost-conscious order: a costlier one comes first only if it is better by more than luck.

The procedure is called MultiTest. Yıldız & Alpaydın 2006.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.errors import InputError, listing
from core.inference.advice.applicable import applicable_tests
from core.inference.comparing.adjust import ADJUSTMENTS
from core.inference.comparing.compare import compare
from core.inference.declaration.checks import check_alpha
from core.inference.evidence.evidence import Evidence, Judged, evidence_of
from core.inference.hypothesis_tests.catalogue import TESTS
from core.inference.verdicts.verdict import Verdict
from core.written import level_text


@dataclass(frozen=True, eq=False)
class Order:
    """Learners from the one to take first to the one to take last.

    Attributes
    ----------
    learners : tuple of str
    costs : mapping of learner to cost
    pairs : DataFrame
        One row per pair, the cheaper before the costlier: one-sided raw and adjusted p of "the costlier is better", and
        whether it `beats` the cheaper.
    alpha : float
    tests : tuple of str
        Titles of the tests that judged the pairs.
    """

    learners: tuple[str, ...]
    costs: Mapping[str, float]
    pairs: pd.DataFrame
    alpha: float
    tests: tuple[str, ...] = ()

    @property
    def beats(self) -> tuple[tuple[str, str], ...]:
        """Pairs of a costlier learner and a cheaper one that it beats."""
        found = self.pairs[self.pairs["beats"]]
        return tuple(zip(found["costlier"], found["cheaper"], strict=True))

    @property
    def sentence(self) -> str:
        """Say who comes first, and why."""
        first = self.learners[0]
        if not self.beats:
            return (
                f"No costlier learner is better by more than luck (α = {level_text(self.alpha)}), so the order is "
                f"that of cost: {first} is the cheapest."
            )
        beaten = [cheaper for costlier, cheaper in self.beats if costlier == first]
        why = f" It beats {listing(beaten)}, which cost less." if beaten else ""
        return (
            f"{first} comes first: no costlier learner is better by more than luck (α = {level_text(self.alpha)})."
            f"{why}"
        )


def order_learners(
    evidence: Judged,
    costs: Mapping[str, float] | None = None,
    *,
    test: str | None = None,
    adjustment: str = "holm",
    alpha: float = 0.05,
) -> Order:
    """Order learners by MultiTest: of those that no costlier one beats, the cheapest comes first, and so on.

    Parameters
    ----------
    evidence : Experiment, FoldScores or Predictions
    costs : mapping of learner to number, optional
        What each costs: seconds, bytes, money; by default the median training time of an experiment.
    test : str, optional
        A key of `TESTS` with a one-sided form; by default the advised test, or the corrected t where that has none.
    adjustment : str
        A key of `ADJUSTMENTS`, for the family of all pairs.
    alpha : float

    Raises
    ------
    InputError
        If there are fewer than two learners, a cost is missing, or nobody said what the scores measure.
    NotApplicable
        If the test is refused on this evidence, or has no one-sided form.

    Reference: Yıldız & Alpaydın 2006.
    """
    check_alpha(alpha)
    found = evidence_of(evidence)
    found.refuse_unsaid()
    names = list(found.learners)
    if len(names) < 2:
        raise InputError(f"needs at least two learners, not {len(names)}.", "evidence")
    known = _training_times(found) if costs is None else dict(costs)
    missing = [name for name in names if not np.isfinite(known.get(name, np.nan))]
    if missing and costs is None:
        who = "learners" if len(missing) == len(names) else listing(missing, most=8)
        raise InputError(
            f"These results do not say how long {who} trained, which the order goes by.",
            hint="Use order_learners(…) with costs= of every learner.",
        )
    if missing:
        raise InputError(
            f"the cost of {listing(missing)} is not known.", "costs", "Give one for every learner."
        )
    cheapest = sorted(names, key=lambda name: known[name])
    verdicts = {
        (cheaper, costlier): _costlier_better(found, cheaper, costlier, test)
        for place, cheaper in enumerate(cheapest)
        for costlier in cheapest[place + 1 :]
    }
    rows = [(*pair, verdict.p_value) for pair, verdict in verdicts.items()]
    pairs = pd.DataFrame(rows, columns=["cheaper", "costlier", "p_value"])
    pairs["p_adjusted"] = ADJUSTMENTS[adjustment].function(row[2] for row in rows)
    pairs["beats"] = pairs["p_adjusted"] <= alpha
    beaten = pairs.loc[pairs["beats"], ["cheaper", "costlier"]].itertuples(index=False)
    tests = tuple(dict.fromkeys(verdict.title for verdict in verdicts.values()))
    return Order(_ordered(cheapest, {tuple(pair) for pair in beaten}), known, pairs, alpha, tests)


def _ordered(cheapest: list[str], beaten: set[tuple[str, ...]]) -> tuple[str, ...]:
    """Take the cheapest of those who are beaten by nobody that is left, until none is left."""
    left, order = list(cheapest), []
    while left:
        unbeaten = (name for name in left if not any((name, other) in beaten for other in left))
        order.append(next(unbeaten))  # the costliest is never beaten
        left.remove(order[-1])
    return tuple(order)


def _costlier_better(found: Evidence, cheaper: str, costlier: str, test: str | None) -> Verdict:
    """The verdict on "the costlier is better"."""
    advice = applicable_tests(found, cheaper, costlier)
    if test is None:
        advised = advice.advised
        test = advised if advised is not None and TESTS[advised].signed else "corrected_t"
    lower = TESTS[test].measures == "error" or found.scores.lower_is_better
    return compare(found, cheaper, costlier, test, alternative="greater" if lower else "less", advice=advice)


def _training_times(found: Evidence) -> dict[str, float]:
    """Median time of training, where it was measured."""
    if found.predictions is None:
        return {}
    times = {
        name: [outcome.training_seconds for outcome in found.predictions.of(name)] for name in found.learners
    }
    return {
        name: float(np.median([one for one in spent if one is not None]))
        for name, spent in times.items()
        if any(one is not None for one in spent)
    }
