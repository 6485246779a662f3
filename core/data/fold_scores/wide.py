"""One column per learner, as autorank, STAC, scmamp and spreadsheets have it; rows are folds or data sets."""

import re
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from core.data.columns.fold_labels import are_two_numbers, meaning_of
from core.data.columns.inspection import Unsettled
from core.data.columns.measures import known
from core.data.columns.names import UNNAMED, Roles, check_few, find_roles, lacking, normal, said
from core.data.columns.tidy_cells import texts
from core.data.csv_escape import restore
from core.data.fold_scores.layout import Asked, ScoreLayout, Tidy, counted
from core.data.fold_scores.no_scores import no_scores_refusal, one_measure_in
from core.data.tables.cells import rows_in_words, shown
from core.data.tables.table import RawTable
from core.errors import InputError, listing, quoted
from core.records import Rows

_PLACES = ("dataset", "replicate", "fold", "n_train", "n_validation", "measure")
_MOST_COLUMNS = 1000
_LONG = 20
"""Characters of a name, of which few fill a line."""
_NUMBER = re.compile(r"-?\d+([.,]\d+)?(\.\d+)?")
_SHORT = {"k", "r", "y"}
"""Names too short to say, among learners, that a column is something else."""


def _columns(table: RawTable, roles: Roles) -> tuple[dict[str, str], list[str]]:
    """Columns that place a row, by role (``label`` names the rows), and those of the learners.

    Raises
    ------
    InputError
        If a column is neither.
    """
    found = places_by_name(table, roles)
    found |= _rsample_ids(table, found)
    if "label" in roles:
        found["label"] = str(roles["label"])
    given = roles.get("learners")
    rest = [name for name in table.columns if name not in found.values()]
    if given is not None:
        return found, _given_learners(table, [given] if isinstance(given, str) else given)
    for position, name in enumerate(table.columns):
        if name not in rest or "label" in found:
            continue
        is_first = position == 0 and (
            _may_count_rows(table, name) if UNNAMED.fullmatch(name) else _counts_beside_scores(table, name)
        )
        if is_first or _names_rows(table, name):
            found["label"] = name
            rest.remove(name)
    others = [name for name in rest if not table.is_numeric(name)]
    if others:
        raise Unsettled(
            f"the column {quoted(others[0])} holds neither scores nor names of the rows.",
            table.where,
            "Name the columns of the learners (roles={'learners': [...]}), or leave this column out.",
            key="learners",
            options=table.columns,
        )
    return found, rest


def places_by_name(table: RawTable, roles: Roles) -> dict[str, str]:
    """The columns that place a row, by what they are called or are said to be."""
    named = {role: column for role, column in roles.items() if role not in ("learners", "label")}
    return {
        role: column
        for role, column in find_roles(table, named, _PLACES).items()
        if role in named or _is_place(table, role, column)
    }


def _is_place(table: RawTable, role: str, column: str) -> bool:
    """Whether a column with a name of this role plays it beside learners, and is none of them."""
    if role == "measure":
        return not table.is_numeric(column)
    return normal(column) not in _SHORT


def _given_learners(table: RawTable, given: Sequence[str]) -> list[str]:
    plain = {restore(column): column for column in table.columns} | {name: name for name in table.columns}
    for name in given:
        if name not in plain:
            raise InputError(
                f"there is no column {quoted(name)}.",
                "roles",
                f"There are {listing(map(quoted, table.columns), most=12)}.",
            )
    return [plain[name] for name in given]


def _rsample_ids(table: RawTable, found: Mapping[str, str]) -> dict[str, str]:
    """The columns ``id`` and ``id2`` of rsample, where they hold labels."""
    names = {normal(name): name for name in table.columns}
    if "id" not in names or "fold" in found or table.is_numeric(names["id"]):
        return {"replicate": names["id"]} if "id" in names and found.get("fold") == names.get("id2") else {}
    return {} if "dataset" in found else {"label": names["id"]}


def _may_count_rows(table: RawTable, name: str) -> bool:
    """Whether a column names the rows, as 1.1 to 5.2 too, or counts them from 0 or 1, as pandas and R do."""
    if not table.is_numeric(name) or are_two_numbers(texts(table, name)):
        return True
    values = table.numbers(name).values.to_numpy()
    return any(bool((values == np.arange(len(values)) + start).all()) for start in (0, 1))


def _counts_beside_scores(table: RawTable, name: str) -> bool:
    """Whether a column, whatever it is called, counts the rows up to more than a rate, while others hold fractions."""
    if not table.is_numeric(name) or not _may_count_rows(table, name):
        return False
    others = [table.numbers(other).values for other in table.columns if other != name]
    return table.numbers(name).values.iloc[-1] > 1 and any((values % 1 > 0).any() for values in others)


def _names_rows(table: RawTable, name: str) -> bool:
    cells = table.frame[name]
    return not table.is_numeric(name) and bool(cells.notna().all()) and cells.nunique() == len(cells)


def no_scores(table: RawTable) -> InputError | None:
    """Why the columns that would be taken for learners are none; None where nothing speaks against it."""
    if len(table.columns) > _MOST_COLUMNS:
        return None
    try:
        learners = _columns(table, {})[1]
    except InputError:
        places = places_by_name(table, {}).values()
        learners = [name for name in table.columns if name not in places and table.is_numeric(name)]
    return (no_scores_refusal(table, learners) or _only_row(table, learners)) if learners else None


