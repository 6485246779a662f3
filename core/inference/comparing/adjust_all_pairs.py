"""P-values of all pairs of learners → adjusted, knowing which of the equalities can hold together.

Shaffer 1986; Bergmann & Hommel 1988; García & Herrera 2008; Nemenyi 1963. The p-values stand in the order of
`itertools.combinations`.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb, isqrt

import numpy as np

from core.entries import Registry
from core.errors import InputError
from core.inference.comparing.adjust import ADJUSTMENTS, FAMILY_WISE, Adjustment, PValues, as_p_values
from core.inference.distributions.continuous import Normal
from core.inference.distributions.studentized import range_tail
from core.records import Array

MOST_EXHAUSTIVE = 9
"""Most learners whose partitions are gone through one by one: 21 147 of them."""


def shaffer(p_values: PValues) -> Array:
    """Shaffer's static adjustment for all pairs of k learners: max over j ≤ i of min(1, t_j·p_(j)).

    t_j is the largest number of hypotheses that can hold together when j − 1 are false.

    Raises
    ------
    InputError
        If there are not as many p-values as some number of learners has pairs.

    Reference: Shaffer 1986; García & Herrera 2008.

    >>> shaffer([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.04, 0.03]
    """
    p = as_p_values(p_values)
    possible = np.sort(list(true_hypotheses(_learners(len(p)))))
    left = len(p) - np.arange(len(p))
    factors = possible[np.searchsorted(possible, left, side="right") - 1]
    order = np.argsort(p, kind="stable")
    adjusted = np.empty(len(p))
    adjusted[order] = np.maximum.accumulate(np.minimum(1.0, factors * p[order]))
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


def bergmann_hommel(p_values: PValues) -> Array:
    """Bergmann and Hommel's adjustment: max over the exhaustive sets I that hold the pair of min(1, |I|·min_{j∈I} p_j).

    A set of equalities is exhaustive if exactly these can hold: every way to part the learners into groups of equals
    gives one.

    Raises
    ------
    InputError
        If there are not as many p-values as some number of learners has pairs, or more than nine learners.

    Reference: Bergmann & Hommel 1988; García & Herrera 2008.
    """
    given = as_p_values(p_values)
    learners = _learners(len(given))
    if learners > MOST_EXHAUSTIVE:
        raise InputError(
            f"goes through every way to part the learners into groups: {learners} of them are too many, "
            f"{MOST_EXHAUSTIVE} are not.",
            "adjustment",
            "Shaffer's adjustment is nearly as strong.",
        )
    held = _exhaustive(learners)
    p = np.where(np.isnan(given), 1.0, given)
    bounds = held.sum(axis=1) * np.where(held, p, np.inf).min(axis=1)
    adjusted = np.minimum(1.0, np.where(held, bounds[:, None], 0.0).max(axis=0))
    return np.where(np.isnan(given), np.nan, adjusted)


@cache
def _exhaustive(learners: int) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Exhaustive sets × pairs: which equalities each of them holds; the empty set is left out."""
    labels = np.array(list(_partitions(learners)))
    first, second = (list(places) for places in zip(*combinations(range(learners), 2), strict=True))
    held = labels[:, first] == labels[:, second]
    return np.asarray(held[held.any(axis=1)])


def _partitions(learners: int) -> Iterator[tuple[int, ...]]:
    """Every way to part the learners into groups, as the group of each; a group's number is that of its first."""
    if learners == 0:
        yield ()
        return
    for rest in _partitions(learners - 1):
        for group in sorted({*rest, learners - 1}):
            yield (*rest, group)


def nemenyi(p_values: PValues) -> Array:
    """Nemenyi's adjustment of normal tests of all pairs: P(studentized range of k means ≥ √2·|z|).

    A pair has at most α exactly when its difference of mean ranks reaches the critical difference q_α·√(k(k + 1)/(6N)).

    Raises
    ------
    InputError
        If there are not as many p-values as some number of learners has pairs.

    Reference: Nemenyi 1963; Demšar 2006, section 3.2.2.
    """
    p = as_p_values(p_values)
    several, which = np.unique(p, return_inverse=True)  # mean ranks differ by few different amounts
    z = np.asarray(Normal().isf(several / 2), dtype=float)
    return np.asarray(range_tail(np.sqrt(2) * z, _learners(len(p)))[which])


def _learners(family: int) -> int:
    """How many learners have so many pairs."""
    learners = (1 + isqrt(1 + 8 * family)) // 2
    if family < 1 or comb(learners, 2) != family:
        raise InputError(
            f"holds {family} p-values: no number of learners has so many pairs.",
            "p_values",
            "Give one for each pair.",
        )
    return learners


PAIR_ADJUSTMENTS: Registry[Adjustment] = Registry(
    "adjustment",
    (
        *ADJUSTMENTS.values(),
        Adjustment(
            key="shaffer",
            title="Shaffer",
            summary="Holm for all pairs: counts only equalities that can hold together. Never weaker than Holm.",
            reference="@shaffer1986; @garcia2008",
            function=shaffer,
            controls=FAMILY_WISE,
            all_pairs=True,
        ),
        Adjustment(
            key="bergmann_hommel",
            title="Bergmann–Hommel",
            summary="Goes through every way in which learners can be equal; the strongest, for nine learners at most.",
            reference="@bergmann1988; @garcia2008",
            function=bergmann_hommel,
            controls=FAMILY_WISE,
            all_pairs=True,
            most_learners=MOST_EXHAUSTIVE,
        ),
    ),
)
"""What fits all pairs of learners, whatever their test."""

RANK_ADJUSTMENTS: Registry[Adjustment] = Registry(
    "adjustment",
    (
        *PAIR_ADJUSTMENTS.values(),
        Adjustment(
            key="nemenyi",
            other_names=("multiple testing", "multiple comparisons", "Tukey"),
            title="Nemenyi",
            summary="One critical difference for all pairs of mean ranks, by the studentized range.",
            reference="@nemenyi1963; @demsar2006, section 3.2.2",
            function=nemenyi,
            controls=FAMILY_WISE,
            all_pairs=True,
        ),
    ),
)
"""What fits differences of mean ranks, which share one standard error."""
