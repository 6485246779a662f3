"""Rows and columns that sum up others beside them, told by their names: Average, Avg. rank (Friedman), # best."""

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from core.data.columns.names import find_roles, normal
from core.data.csv_escape import restore
from core.data.tables.cells import spelled_out
from core.data.tables.table import RawTable
from core.errors import listing, quoted
from core.records import Array

STATISTICS = (
    *("mean", "average", "avg", "std", "sd", "stdev", "std_dev", "std_err", "mean_std"),
    *("mittelwert", "mittel", "durchschnitt", "standardabweichung", "stabw"),
)
DESCRIBED = ("count", "min", "25%", "50%", "75%", "max", "median", "null_count", "1st_qu", "3rd_qu")
"""What pandas and R call the other rows of a description of a column."""

_WORDS = re.compile(r"[^\W_]+")
_SUM_UP = frozenset(
    _WORDS.findall(
        "mean avg average std sd stdev stddev stderr sem deviation median rank ranks losses ø mittelwert "
        "mittel mittlere mittlerer durchschnitt durchschnittlich durchschnittliche durchschnittlicher "
        "standardabweichung stabw rang ränge rangsumme moyenne moyen rangs médiane mediane écart promedio "
        "rango rangos médian mediana desviación gemiddelde gemiddeld mediaan standaardafwijking schnitt medel "
        "medelvärde snitt gennemsnit gjennomsnitt keskiarvo standardavvikelse średnia średni odchylenie průměr "
        "átlag среднее средний медиана отклонение ранг média desvio mediano ortalama medyan "
        "平均 平均値 平均值 中央値 中位数 標準偏差 标准差 평균"
    )
)
_MAY_SUM_UP = frozenset(
    _WORDS.findall(
        "total sum overall best ranking rankings win wins tie ties draw draws loss summe gesamt insgesamt "
        "rangliste siege somme classement victoires suma media ranked totale totaal som summa totalt łącznie "
        "razem итого всего сумма somma soma geral général globale 合計 合计 总计"
    )
)
"""Words that data sets are called as well: they count at the ends of a table alone, where sums stand."""
_BESIDE = frozenset(
    _WORDS.findall(
        "of the in on over all and no nr number by per dev err standard arithmetic geometric test final "
        "friedman nemenyi acc accuracy error errors auc score scores value values performance rate data set "
        "sets dataset datasets der die des das von über aller alle und anzahl datensätze wert werte "
        "genauigkeit fehler de du la le les et sur type nombre del los las el y medio estándar número"
    )
)
"""Words that say of what, none of which sums up on its own."""
_APART = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\\[a-z]+")
"""What is said in brackets, and the commands of LaTeX."""
_SIGNS = re.compile(r"p_(values?|wert)|w_[td]_l|w_l_[td]")
"""Names of one letter and more, as `normal` writes p-value and W/T/L."""
_MOST_LABELS = 10_000
_FEWEST = 5
"""Cells above the last from which on these may tell that it sums them up."""


def without_summary_rows(table: RawTable) -> RawTable:
    """Leave out rows called mean or std beside the scores that they sum up, and say so.

    What stands in several rows of a column of learners is one, such as a baseline that predicts the mean.
    """
    if len(table.frame) < 3:
        return table
    places = find_roles(table, {}, ("learner", "dataset", "replicate", "fold"))
    learner = places.pop("learner", None)
    named = dict.fromkeys([table.columns[0], *places.values()])
    columns = [name for name in named if table.holds_text(name)]
    labels = {name: spelled_out(table.frame[name]).fillna("") for name in columns}
    masks = {name: _sums(written) for name, written in labels.items()}
    if learner in masks:
        masks[learner] &= ~labels[learner].duplicated(keep=False).to_numpy()
    return _without(table, labels, masks)


def without_sums_of_instances(table: RawTable, ids: Collection[str]) -> RawTable:
    """Leave out rows called mean or total before or behind instances that are numbered, and say so.

    Parameters
    ----------
    table : RawTable
    ids : collection of str
        What columns are called, as `normal` writes it, that may number the instances.
    """
    columns = [name for name in table.columns if normal(name) in ids and table.holds_text(name)]
    ends = [cell for name in columns[:1] for cell in table.frame[name].iloc[[0, -1]].dropna()]
    if all(sums_up(cell) is False for cell in ends):
        return table  # which spares looking at every id of many
    labels = {name: spelled_out(table.frame[name]).fillna("") for name in columns[:1]}
    masks = {name: _sums(written) for name, written in labels.items()}
    if not all(labels[name][~masks[name]].str.contains(r"\d", regex=True).all() for name in masks):
        return table  # instances with names, one of which may be such a word
    return _without(table, labels, masks)


