"""What was understood of a source before anything is decided: shown by a page, edited, passed back."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from core.data.columns.class_labels import column_in_one_spelling
from core.data.columns.inspection import ColumnSummary, Question, Understanding, encoding_questions
from core.data.columns.kinds import Column, read_columns, suggest_task
from core.data.columns.summaries import refuse_results
from core.data.datasets.notes import missing_notes, telling_notes
from core.data.datasets.plain import plain_table
from core.data.datasets.roles import (
    SettledRoles,
    check_attributes,
    hollow_target,
    settle_roles,
    suggest_categorical,
    suggest_folds,
    suggest_groups,
    suggest_positive,
)
from core.data.tables.table import RawTable, Source
from core.errors import InputError, quoted
from core.written import counted

_SAMPLE_ROWS = 20
_EXAMPLES = 5


def inspect_dataset(
    source: Source, sheet: str | None = None, encoding: str | None = None, *, one_spelling: str | None = None
) -> Understanding:
    """Understand a table as a data set: kinds of columns, suggested roles, open questions.

    Where no attribute is left, that is the refusal: other roles may help.

    Parameters
    ----------
    source : path, bytes, file object or DataFrame
    sheet : str, optional
        Of a workbook.
    encoding : str, optional
        Of text.
    one_spelling : str, optional
        The target whose classes are read in one spelling each, as `read_dataset` does if it is told to.

    Raises
    ------
    InputError
        If the source is no table, has one column only, or sums up results of learners.
    """
    table = plain_table(source, sheet, encoding)
    refuse_results(table)
    columns = read_columns(table)
    if one_spelling in columns:
        columns[one_spelling] = column_in_one_spelling(columns[one_spelling])[0]
    settled = settle_roles(columns, table.where)
    hollow = hollow_target(columns, settled.left_out)
    goal = columns[settled.target]
    roles = {
        **(_aim(goal) if hollow is None else dict.fromkeys(("target", "positive", "task"))),
        "drop": tuple(settled.left_out),
        "categorical": (),
        "groups": None,
        "folds": None,
        "sheet": sheet,
        "encoding": encoding,
    }
    used = [columns[name] for name in settled.attributes]
    notes = (
        *(telling_notes(used, goal) if roles["task"] == "classification" else ()),
        *table.notes,
        *(note for column in columns.values() for note in column.notes),
        *missing_notes(used, table.spellings),
    )
    return Understanding(
        door="dataset",
        layout=table.layout,
        roles=roles,
        sample=table.frame.head(_SAMPLE_ROWS),
        questions=(
            *_table_questions(table),
            *(_hollow_question(settled, hollow) if hollow is not None else _goal_questions(columns, goal)),
            *_column_questions(used),
        ),
        notes=notes,
        columns=tuple(_summary(column, roles["target"], settled.left_out) for column in columns.values()),
        rows=len(table.frame),
        refusal=_refusal(settled, table.where),
    )


def _aim(goal: Column) -> dict[str, Any]:
    """What is proposed to be predicted, and how."""
    task = suggest_task(goal)[0]
    found = suggest_positive(_known(goal)) if task == "classification" else None
    return {"target": goal.name, "positive": None if found is None else found[0], "task": task}


def _refusal(settled: SettledRoles, where: str) -> InputError | None:
    try:
        check_attributes(settled, where)
    except InputError as refusal:
        return refusal
    return None


def _known(column: Column) -> "pd.Series[Any]":
    """The labels of the cells that are not missing."""
    return column.where(column.values.notna().to_numpy()).labels


def _summary(column: Column, target: str | None, left_out: Mapping[str, str]) -> ColumnSummary:
    role = "target" if column.name == target else "left out" if column.name in left_out else "attribute"
    reason, examples = left_out.get(column.name, ""), column.examples(_EXAMPLES)
    return ColumnSummary(column.name, column.kind, column.missing, column.distinct, role, reason, examples)


def _table_questions(table: RawTable) -> list[Question]:
    questions = encoding_questions(table)
    if len(table.sheets) > 1:
        questions.append(Question("sheet", "Which sheet holds the data?", table.sheets))
    return questions


def _hollow_question(settled: SettledRoles, hollow: str) -> list[Question]:
    """What to predict instead of the column that seems to be meant; nothing is assumed."""
    text = (
        f"{quoted(hollow)} cannot be predicted: {settled.left_out[hollow]}. Choose another column to be predicted, or "
        f"bring a table in which {quoted(hollow)} has several values."
    )
    return [Question("target", text, (settled.target, *settled.attributes))]


def _goal_questions(columns: Mapping[str, Column], goal: Column) -> list[Question]:
    """What is to be predicted, and what that leaves open."""
    questions = [Question("target", "Which column is to be predicted?", tuple(columns), goal.name)]
    task, doubtful = suggest_task(goal)
    if doubtful:
        text = f"Are the {goal.distinct} numbers in {quoted(goal.name)} classes or measurements?"
        questions.append(Question("task", text, ("classification", "regression"), task))
    found = suggest_positive(_known(goal)) if task == "classification" else None
    if found is not None:
        classes = tuple(sorted(_known(goal).unique().tolist(), key=str))
        questions.append(Question("positive", "Which class is the positive one?", classes, found[0]))
    if goal.missing:
        text = f"Leave out {counted(goal.missing, 'rows')} without a target?"
        questions.append(Question("drop_missing_target", text, (True, False), False))
    return questions


def _column_questions(used: list[Column]) -> list[Question]:
    asked = (
        ("groups", "Does a column say which instances belong together?", suggest_groups(used), None),
        ("folds", "Does a column say in which fold an instance is validated?", suggest_folds(used), None),
        ("categorical", "Are these numbers codes of categories?", suggest_categorical(used), ()),
    )
    return [Question(key, text, options, assumed) for key, text, options, assumed in asked if options]
