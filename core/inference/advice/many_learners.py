"""Advice for more than two learners: on one data set, or on many."""

from collections.abc import Mapping

from core.inference.advice.advice import Advice, advise, design_key
from core.inference.advice.rules import ONE_PAIR, Rule
from core.inference.evidence.evidence import Evidence
from core.records import Predictions

FOLD_KEYS = ("anova", "repeated_anova", "corrected_anova", "kruskal_wallis", "friedman", "iman_davenport")
LIBERAL = "Training sets overlap and blocking does not cure it: it rejects far too often."
NO_VARIANCE = "It needs the scores of several folds."
PLAIN: Mapping[str, Rule] = {
    "repeated_anova": ("valid", "No two pairs share instances; folds are blocks."),
    "friedman": ("valid", "Ranks within folds; needs no normal scores."),
    "iman_davenport": ("valid", "Ranks within folds; less conservative than Friedman's χ²."),
    "anova": ("caution", "It forgets that the learners share their folds."),
    "kruskal_wallis": ("caution", "It forgets that the learners share their folds."),
    "corrected_anova": ("refused", "No training sets overlap: there is nothing to correct."),
}
OVERLAPPING: Mapping[str, Rule] = {
    "corrected_anova": ("valid", "Its variance allows for overlapping training sets, for every contrast."),
    **{key: ("caution", LIBERAL) for key in FOLD_KEYS if key != "corrected_anova"},
}
HALVES: Mapping[str, Rule] = {
    **OVERLAPPING,
    "corrected_anova": ("caution", "Very conservative here: validation sets are as large as training sets."),
}
DATA_SETS: Mapping[str, Rule] = {
    "iman_davenport": ("valid", "Ranks on independent data sets; less conservative than Friedman's χ²."),
    "friedman": ("valid", "Ranks on independent data sets."),
    "repeated_anova": ("caution", "Scores of different data sets are seldom commensurable."),
    **dict.fromkeys(
        ("anova", "corrected_anova", "kruskal_wallis"),
        ("refused", "The rows are independent data sets, not folds of one."),
    ),
}


def many_learners(found: Evidence) -> Advice:
    """Say which tests compare all learners at once."""
    if found.over_datasets:
        rules = {**DATA_SETS, "cochran_q": ("refused", "It needs predictions per instance.")}
        because = {"iman_davenport": "Rows are independent data sets; ranks need no common scale."}
        return advise(rules, because)
    key = design_key(found.facts)
    rules = {**_folds(key), "cochran_q": _cochran(found.predictions, key)}
    because = {
        "corrected_anova": "Training sets overlap; the corrected variance allows for it.",
        **(
            {"repeated_anova": "No two pairs share instances; folds are blocks."}
            if key == "disjoint_halves"
            else {}
        ),
        **({"cochran_q": "All learners were judged on the same instances."} if key in _ONE_EACH else {}),
    }
    return advise(rules, because)


_ONE_EACH = ("hold_out", "leave_one_out")


def _folds(key: str) -> Mapping[str, Rule]:
    if key == "hold_out":
        return dict.fromkeys(FOLD_KEYS, ("refused", ONE_PAIR))
    if key in ("leave_one_out", "bootstrap"):
        return dict.fromkeys(FOLD_KEYS, ("refused", NO_VARIANCE))
    if key == "disjoint_halves":
        return PLAIN
    return HALVES if key in ("5x2", "blocked_3x2", "balanced_5x2", "balanced_mx2") else OVERLAPPING


def _cochran(predictions: Predictions | None, key: str) -> Rule:
    if predictions is None:
        return "refused", "It needs predictions per instance; there are none."
    if predictions.task != "classification":
        return "refused", "It counts right and wrong labels."
    facts = predictions.facts
    if facts is not None and facts.grouped:
        return "refused", "Instances come in groups, so they are not independent."
    if key == "hold_out":
        return "valid", "All learners were judged on the same instances."
    if facts is None or facts.every_instance_once:
        return "caution", "Pooled over the folds of one pass: too liberal for unstable learners."
    return "refused", "Instances were predicted more than once; they are not independent."
