"""Summaries of results, such as means with their spreads and leaderboards: told from scores, never taken for them."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from core.data.columns.measures import is_measure
from core.data.columns.names import PLACES, UNNAMED, find_roles, normal
from core.data.columns.summary_rows import DESCRIBED, STATISTICS, decimals_written, sums_up
from core.data.tables.cells import spelled_out
from core.data.tables.table import RawTable, Sums
from core.errors import InputError, listing, quoted
from core.records import Array

_HINT = "Send the scores of the folds, one row each; of independent data sets their means alone."
_COUNTS = " If these are counts of errors of n, use Calculators → Two samples."
_HOLD_OUT = " Of a hold-out, bring the predictions (tab Predictions) or counts of errors (tab Counts)."
_OF_DATA_SETS = (
    "Send the scores of the folds, one row each. If the rows are independent data sets, call the column of their names "
    "dataset: then the means are read."
)
_SPREAD = re.compile(r"(?P<of>.*?)[_ .]?(?:std|sd|stdev|std_?dev|std_?err|stderr|standard_deviation|sem)")
_MIDDLE = re.compile(r"(?P<of>.*?)_?(?:mean|avg|average)")
_FIRST = re.compile(
    r"(?P<word>mean|avg|average|std|sd|stdev|std_?dev|std_?err|stderr|sem|rank)_(?!err|dev)(?P<of>.+)"
)
_WITH_SPREAD = (
    r"^\s*[-−]?\d*[.,]?\d+\s*%?\s*(?:±|\+/-|\+-)\s*\d*[.,]?\d+\s*%?\s*$|^\s*\d*[.,]\d+\s*\(\d*[.,]\d+\)\s*$"
)
_BEHIND_MEAN = r"\s*(?:±|\+/-|\+-|\().*$"
_MARKS, _LOOKED_AT = "±+(", 20
"""One of these signs stands in a mean with its spread, and so among the first rows: thousands of columns are none."""

_MEANS = ("mean", "avg", "average")


def _last_less_first(scores: Array, axis: int) -> Array:
    difference: Array = scores.take(-1, axis) - scores.take(0, axis)
    return difference


def _first_less_last(scores: Array, axis: int) -> Array:
    return -_last_less_first(scores, axis)


def _rank(scores: Array, axis: int, *, of: int, sign: int) -> Array:
    """Place of one of the scores among all of them, 1 for the largest or, with the other sign, the smallest."""
    rank: Array = 1 + (sign * scores > sign * scores.take([of], axis)).sum(axis)
    return rank


_WAYS = tuple[Callable[..., Any], ...]
_DIFFERENCES: _WAYS = (_first_less_last, _last_less_first, np.ptp)
_OVER_COLUMNS: Mapping[str, _WAYS] = {
    **dict.fromkeys(_MEANS, (np.mean,)),
    "median": (np.median,),
    **dict.fromkeys(("sum", "total"), (np.sum,)),
    **dict.fromkeys(("std", "sd", "stdev", "std_dev"), (np.std, partial(np.std, ddof=1))),
    **dict.fromkeys(("var", "variance"), (np.var, partial(np.var, ddof=1))),
    **dict.fromkeys(("best", "worst", "max", "min"), (np.max, np.min)),
    **dict.fromkeys(("diff", "difference", "delta", "range"), _DIFFERENCES),
    "rank": tuple(partial(_rank, of=of, sign=sign) for of in (0, -1) for sign in (1, -1)),
}
"""What a column that sums up those beside it is called, and what it may hold."""
_ANY: _WAYS = tuple(
    dict.fromkeys(way for ways in _OVER_COLUMNS.values() for way in ways if way not in _DIFFERENCES)
)
"""What one may hold that is called a sum in other words."""
_LESS = re.compile(r" ?[-−–] ?|[ _](?:minus|vs\.?|less)[ _]")
"""What stands between the names of two learners in that of their difference."""

_RANK_OF = (
    re.compile(r"(?:rank|rang)s?(?:[ _.:-]+(?:of )?|\()(?P<of>.+?)\)?", re.IGNORECASE),
    re.compile(r"(?P<of>.+?)(?:[ _.:-]+\(?|\()(?:rank|rang)\)?", re.IGNORECASE),
)
_SEVERAL_RANKS = re.compile(r"(?:rank|rang)(?:\.\d+)?", re.IGNORECASE)
"""Columns of one name, as a table has them that writes the rank behind every score."""

_TRIED = ("test_score", "train_score", "score")
_MODELS = ("model_id", "model_name", "model_type")
_LEADING = ("score", "score_val", "score_test", "val_score", "metric_value", "metric")
_SPLIT = re.compile(r"split\d+_(?:test|train)_.+")
_OWN = ("measure_title", "key_run")


def without_summary_columns(table: RawTable) -> RawTable:
    """Leave out columns called mean, best, rank tree or tree-svm that hold that of those beside them, and say so.

    Where the sums of the table are to be kept, they stay, and that is said.

    Parameters
    ----------
    table : RawTable
    """
    every = set(table.columns)
    ranks = _called_ranks(table)
    pairs = {name: pair for name in table.columns if (pair := _pair_in(name, every))}
    called = {name: ways for name in table.columns if (ways := _ways_called(name))}
    if not called and not pairs and not ranks:
        return table
    none = {*find_roles(table, {}, PLACES).values(), *called, *pairs, *ranks}
    others = [name for name in table.columns if name not in none and table.is_numeric(name)]
    if len(others) < 2 or any(normal(name) in DESCRIBED for name in others):
        return table
    ranks = [name for name in ranks if _holds_places(table, name, len(others))]
    called = {name: ways for name, ways in called.items() if name not in ranks}
    sums = [name for name, ways in called.items() if _holds(table, name, others, ways)]
    differences = [name for name, pair in pairs.items() if _holds(table, name, pair, _DIFFERENCES)]
    notes = [
        said_of_sums(table.sums != "kept", why, map(quoted, names))
        for why, names in (
            ("they sum up the columns beside them", sums),
            ("they are differences of two columns beside them", differences),
            ("they are ranks of the columns beside them", ranks),
        )
        if names
    ]
    if not notes:
        return table
    said = with_sums_said(table, "left out", *notes)
    return said if table.sums == "kept" else without_columns(said, [*sums, *differences, *ranks])


def said_of_sums(are_left_out: bool, why: str, names: Iterable[str]) -> str:
    """What became of rows or columns that sum up others by their numbers."""
    return f"{'Left out, because' if are_left_out else 'Kept, though'} {why}: {listing(names)}."


def with_sums_said(table: RawTable, proposed: Sums, *notes: str) -> RawTable:
    """The table with notes on what sums up others by its numbers, and what becomes of it where nobody says it."""
    return replace(table, notes=(*table.notes, *notes), proposed_sums=table.proposed_sums | {proposed})


def without_columns(table: RawTable, names: Sequence[str]) -> RawTable:
    """The table without these columns."""
    gone = list(names)
    head = None if table.head is None else table.head.drop(columns=gone)
    return replace(table, frame=table.frame.drop(columns=gone), head=head)


def _ways_called(name: str) -> _WAYS:
    """What a column may hold by its name; nothing where that is no name of a sum."""
    return _OVER_COLUMNS.get(normal(name), _ANY if sums_up(name) is not False else ())


def _called_ranks(table: RawTable) -> list[str]:
    """Columns that are called the rank of another one, or rank alone where several are."""
    found = {
        name: [match["of"] for form in _RANK_OF if (match := form.fullmatch(name))] for name in table.columns
    }
    several = [name for name in found if _SEVERAL_RANKS.fullmatch(name)]
    others = set(found) - set(several)
    of_others = [name for name, of in found.items() if not others.isdisjoint(of)]
    return [*of_others, *(several if len(several) > 1 else [])]


def _holds_places(table: RawTable, name: str, count: int) -> bool:
    """Whether a column holds places from 1 to `count`, those that are shared counted half."""
    if not table.is_numeric(name):
        return False
    values = table.numbers(name).values.dropna()
    return bool((values.between(1, count) & (2 * values % 1 == 0)).all())


def _pair_in(name: str, names: Set[str]) -> list[str]:
    """The two other columns whose difference a column is called: tree and svm of "tree-svm"; none where it is not."""
    parts = ([name[: found.start()], name[found.end() :]] for found in _LESS.finditer(name))
    return next((pair for pair in parts if set(pair) <= names), [])


def _holds(table: RawTable, name: str, others: Sequence[str], ways: _WAYS) -> bool:
    """Whether a column is what one of the ways makes of the others in its row, to the decimals that are written.

    It may have been computed before the others were rounded, as spreadsheets do.
    """
    if not all(table.is_numeric(each) for each in (name, *others)):
        return False
    values = table.numbers(name).values.to_numpy()
    scores = np.column_stack([table.numbers(each).values for each in others])
    whole = np.isfinite(values) & np.isfinite(scores).all(axis=1)
    if whole.sum() < 2:
        return False
    room = sum(0.51 * 10.0 ** -decimals_written(numbers[whole]) for numbers in (values, scores))
    return any(bool((abs(way(scores[whole], axis=1) - values[whole]) <= room).all()) for way in ways)


def means_of_data_sets(table: RawTable) -> RawTable:
    """Where cells are means with their spread, one of each learner on each data set, the means alone, and say so."""
    names = list(_with_spread(table, every=True))
    places = find_roles(table, {}, ("dataset", "learner", "replicate", "fold"))
    keys = [places[role] for role in ("dataset", "learner") if role in places]
    if not names or "dataset" not in places or {"replicate", "fold"} & set(places) or set(names) & set(keys):
        return table
    if table.frame[keys].isna().to_numpy().any() or table.frame.duplicated(keys).any():
        return table
    means = {name: spelled_out(table.frame[name]).str.replace(_BEHIND_MEAN, "", regex=True) for name in names}
    told = listing(map(quoted, names), most=6)
    note = f"The cells of {told} are means with their spread; the means alone were taken."
    frame = table.frame.assign(**means)
    return replace(table, frame=frame, head=frame.head(_LOOKED_AT), notes=(*table.notes, note))


def summary_refusal(table: RawTable) -> InputError | None:
    """Why a table sums scores up, as a refusal; None where it does not."""
    names = {normal(name): name for name in table.columns}
    if any(_SPLIT.fullmatch(name) for name in names) or set(_OWN) & set(names):
        return None
    places = find_roles(table, {}, ("dataset", "learner", "replicate", "fold"))
    over_datasets = {"dataset", "learner"} <= set(places)
    spread = next((f"{quoted(cell)} in {quoted(name)}" for name, cell in _with_spread(table).items()), "")
    why = f"{spread} is a mean with its spread" if spread else ""
    alone = ""
    if not over_datasets:
        why = why or _spread_beside(names) or _statistics_in_rows(table)
        alone = "" if why else _one_row_each(table, places)
    if not why and not alone:
        return None
    is_unnamed = spread and "dataset" not in places
    hint = _OF_DATA_SETS if is_unnamed else _HINT + _COUNTS * _holds_counts(table) + _HOLD_OUT * bool(alone)
    return InputError(
        f"these are means or other summaries, not scores of folds: {why or alone}.", table.where, hint
    )


def _holds_counts(table: RawTable) -> bool:
    """Whether a column of whole numbers may count errors."""
    numbers = [table.numbers(name).values.dropna() for name in table.columns if table.is_numeric(name)]
    return any(bool((values % 1 == 0).all() and values.max() > 1) for values in numbers if len(values))


def refuse_results(table: RawTable) -> None:
    """Refuse a summary of results where a data set is expected: only one that speaks of learners or measures.

    Raises
    ------
    InputError
        If the table sums up results of learners.
    """
    refusal = summary_refusal(table)
    if refusal is None:
        return
    words = [normal(name) for name in table.columns]
    if _learner_column(table) or any(
        is_measure(_subject(word)) or _subject(word) in _TRIED for word in words
    ):
        raise refusal


def _subject(word: str) -> str:
    """What a mean or a spread is of, by its name: accuracy of mean_accuracy, accuracysd and std_accuracy."""
    first = _FIRST.fullmatch(word)
    if first is not None:
        return first["of"]
    last = _SPREAD.fullmatch(word) or _MIDDLE.fullmatch(word)
    return word if last is None else last["of"]


def _with_spread(table: RawTable, *, every: bool = False) -> dict[str, str]:
    """Columns whose cells, most or every one, are means with their spread, and one such cell of each."""
    columns = {}
    first = table.frame.head(_LOOKED_AT).to_numpy(dtype=object)
    for name, top in zip(table.columns, first.T, strict=True):
        text = "\n".join(map(str, top))
        if not any(mark in text for mark in _MARKS) or not table.holds_text(name) or table.is_numeric(name):
            continue
        cells = table.frame[name].dropna().astype("str")
        found = cells.str.contains(_WITH_SPREAD, regex=True)
        if len(cells) and (found.all() if every else found.mean() > 0.5):
            columns[name] = str(cells[found].iloc[0])
    return columns


def _spread_beside(names: dict[str, str]) -> str:
    """A spread beside what it is of: std and mean, AccuracySD and Accuracy, std_test_score and mean_test_score."""
    means = {_subject(word): word for word in names if not _is_spread(word) and not word.startswith("rank_")}
    bare = next((word for word in means.values() if _is_mean(word)), None)
    for word, name in names.items():
        of = _subject(word)
        if not (_is_spread(word) or word.startswith("rank_test_")):
            continue
        mean = means.get(of) if is_measure(of) or of in _TRIED else None if of else bare
        if mean is not None:
            return (
                f"{quoted(name)} is the {'spread' if _is_spread(word) else 'rank'} of {quoted(names[mean])}"
            )
    return ""


def _is_spread(word: str) -> bool:
    first = _FIRST.fullmatch(word)
    if first is not None:
        return first["word"] not in (*_MEANS, "rank")
    return _SPREAD.fullmatch(word) is not None


def _is_mean(word: str) -> bool:
    first = _FIRST.fullmatch(word)
    return (first is not None and first["word"] in _MEANS) or bool(_MIDDLE.fullmatch(word))


def _statistics_in_rows(table: RawTable) -> str:
    """Rows that are called mean or std."""
    name = table.columns[0]
    if table.is_numeric(name) and not UNNAMED.fullmatch(name):
        return ""
    labels = table.frame[name].dropna().astype("str").drop_duplicates()
    found = [label for label in labels if normal(label) in STATISTICS]
    return f"the rows {listing(map(quoted, found), most=3)} sum up others" if len(found) > 1 else ""


def _learner_column(table: RawTable) -> str | None:
    names = {normal(name): name for name in table.columns}
    named = find_roles(table, {}, ("learner",)).get("learner")
    return next((names[name] for name in _MODELS if name in names), named)


def _one_row_each(table: RawTable, places: dict[str, str]) -> str:
    """A leaderboard: one row per learner, and neither folds nor data sets."""
    learner = _learner_column(table)
    if learner is None or len(table.frame) < 2 or {"dataset", "replicate", "fold"} & set(places):
        return ""
    if not table.frame[learner].is_unique or table.is_numeric(learner):
        return ""
    scored = any(is_measure(name) or normal(name) in _LEADING for name in table.columns)
    return f"every name in {quoted(learner)} has a single row, as in a leaderboard" if scored else ""
