"""Learners → all pairs, each judged by its advised test, p-values raw and adjusted side by side."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import pandas as pd

from core.errors import InputError
from core.inference.comparing.adjust import ADJUSTMENTS, Adjustment
from core.inference.comparing.compare import compare
from core.inference.evidence.evidence import Evidence, Judged, evidence_of
from core.inference.verdicts.verdict import Verdict
from core.records.notebook import cell


@dataclass(frozen=True, eq=False)
class Pair:
    """Two learners, the verdict on them and its adjusted p-value; `reason` where no verdict was possible."""

    first: str
    second: str
    verdict: Verdict | None
    p_adjusted: float | None
    reason: str = ""

    @property
    def p_value(self) -> float | None:
        """Raw p-value."""
        return None if self.verdict is None else self.verdict.p_value

    @property
    def difference(self) -> float | None:
        """Mean difference, first minus second."""
        if self.verdict is None:
            return None
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
    def sentence(self) -> str:
        """Say how p is adjusted, and which rate of errors that bounds."""
        return self.adjustment.sentence(self.family)

    def adjusted_by(self, key: str) -> "AllPairs":
        """The same verdicts with p adjusted in another way.

        Parameters
        ----------
        key : str
            A key of `ADJUSTMENTS`.
        """
        adjustment = ADJUSTMENTS[key]
        adjusted = adjustment.function(pair.p_value for pair in self.pairs)
        pairs = [
            replace(pair, p_adjusted=None if np.isnan(p) else float(p))
            for pair, p in zip(self.pairs, adjusted, strict=True)
        ]
        return replace(self, pairs=tuple(pairs), adjustment=adjustment)

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
        table = pd.DataFrame(np.nan, index=list(self.learners), columns=list(self.learners))
        for pair in self.pairs:
            number = getattr(pair, value)
            if number is not None:
                table.loc[pair.first, pair.second] = number
                table.loc[pair.second, pair.first] = -number if value == "difference" else number
        return table


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
        A key of `ADJUSTMENTS`: holm, hochberg, hommel, bonferroni bound the family-wise error rate,
        benjamini_hochberg and benjamini_yekutieli the false discovery rate.

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
    return AllPairs(names, tuple(pairs)).adjusted_by(adjustment)


def _judged(found: Evidence, first: str, second: str, test: str | None, drop_undefined: bool) -> Pair:
    try:
        return Pair(first, second, compare(found, first, second, test, drop_undefined=drop_undefined), None)
    except InputError as error:
        return Pair(first, second, None, None, str(error))
