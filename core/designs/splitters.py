"""Any scikit-learn splitter → a design: its pairs are made once per data set, for all learners to share."""

import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from core.designs.cases import Cases, IndexArray, Pair
from core.designs.checks import checked
from core.designs.design import Design
from core.errors import DesignError, InputError, short
from core.records import Dataset, DesignSpec

_KEYS = {
    "KFold": "k_fold",
    "StratifiedKFold": "k_fold",
    "GroupKFold": "k_fold",
    "StratifiedGroupKFold": "k_fold",
    "RepeatedKFold": "repeated_k_fold",
    "RepeatedStratifiedKFold": "repeated_k_fold",
    "LeaveOneOut": "leave_one_out",
    "LeaveOneGroupOut": "predefined",
    "PredefinedSplit": "predefined",
    "ShuffleSplit": "random_resampling",
    "StratifiedShuffleSplit": "random_resampling",
    "GroupShuffleSplit": "random_resampling",
}


@dataclass(frozen=True)
class ListedPairs:
    """Pairs of training and validation set that were made elsewhere, as a splitter."""

    pairs: tuple[Any, ...] = field(repr=False)

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Any]:  # noqa: ARG002 (as scikit-learn calls it)
        """Give the pairs, whatever the data."""
        yield from self.pairs

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:  # noqa: ARG002
        """Count the pairs."""
        return len(self.pairs)

    def __repr__(self) -> str:
        return f"{len(self.pairs)} pairs of one's own"


def from_splitter(splitter: Any) -> Design:
    """Take what scikit-learn takes as ``cv`` for a design; a `Design` stays what it is.

    Parameters
    ----------
    splitter : object with ``split(X, y, groups)``, or an iterable of (training, validation) positions

    Raises
    ------
    InputError
        If it is neither.
    """
    if isinstance(splitter, Design):
        return splitter
    if isinstance(splitter, type | str | bytes) or not callable(getattr(splitter, "split", None)):
        splitter = _listed(splitter)
    return SplitterDesign(DesignSpec("splitter", (("splitter", repr(splitter)),)), splitter)


def _listed(given: Any) -> ListedPairs:
    is_list = isinstance(given, Iterable) and not isinstance(given, type | str | bytes | Mapping)
    pairs = tuple(given) if is_list else ()
    if not pairs or not all(isinstance(pair, tuple | list) and len(pair) == 2 for pair in pairs):
        raise InputError(
            f"must be a design, a number of folds, a scikit-learn splitter or a list of pairs, not {short(given)}.",
            "design",
            "A splitter is an object such as KFold(n_splits=10), with a method split(X, y, groups).",
        )
    return ListedPairs(pairs)


@dataclass(frozen=True, eq=False)
class SplitterDesign(Design):
    """Someone's own splitter; made by `from_splitter`, and equal only to itself.

    Attributes
    ----------
    splitter : object with scikit-learn's ``split`` method
    """

    splitter: Any
    _made: dict[str, tuple[Pair, ...]] = field(default_factory=dict, repr=False)

    @property
    def _name(self) -> str:
        kind = type(self.splitter)
        return kind.__name__ if kind.__module__.startswith("sklearn.model_selection.") else ""

    @property
    def key(self) -> str | None:
        """Key of the catalogue's design that divides in the same way; None if there is none."""
        key = _KEYS.get(self._name)
        if key == "repeated_k_fold" and self.splitter.cvargs["n_splits"] == 2:
            return "5x2"
        if key == "random_resampling" and self.splitter.n_splits == 1:
            return "hold_out"
        return key

    @property
    def title(self) -> str:
        """What people read: the splitter as it was written."""
        return " ".join(repr(self.splitter).split())

    @property
    def replicates(self) -> int:
        """How often the data are divided anew; 1 unless it is one of scikit-learn's repeated splitters."""
        return int(self.splitter.n_repeats) if self._name.startswith("Repeated") else 1

    @property
    def parts(self) -> tuple[int, str] | None:
        """None: a splitter does not say."""
        return None

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Pair]:
        """Give the positions of each training and validation set, straight from the splitter."""
        yield from self.splitter.split(X, y, groups)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Count the pairs, as scikit-learn asks for it."""
        return int(self.splitter.get_n_splits(X, y, groups))

    def pairs(self, dataset: Dataset) -> tuple[Pair, ...]:
        """Give the positions of each training and validation set: made once, then always the same.

        Raises
        ------
        DesignError
            If the splitter refuses the data, names instances that are not there, gives an empty set, tears a
            group apart, or leaves a training set without one of the classes.
        """
        if dataset.fingerprint not in self._made:
            self._made[dataset.fingerprint] = tuple(self._fresh_pairs(dataset))
        return self._made[dataset.fingerprint]

    def _fresh_pairs(self, dataset: Dataset) -> list[Pair]:
        cases = Cases.of_dataset(dataset)
        try:
            raw = self._ask(dataset)
            pairs = [(_positions(train, cases.n), _positions(rest, cases.n)) for train, rest in raw]
            if not pairs:
                raise DesignError("the splitter gives no pair at all.")
            folds = len(pairs) // self.replicates if self.replicates > 1 else None
            return list(checked(pairs, cases, folds))
        except DesignError as error:
            raise DesignError(error.what, self.title, "Use another splitter for these data.") from None

    def _ask(self, dataset: Dataset) -> list[Any]:
        groups = None if dataset.groups is None else np.asarray(dataset.groups)
        with warnings.catch_warnings():
            # What scikit-learn warns of, rare classes and torn groups, is checked and noted here.
            warnings.simplefilter("ignore", UserWarning)
            try:
                return [
                    (train, rest)
                    for train, rest in self.splitter.split(dataset.X, np.asarray(dataset.y), groups)
                ]
            except (ValueError, TypeError) as error:
                raise DesignError(f"the splitter refuses these data: {error}") from error


def _positions(indices: Any, n: int) -> IndexArray:
    try:
        positions = np.asarray(indices)
    except ValueError:
        positions = np.asarray(["no positions"])
    if positions.ndim != 1:
        raise DesignError("the splitter must give two lists of positions for each pair.")
    if positions.dtype == bool:
        positions = np.flatnonzero(positions)
    if positions.size and (positions.dtype.kind not in "iu" or positions.min() < 0 or positions.max() >= n):
        raise DesignError(f"the splitter must give positions from 0 to {n - 1}; it gave {short(indices)}.")
    return positions.astype(np.intp)
