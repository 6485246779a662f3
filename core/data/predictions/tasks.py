"""Cells of predictions → what each learner said of each instance, for classes or for numbers."""

from collections.abc import Collection, Hashable
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from core.data.columns.class_labels import (
    MOST_CLASSES,
    class_named,
    classes_of,
    codes_of,
    in_other_letters,
    letters,
    positive_among,
    spelled_as_one,
)
from core.data.columns.inspection import Unsettled
from core.data.predictions.class_scores import said_by, scored_class
from core.data.predictions.columns import is_measurement
from core.data.predictions.join import Cells, LearnerCells
from core.data.predictions.rows import Rows
from core.data.tables.cells import read_numbers, rows_in_words, shown, spelled_out
from core.data.tables.table import RawTable
from core.errors import InputError, listing, quoted
from core.records import Array, Predictions

MEASURED = "The truth is a measurement, so the predictions were taken for those of a regression."


def suggested(truth: Array, classes: tuple[Hashable, ...]) -> tuple[Hashable | None, tuple[str, ...]]:
    """The class of two that seems to be the positive one, with the sentence that says so; None where nobody knows."""
    counts = pd.Series(np.bincount(truth, minlength=len(classes)), index=list(classes))
    found = positive_among(counts[counts > 0].sort_values(ascending=False))
    if len(classes) != 2 or found is None:
        return None, ()
    return found[0], (f"The class {shown(found[0])} was taken as the positive one: {found[1]}.",)


def is_regression(cells: Cells, truth: "pd.Series[Any]") -> bool:
    """Whether the truth is a measurement and every learner predicts numbers."""
    if any(item.scores for item in cells.learners):
        return False
    if not is_measurement(RawTable(pd.DataFrame({"truth": truth})), "truth"):
        return False
    return all(
        item.label is not None and not len(read_numbers(item.label, ".").strays) for item in cells.learners
    )


def regression(
    cells: Cells,
    rows: Rows,
    truth: "pd.Series[Any]",
    _positive: Hashable | None,
    _scores_for: Hashable | None,
) -> tuple[Predictions, tuple[str, ...], None]:
    """The numbers that every learner predicted.

    Parameters
    ----------
    cells : Cells
    rows : Rows
    truth : Series
    _positive, _scores_for : None
        There are no classes.

    Raises
    ------
    InputError
        If a learner predicts a number that is not finite.
    """
    whole = np.empty(rows.size)
    whole[rows.positions] = read_numbers(truth, ".").values
    outcomes = []
    for item in cells.learners:
        predicted = read_numbers(truth if item.label is None else item.label, ".").values.to_numpy()
        bad = np.flatnonzero(~np.isfinite(predicted)) + 1
        if len(bad):
            raise InputError(
                f"{item.name} predicts a number that is not finite, {rows_in_words(bad.tolist())}.",
                item.where,
                "Correct it.",
            )
        outcomes += rows.outcomes(item.name, predicted, None, None)
    learners = tuple(item.name for item in cells.learners)
    found = Predictions("", "regression", whole, (), learners, tuple(outcomes))
    return found, (MEASURED,), None


def classification(
    cells: Cells, rows: Rows, truth: "pd.Series[Any]", positive: Hashable | None, scores_for: Hashable | None
) -> tuple[Predictions, tuple[str, ...], Hashable | None]:
    """The classes and scores that every learner predicted, and which class single scores were taken to speak for.

    Parameters
    ----------
    cells : Cells
    rows : Rows
    truth : Series
    positive : label or None
        The positive class of two; suggested by its name when not given.
    scores_for : label or None
        The class of two that single scores speak for. When not given it is the suggested one, or the one that the
        learners' own labels say, whatever `positive` is: to ask about another class does not change what a file says.

    Raises
    ------
    InputError
        If labels of a learner are no classes, or the rows seem to be counts.
    """
    if truth.is_unique and all(_counts(item, truth) for item in cells.learners):
        raise InputError(
            "every class of the truth stands in one row, as in a table of counts.",
            cells.where,
            "Bring one row per instance, with its truth and what each learner predicted.",
        )
    refuse_two_spellings(truth, predicted_by(cells.learners), cells.where)
    cells, about_letters = _in_known_letters(cells, set(truth.unique()))
    classes, notes = _classes(cells, truth)
    notes = (*about_letters, *notes)
    codes = codes_of(truth, classes)
    whole = np.empty(rows.size, dtype=np.int64)
    whole[rows.positions] = codes
    likely, about_positive = suggested(whole, classes)
    label = likely if positive is None else class_named(classes, positive)
    notes += about_positive if positive is None else ()
    spoken, about_scores = scored_class(cells.learners, classes, likely, scores_for)
    notes += about_scores
    outcomes = []
    for item in cells.learners:
        said = said_by(item, classes, spoken, codes, label)
        notes += said.notes
        outcomes += rows.outcomes(item.name, said.predicted, said.scores, said.kind)
    learners = tuple(item.name for item in cells.learners)
    found = Predictions("", "classification", whole, classes, learners, tuple(outcomes), positive=label)
    return found, notes, spoken


