"""The layouts in which fold results come, and the registry of them."""

from core.data.layouts.by_measure import BY_MEASURE, MEASURES_BESIDE
from core.data.layouts.candidates import CANDIDATES
from core.data.layouts.layout import Asked, Roles, Rows, Scale, ScoreLayout, Tidy
from core.data.layouts.long import LONG, OWN
from core.data.layouts.wide import WIDE
from core.entries import Registry

LAYOUTS = Registry("layout", [*LONG, CANDIDATES, *BY_MEASURE, OWN, MEASURES_BESIDE, WIDE])
"""In this order they are tried."""

__all__ = ["LAYOUTS", "Asked", "Roles", "Rows", "Scale", "ScoreLayout", "Tidy"]
