"""Several files of predictions for the same instances → one table; refused where they do not match."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from core.data.columns.class_labels import MOST_CLASSES, labels
from core.data.columns.fold_labels import split_fold_and_repeat, split_two_numbers
from core.data.columns.inspection import Unsettled
from core.data.columns.thousands import doubt_of_thousands, has_sure_signs
from core.data.columns.tidy_cells import texts
from core.data.predictions.columns import Assigned, LearnerColumns, doubt_of_unlike, is_measurement
from core.data.predictions.doubtful_columns import doubts_in_words
from core.data.predictions.named_in_rows import may_name_learners
from core.data.tables.cells import (
    MOST_INTEGER,
    distinct_texts,
    plain_integers,
    read_numbers,
    rows_in_words,
    shown,
    spelled_out,
)
from core.data.tables.table import RawTable, notes_of_files
from core.errors import InputError, listing, quoted
from core.records import Array
from core.written import counted

_MOST_IDS = 5
_THAT_ALL_HAVE = "that all files have: "
_BY_CHANCE = "What is missing may not be missing by chance."
_FIRST_ROWS = 1000
"""By which most learners differ, so that not all rows of all pairs are looked at."""


@dataclass(frozen=True, eq=False)
class LearnerCells:
    """What one learner said of every row: labels as text (or None), scores by class, and where it stood.

    Its scores are turned where somebody said that lower ones are likelier.
    """

    name: str
    label: "pd.Series[Any] | None"
    scores: dict[str, "pd.Series[float]"]
    where: str
    is_marker: bool = False
    is_turned: bool = False


@dataclass(frozen=True, eq=False)
class Cells:
    """Rows of predictions: one per instance and replicate.

    Attributes
    ----------
    keys : DataFrame
        Columns id (absent when there is none), replicate, fold, n_train, group where the source has them.
    truth : Series or None
        Labels as text.
    learners : list of LearnerCells
    notes : tuple of str
    """

    keys: pd.DataFrame
    truth: "pd.Series[Any] | None"
    learners: list[LearnerCells]
    where: str
    notes: tuple[str, ...] = ()


def cells_of(table: RawTable, assigned: Assigned) -> Cells:
    """Read the cells of one file.

    Raises
    ------
    InputError
        If a fold or a truth is missing, or an id stands twice.
    """
    keys = pd.DataFrame(index=table.frame.index)
    for role, column in assigned.places.items():
        keys[role] = _whole_numbers(table, column, as_written=role == "fold")
        empty = np.flatnonzero(keys[role].isna()) + 1
        if len(empty) and role != "n_train":
            raise InputError(
                f"is empty in {rows_in_words(empty.tolist())}.",
                f"{table.where}, column {quoted(column)}",
                "Fill the cells in.",
            )
    keys = split_two_numbers(split_fold_and_repeat(keys))
    truth = None if assigned.truth is None else labels(table, assigned.truth)
    if truth is not None and truth.isna().any():
        empty = np.flatnonzero(truth.isna()) + 1
        raise InputError(
            f"the truth is missing in {len(empty):,} of {len(truth):,} rows: {rows_in_words(empty.tolist())}.",
            f"{table.where}, column {quoted(assigned.truth)}",
            "Predictions can be judged only where the truth is known: fill it in or remove these rows.",
        )
    learners = [_learner_cells(table, item) for item in assigned.learners]
    notes = (
        *_doubt_of_numbers(table, assigned),
        *table.notes,
        *doubts_in_words(assigned.doubtful),
        *doubt_of_unlike(assigned),
    )
    cells = Cells(keys, truth, learners, table.where, notes)
    _refuse_repeated_ids(cells, partial(may_name_learners, table, assigned.places))
    return cells


def _doubt_of_numbers(table: RawTable, assigned: Assigned) -> tuple[str, ...]:
    """The sentence on measurements, true or predicted, with a point or comma that may part thousands."""
    labelled = [item.label for item in assigned.learners if item.label is not None and not item.scores]
    names = [*filter(None, [assigned.truth]), *labelled]
    found = doubt_of_thousands(table, names, partial(has_sure_signs, table, names))
    is_of_classes = found and assigned.truth is not None and not is_measurement(table, assigned.truth)
    return () if is_of_classes else found


def _whole_numbers(table: RawTable, column: str, *, as_written: bool = False) -> "pd.Series[Any]":
    """A column of whole numbers as such, any other as labels, or as it is written: the folds 1.1 and 1.10 are two."""
    series = table.frame[column]
    if isinstance(series.dtype, pd.CategoricalDtype) and table.holds_text(column):
        codes, known = distinct_texts(series)
        whole = _whole_numbers(replace(table, frame=known.to_frame(column)), column)
        if whole.dtype == "int64" and len(whole) and codes.min() >= 0:
            return pd.Series(whole.to_numpy()[codes], index=series.index)
    elif (series.dtype == "float64" or table.holds_text(column)) and series.notna().all():
        plain = plain_integers(series)
        if plain is not None:
            return plain
        numbers = read_numbers(series, table.decimal)
        values = numbers.values.to_numpy()
        if (
            not len(numbers.strays)
            and (np.abs(values) < MOST_INTEGER).all()
            and (values == np.rint(values)).all()
        ):
            return pd.Series(values.astype(np.int64), index=series.index)
    return texts(table, column) if as_written else spelled_out(labels(table, column))


def _learner_cells(table: RawTable, item: LearnerColumns) -> LearnerCells:
    label = None if item.label is None else labels(table, item.label)
    if label is not None and label.isna().any():
        empty = np.flatnonzero(label.isna()) + 1
        raise InputError(
            f"{item.name} has no prediction in {len(empty):,} of {len(label):,} rows: {rows_in_words(empty.tolist())}.",
            f"{table.where}, column {quoted(item.label)}",
            "Every learner has to predict the same instances: fill the cells in or remove these rows.",
        )
    scores = {label_: _numbers(table, column) for label_, column in item.scores.items()}
    return LearnerCells(item.name, label, scores, table.where, item.is_marker)


def _numbers(table: RawTable, column: str) -> "pd.Series[float]":
    numbers = read_numbers(table.frame[column], table.decimal)
    bad = ~np.isfinite(numbers.values.to_numpy(dtype=float))
    if bad.any():
        cells = table.frame[column]
        empty = bad & cells.isna().to_numpy()
        rows = rows_in_words((np.flatnonzero(empty if empty.any() else bad) + 1).tolist())
        what = (
            f"is empty in {rows}."
            if empty.any()
            else f"{shown(cells[bad].iloc[0])} is no finite number, {rows}."
        )
        raise InputError(
            what,
            f"{table.where}, column {quoted(column)}",
            "Scores are needed for every instance: correct the cells, or leave the column out.",
        )
    return numbers.values


def _refuse_repeated_ids(cells: Cells, who: Callable[[], tuple[str, ...]]) -> None:
    if "id" not in cells.keys:
        return
    names = [name for name in ("id", "replicate", "fold") if name in cells.keys]
    ids = cells.keys["id"]
    if names == ["id"] and ids.dtype == "int64" and (np.diff(ids.to_numpy()) > 0).all():
        return
    twice = cells.keys.duplicated(names, keep=False)
    if twice.any():
        value = cells.keys["id"][twice].iloc[0]
        groups = cells.keys.groupby(names, sort=False).ngroup().to_numpy()
        rows = np.flatnonzero(groups == groups[int(np.argmax(twice))]) + 1
        raise InputError(
            f"the id {quoted(str(value))} occurs several times: {rows_in_words(rows.tolist())}; in all, "
            f"{int(twice.sum()):,} rows share their id with another one.",
            cells.where,
            _hint_of_repeated_ids(who()),
        )


def _hint_of_repeated_ids(learners: Sequence[str]) -> str:
    apart = "epetitions are told apart by a column replicate."
    if not learners:
        return f"One row per instance; r{apart}"
    return (
        f"One row per instance. If {listing(map(quoted, learners), 'or', most=3)} names the learner of each row, say "
        f"so (roles={{'learner': {learners[0]!r}}}). R{apart}"
    )


def join(files: Sequence[Cells], *, shared_only: bool = False) -> Cells:
    """Put files, one of them with the truth, side by side by id and replicate, or by row where none has an id.

    With `shared_only` instances that not all files have are left out, which is said.

    Raises
    ------
    InputError
        If instances, truth or folds differ: how many, and which; or if a learner was brought twice.
    """
    notes: tuple[str, ...] = ()
    if shared_only and all("id" in cells.keys for cells in files):
        whole, files = files, _shared(files)
        left_out = _left_out(whole, files)
        if left_out:
            count = files[0].keys["id"].nunique()
            told = listing(f"{len(ids):,} of {where} ({_some(ids)})" for where, ids in left_out)
            notes = (
                f"Judged are the {counted(count, 'instances')} {_THAT_ALL_HAVE}{told} were left out. "
                f"{_BY_CHANCE} Sizes of training sets, where there are any, are reckoned from these, too.",
            )
    first = next(cells for cells in files if cells.truth is not None)
    learners: list[LearnerCells] = []
    said: list[tuple[str, tuple[str, ...]]] = []
    for cells in files:
        order, note = (None, "") if cells is first else _order(first, cells, files)
        brought = [_ordered(item, order) for item in cells.learners]
        copies = _copies(brought, learners)
        said.append((cells.where, (*cells.notes, *filter(None, [note]), *copies)))
        for item in brought:
            learners.append(_renamed(item, learners))
    return Cells(first.keys, first.truth, learners, first.where, (*notes, *notes_of_files(said)))


def on_left_out(notes: Iterable[str]) -> list[str]:
    """Those of the notes on predictions that say which instances were left out."""
    return [note for note in notes if _THAT_ALL_HAVE in note]


def _shared(files: Sequence[Cells]) -> list[Cells]:
    """The files without the instances that one of them lacks, in whichever replicate."""
    names = _names_of_rows(files[0], files[1:])
    alike = all(cells.keys[names].dtypes.equals(files[0].keys[names].dtypes) for cells in files)
    keys = [cells.keys[names] if alike else cells.keys[names].astype("str") for cells in files]
    rows = pd.concat([part.drop_duplicates() for part in keys], ignore_index=True)
    lacking = rows.loc[rows.groupby(names)["id"].transform("size") < len(files), "id"]
    return [
        _kept(cells, ~part["id"].isin(lacking).to_numpy()) for cells, part in zip(files, keys, strict=True)
    ]


def _kept(cells: Cells, chosen: Array) -> Cells:
    if chosen.all():
        return cells

    def those(values: Any) -> Any:
        return values[chosen].reset_index(drop=True)

    learners = [
        replace(
            item,
            label=None if item.label is None else item.label[chosen],  # the index says the row of the file
            scores={name: those(values) for name, values in item.scores.items()},
        )
        for item in cells.learners
    ]
    truth = None if cells.truth is None else those(cells.truth)
    return replace(cells, keys=those(cells.keys), truth=truth, learners=learners)


def _left_out(whole: Sequence[Cells], kept: Sequence[Cells]) -> list[tuple[str, pd.Index]]:
    """The files of which instances are left out, and which."""
    gone = [
        (cells.where, pd.Index(cells.keys["id"][~cells.keys["id"].isin(rest.keys["id"])].unique()))
        for cells, rest in zip(whole, kept, strict=True)
    ]
    return [(where, ids) for where, ids in gone if len(ids)]


def _copies(brought: Sequence[LearnerCells], before: Sequence[LearnerCells]) -> list[str]:
    """Ask about learners that say the same as those of files before, under another name.

    Raises
    ------
    InputError
        If one has the same name, too.
    """
    found = []
    for item in brought:
        same = next((other for other in before if _say_the_same(item, other)), None)
        if same is None:
            continue
        if item.name == same.name:
            is_file = item.where == same.where
            what = (
                "was brought twice"
                if is_file
                else f"holds the same predictions of {item.name} as {same.where}"
            )
            raise InputError(f"{what}.", item.where, "Remove one of the two.")
        found.append(
            f"{item.name} says the same of every instance as {same.name}, of {same.where}: remove one of the two "
            "files if it is a copy."
        )
    return found


def _say_the_same(one: LearnerCells, other: LearnerCells) -> bool:
    if one.scores.keys() != other.scores.keys() or (one.label is None) is not (other.label is None):
        return False
    pairs = [(one.scores[name], other.scores[name]) for name in one.scores]
    if one.label is not None and other.label is not None:
        pairs.append((one.label, other.label))
    return all(
        np.array_equal(mine[:rows].to_numpy(), theirs[:rows].to_numpy())
        for rows in (_FIRST_ROWS, None)
        for mine, theirs in pairs
    )


def _renamed(item: LearnerCells, before: Sequence[LearnerCells]) -> LearnerCells:
    names = {other.name for other in before}
    name, number = item.name, 2
    if name in names and "." in item.where:
        name = f"{item.name} ({item.where})"
    while name in names:
        name, number = f"{item.name} ({number})", number + 1
    return replace(item, name=name)


def _ordered(item: LearnerCells, order: "Array | None") -> LearnerCells:
    if order is None:
        return item
    # The index of the labels goes on saying the row of the file.
    label = None if item.label is None else item.label.iloc[order]
    scores = {name: values.iloc[order].reset_index(drop=True) for name, values in item.scores.items()}
    return replace(item, label=label, scores=scores)


def _order(first: Cells, other: Cells, files: Sequence[Cells]) -> tuple[Array, str]:
    """Rows of `other` in the order of `first`, both of them among `files`."""
    if "id" in first.keys and "id" in other.keys:
        order, note = _order_by_id(first, other, files), ""
    elif "id" in first.keys or "id" in other.keys:
        lacks = other if "id" in first.keys else first
        raise InputError(
            "there is no column of ids, but the other file has one.",
            lacks.where,
            "Bring the ids in every file.",
        )
    else:
        order, note = _order_by_row(first, other), f"{other.where} has no ids; it was joined row by row."
    if "fold" in first.keys and "fold" in other.keys:
        _compare(first, first.keys["fold"], other.keys["fold"].iloc[order], "the fold", other)
    if other.truth is not None and first.truth is not None:
        _refuse_spellings(first.truth, other.truth.iloc[order], first, other)
        _compare(first, first.truth, other.truth.iloc[order], "the truth", other)
    return order, note


def _order_by_id(first: Cells, other: Cells, files: Sequence[Cells]) -> Array:
    names = _names_of_rows(first, [other])
    mine, theirs = _index(first.keys, names, other.keys), _index(other.keys, names, first.keys)
    lacking, extra = mine[~mine.isin(theirs)], theirs[~theirs.isin(mine)]
    if len(lacking) or len(extra):
        raise _differing(first, other, (lacking, extra), files)
    if not theirs.is_unique:
        raise InputError("ids occur several times.", other.where, "One row per instance and replicate.")
    return np.asarray(theirs.get_indexer(mine))


def _names_of_rows(first: Cells, others: Sequence[Cells]) -> list[str]:
    """What tells rows apart in all files; a fold that differs is told from an instance that is lacking."""
    places = ("id", "replicate", "fold")
    names = [name for name in places if all(name in cells.keys for cells in (first, *others))]
    is_needless = names[-1] == "fold" and not first.keys.duplicated(names[:-1]).any()
    return names[:-1] if is_needless else names


def _differing(
    first: Cells, other: Cells, differ: tuple[pd.Index, pd.Index], files: Sequence[Cells]
) -> InputError:
    """The refusal of files with other instances, and the way on by those that all have.

    Parameters
    ----------
    first, other : Cells
    differ : pair of Index
        What `other` lacks of `first`, and the other way round.
    files : sequence of Cells
        All that were brought.
    """
    lacking, extra = differ
    what = f"lacks {counted(len(lacking), 'instances')} of {first.where} ({_some(lacking)})"
    where = other.where
    if len(lacking) and len(extra):
        what += f" and has {len(extra):,} that are not in it ({_some(extra)})"
    elif len(extra):
        what, where = f"lacks {counted(len(extra), 'instances')} of {where} ({_some(extra)})", first.where
    same = "All learners have to be judged on the same instances: bring the same ids in every file"
    kept = _shared(files) if all("id" in cells.keys for cells in files) else []
    count = kept[0].keys["id"].nunique() if kept else 0
    if not count:
        return InputError(f"{what}.", where, f"{same}.")
    told = listing(f"{len(ids):,} of {name}" for name, ids in _left_out(files, kept))
    return Unsettled(
        f"{what}.",
        where,
        f"{same}, or judge the {count:,} that all files have (shared_only=True). Left out are then {told}. "
        f"{_BY_CHANCE}",
        key="shared_only",
        options=(count,),
    )


def _index(keys: pd.DataFrame, names: list[str], beside: pd.DataFrame) -> pd.Index:
    """Keys to compare; as texts where they are numbers in one file and texts in the other."""
    if any(keys[name].dtype != beside[name].dtype for name in names):
        keys = keys[names].astype("str")
    return pd.MultiIndex.from_frame(keys[names]) if len(names) > 1 else pd.Index(keys[names[0]])


def _some(ids: pd.Index) -> str:
    words = [
        " in replicate ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        for value in ids[:_MOST_IDS]
    ]
    return ", ".join(word[:40] for word in words) + (" …" if len(ids) > _MOST_IDS else "")


def _refuse_spellings(mine: "pd.Series[Any]", theirs: "pd.Series[Any]", first: Cells, other: Cells) -> None:
    """Refuse a truth that differs in nothing but what its classes are called."""
    pairs = pd.DataFrame({"mine": mine.to_numpy(), "theirs": theirs.to_numpy()}).drop_duplicates()
    is_renamed = 1 < len(pairs) <= MOST_CLASSES and pairs["mine"].is_unique and pairs["theirs"].is_unique
    if is_renamed and not set(pairs["mine"]) & set(pairs["theirs"]):
        here, there = (listing(map(shown, pairs[name]), most=6) for name in ("theirs", "mine"))
        raise InputError(
            f"the classes are spelled {here}, in {first.where} {there}.",
            other.where,
            "Spell the classes alike in all files, in the truth and in what was predicted.",
        )


def _order_by_row(first: Cells, other: Cells) -> Array:
    if len(first.keys) != len(other.keys):
        raise InputError(
            f"has {counted(len(other.keys), 'rows')}, {first.where} has {len(first.keys):,}, and there are no ids to "
            "join by.",
            other.where,
            "Bring a column id in every file.",
        )
    if first.truth is None or other.truth is None:
        return np.arange(len(first.keys))
    _refuse_spellings(first.truth, other.truth, first, other)
    differ = np.flatnonzero(first.truth.to_numpy() != other.truth.to_numpy()) + 1
    if len(differ):
        raise InputError(
            f"there are no ids, and the truth differs from that of {first.where} in {counted(len(differ), 'rows')}: "
            f"{rows_in_words(differ.tolist())}.",
            other.where,
            "The files seem to be in different orders: bring a column id in every file.",
        )
    return np.arange(len(first.keys))


def _compare(first: Cells, mine: "pd.Series[Any]", theirs: "pd.Series[Any]", what: str, other: Cells) -> None:
    differ = np.flatnonzero(mine.to_numpy() != theirs.to_numpy())
    if len(differ):
        ids = first.keys["id"].iloc[differ] if "id" in first.keys else pd.Series(differ + 1)
        raise InputError(
            f"{what} differs from that of {first.where} for {len(differ):,} of {len(mine):,} instances "
            f"({_some(pd.Index(ids))}).",
            other.where,
            "One of the files belongs to other data.",
        )