def predicted_by(learners: Collection[LearnerCells]) -> set[str]:
    """All labels that learners predict."""
    return {name for item in learners if item.label is not None for name in item.label.unique()}


def _counts(item: LearnerCells, truth: "pd.Series[Any]") -> bool:
    """Whether what a learner is said to predict are whole numbers that are no class."""
    cells = [item.label] if item.label is not None else list(item.scores.values())
    numbers = [pd.to_numeric(column, errors="coerce") for column in cells]
    whole = all(bool((values % 1 == 0).all()) for values in numbers)
    return (
        whole
        and any(bool((values > 1).any()) for values in numbers)
        and not (item.label is not None and item.label.isin(truth).any())
    )


def _classes(cells: Cells, truth: "pd.Series[Any]") -> tuple[tuple[Hashable, ...], tuple[str, ...]]:
    """The classes: those of the truth, and what learners predicted beyond them."""
    known = set(truth.unique())
    notes: tuple[str, ...] = ()
    found = set(known)
    for item in cells.learners:
        if item.label is None:
            continue
        mine = set(item.label.unique())
        if not mine & known:
            raise InputError(
                f"{item.name} predicts {listing(map(shown, sorted(mine)), most=5)}, none of which is a class of the "
                f"truth "
                f"({listing(map(shown, sorted(known)), most=5)}).",
                item.where,
                "Write labels as in the truth, or name the columns of the learners (roles={'learners': [...]}).",
            )
        refuse_misspelt(item.label, known, item.where)
        notes += _never_seen(item, mine - known)
        found |= mine
    if len(found) > MOST_CLASSES:
        raise InputError(
            f"there are {len(found):,} classes; at most {MOST_CLASSES:,} are read.",
            cells.where,
            "Check the truth.",
        )
    return classes_of(found), notes


def in_known_letters(
    label: "pd.Series[Any]", known: Collection[str], who: str
) -> tuple["pd.Series[Any]", tuple[str, ...]]:
    """Labels in the case of the truth, where they differ from its classes in case and blanks alone, and a note.

    Parameters
    ----------
    label : Series of str or of categories
    known : collection of str
        Classes of the truth.
    who : str
        Who wrote them, for the note.
    """
    meant = in_other_letters(label.unique(), known)
    if not meant:
        return label, ()
    found = spelled_out(label).replace(meant).astype("str")
    each = listing([f"{shown(mine)} for {shown(name)}" for mine, name in meant.items()], most=5)
    return found, (f"{who} writes classes in other letters than the truth; taken were {each}.",)


def _in_known_letters(cells: Cells, known: Collection[str]) -> tuple[Cells, tuple[str, ...]]:
    """The labels of all learners as `in_known_letters` writes them."""
    read = [
        (None, ()) if item.label is None else in_known_letters(item.label, known, item.name)
        for item in cells.learners
    ]
    learners = [replace(item, label=label) for item, (label, _) in zip(cells.learners, read, strict=True)]
    return replace(cells, learners=learners), tuple(note for _, notes in read for note in notes)


def refuse_misspelt(label: "pd.Series[Any]", known: Collection[str], where: str) -> None:
    """Raise `InputError` if a learner predicts what differs from a class of the truth in case or blanks alone."""
    alike = {letters(name): name for name in known}
    for name in sorted(set(map(str, label.unique())) - set(known)):
        meant = alike.get(letters(name))
        if meant is not None:
            rows = (label.index[label == name] + 1).tolist()
            raise InputError(
                f"{rows_in_words(rows)}: {shown(name)} never occurs in the truth; did you mean {shown(meant)}?",
                f"{where}, column {quoted(label.name)}",
                "Write every class in one way.",
            )


def refuse_two_spellings(truth: "pd.Series[Any]", predicted: Collection[str], where: str) -> None:
    """Raise `Unsettled` if a class stands in the truth as learners predict it, and in other letters that none does.

    Parameters
    ----------
    truth : Series of str or of categories
    predicted : collection of str
        What all learners predict.
    where : str
    """
    as_one = spelled_as_one(truth, predicted)
    for name, other in as_one.items():
        if name in predicted or other not in predicted:
            continue
        rows = (np.flatnonzero(truth == name) + 1).tolist()
        raise Unsettled(
            f"the truth holds {shown(name)} ({rows_in_words(rows)}) beside {shown(other)}, and no learner ever "
            f"predicts {shown(name)}: they would count as two classes.",
            where,
            "Write every class in one way, or have them taken as one (one_spelling=True).",
            key="one_spelling",
            options=tuple(as_one.items()),
        )


def _never_seen(item: LearnerCells, strange: set[str]) -> tuple[str, ...]:
    if not strange or item.label is None:
        return ()
    count = int(item.label.isin(strange).sum())
    rows = f"{count:,} row{'s'[: count > 1]}"
    return (
        f"{item.name} predicts {listing(map(shown, sorted(strange)), most=5)} in {rows}, which the truth "
        "never is: counted as errors.",
    )
