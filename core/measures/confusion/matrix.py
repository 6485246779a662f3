"""Who was taken for whom: the confusion matrix, its rates and the classes that are mixed up most.

Reference: I2ML 19.7, Tables 19.1 and 19.2; CS182 pp. 13–20.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from core.errors import InputError, is_among, listing, quoted, short
from core.measures.confusion.rates import Rate, matthews, two_class_rates
from core.records import Array


@dataclass(frozen=True, eq=False)
class Confusion:
    """Counts by true and assigned class.

    Attributes
    ----------
    labels : tuple of K labels
    counts : K × K int array
        Entry (i, j): instances of class i that were assigned to class j.
    positive : label or None
        The class that the two-class rates are about, the others taken together as its rest.
    """

    labels: tuple[Hashable, ...]
    counts: Array
    positive: Hashable | None = None

    @property
    def size(self) -> int:
        """Number of instances."""
        return int(self.counts.sum())

    @property
    def correct(self) -> int:
        """Instances on the diagonal."""
        return int(np.trace(self.counts))

    @property
    def tp(self) -> int:
        """Positives called positive."""
        return self._two_by_two[0]

    @property
    def fn(self) -> int:
        """Positives called negative."""
        return self._two_by_two[1]

    @property
    def fp(self) -> int:
        """Negatives called positive."""
        return self._two_by_two[2]

    @property
    def tn(self) -> int:
        """Negatives called negative."""
        return self._two_by_two[3]

    @cached_property
    def _two_by_two(self) -> tuple[int, int, int, int]:
        if self.positive is None:
            raise InputError("which class is positive?", "positive", f"Name one of {listing(self.labels)}.")
        return self.against_rest(self.positive)

    def against_rest(self, label: Hashable) -> tuple[int, int, int, int]:
        """tp, fn, fp and tn of one class against all others."""
        k = self.labels.index(label)
        tp = int(self.counts[k, k])
        fn, fp = int(self.counts[k].sum()) - tp, int(self.counts[:, k].sum()) - tp
        return tp, fn, fp, self.size - tp - fn - fp

    @cached_property
    def rates(self) -> dict[str, Rate]:
        """Rates by key; without a positive class those that need none: error, accuracy, balanced accuracy, mcc."""
        if self.positive is not None:
            return {rate.key: rate for rate in two_class_rates(*self._two_by_two)}
        wrong, size = self.size - self.correct, self.size
        sizes = self.counts.sum(axis=1)
        missing = [str(label) for label, n in zip(self.labels, sizes, strict=True) if n == 0]
        with np.errstate(invalid="ignore"):
            balanced = float(np.mean(np.diag(self.counts) / sizes))
        reason = f"0/0: no instance of class {listing(missing)}" if missing else ""
        mcc = matthews(self.counts)
        lone = "0/0: only one class occurs, or only one was assigned" if np.isnan(mcc) else ""
        found = (
            Rate("error", "Error", "off the diagonal/N", wrong / size, wrong, size),
            Rate("accuracy", "Accuracy", "on the diagonal/N", self.correct / size, self.correct, size),
            Rate("balanced_accuracy", "Balanced accuracy", "mean recall", balanced, reason=reason),
            Rate("mcc", "Matthews correlation", "Gorodkin 2004", mcc, reason=lone),
        )
        return {rate.key: rate for rate in found}

    @property
    def row_shares(self) -> Array:
        """Shares of each true class; NaN in the row of a class that does not occur."""
        return _divided(self.counts, self.counts.sum(axis=1, keepdims=True))

    @property
    def column_shares(self) -> Array:
        """Shares of each assigned class; NaN in the column of a class that was never assigned."""
        return _divided(self.counts, self.counts.sum(axis=0, keepdims=True))

    def most_confused(self, most: int = 10) -> pd.DataFrame:
        """Cells off the diagonal by their counts: truth, assigned, count and share of the true class."""
        rows, columns = np.nonzero(self.counts * (1 - np.eye(len(self.labels), dtype=int)))
        order = np.argsort(-self.counts[rows, columns], kind="stable")[:most]
        rows, columns = rows[order], columns[order]
        return pd.DataFrame(
            {
                "truth": [self.labels[i] for i in rows],
                "assigned": [self.labels[j] for j in columns],
                "count": self.counts[rows, columns],
                "share": self.row_shares[rows, columns],
            }
        )

    @property
    def frame(self) -> pd.DataFrame:
        """One row per cell: truth, assigned, count, row share and column share."""
        k = len(self.labels)
        return pd.DataFrame(
            {
                "truth": np.repeat(np.array(self.labels, dtype=object), k),
                "assigned": np.tile(np.array(self.labels, dtype=object), k),
                "count": self.counts.ravel(),
                "share_of_truth": self.row_shares.ravel(),
                "share_of_assigned": self.column_shares.ravel(),
            }
        )


def _divided(counts: Array, totals: Array) -> Array:
    with np.errstate(invalid="ignore"):
        return np.asarray(counts / totals)


def confusion(
    y: Any,
    predicted: Any,
    positive: Hashable | None = None,
    labels: Iterable[Hashable] | None = None,
) -> Confusion:
    """Count true against assigned classes.

    Parameters
    ----------
    y, predicted : array-likes of N labels
    positive : label, optional
        For the two-class rates; True or 1 when not given and the labels are booleans or 0 and 1.
    labels : iterable of labels, optional
        All classes, in the order of the matrix; those that occur, sorted, when not given.

    Raises
    ------
    InputError
        If lengths differ, or a label or the positive class is not among `labels`.

    Reference: I2ML Tables 19.1 and 19.2.

    Examples
    --------
    >>> table = confusion(["a", "a", "b"], ["a", "b", "b"], positive="a")
    >>> table.counts.tolist(), table.rates["precision"].value
    ([[1, 1], [0, 1]], 1.0)
    """
    truth, given = _plain(y, "y"), _plain(predicted, "predicted")
    if len(truth) != len(given) or not truth:
        raise InputError(
            f"y and predicted must hold one label per instance; they hold {len(truth)} and {len(given)}.",
            "predicted",
        )
    known = _known_labels([*truth, *given], labels)
    place = {label: k for k, label in enumerate(known)}
    for name, values in (("y", truth), ("predicted", given)):
        strange = [value for value in dict.fromkeys(values) if value not in place]
        if strange:
            raise InputError(f"holds {listing(map(quoted, strange), most=5)}, not among the labels.", name)
    codes = np.array([place[value] for value in truth]) * len(known) + [place[value] for value in given]
    counts = np.bincount(codes, minlength=len(known) ** 2).reshape(len(known), len(known))
    return Confusion(known, counts, _positive(known, positive))


def _plain(values: Any, name: str) -> list[Any]:
    try:
        array = np.asarray(values)
    except ValueError:
        raise InputError(f"must hold one label per instance, not {short(values)}.", name) from None
    if array.ndim != 1:
        raise InputError(f"must hold one label per instance, not an array of shape {array.shape}.", name)
    labels = list(array.tolist())
    if not all(isinstance(label, Hashable) for label in labels):
        raise InputError(f"must hold labels, not {short(labels)}.", name)
    return labels


def _known_labels(found: list[Any], labels: Iterable[Hashable] | None) -> tuple[Hashable, ...]:
    if labels is None:
        distinct = list(dict.fromkeys(found))
        return tuple(sorted(distinct, key=lambda label: (str(type(label)), label)))
    known = tuple(_plain(list(labels), "labels"))
    if len(set(known)) < len(known):
        raise InputError("must name every class once.", "labels")
    return known


def _positive(labels: tuple[Hashable, ...], positive: Hashable | None) -> Hashable | None:
    if positive is None:
        return labels[-1] if set(labels) == {0, 1} else None
    if not is_among(positive, labels):
        raise InputError(f"there is no class {short(positive)}.", "positive", f"There are {listing(labels)}.")
    return positive
