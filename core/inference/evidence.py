"""What evidence holds, and the scores of several learners brought onto the same folds."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from core.errors import InputError, NotApplicable, listing
from core.records import Counts, DesignFacts, Failure, FoldScores, LearnerScores, Predictions

INDEX = ["dataset", "replicate", "fold"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class Sources:
    """What the evidence holds: fold scores, predictions or typed counts; any of them may be missing.

    `losses` is the matrix behind fold scores of the measure "cost", where it is not 1 for every mistake.
    """

    fold_scores: FoldScores | None = None
    predictions: Predictions | None = None
    counts: Counts | None = None
    losses: Array | None = None

    @property
    def facts(self) -> DesignFacts | None:
        """The design, where anybody knows it."""
        known = [item.facts for item in (self.fold_scores, self.predictions) if item is not None]
        stated = next((facts for facts in known if facts is not None), None)
        return facts_of(self.predictions) if stated is None and self.predictions is not None else stated

    @property
    def learners(self) -> tuple[str, ...]:
        """Names of the learners."""
        if self.counts is not None:
            alone = len(self.counts.errors) == 1 and self.counts.e01 is None
            return tuple(self.counts.learners[:1] if alone else self.counts.learners)
        held = self.fold_scores if self.fold_scores is not None else self.predictions
        return () if held is None else tuple(held.learners)

    @property
    def over_datasets(self) -> bool:
        """Whether a row stands for an independent data set, not for a fold of one."""
        scores = self.fold_scores
        return scores is not None and (scores.rows == "data sets" or len(scores.datasets) > 1)

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Units of work that failed."""
        found = [item.failures for item in (self.fold_scores, self.predictions) if item is not None]
        return max(found, key=len, default=())


def facts_of(predictions: Predictions) -> DesignFacts | None:
    """What the predictions themselves show of an unnamed design."""
    if not predictions.outcomes:
        return None
    mine = predictions.of(predictions.outcomes[0].learner)
    positions = np.concatenate([item.positions for item in mine])
    replicates = len({item.replicate for item in mine})
    return DesignFacts(
        key=None,
        replicates=replicates,
        folds=len(mine) // replicates,
        n_validation=len(positions) / len(mine),
        every_instance_once=len(np.unique(positions)) == len(positions),
    )


def sources(evidence: Any) -> Sources:
    """Recognise fold scores, predictions, counts, or an experiment that holds the first two.

    Whatever has `fold_scores` and `predictions` counts as an experiment; its `losses`, if it has them, are the matrix
    by which the fold scores were costed.

    Raises
    ------
    InputError
        If the evidence is none of these.
    """
    if isinstance(evidence, Sources):
        return evidence
    if isinstance(evidence, FoldScores):
        return Sources(fold_scores=evidence)
    if isinstance(evidence, Predictions):
        return Sources(predictions=evidence)
    if isinstance(evidence, Counts):
        return Sources(counts=evidence)
    if hasattr(evidence, "fold_scores") and hasattr(evidence, "predictions"):
        return Sources(evidence.fold_scores, evidence.predictions, losses=getattr(evidence, "losses", None))
    raise InputError(
        f"must be an experiment, fold scores, predictions or counts, not {type(evidence).__name__}.",
        "evidence",
    )


def scores_of(found: Sources) -> FoldScores:
    """The fold scores, computed from the predictions where only these came in."""
    if found.fold_scores is not None:
        return found.fold_scores
    if found.predictions is not None:
        from core.measures import score

        return score(found.predictions, "error" if found.predictions.task == "classification" else "mse")
    raise NotApplicable(
        "there are counts only, no fold scores.", "evidence", "Bring in the scores of each fold."
    )


def refuse_failures(found: Sources, learners: Iterable[str]) -> None:
    """Raise `NotApplicable` if one of the learners has a failed fold."""
    for failure in found.failures:
        if failure.learner in learners:
            raise NotApplicable(
                f"{failure.learner} failed on replicate {failure.replicate}, fold {failure.fold}: {failure.reason}.",
                failure.learner,
                "Change its hyperparameters or the data and run it again; nothing is imputed and no fold is dropped.",
            )


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
        return pd.DataFrame(self.scores, self.folds)

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
        scores, sizes = (
            pd.DataFrame(columns, self.folds).groupby(level="dataset", sort=False).mean()
            for columns in (self.scores, self.sizes)
        )
        folds = pd.MultiIndex.from_tuples([(name, 1, 1) for name in scores.index], names=INDEX)
        return Aligned(folds, _columns(scores), _columns(sizes), self.notes)


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
                f"{learner} has more than one score on {places(twice)}.", learner, "Keep one of them."
            )
    _refuse_gaps(wanted, parts)
    folds = parts[0].folds
    columns = {learner: part.score for learner, part in zip(wanted, parts, strict=True)}
    sizes = {"n_train": parts[0].n_train, "n_validation": parts[0].n_validation}
    bad = np.any([np.isnan(column) for column in columns.values()], axis=0)
    if not bad.any():
        return Aligned(folds, columns, sizes, ())
    where = places(folds[bad])
    if not drop_undefined:
        who = listing(name for name, column in columns.items() if np.isnan(column).any())
        raise InputError(
            f"the score of {who} is undefined on {where}.",
            "folds",
            "Choose another measure, or leave these folds out for all learners (drop_undefined=True).",
        )
    note = f"Left out for all learners, because a score is undefined there: {where}."
    kept, kept_sizes = ({name: c[~bad] for name, c in part.items()} for part in (columns, sizes))
    return Aligned(folds[~bad], kept, kept_sizes, (note,))


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
                f"{learner} has no score on {places(gaps)}.",
                learner,
                "Paired tests need every learner on the same folds: add the scores, or remove these folds.",
            )


def places(index: pd.Index) -> str:
    """Name folds: data set (where there are several), replicate and fold."""
    several = len({place[0] for place in index}) > 1
    return listing((f"{name}, " if several else "") + f"replicate {r}, fold {f}" for name, r, f in index)


def refuse_unknown_learners(found: Sources, learners: list[str]) -> None:
    """Raise `InputError` for a learner that the evidence does not hold, or for one compared with itself."""
    for learner in learners:
        if learner not in found.learners:
            raise InputError(
                f"there is no learner {learner!r}.", "learner", f"There are {listing(found.learners)}."
            )
    if len(set(learners)) < len(learners):
        raise InputError(
            f"{learners[0]} cannot be compared with itself.", "second", "Choose another learner."
        )