def _only_row(table: RawTable, learners: Sequence[str]) -> InputError | None:
    """A single row of scores; numbers in place of names are a row of something else."""
    if len(table.frame) != 1 or len(learners) < 2 or any(map(_NUMBER.fullmatch, learners)):
        return None
    return InputError(
        "there is only one row: from one score of each learner nothing can be said about luck.",
        table.where,
        "Bring one row per fold, or one per data set, for which five data sets are few.",
    )


def _fits(table: RawTable, roles: Roles) -> bool:
    if len(table.frame) < 2 or len(table.columns) > _MOST_COLUMNS or {"learner", "score"} & set(roles):
        return False
    try:
        learners = _columns(table, roles)[1]
    except InputError:
        return "learners" in roles
    if "learners" not in roles and (len(learners) < 2 or no_scores_refusal(table, learners) is not None):
        return False
    return len(learners) >= 1


def _tidy(table: RawTable, asked: Asked) -> Tidy:
    if "learners" not in asked.roles:
        check_few(len(table.columns) - len(_PLACES) - 1, table.where, table.columns)
    found, learners = _columns(table, asked.roles)
    if not learners:
        raise lacking(table, ["score"])
    check_few(len(learners), table.where, learners)
    for name in learners:
        _check_numbers(table, name)
    rows, notes, open_ = _rows(table, asked, found)
    base = _places(table, found, rows)
    names = pd.Series([restore(name) for name in learners], dtype="str")
    cells = pd.concat([texts(table, name) for name in learners])
    frame = pd.concat([base] * len(learners)).assign(learner=names.repeat(len(base)).array, score=cells.array)
    if rows == "folds":
        frame, more = counted(frame, asked)
        notes += more
    notes = (
        *said(found, asked.roles),
        f"{'Each of the columns' if len(learners) > 1 else 'The column'} {_some(learners)} was taken as a learner.",
        *notes,
    )
    is_named = asked.measure is not None or "measure" in found or bool(table.measure)
    measure = None if is_named else one_measure_in(learners)
    if measure is not None:
        open_ += ("measure",)
        notes += (
            f"The scores were taken for {known(measure).title}, as the names say (measure=… says otherwise).",
        )
    return Tidy(frame, found, notes, measure, rows=rows, open=open_)


def _some(names: Sequence[str]) -> str:
    """Some of these columns: half as many where their names are long."""
    restored = [quoted(restore(name)) for name in names]
    return listing(restored, most=6 if max(map(len, restored), default=0) <= _LONG else 3)


def _check_numbers(table: RawTable, name: str) -> None:
    numbers = table.numbers(name)
    strays = np.union1d(numbers.strays, np.flatnonzero(np.isinf(numbers.values)) + 1)
    if len(strays):
        raise InputError(
            f"{shown(table.frame[name].iloc[int(strays[0]) - 1])} is no number, "
            f"{rows_in_words(strays.tolist(), table.row)}.",
            f"{table.where}, column {quoted(name)}",
            "Correct the cell, or leave it empty where a learner failed.",
        )


def _rows(
    table: RawTable, asked: Asked, found: Mapping[str, str]
) -> tuple[Rows, tuple[str, ...], tuple[str, ...]]:
    """What rows stand for, the sentence about it, and whether to ask."""
    if asked.rows is not None:
        return asked.rows, (), ()
    why = ""
    guess: Rows | None = None
    if "fold" in found or "replicate" in found:
        guess, why = "folds", f"the column {quoted(found.get('fold', found.get('replicate')))} counts them"
    elif "dataset" in found:
        names = [found[role] for role in ("dataset", "measure") if role in found]
        guess, why = (
            ("folds", "names repeat")
            if table.frame.duplicated(names).any()
            else ("data sets", "each has its own name")
        )
    elif "label" in found:
        guess = meaning_of(texts(table, found["label"]), found["label"])
        why = "so their names look"
    is_open = guess is None
    if guess is None:
        guess, why = "folds", "nothing says otherwise"
    other = "data sets" if guess == "folds" else "folds"
    several = "dataset" in found and table.frame[found["dataset"]].nunique() > 1
    folds = "folds of each data set" if several else "folds of one data set"
    what = folds if guess == "folds" else "independent data sets"
    note = f"The rows were taken for {what}: {why} (rows={other!r} changes that)."
    return guess, (note,), ("rows",) if is_open else ()


def _places(table: RawTable, found: Mapping[str, str], rows: Rows) -> pd.DataFrame:
    """Data set, replicate and fold of every row, as far as columns say."""
    index = table.frame.index
    base = pd.DataFrame(
        {role: texts(table, name) for role, name in found.items() if role != "label"}, index=index
    )
    label = texts(table, found["label"]) if "label" in found else None
    if rows == "data sets":
        if "dataset" not in base:
            names = label if label is not None else base.get("fold")
            numbers = pd.Series([f"row {i + 1}" for i in range(len(index))], index=index, dtype="str")
            base["dataset"] = numbers if names is None else names
        return base.drop(
            columns=[name for name in ("replicate", "fold") if name in base and base["dataset"].is_unique]
        )
    if "dataset" in base and "fold" not in base and base["dataset"].is_unique:
        base = base.drop(columns="dataset")
    if label is not None and "fold" not in base:
        base["fold"] = label
    if "fold" not in base:
        keys = [name for name in ("dataset", "replicate", "measure") if name in base]
        place = (
            base.groupby(keys, dropna=False).cumcount() if keys else pd.Series(range(len(index)), index=index)
        )
        base["fold"] = (place + 1).astype("str")
    return base


WIDE = ScoreLayout(
    key="wide",
    title="One column per learner",
    summary="Rows are folds, of one data set or of each of several, or data sets; the first columns may name them.",
    fits=_fits,
    tidy=_tidy,
)
