"""After a rejection: which learners differ? Ranks over data sets, and means over folds.

Demšar 2006, section 3.2.2; García & Herrera 2008; Tukey 1949.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pandas as pd

from core.errors import InputError, NotApplicable, check_one_of
from core.inference.comparing.adjust import holm
from core.inference.declaration.arithmetic import snapped
from core.inference.declaration.checks import check_alpha
from core.inference.distributions.continuous import Normal
from core.inference.evidence.alignment import align
from core.inference.evidence.evidence import Judged, evidence_of
from core.inference.hypothesis_tests.ranks import row_ranks
from core.inference.verdicts.verdict import Verdict
from core.records import Array

Groups = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, eq=False)
class RankComparison:
    """Mean ranks of learners over data sets, and what their differences are worth.

    Attributes
    ----------
    learners : tuple of str
        From best to worst mean rank.
    mean_ranks : array
        1 is best by the direction of the measure; ties share their mean rank.
    rows : int
        Number of data sets.
    """

    learners: tuple[str, ...]
    mean_ranks: Array
    rows: int

    @property
    def standard_error(self) -> float:
        """√(k(k + 1)/(6N)), of a difference of two mean ranks."""
        k = len(self.learners)
        return float(np.sqrt(k * (k + 1) / (6 * self.rows)))

    def critical_difference(self, alpha: float = 0.05, method: str = "nemenyi") -> float:
        """Smallest difference of mean ranks that is significant: q_α·√(k(k + 1)/(6N)).

        Parameters
        ----------
        method : "nemenyi" or "bonferroni_dunn"
            All pairs, or all learners against one control.

        Raises
        ------
        InputError
            If `alpha` is not between 0 and 1.
        """
        check_alpha(alpha)
        check_one_of(method, ("nemenyi", "bonferroni_dunn"), "method")
        k = len(self.learners)
        if method == "nemenyi":
            return nemenyi_quantile(k, alpha) * self.standard_error
        return float(Normal().isf(alpha / (2 * (k - 1)))) * self.standard_error

    def groups(self, alpha: float = 0.05) -> Groups:
        """Sets of neighbouring learners that Nemenyi's test does not tell apart, each as large as it can be."""
        reach = self.critical_difference(alpha)
        ends = [int(np.nonzero(self.mean_ranks <= start + reach)[0][-1]) for start in self.mean_ranks]
        kept = [(start, end) for start, end in enumerate(ends) if start == 0 or end > ends[start - 1]]
        return tuple(self.learners[start : end + 1] for start, end in kept if end > start)

    @property
    def pairs(self) -> pd.DataFrame:
        """One row per pair: difference of mean ranks, z, raw p, and p adjusted by Nemenyi, Holm and Shaffer."""
        places = list(combinations(range(len(self.learners)), 2))
        difference = np.array([self.mean_ranks[i] - self.mean_ranks[j] for i, j in places])
        z = difference / self.standard_error
        p = np.asarray(Normal().p_value(z))
        columns = {
            "first": [self.learners[i] for i, _ in places],
            "second": [self.learners[j] for _, j in places],
            "difference": difference,
            "z": z,
            "p_value": p,
            "p_nemenyi": studentized_range_tail(np.abs(z) * np.sqrt(2), len(self.learners), np.inf),
            "p_holm": holm(p),
            "p_shaffer": shaffer(p, len(self.learners)),
        }
        return pd.DataFrame(columns)

    def against(self, control: str) -> pd.DataFrame:
        """One row per other learner: difference of mean ranks to the control, z, raw p, Bonferroni–Dunn and Holm.

        Raises
        ------
        InputError
            If the control is none of the learners.
        """
        if control not in self.learners:
            raise InputError(f"there is no learner {control!r}.", "control")
        place = self.learners.index(control)
        others = [i for i in range(len(self.learners)) if i != place]
        difference = self.mean_ranks[others] - self.mean_ranks[place]
        z = difference / self.standard_error
        p = np.asarray(Normal().p_value(z))
        columns = {
            "learner": [self.learners[i] for i in others],
            "difference": difference,
            "z": z,
            "p_value": p,
            "p_bonferroni_dunn": np.minimum(1.0, len(others) * p),
            "p_holm": holm(p),
        }
        return pd.DataFrame(columns)


