"""How a design is declared: its options with their ranges, and the function that makes its pairs."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, Literal

from core.designs.cases import Pair
from core.entries import Entry
from core.errors import InputError, check_one_of, quoted
from core.records import DesignFacts


@dataclass(frozen=True, kw_only=True)
class Option:
    """One option of a design; pages build their widgets from it.

    Attributes
    ----------
    name, help : str
        Keyword of `make_design`, and one sentence on what it does.
    kind : "integer", "share", "flag" or "choice"
        A share lies strictly between 0 and 1.
    default : value when the option is not given
    low, high : int or None
        Range of an integer, ends included; ``high=None``: bounded by the data only.
    choices : tuple of str
        What a choice may be.
    """

    name: str
    kind: Literal["integer", "share", "flag", "choice"]
    default: Any
    help: str
    low: int = 0
    high: int | None = None
    choices: tuple[str, ...] = ()

    def check(self, value: Any) -> Any:
        """Give the value as a plain Python one.

        Raises
        ------
        InputError
            Naming the option, its rule and what was received.
        """
        if self.kind == "integer":
            return self._integer(value)
        if self.kind == "share":
            return self._share(value)
        allowed = (False, True) if self.kind == "flag" else self.choices
        check_one_of(value, allowed, self.name)
        return bool(value) if self.kind == "flag" else str(value)

    def _integer(self, value: Any) -> int:
        whole = isinstance(value, Integral) and not isinstance(value, bool)
        if not whole or value < self.low or (self.high is not None and value > self.high):
            span = f"{self.low} upwards" if self.high is None else f"{self.low} to {self.high}"
            raise InputError(f"must be a whole number from {span}, not {value!r}.", self.name)
        return int(value)

    def _share(self, value: Any) -> float:
        if not isinstance(value, Real) or not 0 < float(value) < 1:
            raise InputError(f"must lie strictly between 0 and 1, not {value!r}.", self.name)
        return float(value)


@dataclass(frozen=True, kw_only=True)
class DesignEntry(Entry):
    """A declared resampling design.

    Attributes
    ----------
    wording : str
        Title with the options in it, a format string: ``"{k}-fold cross-validation"``.
    pairs : function of (cases, **options)
        Gives the (training, validation) positions, replicate by replicate.
    options : tuple of Option
    replicates : int, or the name of the option that says it
    folds : int, the name of the option that says it, or None
        Pairs per replicate; None when only the data say it.
    deals_onto : "folds", "blocks" or None
        What the instances are dealt onto, if onto anything.
    takes_groups : bool
        Whether whole groups can be dealt out in place of instances.
    group_wording : str
        Its wording then; empty where "groups kept whole" is added.
    partitions : bool
        Whether each replicate cuts the instances into folds, each of them the validation set once, the rest trained on.
    balanced : bool
        Whether training sets of different replicates share equally many instances, by construction.
    with_replacement : bool
        Whether training sets are drawn with replacement.
    named_replicates : int or None
        Replicates that results of this name have, where an option can ask for others: five of 5×2.
    training_sets_overlap : bool
        Whether instances are in several training sets.
    numbered_freely : bool
        Whether the pairs belong to no replicate, so that others number them as folds or as replicates.
    units : str
        What its pairs are called, in the plural.
    """

    wording: str
    pairs: Callable[..., Iterable[Pair]]
    options: tuple[Option, ...] = ()
    replicates: int | str = 1
    folds: int | str | None = None
    deals_onto: Literal["folds", "blocks"] | None = None
    takes_groups: bool = False
    group_wording: str = ""
    partitions: bool = False
    balanced: bool = False
    with_replacement: bool = False
    named_replicates: int | None = None
    training_sets_overlap: bool = True
    numbered_freely: bool = False
    units: str = "folds"

    def words(self, replicates: int, folds: int) -> str:
        """Its wording for so many replicates of so many folds, where it takes no other option."""
        return self.wording.format(**{str(self.replicates): replicates, str(self.folds): folds})

    def fits(self, replicates: int, folds: int) -> bool:
        """Whether results of this design can have so many replicates of so many folds."""
        if self.numbered_freely:
            return replicates * folds > 1
        wanted = zip((replicates, folds), self._shape, strict=True)
        return all(count > 1 if number is None else count == number for count, number in wanted)

    def facts(
        self,
        replicates: int,
        folds: int,
        n_train: float | None = None,
        n_validation: float | None = None,
    ) -> DesignFacts:
        """What results of this design give that came without their data.

        Parameters
        ----------
        replicates, folds : int
        n_train, n_validation : float, optional
            Mean sizes of the training and validation sets, where they are known.
        """
        two_halves = self.partitions and replicates * folds == 2
        return DesignFacts(
            key=self.key,
            replicates=replicates,
            folds=folds,
            n_train=n_train,
            n_validation=n_validation,
            training_sets_overlap=self.training_sets_overlap and not two_halves,
            every_instance_once=self.partitions and replicates == 1,
        )

    @property
    def shape(self) -> str:
        """The numbers of replicates and folds that fit, in words: "5 replicates of 2 folds"."""
        if self.numbered_freely:
            return "at least 2 folds"
        replicates, folds = (
            "1 " + noun if number == 1 else f"{number or 'at least 2'} {noun}s"
            for number, noun in zip(self._shape, ("replicate", "fold"), strict=True)
        )
        return f"{replicates} of {folds}"

    @property
    def _shape(self) -> tuple[int | None, int | None]:
        """Replicates, and folds in each; None for two or more."""
        replicates = self.named_replicates or self.replicates
        return (
            replicates if isinstance(replicates, int) else None,
            self.folds if isinstance(self.folds, int) else None,
        )

    def check_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Check the given options and fill in the defaults.

        Raises
        ------
        InputError
            If an option is unknown or outside its range.
        """
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                names = ", ".join(known) or "none"
                raise InputError(
                    f"{self.key} has no option {quoted(name)}.", str(name), f"Its options are: {names}."
                )
        return {name: option.check(given.get(name, option.default)) for name, option in known.items()}


SEED = Option(
    name="seed",
    kind="integer",
    default=0,
    high=2**32 - 1,
    help="All random choices of the design come from it: the same seed gives the same pairs.",
)
STRATIFIED = Option(
    name="stratified",
    kind="flag",
    default=False,
    help="Keep each class's share of the instances in every part.",
)
RANDOM = (SEED, STRATIFIED)
