"""Learners as cells of a factorial design; read off the settings that stand in their names."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.errors import NotApplicable

LEARNER = "Learner"
_CELL = re.compile(r"(?P<learner>.+?) \((?P<settings>[^()]+ = [^()]+)\)")


@dataclass(frozen=True)
class Factors:
    """Which learner stands at which levels.

    Attributes
    ----------
    names : tuple of str
        Of the factors: hyperparameters, and "Learner" first where several kinds of learners are crossed with them.
    levels : one tuple of str per factor
        Numbers ascending, other levels as they first appear.
    cells : mapping of learner to one level per factor
        As pairs, in the order of the learners.
    """

    names: tuple[str, ...]
    levels: tuple[tuple[str, ...], ...]
    cells: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def learners(self) -> tuple[str, ...]:
        """Names of the learners that are cells."""
        return tuple(name for name, _ in self.cells)

    @property
    def shape(self) -> tuple[int, ...]:
        """Number of levels of each factor."""
        return tuple(len(levels) for levels in self.levels)

    @property
    def full(self) -> bool:
        """Whether there is a learner at every combination of the levels."""
        return len(self.cells) == int(np.prod(self.shape))

    @cached_property
    def places(self) -> dict[str, tuple[int, ...]]:
        """Position of each learner's level, one per factor."""
        return {
            name: tuple(levels.index(level) for levels, level in zip(self.levels, cell, strict=True))
            for name, cell in self.cells
        }

    @property
    def extremes(self) -> tuple[str, ...]:
        """Learners at the corners, where every level is a first or last one, and at the middle level of all factors."""
        corners = [{0, count - 1} for count in self.shape]
        centre = tuple((count - 1) // 2 for count in self.shape)
        return tuple(
            name
            for name, places in self.places.items()
            if places == centre or all(place in ends for place, ends in zip(places, corners, strict=True))
        )

    @property
    def crossed(self) -> tuple[str, ...]:
        """Learners in the order of their cells, the levels of the last factor changing first.

        Raises
        ------
        NotApplicable
            If a combination of levels is missing.
        """
        if not self.full:
            raise NotApplicable(
                f"{len(self.cells)} of {int(np.prod(self.shape))} combinations of levels are there.",
                " × ".join(self.names),
                "Effects of factors are told apart where every combination was tried: add those that are missing.",
            )
        return tuple(sorted(self.learners, key=self.places.__getitem__))


def factors_in(learners: Iterable[str]) -> Factors | None:
    """Find the factorial design among learners named by their settings, such as ``RBF SVM (C = 1, gamma = 0.1)``.

    Learners of several kinds are crossed where each has the same settings; else those of the kind with the most cells
    are taken. Learners without settings stand outside.

    Returns
    -------
    Factors or None
        None where fewer than two learners differ by named settings alone.
    """
    families: dict[tuple[str, ...], dict[str, tuple[str, ...]]] = {}
    for name in learners:
        found = _CELL.fullmatch(name)
        settings = [part.split(" = ", 1) for part in found["settings"].split(", ")] if found else []
        if found and all(len(setting) == 2 for setting in settings):
            titles, levels = zip(*settings, strict=True)
            families.setdefault((LEARNER, *titles), {})[name] = (found["learner"], *levels)
    if not families:
        return None
    titles, cells = max(families.items(), key=lambda family: len(family[1]))
    crossed = _factors(titles, cells)
    if crossed is not None and (crossed.full or LEARNER not in crossed.names):
        return crossed
    kinds = [cell[0] for cell in cells.values()]
    kind = max(dict.fromkeys(kinds), key=kinds.count)
    return _factors(titles, {name: cell for name, cell in cells.items() if cell[0] == kind})


def _factors(titles: tuple[str, ...], cells: dict[str, tuple[str, ...]]) -> Factors | None:
    """Leave out what has one level only; None where nothing is left, or two learners share a cell."""
    columns = list(zip(*cells.values(), strict=True))
    kept = [place for place, column in enumerate(columns) if len(set(column)) > 1]
    placed = tuple((name, tuple(cell[place] for place in kept)) for name, cell in cells.items())
    if not kept or len({cell for _, cell in placed}) < len(placed):
        return None
    levels = tuple(_ordered(columns[place]) for place in kept)
    return Factors(tuple(titles[place] for place in kept), levels, placed)


def _ordered(column: Iterable[str]) -> tuple[str, ...]:
    distinct = dict.fromkeys(column)
    places = {level: -np.inf if level == "default" else as_number(level) for level in distinct}
    numbers = {level: place for level, place in places.items() if place is not None}
    return tuple(sorted(numbers, key=numbers.__getitem__) if len(numbers) == len(places) else distinct)


def as_number(level: str) -> float | None:
    """The number that a level is, None for a word."""
    try:
        return float(level)
    except ValueError:
        return None