def compare_ranks(
    evidence: Judged, learners: Iterable[str] | None = None, *, drop_undefined: bool = False
) -> RankComparison:
    """Rank learners on every data set.

    Parameters
    ----------
    evidence : FoldScores whose rows are data sets, or with several data sets (means over folds are ranked)
    learners : names, optional
        All of them when not given.

    Raises
    ------
    NotApplicable
        If the rows are folds of one data set: they are not independent.
    InputError
        If there are fewer than two learners or data sets, or scores are missing.
    """
    found = evidence_of(evidence)
    names = list(found.learners if learners is None else learners)
    if len(names) < 2:
        raise InputError(f"needs at least two learners, not {len(names)}.", "learners")
    if not found.over_datasets:
        raise NotApplicable(
            "the rows are folds of one data set, not independent data sets.",
            "evidence",
            "Compare all pairs by the corrected t test with Holm's adjustment.",
        )
    found.refuse_unknown(names)
    found.refuse_failures(names)
    scores = found.scores
    table = (
        align(scores, names, drop_undefined=drop_undefined).by_dataset().table[names].to_numpy(dtype=float)
    )
    if len(table) < 2:
        raise InputError(f"needs at least two data sets, not {len(table)}.", "evidence")
    means = row_ranks(table if scores.lower_is_better else -table).mean(axis=0)
    order = np.argsort(means, kind="stable")
    return RankComparison(tuple(names[i] for i in order), means[order], len(table))


def tukey_hsd(verdict: Verdict, learners: Iterable[str]) -> pd.DataFrame:
    """Tukey's honestly significant differences on the residual mean square of an analysis of variance.

    Parameters
    ----------
    verdict : Verdict of anova or repeated_anova
    learners : names, in the order of the table's columns

    Returns
    -------
    DataFrame
        One row per pair: difference of means, q and p.

    Raises
    ------
    NotApplicable
        If the verdict is of another test, or the residual variance is zero.
    InputError
        If there are not as many names as means.

    Reference: Tukey 1949.
    """
    if verdict.key not in ("anova", "repeated_anova"):
        raise NotApplicable("Tukey's test follows an analysis of variance.", "verdict")
    names, means = list(learners), np.asarray(verdict.terms["means"])
    if len(names) != len(means):
        raise InputError(f"holds {len(names)} names for {len(means)} learners.", "learners")
    if not verdict.terms["mean_square"]:
        raise NotApplicable("the residual variance is zero.", "verdict")
    places = list(combinations(range(len(names)), 2))
    difference = snapped(np.array([means[i] - means[j] for i, j in places]), verdict.terms["noise"])
    q = np.abs(difference) / np.sqrt(verdict.terms["mean_square"] / verdict.terms["folds"])
    columns = {
        "first": [names[i] for i, _ in places],
        "second": [names[j] for _, j in places],
        "difference": difference,
        "q": q,
        "p_value": studentized_range_tail(q, len(names), verdict.terms["df2"]),
    }
    return pd.DataFrame(columns)


def shaffer(p_values: Array, learners: int) -> Array:
    """Shaffer's static adjustment for all pairs of k learners: max over j ≤ i of min(1, t_j·p_(j)).

    t_j is the largest number of hypotheses that can hold together when j − 1 are false.

    Raises
    ------
    InputError
        If there are not as many p-values as pairs.

    Reference: Shaffer 1986; García & Herrera 2008.
    """
    p = np.asarray(p_values, dtype=float)
    family = comb(learners, 2)
    if len(p) != family:
        raise InputError(f"holds {len(p)} p-values; {learners} learners have {family} pairs.", "p_values")
    possible = true_hypotheses(learners)
    factors = [max(count for count in possible if count <= family - j) for j in range(family)]
    order = np.argsort(p, kind="stable")
    adjusted = np.empty(family)
    adjusted[order] = np.maximum.accumulate(np.minimum(1.0, np.array(factors) * p[order]))
    return adjusted


@cache
def true_hypotheses(learners: int) -> frozenset[int]:
    """Numbers of equalities of pairs that can hold together among k learners.

    >>> sorted(true_hypotheses(4))
    [0, 1, 2, 3, 6]
    """
    if learners < 2:
        return frozenset({0})
    return frozenset(
        comb(size, 2) + rest for size in range(1, learners + 1) for rest in true_hypotheses(learners - size)
    )


@cache
def nemenyi_quantile(learners: int, alpha: float) -> float:
    """q_α: the upper quantile of the studentized range over √2 (Demšar 2006, Table 5)."""
    from scipy.stats import studentized_range

    return float(studentized_range.isf(alpha, learners, np.inf) / np.sqrt(2))


def studentized_range_tail(q: Array, learners: int, df: float) -> Array:
    """P(studentized range ≥ q)."""
    from scipy.stats import studentized_range

    return np.asarray(studentized_range.sf(q, learners, df), dtype=float)
