"""Evidence → what its folds are, by the facts of the design and not by its name."""

from collections.abc import Mapping

from core.designs import DESIGNS
from core.designs.entry import DesignEntry
from core.inference.declaration.entry import TestEntry
from core.inference.declaration.suitability import FoldKind, Rule
from core.inference.evidence.evidence import Evidence
from core.measures import belies_single_instances
from core.records import DesignFacts

NO_FOLDS: Mapping[FoldKind, str] = {
    "counts": "Counts hold no fold scores.",
    "single_pair": "A hold-out gives one score of each learner; a variance over folds needs several.",
    "pooled": "Which instances made a fold is not known, so there are no scores of folds.",
    "single_instances": "Each fold holds one instance, so its score is a single loss, too little for a test on folds.",
    "not_single_instances": "The folds are said to hold one instance each, on which a rate is 0 or 1, and here are "
    "other values: say on Data which design they come from. Where whole groups were left out, it is "
    "K-fold cross-validation, over groups.",
    "unequal": "Training sets differ much in size, as where they grow with time: each fold judges the learners at "
    "another size, and no test on folds allows for that.",
    "with_replacement": "Bootstrap samples share most instances; no test is offered on them.",
}
"""Why no test on folds is offered at all."""
IN_GROUPS = "Instances come in groups, so they are not independent."
"""Why a test on instances is not offered that cannot take groups whole."""

MUCH_LARGER = 1.5
"""Times the smallest training set; `TimeSeriesSplit` makes at least twice of it."""

HALVES = {"halves", "balanced_halves"}
_WORDS: Mapping[FoldKind, str] = {
    "disjoint": "training sets that share no instances",
    "one_pass": "one pass of cross-validation",
    "repeated": "repeated or random cuts",
    "halves": "halves that swap roles",
    "balanced_halves": "balanced halves",
    "unknown": "folds of an unknown design",
}


def folds_of(evidence: Evidence) -> FoldKind:
    """What the folds of this evidence are."""
    if evidence.counts is not None:
        return "counts"
    if evidence.over_datasets:
        return "data_sets"
    if evidence.fold_scores is not None and belies_single_instances(evidence.fold_scores):
        return "not_single_instances"
    found = folds_of_design(evidence.facts)
    return "unequal" if found not in NO_FOLDS and _differ_in_size(evidence) else found


def _differ_in_size(evidence: Evidence) -> bool:
    """Whether the largest training set is much larger than the smallest."""
    if evidence.fold_scores is None:
        return False
    sizes = evidence.fold_scores.training_sizes
    return sizes is not None and sizes[1] > MUCH_LARGER * sizes[0]


def folds_of_design(facts: DesignFacts | None) -> FoldKind:
    """What folds a design with these facts gives."""
    if facts is None:
        return "unknown"
    design = DESIGNS.get(facts.key) if facts.key else None
    if design is not None and design.with_replacement:
        return "with_replacement"
    if facts.pairs == 1:
        return "pooled" if facts.pooled else "single_pair"
    of_unsaid_size = facts.n_validation is None and not facts.grouped
    if facts.n_validation == 1 or (facts.key == "leave_one_out" and of_unsaid_size):
        return "single_instances"
    if facts.training_sets_overlap:
        return "unknown" if design is None else _overlapping(design, facts)
    return "disjoint"


def _overlapping(design: DesignEntry, facts: DesignFacts) -> FoldKind:
    if design.partitions and facts.folds == 2 and facts.replicates > 1:
        return "balanced_halves" if design.balanced else "halves"
    return "one_pass" if facts.every_instance_once else "repeated"


def fold_rule(entry: TestEntry, folds: FoldKind, facts: DesignFacts | None) -> Rule:
    """What a test on folds is worth on folds of this kind, as it declares itself."""
    if folds in NO_FOLDS:
        return Rule("refused", NO_FOLDS[folds])
    declared = entry.folds.get(folds)
    if declared is None:
        return Rule("refused", _not_made_for(entry, folds))
    if isinstance(declared, Rule):
        return declared
    assert facts is not None  # noqa: S101 - folds of a kind that has rules by its facts come from a known design
    return declared(facts)


def _not_made_for(entry: TestEntry, folds: FoldKind) -> str:
    made_for = set(entry.folds)
    if folds == "data_sets":
        return "What is judged are independent data sets, not folds of one."
    if made_for == {"data_sets"}:
        return "The rows are folds of one data set, not independent data sets."
    if not made_for <= HALVES:
        return f"It was not made for {_WORDS[folds]}."
    if folds == "unknown":
        return "It is not known whether the folds are halves that swap roles."
    if folds == "halves":
        return "The replicates were cut at random, not balanced."
    return "The design does not consist of halves that swap roles."
