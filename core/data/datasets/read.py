"""A table → a data set: which column is the target, what the others are, what cannot be learned from."""

from collections.abc import Collection, Hashable
from typing import Any

import pandas as pd

from core.data.columns.class_labels import about_spellings, column_in_one_spelling
from core.data.columns.kinds import read_columns, suggest_task
from core.data.columns.summaries import refuse_results
from core.data.datasets.attributes import attributes, check_enough, complete, present_targets, target_values
from core.data.datasets.notes import (
    attribute_notes,
    belonging_notes,
    class_notes,
    code_notes,
    copy_notes,
    left_out_notes,
    order_notes,
    sum_notes,
    target_notes,
    telling_notes,
)
from core.data.datasets.plain import plain_table
from core.data.datasets.roles import check_attributes, check_columns, settle_roles, suggest_positive
from core.data.tables.cells import shown
from core.data.tables.table import Source
from core.errors import InputError, check_one_of, listing, quoted
from core.records import Array, Dataset, Task


def read_dataset(
    source: Source | tuple[Any, Any],
    target: str | None = None,
    positive: Hashable | None = None,
    *,
    task: Task | None = None,
    drop: Collection[str] = (),
    keep: Collection[str] = (),
    categorical: Collection[str] = (),
    groups: str | None = None,
    folds: str | None = None,
    sheet: str | None = None,
    encoding: str | None = None,
    drop_missing_target: bool = False,
    one_spelling: bool = False,
) -> Dataset:
    """Read a data set from CSV, TSV, XLSX, Parquet or ARFF; what was assumed is said in its notes.

    Parameters
    ----------
    source : path, bytes, file object, data frame, or scikit-learn's (X, y) or Bunch
        The content decides on the format; at most 50 MB.
    target : str, optional
        Column to be predicted. By default one called class, target, label, y …, otherwise the last one.
    positive : label, optional
        The positive class of two. By default the one named so (yes, true, 1, malignant …), otherwise the
        rarer one.
    task : "classification" or "regression", optional
        By default regression for a numeric target with many distinct values.
    drop : collection of str
        Columns to leave out. Identifiers, free text, empty and constant columns are left out in any case …
    keep : collection of str
        … except these.
    categorical : collection of str
        Columns of numbers that are codes of categories.
    groups : str, optional
        Column that says which instances belong together; they are never on both sides of a split.
    folds : str, optional
        Column that says in which fold an instance is validated.
    sheet : str, optional
        Of a workbook.
    encoding : str, optional
        Of text, such as "cp1250"; recognised or guessed when not given.
    drop_missing_target : bool
        Leave out the rows without a target instead of refusing them.
    one_spelling : bool
        Take classes that differ in capitals and blanks alone as one, in the commonest spelling.

    Returns
    -------
    Dataset
        X with float64 and `category` columns, NaN where a cell is missing.

    Raises
    ------
    InputError
        If the source is no table or sums up results of learners, a column is not there, the target does not suit
        the task or is missing somewhere, a number is infinite, or there are too few instances or classes.
    """
    table = plain_table(source, sheet, encoding)
    if target is None:
        refuse_results(table)
    drop, keep, categorical = _names(drop), _names(keep), _names(categorical)
    chosen = {"target": target, "groups": groups, "folds": folds}
    check_columns(table, {**chosen, "drop": drop, "keep": keep, "categorical": categorical})
    check_one_of(task, (None, "classification", "regression"), "task")
    columns = read_columns(table, categorical)
    kept = (*keep, *categorical)
    roles = settle_roles(
        columns, table.where, target=target, groups=groups, folds=folds, drop=drop, keep=kept
    )
    check_attributes(roles, table.where)
    goal, as_one = columns[roles.target], dict[str, str]()
    if one_spelling:
        goal, as_one = column_in_one_spelling(goal)
    present = present_targets(goal, drop_missing_target)
    check_enough(int(present.sum()), table.where)
    settled = task or suggest_task(goal)[0]
    y = target_values(goal.where(present), settled)
    used = [columns[name] for name in roles.attributes]
    # folds that are given have an order of their own
    dated = [column for column in columns.values() if column.name != goal.name and folds is None]
    sign, sign_notes = _positive(y, settled, as_one.get(str(positive), positive))
    return Dataset(
        name=table.name or "data",
        X=_rows(attributes(used), present),
        y=y,
        task=settled,
        positive=sign,
        groups=None if groups is None else _rows(complete(columns[groups], "groups"), present),
        folds=None if folds is None else _rows(complete(columns[folds], "folds"), present),
        notes=(
            *(telling_notes if settled == "classification" else order_notes)(used, goal),
            *sum_notes(columns.values()),
            *copy_notes(used, goal),
            *code_notes((*used, goal)),
            *belonging_notes(used, dated),
            *table.notes,
            *about_spellings(as_one, "target"),
            *target_notes(goal, target, task, present),
            *sign_notes,
            *left_out_notes(roles),
            *attribute_notes(used, table.spellings),
            *(class_notes(y) if settled == "classification" else ()),
        ),
    )


def _names(value: Collection[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _rows(values: Any, present: Array) -> Any:
    """Keep the rows with a target, and the categories that occur in them."""
    if present.all():
        return values
    kept = values[present].reset_index(drop=True)
    if isinstance(kept, pd.DataFrame):
        for name in kept.columns[kept.dtypes == "category"]:
            kept[name] = kept[name].cat.remove_unused_categories()
    return kept


def _positive(
    y: "pd.Series[Any]", task: Task, wanted: Hashable | None
) -> tuple[Hashable | None, tuple[str, ...]]:
    """The positive class as it is among the labels, and a note if it was assumed."""
    classes = y.drop_duplicates().tolist() if task == "classification" else []
    if wanted is None:
        found = suggest_positive(y) if len(classes) == 2 else None
        if found is None:
            return None, ()
        return found[0], (f"The class {shown(found[0])} was taken as the positive one: {found[1]}.",)
    if len(classes) != 2:
        raise InputError(
            f"a positive class belongs to two classes; there {'are' if classes else 'is'} "
            f"{f'{len(classes)} classes' if classes else 'none in a regression'}.",
            "positive",
            "Leave it out.",
        )
    for label in classes:
        if label == wanted or str(label) == str(wanted):
            return label, ()
    raise InputError(
        f"there is no class {quoted(wanted)}.", "positive", f"There are {listing(map(shown, classes))}."
    )
