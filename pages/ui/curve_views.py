"""The pictures that one threshold drives: curves of every learner in its colour, with what is marked on them."""

from collections.abc import Callable
from typing import Any

from core.errors import InputError
from core.figures import Drawing, moves
from pages.ui.cost_views import cost_view, expected_cost_view
from pages.ui.curve_lines import Shown
from pages.ui.decisions import Decision
from pages.ui.ranking_views import calibration_view, gain_view, lift_view
from pages.ui.rate_views import precision_recall_view, roc_view, sensitivity_view

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
    "stands for. The dotted line is θ.",
}


def drawn(shown: Shown, view: str) -> Drawing | InputError | None:
    """The picture as it was drawn when all but the threshold was settled, or why there is none; None before that."""
    return shown.known(("drawn", view))


def moved(shown: Shown, view: str, decision: Decision) -> list[dict[str, Any]] | None:
    """How the marks of the picture have to be moved for this decision; None where it has to be drawn anew."""
    try:
        wanted: Drawing | InputError = VIEWS[view](shown, decision)
    except InputError as error:
        wanted = error
    first = shown.once(("drawn", view), lambda: wanted)
    if isinstance(first, InputError) or isinstance(wanted, InputError):
        return [] if type(first) is type(wanted) else None
    return moves(first, wanted)
