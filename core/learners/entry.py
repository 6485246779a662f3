"""How a learner is declared."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from math import inf
from typing import Any, Literal

from core.entries import Entry
from core.errors import InputError, listing, quoted
from core.learners.hyperparameters import Hyperparameter
from core.records import Dataset, Options, Task

Encoding = Literal["indicators", "codes"]


@dataclass(frozen=True, kw_only=True)
class LearnerEntry(Entry):
    """A learner of the catalogue.

    Attributes
    ----------
    stands_for : str
        What an abbreviated title stands for, so that lists of learners are searched by it, too.
    task : "classification" or "regression"
    estimator : str
        Full name of the scikit-learn class.
    fixed : (name, value) pairs
        Parameters of that class that are not up for choice.
    hyperparameters : tuple of Hyperparameter
    scales : bool
        Whether numeric attributes are standardised first.
    scales_response : bool
        Whether a numeric response is standardised first, so that settings do not depend on its unit.
    encoding : "indicators" or "codes"
        What a categorical attribute becomes.
    takes_missing : bool
        Whether the learner itself copes with missing numbers.
    two_classes_only : bool
    settled_by : (name, value) pairs, optional
        Settings with which its random state, which scikit-learn's class takes, decides nothing; () with any.
    settled_up_to : float
        Training instances up to which that holds.
    random_where : str
        What the training set must be like for its random state to decide anything; empty for any.
    """

    stands_for: str = ""
    task: Task
    estimator: str
    fixed: Options = ()
    hyperparameters: tuple[Hyperparameter, ...] = ()
    scales: bool = True
    scales_response: bool = False
    encoding: Encoding = "indicators"
    takes_missing: bool = False
    two_classes_only: bool = False
    settled_by: Options | None = None
    settled_up_to: float = inf
    random_where: str = ""

    @property
    def listed_as(self) -> str:
        """The title where one of many is chosen: ``QDA (quadratic discriminant analysis)``."""
        return f"{self.title} ({self.stands_for})" if self.stands_for else self.title

    def suits(self, dataset: Dataset) -> bool:
        """Whether it is made for the task of these data, and for so many classes."""
        return self.task == dataset.task and not (self.two_classes_only and len(dataset.classes) > 2)

    def make(self, **hyperparameters: Any) -> Any:
        """Make the bare scikit-learn estimator, without preprocessing.

        Raises
        ------
        InputError
            If a hyperparameter is unknown or out of range.
        """
        module, _, name = self.estimator.rpartition(".")
        values = self.with_defaults(self.checked(hyperparameters))
        given = {name: value for name, value in values.items() if value is not None}
        return getattr(import_module(module), name)(**{**dict(self.fixed), **given})

    def checked(self, hyperparameters: Mapping[str, Any]) -> dict[str, Any]:
        """Return the settings as plain values.

        Raises
        ------
        InputError
            If a hyperparameter is unknown or out of range.
        """
        known = {h.name: h for h in self.hyperparameters}
        for name in hyperparameters:
            if name not in known:
                has = f"It has {listing(known)}." if known else "It has none."
                raise InputError(f"there is no hyperparameter {quoted(name)}.", self.title, has)
        return {name: known[name].checked(value, self.title) for name, value in hyperparameters.items()}

    def with_defaults(self, hyperparameters: Mapping[str, Any]) -> dict[str, Any]:
        """Fill in the defaults of what was not set."""
        return {h.name: h.default for h in self.hyperparameters} | dict(hyperparameters)
