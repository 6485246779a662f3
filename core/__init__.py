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
    "core.data": (
        "sample_names",
        "load_sample",
        "load_openml",
        "read_dataset",
        "read_fold_scores",
        "read_predictions",
        "inspect",
    ),
    "core.designs": ("DESIGNS", "make_design", "from_splitter", "suggest_design", "Design"),
    "core.learners": ("LEARNERS", "make_learner", "learner"),
    "core.measures": ("MEASURES", "score", "roc", "precision_recall", "confusion"),
    "core.inference": (
        "TESTS",
        "INTERVALS",
        "run_test",
        "interval",
        "compare",
        "test_inputs",
        "applicable_tests",
        "compare_all",
        "all_pairs",
        "believe",
        "sample_size",
        "power",
        "smallest_difference",
        "Verdict",
        "Advice",
    ),
    "core.jobs": ("open_store",),
    "core.experiment": ("run_experiment", "bootstrap_estimates", "Experiment"),
    "core.simulation": ("LABORATORY", "simulate", "Simulation"),
}
_HOMES = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = sorted(_HOMES)  # noqa: PLE0605


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'core' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__
