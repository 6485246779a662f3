"""Scores with the sign and on the scale of their measure: percent, negated losses, and mixtures that are refused."""

from collections.abc import Callable
from typing import Any

import pandas as pd

from core.data.columns.inspection import Unsettled
from core.data.columns.measures import Known
from core.data.columns.names import Scale
from core.data.fold_scores.far_off import far_off
from core.data.fold_scores.layout import UNNAMED_MEASURES
from core.data.fold_scores.meaning import measures_offered
from core.data.tables.cells import shown
from core.errors import InputError, listing
from core.written import number

_SCALES = ("proportion", "percent")
_HUNDREDFOLD = (20, 500)
"""How many times the middle proportion a score in percent is that slipped in among proportions."""
_ROUNDING = 1e-9
_BRING = "Bring all on one scale, without rows that sum others up"

Where = Callable[[Any], str]
"""In which rows of the source the scores are that a mask chooses."""


def converted(
    scores: "pd.Series[float]",
    meaning: Known,
    scale: Scale | None,
    places: pd.DataFrame,
    *,
    where: Where,
    is_unsaid: bool,
    is_assumed: bool,
) -> tuple["pd.Series[float]", tuple[str, ...]]:
    """Scores with the sign and on the scale of the measure.

    Parameters
    ----------
    scores : Series
    meaning : Known
        The measure, and how it was written.
    scale : "proportion", "percent" or None
        None finds it out from the scores.
    places : DataFrame
        Data set, learner, replicate and fold of each score.
    where : callable
        In which rows of the source the scores are that a mask chooses.
    is_unsaid : bool
        Whether the source does not say the measure, so that another answer may lift a refusal.
    is_assumed : bool
        Whether nobody has said the measure, so that scores on no scale of it are no fault of theirs.

    Raises
    ------
    InputError
        If the scores fit no scale of the measure.
    """
    if meaning.rate:
        scores = _without_rounding(scores)
    said: tuple[str, ...] = ()
    if scale is None and meaning.rate and names_say_percent(places["learner"]):
        scale, said = "percent", ("The names of the learners have a percent sign.",)
    if scale is None and is_assumed:
        _ask_for_the_measure(scores, meaning, places, where)
    notes: tuple[str, ...] = ()
    if meaning.negated:
        scores, notes = _turned(scores, meaning, where)
    elif meaning.from_zero and not is_assumed:
        scores, notes = _from_zero(scores, meaning, where, is_unsaid=is_unsaid)
    if scale is None and meaning.percent and (scores > 1).any():
        return scores / 100, (*notes, "The scores are written in percent; they were divided by 100.")
    found, more = _proportions(scores, meaning, scale, places, where)
    if meaning.rate:
        _refuse_outside(found, scores, meaning, where, is_unsaid=is_unsaid)
    return found, (*notes, *said, *more)


def names_say_percent(learners: "pd.Series[str]") -> bool:
    """Whether every learner is called as percent are written, ``tree (%)``, however small its scores are."""
    return bool(learners.str.contains("%", regex=False).all())


def _without_rounding(scores: "pd.Series[float]") -> "pd.Series[float]":
    """0 and 1 where a rate is beyond them by no more than rounding: 1.0000000000000002 made percent of all others."""
    ends = scores.clip(0.0, 1.0)
    return scores.mask((scores - ends).abs() < _ROUNDING, ends)


def _turned(
    scores: "pd.Series[float]", meaning: Known, where: Where
) -> tuple["pd.Series[float]", tuple[str, ...]]:
    """Take the minus off a loss that a tool had turned round so that higher is better."""
    if not (scores > 0).any():
        return _back(scores, meaning)
    if not (scores < 0).any():
        return scores, (
            "The name says that the sign was turned, yet no score is negative; the sign was kept.",
        )
    above = (scores > 0).to_numpy()
    raise InputError(
        f"scores whose sign is turned cannot be positive, but some are: {shown(float(scores[above].iloc[0]))}, "
        f"{where(above)}.",
        _whose(meaning),
        "Correct these scores, or the name of the measure.",
    )


def _from_zero(
    scores: "pd.Series[float]", meaning: Known, where: Where, *, is_unsaid: bool
) -> tuple["pd.Series[float]", tuple[str, ...]]:
    """A loss that is never below 0, its sign turned back where a tool had turned it without saying so in the name."""
    below = (scores < 0).to_numpy()
    if not below.any():
        return scores, ()
    if not (scores > 0).any():
        return _back(scores, meaning)
    if meaning.rate:
        return scores, ()  # whose scale may be the fault
    first = shown(float(scores[below].iloc[0]))
    what = f"{meaning.title} cannot be below 0, but some scores are: {first}, {where(below)}."
    if not is_unsaid:
        raise InputError(what, _whose(meaning), "Correct these scores, or the name of the measure.")
    hint = "Say which measure this is (measure=…), or give all scores one sign."
    raise Unsettled(what, _whose(meaning), hint, key="measure", options=measures_offered(meaning))


def _back(scores: "pd.Series[float]", meaning: Known) -> tuple["pd.Series[float]", tuple[str, ...]]:
    return -scores + 0.0, (f"The sign was turned back: {meaning.title} as such, lower is better.",)


def _ask_for_the_measure(
    scores: "pd.Series[float]", meaning: Known, places: pd.DataFrame, where: Where
) -> None:
    """Raise `Unsettled` if the scores are no rates, which nobody said they were, or look like rates on two scales."""
    lowest, highest = scores.min(), scores.max()
    values = f"values from {number(lowest)} to {number(highest)}"
    if meaning.key in UNNAMED_MEASURES:
        what = f"{values} are no accuracies and no R², which an estimator's own score method gives."
        hint = "Say which measure this is (measure=…)."
    elif lowest < 0 or highest > 100:
        what = f"{values} are no proportions and no percentages."
        hint = "Say which measure this is (measure=…)."
    elif highest > 1 and (mixture := _mixture(scores, places, where)):
        what, hint = mixture, f"Say which measure this is (measure=…), or {_BRING[0].lower()}{_BRING[1:]}."
    else:
        return
    raise Unsettled(what, "scores", hint, key="measure", options=measures_offered(meaning))


