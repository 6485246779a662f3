"""Predictions, whoever wrote them → Predictions: one file or several, labels, probabilities or scores."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import pandas as pd

from core.data.columns.class_labels import (
    about_spellings,
    class_named,
    distinct,
    in_one_spelling,
    in_other_letters,
    spelled_as_one,
)
from core.data.columns.marks import without_percent_signs
from core.data.columns.orange import predictions_of_orange
from core.data.columns.summary_rows import last_sums_up, without_sums_of_instances
from core.data.columns.tidy_cells import texts
from core.data.predictions.columns import Assigned, assign, given_learners
from core.data.predictions.doubtful_outcomes import doubts_of_outcomes
from core.data.predictions.folds import design_of, refuse_conflicts
from core.data.predictions.join import Cells, LearnerCells, cells_of, join
from core.data.predictions.long import is_long, read_long
from core.data.predictions.places import PLACE_NAMES
from core.data.predictions.rows import Rows
from core.data.predictions.several_learners import in_long_form
from core.data.predictions.submissions import as_submissions
from core.data.predictions.tasks import (
    classification,
    is_regression,
    predicted_by,
    regression,
    suggested,
)
from core.data.predictions.weka import without_weka_marks
from core.data.tables.cells import read_numbers, shown
from core.data.tables.json_table import read_any_table
from core.data.tables.source import PREDICTIONS_BYTES
from core.data.tables.table import RawTable, Sources, listed, named_by_sheets
from core.errors import InputError, listing, quoted
from core.records import Predictions

MOST_LEARNERS = 100


class Found(NamedTuple):
    """What was read of tables.

    Attributes
    ----------
    predictions : Predictions
    files : list
        Every file with the roles of its columns, none of one in long form.
    spoken_for : label or None
        The class of two that scores in one column were taken to speak for.
    """

    predictions: Predictions
    files: list[tuple[RawTable, Assigned]]
    spoken_for: Hashable | None


def read_predictions(
    sources: Sources,
    *,
    roles: Mapping[str, Any] | None = None,
    positive: Hashable | None = None,
    scores_for: Hashable | None = None,
    design: str | None = None,
    reversed_scores: Collection[str] = (),
    shared_only: bool = False,
    one_spelling: bool = False,
    sheet: str | None = None,
    encoding: str | None = None,
) -> Predictions:
    """Read predictions from one or several files; what was assumed is said in the notes.

    Parameters
    ----------
    sources : path, bytes, file object or DataFrame, or a list of them
        At most 100 MB each. Either one row per instance with the truth and one column per learner (labels,
        ``<learner>_proba_<class>``, ``<learner>_score``, Orange's ``model (class)``), or the long form that
        `predictions_to_csv` writes. Several files are joined on their ids.
    roles : mapping, optional
        Columns by the role they play: truth, id, replicate, fold, n_train, group (patients, sessions: instances of one
        are not independent); and learners, a list of columns of
        labels, or ``{"tree": {"label": "column", "scores": {"yes": "column"}}}``; more_learners and more_scores,
        columns of labels, and of scores of learners without labels, beside the learners that are recognised. Of a
        table with a row for each learner and instance, learner and predicted. "" for a role that no column plays.
        Of several files, a role counts in each that has such a column.
    positive : label, optional
        The positive class of two.
    scores_for : label, optional
        The class of two that scores in one column speak for, whichever is the positive one. When not given it is the
        one that the learners' own labels say, else the one that would be taken as the positive class.
    design : str, optional
        Key of the design that the folds come from, one of `core.DESIGNS`. Where no column says the fold,
        "hold_out" if one classifier of each learner predicted all rows, "k_fold" if that of its fold each.
    reversed_scores : collection of str
        Learners with one score, of which lower values speak for that class.
    shared_only : bool
        Of files with different ids judge the instances that all have; without it they are refused.
    one_spelling : bool
        Take classes of the truth that differ in case and blanks alone for one; without it they are refused where
        learners predict only some of them.
    sheet : str, optional
        Of a workbook; the first visible one with a table by default.
    encoding : str, optional
        Of text, such as "cp1250"; recognised or guessed when not given.

    Raises
    ------
    InputError
        If there is no truth, files do not match, labels of a learner are no classes, or a score is no number.
    DesignError
        If the design does not give these folds.
    """
    tables = prediction_tables(sources, sheet, encoding)
    return read_assigned(
        tables,
        roles or {},
        positive=positive,
        scores_for=scores_for,
        design=design,
        reversed_scores=reversed_scores,
        shared_only=shared_only,
        one_spelling=one_spelling,
    ).predictions


def read_assigned(
    tables: Sequence[RawTable],
    roles: Mapping[str, Any],
    *,
    positive: Hashable | None,
    scores_for: Hashable | None,
    design: str | None,
    reversed_scores: Collection[str],
    shared_only: bool,
    one_spelling: bool,
) -> Found:
    """Read tables; give also what was settled of them.

    Parameters
    ----------
    tables : sequence of RawTable
    roles, positive, scores_for, design, reversed_scores, shared_only, one_spelling
        As in `read_predictions`.

    Raises
    ------
    InputError
        If there is no truth, files do not match, labels of a learner are no classes, or a score is no number.
    DesignError
        If the design does not give these folds.
    """
    if len(tables) == 1:
        long = in_long_form(predictions_of_orange(tables[0])[0], roles)
        if is_long(long):
            predictions, written, spoken = read_long(long, design, scores_for, one_spelling=one_spelling)
            label = written if positive is None else positive
            if one_spelling and label is not None:
                label = in_other_letters([str(label)], list(map(str, predictions.classes))).get(
                    str(label), label
                )
            return Found(_with_doubts(_with_positive(predictions, label)), [], spoken)
    if roles.get("learner") or roles.get("predicted"):
        what = (
            "a column can name the learner of each row in one file only, without roles of learners beside it."
        )
        raise InputError(what, "roles", "Bring that file alone, or leave these roles out.")
    files = assigned(tables, roles)
    _refuse_no_truth(files)
    cells = join([cells_of(table, columns) for table, columns in files], shared_only=shared_only)
    if one_spelling and cells.truth is not None:
        as_one = spelled_as_one(cells.truth, predicted_by(cells.learners))
        cells = _with_one_spelling(cells, cells.truth, as_one)
        positive, scores_for = (as_one.get(str(wanted), wanted) for wanted in (positive, scores_for))
    predictions, spoken = _predictions(
        _turned(cells, reversed_scores), tables[0], positive, scores_for, design
    )
    return Found(_with_doubts(predictions) if len(files) == 1 else predictions, files, spoken)


def prediction_tables(
    sources: Sources, sheet: str | None = None, encoding: str | None = None
) -> list[RawTable]:
    """Read one source or several; `sheet` of a workbook, `encoding` of text."""
    found = [
        read_any_table(source, limit=PREDICTIONS_BYTES, sheet=sheet, compact=True, encoding=encoding)
        for source in listed(sources)
    ]
    named = [without_percent_signs(table) for table in named_by_sheets(found)]
    instances = [without_sums_of_instances(table, PLACE_NAMES["id"]) for table in named]
    return as_submissions([without_weka_marks(table) for table in instances])


def _with_one_spelling(cells: Cells, truth: "pd.Series[Any]", as_one: Mapping[str, str]) -> Cells:
    """Truth, predictions and the classes of scores with each class of the truth written in one way."""
    learners = [
        replace(
            item,
            label=None if item.label is None else in_one_spelling(item.label, as_one),
            scores=_scores_in_one_spelling(item, as_one),
        )
        for item in cells.learners
    ]
    notes = (*cells.notes, *about_spellings(as_one))
    return replace(cells, truth=in_one_spelling(truth, as_one), learners=learners, notes=notes)


def _scores_in_one_spelling(item: LearnerCells, as_one: Mapping[str, str]) -> dict[str, "pd.Series[float]"]:
    """Scores by class as it is written in one way.

    Raises
    ------
    InputError
        If there are scores for two spellings of one class: whether these are parts of one score nothing says.
    """
    found: dict[str, str] = {}
    for name in item.scores:
        one = as_one.get(name, name)
        if one in found:
            raise InputError(
                f"there are scores for {quoted(found[one])} and for {quoted(name)}, which are to be one class.",
                item.where,
                "Bring one column of scores for each class, or leave the spellings apart (one_spelling=False).",
            )
        found[one] = name
    return {one: item.scores[name] for one, name in found.items()}


def _turned(cells: Cells, names: Collection[str]) -> Cells:
    """Turn the scores of these learners round."""
    chosen = (names,) if isinstance(names, str) else tuple(names)
    single = [item.name for item in cells.learners if "" in item.scores]
    for name in chosen:
        if name not in single:
            raise InputError(
                f"{quoted(name)} is no learner with one score.",
                "reversed_scores",
                f"There are {listing(map(quoted, single), most=12)}." if single else "Leave it out.",
            )
    learners = [_reversed(item) if item.name in chosen else item for item in cells.learners]
    notes = tuple(f"The scores of {name} were turned round, as asked: lower is likelier." for name in chosen)
    return replace(cells, learners=learners, notes=(*cells.notes, *notes))


def _reversed(item: LearnerCells) -> LearnerCells:
    scores = item.scores[""]
    is_share = bool(scores.between(0, 1).all()) and not item.is_marker
    return replace(item, scores={"": 1 - scores if is_share else -scores}, is_turned=True)


def _refuse_no_truth(files: Sequence[tuple[RawTable, Assigned]]) -> None:
    if all(columns.truth is None for _, columns in files):
        raise InputError(
            "no column says the truth.",
            files[0][0].where,
            "Say which one it is (roles={'truth': 'column'}).",
        )


def assigned(tables: Sequence[RawTable], roles: Mapping[str, Any]) -> list[tuple[RawTable, Assigned]]:
    """Every file with the roles of its columns; what the user said counts in each that has such a column.

    Raises
    ------
    InputError
        If no file has a column that the user named.
    """
    files = [predictions_of_orange(table) for table in tables]
    every = set().union(*(plain.columns for plain, _ in files))
    given = [{**said, **_own_roles(roles, plain, every)} for plain, said in files]

    def classes() -> set[str]:
        alone = ((plain, assign(plain, own).truth) for (plain, _), own in zip(files, given, strict=True))
        return next((distinct(plain, truth) for plain, truth in alone if truth is not None), set())

    found = [
        (plain, assign(plain, own, classes if len(files) > 1 else set))
        for (plain, _), own in zip(files, given, strict=True)
    ]
    return found if "id" in roles else _with_shared_ids(found)


def _with_shared_ids(files: list[tuple[RawTable, Assigned]]) -> list[tuple[RawTable, Assigned]]:
    """Where no column is called an id: the first whose cells are the same in all files, each once, names the rows."""
    if len(files) < 2 or any({"id", "replicate"} & set(columns.places) for _, columns in files):
        return files
    shared = (name for name in files[0][1].left_out if all(name in columns.left_out for _, columns in files))
    for name in shared:
        cells = [texts(table, name) for table, _ in files]
        if all(of.is_unique and set(of) == set(cells[0]) for of in cells):
            note = (
                f"The rows were joined by {quoted(name)}, which holds the same cells in all files, each of them "
                "once."
            )
            return [
                (
                    replace(table, notes=(*table.notes, *[note] * (place == 0))),
                    replace(
                        columns,
                        places={**columns.places, "id": name},
                        left_out=tuple(other for other in columns.left_out if other != name),
                    ),
                )
                for place, (table, columns) in enumerate(files)
            ]
    return files


def _own_roles(roles: Mapping[str, Any], table: RawTable, every: Collection[str]) -> dict[str, Any]:
    """The user's roles without those of columns that only other files have; what no file has is left, to be refused."""
    others = set(every) - set(table.columns)
    own: dict[str, Any] = {}
    for role, given in roles.items():
        if role == "learners":
            named = {item.name: item.columns for item in given_learners(given)}
            kept = [name for name, columns in named.items() if not others.intersection(columns)]
            if kept:
                own[role] = {name: given[name] for name in kept} if isinstance(given, Mapping) else kept
        elif isinstance(given, str) or given is None:
            own |= {} if given in others else {role: given}
        else:
            own[role] = [name for name in given if name not in others]
    return own


def _with_doubts(found: Predictions) -> Predictions:
    """With what may be no prediction said first."""
    return replace(found, notes=(*doubts_of_outcomes(found), *found.notes))


def _with_positive(found: Predictions, label: Hashable | None) -> Predictions:
    if found.task == "regression":
        return found
    if label is not None:
        return replace(found, positive=class_named(found.classes, label))
    positive, notes = suggested(found.truth, found.classes)
    return replace(found, positive=positive, notes=(*found.notes, *notes))


def _predictions(
    cells: Cells,
    table: RawTable,
    positive: Hashable | None,
    scores_for: Hashable | None,
    design: str | None,
) -> tuple[Predictions, Hashable | None]:
    truth = cells.truth if cells.truth is not None else pd.Series(dtype="str")
    _refuse_one_class(truth, cells.where)
    if not cells.learners:
        raise InputError(
            "no column holds predictions of a learner.",
            cells.where,
            "Call them after the learners, for example tree, tree_proba_yes; or name them (roles={'learners': [...]}).",
        )
    if len(cells.learners) > MOST_LEARNERS:
        raise InputError(
            f"there are {len(cells.learners):,} learners; at most {MOST_LEARNERS} are compared.",
            cells.where,
            "Choose among them (roles={'learners': [...]}).",
        )
    _refuse_sums(truth, [item.label for item in cells.learners if item.label is not None], cells.where)
    rows = Rows(cells)
    refuse_conflicts(truth, rows.positions, rows.size, cells.where, ids=cells.keys.get("id"))
    whole = regression if is_regression(cells, truth) else classification
    is_of_learner = table.learner in {item.name for item in cells.learners}  # the file names no data
    name = "data" if is_of_learner else table.name or "data"
    found, notes, spoken = whole(cells, rows, truth, positive, scores_for)
    groups, about_groups = rows.groups(cells.where)
    outcomes, facts, about_design = design_of(found.outcomes, rows.size, design, grouped=groups is not None)
    read = replace(
        found,
        dataset=name,
        outcomes=outcomes,
        ids=rows.ids,
        facts=facts,
        groups=groups,
        notes=(*cells.notes, *notes, *rows.notes, *about_design, *about_groups),
    )
    return read, spoken


def _refuse_sums(truth: "pd.Series[Any]", labels: Sequence["pd.Series[Any]"], where: str) -> None:
    """Refuse a last row that sums up or averages the others: it would count as one more instance."""
    if (truth == truth.iloc[-1]).sum() > 1:
        return
    columns = [read_numbers(cells, ".") for cells in (truth, *labels)]
    if any(len(column.strays) for column in columns):
        return
    kind = last_sums_up([column.values.to_numpy() for column in columns])
    if kind:
        raise InputError(
            f"data row {len(truth)} holds the {kind} of the rows above it, in the truth and in what was predicted.",
            where,
            "Remove it: it is no instance.",
        )


def _refuse_one_class(truth: "pd.Series[Any]", where: str) -> None:
    values = truth.unique()
    if len(values) < 2:
        raise InputError(
            f"the truth holds one class only, {shown(next(iter(values), ''))}.",
            where,
            "Bring instances of at least two classes; nothing can be told apart.",
        )
