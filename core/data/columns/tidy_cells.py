"""The cells of a table of fold results as numbers that make sense, or a sentence about the one that does not."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from core.data.columns.kinds import as_text
from core.data.csv_escape import restore
from core.data.tables.cells import DATA_ROW, distinct_texts, numeric_column, rows_in_words, shown, spelled_out
from core.data.tables.table import RawTable
from core.errors import InputError, listing, quoted
from core.written import counted


def texts(table: RawTable, column: str) -> "pd.Series[Any]":
    """Cells as text."""
    return spelled_out(few_texts(table, column))


_FILL_IN = (
    "Fill the cells in; where cells are merged in a workbook, only the first of them holds what all show."
)
_SIZE = "Write how many instances there were, or leave the column out."
_HINTS = {
    "replicate": "Number the replicates 1, 2, 3 …",
    "fold": "Number the folds 1, 2, 3 …",
    "n_train": _SIZE,
    "n_validation": _SIZE,
}


def score_frame(
    tidy: pd.DataFrame, table: RawTable, columns: Mapping[str, str] | None = None
) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """The columns of `FOLD_SCORE_COLUMNS` with their types, and what was assumed of those not there.

    Parameters
    ----------
    tidy : DataFrame
        Its index counts the rows of the table from 0.
    columns : mapping, optional
        What the table calls the columns.
    """
    cells = ScoreCells(tidy, table, columns or {})
    frame = pd.DataFrame(
        {
            "dataset": tidy["dataset"] if "dataset" in tidy else _same(table.name or "data", tidy.index),
            "learner": tidy["learner"],
            "replicate": cells.counting("replicate"),
            "fold": cells.counting("fold"),
            "n_train": cells.size("n_train"),
            "n_validation": cells.size("n_validation"),
            "score": cells.numbers("score"),
        }
    )
    for column in ("dataset", "learner"):
        cells.check_present(frame[column], column)
    refuse_twice(frame, table.where, tidy.index, table.row)
    return frame, _missing_note(frame, table.row)


def _missing_note(frame: pd.DataFrame, row: str) -> tuple[str, ...]:
    """Where there is no score: in which rows, or whose on which data sets where rows hold those of several learners."""
    missing = frame["score"].isna().to_numpy()
    if not missing.any():
        return ()
    lost = frame[missing].sort_index(kind="stable")
    if frame.index.is_unique or frame.duplicated(["dataset", "learner"]).any():
        return (f"There is no score in {cells_in_words(frame['learner'], missing, row)}.",)
    each = [f"{name} on {dataset}" for name, dataset in zip(lost["learner"], lost["dataset"], strict=True)]
    verb = "is" if len(each) == 1 else "are"
    return (f"{counted(len(each), 'scores')} {verb} missing: {listing(each, most=5)}.",)


def cells_in_words(learners: "pd.Series[Any]", chosen: Any, row: str) -> str:
    """Which scores are meant: their rows, ascending, and whose they are where a row holds those of several learners.

    Parameters
    ----------
    learners : Series
        Whose score each is; its index counts the rows of the table from 0.
    chosen : array of bool
    row : str
        What a row of the table is called.
    """
    rows = learners.index[chosen] + 1
    if learners.index.is_unique:
        return rows_in_words(sorted(rows), row)
    of_each = rows.groupby(learners[chosen].astype("str").to_numpy())
    each = [
        f"{rows_in_words(sorted(set(of_each[name])), row)} of {name}" for name in learners[chosen].unique()
    ]
    return listing(each, most=3)


def _same(name: str, index: pd.Index) -> "pd.Series[Any]":
    codes = np.zeros(len(index), dtype=np.int8)
    return pd.Series(pd.Categorical.from_codes(codes, categories=pd.Index([name], dtype="str")), index)


def refuse_twice(frame: pd.DataFrame, where: str, index: pd.Index, row: str = DATA_ROW) -> None:
    """Check that no learner has two scores for one fold.

    Parameters
    ----------
    frame : DataFrame
        One row per score.
    where : str
        How messages call the source.
    index : Index
        Counts the rows from 0.
    row : str
        What a row is called.

    Raises
    ------
    InputError
        If one has.
    """
    if _in_ascending_order(frame):
        return
    keys = ["dataset", "learner", "replicate", "fold"]
    twice = frame.duplicated(keys, keep=False).to_numpy()
    if not twice.any():
        return
    first = frame[twice].iloc[0]
    same = (frame[keys] == first[keys]).all(axis=1).to_numpy()
    raise InputError(
        f"the learner {shown(first['learner'])} has several scores for replicate {first['replicate']}, fold "
        f"{first['fold']} of {shown(first['dataset'])}: {rows_in_words((index[same] + 1).unique(), row)}.",
        where,
        "Keep one row each; repetitions are told apart by the column replicate.",
    )


def distinct_places(frame: pd.DataFrame) -> pd.DataFrame:
    """The first row of every data set, replicate and fold."""
    keys = ["dataset", "replicate", "fold"]
    learner = pd.factorize(frame["learner"])[0]
    count = int((learner == 0).sum())
    if count and len(frame) % count == 0 and (learner == np.arange(len(frame)) // count).all():
        codes = [pd.factorize(frame["dataset"])[0], *(frame[name].to_numpy() for name in keys[1:])]
        if all((code.reshape(-1, count) == code[:count]).all() for code in codes):
            frame = frame.iloc[:count]  # every learner has the same folds in the same order
    return frame.drop_duplicates(keys)


def _in_ascending_order(frame: pd.DataFrame) -> bool:
    """Whether the folds of every learner ascend without a return of a learner, so that none occurs twice."""
    if frame["dataset"].nunique() > 1 or len(frame) < 2:
        return False
    learner = pd.factorize(frame["learner"])[0]
    steps = [np.diff(learner), np.diff(frame["replicate"]), np.diff(frame["fold"])]
    ascends = (steps[0] > 0) | ((steps[0] == 0) & ((steps[1] > 0) | ((steps[1] == 0) & (steps[2] > 0))))
    return bool(ascends.all())


class ScoreCells:
    """The cells of a tidy table, read column by column."""

    def __init__(self, tidy: pd.DataFrame, table: RawTable, columns: Mapping[str, str]) -> None:
        self.tidy = tidy
        self.table = table
        self.columns = columns

    def numbers(self, name: str) -> "pd.Series[float]":
        """Cells as numbers; missing ones stay missing.

        Raises
        ------
        InputError
            If a cell is no finite number.
        """
        column = self.tidy[name]
        values, strays = numeric_column(column, self.table.decimal)
        bad = np.isinf(values.to_numpy())
        bad[[row - 1 for row in strays]] = True
        if bad.any():
            raise self._refusal(
                name,
                bad,
                f"{shown(column[bad].iloc[0])} is no number",
                _HINTS.get(name, "Correct the cell, or leave it empty where a learner failed."),
            )
        return values

    def counting(self, name: str) -> "pd.Series[Any]":
        """Replicates and folds as numbers that count from 1.

        Raises
        ------
        InputError
            If a cell is empty or does not count.
        """
        if name not in self.tidy:
            return pd.Series(1, index=self.tidy.index, dtype="int64")
        known = self._counting_categories(name)
        if known is not None:
            return known
        values = self.numbers(name)
        self.check_present(values, name)
        wrong = ((values < 0) | (values != np.rint(values)) | (values > 1e9)).to_numpy()
        if wrong.any():
            raise self._refusal(
                name,
                wrong,
                f"{shown(self.tidy[name][wrong].iloc[0])} does not count {name}s",
                _HINTS[name],
            )
        return values.astype("int64") + int(values.min() == 0)

    def _counting_categories(self, name: str) -> "pd.Series[Any] | None":
        """The same from the distinct cells alone; None where one of them has to be refused."""
        column = self.tidy[name]
        if not isinstance(column.dtype, pd.CategoricalDtype):
            return None
        codes, texts = distinct_texts(column)
        values, strays = numeric_column(texts, self.table.decimal)
        numbers = values.to_numpy()
        if (
            strays
            or (codes < 0).any()
            or not ((numbers >= 0) & (numbers == np.rint(numbers)) & (numbers <= 1e9)).all()
        ):
            return None
        return pd.Series((numbers.astype(np.int64) + int(numbers.min() == 0))[codes], column.index)

    def size(self, name: str) -> "pd.Series[Any]":
        """Numbers of instances; missing everywhere where there is no such column.

        Raises
        ------
        InputError
            If a cell is no number from 1 on.
        """
        if name not in self.tidy:
            return pd.Series(np.nan, index=self.tidy.index)
        values = self.numbers(name)
        wrong = (values < 1).to_numpy()
        if wrong.any():
            raise self._refusal(
                name,
                wrong,
                f"{shown(self.tidy[name][wrong].iloc[0])} is no number of instances",
                _HINTS[name],
            )
        whole = self.tidy[name].str.fullmatch(r"\d{1,15}", na=False).all()
        return values.astype("int64") if whole else values

    def check_present(self, column: "pd.Series[Any]", name: str) -> None:
        """Raise `InputError` if a cell of `column` is missing."""
        empty = column.isna().to_numpy()
        if empty.any():
            raise self._refusal(name, empty, "is empty", _FILL_IN, " in ")

    def _refusal(self, name: str, wrong: Any, what: str, hint: str, joint: str = ", ") -> InputError:
        rows: Iterable[int] = dict.fromkeys(self.tidy.index[wrong] + 1)
        column = self.columns.get(name, name)
        return InputError(
            f"{what}{joint}{rows_in_words(rows, self.table.row)}.",
            f"{self.table.where}, column {quoted(column)}",
            hint,
        )


def same_in_all_rows(tidy: pd.DataFrame, name: str, table: RawTable) -> str | None:
    """The one value that a column holds, or None.

    Raises
    ------
    InputError
        If it holds several.
    """
    values = tidy[name].dropna().unique().tolist() if name in tidy else []
    if len(values) > 1:
        raise InputError(
            f"holds {listing(map(shown, values), most=5)}, but can only be the same in all rows.",
            f"{table.where}, column {quoted(name)}",
            "Split the table.",
        )
    return str(values[0]) if values else None


def truth_in_all_rows(tidy: pd.DataFrame, name: str, table: RawTable) -> bool | None:
    """The one truth value that a column holds, or None.

    Raises
    ------
    InputError
        If it holds several, or one that is neither true nor false.
    """
    value = same_in_all_rows(tidy, name, table)
    if value is None:
        return None
    if value.strip().lower() not in ("true", "false", "1", "0"):
        raise InputError(
            f"holds {shown(value)}.", f"{table.where}, column {quoted(name)}", "It can be True or False."
        )
    return value.strip().lower() in ("true", "1")


def few_texts(table: RawTable, column: str) -> "pd.Series[Any]":
    """Cells as text, as `category` where the table holds few distinct ones."""
    cells = table.frame[column]
    if table.format == "text" and isinstance(cells.dtype, pd.CategoricalDtype):
        codes, values = distinct_texts(cells)
        own, categories = pd.factorize(_restored(values))
        if len(categories) == len(cells.cat.categories) and (categories == cells.cat.categories).all():
            return cells
        whole = pd.Categorical.from_codes(np.append(own, -1)[codes], categories=categories)
        return pd.Series(whole, cells.index, name=cells.name)
    return _restored(cells if table.format == "text" and cells.dtype == "str" else as_text(cells))


def _restored(cells: "pd.Series[Any]") -> "pd.Series[Any]":
    if not cells.str.startswith("'", na=False).any():
        return cells.astype("str")
    return cells.map(restore, na_action="ignore").astype("str")


def names(table: RawTable, column: str) -> "pd.Series[Any]":
    """Names as `few_texts`; one that is only spelled like a missing value, such as a learner NA, is given back."""
    cells = few_texts(table, column)
    spellings = list((table.spellings or {}).get(column, {}))
    if len(spellings) != 1 or not spellings[0]:
        return cells
    return spelled_out(cells).fillna(spellings[0])


def scores(table: RawTable, column: str) -> "pd.Series[Any]":
    """Scores as text, or as numbers where the table holds them as such."""
    cells = table.frame[column]
    return cells if table.format == "text" and cells.dtype == "float64" else texts(table, column)
