"""What came out: predictions, fold scores and failures."""

import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple, cast

import numpy as np
import pandas as pd

from core.errors import InputError, listing, quoted
from core.records.array import Array
from core.records.dataset import DesignFacts, Losses, Task
from core.records.digest import digest
from core.records.notebook import cell
from core.written import fold_name

ScoreKind = Literal["probability", "decision"]
Rows = Literal["folds", "data sets"]

FOLD_SCORE_COLUMNS = ("dataset", "learner", "replicate", "fold", "n_train", "n_validation", "score")


@dataclass(frozen=True, eq=False)
class FoldPredictions:
    """What one learner, trained on one training set, said of one validation set.

    Attributes
    ----------
    learner : str
    replicate, fold : int
        Counted from 1.
    positions : int array of length m
        The validated instances, as positions in `Predictions.truth`.
    predicted : array of length m
        Class codes, or numbers for regression.
    scores : array or None
        m × K class probabilities, or m × K (two classes: m) decision values.
    score_kind : "probability", "decision" or None
    n_train : int or None
    training_seconds, prediction_seconds : float or None
        Time of the fit (with tuning, if any) and of predicting the validation set.
    model_bytes : int or None
        Size of the fitted estimator, serialised.
    training_score : float or None
        Error rate, or mean squared error, on the training set itself.
    chosen : (name, value) pairs
        Hyperparameters that tuning chose.
    reused : bool
        Taken from the store; the times were measured then.
    """

    learner: str
    replicate: int
    fold: int
    positions: Array
    predicted: Array
    scores: Array | None = None
    score_kind: ScoreKind | None = None
    n_train: int | None = None
    training_seconds: float | None = None
    prediction_seconds: float | None = None
    model_bytes: int | None = None
    training_score: float | None = None
    chosen: tuple[tuple[str, Any], ...] = ()
    reused: bool = False

    def take(self, rows: Array) -> "FoldPredictions":
        """The same for some of the validated instances, or some of them several times."""
        return replace(
            self,
            positions=self.positions[rows],
            predicted=self.predicted[rows],
            scores=None if self.scores is None else self.scores[rows],
        )


ANOTHER_LEARNER = "Choose another learner"
"""How a reason ends where no hyperparameter would help."""


@dataclass(frozen=True, eq=False)
class Failure:
    """A learner that could not be trained or could not predict on one fold, and why."""

    learner: str
    replicate: int
    fold: int
    reason: str


def why_failed(failures: Sequence[Failure], unit: str = "fold") -> str:
    """Why a learner failed on the first of these folds, and on one where the reason was another, numbers apart."""
    first, *others = failures
    other = next((one for one in others if _kind(one.reason) != _kind(first.reason)), None)
    told = f"{first.reason.rstrip('.')}."
    if other is None:
        return told
    place = fold_name(
        other.replicate, other.fold, repeated=any(one.replicate > 1 for one in failures), unit=unit
    )
    return f"{told} On {place} it was another reason: {other.reason.rstrip('.')}."


def _kind(reason: str) -> str:
    return re.sub(r"\d+", "", reason)


