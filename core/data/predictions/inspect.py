"""What was understood of predictions before they are used."""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from core.data.columns.designs import fitting_designs
from core.data.columns.inspection import Question, Understanding, encoding_questions, summarised
from core.data.columns.orange import predictions_of_orange
from core.data.predictions.columns import Assigned, LearnerColumns
from core.data.predictions.folds import WITHOUT_FOLDS, predicts_twice
from core.data.predictions.long import foreign_score, names_design
from core.data.predictions.named_in_rows import may_name_learners
from core.data.predictions.places import places_of
from core.data.predictions.read import assigned, prediction_tables, read_assigned
from core.data.predictions.several_learners import long_columns
from core.data.tables.table import RawTable, Sources
from core.designs import DESIGNS
from core.records import Predictions

_SAMPLE_ROWS = 20
_MOST_SUMMARISED = 200


def inspect_predictions(
    source: Sources,
    sheet: str | None = None,
    encoding: str | None = None,
    *,
    roles: Mapping[str, Any] | None = None,
    positive: Hashable | None = None,
    scores_for: Hashable | None = None,
    design: str | None = None,
    reversed_scores: Collection[str] = (),
    shared_only: bool = False,
    one_spelling: bool = False,
) -> Understanding:
    """Understand a table as predictions.

    Parameters
    ----------
    source : path, bytes, file object or DataFrame, or a list of them
        Of several files the first one's columns are shown.
    sheet : str, optional
        Of a workbook.
    encoding : str, optional
        Of text.
    roles, positive, scores_for, design, reversed_scores, shared_only, one_spelling : optional
        What the user has settled so far, as in `read_predictions`.

    Raises
    ------
    InputError
        If the table cannot be read as predictions.
    """
    tables = prediction_tables(source, sheet, encoding)
    found, each, spoken_for = read_assigned(
        tables,
        roles or {},
        positive=positive,
        scores_for=scores_for,
        design=design,
        reversed_scores=reversed_scores,
        shared_only=shared_only,
        one_spelling=one_spelling,
    )
    plain, _ = predictions_of_orange(tables[0])
    files = [columns for _, columns in each]
    is_in_long_form = not files
    in_rows = (long_columns(plain, roles or {}) if len(tables) == 1 else None) or {}
    is_single = is_in_long_form and len(found.classes) == 2 and foreign_score("") in in_rows
    columns = _wide_roles(files[0]) if files else {column: role for role, column in in_rows.items()}
    return Understanding(
        door="predictions",
        layout=f"{'Long form' if is_in_long_form else 'One row per instance'} ({tables[0].layout})",
        roles={
            "roles": dict(roles or {}),
            "positive": found.positive,
            "scores_for": scores_for,
            "design": design,
            "reversed_scores": tuple(reversed_scores),
            "shared_only": shared_only,
            "one_spelling": one_spelling,
        },
        sample=plain.sample(_SAMPLE_ROWS),
        questions=(
            *encoding_questions(plain),
            *_truth_and_classes(plain, found, columns, in_long_form=is_in_long_form),
            *_about_columns(tables, roles or {}, found, files, spoken_for, is_single=is_single),
            *_design_question(plain, found, in_long_form="design" in in_rows),
        ),
        notes=found.notes,
        columns=tuple(
            summarised(plain, name, columns.get(name, "left out"))
            for name in plain.columns[:_MOST_SUMMARISED]
            if files or name in columns
        ),
        rows=len(plain.frame),
        predictions=found,
    )


def prediction_roles(tables: Sequence[RawTable], roles: Mapping[str, Any] | None = None) -> dict[str, str]:
    """The column of each role in the first table, also where its cells are refused; what the user said counts.

    Raises
    ------
    InputError
        If its columns do not fit together.
    """
    plain, _ = predictions_of_orange(tables[0])
    in_rows = long_columns(plain, roles or {}) if len(tables) == 1 else None
    if in_rows is not None:
        return in_rows
    return {role: column for column, role in _wide_roles(assigned(tables, roles or {})[0][1]).items()}


