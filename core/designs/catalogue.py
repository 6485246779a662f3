"""The resampling designs, in the order in which pages offer them."""

from core.designs.balanced import BALANCED_5X2, BALANCED_MX2, BLOCKED_3X2
from core.designs.cross_validation import DISJOINT_HALVES, FIVE_BY_TWO, K_FOLD, LEAVE_ONE_OUT, REPEATED_K_FOLD
from core.designs.entry import DesignEntry
from core.designs.predefined import PREDEFINED
from core.designs.resampling import BOOTSTRAP, HOLD_OUT, RANDOM_RESAMPLING
from core.entries import Registry

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
