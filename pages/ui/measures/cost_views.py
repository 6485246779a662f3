"""Pictures of costs: the expected cost over the slider, and cost curves over the weight of the positives."""

from dataclasses import replace
from functools import partial

import numpy as np

from core.figures import Drawing, Line, Mark, cost_figure, threshold_figure
from core.figures.canvas.thin import kept_corners
from core.measures import cost_curve
from core.records import Array
from pages.ui.display.elements import is_dark
from pages.ui.measures.curve_bands import bootstrap_regions, expected_cost_regions
from pages.ui.measures.curve_lines import Cut, Place, Shown, slider_steps
from pages.ui.measures.threshold_state import (
    SCORE,
    SHARE,
    Decision,
    cheapest_place,
    cheapest_position,
    four_decimals,
)


def _expected_cost_place(decision: Decision, cut: Cut) -> tuple[Array, Array]:
    rates = cut.table.tpr[cut.corners], cut.table.fpr[cut.corners]
    return cut.at, decision.costs.of_rates(*rates, decision.prior)


def _cost_place(decision: Decision, cut: Cut) -> tuple[Array, Array]:
    weight, tpr = decision.costs.weight(decision.prior), cut.table.tpr[cut.corners]
    normalised = (1 - tpr) * weight + cut.table.fpr[cut.corners] * (1 - weight)
    return np.full_like(normalised, weight), normalised


EXPECTED_COST_PLACES: tuple[Place, ...] = (_expected_cost_place,)
COST_PLACES: tuple[Place, ...] = (_cost_place,)


def _seen_steps(shown: Shown, by: str, name: str) -> tuple[Array, Array]:
    """Places and corners that are enough to draw any weighted sum of both rates: those of each rate by itself."""
    table = shown.study.scored.table(name)
    x, ups = slider_steps(shown, by, name, table.tpr)
    _, across = slider_steps(shown, by, name, table.fpr)
    kept = np.union1d(kept_corners(x, ups), kept_corners(x, across))
    return x[kept], kept // 2


def _cheapest(shown: Shown, decision: Decision, name: str) -> tuple[float, str]:
    """Where this learner costs least of what the slider cuts by, and what that place is called."""
    what = "θ" if decision.by == SCORE else "share"
    where = cheapest_position(shown.study, name, decision)
    if where is not None:
        return where, f"{what} = {where:.6g}"
    return cheapest_place(shown.study, name, decision), f"a {what} off the slider"


def expected_cost_view(shown: Shown, decision: Decision) -> Drawing:
    """Expected cost per instance over what the slider cuts by, a star where each learner costs least."""
    lines, stars, by = [], [], decision.by
    for name in shown.learners:
        style = shown.styles[name]
        expected = decision.costs.expected(shown.study.scored.table(name), decision.prior)
        x, corners = shown.study.once(("cost corners", by, name), partial(_seen_steps, shown, by, name))
        lowest, (place, there) = float(expected.min()), _cheapest(shown, decision, name)
        note = f"cheapest {four_decimals(lowest)} at {there}"
        lines.append(Line(name, x, expected[corners], style, note=note))
        stars.append(Mark(name, place, lowest, replace(style, symbol="star"), note))
    marks = shown.marks(decision, EXPECTED_COST_PLACES)
    return threshold_figure(
        lines,
        decision.value if by == SCORE else None,
        y_title="expected cost per instance",
        by_share=by == SHARE,
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
