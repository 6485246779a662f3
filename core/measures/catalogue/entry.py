"""What a measure is: a number from one fold, with a direction and a unit."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np

from core.entries import Entry, alike
from core.errors import InputError
from core.records import Array, FoldPredictions, Losses, Task

Needs = Literal["labels", "probabilities", "scores", "times", "training"]


class Undefined(Exception):
    """A measure that has no value on a fold; the message says why. Never leaves this room."""


@dataclass(frozen=True)
class Fold:
    """One learner on one validation set, as a measure sees it.

    Attributes
    ----------
    outcome : FoldPredictions
    truth : array of length m
        Class codes, or numbers, of the validated instances.
    classes : tuple of str
        Class labels in words, in the order of the codes.
    judged : tuple of int
        Classes on which a one-against-the-rest measure is averaged: the positive one, or all.
    losses : K × K array or None
        Cost of choosing class j (column) for an instance of class i (row).
    """

    outcome: FoldPredictions
    truth: Array
    classes: tuple[str, ...] = ()
    judged: tuple[int, ...] = ()
    losses: Array | None = None

    @property
    def predicted(self) -> Array:
        """Class codes, or numbers, that the learner said."""
        return self.outcome.predicted

    @cached_property
    def scores(self) -> Array:
        """Scores by class, m × K.

        A single column of a two-class problem speaks for the second class; the first gets what is left of 1,
        or the negative decision value.
        """
        given = np.asarray(self.outcome.scores, dtype=float)
        if given.ndim == 2 and given.shape[1] == len(self.classes):
            table = given
        else:
            second = given.ravel()
            first = 1 - second if self.outcome.score_kind == "probability" else -second
            table = np.column_stack([first, second])
        if np.isnan(table).any():
            raise Undefined("some scores are missing")
        return table

    @cached_property
    def confusion(self) -> Array:
        """Counts, K × K: row i, column j holds the instances of class i that were assigned to class j."""
        k = len(self.classes)
        return np.bincount(self.truth * k + self.predicted, minlength=k * k).reshape(k, k)


@dataclass(frozen=True)
class Sums:
    """How a measure follows from sums over the instances: thousands of resamples are then measured at once.

    Attributes
    ----------
    columns : callable
        ``fold → m × p``: what each instance adds.
    value : callable
        ``(sums of shape (…, p), fold) → (…)``, NaN where the measure is undefined; of the fold it reads the classes
        alone.
    """

    columns: Callable[[Fold], Array]
    value: Callable[[Array, Fold], Array]


def divided(part: Array, whole: Array) -> Array:
    """Quotients, NaN where they are 0/0."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(whole == 0, np.nan, np.true_divide(part, whole)))


def mean_of(losses: Callable[[Fold], Array]) -> Sums:
    """Declare the sums of a mean over instances."""
    return Sums(
        lambda fold: np.column_stack([losses(fold), np.ones(len(fold.truth))]),
        lambda sums, _fold: divided(sums[..., 0], sums[..., 1]),
    )


@dataclass(frozen=True, kw_only=True)
class NamedMeasure(Entry):
    """What is known of a measure without computing it.

    Attributes
    ----------
    lower_is_better : bool
    unit : str
        "s", "bytes", or empty for pure numbers and the unit of the response.
    rate : bool
        Whether it is a proportion, from 0 to 1.
    percent : bool
        Whether it is told in per cent and its differences in percentage points; AUC and F1, though proportions, are
        customarily plain numbers.
    signed : bool
        Whether it can be below 0 though lower is better, as a cost can where some decisions gain.
    most : float, optional
        The largest value of one that is no proportion, where it has one.
    synonyms : tuple of str
        What other tools call it, besides key and title.
    """

    lower_is_better: bool
    unit: str = ""
    rate: bool = False
    percent: bool = False
    signed: bool = False
    most: float | None = None
    synonyms: tuple[str, ...] = ()

    @cached_property
    def names(self) -> frozenset[str]:
        """Key, title and synonyms, spelled `alike`."""
        return frozenset(map(alike, (self.key, self.title, *self.synonyms)))


class ShareOf(NamedTuple):
    """Which instances a measure of one class of two is a share of.

    Attributes
    ----------
    words : str
        What they are: "called positive".
    which : callable
        ``(truth, called)``, both whether each instance is positive → whether it is one of them.
    """

    words: str
    which: Callable[[Array, Array], Array]


@dataclass(frozen=True, kw_only=True)
class MeasureEntry(NamedMeasure):
    """A measure of one fold.

    Attributes
    ----------
    tasks : tuple of "classification", "regression"
    function : callable
        Takes a `Fold`, returns a float, raises `Undefined` where there is no value.
    needs : "labels", "probabilities", "scores", "times" or "training"
        What the predictions must hold; "training" is what was recorded while the learner was trained.
    averages_over_instances : bool
        Whether it is a mean of losses of single instances: over all predictions it is then the mean of the folds,
        weighted by their sizes.
    one_against_rest : bool
        Whether it judges one class, the positive one, and is averaged over all classes where there are more
        than two.
    share_of : ShareOf or None
        Of which instances it is a share, where it is not of all that were validated.
    sums : Sums or None
        The same by sums over the instances, where it follows from them.
    weighted : callable or None
        ``(fold, weights B × m) → B``: the same with instances that count several times or not at all, NaN where it is
        undefined; for a measure that follows from no sums.
    """

    tasks: tuple[Task, ...]
    function: Callable[[Fold], float]
    needs: Needs = "labels"
    averages_over_instances: bool = False
    one_against_rest: bool = False
    share_of: ShareOf | None = None
    sums: Sums | None = None
    weighted: Callable[[Fold, Array], Array] | None = None

    @property
    def of_predictions(self) -> bool:
        """Whether it is measured on what was predicted, not recorded while a learner was trained or predicted."""
        return self.needs not in ("times", "training")


def loss_matrix(losses: Any, classes: int, measure: str) -> Array | None:
    """Check a matrix of losses: rows are true classes, columns chosen ones; None where there is none.

    Raises
    ------
    InputError
        If the measure or loss is not "cost", or these are not K × K finite numbers.
    """
    if losses is None:
        return None
    if measure != "cost":
        raise InputError(f"{measure} takes no losses.", "losses", "Only 'cost' does.")
    try:
        matrix = np.asarray(losses, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"must hold numbers, not {losses!r}.", "losses") from None
    if matrix.shape != (classes, classes) or not np.isfinite(matrix).all():
        raise InputError(
            f"must be {classes} × {classes} finite numbers, not an array of shape {matrix.shape}.",
            "losses",
            "One row per true class, one column per chosen class.",
        )
    return matrix


def frozen_losses(matrix: Array | None) -> Losses | None:
    """A matrix of losses as records keep it; None where every mistake costs 1, as it does without a matrix."""
    if matrix is None or np.array_equal(matrix, 1 - np.eye(len(matrix))):
        return None
    return tuple(tuple(row) for row in matrix.tolist())
