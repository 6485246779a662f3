"""Fold scores as a table: one row per data set, replicate and fold, one column per learner."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from core.designs import units_of
from core.figures.canvas.text import distinct_labels, full
from core.records import Array, FoldScores


@dataclass(frozen=True, eq=False)
class Grid:
    """Scores of J folds and L learners.

    Attributes
    ----------
    learners : tuple of L str
    values : array of shape J × L
        NaN where there is no score.
    datasets : array of J names
    details : array of shape J × 3
        Replicate, fold and number of validation instances of each row.
    noun : str
        What the rows are, as the design calls them: folds, cuts or samples; or data sets.
    planned : int
        Number of rows once every fold of the design is there.
    tried : frozenset of str
        The learners that have a row or a failure; the turn of the others has not come.
    """

    learners: tuple[str, ...]
    values: Array
    datasets: Array
    details: Array
    noun: str
    planned: int
    tried: frozenset[str]

    @cached_property
    def labels(self) -> dict[str, str]:
        """Names of the learners for ticks, told apart."""
        return dict(zip(self.learners, distinct_labels(self.learners), strict=True))

    @cached_property
    def shown_datasets(self) -> np.ndarray[Any, np.dtype[np.str_]]:
        """Names of the data sets for hover texts, escaped."""
        codes, known = pd.factorize(self.datasets)
        return np.array([full(name) for name in known], dtype=np.str_)[codes]

    def texts(self, rows: Any) -> np.ndarray[Any, np.dtype[np.str_]] | None:
        """Names of the data sets for the hover texts of some rows; None where there is one data set only."""
        names = self.shown_datasets
        return names[rows] if len(names) and (names != names[0]).any() else None

    def of(self, learner: str) -> Array:
        """The column of one learner."""
        return self.values[:, self.learners.index(learner)]

    def frame(self, columns: dict[str, Any], rows: Any = slice(None)) -> pd.DataFrame:
        """Table of some rows: data set, replicate and fold, then these columns."""
        keys = {
            "dataset": self.datasets[rows],
            "replicate": self.details[rows, 0].astype(int),
            "fold": self.details[rows, 1].astype(int),
        }
        return pd.DataFrame(keys | {name: column[rows] for name, column in columns.items()})

    def long(self, **columns: Array) -> pd.DataFrame:
        """Tidy table, one row per learner and fold, of columns given as J × L arrays."""
        folds, learners = self.values.shape
        keys = {
            "dataset": np.tile(self.datasets, learners),
            "learner": np.repeat(np.array(self.learners, dtype=object), folds),
            "replicate": np.tile(self.details[:, 0].astype(int), learners),
            "fold": np.tile(self.details[:, 1].astype(int), learners),
            "n_validation": np.tile(self.details[:, 2], learners),
        }
        return pd.DataFrame(keys | {name: column.T.ravel() for name, column in columns.items()})

    def like(self, other: "Grid") -> Array:
        """The values in the rows and columns of `other`; NaN where this grid has none."""
        rows = {key: i for i, key in enumerate(self._keys())}
        row = np.array([rows.get(key, -1) for key in other._keys()], dtype=np.int64)
        column = pd.Index(self.learners).get_indexer(pd.Index(other.learners))
        padded = np.pad(self.values, ((0, 1), (0, 1)), constant_values=np.nan)
        return np.asarray(padded[np.ix_(row, column)], dtype=np.float64)

    def _keys(self) -> list[tuple[Any, ...]]:
        folds = self.details[:, :2].tolist()
        return [(name, *fold) for name, fold in zip(self.datasets.tolist(), folds, strict=True)]


def fold_grid(scores: FoldScores) -> Grid:
    """Arrange the scores by data set (as they first appear), replicate and fold."""
    frame = scores.frame
    learner = pd.Index(scores.learners).get_indexer(pd.Index(frame["learner"]))
    dataset, names = pd.factorize(frame["dataset"])
    replicate, fold = (frame[name].to_numpy(dtype=np.int64) for name in ("replicate", "fold"))
    width, depth = replicate.max(initial=0) + 1, fold.max(initial=0) + 1
    keys, first, row = np.unique(
        (dataset * width + replicate) * depth + fold, return_index=True, return_inverse=True
    )
    mine = learner >= 0
    values = np.full((len(keys), len(scores.learners)), np.nan)
    values[row[mine], learner[mine]] = frame["score"].to_numpy(dtype=float)[mine]
    sizes = frame["n_validation"].to_numpy(dtype=float)[first]
    details = np.column_stack([replicate[first], fold[first], sizes]).astype(float)
    datasets = np.asarray(names, dtype=object)[dataset[first]]
    tried = {*frame["learner"], *(failure.learner for failure in scores.failures)}
    planned = _planned(scores, len(keys))
    return Grid(scores.learners, values, datasets, details, units_of(scores), planned, frozenset(tried))


def _planned(scores: FoldScores, there: int) -> int:
    if scores.facts is None or len(scores.datasets) != 1:
        return there
    return max(there, scores.facts.pairs)
