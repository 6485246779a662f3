"""What learners raise → why they failed, for people who do not know the program that says it."""

import re

_TOO_LARGE = "numbers in these data are too large for it, or missing"
_KNOWN = (
    (
        r"covariance matrix of class (.+) is not full rank",
        "class {} has too few instances, or attributes that follow from others, for a covariance of its own; with a "
        "larger shrinkage it can be trained",
    ),
    (
        r"only 1 sample in class (.+), covariance",
        "class {} has a single instance in this training set, and so no covariance",
    ),
    (
        r"n_neighbors = (\d+), n_samples_fit = (\d+)",
        "it asks {} neighbours, and this training set has {} instances",
    ),
    (
        r"Only binary classification is supported\. This training set has (.+?)\. Choose",
        "it tells two classes apart, and this training set has {}",
    ),
    (r"infinity or a value too large|infs or NaNs|are not finite|Input y contains NaN", _TOO_LARGE),
)
"""Patterns of scikit-learn's messages, and what they mean."""


def meaning(error: BaseException) -> str:
    """Why a learner failed, in plain words; empty where its message is none that is known."""
    found = ((re.search(pattern, str(error)), words) for pattern, words in _KNOWN)
    return next((words.format(*match.groups()) for match, words in found if match), "")
