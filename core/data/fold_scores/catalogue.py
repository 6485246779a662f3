"""The layouts in which fold results come, and the registry of them."""

from core.data.columns.names import Roles, Scale
from core.data.fold_scores.by_measure import BY_MEASURE, MEASURES_BESIDE
from core.data.fold_scores.counts_by_fold import COUNTS_BY_FOLD
from core.data.fold_scores.forecasts import BENCHMARK
from core.data.fold_scores.grid_search import CANDIDATES
from core.data.fold_scores.layout import Asked, ScoreLayout, Tidy
from core.data.fold_scores.long import LONG, OWN
from core.data.fold_scores.resamples import RESAMPLES
from core.data.fold_scores.turned import TURNED
from core.data.fold_scores.wide import WIDE
from core.entries import Registry
from core.records import Rows

LAYOUTS = Registry(
    "layout",
    [
        *LONG,
        CANDIDATES,
        BENCHMARK,
        *BY_MEASURE,
        OWN,
        COUNTS_BY_FOLD,
        MEASURES_BESIDE,
        RESAMPLES,
        TURNED,
        WIDE,
    ],
)
"""In this order they are tried."""

__all__ = ["LAYOUTS", "Asked", "Roles", "Rows", "Scale", "ScoreLayout", "Tidy"]
