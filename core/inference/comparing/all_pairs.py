"""Learners → all pairs, each judged by its advised test, p-values raw and adjusted side by side."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np
import pandas as pd

from core.errors import InputError
from core.inference.advice.advice import WITH_CAUTION
from core.inference.comparing.adjust import ADJUSTMENTS, Adjustment
from core.inference.comparing.adjust_all_pairs import PAIR_ADJUSTMENTS
from core.inference.comparing.compare import compare
from core.inference.distributions.continuous import Alternative
from core.inference.evidence.alignment import align
from core.inference.evidence.evidence import Evidence, Judged, evidence_of
from core.inference.verdicts.grouping import Grouping, at_levels, by_means
from core.inference.verdicts.verdict import Verdict
from core.inference.verdicts.wording import by_name
from core.measures import title_of
from core.records import Array, FoldScores
from core.records.notebook import cell
from core.written import counted, probability

MOST_LEARNERS = 100
"""With more of them their pairs take too long to judge while somebody waits."""


@dataclass(frozen=True, eq=False)
class Pair:
    """Two learners, the verdict on them, its adjusted p-value; where there is none the `reason`, and how far apart."""

    first: str
    second: str
    verdict: Verdict | None
    p_adjusted: float | None
    reason: str = ""
    apart: float | None = None

    @property
    def p_value(self) -> float | None:
        """Raw p-value."""
        return None if self.verdict is None else self.verdict.p_value

    @property
    def difference(self) -> float | None:
        """Mean difference, first minus second; of learners on other folds there is none."""
        if self.verdict is None:
            return self.apart
        return float(self.verdict.terms.get("mean_difference", self.verdict.estimate))


@dataclass(frozen=True, eq=False, repr=False)
class AllPairs:
    """The family of all pairwise comparisons.

    Attributes
    ----------
    learners : tuple of str
    pairs : tuple of Pair
        In the order of the learners; the family's size is their number.
    adjustment : Adjustment
        How p was adjusted.
    """

    learners: tuple[str, ...]
    pairs: tuple[Pair, ...]
    adjustment: Adjustment = ADJUSTMENTS["holm"]

    def __repr__(self) -> str:
        return f"AllPairs({', '.join(self.learners)}: {self.adjustment.title})"

    def _repr_html_(self) -> str:
        return cell(self.sentence, self.frame)

    @property
    def family(self) -> int:
        """Number of hypotheses that the adjustment allows for."""
        return len(self.pairs)

    @property
    def unjudged(self) -> str:
        """How many pairs could not be judged, and what the adjustment makes of them; empty where all could."""
        count = sum(pair.p_value is None for pair in self.pairs)
        if count == self.family:
            return "none of them could be judged" if count > 1 else "it could not be judged"
        words = f"{count} of them could not be judged; the adjustment counts all {self.family}, "
        return f"{words}so it is on the safe side" if count else ""

    @property
    def extent(self) -> str:
        """How many pairs a verdict is on, where it is on some of them only; empty where on all, or on none."""
        judged = sum(pair.p_value is not None for pair in self.pairs)
        said = f"The verdict is on {judged:,} of {counted(self.family, 'pairs')}, each judged by itself."
        return said * (0 < judged < self.family)

    @property
    def tests(self) -> list[str]:
        """Titles of the tests that judged, of those that the advice cautions against with these words."""
        verdicts = [pair.verdict for pair in self.pairs if pair.verdict is not None]
        return sorted(
            {f"{found.title}{f', {WITH_CAUTION}' * bool(found.naming.caution)}" for found in verdicts}
        )

    @property
    def family_words(self) -> str:
        """How many pairs there are, and how many of them could not be judged."""
        return counted(self.family, "pairs") + (f" ({self.unjudged})" if self.unjudged else "")

    @property
    def basis(self) -> str:
        """What a verdict on the pairs rests on; of how many there is none the verdict says itself."""
        by = f"{counted(self.family, 'pairs')} by {' or '.join(map(by_name, self.tests))}"
        if not self.any_judged:
            return by
        unjudged = any(pair.p_value is None for pair in self.pairs)
        return f"{by}, p by {self.adjustment.title}{f' for all {self.family}' * unjudged}"

    @property
    def any_judged(self) -> bool:
        """Whether there is a verdict on any pair."""
        return any(pair.p_value is not None for pair in self.pairs)

    @property
    def sentence(self) -> str:
        """Say how p is adjusted, and what that bounds, in plain words."""
        return self.adjustment.sentence(self.family)

    @property
    def term(self) -> str:
        """What it bounds in the terms of the field; empty for a single pair."""
        return self.adjustment.term(self.family)

    def sentence_of(self, first: str, second: str, alternative: Alternative = "two-sided") -> str:
        """What p of one pair is beside the others, and which counts; empty for a pair without a verdict among others.

        Parameters
        ----------
        first, second : str
        alternative : "two-sided", "less" or "greater"
            As the verdict is judged that this stands beside: a claim of one side is no member of the family.
        """
        chosen = "was chosen before looking"
        if alternative != "two-sided":
            chosen = "and its claim were chosen before looking: then the one-sided p of the advised test does"
        for pair in self.pairs:
            known = pair.p_value is not None and pair.p_adjusted is not None
            if known and {pair.first, pair.second} == {first, second}:
                return (
                    f"One of {self.family_words}: by the advised test, two-sided, p {probability(pair.p_value)} alone, "
                    f"p {probability(pair.p_adjusted)} adjusted by {self.adjustment.title} for all of them. The "
                    f"adjusted one counts, unless this pair {chosen}."
                )
        if any(pair.verdict for pair in self.pairs):
            return ""
        return (
            f"One of {counted(self.family, 'pairs')}: no test is advised for them, so p is not adjusted. "
            "Among several, luck alone makes some p small, unless this pair was chosen before looking."
        )

    def adjusted_of(self, first: str, second: str) -> float | None:
        """The adjusted p-value of one pair; None for learners without a verdict."""
        wanted = {first, second}
        return next((pair.p_adjusted for pair in self.pairs if {pair.first, pair.second} == wanted), None)

    def judged(self, evidence: Evidence) -> Evidence:
        """The evidence by what the tests judge: errors for accuracy, squared errors for their root and for R².

        Parameters
        ----------
        evidence : Evidence
            That was judged, by the measure that is looked at.
        """
        found = {pair.verdict.measure for pair in self.pairs if pair.verdict is not None}
        return evidence.by(found.pop()) if len(found) == 1 else evidence

    def in_measure(self, evidence: Evidence) -> str:
        """What the differences are of, where the tests judge another measure than the one looked at; else empty."""
        judged = self.judged(evidence)
        return "" if judged is evidence else f" in {title_of(judged.scores)}"

    def decidable(self, alpha: float = 0.05) -> bool:
        """Whether any outcome of so much evidence could tell some pair apart, p adjusted."""
        return bool((self._least_adjusted <= alpha).any())

    @cached_property
    def _least_adjusted(self) -> Array:
        """Adjusted p of every pair, were each p as small as it can be; NaN where there is none."""
        return self.adjustment.function(
            None if pair.verdict is None else pair.verdict.least_p_value for pair in self.pairs
        )

    def adjusted_by(self, key: str) -> "AllPairs":
        """The same verdicts with p adjusted in another way.

        Parameters
        ----------
        key : str
            A key of `PAIR_ADJUSTMENTS`.

        Raises
        ------
        InputError
            If it cannot be done for so many learners.
        """
        adjustment = PAIR_ADJUSTMENTS[key]
        adjusted = adjustment.function(pair.p_value for pair in self.pairs)
        pairs = [
            replace(pair, p_adjusted=None if np.isnan(p) else float(p))
            for pair, p in zip(self.pairs, adjusted, strict=True)
        ]
        return replace(self, pairs=tuple(pairs), adjustment=adjustment)

    def grouping(self, scores: FoldScores, alpha: float = 0.05) -> Grouping:
        """Who is told apart from whom: where the adjusted p-value is at most α; learners by their mean scores.

        Parameters
        ----------
        scores : FoldScores
            Of the learners, by the measure that was judged.
        alpha : float

        Raises
        ------
        InputError
            If `alpha` is not between 0 and 1.
        """
        return self.groupings(scores, [alpha])[0]

    def groupings(self, scores: FoldScores, alphas: Iterable[float]) -> list[Grouping]:
        """Who is told apart from whom at each of these levels; the same record where nothing changes between them.

        Learners that lack scores which others have, come last: means over other folds do not compare.

        Parameters
        ----------
        scores : FoldScores
            Of the learners, by the measure that was judged.
        alphas : floats

        Raises
        ------
        InputError
            If one of them is not between 0 and 1.
        """
        ordered = by_means(scores, self.learners)["mean"]
        p = self.matrix("p_adjusted").loc[ordered.index, ordered.index].to_numpy()
        places = ordered.to_numpy(dtype=float)
        gaps = np.sign(np.nan_to_num(places[None, :] - places[:, None]))
        ahead = gaps if scores.lower_is_better else -gaps
        unjudged = np.isnan(p)
        np.fill_diagonal(unjudged, val=False)

        def at(alpha: float) -> Grouping:
            better = np.where(p <= alpha, ahead, 0).astype(int)
            return Grouping(
                tuple(ordered.index),
                places,
                better,
                unjudged=unjudged,
                lower_is_better=bool(scores.lower_is_better),
            )

        return at_levels(at, self._column("p_adjusted"), alphas)

    @property
    def frame(self) -> pd.DataFrame:
        """One row per pair: learners, test, difference, raw and adjusted p, reason."""
        rows = [
            {
                "first": pair.first,
                "second": pair.second,
                "test": "" if pair.verdict is None else pair.verdict.title,
                "difference": pair.difference,
                "p_value": pair.p_value,
                "p_adjusted": pair.p_adjusted,
                "reason": pair.reason or (pair.verdict.undefined or "" if pair.verdict else ""),
            }
            for pair in self.pairs
        ]
        return pd.DataFrame(rows)

    def matrix(self, value: str = "p_adjusted") -> pd.DataFrame:
        """Learners × learners of "difference" (row minus column), "p_value" or "p_adjusted"; NaN for none.

        Raises
        ------
        InputError
            If `value` is another word.
        """
        if value not in ("difference", "p_value", "p_adjusted"):
            raise InputError(f"must be 'difference', 'p_value' or 'p_adjusted', not {value!r}.", "value")
        first, second = self._places
        numbers = self._column(value)
        table = np.full((len(self.learners),) * 2, np.nan)
        table[first, second] = numbers
        table[second, first] = -numbers if value == "difference" else numbers
        return pd.DataFrame(table, index=list(self.learners), columns=list(self.learners))

    def _column(self, value: str) -> Array:
        """A number of every pair; NaN where there is none."""
        return np.array([getattr(pair, value) for pair in self.pairs], dtype=float)

    @cached_property
    def _places(self) -> tuple[Array, Array]:
        """Positions of both learners of every pair."""
        place = {name: position for position, name in enumerate(self.learners)}
        found = [(place[pair.first], place[pair.second]) for pair in self.pairs]
        first, second = np.array(found, dtype=int).reshape(-1, 2).T
        return first, second


def all_pairs(
    evidence: Judged,
    learners: Iterable[str] | None = None,
    test: str | None = None,
    *,
    drop_undefined: bool = False,
    adjustment: str = "holm",
) -> AllPairs:
    """Compare every two learners by the advised (or the named) test, p-values adjusted for their number.

    Parameters
    ----------
    evidence : Experiment, FoldScores or Predictions
    learners : names, optional
        Those to compare; all when not given.
    test : str, optional
        A key of `TESTS` for every pair.
    drop_undefined : bool
        Leave folds with an undefined score out, pair by pair.
    adjustment : str
        A key of `PAIR_ADJUSTMENTS`: holm, hochberg, hommel, bonferroni, shaffer and bergmann_hommel bound the
        family-wise error rate, benjamini_hochberg and benjamini_yekutieli the false discovery rate.

    Raises
    ------
    InputError
        If there are fewer than two learners, or nobody said what the scores measure. A pair that cannot be judged
        keeps its place in the family, with the reason.
    """
    found = evidence_of(evidence)
    found.refuse_unsaid()
    names = tuple(found.learners if learners is None else learners)
    if len(names) < 2:
        raise InputError(f"needs at least two learners, not {len(names)}.", "learners")
    pairs = [_judged(found, first, second, test, drop_undefined) for first, second in combinations(names, 2)]
    judged = AllPairs(names, tuple(pairs)).adjusted_by(adjustment)
    if all(pair.verdict for pair in judged.pairs):
        return judged
    by = judged.judged(found)
    return replace(judged, pairs=tuple(_with_difference(pair, by) for pair in judged.pairs))


def _judged(found: Evidence, first: str, second: str, test: str | None, drop_undefined: bool) -> Pair:
    try:
        return Pair(first, second, compare(found, first, second, test, drop_undefined=drop_undefined), None)
    except InputError as error:
        return Pair(first, second, None, None, f"{error.what} {error.hint}".strip())


def _with_difference(pair: Pair, evidence: Evidence) -> Pair:
    """The same with the mean difference where there is no verdict: no test is needed for it, but the same folds."""
    if pair.verdict is None:
        with suppress(InputError):
            known = align(evidence.scores.by_dataset, (pair.first, pair.second)).scores
            return replace(pair, apart=float(np.mean(known[pair.first] - known[pair.second])))
    return pair
