"""Scores of several learners → a table over the folds that all of them share."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pandas as pd

from core.errors import InputError, listing
from core.measures import MEASURES, title_of
from core.records import Array, FoldScores, LearnerScores
from core.written import all_of, fold_name

INDEX = ["dataset", "replicate", "fold"]


@dataclass(frozen=True, eq=False)
class Aligned:
    """Scores of some learners on the same folds, with what was left out.

    Attributes
    ----------
    folds : index of data set, replicate and fold
    scores : dict of learner to scores, one per fold
    sizes : dict of n_train, n_validation to sizes, one per fold
    notes : tuple of str
    """

    folds: pd.MultiIndex
    scores: dict[str, Array]
    sizes: dict[str, Array]
    notes: tuple[str, ...]

    @property
    def table(self) -> pd.DataFrame:
        """Scores, folds × learners."""
        return pd.DataFrame(self.matrix(self.scores), self.folds, list(self.scores))

    def matrix(self, learners: Iterable[str]) -> Array:
        """Scores of these learners, folds × learners."""
        return np.column_stack([self.scores[learner] for learner in learners])

    def grid(self, learner: str) -> Array:
        """Scores of one learner, replicates × folds (1 × rows where the grid is not full)."""
        return self.as_grid(self.scores[learner])

    def as_grid(self, values: Array) -> Array:
        """One value per fold as replicates × folds."""
        return values.reshape(self._shape) if self._shape else values[None, :]

    @cached_property
    def _shape(self) -> tuple[int, int] | None:
        """Replicates and folds; None where the grid is not full."""
        datasets, replicates, folds = (len(np.unique(codes)) for codes in self.folds.codes)
        full = datasets == 1 and replicates * folds == len(self.folds)
        return (replicates, folds) if full else None

    def by_dataset(self) -> "Aligned":
        """Mean score of each data set, one row each."""
        names = self.folds.get_level_values("dataset")
        if names.is_unique and all(level.tolist() == [1] for level in self.folds.levels[1:]):
            return self
        if names.is_unique:
            return replace(self, folds=_one_each(names))
        scores, sizes = (
            pd.DataFrame(columns, self.folds).groupby(level="dataset", sort=False).mean()
            for columns in (self.scores, self.sizes)
        )
        return Aligned(_one_each(scores.index), _columns(scores), _columns(sizes), self.notes)


def _one_each(names: pd.Index) -> pd.MultiIndex:
    """Data sets with one row each."""
    return pd.MultiIndex.from_product([names, [1], [1]], names=INDEX)


def _columns(frame: pd.DataFrame) -> dict[str, Array]:
    return {str(name): column.to_numpy(dtype=float) for name, column in frame.items()}


def align(scores: FoldScores, learners: Iterable[str], *, drop_undefined: bool = False) -> Aligned:
    """Bring the scores of these learners onto the same folds by data set, replicate and fold.

    Raises
    ------
    InputError
        If a fold occurs twice, is missing for one learner, or holds an undefined score.
    """
    wanted = list(learners)
    parts = [_rows(scores, learner) for learner in wanted]
    for learner, part in zip(wanted, parts, strict=True):
        if part.folds.has_duplicates:
            twice = part.folds[part.folds.duplicated()].unique()
            raise InputError(
                f"{learner} has more than one score on {places(twice, part.folds)}.",
                learner,
                "Keep one of them.",
            )
    _refuse_gaps(wanted, parts)
    folds = parts[0].folds
    columns = {learner: part.score for learner, part in zip(wanted, parts, strict=True)}
    sizes = {"n_train": parts[0].n_train, "n_validation": parts[0].n_validation}
    bad = np.any([np.isnan(column) for column in columns.values()], axis=0)
    if not bad.any():
        return Aligned(folds, columns, sizes, ())
    where = places(folds[bad], folds)
    if not drop_undefined and (scores.imported or _rows_of(folds) == "data sets"):
        raise _missing(folds, columns)
    if not drop_undefined:
        who = listing(name for name, column in columns.items() if np.isnan(column).any())
        rest = "."
        if bad.all():
            where = all_of(len(folds), "folds")
        else:
            mended = "add what is missing" if _unrecorded(scores.measure) else "larger validation sets"
            rest = f", or {mended} (drop_undefined=True leaves these folds out for all learners)."
        raise InputError(
            f"The {title_of(scores)} of {who} is undefined on {where}.",
            hint=f"Choose another measure{rest}",
        )
    lacking = "missing" if scores.imported else "undefined"
    note = f"Left out for all learners, because a score is {lacking} there: {where}."
    kept, kept_sizes = ({name: c[~bad] for name, c in part.items()} for part in (columns, sizes))
    return Aligned(folds[~bad], kept, kept_sizes, (note,))


def _unrecorded(measure: str) -> bool:
    """Whether it is undefined only where something was not recorded; else the instances of the fold are why."""
    entry = MEASURES.get(measure)
    return entry is not None and entry.needs not in {"labels", "scores"}


def _missing(index: pd.MultiIndex, columns: dict[str, Array]) -> InputError:
    """Who has no score on which rows; there need be no other measure of such a table."""
    absent = {name: np.isnan(column) for name, column in columns.items() if np.isnan(column).any()}
    said = listing(f"{name} has no score on {places(index[bad], index)}" for name, bad in absent.items())
    count = int(np.any(list(absent.values()), axis=0).sum())
    rows = _rows_of(index)
    these = f"this {rows.removesuffix('s')}" if count == 1 else f"these {rows}"
    some = count < len(index)
    if rows == "data sets":
        hint = "Add the missing scores"
        hint += f", or leave {these} out for all learners (drop_undefined=True)" * some
    else:
        single = sum(bad.sum() for bad in absent.values()) == 1
        hint = f"Add {'it' if single else 'them'} to the file and bring it again"
        hint += f" (drop_undefined=True leaves {these} out for all learners)" * some
    return InputError(f"{said}.", hint=f"{hint}.")


def _rows(scores: FoldScores, learner: str) -> LearnerScores:
    if learner in scores.by_learner:
        return scores.by_learner[learner]
    none = scores.of(learner)  # refuses who is unknown; others have no rows
    index = pd.MultiIndex.from_frame(none[INDEX])
    return LearnerScores(index, np.empty(0), np.empty(0), np.empty(0))


def _refuse_gaps(learners: list[str], parts: list[LearnerScores]) -> None:
    if all(part.folds.equals(parts[0].folds) for part in parts[1:]):
        return
    everything = parts[0].folds
    for part in parts[1:]:
        everything = everything.union(part.folds)
    for learner, part in zip(learners, parts, strict=True):
        gaps = everything.difference(part.folds)
        if len(gaps):
            raise InputError(
                f"{learner} has no score on {places(gaps, everything)}.",
                hint=f"Paired tests need every learner on the same {_rows_of(everything)}: add the scores, or remove "
                f"these {_rows_of(everything)}.",
            )


def _rows_of(index: pd.Index) -> str:
    """What a row is: a data set where each has one only."""
    datasets = index.get_level_values("dataset")
    return "data sets" if datasets.is_unique and len(datasets) > 1 else "folds"


def places(index: pd.Index, among: pd.Index) -> str:
    """Name data sets that have one row each; else folds, with data set and replicate where there are several."""
    if _rows_of(among) == "data sets":
        return listing(index.get_level_values("dataset"))
    several = len({place[0] for place in index}) > 1
    repeated = bool((among.get_level_values("replicate") > 1).any())
    return listing(
        (f"{name}, " if several else "") + fold_name(r, f, repeated=repeated) for name, r, f in index
    )
