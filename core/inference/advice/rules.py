"""The table of designs and tests: what is valid, what needs caution, what is refused, and why."""

from collections.abc import Mapping
from typing import Literal

Rule = tuple[Literal["valid", "caution", "refused"], str]

M_BY_TWO_TESTS = ("5x2_t", "5x2_f", "balanced_5x2_f", "exact_5x2_f", "blocked_3x2_t")
FOLD_TESTS = (
    "corrected_t", "paired_t", "resampled_t", "welch_t", "wilcoxon", "permutation", "equivalence", "bayesian_t",
    *M_BY_TWO_TESTS,
)  # fmt: skip

NOT_HALVES = "The design does not consist of halves that swap roles."
ONE_PAIR = "A hold-out gives one pair only; a variance over folds needs several."
LIBERAL = "Training sets overlap, so it rejects too often."
UNPAIRED = "It forgets that both learners were judged on the same folds; shown as a warning."
WARNING = "Ignores the overlap of the cuts and rejects far too often; shown as a warning."
ALLOWS = "Its variance allows for overlapping training sets."
NOT_OVERLAPPING = "No training sets overlap: there is nothing to correct."
SAME_HALVES = "Correlated halves break the independence that it needs; use the tests made for m×2."


def _rules(**by_key: Rule) -> dict[str, Rule]:
    """Rules in the order of `FOLD_TESTS`; keys are written with ``x`` for a leading digit."""
    return {key: by_key[key if key[0].isalpha() else f"x{key}"] for key in FOLD_TESTS}


def _all(rule: Rule) -> dict[str, Rule]:
    return dict.fromkeys(FOLD_TESTS, rule)


_NO_M_BY_TWO: dict[str, Rule] = {
    key if key[0].isalpha() else f"x{key}": ("refused", NOT_HALVES) for key in M_BY_TWO_TESTS
}
_CORRECTED: dict[str, Rule] = {
    "corrected_t": ("valid", ALLOWS),
    "equivalence": ("valid", f"{ALLOWS} Needs the largest difference that does not matter."),
    "bayesian_t": (
        "valid",
        "Gives probabilities of better, equivalent and worse; allows for the correlation.",
    ),
}
_MADE_FOR_TWO: dict[str, Rule] = {
    "paired_t": ("refused", SAME_HALVES),
    "resampled_t": ("caution", WARNING),
    "welch_t": ("caution", UNPAIRED),
    "wilcoxon": ("refused", SAME_HALVES),
    "permutation": ("refused", SAME_HALVES),
    "corrected_t": ("caution", "Very conservative here: validation sets are as large as training sets."),
    "equivalence": ("caution", "Very conservative here: validation sets are as large as training sets."),
    "bayesian_t": ("caution", "The correlation ½ that it supposes here is far from what halves show."),
}
_WHAT_IF: Rule = ("caution", "A what-if: it needs two correlations that one run cannot tell.")
_ONE_NUMERATOR: Rule = (
    "caution",
    "Its verdict hangs on an arbitrary numerator: one of the ten rejects in 19 % of null cases.",
)
_BALANCED: Rule = ("refused", "The replicates were cut at random, not balanced.")

