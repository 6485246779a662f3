"""Data set → the design to begin with, by N and the rarest class: they say how much may be left out of training."""

from core.designs.design import Design
from core.designs.make import make_design
from core.errors import InputError
from core.records import Dataset, Task

_NEARLY_NORMAL = 30
"""Validation instances from which on the score of a fold is nearly normal."""
_FEW, _SMALL, _SOME_THOUSANDS, _PLENTY = 20, 100, 5000, 100_000
_FEW_FOLDS = 5
"""Folds below which one pass has too few scores for a verdict."""


def design_for(dataset: Dataset) -> tuple[Design, str]:
    """Suggest a design for a data set, with the reason; as `suggest_design`."""
    groups = dataset.groups
    units = len(dataset) if groups is None else groups.nunique()
    members = dataset.class_counts if groups is None else groups.groupby(dataset.y.to_numpy()).nunique()
    rarest = int(members.min()) if dataset.classes else None
    return suggest_design(units, dataset.task, groups is not None, rarest)


def suggest_design(
    n: int, task: Task, grouped: bool = False, rarest: int | None = None
) -> tuple[Design, str]:
    """Suggest a design by the number of instances and that of the rarest class, with the reason.

    Parameters
    ----------
    n : int
        Number of instances; of groups where instances come in groups.
    task : "classification" or "regression"
        Folds are stratified for classes.
    grouped : bool
        Whether instances come in groups.
    rarest : int, optional
        Number of instances of the rarest class; of groups that hold it where instances come in groups.

    Returns
    -------
    design : Design
    reason : str

    Raises
    ------
    InputError
        If there are fewer than two instances or groups.

    Reference: I2ML 5.2 and 5.3: as N increases K can be smaller; if N is small, K should be large.
    """
    unit = "groups" if grouped else "instances"
    if n < 2:
        raise InputError(f"a design needs at least 2 {unit}, not {n}.", "n")
    stratified = task == "classification"
    if n < _FEW:
        return make_design("leave_one_out"), (f"With {n} {unit}, {_too_few(n)}: leave each out once instead.")
    folds = 5 if n > _SOME_THOUSANDS else 10
    needed = 20 if n >= _PLENTY and not grouped else folds
    if rarest is not None and 2 <= rarest < needed:
        return _by_the_rarest(n, unit, min(rarest, folds), rarest)
    if n < _SMALL:
        return make_design("repeated_k_fold", stratified=stratified), (
            f"With {n} {unit}, a single 10-fold run depends much on chance: average over ten shuffles."
        )
    if n <= _SOME_THOUSANDS:
        return make_design("k_fold", stratified=stratified), (
            f"With {n} {unit}, ten folds train on nine tenths of the data and {_validated(n, grouped)}."
        )
    if n < _PLENTY or grouped:
        return make_design("k_fold", k=5, stratified=stratified), (
            f"With {n} {unit}, four fifths are plenty to train on: five folds take half the time of ten."
        )
    return make_design("disjoint_halves", stratified=stratified), (
        f"With {n} {unit}, each of ten parts is large enough to be halved, and the pairs share nothing."
    )


def _by_the_rarest(n: int, unit: str, k: int, rarest: int) -> tuple[Design, str]:
    """As many folds as leave some of the rarest class in each."""
    hold = "hold" if unit == "groups" else "are of"
    reason = f"With {n} {unit}, of which only {rarest} {hold} the rarest class, {k} folds: "
    reason += (
        "with more, some would hold none of it"
        if k == rarest
        else "of twenty halves, some would hold none of it"
    )
    if n >= _SMALL and k >= _FEW_FOLDS:
        return make_design("k_fold", k=k, stratified=True), f"{reason}."
    design = make_design("repeated_k_fold", k=k, stratified=True)
    return design, f"{reason}; a single run depends much on chance, so average over ten shuffles."


def _too_few(n: int) -> str:
    """What ten folds of so few would be."""
    if n < 10:
        return "there are fewer than ten to make folds of"
    return f"ten folds would hold {'one' if n == 10 else 'one or two'} each"


def _validated(n: int, grouped: bool) -> str:
    """What is left to validate on; the tests on folds say the same of so few."""
    each = n // 10
    if grouped or each >= _NEARLY_NORMAL:
        return "still validate on enough"
    sizes = f"{each} or {each + 1}" if n % 10 else f"{each}"
    return f"validate on {sizes} each, which is few for a fold score to be nearly normal"
