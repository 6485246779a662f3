"""Predictions, whoever wrote them → Predictions: one file or several, labels, probabilities or scores."""

from collections.abc import Collection, Hashable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from core.data.columns.class_labels import MOST_CLASSES, class_named, classes_of, codes_of, positive_among
from core.data.columns.fold_labels import fold_numbers
from core.data.columns.orange import predictions_of_orange
from core.data.predictions.class_scores import auc_note, labels_of, scores_of
from core.data.predictions.columns import assign, is_measurement
from core.data.predictions.folds import design_of, folds_of, positions_of, refuse_conflicts, with_sizes
from core.data.predictions.join import Cells, LearnerCells, cells_of, join
from core.data.predictions.long import is_long, read_long
from core.data.predictions.several_learners import in_long_form
from core.data.predictions.submissions import as_submissions
from core.data.predictions.weka import without_weka_marks
from core.data.tables.cells import read_numbers, rows_in_words, shown
from core.data.tables.json_table import read_any_table
from core.data.tables.source import PREDICTIONS_BYTES
from core.data.tables.table import RawTable, Sources, listed
from core.errors import InputError, listing
from core.records import Array, FoldPredictions, Predictions

MOST_LEARNERS = 100


def read_predictions(
    sources: Sources,
    *,
    roles: Mapping[str, Any] | None = None,
    positive: Hashable | None = None,
    design: str | None = None,
    reversed_scores: Collection[str] = (),
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
        labels, or ``{"tree": {"label": "column", "scores": {"yes": "column"}}}``; more_learners, columns of labels
        beside those of the learners that are recognised. "" for a role that no column plays.
    positive : label, optional
        The positive class of two. Scores in one column speak for it.
    design : str, optional
        Key of the design that the folds come from, one of `core.DESIGNS`. Where no column says the fold,
        "hold_out" if one classifier of each learner predicted all rows, "k_fold" if that of its fold each.
    reversed_scores : collection of str
        Learners with one score, of which lower values speak for the positive class.
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
    if not roles and len(tables) == 1:
        long = in_long_form(predictions_of_orange(tables[0])[0])
        if is_long(long):
            return _with_positive(*read_long(long, design), positive)
    files = []
    for number, table in enumerate(tables):
        plain, said = predictions_of_orange(table)
        given = {**said, **_own_roles(roles or {}, plain, is_first=number == 0)}
        files.append(cells_of(plain, assign(plain, given)))
    return _predictions(_turned(join(files), reversed_scores), tables[0], positive, design)


def prediction_tables(
    sources: Sources, sheet: str | None = None, encoding: str | None = None
) -> list[RawTable]:
    """Read one source or several; `sheet` of a workbook, `encoding` of text."""
    found = [
        read_any_table(source, limit=PREDICTIONS_BYTES, sheet=sheet, compact=True, encoding=encoding)
        for source in listed(sources)
    ]
    return as_submissions([without_weka_marks(table) for table in found])


def _turned(cells: Cells, names: Collection[str]) -> Cells:
    """Turn the scores of these learners round."""
    chosen = (names,) if isinstance(names, str) else tuple(names)
    single = [item.name for item in cells.learners if "" in item.scores]
    for name in chosen:
        if name not in single:
            raise InputError(
                f"{name!r} is no learner with one score.",
                "reversed_scores",
                f"There are {listing(map(repr, single), most=12)}." if single else "Leave it out.",
            )
    learners = [_reversed(item) if item.name in chosen else item for item in cells.learners]
    notes = tuple(f"The scores of {name} were turned round, as asked: lower is likelier." for name in chosen)
    return replace(cells, learners=learners, notes=(*cells.notes, *notes))


def _reversed(item: LearnerCells) -> LearnerCells:
    scores = item.scores[""]
    is_share = bool(scores.between(0, 1).all()) and not item.is_marker
    return replace(item, scores={"": 1 - scores if is_share else -scores})


def _own_roles(roles: Mapping[str, Any], table: RawTable, *, is_first: bool) -> dict[str, Any]:
    """The user's roles; those of columns that only the first of several files has do not bind the others."""
    if is_first:
        return dict(roles)
    return {
        role: column
        for role, column in roles.items()
        if role not in ("learners", "more_learners") and (column in table.columns or column == "")
    }


def _with_positive(found: Predictions, written: str | None, wanted: Hashable | None) -> Predictions:
    if found.task == "regression":
        return found
    label = wanted if wanted is not None else written
    if label is not None:
        return replace(found, positive=class_named(found.classes, label))
    positive, notes = _suggested(found.truth, found.classes)
    return replace(found, positive=positive, notes=(*found.notes, *notes))


def _suggested(truth: Array, classes: tuple[Hashable, ...]) -> tuple[Hashable | None, tuple[str, ...]]:
    counts = pd.Series(np.bincount(truth, minlength=len(classes)), index=list(classes))
    suggested = positive_among(counts[counts > 0].sort_values(ascending=False))
    if len(classes) != 2 or suggested is None:
        return None, ()
    return suggested[0], (f"The class {shown(suggested[0])} was taken as the positive one: {suggested[1]}.",)


def _predictions(cells: Cells, table: RawTable, positive: Hashable | None, design: str | None) -> Predictions:
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
    rows = _Rows(cells)
    refuse_conflicts(truth, rows.positions, rows.size, cells.where)
    whole = _regression if _is_regression(cells, truth) else _classification
    name = table.name or "data"
    found, notes = whole(cells, rows, truth, positive)
    facts, about_design = design_of(list(found.outcomes), rows.size, design)
    found = replace(found, outcomes=with_sizes(found.outcomes, rows.size, facts))
    groups, about_groups = rows.groups(cells.where)
    if facts is not None and groups is not None:
        facts = replace(facts, grouped=True)
    return replace(
        found,
        dataset=name,
        ids=rows.ids,
        facts=facts,
        groups=groups,
        notes=(*cells.notes, *notes, *rows.notes, *about_design, *about_groups),
    )


class _Rows:
    """Where each row belongs: instance, replicate and fold."""

    def __init__(self, cells: Cells) -> None:
        keys = cells.keys
        self.positions, self.ids, self.size = positions_of(keys.get("id"), len(keys))
        self.replicate, first = fold_numbers(keys.get("replicate"), "replicate", len(keys))
        self.fold, second = fold_numbers(keys.get("fold"), "fold", len(keys))
        sizes = (
            read_numbers(keys["n_train"], ".").values.to_numpy()
            if "n_train" in keys
            else np.broadcast_to(np.nan, len(keys))
        )
        self.parts = [
            (replicate, fold, rows, self.positions[rows], _size(sizes[rows][0]))
            for replicate, fold, rows in folds_of(self.replicate, self.fold)
        ]
        self.notes = (*first, *second)
        self._group = keys.get("group")
        if "id" not in keys and (self.replicate != self.replicate[:1]).any():
            raise InputError(
                "there are several replicates but no ids, so it is not known which rows are the same instance.",
                cells.where,
                "Bring a column id.",
            )

    def groups(self, where: str) -> tuple[Array | None, tuple[str, ...]]:
        """The group of each instance, and what is said of it; None where every group holds one instance."""
        if self._group is None:
            return None, ()
        named = self._group.astype("str").to_numpy(dtype=object)
        groups = np.full(self.size, "", dtype=object)
        groups[self.positions] = named
        twice = np.flatnonzero(groups[self.positions] != named)
        if len(twice):
            raise InputError(
                f"the instance of row {twice[0] + 1} stands in the groups {named[twice[0]]!r} and "
                f"{groups[self.positions[twice[0]]]!r}.",
                where,
                "An instance belongs to one group: correct the cells, or say that no column is the group.",
            )
        count = len(set(groups))
        if count == self.size:
            return None, ("Every group holds one instance, so the instances were taken as independent.",)
        return groups, (
            f"The {self.size:,} instances come in {count:,} groups; tests take the groups whole.",
        )

    def outcomes(self, name: str, predicted: Array, scores: Array | None, kind: Any) -> list[FoldPredictions]:
        """The outcomes of one learner, fold by fold."""
        return [
            FoldPredictions(
                name,
                replicate,
                fold,
                positions,
                predicted[rows],
                None if scores is None else scores[rows],
                kind,
                n_train,
            )
            for replicate, fold, rows, positions, n_train in self.parts
        ]


def _size(number: float) -> int | None:
    return None if np.isnan(number) else int(number)


def _refuse_one_class(truth: "pd.Series[Any]", where: str) -> None:
    values = truth.unique()
    if len(values) < 2:
        raise InputError(
            f"the truth holds one class only, {shown(next(iter(values), ''))}.",
            where,
            "Bring instances of at least two classes; nothing can be told apart.",
        )


def _is_regression(cells: Cells, truth: "pd.Series[Any]") -> bool:
    """Whether the truth is a measurement and every learner predicts numbers."""
    if any(item.scores for item in cells.learners):
        return False
    if not is_measurement(RawTable(pd.DataFrame({"truth": truth})), "truth"):
        return False
    return all(
        item.label is not None and not len(read_numbers(item.label, ".").strays) for item in cells.learners
    )


def _regression(
    cells: Cells, rows: _Rows, truth: "pd.Series[Any]", _positive: Hashable | None
) -> tuple[Predictions, tuple[str, ...]]:
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
    return found, ("The truth is a measurement, so the predictions were taken for those of a regression.",)


def _classification(
    cells: Cells, rows: _Rows, truth: "pd.Series[Any]", positive: Hashable | None
) -> tuple[Predictions, tuple[str, ...]]:
    if truth.is_unique and all(_counts(item, truth) for item in cells.learners):
        raise InputError(
            "every class of the truth stands in one row, as in a table of counts.",
            cells.where,
            "Bring one row per instance, with its truth and what each learner predicted.",
        )
    classes, notes = _classes(cells, truth)
    codes = codes_of(truth, classes)
    whole = np.empty(rows.size, dtype=np.int64)
    whole[rows.positions] = codes
    label = None if positive is None else class_named(classes, positive)
    if label is None:
        label, more = _suggested(whole, classes)
        notes += more
    place = None if label is None else classes.index(label)
    outcomes = []
    for item in cells.learners:
        scores, kind, about_scores = scores_of(item, classes, place)
        predicted, about_labels = labels_of(item, scores, kind, classes, codes)
        notes += (*about_scores, *about_labels)
        if scores is not None and len(classes) == 2 and place is not None:
            notes += auc_note(item.name, scores, codes, place)
        outcomes += rows.outcomes(item.name, predicted, scores, kind)
    learners = tuple(item.name for item in cells.learners)
    found = Predictions("", "classification", whole, classes, learners, tuple(outcomes), positive=label)
    return found, notes


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
        notes += _never_seen(item, mine - known)
        found |= mine
    if len(found) > MOST_CLASSES:
        raise InputError(
            f"there are {len(found):,} classes; at most {MOST_CLASSES:,} are read.",
            cells.where,
            "Check the truth.",
        )
    return classes_of(found), notes


def _never_seen(item: LearnerCells, strange: set[str]) -> tuple[str, ...]:
    if not strange or item.label is None:
        return ()
    count = int(item.label.isin(strange).sum())
    rows = f"{count:,} row{'s'[: count > 1]}"
    return (
        f"{item.name} predicts {listing(map(shown, sorted(strange)), most=5)} in {rows}, which the truth "
        "never is: counted as errors.",
    )
