"""What the pictures of curves have in common: which learners and curves they show, kept lines, marks, steps over θ."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import numpy as np

from core.figures import Line, Mark, Region, Styles, thinned
from core.measures import Grouping, ThresholdTable
from core.records import Array, Predictions
from core.written import number
from pages.ui.measures.threshold_state import SHARE, Decision, Study, on_slider

T = TypeVar("T")

POOLED, FOLDS, REPLICATES, AVERAGE = "pooled", "folds", "replicates", "average"
GROUPINGS: Mapping[str, Grouping] = {
    POOLED: "pooled",
    FOLDS: "folds",
    REPLICATES: "replicates",
    AVERAGE: "folds",
}
NO_BAND, BOOTSTRAP, BY_THRESHOLD = "none", "bootstrap", "by threshold"
BANDS = (NO_BAND, BOOTSTRAP, BY_THRESHOLD)


def groupings(predictions: Predictions) -> list[str]:
    """How curves can be put together: by folds or replicates only where there are several."""
    folds = {(item.replicate, item.fold) for item in predictions.outcomes}
    several = {
        POOLED: True,
        FOLDS: len(folds) > 1,
        REPLICATES: len({replicate for replicate, _ in folds}) > 1,
        AVERAGE: len(folds) > 1,
    }
    return [name for name in GROUPINGS if several[name]]


@dataclass(frozen=True, eq=False)
class Cut:
    """Scores of one learner, cut once or at many positions of the slider.

    Attributes
    ----------
    table : ThresholdTable
    corners : int array
        Of its curve.
    at : array
        Where the slider stands: θ, or the share that is called positive.
    """

    table: ThresholdTable
    corners: Array
    at: Array


Place = Callable[[Decision, Cut], tuple[Array, Array]]
"""Where the marks of a learner lie in a picture."""


class Shown:
    """Everything that decides the pictures, besides the decision."""

    def __init__(
        self,
        study: Study,
        learners: list[str],
        styles: Styles,
        *,
        by: str,
        band: str,
        level: float,
        extras: list[str],
    ) -> None:
        self.study = study
        self.learners = learners
        self.styles = styles
        self.by = by
        self.band = band
        self.level = level
        self.extras = extras
        self._kept: dict[Hashable, Any] = {}

    def lines(self, view: str, make: Callable[[str], list[Line]]) -> list[Line]:
        """Thinned lines of all learners for one view, kept from run to run."""
        found: list[Line] = []
        for name in self.learners:
            key = ("lines", view, self.by, name)
            found += self.study.once(key, partial(_thinned, make, name))
        return found

    @property
    def has_bands(self) -> bool:
        """Whether there are bands at all: they belong to pooled curves, where these may be pooled."""
        return self.band != NO_BAND and self.by == POOLED and not self.study.no_pooling

    def regions(self, view: str, make: Callable[[str], list[Region]]) -> list[Region]:
        """Bands of all learners for one view, kept from run to run."""
        found: list[Region] = []
        for name in self.learners if self.has_bands else ():
            key = ("band", view, self.band, self.level, name)
            found += self.study.once(key, partial(make, name))
        return found

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What holds as long as nothing but the threshold moves, made when it is not there."""
        if key not in self._kept:
            self._kept[key] = make()
        found: T = self._kept[key]
        return found

    def known(self, key: Hashable) -> Any:
        """What was made once; None if it was not."""
        return self._kept.get(key)

    def cut(self, name: str, decision: Decision, values: Array) -> Cut:
        """The scores of one learner, cut as decided, were the slider at these positions."""
        table, kind = self.study.scored.table(name), self.study.scored.kind(name)
        return Cut(table, decision.corners(table, kind, values), values)

    def marks(self, decision: Decision, places: Sequence[Place]) -> list[Mark]:
        """The decision on every learner's curves."""
        cuts = {name: self.cut(name, decision, np.asarray(decision.value)) for name in self.learners}
        marks = []
        for place in places:
            for name, cut in cuts.items():
                tp, fn, fp, tn = cut.table.counts(int(cut.corners))
                x, y = map(float, place(decision, cut))
                text = f"marked: tp {tp:,}, fn {fn:,}, fp {fp:,}, tn {tn:,}<br>{number(x, 4)}, {number(y, 4)}"
                marks.append(Mark(name, x, y, self.styles[name], text, listed=False))
        return marks

    def shown_thresholds(self, table: ThresholdTable, name: str) -> Array:
        """Thresholds of the corners as the slider counts them."""
        return on_slider(table.thresholds, self.study.scored.kind(name))


def _thinned(make: Callable[[str], list[Line]], name: str) -> list[Line]:
    return [thinned(line) for line in make(name)]


def grouped_lines(
    shown: Shown, name: str, line_of: Callable[[ThresholdTable], tuple[Array, Array, Array]], note: str
) -> list[Line]:
    """Faint lines of folds or replicates, or the pooled line."""
    style = shown.styles[name]
    if shown.by == AVERAGE:
        return []
    tables = shown.study.scored.tables(name, GROUPINGS[shown.by])
    usable = {part: table for part, table in tables.items() if table.positives and table.negatives}
    faint = shown.by != POOLED and len(usable) > 1
    lines = []
    for position, (part, table) in enumerate(usable.items()):
        x, y, details = line_of(table)
        lines.append(Line(name, x, y, style, part, details, note, faint=faint, listed=not position))
    return lines


def slider_steps(shown: Shown, by: str, name: str, values: Array) -> tuple[Array, Array]:
    """A rate of every corner as a step function of θ, or of the share that is called positive.

    Parameters
    ----------
    shown : Shown
    by : str
        `SCORE` or `SHARE`.
    name : str
        Of the learner.
    values : array
        One per corner of its curve: between two scores nothing changes.
    """
    table = shown.study.scored.table(name)
    if by == SHARE:  # corner j is in force from the share that it calls positive up to that of the next
        return np.column_stack([table.called, np.r_[table.called[1:], 1.0]]).ravel(), np.repeat(values, 2)
    theta = np.clip(shown.shown_thresholds(table, name), 0.0, 1.0)
    # corner j is in force for θ from the next lower score up to its own threshold
    left = np.r_[theta[1:], min(0.0, float(theta[-1]))]
    return np.column_stack([theta, left]).ravel(), np.repeat(values, 2)
