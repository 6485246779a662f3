"""A learner at every combination of levels of its hyperparameters (I2ML 5.1: factors and levels)."""

import re
from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

import numpy as np

from core.errors import InputError, listing, quoted
from core.learners.catalogue import LEARNERS
from core.learners.hyperparameters import Hyperparameter
from core.learners.naming import distinct_names, learner
from core.records import LearnerSpec, as_number


class NamedLevel(float):
    """A level that is a number, and what people read of it: in names of cells it stands for the number.

    Parameters
    ----------
    value : float
    name : str
        Without parentheses and commas, by which names of cells are read.
    """

    def __new__(cls, value: float, name: str) -> "NamedLevel":
        """Make the number, and remember its name."""
        made = super().__new__(cls, value)
        made._name = name
        return made

    _name: str

    def __str__(self) -> str:
        return self._name


def factorial(
    key: str, name: str | None = None, start: int = 0, **levels: Iterable[Any]
) -> tuple[LearnerSpec, ...]:
    """Specify a learner at every combination of levels, each cell named by its settings.

    Where learners are tuned, cells are left as set: a search would take a cell at a usual value to others.

    Parameters
    ----------
    key : str
        A key of `LEARNERS`.
    name : str, optional
        What stands before the settings; by default the title of the entry.
    start : int
        As for `learner`.
    **levels
        Values of each hyperparameter that is a factor; those of the last one change first.

    Raises
    ------
    UnknownName
        If there is no such learner.
    InputError
        If a hyperparameter is unknown, a level out of range or given twice, or there are fewer than two cells.

    Examples
    --------
    >>> [cell.name for cell in factorial("knn", n_neighbors=(1, 5), weights=("uniform",))]
    ['k-NN (k = 1, weights = uniform)', 'k-NN (k = 5, weights = uniform)']
    """
    entry = LEARNERS[key]
    values = [list(given) for given in levels.values()]
    cells = [dict(zip(levels, cell, strict=True)) for cell in product(*values)]
    if len(cells) < 2:
        raise InputError("needs two levels or more of one hyperparameter at least.", "levels")
    checked = [entry.checked(cell) for cell in cells]
    titles = {parameter.name: parameter for parameter in entry.hyperparameters}
    names = [_settings(titles, plain, given) for plain, given in zip(checked, cells, strict=True)]
    return distinct_names(
        learner(key, f"{name or entry.title} ({settings})", start, as_set=True, **cell)
        for settings, cell in zip(names, checked, strict=True)
    )


def _settings(titles: Mapping[str, Hyperparameter], cell: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{titles[name].title} = {given[name]}"
        if isinstance(given[name], NamedLevel)
        else titles[name].said(value)
        for name, value in cell.items()
    )


def levels_between(
    key: str, hyperparameter: str, count: int = 5, low: float = 0.0, high: float = 1.0
) -> tuple[Any, ...]:
    """Spread levels evenly over the range in which tuning looks, normalised to 0 … 1; by factors where it says so.

    Parameters
    ----------
    key : str
        A key of `LEARNERS`.
    hyperparameter : str
        One that is a number; of another kind, all its values are the levels.
    count : int
        How many, at least two; whole numbers that coincide count once.
    low, high : float
        Ends on the normalised range.

    Raises
    ------
    UnknownName
        If there is no such learner.
    InputError
        If there is no such hyperparameter, fewer than two levels are asked for, or the ends are not 0 ≤ low < high ≤ 1.

    Examples
    --------
    >>> levels_between("rbf_svm", "C", 3)
    (0.001, 1.0, 1000.0)
    """
    parameter = _parameter(key, hyperparameter)
    if count < 2 or not 0 <= low < high <= 1:
        raise InputError(
            f"{count} levels from {low:g} to {high:g} were asked for.",
            hyperparameter,
            "Ask for two or more, from a share of the range to a larger one, 0 and 1 at most.",
        )
    if parameter.kind == "bool":
        return (False, True)
    if parameter.kind == "choice":
        unset = () if parameter.default in parameter.choices else (parameter.default,)
        return (*unset, *parameter.choices)
    return _spread(parameter, np.linspace(low, high, count))


def read_levels(key: str, hyperparameter: str, text: str) -> tuple[Any, ...]:
    """Read levels that somebody typed, with commas, semicolons or spaces between; "default" where None is allowed.

    Raises
    ------
    UnknownName
        If there is no such learner.
    InputError
        If there is no such hyperparameter, or a word is no allowed level of it.

    Examples
    --------
    >>> read_levels("rbf_svm", "gamma", "default, 0.1; 1")
    (None, 0.1, 1.0)
    """
    parameter = _parameter(key, hyperparameter)
    return tuple(_read(parameter, word, LEARNERS[key].title) for word in words_of(text))


def words_of(text: str) -> list[str]:
    """What stands between commas, semicolons or spaces; a space in ``1 000`` may also divide thousands."""
    return [word.strip() for word in re.split(r"[,;]|\s+(?!0\d)", text) if word.strip()]


def written_levels(levels: Iterable[Any]) -> str:
    """Write levels as `read_levels` takes them."""
    return ", ".join(_written(level) for level in levels)


def _written(level: Any) -> str:
    if level is None:
        return "default"
    return f"{level:g}" if isinstance(level, float) else str(level)


def _read(parameter: Hyperparameter, word: str, learner_title: str) -> Any:
    """A named value as it is, else a number; refused in the words of who typed it."""
    named = {_written(value): value for value in (None, False, True, *parameter.choices)}
    number = as_number(word)
    try:
        return parameter.checked(named.get(word, word if number is None else number), learner_title)
    except InputError as error:
        allowed = f"{parameter.allowed_in_words}{', or default' if parameter.default is None else ''}"
        raise InputError(
            f"{parameter.title} must be {allowed}, not {word!r}.", learner_title, parameter.help
        ) from error


def _parameter(key: str, hyperparameter: str) -> Hyperparameter:
    known = {parameter.name: parameter for parameter in LEARNERS[key].hyperparameters}
    if hyperparameter not in known:
        raise InputError(
            f"there is no hyperparameter {quoted(hyperparameter)}.", key, f"It has {listing(known)}."
        )
    return known[hyperparameter]


def _spread(parameter: Hyperparameter, shares: Any) -> tuple[Any, ...]:
    """Values at these shares of the range, to three digits."""
    first, last = parameter.range
    values = first * (last / first) ** shares if parameter.log else first + (last - first) * shares
    rounded = [float(f"{value:.3g}") for value in values.tolist()]
    return tuple(dict.fromkeys(round(value) if parameter.kind == "int" else value for value in rounded))
