"""The pictures that one threshold drives: curves of every learner in its colour, with what is marked on them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from core.errors import NotApplicable
from core.figures import (
    Drawing,
    Line,
    Mark,
    Region,
    calibration_figure,
    cost_figure,
    gain_figure,
    lift_figure,
    precision_recall_figure,
    roc_figure,
    thinned,
    threshold_figure,
)
from core.figures.thin import kept_corners
from core.inference import INTERVALS
from core.inference.threshold_band import threshold_band
from core.measures import (
    bootstrap_band,
    calibration,
    calibration_error,
    convex_hull,
    cost_curve,
    crossings,
    precision_recall_of,
    roc_of,
)
from core.measures.bands import Curve
from pages.ui.decisions import SCORE, Decision, Study, on_slider
from pages.ui.text import number

POOLED, FOLDS, REPLICATES, AVERAGE = "pooled", "folds", "replicates", "average"
GROUPINGS = {POOLED: "pooled", FOLDS: "folds", REPLICATES: "replicates", AVERAGE: "folds"}
NO_BAND, BOOTSTRAP, BY_THRESHOLD = "none", "bootstrap", "by threshold"
BANDS = (NO_BAND, BOOTSTRAP, BY_THRESHOLD)


class Shown:
    """Everything that decides the pictures, besides the decision."""

    def __init__(
        self,
        study: Study,
        learners: list[str],
        styles: Any,
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

    def lines(self, view: str, make: Callable[[str], list[Line]]) -> list[Line]:
        """Thinned lines of all learners for one view, kept from run to run."""
        found: list[Line] = []
        for name in self.learners:
            key = ("lines", view, self.by, name)
            found += self.study.once(key, lambda name=name: [thinned(line) for line in make(name)])
        return found

    def regions(self, view: str, make: Callable[[str], Region | None]) -> list[Region]:
        """Bands of all learners; none unless curves are pooled and may be."""
        if self.band == NO_BAND or self.by != POOLED or self.study.no_pooling:
            return []
        keys = [("band", view, self.band, self.level, name) for name in self.learners]
        made = [
            self.study.once(key, lambda name=name: make(name))
            for key, name in zip(keys, self.learners, strict=True)
        ]
        return [region for region in made if region is not None]

    def marks(self, decision: Decision, place: Callable[[Any, int, str], tuple[float, float]]) -> list[Mark]:
        """The decision on every learner's curve."""
        marks = []
        for name in self.learners:
            table, kind = self.study.scored.table(name), self.study.scored.kind(name)
            corner = decision.corner(table, kind)
            tp, fn, fp, tn = table.counts(corner)
            x, y = place(table, corner, name)
            text = f"marked: tp {tp:,}, fn {fn:,}, fp {fp:,}, tn {tn:,}<br>{number(x, 4)}, {number(y, 4)}"
            marks.append(Mark(name, x, y, self.styles[name], text))
        return marks

    def shown_thresholds(self, table: Any, name: str) -> Any:
        """Thresholds of the corners as the slider counts them."""
        return on_slider(table.thresholds, self.study.scored.kind(name))


