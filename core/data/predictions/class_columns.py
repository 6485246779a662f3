"""Columns of scores that are called by a class, or end in it: setosa, nb_setosa, p0, distribution_yes."""

import re
from collections.abc import Collection, Mapping, Sequence

from core.data.columns.class_labels import class_by_name, distinct
from core.data.columns.names import normal
from core.data.tables.table import RawTable

OF_NOBODY = (
    *(
        "",
        "p",
        "prob",
        "proba",
        "probability",
        "pred",
        "predict",
        "predicted",
        "prediction",
        "prediction_score",
    ),
    *("score", "confidence", "distribution", "y_proba", "y_prob", "y_pred", "y_pred_proba", "raw"),
)
"""What stands before a class without naming a learner."""

_GAP = "_. -"
_SUM = 0.05
"""By which two rounded shares may miss 1."""


def scores_by_prefix(
    table: RawTable, columns: Sequence[str], classes: Collection[str], unnamed: str
) -> dict[str, dict[str, str]]:
    """Columns of numbers by learner and class, where what stands before the class is the same for all classes.

    Of two classes one is enough after a word that says probability, and after any other where it holds shares.

    Parameters
    ----------
    table : RawTable
    columns : sequence of str
        Those that nothing else uses.
    classes : collection of str
        Labels of the truth.
    unnamed : str
        How a learner is called that no column names.
    """
    found: dict[str, dict[str, str]] = {}
    meant = class_by_name(columns, classes)
    for column in columns:
        for label in classes:
            prefix = "" if meant.get(column) == label else _prefix(column, label)
            if prefix is not None and table.is_numeric(column):
                found.setdefault(prefix, {}).setdefault(label, column)
    whole = {
        prefix: part
        for prefix, part in found.items()
        if _is_whole(table, prefix, part, classes) and not number_learners(table, part, columns, classes)
    }
    named: dict[str, dict[str, str]] = {}
    for prefix, part in whole.items():
        named.setdefault(unnamed if normal(prefix) in OF_NOBODY else prefix, part)
    return named


def _prefix(column: str, label: str) -> str | None:
    """What stands before the class; None where the column does not end in it."""
    if column in (label, f"X{label}"):  # R puts an X before a number
        return ""
    if not column.endswith(label):
        return None
    before = column.removesuffix(label)
    prefix = before.rstrip(_GAP)
    return prefix if prefix and (before != prefix or normal(prefix) in OF_NOBODY) else None


def _is_whole(table: RawTable, prefix: str, part: Mapping[str, str], classes: Collection[str]) -> bool:
    if set(part) == set(classes):
        return len(classes) > 1
    if len(classes) != 2 or prefix == "":
        return False
    return normal(prefix) in OF_NOBODY or _holds_shares(table, prefix, *part.values())


def number_learners(
    table: RawTable, part: Mapping[str, str], columns: Sequence[str], classes: Collection[str]
) -> bool:
    """Whether numbers behind a name, though they are those of two classes, tell learners apart.

    They do where they go on, as in model_1, model_2, model_3, or where both columns hold classes or shares that hardly
    ever add up to 1.

    Parameters
    ----------
    table : RawTable
    part : mapping
        Columns by class.
    columns : sequence of str
        Those that nothing else uses.
    classes : collection of str
        Labels of the truth.
    """
    label, column = next(iter(part.items()))
    prefix = column.removesuffix(label).rstrip(_GAP)
    if len(classes) != 2 or not all(map(str.isdecimal, part)) or prefix in ("", column):
        return False
    pattern = re.compile(rf"{re.escape(prefix)}[{_GAP}]?\d+")
    beyond = [name for name in columns if pattern.fullmatch(name) and name not in part.values()]
    if any(map(table.is_numeric, beyond)):
        return True
    values = [table.numbers(own).values for own in part.values() if table.is_numeric(own)]
    hold_classes = all(distinct(table, own) <= set(part) for own in part.values())
    if len(values) < 2 or not (hold_classes or all(bool(own.dropna().between(0, 1).all()) for own in values)):
        return False
    return bool((abs(values[0] + values[1] - 1) > _SUM).mean() > 0.5)


def _holds_shares(table: RawTable, prefix: str, column: str) -> bool:
    """Whether a column lies within 0 and 1; one of 0 and 1 alone may be an attribute unless a learner is called so."""
    values = table.numbers(column).values.dropna()
    return bool(values.between(0, 1).all()) and (prefix in table.columns or bool((values % 1 > 0).any()))


LABEL_OF_NOBODY = r"prediction_label|predicted_label|predict|classification|response|label"
"""Labels of an unnamed learner, as pycaret, h2o, WEKA's filter, mlr and mljar call them beside a truth."""

SCORE_OF_PREDICTED = re.compile(r"prediction_score", re.IGNORECASE)
"""A score of the class that was predicted, whichever that is, as pycaret calls it."""
