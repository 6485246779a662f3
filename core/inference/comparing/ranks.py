"""Learners over many data sets → mean ranks, the tests of all of them, and what every difference is worth.

Demšar 2006; García & Herrera 2008; García et al. 2010; Benavoli, Corani & Mangili 2016.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from core.errors import InputError, check_one_of
from core.inference.comparing.adjust import Adjustment
from core.inference.comparing.adjust_all_pairs import RANK_ADJUSTMENTS
from core.inference.comparing.pair_tests import PAIR_TESTS, PairTest
from core.inference.declaration.checks import check_alpha
from core.inference.distributions.continuous import Normal
from core.inference.distributions.studentized import range_quantile
from core.inference.hypothesis_tests.ranks import row_ranks
from core.inference.hypothesis_tests.signed_ranks import ZEROS, signed_rank_p_values, signed_rank_terms
from core.inference.verdicts.grouping import Grouping, Groups, at_levels
from core.inference.verdicts.verdict import Verdict
from core.records import Array
from core.written import counted


@dataclass(frozen=True, eq=False)
class RankComparison:
    """Learners ranked over data sets, and what the differences of their mean ranks are worth.

    Attributes
    ----------
    learners : tuple of str
        From best to worst mean rank.
    mean_ranks : array
        1 is best by the direction of the measure (aligned ranks: up to learners × data sets); ties share their rank.
    scores : DataFrame
        Data sets × learners, as measured, in the learners' order.
    lower_is_better : bool
    pair_test : PairTest
        What the pairs are judged by.
    adjustment : Adjustment
        How their p-values are adjusted.
    control : str or None
        The one learner that the others are compared with; None for all pairs.
    tests : mapping of key to Verdict
        On all learners at once.
    notes : tuple of str
    """

    learners: tuple[str, ...]
    mean_ranks: Array
    scores: pd.DataFrame
    lower_is_better: bool
    pair_test: PairTest = PAIR_TESTS["friedman"]
    adjustment: Adjustment = RANK_ADJUSTMENTS["holm"]
    control: str | None = None
    tests: Mapping[str, Verdict] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def rows(self) -> int:
        """Number of data sets."""
        return len(self.scores)

    @property
    def test(self) -> Verdict:
        """The verdict on all learners at once."""
        return self.tests[self.pair_test.test]

    @property
    def basis(self) -> str:
        """What a verdict on the pairs rests on."""
        by = f"{self.pair_test.title}, p by {self.adjustment.title}"
        return f"{counted(self.rows, 'data sets')}; {by}"

    @property
    def is_decided_by_length(self) -> bool:
        """Whether all pairs are held against the same critical difference."""
        decides = "nemenyi" if self.control is None else "bonferroni"
        return self.pair_test.error is not None and self.adjustment.key == decides

    @cached_property
    def _oriented(self) -> Array:
        """Scores of which the lower is the better."""
        table = self.scores.to_numpy(dtype=float)
        return table if self.lower_is_better else -table

    @property
    def ranks(self) -> pd.DataFrame:
        """Rank of every learner on every data set."""
        return pd.DataFrame(self._ranks, index=self.scores.index, columns=self.scores.columns)

    @cached_property
    def _ranks(self) -> Array:
        return row_ranks(self._oriented)

    @cached_property
    def standard_error(self) -> float | None:
        """Of a difference of two mean ranks; None where every pair is judged by itself."""
        error, ranks = self.pair_test.error, self.pair_test.ranks
        return None if error is None else error(self._ranks if ranks is row_ranks else ranks(self._oriented))

    def critical_difference(self, alpha: float = 0.05) -> float | None:
        """Smallest difference of mean ranks that one step tells apart, whatever the other pairs.

        Nemenyi's q_α·se for all pairs, Bonferroni–Dunn's z·se against a control; None where every pair is judged by
        itself.

        Raises
        ------
        InputError
            If `alpha` is not between 0 and 1.

        Reference: Nemenyi 1963; Dunn 1961; Demšar 2006, section 3.2.2.
        """
        check_alpha(alpha)
        error, k = self.standard_error, len(self.learners)
        if error is None:
            return None
        if self.control is None:
            return float(range_quantile(alpha, k) / np.sqrt(2) * error)
        return float(Normal().isf(alpha / (2 * (k - 1)))) * error

    def decidable(self, alpha: float = 0.05) -> bool:
        """Whether any outcome on so many data sets could tell some pair apart; told of pairs that stand by themselves.

        For these nothing is clearer than the same order on all data sets: each p is then as small as it can be.
        """
        if self.pair_test.error is not None:
            return True
        clear = np.outer(np.arange(1.0, self.rows + 1), np.arange(1.0, len(self.learners) + 1))
        found = replace(self, scores=pd.DataFrame(clear, self.scores.index, self.scores.columns))
        return bool((found.pairs["p_adjusted"] <= alpha).any())

    def adjusted_by(self, key: str) -> "RankComparison":
        """The same with p-values adjusted in another way.

        Parameters
        ----------
        key : str
            A key of `RANK_ADJUSTMENTS`.

        Raises
        ------
        InputError
            If it does not fit: it is made for all pairs, for fewer learners, or for differences of mean ranks.
        """
        adjustment = rank_adjustment(key, self.control)
        check_fits(adjustment, len(self.learners), self.pair_test, self.control)
        found = replace(self, adjustment=adjustment)
        found.__dict__.update(
            (name, self.__dict__[name]) for name in _WHATEVER_ADJUSTED if name in self.__dict__
        )
        return found

    @cached_property
    def _places(self) -> tuple[Array, Array]:
        """Positions of both learners of every pair that is judged."""
        first, second = np.triu_indices(len(self.learners), 1)
        if self.control is None:
            return first, second
        control = self.learners.index(self.control)
        others = np.delete(np.arange(len(self.learners)), control)
        return np.full(len(others), control), others

    @cached_property
    def _judged(self) -> tuple[Array, Array]:
        """Statistic of every pair, negative where the first is better, and its p-value."""
        first, second = self._places
        error = self.standard_error
        if error is not None:
            difference = self.mean_ranks[first] - self.mean_ranks[second]
            z = np.divide(difference, error, out=np.zeros(len(difference)), where=error > 0)
            return z, np.asarray(Normal().p_value(z), dtype=float)
        columns = self._oriented.T[:, None]
        terms = signed_rank_terms({"a": columns[first], "b": columns[second], "zeros": ZEROS.default})
        sums = terms["rank_sum_plus"] - terms["rank_sum_minus"]
        return sums, signed_rank_p_values(terms, "two-sided")

    @cached_property
    def _unadjusted(self) -> dict[str, Any]:
        """The columns of `pairs`, less what an adjustment changes."""
        (first, second), (statistic, p) = self._places, self._judged
        columns = np.ascontiguousarray(self._ranks.T)
        one, other = columns[first], columns[second]
        wins, losses = np.count_nonzero(one < other, axis=1), np.count_nonzero(one > other, axis=1)
        return {
            "first": self.scores.columns[first],
            "second": self.scores.columns[second],
            "difference": self.mean_ranks[first] - self.mean_ranks[second],
            "statistic": statistic,
            "p_value": p,
            "p_adjusted": None,
            "wins": wins,
            "ties": self.rows - wins - losses,
            "losses": losses,
        }

    @cached_property
    def pairs(self) -> pd.DataFrame:
        """One row per pair that is judged.

        The first of two is the better ranked, or the control. `difference` is that of the mean ranks, `statistic` z, or
        Wilcoxon's difference of rank sums; both are negative where the first is better. `wins` are the data sets on
        which the first is better.
        """
        columns = self._unadjusted
        return pd.DataFrame(columns | {"p_adjusted": self.adjustment.function(columns["p_value"])})

    def matrix(self, value: str = "p_adjusted") -> pd.DataFrame:
        """Learners × learners of a column of `pairs`; NaN for pairs that are not judged.

        Differences and statistics are row less column; wins are those of the row, losses those of the column.

        Raises
        ------
        InputError
            If there is no such column.
        """
        mirrored = {"wins": "losses", "losses": "wins"}
        signs = {"difference": -1.0, "statistic": -1.0}
        check_one_of(value, tuple(self.pairs.columns[2:]), "value")
        first, second = self._places
        table = np.full((len(self.learners),) * 2, np.nan)
        table[first, second] = self.pairs[value]
        table[second, first] = signs.get(value, 1.0) * self.pairs[mirrored.get(value, value)]
        return pd.DataFrame(table, index=list(self.learners), columns=list(self.learners))

    def adjusted_of(self, first: str, second: str) -> float | None:
        """The adjusted p-value of two learners; None for a pair that is not judged."""
        wanted, pairs = {first, second}, zip(self.pairs["first"], self.pairs["second"], strict=True)
        return next(
            (float(p) for pair, p in zip(pairs, self.pairs["p_adjusted"], strict=True) if {*pair} == wanted),
            None,
        )

    def grouping(self, alpha: float = 0.05) -> Grouping:
        """Who is told apart from whom: where the adjusted p-value is at most α.

        Raises
        ------
        InputError
            If `alpha` is not between 0 and 1.
        """
        check_alpha(alpha)
        apart = self.matrix("p_adjusted").to_numpy() <= alpha
        signs = np.sign(np.nan_to_num(self.matrix("statistic").to_numpy()))
        better = np.where(apart, -signs, 0.0).astype(int)
        return Grouping(self.learners, self.mean_ranks, better, self.control)

    def groupings(self, alphas: Iterable[float]) -> list[Grouping]:
        """Who is told apart from whom at each of these levels; the same record where nothing changes between them.

        Raises
        ------
        InputError
            If one of them is not between 0 and 1.
        """
        return at_levels(self.grouping, self.pairs["p_adjusted"].to_numpy(dtype=float), alphas)

    def groups(self, alpha: float = 0.05) -> Groups:
        """Learners that are not told apart from one another (see `Grouping.groups`)."""
        return self.grouping(alpha).groups


_WHATEVER_ADJUSTED = ("_oriented", "_ranks", "standard_error", "_places", "_unadjusted")
"""What is computed once for all adjustments."""


_DUNN = replace(
    RANK_ADJUSTMENTS["bonferroni"],
    title="Bonferroni–Dunn",
    reference="@dunn1961; @demsar2006, section 3.2.2",
)


def rank_adjustment(key: str, control: str | None) -> Adjustment:
    """The adjustment of this key; Bonferroni's against a control has a name and a source of its own."""
    return _DUNN if key == "bonferroni" and control is not None else RANK_ADJUSTMENTS[key]


