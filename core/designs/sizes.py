"""Which sizes the sets of a design can have."""

from core.designs.catalogue import DESIGNS
from core.records import DesignFacts
from core.written import number


def contradiction(facts: DesignFacts) -> str:
    """Why sets of these mean sizes are not those of the design, as a sentence; empty where they may be."""
    train, validation = facts.n_train, facts.n_validation
    if facts.key is None or facts.key not in DESIGNS or train is None or validation is None:
        return ""
    design = DESIGNS[facts.key]
    if design.with_replacement and round(validation) > round(train):
        return (
            f"{design.title} draws as many instances as there are, and validates no more than these, not "
            f"{number(validation)} beside {number(train)} that are trained on."
        )
    if facts.key == "disjoint_halves" and not facts.grouped and abs(train - validation) > 1:
        return (
            f"{design.title} trains on one half of each part and validates on the other, as large: not on "
            f"{number(train)} and on {number(validation)} instances."
        )
    if not design.partitions:
        return ""
    is_alone = facts.key == "leave_one_out" and not facts.grouped
    return (_not_alone if is_alone else _no_partition)(facts.folds, train, validation, design.title)


def _not_alone(folds: int, train: float, validation: float, title: str) -> str:
    """Why these are no sizes where every instance is left out once, in a fold of its own."""
    total = round(train + validation)
    if round(validation) == 1 and total == folds:
        return ""
    return (
        f"{title} validates each instance alone and trains on all others: {folds:,} folds are of {folds - 1:,} + 1 "
        f"instances, not of {number(train)} + {number(validation)}; {total:,} instances have {total:,} folds."
    )


def _no_partition(folds: int, train: float, validation: float, title: str) -> str:
    """Why these are no sizes where every fold is validated once and trained on else, so that it is one K-th of all.

    By less than one instance it may be off in whole numbers, and rounded means no more; as K instances are K folds of
    one each, rounding makes fewer than K of none that may be.
    """
    total = train + validation
    if round(total) < folds:
        return (
            f"{folds:,} folds of {title} take at least {folds:,} instances, one to validate in each; "
            f"{number(train)} + {number(validation)} are fewer."
        )
    expected = total / folds
    if abs(validation - expected) <= 1:
        return ""
    return (
        f"of {folds:,} folds of {title} each validates one instance in {folds:,}: of {number(train)} + "
        f"{number(validation)} instances about {number(expected)}, not {number(validation)}."
    )