RULES_BY_DESIGN: Mapping[str, Mapping[str, Rule]] = {
    "hold_out": _all(("refused", ONE_PAIR)),
    "leave_one_out": _all(
        ("refused", "Each pair holds one instance: its score is a single loss. Pool the instances.")
    ),
    "bootstrap": _all(("refused", "Bootstrap samples share most instances; no test is offered on them.")),
    "disjoint_halves": _rules(
        **_NO_M_BY_TWO,
        paired_t=("valid", "No two pairs share instances: the plain form is right."),
        wilcoxon=("valid", "Independent pairs; needs no normal differences."),
        permutation=("valid", "Independent pairs; exact."),
        welch_t=("caution", UNPAIRED),
        resampled_t=("refused", "There are no random cuts; it is the paired t test here."),
        corrected_t=("refused", NOT_OVERLAPPING),
        equivalence=("refused", NOT_OVERLAPPING),
        bayesian_t=("refused", NOT_OVERLAPPING),
    ),
    "k_fold": _rules(
        **_NO_M_BY_TWO,
        **_CORRECTED,
        paired_t=("caution", LIBERAL),
        wilcoxon=("caution", LIBERAL),
        permutation=("caution", LIBERAL),
        welch_t=("caution", UNPAIRED),
        resampled_t=("refused", "It is the paired t test here; there are no random cuts."),
    ),
    "repeated_k_fold": _rules(
        **_NO_M_BY_TWO,
        **_CORRECTED,
        paired_t=("caution", WARNING),
        resampled_t=("caution", WARNING),
        welch_t=("caution", UNPAIRED),
        wilcoxon=("refused", "Repeats are no new evidence; it takes them for independent."),
        permutation=("refused", "Repeats are no new evidence; it takes them for independent."),
    ),
    "random_resampling": _rules(
        **_NO_M_BY_TWO,
        **_CORRECTED,
        paired_t=("caution", WARNING),
        resampled_t=("caution", WARNING),
        welch_t=("caution", UNPAIRED),
        wilcoxon=("refused", "Cuts overlap; it takes them for independent."),
        permutation=("refused", "Cuts overlap; it takes them for independent."),
    ),
    "5x2": _rules(
        **_MADE_FOR_TWO,
        x5x2_f=("valid", "Made for this design; uses all ten differences."),
        x5x2_t=_ONE_NUMERATOR,
        balanced_5x2_f=_BALANCED,
        exact_5x2_f=_WHAT_IF,
        blocked_3x2_t=_BALANCED,
    ),
    "balanced_5x2": _rules(
        **_MADE_FOR_TWO,
        balanced_5x2_f=("valid", "Made for this design, with calibrated degrees of freedom."),
        x5x2_f=("valid", "Holds on any partition; its degrees of freedom are not calibrated."),
        x5x2_t=_ONE_NUMERATOR,
        exact_5x2_f=_WHAT_IF,
        blocked_3x2_t=("valid", "Made for balanced halves; very conservative for five replicates."),
    ),
    "blocked_3x2": _rules(
        **_MADE_FOR_TWO,
        blocked_3x2_t=("valid", "Made for this design."),
        x5x2_t=("caution", "With three replicates few degrees of freedom are left."),
        x5x2_f=("caution", "With three replicates few degrees of freedom are left."),
        balanced_5x2_f=("refused", "Calibrated for five replicates."),
        exact_5x2_f=("refused", "Worked out for five replicates."),
    ),
    "balanced_mx2": _rules(
        **_MADE_FOR_TWO,
        blocked_3x2_t=("valid", "Made for balanced halves; very conservative for many replicates."),
        x5x2_t=("caution", "Its verdict hangs on an arbitrary numerator."),
        x5x2_f=("valid", "Holds on any partition; its degrees of freedom are not calibrated."),
        balanced_5x2_f=("refused", "Calibrated for five replicates."),
        exact_5x2_f=("refused", "Worked out for five replicates."),
    ),
    "unknown": _rules(
        **_CORRECTED,
        paired_t=("caution", "Right only if no training sets overlap; nobody said so."),
        wilcoxon=("caution", "Right only if no training sets overlap; nobody said so."),
        permutation=("caution", "Right only if no training sets overlap; nobody said so."),
        resampled_t=("caution", WARNING),
        welch_t=("caution", UNPAIRED),
        **dict.fromkeys(_NO_M_BY_TWO, ("refused", "Nobody said that the folds are halves that swap roles.")),
    ),
    "data sets": {
        "wilcoxon_over_datasets": (
            "valid",
            "Rows are independent data sets; ranks need no normal differences.",
        ),
        "wilcoxon": ("valid", "Rows are independent data sets; ranks need no normal differences."),
        "bayesian_signed_rank": (
            "valid",
            "Gives probabilities of better, equivalent and worse over data sets.",
        ),
        "sign_over_datasets": ("valid", "Counts wins and losses: weak, but assumes next to nothing."),
        "permutation": ("valid", "Rows are independent; exact."),
        "paired_t": (
            "caution",
            "Differences of different data sets are seldom commensurable, let alone normal.",
        ),
        **{
            key: ("refused", "The rows are independent data sets, not folds.")
            for key in FOLD_TESTS
            if key not in ("wilcoxon", "permutation", "paired_t")
        },
    },
}

RULES_BY_DESIGN_ADVISED: Mapping[str, Mapping[str, str]] = {
    "disjoint_halves": {"paired_t": "No two pairs share instances, so the plain paired t test is right."},
    "k_fold": {
        "corrected_t": "Training sets of K-fold cross-validation overlap; the corrected variance allows for it."
    },
    "repeated_k_fold": {"corrected_t": "Repeats overlap heavily; the corrected variance allows for it."},
    "random_resampling": {"corrected_t": "Random cuts overlap; the corrected variance allows for it."},
    "5x2": {"5x2_f": "Made for five replicates of two halves; uses all ten differences."},
    "balanced_5x2": {
        "balanced_5x2_f": "Made for balanced halves: five replicates, calibrated degrees of freedom."
    },
    "balanced_mx2": {
        "balanced_5x2_f": "Made for balanced halves: five replicates, calibrated degrees of freedom.",
        "blocked_3x2_t": "Made for balanced halves with any number of replicates.",
    },
    "blocked_3x2": {"blocked_3x2_t": "Made for three balanced replicates of two halves."},
    "data sets": {
        "wilcoxon_over_datasets": "Rows are independent data sets; the ranks need no normal differences.",
        "wilcoxon": "Rows are independent data sets; the ranks need no normal differences.",
    },
    "unknown": {
        "corrected_t": "The design is unknown, but the sizes are known: allow for overlapping training sets."
    },
}

POOLED = (
    "Pooled over the folds of one pass: near its level for stable learners, about twice it for unstable ones; it "
    "speaks of the average of the classifiers of all folds."
)
SIGMA_KNOWN: Rule = ("caution", "Needs σ known beforehand, which is rare.")

INSTANCE_REASONS: Mapping[str, str] = {
    "mcnemar": "Both learners judged on the same instances.",
    "mcnemar_exact": "Both learners judged on the same instances; exact.",
    "mcnemar_midp": "Both learners judged on the same instances; less conservative than the exact form.",
    "sign": "Both learners judged on the same instances; exact.",
    "two_proportions": "Right for errors counted on two independent samples.",
    "paired_loss_t": "Both learners have a loss on the same instances.",
    "delong": "Both learners scored the same instances.",
}

ONE_LEARNER_FOLDS: Mapping[str, Rule] = {
    "hold_out": ("refused", ONE_PAIR),
    "leave_one_out": (
        "refused",
        "Each pair holds one instance: its score is a single loss. Pool the instances.",
    ),
    "bootstrap": ("refused", "Bootstrap samples share most instances; no test is offered on them."),
    "disjoint_halves": ("valid", "No two pairs share instances: the plain form is right."),
    "overlapping": (
        "caution",
        "Training sets overlap, so it rejects too often; see the corrected form beside it.",
    ),
    "unknown": ("caution", "Right only if no training sets overlap; see the corrected form beside it."),
}
