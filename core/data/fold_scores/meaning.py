"""What fold results measure: as their files say, as somebody says, or as is assumed and said."""

import json
from math import isfinite

import pandas as pd

from core.data.columns.measures import Known, known
from core.data.columns.tidy_cells import same_in_all_rows, truth_in_all_rows
from core.data.fold_scores.files import Part, files_in_words
from core.data.fold_scores.layout import UNNAMED_MEASURES
from core.errors import InputError, listing, quoted
from core.measures import MEASURES
from core.records import Losses


def settle(parts: list[Part], measure: str | None) -> tuple[Known, tuple[str, ...]]:
    """What the scores are of, and the sentence about it where that was assumed.

    Raises
    ------
    InputError
        If the files hold different measures.
    """
    names = list(dict.fromkeys(_named(part) for part in parts))
    if len(names) > 1:
        raise InputError(
            f"the files hold different measures: {listing(map(quoted, names))}.",
            files_in_words(parts),
            "Bring files of one measure.",
        )
    name = names[0]
    if name is not None and any(map(is_own_form, parts)):
        return Known(name), ()
    if name is not None and name not in UNNAMED_MEASURES:
        return known(name), ()
    if measure is not None:
        return known(measure), ()
    if name is None:
        return Known("error"), ("The scores were taken for error rates (measure=… says otherwise).",)
    key = _by_estimator(parts)
    if key is None:
        return Known(name), ()
    said = (
        f"{quoted(name)} is what the estimator's own score method gave; it was taken for {Known(key).title}"
    )
    return Known(key), (f"{said} (measure=… says otherwise).",)


def said_of(parts: list[Part], measure: str | None, lower_is_better: bool | None) -> str | None:
    """The measure that somebody says: one without a name, of scores without one of which higher ones are better."""
    if measure is None and lower_is_better is False and all(_named(part) is None for part in parts):
        return UNNAMED_MEASURES[0]
    return measure


def _by_estimator(parts: list[Part]) -> str | None:
    """What an estimator's own score method gives, accuracy or R²; None where values are neither, as of a scorer.

    Where no score reaches −1 it was hardly R²: every learner would be far worse than the mean everywhere.
    """
    values = pd.concat([part.frame["score"] for part in parts]).dropna()
    if values.between(0, 1).all():
        return "accuracy"
    return "r2" if -1 <= values.max() <= 1 else None


def measures_offered(meaning: Known) -> tuple[str, ...]:
    """What scores may measure that say it nowhere: what is taken for granted, then all measures of validation sets."""
    judging = (key for key, entry in MEASURES.items() if entry.of_predictions)
    return tuple(dict.fromkeys((meaning.key, *judging)))


def direction_of(parts: list[Part], meaning: Known, given: bool | None, *, is_assumed: bool) -> bool:
    """Whether lower is better: as somebody says, as the files say, as is known of the measure.

    Parameters
    ----------
    parts : list of Part
    meaning : Known
    given : bool or None
        What somebody says.
    is_assumed : bool
        Whether nobody has said the measure, so that somebody may know better.

    Raises
    ------
    InputError
        If nobody knows, or somebody says otherwise than is known of the measure.
    """
    written = truth_in_all_rows(parts[0].tidy.frame, "lower_is_better", parts[0].table)
    found = meaning.lower_is_better if written is None else written
    if given is not None and given is not found and not (is_assumed or meaning.lower_is_better is None):
        raise InputError(
            f"of {meaning.title} {'lower' if found else 'higher'} values are better.",
            "lower_is_better",
            "Leave it out, or say what else the scores measure (measure=…).",
        )
    if given is not None or found is not None:
        return bool(found if given is None else given)
    raise InputError(
        f"it is not known whether lower is better for the measure {quoted(meaning.key)}.",
        "lower_is_better",
        "Say lower_is_better=True or False.",
    )


def said_by_all(parts: list[Part], name: str) -> str | None:
    """What all files say in the column of that name; None where they differ."""
    found = [same_in_all_rows(part.tidy.frame, name, part.table) for part in parts]
    return found[0] if found.count(found[0]) == len(found) else None


def is_unsaid(parts: list[Part], meaning: Known) -> bool:
    """Whether the files do not say what the scores measure, nor does an estimator's own score method."""
    return all(_named(part) is None or meaning.key in UNNAMED_MEASURES for part in parts)


def can_be_said(parts: list[Part]) -> bool:
    """Whether nothing in the files names the measure, so that it is what somebody says."""
    return all(_named(part) in (None, *UNNAMED_MEASURES) for part in parts)


def is_own_form(part: Part) -> bool:
    """Whether `fold_scores_to_csv` wrote it, so that nothing has to be guessed."""
    return "measure_title" in part.tidy.frame


def _named(part: Part) -> str | None:
    return part.tidy.measure or same_in_all_rows(part.tidy.frame, "measure", part.table)


def losses_of(parts: list[Part]) -> Losses | None:
    """The matrix by which costs were counted.

    Raises
    ------
    InputError
        If the files have different ones: such costs cannot be compared.
    """
    found = {
        losses_from_text(
            same_in_all_rows(part.tidy.frame, "loss_matrix", part.table),
            f"{part.table.where}, column 'loss_matrix'",
        )
        for part in parts
        if is_own_form(part)
    }
    if len(found) > 1:
        raise InputError(
            "the files hold costs by different matrices of losses.",
            files_in_words(parts),
            "Bring files of one matrix.",
        )
    return next(iter(found), None)


def losses_from_text(text: str | None, where: str) -> Losses | None:
    """Read the cell of a matrix of losses that `fold_scores_to_csv` wrote; None where there is none.

    Raises
    ------
    InputError
        If these are not K rows of K finite numbers in brackets.
    """
    if text is None:
        return None
    try:
        matrix = tuple(tuple(map(float, row)) for row in json.loads(text))
    except (ValueError, TypeError) as error:
        raise _no_matrix(text, where) from error
    if not matrix or any(len(row) != len(matrix) or not all(map(isfinite, row)) for row in matrix):
        raise _no_matrix(text, where)
    return matrix


def _no_matrix(text: str, where: str) -> InputError:
    short = text if len(text) <= 60 else f"{text[:60]}…"
    hint = "Write it row by row, true classes first: [[0, 1], [5, 0]]."
    return InputError(f"holds {quoted(short)}, which is no square matrix of numbers.", where, hint)
