"""Pictures of costs: the expected cost over the threshold, and cost curves over the weight of the positives."""

from dataclasses import replace
from functools import partial

import numpy as np

from core.figures import Drawing, Line, Mark, cost_figure, threshold_figure
from core.figures.canvas.thin import kept_corners
from core.measures import cost_curve
from core.records import Array
from pages.ui.display.elements import is_dark
from pages.ui.measures.curve_bands import bootstrap_regions, expected_cost_regions
from pages.ui.measures.curve_lines import Cut, Place, Shown, theta_steps
from pages.ui.measures.threshold_state import SCORE, Decision, cheapest_position, four_decimals, on_slider


def _expected_cost_place(decision: Decision, cut: Cut) -> tuple[Array, Array]:
    rates = cut.table.tpr[cut.corners], cut.table.fpr[cut.corners]
    return cut.theta, decision.costs.of_rates(*rates, decision.prior)


def _cost_place(decision: Decision, cut: Cut) -> tuple[Array, Array]:
    weight, tpr = decision.costs.weight(decision.prior), cut.table.tpr[cut.corners]
    normalised = (1 - tpr) * weight + cut.table.fpr[cut.corners] * (1 - weight)
    return np.full_like(normalised, weight), normalised


EXPECTED_COST_PLACES: tuple[Place, ...] = (_expected_cost_place,)
COST_PLACES: tuple[Place, ...] = (_cost_place,)


def _seen_steps(shown: Shown, name: str) -> tuple[Array, Array]:
    """θ and corners that are enough to draw any weighted sum of both rates: those of each rate by itself."""
    table = shown.study.scored.table(name)
    theta, ups = theta_steps(shown, table, name, table.tpr)
    _, across = theta_steps(shown, table, name, table.fpr)
    kept = np.union1d(kept_corners(theta, ups), kept_corners(theta, across))
    return theta[kept], kept // 2


def expected_cost_view(shown: Shown, decision: Decision) -> Drawing:
    """Expected cost per instance over θ, the cheapest θ of every learner marked by a star."""
    lines, stars = [], []
    for name in shown.learners:
        table, style = shown.study.scored.table(name), shown.styles[name]
        expected = decision.costs.expected(table, decision.prior)
        x, corners = shown.study.once(("cost corners", name), partial(_seen_steps, shown, name))
        best = decision.costs.best_corner(table, decision.prior)
        where = cheapest_position(shown.study, name, replace(decision, by=SCORE))
        there = "a θ that the slider lacks" if where is None else f"θ = {where:.6g}"
        note = f"cheapest {four_decimals(expected[best])} at {there}"
        lines.append(Line(name, x, expected[corners], style, note=note))
        cut = on_slider(table.cut(best), shown.study.scored.kind(name))
        place = float(np.clip(cut, 0, 1)) if where is None else where
        stars.append(Mark(name, place, float(expected[best]), replace(style, symbol="star"), note))
    marks = shown.marks(decision, EXPECTED_COST_PLACES)
    return threshold_figure(
        lines,
        decision.value if decision.by == SCORE else None,
        y_title="expected cost per instance",
        x_range=(0.0, 1.0),
        y_range=None,
        regions=expected_cost_regions(shown, decision),
        marks=[*stars, *marks],
        dark=is_dark(),
    )


def cost_view(shown: Shown, decision: Decision) -> Drawing:
    """Cost curves of Drummond and Holte."""
    scored, weight = shown.study.scored, decision.costs.weight(decision.prior)

    def make(name: str) -> list[Line]:
        curve = cost_curve(scored.table(name))
        return [Line(name, curve.weight, curve.cost, shown.styles[name], "best threshold for each weight")]

    return cost_figure(
        shown.lines("cost", make),
        weight,
        regions=bootstrap_regions(shown, "cost"),
        marks=shown.marks(decision, COST_PLACES),
        dark=is_dark(),
    )
