"""The doors by which tables come in: what each takes a source for, before anything is decided."""

from collections.abc import Callable

from core.data.columns.inspection import Understanding
from core.data.datasets.inspect import inspect_dataset
from core.data.fold_scores.inspect import inspect_fold_scores
from core.data.predictions.inspect import inspect_predictions
from core.data.tables.table import Source
from core.errors import check_one_of

DOORS: dict[str, Callable[[Source, str | None, str | None], Understanding]] = {
    "dataset": inspect_dataset,
    "fold_scores": inspect_fold_scores,
    "predictions": inspect_predictions,
}
"""How each kind of source is understood."""


def inspect(
    source: Source, *, door: str = "dataset", sheet: str | None = None, encoding: str | None = None
) -> Understanding:
    """Understand a source: what it seems to be, which column plays which role, what is still open.

    Parameters
    ----------
    source : path, bytes, file object or DataFrame
    door : str
        What the source is taken for, a key of `DOORS`.
    sheet : str, optional
        Of a workbook.
    encoding : str, optional
        Of text; recognised or guessed when not given.

    Raises
    ------
    InputError
        If the source cannot be understood.
    """
    check_one_of(door, DOORS, "door")
    return DOORS[door](source, sheet, encoding)
