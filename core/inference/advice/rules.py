"""What one test is worth on some evidence: derived from what it declares and what the evidence gives."""

from core.errors import FoldwiseError, InputError
from core.inference.advice.fold_kinds import IN_GROUPS, fold_rule, folds_of
from core.inference.advice.inputs_from_results import Gathering, sizes_in_words
from core.inference.declaration.entry import TestEntry
from core.inference.declaration.suitability import Rule
from core.inference.evidence.evidence import Evidence
from core.inference.evidence.instances import LOSSES, SQUARED

ONE_SCORE = (
    "There is one score of each data set; it takes those of several folds, the same number everywhere."
)
POOLED = (
    "Pooled over the folds of one pass: near its level for stable learners, about twice it for unstable ones; it "
    "speaks of the average of the models of all folds."
)
PERHAPS_POOLED = (
    "Right if one classifier of each learner predicted all rows. Of cross-validation it is near its level for stable "
    "learners only, and speaks of the average of the classifiers of all folds."
)
COUNTS_ERRORS = "It judges counted errors: choose the error rate as the measure, of which p0 is then a value."
_JUDGES = {"error": "counted errors", "auc": "the AUC", "loss": "a mean of losses"}
MOVES_WITH_A_LOSS = (
    "The measure moves with the mean of the squared errors, one per instance of each learner: where that is equal, "
    "so is the measure."
)
_EVIDENCE = {"predictions", "instances", "measure"}
"""What refusals call the evidence that a test takes its inputs from."""
BY_INSTANCE = ("counts", "single_pair", "pooled", "single_instances", "unequal")
"""Evidence that only tests on instances can judge, so that one of them may be advised."""


def rule_of(entry: TestEntry, gathering: Gathering) -> Rule:
    """What this test is worth on the learners that were gathered."""
    return _on_folds(entry, gathering) if entry.folds else _on_instances(entry, gathering)


def _on_folds(entry: TestEntry, gathering: Gathering) -> Rule:
    evidence = gathering.found
    rule = fold_rule(entry, folds_of(evidence), evidence.facts)
    if rule.status != "refused" and entry.by_dataset and not gathering.has_folds_of_datasets:
        return Rule("refused", ONE_SCORE)
    if rule.status != "refused" and entry.needs_sizes and gathering.unknown_sizes:
        return Rule("refused", _sizes_unknown(gathering), rule.advised)
    return rule


def _sizes_unknown(gathering: Gathering) -> str:
    """Which sizes are unknown, and how to say them; nobody is asked for a design that is known, or of several sets."""
    lacking, found = gathering.unknown_sizes, gathering.found
    design = None if found.facts is None else found.facts.key
    remedy = f"bring them in column{'s' * (len(lacking) > 1)} {' and '.join(lacking)} of the file"
    if design is None and not found.over_datasets:
        remedy = "say which design the folds come from"
    elif design == "random_resampling" and found.predictions is None:
        remedy = f"say them on Data, beside the design, or {remedy}"
    elif design is not None and found.predictions is None:
        remedy = f"{remedy}, or bring the predictions"
    return f"The {sizes_in_words(lacking)} are unknown: {remedy}."


def _said_of(entry: TestEntry, error: FoldwiseError) -> str:
    """A refusal beside the title of its test: without the names of inputs, which are for scripts."""
    inputs = {need.name for need in entry.needs} | _EVIDENCE
    if not isinstance(error, InputError) or not set(error.where.split(", ")) <= inputs:
        return str(error)
    said = f"{error.what} {error.hint}".strip()
    return f"{said[:1].upper()}{said[1:]}"


def _on_instances(entry: TestEntry, gathering: Gathering) -> Rule:
    evidence = gathering.found
    other = _other_quantity(entry, evidence)
    dependent = _dependent(entry, evidence)
    in_its_unit = entry.question == "one_learner" or entry.shows_equivalence
    if dependent or (other and in_its_unit):  # p0 and the ROPE are values of the measure looked at
        return Rule("refused", dependent or other)
    try:
        gathered = gathering.inputs(entry)
        entry.check_gathered(gathered)
    except FoldwiseError as error:
        return Rule("refused", _said_of(entry, error))
    inputs = {**gathering.by_hand, **gathered}
    facts, folds = evidence.facts, folds_of(evidence)
    doubt = other or (entry.doubt(inputs, gathering.paired) if entry.doubt is not None else "")
    if doubt:
        return Rule("caution", doubt)
    advised = entry.prefers(inputs) if entry.prefers is not None and folds in BY_INSTANCE else ""
    if advised and entry.measures == "loss" and evidence.scores.measure in SQUARED:
        advised = MOVES_WITH_A_LOSS
    if evidence.counts is not None or facts is None or facts.one_classifier:
        return Rule("valid", entry.instances, advised)
    return Rule("caution", PERHAPS_POOLED if facts.pooled and facts.key is None else POOLED, advised)


def _dependent(entry: TestEntry, evidence: Evidence) -> str:
    """Why a test cannot judge these instances, which depend on each other; empty where they may not."""
    if folds_of(evidence) == "with_replacement":
        return "Bootstrap samples repeat instances; no test is offered on them."
    if evidence.facts is not None and evidence.facts.grouped and not entry.by_group:
        return IN_GROUPS
    return ""


def _other_quantity(entry: TestEntry, evidence: Evidence) -> str:
    """What a test on instances judges, where that is not the chosen measure; else empty."""
    scores = evidence.fold_scores
    if scores is None or not entry.measures:
        return ""
    looked_at = quantity_of(scores.measure, evidence)
    own = "error" if entry.measures == "loss" and looked_at != "loss" else entry.measures
    if own == looked_at and (entry.question != "one_learner" or scores.measure == "error"):
        return ""
    if own == looked_at:  # p0 is a value of the measure itself; without predictions these are what lacks
        return COUNTS_ERRORS if evidence.predictions is not None else ""
    return f"It judges {_JUDGES[own]}, not the chosen measure, {scores.measure_title}."


def quantity_of(measure: str, evidence: Evidence) -> str:
    """Which of the quantities that tests on instances judge a measure is; empty where none."""
    if measure == "auc":
        return "auc"
    if measure in LOSSES or (measure == "cost" and evidence.losses is not None):
        return "loss"
    return "error" if measure in ("error", "accuracy", "cost") else ""
