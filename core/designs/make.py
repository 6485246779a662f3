"""Key and options → a design of the catalogue."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from core.designs.arrays import n_blocks
from core.designs.cases import Cases, Pair
from core.designs.catalogue import DESIGNS
from core.designs.checks import checked, variants
from core.designs.design import Design
from core.designs.entry import DesignEntry
from core.errors import DesignError, InputError, NotApplicable, listing
from core.records import Dataset, DesignFacts, DesignSpec, options_of
from core.written import PERCENT


def make_design(key: str, **options: Any) -> Design:
    """Make a resampling design.

    Parameters
    ----------
    key : str
        A key of `DESIGNS`.
    **options
        Options of this design; those not given take their defaults.

    Raises
    ------
    UnknownName
        If there is no such design.
    InputError
        If an option is unknown or outside its range.

    Examples
    --------
    >>> make_design("repeated_k_fold", r=3).title
    '3 × 10-fold cross-validation'
    """
    return DeclaredDesign(DesignSpec(key, options_of(DESIGNS[key].check_options(options))))


def usual_facts(key: str) -> DesignFacts:
    """What a design gives with its usual options on 120 instances: for the reference, which has no data.

    Raises
    ------
    DesignError
        If the design needs data of a certain kind, such as a column of folds.
    """
    classes = pd.Series(np.arange(120) % 2, name="class")
    return make_design(key).facts(Dataset("usual", pd.DataFrame({"x": classes}), classes, "classification"))


@dataclass(frozen=True, repr=False)
class DeclaredDesign(Design):
    """A design of the catalogue; made by `make_design`, and equal to those of the same key and options."""

    def __repr__(self) -> str:
        defaults = {option.name: option.default for option in self._entry.options}
        named = [f"{name}={value!r}" for name, value in self.spec.options if value != defaults[name]]
        return f"make_design({', '.join([repr(self.spec.key), *named])})"

    @property
    def _entry(self) -> DesignEntry:
        return DESIGNS[self.spec.key]

    @property
    def title(self) -> str:
        """What people read, for example "10-fold cross-validation"."""
        stratified = ", stratified" if self.options.get("stratified") else ""
        return self._entry.wording.format(**self.options).replace("%", PERCENT) + stratified

    @property
    def replicates(self) -> int:
        """How often the data are divided anew."""
        replicates = self._entry.replicates
        return int(self.options[replicates]) if isinstance(replicates, str) else replicates

    @property
    def folds(self) -> int | None:
        """Pairs per replicate; None if only the data say."""
        folds = self._entry.folds
        return int(self.options[folds]) if isinstance(folds, str) else folds

    @property
    def parts(self) -> tuple[int, str] | None:
        """Number of parts that the instances are dealt onto, and what they are; None if there are none."""
        noun = self._entry.deals_onto
        if noun is None or self.folds is None:
            return None
        return (n_blocks(self.replicates) if noun == "blocks" else self.folds), noun

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Pair]:
        """Give the positions of each training and validation set, as scikit-learn asks for them.

        `y` is read only when the design is stratified. Predefined folds are given as `groups`.

        Raises
        ------
        InputError
            If the design cannot be applied, as `splits` says, or `y` is needed and holds no classes.
        """
        stratified = bool(self.options.get("stratified"))
        yield from self._pairs(Cases.of_arrays(X, y, groups, classes=stratified))

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Count the pairs, as scikit-learn asks for it.

        Raises
        ------
        InputError
            If only the data say how many there are, and no data are given.
        """
        if self.folds is not None:
            return self.replicates * self.folds
        return sum(1 for _ in self._pairs(Cases.of_arrays(X, y, groups)))

    def pairs(self, dataset: Dataset) -> Iterator[Pair]:
        """Give the positions of each training and validation set, replicate by replicate.

        Raises
        ------
        DesignError, NotApplicable
            As `splits`.
        """
        return self._pairs(Cases.of_dataset(dataset))

    def _pairs(self, cases: Cases) -> Iterator[Pair]:
        self._refuse_groups(cases)
        try:
            yield from self._attempt(cases)
        except DesignError as error:
            hint = error.hint or self._remedy(cases)
            raise DesignError(error.what, error.where or self.title, hint) from None

    def _attempt(self, cases: Cases) -> Iterator[Pair]:
        if self.options.get("stratified") and cases.codes is None:
            raise DesignError("stratified=True needs classes, and y holds numbers.", "stratified")
        folds = self.folds if self.replicates > 1 else None
        return checked(self._entry.pairs(cases, **self.options), cases, folds)

    def _refuse_groups(self, cases: Cases) -> None:
        if cases.groups is not None and not self._entry.takes_groups:
            able = listing((entry.title for entry in DESIGNS.values() if entry.takes_groups), "or")
            raise NotApplicable(
                f"{self._entry.title} has no form that keeps groups together.", "groups", f"Use {able}."
            )

    def _remedy(self, cases: Cases) -> str:
        """Name the design nearest to this one that works on these cases."""
        for key, options in variants(self.spec.key, self.options, cases):
            candidate = _variant(key, options)
            if candidate != self and candidate.works_on(cases):
                return f"What works here is {candidate.title}: {candidate!r}."
        if cases.codes is not None:
            return "Merge classes that have very few instances, or leave them out."
        return f"Bring more {cases.unit_noun}."

    def works_on(self, cases: Cases) -> bool:
        """Whether the design can be applied to these cases."""
        try:
            self._refuse_groups(cases)
            for _ in self._attempt(cases):
                pass
        except InputError:
            return False
        return True


def _variant(key: str, options: Mapping[str, Any]) -> DeclaredDesign:
    known = {option.name for option in DESIGNS[key].options}
    kept = {name: value for name, value in options.items() if name in known}
    return DeclaredDesign(DesignSpec(key, options_of(DESIGNS[key].check_options(kept))))
