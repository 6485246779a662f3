"""What WEKA writes of its predictions: numbered labels, a star at the largest probability, no folds by name."""

import re
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pandas as pd

from core.data.columns.kinds import as_text
from core.data.columns.names import normal
from core.data.predictions.places import PLACE_NAMES
from core.data.tables.cells import spelled_out
from core.data.tables.table import RawTable
from core.errors import quoted

_NUMBERED = re.compile(r"(\d+):(.*)")
_UNKNOWN = r"(?:\d+:)?\?"
"""A class that is missing, which WEKA calls the first one."""


def without_weka_marks(table: RawTable) -> RawTable:
    """Bring WEKA's predictions into plain columns: labels, folds where the numbers of instances start again, ids."""
    names = {normal(name): name for name in table.columns}
    if not {"inst", "actual", "predicted", "error"} <= {name.rstrip("#_") for name in names}:
        return table
    number = next(name for word, name in names.items() if word.rstrip("#_") == "inst")
    frame = pd.DataFrame({name: _texts(table, name) for name in table.columns})
    kept = frame[[names["actual"], names["predicted"]]].set_axis(["actual", "predicted"], axis=1)
    kept = kept.apply(lambda labels: labels.mask(labels.str.fullmatch(_UNKNOWN)))
    classes = _classes(kept)
    notes: list[str] = []
    if classes:
        shares, notes = _shares(frame, kept, classes, names)
        kept = kept.apply(_bare).assign(**shares)
        notes = ["WEKA's numbers before the classes were taken off.", *notes]
    elif not all(table.is_numeric(names[name]) for name in kept):
        return table
    places = pd.to_numeric(frame[number], errors="coerce").to_numpy()
    folds = np.cumsum(np.diff(places, prepend=0) <= 0) + 1
    if folds[-1] > 1:
        kept = kept.assign(fold=folds.astype("str"))
        starts = "once" if folds[-1] == 2 else f"{folds[-1] - 1} times"
        notes.append(
            f"The numbers in {quoted(number)} start again {starts}: each start was taken for a new fold."
        )
    ids = [name for word, name in names.items() if word in PLACE_NAMES["id"] and frame[name].is_unique]
    kept = kept.assign(**{name: frame[name] for name in ids[:1]})
    return replace(table, frame=kept, head=None, spellings=None, notes=(*table.notes, *notes))


def _shares(
    frame: pd.DataFrame, labels: pd.DataFrame, classes: list[str], names: Mapping[str, str]
) -> tuple[dict[str, "pd.Series[str]"], list[str]]:
    """Probabilities by class, and what is said of them where only that of the predicted class is there.

    Parameters
    ----------
    frame : DataFrame
        All cells as texts.
    labels : DataFrame
        Actual and predicted classes with their numbers.
    classes : list of str
    names : mapping
        The columns by their normal names.
    """
    shares = _probabilities(frame, classes)
    if shares or "prediction" not in names:
        return shares, []
    shares = _of_the_other(frame[names["prediction"]], labels["predicted"], classes)
    rest = (
        "; of the other one the rest was taken, which holds if there is no class beside these two."
        if shares
        else " alone; it was left out."
    )
    return shares, [f"The column 'prediction' is the probability of the predicted class{rest}"]


def _texts(table: RawTable, name: str) -> "pd.Series[str]":
    return spelled_out(table.frame[name]) if table.holds_text(name) else as_text(table.frame[name])


def _classes(labels: pd.DataFrame) -> list[str]:
    """The classes in WEKA's order, as far as they occur; none where a label has no number, or two were cut to one."""
    known = labels.melt()["value"].dropna().unique()
    found = {label: _NUMBERED.fullmatch(label) for label in known}
    if not all(found.values()):
        return []
    pairs = sorted((int(match[1]), match[2]) for match in found.values() if match)
    numbered = [number for number, _ in pairs] == list(range(1, len(pairs) + 1))
    names = [label for _, label in pairs]
    return names if numbered and len(set(names)) == len(names) else []


def _bare(labels: "pd.Series[str]") -> "pd.Series[str]":
    return labels.str.replace(r"^\d+:", "", regex=True)


def _of_the_other(
    cells: "pd.Series[str]", predicted: "pd.Series[str]", classes: list[str]
) -> dict[str, "pd.Series[str]"]:
    """Probabilities of both of two classes from that of the predicted one; none of more, or where one is below ½."""
    likeliest = pd.to_numeric(cells.str.removeprefix("*"), errors="coerce")
    if len(classes) != 2 or not likeliest.between(0.5, 1).all():
        return {}
    said = _bare(predicted)
    each = {label: likeliest.where(said == label, 1 - likeliest).round(12) for label in classes}
    return {f"probability_{label}": values.astype("str") for label, values in each.items()}


def _probabilities(frame: pd.DataFrame, classes: list[str]) -> dict[str, "pd.Series[str]"]:
    """The distribution by class, without the star; none where it has another number of columns."""
    first = next((i for i, name in enumerate(frame.columns) if normal(name) == "distribution"), None)
    if first is None or frame.shape[1] < first + len(classes):
        return {}
    return {
        f"probability_{label}": frame.iloc[:, first + place].str.removeprefix("*")
        for place, label in enumerate(classes)
    }
