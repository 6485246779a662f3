"""P-values of a family of hypotheses → adjusted for their number, by Holm (1979), Hochberg (1988) or Bonferroni."""

from collections.abc import Iterable

import numpy as np

from core.errors import InputError
from core.records import Array


def holm(p_values: Iterable[float | None]) -> Array:
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


def hochberg(p_values: Iterable[float | None]) -> Array:
    """Hochberg's step-up adjustment: min over j ≥ i of (M − j + 1)·p_(j). Reference: Hochberg 1988.

    Raises
    ------
    InputError
        If a number is no p-value between 0 and 1.
    """
    p, order = _sorted(p_values)
    scaled = np.minimum(1.0, (len(p) - np.arange(len(p))) * p[order])
    return _back(np.fmin.accumulate(scaled[::-1])[::-1], order, p)


def bonferroni(p_values: Iterable[float | None]) -> Array:
    """Bonferroni's adjustment: min(1, M·p).

    Raises
    ------
    InputError
        If a number is no p-value between 0 and 1.
    """
    p, _ = _sorted(p_values)
    return np.asarray(np.minimum(1.0, len(p) * p))


def _sorted(p_values: Iterable[float | None]) -> tuple[Array, Array]:
    p = np.array([np.nan if value is None else value for value in p_values], dtype=float)
    if np.any((p < 0) | (p > 1)):
        raise InputError("must hold numbers between 0 and 1.", "p_values")
    return p, np.argsort(p, kind="stable")  # NaN sorts last


def _back(adjusted: Array, order: Array, original: Array | None = None) -> Array:
    result = np.empty_like(adjusted)
    result[order] = adjusted
    return result if original is None else np.where(np.isnan(original), np.nan, result)
