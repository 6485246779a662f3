"""What folds a test is made for: declared with the test, by what the folds of some evidence are."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.records import DesignFacts

Status = Literal["valid", "caution", "refused"]
FoldKind = Literal[
    "disjoint",
    "one_pass",
    "repeated",
    "halves",
    "balanced_halves",
    "unknown",
    "data_sets",
    "counts",
    "single_pair",
    "pooled",
    "single_instances",
    "not_single_instances",
    "unequal",
    "with_replacement",
]
"""What the folds of some evidence are.

disjoint
    No two training sets share instances.
one_pass
    Every instance is validated once; training sets overlap.
repeated
    Instances are validated more than once: repeats, random cuts.
halves, balanced_halves
    Several replicates of two halves that swap roles, cut at random or balanced.
unknown
    Nobody said which design they come from.
data_sets
    Not folds at all: each row stands for an independent data set.
counts, single_pair, pooled, single_instances, not_single_instances, unequal, with_replacement
    There is nothing that a test on folds could judge: typed counts, a hold-out, predictions whose folds are not
    known, leave-one-out, scores that leave-one-out cannot give although it is said, training sets that grow or else
    differ much in size, the bootstrap.
"""


@dataclass(frozen=True)
class Rule:
    """What a test is worth on some evidence, and why.

    Attributes
    ----------
    status : "valid", "caution" or "refused"
    reason : str
    advised : str
        Why it is the test to use here; empty where another one is.
    """

    status: Status
    reason: str
    advised: str = ""

    @property
    def caution(self) -> str:
        """The reason where it is one for caution, else empty."""
        return self.reason if self.status == "caution" else ""


FoldRule: TypeAlias = Rule | Callable[[DesignFacts], Rule]
"""A rule, or what makes one of the facts of the design."""

FoldRules: TypeAlias = Mapping[FoldKind, FoldRule]
"""By kind of folds; a kind that is left out is refused."""

LIBERAL = Rule("caution", "Training sets overlap, so it rejects too often.")
WARNING = Rule("caution", "Ignores the overlap of the cuts and rejects far too often; shown as a warning.")
UNPAIRED = Rule("caution", "It forgets that both learners were judged on the same folds; shown as a warning.")
SAME_HALVES = Rule(
    "refused", "Correlated halves break the independence that it needs; use the tests made for m×2."
)
NOT_OVERLAPPING = Rule("refused", "No training sets overlap: there is nothing to correct.")
NOBODY_SAID = Rule("caution", "Right only if no training sets overlap, which is not known.")
NO_NEW_EVIDENCE = Rule(
    "refused", "Repeats and overlapping cuts are no new evidence; it takes them for independent."
)
SELDOM_COMMENSURABLE = "Scores of different data sets are seldom commensurable."
DATA_SETS = "The data sets are independent"
ALLOWS = "Its variance allows for overlapping training sets."
CONSERVATIVE = Rule("caution", "Very conservative here: validation sets are as large as training sets.")
FORGETS_BLOCKS = Rule("caution", "It forgets that the learners share their folds.")
BLOCKS_THAT_OVERLAP: FoldRules = dict.fromkeys(
    ("one_pass", "repeated", "halves", "balanced_halves", "unknown"),
    Rule("caution", "Training sets overlap and blocking does not cure it: it rejects far too often."),
)
"""Of tests on several learners whose folds are blocks."""


def where_sets_overlap(valid: str, *, advised: bool = False) -> FoldRules:
    """Rules of a test whose variance allows for the overlap of training sets.

    Parameters
    ----------
    valid : str
        Why it is valid where they overlap.
    advised : bool
        Whether it is the test to use there.
    """

    def rule(because: str) -> Rule:
        return Rule("valid", valid, because if advised else "")

    return {
        "disjoint": NOT_OVERLAPPING,
        "one_pass": rule("Training sets of cross-validation overlap; the corrected variance allows for it."),
        "repeated": rule("Repeats and random cuts overlap heavily; the corrected variance allows for it."),
        "halves": CONSERVATIVE,
        "balanced_halves": CONSERVATIVE,
        "unknown": rule(
            "The design is unknown, but the sizes are known: allow for overlapping training sets."
        ),
    }
