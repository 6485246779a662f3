"""The doors by which tables come in: what each takes a source for, before anything is decided."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from core.data.columns.inspection import ColumnSummary, Understanding
from core.data.columns.measures import is_measure
from core.data.columns.names import find_roles, normal
from core.data.datasets.inspect import inspect_dataset
from core.data.fold_scores.files import layout_of, score_refusal
from core.data.fold_scores.inspect import inspect_fold_scores
from core.data.fold_scores.no_scores import INSTANCES, counts_refusal
from core.data.predictions.columns import TRUTH_NAMES
from core.data.predictions.inspect import inspect_predictions
from core.data.predictions.long import is_long
from core.data.predictions.packages import target_called
from core.data.tables.table import RawTable, Source, read_table
from core.errors import InputError, check_one_of

DOORS: dict[str, Callable[[Source, str | None, str | None], Understanding]] = {
    "dataset": inspect_dataset,
    "fold_scores": inspect_fold_scores,
    "predictions": inspect_predictions,
}
"""How each kind of source is understood."""


_PREDICTED = re.compile(
    r"(?:^|.*[_. ])(?:y_?hat|y_pred|pred|predict|predicted|prediction|proba|probability)(?:[_. ].*|$)"
)
_FEWEST_INSTANCES = 20
"""Rows of a table that is called a data set where something else was expected."""
_MOST_MARKERS = 4
"""That are compared on the same instances; more numbers beside a class are attributes."""
_MOST_FOLDS = 1000
"""Rows of one column per learner that may be folds; a table with more is a data set."""


def likely_door(table: RawTable) -> str:
    """The door that a table belongs to: "counts", "fold_scores", "predictions" or "dataset"; empty if nothing tells."""
    return _door_of_results(table) or ("dataset" if _looks_like_data(table) else "")


def _looks_like_data(table: RawTable) -> bool:
    """Whether rows are instances with attributes, rather than results of a kind that nobody knows.

    Of results columns are measures or learners, all are shares, or may be scores on another scale; what can be read as
    predictions may be just that, unless all that would predict are numbers that are called after no learner.
    """
    names = set(map(normal, table.columns))
    if len(table.frame) < _FEWEST_INSTANCES or find_roles(table, {}, ("fold", "replicate", "learner")):
        return False
    if any(is_measure(name) or _PREDICTED.fullmatch(name) for name in names) or _may_be_scores(table):
        return False
    try:
        found = inspect_dataset(table)
    except InputError:
        return False
    attributes = [column for column in found.columns if column.role == "attribute"]
    is_aimed = found.refusal is None and found.roles["target"] is not None
    if not is_aimed or len(attributes) < 2 or all(_is_share(table, column) for column in attributes):
        return False
    predicted = _inspected_predictions(table)
    if predicted is None:  # an empty cell is refused, whatever the others are
        predicted = _inspected_predictions(replace(table, frame=table.frame.dropna().reset_index(drop=True)))
    return predicted is None or _are_attributes(table, predicted, [column.name for column in attributes])


def _inspected_predictions(table: RawTable) -> Understanding | None:
    try:
        return inspect_predictions(table)
    except InputError:
        return None


def _are_attributes(table: RawTable, predicted: Understanding, attributes: Sequence[str]) -> bool:
    """Whether what could be read as markers are attributes: on several scales, beside others or very many."""
    roles = {column.name: column.role for column in predicted.columns}
    markers = [name for name, role in roles.items() if role == f"score of {name}"]
    if not markers or set(roles.values()) - {f"score of {name}" for name in markers} - {"truth", "left out"}:
        return False
    has_others = any(roles.get(name) == "left out" for name in attributes)
    return (has_others or len(markers) > _MOST_MARKERS) and not _lie_alike(table, markers)


def _may_be_scores(table: RawTable) -> bool:
    """Whether all columns beside names of data sets are numbers that lie as scores of learners by one measure do."""
    places = set(find_roles(table, {}, ("dataset",)).values())
    rest = [name for name in table.columns if name not in places]
    return len(rest) > 1 and all(map(table.is_numeric, rest)) and _lie_alike(table, rest)


def _lie_alike(table: RawTable, names: Sequence[str]) -> bool:
    """Whether each has its median within the range of every other, as attributes of different units seldom have."""
    columns = [table.numbers(name).values for name in names]
    medians = [column.median() for column in columns]
    highest, lowest = min(column.max() for column in columns), max(column.min() for column in columns)
    return bool(lowest <= min(medians) and max(medians) <= highest)


def _is_share(table: RawTable, column: ColumnSummary) -> bool:
    return column.kind == "number" and bool(table.numbers(column.name).values.dropna().between(0, 1).all())


def _door_of_results(table: RawTable) -> str:
    """The door for results that a table belongs to; empty where it may be a data set."""
    if counts_refusal(table) is not None:
        return "counts"
    names = {normal(name) for name in table.columns}
    if (
        is_long(table)
        or target_called(table.columns) is not None
        or {"truth", "response"} <= names
        or (names & set(TRUTH_NAMES) and any(_PREDICTED.fullmatch(name) for name in names))
    ):
        return "predictions"
    rows = len(table.frame)
    first = table if rows <= _MOST_FOLDS else replace(table, frame=table.frame.head(_MOST_FOLDS), head=None)
    fits = layout_of(first) or ""
    places = find_roles(first, {}, ("fold", "replicate"))
    if fits in ("", "wide", "long", "measures") and "fold" not in places:
        return ""
    if fits != "wide":
        return "fold_scores" if fits else ""
    again = first.frame[list(places.values())].duplicated().any()
    return "" if again or rows > _MOST_FOLDS else "fold_scores"


def recognise_scores(table: RawTable) -> tuple[str | None, InputError | None, str]:
    """Key of the layout of fold results that fits; where none does, why there are no scores, if that is known, and the
    door that the table belongs to.
    """
    counts = counts_refusal(table)
    if counts is not None:
        return None, counts, "counts"
    layout = layout_of(table)
    if layout is not None:
        return layout, None, "fold_scores"
    refusal, likely = score_refusal(table), likely_door(table)
    if likely == "dataset" and refusal is not None and refusal.hint == INSTANCES:
        refusal = InputError(refusal.what, refusal.where, "Bring it on the tab Data set.")
    return None, refusal, likely


def recognise(
    source: Source, sheet: str | None = None, encoding: str | None = None, one_spelling: str | None = None
) -> tuple[str, Understanding | InputError]:
    """The door that a table belongs to, and what it is as a data set, or why it is none.

    Parameters
    ----------
    source, sheet, encoding, one_spelling
        As for `inspect_dataset`.

    Raises
    ------
    InputError
        If the source is no table.
    """
    table = read_table(source, sheet=sheet, encoding=encoding)
    try:
        return _door_of_results(table) or "dataset", inspect_dataset(
            table, sheet, encoding, one_spelling=one_spelling
        )
    except InputError as refusal:
        return _door_of_results(table) or "dataset", refusal


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
