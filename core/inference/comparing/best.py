"""The best of many learners, and those that are not told apart from it."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from core.errors import InputError, listing
from core.inference.comparing.adjust import holm
from core.inference.comparing.compare import compare
from core.inference.declaration.checks import check_alpha
from core.inference.evidence.evidence import Evidence, Judged, evidence_of
from core.inference.verdicts.grouping import by_means
from core.inference.verdicts.verdict import Verdict
from core.inference.verdicts.wording import basis_words
from core.records import Array
from core.records.notebook import cell
from core.written import counted, level_text

CHOSEN = "The best was chosen by the very scores that are judged, so its own mean flatters it"
SELECTED = "of 9 equal learners, one or more are called worse than the best in"
SHARES = {
    "corrected_t": f"{SELECTED} 11\u00a0% of all trials at α = .05 with 10 folds, of 25 in 21\u00a0%",
    "wilcoxon_over_datasets": f"{SELECTED} 11\u00a0% of all trials at α = .05 over 12 data sets and in 13\u00a0% over "
    "30, of 25 in 16\u00a0% and 23\u00a0%",
}
"""What selection does under each test for which that is simulated; of others no share is told."""


@dataclass(frozen=True, eq=False, repr=False)
class AgainstBest:
    """Every learner against the one with the best mean score.

    Attributes
    ----------
    best : str
    others : DataFrame
        One row per other learner, the better first, last those that lack scores: mean score, difference from the best
        (NaN where the learner lacks scores: means over other folds do not compare), test, p, p adjusted by Holm for
        their number and by Bonferroni for all pairs of learners, and why none could be had.
    verdicts : tuple of Verdict or None
        Of these rows; None where there is none.
    """

    best: str
    others: pd.DataFrame
    verdicts: tuple[Verdict | None, ...]

    def __repr__(self) -> str:
        return f"AgainstBest({self.best} and {counted(len(self.others), 'others')})"

    def _repr_html_(self) -> str:
        return cell(repr(self), self.others)

    def alike(self, alpha: float = 0.05, *, of_all_pairs: bool = False) -> tuple[str, ...]:
        """Learners that were judged and are not told apart from the best.

        Parameters
        ----------
        alpha : float
        of_all_pairs : bool
            Whether p is Bonferroni's over all pairs, which allows for the choice of the best.

        Raises
        ------
        InputError
            If `alpha` is not between 0 and 1.
        """
        check_alpha(alpha)
        column = "p_bonferroni" if of_all_pairs else "p_adjusted"
        return tuple(self.others.loc[self.others[column] > alpha, "learner"])

    @property
    def all_pairs(self) -> int:
        """Number of pairs of learners, of which these are some: what Bonferroni multiplies p by."""
        return math.comb(len(self.others) + 1, 2)

    @property
    def unjudged(self) -> tuple[str, ...]:
        """Learners of whom it cannot be judged whether they are worse than the best."""
        return tuple(self.others.loc[self.others["p_adjusted"].isna(), "learner"])

    def decidable(self, alpha: float = 0.05) -> bool:
        """Whether any outcome of so much evidence could call one of them worse, p adjusted by Holm."""
        return bool((self._least_adjusted <= alpha).any())

    @cached_property
    def _least_adjusted(self) -> Array:
        """Adjusted p of every other, were each p as small as it can be; NaN where there is none."""
        return holm(None if one is None else one.least_p_value for one in self.verdicts)

    @property
    def method(self) -> str:
        """By which test each is held against the best, and how p is adjusted; empty where none could be judged."""
        tests = listing([test for test in self.others["test"].unique() if test], "or")
        if not tests:
            return ""
        adjusted = f", p adjusted by Holm for {counted(len(self.others), 'comparisons')}" * (
            len(self.others) > 1
        )
        return f"Each against the best mean score: {tests}{adjusted}."

    def selection(self, alpha: float = 0.05) -> str:
        """Say what it does that the best was chosen by the scores that are judged, by this test as far as known.

        Raises
        ------
        InputError
            If `alpha` is not between 0 and 1.
        """
        check_alpha(alpha)
        if self.none_is_worse(alpha):  # and so none is wrongly found
            return f"{CHOSEN}."
        keys = {one.key for one in self.verdicts if one is not None}
        share = SHARES.get(keys.pop(), "") if len(keys) == 1 else ""
        return (
            f"{CHOSEN} and the others seem further behind than they are, which Holm does not allow for"
            f"{f': {share}' * bool(share)}. Bonferroni's p over all pairs holds whatever is chosen."
        )

    def none_is_worse(self, alpha: float = 0.05) -> bool:
        """Whether luck could explain by how much every other that was judged is behind the best."""
        return not (self.others["p_adjusted"] <= alpha).any()

    @property
    def _rests_on(self) -> str:
        """How much evidence there is, where that is the same for all; Wilcoxon's test drops ties, so it may not be."""
        told = {basis_words(one.entry, one.values, one.naming) for one in self.verdicts if one is not None}
        return told.pop() if len(told) == 1 else "with so little evidence "

    def sentence(self, alpha: float = 0.05, *, most: int = 4) -> str:
        """Say who is best, and how many are not significantly worse.

        Parameters
        ----------
        alpha : float
        most : int
            Learners that are named; of more, the others are counted.

        Raises
        ------
        InputError
            If `alpha` is not between 0 and 1.
        """
        judged = len(self.others) - len(self.unjudged)
        if not judged:
            return f"{self._head} Whether {_any_of(counted(len(self.others), 'others'))} is worse cannot be judged."
        few = f" {listing(self.unjudged, most=most)} could not be judged." if self.unjudged else ""
        which = f"{counted(judged, 'others')}{' that could be judged' * bool(few)}"
        return f"{self._head} {self._of_the_judged(which, alpha, most)}{few}"

    @property
    def _head(self) -> str:
        ties = int(np.isclose(self.others["difference"].to_numpy(), 0.0, rtol=0, atol=1e-12).sum())
        as_good = f", as {'has' if ties == 1 else 'have'} {counted(ties, 'others')}" if ties else ""
        whose = " of those with the most scores" * bool(self.others["difference"].isna().any())
        return f"{self.best} has the best mean score{whose}{as_good}."

    def _of_the_judged(self, which: str, alpha: float, most: int) -> str:
        """How many of the others, which are counted in words, are not significantly worse."""
        alike, safe = self.alike(alpha), self.alike(alpha, of_all_pairs=True)
        at, is_one = f"(α = {level_text(alpha)})", which.startswith("1 ")
        bonferroni = f"Bonferroni over all {self.all_pairs} pairs"
        every, are = (f"The {which[2:]}", "is") if is_one else (f"All {which}", "are")
        if not safe:
            return f"{every} {are} significantly worse {at}."
        if not self.decidable(alpha):
            return f"Whether {_any_of(which)} is worse cannot be told {at}: {self._rests_on}no outcome could show it."
        if self.none_is_worse(alpha):
            none = f"{every} is not" if is_one else f"None of the {which} is"
            return f"{none} significantly worse {at}."
        if not alike:
            verb = "is" if len(safe) == 1 else "are"
            few = listing(safe, most=most)
            return f"{every} {are} significantly worse {at}; by {bonferroni} {few} {verb} not."
        verb = "is" if len(alike) == 1 else "are"
        more = f" By {bonferroni} it is {len(safe)}." if len(safe) > len(alike) else ""
        return (
            f"{len(alike)} of {which} {verb} not significantly worse {at}: {listing(alike, most=most)}.{more}"
        )


