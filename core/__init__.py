"""Foldwise: is learner A really better than learner B, or was it luck?

The names below are resolved on first use, so that ``import core`` loads neither scikit-learn nor Plotly.
"""

from importlib import import_module
from typing import Any

_ROOMS = {
    "core.errors": ("FoldwiseError", "InputError", "UnknownName", "DesignError", "NotApplicable"),
    "core.records": (
        "Dataset",
        "Split",
        "DesignFacts",
        "DesignSpec",
        "ExperimentSpec",
        "LearnerSpec",
        "Tuning",
        "Predictions",
        "FoldScores",
        "Counts",
        "Interval",
        "Failure",
    ),
}
_HOMES = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = sorted(_HOMES)  # noqa: PLE0605


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'core' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__
