"""Learners at their mean ranks over data sets: the scale of the picture and its critical difference."""

from core.figures.canvas.scale import Scale
from core.figures.inference.standing import Yardstick
from core.inference import RankComparison
from core.written import level_text


def rank_scale(comparison: RankComparison) -> Scale:
    """How the mean ranks of a comparison are written, and what their axis is called."""
    mean = comparison.pair_test.mean
    best = "" if comparison.pair_test.key == "aligned" else " (1 is best)"
    return Scale(f"{mean}{best}", name=mean.lower())


def rank_yardstick(
    comparison: RankComparison, alpha: float, least_alpha: float | None = None
) -> Yardstick | None:
    """The critical difference and its name, where one decides; with room for that of the least level.

    Raises
    ------
    InputError
        If a level is not between 0 and 1.
    """
    if not comparison.is_decided_by_length:
        return None
    levels = (alpha, alpha if least_alpha is None else least_alpha)
    reach, longest = (comparison.critical_difference(level) or 0.0 for level in levels)
    title = f"CD {reach:.3g} ({comparison.adjustment.title}, α = {level_text(alpha)})"
    return Yardstick(reach, title, longest)
