"""Inputs that contradict one another, refused in words that name the argument."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from core.errors import InputError
from core.inference.declaration.number_words import short
from core.records import Array

Values = Mapping[str, Any]


def check_alpha(alpha: float) -> None:
    """Check a significance level.

    Raises
    ------
    InputError
        Unless 0 < α < 1.
    """
    if not 0 < alpha < 1:
        raise InputError(
            f"must lie strictly between 0 and 1, not {alpha!r}.", "alpha", "The usual choice is 0.05."
        )


def check_level(level: float | Array) -> None:
    """Check the level of an interval, or of several.

    Raises
    ------
    InputError
        Unless 0 < level < 1.
    """
    if not np.all((np.asarray(level) > 0) & (np.asarray(level) < 1)):
        raise InputError(
            f"must lie strictly between 0 and 1, not {level!r}.", "level", "The usual choice is 0.95."
        )


def check_errors(inputs: Values) -> None:
    """Check counted errors.

    Raises
    ------
    InputError
        If there are more errors than instances.
    """
    if np.any(inputs["errors"] > inputs["n"]):
        raise InputError("cannot be larger than n.", "errors")


def check_two_samples(inputs: Values) -> None:
    """Check the counted errors of two samples.

    Raises
    ------
    InputError
        If there are more errors than instances in either.
    """
    for number in (1, 2):
        if np.any(inputs[f"errors_{number}"] > inputs[f"n_{number}"]):
            raise InputError(f"cannot be larger than n_{number}.", f"errors_{number}")


def check_disagreements(inputs: Values) -> None:
    """Check counted disagreements.

    Raises
    ------
    InputError
        If there are more of them than instances.
    """
    if inputs["n"] is not None and np.any(inputs["e01"] + inputs["e10"] > inputs["n"]):
        raise InputError("cannot be less than e01 + e10.", "n")


def check_classes(inputs: Values) -> None:
    """Check truth and scores of an AUC.

    Raises
    ------
    InputError
        Unless there are two instances of each class and one score for each instance.
    """
    y = inputs["y"]
    scores = inputs.get("scores", inputs.get("scores_a"))
    if scores is not None and y.shape[-1] != scores.shape[-1]:
        raise InputError(f"holds {y.shape[-1]} labels for {scores.shape[-1]} scores.", "y")
    fewest = min(float((y == 1).sum(axis=-1).min()), float((y == 0).sum(axis=-1).min()))
    if fewest < 2:
        raise InputError(
            f"holds {short(fewest)} instance{'' if fewest == 1 else 's'} of one class; a variance of the AUC needs "
            "two of each.",
            "y",
        )