def against_best(
    evidence: Judged, learners: Iterable[str] | None = None, *, drop_undefined: bool = False
) -> AgainstBest:
    """Compare every learner with the best one by the advised test, p adjusted by Holm.

    Who lacks scores that others have is not called the best: its mean is over other folds. The best is chosen by the
    very scores that are judged, which no adjustment for the number of learners allows for;
    `selection` says what that does; Bonferroni's p is over all pairs, which holds for any pair that is picked out.

    Parameters
    ----------
    evidence : Experiment, Study, FoldScores or Predictions
    learners : names, optional
        Those to compare; all when not given.
    drop_undefined : bool
        Leave folds with an undefined score out, pair by pair.

    Raises
    ------
    InputError
        If there are fewer than two learners, or nobody said what the scores measure. One that cannot be judged keeps
        its place in the family, with the reason.
    """
    found = evidence_of(evidence)
    found.refuse_unsaid()
    names = list(found.learners if learners is None else learners)
    if len(names) < 2:
        raise InputError(f"needs at least two learners, not {len(names)}.", "learners")
    ordered = by_means(found.scores, names)
    best, *rest = (str(name) for name in ordered.index)
    means = ordered["mean"].to_numpy(dtype=float)
    judged = [_judged(found, name, best, drop_undefined) for name in rest]
    p_values = [None if isinstance(one, str) else one.p_value for one in judged]
    pairs = math.comb(len(names), 2)
    frame = pd.DataFrame(
        {
            "learner": rest,
            "mean": means[1:],
            "difference": np.where(ordered["lacks"], np.nan, means - means[0])[1:],
            "test": ["" if isinstance(one, str) else one.title for one in judged],
            "p_value": [np.nan if p is None else p for p in p_values],
            "p_adjusted": holm(p_values),
            "p_bonferroni": np.minimum(1.0, [np.nan if p is None else p * pairs for p in p_values]),
            "reason": [one if isinstance(one, str) else one.undefined or "" for one in judged],
        }
    )
    return AgainstBest(best, frame, tuple(None if isinstance(one, str) else one for one in judged))


def _any_of(others: str) -> str:
    return f"the {others[2:]}" if others.startswith("1 ") else f"any of the {others}"


def _judged(found: Evidence, other: str, best: str, drop_undefined: bool) -> Verdict | str:
    try:
        return compare(found, other, best, drop_undefined=drop_undefined)
    except InputError as error:
        return str(error)