def _grouped(
    shown: Shown, name: str, line_of: Callable[[Any], tuple[Any, Any, Any]], note: str
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


def roc_view(shown: Shown, decision: Decision) -> Drawing:
    """ROC curves with bands, hulls, iso-cost line and the marked threshold."""
    scored = shown.study.scored

    def make(name: str) -> list[Line]:
        style = shown.styles[name]
        if shown.by == AVERAGE:
            average = scored.average(name)
            note = f"mean AUC of {average.curves} folds {average.auc:.4f}"
            return [
                Line(
                    name,
                    average.fpr,
                    average.tpr,
                    style,
                    f"vertical average of {average.curves} folds",
                    note=note,
                )
            ]
        if shown.by == POOLED:
            note = f"AUC {roc_of(scored.table(name)).auc:.4f}"
        else:
            areas = [curve.auc for curve in scored.curves(name, GROUPINGS[shown.by]).values()]
            note = f"mean AUC {np.mean(areas):.4f}" if areas else "AUC undefined"
        kind = scored.kind(name)
        return _grouped(shown, name, lambda t: (t.fpr, t.tpr, on_slider(t.thresholds, kind)), note)

    tables = {name: scored.table(name) for name in shown.learners}
    extras: dict[str, Any] = {}
    if "convex hull" in shown.extras:
        extras["hulls"] = [
            shown.study.once(("hull", name), lambda name=name: _hull(shown, name)) for name in tables
        ]
    if "iso-cost line" in shown.extras:
        best = {name: decision.costs.best_corner(table, decision.prior) for name, table in tables.items()}
        cost = {name: decision.costs.expected(tables[name], decision.prior)[k] for name, k in best.items()}
        name = min(cost, key=lambda name: cost[name])
        extras["slope"] = decision.costs.slope(decision.prior)
        extras["touching"] = [(float(tables[name].fpr[best[name]]), float(tables[name].tpr[best[name]]))]
    if "crossings" in shown.extras and len(tables) == 2:
        extras["crossings"] = shown.study.once(("crossings", *tables), lambda: _crossings(*tables.values()))
    return roc_figure(
        shown.lines("roc", make),
        regions=shown.regions("roc", lambda name: _roc_band(shown, name)),
        marks=shown.marks(decision, lambda table, k, _: (float(table.fpr[k]), float(table.tpr[k]))),
        dark=_dark(),
        **extras,
    )


def _hull(shown: Shown, name: str) -> Line:
    table = shown.study.scored.table(name)
    corners = convex_hull(table.fpr, table.tpr)
    return Line("convex hull", table.fpr[corners], table.tpr[corners], shown.styles[name])


def _crossings(one: Any, two: Any) -> list[tuple[float, float]]:
    return [tuple(point) for point in crossings(one.fpr, one.tpr, two.fpr, two.tpr)[:60].tolist()]


def _roc_band(shown: Shown, name: str) -> Region | None:
    table, style = shown.study.scored.table(name), shown.styles[name]
    if shown.band == BOOTSTRAP:
        return _bootstrap_region(shown, name, "roc")
    band = threshold_band(table, shown.level)
    low = thinned(Line(name, band.fpr_high, band.tpr_low, style))
    high = thinned(Line(name, band.fpr_low, band.tpr_high, style))
    return Region(name, low.x, low.y, high.y, style, band_words(shown.band, shown.level), x_high=high.x)


def _bootstrap_region(shown: Shown, name: str, curve: Curve) -> Region | None:
    if shown.band != BOOTSTRAP:
        return None
    band = bootstrap_band(shown.study.scored.table(name), curve, shown.level)
    return Region(name, band.x, band.low, band.high, shown.styles[name], band_words(shown.band, shown.level))


def _bootstrap_regions(shown: Shown, curve: Curve) -> list[Region]:
    return shown.regions(curve, lambda name: _bootstrap_region(shown, name, curve))


DRAWN = {
    "ROC": (BOOTSTRAP, BY_THRESHOLD),
    "Precision–recall": (BOOTSTRAP,),
    "Sensitivity–specificity": (BY_THRESHOLD,),
    "Cost curve": (BOOTSTRAP,),
    "Gain": (BOOTSTRAP,),
    "Lift": (BOOTSTRAP,),
}
"""Which bands a picture can have."""


def band_said(shown: Shown, view: str) -> str:
    """What the band of a picture is; empty where it has none."""
    if shown.by != POOLED or shown.study.no_pooling or shown.band not in DRAWN.get(view, ()):
        return ""
    return f" Band: {band_words(shown.band, shown.level)}."


def band_words(band: str, level: float) -> str:
    """What a band is."""
    if band == BOOTSTRAP:
        return f"{level:.4g} pointwise bootstrap band"
    return f"{level:.4g} Wilson intervals of both rates, threshold by threshold"


def precision_recall_view(shown: Shown, decision: Decision) -> Drawing:
    """Precision over recall."""
    scored = shown.study.scored

    def make(name: str) -> list[Line]:
        kind = scored.kind(name)

        def steps(table: Any) -> tuple[Any, Any, Any]:
            details = on_slider(table.thresholds[1:], kind)
            x = np.r_[0.0, np.repeat(table.tpr[1:], 2)[:-1]]
            return x, np.repeat(table.precision[1:], 2), np.repeat(details, 2)

        if shown.by == AVERAGE:  # folds do not reach equal recalls: the pooled curve stays
            return [Line(name, *steps(scored.table(name))[:2], shown.styles[name], POOLED, note=POOLED)]
        pooled = shown.by == POOLED
        area = precision_recall_of(scored.table(name)).average_precision if pooled else 0.0
        return _grouped(shown, name, steps, f"average precision {area:.4f}" if pooled else shown.by)

    return precision_recall_figure(
        shown.lines("pr", make),
        scored.table(shown.learners[0]).prior,
        regions=_bootstrap_regions(shown, "precision_recall"),
        marks=shown.marks(decision, lambda table, k, _: (float(table.tpr[k]), float(table.precision[k]))),
        dark=_dark(),
    )


def _theta_marks(shown: Shown, decision: Decision, values: Callable[[Any, str], Any]) -> list[Mark]:
    def place(table: Any, corner: int, name: str) -> tuple[float, float]:
        at = decision.value if decision.by == SCORE else float(shown.shown_thresholds(table, name)[corner])
        return min(at, 1.0), float(values(table, name)[corner])

    return shown.marks(decision, place)


def _steps(shown: Shown, table: Any, name: str, values: Any) -> tuple[Any, Any]:
    """A rate as a step function of θ: between two scores nothing changes."""
    theta = np.clip(shown.shown_thresholds(table, name), 0.0, 1.0)
    # corner j is in force for θ from the next lower score up to its own threshold
    left = np.r_[theta[1:], min(0.0, float(theta[-1]))]
    return np.column_stack([theta, left]).ravel(), np.repeat(values, 2)


def sensitivity_view(shown: Shown, decision: Decision) -> Drawing:
    """Sensitivity and specificity over θ."""
    scored = shown.study.scored

    def make(name: str) -> list[Line]:
        table, style = scored.table(name), shown.styles[name]
        x, sensitivity = _steps(shown, table, name, table.tpr)
        _, specificity = _steps(shown, table, name, table.specificity)
        return [
            Line(name, x, sensitivity, style, "sensitivity", dash="solid"),
            Line(name, x, specificity, style, "specificity", dash="dash", listed=False),
        ]

    def region(name: str) -> Region | None:
        if shown.band != BY_THRESHOLD:
            return None
        table = scored.table(name)
        band = threshold_band(table, shown.level)
        x, low = _steps(shown, table, name, band.tpr_low)
        _, high = _steps(shown, table, name, band.tpr_high)
        bottom, top = (
            thinned(Line(name, x, low, shown.styles[name])),
            thinned(Line(name, x, high, shown.styles[name])),
        )
        words = f"{shown.level:.4g} Wilson interval of the sensitivity"
        return Region(name, bottom.x, bottom.y, top.y, shown.styles[name], words, x_high=top.x)

    marks = _theta_marks(shown, decision, lambda table, _: table.tpr)
    marks += _theta_marks(shown, decision, lambda table, _: table.specificity)
    return threshold_figure(
        shown.lines("sensitivity", make),
        decision.value if decision.by == SCORE else None,
        y_title="sensitivity, specificity",
        x_range=(0.0, 1.0),
        regions=shown.regions("sensitivity", region),
        marks=marks,
        dark=_dark(),
    )


def _seen_steps(shown: Shown, name: str) -> tuple[Any, Any]:
    """θ and corners that are enough to draw any weighted sum of both rates: those of each rate by itself."""
    table = shown.study.scored.table(name)
    theta, ups = _steps(shown, table, name, table.tpr)
    _, across = _steps(shown, table, name, table.fpr)
    kept = np.union1d(kept_corners(theta, ups), kept_corners(theta, across))
    return theta[kept], kept // 2


def expected_cost_view(shown: Shown, decision: Decision) -> Drawing:
    """Expected cost per instance over θ, the cheapest θ of every learner marked by a star."""
    lines, stars = [], []
    for name in shown.learners:
        table, style = shown.study.scored.table(name), shown.styles[name]
        expected = decision.costs.expected(table, decision.prior)
        x, corners = shown.study.once(("cost corners", name), lambda name=name: _seen_steps(shown, name))
        best = decision.costs.best_corner(table, decision.prior)
        where = float(np.clip(on_slider(table.cut(best), shown.study.scored.kind(name)), 0, 1))
        note = f"cheapest {expected[best]:.4g} at θ = {where:.3g}"
        lines.append(Line(name, x, expected[corners], style, note=note))
        stars.append(Mark(name, where, float(expected[best]), replace(style, symbol="star"), note))
    marks = _theta_marks(shown, decision, lambda table, _: decision.costs.expected(table, decision.prior))
    return threshold_figure(
        lines,
        decision.value if decision.by == SCORE else None,
        y_title="expected cost per instance",
        x_range=(0.0, 1.0),
        y_range=None,
        marks=[*stars, *marks],
        dark=_dark(),
    )


def cost_view(shown: Shown, decision: Decision) -> Drawing:
    """Cost curves of Drummond and Holte."""
    scored, weight = shown.study.scored, decision.costs.weight(decision.prior)

    def make(name: str) -> list[Line]:
        curve = cost_curve(scored.table(name))
        return [Line(name, curve.weight, curve.cost, shown.styles[name], "best threshold for each weight")]

    def place(table: Any, corner: int, _: str) -> tuple[float, float]:
        return weight, float((1 - table.tpr[corner]) * weight + table.fpr[corner] * (1 - weight))

    return cost_figure(
        shown.lines("cost", make),
        weight,
        regions=_bootstrap_regions(shown, "cost"),
        marks=shown.marks(decision, place),
        dark=_dark(),
    )


def gain_view(shown: Shown, decision: Decision) -> Drawing:
    """Cumulative gain."""

    def make(name: str) -> list[Line]:
        table = shown.study.scored.table(name)
        details = shown.shown_thresholds(table, name)
        return [Line(name, table.called, table.tpr, shown.styles[name], details=details)]

    marks = shown.marks(decision, lambda table, k, _: (float(table.called[k]), float(table.tpr[k])))
    return gain_figure(
        shown.lines("gain", make), regions=_bootstrap_regions(shown, "gain"), marks=marks, dark=_dark()
    )


def lift_view(shown: Shown, decision: Decision) -> Drawing:
    """Lift."""

    def make(name: str) -> list[Line]:
        table = shown.study.scored.table(name)
        details = shown.shown_thresholds(table, name)[1:]
        return [Line(name, table.called[1:], table.lift[1:], shown.styles[name], details=details)]

    marks = shown.marks(decision, lambda table, k, _: (float(table.called[k]), float(table.lift[k])))
    return lift_figure(
        shown.lines("lift", make), regions=_bootstrap_regions(shown, "lift"), marks=marks, dark=_dark()
    )


def calibration_view(shown: Shown, _decision: Decision) -> Drawing:
    """Reliability diagrams of the learners that give probabilities.

    Raises
    ------
    NotApplicable
        If none does.
    """
    scored = shown.study.scored
    learners = [name for name in shown.learners if scored.kind(name) == "probability"]
    if not learners:
        raise NotApplicable(
            "none of these learners gave probabilities; decision values cannot be compared with shares.",
            "calibration",
        )
    tables = {
        name: shown.study.once(("calibration", shown.level, name), lambda n=name: _bins(shown, n))
        for name in learners
    }
    notes = {name: f"calibration error {calibration_error(table):.3g}" for name, table in tables.items()}
    return calibration_figure(tables, shown.styles, notes=notes, dark=_dark())


def _bins(shown: Shown, name: str) -> pd.DataFrame:
    found = shown.study.scored.instances(name)
    table = calibration(found.truth, found.scores)
    if shown.study.no_pooling:
        return table
    low, high = INTERVALS["wilson"].evaluate(
        shown.level, errors=table["positives"].to_numpy(), n=table["instances"].to_numpy()
    )
    return table.assign(lower=low, upper=high)


def _dark() -> bool:
    from pages.ui.cards import is_dark

    return is_dark()


VIEWS: dict[str, Callable[[Shown, Decision], Drawing]] = {
    "ROC": roc_view,
    "Precision–recall": precision_recall_view,
    "Sensitivity–specificity": sensitivity_view,
    "Expected cost": expected_cost_view,
    "Cost curve": cost_view,
    "Gain": gain_view,
    "Lift": lift_view,
    "Calibration": calibration_view,
}

WORDS = {
    "ROC": "One corner per threshold. Pooled curves mix the scales of the classifiers of all folds; a vertical average "
    "keeps folds apart.",
    "Precision–recall": "Judges the positives only: where they are rare, it shows what ROC hides. Drawn in steps: "
    "straight lines between the corners would promise too much.",
    "Sensitivity–specificity": "Solid: share of the positives found. Dashed: share of the negatives left alone.",
    "Expected cost": "Under the costs, benefits and prior above; a star marks the cheapest θ of each learner.",
    "Cost curve": "Each learner at its best threshold, for every mixture of prior and costs: where two lines cross, "
    "the preference changes. The mark is the threshold in force.",
    "Gain": "How many of the positives are among the share with the highest scores.",
    "Lift": "How many times more positives there are among those called positive than among all.",
    "Calibration": "On the diagonal, probabilities mean what they say; bars show how many instances a point "
    "stands for.",
}
