"""Widths of Gaussian kernels as multiples of the mean distance to the nearest neighbour (I2ML 5.1)."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from core.errors import InputError
from core.learners.catalogue import LEARNERS
from core.learners.levels import NamedLevel, words_of
from core.records import as_number

MOST_MEASURED = 2000
"""Instances whose nearest neighbour is looked for, evenly spread over the data; it is looked for among all."""


def neighbour_distance(key: str, X: Any) -> float:
    """Mean Euclidean distance of an instance to its nearest neighbour, as a learner sees the attributes.

    Parameters
    ----------
    key : str
        A key of `LEARNERS`: its preparation imputes, scales and encodes first.
    X : DataFrame or array
        The attributes; of more than 2000 instances so many are measured, each against all.

    Raises
    ------
    UnknownName
        If there is no such learner.
    InputError
        If there is one instance only, or every instance has a twin.

    Examples
    --------
    >>> round(neighbour_distance("rbf_svm", np.array([[0.0], [1.0], [3.0]])), 4)  # standardised: over 1.2472
    1.069
    """
    from sklearn.neighbors import NearestNeighbors

    from core.learners.preparation import Preparation

    entry = LEARNERS[key]
    prepared = Preparation(scale=entry.scales, encoding=entry.encoding).fit_transform(X)
    if len(prepared) < 2:
        raise InputError("There is one instance only, which has no neighbour.")
    measured = np.unique(np.linspace(0, len(prepared) - 1, MOST_MEASURED).round().astype(int))
    distances, _ = NearestNeighbors(n_neighbors=2).fit(prepared).kneighbors(prepared[measured])
    mean = float(distances[:, 1].mean())
    if mean <= 0:
        raise InputError("Every instance occurs twice or more: nearest neighbours are at distance 0.")
    return mean


def kernel_widths(
    distance: float, multiples: Iterable[float] = (0.5, 1.0, 2.0, 4.0, 8.0)
) -> tuple[NamedLevel, ...]:
    """Levels of γ for which exp(−γ·‖x − x′‖²) = exp(−‖x − x′‖²/(2s²)) has spreads s of multiples of a distance.

    Parameters
    ----------
    distance : float
        That of `neighbour_distance`; the same for all folds, for it looks at no labels.
    multiples : floats

    Returns
    -------
    tuple of NamedLevel
        γ = 1/(2s²) to four digits, named with its multiple: `factorial` takes them as levels.

    Raises
    ------
    InputError
        If a number is not positive.

    Examples
    --------
    >>> [str(level) for level in kernel_widths(1.069, (1, 2))]
    ['0.4375 [1 d]', '0.1094 [2 d]']
    """
    given = [float(multiple) for multiple in multiples]
    if any(not 0 < multiple < np.inf for multiple in (distance, *given)):
        raise InputError("must be positive numbers.", "multiples", "1 is the mean distance itself.")
    gammas = [float(f"{1 / (2 * (multiple * distance) ** 2):.4g}") for multiple in given]
    return tuple(
        NamedLevel(gamma, f"{gamma:g} [{multiple:g} d]")
        for gamma, multiple in zip(gammas, given, strict=True)
    )


def read_multiples(text: str) -> tuple[float, ...]:
    """Read multiples that somebody typed, with commas, semicolons or spaces between them.

    Raises
    ------
    InputError
        If a word is no number.

    Examples
    --------
    >>> read_multiples("0.5, 1; 2")
    (0.5, 1.0, 2.0)
    """
    numbers = {word: as_number(word) for word in words_of(text)}
    for word, number in numbers.items():
        if number is None:
            raise InputError(f"must be numbers, not {word!r}.", "multiples", "For example 0.5, 1, 2.")
    return tuple(float(word) for word in words_of(text))
