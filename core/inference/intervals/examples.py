"""Small inputs on which intervals are shown: printed ones where there are any."""

from collections.abc import Mapping
from typing import Any

RATE = {"errors": 12, "n": 40}
SAMPLES = {"errors_1": 30, "n_1": 100, "errors_2": 20, "n_2": 100}
PAIRS = {"e01": 12, "e10": 4, "n": 100}
FOLD_ERRORS_A = (0.12, 0.10, 0.15, 0.09, 0.13, 0.11, 0.14, 0.10, 0.12, 0.13)
FOLD_ERRORS_B = (0.16, 0.12, 0.14, 0.15, 0.18, 0.13, 0.16, 0.15, 0.11, 0.17)
INTERVAL_EXAMPLES: Mapping[str, tuple[Mapping[str, Any], str]] = {
    **dict.fromkeys(
        ("normal", "wilson", "exact", "agresti_coull", "jeffreys"),
        (RATE, "12 errors of 40 (Mitchell 5.2.2: 0.30 ± 0.14 by the normal interval)"),
    ),
    **dict.fromkeys(
        ("difference", "newcombe"), (SAMPLES, "errors .30 and .20 on two samples of 100 (Mitchell 5.5.1)")
    ),
    **dict.fromkeys(
        ("paired_difference", "tango"), (PAIRS, "100 instances: only A wrong on 12, only B on 4")
    ),
    "mean_t": ({"scores": FOLD_ERRORS_A}, "ten fold errors"),
    "corrected_mean_t": (
        {"scores": FOLD_ERRORS_A, "n_train": 90, "n_validation": 10},
        "ten fold errors, 90 training and 10 validation instances",
    ),
    "mean_z": ({"scores": FOLD_ERRORS_A, "sigma": 0.02}, "ten fold errors, σ = .02"),
    "mean_difference_t": ({"a": FOLD_ERRORS_A, "b": FOLD_ERRORS_B}, "ten fold errors of two learners"),
    "corrected_difference_t": (
        {"a": FOLD_ERRORS_A, "b": FOLD_ERRORS_B, "n_train": 90, "n_validation": 10},
        "ten fold errors of two learners, 90 training and 10 validation instances",
    ),
}
"""Inputs of an interval by its key, and what they are, in words."""
