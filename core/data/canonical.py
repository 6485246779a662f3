"""Tables as CSV that spreadsheets can open without harm and that are read back unchanged.

A text that starts with = + - @, a tab or a line break would be run as a formula by a spreadsheet, so an
apostrophe is put in front of it; numbers are written with as many digits as give the same number back.
"""

import json
import re
from collections.abc import Iterable
from math import isfinite
from typing import Any

import pandas as pd

from core.errors import InputError
from core.records import DesignFacts, FoldScores, Losses, Predictions

_FORMULA = re.compile(r"'*[=+\-@\t\r\n]")
_NEUTRALISED = re.compile(r"'+[=+\-@\t\r\n]")


def neutralise(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet would run, or that looks so neutralised already."""
    return f"'{text}" if _FORMULA.match(text) else text


def restore(text: str) -> str:
    """Take off the apostrophe that `neutralise` put there."""
    return text[1:] if _NEUTRALISED.match(text) else text


def table_to_csv(frame: pd.DataFrame) -> bytes:
    """Write a table as CSV (RFC 4180, UTF-8); the index is left out.

    Parameters
    ----------
    frame : DataFrame
        Missing cells are written empty, floats with the digits of `repr`.
    """
    safe = {position: _safe(frame.iloc[:, position]) for position in range(frame.shape[1])}
    table = pd.DataFrame(safe, index=frame.index)
    names = [neutralise(str(name)) for name in frame.columns]
    return table.to_csv(index=False, header=names, lineterminator="\r\n").encode()


def _safe(column: "pd.Series[Any]") -> "pd.Series[Any]":
    if pd.api.types.is_numeric_dtype(column.dtype) or pd.api.types.is_datetime64_any_dtype(column.dtype):
        return column
    return column.astype(object).map(lambda cell: neutralise(cell) if isinstance(cell, str) else cell)


def _spread(values: dict[str, Any], rows: int) -> pd.DataFrame:
    """Columns that hold the same value in every row."""
    return pd.DataFrame({name: [value] * rows for name, value in values.items()})


def _facts(facts: DesignFacts | None) -> dict[str, Any]:
    if facts is None:
        return {}
    return {
        "design": facts.key or "",
        "training_sets_overlap": facts.training_sets_overlap,
        "every_instance_once": facts.every_instance_once,
        "grouped": facts.grouped,
    }


def fold_scores_to_csv(scores: FoldScores) -> bytes:
    """Write fold scores as one long table, which `read_fold_scores` reads back.

    Columns: dataset, learner, replicate, fold, n_train, n_validation, score; then measure, measure_title,
    lower_is_better, unit and rows; design, training_sets_overlap, every_instance_once and grouped where the
    design is known; loss_matrix where mistakes cost differently, row by row in brackets; failure where a fold
    failed; place where the learners' order is not that of the rows.
    """
    frame = scores.frame.reset_index(drop=True)
    same = {
        "measure": scores.measure,
        "measure_title": scores.measure_title,
        "lower_is_better": scores.lower_is_better,
        "unit": scores.unit,
        "rows": scores.rows,
        **_facts(scores.facts),
    }
    if scores.losses is not None:
        same["loss_matrix"] = json.dumps(scores.losses)
    table = pd.concat([frame, _spread(same, len(frame))], axis="columns")
    if scores.failures:
        reasons = {(item.learner, item.replicate, item.fold): item.reason for item in scores.failures}
        keys = zip(frame["learner"], frame["replicate"], frame["fold"], strict=True)
        table["failure"] = [reasons.get(key) for key in keys]
    if scores.learners != tuple(frame["learner"].drop_duplicates()):
        places = {learner: place for place, learner in enumerate(scores.learners, start=1)}
        table["place"] = frame["learner"].map(places)
    return table_to_csv(table)


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
    return InputError(f"holds {short!r}, which is no square matrix of numbers.", where, hint)


def predictions_to_csv(predictions: Predictions) -> bytes:
    """Write predictions as one long table, one row per learner and validated instance.

    Columns: dataset, learner, replicate, fold, n_train, id, truth, predicted, the scores by class
    (probability_… or decision_…), and then positive, task and the design where they are known.
    """
    frame = predictions.frame.copy(deep=False)  # it is kept, and gets columns here
    sizes = _sizes(predictions)
    frame.insert(0, "dataset", predictions.dataset)
    frame.insert(4, "n_train", pd.Series(list(sizes), dtype="Int64"))
    same: dict[str, Any] = {"task": predictions.task, **_facts(predictions.facts)}
    if predictions.positive is not None:
        same = {"positive": predictions.positive, **same}
    return table_to_csv(pd.concat([frame, _spread(same, len(frame))], axis="columns"))


def _sizes(predictions: Predictions) -> Iterable[int | None]:
    for outcome in predictions.outcomes:
        for _ in outcome.positions:
            yield outcome.n_train