def without_last_sum(table: RawTable) -> RawTable:
    """Leave out a last row of sums or means that is no instance beside: its other cells are empty, or say what it is.

    Where all columns hold numbers, nothing but these tells, and it stays.
    """
    last = table.frame.iloc[-1:].astype("str").iloc[0].where(table.frame.iloc[-1].notna(), "")
    words = {str(name): cell for name, cell in last.items() if not cell or sums_up(cell) is not False}
    if not words or len(table.frame) <= _FEWEST:
        return table
    if any(not table.is_numeric(name) for name in table.columns if name not in words):
        return table
    numbers = [table.numbers(name).values.to_numpy() for name in table.columns if name not in words]
    whole = [values for values in numbers if np.isfinite(values).all()]
    kind = last_sums_up(whole) if len(whole) > 1 or any(words.values()) else ""
    if not kind:
        return table
    frame = table.frame.iloc[:-1]
    few = {name: frame[name].cat.remove_unused_categories() for name in words if _is_coded(frame[name])}
    head = None if table.head is None else table.head.iloc[: len(frame)]
    note = f"Left out, because it holds the {kind} of all others in every column of numbers: the last row."
    return replace(table, frame=frame.assign(**few), head=head, notes=(*table.notes, note))


def last_sums_up(columns: Sequence[Array]) -> str:
    """What the last cells hold of those above them, "sums" or "means"; "" where they do not, or may by chance.

    Parameters
    ----------
    columns : sequence of arrays
        Numbers; those that vary nowhere say nothing. In two columns at least the last has to be a number that stands
        nowhere above it.
    """
    above = [
        (column[:-1], column[-1]) for column in columns if len(column) > _FEWEST and np.ptp(column[:-1]) > 0
    ]
    if sum(last not in rest for rest, last in above) < min(2, len(columns)):
        return ""
    for kind, way in (("sums", np.sum), ("means", np.mean)):
        if above and all(abs(way(rest) - last) <= _room(last, rest) for rest, last in above):
            return kind
    return ""


def _room(last: float, above: Array) -> float:
    """How far a number as it is written may lie from what it was rounded from, and from how floats are added."""
    return max(0.51 * 10.0 ** -decimals_written(np.array([last])), 1e-9 * float(abs(above).sum()))


def decimals_written(numbers: Array) -> int:
    """With how many decimals numbers are written."""
    return next((d for d in range(12) if np.allclose(np.round(numbers, d), numbers, 1e-12, 1e-12)), 12)


def _without(table: RawTable, labels: Mapping[str, "pd.Series[str]"], masks: Mapping[str, Array]) -> RawTable:
    """The table without the rows that any of the masks chooses, which the note names by their labels."""
    sums = np.logical_or.reduce([np.zeros(len(table.frame), dtype=bool), *masks.values()])
    if not sums.any() or (~sums).sum() < 2:
        return table
    names = dict.fromkeys(label for name in masks for label in labels[name][masks[name]])
    frame = table.frame[~sums].reset_index(drop=True)
    few = {name: frame[name].cat.remove_unused_categories() for name in masks if _is_coded(frame[name])}
    head = None if table.head is None else table.head[~sums[: len(table.head)]]
    note = f"Left out, because they sum up the others: the rows {listing(map(quoted, names))}."
    return replace(table, frame=frame.assign(**few), head=head, notes=(*table.notes, note))


def sums_among(names: Sequence[str]) -> list[str]:
    """The names of columns that sum up others; those that data sets may bear too at either end alone."""
    labels = pd.Series(names, dtype="str")
    return labels[_sums(labels)].tolist()


def _is_coded(column: "pd.Series[str]") -> bool:
    return isinstance(column.dtype, pd.CategoricalDtype)


def _sums(labels: "pd.Series[str]") -> Array:
    """Which labels are those of sums."""
    distinct = labels.unique()
    if len(distinct) > _MOST_LABELS:
        return np.zeros(len(labels), dtype=bool)
    known = {label: sums_up(label) for label in distinct}
    certain: Array = labels.map({label: found is True for label, found in known.items()}).to_numpy(dtype=bool)
    possible: Array = labels.map({label: found is not False for label, found in known.items()}).to_numpy(bool)
    outer = np.logical_and.accumulate(possible) | np.logical_and.accumulate(possible[::-1])[::-1]
    return certain | outer


def sums_up(label: str) -> bool | None:
    """Whether a row of this name sums others up; None where a data set may be called so, too."""
    name = normal(label)
    if name in STATISTICS or {name, label.strip()} & set(DESCRIBED) or _SIGNS.fullmatch(name):
        return True
    plain = unicodedata.normalize("NFKC", restore(label)).casefold()
    words = set(_WORDS.findall(_APART.sub(" ", plain)))
    if not words <= _SUM_UP | _MAY_SUM_UP | _BESIDE or not words & (_SUM_UP | _MAY_SUM_UP):
        return False
    return True if words & _SUM_UP else None
