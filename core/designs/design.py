"""What every design offers, whether it is one of the catalogue or someone's own splitter."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.designs.cases import Cases, IndexArray, Pair
from core.designs.checks import class_notes
from core.records import Dataset, DesignFacts, DesignSpec, Split


@dataclass(frozen=True, eq=False)
class Design(ABC):
    """A resampling design: immutable, and the same call gives the same pairs.

    It serves as ``cv=`` in scikit-learn; `splits` gives the same pairs of a `Dataset`.

    Attributes
    ----------
    spec : DesignSpec
        Key and options, all defaults filled in; hashable, with a JSON round trip.
    """

    spec: DesignSpec

    @property
    def key(self) -> str | None:
        """Key in the catalogue; None for a splitter that is none of its designs."""
        return self.spec.key

    @property
    def options(self) -> dict[str, Any]:
        """Options by name, all defaults filled in."""
        return dict(self.spec.options)

    @property
    @abstractmethod
    def title(self) -> str:
        """What people read, for example "10-fold cross-validation"."""

    @property
    @abstractmethod
    def replicates(self) -> int:
        """How often the data are divided anew."""

    @property
    @abstractmethod
    def parts(self) -> tuple[int, str] | None:
        """Number of parts that the instances are dealt onto, and what they are; None if there are none."""

    @abstractmethod
    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Pair]:
        """Give the positions of each training and validation set, as scikit-learn asks for them."""

    @abstractmethod
    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Count the pairs, as scikit-learn asks for it."""

    @abstractmethod
    def pairs(self, dataset: Dataset) -> Iterable[Pair]:
        """Give the positions of each training and validation set, replicate by replicate."""

    def splits(self, dataset: Dataset) -> tuple[Split, ...]:
        """Pairs of this data set, replicate by replicate.

        Raises
        ------
        DesignError
            If the design cannot be applied: too few instances, or a training set without one of the classes.
        NotApplicable
            If the data set has groups and the design has no form for groups.
        """
        pairs = list(self.pairs(dataset))
        folds = len(pairs) // self.replicates
        return tuple(
            Split(train, validation, index // folds + 1, index % folds + 1)
            for index, (train, validation) in enumerate(pairs)
        )

    def facts(self, dataset: Dataset, splits: Sequence[Split] | None = None) -> DesignFacts:
        """What inference needs to know, measured on the pairs of this data set.

        Parameters
        ----------
        dataset : Dataset
        splits : sequence of Split, optional
            What `splits` gave for these data; made again when not given.

        Raises
        ------
        DesignError, NotApplicable
            As `splits`.
        """
        count = 0
        sizes = np.zeros(2)
        trained, validated = np.zeros((2, len(dataset)), dtype=np.int64)
        for train, validation in self._made_pairs(dataset, splits):
            count += 1
            sizes += len(train), len(validation)
            trained += _membership(train, len(dataset))
            validated += _membership(validation, len(dataset))
        return DesignFacts(
            key=self.key,
            replicates=self.replicates,
            folds=count // self.replicates,
            n_train=float(sizes[0] / count),
            n_validation=float(sizes[1] / count),
            training_sets_overlap=bool(trained.max() > 1),
            every_instance_once=bool((validated == 1).all()),
            grouped=Cases.of_dataset(dataset).has_true_groups,
            stratified=bool(self.options.get("stratified")),
        )

    def notes(self, dataset: Dataset, splits: Sequence[Split] | None = None) -> tuple[str, ...]:
        """Tell what deserves attention: classes that a validation set lacks, instances never validated.

        Parameters
        ----------
        dataset : Dataset
        splits : sequence of Split, optional
            What `splits` gave for these data; made again when not given.

        Raises
        ------
        DesignError, NotApplicable
            As `splits`.
        """
        cases = Cases.of_dataset(dataset)
        validations = [validation for _, validation in self._made_pairs(dataset, splits)]
        reached = np.zeros(len(dataset), dtype=bool)
        for validation in validations:
            reached[validation] = True
        left = int((~reached).sum())
        # Disjoint halves, and a single cut, leave instances out by intent.
        unexpected = left > 0 and self.parts is None and len(validations) > 1
        never = f"{left} of {len(dataset)} instances are never validated, only trained on."
        rare = class_notes(cases, validations, self.replicates, self.parts)
        return (never, *rare) if unexpected else rare

    def _made_pairs(self, dataset: Dataset, splits: Sequence[Split] | None) -> Iterable[Pair]:
        return (
            self.pairs(dataset) if splits is None else ((split.train, split.validation) for split in splits)
        )


def _membership(positions: IndexArray, n: int) -> IndexArray:
    member = np.zeros(n, dtype=np.intp)
    member[positions] = 1
    return member
