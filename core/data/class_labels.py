"""Labels written in files → classes and their codes."""

from collections.abc import Hashable, Iterable
from typing import Any

import numpy as np
import pandas as pd

from core.data.cells import shown
from core.errors import InputError, listing

MOST_CLASSES = 1000


def classes_of(texts: Iterable[str]) -> tuple[Hashable, ...]:
    """Class labels in sorted order: whole numbers as integers when all are, else texts."""
    names = sorted(set(texts))
    try:
        numbers = sorted(int(name) for name in names)
    except ValueError:
        return tuple(names)
    is_plain = all(str(number) == name for number, name in zip(sorted(numbers, key=str), names, strict=True))
    return tuple(numbers) if is_plain else tuple(names)


def codes_of(texts: "pd.Series[Any]", classes: tuple[Hashable, ...]) -> np.ndarray[Any, Any]:
    """Positions of labels among the classes; −1 where a label is none."""
    if isinstance(texts.dtype, pd.CategoricalDtype):
        places = {str(label): place for place, label in enumerate(classes)}
        known = [places.get(str(text), -1) for text in texts.cat.categories]
        return np.array([*known, -1])[texts.cat.codes.to_numpy()]
    return pd.Categorical(texts, categories=[str(label) for label in classes]).codes.astype(np.int64)


def class_named(classes: tuple[Hashable, ...], wanted: Hashable) -> Hashable:
    """The class that `wanted` names.

    Raises
    ------
    InputError
        If there is none.
    """
    for label in classes:
        if label == wanted or str(label) == str(wanted):
            return label
    raise InputError(
        f"there is no class {wanted!r}.", "positive", f"There are {listing(map(shown, classes), most=12)}."
    )
