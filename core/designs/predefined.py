"""The design that comes with the data: a column says the fold, or the group."""

from collections.abc import Iterator

import numpy as np

from core.designs.cases import Cases, IndexArray, Pair
from core.designs.entry import DesignEntry, Option
from core.errors import DesignError


def _predefined(cases: Cases, *, kind: str) -> Iterator[Pair]:
    from sklearn.model_selection import PredefinedSplit

    yield from PredefinedSplit(_column(cases, kind)).split(np.zeros(cases.n))


def _column(cases: Cases, kind: str) -> IndexArray:
    column = cases.folds if kind == "fold" else cases.groups
    if column is None:
        raise DesignError(
            f"no column of these data says the {kind} of an instance.",
            hint=f"Choose the column with the {kind}s when the data are read ({kind}s=…).",
        )
    if column.max() < 0:
        raise DesignError("every instance is marked as never validated.")
    return column


PREDEFINED = DesignEntry(
    key="predefined",
    title="Predefined folds or groups",
    wording="predefined {kind}s",
    summary="Each fold (or group) that a column names is the validation set once; the rest is trained on.",
    reference="@sklearn, PredefinedSplit and LeaveOneGroupOut",
    options=(
        Option(
            name="kind",
            kind="choice",
            default="fold",
            choices=("fold", "group"),
            help="Whether the folds are those of the fold column, or one for each group.",
        ),
    ),
    pairs=_predefined,
    takes_groups=True,
)
