"""The resampling designs, in the order in which pages offer them."""

from core.designs.balanced import BALANCED_5X2, BALANCED_MX2, BLOCKED_3X2
from core.designs.cross_validation import DISJOINT_HALVES, FIVE_BY_TWO, K_FOLD, LEAVE_ONE_OUT, REPEATED_K_FOLD
from core.designs.entry import DesignEntry
from core.designs.predefined import PREDEFINED
from core.designs.resampling import BOOTSTRAP, HOLD_OUT, RANDOM_RESAMPLING
from core.entries import Registry
from core.records import FoldScores

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
    facts = scores.facts
    entry = DESIGNS.get(facts.key) if facts is not None and facts.key else None
    return scores.rows if entry is None or scores.rows == "data sets" else entry.units