def _proportions(
    scores: "pd.Series[float]",
    meaning: Known,
    scale: Scale | None,
    places: pd.DataFrame,
    where: Where,
) -> tuple["pd.Series[float]", tuple[str, ...]]:
    judged = scale is None and meaning.rate
    assumed = judged and bool((scores > 1).any())
    if assumed and (mixture := _mixture(scores, places, where)):
        hint = f"{_BRING}, or say which one it is (scale='percent' or 'proportion')."
        raise Unsettled(mixture, _whose(meaning), hint, key="scale", options=_SCALES)
    if judged and not scores.dropna().between(0, 100).all():
        off = ((scores < 0) | (scores > 100)).to_numpy()
        raise Unsettled(
            f"values from {number(scores.min())} to {number(scores.max())} are neither proportions nor percent "
            f"({where(off)}).",
            _whose(meaning),
            "Correct them, or say which measure this is (measure=…).",
            key="scale",
            options=(),  # neither would do
        )
    if not assumed and scale != "percent":
        return scores, ()
    why = " because some are above 1" if assumed else ""
    return scores / 100, (f"The scores were taken for percent{why} and divided by 100.",)


def _refuse_outside(
    rates: "pd.Series[float]",
    written: "pd.Series[float]",
    meaning: Known,
    where: Where,
    *,
    is_unsaid: bool,
) -> None:
    """Raise `Unsettled` if a rate lies outside 0 to 1 on the scale that was answered."""
    outside = ((rates < 0) | (rates > 1)).to_numpy()
    if not outside.any():
        return
    most = "0 and 1" if rates is written else "0 and 100"
    what = f"{meaning.title} lies between {most}, but some scores do not: "
    raise Unsettled(
        f"{what}{number(float(written[outside].iloc[0]))}, {where(outside)}.",
        _whose(meaning),
        f"Correct them, or say {'which measure this is (measure=…)' if is_unsaid else 'the other scale (scale=…)'}.",
        key="measure" if is_unsaid else "scale",
        options=measures_offered(meaning) if is_unsaid else _SCALES,
    )


def _whose(meaning: Known) -> str:
    return f"scores ({meaning.title})"


def _mixture(scores: "pd.Series[float]", places: pd.DataFrame, where: Where) -> str:
    """Say that a learner, some scores or a row are in percent, or no rates, beside proportions; else empty."""
    by_learner = scores.groupby(places["learner"], sort=False)
    lowest, highest = by_learner.min(), by_learner.max()
    small = highest[(highest <= 1) & (highest > 0)].index
    large = lowest[(lowest >= 1) & (highest > 1)].index
    if not len(small) or not len(large):
        return (
            _strays(scores, where) or _stray_row(scores, places, where) or _alone_above(scores, places, where)
        )
    return (
        f"the scores of {shown(small[0])} look like proportions (at most {highest[small[0]]:g}), those of "
        f"{shown(large[0])} like percent (at least {lowest[large[0]]:g})."
    )


def _strays(scores: "pd.Series[float]", where: Where) -> str:
    """Say which scores are a hundred times the others where most are proportions; empty where none is."""
    small = scores[(scores > 0) & (scores <= 1)]
    if len(small) <= (scores > 1).sum():
        return ""
    is_far = (scores / small.median()).between(*_HUNDREDFOLD)
    strays = (is_far & (scores > 1) & (scores <= 100)).to_numpy()
    if not strays.any():
        return ""
    first = number(float(scores[strays].iloc[0]))
    return f"most scores look like proportions, but some like percent: {first}, {where(strays)}."


def _alone_above(scores: "pd.Series[float]", places: pd.DataFrame, where: Where) -> str:
    """Say which scores are above 1 and far from the others of their learners, where these are not; else empty."""
    above = (scores > 1).to_numpy()
    if (above & ~far_off(scores, places)).any():
        return ""
    first = f"{number(float(scores[above].iloc[0]))}, {where(above)}"
    return f"most scores look like proportions, but not {first}, far above the others: it may be mistyped."


def _stray_row(scores: "pd.Series[float]", places: pd.DataFrame, where: Where) -> str:
    """Say which data set or fold has no rates, but places or counts, where most have nothing else; empty where none.

    Percent below 1 beside others above it are no such case: then some row has both, and fractions.
    """
    keys = ["dataset", "replicate", "fold"]
    rows = scores.groupby([places[key] for key in keys], observed=True)
    count, highest = rows.transform("count"), rows.transform("max")
    is_whole = (
        (scores.fillna(0) % 1 == 0).groupby([places[key] for key in keys], observed=True).transform("all")
    )
    above = highest > 1
    apart = above & (count > 1) & (is_whole | (rows.transform("min") >= 1))
    first_of_each = ~places.duplicated(keys)
    if not apart.any() or (above & ~apart).any() or 2 * above[first_of_each].sum() >= first_of_each.sum():
        return ""
    row = (places[keys] == places[keys][apart].iloc[0]).all(axis=1).to_numpy()
    name = shown(places["dataset"][row].iloc[0]) if places["dataset"].nunique() > 1 else where(row)
    return (
        f"most rows hold proportions (at most {number(highest[~above].max())}), but not that of {name}: "
        f"{listing(map(number, scores[row].dropna()), most=4)}."
    )