@dataclass(frozen=True, eq=False, repr=False)
class Predictions:
    """Predictions of one or more learners on the instances of one data set.

    Attributes
    ----------
    dataset : str
        Name of the data set.
    task : "classification" or "regression"
    truth : array of length N
        Class codes in the order of `classes`, or numbers.
    classes : tuple
        Class labels; empty for regression.
    learners : tuple of str
        In the order that gives them their colours.
    outcomes : tuple of FoldPredictions
    positive : label or None
    ids : array of length N or None
        Names of the instances where the source had them.
    facts : DesignFacts or None
    failures : tuple of Failure
    notes : tuple of str
    groups : array of length N or None
        Name of the group of each instance, where instances come in groups.
    """

    dataset: str
    task: Task
    truth: Array
    classes: tuple[Hashable, ...]
    learners: tuple[str, ...]
    outcomes: tuple[FoldPredictions, ...]
    positive: Hashable | None = None
    ids: Array | None = None
    facts: DesignFacts | None = None
    failures: tuple[Failure, ...] = ()
    notes: tuple[str, ...] = ()
    groups: Array | None = None

    def __repr__(self) -> str:
        what = f"{len(self.truth)} instances, {len(self.learners)} learners, {len(self.outcomes)} outcomes"
        return f"Predictions({self.dataset!r}: {what}, {self.task})"

    def _repr_html_(self) -> str:
        return cell(repr(self), self._part(self.outcomes[0]) if self.outcomes else None)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Predictions) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    @cached_property
    def fingerprint(self) -> str:
        """Sha256 over truth and every prediction; not over times."""
        parts: list[Any] = [self.task, self.truth, [str(label) for label in self.classes]]
        for item in self.outcomes:
            parts += [item.learner, item.replicate, item.fold, item.positions, item.predicted, item.scores]
        return digest(*parts, *([] if self.groups is None else [self.groups]))

    def of(self, learner: str) -> tuple[FoldPredictions, ...]:
        """Outcomes of one learner, by replicate and fold.

        Raises
        ------
        InputError
            If there is no such learner.
        """
        if learner not in self.learners:
            raise InputError(
                f"there is no learner {quoted(learner)}.", "learner", f"There are {listing(self.learners)}."
            )
        mine = [item for item in self.outcomes if item.learner == learner]
        return tuple(sorted(mine, key=lambda item: (item.replicate, item.fold)))

    @property
    def opening_class(self) -> Hashable:
        """The class that curves are about until another is chosen: the positive one, else the last of two, else the
        commonest; None for regression."""
        if self.positive in self.classes or not self.classes:
            return self.positive
        return self.classes[-1 if len(self.classes) == 2 else int(np.bincount(self.truth).argmax())]

    @cached_property
    def validated(self) -> Array:
        """Positions of what was to be predicted: the instances that any learner predicted, once for each fold."""
        parts: dict[tuple[int, int], list[Array]] = {}
        for item in self.outcomes:
            parts.setdefault((item.replicate, item.fold), []).append(item.positions)
        return np.concatenate(
            [np.unique(np.concatenate(found)) for found in parts.values()] or [np.empty(0, int)]
        )

    def lacking(self, learner: str) -> int:
        """How many predictions this learner lacks that another one has, as where it failed on a fold."""
        return len(self.validated) - sum(len(np.unique(item.positions)) for item in self.of(learner))

    @cached_property
    def repeated(self) -> bool:
        """Whether there are several replicates."""
        several = self.facts is not None and self.facts.replicates > 1
        places = [item.replicate for item in self.outcomes] + [item.replicate for item in self.failures]
        return several or max(places, default=1) > 1

    @cached_property
    def frame(self) -> pd.DataFrame:
        """Tidy table, one row per learner and validated instance: labels, not codes."""
        columns = ["learner", "replicate", "fold", "id", "truth", "predicted"]
        parts = [self._part(item) for item in self.outcomes]
        return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=columns)

    def _part(self, item: FoldPredictions) -> pd.DataFrame:
        ids = item.positions if self.ids is None else self.ids[item.positions]
        part: dict[str, Any] = {
            "learner": item.learner,
            "replicate": item.replicate,
            "fold": item.fold,
            "id": ids,
            "truth": self._labels(self.truth[item.positions]),
            "predicted": self._labels(item.predicted),
        }
        if self.groups is not None:
            part["group"] = self.groups[item.positions]
        if item.scores is not None:
            table = item.scores if item.scores.ndim == 2 else item.scores[:, None]
            names = self.classes if table.shape[1] == len(self.classes) else self.classes[-1:]
            part |= {f"{item.score_kind}_{name}": table[:, i] for i, name in enumerate(names)}
        return pd.DataFrame(part)

    def _labels(self, codes: Array) -> Any:
        return codes if self.task == "regression" else pd.Index(self.classes).take(codes)


class LearnerScores(NamedTuple):
    """Scores of one learner, row by row of `folds`: data set, replicate and fold, in that order.

    Learners that were scored on the same folds share one index object.
    """

    folds: pd.MultiIndex
    score: Array
    n_train: Array
    n_validation: Array


