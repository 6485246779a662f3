"""The resampling designs, in the order in which pages offer them."""

from collections.abc import Sequence

from core.designs.balanced import BALANCED_5X2, BALANCED_MX2, BLOCKED_3X2
from core.designs.cross_validation import DISJOINT_HALVES, FIVE_BY_TWO, K_FOLD, LEAVE_ONE_OUT, REPEATED_K_FOLD
from core.designs.entry import DesignEntry
from core.designs.predefined import PREDEFINED
from core.designs.resampling import BOOTSTRAP, HOLD_OUT, RANDOM_RESAMPLING
from core.entries import Registry
from core.records import DesignFacts, Failure, FoldScores
from core.written import counted, fold_name

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


def where_failed(failures: Sequence[Failure], facts: DesignFacts | None) -> str:
    """Where one learner failed, as `` on every fold``, `` on fold 4`` or `` on 3 of 30 cuts``; empty for a hold-out."""
    units, unit = units_by(facts), units_by(facts).removesuffix("s")
    pairs, count = None if facts is None else facts.pairs, len(failures)
    if pairs == 1:
        return ""
    if count == pairs:
        return f" on every {unit}"
    if count == 1:
        first, several = failures[0], facts is not None and facts.replicates > 1
        named = fold_name(first.replicate, first.fold, repeated=several or first.replicate > 1, unit=unit)
        return f" on {named}"
    return f" on {counted(count, units)}" if pairs is None else f" on {count} of {counted(pairs, units)}"
