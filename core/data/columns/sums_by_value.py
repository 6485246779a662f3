"""Rows that sum scores up and ranks beside scores, whatever they are called: told by their numbers."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from scipy.stats import rankdata

from core.data.columns.names import MOST_LEARNERS, PLACES, find_roles
from core.data.columns.summaries import said_of_sums, with_sums_said, without_columns
from core.data.columns.summary_rows import decimals_written
from core.data.columns.tidy_cells import texts
from core.data.tables.cells import DATA_ROW, best_numbers, spelled_out
from core.data.tables.table import RawTable, Sums
from core.errors import listing, quoted
from core.records import Array

_FEWEST_ROWS, _FEWEST_COLUMNS = 3, 2
"""Rows that are summed up, and numbers that do it, from which on values may tell."""
_MOST_ROWS = 10_000
_MOST_SUMS = 3
"""Rows on top of one another that each sum up, such as means with their spreads."""
_CERTAIN, _DOUBTFUL = 0.0005, 0.02
"""Chances that a row of scores hits such numbers: up to the first it is left out, up to the second it is said."""
_RARE = 0.002
"""Chance up to which numbered rows are asked about that are not last means: elsewhere hardly anybody writes them."""
_PARTED_BY = {"dataset": "data set", "learner": "learner", "replicate": "replicate"}
"""Roles of columns that part a table, in words."""
_FINE = 4
"""Decimals from which on the mean of a single column tells, too."""
_ALIKE = 1e-9
_RANKED = r"\s*([-−]?\d*[.,]?\d+%?)\s*\((\d+(?:[.,][05])?)\)\s*"
"""A score with its rank in brackets."""


def _complete(scores: Array) -> Array:
    """The rows that lack nothing."""
    whole: Array = scores[np.isfinite(scores).all(axis=1)]
    return whole


def _mean_ranks(scores: Array, sign: int) -> Array:
    ranks: Array = rankdata(sign * _complete(scores), axis=1).mean(axis=0)
    return ranks


def _rank_sums(scores: Array, sign: int) -> Array:
    ranks: Array = rankdata(sign * _complete(scores), axis=1).sum(axis=0)
    return ranks


def _wins(scores: Array, sign: int, *, shared: bool) -> Array:
    """In how many rows each column is the best, alone or also beside others that are as good."""
    signed = sign * _complete(scores)
    best = signed == signed.max(axis=1, keepdims=True)
    wins: Array = (best if shared else best & (best.sum(axis=1, keepdims=True) == 1)).sum(axis=0)
    return wins


_WAYS: Mapping[str, Sequence[Callable[[Array], Any]]] = {
    "means": [partial(np.nanmean, axis=0)],
    "medians": [partial(np.nanmedian, axis=0)],
    "standard deviations": [partial(np.nanstd, axis=0, ddof=ddof) for ddof in (1, 0)],
    "sums": [partial(np.nansum, axis=0)],
    "mean ranks": [partial(_mean_ranks, sign=sign) for sign in (1, -1)],
    "sums of the ranks": [partial(_rank_sums, sign=sign) for sign in (1, -1)],
    "numbers of wins": [
        partial(_wins, sign=sign, shared=shared) for sign in (1, -1) for shared in (True, False)
    ],
}
"""What a row of sums may hold; each takes scores, folds or data sets in rows, and gives one per column."""
_OF_ONE = {kind: _WAYS[kind] for kind in ("means", "sums")}
"""What the only number of a row may be: what else there is, one score hits too easily."""


def without_rows_by_value(table: RawTable, *, what: str = "row") -> RawTable:
    """Leave out first or last rows that hold means, medians, deviations, ranks or wins of the others, and say so.

    A row that scores may hit by chance, because they are coarse or hardly differ, stays; that it may be a sum is said,
    as it is of means or sums, with others such as deviations, that are numbered as more folds. Where the sums of
    the table are to be left out, or to be kept, all of them are, and that is said. Of several replicates, and of
    learners below one another, each may have such rows, and all of them together some behind these.

    Parameters
    ----------
    table : RawTable
        One column per learner, or per measure of a single one.
    what : str
        What its rows are in the source: those of a table that was turned were columns.
    """
    for of in _levels(table):
        table = _without_sums_of(table, of, what)
    return table


def _levels(table: RawTable) -> list[tuple[str, ...]]:
    """Roles that part a table where rows may sum up each part: none where learners have columns; then ever more."""
    places = find_roles(table, {}, PLACES)
    roles = [role for role in _PARTED_BY if role in places and table.frame[places[role]].nunique() > 1]
    parted = [tuple(roles[:many]) for many in range(1, len(roles) + 1)] if "fold" in places else []
    whole: list[tuple[str, ...]] = [] if "learner" in places else [()]
    return whole + [of for of in parted if "learner" not in roles or "learner" in of]


def _without_sums_of(table: RawTable, of: Sequence[str], what: str) -> RawTable:
    """Leave out, or tell, the rows that sum up each part of a table by these roles."""
    places = find_roles(table, {}, PLACES)
    columns = [name for name in table.columns if name not in places.values() and table.is_numeric(name)]
    enough = len(table.frame) > _FEWEST_ROWS and 1 <= len(columns) <= MOST_LEARNERS
    if not enough or len(table.frame) > _MOST_ROWS:
        return table
    values = np.column_stack([table.numbers(name).values for name in columns])
    if np.isinf(values).any():
        return table  # a threshold of a curve: of scores all are finite
    part = _parts(table, places, of) if of else _whole(table, places)
    if part is None:
        return table
    scores = values[part.rows].reshape(len(part.rows), -1)
    for sums in _ends(len(scores)):
        found = _all_summed(np.delete(scores, sums, axis=0), scores[sums])
        if not found:
            continue
        kinds, chance = dict(found), max(each for _, each in found)
        is_numbered = chance <= _DOUBTFUL and _counts_on(table, places, part, sums)
        are_last_means = sums[-1] == len(scores) - 1 and "means" in kinds
        most = _RARE if is_numbered and not are_last_means else _DOUBTFUL
        if chance > most or (is_numbered and not {"means", "sums"} & set(kinds)):
            continue
        others = f" of the other {len(scores) - len(sums)}" * is_numbered
        told = [
            f"{part.called(what, place)} ({kind}{others})"
            for place, (kind, _) in zip(sums, found, strict=True)
        ]
        proposed: Sums = "left out" if chance <= _CERTAIN and not is_numbered else "kept"
        return _without_rows(table, part.rows[sums].ravel(), proposed, told)
    return table


def _without_rows(table: RawTable, rows: Array, proposed: Sums, told: Sequence[str]) -> RawTable:
    """The table without these rows, or with them where that was said or is proposed, and what became of them."""
    become = table.sums or proposed
    said = with_sums_said(table, proposed, _said_of_rows(proposed, become, told))
    if become == "kept":
        return said
    frame = table.frame.drop(index=table.frame.index[rows]).reset_index(drop=True)
    return replace(said, frame=frame, head=None)


@dataclass(frozen=True, eq=False)
class _Parts:
    """Rows that may be summed up by one of them: the whole table, or parts of it that are alike.

    Attributes
    ----------
    rows : array of rows of a part × parts
        Where they stand.
    labels : list of str
        What each row of the table is called; empty where nothing says it.
    of : str
        What each part is of, such as "learner"; empty for the whole table.
    """

    rows: Array
    labels: Sequence[str]
    of: str = ""

    def called(self, what: str, place: int) -> str:
        """The row at a place of every part, which `what` calls a row or a column."""
        if self.of:
            return f"{what} {place + 1} of every {self.of}"
        if self.labels:
            return f"the {what} {quoted(self.labels[place])}"
        return f"{DATA_ROW if what == 'row' else what} {place + 1}"


def _whole(table: RawTable, places: Mapping[str, str]) -> _Parts:
    """The whole table, with the names of its rows."""
    named = next((name for name in [*places.values(), *table.columns] if not table.is_numeric(name)), None)
    return _Parts(np.arange(len(table.frame))[:, None], _labels(table, named))


def _parts(table: RawTable, places: Mapping[str, str], of: Sequence[str]) -> _Parts | None:
    """The folds of every data set, learner and replicate, or of some of these; none where they are not as many."""
    parts = list(table.frame.groupby([places[role] for role in of], sort=False).indices.values())
    if len({len(each) for each in parts}) != 1:
        return None
    fold = places["fold"]
    labels = _labels(table, None if table.is_numeric(fold) else fold)
    return _Parts(np.column_stack(parts), labels, listing(_PARTED_BY[role] for role in of))


def _labels(table: RawTable, name: str | None) -> list[str]:
    return [] if name is None else texts(table, name).fillna("").tolist()


def _said_of_rows(proposed: Sums, become: Sums, told: Sequence[str]) -> str:
    """What became of rows that sum up the others; of those that scores may hit by chance it is no fact."""
    if proposed == "kept" == become:
        return f"These may be no scores, but sum up the others: {listing(told)}; leave out what does."
    why = f"their numbers {'may ' * (proposed == 'kept')}sum up the others"
    return said_of_sums(become == "left out", why, told)


def _ends(count: int) -> Iterator[list[int]]:
    """Rows at one end that may be sums, many before few: the others have to stay behind to be summed up."""
    for many in range(min(_MOST_SUMS, count - _FEWEST_ROWS), 0, -1):
        yield list(range(count - many, count))
        yield list(range(many))


def _counts_on(table: RawTable, places: Mapping[str, str], part: _Parts, sums: Sequence[int]) -> bool:
    """Whether one of the rows is numbered as the others are, and so is a fold like these."""
    rows, labels = part.rows[list(sums)].ravel().tolist(), part.labels
    numbered = [
        name for role in ("fold", "replicate") if (name := places.get(role)) and table.is_numeric(name)
    ]
    if any(table.numbers(name).values.iloc[rows].notna().any() for name in numbered):
        return True
    stems = {re.sub(r"\d+", "#", label) for place, label in enumerate(labels) if place not in rows}
    own = {re.sub(r"\d+", "#", labels[place]) for place in rows} if labels else set()
    return any("#" in stem for stem in own & stems)


def _all_summed(scores: Array, rows: Array) -> list[tuple[str, float]]:
    """What each of these rows holds of the scores, and its chance; nothing where one of them holds none of it."""
    found: list[tuple[str, float]] = []
    for row in rows:
        kind, chance = _summed(scores, row)
        if not kind:
            return []
        found.append((kind, chance))
    return found


@np.errstate(over="ignore", invalid="ignore")  # what is too large for a sum or a square is hit by no row
def _summed(scores: Array, row: Array) -> tuple[str, float]:
    """What a row holds of the scores, and the chance that one more row of scores would hit it; 1 where it does not."""
    there = np.isfinite(row)
    whole = scores[:, there]
    decimals = decimals_written(row[there])
    is_alone = there.sum() < _FEWEST_COLUMNS
    if not there.any() or (is_alone and decimals < _FINE) or len(_complete(whole)) < _FEWEST_ROWS:
        return "", 1.0
    room = 0.51 * 10.0**-decimals
    for kind, ways in _OF_ONE.items() if is_alone else _WAYS.items():
        if any((abs(way(whole) - row[there]) <= room).all() for way in ways):
            chances = [_chance(column, value) for column, value in zip(whole.T, row[there], strict=True)]
            return kind, float(np.prod(chances))
    return "", 1.0


def _chance(column: Array, value: float) -> float:
    """How easily a score of a column hits a value: its step by how far scores lie apart, or it lies from them.

    Scores of few instances go by large steps. A value that is one of the scores, as a median may be, is hit by a tie.
    """
    column = column[np.isfinite(column)]
    apart = max(np.ptp(column), abs(value - column.mean()))
    finest = 10.0 ** -decimals_written(column)
    gaps = np.diff(np.unique(column))
    gaps = gaps[gaps > _ALIKE]
    if apart <= _ALIKE:
        return 1.0
    if not len(gaps):
        return float(min(1.0, finest / apart))
    steps = gaps / gaps.min()
    # of many steps a rounded gap is off by as many roundings; a quarter of a step is no multiple of it any more
    off = np.maximum(2 * finest, np.minimum((1 + steps) * finest, gaps.min() / 4))
    are_steps = (abs(steps - np.round(steps)) * gaps.min() <= off).all()
    hit = (gaps.min() if are_steps else finest) / apart
    is_one = (abs(column - value) <= _ALIKE).any()
    return float(min(1.0, max(hit, 1 / (len(gaps) + 1)) if is_one else hit))


def without_ranks_beside(table: RawTable) -> RawTable:
    """Leave out columns behind each learner, or behind all of them, that hold the ranks of their scores, and say so.

    Where the sums of the table are to be kept, they stay, and that is said.

    Parameters
    ----------
    table : RawTable
        One column per learner.
    """
    places = find_roles(table, {}, PLACES)
    columns = [name for name in table.columns if name not in places.values() and table.is_numeric(name)]
    half = len(columns) // 2
    if (
        len(columns) != 2 * half
        or half < _FEWEST_COLUMNS
        or not _FEWEST_ROWS <= len(table.frame) <= _MOST_ROWS
    ):
        return table
    for scores, ranks in ((columns[::2], columns[1::2]), (columns[:half], columns[half:])):
        values, places_ = (
            np.column_stack([table.numbers(name).values for name in each]) for each in (scores, ranks)
        )
        if _are_ranks(values, places_) and (values % 1 > 0).any():
            why = "they are ranks of the columns beside them"
            note = said_of_sums(table.sums != "kept", why, map(quoted, ranks))
            said = with_sums_said(table, "left out", note)
            return said if table.sums == "kept" else without_columns(said, ranks)
    return table


def _are_ranks(scores: Array, ranks: Array) -> bool:
    """Whether the numbers of every row are the ranks of its scores, the largest or the smallest first."""
    if not np.isfinite(scores).all() or not np.isfinite(ranks).all():
        return False
    return any(
        bool((rankdata(sign * scores, method=method, axis=1) == ranks).all())
        for sign in (1, -1)
        for method in ("average", "min", "dense")
    )


def without_ranks_in_cells(table: RawTable) -> RawTable:
    """Scores of cells such as ``81.38 (1)``, where the brackets hold the ranks of their row, and say so."""
    columns = [name for name in table.columns if table.holds_text(name) and _in_brackets(table, name)]
    if len(columns) < _FEWEST_COLUMNS or len(table.frame) < _FEWEST_ROWS:
        return table
    parts = [spelled_out(table.frame[name]).str.extract(_RANKED) for name in columns]
    read = [[best_numbers(part[side], table.decimal).values for part in parts] for side in (0, 1)]
    scores, ranks = (np.column_stack(each) for each in read)
    if not _are_ranks(scores, ranks) or (len(columns) < 3 and not np.ptp(ranks, axis=0).any()):
        return table  # 1 and 2 of two learners all along may be spreads as well
    note = f"The brackets in {listing(map(quoted, columns), most=6)} hold ranks; the scores before them were taken."
    plain = {name: part[0] for name, part in zip(columns, parts, strict=True)}
    return replace(table, frame=table.frame.assign(**plain), head=None, notes=(*table.notes, note))


def _in_brackets(table: RawTable, name: str) -> bool:
    """Whether every cell is a number with another one in brackets; of many the first is looked at alone."""
    first = table.frame[name].iloc[:1]
    return all(isinstance(cell, str) and re.fullmatch(_RANKED, cell) for cell in first) and bool(
        spelled_out(table.frame[name]).fillna("").str.fullmatch(_RANKED).all()
    )
