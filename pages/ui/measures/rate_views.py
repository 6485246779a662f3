"""Pictures of two rates: ROC, precision–recall, sensitivity and specificity."""

from collections.abc import Mapping
from functools import partial

import numpy as np

from core.figures import Drawing, Line, precision_recall_figure, roc_figure, threshold_figure
from core.measures import ThresholdTable, convex_hull, crossings, precision_recall_of, roc_of
from core.records import Array
from core.written import counted
from pages.ui.display.elements import is_dark
from pages.ui.measures.curve_bands import bootstrap_regions, roc_regions, sensitivity_regions
from pages.ui.measures.curve_lines import (
    AVERAGE,
    GROUPINGS,
    POOLED,
    Place,
    Shown,
    grouped_lines,
    slider_steps,
)
from pages.ui.measures.threshold_state import SCORE, SHARE, Decision, on_slider

ROC_PLACES: tuple[Place, ...] = (lambda _, cut: (cut.table.fpr[cut.corners], cut.table.tpr[cut.corners]),)
PRECISION_RECALL_PLACES: tuple[Place, ...] = (
    lambda _, cut: (cut.table.tpr[cut.corners], cut.table.precision[cut.corners]),
)
SENSITIVITY_PLACES: tuple[Place, ...] = (
    lambda _, cut: (cut.at, cut.table.tpr[cut.corners]),
    lambda _, cut: (cut.at, cut.table.specificity[cut.corners]),
)


def roc_view(shown: Shown, decision: Decision) -> Drawing:
    """ROC curves with bands, hulls, iso-cost line and the marked threshold."""
    scored = shown.study.scored

    def make(name: str) -> list[Line]:
        style = shown.styles[name]
        if shown.by == AVERAGE:
            average = scored.average(name)
            note = f"mean AUC of {counted(average.curves, 'folds')} {average.auc:.4f}"
            return [
                Line(
                    name,
                    average.fpr,
                    average.tpr,
                    style,
                    f"vertical average of {counted(average.curves, 'folds')}",
                    note=note,
                )
            ]
        if shown.by == POOLED:
            note = f"AUC {roc_of(scored.table(name)).auc:.4f}"
        else:
            areas = [curve.auc for curve in scored.curves(name, GROUPINGS[shown.by]).values()]
            note = f"{'mean ' * (len(areas) > 1)}AUC {np.mean(areas):.4f}" if areas else "AUC undefined"
        kind = scored.kind(name)
        return grouped_lines(shown, name, lambda t: (t.fpr, t.tpr, on_slider(t.thresholds, kind)), note)

    tables = {name: scored.table(name) for name in shown.learners}
    hulled = tables if "convex hull" in shown.extras else ()
    sloped = "iso-cost line" in shown.extras
    crossed = "crossings" in shown.extras and len(tables) == 2
    return roc_figure(
        shown.lines("roc", make),
        regions=roc_regions(shown),
        marks=shown.marks(decision, ROC_PLACES),
        hulls=[shown.study.once(("hull", name), partial(_hull, shown, name)) for name in hulled],
        slope=decision.costs.slope(decision.prior) if sloped else None,
        touching=[_cheapest(tables, decision)] if sloped else (),
        crossings=shown.study.once(("crossings", *tables), lambda: _crossings(*tables.values()))
        if crossed
        else (),
        dark=is_dark(),
    )


def _cheapest(tables: Mapping[str, ThresholdTable], decision: Decision) -> tuple[float, float]:
    """The corner of lowest expected cost among all curves, where the iso-cost line touches."""
    corners = [(table, decision.costs.best_corner(table, decision.prior)) for table in tables.values()]
    table, k = min(corners, key=lambda corner: decision.costs.expected(corner[0], decision.prior)[corner[1]])
    return float(table.fpr[k]), float(table.tpr[k])


def _hull(shown: Shown, name: str) -> Line:
    table = shown.study.scored.table(name)
    corners = convex_hull(table.fpr, table.tpr)
    return Line("convex hull", table.fpr[corners], table.tpr[corners], shown.styles[name])


def _crossings(one: ThresholdTable, two: ThresholdTable) -> list[tuple[float, float]]:
    return [tuple(point) for point in crossings(one.fpr, one.tpr, two.fpr, two.tpr)[:60].tolist()]


def precision_recall_view(shown: Shown, decision: Decision) -> Drawing:
    """Precision over recall."""
    scored = shown.study.scored

    def make(name: str) -> list[Line]:
        kind = scored.kind(name)

        def steps(table: ThresholdTable) -> tuple[Array, Array, Array]:
            details = on_slider(table.thresholds[1:], kind)
            x = np.r_[0.0, np.repeat(table.tpr[1:], 2)[:-1]]
            return x, np.repeat(table.precision[1:], 2), np.repeat(details, 2)

        if shown.by == AVERAGE:  # folds do not reach equal recalls: the pooled curve stays
            return [Line(name, *steps(scored.table(name))[:2], shown.styles[name], POOLED, note=POOLED)]
        pooled = shown.by == POOLED
        area = precision_recall_of(scored.table(name)).average_precision if pooled else 0.0
        return grouped_lines(shown, name, steps, f"average precision {area:.4f}" if pooled else shown.by)

    return precision_recall_figure(
        shown.lines("pr", make),
        scored.table(shown.learners[0]).prior,
        regions=bootstrap_regions(shown, "precision_recall"),
        marks=shown.marks(decision, PRECISION_RECALL_PLACES),
        dark=is_dark(),
    )


def sensitivity_view(shown: Shown, decision: Decision) -> Drawing:
    """Sensitivity and specificity over what the slider cuts by: θ, or the share that is called positive."""
    scored, by = shown.study.scored, decision.by

    def make(name: str) -> list[Line]:
        table, style = scored.table(name), shown.styles[name]
        x, sensitivity = slider_steps(shown, by, name, table.tpr)
        _, specificity = slider_steps(shown, by, name, table.specificity)
        return [
            Line(name, x, sensitivity, style, "sensitivity", dash="solid"),
            Line(name, x, specificity, style, "specificity", dash="dash", listed=False),
        ]

    return threshold_figure(
        shown.lines(f"sensitivity by {by}", make),
        decision.value if by == SCORE else None,
        y_title="sensitivity, specificity",
        by_share=by == SHARE,
        regions=sensitivity_regions(shown, by),
        marks=shown.marks(decision, SENSITIVITY_PLACES),
        dark=is_dark(),
    )
