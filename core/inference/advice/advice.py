"""Which test to use: advised, valid, with caution, refused, and why; decided before looking at the scores."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from core.errors import FoldwiseError, InputError
from core.inference.advice.inputs_from_results import Gathering
from core.inference.advice.rules import (
    FOLD_TESTS,
    INSTANCE_REASONS,
    POOLED,
    RULES_BY_DESIGN,
    RULES_BY_DESIGN_ADVISED,
    Rule,
)
from core.inference.evidence.evidence import Evidence
from core.inference.evidence.instances import LOSSES
from core.inference.hypothesis_tests.catalogue import TESTS
from core.records import DesignFacts

Status = Literal["valid", "caution", "refused"]
Reasons = tuple[tuple[str, str], ...]

FEW_DISAGREEMENTS = 25
SIZES_UNKNOWN = "The sizes of training and validation sets are unknown: say which design the folds come from."


@dataclass(frozen=True)
class Advice:
    """Which tests fit some evidence.

    Attributes
    ----------
    advised : str or None
        Key of the test to use; None where no test fits.
    because : str
        Why it is advised, or why none is.
    valid, caution, refused : tuples of (key, reason)
        Every test of the question is in exactly one of them; the advised one among valid or caution.
    """

    advised: str | None
    because: str
    valid: Reasons
    caution: Reasons
    refused: Reasons

    @property
    def applicable(self) -> tuple[str, ...]:
        """Keys that `compare` judges here: the advised one first, then valid, then with caution."""
        keys = [key for key, _ in (*self.valid, *self.caution) if TESTS[key].question != "bayesian"]
        return tuple(sorted(keys, key=lambda key: key != self.advised))

    def reason(self, key: str) -> str:
        """Why this test is where it is.

        Raises
        ------
        InputError
            If the question does not know the test.
        """
        for known, reason in (*self.valid, *self.caution, *self.refused):
            if known == key:
                return reason
        raise InputError(f"{key!r} does not answer this question.", "test")


def is_refused(found: Evidence, first: str, second: str, key: str) -> bool:
    """Whether one test of two learners is refused, without working out the others."""
    entry = TESTS[key]
    if entry.question == "two_learners" and entry.target == "h":
        rule: Rule | None = instance_rule(key, found, [first, second])
    else:
        rule = _rules_on_folds(found).get(key)
    return rule is not None and rule[0] == "refused"


def two_learners(found: Evidence, first: str, second: str) -> Advice:
    """Advice on a pair: the tests on folds, and those on instances."""
    rules = {**_rules_on_folds(found), **_instance_rules(found, first, second)}
    return advise(rules, _preferred(found, first, second))


def _rules_on_folds(found: Evidence) -> Mapping[str, Rule]:
    if found.over_datasets:
        return RULES_BY_DESIGN["data sets"]
    if found.counts is not None:
        return dict.fromkeys(FOLD_TESTS, ("refused", "Counts hold no fold scores."))
    return fold_rules(found)


def fold_rules(found: Evidence) -> dict[str, Rule]:
    """Status and reason of every test on folds under this design."""
    facts = found.facts
    key = design_key(facts)
    if key == "bootstrap":
        return dict(RULES_BY_DESIGN["bootstrap"])
    if key == "unknown":
        return _unknown_design(found)
    rules = dict(RULES_BY_DESIGN[key])
    if facts is not None and key not in ("hold_out", "leave_one_out") and facts.pairs < 2:
        return dict.fromkeys(rules, ("refused", "One pair of training and validation set has no variance."))
    if key == "balanced_mx2" and facts is not None and facts.replicates == 5:
        rules |= {name: RULES_BY_DESIGN["balanced_5x2"][name] for name in ("balanced_5x2_f", "exact_5x2_f")}
    if key == "5x2" and facts is not None and facts.replicates != 5:
        rules["exact_5x2_f"] = ("refused", "Worked out for five replicates.")
    return rules


def design_key(facts: DesignFacts | None) -> str:
    """The row of the table that a design belongs to."""
    if facts is None or facts.key is None:
        if facts is not None and facts.pairs == 1:
            return "hold_out"
        return "unknown" if facts is None or facts.training_sets_overlap else "disjoint_halves"
    if facts.key == "predefined":
        return "hold_out" if facts.pairs == 1 else "k_fold"
    return facts.key if facts.key in RULES_BY_DESIGN else "unknown"


def _unknown_design(found: Evidence) -> dict[str, Rule]:
    rules = dict(RULES_BY_DESIGN["unknown"])
    frame = None if found.fold_scores is None else found.fold_scores.frame
    if frame is None or frame[["n_train", "n_validation"]].isna().to_numpy().any():
        rules |= dict.fromkeys(("corrected_t", "equivalence", "bayesian_t"), ("refused", SIZES_UNKNOWN))
    return rules


def _instance_rules(found: Evidence, first: str, second: str) -> dict[str, Rule]:
    keys = [key for key, entry in TESTS.items() if entry.question == "two_learners" and entry.target == "h"]
    return {key: instance_rule(key, found, [first, second]) for key in keys}


def instance_rule(key: str, found: Evidence, learners: list[str]) -> Rule:
    """Status of a test on instances, or on counted errors of one learner."""
    facts = found.facts
    if facts is not None and facts.grouped:
        return "refused", "Instances come in groups, so they are not independent."
    if facts is not None and facts.key == "bootstrap":
        return "refused", "Bootstrap samples repeat instances; no test is offered on them."
    try:
        inputs = Gathering(found, learners).inputs(TESTS[key])
    except FoldwiseError as error:
        return "refused", str(error)
    typed_pairs = found.counts is not None and found.counts.e01 is not None
    doubt = _other_quantity(key, found) or _doubt(
        key, inputs, paired=found.predictions is not None or typed_pairs
    )
    if doubt:
        return "caution", doubt
    if found.counts is not None or facts is None or facts.pairs == 1:
        return "valid", INSTANCE_REASONS.get(key, "One prediction per instance.")
    return "caution", POOLED


def _other_quantity(key: str, found: Evidence) -> str:
    """What a test on instances judges, where that is not the measure looked at; else empty."""
    scores = found.fold_scores
    if scores is None or key == "paired_loss_t" or TESTS[key].question != "two_learners":
        return ""
    judged, kept = ("the AUC", ("auc",)) if key == "delong" else ("counted errors", ("error", "accuracy"))
    return "" if scores.measure in kept else f"It judges {judged}, not the {scores.measure_title} looked at."


def _doubt(key: str, inputs: Mapping[str, Any], *, paired: bool) -> str:
    """What speaks against a test on these counts or losses; empty when nothing does."""
    if key == "two_proportions" and paired:
        return "It takes the two error rates for independent samples; these were measured on one."
    if key == "mcnemar" and inputs["e01"] + inputs["e10"] < FEW_DISAGREEMENTS:
        return "Fewer than 25 disagreements: the χ² approximation is poor, prefer the exact form."
    if key == "paired_loss_t" and set(np.unique(inputs["a"])) <= {0.0, 1.0}:
        return "For errors counted 0 and 1 McNemar's test is made."
    return ""


def _preferred(found: Evidence, first: str, second: str) -> Mapping[str, str]:
    """Keys that this evidence was made for, with the reason; the first applicable one is advised."""
    if found.over_datasets:
        return RULES_BY_DESIGN_ADVISED["data sets"]
    key = design_key(found.facts)
    if found.counts is not None or key in ("hold_out", "leave_one_out"):
        return _instance_preference(found, first, second)
    return RULES_BY_DESIGN_ADVISED.get(key, {})


def _instance_preference(found: Evidence, first: str, second: str) -> Mapping[str, str]:
    measure = found.fold_scores.measure if found.fold_scores is not None else "error"
    if measure == "auc":
        return {"delong": "The measure is AUC, and both learners scored the same instances."}
    losses = {"paired_loss_t": "The measure is a mean of losses, one per instance of each learner."}
    if measure in LOSSES or (measure == "cost" and found.losses is not None):
        return losses
    try:
        counts = Gathering(found, [first, second]).inputs(TESTS["mcnemar"])
    except FoldwiseError:
        return losses | {"two_proportions": "The two error rates come from different samples."}
    total = int(counts["e01"] + counts["e10"])
    if total < FEW_DISAGREEMENTS:
        return {
            "mcnemar_exact": f"The learners disagree on {total} instances, fewer than 25: exact is possible."
        }
    return {"mcnemar": f"The learners disagree on {total} instances, 25 or more: the χ² approximation holds."}


def advise(rules: Mapping[str, Rule], preferred: Mapping[str, str]) -> Advice:
    """Put the tests in their lists and name the advised one: the first preferred that is not refused."""
    known = {key: rule for key, rule in rules.items() if key in TESTS}
    fitting = [key for key in preferred if key in known and known[key][0] != "refused"]
    advised = fitting[0] if fitting else None
    because = preferred[advised] if advised is not None else ""
    if advised is None:
        reasons = [reason for status, reason in known.values() if status == "refused"]
        because = f"No test is advised: {reasons[0] if reasons else 'none fits this evidence.'}"

    def those(wanted: Status) -> Reasons:
        return tuple((key, reason) for key, (status, reason) in known.items() if status == wanted)

    return Advice(advised, because, those("valid"), those("caution"), those("refused"))