def check_fits(
    adjustment: Adjustment, learners: int, pair_test: PairTest, control: str | None = None
) -> None:
    """Check an adjustment against what is compared.

    Parameters
    ----------
    adjustment : Adjustment
    learners : int
    pair_test : PairTest
    control : str, optional

    Raises
    ------
    InputError
        If it is made for all pairs, for fewer learners, or for differences of mean ranks.
    """
    if control is not None and adjustment.all_pairs:
        raise InputError(
            f"{adjustment.title} is made for all pairs, not for comparisons with a control.", "adjustment"
        )
    if not adjustment.fits(learners):
        raise InputError(
            f"{adjustment.title} can be done for {adjustment.most_learners} learners at most, not for {learners}.",
            "adjustment",
            "Shaffer's is nearly as strong.",
        )
    if adjustment.key == "nemenyi" and pair_test.error is None:
        raise InputError("Nemenyi's critical difference is one of mean ranks.", "adjustment", "Choose Holm.")


def fitting_adjustments(learners: int, pair_test: PairTest, control: str | None = None) -> tuple[str, ...]:
    """Keys of `RANK_ADJUSTMENTS` that fit."""
    fitting = []
    for key, adjustment in RANK_ADJUSTMENTS.items():
        try:
            check_fits(adjustment, learners, pair_test, control)
        except InputError:
            continue
        fitting.append(key)
    return tuple(fitting)
