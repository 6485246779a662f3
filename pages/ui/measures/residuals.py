"""Regression: what was predicted beside what was true, and the measures of it."""

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.figures import predicted_figure, residual_figure, style_of
from core.inference.interpretation.areas import why_not_pooled
from core.inference.interpretation.summary import in_one_piece
from core.records import Array, Predictions
from core.tables.scores import regression_table
from core.tables.table import Table
from core.written import in_percent
from pages.ui.display import charts, elements, tables
from pages.ui.display.text import plain
from pages.ui.session import cache, links, state

RESIDUALS_OF = "residuals_of"


def pairs_of(predictions: Predictions, learners: list[str]) -> dict[str, tuple[Array, Array]]:
    """True and predicted responses of each learner, all folds."""
    found = {}
    for name in learners:
        parts = predictions.of(name)
        truth = np.concatenate([predictions.truth[item.positions] for item in parts])
        found[name] = (truth, np.concatenate([item.predicted for item in parts]))
    return found


def measured(predictions: Predictions, learners: list[str]) -> Table:
    """The measures of these learners, with intervals of the level that the page has."""
    alpha = elements.alpha_to_come()
    return cache.kept(
        "regression measures",
        (predictions.fingerprint, alpha, *learners),
        lambda: regression_table(predictions, learners, 1 - alpha),
    )


def show(predictions: Predictions, learners: list[str], data: str, *, alpha_here: DeltaGenerator) -> None:
    """Two scatter plots and a table of measures with intervals over the folds.

    Parameters
    ----------
    predictions : Predictions
    learners : list of str
    data : str
        Fingerprint of the data set.
    alpha_here : DeltaGenerator
        Place of the slider of the significance level, which stands there where an interval follows it.
    """
    table = measured(predictions, learners)
    has_intervals = "from" in table.titles
    if has_intervals:
        with alpha_here:
            elements.alpha_slider()
    styles, dark = style_of(predictions.learners), elements.is_dark()
    dataset = cache.dataset()
    known = dataset is not None and dataset.fingerprint == data
    response = str(dataset.y.name) if dataset is not None and known else "response"
    state.keep_valid(RESIDUALS_OF, learners)
    drawn = st.segmented_control(
        links.titled(RESIDUALS_OF, "Learner shown", words=learners),
        learners,
        default=learners[0],
        required=True,
        key=RESIDUALS_OF,
        bind="query-params",
        persist_state="session",
    )
    pairs = pairs_of(predictions, [drawn])
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown("**Predicted and true**")
        charts.figure(predicted_figure(pairs, styles, response, dark=dark), "predicted_figure", "predicted")
    with right:
        st.markdown("**Residuals**")
        charts.figure(residual_figure(pairs, styles, response, dark=dark), "residual_figure", "residuals")
    st.caption(
        "One point per prediction. A pattern in the residuals is something the learner has not learnt."
    )
    tables.table(table, "regression_measures", "measures", height="content")
    level = in_percent(1 - elements.alpha_to_come())
    means = (
        "One score of each, without an interval."
        if in_one_piece(predictions.facts)
        else f"Means over the folds, without intervals: {why_not_pooled(predictions.facts)}."
        if not has_intervals and why_not_pooled(predictions.facts)
        else f"Means over the folds with {level} intervals: corrected t where training sets overlap "
        "(Nadeau & Bengio 2003), else t."
    )
    st.caption(
        plain(f"{means} R² compares with the mean of the validation set; below 0 that mean is better.")
    )
