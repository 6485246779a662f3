"""What one threshold gives for every learner: counts, rates and costs, and what the costs mean for thresholds."""

import pandas as pd

from pages.ui.decisions import Decision, Study, on_slider
from pages.ui.text import number, plain


def table(study: Study, learners: list[str], decision: Decision) -> pd.DataFrame:
    """What the decision in force gives for every learner, beside the cheapest one."""
    rows = []
    for name in learners:
        counted, kind = study.scored.table(name), study.scored.kind(name)
        corner = decision.corner(counted, kind)
        tp, fn, fp, tn = counted.counts(corner)
        expected = decision.costs.expected(counted, decision.prior)
        best = decision.costs.best_corner(counted, decision.prior)
        rows.append(
            {
                "learner": name,
                "tp": tp,
                "fn": fn,
                "fp": fp,
                "tn": tn,
                "tp-rate": float(counted.tpr[corner]),
                "fp-rate": float(counted.fpr[corner]),
                "precision": float(counted.precision[corner]),
                "error": float(counted.error[corner]),
                "expected cost": float(expected[corner]),
                "cheapest": float(expected[best]),
                "at θ": float(on_slider(counted.cut(best), kind)),
            }
        )
    return pd.DataFrame(rows)


def side_by_side(found: pd.DataFrame) -> pd.DataFrame:
    """The same, one column per learner, as it is read."""
    counts = ("tp", "fn", "fp", "tn")
    written = {
        name: [f"{value:,}" if name in counts else number(value, 4) for value in column]
        for name, column in found.drop(columns="learner").items()
    }
    return pd.DataFrame(written, index=[plain(name) for name in found["learner"]]).T


def cost_words(study: Study, learners: list[str], decision: Decision) -> str:
    """What the costs and the prior in force mean for thresholds."""
    costs, base = decision.costs, study.scored.table(learners[0]).prior
    return (
        f"Slope of the iso-cost lines {number(costs.slope(decision.prior))}. Were the scores calibrated, "
        f"θ* = {number(costs.bayes_threshold(base, decision.prior), 3)} would be the cheapest threshold. "
        f"Expected cost is per instance, at a prior of {decision.prior:.3g}; counts and error are those of these "
        "data. The cheapest threshold was found on the same data, so its cost is optimistic."
    )
