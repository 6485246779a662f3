"""Scores with the sign and on the scale of their measure: percent, negated losses, and mixtures that are refused."""

import numpy as np
import pandas as pd

from core.data.columns.inspection import Unsettled
from core.data.columns.measures import Known
from core.data.columns.names import Scale
from core.data.tables.cells import rows_in_words, shown
from core.errors import InputError

_SCALES = ("proportion", "percent")


def converted(
    scores: "pd.Series[float]", meaning: Known, scale: Scale | None, learners: "pd.Series[str]"
) -> tuple["pd.Series[float]", tuple[str, ...]]:
    """Scores with the sign and on the scale of the measure.

    Parameters
    ----------
    scores : Series
    meaning : Known
        The measure, and how it was written.
    scale : "proportion", "percent" or None
        None finds it out from the scores.
    learners : Series
        Whose score each is.

    Raises
    ------
    InputError
        If the scores fit no scale of the measure.
    """
    notes: tuple[str, ...] = ()
    if meaning.negated:
        scores, notes = _turned(scores, meaning)
    if scale is None and meaning.percent and (scores > 1).any():
        return scores / 100, (*notes, "The scores are written in percent; they were divided by 100.")
    found, more = _proportions(scores, meaning, scale, learners)
    return found, (*notes, *more)


def _turned(scores: "pd.Series[float]", meaning: Known) -> tuple["pd.Series[float]", tuple[str, ...]]:
    """Take the minus off a loss that a tool had turned round so that higher is better."""
    if not (scores > 0).any():
        return -scores + 0.0, (f"The sign was turned back: {meaning.title} as such, lower is better.",)
    if not (scores < 0).any():
        return scores, (
            "The name says that the sign was turned, yet no score is negative; the sign was kept.",
        )
    rows = np.flatnonzero(scores > 0) + 1
    raise InputError(
        f"scores whose sign is turned cannot be positive, but some are: {shown(float(scores.iloc[rows[0] - 1]))}, "
        f"{rows_in_words(rows.tolist())}.",
        f"scores of {meaning.key!r}",
        "Correct these scores, or the name of the measure.",
    )


def _proportions(
    scores: "pd.Series[float]", meaning: Known, scale: Scale | None, learners: "pd.Series[str]"
) -> tuple["pd.Series[float]", tuple[str, ...]]:
    judged = scale is None and meaning.rate
    assumed = judged and bool((scores > 1).any())
    if assumed:
        _refuse_mixture(scores, meaning.key, learners)
    if judged and not scores.dropna().between(0, 100).all():
        rows = np.flatnonzero((scores < 0) | (scores > 100)) + 1
        raise Unsettled(
            f"values from {scores.min():g} to {scores.max():g} are neither proportions nor percent "
            f"({rows_in_words(rows.tolist())}).",
            f"scores of {meaning.key!r}",
            "Correct them, or say which measure this is (measure=…) or which scale (scale='proportion' keeps them).",
            key="scale",
            options=_SCALES,
        )
    if not assumed and scale != "percent":
        outside = np.flatnonzero((scores < 0) | (scores > 1)) + 1
        if meaning.rate and len(outside):
            return scores, (
                f"{rows_in_words(outside.tolist()).capitalize()}: the score lies outside 0 to 1.",
            )
        return scores, ()
    why = " because some are above 1 (scale='proportion' leaves them)" if assumed else ""
    return scores / 100, (f"The scores were taken for percent{why} and divided by 100.",)


def _refuse_mixture(scores: "pd.Series[float]", measure: str, learners: "pd.Series[str]") -> None:
    """Refuse a learner in proportions beside another in percent."""
    lowest = scores.groupby(learners, sort=False).min()
    highest = scores.groupby(learners, sort=False).max()
    small = highest[(highest <= 1) & (highest > 0)].index
    large = lowest[lowest > 1].index
    if len(small) and len(large):
        raise Unsettled(
            f"the scores of {shown(small[0])} look like proportions (at most {highest[small[0]]:g}), those of "
            f"{shown(large[0])} like percent (at least {lowest[large[0]]:g}).",
            f"scores of {measure!r}",
            "Bring all on one scale, or say which one it is (scale='percent' or 'proportion').",
            key="scale",
            options=_SCALES,
        )
