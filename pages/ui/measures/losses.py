"""A matrix of losses makes the chosen risk the response variable: the same folds, intervals and tests."""

from collections.abc import Hashable

import pandas as pd
import streamlit as st

from core.errors import InputError
from core.figures import Styles, box_plot
from core.inference import AllPairs, Evidence, all_pairs, interval
from core.inference.interpretation.summary import summarise
from core.measures import instance_losses, score
from core.records import FoldScores, Interval, Losses, Predictions
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.measures.auc import pairs_table
from pages.ui.results.losses_editor import asked
from pages.ui.session import cache


def show(predictions: Predictions, first_known: Losses | None, styles: Styles, alpha: float) -> None:
    """Let the visitor fill in the matrix; show the risk of every learner."""
    losses = asked(predictions.classes, first_known)
    if losses is None:
        return
    key = (predictions.fingerprint, tuple(losses.ravel().tolist()))
    try:
        scores = cache.kept("risk", key, lambda: score(predictions, "cost", losses=losses))
    except InputError as error:
        elements.refuse(error)
        return
    elements.figure(box_plot(scores, styles, dark=elements.is_dark()), "risk_figure", "mean_cost")
    elements.download(
        "Costs of every fold (CSV)",
        lambda: _written(scores),
        "mean_cost_folds.csv",
        "text/csv",
        "take_costs",
    )
    evidence = Evidence(scores, predictions)
    elements.table(_summary(evidence, 1 - alpha), "risk", "mean_cost_summary")
    if len(predictions.learners) > 1:
        _pairs(evidence, key)


def _written(scores: FoldScores) -> bytes:
    """Scores and matrix, as the page for fold results reads them."""
    from core.data import fold_scores_to_csv

    return fold_scores_to_csv(scores)


def _summary(evidence: Evidence, level: float) -> pd.DataFrame:
    rows = []
    for item in summarise(evidence.scores, level):
        found = item.best_interval
        kind = "corrected t" if item.corrected else "t"
        if found is None and item.scored and _on_hold_out(evidence):
            found, kind = _over_instances(evidence, item.learner, level), "t over instances"
        rows.append(
            {
                "learner": item.learner,
                "mean cost": item.mean,
                "sd over folds": item.sd,
                "from": found.low if found else None,
                "to": found.high if found else None,
                "interval": kind if found else "none",
                "pooled": item.pooled,
            }
        )
    return pd.DataFrame(rows)


def _on_hold_out(evidence: Evidence) -> bool:
    facts = evidence.facts
    return facts is not None and facts.pairs == 1 and not facts.grouped


def _over_instances(evidence: Evidence, learner: str, level: float) -> Interval | None:
    """Interval of the mean cost of a hold-out, whose instances are independent."""
    if evidence.predictions is None:
        return None
    try:
        pooled = instance_losses(evidence.predictions, learner, "cost", losses=evidence.losses)
        return interval("mean_t", level, scores=pooled.losses)
    except InputError:
        return None


def _pairs(evidence: Evidence, key: Hashable) -> None:
    st.markdown("**Every pair by its advised test**")

    def judge() -> AllPairs:
        return all_pairs(evidence)

    pairs = cache.kept("risk pairs", key, judge)
    pairs_table(pairs.frame, "risk_pairs", "mean_cost_pairs")
    if _on_hold_out(evidence) and evidence.losses is not None:
        st.caption(
            ":material/info: On a hold-out the paired t test compares the two costs of every instance; McNemar's test "
            "would count errors, whatever they cost."
        )
    st.caption(
        plain(
            f"Differences are first minus second. Size of the family for Holm's adjustment: {pairs.family}."
        )
    )
