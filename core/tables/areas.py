"""Tables of areas under curves: pooled and over folds, up to an fp-rate, class by class."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from core.figures.canvas.text import sentence_list
from core.inference.interpretation.areas import INTERVALS, LearnerArea, class_area
from core.inference.interpretation.summary import with_width
from core.measures import RocCurve, ScoredInstances
from core.records import Interval
from core.tables.table import Column, Table, alike, telling
from core.written import MISSING, in_percent, number


def areas_table(areas: Sequence[LearnerArea], level: float = 0.95) -> Table:
    """The area of every learner with its intervals of this level; over several folds their mean with its own.

    Returns
    -------
    Table
        Intervals are printed within the range of an area; the frame holds their limits as they are, too. Those without
        width are left out: they would claim certainty.
    """
    several = any(area.several_folds for area in areas)
    rows = []
    for area in areas:
        folds, best = area.folds, with_width(area.folds.best_interval)
        found = {name: with_width(area.intervals.get(name)) for name in INTERVALS}
        over_folds = "mean, corrected t" if folds.corrected else "mean, t"
        limits_of = {**found, over_folds: best} if several else found
        row: dict[str, object] = {"learner": area.learner, "pooled": area.pooled}
        row |= {name: _both(limits) for name, limits in found.items()}
        if several:
            row |= {
                "mean of folds": folds.mean,
                "sd over folds": folds.sd,
                over_folds: _both(best),
                "folds": f"{folds.scored} of {folds.scored + area.undefined}",
            }
        for name, limits in limits_of.items():
            row |= {f"{name}, low": limits and limits.low, f"{name}, high": limits and limits.high}
        rows.append(row)
    frame = pd.DataFrame(rows)
    said = sentence_list([f"{area.learner} {number(area.pooled)}" for area in areas])
    silent = () if any(area.undefined for area in areas) else ("folds",)  # all of them, for every learner
    shown = telling(
        frame,
        [name for name in map(str, frame) if not name.endswith((", low", ", high")) and name not in silent],
    )
    alt = (
        f"Area under the {'pooled ' if several else ''}curve, intervals of level {in_percent(level)}: {said}."
    )
    short = {
        "mean of folds": "Fold mean",
        "sd over folds": "Fold sd",
    }  # all columns fit the screen of a laptop
    columns = {name: Column(title, "{:.4f}") for name, title in short.items()}
    columns["mean, corrected t"] = Column("Corrected t")
    columns["pooled"] = Column("" if several else "Area", "{:.4f}")
    return Table(frame, alt, columns, shown)


def _both(limits: Interval | None) -> str:
    """Both limits in one cell, within the range of an area."""
    return MISSING if limits is None else "{:.4f} … {:.4f}".format(*limits.within(0, 1))


def partial_areas_table(curves: Mapping[str, RocCurve], largest: float) -> Table:
    """Areas up to the fp-rate `largest`, as they are and standardised (McClish 1989)."""
    name = f"partial to {largest:.2f}"
    standardised = {
        learner: curve.partial_auc(largest, standardised=True) if largest < 1 else curve.auc
        for learner, curve in curves.items()
    }
    areas = [curve.partial_auc(largest) for curve in curves.values()]
    frame = pd.DataFrame({"learner": list(curves), name: areas, "standardised": list(standardised.values())})
    said = sentence_list([f"{learner} {number(area)}" for learner, area in standardised.items()])
    alt = f"Standardised area up to an fp-rate of {largest:.2f}: {said}."
    return Table(frame, alt, alike("{:.4f}", name, "standardised"))


def class_areas_table(
    curves: Mapping[str, ScoredInstances], level: float = 0.95, *, why_not: str = ""
) -> Table:
    """Area of every class against the rest with DeLong's interval.

    Parameters
    ----------
    curves : mapping of class to its scores against the rest
    level : float
    why_not : str
        Why there may be no intervals, see `why_not_pooled`; empty where there may.

    Returns
    -------
    Table
        Without the limits of an interval that has no width.
    """
    rows = []
    for label, scored in curves.items():
        area, found = class_area(scored, level)
        limits = None if why_not else with_width(found)
        low, high = (np.nan, np.nan) if limits is None else (limits.low, limits.high)
        rows.append((label, area, max(low, 0.0), min(high, 1.0), int(scored.truth.sum())))
    frame = pd.DataFrame(rows, columns=["class", "AUC", "from", "to", "instances"])
    said = sentence_list([f"{label} {number(area)}" for label, area, *_ in rows])
    columns = {
        "AUC": Column(form="{:.4f}"),
        "from": Column(f"{in_percent(level)} from", "{:.4f}"),
        "to": Column("to", "{:.4f}"),
    }
    alt = f"Area of each class against the rest: {said}."
    return Table(frame, alt, columns, telling(frame, map(str, frame)))
