"""What pairs of learners are judged by, over data sets.

Demšar 2006; García et al. 2010; Benavoli, Corani & Mangili 2016.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.entries import Entry, Registry
from core.inference.hypothesis_tests.ranks import row_ranks
from core.inference.hypothesis_tests.ranks_between_blocks import (
    about_row_means,
    aligned_ranks,
    weighted_ranks,
)
from core.records import Array


def plain_error(ranks: Array) -> float:
    """√(k(k + 1)/(6N)), of a difference of two mean ranks within data sets (Demšar 2006)."""
    rows, k = ranks.shape
    return float(np.sqrt(k * (k + 1) / (6 * rows)))


def permuted_error(ranks: Array) -> float:
    """The same where only the order of the ranks within a row is arbitrary: √(2·Σ(r_ij − r̄_i)²/((k − 1)N²)).

    It holds for ranks of any kind; of plain ones without ties it is `plain_error`.
    """
    rows, k = ranks.shape
    return float(np.sqrt(2 * (about_row_means(ranks) ** 2).sum() / (k - 1)) / rows)


@dataclass(frozen=True, kw_only=True)
class PairTest(Entry):
    """What pairs of learners are judged by, over data sets.

    Attributes
    ----------
    ranks : callable
        Scores, data sets × learners, lower better → ranks whose means over the data sets are compared.
    error : callable or None
        Those ranks → standard error of a difference of two means; None where every pair is judged by itself.
    test : str
        Key of the test of all learners that goes with it.
    mean : str
        What the mean of those ranks is called.
    """

    ranks: Callable[[Array], Array]
    error: Callable[[Array], float] | None
    test: str
    mean: str = "Mean rank"


PAIR_TESTS: Registry[PairTest] = Registry(
    "test of pairs",
    (
        PairTest(
            key="friedman",
            title="mean ranks",
            summary="Ranks within data sets, as in Friedman's test. Adding a learner can change what holds for a pair.",
            reference="@demsar2006, section 3.2.2; @garcia2008",
            ranks=row_ranks,
            error=plain_error,
            test="iman_davenport",
        ),
        PairTest(
            key="wilcoxon",
            title="Wilcoxon's test, pair by pair",
            summary="Every pair by itself: no other learner matters. Needs differences of comparable size.",
            reference="@benavoli2016",
            ranks=row_ranks,
            error=None,
            test="iman_davenport",
        ),
        PairTest(
            key="aligned",
            title="aligned ranks",
            summary="Scores less the mean of their data set, ranked together. Needs differences of comparable size.",
            reference="@hodges1962; @garcia2010",
            ranks=aligned_ranks,
            error=permuted_error,
            test="aligned_friedman",
            mean="Mean aligned rank",
        ),
        PairTest(
            key="quade",
            title="Quade's weighted ranks",
            summary="Ranks within data sets, which weigh the more, the further apart the learners are on them.",
            reference="@quade1979; @garcia2010",
            ranks=weighted_ranks,
            error=permuted_error,
            test="quade",
            mean="Weighted mean rank",
        ),
    ),
)
