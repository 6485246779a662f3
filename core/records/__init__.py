"""The nouns that travel through the house; frozen, and compared by content."""

from core.records.array import Array
from core.records.dataset import Dataset, DesignFacts, Losses, Split, Task
from core.records.digest import digest
from core.records.estimates import Counts, Interval, possible_difference
from core.records.factors import Factors, as_number, factors_in
from core.records.outcomes import (
    ANOTHER_LEARNER,
    FOLD_SCORE_COLUMNS,
    Failure,
    FoldPredictions,
    FoldScores,
    LearnerScores,
    Predictions,
    Rows,
    ScoreKind,
    why_failed,
)
from core.records.specs import DesignSpec, ExperimentSpec, LearnerSpec, Options, Tuning, options_of

__all__ = [
    "ANOTHER_LEARNER",
    "FOLD_SCORE_COLUMNS",
    "Array",
    "Counts",
    "Dataset",
    "DesignFacts",
    "DesignSpec",
    "ExperimentSpec",
    "Factors",
    "Failure",
    "FoldPredictions",
    "FoldScores",
    "Interval",
    "LearnerScores",
    "LearnerSpec",
    "Losses",
    "Options",
    "Predictions",
    "Rows",
    "ScoreKind",
    "Split",
    "Task",
    "Tuning",
    "as_number",
    "digest",
    "factors_in",
    "options_of",
    "possible_difference",
    "why_failed",
]
