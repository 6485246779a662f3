"""What a test takes: each input by kind, converted to arrays and refused in words that name the argument.

The last axes of an array belong to one experiment (see `CORE_AXES`); axes before them are replications of the
whole experiment, so that one call judges thousands.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NoReturn

import numpy as np

from core.errors import InputError, listing
from core.records import Array
from core.written import counted, fold_name

Kind = Literal[
    "count", "size", "rate", "number", "positive", "nonnegative", "correlation",
    "folds", "grid", "nested", "sizes", "instances", "predictions", "ranked", "table", "matrix", "labels",
    "flag", "word",
]  # fmt: skip

CORE_AXES: Mapping[str, int] = {
    "folds": 2,
    "grid": 2,
    "nested": 2,
    "instances": 1,
    "predictions": 2,
    "ranked": 1,
    "labels": 1,
    "table": 2,
    "matrix": 2,
}

MORE_FOLDS = (
    "Designs that give more: K-fold cross-validation, repeated K-fold, disjoint halves, random cuts, 5×2."
)
MOST_COUNT = 1e12
LARGEST_SCORE = 1e100
"""Beyond these, squares overflow and whole numbers are no longer exact; of "ranked" scores only the order counts."""

RULES: Mapping[str, tuple[str, Callable[[Array], Array]]] = {
    "count": ("must be a whole number of at least 0", lambda x: (x >= 0) & (x == np.floor(x))),
    "size": ("must be a whole number of at least 1", lambda x: (x >= 1) & (x == np.floor(x))),
    "rate": ("must lie strictly between 0 and 1", lambda x: (x > 0) & (x < 1)),
    "positive": ("must be greater than 0", lambda x: x > 0),
    "nonnegative": ("must be at least 0", lambda x: x >= 0),
    "sizes": ("must be greater than 0", lambda x: x > 1e-9),
    "correlation": ("must lie strictly between −1 and 1", lambda x: (x > -1) & (x < 1)),
    "labels": ("must hold 0 and 1, 1 for the positive class", lambda x: (x == 0) | (x == 1)),
}
"""What the numbers of a kind must be, in words and as a condition."""

INSTANCE_TESTS = "With one pair, use a test on instances: McNemar, or the paired loss t."


@dataclass(frozen=True)
class Need:
    """One input of a test.

    Attributes
    ----------
    name : str
        The argument.
    kind : Kind
        What it holds; decides its axes and its checks.
    title : str
        What people read.
    optional : bool
        Whether it may be left out.
    default : float, bool, str or None
        Value when it is left out.
    choices : tuple of str
        The words allowed, for the kind "word"; any where there are none.
    """

    name: str
    kind: Kind
    title: str
    optional: bool = False
    default: float | bool | str | None = None
    choices: tuple[str, ...] = ()


def prepare(needs: tuple[Need, ...], given: Mapping[str, Any], title: str) -> dict[str, Any]:
    """Check and convert the inputs of one call.

    Raises
    ------
    InputError
        If an input is missing, unknown, of the wrong shape or outside its range; names the argument.
    """
    known = [need.name for need in needs]
    unknown = [name for name in given if name not in known]
    if unknown:
        raise InputError(f"{title} takes {listing(known)}; it does not take {listing(unknown)}.", unknown[0])
    missing = [need.name for need in needs if not need.optional and given.get(need.name) is None]
    if missing:
        raise InputError(f"{title} needs {listing(missing)}.", missing[0], f"It takes {listing(known)}.")
    return converted(needs, given)


def converted(needs: tuple[Need, ...], given: Mapping[str, Any]) -> dict[str, Any]:
    """Convert what is given to what each kind holds; the defaults stand for what is not."""
    return {need.name: convert(need, given.get(need.name)) for need in needs}


def convert(need: Need, value: Any) -> Any:
    """Convert one value to what its kind holds.

    Raises
    ------
    InputError
        If it is of another kind, undefined or outside its range.
    """
    if value is None:
        return need.default
    if need.kind == "flag":
        return bool(value)
    if need.kind == "word":
        if need.choices and value not in need.choices:
            raise InputError(f"must be {listing(map(repr, need.choices), 'or')}, not {value!r}.", need.name)
        return value
    array = as_numbers(value, need.name)
    largest = max(float(array.max()), -float(array.min())) if array.size else 0.0
    if not np.isfinite(largest):
        _refuse_undefined(array, need)
    _check_range(array, largest, need)
    return _with_core_axes(array, need)


def as_numbers(value: Any, name: str) -> Array:
    """Convert lists, tuples, Series and arrays to floats.

    Raises
    ------
    InputError
        If it holds anything but numbers; `name` says which input.
    """
    try:
        return np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"must hold numbers, not {value!r}.", name) from None


def _refuse_undefined(array: Array, need: Need) -> NoReturn:
    bad = ~np.isfinite(array)
    if need.kind in ("folds", "grid") and array.ndim:
        raise InputError(
            f"the score is not a number on {fold_names(np.argwhere(bad), array.shape)}.",
            need.name,
            "Find out why, or leave these folds out for both learners.",
        )
    where = f" at position {listing(int(at[-1]) + 1 for at in np.argwhere(bad))}" if array.ndim else ""
    raise InputError(f"must be a finite number, not {array[bad].ravel()[0]:g}{where}.", need.name)


def fold_names(places: Array, shape: Sequence[int]) -> str:
    """Name folds by their positions: the last two axes are replicate and fold, counted from 1."""
    if len(shape) < 2 or shape[-2] == 1:
        return f"fold {listing(int(place[-1]) + 1 for place in places)}"
    return listing(fold_name(place[-2] + 1, place[-1] + 1, repeated=True) for place in places)


def _check_range(array: Array, largest: float, need: Need) -> None:
    most = MOST_COUNT if need.kind in ("count", "size", "sizes") else LARGEST_SCORE
    if largest > most and need.kind != "ranked":
        raise InputError(f"must not exceed {most:g} in size; received {largest:g}.", need.name)
    if need.kind in RULES:
        rule, holds = RULES[need.kind]
        good = holds(array)
        if not np.all(good):
            raise InputError(f"{rule}, not {array[~good].ravel()[0]:g}.", need.name)


def _with_core_axes(array: Array, need: Need) -> Array:
    if need.kind == "folds":
        return _folds(array, need.name)
    if need.kind == "grid":
        return _grid(array, need.name)
    if need.kind == "nested":
        return _nested(array, need.name)
    if need.kind == "predictions" and array.ndim == 1:
        return array[:, None]
    axes = CORE_AXES.get(need.kind, 0)
    if array.ndim < axes:
        shapes = {
            1: "one value per instance",
            2: "a table: one row per fold or data set, one column per learner",
        }
        raise InputError(f"must be {shapes[axes]}; received {array.ndim} dimensions.", need.name)
    if axes and need.kind != "predictions" and min(array.shape[-axes:]) < 2:
        what = "rows and two learners" if axes == 2 else "values"
        raise InputError(f"needs at least two {what}; received {_shape(array)}.", need.name)
    return array


def _folds(array: Array, name: str) -> Array:
    if array.ndim == 0:
        raise InputError("must hold one score per fold, not a single number.", name, MORE_FOLDS)
    table = array[None, :] if array.ndim == 1 else array
    pairs = table.shape[-1] * table.shape[-2]
    if pairs < 2:
        raise InputError(
            f"holds {counted(pairs, 'scores')}; a variance needs at least two.",
            name,
            f"{MORE_FOLDS} {INSTANCE_TESTS}",
        )
    return table


def _grid(array: Array, name: str) -> Array:
    if array.ndim < 2 or array.shape[-1] != 2 or array.shape[-2] < 2:
        raise InputError(
            f"must have the shape replicates × 2, for example 5 × 2; received {_shape(array)}.",
            name,
            "The design must cut the data into two halves that swap roles, several times.",
        )
    return array


def _nested(array: Array, name: str) -> Array:
    if array.ndim < 2 or min(array.shape[-2:]) < 2:
        raise InputError(
            f"must have the shape data sets × folds, two of each at least; received {_shape(array)}.",
            name,
            "With one score per data set, use the tests over data sets.",
        )
    return array


def _shape(array: Array) -> str:
    return " × ".join(str(size) for size in array.shape) or "a single number"


def check_same_shape(inputs: Mapping[str, Any], first: str, second: str) -> None:
    """Check that two inputs belong to the same folds.

    Raises
    ------
    InputError
        Unless both have one shape.
    """
    one, two = inputs[first], inputs[second]
    if one.shape[-2:] != two.shape[-2:]:
        raise InputError(
            f"{first} is {_shape(one)} and {second} is {_shape(two)}; paired scores need the same folds.",
            second,
        )


def check_one_experiment(needs: tuple[Need, ...], inputs: Mapping[str, Any]) -> None:
    """Check that a call judges one experiment.

    Raises
    ------
    InputError
        If an input holds more than one experiment.
    """
    for need in needs:
        value = inputs[need.name]
        allowed = 2 if need.kind == "sizes" else CORE_AXES.get(need.kind, 0)
        if isinstance(value, np.ndarray) and value.ndim > allowed:
            raise InputError(
                f"holds {_shape(value)} values; one call judges one experiment.",
                need.name,
                "Use TESTS[key].evaluate for many experiments at once.",
            )


def check_same_length(inputs: Mapping[str, Any], first: str, second: str) -> None:
    """Check that two inputs belong to the same instances.

    Raises
    ------
    InputError
        Unless both hold one value for each of the same instances.
    """
    one, two = inputs[first].shape[-1], inputs[second].shape[-1]
    if one != two:
        raise InputError(
            f"{first} holds {one} values and {second} {two}; one of each per instance is needed.", second
        )
