"""Unit → predictions on a validation set, by one learner trained on one training set."""

import io
import json
import pickle
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
import pandas as pd

from core.errors import InputError, in_plain_words, short
from core.experiment.known_failures import meaning
from core.experiment.training import Trained, said_by, train_any, train_from_catalogue
from core.jobs import Unit
from core.learners import chosen, estimator_of, model_size, scores_of, seeded, tuned
from core.records import Array, Dataset, Failure, FoldPredictions, LearnerSpec, Split, Task, Tuning

Found = TypeVar("Found")
_NUMBERS = ("n_train", "training_seconds", "prediction_seconds", "model_bytes", "training_score")
_ARRAYS = ("positions", "predicted", "scores")
_SAY_MOST_PROBABLE = (
    "naive_bayes", "lda", "qda", "logistic_regression", "tree", "random_forest", "extra_trees",
)  # fmt: skip


@dataclass(frozen=True)
class Entrant:
    """A learner of an experiment.

    Attributes
    ----------
    spec : LearnerSpec
    estimator : scikit-learn estimator or None
        Given by the caller instead of taken from the catalogue; never fitted itself, only copies of it.
    """

    spec: LearnerSpec
    estimator: Any = None

    @property
    def says_most_probable(self) -> bool:
        """Whether its predictions follow from its probabilities, so that it is asked once for both."""
        return self.estimator is None and self.spec.key in _SAY_MOST_PROBABLE

    def tuned_by(self, tuning: Tuning | None) -> Tuning | None:
        """The search that it takes part in; None for what the caller made, and for what is left as set."""
        return None if self.estimator is not None else self.spec.tuned_by(tuning)

    def make(self, task: Task, tuning: Tuning | None, seed: int, *, copies: bool = False) -> Any:
        """Make a fresh unfitted estimator whose random choices all come from `seed`.

        Parameters
        ----------
        task : "classification" or "regression"
        tuning : Tuning or None
        seed : int
        copies : bool
            Whether what it is trained on holds copies of instances, which tuning keeps together.
        """
        if self.estimator is not None:
            from sklearn.base import clone

            return seeded(clone(self.estimator), seed)
        if (search := self.tuned_by(tuning)) is not None:
            return tuned(self.spec, search, task, seed, copies=copies)
        return estimator_of(self.spec, seed)


@dataclass(frozen=True)
class UnitKey:
    """Which learner on which pair, as positions in the experiment's lists."""

    learner: int
    split: int


