"""Bands around pooled curves, and what they are called."""

from functools import partial

import numpy as np

from core.figures import Line, Region, thinned
from core.inference.intervals.threshold_band import threshold_band
from core.measures import RateSamples, bootstrap_band, resampled_rates
from core.measures.curves.bootstrap_bands import Curve
from core.records import Array
from core.written import in_percent
from pages.ui.measures.curve_lines import BOOTSTRAP, BY_THRESHOLD, Shown, slider_steps
from pages.ui.measures.threshold_state import SHARE, Decision

DRAWN = {
    "ROC": (BOOTSTRAP, BY_THRESHOLD),
    "Precision–recall": (BOOTSTRAP,),
    "Sensitivity–specificity": (BOOTSTRAP, BY_THRESHOLD),
    "Expected cost": (BOOTSTRAP,),
    "Cost curve": (BOOTSTRAP,),
    "Gain": (BOOTSTRAP,),
    "Lift": (BOOTSTRAP,),
}
"""Which bands a picture can have."""

MOST_CORNERS = 201
"""Positions of the slider at which a curve over them is resampled."""


def band_said(shown: Shown, view: str) -> str:
    """What the band of a picture is; empty where it has none."""
    if not shown.has_bands or shown.band not in DRAWN.get(view, ()):
        return ""
    return f" Band: {band_words(shown.band, shown.level)}."


def band_words(band: str, level: float) -> str:
    """What a band is."""
    if band == BOOTSTRAP:
        return f"{in_percent(level)} pointwise bootstrap band"
    return f"{in_percent(level)} Wilson intervals of both rates, threshold by threshold"


def bootstrap_regions(shown: Shown, curve: Curve) -> list[Region]:
    """Bands of all learners around a curve that runs over a rate, a share or a weight."""
    return shown.regions(curve, lambda name: _bootstrapped(shown, name, curve))


def _bootstrapped(shown: Shown, name: str, curve: Curve) -> list[Region]:
    if shown.band != BOOTSTRAP:
        return []
    band = bootstrap_band(shown.study.scored.table(name), curve, shown.level)
    words = band_words(shown.band, shown.level)
    return [Region(name, band.x, band.low, band.high, shown.styles[name], words)]


def roc_regions(shown: Shown) -> list[Region]:
    """Bands of all learners in the ROC plane."""

    def make(name: str) -> list[Region]:
        if shown.band == BOOTSTRAP:
            return _bootstrapped(shown, name, "roc")
        style = shown.styles[name]
        band = threshold_band(shown.study.scored.table(name), shown.level)
        low = thinned(Line(name, band.fpr_high, band.tpr_low, style))
        high = thinned(Line(name, band.fpr_low, band.tpr_high, style))
        return [Region(name, low.x, low.y, high.y, style, band_words(shown.band, shown.level), x_high=high.x)]

    return shown.regions("roc", make)


def sensitivity_regions(shown: Shown, by: str) -> list[Region]:
    """Bands of all learners around sensitivity and specificity over what the slider cuts by."""

    def make(name: str) -> list[Region]:
        if shown.band == BOOTSTRAP:
            x, corners, samples = _resampled(shown, by, name)
            up = samples.limits(lambda tpr, _: tpr, shown.level)
            down = samples.limits(lambda _, fpr: 1 - fpr, shown.level)
            return [
                _over_slider(shown, name, (x, x), (low[corners], high[corners]), which)
                for which, (low, high) in (("sensitivity", up), ("specificity", down))
            ]
        table = shown.study.scored.table(name)
        band = threshold_band(table, shown.level)
        limits = {
            "sensitivity": (band.tpr_low, band.tpr_high),
            "specificity": (1 - band.fpr_high, 1 - band.fpr_low),
        }
        found = []
        for which, ends in limits.items():
            low, high = (
                thinned(Line(name, *slider_steps(shown, by, name, end), shown.styles[name])) for end in ends
            )
            found.append(_over_slider(shown, name, (low.x, high.x), (low.y, high.y), which))
        return found

    return shown.regions(f"sensitivity by {by}", make)


def expected_cost_regions(shown: Shown, decision: Decision) -> list[Region]:
    """The same around the expected cost, under the costs and the prior in force."""
    if not shown.has_bands or shown.band != BOOTSTRAP:
        return []
    costs, prior, by = decision.costs, decision.prior, decision.by

    def make(name: str) -> Region:
        x, corners, samples = _resampled(shown, by, name)
        low, high = samples.limits(lambda tpr, fpr: costs.of_rates(tpr, fpr, prior), shown.level)
        return _over_slider(shown, name, (x, x), (low[corners], high[corners]), "expected cost")

    return [
        shown.once(("expected cost", costs, prior, by, name), partial(make, name)) for name in shown.learners
    ]


def _over_slider(
    shown: Shown, name: str, x: tuple[Array, Array], y: tuple[Array, Array], which: str
) -> Region:
    words = f"{which}, {band_words(shown.band, shown.level)}"
    return Region(name, x[0], y[0], y[1], shown.styles[name], words, x_high=x[1])


def _resampled(shown: Shown, by: str, name: str) -> tuple[Array, Array, RateSamples]:
    """Ends of the steps over what the slider cuts by, the resampled corner of each, and the samples."""

    def make() -> tuple[Array, Array, RateSamples]:
        table = shown.study.scored.table(name)
        theta = shown.shown_thresholds(table, name)
        chosen = np.arange(len(theta))
        if len(theta) > MOST_CORNERS:  # in force at evenly spread positions; between them, straight lines
            spread = np.linspace(0, 1, MOST_CORNERS)
            at_theta = np.searchsorted(-theta, -spread).clip(1, len(theta)) - 1
            chosen = np.unique(table.at_each_share(spread) if by == SHARE else at_theta)
        x, corner = slider_steps(shown, by, name, np.arange(len(theta)))
        ends = np.isin(corner, chosen)
        return x[ends], np.searchsorted(chosen, corner[ends]), resampled_rates(table, chosen)

    return shown.study.once(("rate samples", by, name), make)
