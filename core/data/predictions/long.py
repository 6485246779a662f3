"""The long form of predictions that Foldwise writes: one row per learner and validated instance."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from core.data.columns.class_labels import (
    about_spellings,
    classes_of,
    codes_of,
    in_one_spelling,
    spelled_as_one,
)
from core.data.columns.thousands import doubt_of_thousands, has_sure_signs
from core.data.columns.tidy_cells import ScoreCells, same_in_all_rows, scores, truth_in_all_rows
from core.data.columns.tidy_cells import names as names_of
from core.data.csv_escape import restore
from core.data.predictions.class_scores import said_by, scored_class
from core.data.predictions.columns import is_measurement
from core.data.predictions.folds import design_of, folds_of, positions_of, refuse_conflicts, with_sizes
from core.data.predictions.join import LearnerCells
from core.data.predictions.tasks import (
    MEASURED,
    in_known_letters,
    refuse_misspelt,
    refuse_two_spellings,
    suggested,
)
from core.data.tables.table import RawTable
from core.errors import InputError
from core.records import Array, DesignFacts, FoldPredictions, Predictions, ScoreKind

_NEEDED = ("learner", "truth", "predicted")
_KINDS: tuple[ScoreKind, ...] = ("probability", "decision")
_ABOUT = (
    *("dataset", "replicate", "fold", "n_train", "id", "group", "positive", "task"),
    *("design", "training_sets_overlap", "every_instance_once", "grouped", "stratified_design"),
)


@dataclass(frozen=True, eq=False)
class _Rows:
    """Everything that stands in the rows, as arrays."""

    learner: Array
    replicate: Array
    fold: Array
    n_train: Array
    positions: Array
    predicted: Array
    scores: dict[ScoreKind, Array]


def is_long(table: RawTable) -> bool:
    """Whether a table is in the long form."""
    return set(_NEEDED) <= {restore(name) for name in table.columns}


def own_columns(table: RawTable) -> dict[str, str]:
    """The columns that the long form has, by the names that it gives them."""
    names = {restore(name): name for name in table.columns}
    own = (*_NEEDED, *_ABOUT)
    return {name: column for name, column in names.items() if name in own or _scored(name)}


def foreign_score(label: str) -> str:
    """How a column of scores of that class is called where nobody says which kind they are; "" of a single one."""
    return f"score_{label}" if label else "score"


def _scored(name: str) -> bool:
    return name.startswith(tuple(f"{kind}_" for kind in _KINDS))


def names_design(table: RawTable) -> bool:
    """Whether a table in the long form says which design its folds come from."""
    return any(restore(name) == "design" and table.frame[name].notna().any() for name in table.columns)


def read_long(
    table: RawTable,
    design: str | None = None,
    scores_for: Hashable | None = None,
    *,
    one_spelling: bool = False,
) -> tuple[Predictions, str | None, Hashable | None]:
    """Read the long form back.

    Parameters
    ----------
    design : str, optional
        The design that the folds come from, where the user knows better than the table.
    scores_for : label, optional
        The class of two that scores in one column speak for.
    one_spelling : bool
        Whether classes of the truth that differ in case alone are one.

    Returns
    -------
    predictions : Predictions
        Without a positive class.
    positive : str or None
        The positive class that the table names.
    spoken_for : label or None
        The class of two that scores in one column were taken to speak for.

    Raises
    ------
    InputError
        If a cell is missing or no number, an instance has two truths, a learner predicts it twice in a fold or
        lacks scores.
    """
    names = {restore(name): name for name in table.columns}
    tidy = pd.DataFrame(
        {name: names_of(table, column) for name, column in names.items() if not _scored(name)}
    )
    cells = ScoreCells(tidy, table, names)
    for name in _NEEDED:
        cells.check_present(tidy[name], name)
    is_regression, about_task = _is_regression(tidy, table, names)
    positions, ids, size = positions_of(tidy["id"] if "id" in tidy else _counted(tidy), len(tidy))
    refuse_conflicts(tidy["truth"], positions, size, table.where, ids=tidy.get("id"), learner=tidy["learner"])
    letters: tuple[str, ...] = ()
    if not is_regression:
        asked: tuple[str, ...] = ()
        if one_spelling:
            as_one = spelled_as_one(tidy["truth"], set(tidy["predicted"].unique()))
            tidy, names = _with_one_spelling(tidy, names, as_one)
            cells = ScoreCells(tidy, table, names)
            scores_for = as_one.get(str(scores_for), scores_for)
            asked = about_spellings(as_one)
        known = set(tidy["truth"].unique())
        refuse_two_spellings(tidy["truth"], set(tidy["predicted"].unique()), table.where)
        tidy["predicted"], letters = in_known_letters(tidy["predicted"], known, "The file")
        letters += asked
        refuse_misspelt(tidy["predicted"], known, table.where)
    classes = () if is_regression else classes_of([*tidy["truth"].unique(), *tidy["predicted"].unique()])
    truth = _values(tidy, "truth", classes, cells)
    whole = np.zeros(size, dtype=truth.dtype)
    whole[positions] = truth
    learner, learners = pd.factorize(tidy["learner"])
    rows = _Rows(
        learner,
        cells.counting("replicate").to_numpy(),
        cells.counting("fold").to_numpy(),
        cells.size("n_train").to_numpy(dtype=float),
        positions,
        _values(tidy, "predicted", classes, cells),
        {kind: _scores(table, names, kind, classes) for kind in _KINDS},
    )
    foreign = _foreign_scores(tidy, cells, learner, classes)
    of_learner = [np.flatnonzero(learner == place) for place in range(len(learners))]
    items = [
        LearnerCells(
            str(name),
            tidy["predicted"].iloc[mine],
            {label: own for label, column in foreign.items() if (own := column.iloc[mine]).notna().all()},
            table.where,
        )
        for name, mine in zip(learners, of_learner, strict=True)
    ]
    likely = suggested(whole, classes)[0] if foreign else None
    spoken_for, about_scores = scored_class(items, classes, likely, scores_for if foreign else None)
    outcomes: list[FoldPredictions] = []
    for item, mine in zip(items, of_learner, strict=True):
        name = item.name
        scored = _own_scores(rows, mine)
        if foreign:
            said = said_by(item, classes, spoken_for, truth[mine])
            scored = said.kind, said.scores
            about_scores += said.notes
        outcomes += _outcomes(rows, mine, name, scored, table)
    written = None if design is not None else _facts(tidy, table, outcomes)
    groups = _groups(tidy, positions, size)
    if written is None:
        sized, facts, notes = design_of(outcomes, size, design, grouped=groups is not None)
    else:
        (sized, facts), notes = with_sizes(outcomes, size, written), ()
    predictions = Predictions(
        dataset=same_in_all_rows(tidy, "dataset", table) or table.name or "data",
        task="regression" if is_regression else "classification",
        truth=whole,
        classes=classes,
        learners=tuple(map(str, learners)),
        outcomes=sized,
        ids=ids,
        facts=facts,
        groups=groups,
        notes=(*about_task, *table.notes, *letters, *about_scores, *notes),
    )
    return predictions, same_in_all_rows(tidy, "positive", table), spoken_for


def _is_regression(
    tidy: pd.DataFrame, table: RawTable, names: Mapping[str, str]
) -> tuple[bool, tuple[str, ...]]:
    """Whether numbers were predicted, and what is said of that."""
    task = same_in_all_rows(tidy, "task", table)
    is_measured = task is None and _are_measurements(table, names)
    if not is_measured and task != "regression":
        return False, ()
    measured = [names["truth"], names["predicted"]]
    doubts = doubt_of_thousands(table, measured, partial(has_sure_signs, table, measured))
    return True, (*doubts, *[MEASURED] * is_measured)


def _are_measurements(table: RawTable, names: Mapping[str, str]) -> bool:
    """Whether the truth is a measurement and numbers were predicted, without scores, where no column says the task."""
    is_scored = any(name.startswith("score") or _scored(name) for name in names)
    return not is_scored and table.is_numeric(names["predicted"]) and is_measurement(table, names["truth"])


def _groups(tidy: pd.DataFrame, positions: Array, size: int) -> Array | None:
    """The group of each instance."""
    if "group" not in tidy:
        return None
    groups = np.full(size, "", dtype=object)
    groups[positions] = tidy["group"].to_numpy(dtype=object)
    return groups


def _counted(tidy: pd.DataFrame) -> "pd.Series[Any]":
    """Without ids, the rows of each learner are the instances, in the same order for all."""
    keys = [name for name in ("learner", "replicate") if name in tidy]
    return tidy.groupby(keys, dropna=False).cumcount().astype("str")


def _values(tidy: pd.DataFrame, name: str, classes: tuple[Any, ...], cells: ScoreCells) -> Array:
    if classes:
        return codes_of(tidy[name], classes)
    return cells.numbers(name).to_numpy(dtype=float)


def _with_one_spelling(
    tidy: pd.DataFrame, names: Mapping[str, str], as_one: Mapping[str, str]
) -> tuple[pd.DataFrame, dict[str, str]]:
    """Rows and names of columns with each class of the truth written in one way, that of its scores, too."""
    plain = {name: in_one_spelling(tidy[name], as_one) for name in ("truth", "predicted")}
    forms = ("score", *_KINDS)
    called = {f"{form}_{name}": f"{form}_{one}" for form in forms for name, one in as_one.items()}
    called = {name: one for name, one in called.items() if name in names and one not in names}
    renamed = {called.get(name, name): column for name, column in names.items()}
    return tidy.assign(**plain).rename(columns=called), renamed


def _scores(table: RawTable, names: dict[str, str], kind: ScoreKind, classes: tuple[Any, ...]) -> Array:
    """Scores of one kind, rows × columns; NaN where a learner has none."""
    found = [str(label) for label in classes if f"{kind}_{label}" in names]
    tidy = pd.DataFrame({label: scores(table, names[f"{kind}_{label}"]) for label in found})
    cells = ScoreCells(tidy, table, {label: f"{kind}_{label}" for label in found})
    columns = [cells.numbers(label).to_numpy(dtype=float) for label in found]
    return np.column_stack(columns) if columns else np.empty((len(table.frame), 0))


def _foreign_scores(
    tidy: pd.DataFrame, cells: ScoreCells, learner: Array, classes: tuple[Any, ...]
) -> dict[str, "pd.Series[float]"]:
    """Scores by class whose columns do not say their kind; each learner has all of a column, or none."""
    found = {}
    for label in ("", *map(str, classes)) if classes else ():
        name = foreign_score(label)
        if name in tidy:
            found[label] = cells.numbers(name)
            has_none = found[label].groupby(learner).transform("count") == 0
            cells.check_present(found[label].mask(has_none, 0), name)
    return found


def _outcomes(
    rows: _Rows,
    mine: Array,
    name: str,
    scored: tuple[ScoreKind | None, Array | None],
    table: RawTable,
) -> list[FoldPredictions]:
    """What a learner said in each of its folds.

    Parameters
    ----------
    rows : _Rows
    mine : int array
        Its rows.
    name : str
    scored : score kind and array, or None twice
    table : RawTable
    """
    kind, scores = scored
    found = []
    for replicate, fold, part in folds_of(rows.replicate[mine], rows.fold[mine]):
        at = mine[part]
        positions = rows.positions[at]
        if _repeats(positions):
            raise InputError(
                f"{name} predicts an instance twice in replicate {replicate}, fold {fold}.",
                table.where,
                "Keep one row per learner, fold and instance.",
            )
        size = rows.n_train[at[0]]
        found.append(
            FoldPredictions(
                learner=name,
                replicate=replicate,
                fold=fold,
                positions=positions,
                predicted=rows.predicted[at],
                scores=None if scores is None else scores[part],
                score_kind=kind,
                n_train=None if np.isnan(size) else int(size),
            )
        )
    return found


def _repeats(positions: Array) -> bool:
    """Whether an instance occurs twice."""
    if (np.diff(positions) > 0).all():
        return False
    return bool((np.diff(np.sort(positions)) == 0).any())


def _own_scores(rows: _Rows, mine: Array) -> tuple[ScoreKind | None, Array | None]:
    for kind, table in rows.scores.items():
        scores = table[mine]
        kept = ~np.isnan(scores).all(axis=0)
        if kept.any():
            return kind, scores[:, kept] if kept.sum() > 1 else scores[:, kept][:, 0]
    return None, None


def _facts(tidy: pd.DataFrame, table: RawTable, outcomes: list[FoldPredictions]) -> DesignFacts | None:
    """The design that the table tells."""
    overlap = truth_in_all_rows(tidy, "training_sets_overlap", table)
    if overlap is None:
        return None
    mine = [item for item in outcomes if item.learner == outcomes[0].learner]
    replicates = len({item.replicate for item in mine})
    return DesignFacts(
        key=same_in_all_rows(tidy, "design", table),
        replicates=replicates,
        folds=len(mine) // replicates,
        n_validation=float(np.mean([len(item.positions) for item in mine])),
        training_sets_overlap=overlap,
        every_instance_once=bool(truth_in_all_rows(tidy, "every_instance_once", table)),
        grouped=bool(truth_in_all_rows(tidy, "grouped", table)),
        stratified=bool(truth_in_all_rows(tidy, "stratified_design", table)),
    )
