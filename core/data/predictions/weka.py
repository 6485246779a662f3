"""What WEKA writes of its predictions: numbered labels, a star at the largest probability, no folds by name."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd

from core.data.columns.kinds import as_text
from core.data.columns.names import normal
from core.data.tables.cells import spelled_out
from core.data.tables.table import RawTable
from core.errors import quoted

_NUMBERED = re.compile(r"(\d+):(.*)")


def without_weka_marks(table: RawTable) -> RawTable:
    """Bring WEKA's predictions into plain columns: labels, folds where the numbers of instances start again."""
    names = {normal(name): name for name in table.columns}
    if not {"inst", "actual", "predicted", "error"} <= {name.rstrip("#_") for name in names}:
        return table
    number = next(name for word, name in names.items() if word.rstrip("#_") == "inst")
    frame = pd.DataFrame({name: _texts(table, name) for name in table.columns})
    places = pd.to_numeric(frame[number], errors="coerce").to_numpy()
    folds = np.cumsum(np.diff(places, prepend=0) <= 0) + 1
    kept = frame[[names["actual"], names["predicted"]]].set_axis(["actual", "predicted"], axis=1)
    classes = _classes(kept)
    if not classes:
        return table
    if folds[-1] > 1:
        kept = kept.assign(fold=folds.astype("str"))
    shares = _probabilities(frame, classes)
    is_alone = "prediction" in names and not shares
    if is_alone:
        shares = _of_the_other(frame[names["prediction"]], kept["predicted"], classes)
    kept = kept.assign(**shares, actual=_bare(kept["actual"]), predicted=_bare(kept["predicted"]))
    notes: tuple[str, ...] = ("WEKA's numbers before the classes were taken off.",)
    if folds[-1] > 1:
        notes += (
            f"The numbers in {quoted(number)} start again {folds[-1] - 1} times: each start was taken for a new fold.",
        )
    if is_alone:
        rest = (
            "; of the other one the rest was taken, which holds if there is no class beside these two."
            if shares
            else " alone; it was left out."
        )
        notes += (f"The column 'prediction' is the probability of the predicted class{rest}",)
    return replace(table, frame=kept, head=None, spellings=None, notes=(*table.notes, *notes))


def _texts(table: RawTable, name: str) -> "pd.Series[str]":
    return spelled_out(table.frame[name]) if table.holds_text(name) else as_text(table.frame[name])


def _classes(labels: pd.DataFrame) -> list[str]:
    """The classes in WEKA's order, as far as they occur; none where a label has no number."""
    found = {label: _NUMBERED.fullmatch(label) for label in pd.unique(labels.to_numpy().ravel())}
    if not all(found.values()):
        return []
    pairs = sorted((int(match[1]), match[2]) for match in found.values() if match)
    numbered = [number for number, _ in pairs] == list(range(1, len(pairs) + 1))
    return [label for _, label in pairs] if numbered else []


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