@dataclass(frozen=True, eq=False, repr=False)
class FoldScores:
    """One score per data set, learner, replicate and fold, as measured.

    Attributes
    ----------
    frame : DataFrame
        Tidy, with the columns `FOLD_SCORE_COLUMNS`; NaN where a score is undefined or its fold failed.
    measure : str
        Key of the measure.
    measure_title : str
    lower_is_better : bool
    unit : str
        Empty for proportions and other pure numbers.
    facts : DesignFacts or None
        The design; None when unknown or when rows are independent data sets.
    rows : "folds" or "data sets"
        Whether a row is a fold of one data set or stands for an independent data set.
    failures, notes
    losses : Losses or None
        Of the measure "cost": the matrix behind the scores, where it is not 1 for every mistake.
    measure_assumed : bool
        Whether nobody said what the scores measure, so that "lower is better" is a guess.
    imported : bool
        Whether they were read: NaN is then a score that is missing, not one that is undefined.
    positive : label or None
        The one class that a measure judges against the rest; None where it judges all, or nobody knows.
    """

    frame: pd.DataFrame
    measure: str
    measure_title: str
    lower_is_better: bool
    unit: str = ""
    facts: DesignFacts | None = None
    rows: Rows = "folds"
    failures: tuple[Failure, ...] = ()
    notes: tuple[str, ...] = ()
    learner_order: tuple[str, ...] = field(default=())
    losses: Losses | None = None
    measure_assumed: bool = False
    imported: bool = False
    positive: Hashable | None = None

    def __repr__(self) -> str:
        what = f"{len(self.learners)} learners, {len(self.frame)} scores over {self.rows}"
        return f"FoldScores({self.measure_title}: {what})"

    def _repr_html_(self) -> str:
        return cell(repr(self), self.wide, index=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FoldScores) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    @cached_property
    def fingerprint(self) -> str:
        """Sha256 over the scores and what they mean."""
        scores = self.frame[list(FOLD_SCORE_COLUMNS)]
        meaning = [self.measure, self.lower_is_better, self.rows]
        return digest(scores, *meaning, *([] if self.losses is None else [self.losses]))

    @cached_property
    def learners(self) -> tuple[str, ...]:
        """Names of the learners, in the order that gives them their colours."""
        return self.learner_order or tuple(self.frame["learner"].drop_duplicates())

    @cached_property
    def datasets(self) -> tuple[str, ...]:
        """Names of the data sets."""
        return tuple(self.frame["dataset"].drop_duplicates())

    @property
    def over_datasets(self) -> bool:
        """Whether there are several data sets, or may be: a row of theirs is independent of the others."""
        return self.rows == "data sets" or len(self.datasets) > 1

    @property
    def row(self) -> str:
        """What one score is of, as names of tables and files say it: fold, data set, hold-out or pooled."""
        if self.over_datasets:
            return "data set"
        if self.facts is not None and self.facts.pairs == 1:
            return "pooled" if self.facts.pooled else "hold-out"
        return "fold"

    def named(self, what: str) -> str:
        """What is saved of the scores, as in the name of a file: data sets and a hold-out are no folds."""
        return f"{self.row} {what}".replace(" ", "_")

    @cached_property
    def by_dataset(self) -> "FoldScores":
        """The mean of the folds of each data set, which is what is judged of several; of one data set its folds."""
        keys = ["dataset", "learner"]
        if len(self.datasets) == 1 or not self.frame.duplicated(keys).any():
            return self
        numbers = self.frame.astype(dict.fromkeys(("score", "n_train", "n_validation"), float))
        means = numbers.groupby(keys, sort=False).mean(skipna=False).reset_index()
        frame = means.assign(replicate=1, fold=1)[list(self.frame.columns)]
        return replace(self, frame=frame, rows="data sets", failures=())

    @cached_property
    def training_sizes(self) -> tuple[float, float] | None:
        """Smallest and largest training set; None where no size is known."""
        sizes = self.frame["n_train"].dropna()
        return (float(sizes.min()), float(sizes.max())) if len(sizes) else None

    @cached_property
    def said_to_hold_one(self) -> bool:
        """Whether every validation set is said to hold a single instance; asked for every test of every pair."""
        sizes = self.frame["n_validation"]
        if sizes.notna().all() and len(sizes):
            return bool((sizes == 1).all())
        return self.facts is not None and self.facts.key == "leave_one_out" and not self.facts.grouped

    @cached_property
    def sizes_differ(self) -> bool:
        """Whether the sets of some pair are known to be larger than those of another."""
        sizes = self.frame[["n_train", "n_validation"]]
        return bool((sizes.min() < sizes.max()).any())

    @cached_property
    def repeated(self) -> bool:
        """Whether there are several replicates, or may be."""
        several = self.facts is not None and self.facts.replicates > 1
        failed = any(failure.replicate > 1 for failure in self.failures)
        return several or failed or bool(self.frame["replicate"].max() > 1)

    def of(self, learner: str) -> pd.DataFrame:
        """Rows of one learner by data set, replicate and fold.

        Raises
        ------
        InputError
            If there is no such learner.
        """
        if learner not in self.learners:
            raise InputError(
                f"there is no learner {quoted(learner)}.", "learner", f"There are {listing(self.learners)}."
            )
        mine = self.frame[self.frame["learner"] == learner]
        return mine.sort_values(["dataset", "replicate", "fold"], kind="stable", ignore_index=True)

    @cached_property
    def by_learner(self) -> dict[str, "LearnerScores"]:
        """Rows of each learner that has any, as arrays; made once for all the tests that ask for them."""
        index = ["dataset", "replicate", "fold"]
        ordered = self.frame.sort_values(index, kind="stable").set_index(index)
        found: dict[str, LearnerScores] = {}
        for learner, rows in ordered.groupby("learner", sort=False):
            own = cast(pd.MultiIndex, rows.index)
            folds = next((one.folds for one in found.values() if one.folds.equals(own)), own)
            columns = (rows[name].astype(float).to_numpy() for name in ("score", "n_train", "n_validation"))
            found[str(learner)] = LearnerScores(folds, *columns)
        return found

    def matrix(self, learner: str) -> Array:
        """Scores of one learner on one data set, replicates × folds; NaN where there is none.

        Raises
        ------
        InputError
            If there is no such learner, or there are several data sets.
        """
        mine = self.of(learner)
        if len(self.datasets) > 1:
            raise InputError("there are several data sets; choose one first.", "dataset")
        return mine.pivot(index="replicate", columns="fold", values="score").to_numpy(dtype=float)

    @cached_property
    def wide(self) -> pd.DataFrame:
        """One row per data set, replicate and fold, one column per learner, in the learners' order."""
        index = ["dataset", "replicate", "fold"]
        table = self.frame.pivot(index=index, columns="learner", values="score")
        return table.reindex(columns=list(self.learners))

    def select(self, learners: Iterable[str]) -> "FoldScores":
        """Keep only these learners."""
        wanted = tuple(learners)
        kept = self.frame[self.frame["learner"].isin(wanted)].reset_index(drop=True)
        return replace(self, frame=kept, learner_order=wanted)
