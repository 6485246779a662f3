"""Bands around pooled curves, and what they are called."""

from core.figures import Line, Region, thinned
from core.inference.threshold_band import threshold_band
from core.measures import bootstrap_band
from core.measures.bands import Curve
from pages.ui.curve_lines import BOOTSTRAP, BY_THRESHOLD, POOLED, Shown

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


def bootstrap_region(shown: Shown, name: str, curve: Curve) -> Region | None:
    if shown.band != BOOTSTRAP:
        return None
    band = bootstrap_band(shown.study.scored.table(name), curve, shown.level)
    return Region(name, band.x, band.low, band.high, shown.styles[name], band_words(shown.band, shown.level))


def bootstrap_regions(shown: Shown, curve: Curve) -> list[Region]:
    return shown.regions(curve, lambda name: bootstrap_region(shown, name, curve))


def roc_region(shown: Shown, name: str) -> Region | None:
    table, style = shown.study.scored.table(name), shown.styles[name]
    if shown.band == BOOTSTRAP:
        return bootstrap_region(shown, name, "roc")
    band = threshold_band(table, shown.level)
    low = thinned(Line(name, band.fpr_high, band.tpr_low, style))
    high = thinned(Line(name, band.fpr_low, band.tpr_high, style))
    return Region(name, low.x, low.y, high.y, style, band_words(shown.band, shown.level), x_high=high.x)