def may_be_in_rows(tables: Sequence[RawTable]) -> bool:
    """Whether some column may name the learner of each row."""
    plain, _ = predictions_of_orange(tables[0])
    return len(tables) == 1 and bool(may_name_learners(plain, places_of(plain, {})))


def _wide_roles(found: Assigned) -> dict[str, str]:
    """What each column is, in words."""
    words = {column: role for role, column in found.places.items()}
    if found.truth is not None:
        words[found.truth] = "truth"
    for item in found.learners:
        words |= _learner_words(item)
    return words


def _learner_words(item: LearnerColumns) -> dict[str, str]:
    words = {
        column: f"score of {item.name}{f' for {label}' if label else ''}"
        for label, column in item.scores.items()
    }
    return words | ({item.label: f"label of {item.name}"} if item.label is not None else {})


def _may_be_learners(
    tables: Sequence[RawTable], roles: Mapping[str, Any], files: Sequence[Assigned]
) -> tuple[str, ...]:
    """Columns that may be made learners, where one of them in some file looks like one."""
    if roles.get("more_learners"):
        files = [columns for _, columns in assigned(tables, {**roles, "more_learners": ()})]
    return _once(columns.left_out for columns in files if columns.doubtful)


def _once(names: Iterable[Iterable[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(names)))


def _about_columns(
    tables: Sequence[RawTable],
    roles: Mapping[str, Any],
    found: Predictions,
    files: Sequence[Assigned],
    spoken_for: Hashable | None,
    *,
    is_single: bool,
) -> list[Question]:
    """What the columns leave open, those of every file.

    Parameters
    ----------
    tables : sequence of RawTable
    roles : mapping
    found : Predictions
        What is read of them.
    files : sequence of Assigned
        One for each table; none in long form.
    spoken_for : label or None
        What single scores were taken to speak for.
    is_single : bool
        Whether the long form has scores in one column.
    """
    questions = []
    if files and (offered := _may_be_learners(tables, roles, files)):
        given = tuple(roles.get("more_learners") or ())
        questions.append(
            Question("more_learners", "Which of these columns are learners too?", offered, given)
        )
    every = zip(found.learners, chain.from_iterable(item.learners for item in files), strict=bool(files))
    single = tuple(name for name, item in every if "" in item.scores)
    if single or is_single:
        text = "Scores in one column speak for"
        questions.append(Question("scores_for", text, found.classes, spoken_for))
    if single:
        text = "Of which learners do lower scores speak for that class?"
        questions.append(Question("reversed_scores", text, single, ()))
    return questions


def _truth_and_classes(
    table: RawTable, found: Predictions, columns: Mapping[str, str], *, in_long_form: bool
) -> list[Question]:
    questions = []
    if not in_long_form:
        truth = next((name for name, role in columns.items() if role == "truth"), None)
        questions.append(Question("truth", "Which column is the truth?", table.columns, truth))
    if len(found.classes) == 2:
        text = "Which class is the positive one?"
        questions.append(Question("positive", text, found.classes, found.positive))
    return questions


def _design_question(table: RawTable, found: Predictions, *, in_long_form: bool) -> list[Question]:
    """Which design the folds come from; without folds, whether there was one classifier or cross-validation."""
    mine = found.of(found.learners[0])
    replicates = len({item.replicate for item in mine})
    if len(mine) > 1:
        known = None if found.facts is None else found.facts.key
        is_twice = predicts_twice(mine)
        options = tuple(
            key
            for key in fitting_designs(replicates, len(mine) // replicates)
            if not (is_twice and DESIGNS[key].partitions)
        )
        return [Question("design", "Which design do the folds come from?", options, known)]
    if in_long_form and names_design(table):
        return []
    model = "model" if found.task == "regression" else "classifier"
    text = (
        f"Was every row predicted by one trained {model} (a hold-out), or by cross-validation (each row by the "
        f"{model} of its fold)?"
    )
    return [Question("design", text, WITHOUT_FOLDS)]
