"""Where each row of a table of predictions belongs: instance, replicate, fold and group."""

from typing import Any

import numpy as np

from core.data.columns.fold_labels import fold_numbers
from core.data.predictions.folds import folds_of, positions_of
from core.data.predictions.join import Cells
from core.data.tables.cells import read_numbers
from core.errors import InputError, quoted
from core.records import Array, FoldPredictions


class Rows:
    """Where each row belongs: instance, replicate and fold."""

    def __init__(self, cells: Cells) -> None:
        keys = cells.keys
        self.positions, self.ids, self.size = positions_of(keys.get("id"), len(keys))
        self.replicate, first = fold_numbers(keys.get("replicate"), "replicate", len(keys))
        self.fold, second = fold_numbers(keys.get("fold"), "fold", len(keys))
        sizes = (
            read_numbers(keys["n_train"], ".").values.to_numpy()
            if "n_train" in keys
            else np.broadcast_to(np.nan, len(keys))
        )
        self.parts = [
            (replicate, fold, rows, self.positions[rows], _size(sizes[rows][0]))
            for replicate, fold, rows in folds_of(self.replicate, self.fold)
        ]
        self.notes = (*first, *second)
        self._group = keys.get("group")
        if "id" not in keys and (self.replicate != self.replicate[:1]).any():
            raise InputError(
                "there are several replicates but no ids, so it is not known which rows are the same instance.",
                cells.where,
                "Bring a column id.",
            )

    def groups(self, where: str) -> tuple[Array | None, tuple[str, ...]]:
        """The group of each instance, and what is said of it; None where every group holds one instance.

        Raises
        ------
        InputError
            If an instance stands in two groups.
        """
        if self._group is None:
            return None, ()
        named = self._group.astype("str").to_numpy(dtype=object)
        groups = np.full(self.size, "", dtype=object)
        groups[self.positions] = named
        twice = np.flatnonzero(groups[self.positions] != named)
        if len(twice):
            raise InputError(
                f"the instance of data row {twice[0] + 1} stands in the groups {quoted(named[twice[0]])} and "
                f"{quoted(groups[self.positions[twice[0]]])}.",
                where,
                "An instance belongs to one group: correct the cells, or say that no column is the group.",
            )
        count = len(set(groups))
        if count == self.size:
            return None, ("Every group holds one instance, so the instances were taken as independent.",)
        return groups, (
            f"The {self.size:,} instances come in {count:,} groups; tests take the groups whole.",
        )

    def outcomes(self, name: str, predicted: Array, scores: Array | None, kind: Any) -> list[FoldPredictions]:
        """The outcomes of one learner, fold by fold.

        Parameters
        ----------
        name : str
        predicted : array
            Of every row: class codes or numbers.
        scores : array or None
        kind : "probability", "decision" or None
        """
        return [
            FoldPredictions(
                name,
                replicate,
                fold,
                positions,
                predicted[rows],
                None if scores is None else scores[rows],
                kind,
                n_train,
            )
            for replicate, fold, rows, positions, n_train in self.parts
        ]


def _size(number: float) -> int | None:
    return None if np.isnan(number) else int(number)
