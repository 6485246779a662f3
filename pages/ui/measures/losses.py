"""A matrix of losses makes the chosen risk the response variable: the same folds, intervals and tests."""

from collections.abc import Hashable

import streamlit as st

from core.errors import InputError
from core.figures import Styles, range_plot
from core.inference import AllPairs, Evidence, all_pairs
from core.inference.interpretation.summary import mean_cost_intervals, on_hold_out, summarise, without_width
from core.measures import score
from core.records import FoldScores, Losses, Predictions
from core.tables.scores import mean_cost_table
from core.tables.verdicts import pairs_table, refused_pairs
from core.written import in_percent
from pages.ui.display import charts, elements, tables
from pages.ui.display.text import plain, told
from pages.ui.results.losses_editor import asked
from pages.ui.session import cache

PART = "Losses"
"""Title of this part of Measures."""
TAKE_OVER = f"Take over to {PART}"
"""What brings the costs beside curves here."""


def show(predictions: Predictions, first_known: Losses | None, styles: Styles, alpha: float) -> None:
    """Let the visitor fill in the matrix; show the risk of every learner."""
    losses = asked(predictions.classes, first_known)
    if len(predictions.classes) == 2:
        st.caption(f"Costs that are set beside curves stand there alone; *{TAKE_OVER}* brings them here.")
    if losses is None:
        return
    key = (predictions.fingerprint, tuple(losses.ravel().tolist()))
    try:
        scores = cache.kept("risk", key, lambda: score(predictions, "cost", losses=losses))
    except InputError as error:
        elements.refuse(error)
        return
    evidence = Evidence(scores, predictions)
    limits = mean_cost_intervals(evidence, 1 - alpha)
    drawing = range_plot(scores, styles, intervals=limits, dark=elements.is_dark())
    charts.figure(drawing, "risk_figure", "mean_cost")
    if equal := without_width(summarise(scores)):
        st.caption(f":material/warning: {plain(equal)}")
    if limits:
        thin = "" if on_hold_out(evidence.facts) else " Thin: from the lowest to the highest fold."
        st.caption(f"Thick: the {in_percent(1 - alpha)} interval of the mean, as in the table.{thin}")
    tables.download(
        "Costs (CSV)",
        lambda: _written(scores),
        "mean_cost_folds.csv",
        "text/csv",
        "take_costs",
    )
    tables.table(mean_cost_table(evidence, 1 - alpha), "risk", "mean_cost_summary")
    if len(predictions.learners) > 1:
        _pairs(evidence, key)


def _written(scores: FoldScores) -> bytes:
    """Scores and matrix, as the page for fold results reads them."""
    from core.data import fold_scores_to_csv

    return fold_scores_to_csv(scores)


def _pairs(evidence: Evidence, key: Hashable) -> None:
    def judge() -> AllPairs:
        return all_pairs(evidence)

    pairs = cache.kept("risk pairs", key, judge)
    if not pairs.tests:
        st.info(told(pairs.frame["reason"].iloc[0]), icon=":material/block:")
        return
    st.markdown(f"**Every pair by its advised test, {plain(' or '.join(pairs.tests))}**")
    tables.table(pairs_table(pairs), "risk_pairs", "mean_cost_pairs")
    for refusal in refused_pairs(pairs):
        st.caption(f":material/block: {plain(refusal)}")
    if on_hold_out(evidence.facts) and evidence.losses is not None:
        st.caption(
            ":material/info: On a hold-out the paired t test compares the two costs of every instance; McNemar's test "
            "would count errors, whatever they cost."
        )
    st.caption(plain(f"Differences are first minus second. {pairs.sentence}"))
