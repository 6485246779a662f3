"""A measure by whatever people call it: a key, scikit-learn's name of a scorer, a scorer, a metric of scikit-learn."""

from typing import Any

from core.entries import alike
from core.errors import InputError
from core.measures.catalogue.entry import MeasureEntry
from core.measures.catalogue.registry import MEASURES

_AS_HERE: tuple[dict[str, Any], ...] = ({}, {"average": "binary"})
"""Settings of scikit-learn's scorers by which they measure what is measured here."""


def measure_named(given: Any) -> MeasureEntry:
    """The measure that is meant; the sign of scikit-learn's ``neg_`` is left out.

    Raises
    ------
    UnknownName
        If no measure is called so.
    InputError
        If this is no name, or a scorer of somebody's own or with settings that no measure has.
    """
    if isinstance(given, MeasureEntry):
        return given
    name = given if isinstance(given, str) else _name_of(given)
    if name in MEASURES:
        return MEASURES[name]
    word = alike(name).removeprefix("neg_")
    words = {word, word.removesuffix("_score"), word.removesuffix("_loss")}
    return next((entry for entry in MEASURES.values() if words & entry.names), None) or MEASURES[name]


def _name_of(given: Any) -> str:
    """What scikit-learn calls a scorer's metric, or a metric."""
    metric = getattr(given, "_score_func", given)
    settings = getattr(given, "_kwargs", {})
    if not str(getattr(metric, "__module__", "")).startswith("sklearn.metrics.") or isinstance(metric, type):
        raise InputError(
            f"must be the name of a measure or a scorer of scikit-learn's metrics, not {type(given).__name__}.",
            "measure",
            f"There are {', '.join(MEASURES)}.",
        )
    if settings not in _AS_HERE:
        said = ", ".join(f"{name}={value!r}" for name, value in settings.items())
        raise InputError(
            f"no measure here has the settings of this scorer: {said}.",
            "measure",
            "Name a measure by its key.",
        )
    return str(metric.__name__)
