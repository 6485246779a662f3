"""Bins that several small histograms share, and the counts in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from core.figures.canvas.scale import only_rounding
from core.figures.canvas.text import number
from core.records import Array


@dataclass(frozen=True, eq=False)
class Bins:
    """Where bars stand: stretches of numbers, or categories.

    Attributes
    ----------
    texts : list of str
        What each bin holds, in words; not escaped.
    centres : array
    width : float
        Of the bars.
    """

    texts: list[str]
    centres: Array
    width: float


def common_edges(samples: Sequence[Array]) -> Array:
    """Edges of 5 to 30 equal bins that serve all samples together; their number follows Rice's rule."""
    pooled = np.concatenate([np.empty(0), *samples])
    if not len(pooled):
        return np.linspace(0.0, 1.0, 6)
    low, high = float(pooled.min()), float(pooled.max())
    if only_rounding(low, high):
        low, high = (0.95 * low, high) if low > 0 else (low, high + (0.05 * abs(low) or 0.05))
    count = int(np.ceil(2 * max(len(sample) for sample in samples) ** (1 / 3)))
    return np.linspace(low, high, min(max(count, 5), 30) + 1)


def bins_of(edges: Array) -> Bins:
    """The bins between ascending edges."""
    texts = [f"{number(low)} to {number(high)}" for low, high in pairwise(edges.tolist())]
    return Bins(texts, (edges[:-1] + edges[1:]) / 2, float(edges[1] - edges[0]))
