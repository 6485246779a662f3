"""P-values of a family of hypotheses → adjusted for their number.

Family-wise error rate: Dunn 1961 (Bonferroni), Holm 1979, Hochberg 1988, Hommel 1988; false discovery rate:
Benjamini & Hochberg 1995, Benjamini & Yekutieli 2001.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from core.entries import Entry, Registry
from core.errors import InputError
from core.records import Array
from core.written import all_of

PValues: TypeAlias = Iterable[float | None]


@dataclass(frozen=True)
class ErrorRate:
    """A rate of false rejections in a family: what it is called, what that means, and the same in plain words."""

    name: str
    meaning: str
    bounded: str


FAMILY_WISE = ErrorRate(
    "family-wise error rate",
    "the probability of any false rejection in the family",
    "the probability that luck alone calls even one of them different (p ≤ α) is at most α",
)
FALSE_DISCOVERIES = ErrorRate(
    "false discovery rate",
    "the expected share of false rejections among all rejections",
    "of those that are called different (p ≤ α), luck alone is expected to make a share of at most α",
)


def holm(p_values: PValues) -> Array:
    """Holm's step-down adjustment: max over j ≤ i of min(1, (M − j + 1)·p_(j)).

    Parameters
    ----------
    p_values : sequence of length M
        None or NaN where a test could not judge; it stays NaN and still counts in the family.

    Raises
    ------
    InputError
        If a number is no p-value between 0 and 1.

    Reference: Holm 1979.

    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    p, order = _sorted(p_values)
    factors = len(p) - np.arange(len(p))
    return _back(np.maximum.accumulate(np.minimum(1.0, factors * p[order])), order)


def hochberg(p_values: PValues) -> Array:
    """Hochberg's step-up adjustment: min over j ≥ i of (M − j + 1)·p_(j). Reference: Hochberg 1988.

    Raises
    ------
    InputError
        If a number is no p-value between 0 and 1.
    """
    p, order = _sorted(p_values)
    return _stepped_up(p, order, len(p) - np.arange(len(p)))


def hommel(p_values: PValues) -> Array:
    """Hommel's adjustment: closed testing in which every intersection is judged by Simes.

    The intersections of m hypotheses that hold the i-th are judged by min over k of m·p_(k)/k among their p-values.

    Raises
    ------
    InputError
        If a number is no p-value between 0 and 1.

    Reference: Hommel 1988.
    """
    given, order = _sorted(p_values)
    p = np.where(np.isnan(given), 1.0, given)[order]
    adjusted = p.copy()
    for m in range(2, len(p) + 1):
        rest = len(p) - m + 1  # the m − 1 largest can stand beside any hypothesis before them
        simes = np.min(m * p[rest:] / np.arange(2, m + 1))
        single = np.minimum(m * p[:rest], simes)
        adjusted = np.maximum(adjusted, np.append(single, np.full(m - 1, single[-1])))
    return _back(adjusted, order, given)


def bonferroni(p_values: PValues) -> Array:
    """Bonferroni's adjustment: min(1, M·p). Reference: Dunn 1961.

    Raises
    ------
    InputError
        If a number is no p-value between 0 and 1.
    """
    p, _ = _sorted(p_values)
    return np.asarray(np.minimum(1.0, len(p) * p))


def benjamini_hochberg(p_values: PValues) -> Array:
    """Benjamini and Hochberg's step-up adjustment: min over j ≥ i of (M/j)·p_(j).

    Raises
    ------
    InputError
        If a number is no p-value between 0 and 1.

    Reference: Benjamini & Hochberg 1995.

    >>> benjamini_hochberg([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.04, 0.04]
    """
    p, order = _sorted(p_values)
    return _stepped_up(p, order, len(p) / np.arange(1, len(p) + 1))


def benjamini_yekutieli(p_values: PValues) -> Array:
    """The same for p-values of any dependence: min over j ≥ i of (M/j)·p_(j)·Σ_k 1/k.

    Raises
    ------
    InputError
        If a number is no p-value between 0 and 1.

    Reference: Benjamini & Yekutieli 2001.
    """
    p, order = _sorted(p_values)
    ranks = np.arange(1, len(p) + 1)
    return _stepped_up(p, order, len(p) / ranks * np.sum(1 / ranks))


