"""The resampling designs, in the order in which pages offer them."""

from core.designs.balanced import BALANCED_5X2, BALANCED_MX2, BLOCKED_3X2
from core.designs.cross_validation import DISJOINT_HALVES, FIVE_BY_TWO, K_FOLD, LEAVE_ONE_OUT, REPEATED_K_FOLD
from core.designs.entry import DesignEntry
from core.designs.predefined import PREDEFINED
from core.designs.resampling import BOOTSTRAP, HOLD_OUT, RANDOM_RESAMPLING
from core.entries import Registry
from core.records import DesignFacts, FoldScores

DESIGNS: Registry[DesignEntry] = Registry(
    "design",
    [
        HOLD_OUT,
        DISJOINT_HALVES,
        K_FOLD,
        LEAVE_ONE_OUT,
        REPEATED_K_FOLD,
        FIVE_BY_TWO,
        BLOCKED_3X2,
        BALANCED_5X2,
        BALANCED_MX2,
        RANDOM_RESAMPLING,
        BOOTSTRAP,
        PREDEFINED,
    ],
)


def units_of(scores: FoldScores) -> str:
    """What each score is of, in the plural: data sets, folds, hold-outs, random cuts, or samples of a bootstrap."""
    return scores.rows if scores.rows == "data sets" else units_by(scores.facts)


def units_by(facts: DesignFacts | None) -> str:
    """What each score of one data set is of by this design; folds where it is not known."""
    entry = DESIGNS.get(facts.key) if facts is not None and facts.key else None
    return "folds" if entry is None else entry.units