@dataclass(frozen=True)
class ExperimentWork:
    """All that the units of one experiment share; travels to other processes."""

    X: pd.DataFrame
    y: Array
    task: Task
    classes: tuple[Any, ...]
    splits: tuple[Split, ...]
    entrants: tuple[Entrant, ...]
    tuning: Tuning | None = None
    codes: dict[Any, int] = field(default_factory=dict)
    groups: Array | None = None

    @classmethod
    def of(
        cls, dataset: Dataset, splits: tuple[Split, ...], entrants: tuple[Entrant, ...], tuning: Tuning | None
    ) -> "ExperimentWork":
        """Gather what the units need of a data set.

        Parameters
        ----------
        dataset : Dataset
        splits : tuple of Split
        entrants : tuple of Entrant
        tuning : Tuning or None
        """
        return cls(
            X=dataset.X,
            y=np.asarray(dataset.y.tolist()),
            task=dataset.task,
            classes=dataset.classes,
            splits=splits,
            entrants=entrants,
            tuning=tuning,
            codes={label: code for code, label in enumerate(dataset.classes)},
            groups=None if dataset.groups is None else pd.factorize(dataset.groups)[0],
        )

    def run(self, unit: Unit) -> FoldPredictions | Failure:
        """Train and judge; what a learner raises becomes a recorded failure, and the rest goes on."""
        return self._attempted(unit, self._judged)

    def predicted(self, unit: Unit) -> Array | Failure:
        """What `run` would predict, without all else that it finds: a simulation counts errors and nothing more."""
        return self._attempted(unit, self._only_predicted)

    def _attempted(self, unit: Unit, attempt: Callable[[Entrant, Split, int], Found]) -> Found | Failure:
        key: UnitKey = unit.arguments
        entrant, split = self.entrants[key.learner], self.splits[key.split]
        try:
            return attempt(entrant, split, unit.seed)
        except _Untrained as error:
            reason = _told("it could not be trained", error.__cause__ or error)
        except Exception as error:
            reason = _told("it was trained, but could not predict", error)
        return Failure(entrant.spec.name, split.replicate, split.fold, reason)

    def _only_predicted(self, entrant: Entrant, split: Split, seed: int) -> Array:
        X_train, X_validation = self.X.take(split.train), self.X.take(split.validation)
        with _training():
            trained = self._train(entrant, self._made(entrant, split, seed), X_train, split)
        rows = trained.prepared(X_validation)
        if entrant.says_most_probable:
            return self._most_probable(trained.model, scores_of(trained.model, rows, self.classes)[0])
        return self._codes(said_by(trained.model, rows))

    def tunes_on_copies(self, entrant: Entrant, split: Split) -> bool:
        """Whether tuning meets instances that were drawn several times; groups are kept together anyhow."""
        return entrant.tuned_by(self.tuning) is not None and self._has_copies(split)

    def _has_copies(self, split: Split) -> bool:
        return self.groups is None and len(np.unique(split.train)) < len(split.train)

    def _made(self, entrant: Entrant, split: Split, seed: int) -> Any:
        return entrant.make(self.task, self.tuning, seed, copies=self.tunes_on_copies(entrant, split))

    def _train(self, entrant: Entrant, estimator: Any, X_train: Any, split: Split) -> Trained:
        groups = None if self.groups is None else self.groups[split.train]
        if entrant.estimator is not None:
            whole = split.train if self._has_copies(split) else groups
            return train_any(estimator, X_train, self.y[split.train], whole)
        together = split.train if self.tunes_on_copies(entrant, split) else groups
        return train_from_catalogue(estimator, X_train, self.y[split.train], together)

    def _judged(self, entrant: Entrant, split: Split, seed: int) -> FoldPredictions:
        X_train, X_validation = self.X.take(split.train), self.X.take(split.validation)
        with _training():
            estimator = self._made(entrant, split, seed)
            begin = time.perf_counter()
            trained = self._train(entrant, estimator, X_train, split)
        fitted = time.perf_counter()
        rows = trained.prepared(X_validation)
        if entrant.says_most_probable:
            scores, kind = scores_of(trained.model, rows, self.classes)
            predicted = self._most_probable(trained.model, scores)
            predicted_at = time.perf_counter()
        else:
            predicted = self._codes(said_by(trained.model, rows))
            predicted_at = time.perf_counter()
            scores, kind = scores_of(trained.model, rows, self.classes)
        return FoldPredictions(
            learner=entrant.spec.name,
            replicate=split.replicate,
            fold=split.fold,
            positions=split.validation,
            predicted=predicted,
            scores=scores,
            score_kind=kind,
            n_train=len(split.train),
            training_seconds=fitted - begin,
            prediction_seconds=predicted_at - fitted,
            model_bytes=_size(estimator if entrant.estimator is None else trained.model),
            training_score=self._training_score(trained, self.y[split.train]),
            chosen=tuple(sorted(chosen(estimator).items())) if entrant.tuned_by(self.tuning) else (),
        )

    def _codes(self, predicted: Array) -> Array:
        if self.task == "regression":
            return predicted.astype(float)
        codes = self.codes
        try:
            return np.fromiter(
                (codes[label] for label in predicted.tolist()), dtype=np.int64, count=len(predicted)
            )
        except KeyError as error:
            raise InputError(f"it said {short(error.args[0])}, which is no class of these data.") from None

    def _most_probable(self, model: Any, scores: Any) -> Array:
        """Codes of the classes with the highest probability; of several, the first in the model's own order."""
        codes = np.array([self.codes[label] for label in model.classes_.tolist()])
        return np.asarray(codes[scores[:, codes].argmax(axis=1)])

    def _training_score(self, trained: Trained, y_train: Array) -> float:
        predicted = said_by(trained.model, trained.rows)
        if self.task == "regression":
            return float(np.mean((self._codes(predicted) - y_train.astype(float)) ** 2))
        return float(np.mean(predicted != y_train))

    def encode(self, outcome: FoldPredictions | Failure) -> bytes:
        """Write an outcome as npz; its learner's display name is not part of it."""
        if isinstance(outcome, Failure):
            meta: dict[str, Any] = {"reason": outcome.reason}
            arrays: dict[str, Any] = {}
        else:
            meta = {name: getattr(outcome, name) for name in _NUMBERS}
            meta |= {"score_kind": outcome.score_kind, "chosen": outcome.chosen}
            arrays = {name: getattr(outcome, name) for name in _ARRAYS if getattr(outcome, name) is not None}
        buffer = io.BytesIO()
        np.savez(buffer, meta=np.frombuffer(json.dumps(meta).encode(), dtype=np.uint8), **arrays)
        return buffer.getvalue()

    def decode(self, unit: Unit, content: bytes) -> FoldPredictions | Failure:
        """Read an outcome that `encode` wrote."""
        key: UnitKey = unit.arguments
        name, split = self.entrants[key.learner].spec.name, self.splits[key.split]
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            meta = json.loads(arrays["meta"].tobytes())
            if "reason" in meta:
                return Failure(name, split.replicate, split.fold, meta["reason"])
            kept = {part: arrays[part] for part in _ARRAYS if part in arrays}
        chosen_values = tuple((option, value) for option, value in meta.pop("chosen"))
        return FoldPredictions(
            name, split.replicate, split.fold, **kept, **meta, chosen=chosen_values, reused=True
        )


def _size(estimator: Any) -> int | None:
    """Bytes of the fitted estimator; None for a caller's own that cannot be serialised."""
    try:
        return model_size(estimator)
    except (pickle.PicklingError, AttributeError, TypeError):
        return None


def _told(what: str, error: BaseException) -> str:
    """Why a learner failed: in plain words first, where its message is known."""
    known = meaning(error)
    if known and isinstance(error, InputError):  # its message is the same in other words
        return f"{what}, since {known}. {error.hint}".rstrip()
    return in_plain_words(f"{what}, since {known}" if known else what, error)


class _Untrained(Exception):
    """A learner that could not be trained; its cause is what it raised."""


@contextmanager
def _training() -> Iterator[None]:
    """Tell what goes wrong while a learner is trained from what goes wrong later."""
    try:
        yield
    except Exception as error:
        raise _Untrained from error
