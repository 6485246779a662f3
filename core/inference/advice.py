"""Which test to use: advised, valid, with caution, refused, and why; decided before looking at the scores."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from core.errors import FoldwiseError, InputError
from core.inference.advice_rules import (
    FOLD_TESTS,
    INSTANCE_REASONS,
    ONE_LEARNER_FOLDS,
    POOLED,
    RULES_BY_DESIGN,
    RULES_BY_DESIGN_ADVISED,
    SIGMA_KNOWN,
    Rule,
)
from core.inference.catalogue import TESTS
from core.inference.evidence import Sources, refuse_failures, refuse_unknown_learners, sources
from core.inference.gather import Gathering
from core.inference.instances import LOSSES
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


def applicable_tests(
    evidence: Any, first: str | None = None, second: str | None = None, p0: float | None = None
) -> Advice:
    """Say which tests fit the evidence, before looking at the scores.

    Parameters
    ----------
    evidence : Experiment, FoldScores, Predictions or Counts
    first, second : str, optional
        The learners; when neither is given, the first two, or all of them where there are more.
    p0 : float, optional
        A rate to hold one learner against; asks the question of one learner.

    Reads only the facts of the design, the sizes, the measure and, for McNemar's test, how many instances the
    two learners disagree on.
    """
    found = sources(evidence)
    if p0 is not None or (second is None and len(found.learners) == 1):
        return _one_learner(found, first or found.learners[0])
    if first is None and second is None and len(found.learners) > 2:
        from core.inference.advice_many import many_learners

        return many_learners(found)
    first, second = _pair(found, first, second)
    refuse_unknown_learners(found, [first, second])
    refuse_failures(found, [first, second])
    return _two_learners(found, first, second)


def _pair(found: Sources, first: str | None, second: str | None) -> tuple[str, str]:
    names = list(found.learners)
    if first is None:
        first = next(name for name in names if name != second)
    if second is None:
        second = next((name for name in names if name != first), first)
    return first, second


def is_refused(found: Sources, first: str, second: str, key: str) -> bool:
    """Whether one test of two learners is refused, without working out the others."""
    entry = TESTS[key]
    if entry.question == "two_learners" and entry.target == "h":
        rule: Rule | None = _instance_rule(key, found, [first, second])
    else:
        rule = _rules_on_folds(found).get(key)
    return rule is not None and rule[0] == "refused"


def _two_learners(found: Sources, first: str, second: str) -> Advice:
    rules = {**_rules_on_folds(found), **_instance_rules(found, first, second)}
    return advise(rules, _preferred(found, first, second))


def _rules_on_folds(found: Sources) -> Mapping[str, Rule]:
    if found.over_datasets:
        return RULES_BY_DESIGN["data sets"]
    if found.counts is not None:
        return dict.fromkeys(FOLD_TESTS, ("refused", "Counts hold no fold scores."))
    return fold_rules(found)


def fold_rules(found: Sources) -> dict[str, Rule]:
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


def _unknown_design(found: Sources) -> dict[str, Rule]:
    rules = dict(RULES_BY_DESIGN["unknown"])
    frame = None if found.fold_scores is None else found.fold_scores.frame
    if frame is None or frame[["n_train", "n_validation"]].isna().to_numpy().any():
        rules |= dict.fromkeys(("corrected_t", "equivalence", "bayesian_t"), ("refused", SIZES_UNKNOWN))
    return rules


def _instance_rules(found: Sources, first: str, second: str) -> dict[str, Rule]:
    keys = [key for key, entry in TESTS.items() if entry.question == "two_learners" and entry.target == "h"]
    return {key: _instance_rule(key, found, [first, second]) for key in keys}


def _instance_rule(key: str, found: Sources, learners: list[str]) -> Rule:
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


def _other_quantity(key: str, found: Sources) -> str:
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


def _preferred(found: Sources, first: str, second: str) -> Mapping[str, str]:
    """Keys that this evidence was made for, with the reason; the first applicable one is advised."""
    if found.over_datasets:
        return RULES_BY_DESIGN_ADVISED["data sets"]
    key = design_key(found.facts)
    if found.counts is not None or key in ("hold_out", "leave_one_out"):
        return _instance_preference(found, first, second)
    return RULES_BY_DESIGN_ADVISED.get(key, {})


def _instance_preference(found: Sources, first: str, second: str) -> Mapping[str, str]:
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


def _one_learner(found: Sources, learner: str) -> Advice:
    refuse_unknown_learners(found, [learner])
    refuse_failures(found, [learner])
    rules = {key: _instance_rule(key, found, [learner]) for key in ("binomial", "normal_approximation")}
    key = design_key(found.facts)
    if found.counts is not None:
        folds: Rule = ("refused", "Counts hold no fold scores.")
    else:
        folds = ONE_LEARNER_FOLDS.get(key, ONE_LEARNER_FOLDS["overlapping"])
    rules["one_sample_t"] = folds
    rules["one_sample_z"] = folds if folds[0] == "refused" else SIGMA_KNOWN
    if folds[0] == "refused":
        return advise(rules, {"binomial": "Counts errors, one prediction per instance: exact."})
    because = "Judges the mean of the fold scores; see its corrected form where training sets overlap."
    return advise(rules, {"one_sample_t": because})