def as_p_values(p_values: PValues) -> Array:
    """The same as an array, NaN for None.

    Raises
    ------
    InputError
        If a number is no p-value between 0 and 1.
    """
    known = isinstance(p_values, np.ndarray)
    p = np.array(
        p_values if known else [np.nan if value is None else value for value in p_values], dtype=float
    )
    if np.any((p < 0) | (p > 1)):
        raise InputError("must hold numbers between 0 and 1.", "p_values")
    return p


def _sorted(p_values: PValues) -> tuple[Array, Array]:
    p = as_p_values(p_values)
    return p, np.argsort(p, kind="stable")  # NaN sorts last


def _stepped_up(p: Array, order: Array, factors: Array) -> Array:
    """The least of factor times p from each place on, from the largest p down."""
    scaled = np.minimum(1.0, factors * p[order])
    return _back(np.fmin.accumulate(scaled[::-1])[::-1], order, p)


def _back(adjusted: Array, order: Array, original: Array | None = None) -> Array:
    result = np.empty_like(adjusted)
    result[order] = adjusted
    return result if original is None else np.where(np.isnan(original), np.nan, result)


@dataclass(frozen=True, kw_only=True)
class Adjustment(Entry):
    """A way to adjust p-values for their number.

    Attributes
    ----------
    function : callable
        p-values → adjusted p-values; None and NaN stay undefined and count in the family.
    controls : ErrorRate
        What it bounds.
    all_pairs : bool
        Whether it supposes that the family is all pairs of some learners.
    most_learners : int or None
        How many learners it can be done for; None without end.
    """

    function: Callable[[PValues], Array]
    controls: ErrorRate
    other_names: tuple[str, ...] = ("multiple testing", "multiple comparisons")
    all_pairs: bool = False
    most_learners: int | None = None

    def fits(self, learners: int, *, all_pairs: bool = True) -> bool:
        """Whether it can be done for so many learners, all pairs of them or each against one control."""
        return (all_pairs or not self.all_pairs) and learners <= (self.most_learners or learners)

    def sentence(self, family: int, *, named: bool = False) -> str:
        """Say what p is adjusted for and what that bounds, in plain words; `named`, with the term of the field."""
        if family == 1:
            return "There is one comparison only, so p is not adjusted."
        term = f" ({self.controls.name})" if named else ""
        return f"p is adjusted by {self.title} for {all_of(family, 'comparisons')}: {self.controls.bounded}{term}."

    def term(self, family: int) -> str:
        """The same in the terms of the field; empty where p is not adjusted."""
        rate = self.controls
        return "" if family == 1 else f"{self.title} bounds the {rate.name}: {rate.meaning}."


ADJUSTMENTS: Registry[Adjustment] = Registry(
    "adjustment",
    (
        Adjustment(
            key="holm",
            title="Holm",
            summary="Step-down; right whatever the dependence of the tests, never weaker than Bonferroni.",
            reference="@holm1979",
            function=holm,
            controls=FAMILY_WISE,
        ),
        Adjustment(
            key="hochberg",
            title="Hochberg",
            summary="Step-up; never weaker than Holm, for independent or positively dependent tests.",
            reference="@hochberg1988",
            function=hochberg,
            controls=FAMILY_WISE,
        ),
        Adjustment(
            key="hommel",
            title="Hommel",
            summary="Closed testing by Simes; never weaker than Hochberg, under the same condition.",
            reference="@hommel1988",
            function=hommel,
            controls=FAMILY_WISE,
        ),
        Adjustment(
            key="bonferroni",
            title="Bonferroni",
            summary="Each p times their number; right whatever the dependence, and the weakest.",
            reference="@dunn1961",
            function=bonferroni,
            controls=FAMILY_WISE,
        ),
        Adjustment(
            key="benjamini_hochberg",
            title="Benjamini–Hochberg",
            summary="Step-up; bounds the share of false rejections, for independent or positively dependent tests.",
            reference="@benjamini1995",
            function=benjamini_hochberg,
            controls=FALSE_DISCOVERIES,
        ),
        Adjustment(
            key="benjamini_yekutieli",
            title="Benjamini–Yekutieli",
            summary="The same whatever the dependence of the tests, and weaker for that.",
            reference="@benjamini2001",
            function=benjamini_yekutieli,
            controls=FALSE_DISCOVERIES,
        ),
    ),
)
